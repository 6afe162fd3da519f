"""A book becomes a wiki through the handler, phase by phase; the same text takes over the earlier result."""

from __future__ import annotations

import errno
import json
from dataclasses import replace

import pytest

from quire.clock import SystemClock
from quire.errors import DocumentError, Unavailable, UnsupportedType
from quire.jobs.wiki_task import WikiBuildHooks, run
from quire.llm.embedding_client import EmbeddingSettings
from quire.llm.model_config import ModelSettings
from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.tasks.builds import event_journal
from quire.tasks.builds.butler_table import ButlerConfig
from quire.tasks.builds.job_states import PHASES, JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_registry import NewWiki, WikiRegistry
from tests.llm.endpoint import Act, endpoint, refused, said

BOOK = "# Pottery\n\n" + "\n\n".join(
    f"## Chapter {n}\n\nA kiln{n} is an oven that fires clay{n}. The glaze{n} of a kiln{n} is a thin coat of glass. "
    f"Every potter{n} turns the wheel{n} with care, and no wheel{n} turns alone, said the master{n} of the house{n}.\n"
    for n in range(1, 9)
)


@pytest.fixture
def shelf(sqlite, tmp_path):
    engine = connect(sqlite.fresh())
    yield WikiRegistry(engine, SystemClock(), tmp_path / "wikis", files=LocalFiles(tmp_path / "files"))
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
    craft = WikiBuildHooks(shelf)
    for phase in PHASES:
        value = run(request(craft, tmp_path, entry.slug, phase), lambda done, total: None)
        assert value["status"] == "done"
        assert ("sketch" in value) == (phase == "egg")
    assert value["pages"] == len(Wiki.open(shelf.folder(entry.slug)).page_ids()) > 0
    told = event_journal.read(tmp_path / "journal", 0).events
    assert [data["phase"] for kind, data in told if kind == "phase" and data["status"] == "ended"] == list(PHASES)


