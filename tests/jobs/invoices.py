"""Invoices made of values, for tests of what becomes of them."""

from __future__ import annotations

from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from quire.model.geometry import Box


def special(number: str = "00123456", page: int = 1, **more: str) -> Invoice:
    """An invoice with a check that does not hold; `more` are further fields."""
    box = Box(400.0, 30.0, 470.5, 44.0)
    fields = {
        "invoice_type": Value("增值税专用发票", "增值税专用发票", Origin.OCR, 0.99, page, box),
        "invoice_code": Value("3300254130", "3300254130", Origin.XML),
        "invoice_number": Value(number, f"№ {number}", Origin.OCR, 0.98712, page, box),
        "invoice_date": Value("2025-11-03", "2025年11月03日", Origin.TEXT, 1.0, page, box),
        "buyer_name": Value("=cmd()", "=cmd()", Origin.TEXT, 1.0, page, box),
        "amount": Value("-100.00", "-100.00", Origin.QR, 1.0, page, box),
        "remarks": Value("+86 571", "+86 571", Origin.TEXT, 1.0, page, box),
    }
    fields |= {key: Value(value, value, Origin.TEXT, 1.0, page, box) for key, value in more.items()}
    return Invoice(
        page,
        fields,
        (Item("*餐饮服务*餐费", "", "次", "1", "100", "100.00", "6%", "6.00"), Item("-SUM(1)", amount="-5")),
        (Check("sum", "100.00 + 6.00 is not 107.00", holds=False, keys=("total_amount",)),),
    )


def blank(page: int) -> Invoice:
    """A page on which nothing was found."""
    return Invoice(page)
