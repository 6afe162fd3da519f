"""The rows above a statement's figures: column titles, spanning titles, unit, company and date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise

from quire.finance.line_joins import join_lines
from quire.finance.line_likelihoods import Readings
from quire.finance.misread_labels import meant_title
from quire.finance.periods import is_period
from quire.finance.text_pieces import RECOGNISED, Piece, Row
from quire.finance.units import Unit, unit_of
from quire.finance.value_columns import Span, is_note_title
from quire.hanzi import either_form
from quire.model.page import Page, TextSource
from quire.tables.column_gutters import Columns
from quire.tables.column_titles import Heading, Title, headings
from quire.tables.edges import horizontal_edges, vertical_edges

CENTRED = 14.0  # points; a line below a title is centred on the page within this
CENTRED_REACH = 1.0  # of the distance of two columns; a title in the middle of the first one stands within it
_REACHES = 0.5  # of its size, by which a title over two columns goes past the one that it was given to
_FIRST_YEAR = 1900  # a figure below it is no year
_LAST_YEAR = 2100  # a figure above it is no year
LABEL_WORDS = re.compile(
    either_form(
        r"项目|资产|报表项目|科目|会计科目|名称|行次|item|items|particulars|description|负债和?及?与?(?:所有者"
        r"|股东)权益.*|资产和?及?负债.*"
    ),
    re.IGNORECASE,
)
COMPANY = re.compile(
    either_form(
        r"^(?:编制单位|编报单位|公司名称|单位名称|编制企业|会计主体|纳税人名称|会企\d+表)[:：]?\s*(?P<name>.*)$"
    )
)
_IDLE = re.compile(
    either_form(r"^币种[:：]|^[(（]?(?:un)?audited[)）]?$|^未经?审计$|^[(（]续[)）]?$|会[企商保证金]\s*\d+\s*表"),
    re.IGNORECASE,
)
_FACT = re.compile(
    either_form(
        r"^[(（]?(?:编制单位|编报单位|公司名称|单位名称|编制企业|会计主体|纳税人(?:名称|识别号)|金额单位|单位[:：])"
        r"|[企商保证金政民社村农]{1,3}\d{1,2}表|^[(（]?除每股"
    )
)
_NOT_ABOUT = re.compile(
    either_form(r"报送|填报|打印|制表|编制日期|期起")
)  # days on which a form was filled in, first days


@dataclass(slots=True)
class Header:
    """What the rows above the figures say."""

    titles: list[str]  # one per value column
    note: str = ""  # the title of the notes column
    caption: str = ""  # a title over all columns: the period of a block of an equity statement
    units: list[Unit] = field(default_factory=list)
    company: str = ""
    dates: list[str] = field(default_factory=list)  # lines with a date between title and table
    boxes: list[Piece | None] = field(default_factory=list)  # where a column's title stands (its lowest line)
    printed: bool = False  # whether there were titles of columns at all
    meant: list[tuple[str, str]] = field(default_factory=list)  # lines of titles as read, and what they were taken for


def is_year(piece: Piece) -> bool:
    """Whether a figure is a year: four digits without separators between 1900 and 2100."""
    return (
        piece.value is not None
        and piece.text.isdigit()
        and len(piece.text) == 4
        and _FIRST_YEAR <= piece.value <= _LAST_YEAR
    )


def read_header(rows: Sequence[Row], columns: Sequence[Span], page: Page, *, notes: Span | None) -> Header:
    """The column titles, and what else is printed between a title and the figures.

    Args:
        rows: The rows above the figures.
        columns: The value columns.
        page: Their page; a rule right below a title, or those around it, show which columns it covers.
        notes: The notes column.
    """
    header = Header([""] * len(columns), boxes=[None] * len(columns))
    rows = _below_facts(rows, header)
    header.units += [unit for row in rows for p in row if (unit := unit_of(p.text)) is not None]
    kept = [titles for row in rows if (titles := _titles_in(row, header, columns, notes, page.width))]
    kept = _meant(kept, header, page)
    pieces = [p for row in kept for p in row]
    found = _headings(kept, columns, page)
    everything = (1, len(columns))
    captions = [
        head
        for head in found
        if len(columns) > 2
        and (head.first, head.last) == everything
        and is_period(head.text)
        and any(other.top > head.top for other in found)
    ]
    header.caption = " ".join(head.text for head in captions)
    _fill(header, [head for head in found if head not in captions], pieces)
    header.titles = _paired(_shared(header.titles, header.boxes, columns))
    header.printed = bool(pieces)
    return header


def _meant(rows: Sequence[Row], header: Header, page: Page) -> list[Row]:
    """The rows of titles, misread lines of recognised ones as the known titles that they are."""
    if page.source is not TextSource.OCR:
        return list(rows)
    seen = Readings([page])
    out = []
    for row in rows:
        texts = [meant_title(p.text, p.page, p.box, seen) for p in row]
        header.meant += [(p.text, text) for p, text in zip(row, texts, strict=True) if p.text != text]
        out.append([p._replace(text=text) for p, text in zip(row, texts, strict=True)])
    return out


def title_rows(
    rows: Sequence[Row], columns: Sequence[Span], *, notes: Span | None, width: float, left: float
) -> list[Row]:
    """The rows above the figures with nothing but titles of columns, those left of all figures included.

    Args:
        rows: The rows above the figures.
        columns: The value columns.
        notes: The notes column.
        width: Of the page, points.
        left: Where titles begin, points.
    """
    scratch = Header([""] * len(columns))
    rows = _below_facts(rows, scratch)
    wide = [Span(left, left), *columns]
    return [row for row in (_titles_in(row, scratch, wide, notes, width) for row in rows) if row]


def _below_facts(rows: Sequence[Row], header: Header) -> Sequence[Row]:
    """The rows below the last one that names the company, the unit or the form number.

    What stands in and above such a row is no title of a column; its dates, units and company are noted.
    """
    facts = [
        index
        for index, row in enumerate(rows)
        if any(_FACT.search("".join(p.text.split())) for p in row)
        and not any(LABEL_WORDS.fullmatch("".join(p.text.split())) for p in row)
    ]
    last = facts[-1] + 1 if facts else 0
    for piece in (p for row in rows[:last] for p in row):
        text = piece.text.strip()
        if (unit := unit_of(text)) is not None:
            header.units.append(unit)
        if match := COMPANY.match(text):
            header.company = header.company or match["name"].strip()
        elif is_period(text) and not _NOT_ABOUT.search(text):
            header.dates.append(text)
    return rows[last:]


def _left_of(columns: Sequence[Span]) -> float:
    """The x where column titles begin: a title centred over a wide column may begin left of its figures."""
    if len(columns) < 2:
        return columns[0].x0
    return min(columns[0].x0, columns[0].x1 - CENTRED_REACH * (columns[1].x1 - columns[0].x1))


def _titles_in(row: Row, header: Header, columns: Sequence[Span], notes: Span | None, width: float) -> list[Piece]:
    """The pieces of a row that belong to column titles; the others are recorded in `header`."""
    kept: list[Piece] = []
    units = sum(unit_of(p.text) is not None for p in row)
    left = min([_left_of(columns), *([notes.x0] if notes else [])])
    for piece in row:
        text = piece.text.strip()
        if piece.nil and piece.confidence <= RECOGNISED:
            continue  # a speck
        if notes is not None and len(text) == 1 and text in "行次附注" and notes.overlap(piece.x0, piece.x1) > 0:
            header.note += text  # a narrow title, one character above another
            continue
        each = units == len(columns) > 1 and unit_of(text) is not None  # centred, they may stand left of all figures
        if _noted(piece, header, columns, several=units > 1) and not each:
            continue
        if len(row) == 1 and _is_subtitle(piece, columns, width):
            if is_period(text):
                header.dates.append(text)
        elif not LABEL_WORDS.fullmatch("".join(text.split())) or (
            piece.centre >= left and not (piece is row[0] and len(row) > 1)
        ):
            kept.append(piece)
    if len(kept) == len(columns):  # titles in the middle of wide columns may stand left of all figures
        return kept
    return [p for p in kept if p.x1 > left]


def _noted(piece: Piece, header: Header, columns: Sequence[Span], *, several: bool) -> bool:
    """Record a piece that is not a column title; returns whether it said something known."""
    text = piece.text.strip()
    unit = unit_of(text) if len(text) > 1 else None
    if unit is not None:
        header.units.append(unit)
    if match := COMPANY.match(text):
        header.company = header.company or match["name"].strip()
        return True
    if is_note_title(text) and piece.centre < columns[0].x0:
        header.note = text
        return True
    if _IDLE.search(text):
        return piece.centre < columns[0].x0 - piece.size
    over = piece.centre > columns[0].x0 - piece.size
    return unit is not None and not (over and (several or is_period(text)))


def _is_subtitle(piece: Piece, columns: Sequence[Span], width: float) -> bool:
    """Whether the only piece of its row is a line under the statement's title, not a title over columns."""
    on_page = abs(piece.centre - width / 2) < CENTRED
    middle = (columns[0].x0 + columns[-1].x1) / 2
    on_columns = abs(piece.centre - middle) < CENTRED and piece.x0 >= columns[0].x0 - 2 * piece.size
    if piece.x1 < columns[0].x0:
        return True
    if on_columns:
        return on_page and piece.x1 - piece.x0 > 1.2 * (columns[-1].x1 - columns[0].x0)
    return on_page or piece.x0 < columns[0].x0 - 8 * piece.size


