"""Turns statements that ``quire finance --details`` extracted from a report into a part of their company's record.

An option names the company, else the code or name that the report prints does. Amounts are converted from the printed
unit; each keeps its page and box. Consolidated statements count before those of the parent company, and of two sets of
statements in one report (by national and by international standards) the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from quire.company import neeq_document, us_document
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found, objects
from quire.company.importers.statement_rows import Figures, figures
from quire.company.number_formats import in_parentheses, label, printed
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, pointer

KIND = "quire-finance"
_SECTIONS = {
    "cn": (neeq_document.BALANCE_SHEET, neeq_document.INCOME, neeq_document.CASH_FLOW),
    "us": (us_document.BALANCE_SHEET, us_document.INCOME, us_document.CASH_FLOW),
}
"""The sections by the kind of a statement, ``type_index`` of the interface."""

_CODE = re.compile(r"(?i)(?:(?:证券|股票|公司)代码\s*[:：]?\s*|(?:NYSE|NASDAQ)\s*:\s*)([0-9]{6}|[A-Z][A-Z.]{0,5})\b")
_SUBSIDIARIES = re.compile(
    r"(?i)(?<![,\s])[,\s]*+(?:and|&)\s++(?:its\s++)?(?:consolidated\s++)?subsidiar(?:y|ies)\b.*+|[及和]其?子公司$"
)

_SHARED_ROWS = 4
"""Rows with figures of the same days that two statements of one kind have in common when they show the same accounts;
a statement of comprehensive income shares fewer with the income statement."""

_SECOND = "is left out with {} figures: the report has shown another “{}” of the same days"

_YEAR_ONLY = re.compile(r"(?i)(?:fiscal |FY\s?)?\d{4}")
_Statement = tuple[int, str, Mapping[str, object]]
Identity = tuple[str, str]


def read(source: Source, context: Context) -> Iterator[Part | Rejected]:
    """Yield one part with all statements of a result, and a note for each row or column renamed or left out."""
    try:
        found = _with_year_ends(list(_statements(source)))
        dataset, key = _company(context, [statement for _, _, statement in found])
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))
        return
    if context.company and (other := _other_company(context, [one for _, _, one in found], (dataset, key))):
        yield Rejected(source.name, "", other, taken=True)
    consolidated = {kind for kind, scope, _ in found if scope == "consolidated"}
    document: dict[str, Json] = {}
    details: dict[str, dict[str, str]] = {}
    has_second_set = False
    for at, (kind, scope, statement) in enumerate(found, 1):
        if kind not in range(3) or (scope == "parent" and kind in consolidated):
            continue
        try:
            made = figures(statement, dataset)
            section = _SECTIONS[dataset][kind]
            if _is_second(made, document.get(section), dataset, after_another=has_second_set):
                has_second_set = True
                yield Rejected(source.name, f"statement {at}", _SECOND.format(len(made.cells), section), taken=True)
                continue
            _enter(document, details, section, made, dataset)
        except Problem as problem:
            yield Rejected(source.name, f"statement {at}", str(problem))
            continue
        yield from (Rejected(source.name, f"statement {at}", note, taken=True) for note in made.notes)
    if not document:
        yield Rejected(source.name, "", "has no balance sheet, income statement or cash-flow statement with amounts")
        return
    about: dict[str, Json] = {"market": context.market} if dataset == "us" else {}
    yield Part(dataset, key, document, about, merge=True, kind=KIND, file=source.name, details=details)


def _with_year_ends(found: list[_Statement]) -> list[_Statement]:
    """The statements with columns that print a bare year dated as the report's other statements date that year.

    “2022” alone is read as the end of December; a report whose year ends in September says so on some statement.
    """
    dated: dict[str, set[str]] = {}
    for _, _, statement in found:
        for period in _periods(statement):
            label, end = str(period.get("label") or ""), str(period.get("end") or "")
            if end and not _YEAR_ONLY.fullmatch(label.strip()):
                dated.setdefault(end[:4], set()).add(end)
    made = []
    for kind, scope, statement in found:
        periods = [_redated(period, dated) for period in _periods(statement)]
        made.append((kind, scope, {**statement, "periods": periods} if periods else statement))
    return made


def _periods(statement: Mapping[str, object]) -> list[Mapping[str, object]]:
    found = statement.get("periods")
    return [one if isinstance(one, Mapping) else {} for one in found] if isinstance(found, list) else []


def _redated(period: Mapping[str, object], dated: dict[str, set[str]]) -> Mapping[str, object]:
    end = str(period.get("end") or "")
    known = dated.get(end[:4], set())
    is_guess = end.endswith("-12-31") and _YEAR_ONLY.fullmatch(str(period.get("label") or "").strip())
    if not is_guess or len(known) != 1 or end in known:
        return period
    (right,) = known
    year_before = f"{int(right[:4]) - 1}{right[4:8]}{min(int(right[8:]), 28):02}"
    return {**period, "end": right, "start": year_before if period.get("start") else None}


def _company(context: Context, statements: list[Mapping[str, object]]) -> Identity:
    """The data set and the key of the company: the one that an option names, else the one that the report names.

    Raises:
        Problem: the report names none that is known, or several.
    """
    if context.company:
        text = context.company
        return ("cn", neeq_document.code(text)) if text[:1].isdigit() else ("us", us_document.symbol(text))
    named = list(dict.fromkeys(text for one in statements for text in _names(one)))
    for text in named:
        found = context.find(text)
        if len(found) == 1:
            return found[0]
        if found:
            keys = ", ".join(key for _, key in found)
            raise Problem(f"“{text}” is the name of {len(found)} companies ({keys}): choose one with --company")
    shown = ", ".join(f"“{text[:60]}”" for text in named[:3])
    raise Problem(f"the report does not name a known company ({shown or 'no name'}): give --company CODE")


def _other_company(context: Context, statements: list[Mapping[str, object]], chosen: Identity) -> str:
    """A remark when the report names another company than the chosen one; "" else."""
    for text in dict.fromkeys(text for one in statements for text in _names(one)):
        others = context.find(text)
        if others and chosen not in others:
            return f"the report names “{text[:60]}”, which is {others[0][1]}"
    return ""


def _names(statement: Mapping[str, object]) -> Iterator[str]:
    """The codes and names that a statement prints, the surest first."""
    texts = [str(statement.get(key) or "") for key in ("company", "title")]
    for text in texts:
        yield from (found[1] for found in _CODE.finditer(text))
    name = texts[0].strip()
    if name:
        yield name
        yield _SUBSIDIARIES.sub("", name).strip(" ,")


def _statements(source: Source) -> Iterator[_Statement]:
    """Each statement's kind, scope and details; a result is an array, or the body of a done task."""
    for found in objects(source):
        for value in _elements(found):
            details = value.get("details")
            if not isinstance(details, Mapping):
                raise Problem("has no units and periods: extract it with quire finance --details")
            yield (
                int(str(value.get("type_index", 4))),
                str(details.get("scope", "")),
                {**details, "tables": value.get("tables")},
            )


