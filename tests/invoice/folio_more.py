"""More bills for `tests.invoice.folio_forms`: strips of facts above their values, part payments, tills of four countries, customs, two taxes."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from tests.invoice.folio_words import PARTS
from tests.invoice.folios import HOMES, STREETS, Dice, Folio, fields_of, grid, lines, share

STRIPS = {
    "en": ("Customer No", "Invoice No", "Invoice Date", "Due Date", "Page"), "de": ("Kunden-Nr.", "Rechnungs-Nr.", "Rechnungsdatum", "Fälligkeit", "Seite"), "fr": ("Code client", "N° facture", "Date facture", "Échéance", "Page"),
    "es": ("Cód. cliente", "Nº factura", "Fecha factura", "Vencimiento", "Página"), "it": ("Cod. cliente", "Fattura n.", "Data fattura", "Scadenza", "Pagina"), "nl": ("Debiteurnr.", "Factuurnr.", "Factuurdatum", "Vervaldatum", "Pagina"),
}  # fmt: skip


def strip(d: Dice) -> Folio:
    """A bill of a bookkeeping program: a strip of facts with their values below, sums in a strip at the foot."""
    w, heads = PARTS[d.tongue], STRIPS[d.tongue]
    net = d.price(10_000, 900_000)
    tax = share(net, w[8])
    total = net + tax
    number, vat, theirs = d.number("######", "{y}-####"), d.vat_id(), d.vat_id()
    facts = grid(
        [heads, (d.number("#####"), number, d.date(), d.date(later=1), "1/1")],
        css="border:1px solid #888;text-align:center",
    )
    goods = grid([w[7], ("Posten 1", "1", d.money(net), d.money(net))], right=(1, 2, 3))
    rate = w[5].format(r=w[8]).replace("zzgl. ", "")
    foot = grid(
        [(w[4], rate, w[6] + " " + w[9]), (d.money(net), d.money(tax), d.money(total))],
        css="border:1px solid #888;text-align:center",
    )
    buyer = lines(f"<b>{d.buyer}</b>", *HOMES[d.tongue][:2], f"{w[10]} {theirs}")
    body = (f"<div class=row><div><h2>{d.seller}</h2>{lines(*STREETS[d.tongue][:2])}<br>{w[10]}: {vat}</div><div style='width:40%;border:1px solid #888;padding:6px'>{w[3]}<br>{buyer}</div></div><h1>{w[0]}</h1>{facts}<br>{goods}<br>{foot}")  # fmt: skip
    return Folio(
        "strip",
        d.tongue,
        body,
        fields_of(d, number, net, f"{w[8]}%", tax, total, seller_id=vat, buyer_id=theirs),
        f"body{{font-family:{d.pick('Liberation Sans', 'Nimbus Sans', 'DejaVu Sans')};font-size:9pt}}",
    )


def paid(d: Dice) -> Folio:
    """A craftsman's bill from which payments on account are taken off."""
    net = d.price(100_000, 900_000)
    tax = share(net, "19")
    total, first = net + tax, Decimal(500)
    number, vat = d.number("{y}-###", "R####"), d.vat_id()
    rows = [
        ("Nettosumme", d.money(net, "€")),
        ("zzgl. 19 % MwSt.", d.money(tax, "€")),
        ("Rechnungsbetrag brutto", d.money(total, "€")),
        (f"abzgl. Abschlagszahlung vom {d.date()}", d.money(-first, "€")),
        ("<b>Noch zu zahlen</b>", f"<b>{d.money(total - first, '€')}</b>"),
    ]
    body = (f"<div class=r><h2>{d.seller}</h2>{lines(*STREETS['de'][:2])}<br>Tel. 0221 / 55 01 23</div><small>{d.seller} · {STREETS['de'][0]} · {STREETS['de'][1]}</small><p>{lines(d.buyer, *HOMES['de'][:2])}</p><p class=r>Rechnungs-Nr.: {number}<br>Datum: {d.date()}<br>Bauvorhaben: Anbau Garage</p><h3>Schlussrechnung</h3>"
            f"{grid([('Pos', 'Text', 'Menge', 'EP', 'GP'), ('1', 'Zimmererarbeiten', '1', d.money(net), d.money(net))], right=(2, 3, 4))}<hr>{grid(rows, head=False, right=(1,))}<p>USt-IdNr.: {vat} · Handwerkskammer Köln</p>")  # fmt: skip
    fields = fields_of(d, number, net, "19%", tax, total, seller_id=vat) | {
        "total_amount": [f"{total:.2f}", f"{total - first:.2f}"]
    }
    return Folio("paid", "de", body, fields)


