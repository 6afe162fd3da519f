"""Arranges a JSON record for people: pairs, tables, and groups of these with titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quire.web.http.operation import Json


class Pairs(NamedTuple):
    """Names and values."""

    rows: list[tuple[str, str]]
    kind: str = "pairs"


class Grid(NamedTuple):
    """A table: titles of the columns, and rows of texts whose first cell names the row."""

    titles: list[str]
    rows: list[list[str]]
    kind: str = "grid"


class Group(NamedTuple):
    """Parts with their titles."""

    parts: list[tuple[str, View]]
    kind: str = "group"


View = Pairs | Grid | Group


def view(record: Json) -> View:
    """How a record is shown.

    A mapping of flat mappings becomes a table (items by dates), a list of flat mappings a table with a row for each;
    deeper structures become groups.
    """
    if isinstance(record, dict):
        return _mapping(record)
    if isinstance(record, list):
        return _list(record)
    return Pairs([("", text(record))])


def text(value: Json) -> str:
    """A value as it is shown: texts as they are, lists of values with commas, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(text(one) for one in value)
    return str(value)


def _mapping(record: Mapping[str, Json]) -> View:
    if record and all(_is_flat(value) for value in record.values()):
        return _matrix(record)
    plain = [(name, text(value)) for name, value in record.items() if _is_value(value)]
    deep: list[tuple[str, View]] = [(name, view(value)) for name, value in record.items() if not _is_value(value)]
    if not deep:
        return Pairs(plain)
    return Group([("", Pairs(plain)), *deep] if plain else deep)


def _list(record: Sequence[Json]) -> View:
    if record and all(_is_flat(value) for value in record):
        rows = [value for value in record if isinstance(value, dict)]
        titles = list(dict.fromkeys(name for row in rows for name in row))
        return Grid(titles, [[text(row.get(name)) for name in titles] for row in rows])
    if all(_is_value(value) for value in record):
        return Pairs([("", text(value)) for value in record])
    return Group([(str(number), view(value)) for number, value in enumerate(record, 1)])


def _matrix(record: Mapping[str, Json]) -> Grid:
    """Items by what they are given for; the columns in the order in which they first come."""
    inner = {name: value for name, value in record.items() if isinstance(value, dict)}
    titles = list(dict.fromkeys(column for row in inner.values() for column in row))
    rows = [[name, *(text(row.get(column)) for column in titles)] for name, row in inner.items()]
    return Grid(["", *titles], rows)


def _is_flat(value: Json) -> bool:
    return isinstance(value, dict) and all(_is_value(one) for one in value.values())


def _is_value(value: Json) -> bool:
    return not isinstance(value, dict | list) or (isinstance(value, list) and all(_is_value(one) for one in value))
