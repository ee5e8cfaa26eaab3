"""Draw any table from its game's layout, as lines of styled text that fit a given width and height."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from attrs import frozen

from patience_core.cards import Back, Card
from patience_core.drawing.glyphs import Glyphs
from patience_core.drawing.places import BIG, Kit, Room, rooms
from patience_core.drawing.segments import Line, Segment
from patience_core.layout import Layout, Place
from patience_core.table import Pile, Table

GAP = 2
"""Columns between piles that are listed side by side."""

LEAST_CARDS = 6
"""Columns for the cards of a pile that is listed beside another."""


class Canvas:
    """A rectangle of characters, each with a style; what would stand outside is cut."""

    def __init__(self, width: int, height: int) -> None:
        """Make it empty."""
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a place to the right."""
        if 0 <= row < len(self._cells):
            cells = self._cells[row]
            for at, mark in enumerate(text, column):
                if 0 <= at < len(cells):
                    cells[at] = (mark, style)

    def lines(self) -> tuple[Line, ...]:
        """Return the lines, neighbours of one style joined."""
        return tuple(map(_joined, self._cells))


def _joined(cells: list[Segment]) -> Line:
    return tuple([("".join([mark for mark, _ in same]), style) for style, same in groupby(cells, itemgetter(1))])


def draw(
    layout: Layout,
    table: Table,
    width: int,
    height: int,
    glyphs: Glyphs,
    changed: Collection[str] = (),
) -> tuple[Line, ...]:
    """Return the picture of a table: at most `height` lines, none wider than `width`.

    Args:
        layout: where the piles stand.
        table: what lies in them.
        width: columns.
        height: rows.
        glyphs: the characters to draw with.
        changed: the piles whose labels are to stand out.
    """
    plan = rooms(layout, width, height)
    if plan is None:
        return _listed(layout, table, width, height, glyphs, changed)
    canvas = Canvas(width, plan.height)
    for place in layout.places:
        _Drawing(canvas, plan.kit, glyphs, plan.rooms[place.pile]).pile(place, table[place.pile], place.pile in changed)
    return canvas.lines()


