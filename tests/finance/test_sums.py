"""Sums that a table shows."""

from hypothesis import given, settings
from hypothesis import strategies as st

from quire.finance.sums import Line, find_sums


def line(index, *values, **signs):
    return Line(index, tuple(values), **signs)


def structures(lines, **options):
    return {s.total: (sorted(s.addends), s.holds) for s in find_sums(lines, **options)}


def test_a_total_is_the_sum_of_the_lines_above():
    lines = [line(0, 1000, 900), line(1, 500, 600), line(2, 1500, 1500, total=True)]
    assert structures(lines) == {2: ([(0, 1), (1, 1)], (True, True))}


def test_a_column_that_breaks_a_proven_sum_is_told():
    lines = [line(0, 1000, 900), line(1, 500, 601), line(2, 1500, 1500, total=True)]
    assert structures(lines) == {2: ([(0, 1), (1, 1)], (True, False))}


def test_nothing_is_said_where_no_column_proves_a_sum():
    assert structures([line(0, 1001, 900), line(1, 500, 601), line(2, 1500, 1500, total=True)]) == {}


def test_sums_of_sums():
    lines = [
        line(0, 10, 20),
        line(1, 5, 7),
        line(2, 15, 27, total=True),
        line(3, 100, 200),
        line(4, 115, 227, total=True),
    ]
    assert structures(lines) == {2: ([(0, 1), (1, 1)], (True, True)), 4: ([(2, 1), (3, 1)], (True, True))}


def test_costs_printed_positive_are_taken_off_a_total():
    lines = [line(0, 12000, 11000), line(1, 7000, 6500), line(2, 5000, 4500, total=True)]
    assert structures(lines) == {2: ([(0, 1), (1, -1)], (True, True))}
    assert structures(lines, free=False) == {}


def test_a_sum_above_its_parts():
    lines = [line(0, 300, 350), line(1, 100, 150, detail=True), line(2, 200, 200)]
    assert structures(lines) == {0: ([(1, 1), (2, 1)], (True, True))}


def test_details_are_not_added():
    lines = [line(0, 900, 800), line(1, 70, 60, detail=True), line(2, 30, 40), line(3, 930, 840, total=True)]
    assert structures(lines) == {3: ([(0, 1), (2, 1)], (True, True))}


def test_rounding_is_allowed_where_told():
    lines = [line(0, 1000, 900), line(1, 500, 601), line(2, 1500, 1500, total=True)]
    assert structures(lines, slack=1) == {2: ([(0, 1), (1, 1)], (True, True))}


def test_figures_that_cancel_prove_nothing():
    assert structures([line(0, 70000, 5), line(1, 70000, 9), line(2, 80000, 77), line(3, 80000, 60, total=True)]) == {}


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1000, 10**9), st.integers(1000, 10**9)), min_size=2, max_size=12), st.data())
def test_every_planted_error_in_a_proven_sum_is_found(pairs, data):
    lines = [line(i, *pair) for i, pair in enumerate(pairs)]
    total = tuple(sum(p[j] for p in pairs) for j in (0, 1))
    row = data.draw(st.integers(0, len(pairs)))
    wrong = data.draw(st.integers(1, 9)) * 10 ** data.draw(st.integers(0, 3))
    table = [*lines, line(len(pairs), *total, total=True)]
    assert all(all(s.holds) for s in find_sums(table, free=False))
    values = list(table[row].values)
    values[1] += wrong
    table[row] = line(row, *values, total=table[row].total)
    assert any(False in s.holds for s in find_sums(table, free=False))


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.none() | st.integers(-99, 99)] * 3), max_size=14))
def test_any_table_is_survived(rows):
    for one in find_sums([line(i, *values, total=i % 3 == 0) for i, values in enumerate(rows)]):
        for j, holds in enumerate(one.holds):
            gap = (rows[one.total][j] or 0) - sum(sign * (rows[i][j] or 0) for i, sign in one.addends)
            assert holds is None or holds or gap == one.differences[j] != 0


def test_a_section_of_one_line_above_it_is_no_addend_twice():
    """三 = （一） + （二） + （三）, of which （二） has one part alone."""
    lines = [
        line(0, 15, 7, 900, total=True),
        line(1, 5, 4, 0, total=True),
        line(2, 10, 0, 0, total=True),
        line(3, 10, 0, 0),
        line(4, 0, 3, 900, total=True),
    ]
    found = structures(lines, free=False, first=True)
    assert found[2] == ([(3, 1)], (True, True, True))
    assert found[0] == ([(1, 1), (2, 1), (4, 1)], (True, True, True))
