"""Amounts and dates: the exact lexical forms, and what is none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company import number_formats


@pytest.mark.parametrize(
    ("shown", "lexical"),
    [
        ("2,324,002,796.73", "2324002796.73"),
        ("(86,820)", "-86820"),
        ("（86,820）", "-86820"),
        (".384", "0.384"),
        ("-.5", "-0.5"),
        ("8.77%", "0.0877"),
        ("-3.60", "-3.60"),
        ("+7", "7"),
        ("0", "0"),
        ("0.00", "0.00"),
        ("1，234", "1234"),
        (" 12 ", "12"),
        ("100%", "1.00"),
    ],
)
def test_amounts_keep_their_digits(shown: str, lexical: str):
    assert number_formats.lexical(shown) == lexical


@pytest.mark.parametrize(
    "shown",
    [
        "",
        "-",
        "--",
        "1,23",
        "010-59729000",
        "0066",
        "1e5",
        "NaN",
        "Infinity",
        "12 34",
        "²",
        "١٢",
        "1.2.3",
        "()",
        "%",
        "9" * 99,
    ],
)
def test_what_is_no_amount_is_none(shown: str):
    assert number_formats.lexical(shown) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**15), max_value=10**15))
def test_printing_and_reading_are_inverse(amount: Decimal):
    assert Decimal(number_formats.lexical(number_formats.printed(amount)) or "") == amount
    assert Decimal(number_formats.lexical(number_formats.in_parentheses(amount)) or "") == amount


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str):
    found = number_formats.lexical(text)
    assert found is None or Decimal(found).is_finite()
    day = number_formats.day(text)
    assert day is None or number_formats.is_day(day)


@pytest.mark.parametrize(
    ("shown", "iso"),
    [
        ("2016-07-22", "2016-07-22"),
        ("20160722", "2016-07-22"),
        ("2016/7/2", "2016-07-02"),
        ("2016.07.02", "2016-07-02"),
        ("2016年7月2日", "2016-07-02"),
        ("2016-07-22 00:00:00", "2016-07-22"),
        ("2016-07-22T00:00:00Z", "2016-07-22"),
        ("Sep 27, 2025", "2025-09-27"),
        ("September 7, 2025", "2025-09-07"),
        ("2016-02-29", "2016-02-29"),
    ],
)
def test_dates_in_the_forms_of_the_sources(shown: str, iso: str):
    assert number_formats.day(shown) == iso


@pytest.mark.parametrize("shown", ["2015-02-29", "2016-13-01", "20161301", "2016", "", "Foo 12, 2020", "0000-01-01"])
def test_what_is_no_date_is_none(shown: str):
    assert number_formats.day(shown) is None


def test_labels_of_american_documents():
    assert number_formats.label("2025-09-07") == "Sep 07, 2025"
    assert number_formats.label("Sep 7, 2025") == "Sep 07, 2025"
    assert number_formats.label("soon") is None


def test_what_stands_for_no_value():
    assert all(number_formats.is_missing(text) for text in ("", " - ", "--", "N/A", "null", "None", "不适用"))
    assert not number_formats.is_missing("0")
