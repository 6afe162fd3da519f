"""Facturae: parties of a batch, tax that is withheld, persons."""

from __future__ import annotations

from quire.invoice.embedded_xml import embedded_invoices

INVOICE = """<Invoice><InvoiceHeader><InvoiceNumber>{number}</InvoiceNumber><InvoiceSeriesCode>A</InvoiceSeriesCode></InvoiceHeader>
<InvoiceIssueData><IssueDate>2024-05-02</IssueDate><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode></InvoiceIssueData>
<TaxesOutputs><Tax><TaxTypeCode>01</TaxTypeCode><TaxRate>21.00</TaxRate></Tax></TaxesOutputs>
<InvoiceTotals><TotalGrossAmountBeforeTaxes>200.00</TotalGrossAmountBeforeTaxes><TotalTaxOutputs>42.00</TotalTaxOutputs>
{withheld}</InvoiceTotals><Items><InvoiceLine><ItemDescription>Maquetación</ItemDescription><Quantity>4.0</Quantity>
<UnitPriceWithoutTax>50.000000</UnitPriceWithoutTax><TotalCost>200.00</TotalCost><GrossAmount>200.00</GrossAmount>
<TaxesOutputs><Tax><TaxRate>21.00</TaxRate></Tax></TaxesOutputs></InvoiceLine></Items></Invoice>"""
PLAIN = "<InvoiceTotal>242.00</InvoiceTotal>"
LESS = "<TotalTaxesWithheld>30.00</TotalTaxesWithheld><InvoiceTotal>212.00</InvoiceTotal>"


def batch(*invoices: str) -> bytes:
    return f"""<?xml version="1.0"?><fe:Facturae xmlns:fe="urn:f"><Parties>
<SellerParty><TaxIdentification><TaxIdentificationNumber>00000000T</TaxIdentificationNumber></TaxIdentification>
<Individual><Name>Eva</Name><FirstSurname>Muestra</FirstSurname></Individual></SellerParty>
<BuyerParty><TaxIdentification><TaxIdentificationNumber>A00000000</TaxIdentificationNumber></TaxIdentification>
<LegalEntity><CorporateName>Inventada S.A.</CorporateName></LegalEntity></BuyerParty></Parties>
<Invoices>{"".join(invoices)}</Invoices></fe:Facturae>""".encode()


def test_the_invoices_of_a_batch():
    data = batch(INVOICE.format(number="12", withheld=PLAIN), INVOICE.format(number="13", withheld=LESS))
    first, second = embedded_invoices([("a.xml", data)])
    assert {key: value.value for key, value in first.fields.items()} == {
        "invoice_number": "12",
        "invoice_date": "2024-05-02",
        "buyer_name": "Inventada S.A.",
        "buyer_tax_id": "A00000000",
        "seller_name": "Eva Muestra",
        "seller_tax_id": "00000000T",
        "amount": "200.00",
        "tax_rate": "21%",
        "tax_amount": "42.00",
        "total_amount": "242.00",
        "currency": "EUR",
    }
    row = {key: text for key, text in first.items[0]._asdict().items() if text}
    assert row == {
        "name": "Maquetación", "quantity": "4", "unit_price": "50", "amount": "200.00", "tax_rate": "21%",
    }  # fmt: skip
    assert (second.text("invoice_number"), second.text("total_amount")) == ("13", "242.00")  # before tax is withheld
