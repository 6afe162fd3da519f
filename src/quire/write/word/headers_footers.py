"""Headers and footers from the page furniture, with page numbers as fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Furniture, Role, Span
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.table import Align
from quire.model.traversal import text_of
from quire.roman_numerals import roman_value
from quire.write.word.header_pictures import RepeatedPicture
from quire.write.word.header_rules import HeaderRule, add_rule_borders, find_header_rules, rule_paragraph
from quire.write.word.rule_placement import RulePlacement
from quire.write.word.wordprocessingml import part, properties, tag, twips

_PAGE, _PAGES = "\x01", "\x02"  # stand for the two numbers inside a text; control characters are never printed
_FEW_PAGES = 3  # fewer pages do not show what repeats, nor how left and right pages differ
_FIELDS = {_PAGE: "PAGE", _PAGES: "NUMPAGES"}
_ROMAN = re.compile(r"[ivxl]{1,7}")
_NUMBER = re.compile(r"\d{1,4}")
_OF_ALL = re.compile(r"(?<!\d)(\d{1,4})(?: [^\W\d]{1,5} | ?/ ?)(\d{1,4})$")  # "Page 3 of 10"
_AT_END = re.compile(r"^(\d{1,4})\s+(?=\D)|(?<=\D)\s{1,40}(\d{1,4})$")


class PageNumbering(NamedTuple):
    """How pages are numbered: the format's name in Word, and printed number minus page of the file."""

    format: str
    offset: int


class HeaderLine(NamedTuple):
    """One line of a header or footer: its left, middle and right parts."""

    left: tuple[Span, ...] = ()
    middle: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()


class HeaderFooter(NamedTuple):
    """Header and footer of a page."""

    header: tuple[HeaderLine, ...] = ()
    footer: tuple[HeaderLine, ...] = ()
    ornaments: tuple[RepeatedPicture, ...] = ()
    strokes: tuple[tuple[HeaderRule, ...], tuple[HeaderRule, ...]] = ((), ())  # of the header, of the footer

    @property
    def text(self) -> tuple[str, ...]:
        """What is printed, to compare pages by."""
        bands = ("|".join(map(text_of, band)) for side in self[:2] for band in (*side, HeaderLine()))
        rules = (
            f"{number} {stroke.above} {round(stroke.rule.x1 - stroke.rule.x0, -1)}"
            for number, strokes in enumerate(self.strokes)
            for stroke in strokes
        )
        return (*bands, *(ornament.name for ornament in self.ornaments), *rules)


class PageHeaders(NamedTuple):
    """The headers and footers of a sheet: of most pages, of the first page, of even pages."""

    default: HeaderFooter
    first: HeaderFooter | None = None  # None: as the others
    even: HeaderFooter | None = None