TILLS = {
    "es": ("FACTURA SIMPLIFICADA", "Nº", "TOTAL", "Efectivo", "IVA {r}%", "Base", "Cuota", "NIF", "10"), "it": ("DOCUMENTO COMMERCIALE", "Doc. N.", "TOTALE COMPLESSIVO", "Pagamento contante", "di cui IVA", "", "", "P.IVA", "10"),
    "nl": ("Kassabon", "Bonnr.", "TOTAAL", "PIN", "BTW {r}%", "Over", "Bedrag", "BTW", "9"), "fr": ("NOTE", "Note n°", "TOTAL TTC", "CB", "dont TVA {r}%", "", "", "N° TVA", "10"),
}  # fmt: skip


def tills(d: Dice) -> Folio:
    """A receipt of a bar or shop in Spain, Italy, the Netherlands or France."""
    w = TILLS[d.tongue]
    total = d.price(800, 9000)
    net = (total / (1 + Decimal(w[8]) / 100)).quantize(Decimal("0.01"))
    tax = total - net
    number, vat = d.number("####-##", "######"), d.vat_id()
    day = f"{d.day:02d}/{d.month:02d}/{d.year}" if d.tongue != "nl" else f"{d.day:02d}-{d.month:02d}-{d.year}"
    if w[5]:
        taxes = grid([("", w[5], w[6]), (w[4].format(r=w[8]), d.money(net), d.money(tax))], right=(1, 2))
    else:
        taxes = grid([(w[4].format(r=w[8]), d.money(tax))], head=False, right=(1,))
    body = (f"<center><b>{d.seller}</b><br>{lines(*STREETS[d.tongue][:2])}<br>{w[7]} {vat}<br><br>{w[0]}</center>{w[1]} {number}<br>{day} 21:04<hr>{grid([('2 Menu', d.money(total))], head=False, right=(1,))}<hr>"
            f"{grid([(f'<b>{w[2]}</b>', f'<b>{d.money(total)} €</b>'), (w[3], d.money(total))], head=False, right=(1,))}{taxes}")  # fmt: skip
    fields = fields_of(
        d,
        number,
        net if w[5] else None,
        f"{w[8]}%" if d.tongue != "it" else None,
        tax,
        total,
        buyer=False,
        seller_id=vat,
    )
    return Folio("tills", d.tongue, body, fields, "body{padding:5mm;font:8pt Liberation Mono}", "76mm", "130mm")


def customs(d: Dice) -> Folio:
    """A commercial invoice for customs: shipper and consignee, no tax."""
    total = d.price(100_000, 9_000_000)
    number = d.number("CI-######", "EXP{y}-###")
    head = grid(
        [
            ("Shipper / Exporter", "Invoice No. and Date"),
            (lines(d.seller, *STREETS["en"]), f"{number}<br>{d.date()}"),
            ("Consignee", "Terms of Delivery"),
            (lines(d.buyer, *HOMES["en"]), "FOB Portland (Incoterms 2020)"),
        ],
        css="border:1px solid",
        head=False,
    )
    goods = grid(
        [
            ("Marks", "Description of goods", "HS Code", "Qty", "Unit Price", "Amount"),
            ("N/M", "Steel brackets", "7326.90", "100", d.money(total / 100), d.money(total)),
        ],
        right=(3, 4, 5),
    )
    body = f"<h2 style='text-align:center'>COMMERCIAL INVOICE</h2>{head}<br>{goods}<hr><p class=r><b>TOTAL INVOICE VALUE: USD {d.money(total)}</b></p><p>SAY US DOLLARS ONLY. Country of origin: USA</p><p class=r>Authorized signature</p>"
    return Folio("customs", "en", body, fields_of(d, number, None, "", None, total), "td{border:1px solid #000}")


def canadian(d: Dice) -> Folio:
    """A Canadian bill with two taxes."""
    net = d.price(5000, 90_000)
    a, b = share(net, "5"), share(net, "9.975")
    total = net + a + b
    number = d.number("####", "INV####")
    rows = [
        ("Subtotal", d.money(net, "$")),
        ("GST 5%", d.money(a, "$")),
        ("QST 9.975%", d.money(b, "$")),
        ("<b>Total (CAD)</b>", f"<b>{d.money(total, '$')}</b>"),
    ]
    body = (f"<h1>{d.seller}</h1>{lines('1200 rue Sherbrooke', 'Montréal, QC H3A 1H6')}<p>INVOICE #{number}<br>DATE: {d.date('iso')}</p><p><b>TO:</b><br>{lines(d.buyer, '45 King Street West', 'Toronto, ON M5H 1J8')}</p>{grid([('DESCRIPTION', 'TOTAL'), ('Translation services', d.money(net))], right=(1,))}<hr>{grid(rows, head=False, right=(1,))}<p>GST: 123456789 RT0001</p>")  # fmt: skip
    return Folio(
        "canadian",
        "en",
        body,
        fields_of(d, number, net, "5%,9.975%", None, total, seller_id=None) | {"tax_amount": ["", f"{a + b:.2f}"]},
    )


