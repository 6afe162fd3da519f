from __future__ import annotations

import pytest

from quire.invoice.dates import dates_in, month_first


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("7. Mai 2014", "2014-05-07"),
        ("August 3 , 2014", "2014-08-03"),
        ("Jan 1, 2022", "2022-01-01"),
        ("19 april 2014", "2014-04-19"),
        ("du 02 Juillet 2015", "2015-07-02"),
        ("27-NOV-18 (CREATED)", "2018-11-27"),
        ("25/12/2018", "2018-12-25"),
        ("12-01-19 21:13", "2019-01-12"),
        ("8-9-2022", "2022-09-08"),
        ("2018-03-05", "2018-03-05"),
        ("20180305", "2018-03-05"),
        ("15 de marzo de 2021", "2021-03-15"),
        ("2. März 2020", "2020-03-02"),
        ("03/20/2023", "2023-03-20"),
        ("07 0ctober 2015", "2015-10-07"),
        ("19-0CT-17", "2017-10-19"),
        ("Issue Date15/02/2025", "2025-02-15"),
        ("5161296 11:13 Sep 03. 2019", "2019-09-03"),
    ],
)
def test_dates_of_many_countries(text: str, iso: str):
    assert [day.iso for day in dates_in(text)] == [iso]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "HC03-7 - 15",
        "1.234,56",
        "99/99/2020",
        "32.01.2020",
        "02/15/20XX",
        "Tel. 01 71 17 61 67",
        "20181399",
        "A15/02/2025",
    ],
)
def test_what_is_no_date(text: str):
    assert dates_in(text) == []


def test_the_order_of_day_and_month_comes_from_the_document():
    assert [d.iso for d in dates_in("3/4/2020", month_first=True)] == ["2020-03-04"]
    assert [d.iso for d in dates_in("3/4/2020")] == ["2020-04-03"]
    assert month_first(["3/4/2020", "3/20/2020"]) is True
    assert month_first(["20/3/2020"]) is False
    assert month_first(["3/4/2020"]) is None


def test_places_are_those_of_the_text():
    text = "Date: 25/12/2018 due 2019-01-01"
    assert [text[d.start : d.end] for d in dates_in(text)] == ["25/12/2018", "2019-01-01"]
