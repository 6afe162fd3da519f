"""Reads parameters of the query string and says in one sentence what is wrong with them."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from starlette.requests import Request

from quire.errors import BadRequest

Word = TypeVar("Word", bound=StrEnum)

MAX_DIGITS = 14
"""Digits of a number that is read: beyond every range in use, and short enough that reading it takes no time."""


def digits(text: str) -> int | None:
    """The whole number that a text of ASCII digits means; None for any other text, and for one with too many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def integer(request: Request, name: str, default: int, *, low: int, high: int) -> int:
    """The whole number of that name.

    Raises:
        BadRequest: it is not a number, is outside `low` to `high`, or is given twice.
    """
    text = _one(request, name)
    if text is None:
        return default
    number = digits(text)
    if number is None or not low <= number <= high:
        raise BadRequest(f"{name} must be a whole number from {low} to {high}.")
    return number


def choice(request: Request, name: str, words: type[Word]) -> Word | None:
    """The word of that name, None when it is not there.

    Raises:
        BadRequest: it is none of `words`.
    """
    text = _one(request, name)
    if text is None:
        return None
    try:
        return words(text)
    except ValueError:
        raise BadRequest(f"{name} must be one of {', '.join(words)}.") from None


def text(request: Request, name: str, *, longest: int = 200) -> str | None:
    """The text of that name, None when it is not there or empty.

    Raises:
        BadRequest: it is longer than `longest` characters.
    """
    found = _one(request, name)
    if found is not None and len(found) > longest:
        raise BadRequest(f"{name} can have at most {longest} characters.")
    return found or None


def _one(request: Request, name: str) -> str | None:
    if not request.scope.get("query_string"):
        return None
    values = request.query_params.getlist(name)
    if len(values) > 1:
        raise BadRequest(f"{name} must be given only once.")
    return values[0] if values else None
