"""Checks of a statement: identities of its totals, sums, roll-forward, order of periods, doubtful recognition.

Every check gives a finding, whether it holds or not; nothing is corrected. What the identities are:
    balance     total assets = total liabilities and equity (CAS 30; IAS 1; Regulation S-X 5-02)
    parts       liabilities + equity = liabilities and equity; current + non-current = total (where both are printed)
    cash_roll   cash at the beginning + change = cash at the end (CAS 31; IAS 7.45; ASC 230-10-45-24)
    cash_flow   operating + investing + financing + exchange = change
    profit      profit before tax - tax = net income
    sum         a total is the sum of its parts, as another column proves (`sums.py`)
    net_income  the net income of the income statement and of the cash-flow statement are one figure
    periods     columns of one kind go in one direction
    reading     a figure that recognition read with little confidence or with mended separators
    format      a recognised figure with other decimals or separators than the statement's
    sign        a recognised figure per share with another sign than the net income
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from quire.finance.figure_formats import PER_SHARE, format_findings
from quire.finance.lexicon import check_role, is_deduction, lexicon
from quire.finance.periods import is_period
from quire.finance.statement import Finding, Kind, RowKind, Statement
from quire.finance.summed_columns import COUNTS, grouped_columns, place_in, summed_columns, title_of, value_columns
from quire.finance.sums import Line, Sum, find_sums, open_sums
from quire.finance.text_pieces import RECOGNISED
from quire.hanzi import either_form

Place = tuple[int, int]


class Equation(NamedTuple):
    """A sum: the place of its total, those of its parts with their signs, whether a column or the kind proves it."""

    total: Place
    parts: tuple[tuple[Place, int], ...]
    proven: bool


MANY_OFF = 2  # columns with a sum that is off by one unit: the printed figures were rounded one by one
_MANY_ADDENDS = 3  # each rounded by half a unit at most: from so many on, a sum is off by two units now and then
_CLEAR = 0.998  # confidence of a recognised figure whose last digit is hardly another one
_MOST_ROUNDED = 2  # units of the last digit
LOW = 0.80  # confidence of recognition below which a figure is doubted
_LISTED = 6  # parts of a sum that a message names at most
_ONE_REPORT = 8  # pages between the first ones of two statements of one report at most
_DETAIL = re.compile(either_form(r"^\W*(?:其中|of which|including|comprising)\s*[:：]?"), re.IGNORECASE)
_ENDS_DETAIL = re.compile(
    either_form(r"^\W*(?:[一二三四五六七八九十]+[、.．]|加\s*[:：]|减\s*[:：]|[(（][一二三四五六七八九十]+[)）])")
)
_TOTAL = re.compile(
    either_form(
        r"^\W*$|合计|总计|总额|小计|净额|营业利润|利润总额|净利润|余额|营业总|增加额|减少额|^\W*(?:total|net|balance"
        r"|gross|operating income)\b|\b(?:income|earnings|loss|profit)\b.{0,200}\bbefore\b|\b(?:income|earnings|loss"
        r"|profit) from (?:continuing )?operations|profit for the"
    ),
    re.IGNORECASE,
)
_NUMBERED = re.compile(either_form(r"^\W*(?:[一二三四五六七八九十]+[、.．]|[(（]?[一二三四五六七八九十]+[)）])"))
_CLOSING = re.compile(
    either_form(r"合计|总计|小计|^\W*(?:total\b|net cash\b|cash (?:used|provided|generated))"), re.IGNORECASE
)
_EARNINGS_PER_SHARE = re.compile(
    either_form(r"(?:基本|稀释|摊薄).{0,40}每股|每股(?:基本|稀释|摊薄)|^\W*(?:basic|diluted)\b"), re.IGNORECASE
)

_RULES: Sequence[tuple[str, Kind, str, tuple[tuple[str, int], ...]]] = (
    ("balance", Kind.BALANCE, "total_funds", (("total_assets", 1),)),
    ("parts", Kind.BALANCE, "total_funds", (("total_liabilities", 1), ("total_equity", 1))),
    ("parts", Kind.BALANCE, "total_assets", (("current_assets", 1), ("noncurrent_assets", 1))),
    ("parts", Kind.BALANCE, "total_liabilities", (("current_liabilities", 1), ("noncurrent_liabilities", 1))),
    ("parts", Kind.BALANCE, "total_equity", (("parent_equity", 1), ("minority_equity", 1))),
    ("balance", Kind.BALANCE, "net_assets", (("shareholders_funds", 1),)),
    ("cash_roll", Kind.CASH_FLOW, "cash_end", (("cash_begin", 1), ("cash_change", 1))),
    (
        "cash_flow",
        Kind.CASH_FLOW,
        "cash_change",
        (("operating_cash", 1), ("investing_cash", 1), ("financing_cash", 1), ("exchange_effect", 1)),
    ),
    ("profit", Kind.INCOME, "net_income", (("profit_before_tax", 1), ("tax", -1))),
)
_ALWAYS = frozenset({"balance"})  # identities that hold in every statement; the others must be proven by a column
_ORDER = {
    (True, True): "各列期间顺序一致",
    (True, False): "各列期间的顺序不一致",
    (False, True): "The periods of the columns go in one direction",
    (False, False): "The periods of the columns do not go in one direction",
}
_OPTIONAL = frozenset({"exchange_effect"})


def with_checks(statement: Statement) -> Statement:
    """The statement with the findings of all checks within it."""
    found = [*_identities(statement), *_sums(statement), *_order(statement), *reading_findings(statement)]
    found += [*format_findings(statement), *_signs(statement)]
    return replace(statement, findings=(*statement.findings, *found))


def equations(statement: Statement) -> Iterator[Equation]:
    """The sums that the figures of a statement should keep to, those that hold left out where columns tell."""
    if not (columns := summed_columns(statement)):
        return
    yield from _named_equations(statement, columns)
    scale = Decimal(10) ** _decimals(statement)
    groups = grouped_columns(statement, columns)
    lines = _lines(statement, groups, scale)
    free, first = _ways(statement)
    for one in find_sums(lines, free=free, first=first):
        for group in (group for group, gap in zip(groups, one.differences, strict=True) if gap):
            yield _equation(statement, one.total, one.addends, group, proven=True)
    for one, rows in _sums_across(statement, columns, scale, 0) if statement.kind is Kind.EQUITY else ():
        for r in (r for r, gap in zip(rows, one.differences, strict=True) if gap):
            yield Equation((r, one.total), tuple(((r, c), sign) for c, sign in one.addends), proven=True)
    for total, addends in open_sums(lines, free=free, first=first):
        for group in groups:
            yield _equation(statement, total, addends, group, proven=False)


def _equation(
    statement: Statement, total: int, addends: Iterable[tuple[int, int]], group: Sequence[int], *, proven: bool
) -> Equation:
    parts = tuple((place_in(statement, r, group), sign) for r, sign in addends)
    return Equation(place_in(statement, total, group), parts, proven)


def _named_equations(statement: Statement, columns: Sequence[int]) -> Iterator[Equation]:
    """The identities of the items of a statement."""
    roles = _roles(statement)
    for rule, kind, total, parts in _RULES:
        if kind is statement.kind and all(name in roles or name in _OPTIONAL for name in (total, *dict(parts))):
            for c in columns:
                named = tuple(((roles[name], c), sign) for name, sign in parts if name in roles)
                yield Equation((roles[total], c), named, rule in _ALWAYS)


def with_cross_checks(statements: Sequence[Statement]) -> list[Statement]:
    """The statements with the findings of checks between them."""
    out = list(statements)
    for i, income in enumerate(out):
        for j, cash in enumerate(out):
            if (
                income.kind is Kind.INCOME
                and cash.kind is Kind.CASH_FLOW
                and income.scope is cash.scope
                and _same_report(income, cash)
            ):
                ours, theirs = _tie(income, cash)
                out[i] = replace(out[i], findings=(*out[i].findings, *ours))
                out[j] = replace(out[j], findings=(*out[j].findings, *theirs))
    return out


def _roles(statement: Statement) -> dict[str, int]:
    """The row of each role in the checks: the first with figures; the last for closing cash and totals."""
    rows: dict[str, int] = {}
    for index, row in enumerate(statement.rows):
        name = check_role(row.item, statement.language) if row.item else ""
        if name and any(c.value is not None for c in row.cells) and (name not in rows or name == "cash_end"):
            rows[name] = index
    return rows


def _identities(statement: Statement) -> Iterable[Finding]:
    roles = _roles(statement)
    for rule, kind, total, parts in _RULES:
        if kind is not statement.kind or total not in roles:
            continue
        if any(name not in roles and name not in _OPTIONAL for name, _ in parts):
            continue
        rows = [(roles[name], sign) for name, sign in parts if name in roles]
        yield from _identity(statement, rule, roles[total], rows)


def _identity(statement: Statement, rule: str, total: int, parts: Sequence[tuple[int, int]]) -> Iterable[Finding]:
    """One finding per column in which all figures are printed; it fails only where the identity is certain."""
    found: list[tuple[int, Decimal]] = []
    for column in value_columns(statement):
        whole = _value(statement, total, column)
        values = [_value(statement, row, column) for row, _ in parts]
        if whole is None or all(v is None for v in values) or (rule in _ALWAYS and None in values):
            continue
        found.append(
            (column, whole - sum((sign * (v or 0) for (_, sign), v in zip(parts, values, strict=True)), Decimal(0)))
        )
    proven = rule in _ALWAYS or any(gap == 0 for _, gap in found)
    if not proven:
        return
    for column, gap in found:
        cells = tuple((row, column) for row in (total, *(row for row, _ in parts)))
        message = _message(statement, total, [r for r, _ in parts], column, gap)
        yield Finding(rule, message, cells, holds=abs(gap) <= _rounded(statement, cells))


def _rounded(statement: Statement, cells: Sequence[tuple[int, int]]) -> Decimal:
    """What rounding each figure by itself may make of a sum; 0 with decimals, or where a last digit may be misread."""
    decimals = _decimals(statement)
    exact = statement.multiplier == 1 and statement.unit and decimals  # without a unit, figures may be rounded to any
    read = [statement.rows[row].cells[column] for row, column in cells]
    if exact or any(cell.confidence < _CLEAR for cell in read if cell.value is not None):
        return Decimal(0)
    return Decimal(1 if len(cells) - 1 < _MANY_ADDENDS else _MOST_ROUNDED).scaleb(-decimals)


def _value(statement: Statement, row: int, column: int) -> Decimal | None:
    return statement.rows[row].cells[column].value


def _decimals(statement: Statement) -> int:
    """The decimals of most figures."""
    counts = [
        max(0, -int(c.value.as_tuple().exponent))
        for row in statement.rows
        if not PER_SHARE.search(row.label)
        for c in row.cells
        if c.value is not None and isinstance(c.value.as_tuple().exponent, int)
    ]
    return max(set(counts), key=counts.count) if counts else 0


def _message(statement: Statement, total: int, parts: Sequence[int], column: int, gap: Decimal) -> str:
    """A sentence in the statement's language."""
    period = statement.periods[column]
    title = period.label if period is not None else ""
    names = [statement.rows[r].label for r in parts]
    whole = statement.rows[total].label
    if statement.language == "zh":
        listed = "、".join(names[:_LISTED]) + ("等" if len(names) > _LISTED else "")
        return f"{title}：“{whole}”与“{listed}”{'相符' if gap == 0 else f'相差{gap:,}'}"
    listed = ", ".join(names[:_LISTED]) + (" and others" if len(names) > _LISTED else "")
    return f"{title}: {whole} {'agrees with' if gap == 0 else f'differs by {gap:,} from'} {listed}"


