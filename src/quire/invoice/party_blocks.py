"""The addresses of a bill by their form alone: a name above a street with its number and a town with its post code.

No label is needed for them, so they show the parties in languages and wordings that no lexicon has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from quire.invoice.dates import dates_in
from quire.invoice.identifiers import is_fact
from quire.invoice.money import money_in
from quire.invoice.phrases import PagePhrases, Phrase

__all__ = ["party_names"]

_LINE_EDGE = 4.0  # points: lines of one block begin, end or are centred within it of each other
_CLOSE = 0.9  # of the height of a line: the lines of a block follow within it
_LONGEST = 50  # characters of a line of an address
_HOUSE = re.compile(r"(?<!\d)\d{1,5}[a-zA-Z]?(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_NUMBER = re.compile(r"\d{9}|(?<!\d)\d{7}(?!\d)")  # of a tax id or a telephone, never of a post code
_CODE = re.compile(r"\d{3}|[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2}|\d{2}[\s\-]\d{3}|[A-Z]\d[A-Z]\s?\d[A-Z]\d")


def party_names(prints: PagePhrases) -> list[Phrase]:
    """The lines with the names of the parties: right above a street with its number and a town with its post code."""
    blocks = []
    for town in prints.phrases:
        street = next(_above(prints, town), None) if _is_town(town.text) else None
        name = next(_above(prints, street), None) if street and _is_street(street.text) else None
        if name and street and _is_name(name.text) and not any(money_in(p.text) for p in prints.row(name)):
            blocks.append((name, street.number, town.number))
    streets, towns = {street for _, street, _ in blocks}, {town for _, _, town in blocks}
    return [name for name, street, _ in blocks if name.number not in streets and street not in towns]


def _above(prints: PagePhrases, phrase: Phrase) -> Iterator[Phrase]:
    """The lines right above one in its block, the nearest first."""
    box = phrase.box
    for other in reversed(prints.phrases):
        gap = box.y0 - other.box.y1
        flush = (
            abs(other.box.x0 - box.x0) < _LINE_EDGE
            or abs(other.box.x1 - box.x1) < _LINE_EDGE
            or abs(other.box.x0 + other.box.x1 - box.x0 - box.x1) < 2 * _LINE_EDGE
        )
        if flush and other.number != phrase.number and -_CLOSE * box.height / 2 < gap < _CLOSE * box.height:
            yield other


def _is_name(text: str) -> bool:
    return bool(_LETTERS.search(text)) and not _is_value(text) and not text.endswith((":", ","))


def _is_street(text: str) -> bool:
    return bool(_HOUSE.search(text)) and bool(_LETTERS.search(text)) and not _is_value(text)


def _is_town(text: str) -> bool:
    return bool(_CODE.search(text) and _LETTERS.search(text)) and not _NUMBER.search(text) and not _is_value(text)


def _is_value(text: str) -> bool:
    """Whether a text is a fact with its label, a date, an amount, or prose."""
    return (
        len(text) > _LONGEST
        or ":" in text[:-1]
        or "@" in text
        or is_fact(text)
        or bool(money_in(text))
        or bool(dates_in(text))
    )
