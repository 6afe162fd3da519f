"""Formulas between dollar signs."""

from __future__ import annotations

from quire.latex import split_formulas


def test_formulas_and_what_stands_between_them() -> None:
    assert split_formulas("$a$ and $b$") == [("a", ""), ("", " and "), ("b", "")]
