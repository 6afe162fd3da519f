"""The colour of recognised text."""

from __future__ import annotations

import numpy as np
import pytest

from quire.read.scan.ink_color import ink_colors

BOX = (10, 10, 110, 30)


def picture(ground: tuple[int, int, int], *inks: tuple[int, int, int], noise: int = 0) -> np.ndarray:
    """Strokes of each ink in a row of its own, 40 pixels apart."""
    pixels = np.empty((20 + 40 * len(inks), 130, 3), np.uint8)
    pixels[:] = ground
    for row, ink in enumerate(inks):
        for x in range(12, 108, 8):
            pixels[12 + 40 * row : 28 + 40 * row, x : x + 2] = ink
    if noise:
        shift = np.random.default_rng(1).integers(-noise, noise + 1, pixels.shape)
        pixels = np.clip(pixels.astype(int) + shift, 0, 255).astype(np.uint8)
    return pixels


def colors(ground: tuple[int, int, int], *inks: tuple[int, int, int], noise: int = 0) -> list[int]:
    boxes = [(x0, y0 + 40 * row, x1, y1 + 40 * row) for row in range(len(inks)) for x0, y0, x1, y1 in [BOX]]
    return ink_colors(picture(ground, *inks, noise=noise), boxes)


@pytest.mark.parametrize("ink", [(0, 0, 0), (40, 40, 60), (120, 120, 120)])
def test_print_on_paper_is_black(ink: tuple[int, int, int]) -> None:
    assert colors((250, 248, 240), ink, noise=10) == [0]


def test_light_letters_on_a_dark_ground_and_coloured_ones_keep_their_colour() -> None:
    assert colors((20, 30, 60), (255, 255, 255)) == [0xFFFFFF]
    assert colors((255, 255, 255), (200, 0, 0)) == [0xC80000]


def test_like_colours_of_a_page_are_one() -> None:
    first, second, third = colors((20, 30, 60), (240, 240, 240), (250, 250, 250), (0, 200, 80))
    assert first == second == 0xF0F0F0
    assert third == 0x00C850


def test_without_ink_or_off_the_page_there_is_no_colour() -> None:
    assert colors((20, 30, 60), (30, 40, 70)) == [0]
    assert ink_colors(picture((255, 255, 255)), [(500, 500, 600, 520), (5, 5, 5, 5)]) == [0, 0]
