"""The scorer of the gate: known small examples by hand, and what must hold for every page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quality.content import Cell, Content, Formula, Heading, Item, Paragraph, Table, unmarked
from quality.formula_match import tokens
from quality.measures import MEASURES, neighbours, score, table_pairs, teds
from quality.read_content import markdown_content, product_content, truth_content

PAGES = Path(__file__).resolve().parents[2] / "quality" / "pages"


def grid(*rows: str, header_rows: int = 1) -> Table:
    """A table; the cells of a row are words."""
    cells = [Cell(row, col, text) for row, line in enumerate(rows) for col, text in enumerate(line.split())]
    return Table(tuple(cells), header_rows)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("（1）SIMC法", "SIMC法"),
        ("1、计算", "计算"),
        ("二、 计算", "计算"),
        ("① 计算", "计算"),
        ("a) b", "a) b"),
        ("3.5 V at most", "3.5 V at most"),
        ("3. Aims", "Aims"),
        ("(see below)", "(see below)"),
    ],
)
def test_an_item_is_compared_without_a_typed_marker(text: str, rest: str) -> None:
    assert unmarked(text) == rest


words = st.text("abc表1 ", min_size=1, max_size=6).filter(str.strip)
tables = st.integers(2, 4).flatmap(
    lambda cols: st.lists(st.lists(words, min_size=cols, max_size=cols), min_size=1, max_size=4).map(
        lambda rows: Table(tuple(Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)), 1)
    )
)
blocks = st.one_of(
    st.builds(Heading, st.integers(1, 6), words),
    st.builds(Item, st.integers(0, 3), words),
    st.builds(Paragraph, words),
    tables,
)
contents = st.builds(Content, st.lists(blocks, min_size=1, max_size=6), st.lists(words, max_size=3))


@given(contents)
def test_a_truth_against_itself_is_one_in_every_measure(content: Content):
    assert set(score(content, content).values()) == {1.0}


@given(contents, contents)
def test_every_measure_lies_between_zero_and_one(truth: Content, found: Content):
    scores = score(truth, found)
    assert all(0 <= value <= 1 for value in scores.values())
    assert list(scores) == [name for name in MEASURES if name in scores]


@given(contents)
def test_an_empty_result_finds_nothing(truth: Content):
    scores = score(truth, Content())
    assert scores["order"] == 0
    assert {name for name, value in scores.items() if value > 0} <= {"no_false_table", "furniture_precision"}


@given(tables, tables)
def test_teds_is_symmetric(one: Table, other: Table):
    assert teds(one, other) == pytest.approx(teds(other, one))


def test_teds_of_a_lost_row():
    whole, part = grid("a b", "c d", "e f"), grid("a b", "c d")
    assert teds(whole, part) == pytest.approx(1 - 3 / 10)  # a row and two cells of ten nodes


def test_teds_of_a_changed_text_counts_what_changed():
    assert teds(grid("abcd x", "y z"), grid("abce x", "y z")) == pytest.approx(1 - 0.25 / 7)


def test_teds_of_a_place_without_a_cell_is_that_of_an_empty_cell():
    whole = Table((Cell(0, 0, "a"), Cell(0, 1, "b"), Cell(1, 0, ""), Cell(1, 1, "c")), 1)
    assert teds(whole, Table((Cell(0, 0, "a"), Cell(0, 1, "b"), Cell(1, 1, "c")), 1)) == 1


def test_teds_of_another_span_is_another_cell():
    merged = Table((Cell(0, 0, "a", 1, 2), Cell(1, 0, "b"), Cell(1, 1, "c")))
    flat = Table((Cell(0, 0, "a"), Cell(1, 0, "b"), Cell(1, 1, "c")))
    assert teds(merged, flat) == pytest.approx(1 - 2 / 7)  # and the place that it covers, empty in the other


def test_neighbours_go_right_and_down_and_skip_empty_places():
    table = Table((Cell(0, 0, "a"), Cell(0, 1, ""), Cell(0, 2, "b"), Cell(1, 0, "c"), Cell(1, 2, "d")))
    assert sorted(neighbours(table)) == [
        ("a", "b", "right"),
        ("a", "c", "down"),
        ("b", "d", "down"),
        ("c", "d", "right"),
    ]


def test_a_merged_cell_has_each_neighbour_once():
    table = Table((Cell(0, 0, "a", 2, 1), Cell(0, 1, "b"), Cell(1, 1, "c")))
    assert sorted(neighbours(table)) == [("a", "b", "right"), ("a", "c", "right"), ("b", "c", "down")]


def test_tables_pair_with_what_shares_most_cells():
    first, second = grid("a b", "c d"), grid("p q", "r s")
    assert table_pairs([first, second], [second, first]) == [(0, 1), (1, 0)]
    assert table_pairs([first], [second]) == []


def test_a_table_where_there_is_none_is_false():
    scores = score(Content([Paragraph("a b")]), Content([grid("a b")]))
    assert scores["no_false_table"] == 0
    assert "teds" not in scores


def test_a_table_more_costs_what_a_lost_one_does():
    table = grid("a b", "c d")
    assert score(Content([table]), Content([table, grid("x y")]))["teds"] == pytest.approx(0.5)
    assert score(Content([table, grid("x y")]), Content([table]))["teds"] == pytest.approx(0.5)


def test_header_rows_are_counted():
    assert score(Content([grid("a b", "c d")]), Content([grid("a b", "c d", header_rows=0)]))["header_rows"] == 0


def test_headings_with_another_level():
    truth = Content([Heading(1, "One"), Heading(2, "Two")])
    scores = score(truth, Content([Heading(1, "One"), Heading(3, "Two"), Heading(3, "more")]))
    assert scores["headings"] == pytest.approx(4 / 5)
    assert scores["levels"] == pytest.approx(2 / 5)


def test_levels_may_all_be_shifted():
    truth = Content([Heading(1, "One"), Heading(2, "Two"), Heading(1, "Three")])
    assert score(truth, Content([Heading(2, "One"), Heading(3, "Two"), Heading(2, "Three")]))["levels"] == 1
    assert score(truth, Content([Heading(2, "One"), Heading(2, "Two"), Heading(2, "Three")]))[
        "levels"
    ] == pytest.approx(2 / 3)


def test_header_rows_that_nobody_marked_are_not_measured():
    truth = markdown_content("<table><tr><td>a</td><td>b</td></tr></table>")
    assert "header_rows" not in score(truth, Content([grid("a b", header_rows=1)]))


def test_furniture_is_measured_only_where_it_is_known():
    found = Content([Paragraph("a")], ["head", "body line"])
    assert score(Content([Paragraph("a")], ["head", "foot"]), found)["furniture_precision"] == pytest.approx(0.5)
    assert score(Content([Paragraph("a")], ["head", "foot"]), found)["furniture_recall"] == pytest.approx(0.5)
    assert "furniture_recall" not in score(Content([Paragraph("a")]), found)


def test_leaders_and_spaces_are_no_text():
    truth = Content([Paragraph("Energy 12")])
    assert score(truth, Content([Paragraph("Energy ........ 12")]))["order"] == 1


def test_markdown_and_the_product_s_json_say_the_same():
    text = '# One\n\nText.\n\n- a\n    - b\n\n<table><tr><th>x</th><th>y</th></tr><tr><td colspan="2">z</td></tr></table>\n'
    cell = {"row_span": 1, "col_span": 1}
    table = {
        "type": "table",
        "caption": None,
        "header_rows": 1,
        "cells": [
            {"row": 0, "col": 0, "text": "x", **cell},
            {"row": 0, "col": 1, "text": "y", **cell},
            {"row": 1, "col": 0, "text": "z", **cell, "col_span": 2},
        ],
    }
    nested = {"type": "list", "items": [{"blocks": [{"type": "paragraph", "text": "b"}]}]}
    document = {
        "blocks": [
            {"type": "heading", "level": 1, "text": "One"},
            {"type": "paragraph", "text": "Text."},
            {"type": "list", "items": [{"blocks": [{"type": "paragraph", "text": "a"}, nested]}]},
            table,
        ],
        "furniture": [],
    }
    assert product_content(document).blocks == markdown_content(text).blocks


def test_a_numbered_paragraph_of_markdown_is_an_item_on_both_sides():
    document = {"blocks": [{"type": "paragraph", "text": "1. Aims 3"}], "furniture": []}
    assert product_content(document, as_markdown=True).blocks == markdown_content("1. Aims 3").blocks
    assert product_content(document).blocks == [Paragraph("1. Aims 3")]


def test_a_table_of_one_column_is_its_texts():
    assert markdown_content("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>").blocks == [
        Paragraph("a"),
        Paragraph("b"),
    ]


@pytest.mark.parametrize("path", sorted(PAGES.glob("*/*.json")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_truths_can_be_read_and_match_themselves(path: Path):
    content = truth_content(path)
    assert path.with_suffix(".pdf").is_file()
    assert set(score(content, content).values()) == {1.0}


def test_formulas_are_matched_by_their_tokens_and_numbers_by_their_formula() -> None:
    truth = Content([Formula("", r"x = \frac{a}{b}", "(1)"), Formula("", r"y = \sum_{i} z_i")])
    found = Content([Formula("", r"x = \dfrac{a}{b}", "(2)"), Formula("", r"q\geq r")])
    scores = score(truth, found)
    assert (scores["formulas"], scores["labels"], scores["no_false_formula"]) == (0.5, 0.0, 0.5)


def test_spaces_and_what_rows_are_set_in_do_not_count_in_formulas() -> None:
    assert tokens(r"\begin{pmatrix} a \\ b \end{pmatrix}\,dx") == ["a", r"\\", "b", "d", "x"]


def test_formulas_are_text_where_the_truth_does_not_tell_them_apart() -> None:
    scores = score(Content([Paragraph("a = b (1)")]), Content([Formula("a = b", "a=b", "(1)")]))
    assert scores["paragraphs"] == 1
    assert "formulas" not in scores


def test_lines_of_a_program_count_as_the_truth_divides_them() -> None:
    found = Content([Paragraph("a = 1\nb = 2\nprint(a)")])
    assert score(Content([Paragraph("a = 1"), Paragraph("b = 2"), Paragraph("print(a)")]), found)["paragraphs"] == 1.0
    assert score(Content([Paragraph("a = 1 b = 2 print(a)")]), found)["paragraphs"] == 1.0
    assert score(Content([Paragraph("a = 1"), Paragraph("other"), Paragraph("lines")]), found)["paragraphs"] == 0.0
