"""White between the rows of a table."""

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.row_gaps import are_level, by_white, cells_of, head_by_white, starts_by_white
from tests.layout.table_pages import line

LEFT, RIGHT = 72, 300


def rows(*places):
    """Visual rows of texts at (x, baseline)."""
    return rows_of_pieces(enumerate(line("some words here", x, y) for x, y in places))


def column_of(piece):
    return int(piece.x0 >= RIGHT)


WRAPPED = rows(*((LEFT, y) for y in (100, 112, 124, 144, 156)), (RIGHT, 112), (RIGHT, 150))


def test_bands_end_where_white_goes_through_all_columns():
    assert [len(band) for band in by_white(WRAPPED, column_of, 10)] == [3, 3]
    even = rows(*((LEFT, 100 + 12 * n) for n in range(4)), *((RIGHT, 100 + 12 * n) for n in range(4)))
    assert [len(band) for band in by_white(even, column_of, 10)] == [4]
    alone = rows((LEFT, 100))
    assert by_white(alone, column_of, 10) == [alone]


def test_cells_are_level_at_the_top_in_the_middle_or_at_the_foot():
    for place, level in ((100, True), (112, True), (124, True), (106, False)):
        band = rows(*((LEFT, y) for y in (100, 112, 124)), (RIGHT, place))
        assert are_level([cells_of(band, column_of)]) is level


def test_rows_start_at_the_white_where_cells_stand_in_the_middle():
    assert starts_by_white(WRAPPED, [250.0]) == [True, False, False, True, False, False]
    top = rows(*((LEFT, y) for y in (100, 112, 124, 144, 156)), (RIGHT, 100), (RIGHT, 144))
    assert starts_by_white(top, [250.0]) == []
    assert starts_by_white(WRAPPED, []) == []


def table_of(*bands):
    """Rows that begin at the given heights, with so many lines at the left and at the right."""
    return rows(
        *((LEFT, y + 12 * n) for y, lines, _ in bands for n in range(lines)),
        *((RIGHT, y + 12 * n) for y, _, lines in bands for n in range(lines)),
    )


EVEN = table_of((100, 1, 2), (130, 2, 2), (160, 1, 1), (178, 2, 1), (208, 1, 2))


def test_rows_with_cells_at_the_top_start_at_white_that_is_the_same_everywhere():
    assert starts_by_white(EVEN, [250.0]) == [True, False] * 2 + [True] + [True, False] * 2
    uneven = table_of((100, 1, 2), (130, 2, 2), (166, 1, 1), (184, 2, 1), (220, 1, 2))
    assert starts_by_white(uneven, [250.0]) == []


def test_groups_of_rows_are_no_rows():
    groups = table_of((100, 3, 3), (142, 2, 2), (172, 3, 3), (214, 2, 2), (244, 2, 2))
    assert starts_by_white(groups, [250.0]) == []


def test_a_heading_belongs_to_no_row_below_it():
    assert head_by_white(EVEN, 1, [250.0]) == 0
    assert head_by_white(EVEN, 2, [250.0]) == 2
    assert head_by_white(EVEN, 0, [250.0]) == 0
    assert head_by_white(WRAPPED[:3], 1, [250.0]) == 1


def test_rows_below_the_titles_of_their_groups_are_no_cells_that_wrap():
    groups = [
        *((LEFT, y) for y in (100, 112, 124, 148, 160, 172)),
        *((x, y) for x in (RIGHT, RIGHT + 130) for y in (112, 124, 160, 172)),
    ]
    assert starts_by_white(rows(*groups), [250.0, 420.0]) == []
