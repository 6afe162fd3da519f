"""Lines of one formula joined.

A fraction in a line of text comes from the reader as lines of their own for numerator and denominator, and so do the
limits of a sum. Pages without mathematical type are returned unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from quire.layout.maths.atoms import AXIS, DISPLAYED_HEIGHT, PIECE_HEIGHT, SIGN_HEIGHTS, atoms_of
from quire.layout.maths.formula_words import (
    CAMBRIA_MATH,
    LABEL,
    are_formula,
    begins_with_text,
    is_fragment,
    is_mathematical,
    is_symbol,
    with_text_fonts,
)
from quire.layout.maths.inline_formulas import with_latex
from quire.layout.maths.latex_builder import FULL, latex_of
from quire.layout.maths.latex_symbols import (
    ACCENTS,
    LARGE_FONT,
    LARGE_SIGNS,
    LIMITED,
    OPERATORS,
    SIDE_LIMITS,
    WEB_LARGE_FONT,
)
from quire.layout.maths.tall_brackets import is_bracket, join_brackets
from quire.model.geometry import Box, bounds
from quire.model.page import MATHS, Line, Page, Rule, Style, Word

FITS = 3.0  # points by which a bar may be longer than what it parts
THIN = 1.2  # points; thicker rules are no fraction bars
LONG_BAR, TABLE_RULES = 60.0, 3  # points; so many longer rules that begin and end together are a table's
LONGEST = 0.6  # of the page's width
SIDE = 1.05  # of the size: the gap between two parts of one formula on one line
NEAR = 0.6  # of the size: from a bar to the edge of what is on it
LIMIT = 1.6  # of the size: from an operator to its limits
ABOVE_LARGE = 0.9  # the same above a sign whose top is known, so that the limits of the row above it are not its
BELOW_LARGE = 1.1  # of the size: from the lower end of an integral to the baseline of a limit below it
BELOW_LEFT = 0.45  # of the size: how far such a limit begins left of the sign's right end; its script begins there
HIGH = 1.5  # of the size: how far large operators reach below their baseline
APART = 1.75  # of the size, between the baselines of a displayed formula and of a line of text
ON_EDGE = 3.0  # of the size: so far above and below the edge of the text shows
ON_AXIS = 0.16  # of the size
POINT = 0.3  # of the size: the width of a full stop behind what is at a bar
BELOW_BAR = 0.1  # of the size: how far a numerator's baseline may be below its bar
HANGS, HIGHEST = (
    0.4,
    0.75,
)  # of the size: from a bar to the baseline of a denominator, at least, and of its letters' tops
ON_SIGN = 0.3  # of the size: from the top of a large sign to an accent, and to a line of text through it
ABOVE_SIGN = 0.2  # of the size: how far above a large sign a part of its formula may begin
LIMIT_SIZE, LIMIT_WIDTH = 0.85, 6.0  # of the operator's size: how large and how wide limits are at most
ACCENT_UP = 0.5  # of the size: how far the baseline of an accent is above that of its letter, at most
SIGN = 1.2  # of the size: the height of a large operator
SCRIPT_OFF, GAP_SLACK = (
    0.6,
    1.0,
)  # of the size: how far a script is off its line; points by which it may overlap
SAME_LINE, OVERLAP = 0.1, 0.5  # of the size: between baselines of parts on one line, and how far they may overlap
SPACE = 0.2  # of the size: a wider gap between parts of a formula is a space
INDENT, LONG_LINE = 3.0, 12.0  # of the size: between the left edges of lines of a paragraph; a line that wraps
SAME_EDGE = 2.0  # points between the left edges of a formula and of text on one edge
ROOT_TO_BAR = 3.0  # points between the end of a root's sign and its bar
LABEL_WORDS = 5  # of the number of a formula, at most
WORDS_AT_BAR = 16  # of a formula of words, at most
_LETTERS = re.compile(r"[^\W\d_]+")
_OPEN = re.compile("[=+−×÷±≤≥≈≠<>∝≡＝＋×-]")


def join_formulas(page: Page, lines: Sequence[Line]) -> list[Line]:
    """The lines with those of one formula joined, and with formulas in running text as words of the font `MATHS`."""
    fonts = {word.style.font for line in lines for word in line.words}
    if any(map(WEB_LARGE_FONT.search, fonts)):
        lines = [
            _hung(line) if any(WEB_LARGE_FONT.search(w.style.font) for w in line.words) else line for line in lines
        ]
    if any(map(CAMBRIA_MATH.search, fonts)):
        lines = with_text_fonts(lines)
    if not _has_maths(lines) and not _has_equation(lines):
        return list(lines)
    bars = _bars(page)
    joined, upright = _joined(lines, bars)
    shown = [
        line if id(line) in upright or (_is_displayed(line) and _is_apart(line, joined)) else None for line in joined
    ]
    levels = _label_levels(joined, [line for line in shown if line is not None])
    out = []
    for line, displayed in zip(joined, shown, strict=True):
        if displayed is None:
            level = levels.get(id(line))
            if level is None:
                out.append(with_latex(line, bars, ends_text=_continues_text(line, joined)))
            else:
                out.append(line._replace(baseline=level))
        else:
            out.append(_whole(line, bars) if id(line) in upright else line)
    return out


def _hung(line: Line) -> Line:
    """A line in which large signs of MathJax and KaTeX hang from their baseline, as those of TeX's fonts do."""
    words = [_hung_word(w) if WEB_LARGE_FONT.search(w.style.font) else w for w in line.words]
    return line._replace(words=tuple(words), baseline=line.baseline if len(words) > 1 else words[0].baseline)


