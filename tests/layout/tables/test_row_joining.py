"""Visual rows that are one row of a table."""

from __future__ import annotations

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import Columns
from quire.layout.tables.row_joining import Joiner
from tests.layout.table_pages import line

COLUMNS = Columns([95.0, 480.0], [(72.0, 90.0), (100.0, 470.0), (490.0, 520.0)], 0.0)


def starts(*lines):
    """For each visual row of lines (text, x, baseline) whether a row of the table starts there."""
    rows = rows_of_pieces(enumerate(line(text, x, y) for text, x, y in lines))
    return Joiner(COLUMNS, rows, ()).starts()


def entry(number, y, tight=17.0):
    """A row whose number stands three points above its text, which is wrapped twice."""
    return [
        (f"2.{number}", 72, y),
        ("yes", 490, y),
        ("Passwords are changed when they are known to others and the one who", 100, y + 3),
        ("has them is told of that, since nothing else would be of any use to", 100, y + 20),
        ("them", 100, y + 20 + tight),
    ]


def test_cells_of_a_row_that_sit_at_several_heights_are_measured_each_in_its_column():
    assert starts(*entry(1, 100), *entry(2, 160, tight=14.5), *entry(3, 220)) == [True, False, False] * 3
