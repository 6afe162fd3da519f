"""The two sides of a vertical white band: columns of text, or cells of rows that belong together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import median, round_half_even
from quire.layout.text.block_drafts import Marker
from quire.layout.text.list_markers import marker_of
from quire.layout.text.numeric_text import is_amount, is_unit, is_year
from quire.layout.text.text_rows import SAME_BASELINE, SAME_ROW, line_text
from quire.model.page import Line

# Words per line from which text reads as prose rather than as cells.
_PROSE_WORDS = 3.5
# The same for Chinese beside another language: it takes less room, and three of its characters count as one.
_HAN_WORDS = 2.2
# Pieces in a row of running text at most, on the average.
_PIECES = 1.15
# The widest word space of a justified row, in type sizes; cells of a table are further apart.
_WIDEST_SPACE = 1.6
# Of the width of a side: a title over columns of its own; its lines at most; lines of each such column at least; white
# between them, in type sizes.
_TITLE, _TITLES, _OWN_LINES, _BETWEEN = 0.55, 3, 5, 0.75
# Beside a table or figure, this share of lines on common baselines makes rows of two sides without prose.
_ALIGNED = 0.8
# Baselines of small type, whose lines are as near to those of another column by chance, differ by less: type sizes.
_SAME_SMALL = 0.15
# Sides share at least the height of so many lines; this share of lines on common baselines makes rows, less of few;
# a full line, as a share of its side; points between the baselines of pieces of one justified row.
_SHARED_LINES, _ROWS_ALIGNED, _FEW_ALIGNED, _FULL, _ONE_ROW = 2.2, 0.6, 0.4, 0.7, 1.0
# Characters of a list marker at most; the number of a section may be longer.
_MARKER = 5
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){2,6}\.?$")
# Two languages side by side: lines of each side at least, and the shares of rows with CJK characters on either side.
_SIDE_LINES, _MOST_CJK, _LEAST_CJK = 3, 0.7, 0.3
# Characters of a script without spaces that count as one word.
_TIGHT_WORD = 3
# Lines on both sides of a small table.
_FEW = 12
# Words per line of text beside a rule that stands between columns, which may be narrow.
_NARROW_WORDS = 2.0
# Rows of figures that make the right side a part of a table, and their share of its rows that are no headings.
_FIGURE_ROWS, _FIGURE_SHARE = 2, 0.6


class Atom(NamedTuple):
    """What is ordered as a whole: a line, or a table or `picture` (its index in `item`)."""

    x0: float
    y0: float
    x1: float
    y1: float
    line: Line | None
    item: int = -1
    picture: bool = False


def is_gutter(left: Sequence[Atom], right: Sequence[Atom], *, ruled: bool = False) -> bool:
    """Whether the white between two sets of atoms separates columns of text, not cells of rows.

    Args:
        left: The atoms on one side.
        right: Those on the other.
        ruled: Whether an upright rule stands between them.
    """
    a = [atom for atom in left if atom.line is not None]
    b = [atom for atom in right if atom.line is not None]
    if not a or not b:
        return True
    y0 = max(min(atom.y0 for atom in left), min(atom.y0 for atom in right))
    y1 = min(max(atom.y1 for atom in left), max(atom.y1 for atom in right))
    if y1 - y0 < _SHARED_LINES * min(a[0].y1 - a[0].y0, b[0].y1 - b[0].y0):
        return False
    if _are_markers(a) or _count_across(a, b):
        return False
    if _are_bilingual(a, b):
        return True
    if _are_figures_of(a, b):
        return False
    aligned = _aligned_share(a, b)
    if len(a) < len(left) or len(b) < len(right):
        return aligned < _ALIGNED or _is_prose(a) or _is_prose(b)
    if aligned > (
        _ROWS_ALIGNED if len(a) + len(b) > _FEW else _FEW_ALIGNED
    ):  # a stacked heading outweighs the rows of a small table
        least = _NARROW_WORDS if ruled else _PROSE_WORDS
        return _is_prose(a, least) and _is_prose(b, least)
    return len(a) > 1 and len(b) > 1


def _are_figures_of(a: Sequence[Atom], b: Sequence[Atom]) -> bool:
    """Whether the right side is the figures of a table whose labels, on the same baselines, are the left side.

    Headings of the columns are above the figures and group titles beside none, so only rows of figures count; and
    these begin with a figure, or the right side would have labels of its own. Full lines on the left may be running
    text that shares its baselines by chance: then most of them must have figures.
    """
    figures = _figure_rows(b)
    if len(figures) < _FIGURE_ROWS:
        return False
    running = _is_prose(a)
    near = SAME_BASELINE if running else SAME_ROW
    bases = sorted(line.baseline for line in figures)
    labels = sum(_has_near(bases, atom.line.baseline, near) for atom in a if atom.line)
    bases = sorted(atom.line.baseline for atom in a if atom.line)
    labelled = sum(_has_near(bases, line.baseline, near) for line in figures)
    if labelled and sum(is_amount(line_text(atom.line)) for atom in a if atom.line) >= _FIGURE_ROWS:
        return True  # sums set out to the right of what they sum up
    return labelled >= max(_FIGURE_ROWS, 0.5 * len(figures)) and (labels >= 0.5 * len(a) or not running)


def _figure_rows(atoms: Sequence[Atom]) -> list[Line]:
    """The first line of each row of figures; none when too many of the rows below the headings begin with words."""
    first: dict[int, Line] = {}
    for atom in atoms:
        if atom.line is not None:
            key = round_half_even(atom.line.baseline / SAME_ROW)
            if key not in first or atom.x0 < first[key].x0:
                first[key] = atom.line
    rows = [line for _, line in sorted(first.items()) if not is_year(line_text(line)) and not is_unit(line_text(line))]
    figures = [index for index, line in enumerate(rows) if is_amount(line_text(line))]
    if not figures or len(figures) < _FIGURE_SHARE * (len(rows) - figures[0]):
        return []
    return [rows[index] for index in figures]


def _has_near(bases: Sequence[float], base: float, near: float) -> bool:
    index = bisect_left(bases, base - near)
    return index < len(bases) and bases[index] <= base + near


def _are_markers(atoms: Sequence[Atom]) -> bool:
    """Whether these are the bullets or numbers of a list, or the numbers of sections."""
    return all(_is_marker(atom.line) for atom in atoms if atom.line)


def _count_across(a: Sequence[Atom], b: Sequence[Atom]) -> bool:
    """Whether the markers of items count from side to side, then from row to row: A, B; C, D."""
    rows: list[tuple[Marker, Marker]] = []
    right = [(atom.line.baseline, marker) for atom in b if atom.line and (marker := marker_of(line_text(atom.line)))]
    for atom in sorted(a, key=lambda atom: (atom.y1, -atom.x0)):
        if atom.line is None or not right:
            continue
        marker = marker_of(line_text(atom.line))
        if marker is None or marker.value == 0:
            continue
        other = [one for at, one in right if abs(at - atom.line.baseline) <= SAME_BASELINE]
        if not other:
            continue
        if other[0].kind != marker.kind or other[0].value != marker.value + 1:
            return False
        rows.append((marker, other[0]))
    return any(below[0].value == above[1].value + 1 for above, below in pairwise(rows))


def _is_marker(line: Line) -> bool:
    return len(line.words) == 1 and (len(line.words[0].text) <= _MARKER or _SECTION.match(line.text) is not None)


def _are_bilingual(a: Sequence[Atom], b: Sequence[Atom]) -> bool:
    """Whether one side is running Chinese, Japanese or Korean text and the other is not.

    The markers of items are apart from their text, so rows are judged.
    """
    if len(a) < _SIDE_LINES or len(b) < _SIDE_LINES:
        return False
    sides = [_rows_of_side(side) for side in (a, b)]
    shares = [sum(any(map(_is_cjk, row)) for row in rows) / len(rows) for rows in sides]
    if not (max(shares) > _MOST_CJK and min(shares) < _LEAST_CJK):
        return False
    if any(sum(map(len, rows)) > _PIECES * len(rows) for rows in sides):  # labels and what they name
        return False
    words = [sum(_word_count(line) for row in rows for line in row) / len(rows) for rows in sides]
    han, other = words if shares[0] > shares[1] else words[::-1]
    return han >= _HAN_WORDS and other >= _PROSE_WORDS


def _rows_of_side(atoms: Sequence[Atom]) -> list[list[Line]]:
    """The lines of a side, those of one baseline together, without the markers of items."""
    rows: dict[int, list[Line]] = {}
    for atom in atoms:
        if atom.line is not None and not _is_marker(atom.line):
            rows.setdefault(round_half_even(atom.line.baseline / SAME_ROW), []).append(atom.line)
    return list(rows.values()) or [[]]


def _is_cjk(line: Line) -> bool:
    return any("\u2e80" <= word.text[len(word.text) // 2] <= "\ud7ff" for word in line.words[:4])


def _aligned_share(a: Sequence[Atom], b: Sequence[Atom]) -> float:
    """The share of the smaller side's lines that have a line on the other side with the same baseline."""
    if len(a) > len(b):
        a, b = b, a
    other = sorted(atom.line.baseline for atom in b if atom.line)
    size = median([atom.line.words[0].style.size for atom in b if atom.line])
    near = min(SAME_BASELINE, _SAME_SMALL * size)
    hits = 0
    start = 0
    for base in sorted(atom.line.baseline for atom in a if atom.line):
        while start < len(other) and other[start] < base - near:
            start += 1
        hits += start < len(other) and other[start] <= base + near
    return hits / len(a)


