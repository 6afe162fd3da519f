"""Harmless SVG: drawings are rebuilt from the listed shapes, text and paint only.

An SVG is a document that can hold scripts, links, styles that fetch, other documents and bombs of references. Anything
not listed is removed: elements, attributes, every address outside the file itself. A drawing that cannot be shown
without the removed parts (no shape is left, a style sheet that fetches, too many parts) is refused as a whole.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["SanitisedSvg", "sanitised_svg"]

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_MAX_FILE = 3 << 20  # bytes
_MOST_ELEMENTS = 30_000
_MOST_USES = 5_000
_DEEPEST = 60  # levels of elements
_VIEW_BOX = 4  # numbers of a view box: left, top, width, height

_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image"})
_ELEMENTS = _SHAPES | {
    "svg", "g", "defs", "title", "desc", "tspan", "symbol", "style", "marker", "pattern", "clipPath", "mask",
    "linearGradient", "radialGradient", "stop",
}  # fmt: skip
_ATTRIBUTES = frozenset({
    "id", "class", "style", "transform", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx",
    "fy", "dx", "dy", "width", "height", "points", "viewBox", "preserveAspectRatio", "rotate", "textLength",
    "lengthAdjust", "offset", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits",
    "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits", "markerWidth",
    "markerHeight", "markerUnits", "refX", "refY", "orient", "version", "fill", "fill-opacity", "fill-rule", "stroke",
    "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "color", "opacity", "display", "visibility", "overflow", "clip-path", "clip-rule", "mask",
    "marker-start", "marker-mid", "marker-end", "font-family", "font-size", "font-style", "font-weight",
    "font-variant", "text-anchor", "text-decoration", "dominant-baseline", "alignment-baseline", "baseline-shift",
    "letter-spacing", "word-spacing", "writing-mode", "stop-color", "stop-opacity", "paint-order", "shape-rendering",
    "text-rendering", "vector-effect",
})  # fmt: skip
_FETCHES = re.compile(r"url\s*\((?!\s*['\"]?#[\w.:-]+['\"]?\s*\))|@|\\|expression|javascript|image-set", re.IGNORECASE)
"""In a style or a paint: addresses outside the file, rules that import, escapes that hide either."""
_LENGTH = re.compile(r"\s*([0-9]*\.[0-9]+|[0-9]+)\s*(px|pt|pc|mm|cm|in|em|ex)?\s*")
_PIXELS = {"pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "em": 16.0, "ex": 8.0}


class SanitisedSvg(NamedTuple):
    """A drawing that can be shown."""

    data: bytes
    width: int  # pixels of a screen
    height: int


def sanitised_svg(data: bytes, *, is_picture: Callable[[bytes], bool] = lambda _: False) -> SanitisedSvg | None:
    """The drawing, rebuilt; None if it is not SVG or cannot be shown safely.

    Args:
        data: the file.
        is_picture: whether bytes that the file itself holds (data URIs) are a picture of pixels that may be shown.
    """
    from lxml import etree

    if len(data) > _MAX_FILE:
        return None
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root.tag != f"{{{_SVG}}}svg" or sum(1 for _ in root.iter()) > _MOST_ELEMENTS:
        return None
    made = etree.Element(f"{{{_SVG}}}svg", nsmap={None: _SVG, "xlink": _XLINK})
    if not _copied(root, made, is_picture) or not _is_shown(made):
        return None
    _without_nested_uses(made)
    width, height = _size(root)
    if width <= 0 or height <= 0:
        return None
    if not made.get("viewBox"):
        made.set("viewBox", f"0 0 {width:g} {height:g}")
    made.set("width", f"{width:g}")
    made.set("height", f"{height:g}")
    return SanitisedSvg(etree.tostring(made, encoding="utf-8"), max(1, round(width)), max(1, round(height)))


def _copied(source: _Element, target: _Element, is_picture: Callable[[bytes], bool], depth: int = 0) -> bool:
    """Copy the listed parts; False if a removed part makes the drawing useless."""
    from lxml import etree

    for name, value in source.attrib.items():
        key, text = str(name), str(value)
        if key in {f"{{{_XLINK}}}href", "href"}:
            inside = _name(source) == "image" and is_picture(_held(text))
            if inside or (_name(source) != "image" and re.fullmatch(r"#[\w.:-]+", text)):
                target.set(f"{{{_XLINK}}}href", text)
        elif key in _ATTRIBUTES and not _FETCHES.search(text):
            target.set(key, text)
    target.text = source.text
    for child in source:
        name = _name(child)
        if name == "a":
            name = "g"  # a link's content is a part of the drawing
        if name not in _ELEMENTS or depth > _DEEPEST or (name == "image" and not is_picture(_held(_address(child)))):
            continue
        if name == "style" and _FETCHES.search("".join(map(str, child.itertext()))):
            return False
        inner = etree.SubElement(target, f"{{{_SVG}}}{name}")
        if not _copied(child, inner, is_picture, depth + 1):
            return False
        inner.tail = child.tail
    return True


def _address(element: _Element) -> str:
    return str(element.get(f"{{{_XLINK}}}href") or element.get("href") or "")


def _held(address: str) -> bytes:
    """The bytes in a data URI (RFC 2397) of a picture of pixels."""
    found = re.fullmatch(r"data:image/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)", address)
    try:
        return base64.b64decode(found.group(1)) if found else b""
    except binascii.Error:
        return b""


def _is_shown(made: _Element) -> bool:
    return any(_name(one) in _SHAPES for one in made.iter())


def _without_nested_uses(made: _Element) -> None:
    """Remove copies of copies: a few nested ones are billions of shapes."""
    by_id = {one.get("id"): one for one in made.iter() if one.get("id")}
    uses = [one for one in made.iter() if _name(one) == "use"]
    gone = []
    for number, one in enumerate(uses):
        target = by_id.get((one.get(f"{{{_XLINK}}}href") or "#").removeprefix("#"))
        if number >= _MOST_USES or target is None or any(_name(inner) == "use" for inner in target.iter()):
            gone.append(one)
    for one in gone:
        parent = one.getparent()
        if parent is not None:
            parent.remove(one)


def _size(root: _Element) -> tuple[float, float]:
    """Width and height in pixels: as declared, otherwise those of the view box."""
    box = [float(one) for one in re.findall(r"-?[0-9]*\.?[0-9]+(?:e-?\d+)?", root.get("viewBox") or "")]
    sides = []
    for at, name in enumerate(("width", "height")):
        found = _LENGTH.fullmatch(root.get(name) or "")
        if found:
            sides.append(float(found.group(1)) * _PIXELS.get(found.group(2) or "px", 1.0))
        else:
            sides.append(box[2 + at] if len(box) == _VIEW_BOX else 0.0)
    return sides[0], sides[1]


def _name(element: _Element) -> str:
    tag = element.tag
    return tag.removeprefix(f"{{{_SVG}}}") if isinstance(tag, str) and tag.startswith(f"{{{_SVG}}}") else ""