def store(d: Dice) -> Folio:
    """A receipt of a shop for programs: facts in a grid, labels in capitals above their values."""
    net = d.price(99, 9999)
    tax = share(net, "20")
    total = net + tax
    number = d.number("##########")
    cell = lambda label, value: f"<small style='color:#777'>{label}</small><br>{value}"  # noqa: E731
    facts = grid(
        [
            (
                cell("ACCOUNT", "j.price@example.com"),
                cell("BILLED TO", f"{d.buyer}<br>{HOMES['en'][0]}<br>{HOMES['en'][1]}"),
            ),
            (cell("DATE", d.date()), ""),
            (cell("ORDER ID", d.number("@#@#@#@#")), cell("DOCUMENT NO.", number)),
        ],
        head=False,
        css="background:#f6f6f6",
    )
    rows = [
        ("Subtotal", d.money(net, "£")),
        ("VAT charged at 20%", d.money(tax, "£")),
        ("<b>TOTAL</b>", f"<b>{d.money(total, '£')}</b>"),
    ]
    body = f"<div class=row><b>{d.seller}</b><span style='font-size:18pt;color:#999'>Receipt</span></div>{facts}<br>{grid([('Cloud Notes Premium (Monthly)', d.money(net, '£'))], head=False, right=(1,))}<hr>{grid(rows, head=False, css='width:40%;margin-left:60%', right=(1,))}"
    return Folio("store", "en", body, fields_of(d, number, net, "20%", tax, total))


def ride(d: Dice) -> Folio:
    """A receipt of a ride: no number, the total in large print at the top."""
    fare, fee = d.price(900, 4000), d.price(100, 500)
    total = fare + fee
    rows = [
        ("Trip fare", d.money(fare, "$")),
        ("Subtotal", d.money(fare, "$")),
        ("Booking Fee", d.money(fee, "$")),
        ("<b>Amount Charged</b>", f"<b>{d.money(total, '$')}</b>"),
    ]
    body = f"<div class=row><h2>{d.seller}</h2><div class=r>{d.date()}</div></div><h1>Thanks for riding, Amy</h1><div class=row><h1>Total</h1><h1>{d.money(total, '$')}</h1></div>{grid(rows, head=False, right=(1,))}<p>Payments: Visa ••4242 {d.money(total, '$')}</p><p>This is not a payment receipt. 8.2 miles, 21 minutes</p>"
    fields = fields_of(d, "", None, "", None, total, buyer=False)
    fields.pop("seller_name")
    return Folio("ride", "en", body, fields)


def doctor(d: Dice) -> Folio:
    """A doctor's bill by the German scale of fees, free of tax."""
    parts = [(str(d.rng.randint(1, 800)), d.price(400, 6000)) for _ in range(4)]
    total = sum((p for _, p in parts), Decimal(0))
    number = d.number("#####/{y}", "P-######")
    goods = grid(
        [
            ("Datum", "Ziffer", "Leistung", "Faktor", "Betrag EUR"),
            *[(d.date(), n, "Untersuchung", "2,3", d.money(p)) for n, p in parts],
        ],
        right=(4,),
    )
    body = (f"<div class=row><div></div><div><b>{d.seller}</b><br>{lines(*STREETS['de'][:2])}<br>Telefon 0221 445566</div></div><p style='margin-top:10mm'>{lines('Herrn', d.buyer, *HOMES['de'][:2])}</p><div class=row><b>Rechnung</b><div>Rechnungsnummer: {number}<br>Köln, {d.date()}</div></div><p>Diagnose: Z00.0. Für meine ärztlichen Bemühungen erlaube ich mir zu berechnen:</p>{goods}<p class=r><b>Rechnungsbetrag: {d.money(total)} €</b></p><p>Umsatzsteuerfrei nach § 4 Nr. 14 UStG. Bitte geben Sie die Rechnungsnummer an.</p>")  # fmt: skip
    return Folio("doctor", "de", body, fields_of(d, number, None, "", None, total))


MORE: tuple[tuple[Callable[[Dice], Folio], tuple[str, ...]], ...] = (
    (strip, ("en", "de", "fr", "es", "it", "nl")), (paid, ("de", "de")), (tills, ("es", "it", "nl", "fr")), (customs, ("en", "en")), (canadian, ("en",)), (store, ("en", "en")), (ride, ("en",)), (doctor, ("de", "de")),
)  # fmt: skip
