"""A model as judge: its findings are kept and learned from, and block nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.wiki.assisted.page_judge import Finding, kind_of
from quire.wiki.phases import PHASES
from quire.wiki.wiki_folder import Wiki
from tests.wiki import answering, books


def grown(folder: Path, verdict: object) -> Wiki:
    """A wiki whose pages a model wrote and judged."""
    Wiki.create(folder / "w", books.files(folder)["manual.md"])
    for phase in PHASES[:2]:
        run_phase(folder / "w", phase, clock=FakeClock())
    wiki = Wiki.open(folder / "w")

    def answer(call):
        return verdict if call.name == "review" else answering.good(call)

    with answering.asker(wiki.folder, "grow", answer) as model:
        assert run_phase(wiki.folder, "grow", clock=FakeClock(), model=model).status == "done"
    return wiki


def finding(sentence: object, kind: object = "vague", note: object = "says [[nothing]]") -> dict[str, object]:
    return {"sentence": sentence, "kind": kind, "note": note}


def test_findings_are_reviews_that_pass_and_lessons(tmp_path: Path):
    wiki = grown(tmp_path, {"findings": [finding(1), finding(1), finding(99)]})
    advisory = [one for one in wiki.reviews() if one.scope != "wiki"]
    assert advisory
    assert {one.status for one in advisory} == {"passed"}
    assert {one.issues for one in advisory} == {("model: sentence 1 vague: says nothing",)}
    assert {page.id for page in wiki.pages()} >= {one.scope for one in advisory}
    counted = wiki.load_work("lessons-grow.json")
    assert isinstance(counted, dict)
    assert counted["failed"]["vague"] == len(advisory)


@pytest.mark.parametrize("verdict", [{"findings": []}, {"findings": [finding(0), finding(-3)]}, "no JSON", {"x": 1}])
def test_nothing_found_is_no_review(tmp_path: Path, verdict: object):
    wiki = grown(tmp_path, verdict)
    assert [one.scope for one in wiki.reviews()] == ["wiki"]


def test_the_worst_verdict_changes_no_page(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    worst = grown(tmp_path / "a", {"findings": [finding(at, "unclear") for at in range(1, 20)]})
    best = grown(tmp_path / "b", {"findings": []})
    assert {page.id: page.body for page in worst.pages()} == {page.id: page.body for page in best.pages()}
    assert {one.status for one in worst.reviews()} == {"passed"}


def test_the_kind_of_an_issue():
    assert kind_of(str(Finding(3, "repeats", "again"))) == "repeats"
    assert kind_of(str(Finding(3, "repeats", ""))) == "repeats"
    assert kind_of("only 40% of the book is cited") == ""
