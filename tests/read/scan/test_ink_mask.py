"""Ink, and boxes of text parted at rules and blanks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.model.page import Rule
from quire.read.ocr_engine import rectangle
from quire.read.scan.ink_mask import blank_runs, bounding_box, ink_mask, split_at_cells, split_polygon, without_rules


def test_ink_is_what_is_darker_than_its_neighbourhood() -> None:
    picture = np.linspace(120, 255, 400).astype(np.uint8)  # a shadow over the page
    picture = np.repeat(np.repeat(picture[None, :, None], 200, axis=0), 3, axis=2)
    picture = np.ascontiguousarray(picture)
    cv2.line(picture, (20, 100), (380, 100), (60, 60, 60), 3)
    ink = ink_mask(picture, 2.0)
    assert (ink[100, 30:370] == 255).all()
    assert float((ink[:80] > 0).mean()) < 0.01


def test_rules_are_taken_out() -> None:
    ink = np.zeros((100, 100), np.uint8)
    ink[49:52] = 255
    ink[10:20, 10:20] = 255
    left = without_rules(ink, [Rule(0, 25, 50, 25, 1.0, 0)], 2.0)
    assert left[50].max() == 0
    assert left[15, 15] == 255
    assert ink[50].max() == 255  # the page's ink is not changed


def test_blanks_are_the_gaps_between_ink() -> None:
    part = np.zeros((5, 30), np.uint8)
    part[:, [3, 4, 10, 20]] = 255
    assert blank_runs(part) == [(5, 10), (11, 20)]
    assert blank_runs(np.zeros((5, 30), np.uint8)) == []


@pytest.mark.parametrize(("at", "parts"), [(200, 2), (105, 1), (500, 1)])
def test_a_box_over_a_rule_is_cut(at: int, parts: int) -> None:
    ink = np.zeros((100, 400), np.uint8)
    ink[30:50, 100:300] = 255
    rule = Rule(at / 2, 0, at / 2, 50, 0.5, 0)
    found = split_at_cells([rectangle(100, 28, 300, 52)], ink, [rule], 2.0)
    assert len(found) == parts
    assert 96 < bounding_box(found[0])[0] <= 100
    assert 300 <= bounding_box(found[-1])[2] < 304


def test_a_box_is_widened_for_thin_letters_but_not_up_to_a_rule() -> None:
    ink = np.zeros((100, 400), np.uint8)
    place = rectangle(100, 20, 300, 60)
    assert bounding_box(split_at_cells([place], ink, [], 2.0)[0]) == (96, 20, 304, 60)
    left, right = Rule(49, 0, 49, 50, 0.5, 0), Rule(152, 0, 152, 50, 0.5, 0)
    assert bounding_box(split_at_cells([place], ink, [left, right], 2.0)[0]) == (100, 20, 300, 60)


def test_a_box_over_a_wide_blank_is_cut() -> None:
    ink = np.zeros((100, 400), np.uint8)
    ink[30:50, 100:170] = 255
    ink[30:50, 230:300] = 255
    found = split_at_cells([rectangle(95, 28, 305, 52)], ink, [], 2.0)
    assert [tuple(map(round, bounding_box(place))) for place in found] == [(93, 28, 200, 52), (200, 28, 307, 52)]


def test_cuts_next_to_each_other_leave_no_slivers() -> None:
    assert len(split_polygon(rectangle(0, 0, 100, 20), [50.0, 50.5, 51.0])) == 2
    assert split_polygon(rectangle(0, 0, 100, 20), []) == [rectangle(0, 0, 100, 20)]
