"""Whether TeX accepts LaTeX."""

from __future__ import annotations

import pytest

from quire.layout.maths.latex_soundness import is_sound


@pytest.mark.parametrize(
    "latex", ["x_{i}^{2}", "x_{i_{j}}", "{}_{a}b_{c}", r"\frac{a_{1}}{b}_{2}", r"\_a_{1}", "x\u20d7_{1}"]
)
def test_scripts_of_both_sides_and_of_scripts_are_sound(latex: str) -> None:
    assert is_sound(latex)


@pytest.mark.parametrize("latex", ["x_{i}_{j}", "x_{i}^{2}_{j}", r"\sqrt{x^{a}^{b}}", "x^{y_{a}_{b}}", "x\u0307\u0307"])
def test_two_scripts_of_one_side_and_marks_without_a_letter_are_not(latex: str) -> None:
    assert not is_sound(latex)
