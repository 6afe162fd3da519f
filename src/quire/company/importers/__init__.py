"""Importers: files of many kinds to parts of records, one module for each kind.

`IMPORTERS` is the table: how a file is recognised by its name and its first bytes, and who reads it. Kinds that need
what others tell come later: symbols before facts, facts before holders. Everything is read as a stream.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quire.company.importers import own
from quire.company.importers.context import Context
from quire.company.importers.files import Source, sources
from quire.company.importers.objects import Found, objects
from quire.company.record import Part
from quire.company.spool import Raw, Rejected

Parts = Iterator[Part | Raw | Rejected]


class Importer(NamedTuple):
    """A kind of file: its name, its place in the order, whether a file is of it, and who reads it."""

    name: str
    order: int
    recognises: Callable[[Source], bool]
    read: Callable[[Source, Context], Parts]


class Form(NamedTuple):
    """A form of JSON objects: its name, whether an object has it, and who reads it."""

    name: str
    recognises: Callable[[Mapping[str, object]], bool]
    read: Callable[[Source, Found, Mapping[str, object], Context], Parts]


FORMS: tuple[Form, ...] = (Form("document", own.is_own, own.read),)
"""The forms of JSON objects; the first that recognises an object reads it."""


def read(paths: Sequence[Path], context: Context, progress: Callable[[str], None] = lambda _: None) -> Parts:
    """Parts of every file below `paths`; `progress` is told the name of each file that is begun."""
    found: list[tuple[int, int, Source, Importer]] = []
    for at, (source, name, problem) in enumerate(sources(paths, context.market)):
        importer = _importer(source) if source else None
        if source is None or importer is None:
            yield Rejected(name, "", problem or "is of no kind that can be imported")
            continue
        found.append((importer.order, at, source, importer))
    for _, _, source, importer in sorted(found, key=lambda one: one[:2]):
        progress(source.name)
        try:
            yield from importer.read(source, context)
        except (OSError, EOFError, UnicodeError) as error:
            yield Rejected(source.name, "", f"cannot be read on ({type(error).__name__})")


def _importer(source: Source) -> Importer | None:
    return next((importer for importer in IMPORTERS if importer.recognises(source)), None)


def read_json(source: Source, context: Context) -> Parts:
    """Parts of a JSON file, by the form of each of its objects."""
    for found in objects(source):
        yield from read_object(source, found, context)


def read_object(source: Source, found: Found, context: Context) -> Parts:
    """Parts of one object."""
    value = found.value
    if found.problem or not isinstance(value, Mapping):
        yield Rejected(source.name, found.row, found.problem or "is not an object")
        return
    for form in FORMS:
        if form.recognises(value):
            yield from form.read(source, found, value, context)
            return
    yield Rejected(source.name, found.row, "is of no form that can be imported")


_JSON = re.compile(rb"^(?:\xef\xbb\xbf)?\s*(?:[\[{]|[A-Za-z_$][\w$.]*\s*\(\s*[\[{])")


def _is_json(source: Source) -> bool:
    return bool(_JSON.match(source.head)) or source.suffix in {".json", ".jsonl", ".ndjson"}


IMPORTERS: tuple[Importer, ...] = (Importer("json", 1, _is_json, read_json),)
