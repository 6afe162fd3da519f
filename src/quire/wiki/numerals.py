"""Numbers of a text, however they are written, in one form: digits, English words, Chinese numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["numbers"]

_DIGITS = re.compile(r"(?<![A-Za-z_\d])\d+(?:[,，]\d{3})*(?:\.\d+)?")
_ENGLISH = [
    *["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    *["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"],
]
_WORDS = {word: str(value) for value, word in enumerate(_ENGLISH)} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "dozen": "12",
}
_ENGLISH_WORD = re.compile(rf"\b(?:{'|'.join(word for word in _WORDS if word != 'one')})\b", re.IGNORECASE)
"""“one” is mostly no number."""

_HAN = re.compile(
    r"[〇零一二两兩三四五六七八九十百千万萬]{1,12}[点點][〇零一二三四五六七八九]{1,12}(?![十百千刻])|[〇零一二两兩三四五六七八九十百千万萬亿億]{2,}|(?<=第)[一二三四五六七八九]|[二两兩三四五六七八九十](?=[个個人位次种種年月日天倍步层層类類名万萬里回])"
)
_NONE = frozenset({"万一", "萬一", "千万", "千萬", "万千", "萬千", "千百", "万万", "萬萬"})
"""Words of numerals that are no number."""

_VALUE = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_UNIT = {"十": 10, "百": 100, "千": 1000}
_BIG = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}


def numbers(text: str) -> Iterator[str]:
    """The numbers in a text in order of kind, in one form: "1,500" and 一千五百 are "1500", "2.50" and 二点五 "2.5".

    English number words count one by one ("thirty-two" is 30 and 2). A single Chinese numeral counts only where it
    is surely a number, for 一 and 三 stand in many words.
    """
    for found in _DIGITS.finditer(text):
        value = re.sub(r"[,，]", "", found.group())
        yield (value.rstrip("0").rstrip(".") if "." in value else value).lstrip("0") or "0"
    for found in _ENGLISH_WORD.finditer(text):
        yield _WORDS[found.group().lower()]
    for found in _HAN.finditer(text):
        if found.group() in _NONE:
            continue
        whole, point, decimals = found.group().replace("點", "点").partition("点")
        value = str(_chinese(whole))
        if point:
            value = (
                f"{value}.{''.join(str(_VALUE[char]) for char in decimals)}".rstrip("0").rstrip(".").lstrip("0") or "0"
            )
        yield value


def _chinese(text: str) -> int:
    """The value of Chinese numerals; a row of bare digits (一九八七) is read as digits."""
    if not set(text) & {*_UNIT, *_BIG}:
        return int("".join(str(_VALUE[char]) for char in text))
    total = section = digit = 0
    for char in text:
        if char in _BIG:
            total = (total + section + digit or 1) * _BIG[char]
            section = digit = 0
        elif char in _UNIT:
            section += (digit or 1) * _UNIT[char]
            digit = 0
        else:
            digit = _VALUE[char]
    return total + section + digit
