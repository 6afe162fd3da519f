"""The specification's own form: Chinese documents know themselves by 公司代码, American ones by ``symbol``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company import neeq, us
from quire.company.importers.context import Context, cik
from quire.company.importers.files import Source
from quire.company.importers.objects import Found
from quire.company.record import Problem
from quire.company.spool import Raw, Rejected


def is_own(value: Mapping[str, object]) -> bool:
    """Whether an object is a document of either data set."""
    return neeq.CODE in value or "symbol" in value


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Raw | Rejected]:
    """One document."""
    try:
        if neeq.CODE in value:
            yield Raw("cn", neeq.code(value[neeq.CODE]), "", source.name, found.row, found.data)
            return
        symbol = us.symbol(value["symbol"])
    except Problem as problem:
        yield Rejected(source.name, found.row, str(problem))
        return
    if number := cik(value.get("cik")):
        context.learn(number, [symbol])
    market = "" if us.market(value.get("market")) else source.market or context.market
    yield Raw("us", symbol, market, source.name, found.row, found.data)
