"""What came of each deal, as a table in a file: CSV, or Parquet with pyarrow."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from patience_core.files import whole, writing
from patience_core.simulation.extras import extra
from patience_core.simulation.playing import OUTCOMES, Row, Rows

COLUMNS: Final = Row._fields


def numbers_of(rows: Rows) -> range:
    """Return the numbers of the deals."""
    return range(rows.first, rows.first + len(rows.outcomes))


@contextmanager
def rows_file(name: str) -> Generator[Callable[[Rows], None], None, None]:
    """Give what writes rows to a file, CSV or, where the name ends with `.parquet`, Parquet.

    The file is there when all has been written, and not at all after an error.
    """
    opened = _parquet if Path(name).suffix.lower() == ".parquet" else _csv
    with whole(name) as beside, opened(beside, name) as write:
        yield write


@contextmanager
def _csv(path: Path, name: str) -> Generator[Callable[[Rows], None], None, None]:
    with writing(name):
        file = path.open("w", encoding="ascii", newline="\n")

    def write(rows: Rows) -> None:
        outcomes = map(OUTCOMES.__getitem__, rows.outcomes)
        with writing(name):
            file.writelines(map("{},{},{},{}\n".format, numbers_of(rows), outcomes, rows.scores, rows.moves))

    try:
        with writing(name):
            file.write(",".join(COLUMNS) + "\n")
        yield write
    finally:
        with writing(name):
            file.close()


@contextmanager
def _parquet(path: Path, name: str) -> Generator[Callable[[Rows], None], None, None]:
    with extra("rows", "Parquet"):
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    outcomes = arrow.dictionary(arrow.int8(), arrow.string())
    schema = arrow.schema(zip(COLUMNS, (arrow.int64(), outcomes, arrow.int64(), arrow.int64()), strict=True))
    words = arrow.array([str(outcome) for outcome in OUTCOMES])

    def column(kind: Any, values: Any) -> Any:
        return arrow.Array.from_buffers(kind, len(values), [None, arrow.py_buffer(values)])

    def write(rows: Rows) -> None:
        numbers = array("q", numbers_of(rows))
        columns = (
            column(arrow.int64(), numbers),
            arrow.DictionaryArray.from_arrays(column(arrow.int8(), rows.outcomes), words),
            column(arrow.int64(), rows.scores),
            column(arrow.int64(), rows.moves),
        )
        with writing(name):
            file.write_table(arrow.Table.from_arrays(columns, schema=schema))

    with writing(name):
        file = parquet.ParquetWriter(path, schema)
    try:
        yield write
    finally:
        with writing(name):
            file.close()
