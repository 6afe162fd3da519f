"""Visual rows beside the rows of a known table."""

from learn.alignment import align
from quire.layout.tables.cell_pieces import rows_of_pieces
from tests.layout.table_pages import line

CELLS = [(0, 0, 1, 1, "Item"), (0, 1, 1, 1, "Amount"), (1, 0, 1, 1, "Rent of 楼"), (1, 1, 1, 1, "12")]


def places(*lines):
    return align(rows_of_pieces(enumerate(line(text, x, y) for text, x, y in lines)), CELLS, 2)


def test_lines_around_a_table_are_outside_and_wrapped_ones_belong_to_their_row():
    found = places(
        ("A text above", 72, 80), ("Item", 72, 100), ("Amount", 300, 100), ("Rent of", 72, 112), ("12", 300, 112),
        ("楼", 72, 124), ("A text below", 72, 150),
    )  # fmt: skip
    assert found.rows == [None, 0, 1, 1, None]
    assert (found.letters, found.missed) == (19, 0)


def test_other_text_stands_nowhere():
    assert places(("Nothing of this", 72, 100)).rows == [None]
