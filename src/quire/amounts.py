"""Amounts as they are printed: digits with separators and signs, and Chinese amounts in capital characters.

The grammar covers what statements and invoices print (numbers per CLDR 45, grouping of `en`, `zh`, `de`, `fr`,
`de-CH`, `en-IN`; negative amounts in accounting style; capitals per the Chinese rules for bills and settlement
vouchers, 正确填写票据和结算凭证的基本规定, annex 1 of 支付结算办法, 1997):

    sign      (1,234)  （1,234）  -1,234  −1,234  1,234-  △1,234  ▲1,234  <1,234>
    currency  $ 1,234   RMB1,234.00   1.234,56 €   人民币1,234元
    groups    1,234,567   1 234 567   1'234'567   1.234.567,89   12,34,567   １，２３４
    nil       -  –  —  --  nil  无
    capitals  壹万贰仟叁佰肆拾伍元陆角柒分   人民币捌拾元整   负叁元伍角
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

__all__ = ["is_nil", "parse", "parse_capitals", "to_capitals"]

MAX_LENGTH = 40  # characters; amounts in print are shorter, and longer digit strings are numbers of accounts

_LONGEST_DASH = 5  # characters of a nil mark; longer lines are drawn rules
_DASHES = "-‐‑‒–—―−─﹣一ー"
_TRIANGLES = "△▲∆Δ"
_CURRENCY = re.compile(
    r"""(?i)
      人民币|港[币元]|美元|欧元                       # Chinese names
    | (?:us|hk|nt|au|ca|a|c|s|r)\$                   # dollars and the real
    | \b(?:rmb|cny|usd|hkd|eur|gbp|chf|jpy|sgd|aud|cad|inr|rs\.?)(?![a-z])  # codes (ISO 4217), rupees
    | [¥$€£₹₩₽₣]                                     # signs
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"[\s\u200b]")
_TWO = re.compile(r"\d\s+(?!\d{3}(?!\d))\d|\d{4}\s+\d|[.,]\d+\s+\d")  # digits apart that are no group of three
_NIL_WORDS = frozenset({"nil", "none", "无"})
_PLAIN = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_COMMAS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?")
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:\.\d{3})+,\d+")
_APOSTROPHES = re.compile(r"\d{1,3}(?:'\d{3})+(?:[.,]\d+)?")
_DECIMAL_COMMA = re.compile(r"\d+,\d{1,2}")
_COMMA_STYLE = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?")

_NUMERALS = "零壹贰叁肆伍陆柒捌玖"
_DIGITS = {c: i for i, c in enumerate(_NUMERALS)} | {c: i for i, c in enumerate("〇一二三四五六七八九")}
_DIGITS |= {"两": 2, "貳": 2, "參": 3, "陸": 6, "弍": 2, "弐": 2, "叄": 3}
_COUNTED = frozenset(_DIGITS) | {"拾", "十"}  # ten needs no one before it
_PLACES = {"拾": 10, "十": 10, "佰": 100, "百": 100, "仟": 1000, "千": 1000}
_GROUPS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_PARTS = {"角": Decimal("0.1"), "分": Decimal("0.01"), "厘": Decimal("0.001")}
_CLOSING = re.compile("[⊗ⓧⓍ㊣×]")  # printed before an amount in words so that nothing can be added
_CAPITAL_LIMIT = Decimal(10) ** 16


@lru_cache(maxsize=16384)
def parse(text: str, *, comma: bool | None = None) -> Decimal | None:
    """The signed value of a printed amount; None when the text is anything else (also for a nil mark).

    Args:
        text: One cell. Currency signs, spaces and a closing percent sign do not count ("12.5%" is 12.5).
        comma: Whether a comma is the decimal mark. None decides by the text alone: the last of two different
            separators is the decimal mark, "1,234" has a group, "1,23" and "1234,5" have decimals, "1.234" has three.

    Footnote marks, units and anything that is not part of an amount make the answer None: half an amount is never
    read as a whole one.
    """
    if not text or len(text) > MAX_LENGTH:
        return None
    bare = unicodedata.normalize("NFKC", text)
    if _TWO.search(bare):
        return None
    bare = _CURRENCY.sub("", _SPACE.sub("", bare)).removesuffix("元").replace("’", "'").replace("‘", "'")
    negative, digits = _unsigned(bare)
    value = _value(digits, comma=comma) if digits else None
    return -value if value is not None and negative else value


def is_nil(text: str) -> bool:
    """Whether a cell says "nothing" on purpose: dashes, "nil", "无", with or without a currency sign."""
    bare = _SPACE.sub("", unicodedata.normalize("NFKC", text))
    bare = _CURRENCY.sub("", bare)
    if bare.startswith("(") and "一" in bare:  # (一) numbers an item
        return False
    bare = bare.strip("()")
    return bool(bare) and (
        (len(bare) <= _LONGEST_DASH and all(c in _DASHES for c in bare)) or bare.lower() in _NIL_WORDS
    )


