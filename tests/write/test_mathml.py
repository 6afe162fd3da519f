"""Formulas in HTML."""

from __future__ import annotations

from lxml import etree

from quire.write.mathml import mathml, with_formulas


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
