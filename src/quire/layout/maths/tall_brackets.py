"""Tall brackets of a page, and which lines they hold together: matrices, cases, fractions in parentheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quire.layout.maths.atoms import AXIS, PIECE_HEIGHT
from quire.layout.maths.delimiters import ALIGNED, BAR_PIECE, BARS, OFF_LINE, is_next
from quire.layout.maths.formula_words import is_prose
from quire.layout.maths.latex_symbols import CLOSING, DELIMITER_PARTS, EITHER, LARGE_FONT, LARGE_SIGNS, OPENING
from quire.model.page import Line, Word

HEIGHTS = dict.fromkeys("⎧⎩⎫⎭", 0.9) | dict.fromkeys("⎜⎢⎟⎥", 0.6) | {"⎪": 0.3}
"""Of the size: pieces of TeX's brackets that are lower than the others (The TeXbook, appendix F)."""
HIGHEST = 3.0  # of the size: of a bracket of one piece; which of four sizes it has is not known
SAME_HEIGHT = 0.6  # of the size: between the tops, and the bottoms, of two brackets of one pair
BESIDE = 0.9  # of the size: from a bracket to what is left or right of it
ON_AXIS = 0.6  # of the size: how far the axis of such a line may be from the middle of the bracket
EDGE = 0.3  # of the size: how far a row may reach over the ends of its bracket
COLUMN = 3.0  # of the size: the gap between two columns of cases, at most
HOLE = 0.8  # of the size: the gap between two brackets of common height around more than one row, at least
EXACT = 0.1  # of the size: how far such a middle may be off the axis of a line
EXPONENT, SMALL = 0.4, 0.88  # of the size: from a bracket to its exponent, and the size of that, at most
LEVEL = 0.1  # of the size: between the baselines of two such brackets
REACH = 1.4  # of the size: from the axis of such a bracket to the baselines of its rows, at most
CASE_WORDS = 6  # of running text in a line among cases, at most


@dataclass(slots=True)
class Bracket:
    """A bracket of one or more pieces, in points."""

    sign: str  # "(", "[", "{", "|" and their counterparts
    x0: float
    x1: float
    y0: float
    y1: float
    size: float
    lines: list[int]  # in which its pieces are
    guessed: bool = False  # its lower end is not known

    @property
    def axis(self) -> float:
        """The height of its middle."""
        return (self.y0 + self.y1) / 2

    def holds(self, line: Line) -> bool:
        """Whether the baseline of a line is beside it."""
        slack = EDGE * self.size
        return self.y0 - slack < line.baseline < self.y1 + slack


def join_brackets(lines: Sequence[Line], parts: Sequence[int], join: Callable[[int, int], None]) -> None:
    """Joins the lines that tall brackets hold together, by their indices; `parts` are lines without running text."""
    if not parts:
        return
    for first, last in _pairs(_tall(lines, parts)):
        held = _between(lines, parts, first, last) if last else _cases(lines, first)
        for bracket in (first, last or first):
            held += bracket.lines + _beside(lines, parts, bracket) + _around(lines, parts, bracket)
        for other in held:
            join(first.lines[0], other)
    for first, last in _holes(lines, parts):
        right = last.x0 if last else _end(lines, parts, first)
        rows = [i for i in _inside(lines, parts, first.x1, right) if _near(first, lines[i])]
        off = [lines[i].baseline - first.axis - AXIS * first.size for i in rows]
        if min(off, default=0) < -OFF_LINE * first.size and max(off) > OFF_LINE * first.size:
            for other in (*rows, *(last.lines if last else ())):
                join(first.lines[0], other)
    for i in parts:
        for other in _exponents(lines, parts, lines[i].words[-1]):
            join(i, other)


def _pairs(tall: Sequence[Bracket]) -> Iterator[tuple[Bracket, Bracket | None]]:
    """The brackets that open with those that close them; a brace may stay open."""
    used: set[int] = set()
    for at, first in enumerate(tall):
        if id(first) in used or not (first.sign in OPENING or first.sign in EITHER):
            continue
        last = next((b for b in tall[at + 1 :] if id(b) not in used and _closes(first, b)), None)
        if last is not None or first.sign == "{":
            used |= {id(first), id(last)}
            yield first, last


def is_bracket(word: Word) -> bool:
    """Whether a word is a piece of a tall bracket, or a bracket of a font of large signs."""
    if len(word.text) != 1:
        return False
    return word.text in DELIMITER_PARTS or (bool(LARGE_FONT.search(word.style.font)) and _large_sign(word.text) != "")


