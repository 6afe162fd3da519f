"""Recognised figures against the format that their statement prints: separators are mended, odd figures are doubted.

A statement prints its amounts in one format: with so many decimals, with a comma after each third digit or without. A
recognised figure in another format has a mark or a digit that was misread.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.amounts import parse
from quire.finance.statement import Cell, Finding, Row, RowKind, Statement
from quire.finance.text_pieces import CLEANED, MENDED, RECOGNISED
from quire.hanzi import either_form
from quire.tables.medians import median

__all__ = ["PER_SHARE", "format_findings", "with_usual_separators"]

PER_SHARE = re.compile(either_form(r"每股|per (?:common |ordinary )?share|\bshares\b|加权平均"), re.IGNORECASE)
"""Labels of rows whose figures have a format of their own."""

_RATIO_ROW = re.compile(
    either_form(r"每股(?!面值)|^(?!.*(?:par value|\bshares\b)).*per (?:common |ordinary )?share"), re.IGNORECASE
)  # rows whose figures may have three decimals; not those about shares that are issued or counted

_USUAL = 0.9  # of the figures of a statement: their format is the usual one
_ODD = 0.2  # of the negative figures at most: their dash is a speck where the others have brackets
_SEPARATED = 1000  # figures from it on have a separator
_FEWEST = 8  # figures: with fewer, there is no usual format
_FEWEST_WHOLE = 4  # figures with commas and no decimals: with fewer, points may be what the statement prints
_FEWEST_COMMAS = 2  # where every point may be a comma: one alone may be a misread point
_FEWEST_RATIOS = 3  # figures per share that show how large they are
_FAR = 100.0  # times their median: no figure per share is so large
_LEAST_WHOLE = 0.2  # of the figures with three digits behind a point: so many whole ones with commas, at least
_CENTS = re.compile(r"\d{3}\.\d{1,2}[)%\-]*$")  # decimals of an amount, not of a figure per share
_THIRDS = re.compile(r"(?=.*\.)[(\-–—−]?[1-9]\d{0,2}(?:[.,]\d{3})+[)]?")  # a point where a comma belongs
_LOST = re.compile(r"[(\-–—−]?[1-9]\d{3,5}[.,]\d{3}[)]?")  # with another mark that was lost: "1375.012"
_SHORT = re.compile(r"[(\-–—−]?[1-9]\d{0,2}[)]?")  # a figure below a thousand without decimals
_DASHES = "-–—−"
_DECIMALS = re.compile(r"\.(\d+)[)%\-]*$")
_UNGROUPED = re.compile(r"\d{4}|,\d{1,2}(?!\d)|,\d{4}|^[(\-–—−]?\d{4,}")
_RATIO = re.compile(r"%|％|percent|比例|增减|变动", re.IGNORECASE)


def with_usual_separators(rows: Sequence[Row]) -> list[Row]:
    """The rows, points in recognised figures as commas where the statement prints no decimals.

    Whole figures with commas show that there are none: where three decimals are printed, every amount has them; so does
    one below a thousand where every other has a point before its last three digits. A point behind a figure is a
    speck, and goes.
    """
    rows = _with_usual_minus([_without_end_points(row) for row in rows])
    named = _with_sections(rows)
    figures = [cell.text for label, row in zip(named, rows, strict=True) for cell in _amounts(label, row)]
    whole = sum("," in text and not _DECIMALS.search(text) for text in figures)
    dotted = sum(bool(_THIRDS.fullmatch(text)) for text in figures)
    decimal = sum(bool(_CENTS.search(text)) for text in figures)
    if not _only_thirds(figures) and (
        whole < max(_FEWEST_WHOLE, _LEAST_WHOLE * dotted) or decimal > (1.0 - _USUAL) * len(figures)
    ):
        return rows
    return [row if _RATIO_ROW.search(label) else _regrouped(row) for label, row in zip(named, rows, strict=True)]


def _with_sections(rows: Sequence[Row]) -> list[str]:
    """The label of each row behind that of its section: "Earnings per share" tells what "Basic" is."""
    named, section = [], ""
    for row in rows:
        section = row.label if row.kind is RowKind.SECTION else section
        named.append(row.label if row.kind is RowKind.SECTION else f"{section} {row.label}")
    return named


def _only_thirds(figures: Sequence[str]) -> bool:
    """Whether all points stand before a third digit, and figures without one show that no decimals are printed."""
    thirds = sum(bool(_THIRDS.fullmatch(text) or ("." in text and _LOST.fullmatch(text))) for text in figures)
    whole = sum(bool(_SHORT.fullmatch(text)) or text.count(".") > 1 for text in figures)
    pointed = sum("." in text for text in figures)
    commas = sum("," in text and "." not in text for text in figures)
    return thirds >= _FEWEST and thirds == pointed and (whole > 0 or commas >= _FEWEST_COMMAS)


def _with_usual_minus(rows: list[Row]) -> list[Row]:
    """The rows without the dashes before recognised figures of a statement that prints negative ones in brackets."""
    texts = [cell.text for row in rows for cell in row.cells[1:] if cell.value is not None]
    brackets, dashes = (sum(text[:1] in signs for text in texts) for signs in ("(（", _DASHES))
    if brackets < _FEWEST_WHOLE or not dashes or dashes > _ODD * (brackets + dashes):
        return rows
    return [replace(row, cells=(*row.cells[:1], *(_without_dash(cell) for cell in row.cells[1:]))) for row in rows]


def _without_dash(cell: Cell) -> Cell:
    text = cell.text.lstrip(_DASHES + " ")
    if cell.confidence > RECOGNISED or cell.value is None or text == cell.text or parse(text) is None:
        return cell
    return replace(cell, text=text, value=parse(text), confidence=min(max(cell.confidence, MENDED), CLEANED))


def _without_end_points(row: Row) -> Row:
    return replace(row, cells=(*row.cells[:1], *(_without_end_point(cell) for cell in row.cells[1:])))


def _without_end_point(cell: Cell) -> Cell:
    text = cell.text.rstrip(". ")
    if cell.confidence > RECOGNISED or text == cell.text or cell.value is not None or parse(text) is None:
        return cell
    return replace(cell, text=text, value=parse(text), confidence=min(max(cell.confidence, MENDED), CLEANED))


def _regrouped(row: Row) -> Row:
    cells = tuple(
        _with_commas(cell) if cell.confidence <= RECOGNISED and cell.value is not None else cell for cell in row.cells
    )
    return replace(row, cells=cells)


def _with_commas(cell: Cell) -> Cell:
    if _LOST.fullmatch(cell.text):
        text = re.sub(r"\d+", lambda digits: f"{int(digits[0]):,}", re.sub(r"[.,]", "", cell.text))
    elif _THIRDS.fullmatch(cell.text):
        text = cell.text.replace(".", ",")
    else:
        return cell
    return replace(cell, text=text, value=parse(text), confidence=min(max(cell.confidence, MENDED), CLEANED))


def format_findings(statement: Statement) -> Iterable[Finding]:
    """A finding for the recognised figures whose decimals or separators are not those of the statement."""
    named = _with_sections(statement.rows)
    figures = [
        (named[r], r, c, cell)
        for r, row in enumerate(statement.rows)
        if row.kind is not RowKind.HEADER
        for c, cell in enumerate(row.cells)
        if cell.value is not None and c < len(statement.periods) and _is_money(statement, c) and "%" not in cell.text
    ]
    amounts = [(r, c, cell) for label, r, c, cell in figures if not PER_SHARE.search(label)]
    ratios = [(r, c, cell) for label, r, c, cell in figures if _RATIO_ROW.search(label)]
    decimals = Counter(_decimals(cell.text) for _, _, cell in amounts)
    odd = tuple(_odd_ratios(ratios))
    usual, count = decimals.most_common(1)[0] if len(amounts) >= _FEWEST else (0, 0)
    long = [cell.text for _, _, cell in amounts if cell.value is not None and abs(cell.value) >= _SEPARATED]
    grouped = bool(long) and sum("," in text for text in long) >= _USUAL * len(long)
    odd += tuple(
        (r, c)
        for r, c, cell in amounts
        if count
        and cell.confidence <= RECOGNISED
        and (
            (count >= _USUAL * len(amounts) and _decimals(cell.text) != usual)
            or (grouped and _UNGROUPED.search(cell.text.split(".")[0]))
        )
    )
    if odd:
        text = (
            "数字的格式与本表其他数字不同"
            if statement.language == "zh"
            else "Figures in another format than the others"
        )
        yield Finding("format", text, odd, holds=False)


def _odd_ratios(ratios: Sequence[tuple[int, int, Cell]]) -> Iterable[tuple[int, int]]:
    """The recognised figures per share with other decimals than most, or far larger: "112" for 1.12, "1,111.93"."""
    usual, count = Counter(_decimals(cell.text) for _, _, cell in ratios).most_common(1)[0] if ratios else (0, 0)
    sizes = [abs(float(cell.value or 0)) for _, _, cell in ratios]
    largest = _FAR * median(sizes) if len(sizes) >= _FEWEST_RATIOS else math.inf
    for (r, c, cell), size in zip(ratios, sizes, strict=True):
        other = 2 * count > len(ratios) and usual > 0 and _decimals(cell.text) != usual
        if cell.confidence <= RECOGNISED and (other or size > largest):
            yield r, c


def _is_money(statement: Statement, column: int) -> bool:
    period = statement.periods[column]
    return period is not None and not _RATIO.search(period.label)


def _decimals(text: str) -> int:
    found = _DECIMALS.search(text)
    return len(found[1]) if found else 0


def _amounts(label: str, row: Row) -> Iterable[Cell]:
    """The figures of a row that are amounts of money."""
    if row.kind is RowKind.HEADER or PER_SHARE.search(label):
        return ()
    return (cell for cell in row.cells[1:] if cell.value is not None)
