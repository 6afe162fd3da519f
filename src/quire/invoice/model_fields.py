"""Fields that a reader of the page, such as a language model, reports: accepted only if the page says them too.

A value counts as observed when it stands on the page after the normalisation that its key has: a date as a date, an
amount as an amount, a number or an id as a whole run of letters and digits, a name as whole words in a line or in two
that follow each other. It fills a key that was left empty, or takes the place of one whose rule fails when more rules
hold with it; where a rule would fail that did not before, it is left out again.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from quire.invoice import value_formats
from quire.invoice.checks import findings
from quire.invoice.dates import dates_in
from quire.invoice.extract import amounts_on, is_chinese
from quire.invoice.invoice import KEYS, Check, Invoice, Origin, Value
from quire.invoice.money import money_in
from quire.invoice.source_merge import merge_sources
from quire.model.geometry import Box
from quire.model.page import Page
from quire.text import fold

__all__ = ["apply_model_fields", "open_keys", "page_text"]

CONFIDENCE = 0.5
"""Of a value that a model chose among what stands on the page."""

_SURE = frozenset({Origin.XML, Origin.QR})
_AMOUNTS = frozenset({"amount", "tax_amount", "total_amount"})
_TAX_ID = re.compile(r"(?=(?:[^\d\n]{0,20}+\d){5})[0-9A-Za-z]{7,20}")
_SHAPES = {
    "invoice_code": re.compile(r"\d{10}|\d{12}"),
    "invoice_number": re.compile(r"(?!\d{1,37}[.,]\d\d$)[0-9A-Za-z/#._\-]{2,40}"),
    "buyer_tax_id": _TAX_ID,
    "seller_tax_id": _TAX_ID,
}
"""What a number or an id looks like without spaces: no price, and long enough to be one."""

_RATE = re.compile(r"(?<![\d.])\d{1,2}(?:[.,]\d{1,2})?\s?%|免税|不征税")
_LONGEST = 120  # characters of a value
_SHORTEST = 2  # characters of a number, an id or a name at least
_DIGITAL = 20  # digits of a number that stands without a code
_BEFORE, _AFTER = r"(?<![0-9A-Za-z])", r"(?![0-9A-Za-z])"


class _Print(NamedTuple):
    """A text of the page with its box: a line, or two that follow each other."""

    text: str
    box: Box


def open_keys(page: Page, invoice: Invoice) -> tuple[str, ...]:
    """The keys that the rules left open: empty, or named by a rule that fails; none where XML says it all."""
    if not page.lines or any(value.source is Origin.XML for value in invoice.fields.values()):
        return ()
    doubted = {key for check in invoice.checks if not check.holds for key in check.keys}
    keys = [key for key in KEYS if not invoice.text(key) or key in doubted]
    without_code = not is_chinese(page) or len(invoice.text("invoice_number")) == _DIGITAL
    return tuple(key for key in keys if key != "invoice_code" or not without_code)


def page_text(page: Page, most: int) -> str:
    """The text of the page, line by line, up to so many characters."""
    return "\n".join(fold(line.text) for line in page.lines)[:most]


def apply_model_fields(page: Page, invoice: Invoice, told: Mapping[str, str], *, today: date | None = None) -> Invoice:
    """The invoice with reported values that were verified on the page.

    Args:
        page: the page.
        invoice: what the rules found on it.
        told: by key; empty texts say nothing.
        today: later dates of issue are a finding; None leaves that rule out.
    """
    prints = [*_prints(page)]
    seen = {key: value for key in KEYS if (value := _observed(page, prints, key, told.get(key, "")))}
    found = _filled(page, invoice, seen, today)
    return _replaced(page, found, seen, today)


def _filled(page: Page, invoice: Invoice, seen: Mapping[str, Value], today: date | None) -> Invoice:
    """With the keys that were empty, but for those by which a rule fails that did not before."""
    new = {key: value for key, value in seen.items() if key not in invoice.fields}
    before = _failing(invoice.checks)
    while new:
        found = _with(page, invoice, new, today)
        wrong = {key for check in found.checks if check.rule in _failing(found.checks) - before for key in check.keys}
        if not wrong & new.keys():
            return found
        new = {key: value for key, value in new.items() if key not in wrong}
    return invoice


def _replaced(page: Page, invoice: Invoice, seen: Mapping[str, Value], today: date | None) -> Invoice:
    """With other values for keys whose rule fails, when fewer rules fail then."""
    doubted = {key for check in invoice.checks if not check.holds for key in check.keys}
    other = {
        key: value
        for key, value in seen.items()
        if key in doubted and key in invoice.fields and _differs(invoice.fields[key], value)
    }
    if not other:
        return invoice
    found = _with(page, invoice, other, today)
    return found if _failing(found.checks) < _failing(invoice.checks) else invoice


def _with(page: Page, invoice: Invoice, new: Mapping[str, Value], today: date | None) -> Invoice:
    """The invoice with these values and what the rules say then."""
    fields = merge_sources([new, invoice.fields])
    fresh = findings(fields, invoice.items, chinese=is_chinese(page), today=today, printed=lambda: amounts_on(page))
    rules = {check.rule for check in fresh}
    kept = (check for check in invoice.checks if check.rule not in rules and not set(check.keys) & new.keys())
    return replace(invoice, fields=fields, checks=(*fresh, *kept))


def _differs(old: Value, new: Value) -> bool:
    return old.source not in _SURE and old.source is not Origin.MODEL and old.value != new.value


def _failing(checks: Sequence[Check]) -> set[str]:
    return {check.rule for check in checks if not check.holds}


def _prints(page: Page) -> Iterator[_Print]:
    """The lines of the page, then each two that follow each other: names are wrapped."""
    lines = [_Print(_folded(line.text), line.box) for line in page.lines if line.text.strip()]
    yield from lines
    for first, second in itertools.pairwise(lines):
        gap = "" if _is_wide(first.text[-1:]) else " "
        yield _Print(first.text + gap + second.text, first.box.union(second.box))


def _observed(page: Page, prints: Sequence[_Print], key: str, said: str) -> Value | None:
    """The value that was said, as it stands on the page; None when it does not."""
    text = _folded(said)
    if not text or len(text) > _LONGEST:
        return None
    if key in _SHAPES and not _SHAPES[key].fullmatch(re.sub(r"[\s\-]" if key != "invoice_number" else r"\s", "", text)):
        return None
    look = _LOOKS.get(key) or (_id if key in _SHAPES else _amount if key in _AMOUNTS else _name)
    for one in prints:
        if found := look(text, one.text):
            value, printed = found
            return Value(value, printed, Origin.MODEL, CONFIDENCE, page.number, one.box)
    return None


def _day(said: str, text: str) -> tuple[str, str] | None:
    """A date that the text has in one reading of it."""
    wanted = {value_formats.day(said)} | {
        day.iso for first in (False, True) for day in dates_in(said, month_first=first)
    }
    for first in (False, True):
        for day in dates_in(text, month_first=first):
            if day.iso in wanted:
                return day.iso, text[day.start : day.end]
    iso = value_formats.day(text.replace(" ", ""))
    return (iso, text) if iso is not None and iso in wanted else None


def _amount(said: str, text: str) -> tuple[str, str] | None:
    """An amount that stands in the text."""
    wanted = value_formats.amount(said) or next((one.value for one in money_in(said)), None)
    number = value_formats.value_of(wanted) if wanted else None
    if number is None:
        return None
    for one in money_in(text):
        if value_formats.value_of(one.value) == number:
            return one.value, text[one.start : one.end]
    whole = value_formats.amount(text)
    return (whole, text) if whole and value_formats.value_of(whole) == number else None


def _rates(said: str, text: str) -> tuple[str, str] | None:
    """Rates that all stand in the text."""
    here = {rate: one[0] for one in _RATE.finditer(text) if (rate := _rate(one[0]))}
    wanted = [_rate(one) for one in re.split(r"[,，;；\s]+", said) if one]
    if not wanted or any(one is None or one not in here for one in wanted):
        return None
    rates = [one for one in dict.fromkeys(wanted) if one]
    return ",".join(rates), " ".join(here[one] for one in rates)


def _rate(text: str) -> str | None:
    return value_formats.rate(text.replace(",", "."))


def _id(said: str, text: str) -> tuple[str, str] | None:
    """A number or an id: the whole run of letters and digits, spaces and hyphens between them or not."""
    bare = re.sub(r"[\s\-]", "", said)
    if len(bare) < _SHORTEST or not any(one.isdigit() for one in bare):
        return None
    match = re.search(_BEFORE + r"[\s\-]?".join(map(re.escape, bare)) + _AFTER, text)
    return (re.sub(r"\s", "", match[0]), match[0]) if match else None


def _name(said: str, text: str) -> tuple[str, str] | None:
    """Whole words of the text, with more letters than digits; spaces do not count."""
    bare = re.sub(r"\s", "", said)
    if len(bare) < _SHORTEST or sum(one.isalpha() for one in bare) <= sum(one.isdigit() for one in bare):
        return None
    match = re.search(_BEFORE + r"\s*".join(map(re.escape, bare)) + _AFTER, text, re.IGNORECASE)
    return (" ".join(match[0].split()), match[0]) if match else None


_LOOKS: Mapping[str, Callable[[str, str], tuple[str, str] | None]] = {"invoice_date": _day, "tax_rate": _rates}


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", fold(text)).strip()


def _is_wide(text: str) -> bool:
    return bool(text) and unicodedata.east_asian_width(text) in "WF"