def _large_sign(text: str) -> str:
    sign = text if text in "()[]{}|" else DELIMITER_PARTS.get(LARGE_SIGNS.get(text, ""), LARGE_SIGNS.get(text, ""))
    return sign if sign in OPENING or sign in CLOSING or sign in EITHER else ""


def _tall(lines: Sequence[Line], parts: Sequence[int]) -> list[Bracket]:
    """The tall brackets from left to right, their pieces joined."""
    found: list[Bracket] = []
    pieces = [(w, i) for i in parts for w in lines[i].words if is_bracket(w)]
    bars = [w for w, _ in pieces if w.text in BARS]
    for word, i in sorted(pieces, key=lambda piece: piece[0].baseline):
        large = LARGE_FONT.search(word.style.font) is not None
        size = word.style.size
        sign = DELIMITER_PARTS.get(word.text) or _large_sign(word.text)
        stacked = large and word.text in BARS and any(_is_next_piece(word, w) for w in bars)
        piece = stacked or word.text in DELIMITER_PARTS
        height = BAR_PIECE * size if stacked else (HEIGHTS.get(word.text, PIECE_HEIGHT) if piece else HIGHEST) * size
        y0, y1 = (word.baseline, word.baseline + height) if large else (word.y0, word.y1)
        above = next((b for b in found if piece and b.sign == sign and _is_below(b, word.x0, y0)), None)
        if above is None:
            found.append(Bracket(sign, word.x0, word.x1, y0, y1, size, [i], guessed=large and not piece))
        else:
            above.y1 = max(above.y1, y1)
            above.lines.append(i)
    return sorted(found, key=lambda b: b.x0)


def _is_next_piece(one: Word, other: Word) -> bool:
    """Whether two bars are pieces of one, right above or below each other."""
    apart = abs(abs(one.baseline - other.baseline) - BAR_PIECE * one.style.size)
    return abs(one.x0 - other.x0) < ALIGNED and apart < EXACT * one.style.size


def _is_below(bracket: Bracket, x0: float, y0: float) -> bool:
    return (
        not bracket.guessed and abs(bracket.x0 - x0) < ALIGNED and is_next(bracket.sign, y0 - bracket.y1, bracket.size)
    )


def _closes(first: Bracket, last: Bracket) -> bool:
    paired = last.sign == first.sign if first.sign in EITHER else last.sign in CLOSING
    slack = SAME_HEIGHT * first.size
    return paired and last.x0 > first.x1 and abs(first.y0 - last.y0) < slack and abs(first.y1 - last.y1) < slack


def _inside(lines: Sequence[Line], parts: Sequence[int], x0: float, x1: float) -> list[int]:
    return [i for i in parts if lines[i].x0 >= x0 - 1 and lines[i].x1 <= x1 + 1]


def _between(lines: Sequence[Line], parts: Sequence[int], first: Bracket, last: Bracket) -> list[int]:
    """The lines between two brackets, also those that begin or end with one of them."""
    return [
        i
        for i in _inside(lines, parts, first.x0, last.x1)
        if first.holds(lines[i]) and (lines[i].baseline < first.y1 or not all(map(is_bracket, lines[i].words)))
    ]


def _cases(lines: Sequence[Line], brace: Bracket) -> list[int]:
    """The lines at the right of a brace that nothing closes."""
    held: list[int] = []
    right = brace.x1
    beside = [i for i, line in enumerate(lines) if line.x0 >= brace.x1 - 1 and brace.holds(line)]
    for i in sorted(beside, key=lambda i: lines[i].x0):
        if lines[i].x0 - right > COLUMN * brace.size or sum(map(is_prose, lines[i].words)) > CASE_WORDS:
            break
        held.append(i)
        right = max(right, lines[i].x1)
    return held


def _beside(lines: Sequence[Line], parts: Sequence[int], bracket: Bracket) -> list[int]:
    """The lines that end or begin at a bracket, at the height of its middle."""
    size = bracket.size
    return [
        i
        for i in parts
        if (
            bracket.y0 + EDGE * size < lines[i].baseline < bracket.y1 - EDGE * size
            if bracket.guessed
            else abs(lines[i].baseline - AXIS * size - bracket.axis) < ON_AXIS * size
        )
        and (0 <= bracket.x0 - lines[i].x1 + 1 < BESIDE * size or 0 <= lines[i].x0 - bracket.x1 + 1 < BESIDE * size)
    ]


