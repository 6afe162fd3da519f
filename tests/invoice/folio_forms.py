"""The forms of `tests.invoice.folios`: bills of certain trades, as they are usually laid out."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from tests.invoice.folio_words import FREE, PARTS, SHOP, UTILITY
from tests.invoice.folios import HOMES, STREETS, Dice, Folio, grid, lines, share

FONTS = (
    "Liberation Sans",
    "Liberation Serif",
    "DejaVu Sans",
    "Nimbus Sans",
    "URW Gothic",
    "Liberation Sans Narrow",
    "Liberation Mono",
)


def _fields(d: Dice, number: str, net: Decimal | None, rate: str | None, tax: Decimal | None, total: Decimal, *, buyer: bool = True,
            seller_id: str | None = "", buyer_id: str | None = "") -> dict[str, object]:  # fmt: skip
    found: dict[str, object] = {
        "invoice_code": "", "invoice_number": number, "invoice_date": d.iso, "buyer_name": d.buyer if buyer else "", "seller_name": d.seller, "total_amount": f"{total:.2f}",
    }  # fmt: skip
    if net is not None:
        found["amount"] = f"{net:.2f}"
    if rate is not None:
        found["tax_rate"] = rate
    if tax is not None:
        found["tax_amount"] = f"{tax:.2f}"
    if seller_id is not None:
        found["seller_tax_id"] = seller_id
    if buyer_id is not None:
        found["buyer_tax_id"] = buyer_id
    return found


def stripe(d: Dice) -> Folio:
    """A subscription's invoice or receipt by a payment service."""
    receipt = d.rng.random() < 0.5
    net, rate = d.price(1000, 20000), d.pick("0", "8.25", "20")
    tax = share(net, rate)
    total = net + tax
    number = d.number("@#@##@##-00##")
    day = d.date()
    head = grid([("Invoice number", number), *([("Receipt number", d.number("####-####")), ("Date paid", day)] if receipt else [("Date of issue", day), ("Date due", d.date(later=1))]),
                 *([("Payment method", "Visa - 4242")] if receipt else [])], head=False, css="width:60%")  # fmt: skip
    goods = grid(
        [
            ("Description", "Qty", "Unit price", "Amount"),
            (f"Team plan<br><small>{d.date()} – {d.date(later=1)}</small>", "1", d.money(net, "$"), d.money(net, "$")),
        ],
        right=(1, 2, 3),
    )
    rows = [("Subtotal", d.money(net, "$"))]
    if tax:
        rows += [("Total excluding tax", d.money(net, "$")), (f"Sales Tax - Oregon ({rate}%)", d.money(tax, "$"))]
    rows += [
        ("Total", d.money(total, "$")),
        (*("Amount paid",), d.money(total, "$")) if receipt else ("Amount due", d.money(total, "$") + " USD"),
    ]
    big = f"{d.money(total, '$')} {'paid on' if receipt else 'USD due'} {day if receipt else d.date(later=1)}"
    body = (f"<div class=row><h1>{'Receipt' if receipt else 'Invoice'}</h1><h2 style='color:#888'>{d.seller}</h2></div>{head}<br><div class=row style='justify-content:flex-start;gap:60px'>"
            f"<div><b>{d.seller}</b><br>{lines(*STREETS['en'])}<br>billing@example.com</div><div><b>Bill to</b><br>{d.buyer}<br>{lines(*HOMES['en'])}</div></div><h2>{big}</h2>{goods}<br>"
            f"{grid(rows, head=False, css='width:50%;margin-left:50%', right=(1,))}<p>Page 1 of 1</p>")  # fmt: skip
    return Folio(
        "stripe",
        "en",
        body,
        _fields(d, number, None if not tax else net, f"{rate}%" if tax else None, tax or None, total),
    )