# -- sums


def _sums(statement: Statement) -> Iterable[Finding]:
    places = _decimals(statement)
    scale = Decimal(10) ** places
    columns = summed_columns(statement)
    if not columns:
        return
    groups = grouped_columns(statement, columns)
    lines = _lines(statement, groups, scale)
    slack = _rounding(statement, lines)
    free, first = _ways(statement)
    for one in find_sums(lines, slack=slack, free=free, first=first):
        yield from _sum_findings(statement, one, groups, scale)
    if statement.kind is Kind.EQUITY:
        yield from _across(statement, columns, scale, slack)


def _ways(statement: Statement) -> tuple[bool, bool]:
    """Whether signs are tried that labels do not tell, and whether totals may stand above their parts."""
    chinese = statement.language == "zh" and statement.kind is not Kind.BALANCE
    return statement.kind in (Kind.INCOME, Kind.CASH_FLOW), statement.kind is Kind.EQUITY or chinese


def _rounding(statement: Statement, lines: Sequence[Line]) -> int:
    """1 if sums of several columns are off by one unit of the last digit, as separately rounded figures are; else 0."""
    if statement.multiplier == 1:
        return 0
    off = {j for one in find_sums(lines, free=False) for j, gap in enumerate(one.differences) if abs(gap) == 1}
    return int(len(off) >= MANY_OFF)


