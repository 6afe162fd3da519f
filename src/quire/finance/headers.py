"""The rows above a statement's figures: titles of columns, spanning titles, unit, company and date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from quire.finance.columns import Span, is_note_title
from quire.finance.joins import joined
from quire.finance.periods import is_period
from quire.finance.pieces import Piece, Row
from quire.finance.stacks import settled
from quire.finance.units import Unit, unit_of
from quire.hanzi import either
from quire.model.page import Rule

CENTRED = 14.0  # points; a line below a title is centred on the page within this
CENTRED_REACH = 1.0  # of the distance of two columns; a title in the middle of the first one stands within it
SPANS = 0.34  # share of a column's width that a title covers when it spans the column
LABELS = 6.0  # of the size; a rule that begins so far left of the figures runs below labels
FLUSH = 1.0  # points; titles that begin one below the other differ by less
SECOND_LINE = 2.2  # of the size; the lines of one title are not farther apart
LABEL_WORDS = re.compile(
    either(
        r"项目|资产|报表项目|科目|会计科目|名称|行次|item|items|particulars|description|负债和?及?与?(?:所有者|股东)权益.*|资产和?及?负债.*"
    ),
    re.IGNORECASE,
)
COMPANY = re.compile(
    either(r"^(?:编制单位|编报单位|公司名称|单位名称|编制企业|会计主体|纳税人名称|会企\d+表)[:：]?\s*(?P<name>.*)$")
)
_IDLE = re.compile(
    either(r"^币种[:：]|^[(（]?(?:un)?audited[)）]?$|^未经?审计$|^[(（]续[)）]?$|会[企商保证金]\s*\d+\s*表"),
    re.IGNORECASE,
)
_FACT = re.compile(
    either(
        r"^[(（]?(?:编制单位|编报单位|公司名称|单位名称|编制企业|会计主体|纳税人(?:名称|识别号)|金额单位|单位[:：])|[企商保证金政民社村农]{1,3}\d{1,2}表|^[(（]?除每股"
    )
)
_NOT_ABOUT = re.compile(either(r"报送|填报|打印|制表|编制日期|期起"))  # days on which a form was filled in, first days
_OWNERS = re.compile(
    either(r"^归属于?母?公司|\battributable to (?:the )?(?:owners|equity|shareholders|ordinary|members)"), re.IGNORECASE
)
_NOT_OWNERS = re.compile(
    either(r"少数股东|^(?:所有者|股东)权益(?:合计|总计)|non-controlling|minority|total equity"), re.IGNORECASE
)


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


def year_like(piece: Piece) -> bool:
    """Whether a figure is a year: four digits without separators between 1900 and 2100."""
    return piece.value is not None and piece.text.isdigit() and len(piece.text) == 4 and 1900 <= piece.value <= 2100


def header_of(
    rows: Sequence[Row], columns: Sequence[Span], *, notes: Span | None, width: float, rules: Sequence[Rule]
) -> Header:
    """The titles of the columns and what else stands between a title and the figures.

    Args:
        rows: The rows above the figures.
        columns: The value columns.
        notes: The notes column.
        width: Of the page, in points.
        rules: The page's rules; one right below a title, or those around it, show which columns it spans.
    """
    header = Header([""] * len(columns), boxes=[None] * len(columns))
    rows = _without_notes(_below_facts(rows, header), header, notes, columns)
    header.units += [unit for row in rows for p in row if (unit := unit_of(p.text)) is not None]
    rows = settled(rows, _left_of(columns))
    kept = [_titles_in(row, header, columns, notes, width) for row in rows]
    leaves = next((row for row in reversed(kept) if len(row) == len(columns) > 1), None)
    if leaves is not None:
        kept = [_with_flush(titles, row, leaves) for titles, row in zip(kept, rows, strict=True)]
    pieces = [p for row in kept for p in row]
    wide = list(columns)
    if leaves is not None:
        wide = [Span(min(c.x0, p.x0), max(c.x1, p.x1)) for c, p in zip(columns, leaves, strict=True)]
    alone = {row[0] for row in kept if len(row) == 1 and _over_all(row[0], pieces, columns)}
    everything = range(len(columns))
    spans: list[tuple[Piece, range]] = []
    for row in kept:
        shares = _shares(row, pieces, wide, [r for r in reversed(kept) if len(r) == len(columns) > 1])
        for index, piece in enumerate(row):
            own = _of_owners(piece, leaves) or (shares[index] if shares else None)
            if len(row) == len(columns):
                spans.append((piece, range(index, index + 1)))
            elif own is not None:
                spans.append((piece, own))
            else:
                spans.append((piece, everything if piece in alone else covered(piece, pieces, wide, rules)))
    spans = _with_upper(spans, pieces, wide)
    captions = [
        p
        for p, cover in spans
        if len(columns) > 2 and cover == everything and is_period(p.text) and _above_others(p, pieces)
    ]
    header.caption = " ".join(p.text for p in captions)
    _fill(header, [(p, cover) for p, cover in spans if p not in captions], len(columns))
    header.titles = _paired(header.titles)
    header.printed = bool(pieces)
    return header


def _below_facts(rows: Sequence[Row], header: Header) -> Sequence[Row]:
    """The rows below the last one with facts about the whole: whose it is, its unit, the number of the form.

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
    """Where titles of columns begin: those in the middle of a wide column may stand left of its figures."""
    if len(columns) < 2:
        return columns[0].x0
    return min(columns[0].x0, columns[0].x1 - CENTRED_REACH * (columns[1].x1 - columns[0].x1))


