"""How a picture lies, from where its text stands."""

from __future__ import annotations

import math

import pytest

from quire.read.ocr_engine import FakeOcr, Polygon, Reading, ordered_corners, rectangle
from quire.read.scan.page_orientation import Orientation, page_orientation, rotated_corners
from tests.read.scanning import blank

LINES = [rectangle(100, 100 + 40 * i, 700 - 20 * i, 120 + 40 * i) for i in range(8)]


def spun(place: Polygon, degrees: float) -> Polygon:
    """A place rotated clockwise about the middle of an 800 x 800 picture, its corners named by where they are then."""
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return ordered_corners(
        [(400 + (x - 400) * cos - (y - 400) * sin, 400 + (x - 400) * sin + (y - 400) * cos) for x, y in place]
    )


class Reader(FakeOcr):
    """Reads only what is the right way up: the first corner of a line must be where `up` says."""

    def __init__(self, up: int) -> None:
        super().__init__(lambda image: [])
        self.up = up

    def recognise(self, image, places):
        """Sure of lines whose corners are named as the right way up asks."""
        good = [self._way(place) == self.up for place in places]
        return [Reading("words", place, 0.99 if ok else 0.6) for place, ok in zip(places, good, strict=True)]

    @staticmethod
    def _way(place: Polygon) -> int:
        (ax, ay), (bx, by) = place[0], place[1]
        direction = round(math.degrees(math.atan2(by - ay, bx - ax)) / 90) % 4
        return (-90 * direction) % 360


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("skew", [0.0, 2.0, -4.5])
def test_turn_and_skew_are_found(turned: int, skew: float) -> None:
    places = [spun(line, -turned + skew) for line in LINES]
    found = page_orientation(blank(800, 800), places, Reader(turned))
    assert found.turned == turned
    assert found.skew == pytest.approx(-skew, abs=0.01)


def test_without_text_nothing_is_turned() -> None:
    assert page_orientation(blank(50, 50), [], Reader(90)) == Orientation(0, 0.0)


def test_a_page_is_left_as_it_is_when_both_ways_are_read_alike() -> None:
    fake = FakeOcr(lambda image: [Reading("words", line, 0.9) for line in LINES])
    assert page_orientation(blank(800, 800), LINES, fake) == Orientation(0, 0.0)


def test_one_line_that_is_read_surely_settles_the_way_up() -> None:
    read: list[Polygon] = []

    class Sure(FakeOcr):
        def recognise(self, image, places):
            """Sure of every line."""
            read.extend(places)
            return [Reading("Total assets", place, 0.99) for place in places]

    assert page_orientation(blank(800, 800), LINES, Sure(lambda image: [])).turned == 0
    assert len(read) == 1


def test_a_lone_oblique_line_does_not_skew_a_page() -> None:
    places = [*LINES, spun(rectangle(100, 600, 700, 620), 12.0)]
    assert page_orientation(blank(800, 800), places, Reader(0)).skew == 0.0


def test_corners_are_named_anew_by_quarter_turns() -> None:
    place = rectangle(0, 0, 4, 2)
    assert rotated_corners(place, 1) == ((0, 2), (0, 0), (4, 0), (4, 2))
    assert rotated_corners(rotated_corners(place, 1), 3) == place


class Dots(Reader):
    """Reads rows of dots alike both ways, and the shorter lines only as `Reader` does."""

    def recognise(self, image, places):
        """Dots where a line is long."""
        found = super().recognise(image, places)
        return [
            one._replace(text="……", confidence=0.9 - 0.1 * self._way(one.polygon) / 180)
            if math.dist(one.polygon[0], one.polygon[1]) > 400
            else one
            for one in found
        ]


@pytest.mark.parametrize("turned", [0, 180])
def test_rows_of_dots_do_not_tell_the_way_up(turned: int) -> None:
    titles = [rectangle(100, 110 + 40 * i, 190, 118 + 40 * i) for i in range(8)]
    dots = [rectangle(200, 110 + 40 * i, 700, 111 + 40 * i) for i in range(8)]
    places = [spun(place, -turned) for place in (*dots, *titles)]
    assert page_orientation(blank(800, 800), places, Dots(turned)).turned == turned


@pytest.mark.parametrize("skew", [-0.8, 0.3, 1.1])
def test_rows_of_short_upright_boxes_tell_the_skew(skew):
    """The cells of a table: each box is upright, but the rows climb over the width of the page."""
    slope = math.tan(math.radians(skew))
    cells = [
        rectangle(x, 100 + 26 * row + slope * x - 8, x + 60, 100 + 26 * row + slope * x + 8)
        for row in range(20)
        for x in (40, 400, 560, 720)
    ]
    found = page_orientation(blank(800, 800), cells, Reader(0))
    assert found.skew == pytest.approx(-skew, abs=0.05)


class Pale(Reader):
    """Reads pale print the right way up with little confidence, and of the other way a digit, more surely."""

    def recognise(self, image, places):
        """Letters of lines whose corners are named as the right way up asks; one of all others."""
        good = [self._way(place) == self.up for place in places]
        return [
            Reading("words", place, 0.6) if ok else Reading("0" if at % 2 else "", place, 0.7)
            for at, (place, ok) in enumerate(zip(places, good, strict=True))
        ]


def test_a_few_digits_of_pale_print_do_not_turn_a_page() -> None:
    assert page_orientation(blank(800, 800), LINES, Pale(0)).turned == 0
