"""Texts apart on one row: a name at the left and a year at the right, the two signatures of a contract."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise

from quire.layout.text.line_spans import spans_of
from quire.layout.text.text_rows import Row
from quire.model.block import Span, TabStop
from quire.model.page import Line, Word
from quire.model.traversal import text_of

_APART = 2.0  # type sizes of white between two texts: justified lines have less between their words
# Type sizes of white behind a number that a program counted, where spaces are no glyphs: those behind typed numbers
# have .2 to .5. Where they are glyphs, any white without one: more than a digit and a Chinese character have between.
_COUNTED, _SET_APART, _BESIDE_CHINESE = 0.8, 0.15, 0.35
_SPACE = 0.2  # type sizes of white that a space leaves at least
_TAB = 0.6  # type sizes of white without a space glyph that a tab leaves behind a number
_NUMBER = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|(?:[IVX]{1,5}|[A-Z])[.)]|[(（]?[\d一二三四五六七八九十]{1,3}[)）、.．]"
    r"|第[\d一二三四五六七八九十]{1,3}[章节部分条]"
)
_FEW_SPACES = 8  # between words without a glyph: fewer do not show that a page has no glyphs for spaces
_ONE_EDGE = 1.0  # points
_FORM = 4.0  # type sizes of white: entries of a form, not words of running text


def tab_stops_of(row: Row, spans: Sequence[Span], vocabulary: Container[str]) -> tuple[TabStop, ...]:
    """The tab stops of a paragraph of one row.

    Args:
        row: The row.
        spans: The paragraph's text; pieces of the row that are not found in it are skipped.
        vocabulary: Lower-case words of the document.
    """
    pieces = _pieces(row, _APART)
    if len(pieces) == 1:
        return ()
    whole = text_of(spans)
    found: list[TabStop] = []
    lines: list[Line] = []
    for piece in pieces:
        before = text_of(spans_of(lines, vocabulary=vocabulary))
        if lines and whole.startswith(before + " "):
            found.append(TabStop(len(before), min(line.x0 for line in piece), max(line.x1 for line in piece)))
        lines += piece
    return tuple(found)


def number_stop(row: Row, spans: Sequence[Span], *, glyphs: bool) -> TabStop | None:
    """Where a heading's title begins after its number, if a program set the number.

    Programs set numbers that they count apart without a space glyph; who types a number types a space behind it.

    Args:
        row: The heading's first row.
        spans: Its text.
        glyphs: Whether spaces are glyphs on its page.
    """
    words = [word for line in row.lines for word in line.words[:3]][:3]
    if len(words) < 2 or (glyphs and words[1].blank):
        return None
    glyphs = glyphs and not (len(words) > 2 and words[2].space and not words[2].blank)
    number, after = words[0].text, words[1].text
    beside = "\u2e80" <= after[0] <= "\uffef" and number[-1].isdigit()
    least = _COUNTED if not glyphs else _BESIDE_CHINESE if beside else _SET_APART
    if words[1].x0 - words[0].x1 < least * row.size or not _NUMBER.fullmatch(number):
        return None
    return TabStop(len(number), words[1].x0, row.x1) if text_of(spans).startswith(number) else None


def is_typed(row: Row, marker: str) -> bool:
    """Whether a space glyph stands behind the number that a row begins with: an author typed it."""
    found = _behind(row, marker)
    return found is not None and found[1].blank


def is_typed_heading(row: Row, *, glyphs: bool) -> bool:
    """Whether an author typed the number that a heading begins with; False for no number and where nothing shows it.

    Where spaces are no glyphs, the white of a space shows it; lists of TeX have as little, its headings have more.
    """
    number = _NUMBER.fullmatch(row.lines[0].words[0].text)
    found = _behind(row, number[0]) if number else None
    if found is None or glyphs:
        return found is not None and found[1].blank
    return found[1].space and _SPACE * row.size <= found[1].x0 - found[0].x1 < _COUNTED * row.size


def is_counted(row: Row) -> bool:
    """Whether a row begins with a number and the white of a tab, but no space glyph: a program counted it."""
    number = _NUMBER.fullmatch(row.lines[0].words[0].text)
    found = _behind(row, number[0]) if number else None
    return found is not None and not found[1].blank and found[1].x0 - found[0].x1 >= _TAB * row.size


def _behind(row: Row, marker: str) -> tuple[Word, Word] | None:
    """The word that ends the marker that a row begins with, and the next; None where they are one word."""
    left = len("".join(marker.split()))
    for word, after in pairwise([word for line in row.lines for word in line.words]):
        left -= len(word.text)
        if left <= 0:
            return (word, after) if left == 0 else None
    return None


def has_space_glyphs(lines: Iterable[Line]) -> bool | None:
    """Whether spaces are glyphs on a page, as far as words of letters show it; TeX and WPS only leave white.

    None where nothing shows it: Chinese text has no spaces.
    """
    white = 0
    for line in lines:
        for before, word in pairwise(line.words):
            if word.space and _ends_in_letter(before.text) and _ends_in_letter(word.text):
                if word.blank:
                    return True
                white += 1
    return None if white < _FEW_SPACES else False


def _ends_in_letter(text: str) -> bool:
    return text[-1].isalpha() and text[-1] < "\u2e80"


def has_separate_texts(row: Row) -> bool:
    """Whether a row holds texts far apart."""
    return len(row.lines) > 1 and len(_pieces(row, _FORM)) > 1


def are_form_rows(a: Row, b: Row) -> bool:
    """Whether two rows both hold texts far apart, like entries of a form: neither continues the other.

    Less white is enough where their last texts begin at one edge, as names with numbers do.
    """
    if len(a.lines) < 2 or len(b.lines) < 2:
        return False
    if has_separate_texts(a) and has_separate_texts(b):
        return True
    first, second = _pieces(a, _APART), _pieces(b, _APART)
    return len(first) == len(second) > 1 and abs(first[-1][0].x0 - second[-1][0].x0) < _ONE_EDGE


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
