"""Which subjects have a page."""

from __future__ import annotations

import pytest

from quire.wiki.page_types import PageType
from quire.wiki.page_worth import has_page
from quire.wiki.subjects.subject_candidates import Candidate

DEFINED, NAMED_ONLY = 1.5, -4.0
"""Log odds that a sentence says what a term is."""


def worth(
    score: float = -0.6,
    told: float = NAMED_ONLY,
    *,
    mentions: int = 2,
    reasons: tuple[str, ...] = (),
    kind: PageType = PageType.CONCEPT,
) -> bool:
    return has_page(Candidate("Summit", kind, score, [], [*reasons]), mentions, {0: told}, "en")


def test_a_defined_term_has_a_page():
    assert worth(told=DEFINED)


def test_a_term_that_is_only_named_has_none_unless_much_speaks_for_it():
    assert not worth()
    assert worth(score=4.0)


@pytest.mark.parametrize("sign", ["index", "glossary", "model"])
def test_a_term_that_the_book_or_a_reader_lists_has_one(sign: str):
    assert worth(reasons=(sign,))


def test_persons_need_no_definition():
    assert worth(kind=PageType.PERSON)
    assert worth(kind=PageType.PERSON, mentions=1)
    assert not worth(kind=PageType.PLACE, mentions=1)


def test_what_is_said_of_an_english_term_counts_less_than_what_speaks_for_it():
    assert worth(score=1.8)
    assert not worth(score=1.6)
    assert worth(score=-0.9, told=DEFINED)
    assert not worth(score=-1.1, told=DEFINED)


def test_one_sentence_is_too_few_unless_it_defines_the_word_or_the_book_stresses_it():
    assert not worth(score=4.0, mentions=1)
    assert worth(score=4.0, mentions=1, reasons=("emphasis",))
    assert worth(told=DEFINED, mentions=1)


def test_what_a_chinese_book_tells_counts_more_than_that_it_has_a_heading():
    told, untold = ({0: odds} for odds in (0.5, -1.5))
    named, told_of = (Candidate("山顶", PageType.CONCEPT, score, [], ["heading"]) for score in (0.6, -1.2))
    assert not has_page(named, 9, untold, "zh")
    assert has_page(named, 9, untold, "en")
    assert has_page(told_of, 9, told, "zh")
