"""Invented bills of forty countries as web pages with their truth: `python -m tests.invoice.world_bills FOLDER SEED COUNT [held]`.

Each page is one bill. Where the parties, the facts, the rows and the sums stand, and what bait stands beside them (a
supplier's number, dates of delivery and payment, a part payment, prices with tax), comes from the seed. `held` draws
from the words and layouts that are kept for validation too. Also: `bills_of`, the pages without a browser's print.
"""

from __future__ import annotations

import html
import json
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from tests.invoice.tax_codes import with_right_digits
from tests.invoice.world_words import COUNTRIES, LABELS, MONTHS, STEMS, STREETS, TRADES, WHOLE, WORDS
from tests.printing import print_html

CENT = Decimal("0.01")
_LAYOUTS, _HELD_LAYOUTS = ("left", "right", "columns", "window", "table"), ("centre", "foot")
_TOTALS, _HELD_TOTALS = ("rows", "strip", "recap"), ("boxed",)


def _bare(code: str) -> str:
    """A tax id without what parts it and without the name of the tax behind it."""
    return re.sub(r"[\s.\-/]|MWST|MVA", "", code)


@dataclass
class Made:
    """A bill: its facts and its page."""

    country: str
    fields: dict[str, str]
    body: str
    tags: list[str] = field(default_factory=list)


