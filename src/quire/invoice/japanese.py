"""Bills and receipts of Japan: 請求書, 領収書, with the number of a registered issuer (適格請求書発行事業者の登録番号).

Fields that qualified invoices have by law: 消費税法第57条の4 (issuer and number, day, what was sold, sums and tax by
rates, whom it is for).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.line_items import read_line_items
from quire.invoice.phrases import PagePhrases, Phrase, page_phrases
from quire.model.page import Page, TextSource
from quire.text import fold

__all__ = ["is_japanese", "read_japanese"]

_KANA = re.compile("[ぁ-んァ-ヴ]")
_WORDS = re.compile("請求書|領収書|領収証|納品書|御中|登録番号|消費税|レシート")
_TITLE = re.compile(r"(?:適格|ご|御)?(?:請求書|領収書|領収証)|納品書(?:兼請求書)?|請求書兼領収書|レシート")
_NUMBER = re.compile(
    r"(?:(?:請求|領収|伝票|納品|管理|レシート)書?(?:番号|No\.?|NO\.?|№)|^(?:No\.?|NO\.?"
    r"|№))[:：.]*([A-Z0-9][A-Z0-9\-/]{2,24})"
)
_ISSUED = re.compile(r"(?:請求書?発行日|発行日|請求日|発行年月日|日付|取引日|領収日)")
_DAY = re.compile(
    r"(?:(?P<era>令和|平成|R)(?P<short>\d{1,2}|元)|(?P<y>20\d\d))[年./\-](?P<m>\d{1,2})[月./\-](?P<d>\d{1,2})日?"
)
_ERAS = {"令和": 2018, "R": 2018, "平成": 1988}  # the year before the first one
_NOT_ISSUED = re.compile("支払|振込|期限|期日|納期|納品日|有効")
_REGISTERED = re.compile(r"T\d{13}(?!\d)")
_BUYER = re.compile(r"^(?:宛名[:]?)?(.{2,40}?)\s*(?:御中|様|殿)$")
_LEGAL = re.compile("株式会社|有限会社|合同会社|合資会社|一般社団法人|事務所|商店|農園")
_AMOUNT = re.compile(r"(?<![\d.,A-Z])[¥￥]?\s?([\-△▲]?\d{1,3}(?:,\d{3})+|[\-△▲]?\d{1,9})\s?(?:円|-|也)?(?![\d.,%])")
_TOTALS = (
    re.compile(
        "^(?:ご|御)?請求(?:金額|額|合計)|^(?:税込)?(?:総)?合計(?:金額)?(?:[(]税込[)])?|^領収金額|^お?支払(?:い)?金額"
        "|^税込金額"
    ),
    re.compile("合計"),
)
_NET = re.compile("小計|税抜(?:合計|金額)?|(?<!税)対象計")
_TAX = re.compile("消費税|税額|内税")
_LONGEST = 40  # characters of a name
_TAXED = ("10", "8", "5")  # percent: today's rates, the reduced one, that until 2014
_RATE = re.compile(r"(?<!\d)(\d{1,2})\s?%")


class _Sum(NamedTuple):
    label: str
    value: Decimal
    phrase: Phrase


def is_japanese(page: Page) -> bool:
    """Whether a page is a Japanese bill: the syllabic letters of the language and words of bills."""
    text = "".join(fold(line.text) for line in page.lines).replace(" ", "")
    return bool(_KANA.search(text)) and bool(_WORDS.search(text))


def read_japanese(page: Page) -> tuple[dict[str, Value], tuple[Item, ...]]:
    """The fields and rows of goods of a Japanese bill; yen have no decimals, the contract's strings have two."""
    prints = page_phrases(page)
    origin = Origin.OCR if page.source in (TextSource.OCR, TextSource.HIDDEN) else Origin.TEXT
    fields: dict[str, Value] = {}
    for key, value, phrase in _found(prints):
        if value and key not in fields:
            fields[key] = Value(value, phrase.text, origin, round(phrase.confidence, 4), page.number, phrase.box)
    return fields, read_line_items(page) if fields else ()


def _found(prints: PagePhrases) -> Iterator[tuple[str, str, Phrase]]:
    """(key, value, where it stands), the better ones of a key first."""
    sums = list(_sums(prints))
    for phrase in sorted(prints.phrases, key=lambda p: -p.size):
        if _TITLE.fullmatch(_bare(phrase.text)):
            yield "invoice_type", _bare(phrase.text), phrase
    for phrase in prints.phrases:
        if match := _NUMBER.search(_bare(_row(prints, phrase))):
            yield "invoice_number", match[1], phrase
    yield from (("invoice_date", day, phrase) for day, phrase in _days(prints))
    yield from _parties(prints)
    yield from _totals(sums)
    yield from _rates(prints)
    if sums:
        yield "currency", "JPY", sums[0].phrase


