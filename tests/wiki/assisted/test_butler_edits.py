"""The butler with a model: an edit stays only if no measure falls."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.phases import PHASES
from quire.wiki.review import check_page, review_wiki
from quire.wiki.wiki_folder import Review, Wiki
from quire.wiki.wiki_page import citations
from tests.wiki import answering, books


def grown(folder: Path) -> Wiki:
    """A wiki whose pages the rules wrote."""
    folder.mkdir(exist_ok=True)
    Wiki.create(folder / "w", books.files(folder)["manual.md"])
    for phase in PHASES[:3]:
        run_phase(folder / "w", phase, clock=FakeClock())
    return Wiki.open(folder / "w")


def tend(wiki: Wiki, answer: object = answering.good, rounds: int = 2, **options):
    with answering.asker(wiki.folder, "butler", answer, **options) as model:
        return run_phase(wiki.folder, "butler", rounds=rounds, clock=FakeClock(), model=model)


def bodies(wiki: Wiki) -> dict[str, str]:
    return {page.id: page.body for page in wiki.pages()}


def test_pages_of_the_rules_are_written_anew(tmp_path: Path):
    wiki = grown(tmp_path)
    before, found = bodies(wiki), review_wiki(wiki)
    tend(wiki)
    after = bodies(wiki)
    assert len([id_ for id_ in before if after[id_] != before[id_]]) >= 4
    assert all(b >= a for a, b in zip(found.measures, review_wiki(wiki).measures, strict=True))
    passages = {one.id: one for one in wiki.passages()}
    assert not [
        check_page(page, passages, wiki.page_ids())
        for page in wiki.pages()
        if check_page(page, passages, wiki.page_ids())
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "no JSON",
        {"sentences": []},
        {"sentences": [{"section": "lead", "text": "A shaft is false.", "sources": ["p1"]}]},
    ],
)
def test_a_hopeless_model_is_asked_little_and_changes_nothing(tmp_path: Path, answer: object):
    rules, wiki = grown(tmp_path / "rules"), grown(tmp_path / "model")
    run_phase(rules.folder, "butler", rounds=3, clock=FakeClock())
    script = ScriptedModel([ScriptedRule("", answer if isinstance(answer, str) else json.dumps(answer))])
    with scripted_asker(script, wiki.folder, "butler") as model:
        run_phase(wiki.folder, "butler", rounds=3, clock=FakeClock(), model=model)
    assert bodies(wiki) == bodies(rules)
    assert len(script.calls) <= 3 * 2 * 6


def test_passages_that_nothing_cites_are_told(tmp_path: Path):
    wiki = grown(tmp_path)
    for page in wiki.pages():
        if page.type == "chapter" and "p4" in citations(page.body):
            wiki.save(replace(page, body="\n\n".join(part for part in page.body.split("\n\n") if "[^p4]" not in part)))
        elif "p4" in citations(page.body):
            wiki.remove(page.id)
    assert review_wiki(wiki).coverage < 0.92
    told = "A plain tube of bronze is a sleeve bearing, and in it the shaft turns on oil."

    def answer(call):
        if call.name == "butler.chapter":
            return {"sentences": [{"section": "body", "text": told, "sources": ["p4"]}]}
        return answering.verdicts(call) if call.name == "verify" else {"sentences": []}

    tend(wiki, answer, rounds=1)
    chapter = wiki.page("chapter-2-bearings")
    assert "plain tube of bronze is a" in chapter.body
    assert "p4" in citations(chapter.body)
    assert chapter.body.rstrip().endswith("]]")  # the way to the chapters beside it stays last


def test_pages_with_findings_come_first(tmp_path: Path):
    wiki = grown(tmp_path)
    issues = tuple(f"model: sentence {at} unclear: x" for at in range(1, 9))
    wiki.add_review(Review("r9", "grow", "torque", "passed", 0.2, issues, "2026-01-01T00:00:00Z"))
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answering.good(call)))])
    with scripted_asker(script, wiki.folder, "butler", in_flight=1) as model:
        run_phase(wiki.folder, "butler", rounds=1, clock=FakeClock(), model=model)
    edits = [call for call in script.calls if call.name == "butler.grow"]
    assert answering.value(edits[0], "Subject of the page") == "Torque"
    assert "Name what a sentence speaks of" in edits[0].messages[1].text


def test_a_spent_budget_ends_the_butler_and_keeps_what_is_done(tmp_path: Path):
    wiki = grown(tmp_path)
    outcome = tend(wiki, limit=7_000, in_flight=1)
    assert outcome.status == "spent"
    assert review_wiki(wiki).exact == 1.0
