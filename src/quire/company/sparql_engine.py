"""Answers SPARQL queries over the graphs of all companies: in a process of its own, read-only, within bounds.

    python -m quire.company.sparql_engine FOLDER NAME PARENT         answers queries over the edition of that file name
    python -m quire.company.sparql_engine FOLDER NAME PARENT build   makes the store of a large edition, once
    python -m quire.company.sparql_engine FOLDER NAME PARENT parse   says whether one query can be parsed

The process loads a small edition into memory when it starts. A large one is a store on disk, ``sparql-NAME`` beside the
edition; while it is made, an older edition's store answers. The process has caps on its memory and no network (where
the kernel allows); whoever starts it kills it when a query takes too long.

A request on the standard input is one line of JSON, {"query", "table", "graph"} (media types for the two kinds of
results); the answer is one line of JSON, {"type", "length"} or {"error"}, and `length` bytes.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quire.company import rdf_store
from quire.company.catalogue import Catalogue, Entry
from quire.company.vocabulary import prefixes
from quire.errors import BadRequest
from quire.tasks.process_limits import confine
from quire.tasks.sandbox import leave_network

MEMORY = 1 << 30
"""Bytes that a query may take, beside what the store needs."""

LARGEST = 16 << 20
"""Bytes of a result."""

IN_MEMORY = 24 << 20
"""Bytes of Turtle that are loaded into memory at the start, in a second or two; more becomes a store on disk."""

MOST_CHANGED = 0.1
"""Documents that changed, for each that did not, up to which the store is made from the former one's: beyond that,
loading everything anew is soon as fast (8 us for each triple of all, against 42 us for each of the changed)."""

ONLY_QUERIES = "Only queries are allowed: SELECT, ASK, CONSTRUCT and DESCRIBE."

_NICE = 10  # the service comes first
_BATCH = 8 << 20  # bytes of Turtle that are loaded at once
_SKIPPED = re.compile(
    # What may hold the word without being it: escapes in local names, IRIs, long and short strings, comments,
    # variables,
    # local names, languages (SPARQL 1.1, section 19.8). What is left needs no space around it to be a keyword.
    r"""\\. | <[^<>"{}|^`\\\x00-\x20]*>
    | \"{3}(?:[^"\\]|\\.|"(?!""))*"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
    | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*' | \#[^\n\r]*
    | [?$]\w+ | :[\w%-]* | @[A-Za-z0-9-]+""",
    re.VERBOSE | re.DOTALL,
)
_SERVICE = re.compile("SERVICE", re.IGNORECASE | re.ASCII)
_UPDATE = re.compile(
    # Declarations, whose IRIs and names are bars by now, then the first word of an update (SPARQL 1.1, section 19.8).
    r"[|\s]*+(?:(?:PREFIX\b[^|]*+\||BASE\b)[|\s]*+)*+"
    r"(INSERT|DELETE|LOAD|CLEAR|CREATE|DROP|COPY|MOVE|ADD|WITH)\b",
    re.IGNORECASE | re.ASCII,
)
_PREFIX = "sparql-"


def check(query: str) -> None:
    """Refuse an update, a query that would ask other servers, and the few that only look so (a prefix named SERVICE).

    Raises:
        BadRequest: it is an update or has a SERVICE clause.
    """
    bare = _SKIPPED.sub(" | ", query)
    if update := _UPDATE.match(bare):
        raise BadRequest(f"{ONLY_QUERIES} {update.group(1).upper()} would change data.")
    if _SERVICE.search(bare):
        raise BadRequest("SERVICE is not allowed: queries see this service's data only.")


def store_path(folder: Path, name: str) -> Path:
    """Return the path of the store of the edition with that file name, for a large edition."""
    return folder / (_PREFIX + name)


def needs_store(catalogue: Catalogue) -> bool:
    """Return whether the edition is too large to load into memory."""
    size = 0
    for entry in catalogue.names():
        size += entry.places.place("rdf", "identity").length
        if size > IN_MEMORY:
            return True
    return False


def build(folder: Path, name: str) -> None:
    """Make the store of an edition, and remove the stores of editions that no longer exist."""
    target = store_path(folder, name)
    part = target.with_name(target.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    with Catalogue(folder, name) as catalogue:
        if not _build_on_former(folder, catalogue, part):
            rdf_store.Store(part).load(_turtle(catalogue))
    part.rename(target)
    for old in folder.glob(_PREFIX + "*"):
        if not (folder / old.name.removeprefix(_PREFIX)).exists():
            shutil.rmtree(old, ignore_errors=True)


def open_store(folder: Path, name: str) -> rdf_store.Store:
    """Return the store of an edition, for reading."""
    path = store_path(folder, name)
    if path.is_dir():
        return rdf_store.Store(path, read_only=True)
    store = rdf_store.Store()
    with Catalogue(folder, name) as catalogue:
        store.load(_turtle(catalogue))
    return store


def answer(
    store: rdf_store.Store, request: dict[str, str], names: dict[str, str]
) -> tuple[dict[str, str | int], bytes]:
    """Return head and body of the answer to a request; `names` are the prefixes that a query need not declare."""
    try:
        check(request["query"])
        media_type, body = store.query(request["query"], names, table=request["table"], linked=request["graph"])
    except rdf_store.TooMuch:
        return {"error": f"The result is larger than {LARGEST >> 20} MiB. Add a LIMIT."}, b""
    except MemoryError:
        return {"error": "The query needs more memory than is allowed."}, b""
    except (BadRequest, SyntaxError, ValueError, OSError) as problem:
        return {"error": _refusal(problem)}, b""
    return {"type": media_type, "length": len(body)}, body


def parse(folder: Path, name: str, request: dict[str, str]) -> dict[str, str]:
    """Return {"error"} for a text that is not a query or may not be asked; an empty dict for a query that may."""
    with Catalogue(folder, name) as catalogue:
        names = prefixes(catalogue.base)
    try:
        check(request["query"])
        rdf_store.check_query(request["query"], names)
    except (BadRequest, SyntaxError, ValueError, OSError) as problem:
        return {"error": _refusal(problem)}
    return {}


def serve(folder: Path, name: str, source: BinaryIO, target: BinaryIO) -> None:
    """Answer requests until the input ends."""
    store = open_store(folder, name)
    with Catalogue(folder, name) as catalogue:
        names = prefixes(catalogue.base)
    target.write(b'{"ready":true}\n')
    target.flush()
    for line in source:
        head, body = answer(store, json.loads(line), names)
        target.write(json.dumps(head).encode() + b"\n" + body)
        target.flush()


def _refusal(problem: Exception) -> str:
    return f"The query cannot be answered: {str(problem)[:500]}"


def former_store(folder: Path, name: str) -> str:
    """Return the newest edition before that one whose store is kept; "" when there is none."""
    kept = (path.name for path in folder.glob("catalogue-*.sqlite3"))
    return max((other for other in kept if other < name and store_path(folder, other).is_dir()), default="")


def _build_on_former(folder: Path, catalogue: Catalogue, part: Path) -> bool:
    """Make the store as a copy of a former edition's, with the documents that changed; False when few are the same.

    The triples of a document are about its company and no other, so that removing those of the former document leaves
    all others.
    """
    former = former_store(folder, catalogue.name)
    if not former:
        return False
    with Catalogue(folder, former) as before:
        kept = {(one.dataset, one.key): one for one in before.names()}
        fresh, gone, same = [], [], 0
        for entry in catalogue.names():
            old = kept.pop((entry.dataset, entry.key), None)
            if old is not None and _etag(old) == _etag(entry):
                same += 1
                continue
            fresh.append(entry)
            gone += [old] if old is not None else []
        gone += kept.values()
        if len(fresh) + len(gone) > same * MOST_CHANGED:
            return False
        rdf_store.copy(store_path(folder, former), part)
        rdf_store.Store(part).exchange(
            (before.body(entry, "rdf") for entry in gone), (catalogue.body(entry, "rdf") for entry in fresh)
        )
    return True


def _etag(entry: Entry) -> str:
    return entry.places.place("rdf", "identity").etag


def _turtle(catalogue: Catalogue) -> Iterator[bytes]:
    """All documents, some at a time: Turtle documents that follow each other are one."""
    waiting, size = io.BytesIO(), 0
    for entry in catalogue.names():
        size += waiting.write(catalogue.body(entry, "rdf") + b"\n")
        if size >= _BATCH:
            yield waiting.getvalue()
            waiting, size = io.BytesIO(), 0
    yield waiting.getvalue()


def _main(folder: str, name: str, parent: str, *what: str) -> None:
    if what == ("build",):
        os.nice(_NICE)
        confine(memory=0, parent=int(parent))
        build(Path(folder), name)
        return
    confine(memory=MEMORY, parent=int(parent))
    leave_network()
    if what == ("parse",):
        said = parse(Path(folder), name, json.loads(sys.stdin.buffer.readline()))
        sys.stdout.write(json.dumps(said))
        return
    serve(Path(folder), name, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    _main(*sys.argv[1:])
