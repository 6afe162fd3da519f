"""Rows of a column to paragraphs: by pitch, indents, short last lines, styles and list markers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.order.reading_order import Column
from quire.layout.rounding import half_points
from quire.layout.text import contents_tables
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.line_pitches import NO_PITCHES, LinePitches
from quire.layout.text.list_markers import han_value, is_choice, is_next_section, row_marker
from quire.layout.text.tab_stops import are_form_rows
from quire.layout.text.text_rows import Row
from quire.model.table import Align
from quire.text import is_hangul, is_rtl

# A paragraph's rows differ in size by less than this share (a row of subscripts, a small-caps row).
_SIZE_SLACK = 0.1
# A row whose size differs by this share of it is set differently.
_RESIZED = 0.06
# White between rows beyond this share of the usual pitch parts paragraphs.
_PITCH_SLACK = 1.22
# The pitch that is assumed where a column has too few rows to tell, in type sizes.
_PITCH = 1.45
# Points within which edges count as aligned.
_EDGE = 2.0
# A short row at the right may end this much before the column's edge, in type sizes: above a table with padding.
_NEAR_EDGE = 1.5
# "Name: ", "日期：": two rows that begin so are entries of a form.
_LABELLED = re.compile(r"[^\W\d_][^:：。.!?]{0,17}(?:：|:(?: |$))")
# A label with a number: "UC01.", "Step 2:", "第一，".
_COUNTED = re.compile(r"(?P<label>[^\W\d_]{1,12}[ .-]?)(?P<number>\d{1,3})(?=[.:)\s])")
_ORDINAL = re.compile(r"第([一二三四五六七八九十]{1,3})(?=[，,、：:])")
# Type sizes that lines set to the left leave over, beside the next word.
_LEFT_OVER = 1.5
# Addresses are narrower than this, in type sizes, and have fewer rows.
_ADDRESS, _ADDRESS_ROWS = 16.0, 8
# Two rows are of one size if these differ by less, points; pitches, in type sizes, are counted between these two, and
# are one if they differ by less; a single one below the last is taken as it is. Double spacing of Chinese fonts is 2.6.
_ONE_SIZE, _LEAST_PITCH, _MOST_PITCH, _ONE_PITCH, _SURE_PITCH = 0.2, 0.8, 3.3, 0.08, 1.7
# Few rows may end this share of the column before its full rows would; rows that end behind the second share reach its
# edge.
_MORE_RIGHT, _FAR_RIGHT = 0.3, 0.7
# A row of raised or lowered type is narrower and smaller than these shares of its neighbour.
_SCRIPT_WIDTH, _SCRIPT_SIZE = 0.25, 0.85
# Room at the end of a justified row that ends a paragraph, type sizes; a word counts as no longer than this share.
_JUSTIFIED_ROOM, _LONG_WORD = 0.8, 0.35
# The indent of a first row, type sizes, and in points at least.
_INDENT, _LEAST_INDENT = 0.6, 4.0
# A single row set at the right begins behind this share of the column.
_RIGHT_INSET = 0.35
# With fewer rows nothing shows where full rows end.
_FEW_ROWS = 4
# Of justified rows, at least this share ends at their edge, and so many times as many as reach beyond it (a word that
# TeX could not break).
_EDGE_SHARE, _OVERFULL = 0.5, 4
# Characters of a label that its text hangs from, at most.
_LABEL = 6
# Twice the points by which the middles of two centred rows may differ, and that of a single row from its column's; and
# the least indent of such a row, as a share of the column.
_CENTRED, _ROW_CENTRED, _CENTRED_INSET = 3.0, 4.0, 0.08
_STOPS = ".!?;。！？；-"
_ENDS = '.!?:;。！？：；…”"』」)）'


def split_paragraphs(column: Column, page: int, number: int, pitches: LinePitches = NO_PITCHES) -> list[Draft]:
    """The paragraphs of a column; tables and figures are drafts with their index in `item`.

    Args:
        column: Of a page.
        page: Its number.
        number: The column's, in reading order.
        pitches: From row to row inside the paragraphs of the document.
    """
    drafts: list[Draft] = []
    run: list[Row] = []
    for part in column.parts:
        if isinstance(part, Row):
            run.append(part)
            continue
        drafts += _paragraphs(run, column, page, number, pitches)
        run = []
        drafts.append(Draft(page, left=column.x0, right=column.x1, column=number, item=part))
    return drafts + _paragraphs(run, column, page, number, pitches)


def line_pitch(rows: Sequence[Row]) -> float:
    """The usual line pitch in type sizes; a default if there are too few rows."""
    counts: Counter[float] = Counter()
    for a, b in pairwise(rows):
        if a.size > 0 and abs(a.size - b.size) < _ONE_SIZE:
            ratio = (b.baseline - a.baseline) / a.size
            if _LEAST_PITCH < ratio < _MOST_PITCH:
                counts[round(ratio * 20) / 20] += 1
    if not counts:
        return _PITCH
    best, count = max(counts.items(), key=lambda item: (item[1], -item[0]))
    near = sum(n for ratio, n in counts.items() if abs(ratio - best) < _ONE_PITCH)
    return best if near > 1 or (count == sum(counts.values()) and best < _SURE_PITCH) else min(best, _PITCH)


def _paragraphs(rows: list[Row], column: Column, page: int, number: int, pitches: LinePitches) -> list[Draft]:
    if not rows:
        return []
    drafts: list[Draft] = []
    start = 0
    for first, end in contents_tables.contents_runs(rows, titled=contents_tables.has_contents_heading(rows)):
        drafts += _text_paragraphs(rows[start:first], column, page, number, pitches)
        drafts += [
            Draft(page, entry, Kind.ENTRY, column.x0, column.x1, number)
            for entry in contents_tables.split_entries(rows[first:end])
        ]
        start = end
    return drafts + _text_paragraphs(rows[start:], column, page, number, pitches)


def _text_paragraphs(rows: list[Row], column: Column, page: int, number: int, pitches: LinePitches) -> list[Draft]:
    if not rows:
        return []
    pitch = line_pitch(rows)
    drafts: list[Draft] = []
    for run in _even_runs(rows, pitch, pitches):
        if _is_reversed(run):
            drafts += _reversed_paragraphs(run, column, page, number)
            continue
        splitter = _Splitter(run, _right_edge(run, column))
        for part in splitter.parts():
            draft = Draft(page, part, left=column.x0, right=column.x1, column=number)
            draft.align, draft.indent = _alignment(part, column)
            drafts.append(draft)
    return drafts


def _counts_on(above: str, text: str) -> bool:
    """Whether a text begins with the number or the counted label that follows that of the text above.

    "1.2.4" after "1.2.3", "UC02." after "UC01.", "第二，" after "第一，".
    """
    if is_next_section(above, text):
        return True
    first, second = _COUNTED.match(above), _COUNTED.match(text)
    if first and second and first["label"] == second["label"]:
        return int(second["number"]) == int(first["number"]) + 1
    first, second = _ORDINAL.match(above), _ORDINAL.match(text)
    return first is not None and second is not None and han_value(second[1]) == han_value(first[1]) + 1


def _is_reversed(run: Sequence[Row]) -> bool:
    """Whether rows run against the direction of their page: right-to-left, or left-to-right on a mirrored page."""
    if not run[0].lines[0].mirrored:
        return any("\u0590" <= row.text[0] <= "\u08ff" for row in run)
    text = "".join([row.text for row in run])
    return not any(map(is_rtl, map(ord, text))) and any(char.isalpha() for char in text)


def _reversed_paragraphs(run: Sequence[Row], column: Column, page: int, number: int) -> list[Draft]:
    """The paragraphs of rows that run against their page's direction, split as their mirror images.

    LEFT alignment means the side on which their lines begin.
    """
    mirror = Column([], -column.x1, -column.x0)
    images = [row.mirrored() for row in run]
    plain = {id(image): row for image, row in zip(images, run, strict=True)}
    drafts: list[Draft] = []
    for part in _Splitter(images, _right_edge(images, mirror)).parts():
        draft = Draft(page, [plain[id(image)] for image in part], left=column.x0, right=column.x1, column=number)
        draft.align, draft.indent = _alignment(part, mirror)
        drafts.append(draft)
    return drafts


def _right_edge(rows: Sequence[Row], column: Column) -> float:
    """Where full rows end: where several rows do, else the column's edge when the rows are far from it."""
    right = _justified_edge(rows, column)
    if right is not None:
        return right
    right = max(row.x1 for row in rows)
    if len(rows) < _FEW_ROWS:
        edge = _shared_edge(rows, right, column)
        if edge is not None:
            return max(edge, right)
        return max(right, min(column.x1, right + _MORE_RIGHT * (column.x1 - column.x0)))
    if sum(right - row.x1 < _EDGE for row in rows) > 1:
        return right
    edge = _shared_edge(rows, right, column)
    if edge is not None:
        return max(edge, right)
    return right if right - column.x0 > _FAR_RIGHT * (column.x1 - column.x0) else column.x1


