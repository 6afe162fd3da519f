"""Titles of slides."""

from __future__ import annotations

from quire.model.block import Heading, Paragraph, Place, Span
from quire.model.document import PageInfo
from quire.model.geometry import Box
from quire.write.slides.slide_title import title_of
from tests import documents as make

PAGE = PageInfo(1, 960, 540)


def text(words: str, top: float, size: float) -> Paragraph:
    return Paragraph((Span(words, make.BODY._replace(size=size)),), (Place(1, Box(60, top, 800, top + size)),))


def head(words: str, top: float, size: float) -> Heading:
    return Heading(1, (Span(words, make.BODY._replace(size=size)),), (Place(1, Box(60, top, 800, top + size)),))


def test_the_largest_text_at_the_top() -> None:
    assert title_of([text("Title", 40, 32), text("body", 120, 18), text("body", 150, 18)], PAGE) == 0


def test_a_heading_wins_and_of_two_the_higher_one() -> None:
    assert title_of([text("small", 20, 10), head("First", 40, 24), head("Second", 200, 24)], PAGE) == 1


def test_the_middle_of_a_cover() -> None:
    assert title_of([text("Cover", 250, 48), text("by", 320, 18), text("date", 400, 18)], PAGE) == 0


def test_pages_of_plain_text_have_none() -> None:
    assert title_of([text("a", 40, 18), text("b", 100, 18), text("c", 200, 18)], PAGE) is None
    assert title_of([], PAGE) is None
    assert title_of([text("***", 40, 40), text("b", 100, 18)], PAGE) is None