class _Maker:
    def __init__(self, country: str, seed: int, *, held: bool) -> None:
        self.dice = random.Random(f"{country}{seed}{held}")
        self.land, self.country, self.held = COUNTRIES[country], country, held
        lines = [part.split("~") for part in WORDS[self.land.language].split(";")]
        self.words = {
            name: [w.strip() for half in (parts if held else parts[:1]) for w in half.split("|")]
            for name, parts in zip(LABELS, lines, strict=True)
        }
        self.tax = self.dice.choice(self.land.tax.split("|"))
        self.sign = self.dice.choice(self.land.signs.split("|"))
        self.form = self.dice.choice(self.land.dates.split("|"))
        self.whole = self.land.code in WHOLE
        self.colon = self.dice.choice((":", ":", "", " :" if self.land.language == "fr" else ""))
        self.tags: list[str] = []

    def pick(self, *choices: str) -> str:
        """One of some ways, which becomes a tag."""
        self.tags.append(self.dice.choice(choices))
        return self.tags[-1]

    def word(self, name: str, *, rate: str = "") -> str:
        """A label; the same one in the whole bill only where it is asked once."""
        words = self.words[name]
        return self.dice.choice(words).replace("{tax}", self.tax).replace("{rate}", rate).strip()

    def figure(self, value: Decimal, *, bare: bool = False) -> str:
        """As the country writes it."""
        group, mark = self.land.figures[0], self.land.figures[1]
        whole, _, cents = f"{abs(value):.2f}".partition(".")
        if group == "i":
            head, tail = whole[:-3], whole[-3:]
            parts = [head[max(0, i - 2) : i] for i in range(len(head), 0, -2)][::-1]
            text = ",".join([*parts, tail])
        else:
            text = f"{int(whole):,}".replace(",", "\u00a0" if group == " " else group)
        text = ("-" if value < 0 else "") + text + ("" if self.whole else mark + cents)
        return text if bare else self.sign.replace("{}", text)

    def day(self, when: date) -> str:
        """As the country writes it."""
        months = MONTHS.get(self.land.language, MONTHS["en"]).split()
        return when.strftime(self.form.replace("B", "@")).replace("@", months[when.month - 1])

    def code(self, pattern: str) -> str:
        """A pattern with its 9s and As drawn."""
        letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
        return "".join(
            str(self.dice.randrange(1, 10)) if c == "9" else self.dice.choice(letters) if c == "A" else c
            for c in pattern
        )

    def company(self) -> str:
        trades = TRADES.get(self.land.language, TRADES[""]).split("|")
        name = f"{self.dice.choice(STEMS)} {self.dice.choice(trades)}"
        form = self.dice.choice(self.land.forms.split("|"))
        ahead = self.land.language in ("vi", "id")
        if self.dice.random() < 0.12:
            return name
        return f"{form} {name}" if ahead else f"{name} {form}"

    def address(self) -> list[str]:
        street = self.dice.choice(STREETS.get(self.land.language, STREETS[""]).split("|"))
        town = self.dice.choice(self.land.town.split("|"))
        code, _, _ = town.partition(" ")
        town = self.code(code) + town[len(code) :] if code[:1].isdigit() else self._far_code(town)
        return [street.replace("{n}", str(self.dice.randrange(1, 199))), town]

    def _far_code(self, town: str) -> str:
        """A town whose post code stands behind its name."""
        return re.sub(r"(?<![^\s-])[A9][A9 ]*$|9{4,6}$|[A-Z]9\w* \w+$", lambda m: self.code(m[0]), town)

    def tax_code(self) -> tuple[str, str]:
        """(label, code) of a tax id; ("", "") where the country prints none."""
        if not self.land.tax_id:
            return "", ""
        labels, _, pattern = self.land.tax_id.partition(":")
        return self.dice.choice(labels.split("|")) or "NIP", with_right_digits(self.code(pattern.split("|")[0]))

    def made(self) -> Made:
        dice = self.dice
        when = date(2018, 1, 1) + timedelta(days=dice.randrange(3000))
        number = self.code(
            dice.choice(("A-99999", "999999", "AAA-2024-9999", "2023/9999", "AA99-9999", "99999", "FA2024-0999"))
        )
        seller, buyer = self.company(), self.company()
        while buyer == seller:
            buyer = self.company()
        rate = Decimal(dice.choice(self.land.rates.split()).replace(",", "."))
        said = f"{rate.normalize():f}".replace(".", self.land.figures[1]) + dice.choice(("%", "%", " %"))
        step = Decimal(1) if self.whole else CENT
        rows = []
        for _ in range(dice.choice((1, 2, 2, 3, 4, 6))):
            price = Decimal(dice.randrange(150, 90000)) / 100 * (1000 if self.whole else 1)
            count = dice.choice((1, 1, 2, 3, 5, 10))
            price = price.quantize(step)
            rows.append((dice.choice(("A4", "B12", "Pro", "Basic", "Mini", "XL", "")), count, price, price * count))
        included = self.country in ("AU", "NZ", "SG", "MY", "GB") and dice.random() < 0.35
        lines = sum((r[3] for r in rows), Decimal(0))
        cut = (lines * Decimal("0.1")).quantize(step) if dice.random() < 0.12 else Decimal(0)
        send = (
            Decimal(dice.randrange(5, 40)).quantize(step) * (1000 if self.whole else 1)
            if dice.random() < 0.15
            else Decimal(0)
        )
        base = lines - cut + send
        if included:
            total = base
            net = (total * 100 / (100 + rate)).quantize(step, ROUND_HALF_UP)
            tax = total - net
            self.tags.append("included")
        else:
            net, tax = base, (base * rate / 100).quantize(step, ROUND_HALF_UP)
            total = net + tax
        paid = (total / 2).quantize(step) if dice.random() < 0.18 else Decimal(0)
        fields = {
            "invoice_number": number, "invoice_date": when.isoformat(), "buyer_name": buyer, "seller_name": seller,
            "amount": f"{net:.2f}", "tax_amount": f"{tax:.2f}", "total_amount": f"{total:.2f}",
            "tax_rate": f"{rate.normalize():f}%", "currency": self.land.code,
        }  # fmt: skip
        self.lead = 0
        seller_id, buyer_id = self.tax_code(), self.tax_code()
        fields["seller_tax_id"] = _bare(seller_id[1])
        shows_buyer = bool(buyer_id[1]) and dice.random() < 0.45
        fields["buyer_tax_id"] = _bare(buyer_id[1]) if shows_buyer else ""
        body = self._body(
            when,
            number,
            seller,
            buyer,
            seller_id,
            buyer_id if shows_buyer else ("", ""),
            rows,
            {"net": net, "tax": tax, "total": total, "cut": cut, "send": send, "paid": paid, "lines": lines},
            said,
            included=included,
        )
        plain = html.unescape(body)
        if said not in plain:
            del fields["tax_rate"]
        fields = {
            k: v
            for k, v in fields.items()
            if k not in ("amount", "tax_amount") or self.figure(Decimal(v), bare=True) in plain
        }
        return Made(self.country, fields, body, self.tags)

    def _body(
        self,
        when: date,
        number: str,
        seller: str,
        buyer: str,
        seller_id: tuple[str, str],
        buyer_id: tuple[str, str],
        rows: list[tuple[str, int, Decimal, Decimal]],
        sums: dict[str, Decimal],
        rate: str,
        *,
        included: bool,
    ) -> str:
        dice, w = self.dice, self.word
        layout = self.pick(*_LAYOUTS, *(_HELD_LAYOUTS if self.held else ()))
        title = w("title")
        seller_lines = [seller, *self.address()]
        id_line = f"{seller_id[0]}{self.colon or ' '} {seller_id[1]}" if seller_id[1] else ""
        id_at_foot = bool(id_line) and dice.random() < 0.35
        if id_line and not id_at_foot:
            seller_lines.append(id_line)
        if dice.random() < 0.5:
            seller_lines.append(
                dice.choice(
                    (
                        f"Tel. 0{dice.randrange(20, 99)} 555 010",
                        "info@" + seller.split(maxsplit=1)[0].lower() + ".example",
                    )
                )
            )
        buyer_lines = [buyer, *self.address()]
        if buyer_id[1]:
            buyer_lines.append(f"{buyer_id[0]}{self.colon or ' '} {buyer_id[1]}")
        facts = [(w("number"), number), (w("date"), self.day(when))]
        baits = [
            (w("due"), self.day(when + timedelta(days=dice.choice((7, 14, 30))))),
            (w("order"), self.code("PO-99999")), (w("customer"), self.code("99999")),
            (w("delivered"), self.day(when - timedelta(days=dice.randrange(1, 9)))),
        ]  # fmt: skip
        facts += dice.sample(baits, dice.choice((0, 1, 2, 3)))
        if dice.random() < 0.4:
            dice.shuffle(facts)
        return self._set(
            layout,
            title,
            seller_lines,
            buyer_lines,
            facts,
            self._items(rows, rate, included=included),
            self._sums(sums, rate, included=included),
            id_line if id_at_foot else "",
        )

    def _block(self, lines: Sequence[str], style: str = "") -> str:
        return f'<div style="{style}">' + "<br>".join(html.escape(line) for line in lines) + "</div>"

    def _facts(self, facts: list[tuple[str, str]]) -> str:
        how = self.pick("beside", "line", "above" if self.held else "beside", "above")
        c = self.colon
        if how == "line":
            return "<br>".join(f"{html.escape(k)}{c or ':'} {html.escape(v)}" for k, v in facts)
        if how == "above":
            heads = "".join(f"<td><b>{html.escape(k)}</b></td>" for k, _ in facts)
            return (
                f"<table class=w><tr>{heads}</tr><tr>"
                + "".join(f"<td>{html.escape(v)}</td>" for _, v in facts)
                + "</tr></table>"
            )
        return (
            "<table>"
            + "".join(f"<tr><td>{html.escape(k)}{c}</td><td>&nbsp;{html.escape(v)}</td></tr>" for k, v in facts)
            + "</table>"
        )

    def _items(self, rows: list[tuple[str, int, Decimal, Decimal]], rate: str, *, included: bool) -> str:
        w, dice = self.word, self.dice
        bare = dice.random() < 0.7
        show_rate = dice.random() < 0.35 and not included
        heads = [w("item"), w("quantity"), w("price"), *([f"{self.tax} %"] if show_rate else []), w("amount")]
        upper = dice.random() < 0.25
        text = (
            "<table class='w items'><tr>"
            + "".join(f"<th>{html.escape(h.upper() if upper else h)}</th>" for h in heads)
            + "</tr>"
        )
        for kind, count, price, line in rows:
            name = f"{dice.choice(STEMS)} {kind}".strip()
            cells = [
                name,
                str(count),
                self.figure(price, bare=bare),
                *([rate] if show_rate else []),
                self.figure(line, bare=bare),
            ]
            text += (
                "<tr>"
                + "".join(f"<td class={'l' if i == 0 else 'r'}>{html.escape(c)}</td>" for i, c in enumerate(cells))
                + "</tr>"
            )
        return text + "</table>"

    def _sums(self, s: dict[str, Decimal], rate: str, *, included: bool) -> str:
        w, dice = self.word, self.dice
        style = "rows" if included else self.pick(*_TOTALS, *(_HELD_TOTALS if self.held else ()))
        rows: list[tuple[str, Decimal]] = []
        if included:
            rows = [
                (w("total"), s["total"]),
                (f"{dice.choice(('Includes', 'incl.', 'Total includes'))} {self.tax} {rate}", s["tax"]),
            ]
            if dice.random() < 0.6:
                rows.insert(0, (f"Total excl. {self.tax}", s["net"]))
        else:
            if s["cut"] or s["send"]:
                extra = [(w("discount"), -s["cut"])] * bool(s["cut"]) + [(w("shipping"), s["send"])] * bool(s["send"])
                rows += [*extra]
            rows += [(w("net"), s["net"]), (w("tax", rate=rate), s["tax"]), (w("total"), s["total"])]
        if s["paid"]:
            rows += [
                (w("paid"), -s["paid"] if dice.random() < 0.5 else s["paid"]),
                (w("payable"), s["total"] - s["paid"]),
            ]
        elif dice.random() < 0.3:
            rows.append((w("payable"), s["total"]))
        c = self.colon
        fig = [(html.escape(k), html.escape(self.figure(v))) for k, v in rows]
        if style == "strip":
            return (
                "<table class=w><tr>"
                + "".join(f"<th>{k}</th>" for k, _ in fig)
                + "</tr><tr>"
                + "".join(f"<td class=r>{v}</td>" for _, v in fig)
                + "</tr></table>"
            )
        made = (
            "<table class=sums>" + "".join(f"<tr><td>{k}{c}</td><td class=r>{v}</td></tr>" for k, v in fig) + "</table>"
        )
        if style == "boxed":
            made = (
                "<div class=sums style='text-align:right;line-height:1.6'>"
                + "<br>".join(f"{k}{c or ':'} {v}" for k, v in fig)
                + "</div>"
            )
        if style == "recap":
            cells = [rate, *(self.figure(s[k], bare=True) for k in ("net", "tax", "total"))]
            heads = ["%", w("net"), self.tax, w("total")]
            made = (
                "<table class=w style='width:55%'><tr>"
                + "".join(f"<th>{html.escape(h)}</th>" for h in heads)
                + "</tr><tr>"
                + "".join(f"<td class=r>{c}</td>" for c in cells)
                + "</tr></table>"
                + made
            )
        return made

    def _set(
        self,
        layout: str,
        title: str,
        seller: list[str],
        buyer: list[str],
        facts: list[tuple[str, str]],
        items: str,
        sums: str,
        foot: str,
    ) -> str:
        w, dice = self.word, self.dice
        h1 = f"<h1>{html.escape(title)}</h1>"
        logo = f"font-size:{dice.choice((11, 14, 20))}px;font-weight:bold"
        sell = (
            f'<div><span style="{logo}">{html.escape(seller[0])}</span><br>'
            + "<br>".join(map(html.escape, seller[1:]))
            + "</div>"
        )
        mark = html.escape(w("buyer")) + self.colon
        to = f"<div><b>{mark}</b><br>" + "<br>".join(map(html.escape, buyer)) + "</div>"
        by = (
            f"<div><b>{html.escape(w('seller'))}{self.colon}</b><br>" + "<br>".join(map(html.escape, seller)) + "</div>"
        )
        fact = f"<div>{self._facts(facts)}</div>"
        row = "<div style='display:flex;justify-content:space-between;margin:14px 0'>{}{}</div>".format
        head = {
            "left": sell + h1 + row(to, fact),
            "right": row(h1, sell) + row(to, fact),
            "columns": h1 + fact + (row(by, to) if dice.random() < 0.7 else row(to, by)),
            "window": f"<div style='text-align:right'>{sell}</div><div style='font-size:8px'>{' · '.join(map(html.escape, seller[:3]))}</div>"
            + row(self._block(buyer), fact) + h1,
            "table": h1 + "<table class='w box'><tr><td>" + by + "</td><td>" + to + "</td></tr><tr><td colspan=2>" + fact + "</td></tr></table>",
            "centre": f"<div style='text-align:center'>{sell}{h1}</div>" + row(fact, to),
            "foot": row(h1, fact) + to,
        }[layout]  # fmt: skip
        tail = [t for t in (w("thanks"), foot, f"{w('bank')}{self.colon or ':'} {self.code('9999 9999 9999')}") if t]
        if layout == "foot":
            tail = [" | ".join(seller), *tail]
        dice.shuffle(tail)
        return head + items + sums + "<div class=foot>" + "<br>".join(html.escape(t) for t in tail) + "</div>"


