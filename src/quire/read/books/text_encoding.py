"""Bytes of a text file to characters: byte order marks, UTF-8, UTF-16, the Chinese code pages, then the rest."""

from __future__ import annotations

import codecs
import re

__all__ = ["decode", "is_text"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# The characters that are most frequent in running Chinese text of any time, simplified and traditional:
# what a wrong code page gives is rare characters.
_FREQUENT = frozenset(
    "的一是不了在人有我他这上大来们个到说为子和你地道出也时要就下以可得过后会里那自天去之家小能好然没心多无看起都"
    "而与其所者于曰此乃吾汝何皆因如已见却只便知事将中国王生年日月山水風這來們個到說為會裡時過後無與於見將國對"
    "，。、！？：；「」“”"
)
_UNUSED = frozenset(b"\x81\x8d\x8f\x90\x9d")
"""Bytes that windows-1252 does not use."""
_SAMPLE = 200_000  # bytes that are enough to tell code pages apart
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
"""What no text has; the last two are ends of files of DOS, and shifts of Japanese texts."""


def decode(data: bytes) -> str:
    """The text of a file, with line ends as "\\n" and without a byte order mark.

    Never fails: what no code page reads is replaced by U+FFFD.
    """
    return _decoded(data).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")


def is_text(head: bytes) -> bool:
    """Whether the beginning of a file is text that `decode` can read: hardly a character that no text has."""
    marked = head.startswith(tuple(mark for mark, _ in _MARKS))
    if not marked and not _wide(head):  # these bytes are themselves in all code pages: none need be found for them
        controls = len(head) - len(head.translate(None, _CONTROLS))
        if b"\0" in head or controls > _odd(len(head)):
            return False
    text = _decoded(head)
    return sum(char == "\ufffd" or (char < " " and ord(char) in _CONTROLS) for char in text) <= _odd(len(text))


def _odd(length: int) -> int:
    """How many odd characters a text may have."""
    return 1 + length // 200


def _decoded(data: bytes) -> str:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, errors="replace")
    wide = _wide(data)
    if wide:
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > 1000 or data[: error.start].isascii() is False:
            # Mostly UTF-8 with a broken place: a file cut in the middle of a character, or glued together.
            text = data.decode("utf-8", errors="replace")
            if text.count("\ufffd") * 1000 <= len(text) or error.start >= len(data) - 3:
                return text
    return data.decode(_code_page(data), errors="replace")


def _wide(data: bytes) -> str:
    """The UTF-16 byte order of a text without a mark; "" when it is none."""
    sample = data[:_SAMPLE]
    if len(sample) < 4 or len(data) % 2:
        return ""
    for name, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if zeros.count(0) > 0.3 * len(zeros):
            return name
    if sample.count(0) or _is_utf8(sample):
        return _chinese_wide(sample) if sample.count(0) else ""
    return _chinese_wide(sample)


def _chinese_wide(sample: bytes) -> str:
    for name in ("utf-16-le", "utf-16-be"):
        text = sample.decode(name, errors="replace")
        if _frequent(text) > 0.2:
            return name
    return ""


def _is_utf8(sample: bytes) -> bool:
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(sample) - 4
    return True


def _code_page(data: bytes) -> str:
    """GB18030 or Big5 by which gives the more frequent characters; else what the statistics of letters say."""
    sample = data[:_SAMPLE]
    scores = {}
    for name in ("gb18030", "big5hkscs"):
        text = sample.decode(name, errors="replace")
        scores[name] = _frequent(text) - 3 * text.count("\ufffd") / max(1, len(text))
    best = max(scores, key=lambda name: scores[name])
    if scores[best] > 0.1:
        return best
    if sum(byte > 0x7F for byte in sample) < 0.15 * len(sample) and not _UNUSED & set(sample):
        return "cp1252"
    from charset_normalizer import from_bytes

    guess = from_bytes(sample).best()
    return guess.encoding if guess else "cp1252"


def _frequent(text: str) -> float:
    """Share of the frequent characters among all that are not ASCII."""
    wide = re.sub(r"[\x00-\x7f]+", "", text)
    return sum(char in _FREQUENT for char in wide) / len(wide) if wide else 0.0
