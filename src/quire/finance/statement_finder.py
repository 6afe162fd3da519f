"""Where the statements of a document are: titles, the pages they go on over, and what only looks alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quire.finance.column_headers import LABEL_WORDS, is_year
from quire.finance.lexicon import canonical_item
from quire.finance.periods import is_month, is_period
from quire.finance.speck_dashes import page_rows
from quire.finance.statement import Kind, Scope
from quire.finance.statement_tables import Block, read_blocks
from quire.finance.statement_titles import Title, listed_titles, may_hold_title, title_of
from quire.finance.text_pieces import Piece, Row, baseline_of, text_of
from quire.finance.units import unit_of
from quire.finance.untitled_statements import LONE_PAGES, Untitled, find_untitled, untitled_on
from quire.finance.value_columns import Span
from quire.hanzi import either_form
from quire.model.page import Page, TextSource

_DIGITS = re.compile(r"\d")
_CJK = re.compile("[\u4e00-\u9fff]")
MIN_ROWS = 3  # rows with figures of anything that is called a statement
MIN_KNOWN = 2  # of them with known items
MANY_ROWS = 6  # rows with figures below a title; where some are sums, the items of the trade need not be known
_COMPARED = re.compile(
    either_form(r"^(?:本|上)(?:年|期|月|年度|报告期)(?:数|金额|累计|发生额|$)|^[期年][末初](?:数|余额|$)")
)
_SUM = re.compile(either_form(r"合计|总计|总额|小计|净额$|^(?:sub)?total\b|^net\b|\btotal$"), re.IGNORECASE)
APART = 4  # pages; sets of statements that are farther apart are two sets
_ADJUSTED = re.compile(
    either_form(r"调整数|调整金额|重述金额|影响数|影响金额|调整前|重述前|\badjustments?\b|as previously|eliminations?"),
    re.IGNORECASE,
)  # tables of notes
MIN_DIGITS = 24  # of a page with figures
SHORT_PAGE = 600  # characters; a page that ends with the title of the next page's statement
LINES_OF_TITLE = 3  # a title is set over so many lines at most
TOP_ROWS = 4  # running heads above a continuation
MOST_BESIDE = 3  # pieces of a row with a title, unless the others are dates over columns
FOOT_ROWS = 6  # a title at the foot of a page has so few lines below it (unit, page number)
HEAD_ROWS = 16  # rows between a title and its first figures at most
_HEAD_PIECES = 2  # pieces of a row of a running head at most
_SAME_SIZE = 0.6  # points: the sizes of print of lines of one heading differ by less
MUCH_UNREAD = 10  # places of ink on a page that could not be read: a statement may be among them
_INCOME_ITEMS = 2  # items of income statements that show one, at least


@dataclass(slots=True)
class StatementPart:
    """The part of a statement on one page."""

    page: Page
    title: Title | None  # None on a continuation without title
    blocks: list[Block]
    above: list[str] = field(default_factory=list)  # the lines right above the title


@dataclass(slots=True)
class FoundStatement:
    """A statement on its pages."""

    kind: Kind
    scope: Scope
    language: str
    parts: list[StatementPart]

    @property
    def labels(self) -> list[str]:
        """The labels of all rows with figures."""
        return [line.label for p in self.parts for b in p.blocks for line in b.lines if line.values]

    @property
    def last_page(self) -> int:
        """The page where it ends so far."""
        return self.parts[-1].page.number


@dataclass(slots=True)
class Missed:
    """What speaks for statements that were not found, by page."""

    promised: list[tuple[int, Title]] = field(default_factory=list)  # listed, or with a title whose table gave none
    likely: list[tuple[int, Kind]] = field(default_factory=list)  # recognised pages with items of that kind
    unread: list[int] = field(default_factory=list)  # recognised pages with figures, of which much stayed unread
    tables: list[int] = field(default_factory=list)  # recognised pages with rows of figures that gave none


def find_statements(pages: Iterable[Page], missed: Missed | None = None) -> list[FoundStatement]:
    """The statements of a document in reading order, each with its parts, one per page.

    Args:
        pages: The pages in order.
        missed: Takes what speaks for further ones.
    """
    state = _State(missed=Missed() if missed is None else missed)
    first: list[Page] = []
    for page in pages:
        if len(first) <= LONE_PAGES:
            first.append(page)
        text = "\n".join(line.text for line in page.lines)
        if may_hold_title(text):
            state.missed.promised += [(page.number, title) for title in listed_titles(text)]
        expected = state.open is not None or state.waiting is not None or state.started is not None
        if expected or _worth(text, page):
            _read(page, state)
            if page.source is TextSource.OCR:
                _weigh(page, state)
    if state.waiting is not None:  # a title at the end whose table was not read
        state.missed.promised.append(state.waiting)
    if not state.titled and len(first) <= LONE_PAGES:
        found = _by_items(first)
        state.missed.likely.clear()
        return found
    return _sets(state.found)


def _weigh(page: Page, state: _State) -> None:
    """Take the statement of a recognised page that gave none: the title may be hidden or misread beyond recognition."""
    taken = any(part.page.number == page.number for found in state.found for part in found.parts)
    if taken or state.started is not None or state.waiting is not None:
        return
    one = untitled_on(page)
    if one is not None and one.whole:
        state.open = _take_untitled(one, state.found)
    elif one is not None:
        state.missed.likely.append((page.number, one.kind))
    elif len(page.unread) >= MUCH_UNREAD:
        state.missed.unread.append(page.number)
    elif sum(any(p.value is not None for p in row[1:]) for row in page_rows(page)) >= MANY_ROWS:
        state.missed.tables.append(page.number)


def _take_untitled(one: Untitled, found: list[FoundStatement]) -> FoundStatement:
    """The statement that a page without title begins or goes on."""
    title = Title(one.kind, Scope.NONE, "", one.language)
    part = StatementPart(one.page, title, one.blocks)
    last = found[-1] if found else None
    if last is not None and _goes_on(last, part, title, one.kind):
        last.parts.append(part)
        return last
    found.append(FoundStatement(one.kind, Scope.NONE, one.language, [part]))
    return found[-1]


def _by_items(pages: Sequence[Page]) -> list[FoundStatement]:
    """The statements of a few pages without titles; a page goes on with the one before when it is of its kind."""
    found: list[FoundStatement] = []
    for one in find_untitled(pages):
        _take_untitled(one, found)
    return found


def _sets(found: Sequence[FoundStatement]) -> list[FoundStatement]:
    """Statements without single ones far behind the first set that show again what it shows: tables of notes."""
    groups: list[list[FoundStatement]] = []
    for one in found:
        near = groups and one.parts[0].page.number - groups[-1][-1].last_page <= APART
        if near:
            groups[-1].append(one)
        else:
            groups.append([one])
    kept: list[FoundStatement] = []
    for group in groups:
        shown = {(f.kind, f.scope) for f in kept}
        whole = len({f.kind for f in group}) > 1
        kept += [f for f in group if whole or (f.kind, f.scope) not in shown]
    return kept


@dataclass(slots=True)
class _State:
    """What is known while the pages are read."""

    found: list[FoundStatement] = field(default_factory=list)
    open: FoundStatement | None = None  # may go on over the next page
    heads: set[str] = field(default_factory=set)  # the first rows of the page before
    titled: bool = False  # whether any title was seen
    waiting: tuple[int, Title] | None = None  # the page before and a title at its foot, its table follows
    started: StatementPart | None = None  # a title and too few rows at the foot of the page before
    missed: Missed = field(default_factory=Missed)


def _worth(text: str, page: Page) -> bool:
    """Whether the words of a page allow that it shows a statement or its title: a quick look."""
    figures = len(_DIGITS.findall(text)) >= MIN_DIGITS
    if not may_hold_title(text):
        return figures and page.source is TextSource.OCR
    return figures or len(text) < SHORT_PAGE


def _read(page: Page, state: _State) -> None:
    """Take the page's statements into `state`."""
    rows = page_rows(page)
    heads, state.heads = state.heads, {_running(r) for r in rows[:TOP_ROWS]}
    cuts = _in_one_language(list(_titles(rows, fuzzy=page.source is not TextSource.NATIVE)), rows)
    state.titled = state.titled or bool(cuts)
    first = cuts[0][0] if cuts else len(rows)
    waiting, state.waiting = state.waiting, None
    started, state.started = state.started, None
    if waiting is not None and first <= TOP_ROWS:
        state.missed.promised.append(waiting)
    elif waiting is not None:
        cuts.insert(0, (0, 0, waiting[1]))
    elif started is not None and first > 0 and (whole := _begun(started, rows[:first], heads, page)) is not None:
        state.found.append(whole)
        state.open = whole
    elif state.open is not None and first > 0:
        part = _continuation(_without_heads(rows[:first], heads), page, state.open)
        if part is not None:
            before = state.open.parts[-1].blocks[-1]
            before.lines += before.tail
            state.open.parts.append(part)
        elif not cuts or first > TOP_ROWS:
            state.open = None
    ends = [start for start, _, _ in cuts[1:]] + [len(rows)]
    least = MANY_ROWS if page.source is TextSource.NATIVE else 0  # of a scan, figures may be what was not read
    for (start, body, title), after in zip(cuts, ends, strict=False):
        blocks = read_blocks(rows[body:after], page, title.kind, title.language)
        part = StatementPart(page, title, blocks, [text_of(r) for r in rows[max(0, start - 3) : start]])
        taken = _take(part, title, state.found)
        state.open = taken or state.open
        last = after == len(rows) and after - body <= FOOT_ROWS
        if taken is None and last and blocks:
            state.started = part
        elif taken is None and sum(bool(line.values) for b in blocks for line in b.lines) >= least:
            state.missed.promised.append((page.number, title))
        state.waiting = (page.number, title) if not blocks and last else None


