"""Reads the SEC's companyfacts: every fact that a filer reported in XBRL, one JSON object for each CIK."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company import us_document
from quire.company.importers.annual_statements import Fact, statements, wanted
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found
from quire.company.number_formats import is_day
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part

KIND = "sec-companyfacts"


def is_facts(value: Mapping[str, object]) -> bool:
    """Return whether an object holds the facts of a filer."""
    return "facts" in value and ("cik" in value or "entityName" in value)


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Part | Rejected]:
    """Yield the statements of one filer, for each of its symbols."""
    number = cik(value.get("cik"))
    symbols = context.symbols.get(number, [])
    if not symbols:
        reason = (
            f"no symbol is known for CIK {number}: import company_tickers_exchange.json" if number else "has no CIK"
        )
        yield Rejected(source.name, found.row, reason)
        return
    told = statements(_facts(value.get("facts")))
    name = value.get("entityName")
    basic: dict[str, Json] = {us_document.BASIC: {"name": name}} if isinstance(name, str) and name else {}
    for symbol in symbols:
        part = Part("us", symbol, {"symbol": symbol, **told.sections}, {"cik": number}, merge=True, kind=KIND)
        part.file, part.row, part.details, part.earlier = source.name, found.row, told.details, told.earlier
        part.fallback = basic
        yield part


def _facts(value: object) -> Iterator[Fact]:
    """The facts of the concepts that line items come from; a malformed row is no fact."""
    for taxonomy, concepts in value.items() if isinstance(value, Mapping) else ():
        for concept, told in concepts.items() if isinstance(concepts, Mapping) else ():
            name = f"{taxonomy}:{concept}"
            units = told.get("units") if name in wanted() and isinstance(told, Mapping) else None
            for unit, rows in units.items() if isinstance(units, Mapping) else ():
                for row in rows if isinstance(rows, list) else ():
                    fact = _fact(name, unit, row)
                    if fact is not None:
                        yield fact


def _fact(name: str, unit: str, row: object) -> Fact | None:
    if not isinstance(row, Mapping):
        return None
    start, end = str(row.get("start") or ""), str(row.get("end") or "")
    if not is_day(end) or (start and not is_day(start)):
        return None
    texts = (str(row.get(key) or "") for key in ("filed", "accn", "form"))
    return Fact(name, unit, start, end, str(row.get("val", "")), *texts)
