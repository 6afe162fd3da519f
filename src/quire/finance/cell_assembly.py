"""A found statement as rows of cells: merges its parts, aligns their columns, names its items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from quire.finance.figure_formats import with_usual_separators
from quire.finance.item_context import with_positions
from quire.finance.lexicon import canonical_item
from quire.finance.line_joins import join_lines
from quire.finance.line_likelihoods import Readings
from quire.finance.misread_labels import mended_labels, mended_titles, with_meant_labels
from quire.finance.periods import has_day, is_period, period_of
from quire.finance.row_labels import Line
from quire.finance.statement import Cell, Finding, Kind, Period, Row, RowKind, Scope, Statement
from quire.finance.statement_finder import FoundStatement
from quire.finance.statement_tables import Block
from quire.finance.text_pieces import RECOGNISED, Piece
from quire.finance.units import Unit, currency_of, unit_of
from quire.finance.value_columns import column_of
from quire.hanzi import either_form
from quire.model.geometry import bounds

INDENT = 4.0  # points; labels that begin farther right are one level deeper
_SEPARATED = 1000  # figures from it on show whether a statement prints thousands separators
_OVER = 40.0  # points above the first figure of a statement, in which signs of currencies head its columns
_SHORT_LINE = 12  # characters; the sign of a currency counts in shorter lines
_TOTAL = re.compile(either_form(r"合计|总计|总额|小计|净额$|^total\b|^net cash|余额$"), re.IGNORECASE)
_GROUP = re.compile(either_form(r"合并|集团|\b(?:the )?group\b|\bconsolidated\b"), re.IGNORECASE)
_PARENT = re.compile(
    either_form(r"母公司|本?公司|本?银行|本行|\b(?:the )?company\b|\bparent\b|\bbank\b"), re.IGNORECASE
)
_GROUP_WORD = "group"
_YEARS = 2  # columns of each scope that a table shows at least, where a misread title leaves one without
_RELATIVE = re.compile(
    either_form(
        r"(?P<now>期末|年末|本期|本年|本年度|本报告期|本月)|(?P<before>期初|年初|上期|上年|上年度|上年同期|上年数)"
    )
)
_BARE_YEAR = re.compile(r"(?<![A-Za-z\d])(?:19|20)\d\d(?!年度)\b|[零〇○一二三四五六七八九]{4}年(?!度)")
_NAMED = re.compile(r"[(\[]?(?:US|HK|NT|NZ|[ACS])\$[)\]]?|[(\[]?(?:[A-Z]{3})[)\]]?")  # a currency alone: "(A$)", "CHF"
_PLAIN_DIGITS = re.compile(r"^([(\-–—−△▲]*)(\d{4,})((?:\.\d+)?[)]?)$")


def assemble_statement(found: FoundStatement) -> Statement:
    """The statement that was found on its pages, before checks."""
    blocks = [b for part in found.parts for b in part.blocks]
    wide = max(blocks, key=lambda b: (len(b.columns), b.header.printed))
    noted = any(line.notes for b in blocks for line in b.lines) or any(b.header.note for b in blocks)
    count = len(wide.columns)
    offset = 2 if noted else 1
    titles = _titles(found, wide, blocks)
    rows = [_header_row(wide, titles, noted=noted)]
    second: list[int] = []  # rows below heads that stand once more
    for index, block in enumerate(blocks):
        places = _places(block, wide)
        rows += _between(found, index, titles, offset)
        left = _left_margin(block, blocks)
        if second or _begins_anew(block, blocks[:index]):
            second += range(len(rows), len(rows) + len(block.lines))
        rows += [_row(line, places, count, left, noted=noted) for line in block.lines]
    rows = _levelled(rows)
    read = rows
    seen = Readings(part.page for part in found.parts)
    rows = with_meant_labels(read, found.kind, found.language, seen)
    findings = (
        *mended_labels(read, rows, found.language),
        *mended_titles(titles, wide.header.meant, offset, found.language),
        *_second_heads(second, found),
    )
    rows = with_positions([_named(row, found) for row in rows], found.language)
    rows = with_usual_separators(rows)
    if not _has_separators(rows, offset):
        rows = [_separated(row, offset) for row in rows]
    title = next(p.title for p in found.parts if p.title is not None)
    unit = next((u for b in blocks for u in b.header.units), None) or _unit_in(title.text) or _sign_over(found, rows)
    alone = not any(is_period(t) or _RELATIVE.search(t) for t in titles)
    periods = [_period(t, found, blocks, alone=alone) for t in titles]
    return Statement(
        kind=found.kind,
        scope=found.scope,
        title=" ".join(title.text.split()),
        rows=tuple(rows),
        periods=(None,) * offset + tuple(periods),
        company=_company(found, blocks),
        unit=unit.printed if unit else "",
        multiplier=unit.multiplier if unit else 1,
        currency=_currency(found, unit),
        pages=tuple(dict.fromkeys(p.page.number for p in found.parts)),
        angle=found.parts[0].page.turned,
        findings=findings,
        language=found.language,
    )


def _begins_anew(block: Block, before: Sequence[Block]) -> bool:
    """Whether a recognised page shows heads of columns once more below a block: a title above them may be unread."""
    last = before[-1] if before else None
    if last is None or last.page != block.page or not block.header.printed or not last.lines or not block.lines:
        return False
    figures = [piece for line in block.lines for piece in line.values.values()]
    recognised = any(piece.confidence <= RECOGNISED for piece in figures)
    return (
        recognised and last.header.printed and any(block.header.titles) and last.lines[-1].bottom < block.lines[0].top
    )


def _second_heads(rows: Sequence[int], found: FoundStatement) -> list[Finding]:
    """The finding that rows may belong to a second statement; an equity statement shows its heads for each year."""
    if not rows or found.kind is Kind.EQUITY:
        return []
    text = (
        "列标题再次出现，下列各行可能属于另一张报表"
        if found.language == "zh"
        else "The heads of the columns stand once more: these rows may be those of another statement"
    )
    return [Finding("heads", text, tuple((r, 0) for r in rows), holds=False)]


def _unit_in(title: str) -> Unit | None:
    """The unit that a title names in brackets or after a dash, in its printed form."""
    parts = re.split(r"[(\[]|\s[-–—]\s", title)
    return next((u for part in reversed(parts) if (u := unit_of(part.strip(")] "))) is not None), None)


def _titles(found: FoundStatement, wide: Block, blocks: Sequence[Block]) -> list[str]:
    """The titles of the value columns, from the widest block or the first that has them."""
    if any(wide.header.titles):
        over = wide.header.caption if found.kind is not Kind.EQUITY else ""
        return [join_lines(over, t, apart=True) for t in wide.header.titles]
    return next(
        (b.header.titles for b in blocks if any(b.header.titles) and len(b.columns) == len(wide.columns)),
        wide.header.titles,
    )


def _header_row(block: Block, titles: Sequence[str], *, noted: bool) -> Row:
    cells = [Cell()]
    if noted:
        cells.append(
            Cell(
                block.header.note or ("附注" if any(c >= "\u4e00" for t in titles for c in t) else "Notes"), block.page
            )
        )
    for title, piece in zip(titles, block.header.boxes, strict=True):
        cells.append(
            Cell(title, block.page if piece else 0, piece.box if piece else None, piece.confidence if piece else 1.0)
        )
    return Row(tuple(cells), RowKind.HEADER)


def _places(block: Block, wide: Block) -> list[int]:
    """For each column of a block, the index of the statement's column."""
    if len(block.columns) == len(wide.columns):
        return list(range(len(block.columns)))
    taken: list[int] = []
    for column in block.columns:
        at = column_of(wide.columns, column.x0, column.x1) or 0
        taken.append(max(at, taken[-1] + 1) if taken else at)
    over = max(0, taken[-1] - len(wide.columns) + 1)
    return [max(0, t - over) for t in taken]


