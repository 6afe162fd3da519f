"""Formulas as Word's equations."""

from __future__ import annotations

from lxml import etree

from quire.write.office.omml import omml, split_formulas
from quire.write.word.wordprocessingml import NAMESPACES

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def names(latex: str) -> set[str]:
    tree = etree.fromstring(f"<x {NAMESPACES}>{omml(latex)}</x>")
    return {e.tag.removeprefix(M) for e in tree.iter()}


def test_the_kinds_of_parts() -> None:
    assert names(r"x_{i}^{2} + y_{j} + z^{k}") >= {"oMath", "sSubSup", "sSub", "sSup"}
    assert names(r"\frac{a}{b} + \sqrt[3]{c} + \bar{d} + \overline{ef}") >= {"f", "rad", "deg", "acc", "bar"}
    assert names(r"\sum_{k = 0}^{n} x + \left[\begin{matrix} a & b \end{matrix}\right]") >= {"nary", "d", "m", "mr"}


def test_formulas_and_what_stands_between_them() -> None:
    assert split_formulas("$a$ and $b$") == [("a", ""), ("", " and "), ("b", "")]
