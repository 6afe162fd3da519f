"""Statements as a workbook: a sheet for each, and one of the checks when any of them asks for a look.

A sheet has the statement's title, company, unit, currency, pages and how its checks went above the table; the table as
printed with real numbers, and at the right of each row its page in the source. Cells that a check doubts are shaded.
The sheet of checks lists statements that are missing, then every check that was made, those that do not hold first; it
is left out when nothing is missing and all of them hold, which each statement's sheet then says, so that an ordinary
book has exactly one sheet for each statement.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


_WORDS = {
    "zh": _Words(
        kinds=("资产负债表", "利润表", "现金流量表", "所有者权益变动表", "其他报表"),
        scopes={Scope.CONSOLIDATED: "合并", Scope.PARENT: "母公司", Scope.NONE: ""},
        company="编制单位：{}",
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
    ),
    "en": _Words(
        kinds=("Balance sheet", "Income statement", "Cash flows", "Changes in equity", "Other statement"),
        scopes={Scope.CONSOLIDATED: "consolidated", Scope.PARENT: "parent", Scope.NONE: ""},
        company="Company: {}",
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
    ),
}


PORTRAIT_COLUMNS = 6
"""Columns that are readable on a portrait page; wider statements print in landscape."""

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
    """Company, unit, currency and pages, as far as they are known."""
    words = _words(statement)
    parts = [
        words.company.format(statement.company) if statement.company else "",
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
        yield figure(cell) if is_figure and cell.value is not None else cell.text


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
