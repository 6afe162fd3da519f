"""What a statement or a set of statements lacks: unit, dates, titles, closing rows, whole statements.

Each lack is a finding of its statement, and a sentence for whoever asked for the document, so that a result with a gap
never looks like a whole one.

And whether the columns of a recognised statement of changes in equity stand under their own titles: each row adds up to
its total column. Where the sums show another column as the total than the titles do, these have moved. The finding:
    titles    the column that the sums show to be the total has another title, while a title of a total stands elsewhere
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.finance.lexicon import check_role, misread_item, misread_word
from quire.finance.statement import Extraction, Finding, Kind, Scope, Statement
from quire.finance.statement_finder import Missed
from quire.finance.text_pieces import RECOGNISED
from quire.hanzi import either_form

__all__ = ["LACKS", "document_gaps", "missing_statements", "with_column_trust", "with_lacks"]

LACKS = ("unit", "dates", "titles", "closing")
"""The rules of the findings of this module, in the order in which they are told."""

_CLOSING: dict[Kind, frozenset[str]] = {
    Kind.BALANCE: frozenset({"total_funds", "net_assets", "shareholders_funds", "total_equity", "total_liabilities"}),
    Kind.INCOME: frozenset({"net_income", "profit_before_tax"}),
    Kind.CASH_FLOW: frozenset({"cash_end", "cash_change"}),
}
"""Roles of which every whole statement of a kind has one: its last rows."""

_KNOWN = 0.4  # of the rows with figures: with fewer known items, a missing one may only have another name
_RATIO = re.compile(r"%|％|percent|比例|增减|变动幅度|notes?|附注", re.IGNORECASE)
_KIND_WORDS = (
    "balance sheet",
    "income statement",
    "cash-flow statement",
    "statement of changes in equity",
    "statement",
)
_SET = frozenset({Kind.BALANCE, Kind.INCOME, Kind.CASH_FLOW})


def with_lacks(statement: Statement) -> Statement:
    """The statement with a finding for each thing that it lacks."""
    found = [*_unit(statement), *_dates(statement), *_titles(statement), *_closing(statement)]
    return replace(statement, findings=(*statement.findings, *found))


def document_gaps(extraction: Extraction) -> list[str]:
    """The warnings of a document that no finding of a statement says: statements that are missing."""
    said = {_lack(s, f) for s in extraction.statements for f in s.doubts}
    return [warning for warning in extraction.warnings if warning not in said]


def _lack(statement: Statement, finding: Finding) -> str:
    return f"{_name(statement)} (page {statement.pages[0] if statement.pages else 1}): {finding.message}"


def missing_statements(statements: Sequence[Statement], missed: Missed) -> list[str]:
    """Sentences about what statements lack, and about statements that the document shows and that were not found.

    Args:
        statements: With their findings.
        missed: What speaks for further statements.
    """
    sentences = [_lack(s, f) for s in statements for f in s.doubts if f.rule in LACKS]
    have = {(s.kind, s.scope) for s in statements}
    kinds = {s.kind for s in statements}
    told: set[tuple[Kind, Scope]] = set()
    for page, title in missed.promised:
        key = (title.kind, title.scope)
        if _is_there(key, have, kinds) or key in told:
            continue
        told.add(key)
        sentences.append(f"Page {page} names a {_words(*key)}, which was not found in the document.")
    sentences += [
        f"Page {page} may show a statement ({_words(kind, Scope.NONE)}) whose title could not be read: none was found."
        for page, kind in missed.likely
    ]
    sentences += [f"Much of page {page} could not be read: a statement may be missing." for page in missed.unread]
    if not statements:
        sentences += [
            f"Page {page} shows rows of figures from which no statement could be built." for page in missed.tables
        ]
    for scope in (Scope.CONSOLIDATED, Scope.PARENT, Scope.NONE):
        own = {s.kind for s in statements if s.scope is scope} & _SET
        lacking = _SET - own
        if len(own) == len(_SET) - 1 and not any((kind, scope) in told for kind in lacking):
            (kind,) = lacking
            if scope is not Scope.NONE or kind not in kinds:
                sentences.append(f"No {_words(kind, scope)} was found beside the other statements.")
    return sentences


def _is_there(key: tuple[Kind, Scope], have: set[tuple[Kind, Scope]], kinds: set[Kind]) -> bool:
    """Whether a statement was found; comprehensive income may be a part of the income statement."""
    kind, scope = key
    if kind is Kind.OTHER:
        return True
    return key in have or (kind, Scope.NONE) in have or (scope is not Scope.PARENT and kind in kinds)


def _name(statement: Statement) -> str:
    return statement.title or _words(statement.kind, statement.scope)


def _words(kind: Kind, scope: Scope) -> str:
    return f"{scope} {_KIND_WORDS[int(kind)]}".strip()


def _said(statement: Statement, chinese: str, english: str) -> str:
    return chinese if statement.language == "zh" else english


def _unit(statement: Statement) -> Iterable[Finding]:
    if not statement.unit:
        text = _said(statement, "没有找到金额单位，数字按原样给出", "No unit was found; figures are given as printed")
        yield Finding("unit", text, holds=False)


def _dates(statement: Statement) -> Iterable[Finding]:
    """Columns of figures whose day or span is not known; the columns of equity statements have none."""
    if statement.kind in (Kind.EQUITY, Kind.OTHER):
        return
    places = tuple(
        (0, column)
        for column, period in enumerate(statement.periods)
        if period is not None and period.end is None and not _RATIO.search(period.label)
    )
    if places:
        text = _said(statement, "没有找到下列各列的日期或期间", "No date or period was found for these columns")
        yield Finding("dates", text, places, holds=False)


def _titles(statement: Statement) -> Iterable[Finding]:
    """Columns without a title beside others that have one, and columns of one statement under the same title."""
    columns = [(c, p.label) for c, p in enumerate(statement.periods) if p is not None]
    labels = [label for _, label in columns]
    if len(columns) < 2 or not any(labels):
        return
    bare = tuple((0, c) for c, label in columns if not label)
    twice = tuple((0, c) for c, label in columns if label and labels.count(label) > 1)
    misread = tuple((0, c) for c, label in columns if _is_misread(label, c, statement))
    if bare:
        yield Finding("titles", _said(statement, "下列各列没有标题", "These columns have no title"), bare, holds=False)
    if misread and statement.kind is Kind.EQUITY:
        text = _said(statement, "下列各列的标题可能有误读", "The titles of these columns may be misread")
        yield Finding("titles", text, misread, holds=False)
    if twice and statement.kind is Kind.EQUITY:
        text = _said(statement, "下列各列的标题相同", "These columns have the same title")
        yield Finding("titles", text, twice, holds=False)


def _is_misread(label: str, column: int, statement: Statement) -> bool:
    """Whether the recognised title of a component of equity is a known item but for a few characters."""
    leaf = label.rsplit(maxsplit=1)[-1] if label and statement.language == "zh" else label
    recognised = any(row.cells[column].confidence <= RECOGNISED for row in statement.rows if row.cells[column].text)
    return recognised and bool(
        leaf and (misread_item(leaf, Kind.BALANCE, statement.language, short=True) or misread_word(leaf))
    )


def _closing(statement: Statement) -> Iterable[Finding]:
    """A statement of many known items that has none of the rows that close it."""
    wanted = _CLOSING.get(statement.kind)
    rows = [row for row in statement.rows if any(c.value is not None for c in row.cells)]
    known = [row.item for row in rows if row.item]
    if wanted is None or not rows or len(known) < _KNOWN * len(rows):
        return
    if not wanted & {check_role(item, statement.language) for item in known}:
        text = _said(
            statement,
            "没有找到本表的结尾行（总计、净利润、期末现金等）",
            "The rows that close this statement were not found",
        )
        yield Finding("closing", text, holds=False)


# --- columns under their titles ----------------------------------------------------------------------

_PROVING = 2  # rows whose sum shows which column is the total
_TOTAL = re.compile(either_form(r"合计|小计|总计|总额|\btotal\b"), re.IGNORECASE)
_MESSAGE = ("各列标题与合计关系不符，列标题可能错位", "The titles do not fit the sums: the columns may be shifted")


def with_column_trust(statement: Statement) -> Statement:
    """The statement with a finding where its sums say that its titles are shifted.

    Args:
        statement: Checked.
    """
    read = any(cell.text and cell.confidence <= RECOGNISED for row in statement.rows for cell in row.cells)
    if statement.kind is not Kind.EQUITY or not read or not _is_shifted(statement):
        return statement
    titles = tuple((0, c) for c, period in enumerate(statement.periods) if period)
    found = Finding("titles", _MESSAGE[statement.language != "zh"], titles, holds=False)
    return replace(statement, findings=(*statement.findings, found))


def _is_shifted(statement: Statement) -> bool:
    """Whether the total column of the sums has another title, and a title of a total stands over another column."""
    shown = Counter(finding.cells[0][1] for finding in statement.findings if _is_across(finding))
    totals = {column for column, rows in shown.items() if rows >= _PROVING}
    named = {c for c, period in enumerate(statement.periods) if period is not None and _TOTAL.search(period.label)}
    return bool(totals - named) and bool(named - totals)


def _is_across(finding: Finding) -> bool:
    """Whether a finding is a sum over the columns of one row that holds."""
    return finding.rule == "sum" and finding.holds and len({row for row, _ in finding.cells}) == 1