def _shared(titles: Sequence[str], boxes: Sequence[Piece | None], columns: Sequence[Span]) -> list[str]:
    """Titles of periods that stand over the gap between an inner and an outer column, for both of them."""
    out = list(titles)
    for at, box in enumerate(boxes):
        for beside in (at - 1, at + 1):
            if box is None or not 0 <= beside < len(titles) or titles[beside] or not is_period(titles[at]):
                continue
            own, other = columns[at], columns[beside]
            middle = (min(own.x0, other.x0) + max(own.x1, other.x1)) / 2
            reaches = box.x1 - own.x1 if beside > at else own.x0 - box.x0
            if reaches > _REACHES * box.size and abs(box.centre - middle) < abs(box.centre - (own.x0 + own.x1) / 2):
                out[beside] = titles[at]
    return out


def _paired(titles: list[str]) -> list[str]:
    """Period titles that each cover an inner and an outer column, for both columns."""
    half = len(titles) // 2
    for shift in (0, 1):
        given, empty = titles[shift::2], titles[1 - shift :: 2]
        if half > 1 and len(titles) == 2 * half and not any(empty) and all(given) and len(set(given)) == half:
            return [title for title in given for _ in (0, 1)]
    return titles


def _headings(rows: Sequence[Row], columns: Sequence[Span], page: Page) -> list[Heading]:
    """The titles of the columns, which are numbered from 1."""
    left = _left_of(columns)
    extents = [(c.x0, c.x1) for c in columns]
    borders = [left, *((a[1] + b[0]) / 2 for a, b in pairwise(extents))]
    spaces = Columns(borders, [(min(0.0, left), left), *extents], 0.0)
    number = count()
    titles = [
        [Title(p.text.strip(), p.x0, p.x1, p.baseline, p.y0, p.y1, p.size, 0, next(number)) for p in row]
        for row in rows
    ]
    return headings(titles, spaces, horizontal_edges(page, fills=False), vertical_edges(page, fills=False))[0]


