"""Elements of WordprocessingML as text, with properties in the order of the schema.

Word offers to "repair" a file whose properties stand in another order (ECMA-376-1, 17.3 to 17.6:
the complex types are sequences), so no other module writes the inside of a properties element.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from quire.write.office.office_text import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
)


def tag(name: str, inner: str = "", /, **attributes: str | float) -> str:
    """An element; ``w_val=1`` is the attribute ``w:val="1"``. `inner` is markup, attribute values are text."""
    values = "".join([_attribute(key, value) for key, value in attributes.items()])
    return f"<{name}{values}>{inner}</{name}>" if inner else f"<{name}{values}/>"


@lru_cache(maxsize=4096, typed=True)  # a report has tens of thousands, nearly all of them alike
def _attribute(key: str, value: str | float) -> str:
    return f' {key.replace("_", ":", 1)}="{escape(value) if isinstance(value, str) else value}"'


def part(name: str, inner: str) -> bytes:
    """A whole part: the root element with every namespace that the parts use."""
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<{name} {NAMESPACES}>{inner}</{name}>'.encode()


def properties(name: str, children: Mapping[str, str]) -> str:
    """A properties element (``w:pPr`` ...) with `children` (local name -> markup) in order; "" without any.

    Raises:
        KeyError: a child that the schema does not know there.
    """
    if not children:
        return ""
    rank = _RANKS[name]
    return f"<{name}>{''.join(children[key] for key in sorted(children, key=rank.__getitem__))}</{name}>"


def twips(points: float) -> int:
    """Points as twentieths of a point."""
    return round(points * 20)


def emu(points: float) -> int:
    """Points as English metric units (12,700 to a point)."""
    return round(points * 12700)


_ORDERS = {
    "w:pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs"
    " suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd"
    " snapToGrid"
    " spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap"
    " outlineLvl"
    " divId cnfStyle rPr sectPr",
    "w:rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof"
    " snapToGrid vanish"
    " webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang",
    "w:tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc"
    " tblCellSpacing tblInd"
    " tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription",
    "w:trPr": "cnfStyle gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing jc hidden",
    "w:tcPr": "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark",
    "w:sectPr": "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType"
    " pgNumType"
    " cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid",
}
_RANKS = {name: {key: rank for rank, key in enumerate(order.split())} for name, order in _ORDERS.items()}
