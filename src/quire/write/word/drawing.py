"""Pictures in the line of text (ECMA-376-1, 20.4 and 20.2)."""

from __future__ import annotations

from quire.write.word.markup import emu, tag

_PICTURE = "http://schemas.openxmlformats.org/drawingml/2006/picture"
_LARGEST = 27273042316900 // 12700  # points; ST_PositiveCoordinate (20.1.10.42)


def inline(relation: str, number: int, *, width: float, height: float, alt: str) -> str:
    """A run with a picture of `width` by `height` points; `number` is unique in the document."""
    cx, cy = (emu(min(max(side, 1.0), _LARGEST)) for side in (width, height))
    name = f"Picture {number}"
    shape = tag("a:xfrm", tag("a:off", x=0, y=0) + tag("a:ext", cx=cx, cy=cy)) + tag(
        "a:prstGeom", tag("a:avLst"), prst="rect"
    )
    picture = tag(
        "pic:pic",
        tag("pic:nvPicPr", tag("pic:cNvPr", id=number, name=name, descr=alt) + tag("pic:cNvPicPr"))
        + tag("pic:blipFill", tag("a:blip", r_embed=relation) + tag("a:stretch", tag("a:fillRect")))
        + tag("pic:spPr", shape),
    )
    return tag(
        "w:r",
        tag(
            "w:drawing",
            tag(
                "wp:inline",
                tag("wp:extent", cx=cx, cy=cy)
                + tag("wp:docPr", id=number, name=name, descr=alt)
                + tag("wp:cNvGraphicFramePr", tag("a:graphicFrameLocks", noChangeAspect=1))
                + tag("a:graphic", tag("a:graphicData", picture, uri=_PICTURE)),
                distT=0,
                distB=0,
                distL=0,
                distR=0,
            ),
        ),
    )


def fit(width: float, height: float, *, most: tuple[float, float]) -> tuple[float, float]:
    """The size scaled down, in proportion, to `most`."""
    width, height = max(width, 1.0), max(height, 1.0)
    scale = min(1.0, most[0] / width, most[1] / height)
    return width * scale, height * scale
