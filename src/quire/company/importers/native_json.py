"""Reads the specification's own form: 公司代码 identifies a Chinese document, ``symbol`` an American one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company import neeq_document, us_document
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found
from quire.company.part_spool import Raw, Rejected
from quire.company.record import Problem


def is_own(value: Mapping[str, object]) -> bool:
    """Return whether an object is a document of either data set."""
    return neeq_document.CODE in value or "symbol" in value


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Raw | Rejected]:
    """Yield one document."""
    try:
        if neeq_document.CODE in value:
            yield Raw("cn", neeq_document.code(value[neeq_document.CODE]), "", source.name, found.row, found.data)
            return
        symbol = us_document.symbol(value["symbol"])
    except Problem as problem:
        yield Rejected(source.name, found.row, str(problem))
        return
    if number := cik(value.get("cik")):
        context.learn(number, [symbol])
    market = "" if us_document.market(value.get("market")) else source.market or context.market
    yield Raw("us", symbol, market, source.name, found.row, found.data)
