"""Reads the first sheet of an XLSX workbook as rows of texts: as a stream, with caps on its unpacked size.

It reads only what a list needs: texts, numbers, booleans, merged heads. A formula gives the value that was saved.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from quire.company.importers import safe_xml
from quire.company.importers.import_files import Source
from quire.company.record import Problem

if TYPE_CHECKING:
    from lxml.etree import _Element

LARGEST = 256 << 20
"""Bytes that one part of a workbook may have unpacked; a list of 13,000 companies with 40 columns has 60 MB."""

MOST_COLUMNS = 1024
MOST_MERGES = 10_000

_LAST_ROW = 1_048_576
"""The highest number that a row may have, counted from 1."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_RELATION = re.compile(r"\{[^}]*relationships\}id")
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def is_workbook(source: Source) -> bool:
    """Return whether a file is an XLSX workbook."""
    return "xl/workbook.xml" in source.members


def rows(source: Source) -> Iterator[list[str]]:
    """Yield the rows of the first sheet from its first row on; empty ones too, so that a caller can count them.

    Raises:
        Problem: it is damaged, encrypted, or unpacks to too much.
    """
    try:
        with zipfile.ZipFile(source.path) as book:
            texts = _shared(book)
            yield from _rows(book, _first_sheet(book), texts)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, RuntimeError, NotImplementedError) as error:
        raise Problem(f"is not a readable workbook ({type(error).__name__})") from None


def merges(source: Source) -> list[tuple[int, int, int, int]]:
    """Return the merged cells of the first sheet: first row, first column, last row, last column, from 0."""
    with zipfile.ZipFile(source.path) as book:
        found: list[tuple[int, int, int, int]] = []
        for element in _elements(book, _first_sheet(book), "mergeCell"):
            first, _, last = str(element.get("ref", "")).partition(":")
            top, bottom = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last)
            if top and bottom and len(found) < MOST_MERGES:
                found.append((int(top[2]) - 1, _column(top[1]), int(bottom[2]) - 1, _column(bottom[1])))
        return found


class _Capped:
    """A member as a file that ends with an error when more comes out of it than it may."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = LARGEST

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, 1 << 20) if size >= 0 else 1 << 20)
        self._left -= len(data)
        if self._left < 0:
            raise Problem(f"a part of the workbook is larger than {LARGEST >> 20} MiB unpacked")
        return data


def _elements(book: zipfile.ZipFile, member: str, *names: str) -> Iterator[_Element]:
    """The elements of those names in a member, as `xml.elements`."""
    with book.open(member) as stream:
        yield from safe_xml.elements(_Capped(stream), *(space + name for name in names for space in (_MAIN, _STRICT)))


def _first_sheet(book: zipfile.ZipFile) -> str:
    """The member of the first sheet, by the relations of the workbook."""
    sheet = next(iter(_attributes(book, "xl/workbook.xml", "sheet")), {})
    wanted = next((value for name, value in sheet.items() if _RELATION.fullmatch(name)), "")
    with book.open("xl/_rels/workbook.xml.rels") as stream:
        relations = safe_xml.root(stream.read(1 << 20))
    for relation in relations:
        if relation.get("Id") == wanted:
            target = str(relation.get("Target"))
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise Problem("has no sheet")


def _attributes(book: zipfile.ZipFile, member: str, name: str) -> list[dict[str, str]]:
    return [
        {str(key): str(value) for key, value in element.attrib.items()} for element in _elements(book, member, name)
    ]


def _shared(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(element) for element in _elements(book, "xl/sharedStrings.xml", "si")]


def _text(element: _Element) -> str:
    """The text of runs; phonetic guides (``rPh``) are no part of it."""
    runs = [*element.iterfind("{*}t"), *element.iterfind("{*}r/{*}t")]
    return "".join(run.text or "" for run in runs)


def _rows(book: zipfile.ZipFile, member: str, texts: list[str]) -> Iterator[list[str]]:
    at = 0
    for row in _elements(book, member, "row"):
        number = int(row.get("r") or at + 1)
        if not at < number <= _LAST_ROW:
            raise Problem("has rows out of order")
        yield from ([] for _ in range(min(number - at - 1, 1000)))  # a gap is a few lines, or not worth counting
        at = number
        cells: list[str] = []
        for position, cell in enumerate(row):
            reference = _REFERENCE.match(str(cell.get("r") or ""))
            column = _column(reference[1]) if reference else position
            if column >= MOST_COLUMNS:
                break
            cells.extend([""] * (column + 1 - len(cells)))
            cells[column] = _value(cell, texts)
        yield cells


def _value(cell: _Element, texts: list[str]) -> str:
    kind, value = cell.get("t"), cell.findtext("{*}v") or ""
    if kind == "inlineStr":
        inner = cell.find("{*}is")
        return _text(inner) if inner is not None else ""
    if kind == "s":
        return texts[int(value)] if value.isdecimal() and int(value) < len(texts) else ""
    return "" if kind == "e" else value


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