def _hung_word(word: Word) -> Word:
    height = PIECE_HEIGHT if word.text[0] not in OPERATORS else SIGN_HEIGHTS.get(word.text[0], DISPLAYED_HEIGHT)
    return word._replace(baseline=word.baseline - (AXIS + height / 2) * word.style.size)


def _bars(page: Page) -> list[Rule]:
    """The rules of a page that may be fraction bars: the head, middle and foot rules of tables are not."""
    thin = [r for r in page.rules if r.horizontal and r.width <= THIN and r.x1 - r.x0 < LONGEST * page.width]
    widths = Counter((round(r.x0), round(r.x1)) for r in page.rules if r.horizontal)
    return [r for r in thin if r.x1 - r.x0 < LONG_BAR or widths[round(r.x0), round(r.x1)] < TABLE_RULES]


def _label_levels(lines: Iterable[Line], formulas: Sequence[Line]) -> dict[int, float]:
    """The `id` of numbers at the right margin of formulas with the baselines of these, so that they share a row."""
    return {
        id(line): beside[0].baseline
        for line in lines
        if len(line.words) <= LABEL_WORDS and LABEL.fullmatch("".join(w.text for w in line.words))
        if (beside := [f for f in formulas if f.y0 < line.baseline - AXIS * _size(line) < f.y1 and f.x1 < line.x0])
    }


def _has_maths(lines: Iterable[Line]) -> bool:
    seen: set[int] = set()
    before: Style | None = None
    for line in lines:
        for word in line.words:
            style = word.style
            if style is before:
                continue
            if id(style) not in seen or not style.font:
                seen.add(id(style))
                if is_mathematical(word):
                    return True
            before = style if style.font else None
    return False


def _has_equation(lines: Iterable[Line]) -> bool:
    """Whether a line of letters of the text is an equation, or the part of one beside a fraction or a blank."""
    return any(
        word.text == "=" and (not line.words[at:] or not line.words[at].text.strip("_") or is_fragment(line))
        for line in lines
        for at, word in enumerate(line.words, 1)
    )


def _is_displayed(line: Line) -> bool:
    """Whether a line is a formula in the main, with a few words of text in it."""
    if begins_with_text(line.words):
        return False
    if is_fragment(line) and any(map(is_symbol, line.words)):
        return True
    maths = sum(map(is_mathematical, line.words))
    return are_formula(maths, line.words)


def _is_apart(line: Line, lines: Iterable[Line]) -> bool:
    """Whether a line is apart from running text: with more space than between its lines, and not on its edge."""
    size = _size(line)
    for other in lines:
        off = abs(other.baseline - line.baseline)
        if other is line or off > ON_EDGE * size or is_fragment(other) or other.x0 >= line.x1 or line.x0 >= other.x1:
            continue
        if off < APART * size or abs(other.x0 - line.x0) < SAME_EDGE:
            return False
    return True


def _continues_text(line: Line, lines: Iterable[Line]) -> bool:
    """Whether a line without running text ends a paragraph: right below a long line of text, near its edge."""
    if not is_fragment(line) or not any(map(is_symbol, line.words)):
        return False
    size = _size(line)
    return any(
        0 < line.baseline - other.baseline < APART * size
        and abs(line.x0 - other.x0) < INDENT * size
        and other.x1 - other.x0 > LONG_LINE * size
        and other.x1 > line.x1
        and not is_fragment(other)
        for other in lines
    )


# --- lines of one formula ------------------------------------------------------------------------------------------


