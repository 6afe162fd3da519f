"""A company's record: its document, the facts kept beside it, and the source of each part; it merges new parts.

An importer yields parts (`Part`). A record keeps a whole document exactly as it was imported: every key, empty values,
order and spelling. It merges other sources: line items cell by cell, where the latest filing wins and the value it
replaced is kept as an earlier one; holders and executives by name. Merging the same part twice changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from quire.company.number_formats import day, is_missing

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
"""A value of a document. The contract writes every number as a string; an imported document may hold others."""

DOCUMENT = "document"
"""The kind of source of a whole document in the form of the contract."""

DEEPEST = 12
"""Levels of a document; the contract's have four."""

_EMPTY: tuple[Json, ...] = ("", None, [], {})
_SURROGATE = re.compile("[\ud800-\udfff]")


class Problem(Exception):
    """A part cannot be taken; the text is the reason, for the report."""


class Note(NamedTuple):
    """Something in a document that was left out or kept only as text: its place as a JSON pointer, and why."""

    pointer: str
    reason: str


@dataclass(slots=True)
class Part:
    """The data of one row or file about one company.

    Attributes:
        dataset: ``cn`` or ``us``.
        key: Stock code or symbol in its canonical form.
        document: Fields of the document.
        about: What is known beside it; the keys of `Record.about`.
        merge: Whether statements, holders and executives join those that stand there; False replaces them.
        kind: The kind of source, e.g. ``document``, ``sec-companyfacts``.
        file: The file's name, without its folder.
        row: The place in the file, for the report, e.g. ``line 12``.
        details: By JSON pointer of a cell, what is known of it: ``filed``, ``accn``, ``form``, ``tag``, ``page``.
        earlier: Values that later filings replaced: pointer, value and details each.
        fallback: Fields that fill gaps only, such as the name in a list of symbols.
        rounded: Whether its dates are rounded to the end of a month: they join a date nearby that stands there.
    """

    dataset: str
    key: str
    document: dict[str, Json]
    about: dict[str, Json] = field(default_factory=dict)
    merge: bool = False
    kind: str = DOCUMENT
    file: str = ""
    row: str = ""
    details: dict[str, dict[str, str]] = field(default_factory=dict)
    earlier: list[dict[str, str]] = field(default_factory=list)
    fallback: dict[str, Json] = field(default_factory=dict)
    rounded: bool = False


