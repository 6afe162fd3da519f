"""Amount, tax, total, words and rates of Chinese forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quire.amounts import parse_capitals
from quire.invoice.character_rows import Row
from quire.invoice.form_layout import FormLayout, value_below, value_beside, value_span
from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.item_columns import tokens_of
from quire.invoice.label_positions import Label
from quire.invoice.value_formats import ZERO, amount, rate, value_of

_SUMS = ("amount", "tax_amount", "total_amount")
_FARES = {"net": "amount", "vat": "tax_amount", "vat_rate": "tax_rate", "fare": "total_amount"}
_MONEY = re.compile(r"-?[¥￥]?-?\d[\d,]{0,40}\.\d{1,2}(?!\d)")
_POINT = re.compile(r",(?=\d{2}(?!\d))")  # what recognition makes of a decimal point
_MISREAD = str.maketrans("餐参叄柴染武任什伯侑玫盒", "叁叁叁柒柒贰仟仟佰佰玖壹")
_SUMMED = re.compile("合计|总|实收|实付")  # labels of what is paid in all, believed before those of a fare
_FREE_TAX = re.compile(r"[¥￥]?(\*{1,3}|免税)$")
_LONGEST_FARE = 12  # characters; the amount of a fare is shorter
_CAPITALS = re.compile(
    r"(?:\(?负数?\)?)?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正貳叄陸萬億圓〇一二三四五六七八九十百千]{2,}"
)


def amount_and_tax(sheet: FormLayout) -> dict[str, Value]:
    """The amount without tax and the tax, from the row of sums below the line items."""
    goods = sheet.goods
    if not goods or not goods.has("tax") or not goods.sums:
        return {}
    found: dict[str, Value] = {}
    for number in reversed(goods.sums):  # 小计 stands above 总计
        home = sheet.rows[number]
        for near in sorted(range(max(0, number - 1), min(len(sheet.rows), number + 2)), key=lambda n: abs(n - number)):
            row = sheet.rows[near]
            if abs(row.middle - home.middle) > 0.9 * home.em:
                continue
            for start, end, text in _money(row, recognised=sheet.recognised):
                box = row.box(start, end)
                if box.x0 > goods.right:
                    continue
                kind = goods.kind_at((box.x0 + box.x1) / 2)
                key = "tax_amount" if kind == "tax" else "amount" if kind == "amount" else ""
                if key:
                    found.setdefault(key, sheet.value(text, near, start, end))
    return found


def _money(row: Row, *, recognised: bool) -> list[tuple[int, int, str]]:
    """(start, end, decimal string) of the amounts of a row; tax-free marks count as nought."""
    printed = _POINT.sub(".", row.text) if recognised else row.text
    found = [(m.start(), m.end(), text) for m in _MONEY.finditer(printed) if (text := amount(m[0])) is not None]
    if match := _FREE_TAX.search(row.text):
        found.append((match.start(), match.end(), ZERO))
    return found


def totals_of(sheet: FormLayout) -> dict[str, Value]:
    """The total with tax in figures and in words."""
    found: dict[str, Value] = {}
    for kind in ("small", "words"):
        for label in (x for x in sheet.labels if x.kind == kind):
            _total(sheet, label, found)
    words = found.get("amount_in_words")
    if (
        words
        and "total_amount" not in found
        and (said := parse_capitals(words.value.replace("(负数)", "负"))) is not None
    ):
        found["total_amount"] = replace(words, value=f"{said:.2f}")  # the figures are illegible, the words say the same
    return found


def fares_of(sheet: FormLayout) -> dict[str, Value]:
    """Sums of forms without a table of goods: tickets, receipts of taxis, sales of vehicles."""
    if sheet.goods:
        return {}
    found: dict[str, Value] = {}
    for label in sorted(sheet.labels, key=lambda label: not _SUMMED.search(_said(sheet, label))):
        key = _FARES.get(label.kind)
        if key is None or key in found:
            continue
        start, end = value_span(sheet, label)
        if end == start and (small := _small_behind(sheet, label)):
            start, end = value_span(sheet, small)
        first = (label.row, start, end) if end > start else value_beside(sheet, label)
        for place in (first, value_below(sheet, label)):
            text = sheet.rows[place[0]].text[place[1] : place[2]] if place else ""
            value = rate(text) if key == "tax_rate" else _fare(text)
            if place and value is not None:
                found[key] = sheet.value(value, *place)
                break
    if "total_amount" not in found:
        found |= _only_sum(sheet)
    return found


def _said(sheet: FormLayout, label: Label) -> str:
    """The words of a label."""
    return sheet.rows[label.row].text[label.start : label.end]


def _small_behind(sheet: FormLayout, label: Label) -> Label | None:
    """The label 小写 that stands between a label and its figure."""
    later = (x for x in sheet.labels if x.row == label.row and x.start == label.end)
    return next((x for x in later if x.kind == "small"), None)


def _only_sum(sheet: FormLayout) -> dict[str, Value]:
    """The one amount with a currency sign on a ticket."""
    signed = [
        (number, match)
        for number, row in enumerate(sheet.rows)
        for match in re.finditer(r"[¥￥](\d[\d,]*\.\d{1,2})(?!\d)", row.text)
    ]
    if len({match[1] for _, match in signed}) != 1:
        return {}
    number, match = signed[0]
    value = amount(match[1])
    return {"total_amount": sheet.value(value, number, match.start(), match.end())} if value else {}


def _fare(text: str) -> str | None:
    """The amount that a text begins with: "￥553.0元", "35.00", "20元"."""
    match = re.match(
        r"[(:]?(?:大写|小写)?[):]?(?:人民币|CNY|RMB)?:?([¥￥]?-?\d[\d,]*(?:\.\d{1,2})?(?!\d|\.\d))(?=元|$|[^\d年月])",
        text,
    )
    return amount(match[1]) if match and (len(match[1]) < _LONGEST_FARE) else None


def _total(sheet: FormLayout, label: Label, found: dict[str, Value]) -> None:
    row = sheet.rows[label.row]
    if label.kind == "words":
        _in_words(sheet, label, found)
        return
    for start, end, text in _money(row, recognised=sheet.recognised):
        if start >= label.end:
            found.setdefault("total_amount", sheet.value(text, label.row, start, end))
            return
    place = value_beside(sheet, label)
    sum_ = amount(sheet.rows[place[0]].text[place[1] : place[2]]) if place else None
    if place and sum_ is not None:
        found.setdefault("total_amount", sheet.value(sum_, *place))


def _in_words(sheet: FormLayout, label: Label, found: dict[str, Value]) -> None:
    """The amount in words behind its label, or on a row that stands a little above or below."""
    home = sheet.rows[label.row]
    for number in (label.row, label.row - 1, label.row + 1):
        if not 0 <= number < len(sheet.rows) or abs(sheet.rows[number].middle - home.middle) > home.em:
            continue
        first = label.end if number == label.row else 0
        text = sheet.rows[number].text
        text = text[:first] + text[first:].translate(_MISREAD) if sheet.recognised else text
        for match in _CAPITALS.finditer(text, first):
            part = match.start() > first and _is_letter(text[match.start() - 1])
            if not part and parse_capitals(match[0].replace("(负数)", "负")) is not None:
                place = (number, match.start(), match.end())
                words = match[0] if sheet.recognised else sheet.rows[number].printed(*place[1:])
                found.setdefault("amount_in_words", sheet.value(words, *place))


def _is_letter(char: str) -> bool:
    """Whether a character is a Chinese letter: what follows one is but a part of an amount in words."""
    return "一" <= char <= "鿿"


def rates_of(sheet: FormLayout, items: Sequence[Item]) -> Value | None:
    """All tax rates of the rows of goods, each once, in their order."""
    rates = list(dict.fromkeys(item.tax_rate for item in items if item.tax_rate))
    goods = sheet.goods
    if not rates or goods is None:
        return None
    for number in range(goods.first, goods.body):
        row = sheet.rows[number]
        for token in tokens_of(row, number):
            if rate(row.text[token.start : token.end]) == rates[0]:
                printed = sheet.value(rates[0], number, token.start, token.end)
                return replace(printed, value=",".join(rates), printed=",".join(rates))
    return None


def left_over(fields: Mapping[str, Value]) -> dict[str, Value]:
    """The sum that was not read where the other two were: amount + tax = total; {} where more or none is missing.

    The value is marked as derived and has no place: nobody read it.
    """
    sums = {key: fields[key] for key in _SUMS if key in fields}
    lacking = [key for key in _SUMS if key not in sums]
    known = [number for value in sums.values() if (number := value_of(value.value)) is not None]
    if len(lacking) != 1 or len(known) != len(_SUMS) - 1:
        return {}
    left = known[0] + known[1] if lacking == ["total_amount"] else known[1] - known[0]
    if not left:
        return {}  # a total alone, printed twice
    sure = min(value.confidence for value in sums.values())
    page = next(iter(sums.values())).page
    return {lacking[0]: Value(f"{left:.2f}", "", Origin.DERIVED, round(sure, 4), page)}
