"""Periods in column titles: days, years, spans of months."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from datetime import date, timedelta

from quire.finance.statement import Period
from quire.hanzi import simplified

_LONGEST = 1000  # characters that are looked at; the titles of columns, and lines with their dates, are far shorter
_MONTHS = {
    m: i for i, m in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,9}\.?"
_A_MONTH = re.compile(_MONTH, re.IGNORECASE)
_ZH_DAY = re.compile(r"(?P<y>(?:19|20)\d\d)[年./-]\s*(?P<m>\d{1,2})[月./-]\s*(?P<d>\d{1,2})日?")
_ZH_SPAN = re.compile(r"(?P<y>(?:19|20)\d\d)年?\s*(?P<a>\d{1,2})月?\s*[-—–~至]+\s*(?P<b>\d{1,2})月")
_ZH_HALF = re.compile(r"(?P<y>(?:19|20)\d\d)年?(?P<part>半年度|上半年|第[一二三四1-4]季度|前三季度)")
_ZH_MONTH = re.compile(r"(?P<y>(?:19|20)\d\d)\s*年\s*(?P<m>\d{1,2})\s*月(?:份)?(?!\s*\d)")
_ZH_YEAR = re.compile(r"(?P<y>(?:19|20)\d\d)\s*年(?:度|末|初)?")
_ZH_ROC = re.compile(
    r"(?<![\d.,])(?:民国\s*(?P<y>\d{1,3})|(?P<bare>1[0-3]\d))\s*年(?=度|\s*\d{1,2}\s*月|[及至、()\s]|$)"
)
_ROC = 1911  # the year before the first of the Republic of China, by which Taiwan counts
_ZH_APART = re.compile(r"(?<=[\d年月日至])\s+(?=[年月日至\d])")  # white space of lines that were joined
_ZH_ENDED = re.compile(r"止(?P<n>\d{1,2})个月")
_ZH_TEN = re.compile(r"([一二三四五六七八九]?)十([一二三四五六七八九]?)(?=[月日个])")
_ZH_CAPITAL = str.maketrans("〇零○一二三四五六七八九", "000123456789")
_EN_DAY = re.compile(
    rf"{_MONTH}\s{{0,9}}+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s{{0,9}}+,?\s{{0,9}}+(?P<y>(?:19|20)\d\d)", re.IGNORECASE
)
_EN_DAY2 = re.compile(
    rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s{{0,9}}+{_MONTH}\s{{0,9}}+,?\s{{0,9}}+(?P<y>(?:19|20)\d\d)", re.IGNORECASE
)
_NUMERIC = re.compile(
    r"(?<![\d.,/])(?P<a>\d{1,2})(?P<sign>[./])(?P<b>\d{1,2})(?P=sign)(?P<y>(?:19|20)?\d\d)(?![\d,]|[./]\d)"
)
"""A day in numbers: "31.12.2016", "31.12.16" as British accounts head their columns, "12/31/2016"."""
_EN_YEAR = re.compile(
    r"(?<![A-Za-z\d])(?:(?:FY|CY)\s?|(?P<part>[QH][1-4]|[1-4][QH])\s?(?:FY)?\s?)?(?P<y>(?:19|20)\d\d)\b"
)
_EN_MONTH_YEAR = re.compile(rf"^\W*{_MONTH}\s{{0,9}}+[-–’' ]\s{{0,9}}+(?P<y>(?:(?:19|20)\d\d|\d\d))\W*$", re.IGNORECASE)
"""A month alone, as monthly accounts head their columns: "Jan-24", "Feb 2024"."""
_CENTURY = 2000
_EN_MONTHS = re.compile(
    rf"{_MONTH}\s{{0,9}}+(?:\d{{1,2}}\s{{0,9}}+)?,?\s{{0,9}}+(?P<from>(?:19|20)\d\d)?\s{{0,9}}+(?:[-–—]|to"
    rf"|through)\s{{0,9}}+{_MONTH.replace('month', 'last')}\s{{0,9}}+(?P<d>\d{{1,2}})?\s{{0,9}}+,?\s{{0,9}}+(?P<y>(?:1"
    rf"9|20)\d\d)",
    re.IGNORECASE,
)
"""A span of months: "Jan - Mar, 2023", "January 1 to December 31, 2023"."""
_EN_SPAN = re.compile(
    r"(?P<n>three|six|nine|twelve|3|6|9|12|13|26|39|52|53|thirteen|twenty-six|thirty-nine"
    r"|fifty-two)[\s-]{0,9}+(?P<what>months?|weeks?)|(?P<quarter>(?:first|second|third|fourth)?\s{0,9}+(?:fiscal "
    r")?quarter)|(?P<year>years?\b|annual|twelve months)",
    re.IGNORECASE,
)
_COUNT = {
    "three": 3,
    "six": 6,
    "nine": 9,
    "twelve": 12,
    "thirteen": 13,
    "twenty-six": 26,
    "thirty-nine": 39,
    "fifty-two": 52,
}


def is_period(text: str) -> bool:
    """Whether a text is a date, a year or a span, as in column titles and lines below titles."""
    bare = unicodedata.normalize("NFKC", text[:_LONGEST])
    return bool(
        _ZH_YEAR.search(_in_digits(bare))
        or _EN_YEAR.search(bare)
        or _ZH_DAY.search(bare)
        or _EN_MONTH_YEAR.search(bare)
        or any(map(_numeric, _NUMERIC.finditer(bare)))
    )


def has_day(text: str) -> bool:
    """Whether a text names a month or a day, not only a year."""
    bare = unicodedata.normalize("NFKC", text[:_LONGEST])
    return bool(_A_MONTH.search(bare) or _NUMERIC.search(bare) or re.search(r"\d\s*月", _in_digits(bare)))


def is_month(text: str) -> bool:
    """Whether a text names a month or a span of months, as upper lines of titles do: "June 28,", "Six months ended"."""
    bare = text[:_LONGEST]
    return bool(_A_MONTH.search(bare) or _EN_SPAN.search(bare))


def period_of(label: str, *, instant: bool) -> Period:
    """The period of a column title; without dates if it names none.

    Args:
        label: The title ("2020年12月31日", "Nine Months Ended June 28, 2025", "2019").
        instant: Whether the statement shows a day (balance sheet) and not a span.
    """
    bare = unicodedata.normalize("NFKC", label[:_LONGEST])
    found = _chinese(_in_digits(bare)) if re.search(r"[年月日]", bare) else None
    start, end = found or _english(bare)
    if end is not None and start is None and not instant:
        start = _begin(bare, end)
    return Period(label, None if instant else start, end)


def _in_digits(text: str) -> str:
    """Chinese numerals of a date as digits: 二零二三年十二月三十一日 as 2023年12月31日."""
    bare = _ZH_TEN.sub(lambda m: (m[1] or "一") + (m[2] or "零"), simplified(text))
    bare = bare.translate(_ZH_CAPITAL)
    if "年" in bare:
        bare = _ZH_ROC.sub(lambda m: f"{int(m['y'] or m['bare']) + _ROC}年", _ZH_APART.sub("", bare))
    return bare


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, min(day, monthrange(year, month)[1]))
    except (ValueError, IndexError):
        return None


def _chinese(bare: str) -> tuple[date | None, date | None] | None:
    if match := _ZH_SPAN.search(bare):
        year, first, last = int(match["y"]), int(match["a"]), int(match["b"])
        return _day(year, first, 1), _day(year, last, 31)
    days = [_day(int(m["y"]), int(m["m"]), int(m["d"])) for m in _ZH_DAY.finditer(bare)]
    if len(days) == 1 and (match := _ZH_ENDED.search(bare)) and days[0] is not None:
        return _months_before(days[0], int(match["n"])), days[0]
    if days:
        return (days[0], days[-1]) if len(days) > 1 else (None, days[0])
    if match := _ZH_MONTH.search(bare):
        year, month = int(match["y"]), int(match["m"])
        return _day(year, month, 1), _day(year, month, 31)
    if match := _ZH_HALF.search(bare):
        return _part(int(match["y"]), match["part"])
    if match := _ZH_YEAR.search(bare):
        year = int(match["y"])
        return (None, date(year, 1, 1)) if "年初" in bare else (date(year, 1, 1), date(year, 12, 31))
    return None


def _part(year: int, words: str) -> tuple[date | None, date | None]:
    if "半年" in words:
        return date(year, 1, 1), date(year, 6, 30)
    if "前三" in words:
        return date(year, 1, 1), date(year, 9, 30)
    number = "一二三四".find(words[1]) + 1 or int(words[1])
    return date(year, 3 * number - 2, 1), _day(year, 3 * number, 31)


def _english(bare: str) -> tuple[date | None, date | None]:
    if match := _EN_MONTH_YEAR.search(bare):
        year, month = int(match["y"]), _MONTHS[match["month"].lower()]
        year += _CENTURY if year < 100 else 0
        return _day(year, month, 1), _day(year, month, 31)
    if match := _EN_MONTHS.search(bare):
        year = int(match["y"])
        first = _day(int(match["from"] or year), _MONTHS[match["month"].lower()], 1)
        return first, _day(year, _MONTHS[match["last"].lower()], int(match["d"] or 31))
    for pattern in (_EN_DAY, _EN_DAY2):
        if match := pattern.search(bare):
            return None, _day(int(match["y"]), _MONTHS[match["month"].lower()], int(match["d"]))
    if match := _ZH_DAY.search(bare):
        return None, _day(int(match["y"]), int(match["m"]), int(match["d"]))
    if days := [_numeric(match) for match in _NUMERIC.finditer(bare)]:
        return (days[0], days[-1]) if len(days) > 1 else (None, days[0])
    if match := _EN_YEAR.search(bare):
        year = int(match["y"])
        if match["part"]:
            months = 3 if "Q" in match["part"] else 6
            last = months * int(match["part"].strip("QH"))
            return (_day(year, last - months + 1, 1), _day(year, last, 31)) if last <= 12 else (None, None)
        return date(year, 1, 1), date(year, 12, 31)
    return None, None


def _numeric(match: re.Match[str]) -> date | None:
    """A day in numbers; the month comes first between slashes alone, unless it cannot be one."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["y"])
    year += _CENTURY if year < 100 else 0
    day_first = a > 12 or (match["sign"] == "." and b <= 12)
    return _day(year, b, a) if day_first else _day(year, a, b)


def _begin(bare: str, end: date) -> date | None:
    """The first day of a span that ends on `end`, by the words of its title; a year if it has none."""
    match = _EN_SPAN.search(bare)
    if match is None or match["year"]:
        return _months_before(end, 12)
    if match["quarter"]:
        return _months_before(end, 3)
    count = int(_COUNT.get(match["n"].lower(), 0) or match["n"])
    if match["what"].lower().startswith("week"):
        return end - timedelta(weeks=count) + timedelta(days=1)
    return _months_before(end, count)


def _months_before(end: date, months: int) -> date:
    """The day after the one that is so many months before `end`; month ends stay month ends."""
    index = end.year * 12 + end.month - 1 - months
    year, month = divmod(index, 12)
    last = monthrange(year, month + 1)[1]
    day = last if end.day == monthrange(end.year, end.month)[1] else min(end.day, last)
    return date(year, month + 1, day) + timedelta(days=1)
