"""Reads forms 3, 4 and 5 of the SEC: officers, and owners' direct holdings after the transactions of the form."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from quire.company import us_document
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.importers.safe_xml import children, root, text
from quire.company.number_formats import day, in_parentheses, label
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, clean

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "sec-ownership"


def read(source: Source, data: bytes, row: str, context: Context) -> Iterator[Part | Rejected]:
    """Yield a part of one form for each symbol of its issuer."""
    try:
        form = root(data)
        symbols = _symbols(form, context)
    except Problem as problem:
        yield Rejected(source.name, row, str(problem))
        return
    reported = label(text(form, "periodOfReport")) or ""
    people = [_owner(owner) for owner in children(form, "reportingOwner")]
    people = [person for person in people if person["name"]]
    if not people:
        yield Rejected(source.name, row, "does not name a reporting owner")
        return
    document = _document(people, _held(form), reported)
    number = cik(text(form, "issuer", "issuerCik"))
    for symbol in symbols:
        about: dict[str, Json] = {"cik": number, "market": context.market}
        part = Part("us", symbol, {"symbol": symbol, **document}, about, merge=True, kind=KIND)
        part.file, part.row = source.name, row
        name = clean(text(form, "issuer", "issuerName"))
        part.fallback = {us_document.BASIC: {"name": name}} if name else {}
        yield part


def _symbols(form: _Element, context: Context) -> list[str]:
    known = context.symbols.get(cik(text(form, "issuer", "issuerCik")))
    if known:
        return known
    printed = text(form, "issuer", "issuerTradingSymbol")
    if printed.upper() in {"", "NONE", "N/A", "NA"}:
        raise Problem("the issuer has no symbol")
    return [us_document.symbol(printed.replace(";", ",").split(",")[0].rpartition(":")[2])]


def _owner(owner: _Element) -> dict[str, Json]:
    """The name of an owner and its titles; none for one that is no officer."""
    titles: list[Json] = []
    if text(owner, "reportingOwnerRelationship", "isOfficer").lower() in {"1", "true"}:
        titles.append(clean(text(owner, "reportingOwnerRelationship", "officerTitle")) or "Officer")
        if text(owner, "reportingOwnerRelationship", "isDirector").lower() in {"1", "true"}:
            titles.append("Director")
    return {"name": clean(text(owner, "reportingOwnerId", "rptOwnerName")), "titles": titles}


def _held(form: _Element) -> str:
    """Shares held directly after the last transaction, over all classes; "" when the form tells none.

    Derivatives are no shares; what is held indirectly is not the owner's own.
    """
    table = children(form, "nonDerivativeTable")
    last: dict[str, Decimal] = {}
    for row in table[0] if table else ():
        if text(row, "ownershipNature", "directOrIndirectOwnership", "value") != "D":
            continue
        amount = text(row, "postTransactionAmounts", "sharesOwnedFollowingTransaction", "value")
        try:
            last[text(row, "securityTitle", "value")] = Decimal(amount[:30])
        except InvalidOperation:
            continue
    finite = [value for value in last.values() if value.is_finite()]
    return in_parentheses(sum(finite, Decimal(0))) if finite else ""


def _document(people: list[dict[str, Json]], held: str, reported: str) -> dict[str, Json]:
    """Officers as executives; what is held stands for the owners together, so only one owner alone is entered."""
    officers: list[Json] = [{**person, "pay": "N/A"} for person in people if person["titles"]]
    document: dict[str, Json] = {us_document.EXECUTIVES: officers} if officers else {}
    if held and day(reported):
        names = [str(person["name"]) for person in people]
        holder = dict.fromkeys(us_document.HOLDER, "") | {"name": names[0], "share": held, "reported_date": reported}
        document[us_document.DIRECT] = [dict(holder)]
    return document