def bills_of(seed: int, count: int, *, held: bool = False, countries: Sequence[str] = ()) -> list[Made]:
    """So many bills, the countries in turn."""
    names = list(countries or COUNTRIES)
    return [_Maker(names[i % len(names)], seed * 100_003 + i, held=held).made() for i in range(count)]


def sheet(bills: Sequence[Made], seed: int) -> str:
    """A document with a page for each bill."""
    dice = random.Random(seed)
    pages = []
    for made in bills:
        font = dice.choice(("Liberation Sans", "Liberation Serif", "DejaVu Sans", "DejaVu Serif", "Carlito"))
        size = dice.choice((10, 11, 12))
        pages.append(f'<section style="font:{size}px {font},sans-serif">{made.body}</section>')
    return (
        "<meta charset=utf-8><style>@page{size:A4;margin:15mm}section{break-after:page;height:255mm;position:relative;overflow:hidden}"
        "table{border-collapse:collapse}td,th{padding:2px 6px;text-align:left;vertical-align:top}.w{width:100%;margin:10px 0}"
        ".r{text-align:right}th{border-bottom:1px solid #888}.box td{border:1px solid #aaa}.sums{margin:10px 0 0 auto}"
        ".foot{position:absolute;bottom:0;font-size:9px}h1{font-size:20px;margin:8px 0}</style>" + "".join(pages)
    )


def main(folder: Path, seed: int, count: int, *, held: bool) -> None:
    """Files of forty bills each, with their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for part in range(0, count, 40):
        bills = bills_of(seed + part, min(40, count - part), held=held)
        name = f"world_{seed}_{part:04d}.pdf"
        print_html(sheet(bills, seed + part), (folder / name).absolute())
        pages = [
            {
                "page": i,
                "fields": {k: v for k, v in b.fields.items() if k != "currency"},
                "country": b.country,
                "currency": b.fields["currency"],
                "tags": b.tags,
            }
            for i, b in enumerate(bills, 1)
        ]
        lines.append(
            json.dumps(
                {"file": name, "kind": "text_pdf", "language": "world", "scope": "page", "pages": pages},
                ensure_ascii=False,
            )
        )
    (folder / "truth.jsonl").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), held=len(sys.argv) > 4)
