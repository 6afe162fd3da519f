"""Columns that no upright rule parts, in tables with rules between their rows."""

from quire.layout.tables.ruled import find
from tests.layout.table_pages import PLAIN, across, cells, down, line, page, row, texts

HEIGHTS = (100, 120, 140, 160, 180)


def found_on(*rows):
    lines = [one for own in rows for one in own]
    rules = [*(across(y, 100, 500) for y in HEIGHTS), down(200, 100, 180)]
    return find(page(lines, rules), lines)


def test_texts_side_by_side_behind_labels_are_columns():
    (table,) = found_on(
        row(114, ("Town", 105), ("Men", 250), ("Women", 400)),
        row(134, ("Cork", 105), ("many", 250), ("few", 400)),
        row(154, ("Bergen", 105), ("some", 250)),
        row(174, ("Split", 105), ("few", 250), ("none", 400)),
    )
    assert texts(table) == [
        ["Town", "Men", "Women"],
        ["Cork", "many", "few"],
        ["Bergen", "some", ""],
        ["Split", "few", "none"],
    ]


def test_a_heading_in_the_middle_over_the_columns_spans_them():
    (table,) = found_on(
        [line("Town", 105, 114), line("Persons", 332, 114)],
        row(134, ("Cork", 105), ("many", 250), ("few", 400)),
        row(154, ("Bergen", 105), ("some", 250), ("many", 400)),
        row(174, ("Split", 105), ("few", 250), ("none", 400)),
    )
    assert (0, 1, 1, 2, "Persons") in cells(table)


def test_boxes_to_tick_side_by_side_are_one_cell():
    (table,) = found_on(*(row(y, ("Shares", 105), ("□ yes", 250), ("√ no", 400)) for y in (114, 134, 154, 174)))
    assert table.table.grid.cols == 2


def test_sentences_behind_labels_are_one_column():
    texts_ = ("The town is old and", "It has a harbour and", "The market stands at", "There is a castle and")
    rows = [row(y, ("Cork", 105), (text, 205)) for y, text in zip((114, 134, 154, 174), texts_, strict=True)]
    (table,) = found_on(*rows)
    assert table.table.grid.cols == 2


def test_numbers_before_program_text_are_those_of_its_lines():
    lines = [one for n, y in enumerate((114, 134, 154, 174), 1) for one in [line(str(n), 205, y), mono("a: b", 260, y)]]
    assert found_on(lines) == []


def mono(text, x, baseline):
    return line(text, x, baseline, style=PLAIN._replace(font="Mono", mono=True))
