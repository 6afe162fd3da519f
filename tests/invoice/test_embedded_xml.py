from __future__ import annotations

import pytest

from quire.invoice.embedded_xml import MAX_DEPTH, MAX_NODES, embedded_invoices, parse

CII = """<?xml version='1.0'?><rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
<rsm:ExchangedDocument><ram:ID>F-77</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:IssueDateTime><udt:DateTimeString format="102">20240131</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Papier</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>2.5000</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">20.0000</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>50.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Erfunden GmbH</ram:Name>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">12/345</ram:ID></ram:SpecifiedTaxRegistration><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Niemand AG</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:ApplicableTradeTax><ram:RateApplicablePercent>7</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>50.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="USD">11.00</ram:TaxTotalAmount>
<ram:TaxTotalAmount currencyID="EUR">9.50</ram:TaxTotalAmount><ram:GrandTotalAmount>59.50</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"""

UBL = """<Invoice xmlns="i" xmlns:cac="a" xmlns:cbc="b"><cbc:ID>U-1</cbc:ID><cbc:IssueDate>2024-02-03</cbc:IssueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Brand</cbc:Name></cac:PartyName><cac:PartyTaxScheme><cbc:CompanyID>12/345</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyTaxScheme><cbc:CompanyID>NL123456789B01</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>Verzonnen B.V.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Nobody</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">2.10</cbc:TaxAmount><cac:TaxSubtotal><cac:TaxCategory><cbc:Percent>21.0</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>10.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>12.10</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:InvoicedQuantity unitCode="KGM">4</cbc:InvoicedQuantity><cbc:LineExtensionAmount>10.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Kaas</cbc:Name></cac:Item></cac:InvoiceLine></Invoice>"""


def said(data: str) -> dict[str, str]:
    (found,) = embedded_invoices([("x.xml", data.encode())])
    return {key: value.value for key, value in found.fields.items()}


def test_cross_industry_invoices():
    assert said(CII) == {
        "invoice_type": "RECHNUNG",
        "invoice_number": "F-77",
        "invoice_date": "2024-01-31",
        "buyer_name": "Niemand AG",
        "seller_name": "Erfunden GmbH",
        "seller_tax_id": "DE123456789",
        "amount": "50.00",
        "tax_rate": "19%,7%",
        "tax_amount": "9.50",
        "total_amount": "59.50",
        "currency": "EUR",
    }
    (found,) = embedded_invoices([("x.xml", CII.encode())])
    assert found.items[0]._asdict() == {
        "name": "Papier",
        "spec": "",
        "unit": "C62",
        "quantity": "20",
        "unit_price": "2.5",
        "amount": "50.00",
        "tax_rate": "19%",
        "tax": "",
    }


def test_universal_business_language():
    found = said(UBL)
    assert (found["seller_name"], found["seller_tax_id"]) == ("Verzonnen B.V.", "NL123456789B01")
    assert (found["amount"], found["tax_rate"], found["tax_amount"], found["total_amount"]) == (
        "10.00",
        "21%",
        "2.10",
        "12.10",
    )
    assert (found["invoice_number"], found["invoice_date"], found["buyer_name"]) == ("U-1", "2024-02-03", "Nobody")
    assert "buyer_tax_id" not in found


def test_older_exchange_formats_by_their_initials():
    xml = "<business><FPDM>051001900111</FPDM><FPHM>12345678</FPHM><KPRQ>20200102</KPRQ><GMF_MC>某公司</GMF_MC><XSF_MC>另一公司</XSF_MC><HJJE>10</HJJE><HJSE>***</HJSE><JSHJ>10.00</JSHJ></business>"
    found = said(xml)
    assert found["invoice_code"] == "051001900111"
    assert (found["buyer_name"], found["seller_name"]) == ("某公司", "另一公司")
    assert (found["amount"], found["tax_amount"], found["total_amount"]) == ("10.00", "0.00", "10.00")


BOMB = (
    b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>"
    + b"".join(
        b"<!ENTITY a%d '&a%s;&a%s;'>" % (i, str(i - 1 or "").encode(), str(i - 1 or "").encode()) for i in range(1, 40)
    )
    + b"]><EInvoice>&a39;</EInvoice>"
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<",
        b"\x00\xff\xfe",
        b"%PDF-1.7",
        b"<html><body>no invoice</body></html>",
        BOMB,
        BOMB.decode().encode("utf-16"),
        b"<!DOCTYPE x SYSTEM 'file:///etc/passwd'><x/>",
        b"<a>" * (MAX_DEPTH + 1) + b"</a>" * (MAX_DEPTH + 1),
        b"<a>" + b"<b/>" * (MAX_NODES + 1) + b"</a>",
        b"<a>" + b"x" * (4 * 1024 * 1024) + b"</a>",
        b"<CrossIndustryInvoice/>",
        b"<Invoice><ID>1</ID></Invoice>",
    ],
)
def test_what_is_no_invoice_or_hostile_is_passed_over(data: bytes):
    assert embedded_invoices([("x.xml", data), ("y.xml", data)]) == []


def test_trees_have_local_names_and_text_on_one_line():
    tree = parse(b"<n:a xmlns:n='u'><n:b k='1'> one\n two </n:b><!-- no --></n:a>")
    assert tree
    assert tree.name == "a"
    assert tree.say("b") == "one two"
    assert tree.children[0].attributes == {"k": "1"}


def test_payment_and_addresses_of_both_standards():
    terms = "<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString>20240301</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>"
    means = "<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>"
    address = "<ram:PostalTradeAddress><ram:PostcodeCode>01234</ram:PostcodeCode><ram:LineOne>Ring 3</ram:LineOne><ram:CityName>Nirgends</ram:CityName></ram:PostalTradeAddress>"
    currency = "<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>"
    buyer = "<ram:Name>Niemand AG</ram:Name>"
    cii = said(CII.replace(currency, currency + means + terms).replace(buyer, buyer + address))
    assert (cii["due_date"], cii["seller_bank_account"]) == ("2024-03-01", "DE89370400440532013000")
    assert cii["buyer_address_phone"] == "Ring 3, 01234 Nirgends"

    due = "<cbc:DueDate>2024-03-04</cbc:DueDate>"
    means = "<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>NL91ABNA0417164300</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>"
    address = "<cac:PostalAddress><cbc:StreetName>Gracht 1</cbc:StreetName><cbc:CityName>Stad</cbc:CityName><cbc:PostalZone>1000 AA</cbc:PostalZone></cac:PostalAddress>"
    issued = "<cbc:IssueDate>2024-02-03</cbc:IssueDate>"
    nobody = "<cac:PartyName><cbc:Name>Nobody</cbc:Name></cac:PartyName>"
    ubl = said(UBL.replace(issued, issued + due + means).replace(nobody, nobody + address))
    assert (ubl["due_date"], ubl["seller_bank_account"]) == ("2024-03-04", "NL91ABNA0417164300")
    assert ubl["buyer_address_phone"] == "Gracht 1, 1000 AA Stad"
