"""Invoices and receipts in languages with spaces; `lexicon/` has their words."""

from __future__ import annotations

import re
from collections.abc import Callable

from quire.invoice.confidence import with_confidence
from quire.invoice.identifiers import Found, invoice_number, issue_date, tax_ids_of
from quire.invoice.international_totals import find_totals, labelled_amounts, tax_rates
from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.lexicon import any_of
from quire.invoice.line_items import read_line_items
from quire.invoice.money import main_currency, money_in
from quire.invoice.parties import buyer_of, seller_of
from quire.invoice.phrases import Phrase, page_phrases
from quire.model.page import Page, TextSource

_TITLE = re.compile(
    r"(?i)^(?:(?:simplified|proforma|pro\sforma|commercial|retail|final|original)\s)?"
    rf"{any_of('documents', 'titles')}\.?$"
)
_WORDS = re.compile(rf"(?i){any_of('documents', 'words')}")
_ITALIAN = re.compile(r"\bS\.\s?r\.\s?[I1|]\.")
_ENOUGH = 2  # words of invoices that a page has at least
_AMERICAN = re.compile(r"\b[A-Z]{2}\s\d{5}(?:-\d{4})?\b|\bUSA\b|United States")


def read_international(page: Page) -> tuple[dict[str, Value], tuple[Item, ...]]:
    """The fields and line items of an invoice or receipt; ({}, ()) if the page lacks its words."""
    prints = page_phrases(page)
    text = prints.text()
    title = next((p for p in prints.phrases if _TITLE.match(p.text)), None)
    if len({m.lower() for m in _WORDS.findall(text)}) < _ENOUGH and not (title and money_in(text)):
        return {}, ()
    origin = Origin.OCR if page.source in (TextSource.OCR, TextSource.HIDDEN) else Origin.TEXT
    fields: dict[str, Value] = {}

    def put(key: str, value: str, phrase: Phrase, printed: str = "") -> None:
        if value:
            fields[key] = Value(
                _as_read(key, value) if origin is Origin.OCR else value,
                printed or phrase.text,
                origin,
                round(phrase.confidence, 4),
                page.number,
                phrase.box,
            )

    if title:
        put("invoice_type", title.text.strip(" ."), title)
    _put_found(put, "invoice_number", invoice_number(prints))
    _put_found(put, "invoice_date", issue_date(prints, american=bool(_AMERICAN.search(text))))
    buyer = buyer_of(prints)
    _put_found(put, "buyer_name", buyer)
    seller = seller_of(prints, buyer)
    _put_found(put, "seller_name", seller)
    seller_id, buyer_id = tax_ids_of(prints, seller, buyer)
    _put_found(put, "seller_tax_id", seller_id)
    _put_found(put, "buyer_tax_id", buyer_id)
    figures = labelled_amounts(prints)
    totals = find_totals(prints, figures)
    for key, figure in (("amount", totals.amount), ("tax_amount", totals.tax), ("total_amount", totals.total)):
        if figure:
            put(key, figure.value, figure.phrase)
    rates = tax_rates(prints, totals)
    if rates:
        put("tax_rate", ",".join(rate for rate, _ in rates), rates[0][1])
    if not fields.keys() & {"invoice_type", "invoice_number", "total_amount"}:
        return {}, read_line_items(page)  # a page that goes on, or no invoice: names and dates alone say nothing
    money = main_currency(p.text for p in prints.phrases)
    if money and totals.total:
        put("currency", money, totals.total.phrase)
    return with_confidence(prints, fields, figures), read_line_items(page)


def _as_read(key: str, value: str) -> str:
    """A recognised name or number with the letters I and l right where only one can stand: S.r.l., CI-157405."""
    if key.endswith("_name"):
        return _ITALIAN.sub("S.r.l.", value)
    capitals = key == "invoice_number" and value.replace("l", "").isupper()
    return value.replace("l", "I") if capitals else value


def _put_found(put: Callable[[str, str, Phrase, str], None], key: str, found: Found | None) -> None:
    if found:
        put(key, found.value, found.phrase, found.phrase.text[found.start : found.end])
