"""Checks that the three representations of a company agree: one graph, and every cell of the JSON in it.

Checked for each document: JSON-LD and Turtle are the same graph; each text of the JSON stands there letter for letter;
each amount as a decimal of the same value, each date as a date; no decimal that the JSON does not have; every typed
literal is valid for its type; every body is the one whose hash its ETag names, in every encoding.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire.company.catalogue import Catalogue, Entry
from quire.company.number_formats import day, is_day, lexical
from quire.company.pack import ENCODINGS, FORMATS, decoded
from quire.company.rdf_store import read_turtle, triples_of_jsonld
from quire.company.record import Json, pointer, texts

XSD = "http://www.w3.org/2001/XMLSchema#"

_VALID: dict[str, Callable[[str], object]] = {
    XSD + "decimal": re.compile(r"-?\d+(\.\d+)?").fullmatch,
    XSD + "integer": re.compile(r"-?\d+").fullmatch,
    XSD + "date": is_day,
    XSD + "dateTime": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)").fullmatch,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a document: which document, the place in its JSON or the part, and the fault itself."""

    path: str
    place: str
    what: str


def verify(catalogue: Catalogue, entry: Entry) -> list[Fault]:
    """Return the faults of a company's bodies; an empty list when they are correct."""
    plain, faults = _bodies(catalogue, entry)
    if faults:
        return faults
    try:
        linked, triples = triples_of_jsonld(plain["jsonld"]), read_turtle(plain["rdf"])
    except ValueError as error:
        return [Fault(entry.path, "", str(error))]
    if linked != triples.triples:
        count = len(linked ^ triples.triples)
        faults.append(Fault(entry.path, "", f"JSON-LD and Turtle differ in {count} triples"))
    wrong = ((text, kind) for text, kind in triples.literals if kind in _VALID and not _VALID[kind](text))
    faults += [Fault(entry.path, "", f"not valid: {text!r} as {kind.removeprefix(XSD)}") for text, kind in wrong]
    document = json.loads(plain["json"])
    return faults + [Fault(entry.path, *found) for found in missing(document, triples.literals, triples.iris)]


def cells(value: Json, place: str = "", *, amount: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Yield each text of a document with its place, and whether it should be an amount: below a date, or in a holding.

    Leaves out top-level keys that begin with an underscore: they are private.
    """
    if isinstance(value, list):
        for at, inner in enumerate(value):
            yield from cells(inner, f"{place}/{at}")
    elif not isinstance(value, dict):
        yield place, str(texts(value)), amount
    else:
        dated = bool(value) and all(day(key) for key in value)
        for key, inner in value.items():
            if place or not key.startswith("_"):
                yield from cells(inner, place + pointer(key), amount=dated or key in _AMOUNTS)


def missing(
    document: dict[str, Json], literals: frozenset[tuple[str, str]], iris: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield a place and a sentence for each value missing from the graph, and for each amount only the graph has."""
    printed = {text for text, _ in literals}
    dates = {text for text, kind in literals if kind == XSD + "date"}
    decimals = {text for text, kind in literals if kind == XSD + "decimal"}
    known: set[str] = set()
    for place, text, amount_expected in cells(document):
        amount = lexical(text)
        if amount is not None:
            known.add(amount)
            if amount not in decimals and amount_expected:
                yield place, f"the amount {text} is not in the graph"
        if text in printed or text in iris or not text:
            if is_day(text) and text not in dates:
                yield place, f"the date {text} is not in the graph"
        else:
            yield place, f"the text {text[:60]!r} is not in the graph"
    for value in sorted(decimals - known):
        yield "", f"the graph has an amount that the document has not: {value}"


_AMOUNTS = frozenset({"shareNumber", "ratio", "convertableShares", "holderNumber", "share", "value", "percentage"})


def _bodies(catalogue: Catalogue, entry: Entry) -> tuple[dict[str, bytes], list[Fault]]:
    plain: dict[str, bytes] = {}
    faults: list[Fault] = []
    for form in FORMATS:
        for encoding in ENCODINGS:
            body = catalogue.body(entry, form, encoding)
            tag = hashlib.blake2b(body, digest_size=16).hexdigest()
            if f'"{tag}"' != entry.places.place(form, encoding).etag:
                faults.append(Fault(entry.path, f"{form} {encoding}", "the body is not the one that its ETag names"))
            elif encoding == "identity":
                plain[form] = body
            elif form in plain and decoded(body, encoding) != plain[form]:
                faults.append(Fault(entry.path, f"{form} {encoding}", "does not unpack to the plain body"))
    return plain, faults