def test_a_run_that_is_to_stop_says_so(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    run(request(craft, tmp_path, entry.slug, "egg"), lambda done, total: None)
    run(request(craft, tmp_path, entry.slug, "boot"), lambda done, total: None)
    (tmp_path / "stop").touch()
    assert run(request(craft, tmp_path, entry.slug, "grow"), lambda done, total: None)["status"] == "stopped"


def test_a_damaged_book_is_told_as_one(shelf, tmp_path):
    entry = add(shelf, tmp_path, "PK\x03\x04 no archive", ".epub").entry
    with pytest.raises((DocumentError, UnsupportedType)):
        run(request(WikiBuildHooks(shelf), tmp_path, entry.slug, "egg"), lambda done, total: None)


@pytest.mark.parametrize(("number", "says"), [(errno.ENOSPC, "no space left"), (errno.EROFS, "cannot be written")])
def test_a_disk_that_takes_nothing_is_told_as_one_and_the_phase_goes_on_later(
    shelf, tmp_path, monkeypatch, number: int, says: str
):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    run(request(craft, tmp_path, entry.slug, "egg"), lambda done, total: None)
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise OSError(number, "no", "plan.json")

        patch.setattr(Wiki, "write", full)
        with pytest.raises(Unavailable, match=says):
            run(request(craft, tmp_path, entry.slug, "boot"), lambda done, total: None)
    assert run(request(craft, tmp_path, entry.slug, "boot"), lambda done, total: None)["status"] == "done"


def test_the_same_text_takes_over_the_earlier_result(shelf, builds, tmp_path):
    craft = WikiBuildHooks(shelf)
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
    assert WikiBuildHooks(shelf).network is False
    craft = WikiBuildHooks(
        shelf, model=ModelSettings("http://127.0.0.1:9/v1", "usual", "secret", models={"boot": "small"})
    )
    assert craft.network is True
    asked = craft.request(entry.slug, "butler", ButlerConfig(model="other", max_cost_micros=5))["model"]
    assert (asked["model"], asked["models"], asked["butler_micros"]) == ("other", {}, 5)
    asked = craft.request(entry.slug, "grow", None)["model"]
    assert (asked["model"], asked["models"], asked["butler_micros"]) == ("usual", {"boot": "small"}, None)
    assert "secret" not in repr(ModelSettings.from_json(asked))
    assert craft.request(entry.slug, "egg", None)["model"] is None


def with_model(craft, tmp_path, slug, phase, url, **more):
    asked = ModelSettings(url, "small", "sk-not-to-be-seen", prices={"*": (1.0, 2.0)}, **more).to_json()
    return request(craft, tmp_path, slug, phase) | {"model": asked}


def tokens(tmp_path):
    told = event_journal.read(tmp_path / "journal", 0).events
    return [data for kind, data in told if kind == "token"]


def test_what_the_model_uses_is_told_once_also_after_a_death(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    with endpoint(said({"nothing": "of use"}, usage=(100, 10))) as here:
        for phase in PHASES[:3]:
            value = run(with_model(craft, tmp_path, entry.slug, phase, here.url), lambda done, total: None)
            assert value["status"] == "done"
        assert value["pages"] > 0
        asked = len(here.requests)
        assert asked > 0
        told = tokens(tmp_path)
        assert sum(one["input"] for one in told) == 100 * asked
        assert sum(one["cost"] for one in told) == pytest.approx(120e-6 * asked)
        assert {one["phase"] for one in told} <= set(PHASES)
        lines = (tmp_path / "journal").read_text().splitlines()
        last = max(at for at, line in enumerate(lines) if '"token"' in line)
        (tmp_path / "journal").write_text("\n".join(lines[:last]) + "\n")  # as if it had died before that line
        phase = told[-1]["phase"]
        for _ in range(2):
            run(with_model(craft, tmp_path, entry.slug, phase, here.url), lambda done, total: None)
        assert sum(one["input"] for one in tokens(tmp_path)) == 100 * asked
        assert len(here.requests) == asked
    written = [path for path in shelf.folder(entry.slug).rglob("*") if path.is_file()]
    assert not any(b"not-to-be-seen" in path.read_bytes() for path in [*written, tmp_path / "journal"])


def test_a_budget_that_is_spent_is_said_and_a_raised_one_goes_on(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    with endpoint(said({"nothing": "of use"}, usage=(1000, 10))) as here:
        run(request(craft, tmp_path, entry.slug, "egg"), lambda done, total: None)
        value = run(
            with_model(craft, tmp_path, entry.slug, "boot", here.url, budget_micros=1), lambda done, total: None
        )
        assert (value["status"], value["spent"]) == ("stopped", True)
        assert here.requests == []
        value = run(
            with_model(craft, tmp_path, entry.slug, "boot", here.url, budget_micros=10**6), lambda done, total: None
        )
        assert value["status"] == "done"
        assert here.requests


def test_a_model_that_is_refused_leaves_the_rules(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    with endpoint(refused(401, "Incorrect API key provided: sk-not-to-be-seen")) as here:
        for phase in PHASES[:3]:
            value = run(with_model(craft, tmp_path, entry.slug, phase, here.url), lambda done, total: None)
    assert (value["status"], value["pages"] > 0) == ("done", True)
    assert tokens(tmp_path) == []
    said_ = [data["msg"] for kind, data in event_journal.read(tmp_path / "journal", 0).events if kind == "log"]
    assert any("refuses the key" in one for one in said_)
    assert "not-to-be-seen" not in str(said_)


def test_passages_get_their_vectors_once_and_search_finds_by_them(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    asked = EmbeddingSettings("http://127.0.0.1:9/v1", "meaning", "sk-not-to-be-seen", price=1.0)
    craft = WikiBuildHooks(shelf, embedding=asked)
    assert craft.network is True
    assert craft.request(entry.slug, "egg", None)["embedding"] is None
    assert craft.request(entry.slug, "grow", None)["embedding"]["model"] == "meaning"
    assert "not-to-be-seen" not in repr(craft.request(entry.slug, "boot", None))

    def letters(_, request):
        rows = [[float(text.count(one)) for one in "aeiouxyz"] for text in request["input"]]
        data = [{"index": at, "embedding": row} for at, row in enumerate(rows)]
        return Act(body=json.dumps({"data": data, "usage": {"prompt_tokens": 5}}).encode())

    with endpoint(letters) as here:
        asked = replace(asked, base_url=here.url)
        for phase in PHASES[:3]:
            more = {"embedding": asked.to_json() if phase == "grow" else None}
            value = run(request(craft, tmp_path, entry.slug, phase) | more, lambda done, total: None)
        assert value["status"] == "done"
        calls = len(here.requests)
        assert calls > 0
        assert [(one["phase"], one["input"], one["cost"]) for one in tokens(tmp_path)] == [("grow", 5, 5e-6)] * calls
        run(request(craft, tmp_path, entry.slug, "grow") | {"embedding": asked.to_json()}, lambda done, total: None)
        assert len(here.requests) == calls
        folder = shelf.folder(entry.slug)
        with SearchIndex.open(folder, asked.embedder(folder, "search")) as search:
            assert search.passages("xyzzy")  # no word of the book
            assert search.pages("xyzzy")
        with SearchIndex.open(folder) as search:
            assert search.passages("xyzzy") == []
        assert len(here.requests) == calls + 1
    assert not any(b"not-to-be-seen" in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_an_embedding_model_that_is_refused_leaves_the_words(shelf, tmp_path):
    entry = add(shelf, tmp_path).entry
    craft = WikiBuildHooks(shelf)
    with endpoint(refused(401, "sk-not-to-be-seen")) as here:
        asked = EmbeddingSettings(here.url, "meaning", "sk-not-to-be-seen").to_json()
        for phase in PHASES[:3]:
            value = run(request(craft, tmp_path, entry.slug, phase) | {"embedding": asked}, lambda done, total: None)
    assert (value["status"], value["pages"] > 0) == ("done", True)
    said_ = [data["msg"] for kind, data in event_journal.read(tmp_path / "journal", 0).events if kind == "log"]
    assert any("search goes by words only" in one for one in said_)
    assert "not-to-be-seen" not in str(said_)
