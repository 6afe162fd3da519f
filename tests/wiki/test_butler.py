"""Rounds of the butler: what is broken is mended, and nothing gets worse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quire.clock import FakeClock
from quire.jobs.books import run_phase
from quire.wiki.folder import Wiki
from quire.wiki.page import Page, links
from quire.wiki.phases import PHASES
from quire.wiki.review import review_wiki
from tests.wiki import books


def grown(tmp_path: Path) -> Wiki:
    Wiki.create(tmp_path / "w", books.files(tmp_path)["manual.md"])
    for phase in PHASES[:3]:
        run_phase(tmp_path / "w", phase, clock=FakeClock())
    return Wiki.open(tmp_path / "w")


def test_a_link_to_nowhere_becomes_text(tmp_path: Path):
    wiki = grown(tmp_path)
    page = wiki.page("shaft")
    wiki.save(replace(page, body=page.body.replace("[^p", "[[gone|words]] [^p", 1)))
    assert review_wiki(wiki).links < 1
    run_phase(wiki.folder, "butler", clock=FakeClock())
    assert review_wiki(wiki).links == 1
    assert "words [^p" in wiki.page("shaft").body


def test_twins_are_joined_and_links_follow(tmp_path: Path):
    wiki = grown(tmp_path)
    wiki.save(Page("gear-two", "Gear", "concept", wiki.page("gear").body.split("\n\n")[0], summary="s"))
    shaft = wiki.page("shaft")
    wiki.save(replace(shaft, body=f"{shaft.body}\n\n[[gear-two|Gear]]"))
    run_phase(wiki.folder, "butler", clock=FakeClock())
    assert not (wiki.has("gear-two") and wiki.has("gear"))
    assert review_wiki(wiki).links == 1
    assert review_wiki(wiki).unique == 1
    assert [gene.kind for gene in wiki.genes()] == ["title"]


def test_an_orphan_is_adopted(tmp_path: Path):
    wiki = grown(tmp_path)
    passage = wiki.passages()[0]
    wiki.save(Page("alone", "Alone", "concept", f"{passage.text.split('. ')[0]}. [^{passage.id}]", summary="s"))
    run_phase(wiki.folder, "butler", clock=FakeClock())
    assert "alone" in {link.target for page in wiki.pages() for link in links(page.body)}


def test_a_round_that_gains_nothing_is_the_last(tmp_path: Path):
    wiki = grown(tmp_path)
    outcome = run_phase(wiki.folder, "butler", rounds=0, clock=FakeClock())
    assert outcome.rounds <= 3
    assert outcome.gained >= 0
    assert run_phase(wiki.folder, "butler", rounds=5, clock=FakeClock()).rounds == 1


def test_a_round_with_nothing_to_do_says_nothing_twice(tmp_path: Path):
    wiki = grown(tmp_path)
    assert run_phase(wiki.folder, "butler", rounds=0, clock=FakeClock()).settled
    log = wiki.folder / "log" / "butler.log"
    first, reviews = log.read_text(encoding="utf-8"), len(wiki.reviews())
    assert first.count("Nothing more is gained.") == 1
    assert run_phase(wiki.folder, "butler", rounds=1, clock=FakeClock()).settled
    assert (log.read_text(encoding="utf-8"), len(wiki.reviews())) == (first, reviews)
