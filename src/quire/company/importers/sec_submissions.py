"""Reads the SEC's submissions: a filer's names, symbols, address and telephone; one JSON object for each CIK.

Continuation files (``CIK##########-submissions-001.json``) hold only older filings, from which nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company import us_document
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, tidy

KIND = "sec-submissions"

_BESIDE = ("sic", "sicDescription", "ein", "lei", "stateOfIncorporation")


def is_submissions(value: Mapping[str, object]) -> bool:
    """Return whether an object is a filer's submissions."""
    return "cik" in value and ("filings" in value or "tickers" in value)


def is_continuation(value: Mapping[str, object]) -> bool:
    """Return whether an object is the continuation of a long list of filings."""
    return "accessionNumber" in value and "filingDate" in value


def read_continuation(
    source: Source, found: Found, value: Mapping[str, object], context: Context
) -> Iterator[Part | Rejected]:
    """Yield nothing: the file is of a known kind, but has no facts about the company."""
    del source, found, value, context
    yield from ()


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Part | Rejected]:
    """Yield the facts about the filer, for each of its symbols on a market that is served."""
    number = cik(value.get("cik"))
    listed = dict(_listed(value)) or dict.fromkeys(context.symbols.get(number, ()), "")
    if not number or not listed:
        reason = "has no symbol on nyse or nasdaq" if number else "has no CIK"
        yield Rejected(source.name, found.row, reason)
        return
    context.learn(number, listed)
    for symbol, market in listed.items():
        about: dict[str, Json] = {"cik": number, "market": market or context.market}
        about |= {key: text for key in _BESIDE if (text := _text(value.get(key)))}
        if names := _former(value):
            about["formerNames"] = names
        basic: dict[str, Json] = {"website": _text(value.get("website")), "phone": _text(value.get("phone"))}
        basic |= {"name": _text(value.get("name")), "address": _address(value)}
        document: dict[str, Json] = {
            "symbol": symbol,
            us_document.BASIC: {key: text for key, text in basic.items() if text},
        }
        if description := _text(value.get("description")):
            document["description"] = description
        yield Part("us", symbol, document, about, merge=True, kind=KIND, file=source.name, row=found.row)


def _listed(value: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    tickers, exchanges = value.get("tickers"), value.get("exchanges")
    if not isinstance(tickers, list) or not isinstance(exchanges, list):
        return
    for ticker, exchange in zip(tickers, exchanges, strict=False):
        if us_document.market(exchange) and us_document.is_symbol(ticker):
            yield us_document.symbol(ticker), us_document.market(exchange)


def _former(value: Mapping[str, object]) -> list[Json]:
    rows = value.get("formerNames")
    names = [_text(row.get("name")) for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return [name for name in dict.fromkeys(names) if name]


def _address(value: Mapping[str, object]) -> str:
    addresses = value.get("addresses")
    business = addresses.get("business") if isinstance(addresses, Mapping) else None
    if not isinstance(business, Mapping):
        return ""
    country = business.get("stateOrCountry") or business.get("stateOrCountryDescription")
    parts = (business.get("street1"), business.get("street2"), business.get("city"), country, business.get("zipCode"))
    return ", ".join(text for part in parts if (text := _text(part)))


def _text(value: object) -> str:
    found = tidy(value) if isinstance(value, str) else None
    return found.strip() if isinstance(found, str) else ""
