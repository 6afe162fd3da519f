"""LaTeX as a tree and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.latex import parse, plain
from quire.latex.mathml import mathml
from quire.latex.tree import Fence, Fraction, Row, Script, Sign, Table
from quire.write.office.omml import omml


def test_scripts_fractions_and_roots() -> None:
    assert parse("x_{i}^{2}") == Script(Sign("x"), Sign("i"), Sign("2"))
    assert parse(r"\frac{a}{b}") == Fraction(Sign("a"), Sign("b"))
    assert plain(r"V = \frac{1}{\sqrt{aa^{\dagger}}}a") == "V = 1/(√(aa^†))a"


def test_delimiters_and_matrices() -> None:
    found = parse(r"\left(\frac{a}{b}\right)")
    assert isinstance(found, Fence)
    assert (found.left, found.right) == ("(", ")")
    assert plain(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}") == "(a, b; c, d)"


@pytest.mark.parametrize("latex", ["", "{", "}", "_", "^", r"\left", r"\frac", r"\begin{x", "a_b_c^d^e''", r"\text"])
def test_anything_is_read(latex: str) -> None:
    plain(latex)


@pytest.mark.parametrize(
    "part",
    ["{", "_", "^", "'", "|a", "a_b", r"\hat", r"\frac", r"\over ", r"\limits", r"\left(", r"\begin{a}", r"\text{"],
)
def test_a_part_without_end_ends(part: str) -> None:
    for written in (plain(part * 5000), mathml(part * 5000), omml(part * 5000)):
        assert isinstance(written, str)


def test_bars_are_delimiters_where_they_close_what_they_open() -> None:
    assert parse("|x|") == Fence("|", "|", Sign("x"))
    assert parse(r"\|x\|^2") == Script(Fence("∥", "∥", Sign("x")), None, Sign("2"))
    assert plain("P(A|B)P(C|D)") == "P(A|B)P(C|D)"
    assert Sign("|") in parse("P(A|B)P(C|D)").parts


def test_older_and_rarer_commands() -> None:
    assert parse(r"{a \over b}") == Fraction(Sign("a"), Sign("b"))
    assert parse(r"\operatorname*{argmin}_x") == Script(Sign("argmin", "roman"), Sign("x"))
    assert parse(r"\begin{array}{l|r} a & b \\ \hline c & d \\ \end{array}") == Table(
        ((Sign("a"), Sign("b")), (Sign("c"), Sign("d"))), "lr"
    )
    assert parse(r"\stackrel{d}{=}") == Script(Sign("="), None, Sign("d"), limits=True)
    assert plain("a % a remark\n+ b") == "a + b"
    assert parse("a~b") == Row((Sign("a"), Sign("\u2004"), Sign("b")))


def test_a_second_script_stands_behind_the_first() -> None:
    assert plain("_a_b") == "_a_b"
    assert parse("a_b_c") == Row((Script(Sign("a"), Sign("b")), Script(Row(), Sign("c"))))


def test_text_keeps_its_spaces() -> None:
    assert parse(r"x\text{ if }y") == Row((Sign("x"), Sign(" if ", "words"), Sign("y")))


@given(st.text("abc1{}_^\\&$ frleghtiqs()", max_size=60))
def test_reading_ends(latex: str) -> None:
    plain(latex)
