"""The connected parts of masks, with labels of 16 bits and of more."""

from __future__ import annotations

import cv2
import numpy as np

from quire.read.scan.connected_parts import connected_parts


def test_parts_that_touch_at_corners_are_one() -> None:
    mask = np.zeros((6, 9), np.uint8)
    mask[1, 1:4] = mask[2, 4] = mask[4:6, 7] = 255
    labels, stats, centres = connected_parts(mask)
    assert stats[1:].tolist() == [[1, 1, 4, 2, 4], [7, 4, 1, 2, 2]]
    assert centres[1:].tolist() == [[2.5, 1.25], [7.0, 4.5]]
    assert labels[2, 4] == labels[1, 1] != labels[4, 7]
    assert labels[0, 0] == 0


def test_more_parts_than_16_bits_count() -> None:
    mask = np.zeros((900, 900), np.uint8)
    mask[::3, ::3] = 255
    labels, stats, _ = connected_parts(mask)
    assert len(stats) == 90_001
    assert stats[1:, cv2.CC_STAT_AREA].max() == 1
    assert len(np.unique(labels)) == 90_001
