"""Drop caps joined to the word that they start."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line

# A drop cap is at least this many times as large as its text.
_LARGER = 1.7
# It may reach into the text by so much; the line beside it ends above its foot, give or take; sizes of the text.
_OVERLAP, _BELOW = 0.3, 0.3
_LETTERS = 2  # characters at most
# White between it and its text, in sizes of the text.
_GAP = 1.2


def join_drop_caps(lines: Sequence[Line]) -> list[Line]:
    """The lines, with each drop cap joined to the first line beside it."""
    capitals = [index for index, line in enumerate(lines) if _is_candidate(line)]
    if not capitals:
        return list(lines)
    result: list[Line | None] = list(lines)
    for index in capitals:
        capital = lines[index]
        beside = _line_beside(capital, lines, index)
        if beside is not None:
            result[beside] = _with_capital(lines[beside], capital)
            result[index] = None
    return [line for line in result if line is not None]


def _is_candidate(line: Line) -> bool:
    text = line.words[0].text
    return len(line.words) == 1 and len(text) <= _LETTERS and text[0].isalpha() and text[0].isupper()


def _line_beside(capital: Line, lines: Sequence[Line], own: int) -> int | None:
    """The first line of the text that wraps around a capital: beside it, near its top, with more lines below."""
    size = capital.words[0].style.size
    found: list[tuple[float, int]] = []
    for index, line in enumerate(lines):
        small = line.words[0].style.size
        if index == own or size < _LARGER * small or not line.words[0].text[0].isalpha():
            continue
        gap = line.x0 - capital.x1
        if (
            -_OVERLAP * small < gap < _GAP * small
            and capital.y0 - small < line.baseline <= capital.baseline + _BELOW * small
        ):
            found.append((line.baseline, index))
    return min(found)[1] if len(found) > 1 else None


def _with_capital(line: Line, capital: Line) -> Line:
    first = line.words[0]
    word = first._replace(text=capital.words[0].text + first.text, x0=capital.x0)
    return line._replace(words=(word, *line.words[1:]), x0=capital.x0)