def _begun(started: StatementPart, rows: list[Row], heads: set[str], page: Page) -> FoundStatement | None:
    """The statement whose title and first rows stand at the foot of the page before, if this page goes on with it."""
    title = started.title
    if title is None:
        return None
    labels = [line.label for b in started.blocks for line in b.lines if line.values]
    found = FoundStatement(title.kind, title.scope, title.language, [started])
    part = _continuation(_without_heads(rows, heads), page, found)
    if part is None:
        return None
    labels += [line.label for b in part.blocks for line in b.lines if line.values]
    kind = _kind(title.kind, labels, title.language)
    if not _is_statement(started, labels, kind, title.language):
        return None
    return FoundStatement(kind, title.scope, title.language, [started, part])


def _without_heads(rows: list[Row], heads: set[str]) -> list[Row]:
    """The rows of a page without its running head: what the page before shows there and is not a column title."""
    start = 0
    while start < len(rows) and _running(rows[start]) in heads:
        if (
            any(LABEL_WORDS.fullmatch("".join(p.text.split())) or p.figure for p in rows[start])
            or len(rows[start]) > _HEAD_PIECES
        ):
            break
        start += 1
    return rows[start:]


def _running(row: Row) -> str:
    """The text of a row without page numbers, to know a running head again."""
    return re.sub(r"\d", "", text_of(row)) + f"@{round(baseline_of(row) / 4)}"


