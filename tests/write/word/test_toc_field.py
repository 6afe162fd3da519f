"""The contents as a field."""

from __future__ import annotations

from quire.model.block import Place, Span
from quire.model.geometry import Box
from quire.model.page import Style
from quire.write.printed_contents import Contents, ContentsEntry
from quire.write.word.document_look import Look
from quire.write.word.toc_field import toc_paragraphs
from quire.write.word.word_runs import Runs

LOOK = Look("Arial", "SimHei", 20)


def at(top: float, left: float = 72.0) -> Place:
    return Place(1, Box(left, top, 500.0, top + 10.0))


def test_entries_are_links_with_page_fields() -> None:
    entries = (
        ContentsEntry((Span("One"),), "3", 1, 0),
        ContentsEntry((Span("Two"),), "iv", 2, None, "#p4", dots=False),
    )
    found = list(
        toc_paragraphs(
            Contents(0, frozenset((0, 1)), entries, 18.0), 400.0, LOOK, Runs(relate=str, pages={}), {4: "p4"}
        )
    )
    assert [p.style for p in found] == ["TOC1", "TOC2"]
    assert 'w:anchor="_Toc000001"' in found[0].content
    assert "PAGEREF _Toc000001" in found[0].content
    assert 'TOC \\o "1-2"' in found[0].content
    assert 'w:anchor="p4"' in found[1].content
    assert ["dot" in p.parts["tabs"] for p in found] == [True, False]
    assert [p.before for p in found] == [5.5, 5.5]
    assert found[1].content.endswith('<w:r><w:fldChar w:fldCharType="end"/></w:r>')


def test_entries_stand_where_they_did_and_their_titles_behind_a_tab() -> None:
    entries = (
        ContentsEntry((Span("1\tOne"),), "3", 1, None, place=at(100.0), label=24.0),
        ContentsEntry((Span("1.1\tTwo"),), "4", 2, None, place=at(118.0, 90.0), label=30.0),
    )
    contents = Contents(0, frozenset((0, 1)), entries, 18.0)
    found = list(toc_paragraphs(contents, 400.0, LOOK, Runs(relate=str, pages={}), {}))
    assert [p.parts["ind"] for p in found] == ['<w:ind w:left="0"/>', '<w:ind w:left="360"/>']
    assert [p.parts["tabs"].count("w:tab ") for p in found] == [2, 2]
    assert ['w:val="left" w:pos="480"' in found[0].parts["tabs"], 'w:pos="960"' in found[1].parts["tabs"]] == [
        True,
        True,
    ]
    assert found[1].content.count("<w:tab/>") == 2


def test_white_between_groups_of_entries_and_the_type_of_page_numbers_are_those_of_the_source() -> None:
    bold = Style("Arial", 12.0, bold=True, italic=False, mono=False, color=0)
    tops = (100.0, 118.0, 154.0)
    entries = tuple(ContentsEntry((Span("One"),), "3", 1, None, place=at(top), number=bold) for top in tops)
    contents = Contents(0, frozenset((0, 1, 2)), entries, 18.0)
    found = list(toc_paragraphs(contents, 400.0, LOOK, Runs(relate=str, pages={}), {}))
    assert [p.before for p in found] == [5.5, 5.5, 23.5]
    assert [p.content.count("<w:b/>") for p in found] == [2, 2, 2]  # the tab with its leaders, and the number


def test_a_list_of_figures_is_no_field() -> None:
    contents = Contents(0, frozenset((0,)), (ContentsEntry((Span("Figure 1"),), "3", 1, None),), 18.0)
    [found] = toc_paragraphs(contents, 400.0, LOOK, Runs(relate=str, pages={}), {}, as_field=False)
    assert "TOC \\o" not in found.content
    assert "dot" in found.parts["tabs"]
