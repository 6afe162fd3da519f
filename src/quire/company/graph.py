"""RDF by pyoxigraph: the one place that knows the library. Documents in, quads or a store to be queried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
