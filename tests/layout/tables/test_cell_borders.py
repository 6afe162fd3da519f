"""What a table shows of rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from quire.layout.tables.cell_borders import Extent, Lines, ink, is_framed
from quire.model.geometry import Box
from quire.model.page import Page, Rule

XS, YS = [72.0, 272.0, 372.0, 472.0], [100.0, 120.0, 140.0, 160.0]
ROWS = [Extent(104.0, 116.0), Extent(124.0, 136.0), Extent(144.0, 156.0)]


def level(y: float, x0: float, x1: float) -> Rule:
    return Rule(x0, y, x1, y, 0.5, 0)


def upright(x: float, y0: float = 100.0, y1: float = 160.0) -> Rule:
    return Rule(x, y0, x, y1, 0.5, 0)


def page(*rules: Rule) -> Page:
    return Page(1, 595.0, 842.0, rules=rules)


@pytest.mark.parametrize(
    ("rules", "framed"),
    [
        ((upright(272), upright(372)), True),
        ((upright(272, 100, 130), upright(272, 130, 160)), True),
        ((upright(72), upright(472)), False),
        ((upright(272, 100, 120),), False),
        ((level(120, 72, 472),), False),
        ((), False),
    ],
)
def test_a_table_with_rules_between_its_columns_has_borders(rules: tuple[Rule, ...], *, framed: bool) -> None:
    every = [Box(x0, y0, x1, y1) for x0, x1 in pairwise(XS) for y0, y1 in pairwise(YS)]
    assert is_framed(page(*rules), XS, YS, every) is framed


def test_a_border_counts_only_where_it_is_the_side_of_a_cell() -> None:
    merged = [Box(72, 100, 272, 120), Box(272, 100, 472, 120), Box(72, 120, 472, 160)]
    assert is_framed(page(upright(272, 100, 120)), XS, YS, merged)


def test_a_single_column_has_borders_at_its_sides() -> None:
    assert is_framed(page(upright(72), upright(472)), [72.0, 472.0], YS, [Box(72, 100, 472, 160)])


def test_lines_stand_above_the_first_row_and_below_rows() -> None:
    lines = Lines(
        page(level(99, 72, 472), level(138, 290, 372), level(158, 72, 472), level(160.5, 72, 472)), XS, YS, ROWS
    )
    assert [lines.above_first(col, col) for col in range(3)] == [1, 1, 1]
    assert [[lines.below(row, col, col) for col in range(3)] for row in range(3)] == [[0, 0, 0], [0, 1, 0], [2, 2, 2]]
    assert lines.below(1, 0, 1) == 1
    assert lines.below(1, 0, 2) == 0


def test_a_line_that_touches_its_text_belongs_to_the_row_above_it() -> None:
    assert Lines(page(level(115, 380, 470)), XS, YS, ROWS).below(0, 2, 2) == 1
    assert Lines(page(level(121, 380, 470)), XS, YS, [None, *ROWS[1:]]).below(0, 2, 2) == 1


def test_the_ink_is_that_of_most_rules():
    rules = [Rule(100, y, 300, y, 0.5, 0xBFBFBF) for y in (100, 120, 140)]
    rules += [Rule(100, 160, 300, 160, 1.5, 0x1F4E79), Rule(100, 400, 600, 400, 3.0, 0)]
    assert ink(Page(1, 612, 792, rules=tuple(rules)), [100, 300], [100, 120, 140, 160]) == (0xBFBFBF, 0.5)
    assert ink(Page(1, 612, 792), [100, 300], [100, 120]) == (0, 0.5)
