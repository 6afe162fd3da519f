"""The contents as a field."""

from __future__ import annotations

from quire.model.block import Span
from quire.write.printed_contents import Contents, ContentsEntry
from quire.write.word.document_look import Look
from quire.write.word.toc_field import toc_paragraphs
from quire.write.word.word_runs import Runs

LOOK = Look("Arial", "SimHei", 20)


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
        ContentsEntry((Span("1\tOne"),), "3", 1, None, left=72.0, label=24.0),
        ContentsEntry((Span("1.1\tTwo"),), "4", 2, None, left=90.0, label=30.0),
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


def test_a_list_of_figures_is_no_field() -> None:
    contents = Contents(0, frozenset((0,)), (ContentsEntry((Span("Figure 1"),), "3", 1, None),), 18.0)
    [found] = toc_paragraphs(contents, 400.0, LOOK, Runs(relate=str, pages={}), {}, as_field=False)
    assert "TOC \\o" not in found.content
    assert "dot" in found.parts["tabs"]