def _without_notes(rows: Sequence[Row], header: Header, notes: Span | None, columns: Sequence[Span]) -> Sequence[Row]:
    """The rows without the title of the notes column, which may stand on two lines: "Note" over "No."."""
    if notes is None:
        return rows
    over = [p for row in rows for p in row if notes.overlap(p.x0, p.x1) > 0 and p.x1 <= columns[0].x0]
    title = next((over[i : i + n] for n in (2, 1) for i in range(len(over)) if _names_notes(over[i : i + n])), None)
    if title is None:
        return rows
    for piece in title:
        header.note = joined(header.note, piece.text.strip())
    return [row for row in ([p for p in row if not any(p is t for t in title)] for row in rows) if row]


def _names_notes(pieces: Sequence[Piece]) -> bool:
    return is_note_title("".join(p.text for p in pieces))


def _over_all(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether the only title in its row stands in the middle over (or below) the titles of all columns."""
    if len(columns) < 2 or len(pieces) <= len(columns):
        return False
    others = [p for p in pieces if p is not piece]
    left, right = min(p.x0 for p in others), max(p.x1 for p in others)
    below = not _above_others(piece, pieces)
    if (
        abs((left + right) / 2 - piece.centre) > 1.2 * piece.size
        and abs((columns[0].x0 + columns[-1].x1) / 2 - piece.centre) > 1.2 * piece.size
    ):
        return False
    return not (below and len(columns) % 2 and piece.text.startswith(("(", "（")))


def _titles_in(row: Row, header: Header, columns: Sequence[Span], notes: Span | None, width: float) -> list[Piece]:
    """The pieces of a row that belong to titles of columns; the rest is noted in `header`."""
    kept: list[Piece] = []
    units = sum(unit_of(p.text) is not None for p in row)
    left = min([columns[0].x0, *([notes.x0] if notes else [])])
    for piece in row:
        text = piece.text.strip()
        if notes is not None and len(text) == 1 and text in "行次附注" and notes.overlap(piece.x0, piece.x1) > 0:
            header.note += text  # a narrow title, one character above another
            continue
        each = units == len(columns) > 1 and unit_of(text) is not None  # centred, they may stand left of all figures
        if _noted(piece, header, columns, several=units > 1) and not each:
            continue
        if len(row) == 1 and _is_subtitle(piece, columns, width):
            if is_period(text):
                header.dates.append(text)
        elif not LABEL_WORDS.fullmatch("".join(text.split())) or piece.centre >= left:
            kept.append(piece)
    if len(kept) == len(columns):  # titles in the middle of wide columns may stand left of all figures
        return kept
    return [p for p in kept if p.x1 > left]


def _with_flush(titles: list[Piece], row: Row, leaves: Row) -> list[Piece]:
    """The titles of a row with one that begins where the first column's title does, left of all figures, as the others do."""
    first = next((p for p in row if p not in titles and abs(p.x0 - leaves[0].x0) < FLUSH), None)
    if first is None or not titles or not all(any(abs(p.x0 - q.x0) < FLUSH for q in leaves) for p in titles):
        return titles
    return [first, *titles]


def _noted(piece: Piece, header: Header, columns: Sequence[Span], *, several: bool) -> bool:
    """Note what a piece says that is no title of a value column; whether it said such a thing."""
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
    """Whether the only piece of its row is a line under the title and not a title over columns."""
    on_page = abs(piece.centre - width / 2) < CENTRED
    middle = (columns[0].x0 + columns[-1].x1) / 2
    on_columns = abs(piece.centre - middle) < CENTRED and piece.x0 >= columns[0].x0 - 2 * piece.size
    if piece.x1 < columns[0].x0:
        return True
    if on_columns:
        return on_page and piece.x1 - piece.x0 > 1.2 * (columns[-1].x1 - columns[0].x0)
    return on_page or piece.x0 < columns[0].x0 - 8 * piece.size


def _above_others(piece: Piece, pieces: Sequence[Piece]) -> bool:
    return any(p.baseline > piece.baseline + piece.size * 0.6 for p in pieces)


def covered(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span], rules: Sequence[Rule]) -> range:
    """The columns that a title stands over.

    A title that touches one column belongs to it. One that touches several spans them, and more: those over the rule
    right below it, or the neighbours that leave it in the middle and have titles of their own only further below.
    """
    touched = [
        i
        for i, c in enumerate(columns)
        if c.overlap(piece.x0, piece.x1) > SPANS * min(c.x1 - c.x0, piece.x1 - piece.x0)
    ]
    cell = _cell_around(piece, columns, rules)
    if cell:
        return cell
    under = _rule_below(piece, rules)
    if under is not None and not _of_row(under, piece, pieces, columns):
        held = [i for i, c in enumerate(columns) if under.x0 - 3 <= (c.x0 + c.x1) / 2 <= under.x1 + 3]
        if len(held) > 1 and (not touched or set(touched) <= set(held)) and _has_lower(piece, pieces, columns, held):
            return range(held[0], held[-1] + 1)
    apart = not touched
    if apart:
        nearest = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - piece.centre))
        touched = [nearest]
    free = [i for i in range(len(columns)) if i in touched or _is_free(i, piece, pieces, columns)]
    if len(touched) == 1 and (
        touched[0] not in _below(piece, pieces, columns) or len(_below(piece, pieces, columns)) < 2
    ):
        return range(touched[0], touched[0] + 1)
    if len(touched) == 1 and not apart and not _between(piece, columns, touched[0]):
        return range(touched[0], touched[0] + 1)
    best = range(touched[0], touched[-1] + 1)
    for first in range(touched[0] + 1):
        for last in range(touched[-1], len(columns)):
            if (
                all(i in free for i in range(first, last + 1))
                and _off(piece, columns, first, last) < _off(piece, columns, best[0], best[-1]) - 1
            ):
                best = range(first, last + 1)
    return best


