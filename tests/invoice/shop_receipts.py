"""Receipts as shops, cafés and stations print them, on worn paper: `python -m tests.invoice.shop_receipts FOLDER SEED COUNT [held]`.

Unlike those of `till_receipts.py`: the head has a brand in decorative type, a legal name that stands elsewhere, a slogan,
a branch, an owner; the total is said in a second currency too; a slip of the card repeats date and total; Chinese shops.
Paper: thermal with faded bands, dot matrix, folds, stains, photographs on a table, and any skew. `held` as there.

The truth lists the names by which the seller may be called: the brand and the legal name.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tests.invoice.shop_words import (
    BRANCHES,
    KINDS,
    OWNERS,
    ROADS,
    SHOP_LANDS,
    SHOPS,
    SLOGANS,
    WARES,
    WORDS_OF,
)
from tests.invoice.till_receipts import CENT, Receipt, Row, Till, choices

_FACES = ("DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf", "NimbusMonoPS-Bold.otf", "URWGothic-Book.otf", "LiberationSansNarrow-Regular.ttf")  # fmt: skip
_HELD_FACES = (
    "NimbusSansNarrow-Bold.otf",
    "LiberationMono-Regular.ttf",
    "NimbusSans-Regular.otf",
    "DejaVuSansCondensed.ttf",
)
_LOGO_FACES = ("C059-BdIta.otf", "URWBookman-Demi.otf", "DejaVuSerif-Bold.ttf", "URWGothic-Demi.otf")
_HELD_LOGO_FACES = ("P052-BoldItalic.otf", "NimbusRoman-Bold.otf", "LiberationSerif-BoldItalic.ttf")
_CHINESE_FACES = ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc")
_HELD_CHINESE_FACES = ("NotoSerifCJK-Regular.ttc",)
_HAN = ("zh", "tw")


class _Shop(Till):
    """A shop of a country, and what its till prints."""

    def __init__(self, country: str, seed: int, *, held: bool) -> None:
        super().__init__(country, seed, held=held, lands=SHOP_LANDS, words=WORDS_OF)
        self.tongue = self.land.words
        self.legal = ""
        self.names: list[str] = []

    def pick(self, lists: dict[str, str]) -> str:
        said = self.dice.choice(choices(lists[self.tongue], held=self.held))
        return said.replace("{n}", str(self.dice.randrange(1, 90)))

    def company(self) -> tuple[list[str], str]:
        """The lines of the head with the names, and the names as the truth has them."""
        shop, kind = self.pick(SHOPS), self.pick(KINDS)
        between = "" if self.tongue in _HAN else " "
        brand = between.join(part for part in ((kind, shop) if self.chance(0.3) else (shop, kind)) if part)
        form = self.dice.choice(self.land.forms.split("|"))
        other = shop if self.chance(0.6) else self.pick(SHOPS)
        self.legal = f"{other}{between}{form}" if form and self.chance(0.6) else ""
        if self.upper and self.tongue not in _HAN:
            self.legal = self.legal.upper()
        self.names = [name for name in (brand, self.legal) if name]
        return [brand], brand

    def _head(self, lines: list[str], when: date) -> list[Row]:
        dice, brand = self.dice, lines[0]
        centre = self.chance(0.75)
        rows = (
            [Row(dice.choice(("DUPLIKAT", "- COPY -", "*****", "Welcome!")), centre=True)] if self.chance(0.08) else []
        )
        logo = self.chance(0.55)
        rows.append(Row(brand, centre=centre or logo, large=dice.choice((1.4, 1.8, 2.3)) if logo else dice.choice((1.0, 1.3)), bold=self.chance(0.5), logo=logo))  # fmt: skip
        if self.chance(0.3):
            rows.append(Row(self.pick(SLOGANS), centre=centre))
        if logo and self.chance(0.35):
            rows.append(Row(brand, centre=centre))
        tail = [Row(self.legal, centre=centre)] if self.legal and self.chance(0.7) else []
        if self.pick(OWNERS) and self.chance(0.12):
            tail.append(Row(self.pick(OWNERS), centre=centre))
        if self.chance(0.35):
            tail.append(Row(self.pick(BRANCHES), centre=centre, large=dice.choice((1.0, 1.0, 1.5))))
        if self.chance(0.3):
            dice.shuffle(tail)
        address = [self.pick(ROADS), dice.choice(self.land.towns.split("|"))]
        tail += (
            [Row(", ".join(address), centre=centre)] if self.chance(0.25) else [Row(a, centre=centre) for a in address]
        )
        site = f"www.{dice.choice(('shop', 'store', 'markt'))}{dice.randrange(99)}.example"
        contact = [
            Row(
                self.code(dice.choice(("Tel. 041 999 99 99", "T: (099) 999-9999", "Telefon +41 99 999 99 99"))),
                centre=centre,
            )
        ]
        if self.tongue in _HAN:
            contact = [
                Row(self.code("电话：0571-99999999" if self.tongue == "zh" else "電話:02-9999-9999"), centre=centre)
            ]
        contact += [Row(site, centre=centre)] if self.chance(0.35) else []
        contact += (
            [Row(self.code(dice.choice(self.land.ids.split("|"))), centre=centre)]
            if self.land.ids and self.chance(0.5)
            else []
        )
        if self.chance(0.15):
            contact.append(
                Row(
                    {"zh": "营业时间 8:00-22:00", "tw": "營業時間 09:00-21:00"}.get(self.tongue, "Mo-Sa 08:00-20:00"),
                    centre=centre,
                )
            )
        dice.shuffle(contact)
        if self.chance(0.1):  # the site stands above the address
            tail = [Row(site, centre=centre), *tail]
        rows += tail + contact[: dice.randrange(1, 4)]
        title = self.word("title")
        return rows + (
            [Row(title, centre=self.chance(0.6), large=dice.choice((1.0, 1.5)))] if title and self.chance(0.5) else []
        )

    def _facts(self, when: date) -> list[Row]:
        if self.chance(0.5):
            return super()._facts(when)
        day, number = self._day(when), self.code("9999999")
        clock = f"{self.dice.randrange(8, 22):02}:{self.dice.randrange(60):02}"
        return self.dice.choice((
            [Row(f"#0001    {self.word('cashier')} 2", day)],
            [Row(f"{day}  {clock}", number)],
            [Row(number, f"{clock} {day}")],
            [Row(f"{self.word('number')} {number}"), Row(day, clock)],
        ))  # fmt: skip

    def wares(self) -> list[str]:
        return choices(WARES[self.tongue], held=self.held)

    def figure(self, value: Decimal) -> str:
        if self.land.whole:
            self.mark_of_thousands = ","
        said = super().figure(value)
        return said.replace(",", "'") if self.country == "CH" and value >= 1000 else said

    def _total(self, total: Decimal, *, cash: bool) -> tuple[list[Row], Decimal]:
        rows, paid = super()._total(total, cash=cash)
        style = self.dice.choice(("", "", "*", "behind"))
        large = self.dice.choice((1.0, 1.4, 1.8))
        last = rows[-1]
        said = (
            f"*{last.right}"
            if style == "*"
            else f"{last.right} {self.land.sign}".strip()
            if style == "behind"
            else last.right
        )
        rows[-1] = last._replace(right=said, large=large)
        if self.country in ("CH", "GB", "SG") and self.chance(0.4):
            other = (paid * Decimal(str(round(self.dice.uniform(0.85, 1.1), 3)))).quantize(CENT)
            label = self.dice.choice(("Total in Euro", "EUR", "in Euro", "Euro"))
            rows.insert(self.dice.choice((0, len(rows))), Row(label, super().figure(other)))
        return rows, paid

    def _foot(self, when: date, days: list[Row], total: Decimal) -> list[Row]:
        rows = super()._foot(when, days, total)
        if self.chance(0.25):
            slip = [Row("-" * 34), Row("Buchung" if self.tongue == "de" else "SALE"), Row("XXXXXXXXXXXX" + self.code("9999")), Row(self._day(when), f"{self.dice.randrange(8, 22):02}:14:00"),
                    Row("Trm-Id:", self.code("99999999")), Row(f"Total-EFT {self.land.sign}:", self.figure(total))]  # fmt: skip
            rows[1:1] = slip
        if self.legal and self.chance(0.3):
            rows.append(
                Row(
                    f"{self.legal}, {self.code(self.dice.choice(self.land.ids.split('|')))}"
                    if self.land.ids
                    else self.legal,
                    centre=self.chance(0.5),
                )
            )
        return rows


def receipts_of(seed: int, count: int, *, held: bool = False) -> list[tuple[Receipt, list[str]]]:
    """So many receipts with the names of their sellers, the countries in turn."""
    lands, made = list(SHOP_LANDS), []
    for i in range(count):
        shop = _Shop(lands[i % len(lands)], seed * 100_003 + i, held=held)
        receipt = shop.made()
        shown = " ".join(row.left for row in receipt.rows)
        made.append((receipt, [name for name in shop.names if name in shown]))
    return made


# -- paper

Grey = np.ndarray


def _clean(rng: np.random.Generator, grey: Grey) -> Grey:
    return 250 - (255 - grey) * float(rng.uniform(0.6, 1.0)) + rng.normal(0, 4, grey.shape)


def _thermal(rng: np.random.Generator, grey: Grey) -> Grey:
    """Ink that fades along the strip, and light stripes where a dot of the head is broken."""
    height, width = grey.shape
    fade = 0.55 + 0.35 * np.sin(np.linspace(0, float(rng.uniform(2, 9)), height))[:, None]
    out = 245 - (255 - grey) * np.clip(fade, 0.3, 1.0)
    for x in rng.integers(0, width, 3):
        out[:, x : x + 1] = 245
    return out + rng.normal(0, 7, grey.shape)


def _dots(rng: np.random.Generator, grey: Grey) -> Grey:
    """Type of needles: a grid of round dots."""
    height, width = grey.shape
    step = 3
    ys, xs = np.mgrid[0:height, 0:width]
    near = ((ys % step - 1) ** 2 + (xs % step - 1) ** 2) <= 1.2
    small = np.asarray(
        Image.fromarray(grey.astype(np.uint8)).resize((width // step, height // step), Image.Resampling.BOX)
    )
    cells = np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.NEAREST), dtype=float)
    ink = np.where(near & (cells < 190), 60.0, 245.0)
    soft = Image.fromarray(ink.astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.9))
    return np.asarray(soft, dtype=float) + rng.normal(0, 5, grey.shape)


def _folded(rng: np.random.Generator, grey: Grey) -> Grey:
    height, width = grey.shape
    out = 248 - (255 - grey) * 0.8
    for at in rng.uniform(0.15, 0.85, 3):
        ys = np.arange(height)[:, None] - at * height + rng.normal(0, 4)
        out = out - 45 * np.exp(-(ys**2) / 12.0) - 12 * (ys > 0) * np.exp(-np.abs(ys) / 60)
    x = np.arange(width)[None, :] - float(rng.uniform(0.3, 0.7)) * width
    return out - 25 * np.exp(-(x**2) / 8.0) + rng.normal(0, 6, grey.shape)


def _stained(rng: np.random.Generator, grey: Grey) -> Grey:
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width]
    out = 248 - (255 - grey) * 0.85
    for _ in range(4):
        y, x, reach = rng.uniform(0, height), rng.uniform(0, width), float(rng.uniform(0.15, 0.35)) * width
        far = np.hypot(ys - y, xs - x)
        out = out - 30 * (far < reach) - 35 * np.exp(-((far - reach) ** 2) / 30.0)
    return out + rng.normal(0, 6, grey.shape)


def _photographed(rng: np.random.Generator, grey: Grey) -> Grey:
    """On a table, from a little aside, with shade."""
    height, width = grey.shape
    border = int(0.22 * width)
    big_h, big_w = height + 2 * border, width + 2 * border
    table = 110 + 25 * np.sin(np.arange(big_w)[None, :] / float(rng.uniform(3, 11))) + rng.normal(0, 14, (big_h, big_w))
    corners = [
        (-border, -border),
        (width + border, -border),
        (width + border, height + border),
        (-border, height + border),
    ]
    moved = [(x + float(rng.normal(0, 0.02)) * width, y + float(rng.normal(0, 0.02)) * width) for x, y in corners]
    rows, wanted = [], []
    for (u, v), (x, y) in zip([(0, 0), (big_w, 0), (big_w, big_h), (0, big_h)], moved, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        wanted += [x, y]
    warp = np.linalg.solve(np.asarray(rows, float), np.asarray(wanted, float))
    paper = 252 - (255 - grey) * 0.9
    seen = Image.fromarray(np.clip(paper, 0, 255).astype(np.uint8)).transform((big_w, big_h), Image.Transform.PERSPECTIVE, [*warp], Image.Resampling.BICUBIC, fillcolor=0)  # fmt: skip
    there = Image.new("L", (width, height), 255).transform((big_w, big_h), Image.Transform.PERSPECTIVE, [*warp], Image.Resampling.BICUBIC, fillcolor=0)  # fmt: skip
    share = np.asarray(there, float) / 255
    out = np.asarray(seen, float) * share + table * (1 - share)
    shade = np.linspace(float(rng.uniform(0.6, 1.0)), float(rng.uniform(0.8, 1.05)), big_w)[None, :]
    return out * shade + rng.normal(0, 5, out.shape)


LOOKS: dict[str, Callable[[np.random.Generator, Grey], Grey]] = {
    "clean": _clean, "thermal": _thermal, "dots": _dots, "folds": _folded, "stains": _stained, "photo": _photographed,
}  # fmt: skip


def draw(receipt: Receipt, look: str, seed: int, *, held: bool = False) -> Image.Image:
    """A receipt on paper, as a scanner or a camera sees it."""
    dice, rng = random.Random(seed), np.random.default_rng(seed)
    chinese = receipt.country in ("CN", "TW")
    faces = (_HELD_CHINESE_FACES if held else _CHINESE_FACES) if chinese else (_HELD_FACES if held else _FACES)
    face = dice.choice(faces)
    logo_face = face if chinese else dice.choice(_HELD_LOGO_FACES if held else _LOGO_FACES)
    width = dice.choice((480, 576, 680, 820))
    size = int(width / 23) if chinese or "Mono" not in face else int(width * 0.92 / (41 * 0.6))
    pad, lead = int(width * dice.choice((0.04, 0.09))), dice.choice((1.2, 1.35, 1.6))
    height = int(sum(size * row.large * lead for row in receipt.rows)) + 5 * pad
    paper = Image.new("L", (width, height), 255)
    pen, y = ImageDraw.Draw(paper), 2.0 * pad
    for row in receipt.rows:
        type_ = ImageFont.truetype(logo_face if row.logo else face, int(size * row.large))
        wide = pen.textlength(row.left, type_)
        if wide > width - 2 * pad:
            type_ = ImageFont.truetype(
                logo_face if row.logo else face, max(9, int(type_.size * (width - 2 * pad) / wide))
            )
        pen.text(((width - pen.textlength(row.left, type_)) / 2 if row.centre else pad, y), row.left, 10, type_)
        if row.right:
            pen.text((width - pad - pen.textlength(row.right, type_), y), row.right, 10, type_)
        y += size * row.large * lead
    turned = paper.rotate(float(rng.uniform(-2.5, 2.5)), Image.Resampling.BICUBIC, fillcolor=255)
    soft = turned.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.2, 0.9))))
    return Image.fromarray(np.clip(LOOKS[look](rng, np.asarray(soft, dtype=float)), 0, 255).astype(np.uint8))


def main(folder: Path, seed: int, count: int, *, held: bool = False) -> None:
    """Write the pictures and their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, looks = [], list(LOOKS)
    for number, (receipt, names) in enumerate(receipts_of(seed, count, held=held)):
        look = looks[(number // len(SHOP_LANDS) + number) % len(looks)]
        name = f"{number:04}-{receipt.country}-{look}.jpg"
        picture = draw(receipt, look, seed * 1000 + number, held=held)
        picture.save(folder / name, quality=random.Random(number).randrange(45, 85), dpi=(150, 150))
        page = {"page": 1, "part": True, "fields": {**receipt.fields, "seller_name": names}, "country": receipt.country}
        lines.append(
            json.dumps(
                {"file": name, "kind": "scan", "language": "world", "scope": "page", "pages": [page]},
                ensure_ascii=False,
            )
        )
    (folder / "truth.jsonl").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), held=len(sys.argv) > 4)
