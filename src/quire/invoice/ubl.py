"""UBL 2.1 invoices and credit notes: XRechnung in UBL, Peppol BIS (OASIS UBL 2.1, EN 16931-3-2)."""

from __future__ import annotations

from quire.invoice.invoice import Invoice, Item
from quire.invoice.value_formats import amount
from quire.invoice.xml_tree import Node, invoice_of, joined, percent, trimmed

_NOTHING = Node("", "", {}, [])


def read_ubl(root: Node) -> Invoice | None:
    """The invoice; None when the file has no totals."""
    totals = root.at("LegalMonetaryTotal")
    if totals is None:
        return None
    currency = root.say("DocumentCurrencyCode")
    seller = root.at("AccountingSupplierParty", "Party") or _NOTHING
    buyer = root.at("AccountingCustomerParty", "Party") or _NOTHING
    taxes = list(root.all("TaxTotal"))
    rates = [_rate(part) for tax in taxes for part in tax.all("TaxSubtotal")]
    raw = {
        "invoice_number": root.say("ID"),
        "invoice_date": root.say("IssueDate"),
        "buyer_name": _name(buyer),
        "buyer_tax_id": _vat(buyer),
        "seller_name": _name(seller),
        "seller_tax_id": _vat(seller),
        "amount": totals.say("TaxExclusiveAmount"),
        "tax_rate": ",".join(dict.fromkeys(r for r in rates if r)),
        "tax_amount": _tax(taxes, currency),
        "total_amount": totals.say("TaxInclusiveAmount") or totals.say("PayableAmount"),
        "currency": currency,
        "due_date": root.say("DueDate") or root.say("PaymentMeans", "PaymentDueDate"),
        "seller_address_phone": _address(seller),
        "buyer_address_phone": _address(buyer),
        "seller_bank_account": root.say("PaymentMeans", "PayeeFinancialAccount", "ID"),
    }
    return invoice_of(raw, [_line(line) for line in root.all("InvoiceLine", "CreditNoteLine")])


def _rate(part: Node) -> str:
    return percent(part.say("TaxCategory", "Percent") or part.say("Percent"))


def _line(line: Node) -> Item:
    quantity = line.at("InvoicedQuantity") or line.at("CreditedQuantity") or _NOTHING
    return Item(
        name=line.say("Item", "Name") or line.say("Item", "Description"),
        unit=quantity.attributes.get("unitCode", ""),
        quantity=trimmed(quantity.text),
        unit_price=trimmed(line.say("Price", "PriceAmount")),
        amount=amount(line.say("LineExtensionAmount")) or "",
        tax_rate=percent(line.say("Item", "ClassifiedTaxCategory", "Percent")),
        tax=amount(line.say("TaxTotal", "TaxAmount")) or "",
    )


def _address(party: Node) -> str:
    """The address of a party, its lines parted by commas; a post code stands before the town."""
    address = party.at("PostalAddress") or _NOTHING
    town = f"{address.say('PostalZone')} {address.say('CityName')}"
    country = address.say("Country", "IdentificationCode")
    return joined(address.say("StreetName"), address.say("AdditionalStreetName"), town, country)


def _name(party: Node) -> str:
    return party.say("PartyLegalEntity", "RegistrationName") or party.say("PartyName", "Name")


def _vat(party: Node) -> str:
    """The VAT id: that of the VAT scheme before others."""
    schemes = list(party.all("PartyTaxScheme"))
    vat = [s for s in schemes if s.say("TaxScheme", "ID").upper() == "VAT"]
    return (vat or schemes)[0].say("CompanyID") if schemes else ""


def _tax(taxes: list[Node], currency: str) -> str:
    amounts = [node for tax in taxes for node in tax.all("TaxAmount")]
    same = [node for node in amounts if node.attributes.get("currencyID") == currency]
    return (same or amounts)[0].text if amounts else ""