def shop(d: Dice) -> Folio:
    """A bill of a large web shop: addresses in three columns, prices with and without tax, sums by rates."""
    w = SHOP[d.tongue]
    rate, sign = w[16], "€" if d.tongue != "en" else "£"
    net = d.price(800, 30000)
    tax = share(net, rate)
    total = net + tax
    number, vat = d.number("@@#@@####", "INV-@@-#########-{y}-###"), d.vat_id()
    top = lines(f"<b>{w[1]} {d.money(total, sign)}</b>", f"<b>{w[2]}</b> {d.seller}", f"<b>{w[3]}</b> {vat}")
    facts = grid([(w[4], d.date()), (w[5], number), (f"<b>{w[1]}</b>", f"<b>{d.money(total, sign)}</b>")], head=False)
    goods = grid([w[11], (f"Wasserkocher Modell K200 1,7 l | B07XK{d.number('#####')}<br>ASIN: B07XK12345", "1", d.money(net, sign), f"{rate}%", d.money(total, sign), d.money(total, sign)),
                  (w[12], "", d.money(Decimal(0), sign), "", d.money(Decimal(0), sign), d.money(Decimal(0), sign))], right=(2, 3, 4, 5))  # fmt: skip
    sums = grid(
        [
            w[14],
            (f"{rate}%", d.money(net, sign), d.money(tax, sign)),
            (f"<b>{w[15]}</b>", d.money(net, sign), d.money(tax, sign)),
        ],
        css="width:45%;margin-left:55%",
        right=(1, 2),
    )
    body = (f"<div class=row><h1>{w[0]}</h1><div>{lines(*HOMES[d.tongue])}</div></div><div class=row><div>{lines(d.buyer, *HOMES[d.tongue])}</div><div style='width:50%'>{top}<hr>{facts}</div></div><hr>"
            f"<div class=row><div><b>{w[6]}</b><br>{lines(d.buyer, *HOMES[d.tongue])}</div><div><b>{w[7]}</b><br>{lines(d.buyer, *HOMES[d.tongue])}</div><div><b>{w[2]}</b><br>{lines(d.seller, *STREETS[d.tongue])}<br>{w[3]} {vat}</div></div><hr>"
            f"<b>{w[8]}</b><div class=row style='justify-content:flex-start'><div>{w[9]}</div><div>{d.date()}</div></div><div class=row style='justify-content:flex-start'><div>{w[10]}</div><div>{d.number('###-#######-#######')}</div></div><hr>{goods}"
            f"<div class=row style='background:#eee'><b>{w[13]}</b><b>{d.money(total, sign)}</b></div><br>{sums}")  # fmt: skip
    return Folio("shop", d.tongue, body.replace(lines(*HOMES[d.tongue]) + "</div></div><div class=row><div>", "</div></div><div class=row><div>", 1),
                 _fields(d, number, net, f"{rate.replace(',', '.')}%", tax, total, seller_id=vat), "body{font-size:8.5pt}")  # fmt: skip


def cloud(d: Dice) -> Folio:
    """A monthly bill for computing: a summary with dotted detail, tax by service."""
    a, b = d.price(3000, 300000), d.price(100, 5000)
    rate = d.pick("20", "8.875")
    tax = share(a + b, rate)
    total = a + b + tax
    number, vat = d.number("#########", "EUINGB##-######"), d.vat_id()
    word = "VAT" if rate == "20" else "US Sales Tax to be collected"
    facts = lines(
        "<b>Account number:</b> " + d.number("####-####-####"),
        "Invoice Number: &nbsp; " + number,
        f"Invoice Date: &nbsp; {d.date()}",
    )
    due = f"<b>TOTAL AMOUNT DUE BY {d.date(later=1).upper()}</b> &nbsp; <b>{d.money(total, '$')}</b>"
    rows = [("<b>Summary</b>", ""), ("Charges", d.money(a + b, "$")), ("Credits", "$0.00"), (f"{word} ({rate}%)", d.money(tax, "$")), ("<b>Total for this invoice</b>", f"<b>{d.money(total, '$')}</b>"),
            ("<b>Detail for Consolidated Bill</b>", ""), ("Elastic Compute", d.money(a + share(a, rate), "$")), ("&nbsp; Charges", d.money(a, "$")), (f"&nbsp; {word}", d.money(share(a, rate), "$")),
            ("Object Storage", d.money(b + tax - share(a, rate), "$")), ("&nbsp; Charges", d.money(b, "$")), (f"&nbsp; {word}", d.money(tax - share(a, rate), "$"))]  # fmt: skip
    body = (f"<div class=row><h2>{d.seller}</h2><h2>{'VAT Invoice' if rate == '20' else 'Invoice'}</h2></div><p>Email or talk to us about your account or bill, visit www.example.com/contact-us</p><div class=row><div><b>Bill to Address:</b><br>{lines(d.buyer, *HOMES['en'])}</div><div>{facts}</div></div>"
            f"<p>{due}</p><p>This invoice is for the billing period {d.date()} - {d.date(later=1)}</p>{grid(rows, head=False, right=(1,))}<p><small>Service Provider: {d.seller}, {', '.join(STREETS['en'])}{'. VAT registration number: ' + vat if rate == '20' else ''}</small></p>")  # fmt: skip
    return Folio(
        "cloud",
        "en",
        body,
        _fields(d, number, a + b, f"{rate}%", tax, total, seller_id=vat if rate == "20" else ""),
        "body{font-size:9pt}",
    )


