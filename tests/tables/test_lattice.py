"""Crossing edges as rows and columns."""

from __future__ import annotations

from quire.tables.edges import Edge
from quire.tables.lattice import Place, closed_cells, lattices


def test_drawn_lines_give_a_cell_for_each_enclosed_place():
    level = [Edge(y, 0, 100) for y in (0, 20, 40)]
    upright = [Edge(0, 0, 40), Edge(60, 20, 40), Edge(100, 0, 40)]
    (found,) = lattices(level, upright)
    assert (found.xs, found.ys) == ([0, 60, 100], [0, 20, 40])
    assert closed_cells(found) == [Place(0, 0, 1, 2), Place(1, 0, 1, 1), Place(1, 1, 1, 1)]


def test_lines_that_cross_nothing_are_no_lattice():
    assert lattices([Edge(0, 0, 100), Edge(20, 0, 100)], []) == []
