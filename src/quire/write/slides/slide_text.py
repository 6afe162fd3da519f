"""Runs and paragraphs of slides."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quire.model.block import Span
from quire.model.page import Style
from quire.model.table import Align
from quire.write.office.font_mapping import (
    east_asian_companion,
    east_language,
    font_family,
    latin_family,
    latin_language,
)
from quire.write.office.marker_format import Marker, NumberFormat
from quire.write.office.office_text import escape, has_east_asian, is_right_to_left, xml_text
from quire.write.office.package import hex_color, luminance, page_target, safe_uri
from quire.write.slides.drawingml import emu, tag
from quire.write.slides.slide_equations import visible_text

_ALIGN = {Align.LEFT: "l", Align.CENTER: "ctr", Align.RIGHT: "r", Align.JUSTIFY: "just"}
_LIGHT = 0.82  # text that bright would be lost on the white of a slide
_NUMBERS = {
    NumberFormat.DECIMAL: "arabic",
    NumberFormat.LOWER: "alphaLc",
    NumberFormat.UPPER: "alphaUc",
    NumberFormat.LOWER_ROMAN: "romanLc",
    NumberFormat.UPPER_ROMAN: "romanUc",
}
_FORMS = {
    ("", "."): "Period",
    ("", ")"): "ParenR",
    ("(", ")"): "ParenBoth",
    ("（", "）"): "ParenBoth",
    ("", "）"): "ParenR",
}


class SlideContext(NamedTuple):
    """How spans become runs on a slide."""

    language: str
    relate: Callable[[str], str | None]  # an address, or "#p12", to a relationship id of the slide
    scale: float = 1.0  # of the slide against the page
    light: bool = False  # whether light text has something dark behind it


class FrameParagraph(NamedTuple):
    """A paragraph of a text frame; lengths in points of the slide."""

    spans: tuple[Span, ...]
    align: Align = Align.LEFT
    level: int = 0
    left: float = 0.0  # of the text
    first: float = 0.0  # of the first line against the others; negative hangs
    right: float = 0.0  # from the frame's edge
    bullet: Marker | None = None
    start: int = 1  # the number that a counting bullet's run starts with
    before: float = 0.0
    pitch: float = 0.0  # from baseline to baseline; 0 for single
    rtl: bool = False  # of a table that begins at the right; otherwise the text tells
    tabs: tuple[tuple[float, Align], ...] = ()  # its tab stops, from the left


def paragraph(line: FrameParagraph, pen: SlideContext, shrink: float = 1.0) -> str:
    """The ``a:p`` of a line of blocks, its type made smaller by `shrink`."""
    runs = "".join(_run(span, pen, shrink) for span in line.spans)
    size = next((s.style.size for s in line.spans if s.style), 12.0) * pen.scale * shrink
    end = tag("a:endParaRPr", sz=run_size(size)) if not runs else ""
    return tag("a:p", _properties(line) + runs + end)


def autonumber(marker: Marker) -> str | None:
    """The name of PowerPoint's numbering that prints `marker` (ECMA-376-1, 20.1.10.61), None when there is none."""
    if marker.counter is NumberFormat.CIRCLED and not (marker.before or marker.after):
        return "circleNumDbPlain"
    form = _FORMS.get((marker.before, marker.after))
    kind = _NUMBERS.get(marker.counter)
    if kind == "arabic" and not (marker.before or marker.after):
        return "arabicPlain"
    return kind + form if kind and form else None