def utility(d: Dice) -> Folio:
    """A bill for energy: a balance brought forward and paid, charges, tax."""
    w = UTILITY[d.tongue]
    fixed, used, before = d.price(500, 4000), d.price(2000, 40000), d.price(3000, 9000)
    net = fixed + used
    tax = share(net, w[14])
    total = net + tax
    number = d.number("########", "{y}-######")
    facts = grid(
        [
            (w[1], d.number("## ### ### ##")),
            (w[2], number),
            (w[3], d.date()),
            (w[4], f"{d.date()} - {d.date(later=1)}"),
        ],
        head=False,
        css="width:100%",
    )
    rows = [
        (w[5], d.money(before, w[15])),
        (w[6], d.money(-before, w[15])),
        (w[7], d.money(fixed, w[15])),
        (w[8] + " 1.234 kWh", d.money(used, w[15])),
        (w[9], d.money(net, w[15])),
        (f"{w[10]} {w[14]}%", d.money(tax, w[15])),
        (f"<b>{w[11]}</b>", f"<b>{d.money(total, w[15])}</b>"),
    ]
    body = (f"<div class=row><div><h2 style='color:#0a6'>{d.seller}</h2>{', '.join(STREETS[d.tongue])}</div></div><div class=row><div style='padding-top:20px'>{lines(d.buyer, *HOMES[d.tongue])}</div><div style='width:45%'>{facts}</div></div><h1>{w[0]}</h1>"
            f"<div style='background:#dfe;padding:10px' class=row><b>{w[12]}</b><b style='font-size:16pt'>{d.money(total, w[15])}</b></div><p>{w[13]} {d.date(later=1)}</p>{grid(rows, head=False, right=(1,))}")  # fmt: skip
    return Folio("utility", d.tongue, body, _fields(d, number, net, f"{w[14]}%", tax, total))


def hotel(d: Dice) -> Folio:
    """A guest's folio: nights and charges by date, rates of tax, paid by card, nothing left to pay."""
    de = d.tongue == "de"
    nights, price, food = d.rng.randint(1, 4), d.price(6000, 18000), d.price(1500, 6000)
    low, high = ("7", "19") if de else ("10", "20")
    gross_low, gross_high = nights * price, food
    net_low, net_high = (g / (1 + Decimal(r) / 100) for g, r in ((gross_low, low), (gross_high, high)))
    net_low, net_high = net_low.quantize(Decimal("0.01")), net_high.quantize(Decimal("0.01"))
    total = gross_low + gross_high
    tax = total - net_low - net_high
    number = d.number("######", "F-{y}-####")
    w = (
        (
            "Rechnung",
            "Rechnungs-Nr.",
            "Datum",
            "Zimmer",
            "Anreise",
            "Abreise",
            "Gast",
            "Übernachtung",
            "Restaurant",
            "Gesamtbetrag",
            "Kreditkarte",
            "Saldo",
            "Netto",
            "MwSt.",
            "Brutto",
        )
        if de
        else (
            "Guest Folio",
            "Invoice No.",
            "Invoice Date",
            "Room",
            "Arrival",
            "Departure",
            "Guest Name",
            "Accommodation",
            "Restaurant",
            "Total",
            "Visa",
            "Balance Due",
            "Net",
            "VAT",
            "Gross",
        )
    )
    sign = "€" if de else "£"
    facts = grid(
        [(w[6], d.buyer), (w[3], "304"), (w[4], d.date()), (w[5], d.date()), (w[1], number), (w[2], d.date())],
        head=False,
        css="width:55%",
    )
    charges = (
        [("", "", "")]
        + [(d.date(), w[7], d.money(price)) for _ in range(nights)]
        + [
            (d.date(), w[8], d.money(food)),
            ("", f"<b>{w[9]}</b>", f"<b>{d.money(total, sign)}</b>"),
            (d.date(), w[10] + " XXXX1234", d.money(-total)),
            ("", w[11], d.money(Decimal(0), sign)),
        ]
    )
    taxes = grid(
        [
            ("%", w[12], w[13], w[14]),
            (f"{low}%", d.money(net_low), d.money(gross_low - net_low), d.money(gross_low)),
            (f"{high}%", d.money(net_high), d.money(gross_high - net_high), d.money(gross_high)),
            ("", d.money(net_low + net_high), d.money(tax), d.money(total)),
        ],
        css="width:60%",
        right=(1, 2, 3),
    )
    body = f"<center><h2>{d.seller}</h2>{' · '.join(STREETS[d.tongue])}</center><h3>{w[0]}</h3>{facts}<br>{grid(charges[1:], head=False, right=(2,))}<br>{taxes}"
    return Folio(
        "hotel",
        d.tongue,
        body,
        _fields(d, number, net_low + net_high, f"{low}%,{high}%", tax, total),
        "body{font-size:9.5pt}",
    )


