"""Formulas on slides: displayed ones as PowerPoint's own equations, those in running text as plain text on one line."""

from __future__ import annotations

from quire.latex import plain, split_formulas
from quire.model.block import Span
from quire.model.geometry import Box
from quire.write.office.office_text import escape
from quire.write.office.omml import RUN_FONT, omml
from quire.write.office.package import hex_color
from quire.write.slides.drawingml import tag, text_shape

# PowerPoint writes an equation as a choice for programs that know it, and a fallback for others (ECMA-376, part 3, 10).
_NAMESPACES = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def visible_text(span: Span) -> str:
    """The text that a reader sees: of formulas their signs, without dollars and commands."""
    if not span.maths:
        return span.text
    return "".join(plain(latex) if latex else said for latex, said in split_formulas(span.text))


def equation_shape(number: int, box: Box, latex: str, size: int, color: int = 0) -> str:
    """A displayed formula: an equation that can be edited; where a program knows none, its text.

    Args:
        number: unique on the slide.
        box: where it stands, in its middle.
        latex: the formula.
        size: of its type, hundredths of a point.
        color: 0xRRGGBB.
    """
    face = tag("a:latin", typeface="Cambria Math")
    look = tag("a:solidFill", tag("a:srgbClr", val=hex_color(color))) + face
    own = tag("a:rPr", look, lang="en-US", sz=size)
    maths = omml(latex).replace(RUN_FONT, own)
    middle = tag("m:oMathParaPr", tag("m:jc", m_val="center"))
    end = tag("a:endParaRPr", lang="en-US", sz=size)
    native = tag("a:p", tag("a:pPr", algn="ctr") + tag("a14:m", tag("m:oMathPara", middle + maths)) + end)
    text = tag("a:r", own + tag("a:t", escape(plain(latex))))
    choice = tag("mc:Choice", text_shape(number, box, native, centred=True), Requires="a14")
    fallback = tag("mc:Fallback", text_shape(number, box, tag("a:p", tag("a:pPr", algn="ctr") + text), centred=True))
    return f"<mc:AlternateContent {_NAMESPACES}>{choice}{fallback}</mc:AlternateContent>"
