"""Printed values in the contract's form: dates, decimals, percentages, tax ids; None if the print is not one."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal, InvalidOperation

_DAY = re.compile(r"(\d{4})[年./\-](\d{1,2})[月./\-](\d{1,2})(?!\d)日?|(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)")
_DECIMAL = re.compile(r"[-−—–]?\d+(?:\.\d+)?|[-−—–]?\.\d+")
_CONFUSED_DIGITS = str.maketrans("OoQDIlLZSB", "0000111258")
_CONFUSED_ID = str.maketrans("OIZS", "0125")  # letters that GB 32100 leaves out, and what they are read for
_ID = re.compile(r"[0-9A-Z]{15}|[0-9A-Z]{18}|[0-9A-Z]{20}")
_UNIFIED = 18  # characters of a unified social credit code (GB 32100-2015)
_FREE = ("免税", "不征税", "***")

ZERO = "0.00"


def day(text: str) -> str | None:
    """YYYY-MM-DD of the first Chinese or ISO date in a text without spaces."""
    for match in _DAY.finditer(unicodedata.normalize("NFKC", text)):
        year, month, number = (int(g) for g in match.groups() if g)
        try:
            return date(year, month, number).isoformat()
        except ValueError:
            continue
    return None


def decimal(text: str) -> str | None:
    """A number as a decimal string, its decimals kept: "￥1,234.50" gives "1234.50"; None for anything else."""
    bare = unicodedata.normalize("NFKC", text).strip()
    bare = re.sub(r"[¥$€£\s,，元]|RMB|CNY", "", bare)
    if bare.startswith("(") and bare.endswith(")"):
        bare = "-" + bare[1:-1]
    if not _DECIMAL.fullmatch(bare):
        return None
    sign = "-" if bare[0] in "-−—–" else ""
    digits = bare.lstrip("-−—–")
    return sign + (digits if digits[0] != "." else "0" + digits)


def amount(text: str) -> str | None:
    """A decimal string with two decimals at least; None for anything else."""
    number = decimal(text)
    if number is None:
        return None
    _, point, cents = number.partition(".")
    if len(cents) >= 2:
        return number
    return number + ("0" if cents else "00" if point else ".00")


def rate(text: str) -> str | None:
    """A tax rate: "13%", "1.5%", "免税", "不征税", "***"; a fraction of XML ("0.06") becomes a percent."""
    bare = re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
    if bare in _FREE or re.fullmatch(r"\*+", bare):
        return bare if bare in _FREE else "***"
    percent = bare.endswith("%")
    number = value_of(bare.rstrip("%"))
    if number is None or not 0 <= number <= 100:
        return None
    if not percent:
        if number > 1:
            return None
        number *= 100
    return f"{number.normalize():f}%"


def value_of(text: str) -> Decimal | None:
    """A decimal string as a number; None for anything else."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def tax_id(text: str, *, recognised: bool = False) -> str | None:
    """A taxpayer id of 15, 18 or 20 characters, spaces and hyphens removed; None for anything else.

    In recognised text the letters that unified codes never have become the digits they are read for.
    """
    bare = re.sub(r"[\s\-]", "", unicodedata.normalize("NFKC", text)).upper()
    if recognised and len(bare) == _UNIFIED:
        bare = bare.translate(_CONFUSED_ID)
    return bare if _ID.fullmatch(bare) else None


def digits(text: str, *, recognised: bool = False) -> str:
    """The digits of a text; in recognised text letters become the digits that they resemble."""
    bare = re.sub(r"[\s\-]", "", unicodedata.normalize("NFKC", text))
    return bare.translate(_CONFUSED_DIGITS) if recognised else bare