def restaurant(d: Dice) -> Folio:
    """A narrow receipt with a tip."""
    parts = [d.price(600, 3000) for _ in range(d.rng.randint(2, 5))]
    net, rate = sum(parts, Decimal(0)), d.pick("8.875", "7.25", "9.5")
    tax = share(net, rate)
    tip = share(net, d.pick("18", "20"))
    tipped = d.rng.random() < 0.5
    total = net + tax + (tip if tipped else 0)
    number = d.number("####", "######")
    rows = [
        (d.pick("Margherita", "House Salad", "Espresso", "Grilled Salmon", "Craft Beer 16oz"), d.money(p))
        for p in parts
    ]
    sums = [
        ("Subtotal", d.money(net)),
        (d.pick("Tax", "Sales Tax", f"Tax {rate}%"), d.money(tax)),
        *([("Gratuity (18%)", d.money(tip))] if tipped else []),
        ("<b>TOTAL</b>", f"<b>{d.money(total, '$')}</b>"),
    ]
    body = (f"<center><b>{d.seller}</b><br>{lines(*STREETS['en'][:2])}<br>(503) 555-0142</center><br>Check #: {number}<br>Server: Amy &nbsp; Table 12<br>{d.date('us')} 7:42 PM<hr>{grid(rows, head=False, right=(1,))}<hr>"
            f"{grid(sums, head=False, right=(1,))}<br>VISA ************4242 &nbsp; {d.money(total)}<br><center>Thank you for dining with us!</center>")  # fmt: skip
    fields = _fields(d, number, None, None, tax, total, buyer=False)
    return Folio("restaurant", "en", body, fields, "body{padding:5mm;font:8pt Liberation Mono}", "80mm", "150mm")


def till(d: Dice) -> Folio:
    """A receipt of a German or French shop or station, with its table of taxes."""
    de = d.tongue == "de"
    rate = "19" if de else "20"
    total = d.price(1200, 9000)
    net = (total / (1 + Decimal(rate) / 100)).quantize(Decimal("0.01"))
    tax = total - net
    number = d.number("######", "####/###")
    cells = (
        (
            "Beleg-Nr.",
            "Super E10",
            "SUMME",
            "Kartenzahlung",
            "MwSt",
            "Netto",
            "Steuer",
            "Brutto",
            "Vielen Dank für Ihren Einkauf",
        )
        if de
        else (
            "Ticket n°",
            "Sans plomb 95",
            "TOTAL TTC",
            "Carte bancaire",
            "TVA",
            "HT",
            "TVA",
            "TTC",
            "Merci de votre visite",
        )
    )
    taxes = grid(
        [(cells[4] + "%", cells[5], cells[6], cells[7]), (f"{rate},00%", d.money(net), d.money(tax), d.money(total))],
        right=(1, 2, 3),
    )
    day = f"{d.day:02d}.{d.month:02d}.{d.year}" if de else f"{d.day:02d}/{d.month:02d}/{d.year}"
    vat = d.vat_id()
    body = (f"<center><b>{d.seller}</b><br>{lines(*STREETS[d.tongue][:2])}<br>{'USt-IdNr.' if de else 'TVA intracom.'} {vat}</center><hr>{cells[0]} {number} &nbsp; {day} 14:23<hr>{grid([(cells[1] + ' 32,15 l', d.money(total) + ' A')], head=False, right=(1,))}"
            f"{grid([(f'<b>{cells[2]} EUR</b>', f'<b>{d.money(total)}</b>'), (cells[3], d.money(total))], head=False, right=(1,))}<hr>{taxes}<center>{cells[8]}</center>")  # fmt: skip
    return Folio(
        "till",
        d.tongue,
        body,
        _fields(d, number, net, f"{rate}%", tax, total, buyer=False, seller_id=vat),
        "body{padding:5mm;font:8pt DejaVu Sans Mono}",
        "80mm",
        "140mm",
    )


