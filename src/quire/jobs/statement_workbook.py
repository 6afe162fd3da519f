"""Statements as a workbook: a sheet for each, and one of the checks when any of them asks for a look.

A sheet has the statement's title, company, report date, unit, currency, pages and how its checks went above the table;
the table as printed with real numbers, and at the right of each row its page in the source. Cells that a check doubts
are shaded.
The sheet of checks lists statements that are missing, then every check that was made, those that do not hold first; it
is left out when nothing is missing and all of them hold, which each statement's sheet then says, so that an ordinary
book has exactly one sheet for each statement.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath

from quire.amounts import is_nil
from quire.finance.completeness import document_gaps
from quire.finance.statement import Cell, Extraction, Kind, Row, RowKind, Scope, Statement
from quire.write.xlsx import Entry, Number, RowStyle, Sheet, cell_name, sheet_names
from quire.write.xlsx import Row as Line

_LOOKS = {
    RowKind.HEADER: RowStyle.HEADER,
    RowKind.SECTION: RowStyle.SECTION,
    RowKind.ITEM: RowStyle.PLAIN,
    RowKind.TOTAL: RowStyle.TOTAL,
}
_BRACKETS = re.compile(r"(?<!\s)\s*+[(\[（]")


@dataclass(frozen=True, slots=True)
class _Words:
    """What a sheet says, in one language."""

    kinds: tuple[str, ...]
    scopes: dict[str, str]
    company: str
    date: str
    unit: str
    currency: str
    pages: str
    page: str
    all_hold: str
    some_fail: str
    unchecked: str
    checks: str
    check_columns: tuple[str, ...]
    holds: tuple[str, str]
    none: str
    overview: str
    overview_columns: tuple[str, ...]


_WORDS = {
    "zh": _Words(
        kinds=("资产负债表", "利润表", "现金流量表", "所有者权益变动表", "其他报表"),
        scopes={Scope.CONSOLIDATED: "合并", Scope.PARENT: "母公司", Scope.NONE: ""},
        company="编制单位：{}",
        date="报告日：{}",
        unit="单位：{}",
        currency="币种：{}",
        pages="来源页码：{}",
        page="页码",
        all_hold="勾稽检查：{} 项，全部通过",
        some_fail="勾稽检查：{} 项，其中 {} 项未通过，见工作表“{}”",
        unchecked="勾稽检查：没有可检查的项目",
        checks="检查",
        check_columns=("工作表", "结果", "规则", "说明", "单元格"),
        holds=("未通过", "通过"),
        none="文件中没有找到财务报表。",
        overview="总览",
        overview_columns=("文件", "报表", "编制单位", "报告日", "单位", "来源页码", "工作表", "检查", "说明"),
    ),
    "en": _Words(
        kinds=("Balance sheet", "Income statement", "Cash flows", "Changes in equity", "Other statement"),
        scopes={Scope.CONSOLIDATED: "consolidated", Scope.PARENT: "parent", Scope.NONE: ""},
        company="Company: {}",
        date="Report date: {}",
        unit="Unit: {}",
        currency="Currency: {}",
        pages="Pages: {}",
        page="Page",
        all_hold="Checks: {}, all hold",
        some_fail="Checks: {}, of which {} do not hold; see the sheet “{}”",
        unchecked="Checks: nothing could be checked",
        checks="Checks",
        check_columns=("Sheet", "Result", "Rule", "What was compared", "Cells"),
        holds=("does not hold", "holds"),
        none="No financial statement was found in the document.",
        overview="Overview",
        overview_columns=(
            "File",
            "Statement",
            "Company",
            "Report date",
            "Unit",
            "Pages",
            "Sheet",
            "Checks",
            "What does not hold",
        ),
    ),
}


PORTRAIT_COLUMNS = 6
"""Columns that are readable on a portrait page; wider statements print in landscape."""

_NIL = Number(Decimal(0), '0;-0;"–"')
"""A printed dash: the number nought, shown as a dash."""

GROUPED_FROM = 1000
"""Figures below this have no thousands to separate, so the format keeps the separator for others of the column."""


def statement_workbook(extraction: Extraction) -> list[Sheet]:
    """The sheets of a workbook, in the order of the statements; one that says so when there is none."""
    statements = extraction.statements
    if not statements:
        words = _WORDS["en"]
        note = Line((words.none,), RowStyle.NOTE)
        return [Sheet(words.checks, [note, *(Line((sentence,), RowStyle.NOTE) for sentence in extraction.warnings)])]
    wanted = [_name(statement) for statement in statements]
    gaps = document_gaps(extraction)
    doubted = bool(gaps) or any(statement.doubts for statement in statements)
    if doubted:
        wanted.append(_words(statements[0]).checks)
    names = sheet_names(wanted)
    sheets = [_sheet(one, name, names[-1]) for one, name in zip(statements, names, strict=False)]
    return [*sheets, _checks(sheets, statements, names, gaps)] if doubted else sheets


def collection_workbook(found: Sequence[tuple[str, Extraction]]) -> list[Sheet]:
    """The sheets of a workbook of several files: first a list of all statements and of what is wrong, then each.

    Args:
        found: The names of the files and what was found in them.
    """
    language = next((s.language for _, extraction in found for s in extraction.statements), "en")
    words = _WORDS.get(language, _WORDS["en"])
    named = [(file, one) for file, extraction in found for one in extraction.statements]
    names = sheet_names([words.overview, *(f"{PurePath(file).stem} {_name(one)}" for file, one in named)])
    lines = []
    for (file, one), name in zip(named, names[1:], strict=True):
        said = (file, one.title, one.company, _report_date(one), one.unit, ", ".join(map(str, one.pages)), name)
        lines.append(Line((*said, words.holds[True], "")) if not one.doubts else _doubted(said, one, words))
    for file, extraction in found:
        gaps = document_gaps(extraction) if extraction.statements else (words.none, *extraction.warnings)
        lines += [Line((file, *[""] * 6, words.holds[False], gap), marked=frozenset({7})) for gap in gaps]
    head = Line(words.overview_columns, RowStyle.HEADER)
    overview = Sheet(names[0], [head, *lines], (1, 1), frozenset({1, 8}), landscape=True, filtered=True)
    return [overview, *(_sheet(one, name, names[0]) for (_, one), name in zip(named, names[1:], strict=True))]


def _doubted(said: tuple[str, ...], statement: Statement, words: _Words) -> Line:
    """The line of a statement with the sentences of its checks that do not hold."""
    messages = "\n".join(dict.fromkeys(finding.message for finding in statement.doubts))
    return Line((*said, words.holds[False], messages), marked=frozenset({7}))


def _report_date(statement: Statement) -> str:
    """The last day that a column reports; "" when none is known."""
    ends = [period.end for period in statement.periods if period is not None and period.end is not None]
    return max(ends).isoformat() if ends else ""


def _words(statement: Statement) -> _Words:
    return _WORDS.get(statement.language, _WORDS["en"])


def _name(statement: Statement) -> str:
    """The name of a sheet: kind and scope; of another kind of statement its own title."""
    words = _words(statement)
    kind = words.kinds[int(statement.kind)]
    if statement.kind is Kind.OTHER and statement.title:
        return statement.title
    return f"{kind} {words.scopes[statement.scope]}".strip()


def _sheet(statement: Statement, name: str, checks: str) -> Sheet:
    words = _words(statement)
    head = [
        Line((statement.title or name,), RowStyle.TITLE),
        Line((_about(statement),), RowStyle.NOTE),
        Line((_verdict(statement, checks),), RowStyle.NOTE),
    ]
    doubted = {cell for finding in statement.doubts for cell in finding.cells}
    rows = []
    for at, row in enumerate(statement.rows):
        last = words.page if row.kind is RowKind.HEADER and at == 0 else (row.page or None)
        if row.kind is RowKind.HEADER and at:
            last = None
        marked = frozenset(column for line, column in doubted if line == at)
        rows.append(Line((*_entries(statement, row), last), _LOOKS[row.kind], row.level, marked))
    frozen = len(head) + len(statement.header)
    columns = max((len(row.cells) for row in statement.rows), default=0)
    return Sheet(
        name, [*head, *rows], (frozen, 1), frozenset({0}), frozenset({columns}), landscape=columns > PORTRAIT_COLUMNS
    )


def _about(statement: Statement) -> str:
    """Company, report date, unit, currency and pages, as far as they are known."""
    words = _words(statement)
    day = _report_date(statement)
    parts = [
        words.company.format(statement.company) if statement.company else "",
        words.date.format(day) if day else "",
        words.unit.format(statement.unit) if statement.unit else "",
        words.currency.format(statement.currency) if statement.currency else "",
        words.pages.format(", ".join(map(str, statement.pages))) if statement.pages else "",
    ]
    return "    ".join(filter(None, parts))


def _verdict(statement: Statement, checks: str) -> str:
    words = _words(statement)
    made, failed = len(statement.findings), len(statement.doubts)
    if not made:
        return words.unchecked
    return words.some_fail.format(made, failed, checks) if failed else words.all_hold.format(made)


def _entries(statement: Statement, row: Row) -> Iterator[Entry]:
    for column, cell in enumerate(row.cells):
        period = statement.periods[column] if column < len(statement.periods) else None
        is_figure = column and row.kind is not RowKind.HEADER and (period is not None or not statement.periods)
        if is_figure and cell.value is not None:
            yield figure(cell)
        else:
            yield _NIL if is_figure and cell.text and is_nil(cell.text) else cell.text


def figure(cell: Cell) -> Number:
    """A printed figure as a number whose format shows it as it was printed: decimals, separators, brackets, percent."""
    text = unicodedata.normalize("NFKC", cell.text)
    value = cell.value
    assert value is not None  # noqa: S101 - for the type checker: the caller has looked
    exponent = value.as_tuple().exponent
    places = max(0, -exponent) if isinstance(exponent, int) else 0
    whole = "#,##0" if "," in text or abs(value) < GROUPED_FROM else "0"
    form = f"{whole}.{'0' * places}" if places else whole
    if "%" in text:
        form += '"%"'
    return Number(value, f"{form}_);({form})" if _BRACKETS.match(text) else form)


def _checks(
    sheets: Sequence[Sheet], statements: Sequence[Statement], names: Sequence[str], gaps: Sequence[str]
) -> Sheet:
    """What the document lacks, then every check of every statement, those that do not hold first."""
    words = _words(statements[0])
    lines = [(False, Line(("", words.holds[False], "missing", gap, ""), marked=frozenset({1}))) for gap in gaps]
    for sheet, name, statement in zip(sheets, names, statements, strict=False):
        above = sheet.frozen[0] - len(statement.header)
        for finding in statement.findings:
            places = ", ".join(cell_name(row + above, column) for row, column in finding.cells)
            cells = (name, words.holds[finding.holds], finding.rule, finding.message, places)
            marked = frozenset() if finding.holds else frozenset({1})
            lines.append((finding.holds, Line(cells, marked=marked)))
    lines.sort(key=lambda one: one[0])
    head = Line(words.check_columns, RowStyle.HEADER)
    return Sheet(
        names[-1], [head, *(line for _, line in lines)], (1, 0), frozenset({3, 4}), landscape=True, filtered=True
    )
