"""Invoices as JSON, and back."""

from __future__ import annotations

import json

from quire.invoice.invoice import KEYS
from quire.jobs.invoice_json import element, invoices, result_json
from tests.jobs import invoices as make


def test_an_element_has_exactly_the_keys_of_the_contract():
    made = element(make.special())
    assert list(made) == ["page", "total_tokens", "fields"]
    assert [field["key"] for field in made["fields"]][:12] == list(KEYS)
    assert [field["key"] for field in made["fields"]][12:] == ["remarks", "line_items", "checks"]
    assert all(list(field) == ["key", "value"] for field in made["fields"])
    assert all(isinstance(value, str) for field in made["fields"] for value in field.values())


def test_an_empty_page_has_the_twelve_keys_empty():
    fields = element(make.blank(7))["fields"]
    assert fields == [{"key": key, "value": ""} for key in KEYS]


def test_details_say_where_a_value_was_observed():
    made = element(make.special(), details=True)
    number = next(field for field in made["fields"] if field["key"] == "invoice_number")
    assert number == {
        "key": "invoice_number",
        "value": "00123456",
        "printed": "№ 00123456",
        "source": "ocr",
        "confidence": 0.987,
        "page": 1,
        "polygon": [[400.0, 30.0], [470.5, 30.0], [470.5, 44.0], [400.0, 44.0]],
    }
    code = next(field for field in made["fields"] if field["key"] == "invoice_code")
    assert (code["source"], code["page"], code["polygon"]) == ("xml", None, None)
    assert made["details"]["items"][0]["name"] == "*餐饮服务*餐费"
    assert made["details"]["checks"][0] == {
        "rule": "sum",
        "message": "100.00 + 6.00 is not 107.00",
        "holds": False,
        "keys": ["total_amount"],
    }


def test_an_array_with_details_is_read_back():
    pages = (make.special(), make.blank(2))
    again = invoices(result_json(pages, details=True))
    assert [one.pairs() for one in again] == [one.pairs() for one in pages]
    assert again[0].checks == pages[0].checks
    assert again[0].items == pages[0].items
    assert again[0].fields["invoice_number"].box == pages[0].fields["invoice_number"].box
    assert json.loads(result_json([])) == []