def _fill(header: Header, found: Sequence[Heading], pieces: Sequence[Piece]) -> None:
    """Join the titles over each column from top to bottom."""
    for index in range(len(header.titles)):
        text = ""
        for head in sorted((h for h in found if h.covers(index + 1, index + 1)), key=lambda h: h.top):
            for at, line in enumerate(head.lines):
                apart = bool(text) and (at == 0 or unit_of(line.text) is not None)
                text = join_lines(text, line.text, apart=apart)
                header.boxes[index] = pieces[line.place]
        header.titles[index] = text


def is_header_row(row: Row, left: float) -> bool:
    """Whether a row between figures is a header: texts or years over the value columns and no label of its own."""
    over = [p for p in row if p.centre > left]
    beside = [p for p in row if p.centre <= left]
    if not over or any(p.figure and not is_year(p) for p in row):
        return False
    if any(not LABEL_WORDS.fullmatch("".join(p.text.split())) and unit_of(p.text) is None for p in beside):
        return False
    texts = [p.text.strip() for p in over]
    if len(row) == 1 and texts[0] in ("小计", "合计"):  # the end of a label on two lines
        return False
    if all(
        is_period(t)
        or t in ("小计", "合计")
        or is_note_title(t)
        or re.search(r"余额|金额|[期年]末|[期年]初|本[期年]|上[期年]", t)
        for t in texts
    ):
        return True
    return (len(over) > 1 or bool(beside)) and not all(len(t) < 2 for t in texts)
