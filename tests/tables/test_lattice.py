"""Crossing edges as rows and columns."""

from __future__ import annotations

from quire.tables.edges import Edge
from quire.tables.lattice import Place, closed_cells, lattices
from tests.layout.table_pages import line


def test_drawn_lines_give_a_cell_for_each_enclosed_place():
    level = [Edge(y, 0, 100) for y in (0, 20, 40)]
    upright = [Edge(0, 0, 40), Edge(60, 20, 40), Edge(100, 0, 40)]
    (found,) = lattices(level, upright)
    assert (found.xs, found.ys) == ([0, 60, 100], [0, 20, 40])
    assert closed_cells(found) == [Place(0, 0, 1, 2), Place(1, 0, 1, 1), Place(1, 1, 1, 1)]


def test_lines_that_cross_nothing_are_no_lattice():
    assert lattices([Edge(0, 0, 100), Edge(20, 0, 100)], []) == []


def test_a_table_inside_a_cell_that_sticks_out_adds_no_column():
    level = [Edge(y, 60, 400) for y in (100, 120, 140, 200)] + [Edge(y, 206, 405) for y in (160, 180)]
    upright = [Edge(x, 100, 200) for x in (60, 200, 400)] + [Edge(405, 155, 195)]
    (found,) = lattices(sorted(level), upright, [line("Load", 65, 114), line("Save", 205, 134)])
    assert found.xs == [60, 200, 400]
    assert len(closed_cells(found)) == 8


def test_a_narrow_column_at_the_side_that_is_drawn_from_end_to_end_is_kept():
    level, upright = [Edge(y, 60, 405) for y in (100, 120, 140)], [Edge(x, 100, 140) for x in (60, 200, 395, 405)]
    (found,) = lattices(level, upright, [line("Load", 65, 114), line("Save", 205, 134)])
    assert found.xs == [60, 200, 395, 405]


def test_a_grid_whose_outline_is_no_rectangle_is_drawn_completely():
    level = [Edge(0, 60, 100), Edge(20, 0, 100), Edge(40, 0, 100), Edge(60, 0, 100)]
    upright = [Edge(0, 20, 60), Edge(60, 0, 60), Edge(100, 0, 60)]
    (found,) = lattices(level, upright)
    assert not found.framed
    assert found.outside == {(0, 0)}
    assert closed_cells(found) == [Place(0, 1, 1, 1), *(Place(r, c, 1, 1) for r in (1, 2) for c in (0, 1))]


def test_boxes_that_lines_connect_leave_most_places_open():
    level = [Edge(0, 0, 20), Edge(20, 0, 20), Edge(40, 60, 80), Edge(60, 60, 80), Edge(10, 20, 70)]
    upright = [Edge(0, 0, 20), Edge(20, 0, 20), Edge(60, 40, 60), Edge(80, 40, 60), Edge(70, 10, 40)]
    (found,) = lattices(sorted(level), sorted(upright))
    assert closed_cells(found) == []


def test_shades_beside_rules_that_cross_nothing_inside_are_left_out():
    """A page of dash patterns: all of its shades end far outside the rules between which its text stands."""
    tops = range(145, 515, 40)
    shades = [Edge(float(at), 40.0, 600.0, drawn=False) for top in tops for at in (top, top + 10)]
    rules = [Edge(float(at), 0.0, 850.0) for at in range(40, 190, 20)]
    sides = [Edge(600.0, float(top), top + 10.0, drawn=False) for top in tops]
    texts = [line("10", x, top - 5.0) for top in tops for x in (44, 64, 84)]
    (found,) = lattices(shades, [*rules, *sides], texts)
    assert found.cols >= 7
