"""A table as plain lines, one for each pile: for where no picture is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from patience_core.layout import Layout
from patience_core.table import Table


def plain_table(table: Table, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each pile, bottom card first; face-down cards are `##`."""
    width = max(map(len, labels.values()))
    for pile, label in labels.items():
        cards = " ".join(str(card) if card.face_up else "##" for card in table[pile])
        yield f"  {label:{width}}  {cards or '-'}"
    for name, count in table.counts.items():
        yield f"  {name}: {count}"


def labels_of(layout: Layout) -> dict[str, str]:
    """Return what each pile is called."""
    return {place.pile: place.label or place.pile for place in layout.places}
