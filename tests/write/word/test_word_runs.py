"""Runs say only what differs from their paragraph's style."""

from __future__ import annotations

from quire.model.block import Span
from quire.write.word.document_look import Look
from quire.write.word.word_runs import PartLinks, Runs, RunTraits, run, run_properties
from tests import documents as make

LOOK = Look("Times New Roman", "SimSun", 20)
SAME = make.BODY._replace(font="Times-Roman", size=9.96)


def test_the_same_look_needs_no_properties() -> None:
    assert run_properties(SAME, LOOK) == ""
    assert run_properties(None, LOOK, RunTraits(east_asian=True)) == ""


def test_differences() -> None:
    style = SAME._replace(bold=True, size=14.0, color=0xFF0000)
    assert run_properties(style, LOOK) == (
        '<w:rPr><w:b/><w:bCs/><w:color w:val="FF0000"/><w:sz w:val="28"/><w:szCs w:val="28"/></w:rPr>'
    )
    assert run_properties(SAME, LOOK._replace(bold=True)) == '<w:rPr><w:b w:val="0"/><w:bCs w:val="0"/></w:rPr>'
    assert "superscript" in run_properties(SAME._replace(rise=1, size=6.0), LOOK)
    assert "w:sz " not in run_properties(SAME._replace(rise=1, size=6.0), LOOK)


def test_east_asian_fonts_go_to_their_own_slot() -> None:
    kai = SAME._replace(font="KaiTi")
    assert 'w:eastAsia="KaiTi"' in run_properties(kai, LOOK, RunTraits(east_asian=True))
    assert run_properties(SAME._replace(font="SimSun"), LOOK, RunTraits(east_asian=True)) == ""


def test_latin_letters_of_east_asian_fonts_are_in_one_that_is_everywhere() -> None:
    assert 'w:ascii="Arial"' in run_properties(SAME._replace(font="SimHei"), LOOK)
    assert run_properties(SAME._replace(font="SimSun"), LOOK) == ""


def test_tabs_and_line_ends_are_elements() -> None:
    assert run("a\tb\nc ") == ('<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t xml:space="preserve">c </w:t></w:r>')


def test_spans_of_one_link_are_one_hyperlink() -> None:
    links = PartLinks()
    runs = Runs(relate=links.relate, pages={2: "p2"})
    spans = (
        Span("a", SAME, "https://x.org/"),
        Span("b", SAME._replace(bold=True), "https://x.org/"),
        Span("c", SAME, "#p2"),
    )
    markup = runs.write(spans, LOOK)
    assert markup.count("<w:hyperlink") == 2
    assert list(links) == ["https://x.org/"]
    assert 'w:anchor="p2"' in markup


def test_a_link_to_a_page_that_is_not_there_is_text() -> None:
    assert "hyperlink" not in Runs(relate=str, pages={}).write((Span("x", SAME, "#p9"),), LOOK)


def test_white_text_stays_white_where_its_ground_lets_it_be_read() -> None:
    """Word's own table styles set white text on grounds of medium brightness."""
    white = [Span("x", SAME._replace(color=0xFFFFFF))]
    runs = Runs(relate=str, pages={})
    grounds = (None, 0xEEEEEE, 0x5B9BD5, 0xFFC000, 0x203060)
    assert ['w:val="FFFFFF"' in runs.write(white, LOOK, ground=one) for one in grounds] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert "w:color" not in runs.write([Span("x", SAME)], LOOK, ground=0x203060)