def freelancer(d: Dice) -> Folio:
    """A letter by somebody who charges no tax."""
    w = FREE[d.tongue]
    parts = [(d.rng.randint(2, 30), d.price(3000, 9500)) for _ in range(d.rng.randint(1, 3))]
    total = sum((n * p for n, p in parts), Decimal(0))
    number, sign = d.number("{y}-0##", "F-{y}-0##", "##/{y}"), "£" if d.tongue == "en" else "€"
    rows = [
        (
            f"{i}." if d.tongue == "de" else d.pick("Design", "Workshop", "Analyse"),
            "Konzeption" if d.tongue == "de" else str(n),
            str(n) if d.tongue == "de" else d.money(p, sign),
            d.money(p, sign) if d.tongue == "de" else "",
            d.money(n * p, sign),
        )
        for i, (n, p) in enumerate(parts, 1)
    ]
    sender = w[1].format(s=d.seller, a=STREETS[d.tongue][0], b=STREETS[d.tongue][1])
    day = d.date()
    body = (f"<p style='font-size:{'7pt' if d.tongue == 'de' else '10pt'}'>{sender}</p><p style='margin-top:15mm'>{lines(d.buyer, *HOMES[d.tongue][:2])}</p><p class=r>{w[2].format(d=day)}</p><h3>{w[0].format(n=number)}</h3><p>{w[3]}</p>{grid([w[4], *rows, ('', '', '', f'<b>{w[5]}</b>', f'<b>{d.money(total, sign)}</b>')], right=(3, 4))}"
            f"<p>{w[6]}</p><p>{w[7]}</p><p>{d.seller}</p><p style='font-size:8pt;margin-top:25mm'>{w[8]} · IBAN XX12 3456 7890 1234 5678 90</p>")  # fmt: skip
    fields = _fields(d, number, None, "", None, total, seller_id=None)
    return Folio(
        "freelancer", d.tongue, body, fields, f"body{{font:11pt {d.pick('Liberation Serif', 'Liberation Sans')}}}"
    )


