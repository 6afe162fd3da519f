"""Units and currencies as statements print them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from quire.hanzi import simplified

_ZH = re.compile(
    r"(?<![制报])单位[:：]?(?P<unit>(?:人民币|[港美欧日]币)?(?:[十百千万亿]*[港美欧日]?元|[十百千万亿]+(?![\u4e00-\u9fff]))(?:人民币)?|人民币)|[(（]?\s*(?:金额单位|除特别注明外)[^)）]{0,24}?(?P<unit2>(?:人民币|[港美欧日]币)?[十百千万亿]*[港美欧日]?元)"
)
_ZH_BARE = re.compile(
    r"^[(（]?(?:金额)?(?:单位|均?为|以)?[:：]?(?P<unit>(?:人民币|[港美欧日]币|美元)?[十百千万亿]*[港美欧日]?元)(?:列示|表示|为单位)?(?:人民币)?[)）]?$"
)
_ZH_FACTOR = {"百万": 10**6, "千万": 10**7, "万": 10**4, "千": 10**3, "亿": 10**8, "十亿": 10**9, "百": 100}
_SCALE = re.compile("[十百千万亿]+")
_CHINESE_MONEY = re.compile("人民[币幣]")
_EN = re.compile(
    r"(?P<money>us\$|hk\$|u\.s\. dollars?|dollars?|[$€£¥]|rmb|usd|hkd|eur|gbp|cad|aud|euros?|pounds?|sterling)?\s*(?:(?:are|is|in|expressed|stated|amounts?|presented)\s+)*"
    r"(?P<scale>['’‘]\s*000s?|000s?['’]?s|000['’]s|\bmillions?\b|\bthousands?\b|\bbillions?\b|\bmn\b|(?<=[£$€\s])m\b|\bk\b)",
    re.IGNORECASE,
)
_CURRENCY = {
    "CNY": re.compile(r"人民币|RMB|CNY|¥|￥|元", re.IGNORECASE),
    "HKD": re.compile(r"港[币元]|HK\$|HKD|Hong Kong dollars?", re.IGNORECASE),
    "USD": re.compile(r"美[元币金]|US\$|USD|U\.S\. dollars?|\$|\bdollars?\b", re.IGNORECASE),
    "GBP": re.compile(r"£|GBP|sterling|\bpounds?\b", re.IGNORECASE),
    "EUR": re.compile(r"€|EUR\b|\beuros?\b|欧[元币]", re.IGNORECASE),
    "JPY": re.compile(r"JPY|\byen\b|日[元币]", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as printed, what a printed 1 stands for, and the currency (ISO 4217, "" when not printed)."""

    printed: str
    multiplier: int
    currency: str


def unit_of(text: str) -> Unit | None:
    """The unit that a line states: "单位：万元 币种：人民币", "(In millions, except per share data)", "£'000"."""
    bare = unicodedata.normalize("NFKC", text).strip()
    if not bare or len(bare) > 240:
        return None
    return _chinese(bare) or _english(bare)


def _chinese(bare: str) -> Unit | None:
    printed = "".join(bare.split())
    squeezed = simplified(printed)
    match = _ZH.search(squeezed) or _ZH_BARE.match(squeezed)
    if match is None:
        return None
    name = next((name for name, text in match.groupdict().items() if text), "")
    if not name:
        return None
    unit = match[name]
    printed = _CHINESE_MONEY.sub("", printed[slice(*match.span(name))])
    if "元" not in unit and unit != "人民币":
        printed += "元"
    scale = _SCALE.search(unit)
    factor = _ZH_FACTOR.get(scale[0], 1) if scale else 1
    currency = next((c for c in ("HKD", "USD", "EUR", "JPY") if _CURRENCY[c].search(squeezed)), "CNY")
    return Unit(printed or "元", factor, currency)


def _english(bare: str) -> Unit | None:
    match = _EN.search(bare)
    if match is None:
        return None
    scale = match["scale"].lower()
    factor = (
        1000 if "000" in scale or scale.startswith(("thousand", "k")) else 10**9 if scale.startswith("b") else 10**6
    )
    return Unit(bare.strip("()[] "), factor, currency_of(bare))


def currency_of(text: str) -> str:
    """The currency that a text names (ISO 4217), "" for none; "$" alone is USD."""
    for code, pattern in _CURRENCY.items():
        if pattern.search(text):
            return code
    return ""