@frozen
class _Drawing:
    """One pile being drawn into its room."""

    canvas: Canvas
    kit: Kit
    glyphs: Glyphs
    room: Room

    def pile(self, place: Place, pile: Pile, changed: bool) -> None:
        """Draw the label with the number of face-down cards, and the cards below it."""
        self._label(place, pile, changed)
        row, column = self.room.row + 1, self.room.column
        if not pile:
            self._outline(row, column)
        elif place.spread == "squared":
            self._card(row, column, pile[-1])
            if len(pile) > 1:
                self._number(row, column, len(pile))
        elif place.spread == "right":
            self._right(row, column, pile)
        else:
            self._down(row, column, pile)

    def _label(self, place: Place, pile: Pile, changed: bool) -> None:
        room = self.room
        label = place.label[: room.width]
        self.canvas.put(room.row, room.column, label, "changed" if changed else "label")
        down = sum(not card.face_up for card in pile)
        counted_below = place.spread == "squared" and down == len(pile)
        if down and not counted_below:
            left = room.width - len(label) - 1
            long, short = f"{down} down", f"{self.glyphs.back}{down}"
            text = long if len(long) <= left else short if len(short) <= left else ""
            at = max(len(label) + 1, min(left + len(label) + 1, self._wide(place, pile)) - len(text))
            self.canvas.put(room.row, room.column + at, text, "dim")

    def _wide(self, place: Place, pile: Pile) -> int:
        """Return how wide the cards are that the label stands over."""
        return self.kit.width + (self.kit.across * (len(pile) - 1) if place.spread == "right" else 0)

    def _number(self, row: int, column: int, number: int) -> None:
        """Write how many cards a squared pile has."""
        if self.kit is BIG:
            self.canvas.put(row + 2, column + 1, str(number), "dim")
        else:
            self.canvas.put(row, column + self.kit.width + 1, str(number), "dim")

    def _right(self, row: int, column: int, pile: Pile) -> None:
        kit = self.kit
        fit = 1 + max(0, self.room.width - kit.width) // kit.across
        hidden = 0
        if len(pile) > fit:
            marks = 1 if len(pile) - fit < 9 else 2
            hidden = len(pile) - max(1, fit - marks)
            self.canvas.put(row + kit.height // 2, column, f"+{hidden}", "dim")
            column += kit.across * marks
        for card in pile[hidden:-1]:
            self._card(row, column, card, kit.across)
            column += kit.across
        self._card(row, column, pile[-1])

    def _down(self, row: int, column: int, pile: Pile) -> None:
        fit = 1 + max(0, self.room.height - 1 - self.kit.height)
        hidden = 0
        if len(pile) > fit:
            hidden = len(pile) - max(1, fit - 1)
            self.canvas.put(row, column, f"+{hidden}", "dim")
            row += 1
        for card in pile[hidden:-1]:
            self._covered(row, column, card)
            row += 1
        self._card(row, column, pile[-1])

    def _covered(self, row: int, column: int, card: Card | Back) -> None:
        """Draw the upper edge of a card that another one covers from below."""
        text, style = self.glyphs.card(card)
        if self.kit is BIG:
            line, left, right = self.glyphs.line, self.glyphs.corners[0], self.glyphs.corners[1]
            self.canvas.put(row, column, f"{left}{line * 3}{right}")
            self.canvas.put(row, column + 1, text if card.face_up else self.glyphs.back * 3, style)
        else:
            self.canvas.put(row, column, text, style)

    def _card(self, row: int, column: int, card: Card | Back, seen: int | None = None) -> None:
        """Draw a card, or only the `seen` columns of it that the next card leaves."""
        text, style = self.glyphs.card(card)
        if self.kit is BIG:
            glyphs = self.glyphs
            upper_left, upper_right, lower_left, lower_right = tuple(glyphs.corners)
            if not card.face_up:
                text = glyphs.back * 3
            edges = glyphs.line * 3
            for at, line in enumerate(
                (
                    f"{upper_left}{edges}{upper_right}",
                    f"{glyphs.side}   {glyphs.side}",
                    f"{lower_left}{edges}{lower_right}",
                )
            ):
                self.canvas.put(row + at, column, line[:seen])
            self.canvas.put(row + 1, column + 1, text[: seen and seen - 1], style)
        else:
            self.canvas.put(row, column, text, style)

    def _outline(self, row: int, column: int) -> None:
        """Draw an empty place."""
        if self.kit is BIG:
            glyphs = self.glyphs
            across, side = glyphs.gap[0] * 3, glyphs.gap[1]
            upper_left, upper_right, lower_left, lower_right = tuple(glyphs.corners)
            self.canvas.put(row, column, f"{upper_left}{across}{upper_right}", "dim")
            self.canvas.put(row + 1, column, f"{side}   {side}", "dim")
            self.canvas.put(row + 2, column, f"{lower_left}{across}{lower_right}", "dim")
        else:
            self.canvas.put(row, column, "[]", "dim")


def _listed(
    layout: Layout, table: Table, width: int, height: int, glyphs: Glyphs, changed: Collection[str]
) -> tuple[Line, ...]:
    """Return a line for each pile where there is no room for a picture, side by side where lines are few."""
    labels = max(len(place.label) for place in layout.places)
    piles = [_pile_line(place, table[place.pile], labels, glyphs, place.pile in changed) for place in layout.places]
    height = max(1, height)
    abreast = max(1, min(-(-len(piles) // height), (width + GAP) // (labels + LEAST_CARDS + GAP)))
    if len(piles) > abreast * height:
        rest = len(piles) - (abreast * height - 1)
        piles[-rest:] = [((f"{glyphs.more} {rest} more", "dim"),)]
    wide = max(1, (width + GAP) // abreast - GAP)
    cells = [cut(line, wide, glyphs.more) for line in piles]
    rows = min(height, len(cells))
    return tuple(_abreast(cells[row::rows], wide) for row in range(rows))


def _pile_line(place: Place, pile: Pile, labels: int, glyphs: Glyphs, changed: bool) -> Line:
    """Return a pile as its label and its cards, bottom card first."""
    line: list[Segment] = [(place.label, "changed" if changed else "label"), (" " * (labels - len(place.label)), "")]
    for card in pile:
        line += [(" ", ""), glyphs.card(card)]
    return tuple(line if pile else [*line, (" -", "dim")])


def _abreast(cells: list[Line], width: int) -> Line:
    """Return lines beside one another, each filled up to `width`."""
    line: list[Segment] = []
    for cell in cells:
        line += [*cell, (" " * (GAP + width - sum(len(text) for text, _ in cell)), "")]
    return tuple(line[:-1])


def cut(line: Line, width: int, more: str) -> Line:
    """Return a line that is at most `width` columns wide; one that was longer ends with `more`."""
    if sum(len(text) for text, _ in line) <= width:
        return line
    left = max(0, width - len(more))
    kept: list[Segment] = []
    for text, style in line:
        kept.append((text[:left], style))
        left -= len(kept[-1][0])
    kept.append((more[:width], "dim"))
    return tuple(segment for segment in kept if segment[0])
