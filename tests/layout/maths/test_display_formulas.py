"""Displayed formulas."""

from __future__ import annotations

from quire.layout.maths import display_formulas
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import block, line, prose, style

MATH = style(10.0, font="CMMI10")


def kind(*lines):
    draft = Draft(1, rows_of(list(lines)), left=72, right=540)
    display_formulas.mark_formulas([draft])
    return draft.kind


def test_rows_of_mathematical_type_are_formulas():
    assert kind(line("E = m c 2", 250, 100, MATH), line("(3)", 520, 100)) is Kind.FORMULA
    assert kind(line("x ≤ y + z", 250, 100)) is Kind.FORMULA


def test_text_with_a_sign_in_it_is_text():
    assert kind(*block(prose(40, 460), 72, 100)) is Kind.TEXT
    assert kind(line("where a = 3 holds for every member of the group", 72, 100)) is Kind.TEXT


def test_the_label_is_parted():
    assert display_formulas.split_label(rows_of([line("E = m c 2", 250, 100), line("(3.1)", 520, 100)])) == (
        "E = m c 2",
        "(3.1)",
    )
    assert display_formulas.split_label(rows_of([line("f (x)", 250, 100)])) == ("f (x)", "")