def trade(d: Dice, *, credit: bool = False) -> Folio:
    """A plain bill between companies, with discount and shipping, in many arrangements; or a credit note."""
    w = PARTS[d.tongue]
    sign = -1 if credit else 1
    parts = [(d.rng.randint(1, 20), d.price(300, 20000)) for _ in range(d.rng.randint(2, 7))]
    goods = sum((n * p for n, p in parts), Decimal(0))
    off, port = (
        (share(goods, "5"), Decimal("9.90")) if d.rng.random() < 0.4 and not credit else (Decimal(0), Decimal(0))
    )
    net = (goods - off + port) * sign
    tax = share(net, w[8])
    total = net + tax
    number, vat, theirs = d.number("{y}####", "RE-{y}-###", "@@-#####", "#####"), d.vat_id(), d.vat_id()
    b2b = d.rng.random() < 0.4
    titles = {
        "en": "Credit Note",
        "de": "Gutschrift",
        "fr": "AVOIR",
        "es": "FACTURA RECTIFICATIVA",
        "it": "NOTA DI CREDITO",
        "nl": "CREDITFACTUUR",
    }
    title = titles[d.tongue] if credit else w[0]
    facts = [
        (w[1], number),
        (w[2], d.date()),
        *([(d.pick("Ref.", "Ref"), d.number("######"))] if d.rng.random() < 0.5 else []),
    ]
    side = (
        grid(facts, head=False, css="width:100%")
        if d.rng.random() < 0.6
        else lines(*(f"<b>{k}{d.pick('', ':')}</b> {v}" for k, v in facts))
    )
    rows = [
        (d.pick("Art. A", "Modul B", "Set C", "Kit D"), str(n * sign), d.money(p), d.money(n * p * sign))
        for n, p in parts
    ]
    sums = [
        (w[4], d.money(net, w[9])),
        (w[5].format(r=w[8]), d.money(tax, w[9])),
        (f"<b>{w[6]}</b>", f"<b>{d.money(total, w[9])}</b>"),
    ]
    if off:
        sums = [(w[11] + " 5%", d.money(-off, w[9])), (w[12], d.money(port, w[9])), *sums]
    seller = f"<b>{d.seller}</b><br>{lines(*STREETS[d.tongue])}<br>{w[10]} {vat}"
    buyer = f"<b>{w[3]}</b>{d.pick('', ':')}<br>{lines(d.buyer, *HOMES[d.tongue][:2])}{f'<br>{w[10]} {theirs}' if b2b else ''}"
    left, right = (seller, side) if d.rng.random() < 0.5 else (side, seller)
    color = d.pick("#024", "#630", "#063", "#000")
    table = grid([w[7], *rows], right=(1, 2, 3))
    narrow = d.pick("width:45%;margin-left:55%", "width:60%;margin-left:40%", "width:100%")
    body = f"<h1 style='color:{color}'>{title}</h1><div class=row><div>{left}</div><div style='width:40%'>{right}</div></div><br><div>{buyer}</div><br>{table}<hr>{grid(sums, head=False, css=narrow, right=(1,))}<p>IBAN XX12 3456 7890 1234 · BIC ABCDEFGH</p>"
    fields = _fields(d, number, net, f"{w[8]}%", tax, total, seller_id=vat, buyer_id=theirs if b2b else "")
    return Folio(
        "credit" if credit else "trade",
        d.tongue,
        body,
        fields,
        f"body{{font-family:{d.pick(*FONTS)};font-size:{d.pick('9pt', '10pt', '11pt')}}}td{{border-bottom:{d.pick('0', '1px solid #ccc')}}}",
    )


def withheld(d: Dice) -> Folio:
    """A Spanish or Italian bill of a free profession: tax is added, tax on income is withheld."""
    it = d.tongue == "it"
    base = d.price(30000, 300000)
    rate, held = ("22", "20") if it else ("21", "15")
    tax, less = share(base, rate), share(base, held)
    gross = base + tax
    pay = gross - less
    number, vat = d.number("##/{y}", "{y}-0##"), d.vat_id()
    w = (("Parcella n.", "Data", "Spett.le", "Compenso", "IVA 22%", "Totale documento", "Ritenuta d'acconto 20%", "Netto a pagare", "P.IVA") if it
         else ("Factura nº", "Fecha", "Cliente", "Base imponible", "IVA 21%", "", "Retención IRPF 15%", "Total a pagar", "NIF"))  # fmt: skip
    rows = [
        (w[3], d.money(base, "€")),
        (w[4], d.money(tax, "€")),
        *([(w[5], d.money(gross, "€"))] if it else []),
        (w[6], d.money(-less, "€")),
        (f"<b>{w[7]}</b>", f"<b>{d.money(pay, '€')}</b>"),
    ]
    body = f"<b>{d.seller}</b><br>{lines(*STREETS[d.tongue][:2])}<br>{w[8]}: {vat}<p><b>{w[0]} {number}</b> &nbsp;&nbsp; {w[1]}: {d.date()}</p><p style='margin-left:50%'>{w[2]}<br>{lines(d.buyer, *HOMES[d.tongue][:2])}</p>{grid(rows, head=False, right=(1,))}"
    fields = _fields(d, number, base, f"{rate}%", tax, pay, seller_id=vat) | {
        "total_amount": [f"{pay:.2f}", f"{gross:.2f}"],
        "tax_rate": [f"{rate}%", f"{rate}%,{held}%"],
    }
    return Folio("withheld", d.tongue, body, fields)


