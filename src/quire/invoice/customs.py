"""Payment forms of the Chinese customs (海关专用缴款书): duty and taxes on imports, a levy for each row of goods.

What is levied on stands in the column of values (完税价格), the levy in the last one; what is to be paid is the sum of
the levies, so amount and tax do not add up to the total here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from quire.invoice.form_layout import FormLayout, value_below, value_beside, value_span
from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.item_columns import tokens_of
from quire.invoice.value_formats import amount, value_of

_NUMBER = re.compile(r"(?<!\d)\d{18}-?[A-Z]\d{2}(?!\d)")


def payment_of(sheet: FormLayout, items: Sequence[Item]) -> dict[str, Value]:
    """Number, payer and sums of a payment form."""
    found: dict[str, Value] = {}
    for number, row in enumerate(sheet.rows):
        match = _NUMBER.search(row.text)
        if match:
            found.setdefault("invoice_number", sheet.value(match[0], number, *match.span()))
    found |= _payer(sheet)
    rates = list(dict.fromkeys(item.tax_rate for item in items if item.tax_rate))
    for key, own in (("amount", "amount"), ("tax_amount", "tax")):
        parts = [value_of(getattr(item, own)) for item in items]
        place = _place(sheet, own, getattr(items[0], own)) if items else None
        if place and parts and all(part is not None for part in parts):
            added = sum((part for part in parts if part is not None), Decimal(0))
            origin = place.source if len(parts) == 1 else Origin.DERIVED
            found[key] = replace(place, value=f"{added:.2f}", source=origin)
            if key == "tax_amount" and rates:
                found["tax_rate"] = replace(place, value=",".join(rates), printed=",".join(rates))
    return found


def _payer(sheet: FormLayout) -> dict[str, Value]:
    """The name in the block of who pays, which stands right of the block of who is paid."""
    head = next(((n, row.text.find("缴款单位")) for n, row in enumerate(sheet.rows) if "缴款单位" in row.text), None)
    if head is None:
        return {}
    left = sheet.rows[head[0]].glyphs[head[1]].x0 - 2 * sheet.rows[head[0]].em
    for label in sheet.labels:
        row = sheet.rows[label.row]
        if label.kind != "name" or label.row < head[0] or row.glyphs[label.start].x0 < left:
            continue
        start, end = value_span(sheet, label)
        place = (label.row, start, end) if end > start else value_beside(sheet, label) or value_below(sheet, label)
        if place:
            return {"buyer_name": sheet.value(sheet.rows[place[0]].printed(*place[1:]), *place)}
    return {}


def _place(sheet: FormLayout, kind: str, text: str) -> Value | None:
    """Where the first figure of a column stands."""
    goods = sheet.goods
    if goods is None:
        return None
    for number in range(goods.first, goods.body):
        row = sheet.rows[number]
        for token in tokens_of(row, number):
            middle = (token.box.x0 + token.box.x1) / 2
            if goods.kind_at(middle) == kind and amount(row.text[token.start : token.end]) == text:
                return sheet.value(text, number, token.start, token.end)
    return None
