"""Reads 13F information tables of the SEC, which list an institution's holdings in each company, by CUSIP.

A table names neither its filer nor its date: both come from its cover (``primary_doc.xml`` beside it, or in the same
complete submission) or from options. A file of the operator maps each CUSIP to a symbol. Values are dollars; tables of
periods before the end of 2022 state thousands of dollars (form 13F, special instruction 9, amended with effect of 3
January 2023).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

from quire.company import us_document
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source, encoding
from quire.company.importers.safe_xml import children, root, text
from quire.company.number_formats import day, in_parentheses, label
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, clean

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "sec-13f"
DOLLARS_SINCE = "2022-12-31"
"""The first period whose tables state dollars."""

_CUSIP = re.compile(r"[0-9A-Z*@#]{9}")


@dataclass(frozen=True, slots=True)
class Cover:
    """The filer of a table, and its date (ISO)."""

    holder: str
    reported: str


@dataclass(slots=True)
class _Held:
    shares: Decimal = Decimal(0)
    value: Decimal = Decimal(0)
    row: int = 0


def cover(data: bytes) -> Cover:
    """Return the cover of a 13F filing.

    Raises:
        Problem: it is not well-formed, or names no filer or date.
    """
    form = root(data)
    holder = text(form, "formData", "coverPage", "filingManager", "name")
    month, _, rest = text(form, "headerData", "filerInfo", "periodOfReport").partition("-")
    reported = day(f"{rest.rpartition('-')[2]}-{month}-{rest.partition('-')[0]}")
    if not holder or not reported:
        raise Problem("does not name a filer or period")
    return Cover(clean(holder), reported)


def read(source: Source, data: bytes, told: Cover | None, context: Context) -> Iterator[Part | Rejected]:
    """Yield one part for each company of a table; add up the rows of a CUSIP, and leave out options and bonds."""
    try:
        by = told or _beside(source.path) or _given(context)
        symbols = _symbols(context)
        table = root(data)
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))
        return
    held: dict[str, _Held] = {}
    for at, row in enumerate(children(table, "infoTable"), 1):
        cusip = text(row, "cusip").upper().zfill(9)
        if cusip not in symbols:
            yield Rejected(source.name, f"row {at}", f"no symbol is known for CUSIP {cusip[:9]}")
        elif _is_shares(row):
            try:
                _add(held.setdefault(cusip, _Held(row=at)), row, thousands=by.reported < DOLLARS_SINCE)
            except InvalidOperation:
                yield Rejected(source.name, f"row {at}", "has no amount")
    for cusip, one in held.items():
        for symbol in symbols[cusip]:
            yield _part(source, symbol, one, by, context)


def _part(source: Source, symbol: str, one: _Held, by: Cover, context: Context) -> Part:
    holder: dict[str, Json] = dict.fromkeys(us_document.HOLDER, "")
    holder |= {"name": by.holder, "share": in_parentheses(one.shares), "value": in_parentheses(one.value)}
    holder["reported_date"] = label(by.reported) or ""
    document: dict[str, Json] = {"symbol": symbol, us_document.INSTITUTIONS: [holder]}
    about: dict[str, Json] = {"market": context.market}
    return Part("us", symbol, document, about, merge=True, kind=KIND, file=source.name, row=f"row {one.row}")


def _is_shares(row: _Element) -> bool:
    return not text(row, "putCall") and text(row, "shrsOrPrnAmt", "sshPrnamtType").upper() in {"", "SH"}


def _add(one: _Held, row: _Element, *, thousands: bool) -> None:
    shares, value = text(row, "shrsOrPrnAmt", "sshPrnamt"), text(row, "value")
    one.shares += _amount(shares)
    one.value += _amount(value) * (1000 if thousands else 1)


def _amount(shown: str) -> Decimal:
    if not re.fullmatch(r"\d{1,20}(\.\d{1,6})?", shown.replace(",", "")):
        raise InvalidOperation
    return Decimal(shown.replace(",", ""))


def _beside(path: Path) -> Cover | None:
    """The cover in a file ``primary_doc.xml`` beside the table."""
    file = path.with_name("primary_doc.xml")
    if not file.is_file() or file == path:
        return None
    with file.open("rb") as stream:
        return cover(stream.read(4 << 20))


def _given(context: Context) -> Cover:
    reported = day(context.reported)
    if not context.holder or not reported:
        raise Problem("the filer is not known: put primary_doc.xml beside the table, or give --holder and --reported")
    return Cover(clean(context.holder), reported)


def _symbols(context: Context) -> dict[str, list[str]]:
    """The symbols of each CUSIP, from the first CUSIP and the first symbol on each line of the file."""
    if context.cusips is None:
        raise Problem("no CUSIPs are known: give --cusips FILE with a CUSIP and a symbol on each line")
    data = context.cusips.read_bytes()
    found: dict[str, list[str]] = {}
    shown = data.decode(encoding(data[:4096]), "replace").replace("\t", ",").replace(";", ",").replace("|", ",")
    for row in csv.reader(shown.splitlines()):
        cells = [cell.strip().upper() for cell in row]
        cusip = next((cell for cell in cells if _CUSIP.fullmatch(cell) and any(c.isdigit() for c in cell)), "")
        symbol = next((cell for cell in cells if cell != cusip and us_document.is_symbol(cell)), "")
        if cusip and symbol and us_document.symbol(symbol) not in found.setdefault(cusip, []):
            found[cusip].append(us_document.symbol(symbol))
    return found
