from __future__ import annotations

import pytest

from quire.invoice.invoice import Origin
from quire.invoice.qr_code import fields_of_codes
from quire.model.barcode import Barcode
from quire.model.geometry import Box

BOX = Box(1, 2, 3, 4)


def said(text: str) -> dict[str, str]:
    return {key: value.value for key, value in fields_of_codes([Barcode(text, BOX)], 3).items()}


def test_older_kinds_carry_the_amount_without_tax():
    assert said("01,10,043002200911,45933445,4073.9,20220419,05402529581244737706,DA3A,") == {
        "invoice_number": "45933445",
        "invoice_code": "043002200911",
        "invoice_date": "2022-04-19",
        "amount": "4073.90",
        "check_code": "05402529581244737706",
        "invoice_type": "增值税电子普通发票",
    }


def test_digital_kinds_carry_the_total():
    assert said("01,31,,24322651424008650818,67096.66,20240509,,6B0C,") == {
        "invoice_number": "24322651424008650818",
        "invoice_date": "2024-05-09",
        "total_amount": "67096.66",
        "invoice_type": "电子发票（增值税专用发票）",
    }


def test_the_first_invoice_code_counts_and_keeps_its_place():
    codes = [
        Barcode("https://example.org/?a=1,2,3,4,5,6", BOX),
        Barcode("01,04,1100191130,12345678,-1.00,20200101,", BOX),
    ]
    found = fields_of_codes(codes, 3)
    assert found["amount"].value == "-1.00"
    assert (found["amount"].source, found["amount"].page, found["amount"].box) == (Origin.QR, 3, BOX)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "01",
        "01,,,,,,,",
        "02,10,1,2,3,4,5",
        "01,10," * 200_000,
        "01,10,x,12345,1,20200101,",
        "01,10,,1234567a,1,20200101,,",
    ],
)
def test_other_codes_and_hostile_ones_say_nothing(text: str):
    assert said(text) == {}


def test_nonsense_inside_a_code_is_left_out():
    assert said("01,99,12,12345678,1e400,20201399,123,") == {"invoice_number": "12345678"}
