"""Seals over print."""

from __future__ import annotations

import cv2
import numpy as np

from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from quire.read.scan.ink_mask import ink_mask
from quire.read.scan.red_seals import reread_under_seals, seal_areas
from tests.read.scanning import blank

RED = (220, 60, 60)
LINE = rectangle(100, 185, 500, 215)


def sealed(colour=RED) -> np.ndarray:
    """A page at two pixels a point with a line of print and a seal over its end."""
    picture = blank(800, 500)
    cv2.line(picture, (100, 200), (500, 200), (20, 20, 20), 8)
    cv2.circle(picture, (450, 200), 90, colour, 5)
    cv2.putText(picture, "SEAL", (400, 220), cv2.FONT_HERSHEY_SIMPLEX, 1.6, colour, 5)
    return picture


def test_seals_are_red_rings() -> None:
    (area,) = seal_areas(sealed(), 2.0)
    assert area.holds_point(450, 200)
    assert area.width > 180
    assert seal_areas(sealed((60, 60, 60)), 2.0) == []
    assert seal_areas(np.full((300, 300, 3), (250, 200, 200), np.uint8), 2.0) == []


def reader(under: Reading) -> FakeOcr:
    """Reads `under` only where no red can be seen."""
    return FakeOcr(lambda image: [] if (image[..., 0] != image[..., 1]).any() else [under])


def read(old: Reading, new: Reading) -> list[str]:
    band = new._replace(
        polygon=tuple((x, y - 90) for x, y in new.polygon)
    )  # as it stands in the band that is looked at
    fake = reader(band)
    fake.recognise = lambda image, places: [new for _ in places]  # type: ignore[method-assign]
    return [r.text for r in reread_under_seals(sealed(), ink_mask(sealed(), 2.0), [old], fake, 2.0)]


def test_what_is_read_better_without_the_seal_takes_its_place() -> None:
    assert read(Reading("spo1lt", LINE, 0.6), Reading("spoilt", LINE, 0.98)) == ["spoilt"]


def test_what_was_read_well_stays() -> None:
    assert read(Reading("well", LINE, 0.97), Reading("wel1", LINE, 0.98)) == ["well"]
    assert read(Reading("red and black", LINE, 0.85), Reading("black", LINE, 0.99)) == ["red and black"]
    assert read(Reading("well", LINE, 0.5), Reading("??", LINE, 0.4)) == ["well"]


def test_what_was_not_seen_is_added() -> None:
    elsewhere = Reading("other", rectangle(10, 400, 100, 420), 0.9)
    assert read(elsewhere, Reading("under", LINE, 0.9)) == ["other", "under"]


def test_without_seals_nothing_is_read_again() -> None:
    fake = FakeOcr(lambda image: [])
    assert reread_under_seals(blank(300, 300), ink_mask(blank(300, 300), 2.0), [], fake, 2.0) == []
    assert fake.pictures == 0


def test_what_was_read_without_doubt_is_not_read_again() -> None:
    fake = reader(Reading("other", LINE, 0.99))
    picture = sealed()
    old = Reading("well", LINE, 0.99)
    assert reread_under_seals(picture, ink_mask(picture, 2.0), [old], fake, 2.0) == [old]
    assert fake.pictures == 0


def test_where_all_print_was_read_its_place_is_read_again_without_looking_for_others() -> None:
    fake = reader(Reading("other", LINE, 0.99))
    better = Reading("spoilt", LINE, 0.98)
    fake.recognise = lambda image, places: [better for _ in places]  # type: ignore[method-assign]
    picture, whole = sealed(), rectangle(90, 100, 560, 300)
    old = [Reading("spo1lt", whole, 0.6), Reading("sure", rectangle(10, 400, 100, 420), 0.99)]
    found = reread_under_seals(picture, ink_mask(picture, 2.0), old, fake, 2.0)
    assert fake.pictures == 0
    assert [reading.text for reading in found] == ["sure", "spoilt"]
