"""Results appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import QuireError
from quire.finance.statement import Extraction
from quire.jobs.atomic_save import atomic_write, partial_path, save
from quire.jobs.statement_task import save_book


def test_a_failed_write_leaves_nothing_and_keeps_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()
    with pytest.raises(QuireError, match="cannot be written"):
        save(target, b"x")
    assert not partial_path(target).exists()
    with pytest.raises(QuireError, match="No such file"):
        save(tmp_path / "missing" / "o.md", b"x")


def test_a_file_is_replaced_when_the_new_one_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "o.md"
    save(target, b"old")
    with atomic_write(target) as part:
        part.write_bytes(b"half")
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"half"
    assert [path.name for path in tmp_path.iterdir()] == ["o.md"]


def test_what_goes_wrong_on_the_way_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "o.md"
    save(target, b"old")

    def fail() -> None:
        with atomic_write(target) as part:
            part.write_bytes(b"half")
            raise ValueError("no such statement")

    with pytest.raises(ValueError, match="no such statement"):
        fail()
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["o.md"]


def test_a_workbook_that_cannot_be_written_is_told_as_one(tmp_path: Path) -> None:
    with pytest.raises(QuireError, match="cannot be written"):
        save_book(tmp_path / "missing" / "o.xlsx", Extraction())
