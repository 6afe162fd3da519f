"""Lines of one formula joined, and formulas inside running text written as LaTeX.

A fraction in a line of text comes from the reader as lines of their own for numerator and denominator, and so do the
limits of a sum. Pages without mathematical type are returned unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quire.layout.maths.atoms import AXIS, atoms_of
from quire.layout.maths.latex_builder import FULL, latex_of
from quire.layout.maths.latex_symbols import ACCENTS, FUNCTIONS, LARGE_FONT, LARGE_SIGNS, MATHS_FONT, OPERATORS
from quire.model.geometry import Box, bounds
from quire.model.page import MATHS, Line, Page, Rule, Style, Word

FITS = 3.0  # points by which a bar may be longer than what it parts
THIN = 1.2  # points; thicker rules are no fraction bars
LONGEST = 0.6  # of the page's width
SIDE = 0.9  # of the size: the gap between two parts of one formula on one line
NEAR = 0.5  # of the size: from a bar to the edge of what is on it
LIMIT = 1.6  # of the size: from an operator to its limits
TALL = 2.2  # of the size: how far large delimiters reach below their baseline
HIGH = 1.5  # the same of large operators
APART = 1.75  # of the size, between the baselines of a displayed formula and of a line of text
ON_EDGE = 3.0  # of the size: so far above and below the edge of the text shows
ON_AXIS = 0.16  # of the size
MATHS_SHARE, PROSE_SHARE = 0.4, 0.25  # of the words of a displayed formula: at least, at most
BELOW_BAR = 0.1  # of the size: how far a numerator's baseline may be below its bar
HANGS, HIGHEST = (
    0.4,
    0.75,
)  # of the size: from a bar to the baseline of a denominator, at least, and of its letters' tops
ON_SIGN = 0.3  # of the size: from the top of a large sign to an accent, and to a line of text through it
ABOVE_SIGN = 0.2  # of the size: how far above a large sign a part of its formula may begin
LIMIT_SIZE, LIMIT_WIDTH = 0.85, 6.0  # of the operator's size: how large and how wide limits are at most
SIGN = 1.2  # of the size: the height of a large operator
SAME_LINE, OVERLAP = 0.1, 0.5  # of the size: between baselines of parts on one line, and how far they may overlap
SPACE = 0.2  # of the size: a wider gap between parts of a formula is a space
SAME_EDGE = 2.0  # points between the left edges of a formula and of text on one edge
ROOT_TO_BAR = 3.0  # points between the end of a root's sign and its bar
VARIABLE = 2  # letters of an italic word that is a variable, at most
SHORT_WORD = 3  # characters of a word that does not count as prose in a formula, at most
_NEUTRAL = re.compile(r"[\d.,:;+\-−±=<>≤≥~∼()\[\]{}/|*'′!%…·×⋅∞→\\]+")
_MARK = re.compile(r"[•∗*†‡§¶·,.;:()\[\]\d\s✓−-]*")
_WORDS = frozenset("aAIeEiKoOuUVwyYz")  # these are words in one language or other
# What makes a run worth writing as a formula: scripts, relations, fractions, roots, large operators, accents.
_SET = re.compile(
    r"[\^_]|\\(?:frac|sqrt|sum|prod|i*int|oint|hat|bar|tilde|vec|d?dot|overline|wide\w+|left|begin|lim|binom)\b"
)
_RELATION = re.compile(
    r"[=<>]|\\(?:leq\w*|geq\w*|neq|approx|equiv|sim\w*|cong|propto|ll|gg|in|notin|ni|su[bp]set\w*|to|mapsto|times|cdot|circ"
    r"|[a-zA-Z]*arrow|pre\w+|succ\w*|wedge|vee|cup|cap|o[plustime]+|forall|exists|perp|mid|triangleq|models|vdash)\b"
)
_TAIL = re.compile(r"(?<![.,;:])[.,;:]++$")


def join_formulas(page: Page, lines: Sequence[Line]) -> list[Line]:
    """The lines with those of one formula joined, and with formulas in running text as words of the font `MATHS`."""
    if not _has_maths(lines):
        return list(lines)
    bars = [r for r in page.rules if r.horizontal and r.width <= THIN and r.x1 - r.x0 < LONGEST * page.width]
    joined = _joined(lines, bars)
    return [line if _is_displayed(line) and _is_apart(line, joined) else _with_latex(line, bars) for line in joined]


def is_mathematical(word: Word) -> bool:
    """Whether a word is set in a font of formulas, and is more than a bullet or a mark of a note."""
    return MATHS_FONT.search(word.style.font) is not None


def is_plain_mark(text: str) -> bool:
    """Whether a text is but bullets, marks of notes, figures and punctuation."""
    return _MARK.fullmatch(text) is not None


def _has_maths(lines: Iterable[Line]) -> bool:
    seen: set[int] = set()
    for line in lines:
        for word in line.words:
            key = id(word.style)
            if key not in seen:
                seen.add(key)
                if MATHS_FONT.search(word.style.font):
                    return True
    return False


def _is_prose(word: Word) -> bool:
    """Whether a word is of running text: letters that are neither variables nor a function's name."""
    text = word.text
    if is_mathematical(word) or _is_variable(word) or _NEUTRAL.fullmatch(text) or text.strip("()[]{},.") in FUNCTIONS:
        return False
    return len(text.strip("().,;")) > 1 or word.space or not text.isascii()


