"""Formulas on slides."""

from __future__ import annotations

import io

import pptx
from lxml import etree

from quire.model.block import Formula, Place, Span
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import MATHS
from quire.write.pptx import write
from quire.write.slides.drawingml import NAMESPACES
from quire.write.slides.slide_equations import equation_shape, visible_text
from tests import documents as make
from tests.write.ooxml import A, P, W, problems


def test_formulas_of_running_text_are_signs_without_dollars() -> None:
    assert visible_text(Span(r"$\alpha_{i} \leq 2$ and $x$", make.BODY._replace(font=MATHS))) == "α_i ≤ 2 and x"


def test_a_price_is_no_formula() -> None:
    assert visible_text(Span("$5 or $6", make.BODY)) == "$5 or $6"


def test_a_displayed_formula_is_an_equation_with_its_text_as_a_fallback() -> None:
    markup = equation_shape(7, Box(100, 50, 300, 90), r"\frac{a}{b} < c", 2000, 0x203060)
    shape = etree.fromstring(f"<x {NAMESPACES}>{markup}</x>")[0]
    choice, fallback = shape
    assert choice.get("Requires") == "a14"
    maths = choice.find(f".//{A}p/{{http://schemas.microsoft.com/office/drawing/2010/main}}m")
    assert "".join(maths.itertext()) == "ab<c"
    assert not [e for e in maths.iter() if e.tag.startswith(W)]  # what Word says of runs is nothing for slides
    assert {e.get("sz") for e in maths.iter(A + "rPr")} == {"2000"}
    assert "".join(fallback.itertext()) == "a/b < c"
    assert {e.get("id") for e in shape.iter(P + "cNvPr")} == {"7"}


def test_a_slide_with_an_equation_opens() -> None:
    place = Place(1, Box(200, 300, 760, 360))
    formula = Formula("x = y", (place,), r"x = \sum_{i=1}^{n} y_i", "(3)")
    page = PageInfo(1, 960.0, 540.0)
    package = write(Document((page,), (make.paragraph("before"), formula), page_count=1), {})
    assert problems(package) == []
    texts = [s.text_frame.text for s in pptx.Presentation(io.BytesIO(package)).slides[0].shapes if s.has_text_frame]
    assert set(texts) == {"before", "(3)"}