def _cell_around(piece: Piece, columns: Sequence[Span], rules: Sequence[Rule]) -> range | None:
    """The columns between the vertical rules that stand left and right of a title; None where there are none."""
    middle = (piece.y0 + piece.y1) / 2
    at = [(r.x0 + r.x1) / 2 for r in rules if not r.horizontal and r.y0 - 1 <= middle <= r.y1 + 1]
    left = max((x for x in at if x <= piece.x0 + 1), default=None)
    right = min((x for x in at if x >= piece.x1 - 1), default=None)
    if left is None or right is None:
        return None
    held = [i for i, c in enumerate(columns) if left < (c.x0 + c.x1) / 2 < right]
    return range(held[0], held[-1] + 1) if held else None


def _between(piece: Piece, columns: Sequence[Span], index: int) -> bool:
    """Whether a title that touches one column leans over it to a neighbour."""
    column = columns[index]
    left, right = column.x0 - piece.x0, piece.x1 - column.x1
    return max(left, right) > 2 * piece.size or (max(left, right) > piece.size and min(left, right) < -piece.size)


def _off(piece: Piece, columns: Sequence[Span], first: int, last: int) -> float:
    return abs((columns[first].x0 + columns[last].x1) / 2 - piece.centre)


def _below(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> set[int]:
    """The columns with a title below the height of `piece`."""
    return {
        i
        for i, c in enumerate(columns)
        for p in pieces
        if p.baseline > piece.baseline + 0.6 * piece.size and c.overlap(p.x0, p.x1) > 0
    }


def _is_free(index: int, piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether a column has titles only below the height of `piece`."""
    over = [p for p in pieces if columns[index].overlap(p.x0, p.x1) > 0 and p is not piece]
    return bool(over) and all(p.baseline > piece.baseline + 0.6 * piece.size for p in over)


def _has_lower(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span], held: Sequence[int]) -> bool:
    return len(_below(piece, pieces, columns) & set(held)) >= 2


def _rule_below(piece: Piece, rules: Sequence[Rule]) -> Span | None:
    """The horizontal rule right below a title, as wide as the title at least; pieces that meet are joined."""
    near = [r for r in rules if r.horizontal and -0.2 * piece.size <= r.y0 - piece.baseline <= 0.9 * piece.size]
    near = sorted(near, key=lambda r: r.x0)
    reach: list[Span] = []
    for rule in near:
        if reach and rule.x0 - reach[-1].x1 < 1.0:
            reach[-1] = Span(reach[-1].x0, max(reach[-1].x1, rule.x1))
        else:
            reach.append(Span(rule.x0, rule.x1))
    return next((s for s in reach if s.x0 - 2 <= piece.x0 and piece.x1 <= s.x1 + 2), None)


def _of_row(rule: Span, piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether a rule is the border of a row: it runs below the labels too, or below other titles of the same height."""
    if rule.x0 < columns[0].x0 - LABELS * piece.size and piece.x0 > columns[0].x0 - piece.size:
        return True
    return _beside(piece, pieces, rule.x0, rule.x1)


def _beside(piece: Piece, pieces: Sequence[Piece], x0: float, x1: float) -> bool:
    """Whether another title of the same height stands between x0 and x1."""
    level = (p for p in pieces if p is not piece and abs(p.baseline - piece.baseline) < 0.4 * piece.size)
    return any(x0 - 2 <= p.x0 and p.x1 <= x1 + 2 for p in level)


def _of_owners(piece: Piece, leaves: Row | None) -> range | None:
    """The columns of what belongs to the owners of the parent: up to minorities and the whole equity; None elsewhere."""
    if leaves is None or not _OWNERS.search(piece.text):
        return None
    stop = next((i for i, leaf in enumerate(leaves) if i and _NOT_OWNERS.search(leaf.text)), 0)
    inside = stop > 1 and leaves[0].x0 < piece.centre < leaves[stop - 1].x1
    return range(stop) if inside else None


def _shares(row: Row, pieces: Sequence[Piece], columns: Sequence[Span], full: Sequence[Row]) -> list[range]:
    """The columns of titles that stand over as many columns each: 2023 over three, 2022 over three; [] for other titles.

    Args:
        row: The titles.
        pieces: All titles.
        columns: The columns.
        full: The rows with a title for each column, the lowest first.
    """
    each, rest = divmod(len(columns), max(1, len(row)))
    if len(row) < 2 or each < 2 or rest:
        return []
    parts = [range(i * each, (i + 1) * each) for i in range(len(row))]
    if full and all(abs(p.x0 - full[0][c[0]].x0) < FLUSH for p, c in zip(row, parts, strict=True)):
        return parts  # as spreadsheets set them: at the left of the first of their columns
    if any(_again(leaves, each) and _over_groups(row, leaves, parts) for leaves in full):
        return parts
    if not all(is_period(p.text) for p in row):
        return []
    inside = all(columns[c[0]].x0 < p.centre < columns[c[-1]].x1 for p, c in zip(row, parts, strict=True))
    lower = all(set(c) <= _below(p, pieces, columns) for p, c in zip(row, parts, strict=True))
    return parts if inside and lower else []


def _again(leaves: Row, each: int) -> bool:
    """Whether the lowest titles come again after so many columns: 2023, 2022, 2023, 2022."""
    texts = [leaf.text for leaf in leaves]
    return len(set(texts[:each])) == each and all(text == texts[i % each] for i, text in enumerate(texts))


def _over_groups(row: Row, leaves: Row, parts: Sequence[range]) -> bool:
    """Whether each title of a row stands over its own group of the lowest titles, and is none of them."""
    if row == leaves:
        return False
    return all(leaves[c[0]].x0 - p.size < p.centre < leaves[c[-1]].x1 + p.size for p, c in zip(row, parts, strict=True))


def _paired(titles: list[str]) -> list[str]:
    """Titles of periods that stand over an inner and an outer column each: those of both."""
    half = len(titles) // 2
    for shift in (0, 1):
        given, empty = titles[shift::2], titles[1 - shift :: 2]
        if half > 1 and len(titles) == 2 * half and not any(empty) and all(given) and len(set(given)) == half:
            return [title for title in given for _ in (0, 1)]
    return titles


def _with_upper(
    spans: Sequence[tuple[Piece, range]], pieces: Sequence[Piece], columns: Sequence[Span]
) -> list[tuple[Piece, range]]:
    """The titles, a second line in the middle below a spanning title over the same columns as that: "Three Months Ended / June 30,"."""
    out: list[tuple[Piece, range]] = []
    for piece, cover in spans:
        above = next(
            (
                wide
                for upper, wide in out
                if len(cover) == 1
                and len(wide) > 1
                and cover[0] in wide
                and 0 < piece.baseline - upper.baseline < SECOND_LINE * piece.size
                and abs(piece.centre - upper.centre) < 0.7 * piece.size
                and set(wide) <= _below(piece, pieces, columns)
                and not _beside(piece, pieces, columns[wide[0]].x0, columns[wide[-1]].x1)
            ),
            cover,
        )
        out.append((piece, above))
    return out


def _fill(header: Header, spans: Sequence[tuple[Piece, range]], count: int) -> None:
    """Join the titles over each column from top to bottom."""
    for index in range(count):
        over = sorted((s for s in spans if index in s[1]), key=lambda s: s[0].baseline)
        text, last = "", range(0)
        for piece, cover in over:
            new = cover != last or unit_of(piece.text) is not None
            text = joined(text, piece.text.strip(), apart=bool(text) and new)
            last = cover
            header.boxes[index] = piece
        header.titles[index] = text


def header_like(row: Row, left: float, *, period_only: bool = False) -> bool:
    """Whether a row between figures is a heading: texts or years over the value columns and no label of its own."""
    over = [p for p in row if p.centre > left]
    beside = [p for p in row if p.centre <= left]
    if not over or any(p.figure and not year_like(p) for p in row):
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
    return not period_only and (len(over) > 1 or bool(beside)) and not all(len(t) < 2 for t in texts)
