"""Numbers of headings: digits, Roman, English and Chinese numerals, stems, branches, and parts in two or three."""

from __future__ import annotations

import re
from functools import lru_cache

from quire.roman_numerals import roman_value

__all__ = ["NUMERAL", "PLAIN_NUMERAL", "chapter_number", "heading_number"]

_HAN = "〇○零一二兩两三四五六七八九十廿卅卌百千"
_ENGLISH = [
    *["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    *["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"],
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    *["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
    *["eleventh", "twelfth", *[f"{word}th" for word in _ENGLISH[13:]]],
]
_WORDS = {word: at for words in (_ENGLISH, _ORDINALS) for at, word in enumerate(words)}
_WORDS |= {word: 10 * at for at, word in enumerate(_TENS, 2)}
_WORDS |= {f"{word[:-1]}ieth": value for word, value in _WORDS.items() if word in _TENS}
_ROWS = ("甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥")
_ORDER = {char: at for row in _ROWS for at, char in enumerate(row, 1)} | {"上": 1, "中": 2, "下": 3}
_VALUES = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "○": 0, "两": 2, "兩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_SHORT_TENS = {"廿": 20, "卅": 30, "卌": 40}
_WIDE_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")

_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
NUMERAL = re.compile(
    rf"[0-9０-９]{{1,4}}|[{_HAN}]{{1,7}}|\b(?:{_WORD})(?:[- ](?:{_WORD}))?\b|\b[IVXLCDM]{{1,9}}\b|\b[ivxlcdm]{{1,9}}\b"
    rf"|[{''.join(_ROWS)}上中下]",
    re.IGNORECASE,
)
"""A numeral of any kind; what looks like one may be none (see `heading_number`)."""


PLAIN_NUMERAL = r"[IVXLC]{1,9}|\d{1,4}|[〇零一二三四五六七八九十百]{1,7}"
"""Numerals of chapters that may stand alone: digits, Roman and Chinese ones."""
_NAMED = re.compile(
    rf"第\s?(?P<han>{NUMERAL.pattern})\s?[章回卷折出齣节節讲講课課幕场場]"
    r"|\b(?:chapter|chap\.|letter|canto|act|scene|stave|lecture|lesson|book|part|volume)\s+(?:the\s+)?"
    rf"(?:\d{{1,2}}\.(?=[IVXLC]))?(?P<word>{NUMERAL.pattern})",
    re.IGNORECASE,
)
"""How a chapter is called by a number; in a volume the last of them is its own: “Book I: Chapter III”."""
_BARE_NUMBER = re.compile(rf"(?:(?!{PLAIN_NUMERAL}\.)\w+\.\s)?({PLAIN_NUMERAL})(?=\W|$)")
"""A numeral alone before a title: “IV. The Road”, “二「自強」”, “十二、”."""
_ONLY_NUMBER = re.compile(rf"(?:{PLAIN_NUMERAL})\.?")
_OWN = re.compile(r"[:：]\s?(?=\d|[IVXLC]|[一二三四五六七八九十])")
"""What stands between a volume's name and a chapter's number."""


_ASIDE = re.compile(r"(?<=\w)[\s?!？！.]*(?:\([^()]*\)|（[^（）]*）)")
"""Brackets behind a title: “12. Categories (Part 1)” is the twelfth chapter."""


def chapter_number(title: str) -> int:
    """The number that a chapter is called by, 0 for none; one in brackets only where there is no other."""
    plain = _ASIDE.sub("", title)
    return _called_by(plain) or (_called_by(title) if plain != title else 0)


def _called_by(title: str) -> int:
    for hit in reversed([*_NAMED.finditer(title)]):
        return heading_number(hit["han"] or hit["word"])
    first, *inner = _OWN.split(title)
    counted = bool(inner) and _ONLY_NUMBER.fullmatch(first) and not _ONLY_NUMBER.fullmatch(inner[-1])  # “X: I Enlist”
    bare = _BARE_NUMBER.match(first if counted or not inner else inner[-1])
    return heading_number(bare[1]) if bare else 0


@lru_cache(4096)
def heading_number(text: str) -> int:
    """The value of a numeral, 1 and more; 0 for what is none ("ill", "DC" in small letters mixed, 零)."""
    plain = text.translate(_WIDE_DIGITS)
    if plain.isascii() and plain.isdigit():
        return int(plain)
    words = [_WORDS.get(one, -1) for one in re.split(r"[- ]", plain.lower())]
    if min(words) >= 0:
        return sum(words)
    if plain in _ORDER:
        return _ORDER[plain]
    return _chinese(plain) if plain[0] in _HAN else _roman(plain)


def _roman(text: str) -> int:
    if not text.isascii() or not (text.isupper() or text.islower()):
        return 0
    total = roman_value(text.lower())
    return total if total > 0 and _as_roman(total) == text.upper() else 0


def _as_roman(value: int) -> str:
    """The usual form, so that "IIX" and words of these letters are no numerals."""
    out = ""
    marks = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"))
    for worth, mark in (*marks, (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, value = divmod(value, worth)
        out += mark * count
    return out


def _chinese(text: str) -> int:
    if not set(text) & {*_UNITS, *_SHORT_TENS}:
        return int("".join(str(_VALUES[char]) for char in text))
    total = digit = 0
    for char in text:
        if char in _SHORT_TENS:
            total += _SHORT_TENS[char]
        elif char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _VALUES[char]
    return total + digit
