"""Reads lists of companies as CSV (UTF-8 with or without a mark, GB18030) or XLSX, with heads of one or several rows.

The heads are the rows above the first row whose code column has a code. The lowest head identifies a column, or all its
heads joined by a slash; `columns.toml` has the usual ones, an option adds others. A key with slashes is a place in the
document: ``利润表/营业收入/2015-12-31``.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from importlib import resources
from itertools import chain, islice

from quire.company import neeq_document
from quire.company.importers import xlsx_reader
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source, text
from quire.company.number_formats import is_missing, lexical, printed
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, tidy

KIND = "neeq-list"
HEAD_ROWS = 30
"""Rows in which the heads are looked for; above them stand titles, dates and remarks."""

LONGEST_FIELD = 1 << 20

_NOISE = re.compile(r"[\s()（）\[\]【】:：*＊]|[(（][^)）]{0,300}[)）]")
_CODE = re.compile(r"\d{1,6}(?:\.(?:0+|OC|NQ))?")
_SERIAL = re.compile(r"[2-6]\d{4}(?:\.\d+)?")
_EPOCH = date(
    1899, 12, 30
)  # day 0 of the serial numbers of spreadsheets (ECMA-376, 18.17.4.1), after their error of 1900


def is_list(source: Source) -> bool:
    """Return whether a file is a table: a workbook, or a text whose name ends like a table's."""
    return xlsx_reader.is_workbook(source) or source.suffix in {".csv", ".tsv", ".txt"}


def read(source: Source, context: Context) -> Iterator[Part | Rejected]:
    """Yield one part for each row that has a code."""
    try:
        if xlsx_reader.is_workbook(source):
            yield from _table(source, xlsx_reader.rows(source), xlsx_reader.merges(source), context)
        else:
            csv.field_size_limit(LONGEST_FIELD)
            with text(source) as stream:
                yield from _table(source, csv.reader(stream, delimiter=_separator(source)), None, context)
    except csv.Error as error:
        yield Rejected(source.name, "", f"is not a table: {error}")
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))


def _table(
    source: Source, rows: Iterable[list[str]], merged: list[tuple[int, int, int, int]] | None, context: Context
) -> Iterator[Part | Rejected]:
    lines = iter(rows)
    first = list(islice(lines, HEAD_ROWS))
    column, begin, end = _heads(first, context)
    keys = _keys(_spread(first[begin:end], merged, begin), context)
    heads = {_plain(cell) or cell.strip() for row in first[begin:end] for cell in row} | {head for head, _ in keys}
    for head in context.columns:
        if not {head.strip(), _plain(head)} & heads:
            yield Rejected(source.name, "heads", f"--column: no column is called {head}", taken=True)
    unknown = [head for head, key in keys if head and not key]
    if unknown:
        shown = ", ".join(unknown[:20])
        yield Rejected(source.name, "heads", f"no key is known for: {shown}; --column HEAD=KEY gives one", taken=True)
    for number, cells in enumerate(chain(first[end:], lines), end + 1):
        if any(cell.strip() for cell in cells):
            yield from _row(source, f"row {number}", cells, [key for _, key in keys], column)


def _row(source: Source, row: str, cells: list[str], keys: list[str], column: int) -> Iterator[Part | Rejected]:
    try:
        code = neeq_document.code(cells[column] if column < len(cells) else "")
        document: dict[str, Json] = {}
        for key, cell in zip(keys, cells, strict=False):
            shown = tidy(cell.strip())
            if key and isinstance(shown, str) and not is_missing(shown):
                _enter(document, key, shown)
        document[neeq_document.CODE] = code
        checked, notes = neeq_document.normalized(document)
    except Problem as problem:
        yield Rejected(source.name, row, str(problem))
        return
    yield from (Rejected(source.name, f"{row} {note.pointer}".strip(), note.reason) for note in notes)
    if note := neeq_document.padded(cells[column]):
        yield Rejected(source.name, row, note, taken=True)
    yield Part("cn", code, checked, merge=True, kind=KIND, file=source.name, row=row)