def _between(found: FoundStatement, index: int, titles: Sequence[str], offset: int) -> list[Row]:
    """The rows before a block that carry the period of all its columns or further titles."""
    blocks = [b for part in found.parts for b in part.blocks]
    block = blocks[index]
    out: list[Row] = []
    width = len(titles)
    caption = (block.header.caption if found.kind is Kind.EQUITY else "") or next(
        (d for d in block.header.dates if index and block.header.printed), ""
    )
    said = index > 0 and caption in (blocks[0].header.caption, *blocks[0].header.dates)
    if caption and len(blocks) > 1 and caption not in " ".join(titles) and not said:
        out.append(Row((Cell(caption, block.page), *[Cell()] * (offset - 1 + width)), RowKind.SECTION))
    own = block.header.titles
    if index and block.header.printed and len(own) == width and any(own) and _years(own) != _years(titles):
        out.append(Row((*[Cell()] * offset, *(Cell(t, block.page) for t in own)), RowKind.HEADER))
    return out


def _years(titles: Sequence[str]) -> list[str]:
    return [y for t in titles for y in re.findall(r"(?:19|20)\d\d|month|quarter|week", t.lower())]


def _left_margin(block: Block, blocks: Sequence[Block]) -> float:
    """Where the outermost labels of a block begin: of all blocks of its page that stand in the same columns."""
    span = block.label_span
    beside = (
        other.label_span.x0
        for other in blocks
        if other.page == block.page and other.label_span.x0 < span.x1 and span.x0 < other.label_span.x1
    )
    return min(beside, default=span.x0)


