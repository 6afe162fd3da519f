"""Files of the editions: leftovers go, what is in use stays, unused bodies are written away."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from quire.company import edition_files
from quire.company.catalogue import Catalogue
from quire.company.pack import Pack
from quire.company.verify import verify
from tests.company.making import MILL, RIVER, bring, write


def test_leftovers_of_a_dead_import_go_and_files_of_others_stay(tmp_path: Path):
    bring(tmp_path, write(tmp_path / "in", "a.jsonl", RIVER))
    for name in ("catalogue-000009.sqlite3.part", "pack-000018.pack.part", "CURRENT.part", "pack-000018.pack"):
        (tmp_path / name).write_text("x")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "catalogue-000001.sqlite3.index.part").write_text("x")
    edition_files.sweep(tmp_path, 3)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        *("CURRENT", "catalogue-000001.sqlite3", "pack-000002.pack", "import.lock", "in", "notes.txt"),
        "catalogue-000001.sqlite3.index.part",
    }


def test_packs_are_compacted_when_most_of_them_is_unused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(edition_files, "SLACK", 0)
    folder = tmp_path / "c"
    bring(folder, write(tmp_path, "a.jsonl", MILL, *(named(at, 0) for at in range(6))), keep=0)
    for day in range(1, 5):  # each time fewer change, so that older packs keep a few bodies in use
        bring(folder, write(tmp_path, "a.jsonl", *(named(at, day) for at in range(6 - day))), day=day, keep=0)
    with Catalogue.open(folder) as catalogue:
        entries = list(catalogue.names())
        assert [entry.short for entry in entries[1:]] == ["长河4", "长河4", "长河3", "长河2", "长河1", "长河0"]
        assert all(verify(catalogue, entry) == [] for entry in entries)
    held = sum(path.stat().st_size for path in folder.glob("pack-*"))
    live = sum(entry.places.size for entry in entries)
    assert any(entry.places.pack % 2 for entry in entries), "a compacted pack is in use"
    assert held < 2 * live


def test_bodies_that_cannot_be_read_leave_no_half_written_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Torn(Pack):
        def read(self, offset: int, length: int) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    folder = tmp_path / "c"
    for day in range(4):
        bring(folder, write(tmp_path, "a.jsonl", MILL, *(named(at, day) for at in range(6 - day))), day=day, keep=0)
    monkeypatch.setattr(edition_files, "SLACK", 0)
    monkeypatch.setattr(edition_files, "Pack", Torn)
    path = write(tmp_path, "a.jsonl", *(named(at, 4) for at in range(2)))
    with pytest.raises(OSError, match="Input/output"):
        bring(folder, path, day=4, keep=0)
    assert not list(folder.glob("*.pack.part"))


def test_the_present_edition_is_whole_in_a_copy_of_its_files(tmp_path: Path):
    folder, copy = tmp_path / "c", tmp_path / "copy"
    assert edition_files.files_of_present(folder) == []
    for day in range(2):
        bring(folder, write(tmp_path, "a.jsonl", MILL, *(named(at, day) for at in range(3 - day))), day=day)
    copy.mkdir()
    for path in edition_files.files_of_present(folder):
        (copy / path.name).write_bytes(path.read_bytes())
    with Catalogue.open(folder) as before, Catalogue.open(copy) as after:
        assert [*after.names()] == [*before.names()]
        assert all(verify(after, entry) == [] for entry in after.names())


def named(at: int, day: int) -> dict[str, object]:
    return {**RIVER, "公司代码": str(840000 + at), "公司简称": f"长河{day}"}
