"""What may be furniture in a document of several pages, whatever the trees say."""

from __future__ import annotations

import pytest

from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.furniture_choice import DocumentEnds, choose, features_of
from quire.layout.furniture.repeated_lines import repetitions
from quire.layout.furniture.running_text import signature
from quire.layout.tables.boosted_trees import Trees

SURE = Trees([3.0], [[]], [], [], [])
"""They call every row furniture."""


def end(text: str, baseline: float = 40.0) -> EndRow:
    return EndRow(True, text, signature(text), baseline, 8.0, ((text, text),), apart=True)


def chosen(*pages: list[EndRow], trees: Trees = SURE) -> list[list[int]]:
    margins = [PageMargins(n, 600.0, 800.0, 40, tuple(rows), ()) for n, rows in enumerate(pages, 1)]
    return choose(DocumentEnds(margins, repetitions(margins), {}, {}, 10.0), trees)


def test_a_row_that_no_page_repeats_is_text():
    assert chosen([end("A line of text")], [end("Another", 60.0)]) == [[], []]
    assert chosen([end("The yearly report")], [end("The yearly report")]) == [[0], [0]]
    assert chosen([end("The yearly report")], [end("The yearly report", 60.0)]) == [[], []]


def test_a_part_that_continues_and_the_tags_need_no_other_page():
    for row in (end("A line")._replace(continued=True), end("A line")._replace(tagged=1)):
        assert chosen([row], []) == [[0], []]


def test_what_the_tags_call_content_needs_more():
    assert chosen([end("The yearly report")._replace(tagged=-1)], [end("The yearly report")]) == [[], [0]]


@pytest.mark.parametrize(("title", "taken"), [(True, [[], []]), (False, [[0], [0]])])
def test_titles_of_which_only_the_number_differs_are_headings(title: bool, taken: list[list[int]]):
    assert chosen(*([end(f"Exercise {n}")._replace(title=title)] for n in (1, 2))) == taken


def test_a_large_number_is_no_heading():
    assert chosen(*([end(str(n))._replace(title=True)] for n in (1, 2))) == [[0], [0]]


def test_the_head_of_a_table_stays():
    assert chosen(*([end("Name Sum")._replace(heads_table=True)] for _ in range(3))) == [[], [], []]


def test_a_footnote_with_its_mark_in_the_text_stays():
    assert chosen(*([end(f"{n} Ibid.")._replace(note=True)] for n in (1, 2))) == [[], []]


def test_nothing_inwards_of_text_is_furniture():
    pages = [[end(f"The {word} lesson"), end("What you will learn", 60.0)] for word in ("first", "next")]
    pages[1][0] = pages[1][0]._replace(baseline=44.0)
    assert chosen(*pages) == [[], []]
    assert chosen(*([end("Report"), end("Garden", 60.0)] for _ in range(2))) == [[0, 1], [0, 1]]


def test_the_features_are_as_many_as_the_stored_trees_ask_for():
    margins = [PageMargins(n, 600.0, 800.0, 40, (end("Report"), end("Garden", 60.0)), ()) for n in (1, 2)]
    found = features_of(DocumentEnds(margins, repetitions(margins), {("Garden", 8.0): 1}, {}, 10.0))
    assert [(page, at) for page, at, _ in found] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {len(features) for _, _, features in found} == {24}
