"""Line numbers: of a manuscript, beside every line or every fifth; of a program, beside its lines; of a patent.

Those of a patent stand beside every fifth line in the gutter of two columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

from quire.layout.text.text_rows import SAME_ROW
from quire.model.page import Line, Word

# So many numbers in one column, most of them counting on by one step, with a line of text beside.
_LEAST, _COUNTING = 10, 0.9
_DIGITS = 4
_STEPS = (1, 5)
# Beside them are lines of text as wide as this share of the widest, at least so many for each number.
_WIDE, _SHARE = 0.6, 0.25
# In one column they continue over this share of the height of the page's text: a listing of a program is shorter.
_HIGH = 0.7
# The numbers are smaller than the text by this; or so many that no list or table is so long.
_SMALLER, _MANY = 0.9, 25
# In a table, more than this share of the numbers have several texts beside them.
_CELLS = 0.4
# In a gutter: every fifth number, so many of them, their middles in a strip of this width, points; they grow evenly, to
# so many lines, each line at least so many of their sizes high. At either side so many lines for each number end or
# begin, and at most this share of all lines there runs over it. Lines are parted so many distances of numbers beyond
# the first and the last, too. In a margin so many numbers are needed.
_FIFTH, _FEW, _STRIP, _BESIDE = 5, 4, 8.0, 6
# With more of them in a strip they are a column of a table.
_MOST = 40
_UNEVEN, _PITCH = 1.5, 0.8
_ENDS, _OVER, _BEYOND = 2.5, 0.1, 2.1
# Of a program: so many in a row count on by one, most beside fixed-pitch text in another style.
_COUNTED, _FIXED = 3, 0.8


def find_line_numbers(lines: Sequence[Line]) -> frozenset[int]:
    """The identities of the lines that are line numbers; those of program listings are not among them."""
    single = [line for line in lines if len(line.words) == 1 and _is_number(line.words[0].text)]
    if len(single) < _LEAST:
        return frozenset()
    columns: list[list[Line]] = []
    for line in sorted(single, key=lambda one: one.x0):
        if columns and line.x0 < max(one.x1 for one in columns[-1]):
            columns[-1].append(line)
        else:
            columns.append([line])
    for column in columns:
        column.sort(key=lambda one: one.baseline)
    counting = [column for column in columns if len(column) >= _LEAST and _counts(column)]
    paired = len(counting) > 1 and _goes_on(counting[0], counting[-1])
    found = [column for column in counting if _is_beside(column, lines, paired=paired)]
    return frozenset(id(line) for column in found for line in column)


def without_gutter_numbers(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of a page without the numbers of every fifth line in a gutter or margin, and these numbers.

    A reader joins the lines of both columns at such a number, as the gutter is narrow beside it: they are split there.
    """
    places = sorted(
        ((word.x0 + word.x1) / 2.0, word.baseline, int(word.text), word)
        for line in lines
        if not line.angle and not line.vertical
        for word in line.words
        if _is_number(word.text) and int(word.text) % _FIFTH == 0
    )
    numbers: list[Word] = []
    done = 0
    for first, (middle, *_) in enumerate(places):
        end = bisect_right(places, middle + _STRIP, key=lambda one: one[0])
        if end > done and max(_FEW, len(numbers) + 1) <= end - first <= _MOST:
            done = end
            column = _even_steps([word for *_, word in places[first:end]])
            if len(column) > max(_FEW - 1, len(numbers)) and _is_gutter(lines, column):
                numbers = column
    if not numbers:
        return list(lines), []
    rest: list[Line] = []
    marks: list[Line] = []
    left, right = min(word.x0 for word in numbers), max(word.x1 for word in numbers)
    beyond = _BEYOND * (numbers[-1].baseline - numbers[0].baseline) / (len(numbers) - 1)
    for line in lines:
        ends = bisect_right(line.words, left - 1.0, key=lambda word: word.x0), len(line.words)
        ends = ends[0], bisect_right(line.words, right + 1.0, lo=ends[0], key=lambda word: word.x1)
        near = numbers[0].baseline - beyond <= line.baseline <= numbers[-1].baseline + beyond
        if not near or line.angle or line.vertical or (ends[0] and line.words[ends[0] - 1].x1 > right):
            rest.append(line)
            continue
        for part, found in (((0, ends[0]), rest), (ends, marks), ((ends[1], len(line.words)), rest)):
            if part[0] < part[1]:
                found.append(_part(line, *part))
    return rest, marks


def _even_steps(words: Sequence[Word]) -> list[Word]:
    """The most of some numbers that grow evenly down the page."""
    ordered = sorted(words, key=lambda word: word.baseline)
    best: list[Word] = []
    for first, last in combinations(ordered, 2):
        number, more = int(first.text), int(last.text) - int(first.text)
        if more <= 0 or last.baseline - first.baseline < more * _PITCH * first.style.size:
            continue
        pitch = (last.baseline - first.baseline) / more
        near = [
            word
            for word in ordered
            if abs(word.baseline - first.baseline - (int(word.text) - number) * pitch) <= _UNEVEN * pitch
        ]
        found = list({int(word.text): word for word in near}.values())  # a column of a table says the same again
        best = max(best, found, key=len)
    return best


