"""Invoices as the JSON of the interface: the contract's three keys and, on request, where each value was found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from quire.jobs.statement_json import Json, array
from quire.model.geometry import Box


def result_json(invoices: Sequence[Invoice], *, details: bool = False) -> bytes:
    """The array ``result`` of the interface: one element a page, in order."""
    return array(element(invoice, details=details) for invoice in invoices)


def element(invoice: Invoice, *, details: bool = False) -> dict[str, Json]:
    """One element of ``result``: `page`, `total_tokens`, `fields` with the twelve keys first; with `details` more.

    Details add to each field that was found `printed`, `source` (xml, qr, text, ocr, derived, model), `confidence`,
    `page` and `polygon` (four corners in points of the upright page, clockwise from the top left; null for XML), and
    to the element the rows of goods and the checks as values.
    """
    fields: list[Json] = []
    for key, value in invoice.pairs():
        field: dict[str, Json] = {"key": key, "value": value}
        if details and (observed := invoice.fields.get(key)):
            field |= _observed(observed)
        fields.append(field)
    made: dict[str, Json] = {"page": invoice.page, "total_tokens": invoice.total_tokens, "fields": fields}
    if details:
        items: list[Json] = [dict(item._asdict()) for item in invoice.items]
        checks: list[Json] = [dict(check._asdict()) | {"keys": list(check.keys)} for check in invoice.checks]
        made["details"] = {"items": items, "checks": checks}
    return made


def _observed(value: Value) -> dict[str, Json]:
    others: list[Json] = [{"value": text, "probability": share} for text, share in value.others]
    return {
        "printed": value.printed,
        "source": str(value.source),
        "confidence": round(value.confidence, 3),
        "page": value.page or None,
        "polygon": _polygon(value.box),
        **({"alternatives": others} if others else {}),
    }


def _polygon(box: Box | None) -> Json:
    if box is None:
        return None
    x0, y0, x1, y1 = (round(side, 2) for side in (box.x0, box.y0, box.x1, box.y1))
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def invoices(body: bytes) -> tuple[Invoice, ...]:
    """The invoices of an array that was written with details: the way back, for sheets made of many files.

    Raises:
        ValueError, KeyError, TypeError: it is no such array.
    """
    return tuple(_invoice(one) for one in json.loads(body))


def _invoice(one: Mapping[str, Any]) -> Invoice:
    details = one["details"]
    return Invoice(
        page=int(one["page"]),
        fields={field["key"]: _value(field) for field in one["fields"] if "source" in field},
        items=tuple(Item(**item) for item in details["items"]),
        checks=tuple(Check(**(check | {"keys": tuple(check["keys"])})) for check in details["checks"]),
        total_tokens=int(one["total_tokens"]),
    )


def _value(field: Mapping[str, Any]) -> Value:
    polygon = field["polygon"]
    box = None if polygon is None else Box(*polygon[0], *polygon[2])
    origin, page = Origin(field["source"]), field["page"] or 0
    others = tuple((one["value"], one["probability"]) for one in field.get("alternatives", ()))
    return Value(field["value"], field["printed"], origin, field["confidence"], page, box, others)
