"""Pictures in the line of text (ECMA-376-1, 20.4 and 20.2)."""

from __future__ import annotations

from quire.model.geometry import Box
from quire.write.word.wordprocessingml import emu, tag

_PICTURE = "http://schemas.openxmlformats.org/drawingml/2006/picture"
_WHITE = 6 * 12700  # between a picture and the text that runs past it, at either side
_LARGEST = 27273042316900 // 12700  # points; ST_PositiveCoordinate (20.1.10.42)


def inline_picture(relation: str, number: int, *, width: float, height: float, alt: str) -> str:
    """A run with a picture of `width` by `height` points; `number` is unique in the document."""
    shown = _Shown(relation, number, width, height, alt)
    return tag(
        "w:r",
        tag("w:drawing", tag("wp:inline", shown.extent + shown.content, distT=0, distB=0, distL=0, distR=0)),
    )


def anchored_picture(relation: str, number: int, box: Box, *, alt: str = "") -> str:
    """A run with a picture that stands behind the text, at `box` on its page whatever the text does."""
    shown = _Shown(relation, number, box.width, box.height, alt)
    return _anchor(shown, number, (box.x0, box.y0), vertical="page", wrap=tag("wp:wrapNone"))


def floating_picture(relation: str, number: int, box: Box, down: float, *, alt: str = "") -> str:
    """A run with a picture past which text runs.

    Args:
        relation: of the picture.
        number: unique in the document.
        box: of the picture on its page.
        down: points from the top of the run's paragraph to that of the picture.
        alt: alternative text.
    """
    shown = _Shown(relation, number, box.width, box.height, alt)
    wrap = tag("wp:wrapSquare", wrapText="bothSides")
    return _anchor(shown, number, (box.x0, down), vertical="paragraph", wrap=wrap)


def _anchor(shown: _Shown, number: int, place: tuple[float, float], *, vertical: str, wrap: str) -> str:
    places = "".join(
        tag(f"wp:position{axis}", tag("wp:posOffset", str(emu(offset))), relativeFrom=base)
        for axis, offset, base in (("H", place[0], "page"), ("V", place[1], vertical))
    )
    edges = tag("wp:effectExtent", l=0, t=0, r=0, b=0)
    inner = tag("wp:simplePos", x=0, y=0) + places + shown.extent + edges + wrap + shown.content
    behind = vertical == "page"
    white = {"distT": 0, "distB": 0, "distL": 0 if behind else _WHITE, "distR": 0 if behind else _WHITE}
    more = {"simplePos": 0, "relativeHeight": number, "behindDoc": int(behind), "locked": 0, "layoutInCell": 0}
    return tag("w:r", tag("w:drawing", tag("wp:anchor", inner, **white, **more, allowOverlap=1)))


class _Shown:
    """What an inline and an anchored picture have in common: `extent`, and behind it `content`."""

    def __init__(self, relation: str, number: int, width: float, height: float, alt: str) -> None:
        cx, cy = (emu(min(max(side, 1.0), _LARGEST)) for side in (width, height))
        name = f"Picture {number}"
        self.extent = tag("wp:extent", cx=cx, cy=cy)
        self.content = (
            tag("wp:docPr", id=number, name=name, descr=alt)
            + tag("wp:cNvGraphicFramePr", tag("a:graphicFrameLocks", noChangeAspect=1))
            + tag("a:graphic", tag("a:graphicData", _picture(relation, number, (cx, cy), alt), uri=_PICTURE))
        )


def _picture(relation: str, number: int, size: tuple[int, int], alt: str) -> str:
    cx, cy = size
    name = f"Picture {number}"
    shape = tag("a:xfrm", tag("a:off", x=0, y=0) + tag("a:ext", cx=cx, cy=cy)) + tag(
        "a:prstGeom", tag("a:avLst"), prst="rect"
    )
    return tag(
        "pic:pic",
        tag("pic:nvPicPr", tag("pic:cNvPr", id=number, name=name, descr=alt) + tag("pic:cNvPicPr"))
        + tag("pic:blipFill", tag("a:blip", r_embed=relation) + tag("a:stretch", tag("a:fillRect")))
        + tag("pic:spPr", shape),
    )


def fit_size(width: float, height: float, *, most: tuple[float, float]) -> tuple[float, float]:
    """The size scaled down, in proportion, to `most`."""
    width, height = max(width, 1.0), max(height, 1.0)
    scale = min(1.0, most[0] / width, most[1] / height)
    return width * scale, height * scale