def _lines(statement: Statement, groups: Sequence[Sequence[int]], scale: Decimal) -> list[Line]:
    out: list[Line] = []
    details = lexicon(statement.language).details
    detail_level: int | None = None
    deeper = False
    for index, row in enumerate(statement.rows):
        if row.kind is RowKind.HEADER:
            continue
        begins = bool(_DETAIL.match(row.label))
        if begins:
            following = statement.rows[index + 1 : index + 2]
            deeper = bool(following) and following[0].level > row.level
            detail_level = row.level + deeper
        elif detail_level is not None and (row.level < detail_level or _ENDS_DETAIL.match(row.label)):
            detail_level = None
        values = tuple(_scaled(_value(statement, *place_in(statement, index, group)), scale) for group in groups)
        if all(v is None for v in values) or (
            statement.kind in (Kind.INCOME, Kind.OTHER) and PER_SHARE.search(row.label)
        ):
            continue
        out.append(
            Line(
                index,
                values,
                minus=is_deduction(row.item, row.label, statement.language),
                detail=begins,
                inner=detail_level is not None and not begins and (deeper or row.item in details),
                closing=statement.kind in (Kind.BALANCE, Kind.CASH_FLOW) and bool(_CLOSING.search(row.label)),
                total=is_total(row.label, row.item, statement.language) or _heads(statement, row.label),
            )
        )
    return out


