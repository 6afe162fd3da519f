"""Merges one company's parts into its record, and turns the record into ready bodies. Runs in a worker."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import isfinite

from quire.company import neeq_document, us_document
from quire.company.catalogue import Listing
from quire.company.company_names import IDENTIFIERS
from quire.company.document_differences import Change, differences
from quire.company.graph_node import Node
from quire.company.number_formats import LONGEST
from quire.company.pack import Packed, packed
from quire.company.part_spool import Raw, Rejected, restored
from quire.company.record import Json, Part, Problem, Record, document_texts, is_statement, snapshot
from quire.company.record_graph import describe
from quire.company.representations import written
from quire.company.vocabulary import FIELD, key_of

UNCHANGED, CHANGED, ADDED, REWRITTEN, REFUSED = "unchanged", "changed", "added", "rewritten", "refused"
"""What became of a company: REWRITTEN is the same record with other sources or another base, REFUSED had no good
part."""


ANY_SECTION = "*"
"""What stands for the section of line items outside statements, such as flat lists of indicators."""

_DECEIVING = re.compile("[\x00\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Old:
    """A company's present record: its JSON document, about and origins as the catalogue keeps them, and since when."""

    document: bytes
    about: dict[str, object]
    origins: dict[str, object]
    modified: str


@dataclass(frozen=True, slots=True)
class Job:
    """A worker's input: identity, present record, stored parts, base, and the moment of the import (ISO, UTC).

    `anew` also builds the bodies of an unchanged record. `dry_run` builds no bodies, and reports what would change.
    """

    dataset: str
    key: str
    old: Old | None
    parts: list[tuple[bytes, bytes]]
    base: str
    moment: str
    anew: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """A worker's result; `listing` and `bodies` are None for a company that did not change or was refused.

    `changes` are those of a dry run.
    """

    outcome: str
    listing: Listing | None
    bodies: Packed | None
    rejected: list[Rejected]
    changes: list[Change] = field(default_factory=list)


def build(job: Job) -> Built:
    """Return what the import of one company produced."""
    record = _standing(job)
    before = snapshot(record) if job.old else None
    rejected: list[Rejected] = []
    taken = []
    for stored in job.parts:
        try:
            part = _part(restored(stored), rejected)
            _check_names(part)
            record.take(part, job.moment)
            taken.append(stored)
        except Problem as problem:
            rejected.append(_refused(stored, str(problem)))
    if not record.document:
        return Built(REFUSED, None, None, rejected)
    if reason := _refusal(record, is_new=job.old is None):
        return Built(REFUSED, None, None, rejected + [_refused(stored, reason) for stored in taken])
    _order(record)
    if job.dry_run:
        return _dry_run(job, record, rejected)
    after = snapshot(record) if job.old else None
    if job.old and after == before and not job.anew:
        return Built(UNCHANGED, None, None, rejected)
    same = before is not None and after is not None and after[0] == before[0]
    outcome = REWRITTEN if same else CHANGED if job.old else ADDED
    modified = job.old.modified if same and job.old else job.moment
    graph = describe(record, modified)
    return Built(outcome, _listing(record, graph), packed(written(record, graph, base=job.base)), rejected)


def _dry_run(job: Job, record: Record, rejected: list[Rejected]) -> Built:
    """What an import would change in the document."""
    changes = []
    standing = json.loads(job.old.document) if job.old else {}
    for place, was, now in differences(standing, record.document):
        known = record.details.get(place, {})
        origin = (known.get("page", ""), known.get("box", "")) if now is not None else ("", "")
        changes.append(Change(record.dataset, record.key, place, was, now, *origin))
    outcome = ADDED if job.old is None else CHANGED if changes else UNCHANGED
    return Built(outcome, None, None, rejected, changes)


def _refusal(record: Record, *, is_new: bool) -> str:
    """Why the company cannot be entered; "" when it can."""
    if record.dataset == "us" and not record.market:
        return "the market is not known: give --market"
    if is_new and not any(_names(record.document)):
        return "the company is not known yet, and nothing here says its name"
    return ""


def _names(document: Mapping[str, Json]) -> Iterator[str]:
    """The names in a document of either data set that are texts."""
    basic = document.get(us_document.BASIC)
    found = [document.get(key) for key in (neeq_document.NAME, neeq_document.SHORT, "英文名称")]
    for name in (*found, basic.get("name") if isinstance(basic, dict) else None):
        if isinstance(name, str) and name.strip():
            yield name


def _check_names(part: Part) -> None:
    """Refuse a name that looks like another one.

    Raises:
        Problem: it holds NUL, or a character that reverses the direction of text (Unicode Bidi_Control).
    """
    for name in (*_names(part.document), *_names(part.fallback)):
        if found := _DECEIVING.search(name):
            what = "NUL" if found[0] == "\0" else "a control of the direction of text"
            raise Problem(f"the name holds {what} (U+{ord(found[0]):04X}) at character {found.start() + 1}")


