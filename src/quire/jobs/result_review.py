"""Results that people have corrected: changes applied to stored arrays, the checks run again, workbooks of many files.

A place names what a person changed: ``<element>/<row>/<column>`` of a statement, ``<element>/<key>`` and
``<element>/line_items/<row>/<column>`` of an invoice, counted from 0. The array with the reading stays as it is;
these functions make another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from quire import amounts
from quire.errors import BadRequest
from quire.finance.checks import with_checks, with_cross_checks
from quire.finance.statement import Extraction, Finding, Statement
from quire.invoice.checks import findings
from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from quire.jobs.atomic_save import atomic_write, save
from quire.jobs.document_corrections import ROLES
from quire.jobs.invoice_json import invoices, result_json
from quire.jobs.invoice_workbook import Found, csv_bytes, invoice_workbook
from quire.jobs.page_corrections import changed_blocks, corrected_page, packed, texts_by_place
from quire.jobs.result_doubts import is_doubtful
from quire.jobs.statement_json import array, element, statements
from quire.jobs.statement_records import records_csv
from quire.jobs.statement_workbook import collection_workbook, statement_workbook
from quire.jobs.truth_export import truth_archive
from quire.write import xlsx

STATEMENTS, INVOICES = "finance.xlsx", "invoice.json"
KINDS = frozenset({STATEMENTS, INVOICES})
"""The kinds of tasks whose results can be corrected."""

DOCUMENTS = (corrected_page, texts_by_place, changed_blocks, packed, truth_archive, ROLES, is_doubtful)
"""What corrects documents, in the order of `quire.web.state.result_reviews.DocumentCorrections`."""


class ReviewedFile(NamedTuple):
    """The result of one file: its name, its array with details, and a sentence when there is none."""

    name: str
    details: bytes = b"[]"
    error: str = ""


def corrected(kind: str, details: bytes, changes: Mapping[str, str]) -> bytes:
    """The array with details as people have corrected it: texts by their place, values and checks made anew.

    Raises:
        BadRequest: a place that the array does not have.
    """
    if kind == STATEMENTS:
        return array(element(one, details=True) for one in _corrected_statements(statements(details), changes))
    return result_json(_corrected_invoices(invoices(details), changes), details=True)


def texts(kind: str, details: bytes) -> dict[str, str]:
    """What can be corrected in an array with details: the texts of all places."""
    found: dict[str, str] = {}
    if kind == STATEMENTS:
        for at, one in enumerate(statements(details)):
            for row, cells in enumerate(line.cells for line in one.rows):
                found |= {f"{at}/{row}/{column}": cell.text for column, cell in enumerate(cells)}
        return found
    for at, invoice in enumerate(invoices(details)):
        found |= {f"{at}/{key}": text for key, text in invoice.pairs() if key not in {"line_items", "checks"}}
        for row, item in enumerate(invoice.items):
            found |= {f"{at}/line_items/{row}/{name}": text for name, text in item._asdict().items()}
    return found


def write_book(kind: str, files: Sequence[ReviewedFile], to: str, target: Path) -> None:
    """Write the results of files as one workbook (`to` "xlsx") or one CSV file ("csv")."""
    if kind == STATEMENTS:
        found = [(file.name, _extraction(file)) for file in files]
        if to == "csv":
            save(target, records_csv(found))
            return
        sheets = statement_workbook(found[0][1]) if len(found) == 1 else collection_workbook(found)
    else:
        read = [Found(file.name, () if file.error else invoices(file.details), file.error) for file in files]
        if to == "csv":
            save(target, csv_bytes(read))
            return
        sheets = invoice_workbook(read)
    with atomic_write(target) as part:
        xlsx.write(part, sheets)


def _extraction(file: ReviewedFile) -> Extraction:
    return Extraction((), (file.error,)) if file.error else Extraction(statements(file.details))


def _corrected_statements(read: Sequence[Statement], changes: Mapping[str, str]) -> list[Statement]:
    changed = list(read)
    for place, text in changes.items():
        try:
            at, row, column = (int(part) for part in place.split("/"))
            rows = [list(one.cells) for one in changed[at].rows]
            cell = rows[row][column]
        except (ValueError, IndexError):
            raise BadRequest(f"There is no value at “{place}”.") from None
        figure = column < len(changed[at].periods) and changed[at].periods[column] is not None
        value = amounts.parse(text) if figure else None
        rows[row][column] = replace(cell, text=text, value=value, confidence=1.0)
        kept = zip(changed[at].rows, rows, strict=True)
        changed[at] = replace(changed[at], rows=tuple(replace(one, cells=tuple(cells)) for one, cells in kept))
    before, after = _checked(read), _checked(changed)
    return [
        replace(new, findings=(*_others(old.findings, again.findings), *new.findings))
        for old, again, new in zip(read, before, after, strict=True)
    ]


def _checked(read: Iterable[Statement]) -> list[Statement]:
    """The statements with the findings that their figures alone give."""
    return with_cross_checks([with_checks(replace(one, findings=())) for one in read])


def _others(found: Iterable[Finding], made_again: Iterable[Finding]) -> list[Finding]:
    """The findings that come from the page itself, which no check of figures gives again."""
    rules = {one.rule for one in made_again}
    return [one for one in found if one.rule not in rules]


def _corrected_invoices(read: Sequence[Invoice], changes: Mapping[str, str]) -> list[Invoice]:
    changed, items = [dict(one.fields) for one in read], [[*one.items] for one in read]
    for place, text in changes.items():
        at, _, key = place.partition("/")
        line, _, column = key.removeprefix("line_items/").partition("/")
        if not at.isdigit() or int(at) >= len(read):
            raise BadRequest(f"There is no value at “{place}”.")
        if column in Item._fields and line.isdigit() and int(line) < len(items[int(at)]):
            items[int(at)][int(line)] = items[int(at)][int(line)]._replace(**{column: text})
            continue
        if key not in dict(read[int(at)].pairs()):
            raise BadRequest(f"There is no value at “{place}”.")
        fields = changed[int(at)]
        old = fields.get(key)
        if text:
            fields[key] = (
                replace(old, value=text, confidence=1.0) if old else Value(text, text, Origin.TEXT, 1.0, 0, None)
            )
        else:
            fields.pop(key, None)
    return [_rechecked(one, fields, lines) for one, fields, lines in zip(read, changed, items, strict=True)]


def _rechecked(invoice: Invoice, fields: Mapping[str, Value], items: Sequence[Item]) -> Invoice:
    """The invoice with other fields and lines and the checks that follow; what only the page could tell stays."""
    stored = {check.rule for check in invoice.checks}
    chinese = max((True, False), key=lambda one: len(_rules(invoice, chinese=one) & stored))
    again = _rules(invoice, chinese=chinese)
    kept: list[Check] = [check for check in invoice.checks if check.rule not in again]
    made = (*findings(fields, tuple(items), chinese=chinese), *kept)
    return replace(invoice, fields=dict(fields), items=tuple(items), checks=made)


def _rules(invoice: Invoice, *, chinese: bool) -> set[str]:
    return {check.rule for check in findings(invoice.fields, invoice.items, chinese=chinese)}
