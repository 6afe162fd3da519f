"""Texts that are numbers in a table: amounts, percentages, nil marks, years, units, currency signs."""

from __future__ import annotations

import re
from collections.abc import Callable

CURRENCIES = frozenset(
    [
        "$",
        "€",
        "£",
        "¥",
        "￥",
        "₹",
        "₩",
        "₽",
        "US$",
        "HK$",
        "C$",
        "A$",
        "NT$",
        "S$",
        "R$",
        "RMB",
        "USD",
        "EUR",
        "GBP",
        "HKD",
        "INR",
        "CAD",
        "CHF",
        "Rs",
        "Rs.",
        "₺",
        "₴",
        "zł",
        "Kč",
        "kr",
        "kr.",
        "руб.",
        "人民币",
    ]
)
NIL = frozenset(
    [
        "-",
        "–",
        "—",
        "―",
        "−",
        "--",
        "---",
        "—",
        "–",
        "nil",
        "Nil",
        "NIL",
        "n/a",
        "N/A",
        "n.a.",
        "N.A.",
        "na",
        "NA",
        "NM",
        "nm",
        "N.M.",
        "n.m.",
        "*",
        "**",
        "…",
        "...",
        "–",
        "/",
    ]
)
CHECK_MARKS = frozenset(["✓", "✔", "✗", "✘", "√", "×", "☑", "☒", "☐"])  # answers in the columns of a checklist

_LONGEST = 32  # characters of an amount, or of a range of two
_MOST = 8192  # cached texts

_AMOUNT = re.compile(
    r"""(?:(?:US|HK|C|A|NT|S|R)?[$€£¥￥₹]|US|HK|NT)?\s{0,20}+      # currency
        [(（\[<~≈±+\-–—−]{0,20}+\s{0,20}+                        # sign or opening bracket
        (?:(?:US|HK|C|A|NT|S|R)?[$€£¥￥₹]|US|HK|NT)?\s{0,20}+
        (?:\d{1,3}(?:[,，'’٬\u00a0\u2009 ]\d{2,3})+|\d+|(?=[.,]\d))  # 1,234,567 or 1 234 or 1234 or .5
        (?:[.,．٫]\d+)?                               # decimals
        (?:\s{0,20}+[eE×x]\s{0,20}+-?\d+)?
        \s{0,20}+[)）\]]?\s{0,20}+
        (?:%|％|٪|‰|\u00b0|pp|bps|x|倍|元|万元|亿元|[KMBkmb]n?|bn|(?:[mb]|tr)illion|thousand|cents?|pence|¢
        |[€£$¥₹₽₩₺₴]|EUR|USD|GBP|CHF|zł|Kč|kr\.?|руб\.)?\s{0,20}+[)）\]]?
        (?:\s{0,20}+\(?[*†‡§a-e1-9]\)?)?                   # a footnote mark
        \**""",
    re.VERBOSE,
)
_RANGE = re.compile(
    r"[(\[]?\s{0,20}+[<>≤≥]?\s{0,20}+\d[\d.,]{0,40}%?\s{0,20}+(?:[-–—~/±]|to|至)\s{0,20}+\d[\d.,]{0,40}%?\s{0,20}+[)\]]?"
)
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d(?:\s?年度?)?[AEF*]?|(?:19|20)\d\d\s?[-/–]\s?(?:\d\d|(?:19|20)\d\d)")
_UNIT = re.compile(
    r"""[(（\[]?\s*+(?:in\s++)?(?:(?:US|HK|C|A|NT|S|R)?[$€£¥￥₹]|RMB|USD|EUR|GBP|HKD|INR|CAD|Rs\.?|Rupees|人民币|港[元币]|[千百万亿]*元|股|万股|单位)?
        \s*+(?:[/.']|\bin\s)?\s*+(?:['’‘]?0{3}(?:,?000)?['’]?s?|millions?|thousands?|billions?|[mb]n|[mM]|%|％|Crores?|Lakhs?|cents?)?\s*+[)）\]]?""",
    re.VERBOSE | re.IGNORECASE,
)
_DATE = re.compile(
    r"""(?:As\s+(?:at|of)\s*)?
        (?:(?:\d{1,2}\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:\s+\d{1,2})?,?(?:\s+(?:19|20)\d\d)?
        |\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|(?:19|20)\d\d\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?|As\s+(?:at|of))""",
    re.VERBOSE | re.IGNORECASE,
)
_MARKER = re.compile(
    r"(?:[•●○▪■□◆➢✓–—*·-]|\(?\d{1,3}[.)]?|\(?[a-zA-Z][.)]|\(?[ivxIVX]+[.)]|\[\d+\]|\d+(?:\.\d+)+\.?|[一二三四五六七八九十]+[、.]|（[一二三四五六七八九十\d]+）|[①-⑳]|\d+、|注\d*[:：])"
)
_CLOSERS = re.compile(r"[)）\]%％٪‰*†‡§]+")


def is_amount(text: str) -> bool:
    """Whether the text is an amount and nothing else: "1,234.5", "(12.3)%", "$ 4", "15,00 €", "–", "3.1–4.7"."""
    return _AMOUNTS.of(text)


def is_year(text: str) -> bool:
    """Whether the text is a year or a financial year, as in column headings: "2023", "FY 2023", "2022-23", "2023年"."""
    return _YEARS.of(text)


def is_unit(text: str) -> bool:
    """Whether the text is a unit or a date as printed under a column heading: "HK$'000", "Rs.", "%", "December 31,"."""
    return _UNITS.of(text)


def is_currency(text: str) -> bool:
    """Whether the text is a currency sign alone (a lone opening bracket before a negative amount may follow)."""
    return _SIGNS.of(text)


def closes_amount(text: str) -> bool:
    """Whether the text only closes a figure to its left: ")", "%", ")%"."""
    return _ENDS.of(text)


def is_marker(text: str) -> bool:
    """Whether the text is a list marker: "•", "(a)", "3.", "1.2", "（一）"."""
    return _MARKERS.of(text)


class _Answers:
    """A cached test of texts; tables repeat them. When compiled, `lru_cache` is slower."""

    __slots__ = ("_known", "_test")

    def __init__(self, test: Callable[[str], bool]) -> None:
        self._test = test
        self._known: dict[str, bool] = {}

    def of(self, text: str) -> bool:
        """The result for a text."""
        answer = self._known.get(text)
        if answer is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            answer = self._known[text] = self._test(text)
        return answer


def _figure(text: str) -> bool:
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return False
    if text in NIL or text in CHECK_MARKS:
        return True
    return bool(_AMOUNT.fullmatch(text) or _RANGE.fullmatch(text))


def _year(text: str) -> bool:
    return bool(_YEAR.fullmatch(text.strip()))


def _unit(text: str) -> bool:
    return bool(_UNIT.fullmatch(text.strip()) or _DATE.fullmatch(text.strip()))


def _sign(text: str) -> bool:
    return text.strip().rstrip("(（ ") in CURRENCIES


def _end(text: str) -> bool:
    return bool(_CLOSERS.fullmatch(text.strip()))


def _mark(text: str) -> bool:
    return bool(_MARKER.fullmatch(text.strip()))


_AMOUNTS = _Answers(_figure)
_YEARS = _Answers(_year)
_UNITS = _Answers(_unit)
_SIGNS = _Answers(_sign)
_ENDS = _Answers(_end)
_MARKERS = _Answers(_mark)
