"""Streaks of scanners and folds of paper."""

import cv2
import numpy as np
import pytest

from quire.read.scan.scan_streaks import without_streaks

HIGH, WIDE, SCALE = 1_100, 850, 100 / 72


def page() -> np.ndarray:
    """Text in lines over paper with a little grain."""
    rng = np.random.default_rng(7)
    picture = np.full((HIGH, WIDE), 245, np.uint8)
    for y in range(150, 950, 30):
        cv2.putText(picture, "Net income before provision for taxes 7,941", (90, y), 0, 0.7, 20, 2)
    grainy = picture + rng.normal(0, 3, picture.shape)
    return np.repeat(np.clip(grainy, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


def darkened(picture: np.ndarray, at: np.ndarray, *, across: bool = False) -> np.ndarray:
    """The picture with a line of two pixels, 70 levels darker, at a column for each row."""
    out = (picture.transpose(1, 0, 2) if across else picture).astype(int)
    rows = np.arange(out.shape[0])
    for beside in (0, 1):
        out[rows, at + beside] -= 70
    out = out.transpose(1, 0, 2) if across else out
    return np.clip(out, 0, 255).astype(np.uint8)


def test_a_page_without_streaks_stays_the_same() -> None:
    clean = page()
    assert without_streaks(clean, SCALE) is clean


@pytest.mark.parametrize("lean", [0, 10])
def test_a_streak_through_letters_goes_and_they_stay(lean: int) -> None:
    clean = page()
    streaked = darkened(clean, np.linspace(300, 300 + lean, HIGH).astype(int))
    mended = without_streaks(streaked, SCALE).astype(int)
    near = (slice(None), slice(298, 304 + lean))
    before, after = (np.abs(p[near].astype(int) - clean[near]).mean() for p in (streaked, mended))
    assert after < 0.25 * before
    assert np.array_equal(mended[:, 330 + lean :], streaked[:, 330 + lean :])


def test_two_streaks_side_by_side_both_go() -> None:
    clean = page()
    streaked = darkened(darkened(clean, np.full(HIGH, 300)), np.full(HIGH, 330))
    mended = without_streaks(streaked, SCALE).astype(int)
    assert mended[:100, 300:302].mean() > 240
    assert mended[:100, 330:332].mean() > 240


def test_a_fold_goes_too() -> None:
    folded = darkened(page(), np.full(WIDE, 505), across=True)
    assert without_streaks(folded, SCALE)[505:507, 10:80].mean() > 240


def test_rules_of_a_table_that_fills_the_picture_stay() -> None:
    ruled = page()
    ruled[:, 60:62] = 30  # beside the text, from edge to edge
    ruled[:, 780:782] = 30
    assert without_streaks(ruled, SCALE) is ruled


def test_a_rule_that_ends_at_the_margin_stays() -> None:
    ruled = page()
    ruled[60:1_040, 300:302] = 30
    assert without_streaks(ruled, SCALE) is ruled


def test_a_snippet_is_no_page() -> None:
    part = page()[:200, :200]
    assert without_streaks(part, SCALE) is part
