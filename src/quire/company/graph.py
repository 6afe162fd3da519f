"""RDF by pyoxigraph: the one place that knows the library. Documents in, quads or a store to be queried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyoxigraph import Quad


def quads(turtle: bytes, graph: str) -> list[Quad]:
    """The triples of a Turtle document as quads of the graph with that IRI."""
    import pyoxigraph as ox

    name = ox.NamedNode(graph)
    found = ox.parse(turtle, format=ox.RdfFormat.TURTLE)
    return [ox.Quad(one.subject, one.predicate, one.object, name) for one in found]


def quads_of(turtle: bytes, graph: str) -> bytes:
    """The triples of a Turtle document as N-Quads of the graph with that IRI."""
    import pyoxigraph as ox

    made = ox.serialize(quads(turtle, graph), format=ox.RdfFormat.N_QUADS)
    return made or b""


class Literals(NamedTuple):
    """The triples of a document, and its literals as (lexical form, IRI of the datatype)."""

    triples: frozenset[object]
    literals: frozenset[tuple[str, str]]
    iris: frozenset[str]


def read_jsonld(document: bytes) -> Literals:
    """The graph of a JSON-LD document.

    Raises:
        ValueError: it does not parse, or has a blank node: graphs without any are isomorphic when they are equal.
    """
    return _read(document, "JSON_LD")


def read_turtle(document: bytes) -> Literals:
    """The graph of a Turtle document; as `read_jsonld`."""
    return _read(document, "TURTLE")


def _read(document: bytes, form: str) -> Literals:
    import pyoxigraph as ox

    try:
        triples = frozenset(one.triple for one in ox.parse(document, format=getattr(ox.RdfFormat, form)))
    except SyntaxError as error:
        raise ValueError(f"does not parse: {str(error)[:200]}") from None
    objects = {one.object for one in triples}
    blank = ox.BlankNode
    if any(isinstance(one, blank) for one in objects) or any(isinstance(one.subject, blank) for one in triples):
        raise ValueError("has a blank node")
    literals = frozenset((one.value, one.datatype.value) for one in objects if isinstance(one, ox.Literal))
    return Literals(triples, literals, frozenset(one.value for one in objects if isinstance(one, ox.NamedNode)))