def is_total(label: str, item: str, language: str) -> bool:
    """Whether a label says that its row is a sum or a result."""
    return bool(_TOTAL.search(label) or check_role(item, language))


def _heads(statement: Statement, label: str) -> bool:
    """Whether a row of a Chinese statement of changes in equity is the sum of the numbered rows below it."""
    return statement.kind is Kind.EQUITY and bool(_NUMBERED.match(label))


def _scaled(value: Decimal | None, scale: Decimal) -> int | None:
    return None if value is None else int(value * scale)


def _sum_findings(statement: Statement, one: Sum, groups: Sequence[Sequence[int]], scale: Decimal) -> Iterable[Finding]:
    for group, holds, gap in zip(groups, one.holds, one.differences, strict=True):
        if holds is None:
            continue
        rows = [i for i, _ in sorted(one.addends)]
        cells = tuple(place_in(statement, row, group) for row in (one.total, *rows))
        difference = Decimal(gap) / scale
        fits = holds or abs(difference) <= _rounded(statement, cells)
        yield Finding("sum", _message(statement, one.total, rows, group[0], difference), cells, holds=fits)


def _sums_across(
    statement: Statement, columns: Sequence[int], scale: Decimal, slack: int
) -> Iterator[tuple[Sum, list[int]]]:
    """The sums over the components of a statement of changes in equity that most rows keep to, and the rows."""
    money = [c for c in columns if not COUNTS.search(title_of(statement, c))]
    rows = [
        i
        for i, r in enumerate(statement.rows)
        if r.kind is not RowKind.HEADER and any(r.cells[c].value is not None for c in money)
    ]
    lines = [
        Line(
            c,
            tuple(_scaled(statement.rows[r].cells[c].value, scale) for r in rows),
            minus="减" in title_of(statement, c) or "库存股" in title_of(statement, c),
            total=bool(re.search(r"合计|小计|总计|total", title_of(statement, c), re.IGNORECASE)),
        )
        for c in money
    ]
    for one in find_sums(lines, slack=slack, free=False, first=True):
        known = [h for h in one.holds if h is not None]
        if sum(known) < max(2, 0.6 * len(known)):
            continue
        yield one, rows


def _across(statement: Statement, columns: Sequence[int], scale: Decimal, slack: int) -> Iterable[Finding]:
    """Checks totals over the components in each row of a statement of changes in equity."""
    for one, rows in _sums_across(statement, columns, scale, slack):
        for row, holds, gap in zip(rows, one.holds, one.differences, strict=True):
            if holds is None:
                continue
            cells = tuple((row, c) for c in (one.total, *sorted(i for i, _ in one.addends)))
            fits = holds or abs(Decimal(gap) / scale) <= _rounded(statement, cells)
            label = statement.rows[row].label
            text = (
                f"“{label}”各项之和与合计{'相符' if holds else f'相差{Decimal(gap) / scale:,}'}"
                if statement.language == "zh"
                else (
                    f"{label}: the components {'agree with' if holds else f'differ by {Decimal(gap) / scale:,} from'} "
                    f"the total"
                )
            )
            yield Finding("sum", text, cells, holds=fits)


# -- periods, recognition, ties