def _joined(lines: Sequence[Line], bars: Sequence[Rule]) -> tuple[list[Line], set[int]]:
    """The lines with those of one formula joined; and the `id` of those that are formulas by a bar alone."""
    groups = _Groups(len(lines))
    parts = [i for i, line in enumerate(lines) if is_fragment(line)]
    words = [i for bar in bars if (i := _join_bar(lines, bar, groups)) is not None]
    for i in parts:
        if any(w.text[0] in OPERATORS or _is_limited(w) or LARGE_FONT.search(w.style.font) for w in lines[i].words):
            _join_large(lines, parts, i, groups)
    for i, line in enumerate(lines):
        if line.words[-1].text in ACCENTS and (len(line.words) == 1 or is_mathematical(line.words[-1])):
            _join_accent(lines, i, groups)
    join_brackets(lines, parts, groups.join)
    _join_scripts(lines, parts, groups)
    grown = [i for group in groups.many() for i in group]
    seen = set(grown)
    for i in grown:  # which grows: an "=" between two columns joins what is at both sides of it
        for j, other in enumerate(lines):
            if i != j and _side_by_side(lines[i], other):
                groups.join(i, j)
                if j not in seen:
                    seen.add(j)
                    grown.append(j)
    made = {min(group): _one_line([lines[i] for i in group]) for group in groups.many()}
    gone = {i for group in groups.many() for i in group}
    roots = {groups.find(i) for i in words}
    upright = {id(line) for i, line in made.items() if groups.find(i) in roots and _is_whole(line)}
    return [made.get(i, line) for i, line in enumerate(lines) if i in made or i not in gone], upright


def _is_whole(line: Line) -> bool:
    """Whether a line of words, one above the other at a bar, is nothing else than a formula."""
    return len(line.words) <= WORDS_AT_BAR


def _whole(line: Line, bars: Sequence[Rule]) -> Line:
    """A line as one formula."""
    box = line.box
    near = [b for b in bars if b.x1 > box.x0 and b.x0 < box.x1 and box.y0 - 2 < b.y0 < box.y1 + 2]
    style = Style(MATHS, _size(line), bold=False, italic=False, mono=False, color=line.words[0].style.color)
    latex = latex_of(atoms_of(line.words), near)
    word = line.words[0]
    made = Word(f"${latex}$", box.x0, box.y0, box.x1, box.y1, line.baseline, style, word.space, word.mcid)
    return line._replace(words=(made,))


class _Groups:
    """Sets of lines that belong together."""

    def __init__(self, count: int) -> None:
        self._up = list(range(count))

    def find(self, i: int) -> int:
        while self._up[i] != i:
            self._up[i] = self._up[self._up[i]]
            i = self._up[i]
        return i

    def join(self, i: int, j: int) -> None:
        self._up[self.find(j)] = self.find(i)

    def many(self) -> list[list[int]]:
        """The sets of two and more."""
        found: dict[int, list[int]] = {}
        for i in range(len(self._up)):
            found.setdefault(self.find(i), []).append(i)
        return [group for group in found.values() if len(group) > 1]


def _join_bar(lines: Sequence[Line], bar: Rule, groups: _Groups) -> int | None:
    """Joins what is on a bar and hangs from it, when there is both, and the lines on whose axis the bar lies.

    Returns the index of one of the lines where the bar alone says that they are a formula.
    """
    near = [i for i, line in enumerate(lines) if line.y0 - 12 < bar.y0 < line.y1 + 12]
    reach = NEAR * max((_size(lines[i]) for i in near if _is_level(lines[i], bar)), default=0.0)
    on = [i for i in near if any(_is_on_bar(w, bar, reach) for w in lines[i].words)]
    under = [i for i in near if any(_is_under_bar(w, bar, reach) for w in lines[i].words)]
    root = [i for i in near if any(w.text[-1] == "√" and abs(w.x1 - bar.x0) < ROOT_TO_BAR for w in lines[i].words)]
    if not under or not (on or root):
        return None
    level = [i for i in near if _is_level(lines[i], bar)]
    upright = not any(is_symbol(w) for i in (*on, *under, *root, *level) for w in lines[i].words)
    if upright and not any(_ends_open(lines[i], bar) for i in level):
        return None
    words = [w for i in near for w in lines[i].words if _over(w, bar)]
    if not (level or any(is_fragment(lines[i]) for i in (*on, *under))) or not (root or _fills(words, bar)):
        return None
    signs = [w for i in root for w in lines[i].words if w.text[-1] == "√"]
    before = [i for i in near if any(_ends_at(lines[i], w, lines[j]) for w in signs for j in under)]
    held = [*on, *under, *root, *level, *before]
    for i in held[1:]:
        groups.join(held[0], i)
    return held[0] if upright else None


