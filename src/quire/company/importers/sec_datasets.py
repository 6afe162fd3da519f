"""Reads the SEC's Financial Statement Data Sets: zips of ``sub.txt`` (filings) and ``num.txt`` (their values).

The tables round dates to the end of a month; the name of the filing's instance document mostly gives the exact end of
its period. Only consolidated values of annual forms count: no co-registrant, no segment, four quarters or a day.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from quire.company import us_document
from quire.company.importers.annual_statements import Fact, is_annual, statements, wanted
from quire.company.importers.import_context import Context, cik
from quire.company.importers.import_files import Source
from quire.company.number_formats import day
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, clean

KIND = "sec-data-sets"
_MOST = 8 << 30  # bytes of num.txt unpacked; the largest quarter has 0.6 GB
_INSTANCE = re.compile(r"(?<!\d)(\d{8})(?!\d)")
_NEAR = 16  # days between the exact end of a period and its rounded one


class _Filing(NamedTuple):
    cik: str
    form: str
    filed: str
    period: str
    exact: str
    basic: dict[str, Json]


def is_dataset(source: Source) -> bool:
    """Return whether a file is the zip of a quarter."""
    return {"sub.txt", "num.txt"} <= set(source.members)


def read(source: Source, context: Context) -> Iterator[Part | Rejected]:
    """Yield the statements of every annual report of a quarter whose filer has a symbol."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            filings: dict[str, _Filing] = {}
            for filing, row, number in _filings(archive):
                if filing is None:
                    yield Rejected(source.name, f"sub.txt row {number}", f"no symbol is known for CIK {row}")
                elif context.symbols.get(filing.cik):
                    filings[row] = filing
                else:
                    yield Rejected(source.name, f"sub.txt row {number}", f"no symbol is known for CIK {filing.cik}")
            yield from _parts(source, _facts(archive, filings), filings, context)
    except (zipfile.BadZipFile, zlib.error, KeyError, csv.Error, EOFError, RuntimeError, NotImplementedError) as error:
        yield Rejected(source.name, "", f"is not a readable data set ({type(error).__name__})")
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))


def _parts(
    source: Source, facts: dict[str, list[Fact]], filings: dict[str, _Filing], context: Context
) -> Iterator[Part]:
    for accn, told in facts.items():
        filing = filings[accn]
        made = statements(told)
        for symbol in context.symbols[filing.cik]:
            document: dict[str, Json] = {"symbol": symbol, **made.sections}
            part = Part("us", symbol, document, {"cik": filing.cik}, merge=True, kind=KIND, rounded=True)
            part.file, part.row, part.details = source.name, f"num.txt {accn}", made.details
            part.fallback = {us_document.BASIC: filing.basic}
            yield part


def _filings(archive: zipfile.ZipFile) -> Iterator[tuple[_Filing | None, str, int]]:
    """Annual filings with their accession numbers and rows; None with what stands for a CIK where there is none."""
    for number, row in enumerate(_table(archive, "sub.txt"), 2):
        if not is_annual(row.get("form", "")):
            continue
        who, filed, period = cik(row.get("cik")), day(row.get("filed", "")), day(row.get("period", ""))
        if not who or not filed or not period:
            yield None, row.get("cik", "")[:20], number
            continue
        address = [row.get(name, "").strip() for name in ("bas1", "bas2", "cityba", "stprba", "zipba")]
        basic: dict[str, Json] = {"name": clean(row.get("name", "")), "phone": clean(row.get("baph", ""))}
        basic["address"] = clean(", ".join(filter(None, address)))
        exact = _exact(row.get("instance", ""), period)
        yield _Filing(who, row["form"], filed, period, exact, basic), row["adsh"], number


def _exact(instance: str, period: str) -> str:
    """The end of a filing's period by the name of its instance document, when that is near; else the rounded one."""
    found = _INSTANCE.search(instance)
    iso = day(found[1]) if found else None
    near = iso is not None and abs((date.fromisoformat(iso) - date.fromisoformat(period)).days) <= _NEAR
    return iso if near and iso else period


def _facts(archive: zipfile.ZipFile, filings: dict[str, _Filing]) -> dict[str, list[Fact]]:
    """The facts of each filing that line items come from."""
    found: dict[str, list[Fact]] = {}
    for row in _table(archive, "num.txt"):
        filing = filings.get(row.get("adsh", ""))
        concept = f"{row.get('version', '').partition('/')[0]}:{row.get('tag', '')}"
        if filing is None or concept not in wanted() or row.get("coreg") or row.get("segments"):
            continue
        rounded = day(row.get("ddate", ""))
        quarters, value = row.get("qtrs", ""), row.get("value", "")
        if rounded is None or not value or quarters not in {"0", "4"}:
            continue
        end = filing.exact if rounded == filing.period else rounded
        start = _year_before(end) if quarters == "4" else ""
        fact = Fact(concept, row.get("uom", ""), start, end, value, filing.filed, row["adsh"], filing.form)
        found.setdefault(row["adsh"], []).append(fact)
    return found


def _year_before(end: str) -> str:
    """A day about a year before another, so that the duration is one of a year; February has 28 days here."""
    return f"{int(end[:4]) - 1}{end[4:8]}{min(int(end[8:]), 28):02}"


def _table(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    if archive.getinfo(name).file_size > _MOST:
        raise Problem(f"{name} is larger than {_MOST >> 30} GiB unpacked")
    with (
        archive.open(name) as stream,
        io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="") as lines,
    ):
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {key: value for key, value in row.items() if isinstance(key, str) and isinstance(value, str)}
