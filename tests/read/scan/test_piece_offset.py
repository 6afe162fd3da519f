"""What was read in a part of a page stands at its place on the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.page import Line, Rule, Style, Word
from quire.read.scan.piece_offset import shifted_line, shifted_rule

far = st.floats(-1_000.0, 1_000.0)


def line(angle: int = 0) -> Line:
    word = Word(
        "Tube",
        10.0,
        20.0,
        30.0,
        32.0,
        29.0,
        Style("Arial", 12.0, bold=False, italic=False, mono=False, color=0),
        space=False,
    )
    return Line((word,), 10.0, 20.0, 30.0, 32.0, 29.0, angle)


@given(far, far)
def test_everything_of_a_line_moves(across: float, down: float) -> None:
    found = shifted_line(line(), across, down)
    assert tuple(found.box) == pytest.approx((10.0 + across, 20.0 + down, 30.0 + across, 32.0 + down))
    assert found.words[0].box == found.box
    assert found.baseline == found.words[0].baseline == pytest.approx(29.0 + down)


@pytest.mark.parametrize("angle", [90, 270])
def test_the_baseline_of_a_line_on_its_side_moves_across(angle: int) -> None:
    found = shifted_line(line(angle), 5.0, 70.0)
    assert found.baseline == found.words[0].baseline == 34.0


def test_a_rule_moves() -> None:
    assert shifted_rule(Rule(1.0, 2.0, 9.0, 2.0, 0.5, 0), 10.0, -1.0) == Rule(11.0, 1.0, 19.0, 1.0, 0.5, 0)
