"""Texts that stand apart on one row: a name at the left and a year at the right, the two signatures of a contract."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from quire.layout.text.line_spans import spans_of
from quire.layout.text.text_rows import Row
from quire.model.block import Span, Stop
from quire.model.page import Line
from quire.model.traversal import text_of

_APART = 2.0  # type sizes of white between two texts: justified lines have less between their words
_COUNTED = 0.8  # type sizes of white; spaces behind typed numbers have .2 to .5
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}[.)]?")
_FORM = 4.0  # type sizes of white: entries of a form, not words of running text


def stops_of(row: Row, spans: Sequence[Span], vocabulary: Container[str]) -> tuple[Stop, ...]:
    """Where texts stand apart on the only row of a paragraph.

    Args:
        row: The row.
        spans: The paragraph's text; what is not found in it as it stands on the row is left out.
        vocabulary: Lower-case words of the document.
    """
    pieces = _pieces(row, _APART)
    if len(pieces) == 1:
        return ()
    whole = text_of(spans)
    found: list[Stop] = []
    lines: list[Line] = []
    for piece in pieces:
        before = text_of(spans_of(lines, vocabulary=vocabulary))
        if lines and whole.startswith(before + " "):
            found.append(Stop(len(before), min(line.x0 for line in piece), max(line.x1 for line in piece)))
        lines += piece
    return tuple(found)


def number_stop(row: Row, spans: Sequence[Span]) -> Stop | None:
    """Where a heading's title begins behind its number, if more than a word's space parts them: a program counted it.

    Word puts a tab behind numbers that it counts, TeX at least the width of an em; behind typed ones stands a space.

    Args:
        row: The heading's first row.
        spans: Its text.
    """
    words = [word for line in row.lines for word in line.words[:2]][:2]
    if len(words) < 2 or words[1].x0 - words[0].x1 < _COUNTED * row.size:
        return None
    number = words[0].text
    if not _NUMBER.fullmatch(number) or not text_of(spans).startswith(number + " "):
        return None
    return Stop(len(number), words[1].x0, row.x1)


def are_apart(row: Row) -> bool:
    """Whether texts stand far apart on a row."""
    return len(row.lines) > 1 and len(_pieces(row, _FORM)) > 1


def are_entries(a: Row, b: Row) -> bool:
    """Whether both of two rows hold texts far apart, as entries of forms do: neither goes on in the other."""
    return are_apart(a) and are_apart(b)


def _pieces(row: Row, most: float) -> list[list[Line]]:
    """The lines of a row, those together that have no more than `most` type sizes of white between them."""
    pieces = [[row.lines[0]]]
    for line in row.lines[1:]:
        last = pieces[-1][-1]
        if max(line.x0 - last.x1, last.x0 - line.x1) > most * row.size:
            pieces.append([line])
        else:
            pieces[-1].append(line)
    return pieces
