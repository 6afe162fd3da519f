"""Which subjects have a page."""

from __future__ import annotations

import pytest

from quire.wiki.page_planner import all_sentences
from quire.wiki.page_types import PageType
from quire.wiki.page_worth import PageWorth
from quire.wiki.passage import Passage
from quire.wiki.subjects.subject_candidates import Candidate

_TEXT = (
    "A mutex is a lock that one thread holds at a time. Many threads share the mutex. "
    "The program takes a summit. They reach the summit. The summit ends. "
    "Scheduling takes place often. Nobody sees the scheduling."
)
_PASSAGES = [Passage("p1", "One", 0, _TEXT, ("Threads", "Scheduling"))]
_SENTENCES = all_sentences(_PASSAGES, "en")


def _worth(title: str, kind: str = PageType.CONCEPT, score: float = 0.3, reasons: tuple[str, ...] = ()) -> bool:
    one = Candidate(title, kind, score, [], [*reasons])
    good = [number for number, each in enumerate(_SENTENCES) if title.lower() in each.text.lower()]
    return PageWorth(_SENTENCES, _PASSAGES).worth(one, good, "en")


def test_a_defined_term_has_a_page():
    assert _worth("Mutex")


def test_a_term_that_is_only_named_has_none():
    assert not _worth("Summit")


@pytest.mark.parametrize("sign", ["index", "glossary", "model"])
def test_a_term_that_the_book_or_a_reader_lists_has_one(sign: str):
    assert _worth("Summit", reasons=(sign,))


def test_a_term_above_a_section_or_with_much_evidence_has_one():
    assert _worth("Scheduling")
    assert _worth("Summit", score=3.0)


def test_persons_need_no_definition():
    assert _worth("Summit", PageType.PERSON)


def test_one_sentence_is_too_few():
    assert not _worth("Lock", score=3.0)


def test_an_english_name_is_no_evidence_that_something_is_said_of_a_chinese_term():
    one = Candidate("信号", PageType.CONCEPT, 7.0, ["signal"], ["english"])
    passages = [Passage("p1", "一", 0, "程序会用到信号（signal）。他们收到了信号。", ())]
    sentences = all_sentences(passages, "zh")
    assert not PageWorth(sentences, passages).worth(one, range(len(sentences)), "zh")
    one.reasons = []
    assert PageWorth(sentences, passages).worth(one, range(len(sentences)), "zh")
