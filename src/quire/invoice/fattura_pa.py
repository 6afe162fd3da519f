"""FatturaPA: the Italian electronic invoice (Formato della fattura elettronica 1.2), one or a lot of them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from quire.invoice.invoice import Invoice, Item
from quire.invoice.value_formats import amount, decimal, value_of
from quire.invoice.xml_tree import Node, invoice_of, percent, trimmed

_NOTHING = Node("", "", {}, [])


def read_fattura_pa(root: Node) -> list[Invoice]:
    """The invoices of a file: each body under the common header."""
    head = root.at("FatturaElettronicaHeader") or _NOTHING
    return [_invoice(head, body) for body in root.all("FatturaElettronicaBody")]


def total(figures: Sequence[str]) -> str:
    """The sum of figures of XML, "" when one is none or there is none."""
    found = [value_of(decimal(text) or "") for text in figures]
    values = [value for value in found if value is not None]
    return str(sum(values, Decimal())) if values and len(values) == len(found) else ""


def _invoice(head: Node, body: Node) -> Invoice:
    general = body.at("DatiGenerali", "DatiGeneraliDocumento") or _NOTHING
    goods = body.at("DatiBeniServizi") or _NOTHING
    sums = list(goods.all("DatiRiepilogo"))
    net, tax = total([one.say("ImponibileImporto") for one in sums]), total([one.say("Imposta") for one in sums])
    seller = head.at("CedentePrestatore", "DatiAnagrafici") or _NOTHING
    buyer = head.at("CessionarioCommittente", "DatiAnagrafici") or _NOTHING
    rates = [percent(one.say("AliquotaIVA")) for one in sums]
    raw = {
        "invoice_number": general.say("Numero"),
        "invoice_date": general.say("Data"),
        "buyer_name": _name(buyer),
        "buyer_tax_id": _vat(buyer),
        "seller_name": _name(seller),
        "seller_tax_id": _vat(seller),
        "amount": net,
        "tax_rate": ",".join(dict.fromkeys(rate for rate in rates if rate)),
        "tax_amount": tax,
        "total_amount": general.say("ImportoTotaleDocumento") or (total([net, tax]) if net and tax else ""),
        "currency": general.say("Divisa"),
    }
    return invoice_of(raw, [_line(line) for line in goods.all("DettaglioLinee")])


def _line(line: Node) -> Item:
    return Item(
        name=line.say("Descrizione"),
        unit=line.say("UnitaMisura"),
        quantity=trimmed(line.say("Quantita")),
        unit_price=trimmed(line.say("PrezzoUnitario")),
        amount=amount(line.say("PrezzoTotale")) or "",
        tax_rate=percent(line.say("AliquotaIVA")),
    )


def _name(party: Node) -> str:
    person = party.at("Anagrafica") or _NOTHING
    return person.say("Denominazione") or " ".join(text for key in ("Nome", "Cognome") if (text := person.say(key)))


def _vat(party: Node) -> str:
    """The VAT number with its country, else the tax code."""
    number = party.say("IdFiscaleIVA", "IdCodice")
    return party.say("IdFiscaleIVA", "IdPaese") + number if number else party.say("CodiceFiscale")