def _enter(document: dict[str, Json], key: str, shown: str) -> None:
    """A cell at its place; numbers of spreadsheets as dates and amounts."""
    *above, last = key.split("/")
    place = document
    for step in above:
        inner = place.setdefault(step, {})
        if not isinstance(inner, dict):
            raise Problem(f"{key} stands below a text")
        place = inner
    if last in neeq_document.DATES and _SERIAL.fullmatch(shown):
        shown = (_EPOCH + timedelta(days=int(float(shown)))).isoformat()
    elif above and (amount := lexical(shown)) is not None:
        shown = printed(amount)
    elif key not in neeq_document.TEXTS or last == "员工人数":
        shown = re.sub(r"\.0+$", "", shown)
    place.setdefault(last, shown)


def _heads(first: list[list[str]], context: Context) -> tuple[int, int, int]:
    """The column of the codes, the first row of the heads, the first row of data; from 0.

    Raises:
        Problem: there is no column of codes with a known head.
    """
    for begin, cells in enumerate(first):
        for column, cell in enumerate(cells):
            if _known(cell, context) != neeq_document.CODE:
                continue
            for end in range(begin + 1, len(first)):
                below = first[end][column].strip() if column < len(first[end]) else ""
                if _CODE.fullmatch(below):
                    return column, _first_head(first, begin), end
    raise Problem(f"has no column of codes: a heading such as {neeq_document.CODE}, 证券代码 is needed")


def _first_head(first: list[list[str]], begin: int) -> int:
    """The first of the rows of heads: rows with several cells right above the one with the code's head."""
    while begin > 0 and sum(bool(cell.strip()) for cell in first[begin - 1]) > 1:
        begin -= 1
    return begin


def _spread(heads: list[list[str]], merged: list[tuple[int, int, int, int]] | None, begin: int) -> list[list[str]]:
    """The heads with the text of merged cells in each of them; without merges, over the blanks to its right."""
    width = max((len(row) for row in heads), default=0)
    grid = [[*row, *([""] * (width - len(row)))] for row in heads]
    for top, left, bottom, right in merged or ():
        if 0 <= top - begin < len(grid) and left < width:
            for row in grid[top - begin : bottom - begin + 1]:
                row[left : right + 1] = [grid[top - begin][left]] * (min(right + 1, width) - left)
    for row in grid[:-1] if merged is None else ():
        for column in range(1, width):
            row[column] = row[column] or row[column - 1]
    return grid


def _keys(heads: list[list[str]], context: Context) -> list[tuple[str, str]]:
    """Each column's head and its key ("" when none is known); a key is given once."""
    made: list[tuple[str, str]] = []
    taken: set[str] = set()
    for levels in zip(*heads, strict=True):
        parts = list(dict.fromkeys(level.strip() for level in levels if level.strip()))
        names = ["/".join(parts), *reversed(parts)]
        key = next((found for name in names if (found := _known(name, context)) and found not in taken), "")
        taken.add(key)
        made.append((names[0], key))
    return made


def _known(head: str, context: Context) -> str:
    if key := context.columns.get(head.strip()):
        return key
    plain = _plain(head)
    own = {_plain(name): key for name, key in context.columns.items()}
    return own.get(plain) or _columns().get(plain, "") if plain else ""


@cache
def _columns() -> dict[str, str]:
    shown = resources.files("quire.company.importers").joinpath("columns.toml").read_text(encoding="utf-8")
    return {_plain(head): key for key, heads in tomllib.loads(shown).items() for head in heads}


def _plain(head: str) -> str:
    return _NOISE.sub("", re.sub(r"[(（][^)）]{0,300}[)）]", "", head)).casefold()


def _separator(source: Source) -> str:
    first = source.head.split(b"\n", 1)[0]
    return "\t" if first.count(b"\t") > first.count(b",") else ";" if first.count(b";") > first.count(b",") else ","
