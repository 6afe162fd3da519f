"""Fractions, roots and overlines."""

from __future__ import annotations

from quire.model.page import Rule
from tests.layout.maths.test_latex_builder import latex, word


def bar(x0: float, y: float, x1: float) -> Rule:
    return Rule(x0, y, x1, y, 0.4, 0)


def test_a_fraction_inside_a_fraction() -> None:
    words = [word("a", 12, 94), word("b", 12, 107), word("c", 12, 120)]
    assert latex(*words, rules=(bar(12, 97.5, 17), bar(10, 110.5, 20))) == r"\frac{\frac{a}{b}}{c}"


def test_an_overline_is_as_long_as_what_is_below_it() -> None:
    assert latex(word("x", 10, 100), rules=(bar(9.5, 91.5, 15.5),)) == r"\overline{x}"
    assert latex(word("x", 10, 100), rules=(bar(0, 91.5, 60),)) == "x"


def test_the_degree_of_a_root() -> None:
    root = word("√", 4, 93, 10, "CMSY10")
    found = latex(root, word("3", 4, 95, 5), word("x", 10, 100), rules=(bar(9, 92.5, 16),))
    assert found == r"\sqrt[3]{x}"


def test_a_bar_far_from_everything_changes_nothing() -> None:
    assert latex(word("x", 10, 100), rules=(bar(10, 150, 15),)) == "x"
