"""RDF by pyoxigraph: the only module that uses the library. It turns documents into quads or a store for queries."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyoxigraph import Quad, Triple


def quads(turtle: bytes, graph: str) -> list[Quad]:
    """Return the triples of a Turtle document as quads of the graph with that IRI."""
    import pyoxigraph as ox

    name = ox.NamedNode(graph)
    found = ox.parse(turtle, format=ox.RdfFormat.TURTLE)
    return [ox.Quad(one.subject, one.predicate, one.object, name) for one in found]


def quads_of(turtle: bytes, graph: str) -> bytes:
    """Return the triples of a Turtle document as N-Quads of the graph with that IRI."""
    import pyoxigraph as ox

    made = ox.serialize(quads(turtle, graph), format=ox.RdfFormat.N_QUADS)
    return made or b""


class Literals(NamedTuple):
    """The triples of a document, and its literals as (lexical form, IRI of the datatype)."""

    triples: frozenset[object]
    literals: frozenset[tuple[str, str]]
    iris: frozenset[str]


def read_jsonld(document: bytes) -> Literals:
    """Return the graph of a JSON-LD document.

    Raises:
        ValueError: it does not parse, or has a blank node: graphs without any are isomorphic when they are equal.
    """
    return _read(document, "JSON_LD")


def read_turtle(document: bytes) -> Literals:
    """Return the graph of a Turtle document; raises as `read_jsonld` does."""
    return _read(document, "TURTLE")


def triples_of_jsonld(document: bytes) -> frozenset[object]:
    """Return only the triples of a JSON-LD document, to compare with those of its Turtle; raises as `read_jsonld`."""
    return _triples(document, "JSON_LD")


def _triples(document: bytes, form: str) -> frozenset[Triple]:
    import pyoxigraph as ox

    try:
        return frozenset(one.triple for one in ox.parse(document, format=getattr(ox.RdfFormat, form)))
    except SyntaxError as error:
        raise ValueError(f"does not parse: {str(error)[:200]}") from None


def _read(document: bytes, form: str) -> Literals:
    import pyoxigraph as ox

    triples = _triples(document, form)
    blank, literal = ox.BlankNode, ox.Literal
    literals: set[tuple[str, str]] = set()
    iris: set[str] = set()
    for subject, _, value in triples:
        if isinstance(value, literal):
            literals.add((value.value, value.datatype.value))
        elif blank in {type(value), type(subject)}:
            raise ValueError("has a blank node")
        else:
            iris.add(value.value)
    return Literals(triples, frozenset(literals), frozenset(iris))


TABLES = {
    "application/sparql-results+json": "JSON",
    "application/json": "JSON",
    "application/sparql-results+xml": "XML",
    "text/csv": "CSV",
    "text/tab-separated-values": "TSV",
}
"""Media types of results of SELECT and ASK (SPARQL 1.1 Query Results), the default first."""

GRAPHS = {
    "text/turtle": "TURTLE",
    "application/ld+json": "JSON_LD",
    "application/n-triples": "N_TRIPLES",
    "application/rdf+xml": "RDF_XML",
}
"""Media types of results of CONSTRUCT and DESCRIBE, the default first."""


class TooMuch(OSError):
    """A result is larger than it may be."""


class Store:
    """Triples that can be queried: on disk in `path`, or in memory."""

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        import pyoxigraph as ox

        self._store = ox.Store.read_only(str(path)) if read_only else ox.Store(path and str(path))

    def load(self, documents: Iterable[bytes]) -> None:
        """Add the triples of Turtle documents."""
        import pyoxigraph as ox

        for document in documents:
            self._store.bulk_load(document, format=ox.RdfFormat.TURTLE)
        self._store.flush()

    def exchange(self, former: Iterable[bytes], present: Iterable[bytes]) -> None:
        """Remove the triples of Turtle documents, then add those of others."""
        import pyoxigraph as ox

        for document in former:
            for triple in ox.parse(document, format=ox.RdfFormat.TURTLE):
                self._store.remove(triple)
        for document in present:
            self._store.extend(ox.parse(document, format=ox.RdfFormat.TURTLE))
        self._store.flush()

    def query(
        self, query: str, prefixes: dict[str, str], *, table: str, linked: str, largest: int = 16 << 20
    ) -> tuple[str, bytes]:
        """Return the media type and the bytes of the result.

        Args:
            query: a query of SPARQL 1.1, not an update.
            prefixes: those it may use without declaring them.
            table: the media type of bindings and truth values, one of `TABLES`.
            linked: the media type of triples, one of `GRAPHS`.
            largest: the most bytes.

        Raises:
            SyntaxError: it is not a valid query.
            TooMuch: the result has more bytes.
        """
        import pyoxigraph as ox

        found = self._store.query(query, prefixes=prefixes)
        target = _Bounded(largest)
        if isinstance(found, ox.QueryTriples):
            found.serialize(target, format=getattr(ox.RdfFormat, GRAPHS[linked]))
            return linked, target.getvalue()
        is_text = isinstance(found, ox.QueryBoolean) and table.startswith("text/")  # CSV and TSV know no truth values
        kind = next(iter(TABLES)) if is_text else table
        found.serialize(target, format=getattr(ox.QueryResultsFormat, TABLES[kind]))
        return kind, target.getvalue()


def copy(source: Path, target: Path) -> None:
    """Copy a store that nobody writes to.

    The library never changes a table of a store, so tables are linked where the file system can; the rest is copied.
    """

    def link(table: str, place: str) -> str:
        if table.endswith(_TABLE):
            with contextlib.suppress(OSError):
                os.link(table, place)
                return place
        return shutil.copy2(table, place)

    shutil.copytree(source, target, copy_function=link)


_TABLE = ".sst"


def check_query(query: str, prefixes: dict[str, str]) -> None:
    """Parse a query without any data; beside parsing, an ASK is answered over nothing, which may take time.

    Args:
        query: what may be a query of SPARQL 1.1.
        prefixes: those it may use without declaring them.

    Raises:
        SyntaxError: it is not a valid query.
    """
    import pyoxigraph as ox

    ox.Store().query(query, prefixes=prefixes)


class _Bounded(io.BytesIO):
    """Bytes in memory, up to a bound."""

    def __init__(self, largest: int) -> None:
        super().__init__()
        self._largest = largest

    def write(self, data: bytes) -> int:  # type: ignore[override]  # the library writes bytes
        if self.tell() + len(data) > self._largest:
            raise TooMuch
        return super().write(data)
