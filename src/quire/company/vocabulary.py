"""The terms of the company graphs: `vocabulary.toml`, and the document that describes the own ones.

Own terms have the fixed namespace `NAMESPACE`, so that data of different installations share them; their document is
served at ``{base}/vocabulary``. Line items and other keys of documents are properties too, of namespaces of each
installation: ``{base}/vocabulary/items#`` (the amount), ``{base}/vocabulary/printed#`` (as printed),
``{base}/vocabulary/fields#`` (texts that have no term of their own). The local part is the key, percent-encoded where
an IRI or Turtle needs it, so every key has exactly one property and no key can break a document.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from urllib.parse import unquote

from quire.company.turtle_literal import quoted

NAMESPACE = "https://w3id.org/quire/company#"
"""The namespace of the own terms (prefix q), the same everywhere."""

NAMESPACES = {"i": "/vocabulary/items#", "p": "/vocabulary/printed#", "f": "/vocabulary/fields#"}
"""The prefixes of the keys of documents, with their paths below the base."""

FIELD = ""
"""What stands for the section of a key that is a field (prefix f), not a line item, in the catalogue's list of
terms."""

LANGUAGES = {"cn": "zh", "us": "en"}
"""The language of the texts of a data set."""

EMPTY = "%e2%88%85"
"""The local part of an empty key: the sign of the empty set in small hexadecimal digits, which no other key is
given."""

# What an IRI (RFC 3987, ucschar) and a local name of Turtle (PN_LOCAL) both allow at any place, without the dash, which
# parts the steps of a fragment.
_UNSAFE = re.compile("[^A-Za-z0-9_\u3001-\ud7ff\uff01-\uffef]")


@dataclass(frozen=True, slots=True)
class Term:
    """A property: its name in JSON-LD, its compact IRI, the kind of its values, its compact IRI for printed forms."""

    name: str
    iri: str
    kind: str
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The whole vocabulary: prefixes of others, terms by name, terms by the keys of the documents."""

    prefixes: dict[str, str]
    terms: dict[str, Term]
    keys: dict[str, Term]
    classes: dict[str, dict[str, str]]
    texts: dict[str, dict[str, str]]


@cache
def load() -> Vocabulary:
    """Return the vocabulary of the package."""
    text = resources.files("quire.company").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    terms, keys, texts = {}, {}, {}
    for name, row in table["terms"].items():
        printed = f"q:{name}Printed" if row["kind"] == "amount" else ""
        terms[name] = Term(name, row["iri"], row["kind"], printed)
        keys.update(dict.fromkeys(row.get("keys", ()), terms[name]))
        if row["iri"].startswith("q:"):
            texts[name] = {key: str(row[key]) for key in ("en", "zh", "kind")}
    return Vocabulary(table["prefixes"], terms, keys, table["classes"], texts)


@lru_cache(maxsize=1 << 14)
def local(key: str) -> str:
    """Return the local part of the property of a key; it is never empty, and different keys give different ones."""
    if not key:
        return EMPTY
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8")), key)


@cache
def prefixes(base: str) -> dict[str, str]:
    """Return all prefixes for a base, sorted."""
    own = {"q": NAMESPACE, **{name: base + path for name, path in NAMESPACES.items()}}
    return dict(sorted({**load().prefixes, **own}.items()))


_RANGES = {
    "local": "rdf:langString",
    "date": "xsd:date",
    "amount": "xsd:decimal",
    "whole": "xsd:integer",
    "text": "xsd:string",
}


def document(base: str) -> str:
    """Return the document of the own terms, as Turtle; served at ``{base}/vocabulary``."""
    known = load()
    home = NAMESPACE.rstrip("#")
    lines = [f"@prefix {name}: <{iri}> ." for name, iri in prefixes(base).items()]
    lines += ["", f"<{home}> a owl:Ontology ;", f"  dct:title {_texts('Quire company vocabulary', '公司数据词汇表')} ."]
    for name, row in sorted(known.classes.items()):
        above = f" ;\n  rdfs:subClassOf q:{row['above']}" if "above" in row else ""
        comment = f" ;\n  rdfs:comment {quoted(row['comment'])}@en" if "comment" in row else ""
        lines.append(
            f"\nq:{name} a rdfs:Class ;\n  rdfs:isDefinedBy <{home}> ;\n"
            f"  rdfs:label {_texts(row['en'], row['zh'])}{above}{comment} ."
        )
    for name, row in sorted(known.texts.items()):
        kind = "owl:ObjectProperty" if row["kind"] == "node" else "owl:DatatypeProperty"
        lines.append(_property(f"q:{name}", kind, row, _RANGES.get(row["kind"], ""), home))
        if row["kind"] == "amount":
            shown = {"en": f"{row['en']}, as printed", "zh": f"{row['zh']}（原文）"}
            lines.append(_property(f"q:{name}Printed", kind, shown, "xsd:string", home))
    return "\n".join(lines) + "\n"


def items_document(base: str, items: Iterable[tuple[str, str]]) -> str:
    """Return the document of the properties of line items (section and item each), as Turtle.

    Served at ``{base}/vocabulary/items`` and ``{base}/vocabulary/printed``.
    """
    sections: dict[str, list[str]] = {}
    for section, item in items:
        if section != FIELD:
            sections.setdefault(item, []).append(section)
    lines = [f"@prefix {name}: <{iri}> ." for name, iri in prefixes(base).items()]
    for item, found in sorted(sections.items()):
        labels = f"rdfs:label {quoted(item)} ;\n  dct:subject {', '.join(map(quoted, sorted(found)))}"
        name = local(item)
        lines.append(f"\ni:{name} a owl:DatatypeProperty ;\n  rdfs:range xsd:decimal ;\n  {labels} .")
        lines.append(f"p:{name} a owl:DatatypeProperty ;\n  rdfs:range xsd:string ;\n  {labels} .")
    return "\n".join(lines) + "\n"


def fields_document(base: str, items: Iterable[tuple[str, str]]) -> str:
    """Return the document of the properties of fields without an own term; served at ``{base}/vocabulary/fields``."""
    lines = [f"@prefix {name}: <{iri}> ." for name, iri in prefixes(base).items()]
    keys = sorted(item for section, item in items if section == FIELD)
    lines += [f"\nf:{local(key)} a rdf:Property ;\n  rdfs:label {quoted(key)} ." for key in keys]
    return "\n".join(lines) + "\n"


def key_of(name: str) -> str:
    """Return the key whose local part is `name`."""
    return "" if name == EMPTY else unquote(name)


def _property(name: str, kind: str, row: dict[str, str], reach: str, home: str) -> str:
    span = f"\n  rdfs:range {reach} ;" if reach else ""
    return f"\n{name} a {kind} ;\n  rdfs:isDefinedBy <{home}> ;{span}\n  rdfs:label {_texts(row['en'], row['zh'])} ."


def _texts(english: str, chinese: str) -> str:
    return f"{quoted(english)}@en, {quoted(chinese)}@zh"
