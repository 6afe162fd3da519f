"""Characters that an engine confuses, corrected from their context."""

from __future__ import annotations

import re
import statistics

from quire.read.ocr_engine import Reading
from quire.text import is_cjk

_ZERO = re.compile(r"(?<=[\d,.])[Oo](?=[\d,.%)]|$)")
_MINUS = re.compile(r"−(?=[\d.,])")  # the engine reads the hyphen before a figure as this or as a hyphen
_HAN_DIGITS = frozenset("一二三四五六七八九〇")
_AFTER_ZERO = frozenset("一二三四五六七八九年")
_NUMERALS = re.compile("[一二三四五六七八九][一二三四五六七八九年]")
_GROUPED = re.compile(r"[-−(]?\d{1,3}(?:, ?\d{3})*(?:, ?\d{3}|,)(?:\. ?\d*)?[)%]?")
_MIN_STEPS = 3  # between characters, to know their usual distance
_ZERO_STEPS = (1, 2)  # zeros that can be missing between two characters
_CURLY = frozenset("“”‘’")


def corrected(text: str) -> str:
    """The text of a piece: a lone dash is no "one", a letter O among digits is a zero, brackets match."""
    if text in {"一", "ー"}:
        return "—"
    if text in {"O", "o"}:
        return "0"
    return _matched(_MINUS.sub("-", _ZERO.sub("0", text)))


def has_curly_quotes(text: str) -> bool:
    """Whether a text has typographic quotation marks, so that straight ones beside them are misread."""
    return any(letter in _CURLY for letter in text)


def with_curly_quotes(text: str) -> str:
    """The text with typographic marks in place of straight ones."""
    return re.sub(r"(?<=\w)'|'(?=\d)", "’", text) if "'" in text else text


def without_digit_gaps(reading: Reading) -> Reading:
    """The reading of a number without the spaces after its separators.

    In fixed-pitch type (16,580,804.89 in a cell of a Chinese table) a comma is at the left of its half square, and the
    engine reads a space after it.
    """
    text, positions = reading.text, reading.positions
    if " " not in text or not _GROUPED.fullmatch(text):
        return reading
    kept = [i for i, letter in enumerate(text) if letter != " "]
    places = tuple(positions[i] for i in kept) if len(positions) == len(text) else ()
    return reading._replace(text="".join(text[i] for i in kept), positions=places)


def with_chinese_zeros(reading: Reading) -> Reading:
    """The reading with the thin circle for zero in Chinese numbers (二〇三〇年), which the engine misses.

    It is missing where two characters, the first a numeral, are two widths apart instead of one.
    """
    text, positions = reading.text, reading.positions
    if len(positions) != len(text) or not _NUMERALS.search(text):
        return reading
    han = [is_cjk(ord(letter)) for letter in text]
    steps = [b - a for a, b, one, two in zip(positions, positions[1:], han, han[1:], strict=False) if one and two]
    usual = statistics.median(steps) if len(steps) >= _MIN_STEPS else 0.0
    if usual <= 0.0:
        return reading
    letters, places = [text[0]], [positions[0]]
    for i in range(1, len(text)):
        count = round((positions[i] - positions[i - 1]) / usual) - 1
        if count in _ZERO_STEPS and text[i - 1] in _HAN_DIGITS and text[i] in _AFTER_ZERO:
            for k in range(1, count + 1):
                letters.append("〇")
                places.append(positions[i - 1] + k * (positions[i] - positions[i - 1]) / (count + 1))
        letters.append(text[i])
        places.append(positions[i])
    return reading._replace(text="".join(letters), positions=tuple(places))


def _matched(text: str) -> str:
    """Brackets as wide as their partners, and closing quotation marks curly where the opening ones are."""
    letters = list(text)
    opened: list[int] = []
    quoted = False
    for i, letter in enumerate(letters):
        if letter in "（(":
            opened.append(i)
        elif letter in "）)" and opened:
            _match(letters, opened.pop(), i)
        elif letter == "“":
            quoted = True
        elif letter in '"”' and quoted:
            letters[i], quoted = "”", False
    return "".join(letters)


def _match(letters: list[str], first: int, last: int) -> None:
    """Make two brackets equally wide: full width among Chinese characters."""
    wide = (letters[first] == "（") + (letters[last] == "）")
    if wide != 1:
        return
    inside = letters[first + 1 : last] + letters[max(0, first - 1) : first]
    if any(is_cjk(ord(letter)) for letter in inside):
        letters[first], letters[last] = "（", "）"
    else:
        letters[first], letters[last] = "(", ")"