def _is_prose(atoms: Sequence[Atom], least: float = _PROSE_WORDS) -> bool:
    """Whether lines are filled with words up to about the same right edge, in one column or several of their own."""
    lines = [atom.line for atom in atoms if atom.line is not None]
    if is_filled(lines, least):
        return True
    columns = _columns_below(lines)
    return len(columns) > 1 and all(len(own) >= _OWN_LINES and is_filled(own) for own in columns)


def is_filled(lines: Sequence[Line], least: float = _PROSE_WORDS) -> bool:
    """Whether lines are filled with words, `least` of them on the average, up to about one right edge in one column."""
    rows = _text_rows(lines)
    if len(rows) < 2 or sum(words for _, _, words in rows) < least * len(rows):
        return False
    left, right = min(x0 for x0, _, _ in rows), max(x1 for _, x1, _ in rows)
    full = sum(x1 - x0 > _FULL * (right - left) for x0, x1, _ in rows)
    return full >= 0.5 * len(rows)


def _columns_below(lines: Sequence[Line]) -> list[list[Line]]:
    """The columns that are below a wide title; [] where nothing but columns is there."""
    if len(lines) < 2 * _OWN_LINES:
        return []
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    ordered = sorted((line for line in lines if line.x1 - line.x0 < _TITLE * (right - left)), key=lambda ln: ln.x0)
    if len(ordered) == len(lines) or len(lines) - len(ordered) > _TITLES:
        return []
    columns: list[list[Line]] = []
    end = 0.0
    for line in ordered:
        if not columns or line.x0 - end > _BETWEEN * line.words[0].style.size:
            columns.append([])
        columns[-1].append(line)
        end = max(end, line.x1)
    return columns


