"""Fonts, sizes and colours of a document by role (body, heading, table ...), for its styles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from quire.model.block import Block, Code, Figure, Heading, List, Note, Paragraph, Quote, Span, Table
from quire.model.document import Document
from quire.model.page import Style
from quire.model.table import Align
from quire.write.office.font_mapping import east_asian_companion, font_family, latin_family
from quire.write.office.font_scaling import UNSCALED, font_scales
from quire.write.office.office_text import has_east_asian, has_latin
from quire.write.office.package import luminance
from quire.write.printed_contents import is_contents_heading
from quire.write.word.code_listings import DEFAULT_BACKGROUND, code_style, common_background
from quire.write.word.heading_styles import find_subtitles

T = TypeVar("T")

# Lighter text stands on a fill that the Word file may not have; it takes the automatic colour, so that it can be read.
_TOO_LIGHT = 0.82
_NEARLY_BLACK = 0.06  # luminance; automatic looks the same
_LEAST, _MOST = 2, 3276  # half points; Word's limits of a size


class Look(NamedTuple):
    """How a role's text is set; what a run says beside its style is the difference to this."""

    latin: str
    east_asian: str
    half_points: int
    bold: bool = False
    italic: bool = False
    color: int = 0
    align: Align = Align.LEFT
    scale: int = UNSCALED  # percent of the letters' width


class Looks(NamedTuple):
    """The looks of a document."""

    body: Look
    title: Look
    subtitle: Look
    headings: tuple[Look, ...]  # levels 1 to 9
    contents: Look  # the title over the table of contents
    table: Look
    caption: Look
    note: Look
    code: Look
    link: int  # the colour of links
    ground: int | None = DEFAULT_BACKGROUND  # behind program text
    subtitles: tuple[Heading, ...] = ()  # these headings are written as such
    scales: Mapping[str, int] = MappingProxyType({})  # percent of the letters' width, by font name


def measure_looks(document: Document) -> Looks:
    """The look of every role, from the text that has it; roles without text follow the body."""
    widths = font_scales(document.blocks)
    bags = _Bags(widths)
    for block in document.blocks:
        bags.add(block)
    language = document.language or document.meta.language
    size = document.body_size or 10.5
    default = Look(
        "Times New Roman", east_asian_companion(font_family("Times"), language), max(round(size * 2), _LEAST)
    )
    body = bags.look("body" if bags["body"] else "table", default)._replace(
        bold=False, italic=False, align=bags.alignment()
    )
    plain = body._replace(align=Align.LEFT)
    table_look = bags.look("table", plain)._replace(bold=False, italic=False, color=0)
    below = find_subtitles(document)
    headings = tuple(_headings(bags, plain))
    over = next((block for block in document.blocks if is_contents_heading(block)), None)
    return Looks(
        body=body,
        title=bags.look(
            "title", plain._replace(half_points=round(body.half_points * 1.8), bold=True, align=Align.CENTER)
        ),
        subtitle=_look([run for block in below for run in styled_texts(block.spans)], plain, widths),
        headings=headings,
        contents=_look([*styled_texts(over.spans)] if over else [], headings[0], widths),
        table=table_look,
        caption=bags.look("caption", plain._replace(italic=False)),
        note=bags.look("note", plain._replace(half_points=max(14, body.half_points - 3)))._replace(
            bold=False, italic=False
        ),
        code=bags.look("code", plain._replace(latin="Courier New", half_points=max(14, body.half_points - 2))),
        link=bags.links.most_common(1)[0][0] if bags.links else 0x0563C1,
        ground=common_background(document.blocks),
        subtitles=below,
        scales=widths,
    )


def readable_color(color: int) -> int:
    """A text colour that can be read on white; 0 (automatic) for one that cannot."""
    return 0 if luminance(color) > _TOO_LIGHT or luminance(color) < _NEARLY_BLACK else color


def styled_texts(spans: Iterable[Span]) -> Iterator[tuple[Style, str]]:
    """Style and text of the spans that have both and stand on the line."""
    for span in spans:
        if span.style is not None and span.style.rise == 0 and not span.text.isspace():
            yield span.style, span.text


