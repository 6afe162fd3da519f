"""Large delimiters and what is between them."""

from __future__ import annotations

import pytest

from tests.layout.maths.test_latex_builder import LARGE, latex, word


def large(sign: str, x: float, top: float = 88.0):
    """A delimiter 20 points high, as two pieces of a font of large signs."""
    pieces = {"(": "0@", ")": "1A", "[": "24", "]": "35"}[sign]
    return [word(piece, x, top + 10 * n, 10.0, LARGE) for n, piece in enumerate(pieces)]


def test_brackets_grow_around_what_they_hold() -> None:
    assert latex(*large("(", 0), word("x", 6, 100), *large(")", 12)) == r"\left(x\right)"


@pytest.mark.parametrize(("signs", "kind"), [("()", "pmatrix"), ("[]", "bmatrix")])
def test_rows_and_columns_between_brackets_are_a_matrix(signs: str, kind: str) -> None:
    cells = [word("a", 6, 93), word("b", 30, 93), word("c", 6, 107), word("d", 30, 107)]
    found = latex(*large(signs[0], 0), *cells, *large(signs[1], 40))
    assert found == rf"\begin{{{kind}}} a & b \\ c & d \end{{{kind}}}"


def test_two_rows_of_one_column_in_round_brackets_are_a_binomial() -> None:
    assert latex(*large("(", 0), word("n", 6, 93), word("k", 6, 107), *large(")", 12)) == r"\binom{n}{k}"


def test_a_brace_without_a_partner_opens_cases() -> None:
    brace = [word(piece, 0, 88 + 10 * n, 10.0, LARGE) for n, piece in enumerate("8:")]
    found = latex(*brace, word("a", 8, 93), word("b", 8, 107))
    assert found == r"\begin{cases} a \\ b \end{cases}"


def test_rows_without_a_column_that_others_have_keep_it_empty() -> None:
    cells = [word("a", 6, 93), word("b", 30, 93), word("d", 30, 107)]
    found = latex(*large("[", 0), *cells, *large("]", 40))
    assert found == r"\begin{bmatrix} a & b \\ & d \end{bmatrix}"


def test_a_bar_with_a_script_is_not_the_first_of_a_pair() -> None:
    def bar(x: float):
        return [word("|", x, 88 + 6 * n, 10, LARGE) for n in range(3)]

    found = latex(
        word("f", 0, 100), *bar(6), word("0", 11.5, 105, 7), word("g", 24, 100), *bar(30), word("1", 35.5, 105, 7)
    )
    assert found == r"f|_{0}g|_{1}"
