"""Bills of services for `tests.invoice.folio_forms`: subscriptions, computing, energy, hotels, restaurants, tills."""

from __future__ import annotations

from decimal import Decimal

from tests.invoice.folio_words import UTILITY
from tests.invoice.folios import HOMES, STREETS, Dice, Folio, fields_of, grid, lines, share


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
        fields_of(d, number, None if not tax else net, f"{rate}%" if tax else None, tax or None, total),
    )


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
        fields_of(d, number, a + b, f"{rate}%", tax, total, seller_id=vat if rate == "20" else ""),
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
    return Folio("utility", d.tongue, body, fields_of(d, number, net, f"{w[14]}%", tax, total))


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
        fields_of(d, number, net_low + net_high, f"{low}%,{high}%", tax, total),
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
    fields = fields_of(d, number, None, None, tax, total, buyer=False)
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
        fields_of(d, number, net, f"{rate}%", tax, total, buyer=False, seller_id=vat),
        "body{padding:5mm;font:8pt DejaVu Sans Mono}",
        "80mm",
        "140mm",
    )