class _Bags:
    """The texts of a document's roles with their styles."""

    def __init__(self, scales: Mapping[str, int]) -> None:
        self._scales = scales
        self._runs: dict[str, list[tuple[Style, str]]] = {}
        self._aligns: dict[str, Counter[Align]] = {}
        self.links: Counter[int] = Counter()

    def __getitem__(self, role: str) -> list[tuple[Style, str]]:
        return self._runs.get(role, [])

    def look(self, role: str, default: Look) -> Look:
        """The look that most characters of a role's text have."""
        return _look(self[role], default, self._scales)

    def alignment(self, role: str = "body") -> Align:
        """How most of the role's text is aligned."""
        aligns = self._aligns.get(role)
        return aligns.most_common(1)[0][0] if aligns else Align.LEFT

    def add(self, block: Block, role: str = "body") -> None:
        """Takes the texts of a block in."""
        match block:
            case Heading():
                self._take("title" if block.title else f"heading{min(max(block.level, 1), 9)}", block.spans)
            case Paragraph():
                self._take(role, block.spans)
                length = sum(len(span.text) for span in block.spans)
                self._aligns.setdefault(role, Counter())[block.align] += length
            case Code():
                self._take("code", (Span(block.text, code_style(block)),))
            case Table() | Figure():
                self._take("caption", block.caption)
                for cell in block.grid.cells if isinstance(block, Table) else ():
                    self._take("table", cell.spans)
            case _:
                self._inside(block, role)

    def _inside(self, block: Block, role: str) -> None:
        match block:
            case List():
                children = tuple(child for item in block.items for child in item.blocks)
            case Quote():
                children = block.blocks
            case Note():
                children, role = block.blocks, "note"
            case _:
                children = ()
        for child in children:
            self.add(child, role)

    def _take(self, role: str, spans: Iterable[Span]) -> None:
        spans = tuple(spans)
        self._runs.setdefault(role, []).extend(styled_texts(spans))
        for span in spans:
            if span.link and span.style and not span.link.startswith("#"):
                self.links[readable_color(span.style.color)] += len(span.text)


def _look(texts: list[tuple[Style, str]], default: Look, scales: Mapping[str, int]) -> Look:
    """The look that most characters of `texts` have."""
    if not texts:
        return default
    latin: Counter[str] = Counter()
    east_asian: Counter[str] = Counter()
    sizes: Counter[int] = Counter()
    colors: Counter[int] = Counter()
    widths: Counter[int] = Counter()
    bold = italic = total = 0
    for style, text in texts:
        count = len(text)
        family = font_family(style.font, mono=style.mono)
        total += count
        sizes[round(style.size * 2)] += count
        colors[readable_color(style.color)] += count
        widths[scales.get(style.font, UNSCALED)] += count
        bold += count * style.bold
        italic += count * style.italic
        if family.name and has_latin(text):
            latin[latin_family(family)] += count
        if family.east_asian and has_east_asian(text):
            east_asian[family.name] += count
    return default._replace(
        latin=_most(latin, default.latin),
        east_asian=_most(east_asian, default.east_asian),
        half_points=min(max(_most(sizes, default.half_points), _LEAST), _MOST),
        bold=2 * bold > total,
        italic=2 * italic > total,
        color=_most(colors, default.color),
        scale=_most(widths, default.scale),
    )


def _headings(bags: _Bags, body: Look) -> Iterator[Look]:
    """The looks of levels 1 to 9; a level that the document does not use lies between its neighbours."""
    above = round(body.half_points * 1.7)
    for level in range(1, 10):
        texts = bags[f"heading{level}"]
        look = bags.look(
            f"heading{level}", body._replace(half_points=max(body.half_points, round(above * 0.88)), bold=True)
        )
        if texts:
            look = look._replace(align=Align.LEFT)
        above = min(above, look.half_points) if texts else look.half_points
        yield look


def _most(counted: Counter[T], default: T) -> T:
    return counted.most_common(1)[0][0] if counted else default
