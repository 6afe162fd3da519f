"""What a model would cost for a book, as a task."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.errors import DocumentError
from quire.jobs import HANDLERS
from quire.jobs.wiki_plan import RESULT, run
from quire.llm.model_config import ModelSettings

BOOK = Path(__file__).parents[2] / "samples" / "books" / "bookbinding-en.md"
MODEL = ModelSettings("http://127.0.0.1:9/v1", "large", prices={"*": (3.0, 15.0)})


def test_a_book_is_planned_and_nothing_else_stays(tmp_path: Path) -> None:
    seen = []
    request = {"source": str(BOOK), "target": str(tmp_path), "filename": "a book.md", "model": MODEL.to_json()}
    value = run(request | {"rounds": 2}, lambda done, total: seen.append((done, total)))
    assert (value["result"], value["filename"]) == (RESULT, "a book.plan.json")
    calls = json.loads((tmp_path / RESULT).read_text())["calls"]
    assert {one["phase"] for one in calls} == {"boot", "grow", "butler"}
    assert all(one["calls"] > 0 and one["micros"] > 0 and one["model"] == "large" for one in calls)
    assert [one.name for one in tmp_path.iterdir()] == [RESULT]
    assert seen[-1] == (200, 200)
    assert HANDLERS["wiki.plan"] == "quire.jobs.wiki_plan:run"


def test_without_a_model_there_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(DocumentError):
        run({"source": str(BOOK), "target": str(tmp_path), "filename": "a.md"}, lambda *_: None)
