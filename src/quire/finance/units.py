"""Units and currencies as statements print them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from quire.hanzi import simplified

_ZH_MONEY = r"(?:人民币|新?台币|[港美欧日澳]币)"
_ZH_YUAN = r"(?:[港美欧日澳]|新加坡|加|[韩日])?[元圆]"
_ZH_SCALE = "[十百佰千仟万亿]"
_ZH = re.compile(
    rf"(?<![制报])单位[:：]?(?P<unit>{_ZH_MONEY}?(?:{_ZH_SCALE}*{_ZH_YUAN}|{_ZH_SCALE}+(?![\u4e00-\u9fff]))(?:人民币)?|{_ZH_MONEY})"
    rf"|[(（]?\s{{0,9}}(?:金额单位|除特别注明外)[^)）]{{0,24}}?(?P<unit2>{_ZH_MONEY}?{_ZH_SCALE}*{_ZH_YUAN})"
    rf"|(?:金额|数字|除)[^()（）]{{0,16}}?以(?P<unit3>{_ZH_MONEY}?{_ZH_SCALE}*{_ZH_YUAN})(?:列示|表示|为单位|呈列|列报|计)"
)
_ZH_BARE = re.compile(
    rf"^[(（]?(?:金额)?(?:单位|均?为|以)?[:：]?(?P<unit>(?:{_ZH_MONEY}|美元)?{_ZH_SCALE}*{_ZH_YUAN})(?:列示|表示"
    rf"|为单位)?(?:人民币)?[)）]?$"
)
_ZH_FACTOR = {"百万": 10**6, "千万": 10**7, "万": 10**4, "千": 10**3, "亿": 10**8, "十亿": 10**9, "百": 100}
_ZH_CAPITAL = str.maketrans("佰仟", "百千")
_SCALE = re.compile(f"{_ZH_SCALE}+")
_LONGEST = 240  # characters of a line with a unit at most
_CHINESE_MONEY = re.compile("人民[币幣]")
_EN_MONEY = (
    r"us\$|hk\$|s\$|a\$|c\$|nz\$|nt\$|u\.s\. dollars?|(?:[a-z]+ )?dollars?|[$€£¥₹₩₱]|rmb|renminbi|usd|hkd|eur|gbp|cad"
    r"|aud|chf|sgd|inr|jpy|krw|twd|php|(?:[a-z]+ )?pesos?"
    r"|rs\.?|rupees?|euros?|pounds?|sterling|yen|(?:swiss )?francs?"
)
_EN = re.compile(
    rf"(?P<money>(?<![a-z])(?:{_EN_MONEY})(?![a-z]))?\s{{0,9}}+(?:(?:are|is|in|expressed|stated|amounts?|presented)\s{{1,9}}+){{0,6}}"
    r"(?P<scale>['’‘]\s*000s?|000s?['’]?s|000['’]s|\bmillions?\b|\bthousands?\b|\bbillions?\b|\blakhs?\b|\blacs?\b|\bcrores?\b|\bmn\b|\bbn\b|(?<=[£$€₹\s])m\b|\bk\b)",
    re.IGNORECASE,
)
_EN_WHOLE = re.compile(
    r"[(\[]?(?:(?:all\s)?(?:amounts?|figures)\s)?(?:(?:are|is)\s)?(?:(?:expressed|stated|presented"
    r"|reported)\s)?in\s(?:whole\s)?"
    rf"(?:{_EN_MONEY})(?:\s[(]?(?:{_EN_MONEY})[)]?)?(?:\sunless\s.{{1,40}}|,?\sexcept\s.{{1,60}})?[)\]]?",
    re.IGNORECASE,
)
"""A currency without a scale, said as such: "in EUR", "(Amounts in US dollars)"."""
_SHARES = re.compile(r"\bshares?(?:\s\w+)?\s+in\s+(?:thousands?|millions?)\b[\s,;]*(?=\S)", re.IGNORECASE)
_EN_FACTOR = {"lakh": 10**5, "lac": 10**5, "crore": 10**7, "b": 10**9, "m": 10**6, "t": 1000, "k": 1000}
_CURRENCY = {
    "TWD": re.compile(r"台[币幣]|NT\$|TWD|New Taiwan", re.IGNORECASE),
    "CNY": re.compile(r"人民币|RMB|CNY|renminbi|¥|￥|元", re.IGNORECASE),
    "HKD": re.compile(r"港[币元]|HK\$|HKD|Hong Kong dollars?", re.IGNORECASE),
    "SGD": re.compile(r"(?<![A-Z])S\$|SGD|Singapore dollars?|新加坡元", re.IGNORECASE),
    "AUD": re.compile(r"(?<![A-Z])A\$|AUD|Australian dollars?|澳[币元]", re.IGNORECASE),
    "CAD": re.compile(r"(?<![A-Z])C\$|CAD|Canadian dollars?|加元", re.IGNORECASE),
    "NZD": re.compile(r"NZ\$|NZD|New Zealand dollars?", re.IGNORECASE),
    "USD": re.compile(r"美[元币金]|US\$|USD|U\.S\. dollars?|\$|\bdollars?\b", re.IGNORECASE),
    "GBP": re.compile(r"£|GBP|sterling|\bpounds?\b", re.IGNORECASE),
    "EUR": re.compile(r"€|EUR\b|\beuros?\b|欧[元币]", re.IGNORECASE),
    "CHF": re.compile(r"\bCHF\b|Swiss francs?", re.IGNORECASE),
    "INR": re.compile(r"₹|\bINR\b|\brupees?\b|\bRs\b", re.IGNORECASE),
    "KRW": re.compile(r"₩|\bKRW\b|Korean won|韩[元圆]", re.IGNORECASE),
    "PHP": re.compile(r"₱|\bPHP\b|Philippine pesos?|\bP\s?=|=\s?P\b", re.IGNORECASE),
    "JPY": re.compile(r"JPY|\byen\b|日[元币圆]", re.IGNORECASE),
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
    if not bare or len(bare) > _LONGEST:
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
    if not unit.endswith(("元", "圆", "币")):
        printed += "元"
    scale = _SCALE.search(unit)
    factor = _ZH_FACTOR.get(scale[0].translate(_ZH_CAPITAL), 1) if scale else 1
    currency = next((c for c in _CURRENCY if c != "CNY" and _CURRENCY[c].search(squeezed)), "CNY")
    return Unit(printed or "元", factor, currency)


def _english(bare: str) -> Unit | None:
    text = _SHARES.sub("", bare)  # "shares in Thousands, $ in Millions": what a share counts is no unit of money
    match = next((m for m in _EN.finditer(text) if m["money"]), None) or _EN.search(text)
    if match is None:
        return Unit(bare.strip("()[] "), 1, currency_of(bare)) if _EN_WHOLE.fullmatch(bare) else None
    scale = match["scale"].lower()
    factor = 1000 if "000" in scale else next(n for word, n in _EN_FACTOR.items() if scale.startswith(word))
    return Unit(bare.strip("()[] "), factor, currency_of(match["money"] or "") or currency_of(bare))


def currency_of(text: str) -> str:
    """The currency that a text names (ISO 4217), "" for none; "$" alone is USD."""
    for code, pattern in _CURRENCY.items():
        if pattern.search(text):
            return code
    return ""
