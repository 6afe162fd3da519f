"""Importers turn files of many kinds into parts of records, with one module for each kind.

The table `IMPORTERS` says how to recognise a file by its name and its first bytes, and which function reads it. Kinds
that need data from others come later: symbols before facts, facts before holders. Every reader streams its file.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quire.company.importers import (
    company_list,
    extracted_statements,
    native_json,
    neeq_jsonp,
    sec_13f,
    sec_companyfacts,
    sec_datasets,
    sec_filings,
    sec_ownership_forms,
    sec_submissions,
    sec_tickers,
    xlsx_reader,
)
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source, members, sources
from quire.company.importers.json_objects import Found, objects, one
from quire.company.part_spool import Raw, Rejected
from quire.company.record import Part, Problem

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


FORMS: tuple[Form, ...] = (
    Form("document", native_json.is_own, native_json.read),
    Form("neeq answer", neeq_jsonp.is_answer, neeq_jsonp.read),
    Form("companyfacts", sec_companyfacts.is_facts, sec_companyfacts.read),
    Form("submissions", sec_submissions.is_submissions, sec_submissions.read),
    Form("continuation", sec_submissions.is_continuation, sec_submissions.read_continuation),
    Form("tickers", sec_tickers.is_tickers, sec_tickers.read),
)
"""The forms of JSON objects; the first that recognises an object reads it."""


def read(paths: Sequence[Path], context: Context, progress: Callable[[str], None] = lambda _: None) -> Parts:
    """Yield the parts of every file below `paths`; call `progress` with the name of each file that it begins."""
    found: list[tuple[int, int, Source, Importer]] = []
    for at, (source, name, problem) in enumerate(sources(paths, context.market)):
        importer = _importer(source, context) if source else None
        if source is None or importer is None:
            yield Rejected(name, "", problem or "is of a kind that cannot be imported")
            continue
        found.append((importer.order, at, source, importer))
    for _, _, source, importer in sorted(found, key=lambda one: one[:2]):
        progress(source.name)
        try:
            yield from importer.read(source, context)
        except (OSError, EOFError, UnicodeError, zlib.error, zipfile.BadZipFile) as error:
            yield Rejected(source.name, "", f"cannot be read on ({type(error).__name__})")
        except MemoryError:
            yield Rejected(source.name, "", "needs more memory than an import may take")


def _importer(source: Source, context: Context) -> Importer | None:
    if context.statements is not None and source.path == context.statements:
        return STATEMENTS
    return next((importer for importer in IMPORTERS if importer.recognises(source)), None)


def read_json(source: Source, context: Context) -> Parts:
    """Yield the parts of a JSON file, by the form of each of its objects."""
    found = None
    for found in objects(source):
        yield from read_object(source, found, context)
    if found is None:
        yield Rejected(source.name, "", "is empty: it holds no JSON object")


def read_object(source: Source, found: Found, context: Context) -> Parts:
    """Yield the parts of one object."""
    value = found.value
    if found.problem or not isinstance(value, Mapping):
        yield Rejected(source.name, found.row, found.problem or "is not an object")
        return
    for form in FORMS:
        if form.recognises(value):
            yield from form.read(source, found, value, context)
            return
    yield Rejected(source.name, found.row, "has a form that cannot be imported")


_JSON = re.compile(rb"^(?:\xef\xbb\xbf)?\s*(?:[\[{]|[A-Za-z_$][\w$.]*\s*\(\s*[\[{])")


def _is_json(source: Source) -> bool:
    return bool(_JSON.match(source.head)) or source.suffix in {".json", ".jsonl", ".ndjson"}


_TICKERS = re.compile(rb'^(?:\xef\xbb\xbf)?\s*\{\s*"(?:fields|data)"')
_FACTS = re.compile(rb'"facts"\s*:\s*\{')
_SUBMISSIONS = re.compile(rb'"(?:sicDescription|entityType|ownerOrg|tickers)"\s*:')


def _begins_with(pattern: re.Pattern[bytes]) -> Callable[[Source], bool]:
    return lambda source: _is_json(source) and bool(pattern.search(source.head))


def _is_archive(source: Source) -> bool:
    return not xlsx_reader.is_workbook(source) and any(
        name.lower().endswith((".json", ".xml", ".jsonl")) for name in source.members
    )


def read_archive(source: Source, context: Context) -> Parts:
    """Yield the parts of the JSON files and filings in a zip, e.g. the SEC's companyfacts.zip and submissions.zip."""
    with zipfile.ZipFile(source.path) as archive:
        for name, data in members(archive):
            if isinstance(data, Problem):
                yield Rejected(source.name, name, str(data))
            elif name.lower().endswith(".json"):
                yield from read_object(source, one(name, data), context)
            elif name.lower().endswith(".jsonl"):
                for number, line in enumerate(data.splitlines(), 1):
                    if line.strip():
                        yield from read_object(source, one(f"{name} line {number}", line), context)
            else:
                yield Rejected(source.name, name, "is of a kind that cannot be imported from an archive")


def read_filing(source: Source, context: Context) -> Parts:
    """Yield the parts of an XML document of the SEC, or of the documents in a complete submission."""
    try:
        found = sec_filings.documents(source)
        covers = [sec_13f.cover(data) for kind, data in found if kind == "edgarSubmission"]
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))
        return
    for at, (kind, data) in enumerate(found, 1):
        if kind == "ownershipDocument":
            yield from sec_ownership_forms.read(source, data, f"document {at}" if len(found) > 1 else "", context)
        elif kind == "informationTable":
            yield from sec_13f.read(source, data, covers[0] if covers else None, context)
    if not found:
        yield Rejected(source.name, "", "has no 13F information table and no form 3, 4 or 5")


STATEMENTS = Importer("statements", 5, lambda _: False, extracted_statements.read)
"""Who reads the file of the option for statements; no file is recognised as one by itself."""

IMPORTERS: tuple[Importer, ...] = (
    Importer("data sets", 3, sec_datasets.is_dataset, sec_datasets.read),
    Importer("archive", 3, _is_archive, read_archive),
    Importer("filing", 4, sec_filings.is_filing, read_filing),
    Importer("tickers", 0, _begins_with(_TICKERS), read_json),
    Importer("companyfacts", 3, _begins_with(_FACTS), read_json),
    Importer("submissions", 2, _begins_with(_SUBMISSIONS), read_json),
    Importer("json", 1, _is_json, read_json),
    Importer("list", 1, company_list.is_list, company_list.read),
)
