"""What a printed list marker means: "(b)" is the second lower-case letter in brackets.

A writer turns the meaning into real numbering and keeps the marker as text where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from quire.bullets import is_bullet
from quire.roman_numerals import roman_value


class NumberFormat(StrEnum):
    """How a marker counts."""

    BULLET = "bullet"
    DECIMAL = "decimal"
    ZERO = "zero"  # 01, 02
    WIDE = "wide"  # full-width digits
    LOWER = "lower"  # a, b
    UPPER = "upper"
    LOWER_ROMAN = "lower_roman"
    UPPER_ROMAN = "upper_roman"
    CHINESE = "chinese"  # 一, 二
    CIRCLED = "circled"  # ①
    BRACKETED = "bracketed"  # ⑴
    STOPPED = "stopped"  # ⒈
    STEMS = "stems"  # 甲, 乙
    HANGUL = "hangul"  # 가, 나
    CYRILLIC = "cyrillic"  # а, б


class Marker(NamedTuple):
    """A marker: `before` and `after` are printed as they are; `value` counts from 1 (0 for a bullet)."""

    counter: NumberFormat
    value: int
    before: str = ""
    after: str = ""


def interpret_markers(markers: Sequence[str]) -> list[Marker | None]:
    """The meaning of each marker of one list; None for one that neither counts nor is a bullet.

    "i)" is a letter after "h)" and before "j)", else a roman numeral: neighbours decide.
    """
    choices = [interpretations(marker) for marker in markers]
    found: list[Marker | None] = []
    for index, options in enumerate(choices):
        before = found[-1] if found else None
        after = choices[index + 1] if index + 1 < len(choices) else ()
        found.append(_best(options, before, after))
    return found


@lru_cache(maxsize=4096)
def interpretations(marker: str) -> tuple[Marker, ...]:
    """Every meaning that a marker can have, the likeliest first; () when it has none."""
    marker = marker.strip()
    if not marker:
        return ()
    bullet = _bullet(marker)
    if bullet:
        return (Marker(NumberFormat.BULLET, 0, bullet),)
    match = _FORM.fullmatch(marker)
    if not match:
        return ()
    before, number, after = match["before"], match["number"], match["after"]
    if len(number) == 1 and number.isalpha() and number.isascii() and not after and not before:
        return ()  # a bare letter is a word
    return tuple(Marker(counter, value, before, after) for counter, value in _values(number))


def _best(options: Sequence[Marker], before: Marker | None, after: Sequence[Marker]) -> Marker | None:
    """The option that goes on from the marker before, else one that the next goes on from, else the first."""
    for option in options:
        if before and option._replace(value=0) == before._replace(value=0) and option.value == before.value + 1:
            return option
    for option in options:
        if option._replace(value=option.value + 1) in after:
            return option
    return options[0] if options else None


def _values(number: str) -> list[tuple[NumberFormat, int]]:
    """The readings of the counting part alone, roman before letters for i, letters before roman for others."""
    if number.isascii() and number.isdigit():
        return [(NumberFormat.ZERO if number[0] == "0" and len(number) == 2 else NumberFormat.DECIMAL, int(number))]
    if re.fullmatch("[０-９]+", number):
        return [(NumberFormat.WIDE, int(number))]
    found: list[tuple[NumberFormat, int]] = []
    if re.fullmatch("[一二三四五六七八九十百]+", number):
        value = _chinese(number)
        return [(NumberFormat.CHINESE, value)] if value else []
    if len(number) == 1:
        found = [(c, letters.index(number) + 1) for c, letters in SEQUENCES.items() if number in letters]
    roman = _roman(number.lower()) if number.isascii() else 0
    if roman and (number.islower() or number.isupper()):
        reading = (NumberFormat.LOWER_ROMAN if number.islower() else NumberFormat.UPPER_ROMAN, roman)
        found.insert(0 if number.lower() == "i" else len(found), reading)
    return found


def _roman(text: str) -> int:
    """The value of a lower-case roman numeral below 90; 0 when it is none."""
    match = re.fullmatch(r"(l?x{0,3}|xl)(ix|iv|v?i{0,3})", text)
    return roman_value(text) if match else 0


def _chinese(text: str) -> int:
    """The value of a Chinese numeral below 200 in counting form (十, 十一, 二十, 一百五); 0 for another text."""
    match = re.fullmatch(r"(一?百)?(?:([一二三四五六七八九]?)(十))?([一二三四五六七八九]?)", text)
    if not match:
        return 0
    hundred, tens, ten, ones = match.groups()
    return (
        (100 if hundred else 0)
        + (("一二三四五六七八九".index(tens) + 1 if tens else 1) * 10 if ten else 0)
        + ("一二三四五六七八九".index(ones) + 1 if ones else 0)
    )


def _bullet(marker: str) -> str:
    """The bullet to print for a marker that does not count, "" for another marker."""
    if marker in _SYMBOLS:
        return _SYMBOLS[marker]
    if not is_bullet(marker):
        return ""
    return "•" if "\ue000" <= marker <= "\uf8ff" else marker


SEQUENCES: dict[NumberFormat, str] = {
    NumberFormat.LOWER: "abcdefghijklmnopqrstuvwxyz",
    NumberFormat.UPPER: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    NumberFormat.CIRCLED: "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
    NumberFormat.BRACKETED: "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇",
    NumberFormat.STOPPED: "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛",
    NumberFormat.STEMS: "甲乙丙丁戊己庚辛壬癸",
    NumberFormat.HANGUL: "가나다라마바사아자차카타파하",
    NumberFormat.CYRILLIC: "абвгдежзиклмнопрстуфхцчшщэюя",
}
_SINGLE = "".join(SEQUENCES[c] for c in SEQUENCES if c not in (NumberFormat.LOWER, NumberFormat.UPPER))
_FORM = re.compile(
    r"(?P<before>(?:[(\[（〔【［第§#]|\d{1,3}[.．](?=\d|\w))*)"
    r"(?P<number>\d{1,5}|[０-９]{1,4}|[a-zA-Z]|[ivxl]{1,6}|[IVXL]{1,6}|[一二三四五六七八九十百]{1,5}"
    rf"|[{_SINGLE}])"
    r"(?P<after>[.．、,，:：)\]）〕】］;]{0,2}|[条章节款项編编回]、?)"
)
# The private characters of Symbol and Wingdings that Word and PowerPoint write as bullets, and their likeness.
_SYMBOLS = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf06e": "■", "\uf0d8": "➢", "\uf0fc": "✓", "\uf0a8": "◻", "\uf06c": "●",
    "\uf076": "❖",
    "\uf0e0": "→", "\uf0be": "–", "\uf02d": "–", "\uf075": "◆", "\uf071": "❑", "\uf0fe": "☑", "\uf06f": "□",
    "\uf0b2": "✧",
    "o": "o", "\uff0d": "–", "\u2212": "–", "⎯": "–",
}  # fmt: skip
