from __future__ import annotations

import json

from quire.invoice.invoice import KEYS, Check, Invoice, Item, Origin, Value


def test_the_twelve_keys_come_first_and_in_order():
    fields = {"total_amount": Value("1.00", "¥1.00", Origin.TEXT), "issuer": Value("王测试", "王测试", Origin.TEXT)}
    invoice = Invoice(2, fields, (Item(name="纸", amount="1.00"),), (Check("sum", "fits", holds=True),))
    pairs = invoice.pairs()
    assert tuple(key for key, _ in pairs[:12]) == KEYS
    assert [key for key, _ in pairs[12:]] == ["issuer", "line_items", "checks"]
    said = dict(pairs)
    assert said["invoice_type"] == ""
    assert said["total_amount"] == "1.00"
    assert json.loads(said["line_items"]) == [{"name": "纸", "amount": "1.00"}]
    assert json.loads(said["checks"]) == [{"rule": "sum", "holds": True, "message": "fits"}]


def test_a_page_without_anything_has_twelve_empty_keys():
    assert Invoice(1).pairs() == [(key, "") for key in KEYS]