def _around(lines: Sequence[Line], parts: Sequence[int], bracket: Bracket) -> list[int]:
    """The lines with running text in them that end or begin at a bracket, or in a gap of which it stands."""
    inner = set(parts)
    return [
        i
        for i, line in enumerate(lines)
        if i not in inner
        and bracket.y0 < line.baseline < bracket.y1
        and not line.angle
        and _is_level(line, bracket)
        and _has_room(line, bracket)
    ]


def _is_level(line: Line, bracket: Bracket) -> bool:
    """Whether the middle of a bracket is on a line's axis; of one of unknown height, for one of TeX's four sizes."""
    axis = line.baseline - AXIS * bracket.size
    halves = (0.6, 0.9, 1.2, 1.5)  # of the size: half the heights of TeX's large brackets
    middles = [bracket.y0 + half * bracket.size for half in halves] if bracket.guessed else [bracket.axis]
    return any(abs(axis - middle) < EXACT * bracket.size for middle in middles)


def _has_room(line: Line, bracket: Bracket) -> bool:
    """Whether a bracket is right before or behind a line, or in a gap of it."""
    reach = BESIDE * bracket.size
    if -1 < bracket.x0 - line.x1 < reach or -1 < line.x0 - bracket.x1 < reach:
        return True
    return any(
        a.x1 - 1 < bracket.x0 and bracket.x1 < b.x0 + 1 for a, b in zip(line.words, line.words[1:], strict=False)
    )


def _holes(lines: Sequence[Line], parts: Sequence[int]) -> list[tuple[Bracket, Bracket | None]]:
    """Brackets of common height with nothing right behind them on their line, each with the one that closes it."""
    found: list[tuple[Bracket, Bracket | None]] = []
    for i in parts:
        words = lines[i].words
        for at, one in enumerate(words):
            if one.text not in OPENING or one.text in DELIMITER_PARTS:
                continue
            if at + 1 == len(words):
                other = _closing(lines, parts, one)
            else:
                wide = words[at + 1].x0 - one.x1 > HOLE * one.style.size
                other = (words[at + 1], i) if wide and words[at + 1].text in CLOSING else None
            if other is not None:
                found.append((_plain(one, i), _plain(*other)))
            elif one.text == "{" and not any("}" in word.text for word in words[at:]):
                found.append((_plain(one, i), None))
    return found


def _closing(lines: Sequence[Line], parts: Sequence[int], one: Word) -> tuple[Word, int] | None:
    """The nearest bracket that closes on the line of one that ends a piece of it."""
    after = [
        (lines[i].words[0], i)
        for i in parts
        if lines[i].words[0].text in CLOSING
        and lines[i].x0 > one.x1
        and abs(lines[i].words[0].baseline - one.baseline) < LEVEL * one.style.size
    ]
    return min(after, key=lambda place: place[0].x0, default=None)


def _end(lines: Sequence[Line], parts: Sequence[int], brace: Bracket) -> float:
    """The right end of the rows behind a brace that nothing closes."""
    right = brace.x1
    for i in sorted(parts, key=lambda i: lines[i].x0):
        if brace.x1 - 1 <= lines[i].x0 < right + COLUMN * brace.size and _near(brace, lines[i]):
            right = max(right, lines[i].x1)
    return right


def _plain(word: Word, line: int) -> Bracket:
    size = word.style.size
    top = word.baseline - (AXIS + 0.5) * size
    return Bracket(word.text, word.x0, word.x1, top, top + size, size, [line])


def _exponents(lines: Sequence[Line], parts: Sequence[int], word: Word) -> list[int]:
    """The lines of small letters right above the end of a bracket that closes."""
    if DELIMITER_PARTS.get(word.text[-1], word.text[-1]) not in CLOSING and not is_bracket(word):
        return []
    size = word.style.size
    return [
        i
        for i in parts
        if -1 <= lines[i].x0 - word.x1 < EXPONENT * size
        and max(w.style.size for w in lines[i].words) < SMALL * size
        and EDGE * size < word.baseline - lines[i].baseline < REACH * size
    ]


def _near(bracket: Bracket, line: Line) -> bool:
    return abs(line.baseline - AXIS * bracket.size - bracket.axis) < REACH * bracket.size
