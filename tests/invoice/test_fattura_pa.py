"""FatturaPA: one invoice or a lot of them, companies and persons."""

from __future__ import annotations

from quire.invoice.embedded_xml import embedded_invoices, parse
from quire.invoice.fattura_pa import read_fattura_pa, total
from quire.invoice.invoice import Invoice

BODY = """<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa>
<Data>2024-03-18</Data><Numero>{number}</Numero>{sum}</DatiGeneraliDocumento></DatiGenerali><DatiBeniServizi>
<DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Carta da disegno</Descrizione><Quantita>10.00</Quantita>
<UnitaMisura>PZ</UnitaMisura><PrezzoUnitario>4.5000</PrezzoUnitario><PrezzoTotale>45.00</PrezzoTotale>
<AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee>
<DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>45.00</ImponibileImporto><Imposta>9.90</Imposta></DatiRiepilogo>
<DatiRiepilogo><AliquotaIVA>4.00</AliquotaIVA><ImponibileImporto>100.00</ImponibileImporto><Imposta>4.00</Imposta></DatiRiepilogo>
</DatiBeniServizi></FatturaElettronicaBody>"""


def lot(*bodies: str) -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?><p:FatturaElettronica versione="FPR12" xmlns:p="urn:x">
<FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>01234567890</IdCodice>
</IdFiscaleIVA><Anagrafica><Denominazione>Esempio S.r.l.</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici><CodiceFiscale>RSSMRA80A01H501U</CodiceFiscale><Anagrafica><Nome>Ada</Nome>
<Cognome>Campione</Cognome></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>
{"".join(bodies)}</p:FatturaElettronica>""".encode()


def said(invoice: Invoice) -> dict[str, str]:
    return {key: value.value for key, value in invoice.fields.items()}


def test_every_field_and_row():
    stated = "<ImportoTotaleDocumento>158.90</ImportoTotaleDocumento>"
    (found,) = embedded_invoices([("a.xml", lot(BODY.format(number="7/A", sum=stated)))])
    assert said(found) == {
        "invoice_number": "7/A",
        "invoice_date": "2024-03-18",
        "buyer_name": "Ada Campione",
        "buyer_tax_id": "RSSMRA80A01H501U",
        "seller_name": "Esempio S.r.l.",
        "seller_tax_id": "IT01234567890",
        "amount": "145.00",
        "tax_rate": "22%,4%",
        "tax_amount": "13.90",
        "total_amount": "158.90",
        "currency": "EUR",
    }
    row = {key: text for key, text in found.items[0]._asdict().items() if text}
    assert row == {
        "name": "Carta da disegno", "unit": "PZ", "quantity": "10", "unit_price": "4.5", "amount": "45.00", "tax_rate": "22%",
    }  # fmt: skip


def test_each_body_of_a_lot_is_an_invoice():
    root = parse(lot(BODY.format(number="1", sum=""), BODY.format(number="2", sum="")))
    assert root is not None
    found = read_fattura_pa(root)
    assert [one.text("invoice_number") for one in found] == ["1", "2"]
    assert {one.text("total_amount") for one in found} == {"158.90"}  # not stated: amount and tax
    assert {one.text("seller_name") for one in found} == {"Esempio S.r.l."}


def test_a_sum_of_what_is_no_number_is_none():
    assert (total(["1.10", "2"]), total(["1", "x"]), total([])) == ("3.10", "", "")
