"""Amounts as invoices of many countries print them, with the currency that stands by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_SIGNS = {
    "€": "EUR", "£": "GBP", "₪": "ILS", "₹": "INR", "¥": "CNY", "￥": "CNY", "$": "USD", "₩": "KRW", "zł": "PLN",
    "₺": "TRY", "₫": "VND", "đ": "VND", "฿": "THB", "₱": "PHP", "₦": "NGN", "₵": "GHS", "₴": "UAH", "₽": "RUB",
    "₸": "KZT", "৳": "BDT", "Kč": "CZK", "лв.": "BGN", "лв": "BGN",
}  # fmt: skip
_CODES = (
    "EUR", "USD", "GBP", "CHF", "AED", "MYR", "SGD", "INR", "CAD", "AUD", "HKD", "CNY", "JPY", "ILS", "SEK", "NOK",
    "DKK", "PLN", "CZK", "ZAR", "HUF", "RON", "BGN", "TRY", "NZD", "BRL", "MXN", "IDR", "VND", "THB", "PHP", "TWD",
    "KRW", "SAR", "XOF", "XAF", "XPF", "BIF", "RWF", "UGX", "CLP", "PYG", "GNF", "ISK", "KES", "NGN", "TZS", "GHS",
    "ZMW", "ETB", "TND", "DZD", "EGP", "PKR", "BDT", "LKR", "NPR", "ARS", "DOP", "CRC", "GTQ", "HNL", "UYU", "UAH",
    "RUB", "KZT", "RSD", "QAR", "KWD", "BHD", "OMR", "JOD", "MAD", "PEN", "COP", "BOB", "CDF", "AOA", "MZN", "MUR",
)  # fmt: skip
_WORDS = {
    "RM": "MYR", "Rs": "INR", "Rs.": "INR", "US$": "USD", "RMB": "CNY", "Euro": "EUR", "Euros": "EUR", "euro": "EUR",
    "euros": "EUR", "euroa": "EUR", "S$": "SGD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "C$": "CAD", "CA$": "CAD",
    "HK$": "HKD", "NT$": "TWD", "R$": "BRL", "R": "ZAR", "Ft": "HUF", "lei": "RON", "Lei": "RON", "TL": "TRY",
    "kr": "SEK", "kr.": "SEK", "Kr": "SEK", "Rp": "IDR", "Rp.": "IDR", "FCFA": "XOF", "F CFA": "XOF", "CFA": "XOF",
    "FBU": "BIF", "FBu": "BIF", "GHC": "GHS", "KSh": "KES", "Ksh": "KES", "TSh": "TZS", "USh": "UGX", "RD$": "DOP",
    "Gs.": "PYG", "S/": "PEN", "S/.": "PEN", "Bs.": "BOB", "Kz": "AOA", "MT": "MZN", "Q": "GTQ",
}  # fmt: skip
_LETTERS = frozenset({"R", "Q"})
"""Currencies that are a letter."""

_CURRENCY = "|".join(re.escape(w) for w in sorted([*_SIGNS, *_CODES, *_WORDS], key=len, reverse=True))
_WHOLE_MONEY = frozenset({
    "HUF", "IDR", "VND", "JPY", "KRW", "TWD", "XOF", "XAF", "XPF", "BIF", "RWF", "UGX", "CLP", "PYG", "GNF", "ISK",
    "TZS",
})  # fmt: skip
"""Money whose amounts have no decimals (ISO 4217, or use): with its sign behind it a whole number is an amount too."""

_PLAIN = frozenset({*_SIGNS, "EUR", "USD", "GBP", "CHF", "Euro", "Euros", "euro", "euros"}) - {"đ", "лв", "лв."}
"""Currencies that nothing else is written as: behind a whole number they make it an amount as well."""

_DIGIT = re.compile(r"\d")
_CENTS = re.compile(r"[.,]\d\d$")
_GROUPED = re.compile(r"\d[.,\s'’]\d{3}$")
_REMEMBERED = 2048  # texts: those of a page are asked for several times
_WHOLE = 16  # digits before the decimal mark; an amount has fewer
_DIGITS = (
    r"\d{1,3}(?:[,. '’\u00a0\u202f]\d{3}){1,7}(?:[.,]\d{1,2})(?!\d)"
    r"|\d{1,2}(?:,\d{2}){1,7},\d{3}\.\d{2}(?!\d)"
    r"|\d{1,20}[.,]\s?\d{2}(?!\d)"
    r"|\d{1,3}(?:[.\u00a0\u202f ,]\d{3}){1,5}(?![.,]?\d)"
)
_MONEY = re.compile(
    rf"(?<![\w.,/])(?P<before>(?:{_CURRENCY})\s?)?(?P<sign>[-−–(]\s?)?(?P<inner>(?:{_CURRENCY})\s?)?"
    rf"(?P<digits>{_DIGITS}|\d{{1,7}}(?![.,]?\d))(?P<after>\s?-(?!\d)|\)?\s?(?:{_CURRENCY})(?!\w))?(?!\s?%|[\w/]"
    rf"|[.,]\d)"
)


_NAMED = re.compile(rf"(?i)(?<![^\W\d_])(?P<name>{'|'.join(_CODES)}|euros?|RM|Fr)(?![^\W\d_])|(?P<sign>[€£₪₹￥₩₺₫฿₱])")
_IN_OTHER = re.compile(r"(?i)(?<!\w)in (?:euros?|[a-z]{3}|[€$£])(?!\w)")
_BOOKED = {"EURO": "EUR", "EUROS": "EUR", "RM": "MYR", "FR": "CHF"}


class Money(NamedTuple):
    """An amount in a text: characters [start, end)."""

    value: str  # decimal string with two decimals
    currency: str  # ISO 4217; "" when none is printed
    start: int
    end: int


def currencies_named(text: str) -> list[str]:
    """The currencies that the words of a text name, ISO 4217, each as often as it is named: "Total in Euro"."""
    return [
        _SIGNS[m["sign"]] if m["sign"] else _BOOKED.get(m["name"].upper(), m["name"].upper())
        for m in _NAMED.finditer(text)
    ]


def is_converted(label: str) -> bool:
    """Whether a label says that its amount is in a further currency, or names nothing but one: "in Euro", "EUR"."""
    alone = bool(_NAMED.search(label)) and not re.search(r"[^\W_]", _NAMED.sub("", label))
    return alone or bool(_IN_OTHER.search(label))


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
    return [*_money_in(text, three)] if _DIGIT.search(text) else []


@lru_cache(_REMEMBERED)
def _money_in(text: str, three: bool) -> tuple[Money, ...]:  # noqa: FBT001 - a cache key
    found = []
    if three:
        text = re.sub(r"(?<=\d\.\d\d)0(?![\d.,])", " ", text)
    for match in _MONEY.finditer(text):
        digits = re.sub(r"[\s'’\u00a0\u202f]", "", match["digits"])
        value = _decimal(digits)
        if value is None:
            continue
        after = match["after"] or ""
        behind = currency(after.strip(" )-"))
        if not re.search(r"[.,]\d{1,2}$", digits) and not (
            match["before"]
            or match["inner"]
            or (behind and (behind in _WHOLE_MONEY or after.strip(" )-") in _PLAIN or _GROUPED.search(match["digits"])))
        ):
            continue  # a whole number without a currency is a quantity or a year
        if (match["before"] or "").strip() in _LETTERS and not _CENTS.search(digits):
            continue  # a number that begins with a letter: R-13158, Q1
        negative = bool(match["sign"]) or after.strip() == "-"
        words = (match["before"] or match["inner"] or after.strip(" )-")).strip()
        sign = "-" if negative and value.strip("0.") else ""
        found.append(Money(sign + value, currency(words), match.start(), match.end()))
    return tuple(found)


_BARE = re.compile(r"\*{0,3}[-−–]?\s?(\d{1,3}(?:[., ]\d{3}){1,4}|\d{1,9})\*{0,3}")


def whole_money(text: str) -> list[Money]:
    """The amount of a text that is nothing but a whole number, for pages whose amounts have no decimals."""
    match = _BARE.fullmatch(text.strip())
    if not match:
        return []
    sign = "-" if text.strip(" *")[0] in "-−–" else ""
    return [Money(f"{sign}{int(re.sub(r'[., ]', '', match[1]))}.00", "", 0, len(text))]


def currency(word: str) -> str:
    """The ISO 4217 code of a currency as printed; "" for anything else."""
    bare = word.strip()
    return _SIGNS.get(bare) or _WORDS.get(bare) or (bare if bare in _CODES else "")


_SHARED = {"USD": ("AUD", "NZD", "CAD", "SGD", "HKD", "MXN"), "SEK": ("NOK", "DKK"), "CNY": ("JPY",)}
"""Currencies that share their sign with that of the first."""

_CUES = {
    "AUD": r"\bABN\b|\bPty\b|australia\b|\b(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT) \d{4}\b",
    "NZD": r"\bNZBN\b|new zealand\b|\bNZ\b|\b(?:auckland|wellington|christchurch)\b",
    "CAD": r"\bHST\b|\bQST\b|canada\b|\b(?:ON|QC|BC|AB|MB|SK|NS|NB) [A-Z]\d[A-Z]\b|RT0001",
    "SGD": r"\bsingapore\b|\bPte\b",
    "HKD": r"\bhong kong\b",
    "MXN": r"\bRFC\b|\bm[eé]xico\b|\bde C\.V\.",
    "NOK": r"\bmva\b|\borg\.?\s?nr\b|\bnorge\b|\bkontonummer\b",
    "DKK": r"\bcvr\b|\bdanmark\b|\bApS\b|\bfaktureres\b|\bA/S\b",
    "JPY": r"[ぁ-ヺ]",
}
"""What a page of the country of a currency says: a tax id, a legal form, an address."""


def _local(money: str, text: str) -> str:
    """The currency that a shared sign stands for on a page, by what else the page says of its country."""
    votes = {code: len(re.findall(f"(?i){_CUES[code]}", text)) for code in _SHARED.get(money, ())}
    best = max(votes, key=lambda code: votes[code], default="")
    return best if best and votes[best] else money


_CODE = re.compile(rf"\b(?:{'|'.join(_CODES)}|RM)\b")


_SPELLED = {
    "BRL": r"reais", "CRC": r"colones", "GTQ": r"quetzales", "HNL": r"lempiras", "HUF": r"forint", "IDR": r"rupiah",
    "MYR": r"ringgit", "NGN": r"naira", "PLN": r"złot(?:y|e|ych)", "PYG": r"guaran[ií](?:es)?", "THB": r"baht",
    "TRY": r"türk lirası", "UAH": r"гривень|гривн[яі]", "VND": r"đồng", "XOF": r"francs? cfa", "ZAR": r"rands?",
}  # fmt: skip
"""Names of currencies that one country has, as forms and amounts in words spell them."""


def _spelled(page: str) -> str:
    """The one currency that a page spells; "" for none, or several."""
    found = [code for code, name in _SPELLED.items() if re.search(rf"(?i)(?<!\w)(?:{name})(?!\w)", page)]
    return found[0] if len(found) == 1 else ""


def main_currency(texts: Iterable[str]) -> str:
    """The currency that stands by most amounts, or the one code or name that the page has; "" when it has none.

    A sign that several countries share is that of the country whose marks the page has.
    """
    texts = [*texts]
    counts: dict[str, int] = {}
    for text in texts:
        for money in money_in(text):
            if money.currency:
                counts[money.currency] = counts.get(money.currency, 0) + 1
    page = "\n".join(texts)
    for code in _CODE.findall(page):
        counts[currency(code)] = counts.get(currency(code), 0) + 1
    if not counts:
        return _spelled(page)
    best = max(counts, key=lambda c: counts[c])
    return best if re.search(rf"\b{best}\b", page) else _local(best, page)


def _decimal(digits: str) -> str | None:
    """Digits with separators as a decimal string: a last separator before one or two digits is the decimal mark."""
    match = re.fullmatch(r"(.*?)(?:[.,](\d{1,2}))?", digits)
    if not match:
        return None
    whole = re.sub(r"[.,]", "", match[1])
    return f"{int(whole)}.{(match[2] or '').ljust(2, '0')}" if whole.isdigit() and len(whole) < _WHOLE else None
