"""Bytes of a text file to characters: byte order marks, UTF-8, UTF-16, the Chinese code pages, then others."""

from __future__ import annotations

import codecs
import re

from quire.read.file_preflight import UNKNOWN, sniff

__all__ = ["decode", "is_text", "sniff_text"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# The most frequent characters of Chinese text of any time, simplified and traditional: a wrong code page gives rare
# characters.
_FREQUENT = frozenset(
    "的一是不了在人有我他这上大来们个到说为子和你地道出也时要就下以可得过后会里那自天去之家小能好然没心多无看起都"
    "而与其所者于曰此乃吾汝何皆因如已见却只便知事将中国王生年日月山水風這來們個到說為會裡時過後無與於見將國對"
    "，。、！？：；「」“”"
)
_UNUSED = frozenset(b"\x81\x8d\x8f\x90\x9d")
"""Bytes that windows-1252 does not use."""
_SAMPLE = 200_000  # bytes that are enough to distinguish code pages
_MIN_UTF8_START = 1000  # bytes of valid UTF-8 before the first fault, in a text that is UTF-8 with faults
_FAULTS = 1000  # characters for each fault in such a text, at least
_MAX_CHARACTER = 4  # bytes of a character that the end of a sample may split
_LEAST_WIDE = 16  # bytes with zeros from which on UTF-16 is told from other things
_ZEROS = 0.3  # of the high bytes, in UTF-16 without a byte order mark
_FREQUENT_UTF16, _FREQUENT_CHINESE = 0.2, 0.1  # share of frequent characters in Chinese UTF-16, in a Chinese code page
_FAULT_WEIGHT = 3  # frequent characters that a fault outweighs
_MAX_HIGH_BYTES = 0.15  # of the bytes of a western text
_ASCII = 0x80  # the first byte that is not ASCII
_ODD = 200  # characters of a text for each odd one
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
"""Control characters that no text has; 0x1A ends files of DOS, and 0x1B shifts Japanese texts."""


def decode(data: bytes) -> str:
    """The text of a file, with line ends as "\\n" and without a byte order mark.

    Never fails: bytes that no code page reads become U+FFFD.
    """
    return _decoded(data).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")


def is_text(head: bytes) -> bool:
    """Whether the beginning of a file is text that `decode` can read, with hardly any control characters."""
    marked = head.startswith(tuple(mark for mark, _ in _MARKS))
    if not marked and not _wide(head):  # these bytes mean the same in all code pages
        controls = len(head) - len(head.translate(None, _CONTROLS))
        if b"\0" in head or controls > _odd(len(head)):
            return False
    text = _decoded(head)
    return sum(char == "\ufffd" or (char < " " and ord(char) in _CONTROLS) for char in text) <= _odd(len(text))


def sniff_text(head: bytes) -> str:
    """The media type of a file by its first bytes, where texts of any encoding are "text/plain"."""
    found = sniff(head)
    told = b"\0" not in head or len(head) >= _LEAST_WIDE
    return "text/plain" if found == UNKNOWN and told and is_text(head) else found


def _odd(length: int) -> int:
    """How many odd characters a text may have."""
    return 1 + length // _ODD


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
        if error.start > _MIN_UTF8_START or data[: error.start].isascii() is False:
            # Mostly UTF-8 with a fault: a file cut in the middle of a character, or joined from several.
            text = data.decode("utf-8", errors="replace")
            if text.count("\ufffd") * _FAULTS <= len(text) or error.start > len(data) - _MAX_CHARACTER:
                return text
    return data.decode(_code_page(data), errors="replace")


def _wide(data: bytes) -> str:
    """The UTF-16 encoding of a text without a byte order mark; "" if it is not UTF-16."""
    sample = data[:_SAMPLE]
    if len(sample) < _MAX_CHARACTER or len(data) % 2:
        return ""
    for name, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if zeros.count(0) > _ZEROS * len(zeros):
            return name
    if sample.count(0) or _is_utf8(sample):
        return _chinese_wide(sample) if sample.count(0) else ""
    return _chinese_wide(sample)


def _chinese_wide(sample: bytes) -> str:
    for name in ("utf-16-le", "utf-16-be"):
        text = sample.decode(name, errors="replace")
        if _frequent(text) > _FREQUENT_UTF16:
            return name
    return ""


def _is_utf8(sample: bytes) -> bool:
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(sample) - _MAX_CHARACTER
    return True


def _code_page(data: bytes) -> str:
    """GB18030 or Big5, whichever gives more frequent characters; otherwise by the statistics of letters."""
    sample = data[:_SAMPLE]
    scores = {}
    for name in ("gb18030", "big5hkscs"):
        text = sample.decode(name, errors="replace")
        scores[name] = _frequent(text) - _FAULT_WEIGHT * text.count("\ufffd") / max(1, len(text))
    best = max(scores, key=lambda name: scores[name])
    if scores[best] > _FREQUENT_CHINESE:
        return best
    if sum(byte >= _ASCII for byte in sample) < _MAX_HIGH_BYTES * len(sample) and not _UNUSED & set(sample):
        return "cp1252"
    from charset_normalizer import from_bytes

    guess = from_bytes(sample).best()
    return guess.encoding if guess else "cp1252"


def _frequent(text: str) -> float:
    """Share of the frequent characters among all that are not ASCII."""
    wide = re.sub(r"[\x00-\x7f]+", "", text)
    return sum(char in _FREQUENT for char in wide) / len(wide) if wide else 0.0
