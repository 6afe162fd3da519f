"""Formulas in HTML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from quire.latex.mathml import MATHML_ATTRIBUTES, MATHML_TAGS, mathml, with_formulas
from quire.wiki.site.site_content import without_control_characters


def inside(latex: str, *, block: bool = False) -> str:
    """What the element of a formula holds."""
    return mathml(latex, block=block).partition(">")[2].removesuffix("</math>")


def test_formulas_are_elements_that_can_be_read() -> None:
    tree = etree.fromstring(
        mathml(r"x_{i} = \frac{1}{\sqrt{2}} + \sum_{k}^{n} \hat{a} < \left(\mathbf{b}\right)", block=True)
    )
    assert tree.get("display") == "block"
    assert {e.tag for e in tree.iter()} >= {"msub", "mfrac", "msqrt", "munderover", "mover", "mo", "mn", "mi"}


def test_text_between_formulas_is_escaped() -> None:
    assert with_formulas("$a$ < $b$").count("<math") == 2
    assert " &lt; " in with_formulas("$a$ < $b$")


def test_spaces_of_text_in_a_formula_are_shown() -> None:
    assert "<mtext>\u00a0if\u00a0</mtext>" in mathml(r"x\text{ if }y")


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"|x|", '<mrow><mo lspace="0" rspace="0">|</mo><mi>x</mi><mo lspace="0" rspace="0">|</mo></mrow>'),
        (r"\mathbb{E}", "<mi>𝔼</mi>"),
        (r"\mathcal{L}", "<mi>ℒ</mi>"),
        (r"\mathbf{x}", '<mi mathvariant="normal" class="bold">x</mi>'),
        (r"\overline{AB}", '<mrow class="overline"><mrow><mi>A</mi><mi>B</mi></mrow></mrow>'),
        (r"x''", "<msup><mi>x</mi><mo>′′</mo></msup>"),
        (r"\text{<script>}", "<mtext>&lt;script&gt;</mtext>"),
    ],
)
def test_a_part_of_a_formula(latex: str, shown: str) -> None:
    assert inside(latex) == shown


def test_ranges_stand_under_a_displayed_operator_and_beside_one_in_text() -> None:
    assert inside(r"\lim_{n}", block=True).startswith("<munder>")
    assert inside(r"\lim_{n}").startswith("<msub>")
    assert inside(r"\underbrace{a}_{n}").startswith("<munder>")


def test_the_sides_of_equations_meet_at_their_signs() -> None:
    shown = inside(r"\begin{aligned} a &= b \\ &= c \end{aligned}")
    assert shown.startswith('<mtable class="close" displaystyle="true">')
    assert [one[:4] for one in shown.split('class="')[2:]] == ["righ", "left", "righ", "left"]


@given(st.text(max_size=60) | st.text(alphabet="\\{}^_<>&'ab fracsqrt|", max_size=60))
def test_a_formula_brings_no_markup_of_its_own(latex: str) -> None:
    tree = etree.fromstring(mathml(without_control_characters(latex)))
    for one in tree.iter():
        assert one.tag in MATHML_TAGS
        assert set(one.attrib) <= MATHML_ATTRIBUTES.get(one.tag, set())
