"""From the picture of a page to lines and rules."""

from __future__ import annotations

import pytest

from quire.errors import OutOfTime
from quire.read.ocr_engine import FakeOcr, Illegible, Reading, rectangle
from quire.read.scan.scan_pipeline import recognise_page
from tests.read.scanning import blank


def test_lines_and_rules_of_a_picture() -> None:
    picture = blank(800, 600)
    picture[108:122, 105:295] = 0
    picture[200:203, 50:750] = 0
    place = rectangle(100, 100, 300, 130)
    lines, sure, rules, *_ = recognise_page(
        picture, [place], FakeOcr(lambda image: [Reading("words", place, 0.7)]), 200 / 72
    )
    assert [line.text for line in lines] == ["words"]
    assert sure == [0.7]
    assert len(rules) == 1
    assert rules[0].horizontal


def test_noise_that_looks_like_text_everywhere_is_given_up() -> None:
    places = [rectangle(0, 2 * y, 800, 2 * y + 1) for y in range(70)]
    with pytest.raises(OutOfTime):
        recognise_page(blank(800, 600), places, FakeOcr(lambda image: []), 200 / 72)


@pytest.mark.parametrize(("doubted", "is_noise"), [(8, True), (3, False)])
def test_a_page_in_an_unknown_script_is_noise(doubted: int, *, is_noise: bool) -> None:
    places = [rectangle(100, 40 + 50 * at, 400, 70 + 50 * at) for at in range(10)]
    seen = [Reading("faakuT RRsfca", place, 0.7 if at < doubted else 0.95) for at, place in enumerate(places)]
    picture = blank(800, 600)
    if is_noise:
        with pytest.raises(Illegible):
            recognise_page(picture, places, FakeOcr(lambda image: seen), 200 / 72)
    else:
        assert len(recognise_page(picture, places, FakeOcr(lambda image: seen), 200 / 72)[0]) == 10


@pytest.mark.parametrize(("mute", "share"), [(8, 0.8), (5, 0.5), (4, 0.0), (0, 0.0)])
def test_places_without_text_that_was_read_are_lost(mute: int, share: float) -> None:
    places = [rectangle(100, 40 + 50 * at, 400, 70 + 50 * at) for at in range(10)]
    seen = [Reading("" if at < mute else "words", place, 0.0 if at < mute else 0.95) for at, place in enumerate(places)]
    found = recognise_page(blank(800, 600), places, FakeOcr(lambda image: seen), 200 / 72)
    assert found.lost == pytest.approx(share)
