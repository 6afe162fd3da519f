"""Headings of tables of figures by their place: what stands over the figures alone, close above them, heads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Row
from quire.layout.tables.gutters import Columns
from quire.layout.tables.header_rows import is_unit_line
from quire.layout.tables.row_roles import CONTINUED, HEADER, OUTSIDE, START
from quire.layout.text.numeric_text import is_marker, is_year
from quire.tables.column_gutters import MIN_GUTTER

ASIDE = 3.0  # points by which a heading may begin left of the figures' column
NEAR = 1.0  # of the row height: white between a table and the headings above it
INDENT = 40.0  # points; a figure further right than that of labels is no mark of a note
FIGURED = 0.5  # share of the rows from the first figures on that have some
APART = 0.8  # of the row height: white between two headings side by side
INFINITY = 1e9  # points, behind the last column
LEADING = 1.35  # of the height of the row, from a line of a text to its next one


def over_figures(rows: Sequence[Row], roles: Sequence[int], columns: Columns) -> list[int]:
    """The roles with the header of a table of figures as its place tells it.

    Texts over its figures are headings, whether they stand close above the table or below other headings: periods,
    units, "Unaudited". What stands over its labels alone above all headings is a title, or the end of a sentence.

    Args:
        rows: The rows of a candidate with those above and below it, from top to bottom.
        roles: Of each of them.
        columns: Of the table, that of labels first.
    """
    found = list(roles)
    body = [i for i, role in enumerate(roles) if role != OUTSIDE]
    figured = [i for i in body if rows[i].figures]
    if not figured or not columns.borders or len(figured) < FIGURED * (body[-1] + 1 - figured[0]):
        return found
    start, first = body[0], figured[0]
    while start and rows[start].y0 - rows[start - 1].y1 < NEAR * rows[start].height:
        if not _is_over_figures(rows[start - 1], columns) and not _holds_years(rows[start - 1], columns):
            break
        start -= 1
    sentences = [i for i in range(start, first) if _is_sentence(rows[i], columns)]
    if sentences:
        found[start : sentences[-1] + 1] = [OUTSIDE] * (sentences[-1] + 1 - start)
        start = sentences[-1] + 1
    top = start
    while top < first and _is_label(rows[top], columns):
        top += 1
    end = top
    while end < first and (found[end] == HEADER or _heads(rows[end], columns)):
        end += 1
    if end == top:
        return [START if r == HEADER and i < first and _is_label(rows[i], columns) else r for i, r in enumerate(found)]
    found[start:end] = [HEADER] * (end - start)
    while start < top and _is_title(rows[start], rows[start + 1], columns):
        found[start] = OUTSIDE
        start += 1
    return found


def through_figures(rows: Sequence[Row], roles: Sequence[int], inside: tuple[int, int]) -> list[int]:
    """The roles with the rows of a candidate that go on with its figures: as many of them, as near as other rows.

    Args:
        rows: The rows of a candidate with those above and below it, from top to bottom.
        roles: Of each of them.
        inside: The index of the candidate's first row and the one behind its last.
    """
    found = list(roles)
    body = [i for i, role in enumerate(roles) if role in {START, CONTINUED}]
    if len(body) < 2 or not rows[body[-1]].figures:
        return _without_foot(rows, found)
    furthest = max(rows[b].baseline - rows[a].baseline for a, b in pairwise(body))
    last = body[-1]
    for i in range(last + 1, inside[1]):
        figures = rows[i].figures
        if rows[i].baseline - rows[last].baseline > furthest or (figures and figures != rows[body[-1]].figures):
            break
        if figures:
            for k in range(last + 1, i + 1):
                found[k] = START
            last = i
    return _without_foot(rows, found)


def _without_foot(rows: Sequence[Row], roles: list[int]) -> list[int]:
    """The roles without the single texts below the last figures: notes, signatures, page numbers.

    A text that ends with a colon is the label of rows on the next page.
    """
    body = [i for i, role in enumerate(roles) if role in {START, CONTINUED}]
    if not body:
        return roles
    left = min(rows[i].x0 for i in body)
    figured = [i for i in body if rows[i].figures or (rows[i].amounts and rows[i].x0 > left + INDENT)]
    if not figured or len(figured) < FIGURED * sum(roles[i] == START for i in body if i <= figured[-1]):
        return roles
    tail = [i for i in body if i > figured[-1]]
    if not tail or roles[tail[0]] != START or any(len(rows[i].pieces) > 1 + _is_noted(rows[i]) for i in tail):
        return roles
    if rows[tail[-1]].pieces[0].text.endswith((":", "：")):
        return roles
    return [OUTSIDE if i in tail else role for i, role in enumerate(roles)]


def close_above(rows: Sequence[Row], first: Row, columns: Columns) -> list[Row]:
    """The last of some rows that stand over the figures of a table which begins with the row `first`."""
    found: list[Row] = []
    for row in reversed(rows):
        if first.y0 - row.y1 > NEAR * row.height or not _is_over_figures(row, columns):
            break
        found.insert(0, row)
        first = row
    return found


def _is_noted(row: Row) -> bool:
    """Whether a row begins with the mark of a note."""
    return is_marker(row.pieces[0].text)


def _is_over_figures(row: Row, columns: Columns) -> bool:
    """Whether all texts of a row stand right of the labels and none is a figure or the unit of the whole table."""
    if row.x0 < columns.borders[0] - ASIDE or not _heads(row, columns) or is_unit_line(row.pieces[0].text):
        return False
    return len(row.pieces) > 1 or not _is_in_the_middle(row, columns)


def _is_in_the_middle(row: Row, columns: Columns) -> bool:
    """Whether a text stands in the middle of the whole table, labels and figures, and of no column: its title."""
    (left, _), (_, right) = columns.extents[0], columns.extents[-1]
    middles = [(lo + hi) / 2 for lo, hi in columns.extents[1:]]
    middles.append((columns.extents[1][0] + right) / 2)
    centre = (row.x0 + row.x1) / 2
    miss = abs(centre - (left + right) / 2)
    return miss < row.height and miss < min(abs(centre - middle) for middle in middles)


def _heads(row: Row, columns: Columns) -> bool:
    """Whether a row has texts over the figures, and no figures but years."""
    right = columns.extents[-1][1]
    over = row.x1 > columns.borders[0] and all(p.x0 + p.x1 <= 2 * right for p in row.pieces)
    several = len(row.pieces) > 1 or row.x0 >= columns.borders[0] - ASIDE
    return over and several and all(is_year(p.text) or not p.amount for p in row.pieces)


def _holds_years(row: Row, columns: Columns) -> bool:
    """Whether a row has nothing but several years or dates over the figures, beside a text over the labels."""
    pieces = row.pieces[1:]
    right = columns.extents[-1][1]
    over = len(pieces) > 1 and pieces[0].x0 >= columns.borders[0] - ASIDE and pieces[-1].x0 <= right
    return over and not row.pieces[0].amount and all(is_year(p.text) for p in pieces)


def _is_sentence(row: Row, columns: Columns) -> bool:
    """Whether a row is one text from the labels into the figures: the end of the text above a table."""
    return len(row.pieces) == 1 and row.x0 < columns.borders[0] and row.x1 > columns.extents[1][0] + ASIDE


def _is_label(row: Row, columns: Columns) -> bool:
    """Whether a row is one text that begins over the labels."""
    return len(row.pieces) == 1 and row.x0 < columns.borders[0] - ASIDE


def _is_title(row: Row, below: Row, columns: Columns) -> bool:
    """Whether a row is one text over the labels that does not go on in the row below."""
    piece = row.pieces[0]
    if len(row.pieces) > 1 or piece.x0 + piece.x1 > 2 * columns.borders[0]:
        return False
    goes_on = below.pieces[0].x0 < columns.borders[0] and below.baseline - row.baseline < LEADING * row.height
    return not goes_on


def parted_by_headings(columns: Columns, head: Sequence[Row], body: Sequence[Row]) -> Columns:
    """The columns with those parted over which two headings stand side by side: no row has texts in both.

    Args:
        columns: Of a table, that of labels first.
        head: The rows of headings.
        body: The rows below them.
    """
    at = len(columns.extents) - 1
    while at > 0:
        place = _between_headings(columns, at, head, body)
        if place is not None:
            columns = _parted(columns, at, place, head, body)
        else:
            at -= 1
    return columns


def _between_headings(columns: Columns, at: int, head: Sequence[Row], body: Sequence[Row]) -> float | None:
    """Where two headings of a column part it without cutting a text below them; None where none do."""
    edges = [columns.extents[0][0], *columns.borders, INFINITY]
    lo, hi = edges[at], edges[at + 1]
    texts = [(p.x0, p.x1) for row in body for p in row.pieces]
    for row in reversed(head):
        own = [p for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
        for left, right in pairwise(own):
            if right.x0 - left.x1 < APART * row.height:
                continue
            inside = [(x0, x1) for x0, x1 in texts if x1 > left.x0 and x0 < right.x1 and lo < (x0 + x1) / 2 < hi]
            ends = sorted([left.x1, right.x0, *(x for pair in inside for x in pair)])
            free = [
                (abs(a + b - left.x1 - right.x0) / 2, (a + b) / 2)
                for a, b in pairwise(ends)
                if b - a >= MIN_GUTTER and not any(x0 < (a + b) / 2 < x1 for x0, x1 in inside)
            ]
            free = [one for one in free if left.x0 < one[1] < right.x1]
            if free:
                return min(free)[1]
    return None


def _parted(columns: Columns, at: int, place: float, head: Sequence[Row], body: Sequence[Row]) -> Columns:
    """The columns with one parted at a place; a part without texts is as wide as its headings."""
    edges = [columns.extents[0][0], *columns.borders, INFINITY]
    extents = []
    for lo, hi in ((edges[at], place), (place, edges[at + 1])):
        for rows in (body, head):
            own = [p for row in rows for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
            if own:
                extents.append((min(p.x0 for p in own), max(p.x1 for p in own)))
                break
    borders = [*columns.borders[:at], place, *columns.borders[at:]]
    return Columns(borders, [*columns.extents[:at], *extents, *columns.extents[at + 1 :]], columns.cost)