def _justified_edge(rows: Sequence[Row], column: Column) -> float | None:
    """Where most rows end, far to the right, if a few reach beyond."""
    ends = sorted(row.x1 for row in rows)
    if len(ends) < _FEW_ROWS or ends[-1] - ends[len(ends) // 2] < _EDGE:
        return None
    first = most = 0
    edge = ends[0]
    for last, end in enumerate(ends):
        while end - ends[first] >= _EDGE:
            first += 1
        if last - first + 1 > most:
            most, edge = last - first + 1, end
    beyond = sum(end > edge for end in ends)
    far = edge - column.x0 > _FAR_RIGHT * (column.x1 - column.x0)
    return edge if far and beyond and most >= max(_EDGE_SHARE * len(ends), _OVERFULL * beyond) else None


def _shared_edge(rows: Sequence[Row], right: float, column: Column) -> float | None:
    """The first place behind `right` where rows of a column end, others than these among them: its text's edge."""
    least = max(right - _EDGE, column.x0 + _FAR_RIGHT * (column.x1 - column.x0))
    own = set(map(id, rows))
    ends = sorted((part.x1, id(part) in own) for part in column.parts if isinstance(part, Row) and part.x1 > least)
    return next((b for (a, first), (b, last) in pairwise(ends) if b - a < _EDGE and not (first and last)), None)


def _even_runs(rows: Sequence[Row], pitch: float, pitches: LinePitches) -> list[list[Row]]:
    """Rows split where the white between them is wide or the type size changes."""
    runs = [[rows[0]]]
    for a, b in pairwise(rows):
        if _are_apart(a, b, max(pitch, pitches.get(half_points(b.size), 0.0))):
            runs.append([b])
        else:
            runs[-1].append(b)
    return runs


def _are_apart(a: Row, b: Row, pitch: float) -> bool:
    size = max(a.size, b.size)
    distance = b.baseline - a.baseline
    if abs(a.size - b.size) > _SIZE_SLACK * size and not _is_script_fragment(a, b):
        return True
    return distance > _PITCH_SLACK * pitch * size


def _is_script_fragment(a: Row, b: Row) -> bool:
    """Whether one of two rows is a bit of raised or lowered type that belongs to the other."""
    small, large = (a, b) if a.size < b.size else (b, a)
    return (
        small.width < _SCRIPT_WIDTH * large.width
        and small.size < _SCRIPT_SIZE * large.size
        and b.baseline - a.baseline < large.size
    )


class _Splitter:
    """Splits evenly spaced rows into paragraphs."""

    def __init__(self, rows: list[Row], right: float) -> None:
        self._rows = rows
        self._right = right
        self._left = min(row.x0 for row in rows)
        self._middle = (self._left + right) / 2
        ends = sum(right - row.x1 < _EDGE for row in rows)
        self._justified = len(rows) > 2 and ends >= 0.5 * len(rows)
        lefts = {round(row.x0) for row in rows}
        self._is_address = self._rows_are_address()
        self._set_right = 2 < len(rows) == ends == len(lefts)  # each row ends at the right and begins elsewhere

    def parts(self) -> list[list[Row]]:
        parts = [[self._rows[0]]]
        for index in range(1, len(self._rows)):
            if self._breaks(parts[-1], index):
                parts.append([self._rows[index]])
            else:
                parts[-1].append(self._rows[index])
        return parts

    def _breaks(self, part: list[Row], index: int) -> bool:
        a, b = part[-1], self._rows[index]
        if (a.bold != b.bold and self._has_ended(a)) or _is_restyled(a, b):
            return True
        if not a.text.strip("_") or not b.text.strip("_"):  # room for an answer
            return True
        if abs(b.x0 - part[0].x0) < b.size and _counts_on(part[0].text, b.text):
            return True
        if self._begins_item(part, a, b) or self._are_entries(a, b):
            return True
        if self._at_right(a) != self._at_right(b):
            return True
        if _are_centred(a, b):
            return self._fits(a, b) and not b.text[0].islower()
        if self._is_indented(part, index):
            return True
        return self._leaves_room(a, b)

    def _are_entries(self, a: Row, b: Row) -> bool:
        """Whether each of two rows is a line of its own: of a form, an address, a date and a place at the right."""
        if is_choice(a.text) or is_choice(b.text) or are_form_rows(a, b) or self._is_address:
            return True
        return (self._set_right and not b.text[0].islower()) or bool(
            _LABELLED.match(a.text) and _LABELLED.match(b.text)
        )

    def _rows_are_address(self) -> bool:
        """Whether rows are an address: few, narrow, no sentences, each with a capital or after a row with room left."""
        rows = self._rows
        if not 2 < len(rows) < _ADDRESS_ROWS or self._right - min(row.x0 for row in rows) > _ADDRESS * rows[0].size:
            return False
        short = [self._room(a, b) > _LEFT_OVER * a.size for a, b in pairwise(rows)]
        begun = all(some or not b.text[0].islower() for some, b in zip(short, rows[1:], strict=True))
        if not begun or any(row.text[-1] in _STOPS for row in rows):
            return False
        return any(short) or not any(row.bold or not _begins_name(row) for row in rows)

    def _has_ended(self, a: Row) -> bool:
        """Whether no sentence runs on over the end of a row."""
        return self._right - a.x1 >= 3 * a.size or a.text[-1] in _ENDS

    def _begins_item(self, part: list[Row], a: Row, b: Row) -> bool:
        marker = row_marker(b)
        if marker is None:
            return False
        if marker.value == 0 and marker.text not in "-–—*o→·":
            return True
        if marker.text == "o" and a.text[-1] in ",，" and abs(b.x0 - a.x0) < 0.5 * b.size:  # Spanish, Italian: "or"
            return False
        if abs(b.x0 - a.x0) > 0.5 * b.size or a.text[-1] in ".;:,。；：，、" or self._leaves_room(a, b):
            return True
        first = row_marker(part[0])
        if first is None:
            return False
        if first.kind != marker.kind:
            return len(part) == 1 and marker.value == 1
        return marker.value == (first.value + 1 if first.value else 0)

    def _at_right(self, row: Row) -> bool:
        """Whether a row is set at the right: a unit above a table, a date, a signature."""
        return row.x0 > self._middle and self._right - row.x1 < _EDGE and len(row.lines) == 1

    def _leaves_room(self, a: Row, b: Row) -> bool:
        """Whether the first word of `b` would have fitted at the end of `a`."""
        room = self._room(a, b)
        if self._justified:
            return room > _JUSTIFIED_ROOM * a.size
        if _is_chinese(b.text[0]) and a.text[-1] in _ENDS:  # its rows break behind any character
            return room > _JUSTIFIED_ROOM * a.size
        if room <= _LEFT_OVER * a.size:
            return False
        return a.text[-1] in _ENDS or not b.text[0].islower()

    def _fits(self, a: Row, b: Row) -> bool:
        """Whether the first word of `b` would have fitted into the white on both sides of `a`, which is centred."""
        return self._room(a, b) + a.x0 - self._left > _LEFT_OVER * a.size

    def _room(self, a: Row, b: Row) -> float:
        """Points that the first word of `b` would have left over at the end of `a`."""
        word = b.lines[0].words[0]
        need = min(word.x1 - word.x0, _LONG_WORD * (self._right - b.x0))
        if _is_chinese(word.text[0]):
            need = b.size
        return self._right - a.x1 - need

    def _is_indented(self, part: list[Row], index: int) -> bool:
        """Whether the left edge of row `index` starts a paragraph."""
        a, b = part[-1], self._rows[index]
        step = b.x0 - a.x0
        em = max(_INDENT * b.size, _LEAST_INDENT)
        if abs(step) < em:
            return False
        after = self._rows[index + 1] if index + 1 < len(self._rows) else None
        if step > 0:
            if len(part) > 1:
                return True
            # the first row stands out: a hanging paragraph when the rows below keep the indent
            if row_marker(a) is not None or _far_marker(a):
                return False
            hanging = after is not None and abs(after.x0 - b.x0) < _EDGE
            if not hanging and a.text[-1] not in _ENDS and not self._leaves_room(a, b):  # a hanging entry of two rows
                return False
            return not hanging or (a.text[-1] in ".。" and self._leaves_room(a, b))
        if len(part) == 1:
            # back to the edge after an indented first row
            return step < -6 * b.size or (row_marker(a) is not None and not self._continues(a, b))
        return True

    def _continues(self, a: Row, b: Row) -> bool:
        """Whether a numbered row starts a paragraph whose other rows begin at the edge (Chinese, contracts)."""
        marker = row_marker(a)
        if marker is None or not marker.value or row_marker(b) is not None:
            return False
        return a.text[-1] not in _ENDS and not self._leaves_room(a, b)


def _is_chinese(char: str) -> bool:
    """Whether rows may break before a character: it is Chinese or Japanese."""
    return "\u2e80" <= char <= "\uffef" and not is_hangul(ord(char))


def _begins_name(row: Row) -> bool:
    """Whether a row begins with a capital or a figure."""
    return row.text[0].isupper() or row.text[0].isdigit()


def _is_restyled(a: Row, b: Row) -> bool:
    """Whether two rows differ in two of size, weight and colour: a full row of a heading, and text."""
    x, y = a.style, b.style
    if x.rise or y.rise:
        return False
    return (abs(x.size - y.size) >= _RESIZED * y.size) + (x.color != y.color) + (a.bold != b.bold) > 1


def _far_marker(row: Row) -> bool:
    """Whether a row starts with a short piece far from the rest: a label that its text hangs from."""
    return len(row.lines) > 1 and len(row.lines[0].text) <= _LABEL


def _are_centred(a: Row, b: Row) -> bool:
    apart = len(a.lines) > 1 or len(b.lines) > 1  # what is at both edges is not in the middle
    return not apart and abs(a.x0 + a.x1 - b.x0 - b.x1) < _CENTRED and abs(a.x0 - b.x0) > _EDGE


def _alignment(rows: Sequence[Row], column: Column) -> tuple[Align, float]:
    """Alignment and first-line indent of a paragraph."""
    first = rows[0]
    middle = abs((first.x0 + first.x1) - (column.x0 + column.x1))
    width = column.x1 - column.x0
    if len(rows) == 1:
        inset = first.x0 - column.x0
        if middle < _ROW_CENTRED and inset > _CENTRED_INSET * width:
            return Align.CENTER, 0.0
        if inset > _RIGHT_INSET * width and column.x1 - first.x1 < (
            _EDGE if inset < 0.5 * width else _NEAR_EDGE * first.size
        ):
            return Align.RIGHT, 0.0
        return Align.LEFT, 0.0
    lefts = [row.x0 for row in rows]
    rights = [row.x1 for row in rows]
    if max(lefts) - min(lefts) > _EDGE and all(
        abs(row.x0 + row.x1 - first.x0 - first.x1) < _CENTRED for row in rows[1:]
    ):
        return Align.CENTER, 0.0
    body_left = min(lefts[1:])
    indent = first.x0 - body_left
    if max(rights) - min(rights) < _EDGE and max(lefts) - min(lefts) > 2 * first.size and indent == 0:
        return Align.RIGHT, 0.0
    straight = max(rights[:-1]) - min(rights[:-1]) < _EDGE
    align = Align.JUSTIFY if straight and len(rows) > 2 else Align.LEFT
    return align, indent if abs(indent) > 0.5 * first.size else 0.0