def rates(d: Dice) -> Folio:
    """Several rates of tax with a table of them, over two pages when there are many goods."""
    w = PARTS[d.tongue]
    pair = {
        "en": ("20", "5"),
        "de": ("19", "7"),
        "fr": ("20", "5,5"),
        "es": ("21", "10"),
        "it": ("22", "10"),
        "nl": ("21", "9"),
    }[d.tongue]
    nets = [Decimal(0), Decimal(0)]
    rows = []
    for number in range(d.rng.choice((6, 9, 45))):
        n, p, at = d.rng.randint(1, 9), d.price(200, 9000), number % 2
        nets[at] += n * p
        rows.append(
            (
                f"Pos {number + 1} {d.pick('Brot', 'Kabel', 'Papier', 'Buch')}",
                str(n),
                d.money(p),
                f"{pair[at]}%",
                d.money(n * p),
            )
        )
    taxes = [share(n, r) for n, r in zip(nets, pair, strict=True)]
    net, tax = sum(nets, Decimal(0)), sum(taxes, Decimal(0))
    total = net + tax
    number, vat = d.number("{y}/####", "V####"), d.vat_id()
    word = w[5].split("{")[0].replace("zzgl.", "MwSt.").strip()
    breakdown = grid(
        [
            (word + " %", w[4], word, w[6]),
            *[(f"{r}%", d.money(n), d.money(t), d.money(n + t)) for n, t, r in zip(nets, taxes, pair, strict=True)],
        ],
        css="width:70%",
        right=(1, 2, 3),
    )
    sums = grid(
        [(w[4], d.money(net, w[9])), (word, d.money(tax, w[9])), (f"<b>{w[6]}</b>", f"<b>{d.money(total, w[9])}</b>")],
        head=False,
        css="width:50%;margin-left:50%",
        right=(1,),
    )
    head = (*w[7][:3], word, w[7][3])
    body = (f"<div class=row><div><h2>{d.seller}</h2>{lines(*STREETS[d.tongue])}<br>{w[10]}: {vat}</div><div><h2>{w[0]}</h2>{w[1]}: {number}<br>{w[2]}: {d.date()}</div></div><br>"
            f"<div style='border:1px solid #999;padding:6px;width:45%'><b>{w[3]}:</b><br>{lines(d.buyer, *HOMES[d.tongue][:2])}</div><br>{grid([head, *rows], right=(1, 2, 3, 4))}<br>{breakdown}<br>{sums}")  # fmt: skip
    return Folio(
        "rates",
        d.tongue,
        body,
        _fields(d, number, net, ",".join(r.replace(",", ".") + "%" for r in pair), tax, total, seller_id=vat),
        "@page{margin:12mm 0!important}",
    )


def american(d: Dice) -> Folio:
    """A bill of a shop in the United States: discount, shipping and sales tax between subtotal and total."""
    goods = d.price(5000, 90000)
    off, port, rate = share(goods, "10"), Decimal(d.pick("0", "12.50", "7.99")), d.pick("7.25", "6", "8.875")
    tax = share(goods - off, rate)
    total = goods - off + port + tax
    number = d.number("#####", "INV-####", "SO####")
    rows = [
        ("Subtotal", d.money(goods, "$")),
        ("Discount (10%)", d.money(-off, "$")),
        ("Shipping &amp; Handling", d.money(port, "$")),
        (f"Sales Tax ({rate}%)" if d.rng.random() < 0.7 else "Tax", d.money(tax, "$")),
        ("<b>Total</b>", f"<b>{d.money(total, '$')}</b>"),
        ("Amount Paid", "$0.00"),
        ("<b>Balance Due</b>", f"<b>{d.money(total, '$')}</b>"),
    ]
    facts = grid(
        [("Invoice #", number), ("Date", d.date("us")), ("Due Date", d.date("us", later=1)), ("Terms", "Net 30")],
        head=False,
    )
    body = (f"<div class=row><div><h2>{d.seller}</h2>{lines(*STREETS['en'][:2])}<br>(503) 555-0199</div><div><h1>INVOICE</h1>{facts}</div></div><br><div class=row><div><b>BILL TO</b><br>{lines(d.buyer, *HOMES['en'][:2])}</div><div><b>SHIP TO</b><br>{lines(d.buyer, *HOMES['en'][:2])}</div></div><br>"
            f"{grid([('ITEM', 'QTY', 'RATE', 'AMOUNT'), ('Walnut desk', '1', d.money(goods), d.money(goods))], right=(1, 2, 3))}<hr>{grid(rows, head=False, css='width:45%;margin-left:55%', right=(1,))}<p>Thank you for your business!</p>")  # fmt: skip
    fields = _fields(d, number, None, None, tax, total)
    return Folio("american", "en", body, fields, f"body{{font-family:{d.pick(*FONTS[:5])}}}")


