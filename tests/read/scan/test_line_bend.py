"""Lines that bend over a page."""

from __future__ import annotations

import math

import numpy as np
import pytest

from quire.read.ocr_engine import Polygon
from quire.read.scan.line_bend import Bend, line_bend

WIDTH, HEIGHT = 600.0, 840.0
ARCH = Bend((0.0, 0.0, 0.0, 0.5, 0.2, 0.0), WIDTH, HEIGHT)  # lines that part towards the sides


def boxes(bend: Bend | None, *, unit: float = 1.0, noise: float = 0.0) -> list[Polygon]:
    """Boxes of a table: a label and two figures in each of 40 rows."""
    rng = np.random.default_rng(1)
    made = []
    for row in range(40):
        for left, right in ((50.0, 250.0), (350.0, 420.0), (480.0, 550.0)):
            level = 60.0 + 18.0 * row
            ends = np.array([left, right])
            falls = bend.fall(ends, np.full(2, level)) if bend else np.zeros(2)
            top = level + falls + noise * rng.normal(size=2)
            corners = [(left, top[0]), (right, top[1]), (right, top[1] + 10.0), (left, top[0] + 10.0)]
            made.append(tuple((float(x) * unit, float(y) * unit) for x, y in corners))
    return made


@pytest.mark.parametrize("unit", [1.0, 200.0 / 72.0])
def test_the_bend_of_lines_is_measured_and_undone(unit: float) -> None:
    bend = line_bend(boxes(ARCH, unit=unit, noise=0.2), WIDTH, HEIGHT, unit)
    assert bend is not None
    across, down = np.array([60.0, 300.0, 540.0]), np.array([700.0, 700.0, 700.0])
    seen = down + ARCH.fall(across, down)
    assert max(seen) - min(seen) > 10.0
    assert np.ptp(bend.level(across, seen)) < 1.5


def test_straight_lines_do_not_bend() -> None:
    assert line_bend(boxes(None, noise=0.4), WIDTH, HEIGHT, 1.0) is None


def test_tilts_of_boxes_whose_rows_are_level_are_not_believed() -> None:
    leaning = []
    for box in boxes(None):
        lean = 0.006 * (box[1][0] - box[0][0])
        leaning.append(tuple((x, y + (lean if at in {1, 2} else -lean)) for at, (x, y) in enumerate(box)))
    assert line_bend(leaning, WIDTH, HEIGHT, 1.0) is None


def test_few_boxes_tell_nothing() -> None:
    assert line_bend(boxes(ARCH)[:20], WIDTH, HEIGHT, 1.0) is None


def test_what_bends_beyond_all_paper_is_left() -> None:
    steep = Bend((0.0, 0.0, 0.0, 2.5, 1.0, 0.0), WIDTH, HEIGHT)
    assert line_bend(boxes(steep), WIDTH, HEIGHT, 1.0) is None


def test_a_level_line_is_the_reverse_of_its_fall() -> None:
    x, y = np.linspace(0.0, WIDTH, 7), np.full(7, 200.0)
    assert np.allclose(ARCH.level(x, y + ARCH.fall(x, y)), y, atol=0.05)
    assert math.isclose(float(ARCH.fall(np.array([WIDTH / 2]), np.array([50.0]))[0]), 0.0, abs_tol=1e-9)