def _row(line: Line, places: Sequence[int], count: int, left: float, *, noted: bool) -> Row:
    cells = [_label_cell(line)]
    if noted:
        cells.append(_note_cell(line.notes))
    values = [Cell()] * count
    for column, piece in line.values.items():
        values[places[column]] = _value_cell(piece)
    return Row((*cells, *values), RowKind.ITEM if line.values else RowKind.SECTION, level=_indentation(line, left))


def _label_cell(line: Line) -> Cell:
    if not line.labels:
        return Cell()
    confidence = min(p.confidence for p in line.labels)
    return Cell(line.label, line.page, bounds(p.box for p in line.labels), confidence)


def _note_cell(notes: Sequence[Piece]) -> Cell:
    if not notes:
        return Cell()
    text = "".join(p.text.strip() for p in notes)
    return Cell(text, notes[0].page, bounds(p.box for p in notes), min(p.confidence for p in notes))


def _value_cell(piece: Piece) -> Cell:
    return Cell(piece.text.strip(), piece.page, piece.box, piece.confidence, piece.value)


def _indentation(line: Line, left: float) -> int:
    """By how many steps a label is set in; 0 without one."""
    return max(0, round((line.start - left) / INDENT)) if line.labels else 0


def _levelled(rows: Sequence[Row]) -> list[Row]:
    """Rows with their depth: the indentations of a statement, from 0 on."""
    depth = {steps: level for level, steps in enumerate(sorted({0, *(row.level for row in rows)}))}
    return [replace(row, level=depth[row.level]) for row in rows]


def _named(row: Row, found: FoundStatement) -> Row:
    """The row with its canonical item, known as a total by its label."""
    if row.kind is RowKind.HEADER:
        return row
    total = row.kind is RowKind.ITEM and _TOTAL.search(row.label)
    item = canonical_item(row.label, found.kind, found.language)
    return replace(row, item=item, kind=RowKind.TOTAL if total else row.kind)


def _has_separators(rows: Sequence[Row], offset: int) -> bool:
    texts = [c.text for r in rows for c in r.cells[offset:] if c.value is not None and abs(c.value) >= _SEPARATED]
    return not texts or sum("," in t or "'" in t for t in texts) >= 0.2 * len(texts)


def _separated(row: Row, offset: int) -> Row:
    """A row whose long figures have thousands separators, in a statement that prints none."""
    cells = tuple(
        replace(c, text=_with_commas(c.text)) if i >= offset and c.value is not None else c
        for i, c in enumerate(row.cells)
    )
    return replace(row, cells=cells)


def _with_commas(text: str) -> str:
    match = _PLAIN_DIGITS.match(text)
    return f"{match[1]}{int(match[2]):,}{match[3]}" if match else text


def _currency(found: FoundStatement, unit: Unit | None) -> str:
    if unit is not None and unit.currency:
        return unit.currency
    if found.language == "zh":
        return "CNY"
    named = (currency_of(line.text) for line in found.parts[0].page.lines if _NAMED.fullmatch(line.text.strip()))
    if said := next((code for code in named if code), ""):
        return said
    signs = "".join(line.text for line in found.parts[0].page.lines if len(line.text) < _SHORT_LINE or "$" in line.text)
    return currency_of("".join(c for c in signs if c in "$£€¥")[:1])


def _sign_over(found: FoundStatement, rows: Sequence[Row]) -> Unit | None:
    """The sign of a currency that stands alone over columns, as British accounts head them."""
    page = found.parts[0].page
    tops = [
        cell.box.y0
        for row in rows
        for cell in row.cells
        if cell.value is not None and cell.page == page.number and cell.box
    ]
    top = min(tops, default=0.0)
    signs = [
        line.text.strip()
        for line in page.lines
        if top - _OVER < line.box.y1 <= top and line.text.strip() in tuple("£€$¥")
    ]
    return Unit(signs[0], 1, currency_of(signs[0])) if len(signs) > 1 and len(set(signs)) == 1 else None


def _company(found: FoundStatement, blocks: Sequence[Block]) -> str:
    named = next((b.header.company for b in blocks if b.header.company), "")
    if named:
        return named
    for part in found.parts:
        if part.title is not None and part.title.company:
            return part.title.text[: len(part.title.company)]
        for text in reversed(part.above):
            if re.search(
                r"公司$|\b(?:inc|ltd|limited|plc|corporation|company|corp|subsidiaries|llc|group)\b\.?,?$",
                text,
                re.IGNORECASE,
            ):
                return text.strip()
    return ""


