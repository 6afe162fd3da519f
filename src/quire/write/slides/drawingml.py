"""Elements of DrawingML as text, and the shapes that a slide is made of."""

from __future__ import annotations

from quire.model.geometry import Box
from quire.write.office.office_text import escape

NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    ' xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
_TABLE = "http://schemas.openxmlformats.org/drawingml/2006/table"


def tag(name: str, inner: str = "", /, **attributes: str | float) -> str:
    """An element; ``r_id="x"`` is the attribute ``r:id="x"``. `inner` is markup, attribute values are text."""
    values = "".join(
        [
            f' {key.replace("_", ":", 1)}="{escape(value) if isinstance(value, str) else value}"'
            for key, value in attributes.items()
        ]
    )
    return f"<{name}{values}>{inner}</{name}>" if inner else f"<{name}{values}/>"


def emu(points: float) -> int:
    """Points as English metric units (12,700 to a point)."""
    return round(points * 12700)


def transform(box: Box, name: str = "a:xfrm") -> str:
    """Position and size of a shape."""
    offset = tag("a:off", x=emu(box.x0), y=emu(box.y0))
    return tag(name, offset + tag("a:ext", cx=max(emu(box.width), 1), cy=max(emu(box.height), 1)))


def text_shape(  # noqa: PLR0913 - the kinds of text that a slide has, keyword-only
    number: int,
    box: Box,
    paragraphs: str,
    *,
    title: bool = False,
    turned: bool = False,
    centred: bool = False,
    shrinks: bool = False,
) -> str:
    """A text box, or the slide's title placeholder; without inner margins, so that text stands where its box says.

    Args:
        number: unique on the slide.
        box: where it stands.
        paragraphs: its text.
        title: whether it is the title.
        turned: whether the text runs from the bottom to the top.
        shrinks: whether a program makes its type smaller where it does not fit.
        centred: whether it stands in the middle between the upper and lower edges.
    """
    name = "Title" if title else f"Text {number}"
    fitting = tag("a:noAutofit") if title or turned or centred else tag("a:spAutoFit")
    fitting = tag("a:normAutofit") if shrinks else fitting
    turn = {"vert": "vert270"} if turned else {}
    body = tag(
        "a:bodyPr",
        fitting,
        **turn,
        wrap="square",
        lIns=0,
        tIns=0,
        rIns=0,
        bIns=0,
        rtlCol=0,
        anchor="ctr" if centred else "t",
    )
    kind = tag("p:nvPr", tag("p:ph", type="title")) if title else tag("p:nvPr")
    locks = tag("p:cNvSpPr", tag("a:spLocks", noGrp=1)) if title else tag("p:cNvSpPr", txBox=1)
    geometry = transform(box) + tag("a:prstGeom", tag("a:avLst"), prst="rect") + ("" if title else tag("a:noFill"))
    return tag(
        "p:sp",
        tag("p:nvSpPr", tag("p:cNvPr", id=number, name=name) + locks + kind)
        + tag("p:spPr", geometry)
        + tag("p:txBody", body + tag("a:lstStyle") + paragraphs),
    )


def picture_shape(number: int, relation: str, box: Box, alt: str) -> str:
    """A picture at its place."""
    locks = tag("p:cNvPicPr", tag("a:picLocks", noChangeAspect=1))
    return tag(
        "p:pic",
        tag("p:nvPicPr", tag("p:cNvPr", id=number, name=f"Picture {number}", descr=alt) + locks + tag("p:nvPr"))
        + tag("p:blipFill", tag("a:blip", r_embed=relation) + tag("a:stretch", tag("a:fillRect")))
        + tag("p:spPr", transform(box) + tag("a:prstGeom", tag("a:avLst"), prst="rect")),
    )


def table_shape(number: int, box: Box, table: str) -> str:
    """A native table at its place; `table` is its ``a:tbl``."""
    locks = tag("p:cNvGraphicFramePr", tag("a:graphicFrameLocks", noGrp=1))
    return tag(
        "p:graphicFrame",
        tag("p:nvGraphicFramePr", tag("p:cNvPr", id=number, name=f"Table {number}") + locks + tag("p:nvPr"))
        + transform(box, "p:xfrm")
        + tag("a:graphic", tag("a:graphicData", table, uri=_TABLE)),
    )


def background(relation: str) -> str:
    """The ``p:bg`` of a slide: a picture as large as the slide."""
    blip = tag("a:blipFill", tag("a:blip", r_embed=relation) + tag("a:stretch", tag("a:fillRect")), rotWithShape=1)
    return tag("p:bg", tag("p:bgPr", blip + tag("a:effectLst")))