def _standing(job: Job) -> Record:
    record = Record(job.dataset, job.key)
    if job.old is not None:
        record.document = json.loads(job.old.document)
        for name, value in {**job.old.origins, "about": job.old.about}.items():
            setattr(record, name, value)  # JSON that an import wrote from the very same fields
    return record


def _part(stored: Part | Raw, rejected: list[Rejected]) -> Part:
    if isinstance(stored, Part):
        return stored
    value = parsed_document(stored.data)
    if not isinstance(value, dict):
        raise Problem("is not an object")
    about: dict[str, Json] = {}
    if stored.dataset == "cn":
        document, notes = neeq_document.document(value)
    else:
        document, about, notes = us_document.document(value)
        if stored.market:
            about["market"] = stored.market
    rejected += [
        Rejected(stored.file, f"{stored.row} {note.pointer}".strip(), note.reason, taken=True) for note in notes
    ]
    return Part(stored.dataset, stored.key, document, about, file=stored.file, row=stored.row)


def parsed(data: bytes | str) -> object:
    """Return parsed JSON whose numbers are strings exactly as written, so that every digit is kept.

    Raises:
        Problem: it is not JSON, or nested too deeply.
    """
    return _parsed(data, parse_float=str, parse_int=str)


def parsed_document(data: bytes | str) -> object:
    """Return parsed JSON with numbers as numbers; one that a double cannot hold is the string of its digits.

    Raises:
        Problem: it is not JSON, or nested too deeply.
    """
    return _parsed(data, parse_float=_number, parse_int=_whole)


def _parsed(data: bytes | str, *, parse_float: Callable[[str], object], parse_int: Callable[[str], object]) -> object:
    try:
        return json.loads(data, parse_float=parse_float, parse_int=parse_int, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Problem("is not UTF-8") from None
    except RecursionError:
        raise Problem("is nested too deeply") from None
    except ValueError as error:
        raise Problem(f"is not JSON: {str(error)[:80]}") from None


def _number(digits: str) -> float | str:
    value = float(digits)
    return value if isfinite(value) and Decimal(repr(value)) == Decimal(digits) else digits


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST else digits


def _no_number(_: str) -> None:
    """NaN and the infinities, which JSON does not know, are missing values."""


def _refused(stored: tuple[bytes, bytes], reason: str) -> Rejected:
    part = restored(stored)
    return Rejected(part.file, part.row, reason)


def _order(record: Record) -> None:
    """Give a document that importers put together its keys; one that was imported whole keeps its own."""
    if record.is_imported:
        return
    if record.dataset == "us":
        record.document = us_document.complete({"symbol": record.key, **record.document})
    else:
        record.document = neeq_document.complete({neeq_document.CODE: record.key, **record.document})


def _terms(sections: Mapping[str, Json], graph: Node) -> list[tuple[str, str]]:
    """Every key that is a property of the graph: line items with their section, and fields."""
    known = [(key, item) for key, value in sections.items() if isinstance(value, dict) for item in value]
    items, fields = graph.names()
    other = {key_of(name) for name in items} - {item for _, item in known}
    return [
        *known,
        *((ANY_SECTION, item) for item in sorted(other)),
        *((FIELD, key_of(name)) for name in sorted(fields)),
    ]


def _listing(record: Record, graph: Node) -> Listing:
    document, about = document_texts(record.document), record.about
    basic = document.get(us_document.BASIC)
    name = (
        document.get(neeq_document.NAME)
        if record.dataset == "cn"
        else basic.get("name")
        if isinstance(basic, dict)
        else ""
    )
    name = name if isinstance(name, str) else ""
    short = document.get(neeq_document.SHORT)
    former = about.get("formerNames")
    aliases = [document.get("英文名称"), *(former if isinstance(former, list) else ())]
    facets = {key: value for key in neeq_document.FACETS if isinstance(value := document.get(key), str) and value}
    known = {**document, **about}
    facets |= {key: str(known[key]) for key in IDENTIFIERS if isinstance(known.get(key), str) and known[key]}
    sections = {key: value for key, value in document.items() if isinstance(value, dict) and is_statement(value)}
    return Listing(
        record.dataset,
        record.key,
        record.market,
        name,
        short if isinstance(short, str) else "",
        [alias for alias in aliases if isinstance(alias, str) and alias],
        [key for key, value in document.items() if _holds(value)],
        facets,
        json.dumps(about, ensure_ascii=False, separators=(",", ":")),
        json.dumps(record.origins(), ensure_ascii=False, separators=(",", ":")),
        _terms(sections, graph),
    )


def _holds(value: Json) -> bool:
    return any(value.values()) if isinstance(value, dict) else bool(value)
