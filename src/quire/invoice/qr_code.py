"""The QR code of Chinese invoices: 01,kind,code,number,amount,date,check code,CRC (the tax authority's format)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from quire.invoice.invoice import Origin, Value
from quire.invoice.invoice_kinds import kind_of_code
from quire.invoice.value_formats import amount, day
from quire.model.barcode import Barcode

MAX_TEXT = 512  # characters that are looked at; the longest known code has about 110
WITH_TAX = frozenset({"31", "32", "51", "59", "61", "81", "82", "83", "84"})
"""Kinds of fully digital invoices: their code has the amount with tax, that of the older kinds without."""

_NUMBER = re.compile(r"\d{8}|\d{20}")
_COMMAS = 5  # in the text of an invoice code at least


def fields_of_codes(codes: Iterable[Barcode], page: int) -> dict[str, Value]:
    """The fields of the first invoice code among `codes`; {} when there is none."""
    for code in codes:
        fields = _fields(code, page)
        if fields:
            return fields
    return {}


def _fields(code: Barcode, page: int) -> dict[str, Value]:
    if len(code.text) > MAX_TEXT or code.text.count(",") < _COMMAS or not code.text.startswith("01,"):
        return {}
    _, kind, letters, number, sum_, date, *rest = (part.strip() for part in code.text.split(","))
    if not _NUMBER.fullmatch(number):
        return {}
    found: dict[str, tuple[str, str]] = {"invoice_number": (number, number)}
    if re.fullmatch(r"\d{10}|\d{12}", letters):
        found["invoice_code"] = (letters, letters)
    if issued := day(date):
        found["invoice_date"] = (issued, date)
    money = amount(sum_)
    if money is not None:
        found["total_amount" if kind in WITH_TAX else "amount"] = (money, sum_)
    if rest and re.fullmatch(r"\d{20}", rest[0]):
        found["check_code"] = (rest[0], rest[0])
    if title := kind_of_code(kind):
        found["invoice_type"] = (title, kind)
    return {key: Value(v, p, Origin.QR, 1.0, page, code.box) for key, (v, p) in found.items()}