def _interim(group: Sequence[tuple[int, date]]) -> bool:
    """Whether columns are those of an interim balance sheet: today, a year ago, and the year end between."""
    days = [day for _, day in group]
    return (
        len(days) == 3
        and days[1].replace(day=1) == days[0].replace(year=days[0].year - 1, day=1)
        and days[1] < days[2] < days[0]
    )


def _order(statement: Statement) -> Iterable[Finding]:
    """Whether columns of one length run in one direction of time."""
    groups: dict[int, list[tuple[int, date]]] = {}
    for column in value_columns(statement):
        period = statement.periods[column]
        if period is not None and period.end is not None and statement.kind is not Kind.EQUITY:
            length = (period.end - period.start).days // 20 if period.start else 0
            groups.setdefault(length, []).append((column, period.end))
    for group in groups.values():
        steps = [b - a for (_, a), (_, b) in pairwise(group)]
        if len(steps) > 1 and any(steps):  # two kinds of columns of one period stand side by side
            steps = [step for step in steps if step]
        named = any(is_period(_label(statement, c)) for c, _ in group)  # else all are about the statement's period
        if steps and (named or any(steps)):
            holds = all(s.days > 0 for s in steps) or all(s.days < 0 for s in steps) or _interim(group)
            yield Finding(
                "periods", _ORDER[statement.language == "zh", holds], tuple((0, c) for c, _ in group), holds=holds
            )


def _label(statement: Statement, column: int) -> str:
    period = statement.periods[column]
    return period.label if period is not None else ""


def reading_findings(statement: Statement) -> Iterable[Finding]:
    """Findings for figures that recognition read with little confidence."""
    doubtful = tuple(
        (r, c)
        for r, row in enumerate(statement.rows)
        for c, cell in enumerate(row.cells)
        if cell.value is not None and cell.confidence < LOW
    )
    if doubtful:
        english = "Figures that were recognised with little confidence"
        text = "识别置信度较低的数字" if statement.language == "zh" else english
        yield Finding("reading", text, doubtful, holds=False)


def _signs(statement: Statement) -> Iterable[Finding]:
    """A finding for the recognised figures per share whose sign is not that of the net income in their column."""
    at = _roles(statement).get("net_income") if statement.kind is Kind.INCOME else None
    if at is None:
        return
    income = statement.rows[at]
    odd = tuple(
        (r, c)
        for r, row in enumerate(statement.rows)
        if _EARNINGS_PER_SHARE.search(row.label)
        for c in value_columns(statement)
        if (own := row.cells[c].value) and (whole := income.cells[c].value) and (own < 0) is not (whole < 0)
        and row.cells[c].confidence <= RECOGNISED
    )  # fmt: skip
    if odd:
        text = (
            "下列数字的正负号可能有误读" if statement.language == "zh" else "The sign of these figures may be misread"
        )
        yield Finding("sign", text, odd, holds=False)


def _same_report(income: Statement, cash: Statement) -> bool:
    return income.language == cash.language and abs(income.pages[0] - cash.pages[0]) <= _ONE_REPORT


def _tie(income: Statement, cash: Statement) -> tuple[list[Finding], list[Finding]]:
    """Compares net income in the income statement and the cash-flow statement, per period."""
    ours, theirs = _roles(income), _roles(cash)
    if "net_income" not in ours or "net_income" not in theirs:
        return [], []
    pairs = [
        (a, b)
        for a in value_columns(income)
        for b in value_columns(cash)
        if _period_key(income, a) is not None
        and _period_key(income, a) == _period_key(cash, b)
        and not COUNTS.search(title_of(income, a) + title_of(cash, b))
    ]
    rows = ours["net_income"], theirs["net_income"]
    gaps = [
        (a, b, x - y)
        for a, b in pairs
        if (x := _value(income, rows[0], a)) is not None and (y := _value(cash, rows[1], b)) is not None
    ]
    if not any(gap == 0 for _, _, gap in gaps):
        return [], []
    mine = [
        Finding("net_income", _message(income, rows[0], [rows[0]], a, gap), ((rows[0], a),), holds=gap == 0)
        for a, _, gap in gaps
    ]
    other = [
        Finding("net_income", _message(cash, rows[1], [rows[1]], b, gap), ((rows[1], b),), holds=gap == 0)
        for _, b, gap in gaps
    ]
    return mine, other


def _period_key(statement: Statement, column: int) -> tuple[object, object] | None:
    period = statement.periods[column]
    return (period.start, period.end) if period is not None and period.end is not None else None
