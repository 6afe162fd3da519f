"""The forms of `tests.invoice.folios`: bills of certain trades, as they are usually laid out."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from tests.invoice.folio_services import cloud, hotel, restaurant, stripe, till, utility
from tests.invoice.folio_words import FREE, PARTS, SHOP
from tests.invoice.folios import HOMES, STREETS, Dice, Folio, fields_of, grid, lines, share

FONTS = (
    "Liberation Sans",
    "Liberation Serif",
    "DejaVu Sans",
    "Nimbus Sans",
    "URW Gothic",
    "Liberation Sans Narrow",
    "Liberation Mono",
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
                 fields_of(d, number, net, f"{rate.replace(',', '.')}%", tax, total, seller_id=vat), "body{font-size:8.5pt}")  # fmt: skip


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
    fields = fields_of(d, number, None, "", None, total, seller_id=None)
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
    fields = fields_of(d, number, net, f"{w[8]}%", tax, total, seller_id=vat, buyer_id=theirs if b2b else "")
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
    fields = fields_of(d, number, base, f"{rate}%", tax, pay, seller_id=vat) | {
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
        fields_of(d, number, net, ",".join(r.replace(",", ".") + "%" for r in pair), tax, total, seller_id=vat),
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
    fields = fields_of(d, number, None, None, tax, total)
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
    return Folio("swiss", "de", body, fields_of(d, number, net, "8.1%", tax, total, seller_id=None))


def included(d: Dice) -> Folio:
    """An Australian or Singaporean tax invoice: prices with tax, of which the tax is told."""
    total = d.price(2000, 60000)
    rate = d.pick("10", "9")
    tax = (total * Decimal(rate) / (100 + Decimal(rate))).quantize(Decimal("0.01"))
    number, abn = d.number("INV-####", "#####"), d.number("## ### ### ###")
    body = (f"<h1>Tax Invoice</h1><div class=row><div><b>{d.seller}</b><br>ABN {abn}<br>Level 2, 40 Collins Street<br>Melbourne VIC 3000</div><div>Invoice number {number}<br>Issue date {d.date()}<br>Due date {d.date(later=1)}</div></div><p><b>Bill to</b><br>{d.buyer}<br>7 Harbour Road<br>Sydney NSW 2000</p>"
            f"{grid([('Description', 'Quantity', 'Amount (AUD)'), ('Garden maintenance', '1', d.money(total))], right=(1, 2))}<hr>{grid([('Total AUD', d.money(total, '$')), (f'Includes GST {rate}%', d.money(tax, '$')), ('Amount due AUD', d.money(total, '$'))], head=False, css='width:50%;margin-left:50%', right=(1,))}")  # fmt: skip
    return Folio(
        "included", "en", body, fields_of(d, number, None, f"{rate}%", tax, total, seller_id=abn.replace(" ", ""))
    )


FORMS: tuple[tuple[Callable[[Dice], Folio], tuple[str, ...]], ...] = (
    (stripe, ("en", "en")), (shop, ("de", "fr", "es", "it", "en", "nl")), (cloud, ("en", "en")), (utility, ("en", "de", "fr", "es", "it", "nl")), (hotel, ("de", "en")), (restaurant, ("en", "en")),
    (till, ("de", "fr")), (freelancer, ("de", "fr", "nl", "en")), (trade, ("en", "de", "fr", "es", "it", "nl")), (lambda d: trade(d, credit=True), ("en", "de", "fr", "es", "it", "nl")), (withheld, ("es", "it")),
    (rates, ("en", "de", "fr", "es", "it", "nl")), (american, ("en", "en")), (swiss, ("de",)), (included, ("en",)),
)  # fmt: skip