def _join_accent(lines: Sequence[Line], i: int, groups: _Groups) -> None:
    """Joins an accent that is a line of its own, or the end of one, with the line of the letter below it."""
    accent = lines[i].words[-1]
    middle = (accent.x0 + accent.x1) / 2
    for j, other in enumerate(lines):
        if i == j or not -GAP_SLACK < other.baseline - accent.baseline < ACCENT_UP * accent.style.size:
            continue
        if any(word.x0 - GAP_SLACK < middle < word.x1 + GAP_SLACK for word in other.words):
            groups.join(j, i)
            return


def _join_scripts(lines: Sequence[Line], parts: Sequence[int], groups: _Groups) -> None:
    """Joins lines of small type that stand in the gaps of a displayed formula, a little above or below its line."""
    for i in parts:
        line, size = lines[i], _size(lines[i])
        if not any(map(is_symbol, line.words)) or LARGE_FONT.search(line.words[0].style.font):  # it hangs
            continue
        right = line.x1
        for j, other in sorted(enumerate(lines), key=lambda place: place[1].x0):
            if i == j or other.x0 <= line.x0 or abs(other.baseline - line.baseline) >= SCRIPT_OFF * size:
                continue
            script = _size(other) < FULL * size and other.x0 < right + size and _fits_gaps(other, line)
            if script or (right > line.x1 and _goes_on(other, right, line)):
                groups.join(i, j)
                right = max(right, other.x1)


def _goes_on(line: Line, right: float, main: Line) -> bool:
    """Whether a line begins behind the scripts of another, on its baseline."""
    size, first = _size(main), line.words[0]
    return abs(first.baseline - main.baseline) < SAME_LINE * size and -OVERLAP * size < line.x0 - right < SIDE * size


def _fits_gaps(small: Line, line: Line) -> bool:
    """Whether none of the words of one line stands over a word on the baseline of another."""
    on_line = [word for word in line.words if not word.style.rise]
    return not any(a.x0 < b.x1 - GAP_SLACK and b.x0 < a.x1 - GAP_SLACK for a in small.words for b in on_line)


def _is_level(line: Line, bar: Rule) -> bool:
    """Whether a bar continues a line: it is at the height of the line's axis, at one end of it or in a gap of it."""
    size = _size(line)
    if abs(line.baseline - AXIS * size - bar.y0) >= ON_AXIS * size:
        return False
    return abs(line.x0 - bar.x1) < SIDE * size or abs(bar.x0 - line.x1) < SIDE * size or _spans(line, bar)


def _ends_at(line: Line, root: Word, under: Line) -> bool:
    """Whether a line ends where the sign of a root begins, on the baseline of what is under the root."""
    size = root.style.size
    return abs(line.baseline - under.baseline) < SAME_LINE * size and -OVERLAP * size < root.x0 - line.x1 < SIDE * size


def _ends_open(line: Line, bar: Rule) -> bool:
    """Whether a line has a sign of a relation or an operation where a bar is beside it."""
    word = line.words[-1] if line.x1 <= bar.x0 + 2 else line.words[0]
    return _OPEN.fullmatch(word.text[-1] if line.x1 <= bar.x0 + 2 else word.text[0]) is not None


def _is_on_bar(word: Word, bar: Rule, reach: float) -> bool:
    """Whether a word is on a bar; `reach` points at least, of the size of the line that the bar is part of."""
    size = word.style.size
    if word.text == "√" and _over(word, bar) and abs(bar.y0 - word.y1) < NEAR * size:
        return True
    return _over(word, bar) and -BELOW_BAR * size < bar.y0 - word.baseline < max(NEAR * size, reach)


def _is_under_bar(word: Word, bar: Rule, reach: float) -> bool:
    size = word.style.size
    return _over(word, bar) and HANGS * size < word.baseline - bar.y0 < HIGHEST * size + max(NEAR * size, reach)


def _fills(words: Sequence[Word], bar: Rule) -> bool:
    """Whether the longer of numerator and denominator is as long as the bar, which the rules of tables are not."""
    return min(w.x0 for w in words) - bar.x0 < FITS and bar.x1 - max(w.x1 for w in words) < FITS


def _over(word: Word, bar: Rule) -> bool:
    point = POINT * word.style.size if len(word.text) > 1 and word.text[-1] in ".,;:" else 0.0
    return word.x0 >= bar.x0 - 2 and word.x1 - point <= bar.x1 + 2


