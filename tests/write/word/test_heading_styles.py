"""Headings as Word counts them."""

from __future__ import annotations

from dataclasses import replace

from quire.model.block import Heading
from quire.model.document import Document
from quire.write.word.heading_styles import find_subtitles, promote_headings
from tests import documents as make


def doc(*blocks):
    return replace(make.rich(), blocks=blocks)


TITLE = make.heading(1, "Report", title=True)


def texts(document: Document):
    return [h.spans[0].text for h in find_subtitles(document)]


def test_headings_move_up_below_a_title() -> None:
    document = promote_headings(doc(TITLE, make.heading(2, "A"), make.heading(3, "B")))
    assert [b.level for b in document.blocks if isinstance(b, Heading)] == [1, 1, 2]


def test_a_heading_right_below_the_title_and_alone_is_a_subtitle() -> None:
    assert texts(doc(TITLE, make.heading(2, "Work sheet"), make.paragraph("Text"))) == ["Work sheet"]


def test_a_heading_below_the_title_with_others_of_its_level_heads_its_text() -> None:
    blocks = (make.heading(2, "Scope"), make.paragraph("Text"), make.heading(2, "Terms"), make.paragraph("Text"))
    assert texts(doc(TITLE, *blocks)) == []


def test_a_heading_with_nothing_below_is_a_subtitle() -> None:
    blocks = (make.heading(2, "Version 2"), make.heading(1, "Scope"), make.paragraph("Text"), make.heading(2, "Terms"))
    assert texts(doc(TITLE, *blocks)) == ["Version 2"]


def test_behind_text_and_without_a_title_there_is_none() -> None:
    assert texts(doc(TITLE, make.paragraph("Text"), make.heading(2, "A"), make.paragraph("Text"))) == []
    assert texts(doc(make.heading(1, "A"), make.heading(2, "B"), make.paragraph("Text"))) == []
