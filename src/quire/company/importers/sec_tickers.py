"""Reads the SEC's company_tickers_exchange.json: CIK, name, symbol and exchange of every listed filer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company import us_document
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, clean

KIND = "sec-tickers"


def is_tickers(value: Mapping[str, object]) -> bool:
    """Return whether an object is the list."""
    return isinstance(value.get("fields"), list) and isinstance(value.get("data"), list)


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Part | Rejected]:
    """Yield one part for each symbol on a market that is served; reject the others with their exchange."""
    del found
    fields, data = value["fields"], value["data"]
    names = [str(name) for name in fields] if isinstance(fields, list) else []
    for at, row in enumerate(data if isinstance(data, list) else (), 1):
        place = f"data {at}"
        cells = dict(zip(names, row, strict=False)) if isinstance(row, list) else {}
        try:
            yield _part(source, place, cells, context)
        except Problem as problem:
            yield Rejected(source.name, place, str(problem))


def _part(source: Source, place: str, cells: dict[str, object], context: Context) -> Part:
    symbol, market = us_document.symbol(cells.get("ticker")), us_document.market(cells.get("exchange"))
    if not market:
        raise Problem(f"{symbol} is listed on {cells.get('exchange') or 'no exchange'}, not on nyse or nasdaq")
    number = cik(cells.get("cik"))
    if number:
        context.learn(number, [symbol])
    name = clean(str(cells.get("name") or "")).strip()
    document: dict[str, Json] = {"symbol": symbol}
    about: dict[str, Json] = {"cik": number, "market": market}
    part = Part("us", symbol, document, about, merge=True, kind=KIND, file=source.name, row=place)
    part.fallback = {us_document.BASIC: {"name": name}} if name else {}
    return part
