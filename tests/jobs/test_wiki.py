"""A book becomes a wiki through the handler, phase by phase; the same text takes over the earlier result."""

from __future__ import annotations

import pytest

from quire.clock import SystemClock
from quire.errors import DocumentError, UnsupportedType
from quire.jobs.wiki import WikiCraft, run
from quire.llm.config import ModelSettings
from quire.store.database import connect
from quire.tasks.builds import journal
from quire.tasks.builds.butlers import Orders
from quire.tasks.builds.ledger import Builds
from quire.tasks.builds.status import PHASES, JobStatus
from quire.wiki.folder import Wiki
from quire.wiki.shelf import NewWiki, Shelf

BOOK = "# Pottery\n\n" + "\n\n".join(
    f"## Chapter {n}\n\nA kiln{n} is an oven that fires clay{n}. The glaze{n} of a kiln{n} is a thin coat of glass. "
    f"Every potter{n} turns the wheel{n} with care, and no wheel{n} turns alone, said the master{n} of the house{n}.\n"
    for n in range(1, 9)
)


@pytest.fixture
def shelf(sqlite, tmp_path):
    engine = connect(sqlite.fresh())
    yield Shelf(engine, SystemClock(), tmp_path / "wikis")
    engine.dispose()


@pytest.fixture
def builds(shelf):
    return Builds(shelf._engine, SystemClock())


def add(shelf, tmp_path, text=BOOK, suffix=".md", **more):
    path = tmp_path / "upload"
    path.write_text(text)
    return shelf.add(NewWiki("ann", "Pottery.md", str(hash(text)), lang="en", **more), path, suffix)


def request(craft, tmp_path, slug, phase, orders=None):
    paths = {"journal": str(tmp_path / "journal"), "stop": str(tmp_path / "stop"), "rounds": 1}
    return craft.request(slug, phase, orders) | {"phase": phase} | paths


def test_the_phases_make_a_wiki(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiCraft(shelf)
    for phase in PHASES:
        value = run(request(craft, tmp_path, entry.slug, phase), lambda done, total: None)
        assert value["status"] == "done"
        assert ("sketch" in value) == (phase == "egg")
    assert value["pages"] == len(Wiki.open(shelf.folder(entry.slug)).page_ids()) > 0
    told = journal.read(tmp_path / "journal", 0).events
    assert [data["phase"] for kind, data in told if kind == "phase" and data["status"] == "ended"] == list(PHASES)


def test_a_run_that_is_to_stop_says_so(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiCraft(shelf)
    run(request(craft, tmp_path, entry.slug, "egg"), lambda done, total: None)
    run(request(craft, tmp_path, entry.slug, "boot"), lambda done, total: None)
    (tmp_path / "stop").touch()
    assert run(request(craft, tmp_path, entry.slug, "grow"), lambda done, total: None)["status"] == "stopped"


def test_a_damaged_book_is_told_as_one(shelf, tmp_path):
    entry = add(shelf, tmp_path, "PK\x03\x04 no archive", ".epub").entry
    with pytest.raises((DocumentError, UnsupportedType)):
        run(request(WikiCraft(shelf), tmp_path, entry.slug, "egg"), lambda done, total: None)


def test_the_same_text_takes_over_the_earlier_result(shelf, builds, tmp_path):
    craft = WikiCraft(shelf)
    first = add(shelf, tmp_path)
    for phase in PHASES[:3]:
        value = run(request(craft, tmp_path, first.entry.slug, phase), lambda done, total: None)
        if phase == "egg":
            job, claim = builds.claim("w", 9)
            assert craft.ended(job, phase, value) is None
    builds.begin(claim, "grow")
    builds.end(claim, JobStatus.READY)
    second = add(shelf, tmp_path, BOOK + "\n\nOne more line.\n")
    value = run(request(craft, tmp_path, second.entry.slug, "egg"), lambda done, total: None)
    assert craft.ended(builds.find(second.job_id), "egg", value) is JobStatus.READY
    pages = Wiki.open(shelf.folder(second.entry.slug)).page_ids()
    assert pages == Wiki.open(shelf.folder(first.entry.slug)).page_ids()


def test_only_a_model_needs_the_network(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    assert WikiCraft(shelf).network is False
    craft = WikiCraft(shelf, model=ModelSettings("http://127.0.0.1:9/v1", "usual", "secret", models={"boot": "small"}))
    assert craft.network is True
    asked = craft.request(entry.slug, "butler", Orders(model="other", max_cost_micros=5))["model"]
    assert (asked["model"], asked["models"], asked["butler_micros"]) == ("other", {}, 5)
    asked = craft.request(entry.slug, "grow", None)["model"]
    assert (asked["model"], asked["models"], asked["butler_micros"]) == ("usual", {"boot": "small"}, None)
    assert "secret" not in repr(ModelSettings.from_json(asked))
