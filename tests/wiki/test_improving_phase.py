"""Rounds of the butler: what is broken is mended, and nothing gets worse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.wiki.page_types import LISTS
from quire.wiki.phases import PHASES
from quire.wiki.review import review_wiki
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page, links
from tests.wiki import books


def grown(tmp_path: Path, book: Path | None = None) -> Wiki:
    Wiki.create(tmp_path / "w", book or books.files(tmp_path)["manual.md"])
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
    assert [gene.kind for gene in wiki.house_rules()] == ["title"]


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
    assert first.count("Another round would improve nothing.") == 1
    assert run_phase(wiki.folder, "butler", rounds=1, clock=FakeClock()).settled
    assert (log.read_text(encoding="utf-8"), len(wiki.reviews())) == (first, reviews)


def test_passages_that_no_page_cites_are_told_where_a_reader_looks(tmp_path: Path):
    parts = ("gear", "shaft", "bearing", "spring", "lever", "wheel", "valve", "piston")
    says = (
        "The {0} of mill {1} was made of {2} by the smith of village {1}, and it turned {3} times in an hour of work."
    )
    text = "".join(
        f"# The {one.title()}\n\n"
        + "".join(
            " ".join(says.format(one, 9 * at + n, ("iron", "oak", "brass")[n % 3], 100 + 9 * at + n) for n in range(9))
            + "\n\n"
            for at in range(5)
        )
        for one in parts
    )
    (tmp_path / "mills.md").write_text(text)
    wiki = grown(tmp_path, tmp_path / "mills.md")
    for page in list(wiki.pages()):
        if page.type not in LISTS:
            wiki.save(replace(page, body=page.body[: page.body.index("]", page.body.index("[^")) + 1]))
    before = review_wiki(wiki)
    assert before.coverage < 0.9
    outcome = run_phase(wiki.folder, "butler", clock=FakeClock())
    after = review_wiki(wiki)
    assert after.coverage > before.coverage
    assert outcome.gained > 0
    assert (after.cited, after.exact, after.links) == (1, 1, 1)
    assert any("\n\n## More from the book\n\n" in page.body for page in wiki.pages())
