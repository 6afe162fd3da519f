"""Amounts as invoices of many countries print them, with the currency that stands by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_SIGNS = {"€": "EUR", "£": "GBP", "₪": "ILS", "₹": "INR", "¥": "CNY", "￥": "CNY", "$": "USD", "₩": "KRW", "zł": "PLN"}
_CODES = (
    "EUR",
    "USD",
    "GBP",
    "CHF",
    "AED",
    "MYR",
    "SGD",
    "INR",
    "CAD",
    "AUD",
    "HKD",
    "CNY",
    "JPY",
    "ILS",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "ZAR",
)
_WORDS = {
    "RM": "MYR",
    "Rs": "INR",
    "Rs.": "INR",
    "US$": "USD",
    "RMB": "CNY",
    "Euro": "EUR",
    "Euros": "EUR",
    "S$": "SGD",
    "A$": "AUD",
}
_CURRENCY = "|".join(re.escape(w) for w in sorted([*_SIGNS, *_CODES, *_WORDS], key=len, reverse=True))
_WHOLE = 16  # digits before the decimal mark; an amount has fewer
_DIGITS = (
    r"\d{1,3}(?:[,. '’\u00a0\u202f]\d{3}){1,7}(?:[.,]\d{1,2})(?!\d)"
    r"|\d{1,2}(?:,\d{2}){1,7},\d{3}\.\d{2}(?!\d)"
    r"|\d{1,20}[.,]\s?\d{2}(?!\d)"
)
_MONEY = re.compile(
    rf"(?<![\w.,/])(?P<before>(?:{_CURRENCY})\s?)?(?P<sign>[-−–(]\s?)?(?P<inner>(?:{_CURRENCY})\s?)?"
    rf"(?P<digits>{_DIGITS}|\d{{1,7}}(?![.,]?\d))(?P<after>\s?-(?!\d)|\)?\s?(?:{_CURRENCY})(?!\w))?(?!\s?%|[\w/]"
    rf"|[.,]\d)"
)


class Money(NamedTuple):
    """An amount in a text: characters [start, end)."""

    value: str  # decimal string with two decimals
    currency: str  # ISO 4217; "" when none is printed
    start: int
    end: int


def three_decimals(text: str) -> bool:
    """Whether the amounts of a page have three decimals: "1,116.000" shows it, or most figures end so."""
    three, two = len(re.findall(r"\d\.\d{3}(?![\d.,])", text)), len(re.findall(r"\d[.,]\d{2}(?![\d.,])", text))
    return bool(re.search(r"\d,\d{3}\.\d{3}(?!\d)|(?<!\d)0\.\d{3}(?!\d)", text)) and three > two


def money_in(text: str, *, three: bool = False) -> list[Money]:
    """The amounts of a text in their order: two decimals, or a currency sign before a whole number.

    Args:
        text: of one line.
        three: whether amounts have three decimals behind a point; a nought at their end is dropped.
    """
    found = []
    if three:
        text = re.sub(r"(?<=\d\.\d\d)0(?![\d.,])", " ", text)
    for match in _MONEY.finditer(text):
        digits = re.sub(r"[\s'’\u00a0\u202f]", "", match["digits"])
        value = _decimal(digits)
        if value is None:
            continue
        after = match["after"] or ""
        if not re.search(r"[.,]", digits) and not (match["before"] or match["inner"]):
            continue  # a whole number without a currency is a quantity or a year
        negative = bool(match["sign"]) or after.strip() == "-"
        words = (match["before"] or match["inner"] or after.strip(" )-")).strip()
        sign = "-" if negative and value.strip("0.") else ""
        found.append(Money(sign + value, currency(words), match.start(), match.end()))
    return found


def currency(word: str) -> str:
    """The ISO 4217 code of a currency as printed; "" for anything else."""
    bare = word.strip()
    return _SIGNS.get(bare) or _WORDS.get(bare) or (bare if bare in _CODES else "")


def main_currency(texts: Iterable[str]) -> str:
    """The currency that stands by most amounts, or the one code that is named; "" when none is."""
    counts: dict[str, int] = {}
    for text in texts:
        for money in money_in(text):
            if money.currency:
                counts[money.currency] = counts.get(money.currency, 0) + 1
        for code in re.findall(rf"\b(?:{'|'.join(_CODES)}|RM)\b", text):
            counts[currency(code)] = counts.get(currency(code), 0) + 1
    return max(counts, key=lambda c: counts[c]) if counts else ""


def _decimal(digits: str) -> str | None:
    """Digits with separators as a decimal string: a last separator before one or two digits is the decimal mark."""
    match = re.fullmatch(r"(.*?)(?:[.,](\d{1,2}))?", digits)
    if not match:
        return None
    whole = re.sub(r"[.,]", "", match[1])
    return f"{int(whole)}.{(match[2] or '').ljust(2, '0')}" if whole.isdigit() and len(whole) < _WHOLE else None
