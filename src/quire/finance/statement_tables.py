"""The part of a page that shows a statement, read to blocks: a header, value columns and rows of figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quire.finance.blank_columns import split_titles, with_blank_columns
from quire.finance.column_headers import COMPANY, LABEL_WORDS, Header, is_header_row, is_year, read_header, title_rows
from quire.finance.lexicon import canonical_item
from quire.finance.periods import is_month, is_period
from quire.finance.row_labels import Line, borders_of, merge_centred_labels, merge_lines_to_rows
from quire.finance.statement import Kind
from quire.finance.text_pieces import (
    RECOGNISED,
    Piece,
    Row,
    baseline_of,
    split_figures,
    sub_piece,
    text_of,
    with_leading_dash,
)
from quire.finance.units import Unit, unit_of
from quire.finance.value_columns import (
    Span,
    column_of,
    is_note_reference,
    line_numbers,
    line_numbers_beside_notes,
    note_column,
    second_label_start,
    unread_notes,
    untitled_notes,
    value_columns,
)
from quire.hanzi import either_form
from quire.model.page import Page
from quire.tables.edges import vertical_edges
from quire.tables.medians import median

FAR = 3.2  # times the usual distance of rows; a lone number that far below is a page number
MOST_HEADS, MOST_TITLES = 40, 400  # rows and pieces above the first figures that can be titles of columns
NEAR_LABEL = 3.0  # of the size; a label right above the first figures belongs to them
_SPECKS = "-–—.·:' "  # what recognition makes of dirt beside a number of a note
_STRONG = 100  # a figure from it on counts as an amount even without separators or brackets
_FEWEST_GAPS = 3  # distances between rows with figures: of fewer, none is the usual one
_FULL_ROW = 2  # pieces; a row with more above both halves has titles of columns
_MOST_SECTIONS = 3  # labels with a colon above the first figures that belong to the body, at most
_END = re.compile(
    either_form(
        r"^\W*(?:see (?:the )?(?:accompanying )?notes|(?:the )?(?:accompanying|attached) (?:condensed |consolidated "
        r"|unaudited )*notes|see accompanying"
        r"|the notes (?:on|form|are|to)|notes to (?:the )?(?:unaudited |interim |condensed |consolidated |financial "
        r")+|these (?:financial )?(?:statements|accounts)"
        r"|the (?:financial statements|directors|company (?:is|was|has)|members have)|for the (?:financial )?year "
        r"ending .* entitled|approved by|signed on behalf|on behalf of the board"
        r"|form 10-|table of contents|the above (?:consolidated )?statement|director\W*$|company (?:registration"
        r"|number))"
        r"|integral part|form part of these|were (?:approved|authorised)"
        r"|^(?:企业|公司|单位)?(?:法定代表人|负责人|董事长|总经理|行长)\s*[:：(（]|^(?:企业|公司|单位|集团"
        r"|本行)负责人|主管会计(?:工作)?(?:的)?(?:公司)?负责人|会计机构负责人|^(?:复核|审核|制表|编制人|制单)[:：人]"
        r"|后附.{0,8}附注|附注(?:为|是|系)本?|载于.{0,20}附注|财务报表附注(?:为|是)|财务报表由(?:以下|下列)人士"
        r"|本(?:期|年)(?:发生)?同一控制下企业合并.{0,20}实现的净利润"
    ),
    re.IGNORECASE,
)


@dataclass(slots=True)
class Block:
    """Rows of figures under one header on one page."""

    page: int
    header: Header
    columns: list[Span]
    notes: Span | None
    lines: list[Line]
    label_span: Span
    above: int = 0  # rows between the title and the first figures
    tail: list[Line] = field(default_factory=list)  # close below the last figures; rows if the statement goes on


def read_blocks(
    rows: Sequence[Row], page: Page, kind: Kind, language: str, *, notes: Span | None = None
) -> list[Block]:
    """The blocks of figures that a run of rows of one page shows, from top to bottom.

    A block ends at a closing line, at running text and where another header begins; a side-by-side table gives two
    blocks, the left half first.

    Args:
        rows: The rows.
        page: Their page.
        kind: Of the statement.
        language: Of the statement.
        notes: Where the page before has its notes column: one without a heading is known by it, or by the block above.
    """
    blocks: list[Block] = []
    rest = list(rows)
    while rest:
        start = _first_figures(rest)
        if start is None:
            break
        stop, ended = _end(rest, start)
        blocks += _blocks(rest[:stop], start, page, kind, language, notes=notes)
        notes = next((block.notes for block in reversed(blocks) if block.notes is not None), notes)
        if ended:
            break
        rest = rest[stop:]
    return blocks


def _first_figures(rows: Sequence[Row]) -> int | None:
    """The first row with a figure that is no year and no number in running text; None without one."""
    for index, row in enumerate(rows):
        figures = [p for p in row if p.figure and not is_year(p)]
        if not figures or any(_END.search(p.text) for p in row):
            continue
        if _has_stray_dashes(row):
            continue
        if len(row) > len(figures) and all(is_period(p.text) or p.figure for p in row):
            continue
        if all(_of_a_date(p) for p in row):
            continue
        if any(_strong(p) for p in figures) or (len(row) > len(figures) and not is_header_row(row, row[0].x1)):
            return index
    return None


def _has_stray_dashes(row: Row) -> bool:
    """Whether strokes or specks stand among titles; dashes for nil stand right of all text of their row."""
    figures = [p for p in row if p.figure]
    return bool(figures) and all(p.nil for p in figures) and any(not p.figure and p.x0 > figures[0].x1 for p in row)


def _of_a_date(piece: Piece) -> bool:
    """Whether a piece may be a part of a date over a column, or a unit: "June 30", "30", "2025"."""
    if piece.figure:
        return is_year(piece) or (piece.text.isdigit() and piece.value is not None and 1 <= piece.value <= 31)
    return is_month(piece.text) or is_period(piece.text) or unit_of(piece.text) is not None


def _strong(piece: Piece) -> bool:
    return piece.value is not None and (any(c in piece.text for c in ",.(") or abs(piece.value) >= _STRONG)


def _end(rows: Sequence[Row], start: int) -> tuple[int, bool]:
    """(index after the block that begins with `rows[start]`, whether a closing line ends it)."""
    columns = value_columns([r for r in rows[start:] if any(p.figure for p in r)])
    left = columns[0].x0 if columns else 0.0
    pitch = _distance(rows[start:])
    for index in range(start + 1, len(rows)):
        row, above = rows[index], rows[index - 1]
        text = text_of(row)
        if _END.search(text):
            return index, True
        gap = baseline_of(row) - baseline_of(above)
        lone = sum(p.figure for p in row) <= 1 or all(p.figure for p in row)
        if pitch and gap > FAR * pitch and lone:
            return index, False
        if is_header_row(row, left) and _has_figures(rows, index, left):
            return _with_caption(rows, index, pitch), False
    return len(rows), False


def _has_figures(rows: Sequence[Row], index: int, left: float) -> bool:
    return any(_strong(p) for r in rows[index + 1 : index + 12] for p in r if p.x1 > left)


def _with_caption(rows: Sequence[Row], index: int, pitch: float) -> int:
    """The index where a header in the middle begins: with the line of its period and its upper rows."""
    while index > 1 and not any(p.figure and not is_year(p) for p in rows[index - 1]):
        row = rows[index - 1]
        if not is_period(text_of(row)) or (pitch and baseline_of(rows[index]) - baseline_of(row) > 6 * pitch):
            break
        index -= 1
    return index


def _distance(rows: Sequence[Row]) -> float:
    """The usual distance between rows with figures; 0 with too few."""
    heights = [baseline_of(r) for r in rows if any(p.figure for p in r)]
    gaps = [b - a for a, b in pairwise(heights)]
    return median(gaps) if len(gaps) >= _FEWEST_GAPS else 0.0


def _blocks(rows: list[Row], start: int, page: Page, kind: Kind, language: str, *, notes: Span | None) -> list[Block]:
    figures = [r for r in rows[start:] if any(p.figure for p in r)]
    columns = value_columns(figures)
    cut = second_label_start(figures, columns)
    if cut is None:
        block = _block(rows, start, page, kind, language, before=notes)
        return [block] if block is not None else []
    halves = []
    for side in (0, 1):
        top = _first_of_body(rows, start)
        heads = _heads_only(rows[:top])
        half = [[p for p in row if (p.centre < cut) == (side == 0)] for row in rows[top:]]
        head = [[p for p in row if (p.centre < cut) == (side == 0)] for row in heads]
        part_rows = [r for r in head + half if r]
        first = _first_figures(part_rows)
        block = _block(part_rows, first, page, kind, language, before=None) if first is not None else None
        if block is not None:
            block.header.units += _units(rows[:top])
            block.header.company = block.header.company or _company(rows[:top])
            block.header.dates += [p.text for r in rows[:top] for p in r if is_period(p.text) and r not in heads]
            halves.append(block)
    return halves


def _heads_only(rows: Sequence[Row]) -> list[Row]:
    """The rows above both halves that are titles of columns: not the one with company, date and unit."""
    full = [row for row in rows if len(row) > _FULL_ROW or _stacked(row)]
    return [row for row in full if not any(COMPANY.match(p.text.strip()) for p in row)]


def _company(rows: Sequence[Row]) -> str:
    """The company that a row above the table names; "" without one."""
    named = (COMPANY.match(p.text.strip()) for row in rows for p in row)
    return next((match["name"].strip() for match in named if match and match["name"].strip()), "")


def _stacked(row: Row) -> bool:
    """Whether a row is the upper characters of narrow titles of both halves: 行 over 次."""
    return len(row) == 2 and all(len(p.text.strip()) == 1 for p in row)


def _units(rows: Sequence[Row]) -> list[Unit]:
    return [u for r in rows for p in r if (u := unit_of(p.text)) is not None]


def _block(rows: list[Row], start: int, page: Page, kind: Kind, language: str, *, before: Span | None) -> Block | None:
    skipped = _skipped(rows, start)
    rows, start = rows[skipped:], start - skipped
    heads = [p for r in rows[:start] for p in r]
    numbers = line_numbers_beside_notes(heads, min((r[0].x0 for r in rows[start:] if r), default=0.0))
    if numbers is not None:
        above = [[p for p in row if "".join(p.text.split()) not in ("行次", "行", "次")] for row in rows[:start]]
        rows = [*(row for row in above if row), *(_without(row, numbers) or row for row in rows[start:])]
        start -= sum(not row for row in above)
    body_rows = rows[start:]
    titles = [
        p
        for r in rows[:start]
        if len(r) > 1
        for p in r
        if not p.nil and unit_of(p.text) is None and not _names_labels(p)
    ]
    columns = value_columns([r for r in body_rows if any(p.figure for p in r)], titles)
    if not columns:
        return None
    left = min((p.x0 for r in body_rows for p in r if not p.figure), default=0.0)
    notes = note_column(heads, body_rows, left) or (before if before and _holds_notes(before, body_rows) else None)
    notes = notes or line_numbers(columns, body_rows) or untitled_notes(body_rows, columns, left)
    notes = notes or unread_notes(columns, body_rows, untitled=not titles)
    if notes is not None:
        columns = value_columns([[p for p in r if notes.overlap(p.x0, p.x1) <= 0] for r in body_rows], titles)
        columns = [c for c in columns if c.x0 > notes.x0]
    if not columns:
        return None
    limit = notes.x0 if notes is not None else columns[0].x0
    first = _body_start(rows, start, limit)
    rows = [*split_titles(rows[:first], columns, rows[first:]), *rows[first:]]
    columns = _with_blank(columns, rows, first, notes, page)
    limit = notes.x0 if notes is not None else columns[0].x0
    header = read_header(rows[:first], columns, page, notes=notes)
    body = [_cut(row, limit) for row in rows[first:]]
    lines = [line for row in body if (line := _line(row, columns, notes, limit)).labels or line.values or line.notes]
    ends = [p.x1 for line in lines for p in line.labels]
    span = Span(left, max(ends, default=limit))
    borders = borders_of(page, left, min(span.x1, limit))
    merged = [
        _without_dirt(line)
        for line in merge_lines_to_rows(merge_centred_labels(lines), borders, [span, *columns], kind, language)
    ]
    kept = _trimmed(merged, kind, language)
    return Block(
        page.number, header, columns, notes, kept, span, above=first + skipped, tail=_close(merged[len(kept) :], kept)
    )


def _names_labels(piece: Piece) -> bool:
    """Whether a title is that of the labels: "项目", "Item"."""
    return LABEL_WORDS.fullmatch("".join(piece.text.split())) is not None


def _with_blank(columns: Sequence[Span], rows: Sequence[Row], first: int, notes: Span | None, page: Page) -> list[Span]:
    """The columns with those that have titles only; labels of rows with figures end before any."""
    start = columns[0].x0
    labels = [p.x1 for row in rows[first:] for p in row[:1] if not p.figure and p.x1 < start and len(row) > 1]
    left = notes.x1 if notes is not None else max(labels, default=start)
    titles = title_rows(rows[:first], columns, notes=notes, width=page.width, left=left)
    return with_blank_columns(columns, titles, rows[first:], left, vertical_edges(page, fills=False))


def _skipped(rows: Sequence[Row], start: int) -> int:
    """The number of rows at the top that are too far above the first figures to hold titles; may be thousands."""
    pieces = 0
    for index in range(start - 1, -1, -1):
        pieces += len(rows[index])
        if start - index > MOST_HEADS or pieces > MOST_TITLES:
            return index + 1
    return 0


def _without(row: Row, numbers: Span) -> Row:
    """A row without the number of its line."""
    return [p for p in row if not (p.text.isdigit() and numbers.x0 < p.centre < numbers.x1)]


def _holds_notes(span: Span, rows: Sequence[Row]) -> bool:
    """Whether what stands in a column are references to notes and nothing else."""
    inside = [p for row in rows for p in row if span.overlap(p.x0, p.x1) > 0 and p.x0 > span.x0 - 2 * p.size]
    return bool(inside) and all(is_note_reference(p.text) for p in inside)


def _first_of_body(rows: Sequence[Row], start: int) -> int:
    """The first row of the body of a side-by-side table: above it are titles of columns."""
    index = start
    while index > 0 and start - index < _MOST_SECTIONS:
        row = rows[index - 1]
        if any(p.figure for p in row) or not all(p.text.rstrip().endswith((":", "：")) for p in row):
            break
        index -= 1
    return index


def _body_start(rows: Sequence[Row], start: int, limit: float) -> int:
    """The first row of the body: titles of sections right above the first figures belong to it."""
    index = start
    while index > 0:
        row, below = rows[index - 1], rows[index]
        texts = text_of(row)
        gap = baseline_of(below) - baseline_of(row)
        beside = all(p.x1 < limit + p.size for p in row) and row[0].x0 < limit
        if any(p.figure and not is_year(p) for p in row) and not beside and not _has_stray_dashes(row):
            index -= 1
            continue
        if not beside or gap > NEAR_LABEL * row[0].size or is_period(texts) or unit_of(texts) is not None:
            break
        index -= 1
    return index


def _cut(row: Row, limit: float) -> Row:
    """A row whose labels lost the figures and notes that run on in them."""
    out: Row = []
    for piece in row:
        if piece.figure or piece.x1 <= limit or len(piece.tokens) < 2:
            out.append(piece)
            continue
        at = next((i for i, t in enumerate(piece.tokens) if t.x0 >= limit - 1), None)
        if at is None or at == 0:
            out.append(piece)
            continue
        tail = split_figures(sub_piece(piece, piece.tokens[at:]))
        if all(p.figure or is_note_reference(p.text) for p in tail):
            out += [sub_piece(piece, piece.tokens[:at]), *tail]
        else:
            out.append(piece)
    return out


def _line(row: Row, columns: Sequence[Span], notes: Span | None, limit: float) -> Line:
    base = baseline_of(row)
    line = Line(top=base, bottom=base, page=row[0].page)
    for piece in row:
        if (
            notes is not None
            and not _is_value(piece, notes, columns)
            and notes.overlap(piece.x0, piece.x1) > 0
            and (
                is_note_reference(piece.text if piece.confidence > RECOGNISED else piece.text.strip(_SPECKS))
                or (not piece.figure and piece.centre < notes.x1 + piece.size and piece.x0 > notes.x0 - piece.size)
            )
        ):
            line.notes.append(piece)
        elif piece.figure and piece.x1 > limit:
            _put(line, piece, columns)
        elif piece.centre < limit or piece.x0 < limit - 2 * piece.size:
            line.labels.append(piece)
        elif piece.confidence == 1.0 or len(piece.text.strip()) > 1:  # one recognised letter there is dirt of borders
            _put(line, piece, columns)
    return line


def _without_dirt(line: Line) -> Line:
    """A row without dashes beside the text of its label, and without those of a section title."""
    if len(line.labels) > 1:
        line.labels = [p for p in line.labels if not p.nil] or line.labels
    if line.label.rstrip().endswith((":", "：")) and all(p.nil for p in line.values.values()):
        line.values = {}
    return line


def _is_value(piece: Piece, notes: Span, columns: Sequence[Span]) -> bool:
    return piece.figure and columns[0].overlap(piece.x0, piece.x1) > notes.overlap(piece.x0, piece.x1)


def _put(line: Line, piece: Piece, columns: Sequence[Span]) -> None:
    column = column_of(columns, piece.x0, piece.x1)
    if piece.nil and (
        column is None or column in line.values or columns[column].overlap(piece.x0, piece.x1) < -piece.size
    ):
        return  # dirt: a dash beside a figure or outside the columns
    if column is not None and column in line.values and line.values[column].nil:
        line.values[column] = with_leading_dash(line.values[column], piece)
        return
    if column is not None and _is_speck(line.values.get(column), columns[column], piece):
        line.values[column] = piece
        return
    if column is None or column in line.values:
        free = [i for i in range(len(columns)) if i not in line.values]
        if not free:
            return
        column = max(free, key=lambda i: columns[i].overlap(piece.x0, piece.x1))
    line.values[column] = piece


def _is_speck(held: Piece | None, column: Span, piece: Piece) -> bool:
    """Whether what is held in a column is a recognised sign beside it, and a figure that stands in it comes now."""
    if held is None or held.confidence > RECOGNISED or len(held.text.strip()) > 1:
        return False
    return column.overlap(held.x0, held.x1) < 0.0 < column.overlap(piece.x0, piece.x1)


def _trimmed(lines: list[Line], kind: Kind, language: str) -> list[Line]:
    """The rows without what follows the last figures and is no item (page numbers, signatures)."""
    end = len(lines)
    while end and not _kept(lines[end - 1], kind, language):
        end -= 1
    return lines[:end]


def _close(lines: Sequence[Line], kept: Sequence[Line]) -> list[Line]:
    """The labels without figures that follow close below the last row."""
    out: list[Line] = []
    for line in lines if kept else []:
        above = (out or kept)[-1]
        if line.values or not line.labels or line.top - above.bottom > 2.4 * line.size:
            break
        out.append(line)
    return out


def _kept(line: Line, kind: Kind, language: str) -> bool:
    if not line.labels:
        return any(p.figure for p in line.values.values()) and len(line.values) > 1
    return (
        bool(line.values)
        or line.label.rstrip().endswith((":", "："))
        or bool(canonical_item(line.label, kind, language))
    )
