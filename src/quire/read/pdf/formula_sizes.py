"""Sizes of formulas that a browser sets larger than the text around them.

MathJax and KaTeX make the small letters of formulas as high as those of the text, whose font has higher ones for its
size: 11 points of text stand beside 13.5 points of a formula and look alike. Sizes then say nothing: what is a script,
a heading or running text is told by the size of the text.
"""

from __future__ import annotations

import re
from collections import Counter

from quire.model.page import Line, Style, Word

WEB_FONT = re.compile("MathJax|MJX|KaTeX")
"""Fonts of MathJax and KaTeX."""

_FULL_SHARE = 0.1  # of the letters in such fonts on a page: those that are no scripts, at least
_LEAST_SCALE = 0.7  # of the size of a formula, the size of the text that it stands in


def with_text_sizes(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines of a page, formulas that stand in running text in its size."""
    own: Counter[float] = Counter()
    text: Counter[float] = Counter()
    for line in lines:
        for word in line.words:
            (own if WEB_FONT.search(word.style.font) else text)[word.style.size] += len(word.text)
    if not own or not text:
        return lines
    full = max(size for size, count in own.items() if count >= _FULL_SHARE * own.total())
    scale = text.most_common(1)[0][0] / full
    if not _LEAST_SCALE <= scale < 1.0:
        return lines
    known: dict[Style, Style] = {}
    return tuple([_scaled(line, scale, known) if _is_mixed(line) else line for line in lines])


def _is_mixed(line: Line) -> bool:
    """Whether a line has text and formulas."""
    web = sum(WEB_FONT.search(word.style.font) is not None for word in line.words)
    return 0 < web < len(line.words)


def _scaled(line: Line, scale: float, known: dict[Style, Style]) -> Line:
    words: list[Word] = []
    for word in line.words:
        style = word.style
        if style not in known:
            size = round(style.size * scale, 1)
            known[style] = style._replace(size=size) if WEB_FONT.search(style.font) else style
        words.append(word._replace(style=known[style]))
    return line._replace(words=tuple(words))
