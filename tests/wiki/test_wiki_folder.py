"""The wiki's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import BadRequest, NotFound
from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import HouseRule, Review, Wiki
from quire.wiki.wiki_page import Page


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    (tmp_path / "whales.txt").write_text("Whales.")
    return Wiki.create(tmp_path / "wiki", tmp_path / "whales.txt", lang="en", PORT="8123")


def test_settings_are_kept_beside_what_people_wrote(wiki: Wiki):
    config = wiki.folder / "local" / "config.md"
    config.write_text(config.read_text() + "My notes.\n")
    wiki.configure(PORT="9000")
    assert (wiki.name, wiki.lang, wiki.config["PORT"]) == ("whales", "en", "9000")
    assert "My notes." in config.read_text()


def test_another_book_is_refused(wiki: Wiki, tmp_path: Path):
    other = tmp_path / "other.txt"
    other.write_text("Sharks.")
    with pytest.raises(BadRequest):
        Wiki.create(wiki.folder, other)
    assert Wiki.create(wiki.folder, tmp_path / "whales.txt").name == "whales"
    with pytest.raises(NotFound):
        Wiki.open(tmp_path)


def test_pages_come_back_and_move_with_their_type(wiki: Wiki):
    page = Page("whale", "Whale", "concept", "A mammal. [^p1]")
    wiki.save(page)
    wiki.save(Page("whale", "Whale", "animal", "A mammal. [^p1]"))
    assert wiki.page_ids() == {"whale": "animal"}
    assert wiki.has("whale")
    wiki.remove("whale")
    with pytest.raises(NotFound):
        wiki.page("whale")


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "a\0b", "*"])
def test_ids_are_never_paths(wiki: Wiki, name: str):
    with pytest.raises(BadRequest):
        wiki.save(Page(name, "t", "concept", "b"))
    assert not wiki.has(name)
    with pytest.raises(NotFound):
        wiki.page(name)


def test_passages_are_kept(wiki: Wiki):
    made = (Passage("p1", "One", 0, "text\n\n```\ncode\n```", ("One", "Part"), 3), Passage("p2", "One", 1, "鲸鱼"))
    wiki.save_passages(made)
    assert wiki.passages() == made
    assert wiki.passage("p2").text == "鲸鱼"
    with pytest.raises(NotFound):
        wiki.passage("p3")


def test_a_torn_line_is_ignored_and_cut(wiki: Wiki):
    review = Review("r1", "grow", "wiki", "passed", 1.0, (), "2026-01-01T00:00:00Z")
    wiki.add_review(review)
    with (wiki.folder / "reviews.jsonl").open("a") as file:
        file.write('{"id": "r2", "pha')
    assert wiki.reviews() == (review,)
    wiki.add_review(review)
    assert wiki.reviews() == (review, review)


def test_genes_are_replaced(wiki: Wiki):
    gene = HouseRule("g1", "n", "title", "t", "butler", 0.5, 0, "v")
    wiki.save_house_rules([gene])
    assert wiki.house_rules() == (gene,)


def test_lines_of_reviews_and_genes_that_are_none_are_left_out(wiki: Wiki):
    whole = {"id": "r1", "phase": "egg", "scope": "wiki", "status": "passed", "score": 1.0, "issues": ["a"]}
    for row in ({"id": "r0"}, {**whole, "created_at": "2026-11-21T18:00:00Z", "later": 1}):
        wiki.append("reviews.jsonl", row)
        wiki.append("genes.jsonl", row)
    assert wiki.reviews() == (Review("r1", "egg", "wiki", "passed", 1.0, ("a",), "2026-11-21T18:00:00Z"),)
    assert wiki.house_rules() == ()
