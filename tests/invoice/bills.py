"""Fictitious invoices in six languages as pages of print, in layouts of many kinds.

`make` invents the facts and sets them: where the letterhead, the buyer, the numbers and the sums stand, which words
label them and how figures and dates are written comes from the random generator of a seed. No file is made.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from quire.model.page import Line, Page
from tests.invoice.pages import line
from tests.invoice.tax_codes import with_right_digits
from tests.invoice.tongues import TONGUES, Tongue

CENT = Decimal("0.01")
WIDTH, HEIGHT = 595.0, 842.0


@dataclass
class Bill:
    """The facts of an invoice and its page."""

    tongue: str
    fields: dict[str, str]
    page: Page
    parts: dict[str, str] = field(default_factory=dict)  # which choice each part of the layout took


class _Setter:
    """A page on which lines are set."""

    def __init__(self, dice: random.Random) -> None:
        self.lines: list[Line] = []
        self.dice = dice
        self.size = dice.choice((8.0, 9.0, 10.0, 11.0))

    def put(self, x: float, y: float, text: str, *, size: float = 0.0, right: bool = False) -> None:
        """A line at a place; `right`: it ends there."""
        made = line(x, y, text, size=size or self.size)
        if right:
            made = line(x - (made.x1 - made.x0), y, text, size=size or self.size)
        self.lines.append(made)

    @property
    def step(self) -> float:
        """From line to line."""
        return 1.35 * self.size

    def block(self, x: float, y: float, texts: list[str], *, right: bool = False) -> float:
        """Lines below each other; the y below the last."""
        for text in texts:
            self.put(x, y, text, right=right)
            y += self.step
        return y


def make(tongue: str, seed: int) -> Bill:
    """An invoice in a language ("en", "de", "fr", "es", "it", "nl")."""
    dice = random.Random(f"{tongue}{seed}")
    words = TONGUES[tongue]
    return _Bill(tongue, words, dice).made()


class _Bill:
    def __init__(self, tongue: str, words: Tongue, dice: random.Random) -> None:
        self.tongue, self.words, self.dice = tongue, words, dice
        self.sheet = _Setter(dice)
        self.parts: dict[str, str] = {}
        self.currency = dice.choice(words.currencies)
        self.seller, self.buyer = dice.sample(words.companies, 2)
        self.rates = dice.sample(words.rates, 2 if dice.random() < 0.25 else 1)

    def pick(self, part: str, *choices: str) -> str:
        """One of the ways to set a part."""
        self.parts[part] = self.dice.choice(choices)
        return self.parts[part]

    def word(self, words: tuple[str, ...]) -> str:
        """The commonest word half of the time."""
        return words[0] if self.dice.random() < 0.35 else self.dice.choice(words)

    def money(self, value: Decimal) -> str:
        """As the language writes it, with the currency where the bill has it."""
        whole, cents = f"{value:.2f}".split(".")
        groups = f"{int(whole):,}".split(",")
        mark = "." if self.words.point == "," else ","
        if self.grouping == "space":
            mark = " "
        text = (mark if self.grouping != "none" else "").join(groups) + self.words.point + cents
        if self.placed == "before":
            return f"{self.currency}{'' if len(self.currency) == 1 and self.tongue == 'en' else ' '}{text}"
        return f"{text} {self.currency}" if self.placed == "after" else text

    def day(self, when: date) -> str:
        """As the language writes it."""
        form = self.form
        month = self.words.months[when.month - 1]
        return {
            "d.m.y": f"{when:%d.%m.%Y}", "d/m/y": f"{when:%d/%m/%Y}", "y-m-d": when.isoformat(),
            "d-m-y": f"{when:%d-%m-%Y}", "d.m.yy": f"{when:%d.%m.%y}", "long": f"{when.day} {month} {when.year}",
            "d Mon y": f"{when.day} {month[:3]} {when.year}", "Month d, y": f"{month} {when.day}, {when.year}",
            "d. Month y": f"{when.day}. {month} {when.year}", "d Month y": f"{when.day} {month} {when.year}",
            "d de Month de y": f"{when.day} de {month} de {when.year}",
        }[form]  # fmt: skip

    def made(self) -> Bill:
        dice, words = self.dice, self.words
        self.form = dice.choice(words.dates)
        self.grouping = dice.choice(
            ("mark", "mark", "none", "space") if self.tongue == "fr" else ("mark", "mark", "none")
        )
        self.placed = (
            self.pick("currency", "before", "after", "none")
            if self.tongue != "en"
            else self.pick("currency", "before", "before", "none")
        )
        when = date(2019, 1, 1) + timedelta(days=dice.randrange(2200))
        while when.day <= 12 and when.day != when.month:  # whether day or month comes first must show
            when += timedelta(days=1)
        number = dice.choice(
            ("{y}-{n:04}", "RE{n:06}", "{n:05}", "INV-{n:05}", "F{y}/{n:03}", "{y}{n:05}", "A-{n:04}/{y}")
        ).format(y=when.year, n=dice.randrange(1, 9999))
        rows, sums = self.goods()
        net, tax = sum((s[1] for s in sums), Decimal(0)), sum((s[2] for s in sums), Decimal(0))
        seller_id, buyer_id = self.tax_id(), self.tax_id() if dice.random() < 0.4 else ""
        y = self.head(seller_id)
        y = self.parties(
            y,
            buyer_id,
            [(self.word(words.number), number), (self.word(words.issued), self.day(when)), *self.others(when)],
        )
        y = self.table(y, rows)
        y = self.sums(y, sums, net, tax)
        self.foot(y, seller_id)
        fields = {
            "invoice_number": number, "invoice_date": when.isoformat(), "seller_name": self.seller, "buyer_name": self.buyer,
            "seller_tax_id": seller_id.replace(" ", ""), "buyer_tax_id": buyer_id,
            "amount": f"{net:.2f}", "tax_amount": f"{tax:.2f}" if self.is_summed else "", "total_amount": f"{net + tax:.2f}",
            "tax_rate": {f"{Decimal(r.replace(',', '.')).normalize():f}%" for r in self.rates},
        }  # fmt: skip
        page = Page(1, WIDTH, HEIGHT, lines=tuple(sorted(self.sheet.lines, key=lambda one: (one.y0, one.x0))))
        return Bill(self.tongue, fields, page, self.parts)

    def others(self, when: date) -> list[tuple[str, str]]:
        """Dates and numbers that are not those of the invoice."""
        dice, words = self.dice, self.words
        found = []
        if dice.random() < 0.6:
            found.append((self.word(words.due), self.day(when + timedelta(days=dice.choice((14, 30))))))
        if dice.random() < 0.5:
            found.append((self.word(words.customer), f"{dice.randrange(10000, 99999)}"))
        if dice.random() < 0.3:
            found.append((self.word(words.order), f"{dice.randrange(100000, 999999)}"))
        return found

    def tax_id(self) -> str:
        return with_right_digits("".join(str(self.dice.randrange(10)) if c == "#" else c for c in self.words.ids))

    def goods(self) -> tuple[list[tuple[str, ...]], list[tuple[str, Decimal, Decimal]]]:
        """Rows as printed, and (rate, net, tax) for each rate."""
        dice = self.dice
        rows: list[tuple[str, ...]] = []
        nets = dict.fromkeys(self.rates, Decimal(0))
        for at in range(dice.randrange(max(1, len(self.rates)), 6)):
            rate = self.rates[at % len(self.rates)]
            count, price = dice.randrange(1, 9), (Decimal(dice.randrange(350, 90000)) / 100).quantize(CENT)
            nets[rate] += count * price
            rows.append(
                (dice.choice(self.words.goods), str(count), self.money(price), f"{rate}%", self.money(count * price))
            )
        return rows, [
            (r, n, (n * Decimal(r.replace(",", ".")) / 100).quantize(CENT, ROUND_HALF_UP)) for r, n in nets.items()
        ]

    def head(self, seller_id: str) -> float:
        """The letterhead: the y below it."""
        sheet, dice, words = self.sheet, self.dice, self.words
        address = [dice.choice(words.streets), dice.choice(words.towns)]
        contact = (
            [f"Tel. +{dice.randrange(10, 99)} {dice.randrange(100, 999)} {dice.randrange(10000, 99999)}"]
            if dice.random() < 0.5
            else []
        )
        self.domain = "".join(c for c in self.seller.lower().split()[0] if c.isascii() and c.isalpha())
        if dice.random() < 0.5 and len(self.domain) > 3:
            contact.append(f"info@{self.domain}.example")
        self.id_line = f"{self.word(words.tax_id)} {seller_id}"
        self.id_at = self.pick("seller id", "head", "foot")
        if self.id_at == "head":
            contact.append(self.id_line)
        how = self.pick("letterhead", "left", "right", "title left", "centre", "labelled")
        title = self.word(words.title)
        sheet_top = dice.uniform(30, 60)
        if how == "labelled":
            sheet.put(dice.choice((40, 250)), sheet_top, title, size=18)
            self.seller_block = [self.word(words.seller), self.seller, *address, *contact]
            return sheet_top + 50
        self.seller_block = []
        x, right = {
            "left": (40.0, False),
            "right": (WIDTH - 40, True),
            "title left": (340.0, False),
            "centre": (200.0, False),
        }[how]
        sheet.put(x, sheet_top, self.seller, size=dice.choice((sheet.size, 14.0, 16.0)), right=right)
        y = sheet.block(x, sheet_top + 22, [*address, *contact], right=right)
        if how in ("right", "title left"):
            sheet.put(40, sheet_top, title, size=18)
        else:
            sheet.put(400 if how == "left" else 40, sheet_top if how == "left" else y + 6, title, size=18)
            y += 24
        return y + 16

    def parties(self, y: float, buyer_id: str, meta: list[tuple[str, str]]) -> float:
        sheet, dice, words = self.sheet, self.dice, self.words
        address = [dice.choice(words.streets), dice.choice(words.towns)]
        body = [self.buyer, *address, *([f"{self.word(words.tax_id)} {buyer_id}"] if buyer_id else [])]
        label = self.word(words.buyer)
        where = self.pick("buyer", "label above", "label above", "label beside", "right", "window")
        if self.seller_block:
            where = self.parts["buyer"] = "beside the seller"
            bottom = sheet.block(40, y, self.seller_block)
            bottom = max(bottom, sheet.block(320, y, [label, *body]))
            return self.meta(bottom + 14, 40, meta)
        if where == "window":
            if self.tongue == "de":
                sheet.put(40, y, f"{self.seller} · Seestraße 9 · 20095 Hamburg", size=6.5)
            bottom = sheet.block(40, y + 14, body)
            return max(bottom, self.meta(y, 340, meta)) + 10
        if where == "label beside":
            sheet.put(40, y, label)
            bottom = sheet.block(130, y, body)
            return self.meta(bottom + 12, 40, meta)
        x = 340.0 if where == "right" else 40.0
        bottom = sheet.block(x, y, [label, *body])
        return max(bottom, self.meta(y, 40 if where == "right" else 340, meta)) + 10

    def meta(self, y: float, x: float, meta: list[tuple[str, str]]) -> float:
        """Numbers and dates: the y below them."""
        if self.dice.random() < 0.3:
            self.dice.shuffle(meta)
        ways = ("colon", "columns", "above", "row") if x < 100 else ("colon", "columns", "right")
        how = self.pick("numbers", *ways)
        if how == "colon":
            return self.sheet.block(x, y, [f"{label.rstrip(':')}: {value}" for label, value in meta])
        if how in ("columns", "right"):
            return self.columns(x, y, meta, at_edge=how == "right")
        return self.above(x, y, meta) if how == "above" else self.running(x, y, meta)

    def columns(self, x: float, y: float, meta: list[tuple[str, str]], *, at_edge: bool) -> float:
        """Labels below each other, the values in a column beside them or at the page's edge."""
        for label, value in meta:
            self.sheet.put(x, y, label)
            self.sheet.put(WIDTH - 40 if at_edge else x + 115, y, value, right=at_edge)
            y += self.sheet.step
        return y

    def above(self, x: float, y: float, meta: list[tuple[str, str]]) -> float:
        """Labels beside each other, each above its value."""
        for at, (label, value) in enumerate(meta):
            self.sheet.put(x + 125 * at, y, label.rstrip(":"))
            self.sheet.put(x + 125 * at, y + self.sheet.step, value)
        return y + 2.4 * self.sheet.step

    def running(self, x: float, y: float, meta: list[tuple[str, str]]) -> float:
        """Labels and values on one row, wrapped at the page's edge."""
        at_x = x
        for label, value in meta:
            text = f"{label.rstrip(':')}: {value}"
            wide = len(text) * self.sheet.size / 2
            if at_x + wide > WIDTH - 30:
                at_x, y = x, y + self.sheet.step
            self.sheet.put(at_x, y, text)
            at_x += wide + 3 * self.sheet.size
        return y + self.sheet.step

    def table(self, y: float, rows: list[tuple[str, ...]]) -> float:
        sheet = self.sheet
        y += 20
        edges = (40.0, 300.0, 390.0, 450.0, WIDTH - 40)
        rated = self.parts["rate column"] = self.dice.choice(("yes", "no"))
        for row in [self.words.heads, *rows]:
            for at, (text, x) in enumerate(zip(row, edges, strict=True)):
                if at != 3 or rated == "yes":
                    sheet.put(x, y, text, right=at > 0)
            y += 1.2 * sheet.step
        return y + 8

    def sums(self, y: float, sums: list[tuple[str, Decimal, Decimal]], net: Decimal, tax: Decimal) -> float:
        sheet, words = self.sheet, self.words
        how = self.pick("sums", "right", "right", "left", "row", "breakdown")
        net_word, tax_word, total_word = self.word(words.net), self.word(words.tax), self.word(words.total)
        if len(sums) > 1 and "{rate}" not in tax_word:
            tax_word = next(w for w in words.tax if "{rate}" in w)
        taxes = [(tax_word.format(rate=rate), amount) for rate, _, amount in sums]
        self.is_summed = len(sums) == 1 or how in ("row", "breakdown")  # else nobody prints the sum of the taxes
        if len(sums) > 1 and how == "row":
            how = self.parts["sums"] = "breakdown"
        shown = how == "breakdown" or "{rate}" in tax_word or self.parts["rate column"] == "yes"
        self.parts["rate printed"] = "yes" if shown else "no"
        if how == "row":
            names = (net_word, tax_word.format(rate=sums[0][0]), total_word)
            for x, name, value in zip((200.0, 360.0, WIDTH - 40), names, (net, tax, net + tax), strict=True):
                sheet.put(x, y, name, right=True)
                sheet.put(x, y + 1.3 * sheet.step, self.money(value), right=True)
            return y + 3 * sheet.step
        if how == "breakdown":
            for x, name in zip((40.0, 150.0, 240.0, 330.0), ("%", net_word, words.heads[3], total_word), strict=True):
                sheet.put(x, y, name)
            y += sheet.step
            for rate, base, amount in sums:
                for x, text in zip(
                    (40.0, 150.0, 240.0, 330.0),
                    (f"{rate}%", self.money(base), self.money(amount), self.money(base + amount)),
                    strict=True,
                ):
                    sheet.put(x, y, text)
                y += sheet.step
            y += sheet.step
            taxes = [(words.tax[-1].format(rate=""), tax)] if len(sums) > 1 else taxes
        x, end = (330.0, WIDTH - 40) if how != "left" else (40.0, 260.0)
        for name, value in ((net_word, net), *taxes, (total_word, net + tax)):
            sheet.put(x, y, name)
            sheet.put(end, y, self.money(value), right=True)
            y += 1.25 * sheet.step
        return y

    def foot(self, y: float, seller_id: str) -> None:
        sheet = self.sheet
        y = max(y + 24, self.dice.uniform(y + 24, 760))
        sheet.put(40, y, self.words.terms)
        texts = [self.seller, "IBAN XX12 3456 7890 1234 5678 90"]
        if self.id_at == "foot":
            texts.append(self.id_line)
        if self.pick("foot", "line", "columns") == "line":
            sheet.put(40, y + 2 * sheet.step, " | ".join(texts), size=7)
            return
        for at, text in enumerate(texts):
            sheet.put(40 + 190 * at, y + 2 * sheet.step, text, size=7)
