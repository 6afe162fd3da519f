"""Amounts and dates of company records: their exact lexical forms, and the forms in which they are printed.

RDF libraries take any text as a decimal or a date, so both are checked here, when they enter a record.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache

MISSING = frozenset({"", "-", "--", "---", "—", "——", "–", "n/a", "na", "nan", "none", "null", "nil", "不适用", "无"})
"""What stands in a cell for "no value", in lower case."""

LONGEST = 60
"""Characters of an amount; what is longer is no amount."""

_TOO_LONG_FOR_MISSING = 8
"""Characters, spaces included, from which on a cell cannot say "no value"."""

_ISO_DAY = 10
"""Characters of a date in the ISO form (2016-07-22)."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_AMOUNT = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?")
_COMMON = re.compile(r"-?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0)(?:\.\d+)?", re.ASCII)
_LEADING_ZERO = re.compile(r"[-+]?0\d")  # codes, telephone numbers
_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})-|/(\d{1,2})/|\.(\d{1,2})\.|年(\d{1,2})月)(\d{1,2})日?(?:[T ].*)?", re.DOTALL)
_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})")
_LABEL = re.compile(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2}), ?(\d{4})")


def lexical(text: str) -> str | None:
    """Return the lexical form (xsd:decimal) of a printed amount, digits as printed; None when it is not an amount.

    "1,234.50" is 1234.50, "(86,820)" is -86820, ".384" is 0.384, "8.77%" is 0.0877.
    """
    if len(text) > LONGEST:
        return None
    return text.replace(",", "") if _COMMON.fullmatch(text) else _lexical(text)  # nearly all cells are of this form


@lru_cache(maxsize=1 << 14)
def _lexical(text: str) -> str | None:
    shown = text.strip().replace("，", ",").replace("（", "(").replace("）", ")").replace("−", "-")
    percent = shown.endswith("%")
    shown = shown.removesuffix("%").rstrip()
    negative = shown.startswith("(") and shown.endswith(")")
    shown = shown[1:-1].strip() if negative else shown
    if not shown.isascii() or not _AMOUNT.fullmatch(shown) or not shown.strip("+-.") or _LEADING_ZERO.match(shown):
        return None
    digits = shown.replace(",", "").lstrip("+")
    negative, digits = negative != digits.startswith("-"), digits.lstrip("-")
    digits = f"0{digits}" if digits.startswith(".") else digits
    if percent:
        digits = f"{Decimal(digits).scaleb(-2):f}"
    return f"-{digits}" if negative else digits


def is_missing(text: str) -> bool:
    """Return whether a cell says that there is no value."""
    return len(text) < _TOO_LONG_FOR_MISSING and text.strip().lower() in MISSING


def printed(amount: Decimal | str | int) -> str:
    """Return an amount with thousands separators and a minus sign, its digits unchanged."""
    return f"{Decimal(amount):,f}"


def in_parentheses(amount: Decimal | str | int) -> str:
    """Return an amount as the American documents print it: thousands separators, parentheses when negative."""
    value = Decimal(amount)
    value = value.quantize(Decimal(1)) if value == value.to_integral_value() else value
    return f"({-value:,f})" if value < 0 else f"{value:,f}"


@lru_cache(maxsize=1 << 14)
def day(text: str) -> str | None:
    """Return the ISO form of a date in a source (20160722, 2016/7/22, 2016年7月22日); None if it is not a date."""
    shown = text.strip()
    found = _DAY.fullmatch(shown)
    if found:
        year, *months, number = found.groups()
        return _real(int(year), int(next(filter(None, months))), int(number))
    found = _DIGITS.fullmatch(shown)
    if found:
        return _real(*map(int, found.groups()))
    found = _LABEL.fullmatch(shown)
    if found and found[1].title() in MONTHS:
        return _real(int(found[3]), MONTHS.index(found[1].title()) + 1, int(found[2]))
    return None


def is_day(text: str) -> bool:
    """Return whether a text is exactly a date in the ISO form."""
    return len(text) == _ISO_DAY and text[4] == "-" and day(text) == text


@lru_cache(maxsize=1 << 12)
def label(text: str) -> str | None:
    """Return a date as the American documents print it, e.g. "Sep 27, 2025"; None when `text` is not a date."""
    iso = day(text)
    return f"{MONTHS[int(iso[5:7]) - 1]} {iso[8:]}, {iso[:4]}" if iso else None


def _real(year: int, month: int, number: int) -> str | None:
    try:
        return date(year, month, number).isoformat()
    except ValueError:
        return None