def _unsigned(bare: str) -> tuple[bool, str]:
    """(negative, digits) of a text without currency, spaces and signs; a bracket that has no fellow stays."""
    negative = False
    bare = bare.removesuffix("%")
    if bare[:1] and bare[0] in _TRIANGLES:
        negative, bare = True, bare[1:]
    if (bare[:1], bare[-1:]) in (("(", ")"), ("<", ">"), ("[", "]")):
        negative, bare = True, bare[1:-1].removesuffix("%")
    if bare[:1] and bare[0] in _DASHES:
        negative, bare = not negative, bare[1:]
    elif bare[-1:] and bare[-1] in _DASHES:
        negative, bare = not negative, bare[:-1]
    elif bare.startswith("+"):
        bare = bare[1:]
    return negative, bare


def _value(digits: str, *, comma: bool | None) -> Decimal | None:
    if not digits.isascii() or (not digits[-1].isdigit() and digits[-1] != "."):
        return None
    if _APOSTROPHES.fullmatch(digits):
        return Decimal(digits.replace("'", "").replace(",", "."))
    if comma:
        return Decimal(digits.replace(".", "").replace(",", ".")) if _COMMA_STYLE.fullmatch(digits) else None
    if _PLAIN.fullmatch(digits):
        return Decimal(digits)
    if _COMMAS.fullmatch(digits):
        return Decimal(digits.replace(",", "").removesuffix("."))
    if comma is None and (_POINTS.fullmatch(digits) or _DECIMAL_COMMA.fullmatch(digits)):
        return Decimal(digits.replace(".", "").replace(",", "."))
    return None


def parse_capitals(text: str) -> Decimal | None:
    """The value of a Chinese amount in words (大写), in yuan; None when the text is none.

    Capital and ordinary numerals are read, "整" and "正" close an amount, "负" makes it negative, "圆", "圓" and "元"
    separate the whole yuan from 角 and 分. A text without 元, 角 or 分, or without a numeral (a unit: 万元), is no
    amount.
    """
    bare = unicodedata.normalize("NFKC", _CLOSING.sub("", text))
    bare = _SPACE.sub("", bare).translate(str.maketrans("圆圓園", "元元元"))
    bare = re.sub(r"^[(]?大写[)]?:?|人民币:?|[(]大写[)]|[整正]$", "", bare)
    negative = bare.startswith(("负", "負"))
    bare = bare.lstrip("负負")
    if len(bare) > MAX_LENGTH or not any(c in bare for c in "元角分") or not any(c in _COUNTED for c in bare):
        return None
    head, yuan, tail = bare.rpartition("元")
    whole = _integer(head) if yuan and head else 0
    part = _fraction(tail.rstrip("整正"))
    if whole is None or part is None:
        return None
    value = Decimal(whole) + part
    return -value if negative else value


def _integer(text: str) -> int | None:
    """The value of numerals with 拾 佰 仟 万 亿."""
    total = section = digit = 0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _PLACES:
            section += (digit or (1 if char in "拾十" else 0)) * _PLACES[char]
            digit = 0
        elif char in _GROUPS:
            total = (
                (total + section + digit) * _GROUPS[char]
                if char in "亿億"
                else total + (section + digit) * _GROUPS[char]
            )
            section = digit = 0
        else:
            return None
    return total + section + digit


def _fraction(text: str) -> Decimal | None:
    """The value of 角, 分, 厘."""
    total, digit = Decimal(0), None
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _PARTS and digit is not None:
            total += digit * _PARTS[char]
            digit = None
        else:
            return None
    return total if not digit else None


def to_capitals(value: Decimal) -> str:
    """An amount of yuan in capital characters, as bills print it: "壹佰元零伍分", "叁元整".

    Raises:
        ValueError: more than two decimals, or 10 quadrillion yuan and more.
    """
    cents = abs(value) * 100
    if cents != cents.to_integral_value() or abs(value) >= _CAPITAL_LIMIT:
        raise ValueError("An amount in capitals has at most two decimals and sixteen digits.")
    yuan, rest = divmod(int(cents), 100)
    jiao, fen = divmod(rest, 10)
    out = "负" if value < 0 else ""
    if yuan or not rest:
        out += _numerals(yuan) + "元"
    if not rest:
        return out + "整"
    if jiao:
        out += _NUMERALS[jiao] + "角"
    elif yuan:
        out += "零"
    return out + (_NUMERALS[fen] + "分" if fen else "整")


def _numerals(number: int) -> str:
    """A whole number in capital numerals."""
    if number == 0:
        return "零"
    groups: list[int] = []
    while number:
        number, group = divmod(number, 10**4)
        groups.append(group)
    out, gap = "", False
    for index in range(len(groups) - 1, -1, -1):
        group = groups[index]
        if group == 0:
            gap = bool(out)
            out += "亿" if index == 2 and len(groups) > 3 else ""
            continue
        if out and (gap or group < _PLACES["仟"]):
            out += "零"
        gap = False
        out += _four(group) + ("", "万", "亿", "万")[index]
    return out


def _four(group: int) -> str:
    """1..9999 in capital numerals."""
    out, gap = "", False
    for place, unit in ((1000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
        digit = group // place % 10
        if digit:
            out += ("零" if gap and out else "") + _NUMERALS[digit] + unit
            gap = False
        else:
            gap = True
    return out
