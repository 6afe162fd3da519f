"""Facts and helpers for invented bills in six languages as web pages; `tests.invoice.folio_forms` has their forms.

What differs from `tests.invoice.bills`: pages that flow as from a browser or a word processor, tables without drawn lines,
forms of certain trades (shops, subscriptions, hotels, restaurants, energy, free professions), discounts, shipping, tips,
balances, deductions, credit notes.
"""

from __future__ import annotations

import html
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from tests.invoice.tax_codes import with_right_digits
from tests.printing import print_html

CENT = Decimal("0.01")
MONTHS = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    "fr": [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    "it": [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    "nl": [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
}
SELLERS = {
    "en": (
        "Larkfield Digital Ltd",
        "Pine & Harbor Supply Co.",
        "Quillstone Inc.",
        "Meridian Freight LLC",
        "Oakhurst Studio",
    ),
    "de": (
        "Falkenhorst Systeme GmbH",
        "Druckwerk Ahrens",
        "Gasthof zur Linde",
        "Stadtwerke Musterau AG",
        "Holzbau Reimers GmbH & Co. KG",
    ),
    "fr": (
        "Atelier Bellerive SARL",
        "Solène Marchand",
        "Énergie du Val SA",
        "Boulangerie du Pont",
        "Transports Lemaire SAS",
    ),
    "es": ("Talleres Monteverde S.L.", "Lucía Ferrer Ibáñez", "Hostal La Ribera", "Suministros Galván S.A."),
    "it": ("Officine Bertazzo S.r.l.", "Studio Tecnico Marani", "Albergo Stella Alpina", "Vetreria Rossetti S.p.A."),
    "nl": ("Bakkerij De Korenaar", "Vermeulen Techniek B.V.", "Studio Noorderlicht", "Kade Kantoorartikelen B.V."),
}
BUYERS = {
    "en": ("Marigold Events Inc.", "Jonathan Price", "Redfern & Lowe LLP", "Coastline Properties Ltd"),
    "de": ("Sommerfeld Logistik GmbH", "Katharina Voss", "Praxis Dr. Lindner", "Baugesellschaft Ruhrtal mbH"),
    "fr": ("Cabinet Duroc et Fils", "Hélène Besson", "Groupe Valmont SA", "Mairie de Saint-Aubin"),
    "es": ("Construcciones Beltrán S.A.", "Marta Olivares", "Clínica Dental Prado S.L."),
    "it": ("Ferramenta Galli S.n.c.", "Giulia Conti", "Cooperativa Agricola Valdarno"),
    "nl": ("Van Dijk Bouw B.V.", "Sanne de Groot", "Stichting Leeskring"),
}
STREETS = {
    "en": ("48 Canal Row", "Portland, OR 97205", "United States"), "de": ("Ahornweg 17", "50823 Köln", "Deutschland"), "fr": ("12 rue des Tilleuls", "69003 Lyon", "France"),
    "es": ("Calle Mayor 23, 2º B", "28013 Madrid", "España"), "it": ("Via Garibaldi 9", "20121 Milano MI", "Italia"), "nl": ("Prinsengracht 101", "1015 DZ Amsterdam", "Nederland"),
}  # fmt: skip
HOMES = {
    "en": ("901 Maple Avenue", "Austin, TX 78701", "United States"), "de": ("Kaiserstraße 5", "76133 Karlsruhe", "Deutschland"), "fr": ("3 avenue Foch", "67000 Strasbourg", "France"),
    "es": ("Avenida del Puerto 8", "46021 Valencia", "España"), "it": ("Corso Torino 44", "16129 Genova GE", "Italia"), "nl": ("Dorpsstraat 12", "3701 GH Zeist", "Nederland"),
}  # fmt: skip


@dataclass
class Folio:
    """A bill: its page and the truth; a key that is left out is open to dispute."""

    form: str
    tongue: str
    body: str
    fields: dict[str, object] = field(default_factory=dict)
    css: str = ""
    width: str = "210mm"
    height: str = "297mm"


class Dice:
    """Random facts in one language."""

    def __init__(self, seed: int, tongue: str) -> None:
        self.rng, self.tongue = random.Random(seed), tongue
        self.seller, self.buyer = self.rng.choice(SELLERS[tongue]), self.rng.choice(BUYERS[tongue])
        self.year, self.month, self.day = self.rng.randint(2018, 2025), self.rng.randint(1, 12), self.rng.randint(1, 28)
        self.gap = self.rng.choice((" ", "&nbsp;"))

    @property
    def iso(self) -> str:
        return f"{self.year}-{self.month:02d}-{self.day:02d}"

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def price(self, low: int = 500, high: int = 90_000) -> Decimal:
        return Decimal(self.rng.randint(low, high)) / 100

    def number(self, *forms: str) -> str:
        form = self.rng.choice(forms)
        made = "".join(
            self.rng.choice("0123456789") if c == "#" else self.rng.choice("ABCDEFGHJKLMNP") if c == "@" else c
            for c in form
        )
        return made.replace("{y}", str(self.year))

    def date(self, how: str = "", *, later: int = 0) -> str:
        """A date in a form of the language; `later` months behind."""
        month, year = self.month + later, self.year
        month, year = (month - 12, year + 1) if month > 12 else (month, year)
        name = MONTHS[self.tongue][month - 1]
        d, m = self.day, month
        forms = {
            "en": (
                f"{name} {d}, {year}",
                f"{name[:3]} {d}, {year}",
                f"{d} {name} {year}",
                f"{d:02d}-{name[:3]}-{year}",
            ),
            "de": (f"{d:02d}.{m:02d}.{year}", f"{d}. {name} {year}", f"{d:02d}.{m:02d}.{year % 100:02d}"),
            "fr": (f"{d:02d}/{m:02d}/{year}", f"{d} {name} {year}", f"{d:02d}-{m:02d}-{year}"),
            "es": (f"{d:02d}/{m:02d}/{year}", f"{d} de {name} de {year}", f"{d:02d}-{m:02d}-{year}"),
            "it": (f"{d:02d}/{m:02d}/{year}", f"{d} {name} {year}", f"{d:02d}.{m:02d}.{year}"),
            "nl": (f"{d:02d}-{m:02d}-{year}", f"{d} {name} {year}", f"{d:02d}/{m:02d}/{year}"),
        }[self.tongue]
        return {"us": f"{m:02d}/{d:02d}/{year}", "iso": f"{year}-{m:02d}-{d:02d}"}.get(how) or self.rng.choice(forms)

    def money(self, value: Decimal, sign: str = "") -> str:
        """An amount as the language prints it, with its sign where it stands there."""
        text = f"{abs(value):,.2f}"
        if self.tongue in ("de", "es", "it", "nl"):
            text = text.translate(str.maketrans(",.", ".,"))
        elif self.tongue == "fr":
            text = text.replace(",", " ").replace(".", ",")
        minus = "-" if value < 0 else ""
        if not sign:
            return minus + text
        if self.tongue in ("en", "nl"):
            return f"{minus}{sign}{'' if self.tongue == 'en' else ' '}{text}"
        return f"{minus}{text} {sign}"

    def vat_id(self) -> str:
        form = {
            "en": "GB#########",
            "de": "DE#########",
            "fr": "FR###########",
            "es": "ESB########",
            "it": "IT###########",
            "nl": "NL#########B01",
        }[self.tongue]
        return with_right_digits(self.number(form))


def fields_of(d: Dice, number: str, net: Decimal | None, rate: str | None, tax: Decimal | None, total: Decimal, *, buyer: bool = True,
            seller_id: str | None = "", buyer_id: str | None = "") -> dict[str, object]:  # fmt: skip
    """The truth of a bill; None leaves a key open to dispute."""
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


def share(value: Decimal, percent: str) -> Decimal:
    return (value * Decimal(percent.replace(",", ".")) / 100).quantize(CENT, ROUND_HALF_UP)


def grid(rows: Sequence[Sequence[str]], *, head: bool = True, css: str = "", right: Sequence[int] = ()) -> str:
    """A table; the columns `right` are set flush right."""
    made = []
    for number, row in enumerate(rows):
        tag = "th" if head and not number else "td"
        cells = "".join(
            f"<{tag}{' class=r' if index in right else ''}>{cell}</{tag}>" for index, cell in enumerate(row)
        )
        made.append(f"<tr>{cells}</tr>")
    return f"<table style='{css}'>{''.join(made)}</table>"


def lines(*texts: str) -> str:
    return "<br>".join(text for text in texts if text)


def page_of(folio: Folio) -> str:
    """The web page of a bill."""
    return (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(folio.form)}</title><style>@page{{size:{folio.width} {folio.height};margin:0}}"
        "body{margin:0;padding:14mm;font:10pt Liberation Sans;line-height:1.35}table{border-collapse:collapse;width:100%}th{text-align:left}"
        ".r{text-align:right}td,th{padding:2px 4px;vertical-align:top}.row{display:flex;justify-content:space-between;gap:20px}" + folio.css
        + f"</style><body>{folio.body}</body>"
    )  # fmt: skip


def print_pdf(folio: Folio, path: Path, *, chromium: str = "chromium") -> None:
    """Prints a bill to a PDF with a browser."""
    print_html(page_of(folio), path, chromium=chromium)
