"""A resource of a company's graph, as both writers read it: typed values, printed texts, links, no blank nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.company.vocabulary import Term


@dataclass(slots=True)
class Node:
    """One resource.

    Attributes:
        id: Fragment of the company's IRI; "" is the company itself.
        types: Compact IRIs of its classes.
        values: A term and the lexical form of a value each; the term's kind says what it is.
        printed: A compact IRI and a plain text each.
        items: Local name, amount (lexical; None when it could not be read) and printed text of line items, sorted.
        links: A term and the node that it leads to.
    """

    id: str
    types: tuple[str, ...] = ()
    values: list[tuple[Term, str]] = field(default_factory=list)
    printed: list[tuple[str, str]] = field(default_factory=list)
    dates: list[tuple[str, str]] = field(default_factory=list)
    items: list[tuple[str, str | None, str]] = field(default_factory=list)
    links: list[tuple[Term, Node]] = field(default_factory=list)

    def names(self) -> tuple[set[str], set[str]]:
        """Return the local names of all line items and of all fields (prefix f) in the graph below this node."""
        items, fields, waiting = set[str](), set[str](), [self]
        while waiting:
            node = waiting.pop()
            items.update(name for name, _, _ in node.items)
            fields.update(iri[2:] for pairs in (node.printed, node.dates) for iri, _ in pairs if iri.startswith("f:"))
            waiting.extend(inner for _, inner in node.links)
        return items, fields