def _period(title: str, found: FoundStatement, blocks: Sequence[Block], *, alone: bool) -> Period:
    """The period of a column; "期末余额", a bare year and the like count from the date below the title.

    Args:
        title: The column's title.
        found: The statement.
        blocks: Its blocks; the lines below the title are in their headers.
        alone: No column of the statement names a period: all are about the one below the title.
    """
    instant = found.kind is Kind.BALANCE
    period = period_of(title, instant=instant)
    if found.kind is Kind.EQUITY or (period.end is not None and has_day(title)):
        return period
    known = _known_period(found, blocks, instant=instant)
    if known.end is None:
        return period
    if period.end is not None:
        return _in_year(title, known, period)
    match = _RELATIVE.search(title)
    if match is None:
        return Period(title, known.start, known.end) if alone and "%" not in title else period
    start = known.end.replace(month=1, day=1) if "累计" in title and known.start else known.start
    if match["now"]:
        return Period(title, start, known.end)
    if instant:
        return Period(title, None, date(known.end.year - 1, 12, 31))
    return Period(title, _years_before(start, 1), _years_before(known.end, 1))


def _known_period(found: FoundStatement, blocks: Sequence[Block], *, instant: bool) -> Period:
    """The period in the lines below the title, or in the title; a full date comes before a bare year."""
    said = [d for b in blocks for d in b.header.dates if is_period(d)]
    said += [p.title.text for p in found.parts if p.title is not None and is_period(p.title.text)]
    best = next((text for text in said if has_day(text)), next(iter(said), ""))
    return period_of(best, instant=instant)


def _in_year(title: str, known: Period, period: Period) -> Period:
    """The period of a column that names only a year: it ends on that year's day named below the title."""
    if known.end is None or period.end is None or not _BARE_YEAR.search(title):
        return period
    years = known.end.year - period.end.year
    return Period(title, _years_before(known.start, years), _years_before(known.end, years))


def _years_before(day: date | None, years: int) -> date | None:
    """The same day in an earlier year, in a later one where `years` is negative; a leap day becomes the 28th."""
    if day is None or not years:
        return day
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - years, day=28 if leap else day.day)


def split_scopes(statement: Statement) -> list[Statement]:
    """The consolidated statement and the parent's, if one table shows both in columns of their own.

    ("合并及母公司资产负债表" with columns 合并 and 母公司; "Group" and "Company".) Any other statement comes back as it
    is.
    """
    scopes = [None if p is None else _scope_of(p.label) for p in statement.periods]  # None: label and notes
    named = {s for s in scopes if s is not None}
    if statement.kind is Kind.EQUITY or not named >= {Scope.PARENT}:
        return [statement]
    if named != {Scope.CONSOLIDATED, Scope.PARENT}:
        halves = _halves(statement, scopes)
        if halves is None:
            return [statement]
        scopes = halves
    return [_columns_of(statement, scopes, scope) for scope in (Scope.CONSOLIDATED, Scope.PARENT)]


def _halves(statement: Statement, scopes: Sequence[Scope | None]) -> list[Scope | None] | None:
    """The scopes of columns some of whose titles were misread: the group's are one half and the parent's the other.

    None unless the titles of the group say something beside their period, or the statement's own title names both.
    """
    places = [i for i, scope in enumerate(scopes) if scope is not None]
    half, odd = divmod(len(places), 2)
    first, second = places[:half], places[half:]
    if odd or half < _YEARS or not {scopes[i] for i in second} <= {Scope.PARENT, Scope.NONE}:
        return None
    if any(scopes[i] is Scope.PARENT for i in first):
        return None
    both = _GROUP.search(statement.title) and _PARENT.search(statement.title)
    if not both and not all(_is_misread_group(p.label) for i in first if (p := statement.periods[i]) is not None):
        return None
    return [Scope.CONSOLIDATED if i in first else Scope.PARENT if i in second else None for i in range(len(scopes))]


def _is_misread_group(title: str) -> bool:
    """Whether a title has a word that differs from "Group" by one letter."""
    words = (word for word in title.lower().split() if len(word) == len(_GROUP_WORD))
    return any(sum(a != b for a, b in zip(word, _GROUP_WORD, strict=True)) <= 1 for word in words)


def _scope_of(title: str) -> Scope:
    if _GROUP.search(title):
        return Scope.CONSOLIDATED
    return Scope.PARENT if _PARENT.search(title) else Scope.NONE


def _columns_of(statement: Statement, scopes: Sequence[Scope | None], scope: Scope) -> Statement:
    kept = [i for i, s in enumerate(scopes) if s is None or s is scope]
    rows = tuple(replace(r, cells=tuple(r.cells[i] for i in kept)) for r in statement.rows)
    return replace(statement, scope=scope, rows=rows, periods=tuple(statement.periods[i] for i in kept))
