"""Rows cut where the cells around begin."""

from __future__ import annotations

import pytest

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.cell_split import cut
from quire.model.page import Line
from tests.layout.table_pages import line

LEFT, RIGHT = 72.0, 110.0


def close(y, at=RIGHT):
    """A label that ends six points before the cell beside it, read as one line."""
    a, b = line("Member", LEFT + 2, y), line("42", at, y)
    return Line((*a.words, b.words[0]._replace(space=True)), a.x0, a.y0, b.x1, a.y1, y)


def pieces(*lines):
    return [[piece.text for piece in row.pieces] for row in cut(rows_of_pieces(enumerate(lines)))]


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
