"""Writes a graph as JSON-LD 1.1: an inline context with the terms that occur, then the company with its parts inside.

Amounts are strings whose type the context gives: a JSON number would become an xsd:double.
"""

from __future__ import annotations

import json
from functools import cache

from quire.company.graph_node import Node
from quire.company.vocabulary import LANGUAGES, Term, prefixes

_TYPES = {"date": "xsd:date", "moment": "xsd:dateTime", "amount": "xsd:decimal", "whole": "xsd:integer"}


def write(root: Node, *, base: str, path: str, dataset: str) -> str:
    """Return the graph of a company; `base` and `path` make its IRI, `dataset` gives the language of its texts."""
    writer = _Writer()
    body = writer.node(root)
    used = {name: _definition(term, LANGUAGES[dataset]) for name, term in sorted(writer.terms.items())}
    items = {f"i:{name}": {"@type": "xsd:decimal"} for name in sorted(writer.items)}
    context = {"@version": 1.1, "@base": f"{base}{path}", **prefixes(base), **used, **items}
    return json.dumps({"@context": context, **body}, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    def __init__(self) -> None:
        self.terms: dict[str, Term] = {}
        self.items: set[str] = set()

    def node(self, node: Node) -> dict[str, object]:
        """One resource with all that it leads to."""
        made: dict[str, object] = {"@id": f"#{node.id}" if node.id else "", "@type": list(node.types)}
        for term, value in node.values:
            self.terms[term.name] = term
            _add(made, term.name, value)
        for iri, text in node.printed:
            _add(made, iri, text)
        for iri, text in node.dates:
            _add(made, iri, {"@value": text, "@type": "xsd:date"})
        for name, amount, text in node.items:
            if amount is not None:
                made[f"i:{name}"] = amount
                self.items.add(name)
            made[f"p:{name}"] = text
        for term, inner in node.links:
            self.terms[term.name] = term
            _add(made, term.name, self.node(inner))
        return made


def _add(made: dict[str, object], key: str, value: object) -> None:
    """Enter a value; a second one makes a list of both."""
    if key not in made:
        made[key] = value
        return
    old = made[key]
    if isinstance(old, list):
        old.append(value)
    else:
        made[key] = [old, value]


@cache
def _definition(term: Term, language: str) -> object:
    if term.kind in _TYPES:
        return {"@id": term.iri, "@type": _TYPES[term.kind]}
    if term.kind in {"local", "en"}:
        return {"@id": term.iri, "@language": language if term.kind == "local" else "en"}
    return {"@id": term.iri, "@type": "@id"} if term.kind in {"iri", "node"} else term.iri
