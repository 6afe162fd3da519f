"""Imports as a whole: what did not change stays, readers keep theirs, a death on the way changes nothing."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from quire.company.catalogue import CURRENT, Catalogue
from quire.company.importers import read
from quire.company.importers.import_context import Context
from quire.company.publish import publish
from quire.company.record_build import ADDED, REFUSED, REWRITTEN, UNCHANGED
from quire.company.verify import verify
from quire.errors import Conflict, NotFound
from tests.company.making import BASE, MILL, MOMENT, RIVER, bring, enter, plan, write


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "import.lock"}


def test_companies_are_found_with_their_bodies(tmp_path: Path):
    summary, rejected = bring(tmp_path / "c", write(tmp_path, "a.jsonl", RIVER, MILL))
    assert summary.outcomes == {ADDED: 2}
    assert rejected == []
    with Catalogue.open(tmp_path / "c") as catalogue:
        river, mill = list(catalogue.names())
        assert (river.key, river.name, river.short, river.market) == ("830001", RIVER["公司名称"], "长河科技", "")
        assert (mill.key, mill.name, mill.market, mill.facets) == ("MILL", "Mill Inc.", "nyse", {"cik": "0000000042"})
        assert mill.path == "/id/us/nyse/MILL"
        assert json.loads(catalogue.body(river, "json")) == RIVER
        assert catalogue.by_id(f"{BASE}/id/cn/830001#record") == river
        assert catalogue.by_id("/id/us/nyse/MILL") == mill
        assert catalogue.by_id("/id/us/nasdaq/MILL") is None
        assert catalogue.by_id(("us", "NONE")) is None
        assert {("income statement", "Total Revenue"), ("*", "每股收益"), ("", "cik")} < set(catalogue.items())
        assert (catalogue.count(), catalogue.count("cn"), catalogue.published) == (2, 1, MOMENT)
        assert [fault for entry in (river, mill) for fault in verify(catalogue, entry)] == []


def test_the_same_files_again_change_nothing(tmp_path: Path):
    path = write(tmp_path, "a.jsonl", RIVER, MILL)
    bring(tmp_path / "c", path)
    before = contents(tmp_path / "c")
    summary, _ = bring(tmp_path / "c", path, day=5)
    assert summary.outcomes == {UNCHANGED: 2}
    assert not summary.published
    assert contents(tmp_path / "c") == before


def test_two_imports_elsewhere_give_the_same_bytes(tmp_path: Path):
    path = write(tmp_path, "a.jsonl", RIVER, MILL)
    bring(tmp_path / "c", path)
    bring(tmp_path / "d", path)
    packs = [contents(tmp_path / name)["pack-000002.pack"] for name in "cd"]
    assert packs[0] == packs[1]


def test_a_document_that_stands_there_twice_is_one(tmp_path: Path):
    other = {**RIVER, "公司简称": "新长河"}
    summary, _ = bring(tmp_path / "c", write(tmp_path, "a.jsonl", RIVER, other, RIVER, other))
    assert summary.outcomes == {ADDED: 1}
    with Catalogue.open(tmp_path / "c") as catalogue:
        assert [entry.short for entry in catalogue.names()] == ["新长河"]


def test_history_keeps_earlier_versions(tmp_path: Path):
    folder = tmp_path / "c"
    for day in range(6):
        bring(folder, write(tmp_path, "a.jsonl", {**RIVER, "公司简称": f"长河{day}"}), day=day, keep=2)
    with Catalogue.open(folder) as catalogue:
        entry = next(catalogue.names())
        history = catalogue.history(entry)
        assert [version.version for version in history] == [6, 5, 4]
        shorts = [json.loads(catalogue.body(version, "json", "identity"))["公司简称"] for version in history]
        assert shorts == ["长河5", "长河4", "长河3"]
        assert [version.modified.day - MOMENT.day for version in history] == [5, 4, 3]
    assert len(list(folder.glob("catalogue-*.sqlite3"))) == 3


def test_a_reader_keeps_its_edition(tmp_path: Path):
    folder = tmp_path / "c"
    bring(folder, write(tmp_path, "a.jsonl", RIVER), keep=0)
    with Catalogue.open(folder) as reader:
        entry = next(reader.names())
        for day in range(1, 4):
            bring(folder, write(tmp_path, "a.jsonl", {**RIVER, "公司简称": f"长河{day}"}), day=day, keep=0)
        assert reader.stale()
        assert json.loads(reader.body(entry, "json"))["公司简称"] == "长河科技"
        assert reader.by_id(("cn", "830001")) == entry
    with Catalogue.open(folder) as newer:
        assert not newer.stale()
        assert next(newer.names()).short == "长河3"


def test_another_base_writes_all_anew_without_a_new_version(tmp_path: Path):
    path, folder = write(tmp_path, "a.jsonl", RIVER, MILL), tmp_path / "c"
    bring(folder, path)
    summary, _ = bring(folder, write(tmp_path, "b.jsonl", MILL), day=1, base="https://other.example")
    assert summary.outcomes == {REWRITTEN: 2}
    with Catalogue.open(folder) as catalogue:
        for entry in catalogue.names():
            assert b"https://other.example/id/" in catalogue.body(entry, "rdf")
            assert (entry.version, entry.modified) == (1, MOMENT)
            assert verify(catalogue, entry) == []


def test_a_market_that_nobody_tells_is_refused(tmp_path: Path):
    summary, rejected = bring(tmp_path / "c", write(tmp_path, "a.jsonl", {"symbol": "X"}, RIVER))
    assert summary.outcomes == {REFUSED: 1, ADDED: 1}
    assert summary.taken == 1
    assert [(row.file, row.row) for row in rejected] == [("a.jsonl", "line 1")]
    assert "--market" in rejected[0].reason


def test_nothing_to_import_publishes_nothing(tmp_path: Path):
    summary = enter(tmp_path / "c", [])
    assert (summary.published, summary.edition) == (False, 0)
    with pytest.raises(NotFound):
        Catalogue.open(tmp_path / "c")


def test_one_import_at_a_time(tmp_path: Path):
    folder = tmp_path / "c"
    bring(folder, write(tmp_path, "a.jsonl", RIVER))
    with (folder / "import.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Conflict):
            bring(folder, write(tmp_path, "a.jsonl", MILL))


def test_an_error_on_the_way_leaves_nothing_behind(tmp_path: Path):
    folder = tmp_path / "c"
    bring(folder, write(tmp_path, "a.jsonl", RIVER))
    before = contents(folder)

    def fail(done: int, total: int) -> None:
        raise OSError(f"no space left after {done} of {total}")

    parts = read([write(tmp_path, "b.jsonl", MILL, {**RIVER, "公司简称": "新"})], Context())
    with pytest.raises(OSError, match="no space"):
        publish(folder, parts, replace(plan(day=1), progress=fail))
    assert contents(folder) == before


KILLED = """
import sys
from pathlib import Path
from tests.company.making import plan
from quire.company.importers import read
from quire.company.importers.import_context import Context
from quire.company.publish import publish
from dataclasses import replace

