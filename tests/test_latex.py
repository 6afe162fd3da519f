"""LaTeX as a tree and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.latex import Fence, Fraction, Row, Script, Sign, parse, plain


def test_scripts_fractions_and_roots() -> None:
    assert parse("x_{i}^{2}") == Script(Sign("x"), Sign("i"), Sign("2"))
    assert parse(r"\frac{a}{b}") == Fraction(Sign("a"), Sign("b"))
    assert plain(r"V = \frac{1}{\sqrt{aa^{\dagger}}}a") == "V = 1/(√(aa^†))a"


def test_delimiters_and_matrices() -> None:
    found = parse(r"\left(\frac{a}{b}\right)")
    assert isinstance(found, Fence)
    assert (found.left, found.right) == ("(", ")")
    assert plain(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}") == "(a, b; c, d)"


@pytest.mark.parametrize("latex", ["", "{", "}", "_", "^", r"\left", r"\frac", r"\begin{x", "{" * 200, "a_b_c^d^e''"])
def test_anything_is_read(latex: str) -> None:
    plain(latex)


def test_text_keeps_its_spaces() -> None:
    assert parse(r"x\text{ if }y") == Row((Sign("x"), Sign(" if ", "roman"), Sign("y")))


@given(st.text("abc1{}_^\\&$ frleghtiqs()", max_size=60))
def test_reading_ends(latex: str) -> None:
    plain(latex)
