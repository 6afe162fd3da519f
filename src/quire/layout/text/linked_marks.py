"""Marks of notes that links lead to: raised by the font's own superior figures, they stand on the baseline in its size.

Typst sets "tree³" so; what the text says is "tree3" or "tree³". A link from it leads to a row of the page that begins
with the same number, as none does from an exponent, the number of a figure, or a citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.layout.text.text_rows import line_text
from quire.model.page import Line, Link, Page, Word

_SUPERIOR = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MARK = re.compile(r"^(?P<before>.*?)(?P<mark>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|(?<!\d)\d{1,3})(?P<after>[^\w⁰¹²³⁴⁵⁶⁷⁸⁹]*)$")
_START = re.compile(r"^(?P<mark>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\d{1,3})(?!\d)")
# Points; a wider link is an entry of contents or a reference in words. Notes are smaller than this share of the text.
_NARROW, _SMALLER = 30.0, 0.95
# Type sizes from the place that a link leads to down to the row of the note, and up to its upper edge.
_BELOW, _ABOVE = 1.5, 0.5


def raise_linked(page: Page, lines: Sequence[Line]) -> list[Line]:
    """The lines, with marks that lead to notes of the page, and those in front of these notes, as raised words.

    Args:
        page: The page.
        lines: Its upright lines.
    """
    own = [link for link in page.links if link.page == page.number and link.y is not None]
    links = [link for link in own if link.box.width < _NARROW]
    if not links:
        return list(lines)
    found = list(lines)
    for link in links:
        for at, index in _marks_at(found, link):
            line = found[at]
            match = _MARK.match(line.words[index].text)
            mark = match["mark"].translate(_SUPERIOR) if match else ""
            note = _note_at(found, link, mark, line) if mark else None
            if match is None or note is None:
                continue
            found[at] = _with_words(line, index, _parts(line.words[index], match, link.box.x0))
            start = found[note]
            first = start.words[0]
            number = _START.match(first.text)
            if number is not None and first.style.rise <= 0:
                found[note] = _with_words(start, 0, _parts(first, number, first.x0))
    return found


def _marks_at(lines: Sequence[Line], link: Link) -> Iterator[tuple[int, int]]:
    """Each line under a link with the index of the last word there, where that is not raised."""
    x0, y0, x1, y1 = link.box
    for at, line in enumerate(lines):
        if line.y1 <= y0 or line.y0 >= y1 or line.x1 <= x0 or line.x0 >= x1:
            continue
        under = [index for index, word in enumerate(line.words) if word.x0 < x1 - 0.5 and word.x1 > x0 + 0.5]
        if under and line.words[under[-1]].style.rise <= 0:
            yield at, under[-1]


def _note_at(lines: Sequence[Line], link: Link, mark: str, own: Line) -> int | None:
    """The row that a link leads to, below its mark, if it begins with the mark."""
    for at, line in enumerate(lines):
        size = line.words[0].style.size
        if size > _SMALLER * own.words[-1].style.size:
            continue
        if line.baseline <= own.baseline or not line.y0 - _BELOW * size <= (link.y or 0.0) <= line.y0 + _ABOVE * size:
            continue
        match = _START.match(line_text(line))
        if match and match["mark"].translate(_SUPERIOR) == mark:
            return at
    return None


def _parts(word: Word, match: re.Match[str], left: float) -> list[Word]:
    """A word in front of its mark, the mark raised, and what stands behind it."""
    before, after = word.text[: match.start("mark")], word.text[match.end("mark") :]
    advance = (word.x1 - word.x0) / len(word.text)
    x0 = min(max(left, word.x0), word.x1) if before else word.x0
    x1 = word.x1 - advance * len(after)
    mark = match["mark"].translate(_SUPERIOR)
    raised = word._replace(text=mark, x0=min(x0, x1), x1=x1, style=word.style._replace(rise=1))
    parts = [word._replace(text=before, x1=raised.x0)] if before else []
    parts.append(raised._replace(space=False, blank=False) if before else raised)
    return [*parts, word._replace(text=after, x0=x1, space=False, blank=False)] if after else parts


def _with_words(line: Line, index: int, words: Sequence[Word]) -> Line:
    return line._replace(words=(*line.words[:index], *words, *line.words[index + 1 :]))
