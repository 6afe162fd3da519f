"""Tables whose rows and cells are tagged."""

from __future__ import annotations

from dataclasses import replace

from quire.layout.tables.grids import FoundTable
from quire.layout.tables.ruled import find
from quire.layout.tables.tagged_tables import with_tagged
from quire.model.page import Line, Page, Rule, Tag
from tests.layout.table_pages import across, cells, down, line, page, texts


def tagged(found: Line, mcid: int) -> Line:
    return found._replace(words=tuple(word._replace(mcid=mcid) for word in found.words))


def cell(row: int, col: int, table: int = 1, *roles: str) -> Tag:
    return Tag(
        ("Document", "Table", "TR", "TD", "P", *roles), (0, table, 10 + row, 100 * row + col, 100 * row + col + 50)
    )


def tables(
    rows: list[list[list[Line]]], rules: tuple[Rule, ...] = (), others: tuple[Line, ...] = ()
) -> list[FoundTable]:
    """Of cells with lines each; places without lines are no cells."""
    lines: list[Line] = []
    tags: dict[int, Tag] = {}
    for r, row in enumerate(rows):
        for c, own in enumerate(row):
            if own:
                tags[10 * r + c] = cell(r, c)
            lines += [tagged(one, 10 * r + c) for one in own]
    tags[99] = Tag(("Document", "P"), (0, 9))
    shown: Page = replace(page([*lines, *(tagged(one, 99) for one in others)], rules), tags=tags)
    return with_tagged(shown, list(shown.lines), [])


def test_wrapped_cells_without_rules_are_whole() -> None:
    top = [[line("Tuned", 72, 100), line("model", 72, 112)], [line("Mean score", 200, 100)]]
    low = [[line("Random", 72, 130), line("forest", 72, 142)], [line("0.8277", 200, 130), line("(0.05)", 200, 142)]]
    (found,) = tables([top, low])
    assert texts(found) == [["Tuned model", "Mean score"], ["Random forest", "0.8277\n(0.05)"]]
    assert found.table.grid.confidence > 0.9


def test_one_line_of_two_cells_is_cut() -> None:
    both = line("Model Accuracy", 72, 100)
    words = both.words[0]._replace(mcid=0), both.words[1]._replace(mcid=1)
    low = [tagged(line("SVM", 72, 116), 10), tagged(line("0.85", 105, 116), 11)]
    tags = {0: cell(0, 0), 1: cell(0, 1), 10: cell(1, 0), 11: cell(1, 1)}
    shown = replace(page([both._replace(words=words), *low]), tags=tags)
    (found,) = with_tagged(shown, list(shown.lines), [])
    assert texts(found) == [["Model", "Accuracy"], ["SVM", "0.85"]]


def test_rules_show_what_a_cell_spans() -> None:
    rules = (
        *(across(y, 60, 360) for y in (88, 148)),
        across(118, 160, 360),
        *(down(x, 88, 148) for x in (60, 160, 360)),
        down(260, 118, 148),
    )
    top = [[line("Group", 72, 120)], [line("Both years", 170, 106)]]
    low: list[list[Line]] = [[], [line("2029", 170, 136)], [line("2030", 270, 136)]]
    (found,) = tables([top, low], rules)
    assert cells(found) == [
        (0, 0, 2, 1, "Group"),
        (0, 1, 1, 2, "Both years"),
        (1, 1, 1, 1, "2029"),
        (1, 2, 1, 1, "2030"),
    ]


def test_the_border_of_a_table_beside_is_none_of_its_columns() -> None:
    rules = (*(across(y, 60, 260) for y in (88, 118, 148)), *(down(x, 88, 148) for x in (40, 60, 160, 260)))
    top = [[line("Year", 72, 106)], [line("Sum", 170, 106)]]
    low = [[line("2029", 72, 136)], [line("12", 170, 130), line("in all", 170, 142)]]
    (found,) = tables([top, low], rules)
    assert texts(found) == [["Year", "Sum"], ["2029", "12 in all"]]


def test_a_heading_that_is_turned_and_has_no_tag_stays_in_its_cell() -> None:
    turned = line("Share", 170, 106)._replace(angle=270)
    known = {10 * r + c: cell(r, c) for r in range(2) for c in range(2) if (r, c) != (0, 1)}
    lines = [tagged(line("Year", 72, 106), 0), turned]
    lines += [tagged(line("2029", 72, 136), 10), tagged(line("12", 170, 136), 11)]
    rules = (*(across(y, 60, 260) for y in (88, 118, 148)), *(down(x, 88, 148) for x in (60, 160, 260)))
    shown = replace(page(lines, rules), tags=known)
    (found,) = with_tagged(shown, lines, find(shown, lines))
    assert texts(found) == [["Year", "Share"], ["2029", "12"]]


def test_tables_that_tags_do_not_tell_are_left_alone() -> None:
    one = [[line("Alone", 72, 100)]]
    assert not tables([one, [[line("below", 72, 116)]]])
    turned_round = [[[line("Low", 72, 130)], [line("1", 200, 130)]], [[line("High", 72, 100)], [line("2", 200, 100)]]]
    assert not tables(turned_round)


def test_a_single_row_is_no_table() -> None:
    """The page before ended in the middle of it."""
    row = [[line("17:00:00", 72, 100)], [line("21:00:00", 200, 100)]]
    assert tables([row]) == []
    assert len(tables([row, [[line("9:00", 72, 120)], [line("12:00", 200, 120)]]])) == 1
