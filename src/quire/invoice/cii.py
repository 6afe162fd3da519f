"""UN/CEFACT Cross Industry Invoice: Factur-X, ZUGFeRD 1 and 2, XRechnung in CII (EN 16931-3-3)."""

from __future__ import annotations

from quire.invoice.invoice import Invoice, Item
from quire.invoice.value_formats import amount
from quire.invoice.xml_tree import Node, invoice_of, joined, percent, trimmed

_HEAD = ("ExchangedDocument", "HeaderExchangedDocument")
_TRADE = ("SupplyChainTradeTransaction", "SpecifiedSupplyChainTradeTransaction")
_AGREEMENT = ("ApplicableHeaderTradeAgreement", "ApplicableSupplyChainTradeAgreement")
_SETTLEMENT = ("ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement")
_SUMS = ("SpecifiedTradeSettlementHeaderMonetarySummation", "SpecifiedTradeSettlementMonetarySummation")
_LINE_AGREEMENT = ("SpecifiedLineTradeAgreement", "SpecifiedSupplyChainTradeAgreement")
_LINE_DELIVERY = ("SpecifiedLineTradeDelivery", "SpecifiedSupplyChainTradeDelivery")
_LINE_SETTLEMENT = ("SpecifiedLineTradeSettlement", "SpecifiedSupplyChainTradeSettlement")
_LINE_SUMS = ("SpecifiedTradeSettlementLineMonetarySummation", "SpecifiedTradeSettlementMonetarySummation")
_PERCENT = ("RateApplicablePercent", "ApplicablePercent")
_ACCOUNT = ("SpecifiedTradeSettlementPaymentMeans", "PayeePartyCreditorFinancialAccount", "IBANID")
_VAT = "VA"  # scheme of VAT ids; FC is the local tax number (UNTDID 1153)

_NOTHING = Node("", "", {}, [])


def read_cii(root: Node) -> Invoice | None:
    """The invoice; None when the file has no transaction."""
    head, trade = _child(root, _HEAD), _child(root, _TRADE)
    if trade is _NOTHING:
        return None
    agreement, settlement = _child(trade, _AGREEMENT), _child(trade, _SETTLEMENT)
    sums = _child(settlement, _SUMS)
    currency = settlement.say("InvoiceCurrencyCode")
    seller, buyer = agreement.at("SellerTradeParty") or _NOTHING, agreement.at("BuyerTradeParty") or _NOTHING
    rates = [percent(_say(tax, _PERCENT)) for tax in settlement.all("ApplicableTradeTax")]
    raw = {
        "invoice_type": head.say("Name"),
        "invoice_number": head.say("ID"),
        "invoice_date": head.say("IssueDateTime", "DateTimeString"),
        "buyer_name": buyer.say("Name"),
        "buyer_tax_id": _vat(buyer),
        "seller_name": seller.say("Name"),
        "seller_tax_id": _vat(seller),
        "amount": sums.say("TaxBasisTotalAmount"),
        "tax_rate": ",".join(dict.fromkeys(r for r in rates if r)),
        "tax_amount": _tax(sums, currency),
        "total_amount": sums.say("GrandTotalAmount"),
        "currency": currency,
        "due_date": settlement.say("SpecifiedTradePaymentTerms", "DueDateDateTime", "DateTimeString"),
        "seller_address_phone": _address(seller),
        "buyer_address_phone": _address(buyer),
        "seller_bank_account": settlement.say(*_ACCOUNT),
    }
    lines = [_line(line) for line in trade.all("IncludedSupplyChainTradeLineItem")]
    return invoice_of(raw, [line for line in lines if line.name or line.amount])


def _line(line: Node) -> Item:
    agreement, delivery = _child(line, _LINE_AGREEMENT), _child(line, _LINE_DELIVERY)
    settlement = _child(line, _LINE_SETTLEMENT)
    quantity = delivery.at("BilledQuantity") or _NOTHING
    tax = settlement.at("ApplicableTradeTax") or _NOTHING
    return Item(
        name=line.say("SpecifiedTradeProduct", "Name"),
        unit=quantity.attributes.get("unitCode", ""),
        quantity=trimmed(quantity.text),
        unit_price=trimmed(agreement.say("NetPriceProductTradePrice", "ChargeAmount")),
        amount=amount(_child(settlement, _LINE_SUMS).say("LineTotalAmount")) or "",
        tax_rate=percent(_say(tax, _PERCENT)),
    )


def _address(party: Node) -> str:
    """The address of a party, its lines parted by commas; a post code stands before the town."""
    address = party.at("PostalTradeAddress") or _NOTHING
    town = f"{address.say('PostcodeCode')} {address.say('CityName')}"
    return joined(*map(address.say, ("LineOne", "LineTwo", "LineThree")), town, address.say("CountryID"))


def _child(node: Node, names: tuple[str, ...]) -> Node:
    return next(node.all(*names), _NOTHING)


def _say(node: Node, names: tuple[str, ...]) -> str:
    return _child(node, names).text


def _vat(party: Node) -> str:
    """The VAT id of a party, "" when it has none; a local tax number is none."""
    for registration in party.all("SpecifiedTaxRegistration"):
        number = registration.at("ID")
        if number and number.attributes.get("schemeID") == _VAT:
            return number.text
    return ""


def _tax(sums: Node, currency: str) -> str:
    """The sum of tax in the invoice's currency; it may also be given in that of the books."""
    taxes = list(sums.all("TaxTotalAmount"))
    same = [t for t in taxes if t.attributes.get("currencyID") == currency]
    return (same or taxes)[0].text if taxes else ""
