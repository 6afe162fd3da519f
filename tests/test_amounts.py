"""Printed amounts."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.amounts import is_nil, parse, parse_capitals, to_capitals


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", "1234"),
        ("(1,234)", "-1234"),
        ("（1，234）", "-1234"),
        ("-1,234.50", "-1234.50"),
        ("−1", "-1"),
        ("1,234-", "-1234"),
        ("△12", "-12"),
        ("▲1.5", "-1.5"),
        ("$ (5)", "-5"),
        ("($5)", "-5"),
        ("RMB1,234.00", "1234.00"),
        ("人民币1,234元", "1234"),
        ("1.234,56 €", "1234.56"),
        ("1.234.567", "1234567"),
        ("1 234 567", "1234567"),
        ("1'234.50", "1234.50"),
        ("12,34,567", "1234567"),
        ("１，２３４.５", "1234.5"),
        ("1,23", "1.23"),
        (".5", "0.5"),
        ("12.5%", "12.5"),
        ("(3.1)%", "-3.1"),
        ("0.00", "0.00"),
    ],
)
def test_printed_amounts(text, value):
    assert parse(text) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "a1",
        "1,,2",
        "(1,234",
        "1,234)",
        "2020 2019",
        "45 12",
        "1,2345",
        "1,234.5 6",
        "12/31/2020",
        "七、1",
        "1" * 50,
    ],
)
def test_what_is_no_amount(text):
    assert parse(text) is None


def test_the_decimal_mark_can_be_told():
    assert parse("1.234", comma=True) == 1234
    assert parse("1,234", comma=True) == Decimal("1.234")
    assert parse("1,234.5", comma=True) is None


@pytest.mark.parametrize(
    ("text", "nil"), [("-", True), ("—", True), ("$ —", True), ("nil", True), ("0", False), ("", False), ("x", False)]
)
def test_nil_marks(text, nil):
    assert is_nil(text) is nil


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=2))
def test_whatever_is_printed_is_read_back(value):
    assert parse(f"{value:,}") == value
    if value < 0:
        assert parse(f"({-value:,})") == value
    else:
        assert parse(f"{value:,}".replace(",", " ").replace(".", ",") if abs(value) >= 1000 else f"{value}") == value


@given(st.text(max_size=50))
def test_any_text_is_survived(text):
    value = parse(text)
    assert value is None or value.is_finite()
    assert is_nil(text) in (True, False)
    assert parse_capitals(text) is None or isinstance(parse_capitals(text), Decimal)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("壹万贰仟叁佰肆拾伍元陆角柒分", "12345.67"),
        ("人民币（大写）捌拾元整", "80"),
        ("负叁元伍角", "-3.5"),
        ("ⓧ壹佰圆整", "100"),
        ("壹拾亿零伍万元整", "1000050000"),
        ("伍角", "0.5"),
    ],
)
def test_capitals_are_read(text, value):
    assert parse_capitals(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "元", "万元", "人民币元", "元整", "壹佰", "壹元x角", "hello 元", "角分"])
def test_what_is_no_amount_in_capitals(text):
    assert parse_capitals(text) is None


def test_nothing_in_capitals_is_an_amount():
    assert parse_capitals("零元整") == 0


@given(st.decimals(min_value=0, max_value=Decimal("9999999999999.99"), places=2))
def test_capitals_are_read_as_they_were_written(value):
    assert parse_capitals(to_capitals(value)) == value


def test_capitals_have_limits():
    assert to_capitals(Decimal("-5.06")) == "负伍元零陆分"
    with pytest.raises(ValueError, match="two decimals"):
        to_capitals(Decimal("0.001"))


def test_a_number_of_an_item_is_no_nil_mark() -> None:
    assert not is_nil("（一）")
    assert not is_nil("(一)")
    assert is_nil("(-)")
