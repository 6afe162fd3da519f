"""The numbers of captions joined to the titles that stand a tab behind them: "Table 3." and "Overview of modes"."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.text.caption_binding import is_label
from quire.layout.text.numeric_text import is_amount
from quire.layout.text.text_rows import SAME_BASELINE
from quire.model.page import Line

# White between the number and the title at most, and the pitch of rows that are a list of such numbers, type sizes.
_TAB, _PITCH = 6.0, 3.0
# Points within which left edges count as one.
_EDGE = 2.0
_WORDS = 2  # of a number


def join_caption_labels(lines: Sequence[Line]) -> list[Line]:
    """The lines, with the number of each caption joined to its title.

    Below each other such numbers are the first column of a table or a list, which keeps them.
    """
    labels = [index for index, line in enumerate(lines) if _is_label(line)]
    if not labels:
        return list(lines)
    found: list[Line | None] = list(lines)
    for index in labels:
        label = lines[index]
        if any(_is_next(lines[other], label) for other in labels if other != index):
            continue
        title = _title_of(label, lines)
        if title is not None:
            first = lines[title]
            words = (*label.words, first.words[0]._replace(space=True), *first.words[1:])
            y0, y1 = min(label.y0, first.y0), max(label.y1, first.y1)
            found[index] = label._replace(words=words, y0=y0, x1=first.x1, y1=y1)
            found[title] = None
    return [line for line in found if line is not None]


def _is_label(line: Line) -> bool:
    words = line.words
    if len(words) > _WORDS or line.angle or line.vertical or not words[0].text[0].isalpha():
        return False
    last = words[-1].text[-1]
    return (last.isdigit() or last in ".:：IVX") and is_label(line.text)


def _is_next(other: Line, label: Line) -> bool:
    """Whether two labels are below each other."""
    size = label.words[0].style.size
    return abs(other.x0 - label.x0) <= _EDGE and abs(other.baseline - label.baseline) <= _PITCH * size


def _title_of(label: Line, lines: Sequence[Line]) -> int | None:
    """The one text behind a label; None where further ones follow as in the row of a table."""
    reach = _TAB * label.words[0].style.size
    behind = sorted(
        (line.x0, index)
        for index, line in enumerate(lines)
        if line.x0 > label.x1 and abs(line.baseline - label.baseline) <= SAME_BASELINE and not line.angle
    )
    if not behind or behind[0][0] - label.x1 > reach:
        return None
    index = behind[0][1]
    title = lines[index]
    if len(behind) > 1 and behind[1][0] - title.x1 <= reach:
        return None
    first = title.words[0].text[0]
    return index if first.isalpha() or (first.isdigit() and not is_amount(title.text)) else None
