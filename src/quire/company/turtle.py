"""Writes a graph as Turtle (RDF 1.1): prefixes, then a block for each resource, sorted; predicates sorted within."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from quire.company.graph_node import Node
from quire.company.turtle_literal import quoted
from quire.company.vocabulary import LANGUAGES, prefixes

_TYPES = {"date": "date", "moment": "dateTime", "amount": "decimal", "whole": "integer"}


def write(root: Node, *, base: str, path: str, dataset: str) -> str:
    """Return the graph of a company; `base` and `path` make its IRI, `dataset` gives the language of its texts."""
    writer = _Writer(LANGUAGES[dataset])
    blocks = (writer.block(node) for node in sorted(_nodes(root), key=_place))
    return f"@base <{base}{path}> .\n{_header(base)}" + "".join(blocks)


class _Writer:
    def __init__(self, language: str) -> None:
        self._ends = {kind: f"^^xsd:{name}" for kind, name in _TYPES.items()}
        self._ends |= {"local": f"@{language}", "en": "@en", "text": ""}

    def block(self, node: Node) -> str:
        """One resource."""
        pairs = [(term.iri, self._value(term.kind, value)) for term, value in node.values]
        pairs += [(iri, quoted(text)) for iri, text in node.printed]
        pairs += [(iri, f'"{text}"^^xsd:date') for iri, text in node.dates]
        pairs += [(term.iri, f"<#{inner.id}>") for term, inner in node.links]
        pairs = sorted(set(pairs))
        before = [pair for pair in pairs if pair[0] < "i:"]
        after = [pair for pair in pairs if pair[0] >= "i:"]
        lines = [f"a {', '.join(node.types)}"] if node.types else []
        lines += [f"{iri} {value}" for iri, value in before]
        lines += [f"i:{name} {_decimal(amount)}" for name, amount, _ in node.items if amount is not None]
        # Prefixes i, org, owl, p ... : the blocks of items stand where their prefix sorts.
        lines += [f"{iri} {value}" for iri, value in after if iri < "p:"]
        lines += [f"p:{name} {quoted(text)}" for name, _, text in node.items]
        lines += [f"{iri} {value}" for iri, value in after if iri >= "p:"]
        subject = f"<#{node.id}>" if node.id else "<>"
        return f"\n{subject} " + " ;\n  ".join(lines) + " .\n"

    def _value(self, kind: str, value: str) -> str:
        if kind == "iri":
            return f"<{value}>"
        if kind == "amount":
            return _decimal(value)
        return quoted(value) + self._ends[kind]


def _decimal(amount: str) -> str:
    """A decimal; one without a point would be an integer when it stood bare."""
    return amount if "." in amount else f'"{amount}"^^xsd:decimal'


@cache
def _header(base: str) -> str:
    return "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in prefixes(base).items())


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(inner for _, inner in node.links)


def _place(node: Node) -> str:
    return node.id
