"""Titles are compared by their letters and digits, in lower case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.layout.headings import declared_headings
from quire.layout.headings.declared_headings import fold
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import line


@given(st.text() | st.text(st.characters(max_codepoint=127)))
def test_letters_and_digits_are_kept_whatever_the_script(text):
    assert fold(text) == "".join(char for char in text if char.isalnum()).lower()


def test_titles_that_differ_in_signs_are_one():
    assert fold("3.1  Über uns – Teil_2") == fold("31 ÜBER UNS, Teil 2") == "31überunsteil2"
    assert fold("3.1  About us") == fold("31 ABOUT-US") == "31aboutus"
    assert fold("第一章 概论") == "第一章概论"


def test_depths_of_contents_on_odd_and_even_pages_with_other_margins():
    kinds = [("1", ("decimal", 1), 0), ("1.1", ("decimal", 2), 20), ("1.1.1", ("decimal", 3), 40)]
    entries = [
        declared_headings.ContentsEntry(
            f"{page}{number}", margin + indent, 10.0, bold=False, column=(page, 0), scheme=scheme
        )
        for page, margin in ((1, 72), (2, 110), (3, 72))
        for number, scheme, indent in (kinds if page != 2 else kinds[1:])
    ]
    found = declared_headings.contents_levels(entries)
    assert [found[f"{page}{number}"] for page in (1, 2, 3) for number in ("1.1", "1.1.1")] == [2, 3] * 3
    assert found["11"] == found["31"] == 1


def test_unnumbered_entries_of_several_depths_move_nothing():
    entries = [
        declared_headings.ContentsEntry(f"{page}-{indent}", 72.0 + indent, 10.0, bold=False, column=(page, 0))
        for page, indents in ((1, (0, 20, 40)), (2, (20, 40, 20)))
        for indent in indents
    ]
    found = declared_headings.contents_levels(entries)
    assert found["2-20"] == 2
    assert found["2-40"] == 3


def test_entries_of_a_list_of_figures_name_no_headings():
    entries = [
        Draft(2, rows_of([line(text, 72, 100 + 14 * at)]), Kind.ENTRY, left=72, right=540)
        for at, text in enumerate(("2 Soil ..... 4", "Table 3.1: Seeds ..... 5", "Figura 4 Plan ..... 6"))
    ]
    assert [entry.title for entry in declared_headings.contents_entries(entries)] == ["2soil"]


def bulleted(*texts):
    return [
        Draft(1, rows_of([line(f"• {text}", 72 + 20 * depth, 100 + 14 * at)]), left=72, right=540)
        for at, (text, depth) in enumerate(texts)
    ]


def test_the_items_of_a_list_that_stand_again_are_headings():
    items = bulleted(("Aims", 0), ("Method", 0), ("Sample", 1), ("Results", 0))
    body = [Draft(2, rows_of([line(name, 72, 100)]), left=72, right=540) for name in ("Aims", "Method", "Sample")]
    again = [*body, Draft(2, rows_of([line("Results", 72, 300)]), left=72, right=540)]
    entries = declared_headings.listed_entries(items)
    titles = {entry.title for entry in entries}
    standing = declared_headings.present_titles([*items, *again], titles, listed=True)
    found = declared_headings.listed_levels(entries, standing)
    assert found == {"aims": 1, "method": 1, "sample": 2, "results": 1}
    printed = declared_headings.known_levels([], {}, 0, found)
    assert [printed.level(draft, {}) for draft in (items[2], again[2])] == [0, 2]
    assert declared_headings.listed_levels(entries, standing - {"sample"}) == {}
    assert declared_headings.listed_entries(items[:3]) == []