def run_properties(
    style: Style | None, text: str, pen: SlideContext, *, shrink: float = 1.0, inner: str = "", name: str = "a:rPr"
) -> str:
    """The ``a:rPr`` of a text, everything said: slides have no styles to lean on."""
    east_asian = has_east_asian(text)
    language = east_language(pen.language) if east_asian else latin_language(pen.language)
    other = {"altLang": latin_language(pen.language)} if east_asian else {}
    if style is None:
        return tag(name, inner, lang=language, **other, dirty=0)
    family = font_family(style.font, mono=style.mono)
    latin = latin_family(family) or "Arial"
    eastern = family.name if family.east_asian else east_asian_companion(family, pen.language)
    light = luminance(style.color) > _LIGHT and not pen.light
    fill = "" if light else tag("a:solidFill", tag("a:srgbClr", val=hex_color(style.color)))
    faces = tag("a:latin", typeface=latin) + tag("a:ea", typeface=eastern) + tag("a:cs", typeface=latin)
    rise = {"baseline": 30000 if style.rise > 0 else -25000} if style.rise else {}
    size = style.size / (0.65 if style.rise else 1.0) * pen.scale * shrink
    flags = {"b": int(style.bold), "i": int(style.italic)}
    return tag(name, fill + faces + inner, lang=language, **other, sz=run_size(size), **flags, **rise, dirty=0)


def run_size(points: float) -> int:
    """A font size in hundredths of a point, in steps of a tenth, inside PowerPoint's limits (1 to 4,000 points)."""
    return min(max(round(points * 10) * 10, 100), 400000)


def _run(span: Span, pen: SlideContext, shrink: float) -> str:
    text = xml_text(visible_text(span)).replace("\r\n", "\n").replace("\r", "\n")
    link = _link(span.link, pen) if span.link else ""
    out = []
    for index, piece in enumerate(text.split("\n")):
        if index:
            out.append(tag("a:br", run_properties(span.style, piece, pen, shrink=shrink)))
        if piece:
            shown = run_properties(span.style, piece, pen, shrink=shrink, inner=link)
            out.append(f"<a:r>{shown}<a:t>{escape(piece)}</a:t></a:r>")
    return "".join(out)


def _link(link: str, pen: SlideContext) -> str:
    page = page_target(link)
    if page is not None:
        relation = pen.relate(link)
        return tag("a:hlinkClick", r_id=relation, action="ppaction://hlinksldjump") if relation else ""
    target = safe_uri(link)
    relation = pen.relate(target) if target else None
    return tag("a:hlinkClick", r_id=relation) if relation else ""


def _properties(line: FrameParagraph) -> str:
    text = "".join(span.text for span in line.spans)
    rtl = line.rtl or is_right_to_left(text)
    spacing = (
        tag("a:lnSpc", tag("a:spcPts", val=_hundredths(line.pitch)))
        if line.pitch > 0
        else tag("a:lnSpc", tag("a:spcPct", val=100000))
    )
    spacing += tag("a:spcBef", tag("a:spcPts", val=_hundredths(line.before))) + tag("a:spcAft", tag("a:spcPts", val=0))
    attributes: dict[str, str | float] = {
        "marL": emu(min(max(line.left, 0.0), 4000.0)),
        "marR": emu(min(max(line.right, 0.0), 4000.0)),  # LibreOffice takes that of the paragraph before otherwise
        "indent": emu(min(max(line.first, -4000.0), 4000.0)),
        "algn": _ALIGN[line.align] if not rtl else {"l": "r", "r": "l"}.get(_ALIGN[line.align], _ALIGN[line.align]),
    }
    if line.level:
        attributes["lvl"] = min(line.level, 8)
    if rtl:
        attributes["rtl"] = 1
    stops = "".join(tag("a:tab", pos=emu(min(at, 4000.0)), algn=_ALIGN[align]) for at, align in line.tabs)
    return tag("a:pPr", spacing + _bullet(line) + (tag("a:tabLst", stops) if stops else ""), **attributes)


def _bullet(line: FrameParagraph) -> str:
    if line.bullet is None:
        return tag("a:buNone")
    if line.bullet.counter is NumberFormat.BULLET:
        return tag("a:buFont", typeface="Arial") + tag("a:buChar", char=line.bullet.before)
    scheme = autonumber(line.bullet)
    if scheme is None:
        return tag("a:buNone")
    return tag("a:buFont", typeface="+mj-lt") + tag("a:buAutoNum", type=scheme, startAt=min(max(line.start, 1), 32767))


def _hundredths(points: float) -> int:
    return round(min(max(points, 0.0), 1584.0) * 100)
