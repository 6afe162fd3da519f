"""Builds the three representations of a record once, when it is imported: JSON, JSON-LD, Turtle.

JSON is the document of the contract: UTF-8, nothing escaped that need not be, the same bytes for the same record.
JSON-LD and Turtle are one graph, written twice from the same `Node`. The base of all IRIs is fixed at the import
(setting ``QUIRE_BASE_URL``, `DEFAULT_BASE` without one): filling in the base at every request would rule out
precompressed bodies. Only the header of each document has it; an import with another base builds all documents anew.
"""

from __future__ import annotations

import json
import re

from quire.company import jsonld, turtle
from quire.company.graph_node import Node
from quire.company.record import Record
from quire.company.record_graph import describe
from quire.errors import BadSetting

DEFAULT_BASE = "http://localhost:8000"
"""The base of the IRIs when the service's public address is not set: stable, and where `quire serve` listens."""

EDITION = "2"
"""Changes when the same record would be written differently; an import then builds all documents anew."""

_BASE = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(?:/[A-Za-z0-9._~/-]*)?")


def represent(record: Record, *, base: str, modified: str) -> tuple[bytes, bytes, bytes]:
    """Return the bodies in the order of `pack.FORMATS`; `modified` (ISO, UTC) is when the record last changed."""
    return written(record, describe(record, modified), base=base)


def written(record: Record, graph: Node, *, base: str) -> tuple[bytes, bytes, bytes]:
    """Return the bodies of a record whose graph is made already."""
    linked = jsonld.write(graph, base=base, path=record.path, dataset=record.dataset)
    triples = turtle.write(graph, base=base, path=record.path, dataset=record.dataset)
    return document(record), linked.encode(), triples.encode()


def document(record: Record) -> bytes:
    """Return the JSON document of a record."""
    return json.dumps(record.document, ensure_ascii=False, separators=(",", ":")).encode()


def checked_base(address: str) -> str:
    """Return the base of the IRIs for a setting; the default for "".

    Raises:
        BadSetting: the address has characters that an IRI may not have.
    """
    base = (address or DEFAULT_BASE).rstrip("/")
    if not _BASE.fullmatch(base):
        raise BadSetting(
            "QUIRE_BASE_URL must be an address of plain letters, digits, dots and dashes for company data."
        )
    return base