def tell(done, total):
    if done == 30:
        print("half", flush=True)
        sys.stdin.read()

publish(Path(sys.argv[1]), read([Path(sys.argv[2])], Context()), replace(plan(), progress=tell))
"""


def test_a_death_on_the_way_leaves_the_edition_that_was_served(tmp_path: Path):
    folder = tmp_path / "c"
    bring(folder, write(tmp_path, "a.jsonl", RIVER, MILL))
    before = contents(folder)
    many = write(tmp_path, "b.jsonl", *({**RIVER, "公司代码": str(840000 + at)} for at in range(40)))
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", KILLED, str(folder), str(many)]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"half\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
    left = contents(folder)
    assert {name: left[name] for name in before} == before
    assert left.keys() > before.keys()
    with Catalogue.open(folder) as catalogue:
        assert catalogue.count() == 2
        assert all(verify(catalogue, entry) == [] for entry in catalogue.names())
    summary, _ = bring(folder, many, day=1)
    assert summary.outcomes == {ADDED: 40}
    assert not list(folder.glob("*.part"))


def test_workers_give_what_one_process_gives(tmp_path: Path):
    path = write(tmp_path, "a.jsonl", *({**RIVER, "公司代码": str(840000 + at)} for at in range(80)))
    bring(tmp_path / "c", path)
    publish(tmp_path / "d", read([path], Context()), replace(plan(), workers=2))
    packs = [contents(tmp_path / name)["pack-000002.pack"] for name in "cd"]
    assert packs[0] == packs[1]
    assert (tmp_path / "d" / CURRENT).read_text() == "catalogue-000001.sqlite3"
