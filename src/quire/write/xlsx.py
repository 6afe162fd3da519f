"""Workbooks: sheets of plain lines to an .xlsx file. The only importer of XlsxWriter.

Callers describe a sheet by values (`Sheet`, `Row`, `Number`); nothing here knows what they mean. Invariants: a text
never becomes a formula or a link, a number is exact or written as text, and every program accepts the sheet names.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.text import is_cjk
from quire.write.office.core_timestamps import utc_time

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

EXACT_DIGITS = 15
"""Significant digits that a spreadsheet keeps of a number (IEEE 754 binary64); one with more is written as text."""

LONGEST_TEXT = 32_767
"""UTF-16 units of a cell; longer texts are cut (Excel's specification)."""

LONGEST_FORMAT = 255
"""Characters of a number's format; what is longer, for a figure of hundreds of decimals, is shown in general form."""

LONGEST_NAME = 31
"""Characters of a sheet's name."""

_NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
_RESERVED = frozenset({"history"})  # Excel keeps this name to itself
_PRINTED = 200.0  # characters of a printed line that can still be read on A4
_LINE = 15.0  # points of a line of text at 11 points
_MOST_LINES = 27  # a row is at most 409 points high
_NARROWEST, _WIDEST = 8.0, 60.0  # characters of a column


class Number(NamedTuple):
    """A number and how it is shown, in the code of number formats that spreadsheets share: ``#,##0.00``."""

    value: Decimal
    format: str = "General"


class RowStyle(StrEnum):
    """How a row is formatted."""

    PLAIN = "plain"
    TITLE = "title"
    NOTE = "note"  # grey, small: what is said about the table
    HEADER = "header"
    SECTION = "section"
    TOTAL = "total"


Entry = str | int | date | Number | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row.

    Attributes:
        cells: from the first column on; None stays empty.
        look: how it is set.
        level: indentation of the first cell.
        marked: columns (0-based) that are to be looked at with care; they are shaded.
    """

    cells: tuple[Entry, ...]
    look: RowStyle = RowStyle.PLAIN
    level: int = 0
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet.

    Attributes:
        name: as wanted; `sheet_names` makes it one that is allowed.
        lines: from the first row on.
        frozen: how many rows and columns stay in sight; the rows are repeated on every printed page.
        wrapped: columns whose long texts are wrapped; titles and notes are not.
        quiet: columns that are set in grey below the header.
        landscape: how it is printed.
        filtered: whether the last frozen row gets the arrows that filter.
    """

    name: str
    lines: Sequence[Row]
    frozen: tuple[int, int] = (0, 0)
    wrapped: frozenset[int] = frozenset()
    quiet: frozenset[int] = frozenset()
    landscape: bool = False
    filtered: bool = False


def write(target: Path, sheets: Sequence[Sheet], *, title: str = "") -> None:
    """Write a workbook; the same sheets give the same file.

    Args:
        target: the file to write.
        sheets: at least one.
        title: of the document, for its properties.

    Raises:
        OSError: it cannot be written.
    """
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import FileCreateError

    book = Workbook(str(target), {"in_memory": True, "strings_to_urls": False, "strings_to_formulas": False})
    book.set_properties({"title": cell_text(title)[:200], "created": utc_time("")})
    formats = _Formats(book)
    for sheet, name in zip(sheets, sheet_names([one.name for one in sheets]), strict=True):
        _fill(book.add_worksheet(name), sheet, formats)
    try:
        book.close()
    except FileCreateError as error:
        raise OSError(str(error)) from error


def sheet_names(wanted: Iterable[str]) -> list[str]:
    r"""A valid name for each sheet: at most 31 characters, none of ``[]:*?/\``, unique regardless of case."""
    names: list[str] = []
    taken = set(_RESERVED)
    for one in wanted:
        bare = " ".join(cell_text(one).translate(_NOT_IN_NAMES).split()).strip("'")
        name, number = _cut(bare, LONGEST_NAME).strip(" '") or "Sheet", 2
        while name.casefold() in taken:
            tail = f" ({number})"
            name, number = _cut(bare or "Sheet", LONGEST_NAME - len(tail)).strip(" '") + tail, number + 1
        taken.add(name.casefold())
        names.append(name)
    return names


def cell_text(text: str) -> str:
    """The text without what XML or a cell cannot hold: control characters but for line ends and tabs, surrogates."""
    kept = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cs"})
    return _cut(kept.replace("\ufffe", "").replace("\uffff", ""), LONGEST_TEXT)


def cell_name(row: int, column: int) -> str:
    """The name of a cell as people write it; 0-based in, "B12" out."""
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(row, column))