def _is_gutter(lines: Sequence[Line], numbers: Sequence[Word]) -> bool:
    """Whether the lines beside some numbers end and begin there, but for a few; or all do one of the two."""
    middle = (numbers[0].x0 + numbers[0].x1) / 2.0
    top, bottom = numbers[0].baseline - SAME_ROW, numbers[-1].baseline + SAME_ROW
    left = right = over = 0
    for line in lines:
        if top <= line.baseline <= bottom:
            before = line.x1 < middle or all(word.x1 < middle or word.x0 > middle for word in line.words)
            left += before and line.x0 < middle
            right += before and line.x1 > middle
            over += not before and not any(word in numbers for word in line.words)
    least = _ENDS * len(numbers)
    if not over and not min(left, right):
        return len(numbers) >= _BESIDE and max(left, right) >= least
    return left >= least and right >= least and over <= _OVER * (left + right)


def _part(line: Line, first: int, end: int) -> Line:
    """Some of the words of a line, as a line."""
    words = line.words[first:end]
    return line._replace(words=(words[0]._replace(space=False), *words[1:]), x0=words[0].x0, x1=words[-1].x1)


def find_program_numbers(lines: Sequence[Line]) -> frozenset[int]:
    """The identities of the lines that number the lines of programs: words of their own at the left of each.

    A rule or a shade that parts them from the program would make a table of both. Shorter programs of the page are
    numbered in the same columns as longer ones.
    """
    beside = _programs_beside(lines)
    runs: list[list[Line]] = []
    last: dict[int, list[Line]] = {}  # the open run of each column, by its right edge
    for line in sorted((one for one, _ in beside), key=lambda one: one.baseline):
        run = last.get(round(line.x1))
        if run is None or int(line.words[0].text) != int(run[-1].words[0].text) + 1:
            run = last[round(line.x1)] = []
            runs.append(run)
        run.append(line)
    fixed = {id(line): is_fixed for line, is_fixed in beside}
    known = [run for run in runs if sum(fixed[id(line)] is not False for line in run) >= _FIXED * len(run)]
    edges = {round(run[0].x1) for run in known if len(run) >= _COUNTED and any(fixed[id(line)] for line in run)}
    return frozenset(id(line) for run in known if round(run[0].x1) in edges for line in run)


def _programs_beside(lines: Sequence[Line]) -> list[tuple[Line, bool | None]]:
    """The lines of one number, and whether fixed-pitch text in another style begins at their right; None: nothing."""
    numbers = [one for one in lines if not one.angle and len(one.words) == 1 and _is_number(one.words[0].text)]
    if len(numbers) < _COUNTED:
        return []
    by_height = sorted(lines, key=lambda one: one.baseline)
    heights = [one.baseline for one in by_height]
    found: list[tuple[Line, bool | None]] = []
    for number in numbers:
        first = bisect_left(heights, number.baseline - SAME_ROW)
        last = bisect_right(heights, number.baseline + SAME_ROW)
        right = [one for one in by_height[first:last] if one.x0 > number.x1]
        if not right:
            found.append((number, None))
            continue
        style = min(right, key=lambda one: one.x0).words[0].style
        found.append((number, style.mono and style != number.words[0].style))
    return found


def _is_number(text: str) -> bool:
    return len(text) <= _DIGITS and text.isascii() and text.isdigit()


def _counts(column: Sequence[Line]) -> bool:
    """Whether the numbers count up by a constant step from top to bottom."""
    steps = Counter(int(b.words[0].text) - int(a.words[0].text) for a, b in pairwise(column))
    step, count = steps.most_common(1)[0]
    return step in _STEPS and count >= _COUNTING * (len(column) - 1)


def _goes_on(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether numbers go on in another column: text in two columns is numbered at both margins."""
    return int(right[0].words[0].text) - int(left[-1].words[0].text) in _STEPS


def _is_beside(column: Sequence[Line], lines: Sequence[Line], *, paired: bool) -> bool:
    """Whether a column of numbers is outside the text, beside lines of prose; `paired`: it goes on at the right."""
    own = set(map(id, column))
    top, bottom = column[0].baseline - SAME_ROW, column[-1].baseline + SAME_ROW
    text = [line for line in lines if id(line) not in own and top <= line.baseline <= bottom and len(line.words) > 1]
    if not text:
        return False
    left, right = min(line.x0 for line in column), max(line.x1 for line in column)
    if not (all(line.x0 > right for line in text) or all(line.x1 < left for line in text)):
        return False
    if not paired and _are_rows(column, [line for line in lines if id(line) not in own]):
        return False
    widest = max(line.x1 - line.x0 for line in text)
    wide = [line for line in text if line.x1 - line.x0 > _WIDE * widest and not line.words[0].style.mono]
    high = column[-1].baseline - column[0].baseline
    if len(wide) < _SHARE * len(column) or not (paired or high >= _HIGH * _height(lines)):
        return False
    size = max(line.words[0].style.size for line in column)
    usual = sorted(line.words[0].style.size for line in wide)[len(wide) // 2]
    return size < _SMALLER * usual or len(column) >= _MANY


def _are_rows(column: Sequence[Line], others: Sequence[Line]) -> bool:
    """Whether many of the numbers have several texts beside them: they count the rows of a table."""
    bases = sorted(line.baseline for line in others)
    several = sum(
        bisect_right(bases, line.baseline + SAME_ROW) - bisect_left(bases, line.baseline - SAME_ROW) > 1
        for line in column
    )
    return several > _CELLS * len(column)


def _height(lines: Sequence[Line]) -> float:
    """Points from the first to the last line of some words."""
    heights = [line.baseline for line in lines if len(line.words) > 1]
    return max(heights) - min(heights)
