"""Invented receipts of twenty countries as pictures with their truth: `python -m tests.invoice.till_receipts FOLDER SEED COUNT [held]`.

Each picture is one strip of thermal paper: names in one or two lines, with or without a brand above; prices with and
without tax; discounts, charges for service, rounding, cash and change, several rates, a second date. `held` draws from
the words, names and forms that are kept for validation too, and looks worse.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tests.invoice.till_words import BRANDS, GOODS, LABELS, LANDS, STREETS, TRADES, WORDS, Land

CENT = Decimal("0.01")
_FONTS = ("LiberationMono-Regular.ttf", "DejaVuSansMono.ttf", "LiberationSans-Regular.ttf", "LiberationMono-Bold.ttf")
_HELD_FONTS = ("DejaVuSans.ttf", "NimbusSansNarrow-Regular.otf", "NimbusMonoPS-Regular.otf")


class Row(NamedTuple):
    """A line of a receipt: text at the left, in the middle or at both edges."""

    left: str = ""
    right: str = ""
    centre: bool = False
    large: float = 1.0
    bold: bool = False
    logo: bool = False


class Receipt(NamedTuple):
    """A receipt: its facts and its lines."""

    country: str
    fields: dict[str, str]
    rows: list[Row]


def choices(words: str, *, held: bool) -> list[str]:
    known, _, kept = words.partition("~")
    return (f"{known}|{kept}" if held and kept else known).split("|")


class Till:
    """A till of a country, and what it prints."""

    def __init__(
        self,
        country: str,
        seed: int,
        *,
        held: bool,
        lands: Mapping[str, Land] = LANDS,
        words: Mapping[str, str] = WORDS,
    ) -> None:
        self.dice = random.Random(f"{country}{seed}{held}")
        self.country, self.land, self.held = country, lands[country], held
        self.words = dict(zip(LABELS, words[self.land.words].split(";"), strict=True))
        self.rate = Decimal(self.dice.choice(self.land.rates.split("|")).replace(",", "."))
        self.upper = self.dice.random() < 0.3
        self.before = ""  # the sign of the currency before each sum
        self.mark_of_thousands = ","

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def word(self, name: str) -> str:
        said = self.dice.choice(choices(self.words[name], held=self.held)).strip()
        rate = f"{self.rate.normalize():f}".replace(".", self.land.mark) + "%"
        said = said.replace("{tax}", self.land.tax).replace("{rate}", rate).replace("{sign}", self.land.sign)
        return said.upper() if self.upper and self.land.words != "tr" else said

    def code(self, pattern: str) -> str:
        """A number with random digits for 9 and random letters for A; in a word, A is itself."""
        return re.sub(
            "9|(?<=[9\\-A])A|A(?=9)",
            lambda c: str(self.dice.randrange(1, 10)) if c[0] == "9" else self.dice.choice("BCDFGHKM"),
            pattern,
        )

    def figure(self, value: Decimal) -> str:
        if self.land.whole:
            return f"{int(value):,}".replace(",", self.mark_of_thousands)
        text = f"{value:,.2f}"
        return text if self.land.mark == "." else text.translate(str.maketrans(",.", ".,"))

    def company(self) -> tuple[list[str], str]:
        """The lines of the head with the name, and the name."""
        dice = self.dice
        name = f"{dice.choice(choices(BRANDS, held=self.held))} {dice.choice(choices(TRADES, held=self.held))}".strip()
        form = dice.choice(self.land.forms.split("|"))
        if self.chance(0.2) and self.country in ("MY", "SG"):
            name += dice.choice((" (MASAI)", " (TAMAN DAYA)", " (KL)", " INDUSTRIES", " CITY"))
        legal = f"{form} {name}" if self.country == "ID" and form else f"{name} {form}".strip()
        if self.upper and self.land.words != "tr":
            legal = legal.upper()
        lines = [legal]
        if self.chance(0.12) and len(legal.split()) > 2 and len(legal) > 18:
            parts = legal.split()
            at = dice.randrange(max(1, len(parts) - 2), len(parts))
            lines = [" ".join(parts[:at]), " ".join(parts[at:])]
        return lines, legal

    def made(self) -> Receipt:
        dice = self.dice
        self.mark_of_thousands = dice.choice((".", ","))
        when = date(2015, 1, 1) + timedelta(days=dice.randrange(3600))
        lines, legal = self.company()
        rows = self._head(lines, when)
        days = self._facts(when)
        early = self.chance(0.7)
        if early:
            rows += days
        rows.append(Row("-" * 40))
        goods, sums, total = self._sums()
        rows += [*goods, Row("-" * 40), *sums]
        rows += self._foot(when, days if not early else [], total)
        fields = {"seller_name": legal, "invoice_date": when.isoformat(), "total_amount": f"{total:.2f}"}
        return Receipt(self.country, fields, rows)

    def _head(self, lines: list[str], when: date) -> list[Row]:
        dice, land = self.dice, self.land
        centre = self.chance(0.8)
        rows = []
        if self.chance(0.12):
            rows.append(
                Row(dice.choice(("WELCOME", "*** COPY ***", "tan chay yee", "Guest Check", "Duplicate")), centre=centre)
            )
        if self.chance(0.15):  # a brand that is no company
            rows.append(
                Row(dice.choice(("Caffeine", "Value+", "The Pantry", "mini stop")), centre=True, large=1.6, bold=True)
            )
        large = dice.choice((1.0, 1.0, 1.25, 1.6, 2.0))
        rows += [
            Row(line, centre=centre, large=large if len(line) * large < 30 else 1.0, bold=self.chance(0.5))
            for line in lines
        ]
        if self.country in ("MY", "SG") and self.chance(0.6):
            reg = dice.choice(("({})", "CO. REG: {}", "({})", "ROC NO: {}", "(Co.Reg.No.{})")).format(
                self.code("999999-A")
            )
            if self.chance(0.3) and len(lines[-1]) < 22:
                rows[-1] = rows[-1]._replace(left=f"{lines[-1]} {reg}", large=1.0)
            else:
                rows.append(Row(reg, centre=centre))
        address = [
            dice.choice(STREETS.split("|")).replace("{n}", str(dice.randrange(1, 199))),
            dice.choice(land.towns.split("|")),
        ]
        rows += [Row(part, centre=centre) for part in address]
        if self.chance(0.6):
            rows.append(
                Row(
                    dice.choice(("Tel: {}", "TEL {}", "Tel/Fax: {}", "Phone {}", "{}")).format(
                        self.code("03-99999999")
                    ),
                    centre=centre,
                )
            )
        if land.ids and self.chance(0.75):
            rows.append(Row(self.code(dice.choice(land.ids.split("|"))), centre=centre))
        title = self.word("title")
        if title and self.chance(0.6):
            rows.append(Row(title, centre=True, bold=True))
        if self.chance(0.1):
            rows.append(Row("BILL TO: CASH SALES"))
        return rows

    def _day(self, when: date) -> str:
        said = when.strftime(self.dice.choice(self.land.dates.split("|")))
        return said.upper() if self.chance(0.3) else said

    def _facts(self, when: date) -> list[Row]:
        dice = self.dice
        clock = f"{dice.randrange(8, 22):02}:{dice.randrange(60):02}" + dice.choice(("", ":31", " PM", ""))
        label = self.word("date")
        colon = dice.choice((":", " :", ": ", ""))
        day = self._day(when)
        stamp = dice.choice((f"{day} {clock}", f"{day} {clock}", day, f"{day}  {clock}", f"{clock} {day}"))
        number = f"{self.word('number')}{colon} {self.code(dice.choice(('999999', 'CS00099999', '99-999-9999', 'A999999', '9999/99')))}"
        own = f"{label}{colon} {stamp}" if label else stamp
        made = [Row(number), Row(own)]
        if self.chance(0.4):
            made = [Row(number, stamp)]
        if self.chance(0.6):
            made.append(
                Row(f"{self.word('cashier')}{colon} {dice.choice(('ADMIN', 'MANIS', 'Lim', '004', 'Anna K.'))}")
            )
        if self.chance(0.4):
            dice.shuffle(made)
        return made

    def wares(self) -> list[str]:
        """What may be sold."""
        return choices(GOODS, held=self.held)

    def _goods(self, step: Decimal) -> tuple[list[Row], Decimal, int]:
        """The rows of goods, what they add up to, and how many pieces they are."""
        dice, goods, lines, count = self.dice, [], Decimal(0), 0
        two = self.chance(0.4)
        code = dice.choice(("", "", " SR", " A", "*", " Z"))
        for _ in range(dice.choice((1, 1, 2, 3, 4, 6, 9))):
            price = (Decimal(dice.randrange(90, self.land.greatest * 100)) / 100).quantize(step, ROUND_HALF_UP)
            pieces = dice.choice((1, 1, 1, 2, 3))
            count += pieces
            lines += price * pieces
            name, said = dice.choice(self.wares()), self.figure(price * pieces) + code
            if two:
                goods += [Row(name), Row(f"  {self.code('999999999')} {pieces} x {self.figure(price)}", said)]
            else:
                goods.append(Row(f"{pieces} {name}" if self.chance(0.5) else name, said))
        return goods, lines, count

    def _labelled(self, name: str, value: Decimal, *, large: float = 1.0, bold: bool = False) -> Row:
        gap = self.dice.choice(("", ":", ""))
        return Row(f"{self.word(name)}{gap}", self.before + self.figure(value), large=large, bold=bold)

    def _sums(self) -> tuple[list[Row], list[Row], Decimal]:
        """The rows of goods, the rows of sums, and what is to be paid."""
        dice, land = self.dice, self.land
        step = Decimal(100) if land.whole else CENT
        net_prices = self.country in ("US", "CA", "ID") or (self.country == "MY" and self.chance(0.4))
        goods, lines, count = self._goods(step)
        cut = (lines / 10).quantize(step, ROUND_HALF_UP) if self.chance(0.12) else Decimal(0)
        service = (lines / 10).quantize(step, ROUND_HALF_UP) if self.chance(0.12) else Decimal(0)
        base = lines - cut + service
        tax = (base * self.rate / (100 if net_prices else 100 + self.rate)).quantize(step, ROUND_HALF_UP)
        total = base + tax if net_prices else base
        net = total - tax
        cash = self.chance(0.65)
        self.before = f"{land.sign} " if land.sign and self.chance(0.25) else ""
        rows: list[Row] = []
        if self.chance(0.35):
            whole = self.chance(0.7) or land.whole
            rows.append(Row(self.word("count"), f"{count}" + ("" if whole else f"{land.mark}00")))
        if net_prices or cut or service or self.chance(0.4):
            rows.append(self._labelled("subtotal", net if net_prices and not cut and not service else lines))
        rows += [self._labelled(name, value) for name, value in (("discount", -cut), ("service", service)) if value]
        if tax and (net_prices or self.chance(0.3)):
            rows.append(self._labelled("tax", tax))
        paid = self._total(total, cash=cash)
        rows += [*paid[0], *self._payment(paid[1], cash=cash)]
        if self.chance(0.15):
            rows.append(self._labelled("saved", (lines / 20).quantize(step, ROUND_HALF_UP)))
        if tax and self.chance(0.45):
            rate = f"{self.rate.normalize():f}".replace(".", land.mark) + "%"
            sums = f"{self.figure(net)}   {self.figure(tax)}" + (
                f"   {self.figure(net + tax)}" if self.chance(0.4) else ""
            )
            rows += [Row(""), Row(self.word("summary")), Row(f"{dice.choice(('SR', 'A', 'S'))} {rate}", sums)]
        return goods, rows, paid[1]

    def _total(self, total: Decimal, *, cash: bool) -> tuple[list[Row], Decimal]:
        """The total, rounded to coins where that is the custom, before or after its rounding."""
        dice, coin = self.dice, Decimal(self.land.cash_step)
        rounded = (total / coin).quantize(Decimal(1), ROUND_HALF_UP) * coin if cash and coin else total
        big, bold = dice.choice((1.0, 1.0, 1.25, 1.5)), self.chance(0.4)
        if rounded == total and not (coin and cash and self.chance(0.3)):
            return [self._labelled("total", total, large=big, bold=bold)], total
        form = dice.choice(("before", "after", "only"))
        rows = []
        if form != "only":
            rows.append(self._labelled("total", total, large=big if form == "before" else 1.0, bold=bold))
        rows.append(self._labelled("rounding", rounded - total))
        rows.append(self._labelled("total" if form == "only" else "rounded", rounded, large=big, bold=bold))
        return rows, rounded

    def _payment(self, total: Decimal, *, cash: bool) -> list[Row]:
        """What was given and the change, or the card."""
        if not cash:
            return [self._labelled("card", total)] if self.chance(0.8) else []
        note = Decimal(self.dice.choice((1, 5, 10, 20, 50, 100, 500))) * (1000 if self.land.whole else 1)
        given = total if self.chance(0.25) else (total / note).quantize(Decimal(1), ROUND_HALF_UP) * note + note
        rows = [self._labelled("cash", given)]
        if given != total or self.chance(0.6):
            rows.append(self._labelled("change", given - total))
        return rows

    def _foot(self, when: date, days: list[Row], total: Decimal) -> list[Row]:
        dice = self.dice
        rows = [Row(""), *days]
        if self.chance(0.2):
            rows.append(
                Row(
                    f"{self.word('valid')} {self._day(when + timedelta(days=dice.choice((7, 14, 30))))}",
                    centre=self.chance(0.5),
                )
            )
        if self.chance(0.15):
            rows.append(Row(f"{self.word('member')}: {dice.randrange(5, 900)}"))
        if self.chance(0.15):
            rows += [
                Row("TERMINAL 54009823  TID 998877"),
                Row(f"{self._day(when)} 12:44", self.figure(total)),
                Row("APPROVED  AUTH 048817"),
            ]
        rows.append(Row(self.word("thanks"), centre=True))
        if self.chance(0.3):
            rows.append(
                Row(dice.choice(("www.shop.example", "Powered by PosSoft 3.2", "Follow us on facebook")), centre=True)
            )
        return rows


def receipts_of(seed: int, count: int, *, held: bool = False) -> list[Receipt]:
    """So many receipts, the countries in turn."""
    names = list(LANDS)
    return [Till(names[i % len(names)], seed * 100_003 + i, held=held).made() for i in range(count)]


def draw(receipt: Receipt, seed: int, *, held: bool = False) -> Image.Image:
    """A receipt on paper, as a scanner or a camera sees it."""
    dice, rng = random.Random(seed), np.random.default_rng(seed)
    face = dice.choice(_HELD_FONTS + _FONTS if held else _FONTS)
    width = dice.choice((460, 540, 620, 760))
    mono = "Mono" in face
    size = int(width * 0.92 / (41 * 0.6)) if mono else int(width / 21)
    fonts: dict[tuple[int, bool], ImageFont.FreeTypeFont] = {}

    def font(scale: float, bold: bool) -> ImageFont.FreeTypeFont:
        key = (int(size * scale), bold)
        name = face.replace("-Regular", "-Bold") if bold and "Regular" in face else face
        if key not in fonts:
            fonts[key] = ImageFont.truetype(name, key[0])
        return fonts[key]

    pad, lead = int(width * 0.04), dice.choice((1.15, 1.3, 1.5))
    height = int(sum(size * row.large * lead for row in receipt.rows)) + 6 * pad
    paper = Image.new("L", (width, height), 255)
    pen = ImageDraw.Draw(paper)
    y = 2.0 * pad
    near = dice.random() < 0.2  # values stand near their labels, not at the right edge
    for row in receipt.rows:
        face_ = font(row.large, row.bold)
        ink = int(dice.choice((0, 20, 60)))
        if row.centre:
            pen.text(((width - pen.textlength(row.left, face_)) / 2, y), row.left, ink, face_)
        else:
            pen.text((pad, y), row.left, ink, face_)
            if row.right:
                x = width - pad - pen.textlength(row.right, face_)
                if near:
                    x = min(x, max(pad + pen.textlength(row.left, face_) + size, width * 0.6))
                pen.text((x, y), row.right, ink, face_)
        y += size * row.large * lead
    turned = paper.rotate(float(rng.uniform(-1.2, 1.2)), Image.Resampling.BICUBIC, fillcolor=255)
    grey = np.asarray(
        turned.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.3, 1.1 if held else 0.9)))), dtype=float
    )
    fade = float(rng.uniform(0.4, 1.0))
    grey = 250 - (255 - grey) * fade + rng.normal(0, float(rng.uniform(1, 14)), grey.shape)
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def main(folder: Path, seed: int, count: int, *, held: bool) -> None:
    """Pictures of receipts with their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, receipt in enumerate(receipts_of(seed, count, held=held)):
        name = f"till_{seed}_{number:04d}.jpg"
        draw(receipt, seed * 1000 + number, held=held).save(
            folder / name, quality=random.Random(number).randrange(45, 85), dpi=(150, 150)
        )
        page = {"page": 1, "fields": receipt.fields, "country": receipt.country}
        lines.append(
            json.dumps(
                {"file": name, "kind": "scan", "language": "world", "scope": "page", "pages": [page]},
                ensure_ascii=False,
            )
        )
    (folder / "truth.jsonl").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), held=len(sys.argv) > 4)
