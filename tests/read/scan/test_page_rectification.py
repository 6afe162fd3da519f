"""From a picture in its source to an upright page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.geometry import Box
from quire.read.ocr_engine import rectangle
from quire.read.scan.line_bend import Bend
from quire.read.scan.page_rectification import Rectification
from tests.read.scanning import blank

PLACE = rectangle(10.0, 20.0, 50.0, 30.0)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_places_and_pixels_turn_alike(degrees: int) -> None:
    picture = blank(100, 200)
    picture[40:60, 10:30] = (255, 0, 0)
    sheet = Rectification.plain(100.0, 200.0).turn(degrees)
    drawn = sheet.draw(picture, 1.0)
    assert drawn.shape[:2] == ((200, 100) if degrees in {0, 180} else (100, 200))
    x, y = np.mean(sheet.map_polygon(rectangle(10, 40, 30, 60)), axis=0)
    assert tuple(drawn[int(y), int(x)]) == (255, 0, 0)
    assert (drawn[..., 1] < 128).sum() == pytest.approx(400, abs=45)


def test_a_page_that_is_upright_is_not_touched() -> None:
    picture = blank(100, 200)
    assert Rectification.plain(100.0, 200.0).draw(picture, 1.0) is picture


@given(st.floats(-10.0, 10.0), st.sampled_from([0, 90, 180, 270]))
def test_straightening_keeps_the_text_on_the_page(skew: float, turned: int) -> None:
    corner = rectangle(0.0, 0.0, 90.0, 10.0)
    sheet = Rectification.plain(100.0, 200.0).turn(turned).straighten(skew, [corner])
    for x, y in sheet.map_polygon(corner):
        assert -0.01 <= x <= sheet.width + 0.01
        assert -0.01 <= y <= sheet.height + 0.01
    assert sheet.turned == turned


def test_the_scale_of_pixels_does_not_matter() -> None:
    sheet = Rectification.plain(100.0, 200.0).turn(90).straighten(3.0, [])
    double = tuple((2.0 * x, 2.0 * y) for x, y in PLACE)
    assert np.allclose(np.array(sheet.map_polygon(double, 2.0)), 2.0 * np.array(sheet.map_polygon(PLACE)))


def test_a_quadrilateral_becomes_a_rectangle() -> None:
    corners = ((10.0, 10.0), (80.0, 20.0), (90.0, 180.0), (5.0, 170.0))
    sheet = Rectification.plain(100.0, 200.0).flatten(corners, 210.0, 480.0)
    assert np.allclose(sheet.map_polygon(corners), [(0, 0), (210, 0), (210, 480), (0, 480)], atol=1e-3)
    assert sheet.zoom == pytest.approx(210.0 / 85.6, abs=0.05)


def test_two_ways_one_after_the_other() -> None:
    first = Rectification.plain(100.0, 200.0).turn(90)
    both = first.followed_by(Rectification.plain(first.width, first.height).turn(180))
    assert np.allclose(both.matrix, Rectification.plain(100.0, 200.0).turn(270).matrix)
    assert (both.width, both.height, both.turned, both.source_width) == (200.0, 100.0, 270, 100.0)


def test_bent_lines_are_drawn_level_where_their_places_are() -> None:
    bend = Bend((0.0, 0.0, 0.1, 0.0, 0.2, 0.0), 200.0, 300.0)
    picture = blank(200, 300)
    for x in range(20, 180):
        y = 240 + round(float(bend.fall(np.array([x + 0.5]), np.array([240.0]))[0]))
        picture[y - 2 : y + 2, x] = 0
    sheet = replace(Rectification.plain(200.0, 300.0), bend=bend)
    drawn = sheet.draw(picture, 1.0)
    rows = [float(np.mean(np.nonzero(drawn[:, x, 0] < 128)[0])) for x in (30, 100, 170)]
    assert max(rows) - min(rows) < 1.5
    seen = np.nonzero(picture[:, 30, 0] < 128)[0].mean()
    (_, y), *_ = sheet.map_polygon(((30.0, float(seen)),) * 4)
    assert y == pytest.approx(rows[0], abs=1.5)
    part = sheet.draw(picture, 1.0, Box(20.0, 230.0, 180.0, 250.0))
    assert np.abs(part.astype(int) - drawn[230:250, 20:180]).mean() < 3.0
