"""The detector's map of large pictures."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quire.read.ocr_engine import Pixels
from quire.read.scan.text_heatmap import content_window, text_boxes, text_heatmap, tile_spans


@given(st.integers(1, 1_000))
def test_tiles_cover_a_side_once(steps: int) -> None:
    length = 32 * steps
    found = tile_spans(length)
    assert found[0].first == 0
    assert found[-1].last == length
    assert all(one.last == other.first for one, other in itertools.pairwise(found))
    for span in found:
        assert 0 <= span.start <= span.first < span.last <= span.stop <= length
        assert span.stop - span.start <= 1_600
        assert span.start % 32 == 0
        assert span.start == 0 or span.first - span.start >= 32
        assert span.stop == length or span.stop - span.last >= 32


def grey(picture: Pixels) -> np.ndarray:
    """A model that looks at each pixel alone."""
    return picture[:, :, 0].astype(np.float32) / 255.0


def test_a_map_made_in_tiles_is_the_whole_map() -> None:
    picture = np.random.default_rng(3).integers(0, 256, (1_984, 3_200, 3), np.uint8)
    seen: list[tuple[int, ...]] = []

    def look(part: Pixels) -> np.ndarray:
        seen.append(part.shape)
        return grey(part)

    assert np.array_equal(text_heatmap(picture, look), grey(picture))
    assert len(seen) == 6
    assert all(max(shape) <= 1_600 for shape in seen)


def test_a_line_over_tiles_is_one_box() -> None:
    picture = np.zeros((1_600, 3_200, 3), np.uint8)
    picture[700:720, 100:3_100] = 255
    (box,) = text_boxes(text_heatmap(picture, grey))
    assert min(x for x, _ in box) < 105
    assert max(x for x, _ in box) > 3_095


def test_faint_and_tiny_spots_are_no_boxes() -> None:
    heat = np.zeros((200, 200), np.float32)
    heat[50:60, 20:100] = 0.4
    heat[100:101, 20:22] = 1.0
    assert text_boxes(heat) == []


@given(st.integers(2, 20), st.integers(2, 20), st.integers(0, 500), st.integers(0, 500))
def test_the_window_holds_what_stands_on_the_paper(rows: int, columns: int, x: int, y: int) -> None:
    picture = np.full((32 * rows, 32 * columns, 3), 255, np.uint8)
    x, y = x % (32 * columns - 8), y % (32 * rows - 8)
    picture[y : y + 8, x : x + 8] = 0
    left, top, right, bottom = content_window(picture)
    assert 0 <= left <= x < x + 8 <= right <= 32 * columns
    assert 0 <= top <= y < y + 8 <= bottom <= 32 * rows
    assert (right - left) % 32 == (bottom - top) % 32 == 0
    assert right - left <= 128
    assert bottom - top <= 128


def test_the_window_of_noisy_paper_holds_its_letters_alone() -> None:
    rng = np.random.default_rng(3)
    grey = rng.normal(235, 14, (1_600, 1_120))
    for y, x in rng.integers(0, (1_598, 1_118), (900, 2)):
        grey[y : y + 2, x : x + 2] = 60  # specks
    grey[:, 560:563] = 90  # a streak
    for y in range(400, 900, 40):
        for x in range(200, 900, 14):
            grey[y : y + 16, x : x + 9] = 40
    left, top, right, bottom = content_window(np.repeat(grey.clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2))
    assert left <= 200
    assert right >= 895
    assert top <= 400
    assert bottom >= 896
    assert (right - left) * (bottom - top) < 0.5 * grey.size


def test_the_window_of_a_dark_page_holds_its_light_letters() -> None:
    rng = np.random.default_rng(3)
    grey = rng.normal(80, 9, (1_600, 1_120))
    for level, top in ((10, 200), (230, 900)):
        for y in range(top, top + 300, 40):
            for x in range(200, 900, 14):
                grey[y : y + 16, x : x + 9] = level
    _, top, _, bottom = content_window(np.repeat(grey.clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2))
    assert top <= 200
    assert bottom >= 1_190


def test_the_window_of_empty_paper_is_small() -> None:
    assert content_window(np.full((640, 480, 3), 240, np.uint8)) == (0, 0, 32, 32)


@given(st.integers(2, 75), st.integers(2, 75))
def test_the_model_never_sees_more_than_fits_into_its_memory(rows: int, columns: int) -> None:
    seen: list[int] = []

    def look(part: Pixels) -> np.ndarray:
        assert part.shape[0] % 32 == part.shape[1] % 32 == 0
        seen.append(part.shape[0] * part.shape[1])
        return np.zeros(part.shape[:2], np.float32)

    assert text_heatmap(np.zeros((32 * rows, 32 * columns, 3), np.uint8), look).shape == (32 * rows, 32 * columns)
    assert max(seen) <= 1_900_000
    assert sum(seen) <= 1.6 * 32 * rows * 32 * columns
