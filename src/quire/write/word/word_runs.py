"""Spans as runs and hyperlinks; a run only has properties that differ from its paragraph's style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from quire.latex import split_formulas
from quire.model.block import Span
from quire.model.page import Style
from quire.write.office.font_mapping import font_family, latin_family
from quire.write.office.font_scaling import UNSCALED, scale_of
from quire.write.office.office_text import escape, has_east_asian, is_right_to_left, xml_text
from quire.write.office.omml import omml
from quire.write.office.package import hex_color, is_legible, page_target, safe_uri
from quire.write.word.document_look import Look, readable_color
from quire.write.word.wordprocessingml import properties, tag


class Runs:
    """Writes spans; knows the relations for addresses, the bookmarks of pages and the footnotes.

    Args:
        relate: gives the relationship id for an address.
        pages: the bookmark of each page that a link may lead to; fills up `wanted`.
        footnote: gives the reference run for a note's id and printed mark, None when there is no such note.
        scales: percent of the letters' width, by font name.
    """

    def __init__(
        self,
        *,
        relate: Callable[[str], str],
        pages: Mapping[int, str],
        footnote: Callable[[str, str], str | None] | None = None,
        scales: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._relate = relate
        self._pages = pages
        self._footnote = footnote
        self._scales = scales

    def write(self, spans: Iterable[Span], look: Look, *, ground: int | None = None) -> str:
        """The runs and hyperlinks of `spans` in a paragraph whose style has `look`, on `ground` (0xRRGGBB)."""
        out: list[str] = []
        for link, group in groupby(spans, key=lambda span: span.link):
            inner = "".join(self._run(span, look, link, ground) for span in group)
            out.append(self._linked(link, inner) if link and inner else inner)
        return "".join(out)

    def mark_look(self, span: Span, look: Look, *, ground: int | None = None) -> dict[str, str]:
        """The properties of a paragraph's mark, and so of the number that Word counts, as those of a span."""
        dark = span.style is not None and is_legible(span.style.color, ground)
        shown = run_properties(span.style, look, RunTraits(dark=dark, scale=self._scale(span, look)))
        return {"rPr": shown} if shown else {}

    def _scale(self, span: Span, look: Look) -> int:
        """Percent of the letters' width."""
        return scale_of(span.style, self._scales) if span.style else look.scale

    def _run(self, span: Span, look: Look, link: str | None, ground: int | None) -> str:
        if span.note is not None and self._footnote is not None:
            reference = self._footnote(span.note, span.text)
            if reference is not None:
                return reference
        text = xml_text(span.text)
        if not text:
            return ""
        if span.maths:
            look_of = run_properties(None, look)
            return "".join(
                omml(latex, block=False) if latex else run(between, look_of) for latex, between in split_formulas(text)
            )
        outside = link is not None and safe_uri(link) is not None
        dark = span.style is not None and is_legible(span.style.color, ground)
        told = RunTraits(has_east_asian(text), is_right_to_left(text), outside, dark, self._scale(span, look))
        return run(text, run_properties(span.style, look, told))

    def _linked(self, link: str, inner: str) -> str:
        page = page_target(link)
        if page is not None:
            mark = self._pages.get(page)
            return tag("w:hyperlink", inner, w_anchor=mark, w_history=1) if mark else inner
        target = safe_uri(link)
        return tag("w:hyperlink", inner, r_id=self._relate(target), w_history=1) if target else inner


_SAME_SIZE = 0.7  # half points: 9.96 and 10 points are the same size


class PartLinks:
    """The addresses that a part other than the main one links to, with the relationship ids that it will have."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        """The addresses in the order of their ids, from rId1 on."""
        return iter(self._ids)

    def relate(self, target: str) -> str:
        """The relationship id of an address."""
        return self._ids.setdefault(target, f"rId{len(self._ids) + 1}")


def run(text: str, rpr: str = "") -> str:
    """A run of clean text; tabs and line ends become their elements."""
    if "\n" not in text and "\t" not in text and "\r" not in text:
        return f"<w:r>{rpr}{_text(text)}</w:r>"
    return f"<w:r>{rpr}{''.join(_pieces(text))}</w:r>"


class RunTraits(NamedTuple):
    """Properties of a run that its text decides, in addition to its style."""

    east_asian: bool = False
    rtl: bool = False
    link: bool = False  # it leads out of the document
    dark: bool = False  # on this ground light text stays light
    scale: int = UNSCALED  # percent of the letters' width


_PLAIN = RunTraits()


@lru_cache(maxsize=8192)
def run_properties(style: Style | None, look: Look, told: RunTraits = _PLAIN) -> str:
    """The ``w:rPr`` of a run: what `style` has and `look` has not."""
    parts: dict[str, str] = {}
    if told.link:
        parts["rStyle"] = tag("w:rStyle", w_val="Hyperlink")
    if told.rtl:
        parts["rtl"] = tag("w:rtl")
    if style is not None:
        _differences(parts, style, look, east_asian=told.east_asian)
        if told.scale != look.scale:
            parts["w"] = tag("w:w", w_val=told.scale)
        if told.dark:
            parts["color"] = tag("w:color", w_val=hex_color(style.color))
        if told.link:
            parts.pop("color", None)
    return properties("w:rPr", parts)


def run_fonts(latin: str, east_asian: str) -> str:
    """``w:rFonts`` with all four slots."""
    return tag("w:rFonts", w_ascii=latin, w_hAnsi=latin, w_eastAsia=east_asian, w_cs=latin)


def _differences(parts: dict[str, str], style: Style, look: Look, *, east_asian: bool) -> None:
    family = font_family(style.font, mono=style.mono)
    if family.name:
        latin = latin_family(family)
        eastern = family.name if family.east_asian else look.east_asian
        if (latin != look.latin and not (east_asian and not family.east_asian)) or (
            east_asian and eastern != look.east_asian
        ):
            parts["rFonts"] = run_fonts(latin, eastern)
    for key, on, base in (("b", style.bold, look.bold), ("i", style.italic, look.italic)):
        if on != base:
            parts[key] = tag(f"w:{key}") if on else tag(f"w:{key}", w_val=0)
            parts[key + "Cs"] = tag(f"w:{key}Cs") if on else tag(f"w:{key}Cs", w_val=0)
    color = readable_color(style.color)
    if color != look.color:
        parts["color"] = tag("w:color", w_val=hex_color(color) if color else "auto")
    if style.rise:
        parts["vertAlign"] = tag("w:vertAlign", w_val="superscript" if style.rise > 0 else "subscript")
        return  # Word makes the letters smaller by itself
    half_points = min(max(round(style.size * 2), 2), 3276)
    if abs(style.size * 2 - look.half_points) > _SAME_SIZE:
        parts["sz"] = tag("w:sz", w_val=half_points)
        parts["szCs"] = tag("w:szCs", w_val=half_points)


def _pieces(text: str) -> Iterator[str]:
    for index, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if index:
            yield "<w:br/>"
        for place, piece in enumerate(line.split("\t")):
            if place:
                yield "<w:tab/>"
            if piece:
                yield _text(piece)


def _text(text: str) -> str:
    keep = ' xml:space="preserve"' if text[:1].isspace() or text[-1:].isspace() or "  " in text else ""
    return f"<w:t{keep}>{escape(text)}</w:t>"