def _parties(prints: PagePhrases) -> Iterator[tuple[str, str, Phrase]]:
    """Whom the bill is for, before 御中 or 様, and who issued it: a firm, and its registered number."""
    buyer = next(((m[1].strip(), p) for p in prints.phrases if (m := _BUYER.match(_joined(prints, p)))), None)
    if buyer:
        yield "buyer_name", *buyer
    for phrase in prints.phrases:
        if (
            _LEGAL.search(phrase.text)
            and (buyer is None or buyer[0] not in phrase.text)
            and len(phrase.text) < _LONGEST
        ):
            yield "seller_name", re.sub(r"(?<!\s)\s*+(?:印|㊞)$", "", phrase.text), phrase
        if match := _REGISTERED.search(_bare(phrase.text)):
            yield "seller_tax_id", match[0], phrase


def _rates(prints: PagePhrases) -> Iterator[tuple[str, str, Phrase]]:
    """The rates of consumption tax that the page names."""
    near = [p for p in prints.phrases if re.search("税|対象|%", p.text)]
    rates = {f"{m}%": p for p in near for m in _RATE.findall(p.text) if m in _TAXED}
    if rates:
        yield "tax_rate", ",".join(rates), next(iter(rates.values()))


def _bare(text: str) -> str:
    return "".join(text.split())


def _row(prints: PagePhrases, phrase: Phrase) -> str:
    return " ".join([phrase.text, *(p.text for p in prints.right(phrase))])


def _joined(prints: PagePhrases, phrase: Phrase) -> str:
    """A phrase with 御中 or 様 where that stands apart at its right."""
    right = prints.right(phrase)
    return f"{phrase.text} {right[0].text}" if right and right[0].text.strip() in ("御中", "様", "殿") else phrase.text


def _days(prints: PagePhrases) -> list[tuple[str, Phrase]]:
    """The dates of a page, those with the name of the day of issue first, no dates of payment."""
    found: list[tuple[int, int, str, Phrase]] = []
    for phrase in prints.phrases:
        left = [p.text for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1]
        said = _bare("".join([*left[-1:], phrase.text]))
        match = _DAY.search(_bare(phrase.text))
        iso = _iso(match) if match and not _NOT_ISSUED.search(said) else ""
        if iso:
            found.append((0 if _ISSUED.search(said) else 1, phrase.number, iso, phrase))
    return [(iso, phrase) for _, _, iso, phrase in sorted(found, key=lambda f: f[:2])]


def _iso(match: re.Match[str]) -> str:
    year = (
        int(match["y"]) if match["y"] else _ERAS[match["era"]] + (1 if match["short"] == "元" else int(match["short"]))
    )
    month, day = int(match["m"]), int(match["d"])
    return f"{year}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else ""


def _sums(prints: PagePhrases) -> Iterator[_Sum]:
    """The amounts that have a name at their left, or above them in a cell."""
    for phrase in prints.phrases:
        for match in _AMOUNT.finditer(phrase.text):
            before = _bare(phrase.text[: match.start()])
            left = [_bare(p.text) for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1]
            label = before or next(iter(left[-1:]), "")
            if label and re.search("[一-鿿]", label):
                digits = match[1].replace(",", "")
                sign = "-" if digits[0] in "△▲-" else ""
                yield _Sum(label, Decimal(sign + digits.lstrip("△▲-")), phrase)


def _totals(sums: Sequence[_Sum]) -> Iterator[tuple[str, str, Phrase]]:
    """Amount without tax, tax and total, those that add up before others."""
    totals = [s for pattern in _TOTALS for s in sums if pattern.search(s.label) and not _NET.search(s.label)]
    nets = [s for s in sums if _NET.search(s.label)]
    taxes = [s for s in sums if _TAX.search(s.label) and not re.search("込|抜", s.label)]
    for total in totals:
        for net in nets:
            own = [t for t in taxes if net.value + t.value == total.value]
            several = net.value + sum(t.value for t in taxes) == total.value
            if own or (several and len(taxes) > 1):
                yield "amount", f"{net.value}.00", net.phrase
                if own:
                    yield "tax_amount", f"{own[0].value}.00", own[0].phrase
                yield "total_amount", f"{total.value}.00", total.phrase
                return
    for key, found in (("amount", nets), ("tax_amount", taxes), ("total_amount", totals)):
        if found:
            yield key, f"{found[0].value}.00", found[0].phrase