def swiss(d: Dice) -> Folio:
    """A Swiss bill: apostrophes between thousands, francs, rounded."""
    net = d.price(50000, 900000)
    tax = share(net, "8.1")
    total = net + tax
    number, vat = d.number("R-#####", "{y}-###"), d.number("CHE-###.###.###")

    def money(value: Decimal) -> str:
        return f"{value:,.2f}".replace(",", "'")

    rows = [
        ("Total exkl. MWST", f"CHF {money(net)}"),
        ("MWST 8.1%", f"CHF {money(tax)}"),
        ("<b>Total inkl. MWST</b>", f"<b>CHF {money(total)}</b>"),
    ]
    body = (f"<b>{d.seller}</b><br>Bahnhofstrasse 3<br>8001 Zürich<br>{vat} MWST<p style='margin-left:55%;margin-top:15mm'>{lines(d.buyer, 'Seeweg 4', '6003 Luzern')}</p><p>Zürich, {d.date()}</p><h2>Rechnung {number}</h2>"
            f"{grid([('Bezeichnung', 'Menge', 'Ansatz', 'Betrag CHF'), ('Planung', '1', money(net), money(net))], right=(1, 2, 3))}<hr>{grid(rows, head=False, css='width:50%;margin-left:50%', right=(1,))}<p>Zahlbar innert 30 Tagen</p>")  # fmt: skip
    return Folio("swiss", "de", body, _fields(d, number, net, "8.1%", tax, total, seller_id=None))


def included(d: Dice) -> Folio:
    """An Australian or Singaporean tax invoice: prices with tax, of which the tax is told."""
    total = d.price(2000, 60000)
    rate = d.pick("10", "9")
    tax = (total * Decimal(rate) / (100 + Decimal(rate))).quantize(Decimal("0.01"))
    number, abn = d.number("INV-####", "#####"), d.number("## ### ### ###")
    body = (f"<h1>Tax Invoice</h1><div class=row><div><b>{d.seller}</b><br>ABN {abn}<br>Level 2, 40 Collins Street<br>Melbourne VIC 3000</div><div>Invoice number {number}<br>Issue date {d.date()}<br>Due date {d.date(later=1)}</div></div><p><b>Bill to</b><br>{d.buyer}<br>7 Harbour Road<br>Sydney NSW 2000</p>"
            f"{grid([('Description', 'Quantity', 'Amount (AUD)'), ('Garden maintenance', '1', d.money(total))], right=(1, 2))}<hr>{grid([('Total AUD', d.money(total, '$')), (f'Includes GST {rate}%', d.money(tax, '$')), ('Amount due AUD', d.money(total, '$'))], head=False, css='width:50%;margin-left:50%', right=(1,))}")  # fmt: skip
    return Folio(
        "included", "en", body, _fields(d, number, None, f"{rate}%", tax, total, seller_id=abn.replace(" ", ""))
    )


FORMS: tuple[tuple[Callable[[Dice], Folio], tuple[str, ...]], ...] = (
    (stripe, ("en", "en")), (shop, ("de", "fr", "es", "it", "en", "nl")), (cloud, ("en", "en")), (utility, ("en", "de", "fr", "es", "it", "nl")), (hotel, ("de", "en")), (restaurant, ("en", "en")),
    (till, ("de", "fr")), (freelancer, ("de", "fr", "nl", "en")), (trade, ("en", "de", "fr", "es", "it", "nl")), (lambda d: trade(d, credit=True), ("en", "de", "fr", "es", "it", "nl")), (withheld, ("es", "it")),
    (rates, ("en", "de", "fr", "es", "it", "nl")), (american, ("en", "en")), (swiss, ("de",)), (included, ("en",)),
)  # fmt: skip
