"""What a simulation writes beside its counts: a row for each deal, and pictures; and what is said where it cannot."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.terminals import patience
from tests.toss import Faulty, data, run


def test_rows_are_csv_in_the_order_of_the_deals(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    found = data("pairs", "--deals", "30", "--from", "4", "--rows", str(file))
    with file.open(encoding="ascii", newline="") as text:
        rows = list(csv.DictReader(text))
    assert ["number", "outcome", "score", "moves"] == list(rows[0])
    assert list(map(str, range(4, 34))) == [row["number"] for row in rows]
    assert found["won"] == sum(row["outcome"] == "won" for row in rows)
    assert found["moves"] == sum(int(row["moves"]) for row in rows)
    assert [file] == list(tmp_path.iterdir())


def test_rows_are_parquet_with_the_same_values(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file, text = tmp_path / "rows.parquet", tmp_path / "rows.csv"
    data("pairs", "--deals", "30", "--rows", str(file))
    data("pairs", "--deals", "30", "--rows", str(text))
    columns = parquet.read_table(file).to_pydict()
    lines = text.read_text(encoding="ascii").splitlines()
    assert lines[0].split(",") == list(columns)
    assert lines[1:] == [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]


def test_after_an_error_there_are_no_rows(tmp_path: Path) -> None:
    for name in ("rows.csv", "rows.parquet"):
        args = ["faulty", "--deals", "60", "--player", "stumble", "--rows", str(tmp_path / name)]
        assert 1 == patience("simulate", *args, games=[Faulty]).exit_code
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet"])
def test_a_full_disk_is_told(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")

    def beside(_path: Path, _name: str) -> Path:
        return full

    def stays(_path: Path) -> None:
        """Remove nothing."""

    monkeypatch.setattr(Path, "with_name", beside)
    monkeypatch.setattr(Path, "unlink", stays)
    result = run("toss", "--deals", "9", "--rows", str(tmp_path / name))
    assert 1 == result.exit_code
    assert result.stderr.startswith(f"Error: Cannot write {tmp_path / name}: ")
    assert result.stderr.lower().endswith("no space left on device.\n")


SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_is_svg_and_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for file in (one, two):
        data("toss", "--deals", "60", "--plot", str(file))
    assert SVG + "svg" == ElementTree.parse(one).getroot().tag
    assert one.read_bytes() == two.read_bytes()


def test_a_picture_is_png_where_its_name_says_so(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "x.PNG"
    data("toss", "pairs", "points", "--deals", "60", "--plot", str(file))
    assert b"\x89PNG" == file.read_bytes()[:4]


def test_without_scores_there_is_no_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "x.svg"
    result = run("round", "--deals", "2", "--plot", str(file))
    assert f"{file} is not drawn: no play has come to its end, so there is no score.\n" == result.stderr
    assert (0, False) == (result.exit_code, file.exists())


@pytest.mark.parametrize(
    ("args", "module", "extra"),
    [
        (("--plot", "{}/x.svg"), "matplotlib", "plot"),
        (("--rows", "{}/x.parquet"), "pyarrow", "rows"),
        (("--cluster", "tcp://127.0.0.1:9"), "distributed", "cluster"),
    ],
)
def test_a_package_that_is_missing_is_named_before_any_deal_is_played(
    args: tuple[str, str], module: str, extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    for name in ("plotting", "cluster"):
        monkeypatch.delitem(sys.modules, f"patience_core.simulation.{name}", raising=False)
    result = run("toss", "--deals", "5", args[0], args[1].format(tmp_path))
    assert (1, "") == (result.exit_code, result.stdout)
    assert f'needs the extra "{extra}"' in result.stderr
    assert f'pip install "patience-core[{extra}]"' in result.stderr
    assert [] == list(tmp_path.iterdir())
