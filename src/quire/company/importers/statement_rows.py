"""Finds the figures of one extracted statement: each row under its own name, each column under one day.

Section, position and label identify a row. Its name in the record is the line item of its concept; the section heading,
else a number, distinguishes rows that would share a name, and the collision is reported. Of several columns that end on
the same day the one of the longest span counts, whole: cells of two columns never mix.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import NamedTuple

from quire.company.importers.annual_statements import concepts
from quire.company.number_formats import day
from quire.company.record import Problem, clean

LARGEST_EXPONENT = 30
"""Decimal digits of an amount; what has more was misread."""

SHORT_LABEL = 12
"""Characters of a label, such as “Diluted”, that needs its heading below “Earnings per share”."""

_PER_SHARE = re.compile(r"(?i)每股|per[- ](?:\w+ )?(?:share|ADS|unit)|EarningsPerShare|PerShare")
_SHARES = re.compile(
    r"""(?ix) 股数 | \( \s* (?:万|百万)?股 \s* \) | （ \s* (?:万|百万)?股 \s* ）
    | \b (?:shares|ADSs?) \b .{0,200} \b (?:us(?:ed|ing) | outstanding | issued | authori[sz]ed | diluted | basic) \b
    | \b (?:weighted|average|number) \b .{0,200} \b (?:shares|ADSs?) \b
    | WeightedAverageNumberOf\w*Shares | SharesOutstanding | SharesIssued"""
)
_MONEY = re.compile(
    r"(?i)par value|stated value|at cost|面值|[$€£]|treasury|common stock|preferred stock|ordinary shares"
)
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "千": 10**3, "万": 10**4, "百万": 10**6, "亿": 10**8}
_SCALED_LABEL = re.compile(r"(?i)\bin (thousand|million|billion)s?\b|[(（](千|百万|万|亿)股[)）]")
_SHARES_IN = re.compile(
    r"(?i)shares?[^,;]{0,80},?[^,;]{0,80}\bin (thousand|million|billion)s|股数?[^，；]{0,40}?(千|百万|万|亿)股"
)
_SHARES_EXCEPTED = re.compile(
    r"(?i)\b(?:except|other than)\b.{0,200}\b(?:number of shares|share (?:and|or|amounts|data|numbers|counts)|shares\b)"
)
_NUMBERING = re.compile(
    r"^\s*(?:[一二三四五六七八九十]{1,3}、|[(（][一二三四五六七八九十\d]{1,3}[)）]|\d{1,2}[.、]\s*)\s*"
)
_ORDINAL = re.compile(r"^\s*[一二三四五六七八九十]{1,3}、")
_SIGNS = re.compile(r"^(?:其中|加|减)[:：]\s*")


class Cell(NamedTuple):
    """A figure: the name of its row, the end of its period (ISO), the amount in single units, page and box."""

    item: str
    end: str
    amount: Decimal
    page: str
    box: str


@dataclass(slots=True)
class Figures:
    """The figures of a statement, and notes for a reader on rows and columns that were renamed or left out."""

    cells: list[Cell] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Row(NamedTuple):
    section: str
    label: str
    concept: str
    is_total: bool
    cells: list[Mapping[str, object] | None]


def figures(statement: Mapping[str, object], dataset: str) -> Figures:
    """Return the figures of a statement with its ``tables`` and details.

    Raises:
        Problem: its details do not have the known shape.
    """
    periods, rows, tables = statement.get("periods"), statement.get("rows"), statement.get("tables")
    table = tables[0] if isinstance(tables, list) and tables else None
    if not isinstance(periods, list) or not isinstance(rows, list) or not isinstance(table, list):
        raise Problem("has no periods and rows")
    made = Figures()
    try:
        multiplier = Decimal(str(statement.get("multiplier", "1")))
        found = _rows(rows, table)
        columns = _columns(found, periods, made.notes)
        for row, name in zip(found, _named(found, dataset, made.notes), strict=True):
            factor = _factor(row, multiplier, str(statement.get("unit", "")))
            made.cells += _cells(row, name, columns, factor)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, InvalidOperation):
        raise Problem("has details of another shape") from None
    return made


def _rows(rows: list[Mapping[str, object]], table: list[list[object]]) -> list[_Row]:
    """The rows with figures, each with the headings that it stands below."""
    made: list[_Row] = []
    above: list[tuple[int, str]] = []
    for row, texts in zip(rows, table, strict=True):
        label = clean(str(texts[0])).strip()
        level, cells = int(str(row.get("level", 0))), row["cells"]
        if row["kind"] == "header" or not isinstance(cells, list):
            continue
        above = [one for one in above if one[0] < level or (one[0] == level and row["kind"] != "section")]
        if _ORDINAL.match(label):  # “五、” stands beside “三、”, not below it
            above = [one for one in above if not _ORDINAL.match(one[1])]
        if row["kind"] == "section":
            above.append((level, label.rstrip(":：")))
        if any(_value(cell) is not None for cell in cells):
            section = above[-1][1] if above and row["kind"] != "section" else ""
            made.append(_Row(section, label, str(row.get("item") or ""), row["kind"] == "total", cells))
    return made


def _columns(rows: list[_Row], periods: list[object], notes: list[str]) -> dict[int, str]:
    """The columns that count, with their days; what is left out of a column with figures is noted."""
    spans: dict[str, tuple[int, int]] = {}
    shown = [period if isinstance(period, Mapping) else {} for period in periods]
    filled = {at: sum(_value(row.cells[at]) is not None for row in rows) for at in range(len(shown))}
    for at, period in enumerate(shown):
        end = day(str(period.get("end") or ""))
        if end and filled[at]:
            span = _days(day(str(period.get("start") or "")), end)
            if end not in spans or span > spans[end][0]:
                spans[end] = (span, at)
    kept = {at: end for end, (_, at) in spans.items()}
    for at, period in enumerate(shown):
        if filled[at] and at not in kept:
            why = "its period is not known" if not period.get("end") else "a column of a longer period has the same end"
            label = clean(str(period.get("label", ""))) or str(at + 1)
            notes.append(f"column “{label}” is left out with {filled[at]} figures: {why}")
    return kept


def _named(rows: list[_Row], dataset: str, notes: list[str]) -> list[str]:
    """The name of each row; no two are the same."""
    plain = [_item(row, dataset) for row in rows]
    best: dict[str, int] = {}
    for at, (row, name) in enumerate(zip(rows, plain, strict=True)):
        is_item = name and (name != _label(row) or _is_line_item(row, name))
        if is_item and (name not in best or (row.is_total and not rows[best[name]].is_total)):
            best[name] = at  # the total has the line item of the contract, its parts have their labels
    names = [name if best.get(name, at) == at else _label(rows[at]) for at, name in enumerate(plain)]
    names = [_with_heading(rows[at], name) or f"({at + 1})" for at, name in enumerate(names)]
    return _distinct(rows, names, set(best.values()), notes)


def _with_heading(row: _Row, name: str) -> str:
    """The name of a row; “Basic” below “Earnings per share” means nothing without its heading."""
    needs = name == _label(row) and len(name) <= SHORT_LABEL and (_PER_SHARE.search(row.section) or _is_shares(row))
    return f"{row.section}: {name}" if needs and row.section else name


def _distinct(rows: list[_Row], names: list[str], fixed: set[int], notes: list[str]) -> list[str]:
    counts = Counter(names)
    made, taken = [], Counter(names[at] for at in fixed)
    for at, (row, name) in enumerate(zip(rows, names, strict=True)):
        chosen = name
        if counts[name] > 1 and at not in fixed:
            chosen = f"{row.section}: {name}" if row.section and not name.startswith(f"{row.section}: ") else name
            taken[chosen] += 1
            chosen = f"{chosen} ({taken[chosen]})" if taken[chosen] > 1 else chosen
        made.append(chosen)
    for name, count in counts.items():
        if count > 1:
            shown = ", ".join(f"“{one}”" for one, plain in zip(made, names, strict=True) if plain == name)
            notes.append(f"{count} rows are called “{name}”; they are entered as {shown}")
    return made


def _item(row: _Row, dataset: str) -> str:
    """The line item of a row: as its data set calls the concept, else its label."""
    taxonomy, _, name = row.concept.partition(":")
    if _is_shares(row) or (_PER_SHARE.search(row.section) and dataset == "us"):
        return _label(row)
    if dataset == "cn" and taxonomy == "cas" and name:
        return name
    if dataset == "us" and (known := _names().get(row.concept)):
        return known
    return _label(row)


def _is_line_item(row: _Row, name: str) -> bool:
    """Whether the name is that of the row's concept, as the contract has it."""
    return row.concept == f"cas:{name}" or _names().get(row.concept) == name