def _titles(rows: list[Row], *, fuzzy: bool) -> Iterator[tuple[int, int, Title]]:
    """(first row, row after it, title) of the titles of statements on a page."""
    index = 0
    while index < len(rows):
        hit = next(
            (h for count in range(LINES_OF_TITLE, 0, -1) if (h := _title(rows[index : index + count], fuzzy=fuzzy))),
            None,
        )
        hit = hit or _dated(rows[index : index + 2], fuzzy=fuzzy)
        beside = _beside(rows[index], fuzzy=fuzzy) if hit is None else None
        if hit is not None:
            size, title = hit
            yield index, index + size, title
            index += size
            continue
        if beside is not None:
            rows[index].remove(beside[0])  # what stands beside the title is read with the table
            yield index, index, beside[1]
        index += 1


def _in_one_language(cuts: list[tuple[int, int, Title]], rows: Sequence[Row]) -> list[tuple[int, int, Title]]:
    """The titles; of two that name one statement in Chinese and English, the one in the language of the rows."""
    out: list[tuple[int, int, Title]] = []
    for start, body, title in cuts:
        last = out[-1] if out else None
        if last is None or start - last[1] > 0 or last[2].language == title.language or last[2].kind is not title.kind:
            out.append((start, body, title))
            continue
        labels = [row[0].text for row in rows[body : body + HEAD_ROWS]]
        chinese = sum(bool(_CJK.search(label)) for label in labels) > len(labels) / 2
        kept = last[2] if (last[2].language == "zh") is chinese else title
        out[-1] = (last[0], body, kept)
    return out


