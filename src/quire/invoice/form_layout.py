"""A page cut into rows, labels, vertical names and its table of goods, and where the value of a label stands."""

from __future__ import annotations

from dataclasses import dataclass

from quire.invoice.character_rows import Row, pieces_of, rows_of
from quire.invoice.invoice import Origin, Value
from quire.invoice.item_columns import ItemTable, find_item_table, tokens_of
from quire.invoice.label_positions import CAPTIONS, Label, labels_of
from quire.invoice.reread import Look
from quire.invoice.vertical_labels import VerticalLabel, find_vertical_labels, turned_labels
from quire.model.page import Page, TextSource

GAP = 1.3
"""Ems of white space that end a value once it has begun."""

_BELOW = 1.5  # ems between a heading and its value
_REACH = 14.0  # ems from a label to its value on the same row


@dataclass(frozen=True, slots=True)
class FormLayout:
    """A page split into rows, labels, zones and its table of line items."""

    page: Page
    rows: list[Row]
    labels: list[Label]
    stacks: list[VerticalLabel]
    goods: ItemTable | None
    origin: Origin
    look: Look | None = None  # reads a part again; None for a text layer

    @property
    def recognised(self) -> bool:
        """Whether its text is recognised, with misread characters."""
        return self.origin is Origin.OCR

    def value(self, text: str, row: int, start: int, end: int) -> Value:
        """A value of the characters [start, end) of a row."""
        printed = self.rows[row].printed(start, end)
        return Value(
            text,
            printed,
            self.origin,
            round(self.rows[row].confidence(start, end), 4),
            self.page.number,
            self.rows[row].box(start, end),
        )


def lay_out_form(page: Page, look: Look | None = None) -> FormLayout:
    """The layout of a page."""
    pieces = pieces_of(page)
    stacks, noise = find_vertical_labels(pieces)
    stacks += turned_labels(page)
    rows = rows_of(pieces, page, leave=noise)
    origin = Origin.OCR if page.source in (TextSource.OCR, TextSource.HIDDEN) else Origin.TEXT
    goods = find_item_table(rows, page.rules)
    inside = range(goods.first - 1, goods.last) if goods else range(0)
    labels = [x for x in labels_of(rows, tolerant=origin is Origin.OCR) if x.row not in inside]
    return FormLayout(page, rows, labels, stacks, goods, origin, look if origin is Origin.OCR else None)


def value_span(sheet: FormLayout, label: Label) -> tuple[int, int]:
    """The characters [start, end) of a label's row that may be its value; start = end without any."""
    row = sheet.rows[label.row]
    stop = min((x.start for x in sheet.labels if x.row == label.row and x.start >= label.end), default=len(row.text))
    closed = label.end and row.text[label.end - 1] in ":;"
    start = label.end
    if start >= stop or row.gap(start) > _REACH or (start in row.cuts and closed):
        return start, start
    end = start + 1
    while end < stop and end not in row.cuts and row.gap(end) <= GAP:
        end += 1
    return start, end


def value_beside(sheet: FormLayout, label: Label) -> tuple[int, int, int] | None:
    """(row, start, end) of a value slightly above or below the row of its label.

    Printers set values beside their box: the nearest piece to the right that no other label claims.
    """
    home = sheet.rows[label.row]
    edge = home.glyphs[label.end - 1].x1
    best: tuple[float, tuple[int, int, int]] | None = None
    for number in range(max(0, label.row - 2), min(len(sheet.rows), label.row + 3)):
        row = sheet.rows[number]
        apart = abs(row.middle - home.middle)
        if number == label.row or apart > 1.0 * home.em:
            continue
        taken = [x for x in sheet.labels if x.row == number]
        for token in tokens_of(row, number):
            far = token.box.x0 - edge
            if far < -0.5 * home.em or far > _REACH * home.em or any(x.start <= token.start for x in taken):
                continue
            stop = min((x.start for x in taken if x.start > token.start), default=len(row.text))
            end = min(token.end, stop)
            while end < stop and row.gap(end) <= GAP and end not in row.cuts:
                end += 1
            if best is None or apart < best[0]:
                best = (apart, (number, token.start, end))
            break
    return best[1] if best else None


def value_below(sheet: FormLayout, label: Label) -> tuple[int, int, int] | None:
    """(row, start, end) of the value below its label, with no other label between."""
    home = sheet.rows[label.row]
    left, right = home.glyphs[label.start].x0, home.glyphs[label.end - 1].x1
    for number in range(label.row + 1, min(len(sheet.rows), label.row + 3)):
        row = sheet.rows[number]
        if row.y0 - home.y1 > _BELOW * home.em:
            return None
        if CAPTIONS.fullmatch(row.text):
            continue
        for token in tokens_of(row, number):
            if token.box.x0 < right and token.box.x1 > left:
                claimed = any(x.row == number and x.start <= token.start < x.end for x in sheet.labels)
                return None if claimed else _run(row, number, token.start)
    return None


def _run(row: Row, number: int, start: int) -> tuple[int, int, int]:
    """(row, start, end) of what begins at a character, up to a wide gap or a line of the form."""
    end = start + 1
    while end < len(row.text) and row.gap(end) <= GAP and end not in row.cuts:
        end += 1
    return number, start, end


def label_texts(sheet: FormLayout, kind: str, *, party: str = "") -> list[tuple[str, int, int, int]]:
    """(squeezed text, row, start, end) for each label of a kind that has text beside it."""
    found = []
    for label in sheet.labels:
        if label.kind != kind or (party and label.party != party):
            continue
        start, end = value_span(sheet, label)
        place = (label.row, start, end) if end > start else value_beside(sheet, label)
        if place:
            found.append((sheet.rows[place[0]].text[place[1] : place[2]], *place))
    return found
