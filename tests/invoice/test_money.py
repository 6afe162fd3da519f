from __future__ import annotations

import pytest

from quire.invoice.money import currencies_named, is_converted, main_currency, money_in, whole_money


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("$4.11", "4.11", "USD"),
        ("1.234,56 €", "1234.56", "EUR"),
        ("€ 1.593,36", "1593.36", "EUR"),
        ("RM 9.00", "9.00", "MYR"),
        ("Rs 1939", "1939.00", "INR"),
        ("1 234,50", "1234.50", ""),
        ("1'234.50 CHF", "1234.50", "CHF"),
        ("-9,32", "-9.32", ""),
        ("€ -9,32", "-9.32", "EUR"),
        ("12.50-", "-12.50", ""),
        ("(12.50)", "-12.50", ""),
        ("34,73", "34.73", ""),
        ("12,34,567.00", "1234567.00", ""),
        ("147 854 XOF", "147854.00", "XOF"),
        ("13 194 FBU", "13194.00", "BIF"),
        ("₦1,250.00", "1250.00", "NGN"),
        ("7 548 €", "7548.00", "EUR"),
        ("S/ 3,579.45", "3579.45", "PEN"),
        ("Q23.20", "23.20", "GTQ"),
    ],
)
def test_amounts_of_many_countries(text: str, value: str, currency: str):
    assert [(m.value, m.currency) for m in money_in(text)] == [(value, currency)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2018",
        "Q1",
        "21 %",
        "14.50%",
        "25/12/2018",
        "12.05.2018",
        "93B Sai",
        "v1.10.2",
        "192.168.10.12",
        "abc12.50x",
    ],
)
def test_what_is_no_amount(text: str):
    assert money_in(text) == []


def test_the_currency_that_stands_by_most_amounts():
    assert main_currency(["Total EUR 34,73", "€ 3,00", "$ 1.00"]) == "EUR"
    assert main_currency(["34,73"]) == ""


def test_currencies_that_words_name():
    assert currencies_named("Total in Euro *22.80 / CHF") == ["EUR", "CHF"]
    assert currencies_named("Gerechnet, Eurofighter") == []


@pytest.mark.parametrize(
    ("label", "converted"), [("total in euro", True), ("EUR", True), ("€:", True), ("total eur", False), ("bar", False)]
)
def test_labels_of_amounts_in_a_further_currency(label: str, converted: bool):
    assert is_converted(label) is converted


def test_whole_amounts_with_stars_of_a_till():
    assert [m.value for m in whole_money("*1,873")] == ["1873.00"]
    assert whole_money("1,873 pcs") == []


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [("840€", "840.00", "EUR"), ("12 £", "12.00", "GBP"), ("1.500 Gs.", "1500.00", "PYG")],
)
def test_a_whole_number_before_the_sign_of_a_currency_is_an_amount(text: str, value: str, currency: str):
    assert [(m.value, m.currency) for m in money_in(text)] == [(value, currency)]


def test_a_whole_number_before_letters_that_may_be_a_unit_is_none():
    assert money_in("12 R") == []
    assert money_in("5 MT") == []


@pytest.mark.parametrize(
    ("texts", "currency"),
    [
        (["TOTAL EN GUARANÍES:", "12.288.000"], "PYG"),
        (["Five thousand naira only", "5,000.00"], "NGN"),
        (["naira or baht", "5,000.00"], ""),
        (["TOTAL EN GUARANÍES", "USD 12.00"], "USD"),
    ],
)
def test_a_currency_that_a_page_spells(texts: list[str], currency: str):
    assert main_currency(texts) == currency
