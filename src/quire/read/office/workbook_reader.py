"""Workbooks (SpreadsheetML): each visible sheet as a heading and its tables, values as they are shown.

Only values are read, never formulas; sheets are streamed, so that memory follows the cells that are kept.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quire.errors import DamagedDocument
from quire.model.block import Block, Heading, Paragraph, Table
from quire.model.document import Document
from quire.model.page import Metadata
from quire.read.books.emphasis_spans import plain_spans
from quire.read.office.office_package import check_package
from quire.read.office.spanning_rows import RowCell, grid_of

MAX_CELLS = 200_000
"""Of a workbook; what is beyond is left out and named."""
MAX_ROWS = 1_048_576

_DECIMALS = re.compile(r"[0#?]\.([0#?]+)")
_QUOTED = re.compile(r'"[^"]*"?|\\.?|\[[^\]]*\]?')


def read_workbook(path: Path) -> Document:
    """The document.

    Raises:
        DamagedDocument: it cannot be read. DocumentTooBig, ProtectedDocument: as `check_package`.
    """
    import warnings as python_warnings

    import openpyxl
    from lxml.etree import LxmlError
    from openpyxl.utils.exceptions import InvalidFileException

    check_package(path)
    blocks: list[Block] = []
    notes: list[str] = []
    left = MAX_CELLS
    try:
        with contextlib.ExitStack() as opened, python_warnings.catch_warnings():
            python_warnings.simplefilter("ignore")  # of parts that it does not know and that hold no text
            file = opened.enter_context(path.open("rb"))  # by its name it would judge the suffix
            book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
            for sheet in book.worksheets:
                if sheet.sheet_state != "visible":
                    notes.append(f"The hidden sheet “{sheet.title}” is left out.")
                    continue
                sheet.reset_dimensions()
                found, left, cut = _rows(sheet, left)
                if cut:
                    notes.append(f"The sheet “{sheet.title}” is cut: a workbook has at most {MAX_CELLS:,} cells here.")
                blocks += [Heading(1, plain_spans(sheet.title), ()), *_blocks(found)]
            meta = Metadata(book.properties.title or "", book.properties.creator or "")
            book.close()
    except (
        *(InvalidFileException, LxmlError, SyntaxError, KeyError, ValueError, TypeError, AttributeError, IndexError),
        *(zipfile.BadZipFile, OSError, OverflowError),
    ) as error:
        raise DamagedDocument from error
    return Document((), tuple(blocks), meta=meta, warnings=tuple(notes))


def _rows(sheet: Any, left: int) -> tuple[list[list[str]], int, bool]:  # noqa: ANN401 - openpyxl has no types
    """The texts of a sheet row by row, the cells that may still be read, and whether the sheet was cut."""
    out: list[list[str]] = []
    for row in sheet.iter_rows(max_row=MAX_ROWS):
        texts = [shown(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        filled = sum(map(bool, texts))
        if filled > left or len(texts) > left:
            return out, left, True
        left -= len(texts)
        if texts or (out and out[-1]):  # several empty rows are one
            out.append(texts)
    return out, left, False


def _blocks(rows: Iterable[list[str]]) -> list[Block]:
    """Tables between empty rows; a single text is a paragraph."""
    out: list[Block] = []
    group: list[list[str]] = []
    for row in [*rows, []]:
        if row:
            group.append(row)
        elif group:
            first = min(next(at for at, text in enumerate(one) if text) for one in group)
            width = max(map(len, group))
            texts = [[*one, *[""] * (width - len(one))][first:] for one in group]
            if len(group) == 1 and sum(map(bool, group[0])) == 1:
                out.append(Paragraph(plain_spans(texts[0][0]), ()))
            else:
                cells = [[RowCell(plain_spans(text)) for text in one] for one in texts]
                out.append(Table(grid_of(cells, header_rows=_headers(texts)), ()))
            group = []
    return out


def _headers(texts: list[list[str]]) -> int:
    """1 when the first row names the columns: full of texts, above a row with a figure."""
    if len(texts) < 2 or not all(texts[0]):
        return 0
    return int(not any(map(_is_figure, texts[0])) and any(map(_is_figure, texts[1])))


def _is_figure(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "-+(" or text[-1:] == "%"


def shown(value: object, number_format: str) -> str:
    """A value as a program shows it: dates in ISO 8601, numbers with their places, separators and percent sign."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if not isinstance(value, int | float):
        return str(value).strip()
    pattern = _QUOTED.sub("", (number_format or "General").split(";")[0])
    percent = "%" in pattern
    amount = value * 100 if percent else value
    if pattern == "General" or not re.search(r"[0#?]", pattern):
        text = f"{amount:.15g}" if isinstance(amount, float) else str(amount)
    else:
        decimals = _DECIMALS.search(pattern)
        comma = "," if re.search(r"[0#?],[0#?]", pattern) else ""
        text = f"{amount:{comma}.{len(decimals[1]) if decimals else 0}f}"
    return f"{text}%" if percent else text
