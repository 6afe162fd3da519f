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
        ("2021-12-31", date(2021, 12, 31)),
        ("2020", date(2020, 12, 31)),
    ],
)
def test_days(label, end):
    period = period_of(label, instant=True)
    assert (period.start, period.end) == (None, end)


@given(st.text("0123456789年月日-/. JuneQuarter第季度", max_size=30))
def test_any_text_is_survived(text):
    assert period_of(text, instant=True).label == text
    assert period_of(text, instant=False).label == text
    assert is_period(text) in (True, False)
