"""Where a paragraph ends between two rows of a column: trees that were learned from tagged documents.

They weigh the white between the rows against that of their column and of the document's paragraphs, the room that the
upper row leaves for the next word, indents, styles, list markers, and the letters at the end and at the beginning.
`learn/joins.py` writes the trees.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.order.reading_order import Column
from quire.layout.rounding import half_points
from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.text.block_drafts import Marker
from quire.layout.text.body_style import NO_PITCHES, LinePitches
from quire.layout.text.list_markers import han_value, is_choice, is_next_section, marker_of
from quire.layout.text.tab_stops import are_form_rows
from quire.layout.text.text_rows import Row
from quire.model.page import Line, Style
from quire.text import is_hangul, wide_characters

# The pitch that is assumed where a column has too few rows to tell, in type sizes.
_PITCH = 1.45
# Two rows are of one size if these differ by less, points; pitches, in type sizes, are counted between these two, and
# are one if they differ by less; a single one below the last is taken as it is. Double spacing of Chinese fonts is 2.6.
_ONE_SIZE, _LEAST_PITCH, _MOST_PITCH, _ONE_PITCH, _SURE_PITCH = 0.2, 0.8, 3.3, 0.08, 1.7
# Points within which edges count as aligned.
_EDGE = 2.0
# Few rows may end this share of the column before its full rows would; rows that end behind the second share reach its
# edge.
_MORE_RIGHT, _FAR_RIGHT = 0.3, 0.7
# With fewer rows nothing shows where full rows end.
_FEW_ROWS = 4
# Of justified rows, at least this share ends at their edge, and so many times as many as reach beyond it (a word that
# TeX could not break).
_EDGE_SHARE, _OVERFULL = 0.5, 4
# "Name: ", "日期：": two rows that begin so are entries of a form.
_LABELLED = re.compile(r"[^\W\d_][^:：。.!?]{0,17}(?:：|:(?: |$))")
# A label with a number: "UC01.", "Step 2:", "第一，".
_COUNTED = re.compile(r"(?P<label>[^\W\d_]{1,12}[ .-]?)(?P<number>\d{1,3})(?=[.:)\s])")
_ORDINAL = re.compile(r"第([一二三四五六七八九十]{1,3})(?=[，,、：:])")
# A capital with a stop, as a list marker, and the end of a row of names in front of an initial: "Pinto, M." and "H.".
_INITIALS = frozenset(["letterA.", "romanA."])
_NAMES = re.compile(r"(?:[^\W\d_],|\b[A-Z]\.|&|\band)\s*$")
# Sentences that run on over the ends of rows, at least, and the share of these rows that are full, a space of so many
# type sizes counted, where they show the edge of a column.
_RUNS, _RUN_SHARE, _SPACE = 4, 0.8, 0.25
# A first word is taken to need this share of its row at most.
_LONG_WORD = 0.35
# What rows of Chinese do not part: signs that open, a character or a word, signs that close.
_UNIT = re.compile(r"[（「『《【〈〔“‘]*(?:[!-~]+|.)[）」』》】〉〕”’，。、；：！？]*")
# Classes of characters, by how likely a paragraph ends behind them, and begins with them: in order, not a measure.
_HYPHEN, _COMMA, _HAN, _LOWER, _UPPER, _DIGIT, _OTHER, _CLOSED, _SEMICOLON, _COLON, _STOP = map(float, range(11))
_STOPS = frozenset(".!?。！？…")
_LAST: dict[str, float] = {
    **dict.fromkeys("-\u2010\u00ad", _HYPHEN),
    **dict.fromkeys(",，、(（[【“", _COMMA),
    **dict.fromkeys(")）]】》", _CLOSED),
    **dict.fromkeys(";；", _SEMICOLON),
    **dict.fromkeys(":：", _COLON),
    **dict.fromkeys(_STOPS, _STOP),
}
_SMALL, _FIGURE, _CAPITAL = 0.0, 4.0, 5.0
_FIRST: dict[str, float] = {**dict.fromkeys(",，。.;；、)）]》!?", -1.0), **dict.fromkeys('(（“"‘[《【<「', 3.0)}
_QUOTES = "\"”』」’' "
# A sentence runs on in the same style: pitches up to this share above the usual one, type sizes that the next row
# begins further out at most (below an indented first row) and further in, and room for the next word.
_SPREAD, _OUT, _IN, _RESIZED, _LEFT_OVER = 1.22, 6.0, 0.6, 0.06, 1.5
# What it goes on with tells less where the row takes this share of its column, and has so many characters.
_WIDE, _SENTENCE = 0.85, 30
# Type sizes that a marker stands apart from the beginning of the row above it, which is none of its list then.
_APART = 0.5
# Beyond these a feature says no more: pitches, indents and distances in type sizes, characters, rows. `_NONE` where
# there is no row to compare with.
_FAR, _DEEP, _LONG, _SINCE, _REACH, _NONE = 6.0, 20.0, 80, 12, 15, -50.0


def breaks(rows: Sequence[Row], column: Column, pitches: LinePitches = NO_PITCHES) -> list[bool]:
    """Whether a paragraph ends behind each row but the last.

    Args:
        rows: That follow each other in a column.
        column: What they stand in.
        pitches: From row to row inside the paragraphs of the document.
    """
    judge = stored_trees("paragraph_breaks.json", "quire.layout.order")
    found: list[bool] = []
    first = rows[0]
    markers = _markers(rows)
    for at, features in enumerate(features_of(rows, column, pitches, every=False, markers=markers)):
        a, b = rows[at], rows[at + 1]
        ends = _are_entries(first, a, b, markers[at + 1]) or (bool(features) and judge.scores(features)[0] > 0.0)
        ends = ends and not are_set_down(a, b)
        found.append(ends)
        if ends:
            first = b
    return found


def _markers(rows: Sequence[Row]) -> list[Marker | None]:
    """The list marker that each row begins with; the initial of a name behind the row above it is none."""
    found = [marker_of(row.text) for row in rows]
    for at in range(1, len(rows)):
        marker = found[at]
        if marker is None or marker.kind not in _INITIALS or not _NAMES.search(rows[at - 1].text):
            continue
        near = [one for one in found[max(0, at - _REACH) : at + _REACH] if one is not None and one.kind == marker.kind]
        if not any(abs(one.value - marker.value) == 1 for one in near):
            found[at] = None
    return found


def _are_entries(first: Row, a: Row, b: Row, marker: Marker | None) -> bool:
    """Whether a paragraph ends between two rows for certain; it begins with `first`, and `b` with the marker.

    At answers to choose from, room for one, entries and blanks of forms, a number or label that follows its own, a
    marker that is not below the row's beginning, a sentence's end in an item above what is further out, and where the
    style changes.
    """
    if _is_restyled(a, b) or is_choice(a.text) or is_choice(b.text) or are_form_rows(a, b):
        return True
    if not a.text.strip("_") or not b.text.strip("_"):
        return True
    if a.text.endswith("___") and (b.text[0].isupper() or a.text.rstrip("_").rstrip().endswith((":", "："))):
        return True  # a blank at the end of the row
    if _LABELLED.match(a.text) is not None and _LABELLED.match(b.text) is not None:
        return True
    if abs(b.x0 - first.x0) < b.size and _counts_on(first.text, b.text):
        return True
    if marker is not None:  # "o" behind a comma is a word of Spanish and Italian
        return abs(b.x0 - a.x0) > _APART * b.size and not (marker.text == "o" and _last_class(a.text) == _COMMA)
    return b.x0 < a.x0 - _IN * b.size and _last_class(a.text) == _STOP and marker_of(a.text) is not None


def are_set_down(a: Row, b: Row) -> bool:
    """Whether two rows are letters of a word that is set from top to bottom, as on Chinese covers."""
    one_each = len(a.text) == len(b.text) == 1 and _last_class(a.text) == _last_class(b.text) == _HAN
    return one_each and _are_alike(a, b) and abs(b.x0 - a.x0) < _APART * b.size


def _is_restyled(a: Row, b: Row) -> bool:
    """Whether two rows differ in two of size, weight and colour: a full row of a heading, and text.

    So do the words that meet between them, or most of a row is a bold link and the sentence runs on.
    """
    x, y = a.style, b.style
    if x.rise or y.rise:
        return False
    last, first = a.lines[-1].words[-1].style, b.lines[0].words[0].style
    return _is_other(x, y, a.bold != b.bold) and _is_other(last, first, last.bold != first.bold)


def _is_other(x: Style, y: Style, weight: bool) -> bool:  # noqa: FBT001
    """Whether two styles differ in two of size, colour and, as told, weight."""
    return (abs(x.size - y.size) >= _RESIZED * y.size) + (x.color != y.color) + weight > 1


def features_of(
    rows: Sequence[Row],
    column: Column,
    pitches: LinePitches,
    *,
    every: bool = True,
    markers: Sequence[Marker | None] | None = None,
) -> list[list[float]]:
    """What the trees know of each two rows that follow each other; without `every` nothing where a sentence runs on.

    `markers` are those of the rows, where they are known.
    """
    edge = right_edge(rows, column)
    justified = sum([edge - row.x1 < _EDGE for row in rows]) / len(rows)
    usual = line_pitch(rows)
    left, right = column.x0, column.x1
    width, middle = max(1.0, right - left), left + right
    markers = _markers(rows) if markers is None else markers
    last = -1
    after_marker = 0.0
    found: list[list[float]] = []
    for at in range(len(rows) - 1):
        a, b = rows[at], rows[at + 1]
        before = rows[at - 1] if at else None
        after = rows[at + 2] if at + 2 < len(rows) else None
        own = markers[at]
        if own is not None:
            last, after_marker = at, text_start(a, own)
        size = max(a.size, b.size, 1.0)
        pitch = (b.baseline - a.baseline) / size
        x, y = a.style, b.style
        marker = markers[at + 1]
        spread = pitch / (pitches.get(half_points(b.size)) or usual)
        room = (edge - a.x1 - next_word(b.lines[0], edge)) / size
        last_class, first_class = _last_class(a.text), _first_class(b.text)
        in_line = marker is None and spread < _SPREAD and -_OUT < (b.x0 - a.x0) / size < _IN and _are_alike(a, b)
        is_wide = a.width > _WIDE * width and len(a.text) >= _SENTENCE
        if not every and (
            (in_line and _goes_on(last_class, first_class, room, is_wide=is_wide))
            or (pitch < _LEAST_PITCH and (_is_formula(a) or _is_formula(b)))
        ):
            found.append([])
            continue
        found.append(
            [
                min(pitch, _FAR),
                min(spread, _FAR),
                min(pitch / usual, _FAR),
                pitch - (a.baseline - before.baseline) / size if before else -9.0,
                pitch - (after.baseline - b.baseline) / size if after else -9.0,
                b.size / max(a.size, 1.0),
                float(a.bold) - float(b.bold),
                float(a.bold) + float(b.bold),
                float(x.color != y.color) + float(x.font != y.font) + 2.0 * float(x.italic != y.italic),
                room,
                (edge - a.x1) / size,
                (right - a.x1) / size,
                justified,
                _within((b.x0 - a.x0) / size, _DEEP),
                (a.x0 - left) / size,
                (b.x0 - left) / size,
                (after.x0 - b.x0) / size if after else _NONE,
                (a.x0 - before.x0) / size if before else _NONE,
                last_class,
                first_class,
                _kind(own),
                _kind(marker),
                _order(markers, at, a.text, b.text),
                float(min(at - last, _SINCE)) if last >= 0 else -1.0,
                _within((b.x0 - after_marker) / size, -_NONE) if last >= 0 else _NONE,
                _within((b.x0 - rows[last].x0) / size, -_NONE) if last >= 0 else _NONE,
                abs(a.x0 + a.x1 - middle) / size,
                abs(b.x0 + b.x1 - middle) / size,
                float(len(a.lines)),
                float(len(b.lines)),
                a.width / width,
                b.width / width,
                float(min(_LONG, len(a.text))),
                float(min(_LONG, len(b.text))),
                float(_LABELLED.match(a.text) is not None) + 2.0 * float(_LABELLED.match(b.text) is not None),
                float(x.mono) + float(y.mono),
                float(sum([char in _STOPS for char in a.text[:-1]])),
                abs(b.x0 - before.x0) / size if before else _NONE,
                float(a.text[0].isupper()),
            ]
        )
    return found


def _goes_on(last_class: float, first_class: float, room: float, *, is_wide: bool) -> bool:
    """Whether a sentence runs on over the end of a row."""
    if last_class == _HYPHEN and first_class in (_SMALL, _FIGURE):
        return True
    if first_class == _SMALL and last_class <= _LOWER:
        return room <= _LEFT_OVER
    return is_wide and room <= 0.0 and last_class <= (_LOWER if first_class == _CAPITAL else _UPPER)


def _are_alike(a: Row, b: Row) -> bool:
    return a.bold == b.bold and abs(a.size - b.size) < _RESIZED * a.size


def _is_formula(row: Row) -> bool:
    """Whether a row has letters that only formulas have."""
    return any("\U0001d400" <= char <= "\U0001d7ff" for char in row.text)


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))


def _kind(marker: Marker | None) -> float:
    return 0.0 if marker is None else 2.0 if marker.value == 0 else 1.0


def _order(markers: Sequence[Marker | None], at: int, above: str, text: str) -> float:
    """1 where row `at` + 1 begins with what follows the number or label above it, -1 with something else."""
    marker = markers[at + 1]
    if marker is not None:
        for other in reversed(markers[max(0, at - _REACH) : at + 1]):
            if other is not None and other.kind == marker.kind:
                return 1.0 if marker.value in (0, other.value + 1) else -1.0
    return float(_counts_on(above, text))


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


def text_start(row: Row, marker: Marker) -> float:
    """Where the text behind a marker begins, points."""
    length, read = len("".join(marker.text.split())), 0
    for line in row.lines:
        for word in line.words:
            if read >= length:
                return word.x0
            if read + len(word.text) > length:
                return word.x0 + (word.x1 - word.x0) * (length - read) / len(word.text)
            read += len(word.text)
    return row.x0


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


def right_edge(rows: Sequence[Row], column: Column) -> float:
    """Where full rows end: where several rows do, else the column's edge when the rows are far from it."""
    right = _justified_edge(rows, column)
    if right is not None:
        return right
    right = max(row.x1 for row in rows)
    if len(rows) < _FEW_ROWS:
        return max(right, min(column.x1, right + _MORE_RIGHT * (column.x1 - column.x0)))
    if sum(right - row.x1 < _EDGE for row in rows) > 1:
        return right
    if right - column.x0 > _FAR_RIGHT * (column.x1 - column.x0):
        return right
    return _running_edge(rows) or column.x1


