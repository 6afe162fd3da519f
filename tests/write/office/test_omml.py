"""Formulas as Word's equations."""

from __future__ import annotations

from lxml import etree

from quire.write.office.omml import omml
from quire.write.word.wordprocessingml import NAMESPACES

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def names(latex: str) -> set[str]:
    tree = etree.fromstring(f"<x {NAMESPACES}>{omml(latex)}</x>")
    return {e.tag.removeprefix(M) for e in tree.iter()}


def test_the_kinds_of_parts() -> None:
    assert names(r"x_{i}^{2} + y_{j} + z^{k}") >= {"oMath", "sSubSup", "sSub", "sSup"}
    assert names(r"\frac{a}{b} + \sqrt[3]{c} + \bar{d} + \overline{ef}") >= {"f", "rad", "deg", "acc", "bar"}
    assert names(r"\sum_{k = 0}^{n} x + \left[\begin{matrix} a & b \end{matrix}\right]") >= {"nary", "d", "m", "mr"}


def test_ranges_stand_under_a_displayed_operator_and_beside_one_in_text() -> None:
    assert "limLow" in names(r"\lim_{n} a")
    assert "limLow" not in omml(r"\lim_{n} a", block=False)
    assert 'limLoc m:val="undOvr"' in omml(r"\sum_{n} a")
    assert 'limLoc m:val="subSup"' in omml(r"\sum_{n} a", block=False)


def test_bars_are_delimiters_and_signs_of_other_languages_are_text() -> None:
    assert "d" in names("|x|")
    assert "<m:rPr><m:nor/></m:rPr>" in omml("P(A|B)")


def test_a_relation_has_something_on_both_sides() -> None:
    assert omml("= a").count("\u200b") == 1
    assert omml("a =").count("\u200b") == 1
    assert omml("a = b").count("\u200b") == 0
    assert omml(r"\begin{aligned} a &= b \end{aligned}").count("\u200b") == 1


def test_no_place_is_left_to_be_filled() -> None:
    for latex in (r"\sum", r"\frac{}{}", r"\sqrt{}", "", r"\begin{matrix} & a \end{matrix}", "^2"):
        tree = etree.fromstring(f"<x {NAMESPACES}>{omml(latex)}</x>")
        assert all(len(part) for part in tree.iter(M + "e", M + "num", M + "den")), latex
