import pytest

from quire.layout.text.numeric_text import closes_amount, is_amount, is_currency, is_marker, is_unit, is_year


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1,234",
        "۳٬۴۵۰",
        "١٬٢٣٤٫٥",
        "۱۲٫۵٪",
        "1,234.56",
        "(12.3)",
        "-5",
        "12%",
        "$ 4",
        "$(1,204)",
        "–",
        "N/A",
        "3.1–4.7",
        "1 234 567",
        "1e-3",
        ".5",
        "94.2*",
        "1,446,280,612",
        "¥1,200.00",
        "（3.2）",
        "15,00 €",
        "1 200 kr",
        "99 zł",
        "HK5.87 cents",
        "12.4 pence",
    ],
)
def test_figures(text):
    assert is_amount(text)


@pytest.mark.parametrize(
    "text", ["", "Total", "2023年度", "Note 5", "12 months", "a1", "3 of 4", "1.2.3.4.5", "Q1/23", "cents", "S1", "R12"]
)
def test_no_figures(text):
    assert not is_amount(text)


@pytest.mark.parametrize("text", ["2023", "FY 2023", "2022-23", "2023年", "2023年度", "2024E"])
def test_years(text):
    assert is_year(text)


@pytest.mark.parametrize(
    "text",
    [
        "HK$'000",
        "HK$’000",
        "Rs.",
        "%",
        "USD million",
        "December 31,",
        "As at",
        "30.06.2009",
        "31 December 2016",
        "元",
        "RMB",
        "Rs. in lakhs",
        "$ in millions",
    ],
)
def test_units_and_dates(text):
    assert is_unit(text)


@pytest.mark.parametrize("text", ["Total", "Revenue", "1,234", "合计", "in", "Rs. in hand"])
def test_no_units(text):
    assert not is_unit(text)


@pytest.mark.parametrize(("text", "wanted"), [("$", True), ("HK$", True), ("$ (", True), ("dollar", False)])
def test_currency_signs(text, wanted):
    assert is_currency(text) is wanted


@pytest.mark.parametrize(("text", "wanted"), [(")", True), ("%)", True), ("%", True), ("(", False)])
def test_signs_that_end_a_figure(text, wanted):
    assert closes_amount(text) is wanted


@pytest.mark.parametrize("text", ["•", "1.", "(a)", "(iv)", "1.2", "[3]", "一、", "（二）", "①"])
def test_marks_of_lists(text):
    assert is_marker(text)
