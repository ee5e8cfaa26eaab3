"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patience_core import FileError
from patience_core.files import check_writable, whole, write_text
from tests.reference import raised


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "file.txt"
    found.write_text("before", encoding="utf-8")
    return found


def test_what_is_written_takes_the_place_of_what_was_there(file: Path) -> None:
    write_text(str(file), "after\n")
    assert b"after\n" == file.read_bytes()
    assert [file] == list(file.parent.iterdir())


def test_until_all_is_written_the_file_is_as_it_was(file: Path) -> None:
    with whole(str(file)) as beside:
        beside.write_text("half", encoding="utf-8")
        assert "before" == file.read_text(encoding="utf-8")
        written = beside.stat().st_ino
    assert written == file.stat().st_ino  # put in its place in one step, and not copied
    assert "half" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("error", [ValueError, OSError, KeyboardInterrupt])
def test_after_an_error_the_file_is_as_it_was_and_nothing_is_left_beside_it(
    file: Path, error: type[BaseException]
) -> None:
    def write() -> None:
        with whole(str(file)) as beside:
            beside.write_text("half", encoding="utf-8")
            raise error

    with pytest.raises(error):
        write()
    assert "before" == file.read_text(encoding="utf-8")
    assert [file] == list(file.parent.iterdir())


def test_a_link_stays_and_what_it_leads_to_is_written(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file)
    write_text(str(link), "after")
    assert link.is_symlink()
    assert "after" == file.read_text(encoding="utf-8")


def test_what_cannot_be_put_in_its_place_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_one: object, _two: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", fails)
    assert f"Cannot write {file}: permission denied." == raised(FileError, lambda: write_text(str(file), "after"))
    assert "before" == file.read_text(encoding="utf-8")


def test_where_nothing_can_be_written_this_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = file.parent
    assert f"Cannot write {folder}: it is a folder." == raised(FileError, lambda: check_writable(str(folder)))
    assert f"Cannot write {folder / 'a' / 'b'}: there is no folder {folder / 'a'}." == raised(
        FileError, lambda: check_writable(str(folder / "a" / "b"))
    )
    assert "Cannot write /dev/null: it is no ordinary file." == raised(FileError, lambda: check_writable("/dev/null"))

    def refused(_path: object, _mode: int) -> bool:
        return False

    monkeypatch.setattr(os, "access", refused)
    assert f"Cannot write {file}: its folder is read-only." == raised(FileError, lambda: check_writable(str(file)))


def test_a_read_only_file_is_refused_before_anything_is_done_for_it_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("precious", encoding="utf-8")
    file.chmod(0o444)
    assert f"Cannot write {file}: it is read-only." == raised(FileError, lambda: write_text(str(file), "other"))
    assert "precious" == file.read_text(encoding="utf-8")


def test_a_file_without_a_name_is_refused() -> None:
    assert "Cannot write a file whose name is empty." == raised(FileError, lambda: check_writable(""))