def _elements(found: Found) -> list[Mapping[str, object]]:
    value = found.value
    if found.problem or not isinstance(value, Mapping):
        raise Problem(found.problem or "is not a result of quire finance")
    rows = value.get("result") if "result" in value else [value]
    good = [row for row in rows if isinstance(row, Mapping) and "type_index" in row] if isinstance(rows, list) else []
    if not good:
        raise Problem("is not a result of quire finance")
    return good


def _is_second(found: Figures, entered: Json, dataset: str, *, after_another: bool) -> bool:
    """Whether a statement shows once more what one of its kind has shown: rows of two such statements never mix."""
    if not isinstance(entered, dict):
        return False
    rows: dict[str, set[str]] = {}
    for cell in found.cells:
        rows.setdefault(cell.item, set()).add(_period(cell.end, dataset))
    days = {day for cells in entered.values() if isinstance(cells, dict) for day in cells}
    if after_another:
        return any(days & ends for ends in rows.values())
    shared = 0
    for name, ends in rows.items():
        cells = entered.get(name)
        shared += isinstance(cells, dict) and bool(ends & cells.keys())
    return shared >= _SHARED_ROWS or shared * 2 > len(rows)


def _period(end: str, dataset: str) -> str:
    return end if dataset == "cn" else label(end) or end


def _enter(
    document: dict[str, Json], details: dict[str, dict[str, str]], section: str, found: Figures, dataset: str
) -> None:
    """Enter figures into a section; a figure that an earlier statement of the report gave is kept, others are noted."""
    if not found.cells:
        return
    made = document.setdefault(section, {})
    assert isinstance(made, dict)  # noqa: S101 - for the type checker: sections are made here
    for cell in found.cells:
        row = made.setdefault(cell.item, {})
        period = _period(cell.end, dataset)
        shown = printed(cell.amount) if dataset == "cn" else in_parentheses(cell.amount)
        assert isinstance(row, dict)  # noqa: S101 - for the type checker
        if period in row:
            if row[period] != shown:
                found.notes.append(
                    f"“{cell.item}” of {cell.end} is left out as {shown}: an earlier statement says {row[period]}"
                )
            continue
        row[period] = shown
        place = {"page": cell.page, "box": cell.box}
        details[pointer(section, cell.item, period)] = {name: text for name, text in place.items() if text}