@dataclass(slots=True)
class Record:
    """One company.

    Attributes:
        dataset: ``cn`` or ``us``.
        key: Stock code or symbol in its canonical form; the company's identity in its data set.
        document: The JSON document, keys in their order.
        about: What is known beside the document: market, cik, lei, ein, sic, former names (``formerNames``),
        ``sameAs``.
        sources: The files it was made from: ``kind``, ``file``, ``moment`` (ISO, UTC).
        fields: By JSON pointer, the number of the source; the longest pointer that begins a place tells its source.
        details: By JSON pointer of a cell, what its source says of it.
        earlier: Earlier values of cells: pointer, value, details.
    """

    dataset: str
    key: str
    document: dict[str, Json] = field(default_factory=dict)
    about: dict[str, Json] = field(default_factory=dict)
    sources: list[dict[str, str]] = field(default_factory=list)
    fields: dict[str, int] = field(default_factory=dict)
    details: dict[str, dict[str, str]] = field(default_factory=dict)
    earlier: list[dict[str, str]] = field(default_factory=list)

    @property
    def market(self) -> str:
        """``nyse``, ``nasdaq`` or ""."""
        return str(self.about.get("market", ""))

    @property
    def path(self) -> str:
        """The path of the company's IRI below the base."""
        return "/".join(("/id", self.dataset, *([self.market] if self.market else ()), self.key))

    def origins(self) -> dict[str, object]:
        """Return the data about sources that the catalogue keeps: sources, fields, details, earlier."""
        return {
            "sources": self.sources,
            "fields": self.fields,
            "details": self.details,
            "earlier": self.earlier,
        }

    @property
    def is_imported(self) -> bool:
        """Whether the document was imported whole, so that its keys and their order are its source's."""
        return any(source["kind"] == DOCUMENT for source in self.sources)

    def take(self, part: Part, moment: str) -> None:
        """Merge a part that was read at `moment` (ISO, UTC). A source that adds nothing is not listed."""
        count, before = len(self.sources), dict(self.about)
        at = self._source(part)
        fields = dict(self.fields)
        self.about.update({name: value for name, value in part.about.items() if value})
        if part.merge:
            for name, value in part.document.items():
                self._field(name, value, part, at)
        else:
            self._replace(part, at)
            self.details.update(part.details)
        self._fill(part, at)
        for row in part.earlier:
            self._remember(row)
        if fields != self.fields or before != self.about or count == 0:
            self.sources[at]["moment"] = moment
        elif len(self.sources) > count:
            self.sources.pop()

    def _replace(self, part: Part, at: int) -> None:
        """Take a whole document: its keys in its order, then the fields that only other sources gave.

        An empty value replaces what an earlier document said, never what a filing or a list filled in.
        """
        old = self.document
        self.document = {}
        for name, value in part.document.items():
            before = old.get(name)
            is_filled = value in _EMPTY and before not in _EMPTY and self._kind_of(name) != part.kind
            taken = self.document[name] = before if is_filled else value
            if name not in old or taken != before or type(taken) is not type(before):
                self._came_from(name, at)
        self.document |= {
            name: value for name, value in old.items() if name not in self.document and value not in _EMPTY
        }

    def _field(self, name: str, value: Json, part: Part, at: int) -> None:
        """Merge one field of a part into the document."""
        old = self.document.get(name)
        if isinstance(value, dict) and is_statement(value):
            self._cells(name, value, part, at)
            return
        if isinstance(value, list):
            value = _joined(old, value)
        elif isinstance(value, dict):
            value = {**(old if isinstance(old, dict) else {}), **{key: inner for key, inner in value.items() if inner}}
        if value == old or not (value or name not in self.document):
            return
        self.document[name] = value
        self._came_from(name, at)

    def _came_from(self, name: str, at: int) -> None:
        """Note the source of a whole field, and forget those of its parts."""
        place = _pointer("", name)
        for inner in [one for one in (*self.fields, *self.details) if one.startswith(f"{place}/")]:
            self.fields.pop(inner, None)
            self.details.pop(inner, None)
        self.fields["" if len(self.sources) == 1 else place] = at

    def _kind_of(self, name: str) -> str:
        """The kind of source that a field came from; "" when its parts came from several."""
        place = _pointer("", name)
        if any(one.startswith(f"{place}/") for one in self.fields):
            return ""
        at = self.fields.get(place, self.fields.get("", -1))
        return self.sources[at]["kind"] if 0 <= at < len(self.sources) else ""

    def _fill(self, part: Part, at: int) -> None:
        """Fields that are still empty, from the fallback of a part."""
        for name, value in part.fallback.items():
            old = self.document.get(name)
            if isinstance(value, dict) and (old is None or isinstance(old, dict)):
                gaps = {key: inner for key, inner in value.items() if not (old or {}).get(key)}
                if gaps:
                    self.document[name] = {**(old or {}), **gaps}
                    self.fields.setdefault(_pointer("", name), at)
            elif not old:
                self.document[name] = value
                self.fields[_pointer("", name)] = at

    def _source(self, part: Part) -> int:
        file = clean(part.file)  # a name on the disk need not be Unicode
        for at, source in enumerate(self.sources):
            if source["kind"] == part.kind and source["file"] == file:
                return at
        self.sources.append({"kind": part.kind, "file": file, "moment": ""})
        return len(self.sources) - 1

    def _cells(self, name: str, value: dict[str, Json], part: Part, at: int) -> None:
        section = self.document.get(name)
        section = self.document[name] = section if isinstance(section, dict) else {}
        near = _near(section) if part.rounded else {}
        spelled = _spelled(section)
        for item, periods in value.items():
            row = section.setdefault(item, {})
            if not isinstance(row, dict) or not isinstance(periods, dict):
                continue
            for told, text in periods.items():
                period = near.get(told[:3] + told[-4:]) or spelled.get(day(told) or "", told)
                place = pointer(name, item, period)
                if self._cell(row, period, str(text), place, part.details.get(pointer(name, item, told), {})):
                    self.fields[place] = at

    def _cell(self, row: dict[str, Json], period: str, text: str, place: str, detail: dict[str, str]) -> bool:
        """One figure: the latest filing wins, the other value is kept as an earlier one; whether anything changed."""
        old, known = row.get(period), self.details.get(place, {})
        old = None if old is None else str(old)
        if old is not None and detail.get("filed", "9999") < known.get("filed", ""):
            if old != text:
                self._remember({"pointer": place, "value": text, **detail})
            return False
        if old == text and detail == known:
            return False
        if old and old != text and not is_missing(old):
            self._remember({"pointer": place, "value": old, **known})
        row[period] = text
        if detail:
            self.details[place] = detail
        return True

    def _remember(self, row: dict[str, str]) -> None:
        if row not in self.earlier:
            self.earlier.append(row)
            self.earlier.sort(key=lambda one: (one["pointer"], one.get("filed", ""), one["value"]))


