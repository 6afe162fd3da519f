"""Letters drawn as outlines are text where their outlines are known."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.model.page import Page
from quire.read import open_source
from quire.read.pdf.outlined_glyphs import OutlinedGlyph, glyph_of, outline_key
from tests.read import making

X = [
    *((52, 289), (106, 386), (222, 442), (286, 424), (329, 379), (430, 442), (494, 420), (522, 361), (508, 314)),
    *((481, 292), (458, 288), (427, 299), (415, 328), (465, 391), (425, 404), (406, 402), (350, 336), (290, 78)),
    *((306, 38), (341, 26), (414, 59), (463, 140), (469, 151), (485, 153), (489, 153), (504, 145), (502, 134)),
    *((440, 33), (333, -11), (227, 52), (133, -10), (127, -10), (57, 16), (35, 71), (54, 123), (99, 143)),
    *((142, 101), (130, 66), (107, 46), (94, 41), (91, 40), (97, 36), (113, 29), (132, 26), (194, 71)),
    *((217, 139), (245, 247), (261, 313), (266, 352), (251, 392), (217, 404), (142, 372), (93, 290), (88, 280)),
    *((72, 278), (58, 278), (52, 289)),
]  # fmt: skip
"""The points of MathJax's italic x."""


def drawn(canvas: Canvas, x: float, y: float, size: float, points: list[tuple[int, int]] = X) -> None:
    """An outline as browsers print it: in its own units, under a matrix."""
    canvas.saveState()
    canvas.transform(size / 1000, 0, 0, size / 1000, x, y)
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def page(tmp_path: Path, draw: making.Draw) -> Page:
    with open_source(making.pdf(tmp_path / "a.pdf", draw)) as source:
        return source.page(1)


def test_an_outline_is_known_by_its_points() -> None:
    assert glyph_of([X]) == OutlinedGlyph("MathJax_Math-Italic", ord("x"), 572)
    assert glyph_of([X[:-1]]) == glyph_of([[X[0], *X]]) == glyph_of([X])
    assert glyph_of([[*X[:-2], (59, 278), X[-1]]]) is None
    assert glyph_of([[(x + 0.4, y) for x, y in X]]) is None


@pytest.mark.parametrize(
    "parts",
    [[], [[]], [[(0, 0)]], [[(10.0**9, 0)] * 5], [[(0, 0)] * 5000], [[(math.inf, 0)] * 5], [[(0, math.nan)] * 5]],
)
def test_no_glyph_has_such_an_outline(parts: list[list[tuple[float, float]]]) -> None:
    assert outline_key(parts) == 0 or glyph_of(parts) is None


def test_a_drawn_letter_stands_in_the_text_where_it_is_drawn(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(50, 500, "Let")
        drawn(canvas, 70, 500, 12)
        canvas.drawString(80, 500, "be even.")
        canvas.drawString(50, 480, "The second line.")

    found = page(tmp_path, draw)
    assert [line.text for line in found.lines] == ["Let x be even.", "The second line."]
    letter = found.lines[0].words[1]
    assert (letter.style.font, letter.style.size) == ("MathJax_Math-Italic", 10.0)  # as high as the text's letters
    assert letter.x0 == pytest.approx(70, abs=0.1)
    assert found.unknown == 0
    assert found.pictures == ()


def test_other_outlines_stay_drawings(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        drawn(canvas, 50, 500, 12, [(x, y + x // 9) for x, y in X])
        canvas.rotate(30)
        drawn(canvas, 300, 300, 12)
        drawn(canvas, 300, 400, 4000)

    assert page(tmp_path, draw).lines == ()