def _text_rows(lines: Sequence[Line]) -> list[tuple[float, float, float]]:
    """Left edge, right edge and words of each row; a justified row is set so wide that it comes in pieces."""
    rows: list[tuple[float, float, float]] = []
    last: Line | None = None
    for line in sorted(lines, key=lambda one: (round_half_even(one.baseline), one.x0)):
        words = _word_count(line)
        if last is not None and _is_justified_gap(last, line):
            x0, _, before = rows[-1]
            rows[-1] = (x0, line.x1, before + words)
        else:
            rows.append((line.x0, line.x1, words))
        last = line
    return rows


def _is_justified_gap(a: Line, b: Line) -> bool:
    """Whether a line continues in the next behind a word space that justification made wide."""
    if abs(a.baseline - b.baseline) > _ONE_ROW or not 0 <= b.x0 - a.x1 < _WIDEST_SPACE * a.words[0].style.size:
        return False
    return not (is_amount(a.text) or is_amount(b.text))


def _word_count(line: Line) -> float:
    """Words, where three characters of a script without spaces count as one."""
    total = 0.0
    for word in line.words:
        text = word.text
        total += len(text) / _TIGHT_WORD if len(text) > _TIGHT_WORD and "\u2e80" <= text[0] <= "\uffef" else 1
    return total
