"""Invoices in XML, alone or embedded in a file: Chinese e-invoices, CII (Factur-X, ZUGFeRD), UBL, FatturaPA, Facturae.

XML from outside is read without DTD, entities and network, and only up to caps of size, depth and nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.invoice.chinese_xml import read_einvoice
from quire.invoice.cii import read_cii
from quire.invoice.facturae import read_facturae
from quire.invoice.fattura_pa import read_fattura_pa
from quire.invoice.invoice import Invoice
from quire.invoice.ubl import read_ubl
from quire.invoice.xml_tree import Node

MAX_BYTES = 4 * 1024 * 1024  # an invoice with a thousand rows has about 1 MB
MAX_DEPTH = 40  # the deepest invoice format has 12
MAX_NODES = 50_000  # an invoice with a thousand rows has 20,000

Reader = Callable[[Node], Invoice | None]

READERS: dict[str, Reader] = {
    "CrossIndustryInvoice": read_cii,  # UN/CEFACT CII D16B: Factur-X, ZUGFeRD 2, XRechnung
    "CrossIndustryDocument": read_cii,  # ZUGFeRD 1
    "Invoice": read_ubl,  # OASIS UBL 2.1
    "CreditNote": read_ubl,
}
"""Reader by the local name of the root; everything else is tried as a Chinese e-invoice."""


BATCHES: dict[str, Callable[[Node], list[Invoice]]] = {
    "FatturaElettronica": read_fattura_pa,
    "Facturae": read_facturae,
}
"""Readers of the formats that put several invoices into one file."""


def embedded_invoices(attachments: Sequence[tuple[str, bytes]]) -> list[Invoice]:
    """The invoices among embedded files, in their order; files of other kinds are passed over."""
    found = []
    for _, data in attachments:
        root = parse(data)
        if root and root.name in BATCHES:
            found += BATCHES[root.name](root)
        elif root and (invoice := READERS.get(root.name, read_einvoice)(root)):
            found.append(invoice)
    return found


def parse(data: bytes) -> Node | None:
    """The tree of an XML file; None when it is none, is damaged, has a DTD or is beyond a cap."""
    from lxml import etree

    head = data[:4096].replace(b"\0", b"")
    if len(data) > MAX_BYTES or b"<" not in head or b"<!DOCTYPE" in data.replace(b"\0", b"") or b"<!ENTITY" in data:
        return None
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=False,
    )
    try:
        root = etree.fromstring(data.lstrip(b"\xef\xbb\xbf \r\n\t"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return _tree(root)


def _tree(root: object) -> Node | None:
    """The elements as plain nodes, without recursion; None beyond a cap."""
    top = Node(_local(root), _text(root), dict(root.attrib), [])  # type: ignore[attr-defined] # lxml has no types
    waiting, count = [(root, top, 1)], 1
    while waiting:
        element, node, depth = waiting.pop()
        for child in element:  # type: ignore[attr-defined]
            if not isinstance(child.tag, str):
                continue
            count += 1
            if depth >= MAX_DEPTH or count > MAX_NODES:
                return None
            made = Node(_local(child), _text(child), dict(child.attrib), [])
            node.children.append(made)
            waiting.append((child, made, depth + 1))
    return top


def _local(element: object) -> str:
    tag: str = element.tag  # type: ignore[attr-defined]
    return tag.rpartition("}")[2]


def _text(element: object) -> str:
    text: str | None = element.text  # type: ignore[attr-defined]
    return " ".join((text or "").split())
