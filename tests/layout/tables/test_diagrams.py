"""Boxes that lines connect are a diagram, tables are none."""

from __future__ import annotations

from itertools import pairwise

from quire.layout.pipeline import arrange
from quire.layout.tables.diagrams import areas
from quire.model.block import Figure, Table
from quire.model.page import Rule
from tests.layout.pages import META, block, line, page, prose


def across(x0: float, x1: float, y: float) -> Rule:
    return Rule(x0, y, x1, y, 1.0, 0)


def down(x: float, y0: float, y1: float) -> Rule:
    return Rule(x, y0, x, y1, 1.0, 0)


def box(x0: float, y0: float, x1: float, y1: float) -> list[Rule]:
    return [across(x0, x1, y0), across(x0, x1, y1), down(x0, y0, y1), down(x1, y0, y1)]


LEFT, MIDDLE, RIGHT = box(80, 200, 180, 240), box(240, 200, 340, 240), box(400, 260, 500, 300)
STRAIGHT = [across(180, 238, 220)]
BENT = [across(340, 370, 220), down(370, 220, 280), across(370, 400, 280)]
NAMES = [line("Order arrives", 90, 224), line("Check stock", 250, 224), line("Send it", 410, 284)]
CHART = [*LEFT, *MIDDLE, *RIGHT, *STRAIGHT, *BENT]


def grid(xs: list[float], ys: list[float]) -> list[Rule]:
    rules = [across(a, b, y) for y in ys for a, b in pairwise(xs)]
    return rules + [down(x, a, b) for x in xs for a, b in pairwise(ys)]


def test_boxes_and_connectors_are_a_diagram() -> None:
    [area] = areas(page([], rules=CHART))
    assert tuple(area) == (80, 200, 500, 300)


def test_boxes_without_connectors_are_none() -> None:
    assert not areas(page([], rules=[*LEFT, *MIDDLE, *RIGHT]))
    assert not areas(page([], rules=[*LEFT, *MIDDLE, *RIGHT, *STRAIGHT]))


def test_tables_are_none() -> None:
    assert not areas(page([], rules=grid([80, 180, 280, 380], [200, 220, 240, 260])))
    apart = [
        *grid([80, 180, 280], [200, 220, 240]),
        *grid([80, 180, 280], [300, 320]),
        *grid([80, 180, 280], [360, 380]),
    ]
    open_rows = [down(x, a, b) for x in (80, 180, 280) for a, b in ((240, 300), (320, 360))]
    assert not areas(page([], rules=[*apart, *open_rows]))


def test_a_diagram_is_a_picture_with_its_words() -> None:
    text = [*block(prose(40, 460), 72, 100), *NAMES, *block(prose(40, 460), 72, 400)]
    blocks = arrange([page(text, rules=CHART)], meta=META).blocks
    [figure] = [one for one in blocks if isinstance(one, Figure)]
    assert figure.picture.alt == "Order arrives Check stock Send it"
    assert not any(isinstance(one, Table) for one in blocks)
