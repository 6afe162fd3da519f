"""Lines as pieces of cells."""

from __future__ import annotations

import pytest

from quire.layout.tables.cell_pieces import cut_at_cells, rows_of_pieces
from quire.model.page import Line
from tests.layout.table_pages import line


def texts(*lines):
    """The texts of each visual row of lines (text, x, baseline)."""
    rows = rows_of_pieces(enumerate(line(text, x, y) for text, x, y in lines))
    return [[piece.text for piece in row.pieces] for row in rows]


def test_ideographs_spread_to_the_width_of_another_label_are_one_label():
    wide = ("授课老师", 100, 120)
    end = 100 + (line(*wide).x1 - 100)
    last = end - (line("名", 0, 0).x1 - 0)
    assert texts(("姓", 100, 100), ("名", last, 100), ("张睿", 240, 100), wide, ("方钰", 240, 120)) == [
        ["姓名", "张睿"],
        ["授课老师", "方钰"],
    ]


def test_ideographs_before_a_colon_are_one_label():
    assert texts(("专", 100, 100), ("业：", 130, 100), ("计算机", 240, 100)) == [["专业：", "计算机"]]


def test_ideographs_in_columns_stay_apart():
    assert texts(("甲", 100, 100), ("乙", 140, 100), ("是", 100, 120), ("否", 140, 120)) == [["甲", "乙"], ["是", "否"]]


def test_dots_in_one_word_or_in_several_lead_from_a_label_to_its_figures():
    label = "Rent of land . . . . . . . ."
    (row,) = rows_of_pieces(enumerate([line(label, 100, 100), line("1,234", 300, 100), line("1,101", 360, 100)]))
    assert [(piece.text, piece.leader) for piece in row.pieces] == [
        ("Rent of land", True),
        ("1,234", False),
        ("1,101", False),
    ]
    assert texts(("Rent of land ........ 1,234", 100, 100)) == [["Rent of land", "1,234"]]
    assert texts(("Rent and so on . . 5", 100, 100)) == [["Rent and so on . . 5"]]


def test_a_sign_behind_its_figure_is_of_its_cell():
    assert texts(("Rent", 72, 100), ("15,00 €", 300, 100), ("16,00 €", 360, 100)) == [["Rent", "15,00 €", "16,00 €"]]
    assert texts(("Rent", 72, 100), ("15,00", 300, 100), ("kr", 328, 100), ("16,00", 360, 100)) == [
        ["Rent", "15,00 kr", "16,00"]
    ]


def test_a_sign_as_near_to_the_next_figure_is_of_that():
    assert texts(("Rent", 72, 100), ("15.00", 300, 100), ("$ 16.00", 340, 100)) == [["Rent", "15.00", "$ 16.00"]]
    assert texts(("Rent", 72, 100), ("15.00 $ 16.00", 300, 100)) == [["Rent", "15.00", "$ 16.00"]]


def test_a_line_asked_for_again_gives_pieces_of_its_new_index():
    one = line("12", 100, 100)
    for index in (3, 3, 5):
        [row] = rows_of_pieces([(index, one)])
        assert [(piece.indices, piece.text, piece.amount) for piece in row.pieces] == [((index,), "12", True)]


def test_rows_are_told_again_by_the_same_lines_at_the_same_indices_only():
    lines = [line("Rent", 100, 100), line("1,234", 300, 100), line("Food", 100, 120)]
    first = rows_of_pieces(enumerate(lines))
    first.pop()
    again = rows_of_pieces(enumerate(lines))
    assert [[piece.text for piece in row.pieces] for row in again] == [["Rent", "1,234"], ["Food"]]
    moved = rows_of_pieces(enumerate(lines, 5))
    assert [piece.indices for row in moved for piece in row.pieces] == [(5,), (6,), (7,)]


LEFT, RIGHT = 72.0, 110.0


def close(y, at=RIGHT):
    """A label that ends six points before the cell beside it, read as one line."""
    a, b = line("Member", LEFT + 2, y), line("42", at, y)
    return Line((*a.words, b.words[0]._replace(space=True)), a.x0, a.y0, b.x1, a.y1, y)


def pieces(*lines):
    return [[piece.text for piece in row.pieces] for row in cut_at_cells(rows_of_pieces(enumerate(lines)))]


def pair(label, cell, y):
    return [line(label, LEFT + 2, y), line(cell, RIGHT, y)]


AROUND = [*pair("Base", "1968", 100), *pair("Seat", "Wien", 128), *pair("Staff", "310", 142)]


def test_a_row_is_cut_where_the_cells_around_begin():
    assert pieces(*AROUND, close(114)) == [["Base", "1968"], ["Member", "42"], ["Seat", "Wien"], ["Staff", "310"]]


@pytest.mark.parametrize("row", [close(114, RIGHT + 3), line("Member 42", LEFT + 2, 114), line("Sum", LEFT + 2, 114)])
def test_words_elsewhere_and_spaces_part_nothing(row):
    assert pieces(*AROUND, row)[1] == [row.text]


def test_one_row_around_is_not_enough():
    assert pieces(*AROUND[:2], close(114))[1] == ["Member 42"]


def test_justified_rows_and_marks_before_notes_are_not_cut():
    words = line("The list gives", LEFT + 2, 114).words
    wide = [word._replace(x0=word.x0 + 7 * n, x1=word.x1 + 7 * n, space=n > 0) for n, word in enumerate(words)]
    justified = Line(tuple(wide), wide[0].x0, 106, wide[-1].x1, 116, 114)
    around = [one for n in (100, 128, 142) for one in (line("Base", LEFT + 2, n), line("of", wide[1].x0, n))]
    assert pieces(*around, justified)[1] == [justified.text]
    star, note = line("*", LEFT + 2, 114), line("note", RIGHT, 114)
    marked = Line((*star.words, note.words[0]._replace(space=True)), star.x0, star.y0, note.x1, note.y1, 114)
    assert pieces(*AROUND, marked)[1] == ["* note"]


def test_rows_of_lines_that_were_asked_for_before_are_those_of_their_places():
    written = [line("Wood", 100, 100), line("12", 300, 100), line("Rope", 100, 120)]
    first = rows_of_pieces(enumerate(written))
    first.clear()  # a caller may change the list that it gets
    assert [[piece.text for piece in row.pieces] for row in rows_of_pieces(enumerate(written))] == [
        ["Wood", "12"],
        ["Rope"],
    ]
    later = rows_of_pieces((at + 5, one) for at, one in enumerate(written))
    assert [piece.indices for row in later for piece in row.pieces] == [(5,), (6,), (7,)]