def snapshot(record: Record) -> tuple[str, str]:
    """Return what must be equal for a record to be unchanged: its contents, and its sources without the moments."""
    files = [(source["kind"], source["file"]) for source in record.sources]
    said = json.dumps((record.document, record.about, record.earlier), ensure_ascii=False)
    return said, json.dumps((files, record.fields, record.details), ensure_ascii=False)


def is_statement(value: Mapping[str, Json]) -> bool:
    """Return whether a section consists of line items, each with a value by date."""
    return bool(value) and all(isinstance(row, dict) and _flat(row) for row in value.values())


def imported(value: object, depth: int = 0) -> Json:
    """Return a value of an imported document unchanged, except that it replaces lone surrogates (not valid in UTF-8).

    Raises:
        Problem: it is nested too deeply.
    """
    if depth > DEEPEST:
        raise Problem(f"nested more than {DEEPEST} levels deep")
    if isinstance(value, str):
        return value if value.isascii() else clean(value)
    if isinstance(value, dict):
        return {
            key if key.isascii() else clean(key): (
                inner if isinstance(inner, str) and inner.isascii() else imported(inner, depth + 1)
            )
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [imported(inner, depth + 1) for inner in value]
    return value if isinstance(value, bool | int | float) else None


def texts(value: Json) -> Json:
    """Return a value with every scalar as its text: numbers by their digits, null as ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: inner if isinstance(inner, str) else texts(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [inner if isinstance(inner, str) else texts(inner) for inner in value]
    if value is None:
        return ""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"{Decimal(repr(value)):f}"


def document_texts(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a document as `texts` shows it, for graphs and listings."""
    return {key: inner if isinstance(inner, str) else texts(inner) for key, inner in document.items()}


def tidy(value: object, depth: int = 0) -> Json | None:
    """Return a value of a document as a `Json`: numbers as strings, lone surrogates replaced; None when it is empty.

    Raises:
        Problem: it is nested too deeply.
    """
    if depth > DEEPEST:
        raise Problem(f"nested more than {DEEPEST} levels deep")
    if isinstance(value, str):
        return clean(value) if value and not value.isspace() else None
    if isinstance(value, Mapping):
        return _tidy_members(value, depth)
    if isinstance(value, list | tuple):
        return [inner for inner in (tidy(one, depth + 1) for one in value) if inner is not None] or None
    if value is None:
        return None
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _tidy_members(value: Mapping[object, object], depth: int) -> Json | None:
    made: dict[str, Json] = {}
    for key, inner in value.items():
        if isinstance(inner, str) and inner.isascii() and inner and not inner.isspace():
            kept: Json | None = inner  # figures: most values of a document
        else:
            kept = tidy(inner, depth + 1)
        if kept is not None and (name := clean(str(key))).strip():
            made[name] = kept
    return made or None


def clean(text: str) -> str:
    """Return a text without lone surrogates, which no encoding of Unicode can carry; all other characters stay."""
    return _SURROGATE.sub("\ufffd", text) if not text.isascii() else text


def pointer(*steps: str) -> str:
    """Return the JSON pointer (RFC 6901) of a place in a document."""
    place = ""
    for step in steps:
        place = _pointer(place, step)
    return place


def _pointer(before: str, step: str) -> str:
    if "~" in step or "/" in step:
        step = step.replace("~", "~0").replace("/", "~1")
    return f"{before}/{step}"


def _flat(row: Mapping[str, Json]) -> bool:
    return all(isinstance(value, str) for value in row.values())


def _joined(old: Json | None, new: list[Json]) -> list[Json]:
    """Two lists as one: rows of the same name or date are one row, the new one's values win; new rows come last."""
    rows: list[Json] = list(old) if isinstance(old, list) else []
    places = {_name(row): at for at, row in enumerate(rows) if _name(row)}
    for row in new:
        at = places.get(_name(row)) if _name(row) else None
        before = rows[at] if at is not None else None
        if at is None:
            places[_name(row)] = len(rows)
            rows.append(row)
        elif isinstance(before, dict) and isinstance(row, dict):
            rows[at] = {**before, **{key: value for key, value in row.items() if value}}
    return rows


def _near(section: Mapping[str, Json]) -> dict[str, str]:
    """The labels of a section by their month and year, for sources that round dates to the end of a month."""
    return {label[:3] + label[-4:]: label for label in sorted(_labels(section))}


def _spelled(section: Mapping[str, Json]) -> dict[str, str]:
    """The labels of a section by their day (ISO): a source that spells a day differently means the same cell."""
    return {iso: label for label in sorted(_labels(section), reverse=True) if (iso := day(label))}


def _labels(section: Mapping[str, Json]) -> set[str]:
    return {label for row in section.values() if isinstance(row, dict) for label in row}


def _name(row: Json) -> str:
    return str(row.get("name") or row.get("date") or "") if isinstance(row, dict) else ""