class _Formats:
    """The formats of a book, each made once."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}

    def get(self, sheet: Sheet, line: Row, column: int, entry: Entry) -> Format:
        """The format of a cell of a line."""
        look = dict(_LOOKS[line.look])
        if column in sheet.quiet and line.look is not RowStyle.HEADER:
            look |= {"font_color": "#7F7F7F", "bold": False}
        if column == 0 and line.level:
            look["indent"] = min(line.level, 15)
        if isinstance(entry, Number):
            shown = entry.format if len(entry.format) <= LONGEST_FORMAT else "General"
            look |= {"num_format": shown, "align": "right"}
        elif isinstance(entry, date):
            look["num_format"] = "yyyy-mm-dd"
        if _wraps(sheet, line, column):
            look["text_wrap"] = True
        if column in line.marked:
            look["bg_color"] = "#FFE699"
        found = tuple(sorted(look.items()))
        if found not in self._made:
            self._made[found] = self._book.add_format(look)
        return self._made[found]


_LOOKS: dict[RowStyle, dict[str, object]] = {
    RowStyle.PLAIN: {"valign": "vcenter"},
    RowStyle.TITLE: {"bold": True, "font_size": 14},
    RowStyle.NOTE: {"font_color": "#595959"},
    RowStyle.HEADER: {
        "bold": True,
        "bg_color": "#DDEBF7",
        "bottom": 1,
        "align": "center",
        "valign": "vcenter",
        "text_wrap": True,
    },
    RowStyle.SECTION: {"bold": True, "valign": "vcenter"},
    RowStyle.TOTAL: {"bold": True, "top": 1, "valign": "vcenter"},
}


def _fill(page: Worksheet, sheet: Sheet, formats: _Formats) -> None:
    widths = _widths(sheet)
    for column, width in enumerate(widths):
        page.set_column(column, column, width)
    for row, line in enumerate(sheet.lines):
        if (height := _height(sheet, line, widths)) > 1:
            page.set_row(row, height * _LINE)  # not every program finds the height of wrapped texts itself
        for column, entry in enumerate(line.cells):
            _put(page, (row, column), entry, formats.get(sheet, line, column, entry))
    rows, columns = sheet.frozen
    if rows or columns:
        page.freeze_panes(rows, columns)
    if rows:
        page.repeat_rows(0, rows - 1)
    if sheet.filtered and rows and len(sheet.lines) > rows:
        page.autofilter(rows - 1, 0, len(sheet.lines) - 1, len(sheet.lines[rows - 1].cells) - 1)
    page.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
    page.set_paper(9)  # A4
    page.fit_to_pages(max(1, round(sum(widths) / _PRINTED)), 0)
    if sheet.landscape:
        page.set_landscape()


def _put(page: Worksheet, place: tuple[int, int], entry: Entry, look: Format) -> None:
    """Write one cell; an empty one of a shaded line gets its shade."""
    if entry is None or entry == "":
        page.write_blank(*place, None, look)
    elif isinstance(entry, Number):
        if _exact(entry.value):
            page.write_number(*place, float(entry.value), look)
        else:
            page.write_string(*place, f"{entry.value:f}", look)
    elif isinstance(entry, date):
        page.write_datetime(*place, entry, look)
    elif isinstance(entry, int):
        page.write_number(*place, entry, look)
    else:
        page.write_string(*place, cell_text(entry), look)


def _exact(value: Decimal) -> bool:
    return len(value.normalize().as_tuple().digits) <= EXACT_DIGITS and value.adjusted() < EXACT_DIGITS


def _widths(sheet: Sheet) -> list[float]:
    """A width for each column, by what stands in it below the notes and titles."""
    widths: dict[int, float] = {}
    for line in sheet.lines:
        wide = line.look not in {RowStyle.TITLE, RowStyle.NOTE}  # these run over into empty neighbours
        for column, entry in enumerate(line.cells):
            room = _room(entry) + 2.0 * line.level * (column == 0) if wide else 0.0
            if line.look is RowStyle.HEADER:
                room = min(room, 24.0)  # headers are wrapped
            widths[column] = max(widths.get(column, _NARROWEST), room)
    return [min(width, _WIDEST) for _, width in sorted(widths.items())]


def _wraps(sheet: Sheet, line: Row, column: int) -> bool:
    return line.look is RowStyle.HEADER or (
        column in sheet.wrapped and line.look not in {RowStyle.TITLE, RowStyle.NOTE}
    )


def _height(sheet: Sheet, line: Row, widths: Sequence[float]) -> int:
    """Lines of text that a row needs."""
    most = 1
    for column, entry in enumerate(line.cells):
        if isinstance(entry, str) and entry and _wraps(sheet, line, column):
            room = max(widths[column] - 2.0 * line.level * (column == 0), _NARROWEST)
            needed = sum(max(1, math.ceil(1.15 * _columns(part) / room)) for part in entry.split("\n"))
            most = max(most, needed)
    return min(most, _MOST_LINES)


def _room(entry: Entry) -> float:
    """Characters that a cell needs."""
    if entry is None:
        return 0.0
    if isinstance(entry, Number):
        digits = len(f"{abs(entry.value):,f}")
        return 1.1 * digits + 4.0
    if isinstance(entry, date):
        return 12.0
    lines = str(entry).split("\n")
    return 1.15 * max(map(_columns, lines)) + 2.0


def _columns(line: str) -> int:
    """Columns of a line: characters of the full-width grid take two."""
    return len(line) + sum(is_cjk(ord(c)) for c in line)


def _cut(text: str, most: int) -> str:
    """As many whole characters as fit into `most` UTF-16 units, which Excel counts."""
    return text.encode("utf-16-le")[: 2 * most].decode("utf-16-le", "ignore")