def page_numberings(document: Document) -> dict[int, PageNumbering]:
    """The numbering of each page; a page without a printed number goes on as the one before it.

    A number may stand in a line with a running title, at its beginning or end.

    A numbering that holds for one page only is taken for something else that looks like a number.
    """
    printed, beside = _read(document, _printed), _read(document, _beside_title)
    known, votes = set(printed.values()), Counter(beside.values())
    sure = {n for n, count in votes.items() if n in known or (not known and count > max(2, len(beside) // 2))}
    printed = {page: n for page, n in beside.items() if n in sure} | printed
    counts = Counter(printed.values())
    trusted = {page: n for page, n in printed.items() if counts[n] > 1 or len(document.pages) < _FEW_PAGES}
    found: dict[int, PageNumbering] = {}
    current = next((trusted[page.number] for page in document.pages if page.number in trusted), None)
    if current is None:
        return {}
    for page in document.pages:
        current = trusted.get(page.number, current)
        found[page.number] = current
    return found


def page_headers(
    document: Document,
    pages: Sequence[PageInfo],
    text: Box,
    ornaments: Mapping[int, tuple[RepeatedPicture, ...]] | None = None,
    rules: RulePlacement | None = None,
) -> PageHeaders:
    """The headers and footers of a sheet.

    Args:
        document: what is written.
        pages: of the sheet.
        text: the sheet's text area.
        ornaments: the repeated pictures by page.
        rules: of the document's pages.
    """
    numbers = page_numberings(document)
    wanted = {page.number: page for page in pages}
    pieces: dict[int, list[Furniture]] = {page.number: [] for page in pages}
    for piece in document.furniture:
        if piece.place.page in wanted and piece.role is not Role.MARGIN:
            pieces[piece.place.page].append(piece)
    sides = [
        _sides(pieces[p.number], p, text, (numbers.get(p.number), document.page_count))._replace(
            ornaments=(ornaments or {}).get(p.number, ()),
            strokes=_strokes(pieces[p.number], p, text, rules) if rules else ((), ()),
        )
        for p in pages
    ]
    usual = _usual(sides[1:] or sides)
    first = sides[0] if len(sides) > 1 and sides[0].text != usual.text else None
    odd, even = _usual(sides[2::2] or sides), _usual(sides[1::2])
    if len(sides) >= _FEW_PAGES and odd.text != even.text and _steady(sides[2::2], odd) and _steady(sides[1::2], even):
        if (pages[0].number + (numbers[pages[0].number].offset if numbers else 0)) % 2 == 0:
            odd, even = even, odd
        return PageHeaders(odd, first, even)
    return PageHeaders(usual, first)


def header_part(  # noqa: PLR0913 - a part is made at once
    name: str,
    bands: Iterable[HeaderLine],
    width: float,
    write: Callable[[Iterable[Span]], str],
    drawings: str = "",
    *,
    rules: Sequence[HeaderRule] = (),
    distance: float = 35.0,
) -> bytes:
    """A header (``w:hdr``) or footer (``w:ftr``) part.

    Args:
        name: of the part's root.
        bands: its lines.
        width: of a line in points.
        write: gives the runs of spans.
        drawings: runs with pictures that stand at their places on the page.
        rules: above and below the lines.
        distance: points from the edge of the page to the part.
    """
    style = "Header" if name == "w:hdr" else "Footer"
    tabs = tag("w:tabs", _tab("center", width / 2) + _tab("right", width))
    bands = list(bands)
    lines = [_line(band, write) for band in bands]
    if lines or not rules:
        lines = lines or [""]
        sides = [_side(band) for band in bands] or [{}]
        heads = add_rule_borders(
            [{"pStyle": tag("w:pStyle", w_val=style), **(side or {"tabs": tabs})} for side in sides], rules
        )
    else:
        heads = [rule_paragraph(rule, distance) for rule in rules]
        lines = ["" for _ in rules]
    lines[0] = drawings + lines[0]
    return part(name, "".join(tag("w:p", properties("w:pPr", h) + line) for h, line in zip(heads, lines, strict=True)))


def field(code: str, shown: str, properties_of_run: str = "") -> str:
    """A field as runs; `shown` is what stands there until Word computes it."""
    kinds = [tag("w:fldChar", w_fldCharType=kind) for kind in ("begin", "separate", "end")]
    code = f'<w:instrText xml:space="preserve"> {code} </w:instrText>'
    return "".join(
        f"<w:r>{properties_of_run}{x}</w:r>" for x in (kinds[0], code, kinds[1], tag("w:t", shown), kinds[2])
    )


def _read(document: Document, reader: Callable[[Furniture], PageNumbering | None]) -> dict[int, PageNumbering]:
    """The numbering that the pieces of each page tell."""
    found: dict[int, PageNumbering] = {}
    for piece in document.furniture:
        number = reader(piece)
        if number is not None:
            found[piece.place.page] = number._replace(offset=number.offset - piece.place.page)
    return found


def _beside_title(piece: Furniture) -> PageNumbering | None:
    """The number that a running title begins or ends with, or that stands before the number of all pages."""
    if piece.role not in (Role.HEADER, Role.FOOTER):
        return None
    text = text_of(piece.spans).strip()
    of_all = _OF_ALL.search(text)
    match = of_all if of_all and int(of_all[1]) <= int(of_all[2]) else _AT_END.search(text)
    return PageNumbering("decimal", int(match[1] or match[2])) if match else None


def _printed(piece: Furniture) -> PageNumbering | None:
    """Format and number that a page number shows ("- 12 -", "Page iv"), or None."""
    if piece.role is not Role.PAGE_NUMBER:
        return None
    text = text_of(piece.spans).strip()
    if match := _NUMBER.search(text):
        return PageNumbering("decimal", int(match[0]))
    word = text.strip(" -–—|[]()")
    for format_name, roman in (("lowerRoman", word), ("upperRoman", word.lower() if word.isupper() else "")):
        if _ROMAN.fullmatch(roman):
            return PageNumbering(format_name, roman_value(roman))
    return None


def _sides(
    pieces: Sequence[Furniture], page: PageInfo, text: Box, count: tuple[PageNumbering | None, int]
) -> HeaderFooter:
    upper = [p for p in pieces if _is_above(p, page)]
    lower = [p for p in pieces if not _is_above(p, page)]
    return HeaderFooter(tuple(_bands(upper, page, text, count)), tuple(_bands(lower, page, text, count)))


def _strokes(
    pieces: Sequence[Furniture], page: PageInfo, text: Box, rules: RulePlacement
) -> tuple[tuple[HeaderRule, ...], tuple[HeaderRule, ...]]:
    upper = [p.place.box for p in pieces if _is_above(p, page)]
    lower = [p.place.box for p in pieces if not _is_above(p, page)]
    return (
        find_header_rules(rules.header.get(page.number, ()), upper, 0.0, text),
        find_header_rules(rules.footer.get(page.number, ()), lower, page.height, text),
    )


def _is_above(piece: Furniture, page: PageInfo) -> bool:
    """Whether a piece stands in the header; the text of a page may end above its middle, and its footer with it."""
    if piece.role is Role.PAGE_NUMBER:
        middle = (page.margins.y0 + page.margins.y1) / 2 if page.margins else page.height / 2
        return piece.place.box.y1 <= middle
    return piece.role is Role.HEADER


def _bands(
    pieces: Sequence[Furniture], page: PageInfo, text: Box, count: tuple[PageNumbering | None, int]
) -> Iterator[HeaderLine]:
    rows: list[list[Furniture]] = []
    for piece in sorted(pieces, key=lambda p: (p.place.box.y0 + p.place.box.y1, p.place.box.x0)):
        middle = (piece.place.box.y0 + piece.place.box.y1) / 2
        if rows and middle <= rows[-1][0].place.box.y1:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in rows:
        parts: dict[str, list[Span]] = {"left": [], "middle": [], "right": []}
        row.sort(key=lambda p: p.place.box.x0)
        between = row[1:-1] if not any(_where(piece, text) == "middle" for piece in row) else ()
        for piece in row:
            part_of_line = parts["middle" if piece in between else _where(piece, text)]
            part_of_line.extend((Span("  "),) if part_of_line else ())
            part_of_line.extend(_fielded(piece, page, count))
        yield HeaderLine(*(tuple(spans) for spans in parts.values()))


def _where(piece: Furniture, text: Box) -> str:
    """The part of the line that a piece stands in, by the free space on its sides."""
    left, right = max(piece.place.box.x0 - text.x0, 0.0), max(text.x1 - piece.place.box.x1, 0.0)
    if abs(left - right) < 0.12 * text.width and left > 0.08 * text.width:
        return "middle"
    if min(left, right) > 0.15 * text.width and piece.align is Align.CENTER:
        return "middle"
    return "left" if left <= right else "right"


def _fielded(piece: Furniture, page: PageInfo, count: tuple[PageNumbering | None, int]) -> Iterator[Span]:
    """The piece's spans with the page's own number, and the number of all pages, marked as fields."""
    numbers, total = count
    own: str | None = str(page.number + numbers.offset) if numbers else None
    for span in piece.spans:
        words = re.split(r"(\d+)", span.text.replace("\n", " "))
        for index, word in enumerate(words):
            if numbers and numbers.format == "decimal" and word == own:
                words[index], own = _PAGE, None
            elif index and word == str(total) and _PAGE in words[:index] and total > 1:
                words[index] = _PAGES
        text = "".join(words)
        if numbers and numbers.format != "decimal" and piece.role is Role.PAGE_NUMBER:
            text = re.sub(r"[ivxlIVXL]+", _PAGE, text, count=1)
        yield Span(text, span.style, span.link)


def _usual(sides: Sequence[HeaderFooter]) -> HeaderFooter:
    """What most pages have; of equally frequent ones, the first that is not empty."""
    if not sides:
        return HeaderFooter()
    counts = Counter(side.text for side in sides)
    most = max(counts.values())
    return max(sides, key=lambda side: (counts[side.text] == most, side != HeaderFooter()))


def _steady(sides: Sequence[HeaderFooter], usual: HeaderFooter) -> bool:
    return sum(side.text == usual.text for side in sides) >= 0.6 * len(sides)


def _side(band: HeaderLine) -> dict[str, str]:
    """The alignment of a line that has one part only: from a tab on it would have the room of half a line."""
    filled = [side for side, spans in zip(("left", "center", "right"), band, strict=True) if spans]
    return {"jc": tag("w:jc", w_val=filled[0])} if len(filled) == 1 else {}


def _line(band: HeaderLine, write: Callable[[Iterable[Span]], str]) -> str:
    if _side(band):
        return "".join(_pieces((span for spans in band for span in spans), write))
    parts = ["".join(_pieces(spans, write)) for spans in band]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return "<w:r><w:tab/></w:r>".join(parts)


def _pieces(spans: Iterable[Span], write: Callable[[Iterable[Span]], str]) -> Iterator[str]:
    for span in spans:
        for piece in re.split(f"([{_PAGE}{_PAGES}])", span.text):
            if piece in _FIELDS:
                markup = write((Span("1", span.style),))
                found = re.search(r"<w:rPr>.{0,4000}?</w:rPr>", markup)
                yield field(_FIELDS[piece], "1", found[0] if found else "")
            elif piece:
                yield write((span._replace(text=piece),))


def _tab(kind: str, position: float) -> str:
    return tag("w:tab", w_val=kind, w_pos=twips(position))