def _is_variable(word: Word) -> bool:
    """Whether a word is one or two italic letters: a variable where the letters of formulas are those of the text."""
    letters = word.text.strip("().,;:[]|'")
    if len(letters) == 1 and "Α" <= letters <= "ϖ":
        return True  # a Greek letter that is no word
    if not (letters.isalpha() and letters.isascii()):
        return False
    return len(letters) <= VARIABLE if word.style.italic else len(letters) == 1 and letters not in _WORDS


def _is_symbol(word: Word) -> bool:
    """Whether a word shows that a run is a formula: upright letters and figures alone do not."""
    return is_mathematical(word) or (_is_variable(word) and (word.style.italic or not word.text.isascii()))


def _is_displayed(line: Line) -> bool:
    """Whether a line is a formula in the main, with a few words of text in it."""
    prose = sum(_is_prose(w) and len(w.text) > SHORT_WORD for w in line.words)
    maths = sum(map(is_mathematical, line.words))
    return are_formula(maths, prose, len(line.words))


def are_formula(maths: int, prose: int, words: int) -> bool:
    """Whether so many mathematical words and so many of prose, of all words, are a displayed formula."""
    return maths >= MATHS_SHARE * words and prose <= PROSE_SHARE * words


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


def is_fragment(line: Line) -> bool:
    """Whether a line holds no word of running text."""
    return not line.angle and not any(_is_prose(w) and w.style.rise == 0 for w in line.words)


# --- lines of one formula ------------------------------------------------------------------------------------------


def _joined(lines: Sequence[Line], bars: Sequence[Rule]) -> list[Line]:
    groups = _Groups(len(lines))
    parts = [i for i, line in enumerate(lines) if is_fragment(line)]
    for bar in bars:
        _join_bar(lines, bar, groups)
    for i in parts:
        if any(w.text[0] in OPERATORS or LARGE_FONT.search(w.style.font) for w in lines[i].words):
            _join_large(lines, parts, i, groups)
    grown = {i for group in groups.many() for i in group}
    for i in grown:
        for j, other in enumerate(lines):
            if i != j and _side_by_side(lines[i], other):
                groups.join(i, j)
    made = {min(group): _one_line([lines[i] for i in group]) for group in groups.many()}
    gone = {i for group in groups.many() for i in group}
    return [made.get(i, line) for i, line in enumerate(lines) if i in made or i not in gone]


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


def _join_bar(lines: Sequence[Line], bar: Rule, groups: _Groups) -> None:
    """Joins what is on a bar and hangs from it, when there is both, and the lines on whose axis the bar lies."""
    near = [i for i, line in enumerate(lines) if line.y0 - 12 < bar.y0 < line.y1 + 12]
    on = [i for i in near if any(_is_on_bar(w, bar) for w in lines[i].words)]
    under = [i for i in near if any(_is_under_bar(w, bar) for w in lines[i].words)]
    root = [i for i in near if any(w.text[-1] == "√" and abs(w.x1 - bar.x0) < ROOT_TO_BAR for w in lines[i].words)]
    if not under or not (on or root) or not any(_has_maths([lines[i]]) for i in (*on, *under, *root)):
        return
    words = [w for i in (*on, *under) for w in lines[i].words if _is_on_bar(w, bar) or _is_under_bar(w, bar)]
    if not any(is_fragment(lines[i]) for i in (*on, *under)) or not (root or _fills(words, bar)):
        return
    held = [*on, *under, *root]
    for i in held[1:]:
        groups.join(held[0], i)
    for i in near:
        line = lines[i]
        size = _size(line)
        level = abs(line.baseline - AXIS * size - bar.y0) < ON_AXIS * size
        if level and (abs(line.x0 - bar.x1) < SIDE * size or abs(bar.x0 - line.x1) < SIDE * size or _spans(line, bar)):
            groups.join(held[0], i)


def _is_on_bar(word: Word, bar: Rule) -> bool:
    size = word.style.size
    return _over(word, bar) and -BELOW_BAR * size < bar.y0 - word.baseline < NEAR * size


def _is_under_bar(word: Word, bar: Rule) -> bool:
    size = word.style.size
    return _over(word, bar) and HANGS * size < word.baseline - bar.y0 < (HIGHEST + NEAR) * size


def _fills(words: Sequence[Word], bar: Rule) -> bool:
    """Whether the longer of numerator and denominator is as long as the bar, which the rules of tables are not."""
    return min(w.x0 for w in words) - bar.x0 < FITS and bar.x1 - max(w.x1 for w in words) < FITS


def _over(word: Word, bar: Rule) -> bool:
    return word.x0 >= bar.x0 - 2 and word.x1 <= bar.x1 + 2


