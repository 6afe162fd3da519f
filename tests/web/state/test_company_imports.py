"""Imports by upload: one at a time, a dead one has failed, old ones go."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.errors import Conflict, NotFound
from quire.web.state.company_imports import KEPT, START, CompanyImports


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def imports(tmp_path: Path, clock: FakeClock) -> CompanyImports:
    return CompanyImports(tmp_path, clock, lambda _: None, {})  # nothing is imported


def begin(imports: CompanyImports, tmp_path: Path) -> str:
    upload = tmp_path / "upload"
    upload.write_text("{}")
    return imports.start(upload, "a.jsonl", "lin", {})


def test_an_import_runs_fails_and_is_done(imports: CompanyImports, tmp_path: Path, clock: FakeClock) -> None:
    name = begin(imports, tmp_path)
    assert (imports.find(name).state, imports.find(name).owner) == ("running", "lin")
    with pytest.raises(Conflict):
        begin(imports, tmp_path)
    place = tmp_path / "uploads" / name
    clock.advance(START.total_seconds())
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert imports.find(name).state == "running"
    assert imports.find(name).state == "failed"  # its process is gone
    (place / "result.json").write_text(json.dumps({"error": "no", "code": "bad_request"}))
    assert (imports.find(name).state, imports.find(name).result["error"]) == ("failed", "no")
    (place / "result.json").write_text(json.dumps({"outcomes": {}}))
    (place / "report.jsonl").write_text('{"row": "line 1"}\n' * 3)
    assert (imports.find(name).state, len(imports.find(name).rows(2))) == ("done", 2)


def test_old_imports_go_and_no_name_leaves_the_folder(imports, tmp_path, clock) -> None:
    names = []
    for _ in range(KEPT + 2):
        names.append(begin(imports, tmp_path))
        clock.advance(START.total_seconds())
    assert [one.id for one in imports.all()] == list(reversed(names[2:]))
    for wrong in ("..", names[0], "20260101T000000-zzzzzzzz", ""):
        with pytest.raises(NotFound):
            imports.find(wrong)
