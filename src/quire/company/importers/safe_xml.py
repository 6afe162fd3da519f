"""Parses XML without the features that attacks use: no document types, entities, or network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from quire.company.record import Problem

if TYPE_CHECKING:
    from lxml.etree import _Element

LARGEST = 256 << 20
"""Bytes of an XML document; the largest 13F information tables have about 60 MB."""


def root(data: bytes) -> _Element:
    """Return the root of a document; `children` finds elements by name, whatever their namespace.

    Raises:
        Problem: it is not well-formed, has a document type, or is too large.
    """
    from lxml import etree

    if len(data) > LARGEST:
        raise Problem(f"is larger than {LARGEST >> 20} MiB")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise Problem("has a document type, which no file of this kind has")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        made: _Element = etree.fromstring(data.strip(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Problem(f"is not well-formed XML: {str(error)[:80]}") from None
    return made


class Reads(Protocol):
    """A source of bytes for a parser."""

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; b"" at the end."""


def elements(stream: Reads, *tags: str) -> Iterator[_Element]:
    """Yield the complete elements with those tags (namespace in braces), and free each after its use.

    Raises:
        Problem: it is not well-formed.
    """
    from lxml import etree

    options = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
    try:
        for _, element in etree.iterparse(stream, events=("end",), tag=tags, **options):
            yield element
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        raise Problem(f"is not well-formed XML: {str(error)[:80]}") from None


def local(element: _Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def children(element: _Element, *path: str) -> list[_Element]:
    """Return the elements at the end of a path of local names."""
    found = [element]
    for name in path:
        found = [inner for one in found for inner in one if local(inner) == name]
    return found


def text(element: _Element, *path: str) -> str:
    """Return the text of the first element at the end of a path of local names; "" when there is no such element."""
    found = children(element, *path)
    return (found[0].text or "").strip() if found else ""