def _title(rows: Sequence[Row], *, fuzzy: bool) -> tuple[int, Title] | None:
    """(number of rows, title) when the rows together name a statement."""
    if len(rows) > 1 and not _one_heading(rows):
        return None
    text = " ".join(text_of(r) for r in rows)
    title = title_of(text, fuzzy=fuzzy)
    return (len(rows), title) if title is not None else None


def _dated(rows: Sequence[Row], *, fuzzy: bool) -> tuple[int, Title] | None:
    """(number of rows, title) when the rows name a statement by the period below only: "Other comprehensive income"."""
    if len(rows) < _HEAD_PIECES or any(len(row) != 1 or row[0].figure for row in rows):
        return None
    near = baseline_of(rows[1]) - baseline_of(rows[0]) < LINES_OF_TITLE * rows[0][0].size
    named = near and is_period(text_of(rows[1])) and rows[1][0].x0 < rows[0][0].x1
    title = title_of(" ".join(text_of(r) for r in rows), fuzzy=fuzzy) if named else None
    return (len(rows), title) if title is not None else None


def _beside(row: Row, *, fuzzy: bool) -> tuple[Piece, Title] | None:
    """The piece of a row of several that names a statement: beside it stand its unit, a date, titles of its columns."""
    if len(row) < 2 or any(p.figure and not is_year(p) for p in row):
        return None
    rest = len(row) > MOST_BESIDE and not all(is_period(p.text) or is_month(p.text) or p.figure for p in row[1:])
    found = ((p, t) for p in (row[:1] if rest else row) if (t := title_of(p.text, fuzzy=fuzzy)))
    return None if rest else next(found, None)


def _one_heading(rows: Sequence[Row]) -> bool:
    """Whether rows are close lines of one size with one text each."""
    if any(len(r) != 1 or r[0].figure for r in rows):
        return False
    return all(
        abs(a[0].size - b[0].size) < _SAME_SIZE
        and baseline_of(b) - baseline_of(a) < 2.0 * a[0].size
        and a[0].bold == b[0].bold
        for a, b in pairwise(rows)
    )


def _take(part: StatementPart, title: Title, found: list[FoundStatement]) -> FoundStatement | None:
    """The statement that a titled part begins or goes on; None when the part is none."""
    labels = [line.label for b in part.blocks for line in b.lines if line.values]
    kind = _kind(title.kind, labels, title.language)
    last = found[-1] if found else None
    if last is not None and labels and _goes_on(last, part, title, kind):
        last.parts.append(part)
        return last
    if not _is_statement(part, labels, kind, title.language):
        return None
    found.append(FoundStatement(kind, title.scope, title.language, [part]))
    return found[-1]


def _kind(kind: Kind, labels: Sequence[str], language: str) -> Kind:
    """The kind by title, corrected by the items: profit with comprehensive income is an income statement."""
    if kind is Kind.OTHER:
        own = {canonical_item(label, Kind.INCOME, language) for label in labels}
        signs = {
            "us-gaap:Revenues",
            "us-gaap:OperatingIncomeLoss",
            "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
            "us-gaap:CostOfRevenue",
            "us-gaap:CostOfGoodsAndServicesSold",
            "cas:营业收入",
            "cas:营业总收入",
            "cas:营业利润",
            "us-gaap:InterestExpense",
        }
        return Kind.INCOME if len(own & signs) >= _INCOME_ITEMS else kind
    return kind


def _goes_on(last: FoundStatement, part: StatementPart, title: Title, kind: Kind) -> bool:
    """Whether a titled part is more of the statement before it."""
    if (last.kind, last.language) != (kind, title.language) or part.page.number - last.last_page > 1:
        return False
    if title.scope is not last.scope and not (title.continued and title.scope is Scope.NONE):
        return False
    if title.continued or kind is Kind.EQUITY:
        return True
    return not is_complete(last) and not _repeats(last, part)


def _repeats(last: FoundStatement, part: StatementPart) -> bool:
    """Whether a part shows the same items again: another period, not a continuation."""
    old = set(last.labels)
    new = [line.label for b in part.blocks for line in b.lines if line.values]
    return bool(new) and sum(label in old for label in new) > 0.3 * len(new)


