"""The lines of a page from its glyphs. The accelerator does the same in `native/glyph_lines.c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.model.page import Line, Word
from quire.read.matrices import rounded
from quire.read.pdf.baseline_rows import chains_of, rows_of, strips_of, visual_order
from quire.read.pdf.character_classes import is_letter, needs_folding
from quire.read.pdf.glyph_words import StyleOf, words_of
from quire.read.pdf.glyphs import OBLIQUE, SPACE, VERTICAL, Glyph, axes
from quire.read.pdf.line_breaks import cross_rules, split_at_gaps
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.pdf.word_repair import FOLDABLE, LETTER_SPACED, RTL
from quire.text import is_rtl

_LARGER_TYPE = 1.16  # times: a size that is larger than another, not only rounded differently
_MANY_TIMES = 3.0  # times as many glyphs outweigh larger type
_LEAST_SINGLE_LETTERS = 5  # one-letter words in a row that may be a spaced title, see `quire.read.pdf.word_repair`
_NEARLY_UPRIGHT = 10  # degrees: text that leans by no more counts as upright
_OBLIQUE_DOWN, _OBLIQUE_OVER = (
    135,
    225,
)  # degrees: up to the first oblique text counts as turned by 90, below the second by 180


def lines_of(
    glyphs: Sequence[Glyph],
    bars: Sequence[tuple[float, float, float, float]],
    style_of: StyleOf,
    mend: Callable[[tuple[Word, ...], int], tuple[Word, ...]],
    *,
    hidden: bool = False,
) -> list[Line]:
    """The lines of a page in the order of the file.

    Args:
        glyphs: in the order of the file, spaces included.
        bars: vertical and horizontal rules as boxes on the page.
        style_of: gives the style for an index and a rise.
        mend: repairs the words of a line that needs more than grouping; see `quire.read.pdf.word_repair`.
        hidden: use the looser tolerance for invisible text layers.
    """
    level = SPACING.row_baseline_step_hidden if hidden else SPACING.row_baseline_step
    chains = chains_of(glyphs)
    found: list[tuple[int, Line]] = []
    for row in rows_of(chains, level):
        frame = row[0].frame
        across = cross_rules(row, bars)
        for strip in strips_of(glyphs, row):
            order = visual_order(glyphs, strip)
            for part in split_at_gaps(glyphs, order, across):
                baseline, size = _base(glyphs, part)
                words = _mended(words_of(glyphs, part, baseline, size, style_of), glyphs, part, mend)
                if words:
                    found.append((min(part), _line(words, frame, baseline)))
    found.sort(key=lambda entry: entry[0])
    return [line for _, line in found]


def _base(glyphs: Sequence[Glyph], order: Sequence[int]) -> tuple[float, float]:
    """Baseline and size of most glyphs; larger type wins unless small glyphs are far more."""
    counts: list[list[float]] = []  # v, size, number
    for i in order:
        glyph = glyphs[i]
        if glyph.code == SPACE:
            continue
        for entry in counts:
            if entry[0] == glyph.v and entry[1] == glyph.run.size:
                entry[2] += 1.0
                break
        else:
            counts.append([glyph.v, glyph.run.size, 1.0])
    best = counts[0]
    for entry in counts[1:]:
        if entry[1] > best[1] * _LARGER_TYPE:
            better = _MANY_TIMES * entry[2] >= best[2]
        elif best[1] > entry[1] * _LARGER_TYPE:
            better = entry[2] > _MANY_TIMES * best[2]
        else:
            better = entry[2] > best[2]
        if better:
            best = entry
    return best[0], best[1]


def _mended(
    words: list[Word],
    glyphs: Sequence[Glyph],
    order: Sequence[int],
    mend: Callable[[tuple[Word, ...], int], tuple[Word, ...]],
) -> tuple[Word, ...]:
    """The words, repaired if the line needs it."""
    repairs = 0
    singles = longest = 0
    for word in words:
        singles = singles + 1 if len(word.text) == 1 and is_letter(ord(word.text)) else 0
        longest = max(longest, singles)
    if any(is_rtl(glyphs[i].code) for i in order):
        repairs |= RTL
    if longest >= _LEAST_SINGLE_LETTERS:
        repairs |= LETTER_SPACED
    if any(needs_folding(glyphs[i].code) for i in order):
        repairs |= FOLDABLE
    return mend(tuple(words), repairs) if repairs else tuple(words)


def _line(words: tuple[Word, ...], frame: int, baseline: float) -> Line:
    x0 = min(w.x0 for w in words)
    y0 = min(w.y0 for w in words)
    x1 = max(w.x1 for w in words)
    y1 = max(w.y1 for w in words)
    cos, sin = axes(frame)
    if abs(sin) > abs(cos):
        base = -baseline * sin if frame < OBLIQUE or frame == VERTICAL else words[0].baseline
    else:
        base = baseline * cos if frame < OBLIQUE else words[0].baseline
    return Line(words, x0, y0, x1, y1, rounded(base), _angle(frame), frame == VERTICAL)


def _angle(frame: int) -> int:
    """The nearest quarter turn to a frame; clearly oblique text never counts as upright."""
    if frame < OBLIQUE:
        return 90 * frame
    if frame == VERTICAL:
        return 0
    degrees = frame - OBLIQUE
    if degrees <= _NEARLY_UPRIGHT or degrees >= 360 - _NEARLY_UPRIGHT:
        return 0
    if degrees <= _OBLIQUE_DOWN:
        return 90
    return 180 if degrees < _OBLIQUE_OVER else 270
