"""PDF syntax to plain values (ISO 32000-1, 7.2 and 7.3): numbers, names, strings, arrays, dictionaries, references."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SPACE = rb"\0\t\n\f\r "
_REGULAR = rb"[^%b()<>\[\]{}/%%]" % _SPACE
_TOKEN = re.compile(
    rb"(\d{1,10})[%b]+\d{1,5}[%b]+R(?!%b)|<<|>>|[\[\]]|/%b*|<[^<>]*>|%b+|\(|%%[^\r\n]*"
    % (_SPACE, _SPACE, _REGULAR, _REGULAR, _REGULAR)
)
"""A token; a whole reference is one, whose number is the group."""

_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)")
_ESCAPED = re.compile(r"\\(?:([0-7]{1,3})|(\r\n|[\s\S]))")
_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "\r\n": "", "\r": "", "\n": ""}
_ENDS = {b"endobj", b"stream", b"obj"}
_SIGNS = _ENDS | {b"<<", b">>", b"[", b"]", b"R"}
_SHORT = 24  # bytes; shorter names and numbers occur repeatedly
_MAX_DIGITS = 12  # of a whole number; more are cut off
_REFERENCE = re.compile(rb"(\d{1,10})[%b]+\d{1,5}[%b]+R|null" % (_SPACE, _SPACE))
_REFERENCES = re.compile(rb"[%b]*\[[%b]*(?:(?:\d{1,10}[%b]+\d{1,5}[%b]+R|null)(?:[%b]+|(?=\])))*\]" % ((_SPACE,) * 5))


_ENTRY_FORM = (
    rb"/(%b*)(?!%b)[%b]*"  # each part can end in one way only, or a broken dictionary would match in countless ways
    rb"(?:(\d{1,10})[%b]+\d{1,5}[%b]+R(?!%b)|(/%b*)(?!%b)|\[[^\[\]()<>{}%%]*\]|[+-]?[\d.]+(?!%b))[%b]*"
) % (_REGULAR, _REGULAR, _SPACE, _SPACE, _SPACE, *(_REGULAR,) * 4, _SPACE)
_ENTRY = re.compile(_ENTRY_FORM)
_PLAIN = re.compile(rb"[%b]*<<[%b]*(?:%b)*>>" % (_SPACE, _SPACE, _ENTRY_FORM))

_ELEMENT = re.compile(
    rb"""%(s)b*<<%(s)b*(?:
        /S%(s)b*/(%(r)b*)(?!%(r)b)%(s)b*                                     # the type
      | /P%(s)b+(\d{1,10})%(s)b+\d{1,5}%(s)b+R(?!%(r)b)%(s)b*                # the parent element
      | /(?!(?:S|P|Alt)(?!%(r)b))%(r)b*(?!%(r)b)%(s)b*                       # anything else, as above
        (?:\d{1,10}%(s)b+\d{1,5}%(s)b+R(?!%(r)b)|/%(r)b*(?!%(r)b)|\[[^\[\]()<>{}%%]*\]|[+-]?[\d.]+(?!%(r)b))%(s)b*
    )*>>"""
    % {b"s": b"[\\0\\t\\n\\f\\r\\x20]", b"r": rb"[^%\0\t\n\f\r\x20()<>\[\]{}/]"},
    re.VERBOSE,
)


class Name(str):
    """A name without its slash."""

    __slots__ = ()


class Ref(NamedTuple):
    """A reference to an indirect object, by its number."""

    number: int


Value = None | bool | int | float | Name | str | Ref | list["Value"] | dict[str, "Value"]
"""Strings are `str` (decoded as text strings), names are `Name`; unknown values are None."""


def parse(data: bytes) -> Value:
    """The first value in `data`, or None if there is none; broken data never raises."""
    levels: list[list[Value]] = [[]]
    items = levels[0]
    tokens = _TOKEN.finditer(data)
    while found := next(tokens, None):
        token = found.group()
        if found.lastindex:
            items.append(Ref(int(found.group(1))))
        elif token == b"(":
            end = _string_end(data, found.end())
            items.append(_text(_unescaped(data[found.end() : end - 1])))
            tokens = _TOKEN.finditer(data, end)
        elif token not in _SIGNS:
            if not token.startswith(b"%"):
                items.append(_short(token) if len(token) < _SHORT else _simple(token))
        elif _ends(token, levels):
            break
        items = levels[-1]
    return levels[0][0] if levels[0] else None


def references(data: bytes) -> list[Value] | None:
    """The same as `parse` for an array of only references and nulls, as in page trees; None for others."""
    numbers = referenced_numbers(data)
    return None if numbers is None else [Ref(int(number)) if number else None for number in numbers]


def referenced_numbers(data: bytes) -> list[bytes] | None:
    """The object numbers in such an array as written, b"" for null; None for any other data."""
    return _REFERENCE.findall(data[: data.index(b"]")]) if _REFERENCES.match(data) else None


def plain_entries(data: bytes) -> dict[str, Value] | None:
    """The names and references of a dictionary without strings, comments and inner dictionaries, as `parse` gives them.

    Leaves out its other values. None for any other data. The elements of structure trees are such dictionaries, tens
    of thousands of them, and this takes a quarter of the time.
    """
    if not _PLAIN.match(data):
        return None
    return {
        key.decode("latin-1"): Ref(int(number)) if number else Name(name[1:].decode("latin-1"))
        for key, number, name in _ENTRY.findall(data[: data.index(b">>")])
        if number or name
    }


def structure_element(data: bytes) -> tuple[str, int | None] | None:
    """The type of a structure element and the number of its parent (None: not stated); None for other dictionaries.

    Nearly all elements are plain dictionaries without an alternative text. `plain_entries` gives the same in four
    times the time.
    """
    found = _ELEMENT.match(data)
    if found is None or found[1] is None:
        return None
    return found[1].decode("latin-1"), int(found[2]) if found[2] else None


def _ends(token: bytes, levels: list[list[Value]]) -> bool:
    """Whether a sign ends the value; applies the sign to the open levels."""
    if token in _ENDS:
        return True
    if token in {b"<<", b"["}:
        levels.append([])
    elif token in {b">>", b"]"} and len(levels) > 1:
        items = levels.pop()
        levels[-1].append(items if token == b"]" else _paired(items))
        return len(levels) == len(levels[0]) == 1
    elif token == b"R" and len(levels[-1]) > 1:  # of a reference with a comment in it, or a stray one
        levels[-1].pop()
        number = levels[-1].pop()
        levels[-1].append(Ref(number) if isinstance(number, int) else None)
    else:  # a stray closing sign
        levels[-1].append(_short(token))
    return False


def _paired(items: list[Value]) -> dict[str, Value]:
    return {key: value for key, value in zip(items[::2], items[1::2], strict=False) if isinstance(key, Name)}


def _simple(token: bytes) -> Value:
    if token.startswith(b"/"):
        return Name(token[1:].decode("latin-1"))
    if token.startswith(b"<"):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", token).decode("ascii")
        return _text(bytes.fromhex(digits + "0" * (len(digits) % 2)))
    if _NUMBER.fullmatch(token):
        return float(token) if b"." in token else int(token[:_MAX_DIGITS])
    return {b"true": True, b"false": False}.get(token)


_short = lru_cache(maxsize=4096)(_simple)


def _string_end(data: bytes, place: int) -> int:
    """The place after the bracket that closes the string starting at `place`."""
    depth = 1
    for found in re.compile(rb"\\[\s\S]|[()]").finditer(data, place):
        depth += {b"(": 1, b")": -1}.get(found.group(), 0)
        if not depth:
            return found.end()
    return len(data) + 1


def _unescaped(data: bytes) -> bytes:
    def plain(found: re.Match[str]) -> str:
        octal, char = found.groups()
        return chr(int(octal, 8) & 255) if octal else _CONTROL.get(char, char)

    return _ESCAPED.sub(plain, data.decode("latin-1")).encode("latin-1")


def _text(data: bytes) -> str:
    """A text string (ISO 32000-1, 7.9.2.2)."""
    if data.startswith((b"\xfe\xff", b"\xff\xfe")):
        return data.decode("utf-16", "replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    return data.decode("latin-1")