def is_complete(found: FoundStatement) -> bool:
    """Whether the last row of a statement of its kind was seen."""
    ends = {
        Kind.BALANCE: {"cas:负债和所有者权益总计", "us-gaap:LiabilitiesAndStockholdersEquity", "uk:ShareholdersFunds"},
        Kind.CASH_FLOW: {"cas:期末现金及现金等价物余额", "cash:End"},
        Kind.INCOME: {"cas:稀释每股收益", "cas:基本每股收益", "us-gaap:EarningsPerShareDiluted"},
    }.get(found.kind, set())
    return any(canonical_item(label, found.kind, found.language) in ends for label in found.labels)


def _is_statement(part: StatementPart, labels: Sequence[str], kind: Kind, language: str) -> bool:
    """Whether a titled part shows figures of such a statement and not a list of contents or a text."""
    dated = (
        bool(part.blocks) and part.blocks[0].header.printed and any(is_period(t) for t in part.blocks[0].header.titles)
    )
    if len(labels) < MIN_ROWS - dated:
        return False
    if part.blocks[0].above > HEAD_ROWS:
        return False
    if any(_ADJUSTED.search(t) for t in (*part.blocks[0].header.titles, part.blocks[0].header.caption)):
        return False
    known = sum(bool(canonical_item(label, kind, language)) for label in labels)
    if known >= (MIN_KNOWN if kind in (Kind.BALANCE, Kind.INCOME, Kind.CASH_FLOW) else 1):
        return True
    summed = sum(bool(_SUM.search(label)) for label in labels)
    compared = sum(is_period(t) or bool(_COMPARED.search(t)) for t in part.blocks[0].header.titles)
    return len(labels) >= MANY_ROWS and (known + summed >= MIN_KNOWN or kind is Kind.OTHER or compared > 1)


def _continuation(rows: Sequence[Row], page: Page, last: FoundStatement) -> StatementPart | None:
    """What the rows above the first title show of the statement of the page before; None when nothing."""
    if page.number - last.last_page > 1:
        return None
    blocks = read_blocks(rows, page, last.kind, last.language, notes=_notes_of(last, page))
    if not blocks or not _same_columns(last, blocks[0], page):
        return None
    labels = [line.label for b in blocks for line in b.lines if line.label]
    seen = set(last.labels)
    known = sum(label in seen or bool(canonical_item(label, last.kind, last.language)) for label in labels)
    foreign = _foreign(rows, blocks[0], last)
    if is_complete(last) or foreign:
        return StatementPart(page, None, blocks) if known >= max(2, 0.5 * len(labels)) and not foreign > 1 else None
    return StatementPart(page, None, blocks) if known >= 0.1 * len(labels) or not blocks[0].header.printed else None


def _notes_of(found: FoundStatement, page: Page) -> Span | None:
    """Where the notes column stands on the page before; None on a page of other width, or without one."""
    if abs(found.parts[-1].page.width - page.width) > 1:
        return None
    return next((b.notes for b in reversed(found.parts[-1].blocks) if b.notes is not None), None)


def _foreign(rows: Sequence[Row], block: Block, last: FoundStatement) -> int:
    """The number of lines above the figures that are not titles, periods or running heads of the page before."""
    heads = {text_of(r) for r in page_rows(last.parts[-1].page)[:TOP_ROWS]}
    titles = " ".join((*block.header.titles, block.header.note))
    count = 0
    for row in rows:
        if any(p.figure for p in row) and len(row) > 1:
            break
        text = text_of(row)
        own = any(p.text.strip() in titles for p in row) or is_period(text) or unit_of(text) is not None
        own = own or text in heads or LABEL_WORDS.search(text) is not None or text == block.header.company
        first_body = block.lines and row[0].baseline >= block.lines[0].top - 1
        count += not own and not first_body
    return count


def _same_columns(last: FoundStatement, block: Block, page: Page) -> bool:
    """Whether a block has the columns of the statement before it."""
    old = max((b.columns for p in last.parts for b in p.blocks), key=len)
    if len(old) == len(block.columns):
        return True
    if abs(last.parts[-1].page.width - page.width) > 1:
        return False
    return all(any(c.overlap(b.x0, b.x1) > 0 for c in old) for b in block.columns)
