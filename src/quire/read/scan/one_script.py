"""One script to a page: characters of the other script among those that it is set in were misread.

The reader knows both scripts and tells one character at a time, so a page in traditional characters is read with some
simplified forms among them (融资 for 融資), and one in simplified characters with a few traditional ones (存貨 for
存货). Of 45 Chinese scans all that are simplified were read with at most one traditional character in a hundred, all
others with 47 or more.

On pages in Latin letters stains, ticks and bullets are read as single ideographs, and signs as full-width ones. Twelve
of 189 such scans have one to five single ideographs, all of them misread; those with Chinese text have more. What was
read surely stays, unless it is a sign of a few strokes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from quire.hanzi import simplified, traditional_forms
from quire.read.ocr_engine import Reading
from quire.text import is_cjk

_TRADITIONAL = 0.25  # of the characters that differ between the scripts: from here on a page is traditional
_SIMPLIFIED = 0.1  # up to here it is simplified
_FEWEST = 10  # of such characters that tell the script
_LATIN, _IDEOGRAPHS = 100, 5  # letters at least and ideographs at most of a page in Latin letters
_SURE, _STROKES = 0.97, "一二三十口日曰田工士土川"
"""Confidence of an ideograph that stays alone: misread ones had .55 to .94, and 1.0 as one of the signs that a cross, a
box or a dash looks like."""

_USUAL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # of full-width signs
_KANA = ("\u3041", "\u30ff")  # Japanese has simplified forms of its own among traditional ones


def in_one_script(readings: Sequence[Reading]) -> list[Reading]:
    """The readings of a page in its own script; a text in which several characters are of the other is a quotation."""
    text = "".join(reading.text for reading in readings)
    ideographs = sum(_is_ideograph(char) for char in text)
    if ideographs <= _IDEOGRAPHS and sum(map(str.isalpha, text)) >= _LATIN + ideographs:
        return [one._replace(text=one.text.translate(_USUAL_WIDTH)) for one in readings if not _is_stain(one)]
    old, new = _told(text)
    japanese = any(_KANA[0] <= char <= _KANA[1] for char in text)
    if japanese or old + new < _FEWEST or _SIMPLIFIED * (old + new) < old < _TRADITIONAL * (old + new):
        return list(readings)
    if old >= _TRADITIONAL * (old + new):
        forms = {ord(char): form for char in set(text) if (form := _only_form(char))}
        return [reading._replace(text=reading.text.translate(forms)) for reading in readings]
    forms = {ord(char): simplified(char) for char in set(text) if _is_traditional(char)}
    return [
        reading._replace(text=reading.text.translate(forms))
        if sum(map(_is_traditional, reading.text)) == 1
        else reading
        for reading in readings
    ]


def _is_stain(reading: Reading) -> bool:
    """Whether a single ideograph of a page in Latin letters may be something else."""
    return _is_ideograph(reading.text) and (reading.confidence < _SURE or reading.text in _STROKES)


def _is_ideograph(text: str) -> bool:
    return len(text) == 1 and text.isalpha() and is_cjk(ord(text))


def _told(text: str) -> tuple[int, int]:
    """How many characters of a text are traditional alone, simplified alone."""
    old = sum(before != after for before, after in zip(text, simplified(text), strict=True))
    return old, sum(_is_simplified(char) for char in text)


@cache
def _is_traditional(char: str) -> bool:
    """Whether a character stands in no simplified text: GB 2312, the code of such texts, lacks it."""
    if simplified(char) == char:
        return False
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        return True
    return False


@cache
def _is_simplified(char: str) -> bool:
    """Whether a character stands in no traditional text: Big5, the code of such texts, lacks it."""
    return bool(traditional_forms(char)) and not _in_big5(char)


@cache
def _only_form(char: str) -> str:
    """The traditional form of a character that is simplified alone; "" where there are several in use."""
    usual = [form for form in traditional_forms(char) if _in_big5(form, usual=True)] if _is_simplified(char) else []
    return usual[0] if len(usual) == 1 else ""


def _in_big5(char: str, *, usual: bool = False) -> bool:
    """Whether Big5 has a character; `usual`: among the 5,401 that it calls frequent."""
    try:
        code = char.encode("big5")
    except UnicodeEncodeError:
        return False
    return not usual or code < b"\xc9"
