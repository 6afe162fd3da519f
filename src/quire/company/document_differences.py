"""Lists the values that an import would change in documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quire.company.record import Json, pointer, texts


class Change(NamedTuple):
    """A value that an import changes: the company, the place (JSON pointer), the text before and after, and its source.

    None stands for a place that is not there. `page` and `box` (points, origin at the top left) are those of a report.
    """

    dataset: str
    key: str
    pointer: str
    before: str | None
    after: str | None
    page: str = ""
    box: str = ""


def differences(old: Json, new: Json, place: str = "") -> Iterator[tuple[str, str | None, str | None]]:
    """Return each place (JSON pointer) whose value differs, with its text before and after; None where it is absent."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in (*old, *(key for key in new if key not in old)):
            yield from _pair(old, new, key, place + pointer(key))
    elif isinstance(old, list) and isinstance(new, list):
        before = {str(at): value for at, value in enumerate(old)}
        after = {str(at): value for at, value in enumerate(new)}
        for key in max(before, after, key=len):
            yield from _pair(before, after, key, f"{place}/{key}")
    elif old != new or type(old) is not type(new):
        yield from ((one, text, None) for one, text in _leaves(old, place))
        yield from ((one, None, text) for one, text in _leaves(new, place))


def _pair(
    old: dict[str, Json], new: dict[str, Json], key: str, place: str
) -> Iterator[tuple[str, str | None, str | None]]:
    if key in old and key in new:
        before, after = old[key], new[key]
        if isinstance(before, dict | list) or isinstance(after, dict | list):
            yield from differences(before, after, place)
        elif before != after or type(before) is not type(after):
            yield place, str(texts(before)), str(texts(after))
    elif key in old:
        yield from ((one, text, None) for one, text in _leaves(old[key], place))
    else:
        yield from ((one, None, text) for one, text in _leaves(new[key], place))


def _leaves(value: Json, place: str) -> Iterator[tuple[str, str]]:
    """The texts of a value with their places; an empty object or list is one "" at its own place."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, place + pointer(key))
    elif isinstance(value, list) and value:
        for at, inner in enumerate(value):
            yield from _leaves(inner, f"{place}/{at}")
    else:
        yield place, "" if isinstance(value, dict | list) else str(texts(value))