def _running_edge(rows: Sequence[Row]) -> float:
    """Where rows end over whose ends sentences run on, if hardly one had room there for the next word; else 0.

    So where a narrow text stands beside a picture, with which its column is wide.
    """
    runs = [
        (a, b)
        for a, b in pairwise(rows)
        if _first_class(b.text) == _SMALL
        and _last_class(a.text) <= _LOWER
        and _are_alike(a, b)
        and marker_of(b.text) is None
    ]
    edge = max([max(a.x1, b.x1) for a, b in runs], default=0.0)
    full = sum([edge - a.x1 < next_word(b.lines[0], edge) + _SPACE * b.size for a, b in runs])
    return edge if len(runs) >= _RUNS and full >= _RUN_SHARE * len(runs) else 0.0


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


def next_word(line: Line, edge: float) -> float:
    """Points that what begins a line would need at the end of the one above, whose full rows end at `edge`.

    That is its first word, or a Chinese character with the signs that a row cannot part from it: "（件）、".
    """
    word = line.words[0]
    if not _is_chinese(word.text[0]):
        return min(word.x1 - word.x0, _LONG_WORD * (edge - line.x0))
    unit = _UNIT.match("".join([own.text for own in line.words[:3]]))
    return 0.5 * word.style.size * (len(unit[0]) + wide_characters(unit[0])) if unit else word.style.size


def _is_chinese(char: str) -> bool:
    """Whether rows may break before a character: it is Chinese or Japanese."""
    return "\u2e80" <= char <= "\uffef" and not is_hangul(ord(char))


def _last_class(text: str) -> float:
    char = (text.rstrip(_QUOTES) or text)[-1]
    known = _LAST.get(char)
    if known is not None:
        return known
    if char.isalpha():
        return _UPPER if char.isupper() else _HAN if _is_chinese(char) else _LOWER
    return _DIGIT if char.isdigit() else _OTHER


def goes_on_by_sign(text: str) -> bool:
    """Whether a row ends with a hyphen, a comma or an open bracket."""
    return _last_class(text) <= _COMMA


def _first_class(text: str) -> float:
    char = text[0]
    known = _FIRST.get(char)
    if known is not None:
        return known
    if char.isalpha():
        return _CAPITAL if char.isupper() else _SMALL if char.islower() else 2.0 if _is_chinese(char) else 1.0
    return _FIGURE if char.isdigit() else 6.0
