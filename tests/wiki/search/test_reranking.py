"""The order of pages and passages: how they stand to the answer, and one of each section first."""

from __future__ import annotations

import pytest

from quire.wiki.search.reranking import (
    FEATURES,
    WEIGHTS,
    PageCandidate,
    page_features,
    rerank_pages,
    rerank_passages,
    term_share,
)

RARITY = {"worm": 3.0, "gear": 1.0}


def candidate(row: int, **changed: object) -> PageCandidate:
    plain = PageCandidate(row, words=1.0, begins=0.5, place=1, title="shaft", headings=f"part{row}")
    return plain._replace(**changed)


def test_every_feature_has_a_weight():
    assert len(FEATURES) == len(WEIGHTS) == len(page_features(candidate(1), RARITY))


def test_rare_words_of_a_question_weigh_more():
    assert term_share("a worm worm shaft", RARITY) == pytest.approx(0.75)
    assert term_share("a gear", RARITY) == pytest.approx(0.25)
    assert term_share("", RARITY) == term_share("worm", {}) == 0


@pytest.mark.parametrize(
    "better",
    [
        {"words": 1.1},
        {"begins": 1.0},
        {"place": 0},
        {"headings": "worm gear"},
        {"headings": "part worm"},
    ],
)
def test_what_puts_a_page_first(better: dict[str, object]):
    assert rerank_pages([candidate(1), candidate(2, **better)], RARITY)[0][0] == 2


def test_a_page_that_is_only_a_word_of_the_question_stands_behind_one_on_more():
    general, special = candidate(1, title="gear"), candidate(2, title="backlash of a gear")
    assert [row for row, _ in rerank_pages([general, special], RARITY)] == [2, 1]


def test_further_pages_on_one_section_stand_behind_other_sections():
    same = [candidate(row, words=2.0 - row / 100, headings="teeth of gears", section="teeth") for row in range(3)]
    other = candidate(7, words=1.6)
    assert [row for row, _ in rerank_pages([*same, other], RARITY)] == [0, 7, 1, 2]


def test_pages_without_a_section_have_their_own():
    alone = [candidate(row, words=2.0 - row / 100, headings="") for row in range(3)]
    assert [row for row, _ in rerank_pages([*alone, candidate(7, words=1.6)], RARITY)] == [0, 1, 2, 7]


def test_scores_fall_and_none_is_below_nothing():
    found = [candidate(row, words=0.0, begins=0.0, title="gear", headings="x", place=9) for row in range(9)]
    scores = [score for _, score in rerank_pages(found, RARITY)]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 0


def test_passages_gain_by_their_headings_and_share_the_top():
    found = [(1, 4.0, "oil", 0), (2, 3.9, "oil", 0), (3, 3.85, "worm gear", 1), (4, 3.2, "shaft", 2)]
    assert [row for row, _ in rerank_passages(found, RARITY)] == [3, 1, 4, 2]
    chapter = [(row, score, headings, -1) for row, score, headings, _ in found]  # of a story: no answer as a whole
    assert [row for row, _ in rerank_passages(chapter, RARITY)] == [3, 1, 2, 4]
    assert rerank_passages([], RARITY) == []
