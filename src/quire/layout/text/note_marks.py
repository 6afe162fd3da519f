"""The marks of footnotes as a text prints them: "1", "[1]", "1,2", "12" for notes 1 and 2."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quire.roman_numerals import roman_value

NOTE_MARK = re.compile(r"^[\[(（]?(\d{1,3}|[*†‡§¶]{1,3}|[①-⑳]|[a-z]|[ivxl]{2,7})[\])）.]?$")
_SEPARATORS = re.compile(r"([,，、]\s?)")
_SIGNS = "[]().;"


def note_references(text: str, notes: Mapping[str, str]) -> list[tuple[str, str | None]]:
    """The parts of a raised text, each with the id of the note whose mark it is.

    Args:
        text: A raised word.
        notes: Ids by printed mark. TeX sets the marks of one place without white: "23" is 2 and 3 if these are notes
            and 23 is none.
    """
    parts: list[tuple[str, str | None]] = []
    for part in _SEPARATORS.split(text):
        mark = part.strip(_SIGNS)
        numbers = () if mark in notes else _following_numbers(mark)
        if numbers and all(number in notes for number in numbers):
            parts += [(number, notes[number]) for number in numbers]
        elif part:
            parts.append((part, notes.get(mark)))
    return parts if any(note for _, note in parts) else [(text, None)]


def possible_marks(text: str) -> list[str]:
    """The marks that a raised text can be or consist of."""
    found = [match[1] for part in _SEPARATORS.split(text) if (match := NOTE_MARK.match(part.strip(".;:")))]
    return found + [number for mark in found for number in _following_numbers(mark)]


def mark_value(mark: str) -> int:
    """The number that a mark stands for: 2 of "2", "②" and "ii"; 0 for signs."""
    if mark.isascii() and mark.isdigit():
        return int(mark)
    if len(mark) == 1 and "①" <= mark <= "⑳":
        return ord(mark) - ord("①") + 1
    return roman_value(mark)


def _following_numbers(text: str) -> tuple[str, ...]:
    """The numbers, each one more than that before, that make up a text: 2 and 3 of "23", 9 and 10 of "910"."""
    if not (text.isascii() and text.isdigit()) or text[0] == "0":
        return ()
    for length in range(1, len(text) // 2 + 1):
        numbers = [text[:length]]
        while len("".join(numbers)) < len(text):
            numbers.append(str(int(numbers[-1]) + 1))
        if "".join(numbers) == text:
            return tuple(numbers)
    return ()
