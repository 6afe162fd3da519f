"""Periods of column titles."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.finance.periods import is_period, period_of


@pytest.mark.parametrize(
    ("label", "start", "end"),
    [
        ("2020年度", date(2020, 1, 1), date(2020, 12, 31)),
        ("2021年1-12月", date(2021, 1, 1), date(2021, 12, 31)),
        ("2021年1—6月", date(2021, 1, 1), date(2021, 6, 30)),
        ("二〇二〇年度", date(2020, 1, 1), date(2020, 12, 31)),
        ("2020年第三季度", date(2020, 7, 1), date(2020, 9, 30)),
        ("Three Months Ended June 28, 2025", date(2025, 3, 29), date(2025, 6, 28)),
        ("Nine months ended 30 September 2024", date(2024, 1, 1), date(2024, 9, 30)),
        ("Year Ended December 31, 2023", date(2023, 1, 1), date(2023, 12, 31)),
        ("52 weeks ended 2 July 2016", date(2015, 7, 5), date(2016, 7, 2)),
        ("2019", date(2019, 1, 1), date(2019, 12, 31)),
        ("期末余额", None, None),
        ("民國112年度", date(2023, 1, 1), date(2023, 12, 31)),
        ("2023年1月1日至2023 年 12月31日", date(2023, 1, 1), date(2023, 12, 31)),
        ("JAN - MAR, 2023", date(2023, 1, 1), date(2023, 3, 31)),
        ("January 1 to December 31, 2023", date(2023, 1, 1), date(2023, 12, 31)),
        ("Q3 2024", date(2024, 7, 1), date(2024, 9, 30)),
        ("2024年9月", date(2024, 9, 1), date(2024, 9, 30)),
        ("Feb-24", date(2024, 2, 1), date(2024, 2, 29)),
        ("FY2023", date(2023, 1, 1), date(2023, 12, 31)),
        ("Period 28.6.15 to 2.7.16", date(2015, 6, 28), date(2016, 7, 2)),
        ("31.12.16", date(2016, 1, 1), date(2016, 12, 31)),
    ],
)
def test_spans(label, start, end):
    period = period_of(label, instant=False)
    assert (period.start, period.end) == (start, end)


@pytest.mark.parametrize(
    ("label", "end"),
    [
        ("2020年12月31日", date(2020, 12, 31)),
        ("As of June 30, 2025 (unaudited)", date(2025, 6, 30)),
        ("31 December 2020", date(2020, 12, 31)),
        ("12/31/2020", date(2020, 12, 31)),
        ("27.6.15", date(2015, 6, 27)),
        ("2.7.16", date(2016, 7, 2)),
        ("05.06.2023", date(2023, 6, 5)),
        ("2021-12-31", date(2021, 12, 31)),
        ("2020", date(2020, 12, 31)),
    ],
)
def test_days(label, end):
    period = period_of(label, instant=True)
    assert (period.start, period.end) == (None, end)


def test_chinese_numerals_of_days_and_months():
    assert period_of("於二零二三年十二月三十一日", instant=True).end == date(2023, 12, 31)
    assert period_of("二零二二年十月三十日", instant=True).end == date(2022, 10, 30)
    assert period_of("二〇二四年六月十九日", instant=True).end == date(2024, 6, 19)
    half = period_of("截至二零二三年六月三十日止六個月", instant=False)
    assert (half.start, half.end) == (date(2023, 1, 1), date(2023, 6, 30))


@given(st.text("0123456789年月日-/. JuneQuarter第季度", max_size=30))
def test_any_text_is_survived(text):
    assert period_of(text, instant=True).label == text
    assert period_of(text, instant=False).label == text
    assert is_period(text) in (True, False)


def test_years_of_the_republic_of_china():
    assert period_of("112年12月31日", instant=True).end == date(2023, 12, 31)
    assert not is_period("100年期債券")
