"""Signs that are printed in parts."""

from __future__ import annotations

from tests.layout.maths.test_latex_builder import ROMAN, latex, word


def test_dots_below_each_other_and_in_a_diagonal_are_one_sign() -> None:
    dots = [word(".", 0, 92 + 4 * n, 10, ROMAN) for n in range(3)]
    diagonal = [word(".", 30 + 4.5 * n, 92 + 3 * n, 10, ROMAN) for n in range(3)]
    assert latex(*dots) == r"\vdots"
    assert latex(*diagonal) == r"\ddots"
    assert latex(*[word(".", 4.5 * n, 100, 10, ROMAN) for n in range(3)]).strip() == r"\ldots"


def test_an_upper_limit_is_one_name_with_one_limit() -> None:
    names = word("lim", 0, 100, 10, ROMAN), word("sup", 16.7, 100, 10, ROMAN)
    assert latex(*names, word("n", 14, 108, 7), word("x", 36, 100)) == r"\limsup_{n}x"
