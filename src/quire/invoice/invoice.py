"""An invoice as read: values that were observed, rows of goods, findings of rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from quire.model.geometry import Box

KEYS = (
    "invoice_type",
    "invoice_code",
    "invoice_number",
    "invoice_date",
    "buyer_name",
    "buyer_tax_id",
    "seller_name",
    "seller_tax_id",
    "amount",
    "tax_rate",
    "tax_amount",
    "total_amount",
)
"""The keys that every answer has, in this order."""

EXTRAS = (
    "check_code",
    "machine_code",
    "buyer_address_phone",
    "buyer_bank_account",
    "seller_address_phone",
    "seller_bank_account",
    "amount_in_words",
    "payee",
    "reviewer",
    "issuer",
    "remarks",
    "currency",
    "due_date",
    "passenger",
    "departure",
    "destination",
    "journey_number",
    "journey_date",
    "journey_time",
    "seat",
    "seat_class",
    "ticket_number",
    "fare",
    "fuel_surcharge",
    "development_fund",
    "plate",
    "vehicle_model",
    "vehicle_number",
)
"""Further keys, present only when found; `line_items` and `checks` follow them."""


class Origin(StrEnum):
    """Where a value was observed, best first."""

    XML = "xml"  # an invoice in XML inside the file
    QR = "qr"  # the QR code of the invoice
    TEXT = "text"  # the text layer
    OCR = "ocr"  # our recognition
    DERIVED = "derived"  # not observed: what the identity of the sums leaves over
    MODEL = "model"  # chosen by a language model among what stands on the page


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a field, normalised, and what was observed."""

    value: str  # normalised: YYYY-MM-DD, decimal with a point, "13%"; several rates parted by ","
    printed: str  # as observed
    source: Origin
    confidence: float = 1.0  # 0..1; 1 for text, XML and codes
    page: int = 0  # 1-based; 0 for values of an XML file
    box: Box | None = None  # points, upright page; None for values of an XML file
    others: tuple[tuple[str, float], ...] = ()  # what else it may be, with the probability of each, the likeliest first


class Item(NamedTuple):
    """A row of goods or services; "" where the row does not say."""

    name: str = ""
    spec: str = ""
    unit: str = ""
    quantity: str = ""  # decimal strings
    unit_price: str = ""
    amount: str = ""  # without tax where the invoice shows it so
    tax_rate: str = ""
    tax: str = ""


class Check(NamedTuple):
    """A rule that was applied. A rule that fails is a finding, never a rejection."""

    rule: str  # a stable word: "sum", "line_sum", "capitals" ...
    message: str
    holds: bool
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invoice:
    """What one page says as an invoice; no field is present without an observation."""

    page: int  # 1-based
    fields: Mapping[str, Value] = field(default_factory=dict)  # KEYS then EXTRAS, only those found
    items: tuple[Item, ...] = ()
    checks: tuple[Check, ...] = ()
    total_tokens: int = 0  # used by a language model
    withheld: Mapping[str, Value] = field(default_factory=dict)  # what makes no invoice without the pages beside it
    withheld_items: tuple[Item, ...] = ()  # rows of such a page
    printed: frozenset[Decimal] = frozenset()  # amounts, without signs, of a page whose rows do not make its sums

    def pairs(self) -> list[tuple[str, str]]:
        """The answer of the contract: the twelve keys first and in order, "" when absent, then what else was found."""
        pairs = [(key, self.text(key)) for key in KEYS]
        pairs += [(key, self.text(key)) for key in EXTRAS if self.text(key)]
        if self.items:
            rows = [{key: value for key, value in row._asdict().items() if value} for row in self.items]
            pairs.append(("line_items", json.dumps(rows, ensure_ascii=False)))
        if self.checks:
            findings = [{"rule": c.rule, "holds": c.holds, "message": c.message} for c in self.checks]
            pairs.append(("checks", json.dumps(findings, ensure_ascii=False)))
        return pairs

    def text(self, key: str) -> str:
        """A field's normalised value; "" when absent."""
        value = self.fields.get(key)
        return value.value if value else ""