def _join_large(lines: Sequence[Line], parts: Sequence[int], i: int, groups: _Groups) -> None:
    """Joins a large operator or delimiter with what is beside it, and an operator with its limits."""
    for word in lines[i].words:
        large = LARGE_FONT.search(word.style.font) is not None
        named = _is_limited(word)
        if not (large or named or word.text[0] in OPERATORS) or is_bracket(word):
            continue
        size = word.style.size
        if large and LARGE_SIGNS.get(word.text[0], "") in ACCENTS:
            for j, other in enumerate(lines):
                if (
                    j != i
                    and abs(other.baseline - word.baseline) < ON_SIGN * size
                    and other.x0 < word.x1
                    and word.x0 < other.x1
                ):
                    groups.join(i, j)
            continue
        top = word.baseline if large else word.baseline - size
        sign = LARGE_SIGNS.get(word.text[0], word.text[0])
        above = 0.0 if large and sign in SIDE_LIMITS else ABOVE_SIGN + ON_SIGN
        high = max(HIGH, SIGN_HEIGHTS.get(word.text[0], 0.0) + ON_SIGN) if large else HIGH
        reach = Box(word.x0, top - ON_SIGN * size, word.x1, top + high * size)
        for j, other in enumerate(lines):
            if j == i:
                continue
            beside = other.x0 - max(reach.x1, lines[i].x1) < SIDE * size and reach.x0 - other.x1 < SIDE * size
            inside = top - above * size < other.baseline < reach.y1
            if (not named and beside and inside and (j in parts or _level(other, word, large=large))) or (
                j in parts and _is_limit(other, word, top, large=large)
            ):
                groups.join(i, j)


def _is_limited(word: Word) -> bool:
    """Whether a word is the name of a function that takes limits, or that with a bracket behind it."""
    letters = _LETTERS.findall(word.text)
    return len(letters) == 1 and letters[0] in LIMITED


def _level(line: Line, word: Word, *, large: bool) -> bool:
    """Whether a line of text runs through the middle of a large sign."""
    top = word.baseline if large else word.baseline - word.style.size
    return ON_SIGN * word.style.size < line.baseline - top < LIMIT * word.style.size


def _is_limit(line: Line, word: Word, top: float, *, large: bool) -> bool:
    size = word.style.size
    if not large and word.text[0] not in OPERATORS and not _is_limited(word):
        return False
    if _size(line) > LIMIT_SIZE * size or line.x1 - line.x0 > LIMIT_WIDTH * size:
        return False
    middle = (line.x0 + line.x1) / 2
    if not word.x0 - size < middle < word.x1 + size:
        return False
    if large and LARGE_SIGNS.get(word.text[0], word.text[0]) in SIDE_LIMITS:
        below = line.baseline - top - SIGN_HEIGHTS[word.text[0]] * size
        return 0 < below < BELOW_LARGE * size and line.x0 < word.x1 - BELOW_LEFT * size
    above = ABOVE_LARGE if large else LIMIT
    return -above * size < line.baseline - top < (LIMIT + SIGN) * size


def _side_by_side(a: Line, b: Line) -> bool:
    """Whether two lines are on one baseline, with no more than a space between them."""
    size = max(_size(a), _size(b))
    gap = max(b.x0 - a.x1, a.x0 - b.x1)
    return abs(a.baseline - b.baseline) < SAME_LINE * size and -OVERLAP * size < gap < SIDE * size


def _one_line(group: Sequence[Line]) -> Line:
    """One line of the words of all; its baseline is that of the longest."""
    main = max(group, key=lambda line: (_size(line) > FULL * max(map(_size, group)), line.x1 - line.x0))
    firsts = {id(line.words[0]) for line in group}
    words = sorted((w for line in group for w in line.words), key=lambda w: (w.x0, w.baseline))
    spaced: list[Word] = []
    right = words[0].x0
    for word in words:
        own = word.x0 - right > SPACE * word.style.size if id(word) in firsts else word.space
        spaced.append(word._replace(space=own and bool(spaced)))
        right = max(right, word.x1)
    box = bounds(line.box for line in group)
    return Line(tuple(spaced), box.x0, box.y0, box.x1, box.y1, main.baseline)


def _spans(line: Line, bar: Rule) -> bool:
    """Whether a line has a gap where the bar lies."""
    return any(a.x1 <= bar.x0 + 2 and b.x0 >= bar.x1 - 2 for a, b in zip(line.words, line.words[1:], strict=False))


def _size(line: Line) -> float:
    return max(w.style.size for w in line.words)