def _label(row: _Row) -> str:
    """A label without numbering and signs."""
    return _SIGNS.sub("", _NUMBERING.sub("", row.label)).strip()


@cache
def _names() -> dict[str, str]:
    """The item of each concept that names one; the sections' own order decides where it has several."""
    return {name: item for items in concepts().values() for item, names in reversed(items.items()) for name in names}


def _is_shares(row: _Row) -> bool:
    """Whether a row counts shares: by its label, or by its heading when the label does not name money."""
    return bool(_SHARES.search(row.label) and not _MONEY.search(row.label)) or bool(_SHARES.search(row.section))


def _factor(row: _Row, multiplier: Decimal, unit: str) -> Decimal:
    """What a printed figure is multiplied by; counts of shares and amounts for each share have scales of their own."""
    own = _SCALED_LABEL.search(row.label) or _SCALED_LABEL.search(row.section)
    if _is_shares(row):
        scale = own or _SHARES_IN.search(unit)
        if scale:
            return Decimal(_SCALES[next(filter(None, scale.groups())).lower()])
        return Decimal(1) if _SHARES_EXCEPTED.search(_without_per_share(unit)) else multiplier
    is_per_share = _PER_SHARE.search(f"{row.concept} {row.label} {row.section}")
    return Decimal(1) if is_per_share else multiplier


def _without_per_share(unit: str) -> str:
    return re.sub(r"(?i)per[- ]share(?: amounts| data| information)?", "", unit)


def _cells(row: _Row, name: str, columns: dict[int, str], factor: Decimal) -> list[Cell]:
    made = []
    for at, end in columns.items():
        cell = row.cells[at]
        value = _value(cell)
        if value is not None and cell is not None:
            box = cell.get("box")
            shown = " ".join(str(side) for side in box) if isinstance(box, list) else ""
            made.append(Cell(name, end, value * factor, str(cell.get("page") or ""), shown))
    return made


def _value(cell: object) -> Decimal | None:
    if not isinstance(cell, Mapping) or cell.get("value") is None:
        return None
    value = Decimal(str(cell["value"]))
    return value if value.is_finite() and abs(value.adjusted()) < LARGEST_EXPONENT else None


def _days(start: str | None, end: str) -> int:
    return (date.fromisoformat(end) - date.fromisoformat(start)).days if start else 0
