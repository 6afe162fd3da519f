"""The seam of recognition: places, and the engine that tests use."""

from __future__ import annotations

import math

import pytest

from quire.read.ocr_engine import FakeOcr, Reading, ordered_corners, polygon_center, rectangle
from tests.read.scanning import blank

NEAR, FAR = Reading("near", rectangle(0, 0, 40, 10), 0.9), Reading("far", rectangle(60, 0, 90, 10), 0.8)


def test_a_place_is_named_from_its_top_left_clockwise() -> None:
    assert rectangle(1, 2, 5, 4) == ((1, 2), (5, 2), (5, 4), (1, 4))
    assert polygon_center(rectangle(1, 2, 5, 4)) == (3, 3)


@pytest.mark.parametrize("tilt", [-40, -5, 0, 5, 40])
@pytest.mark.parametrize(("width", "height"), [(100, 10), (10, 100), (30, 30)])
def test_corners_are_named_by_the_edge_that_points_right(tilt: int, width: int, height: int) -> None:
    sin, cos = math.sin(math.radians(tilt)), math.cos(math.radians(tilt))
    true = tuple((x * cos - y * sin, x * sin + y * cos) for x, y in rectangle(0, 0, width, height))
    assert ordered_corners([true[2], true[0], true[3], true[1]]) == true


def test_the_fake_reads_what_it_was_told() -> None:
    fake = FakeOcr(lambda image: [NEAR, FAR])
    assert fake.read(blank(100, 20)) == [NEAR, FAR]
    assert fake.find(blank(100, 20)) == [NEAR.polygon, FAR.polygon]
    assert fake.pictures == 1


def test_the_fake_recognises_what_lies_in_a_place() -> None:
    fake = FakeOcr(lambda image: [NEAR, FAR])
    places = [rectangle(50, 0, 100, 12), rectangle(0, 30, 10, 40)]
    assert [r.text for r in fake.recognise(blank(100, 50), places)] == ["far", ""]
    assert [r.polygon for r in fake.recognise(blank(100, 50), places)] == places
