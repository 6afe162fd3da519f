"""Formulas on slides."""

from __future__ import annotations

from quire.model.block import Span
from quire.model.page import MATHS
from quire.write.slides.maths import seen
from tests import documents as make


def test_formulas_of_running_text_are_signs_without_dollars() -> None:
    assert seen(Span(r"$\alpha_{i} \leq 2$ and $x$", make.BODY._replace(font=MATHS))) == "α_i ≤ 2 and x"


def test_a_price_is_no_formula() -> None:
    assert seen(Span("$5 or $6", make.BODY)) == "$5 or $6"
