"""Facturae 3: the Spanish electronic invoice, one or a batch of them."""

from __future__ import annotations

from quire.invoice.fattura_pa import total
from quire.invoice.invoice import Invoice, Item
from quire.invoice.value_formats import amount
from quire.invoice.xml_tree import Node, invoice_of, percent, trimmed

_NOTHING = Node("", "", {}, [])


def read_facturae(root: Node) -> list[Invoice]:
    """The invoices of a file, which share their parties."""
    parties = root.at("Parties") or _NOTHING
    return [_invoice(parties, one) for batch in root.all("Invoices") for one in batch.all("Invoice")]


def _invoice(parties: Node, one: Node) -> Invoice:
    """The total is that before tax is withheld: amount and tax together."""
    sums, issue = one.at("InvoiceTotals") or _NOTHING, one.at("InvoiceIssueData") or _NOTHING
    seller, buyer = parties.at("SellerParty") or _NOTHING, parties.at("BuyerParty") or _NOTHING
    taxes = one.at("TaxesOutputs") or _NOTHING
    rates = [percent(tax.say("TaxRate")) for tax in taxes.all("Tax")]
    withheld = sums.say("TotalTaxesWithheld")
    raw = {
        "invoice_number": one.say("InvoiceHeader", "InvoiceNumber"),
        "invoice_date": issue.say("IssueDate"),
        "buyer_name": _name(buyer),
        "buyer_tax_id": buyer.say("TaxIdentification", "TaxIdentificationNumber"),
        "seller_name": _name(seller),
        "seller_tax_id": seller.say("TaxIdentification", "TaxIdentificationNumber"),
        "amount": sums.say("TotalGrossAmountBeforeTaxes"),
        "tax_rate": ",".join(dict.fromkeys(rate for rate in rates if rate)),
        "tax_amount": sums.say("TotalTaxOutputs"),
        "total_amount": total([sums.say("InvoiceTotal"), withheld]) if withheld else sums.say("InvoiceTotal"),
        "currency": issue.say("InvoiceCurrencyCode"),
    }
    lines = one.at("Items") or _NOTHING
    return invoice_of(raw, [_line(line) for line in lines.all("InvoiceLine")])


def _line(line: Node) -> Item:
    return Item(
        name=line.say("ItemDescription"),
        quantity=trimmed(line.say("Quantity")),
        unit_price=trimmed(line.say("UnitPriceWithoutTax")),
        amount=amount(line.say("GrossAmount") or line.say("TotalCost")) or "",
        tax_rate=percent(line.say("TaxesOutputs", "Tax", "TaxRate")),
    )


def _name(party: Node) -> str:
    person = party.at("Individual") or _NOTHING
    names = [person.say(key) for key in ("Name", "FirstSurname", "SecondSurname")]
    return party.say("LegalEntity", "CorporateName") or " ".join(name for name in names if name)
