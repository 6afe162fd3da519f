"""The contents as a field."""

from __future__ import annotations

from quire.model.block import Span
from quire.write.printed_contents import Contents, ContentsEntry
from quire.write.word.document_look import Look
from quire.write.word.toc_field import toc_paragraphs, toc_title
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


def test_titles_are_in_the_language_of_the_text() -> None:
    assert ["目录" in toc_title("zh").content, "Contents" in toc_title("en").content] == [True, True]