def _join_large(lines: Sequence[Line], parts: Sequence[int], i: int, groups: _Groups) -> None:
    """Joins a large operator or delimiter with what is beside it, and an operator with its limits."""
    for word in lines[i].words:
        large = LARGE_FONT.search(word.style.font) is not None
        if not large and word.text[0] not in OPERATORS:
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
        below = TALL if word.text[0] in "()[]{}|" else HIGH
        reach = Box(word.x0, top - ON_SIGN * size, word.x1, top + below * size)
        for j, other in enumerate(lines):
            if j == i:
                continue
            beside = other.x0 - reach.x1 < SIDE * size and reach.x0 - other.x1 < SIDE * size
            inside = reach.y0 - ABOVE_SIGN * size < other.baseline < reach.y1
            if (beside and inside and (j in parts or _level(other, word, large=large))) or (
                j in parts and _is_limit(other, word, top, large=large)
            ):
                groups.join(i, j)


def _level(line: Line, word: Word, *, large: bool) -> bool:
    """Whether a line of text runs through the middle of a large sign."""
    top = word.baseline if large else word.baseline - word.style.size
    return ON_SIGN * word.style.size < line.baseline - top < LIMIT * word.style.size


def _is_limit(line: Line, word: Word, top: float, *, large: bool) -> bool:
    size = word.style.size
    if not large and word.text[0] not in OPERATORS:
        return False
    if _size(line) > LIMIT_SIZE * size or line.x1 - line.x0 > LIMIT_WIDTH * size:
        return False
    middle = (line.x0 + line.x1) / 2
    if not word.x0 - size < middle < word.x1 + size:
        return False
    return -LIMIT * size < line.baseline - top < (LIMIT + SIGN) * size


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


# --- formulas in running text --------------------------------------------------------------------------------------


def _with_latex(line: Line, bars: Sequence[Rule]) -> Line:
    """The line with its formulas as LaTeX; a line without running text is left for a displayed formula."""
    words = line.words
    if is_fragment(line) or not any(_is_symbol(w) for w in words):
        return line
    size = (
        max(w.style.size for w in words if w.style.rise == 0 or len(words) == 1)
        if any(w.style.rise == 0 for w in words)
        else _size(line)
    )
    out: list[Word] = []
    at = 0
    while at < len(words):
        end = _run(words, at, size)
        if end == at:
            out.append(words[at])
            at += 1
            continue
        out += _formula(words[at:end], bars, line.baseline, size)
        at = end
    return line._replace(words=tuple(out))


def _run(words: Sequence[Word], at: int, size: float) -> int:
    """Where the formula that begins at a word ends; `at` when none begins there."""
    end = at
    while end < len(words):
        word = words[end]
        script = word.style.size < FULL * size and (not word.space or word.style.rise != 0 or is_mathematical(word))
        if _is_prose(word) and not (script and end > at):
            break
        end += 1
    while (
        end > at
        and not is_mathematical(words[end - 1])
        and words[end - 1].style.rise == 0
        and _is_trailing(words, at, end)
    ):
        end -= 1
    run = words[at:end]
    if not any(_is_symbol(w) for w in run):
        return at
    return end


def _is_trailing(words: Sequence[Word], at: int, end: int) -> bool:
    """Whether the last word of a run is punctuation, or a bracket that nothing opened in it."""
    text = words[end - 1].text
    if _TAIL.fullmatch(text):
        return True
    whole = "".join(w.text for w in words[at:end])
    return text[-1] in ")]" and whole.count(")") + whole.count("]") > whole.count("(") + whole.count("[")


def _formula(run: Sequence[Word], bars: Sequence[Rule], baseline: float, size: float) -> list[Word]:
    """A run as one word of LaTeX; as it is when it is a single letter, a number or a mark."""
    text = "".join(w.text for w in run)
    if is_plain_mark(text):
        return list(run)
    tail = _TAIL.search(run[-1].text) if run[-1].style.rise == 0 and len(run[-1].text) > 1 else None
    last = run[-1]._replace(text=run[-1].text[: tail.start()]) if tail else run[-1]
    box = bounds(w.box for w in run)
    near = [b for b in bars if b.x1 > box.x0 and b.x0 < box.x1 and box.y0 - 2 < b.y0 < box.y1 + 2]
    latex = latex_of(atoms_of([*run[:-1], last]), near)
    if not _is_worthwhile(latex, run) or latex.startswith(("^", "_", "{}")) or "$" in latex:
        return list(run)
    style = Style(MATHS, size, bold=False, italic=False, mono=False, color=run[0].style.color)
    made = [Word(f"${latex}$", box.x0, run[0].y0, box.x1, run[0].y1, baseline, style, run[0].space, run[0].mcid)]
    if tail:
        made.append(last._replace(text=tail[0], space=False))
    return made


def _is_worthwhile(latex: str, run: Iterable[Word]) -> bool:
    """Whether LaTeX says more than the signs in a row do."""
    if _SET.search(latex):
        return True
    letters = any(_is_symbol(w) and any(c.isalpha() for c in w.text) for w in run)
    return letters and _RELATION.search(latex) is not None and latex.count("(") == latex.count(")")
