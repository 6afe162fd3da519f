"""Invoices and receipts in languages with spaces; `lexicon/` has their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from quire.invoice.confidence import Read, with_confidence
from quire.invoice.date_choice import date_of
from quire.invoice.field_choice import Choice
from quire.invoice.identifiers import Found, labelled_number
from quire.invoice.international_totals import (
    LabelledAmount,
    Totals,
    tax_rates,
)
from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.item_sums import without_sums
from quire.invoice.lexicon import any_of
from quire.invoice.line_items import read_line_items
from quire.invoice.money import main_currency, money_in
from quire.invoice.number_choice import number_of
from quire.invoice.payment import accounts_on, address_of, due_date
from quire.invoice.phrases import PagePhrases, Phrase, page_phrases
from quire.invoice.seller_choice import parties_of
from quire.invoice.sum_choice import SUMS, sums_of
from quire.invoice.tax_id_choice import tax_ids_of
from quire.model.page import Page, TextSource

_TITLE = re.compile(
    r"(?i)^(?:(?:simplified|proforma|pro\sforma|commercial|retail|final|original)\s)?"
    rf"{any_of('documents', 'titles')}\.?$"
)
_WORDS = re.compile(rf"(?i){any_of('documents', 'words')}")
_IN_WORD = re.compile(
    r"(?<![^\W_])0(?=[a-z]{3})|(?<=[A-Z]{2})[015](?=[A-Z]{2})|(?<=[A-Z]{2}0)0(?=[A-Z])|(?<=[A-Z]{2})0(?=0[A-Z])"
)
_LETTERS = {"0": "O", "1": "I", "5": "S"}
"""What a recognised figure between capitals, or at the head of a word, is: SEAF00D, 0livo."""

_ITALIAN = re.compile(r"\bS\.\s?r\.\s?[I1|]\.")
_MALAYSIAN = re.compile(r"(?i)\bS[O0D]N(?=\.?\s?BHD)")
_TURKISH = re.compile(r"(?i)(\bT[I1l|]C)?(\.?\s?LTD\.?\s?)[SŞ$5]T[Iİ1l|](?=\W|$)")
"""What recognition that has no Turkish letters reads for the legal form (TİC.) LTD. ŞTİ."""

_SURE, _LIKELY = 0.9, 0.3  # probability of a total that shows a recognised page to be a receipt; beside a date
_OWN = 0.5  # probability of a number of the bill that is no tax id
_MONTH_FIRST = frozenset({"USD", "PHP"})  # currencies of countries that do
_ENOUGH = 2  # words of invoices that a page has at least
_OTHER_DATE = re.compile(rf"(?i)(?<![^\W\d_])(?!date\b){any_of('dates', 'plain')}(?![^\W\d_])")
"""A word for a date in a language that writes the day first."""

_PARTIES = frozenset({"seller_name", "buyer_name", "seller_tax_id"})
"""What the head of an invoice has whose number and sums stand on the next page."""

_Put = Callable[[str, str, Phrase, str], None]
_NO_AMERICAN = re.compile(r"\b(?:VAT|GST|IBAN)\b")
"""Taxes and accounts that America lacks: a bill in dollars with one is from a country that writes the day first."""

_AMERICAN = re.compile(r"\b[A-Z]{2}\s\d{5}(?:-\d{4})?\b|\bUSA\b|United States")


class Parts(NamedTuple):
    """What a page says: as an invoice, or as a part of one whose other pages are beside it."""

    fields: dict[str, Value]
    items: tuple[Item, ...] = ()
    withheld: Mapping[str, Value] = {}
    withheld_items: tuple[Item, ...] = ()


def read_international(page: Page, before: Sequence[Page] = ()) -> Parts:
    """The fields and line items of an invoice or receipt; no fields if the page lacks its words.

    Names and dates alone say nothing, nor does a sum: what the pages beside it are tells whether they are a bill's.
    The pages `before` it, the nearest last, have the headings of a table that goes on.
    """
    read = read_fields(page)
    if read is None:
        return Parts({}, withheld_items=read_line_items(page, before))
    alone = read.fields.keys() & {"invoice_type", "invoice_number", "total_amount"} or read.fields.keys() >= _PARTIES
    sure = with_confidence(read)
    items = without_sums(
        read_line_items(page, before), [sure[key].value for key in ("amount", "total_amount") if key in sure]
    )
    if not read.whole:
        return Parts({}, (), sure, items)
    return Parts(sure, items) if alone else Parts({}, items, sure)


def read_fields(page: Page) -> Read | None:
    """The fields of an invoice or receipt with their evidence.

    A page without its words says its sums, or the head of a bill by its date; None for one with neither.
    """
    prints = page_phrases(page)
    text = prints.text()
    title = next((p for p in prints.phrases if _TITLE.match(p.text)), None)
    sums, day = sums_of(prints), date_of(prints, american=is_american(prints))
    total = sums.get("total_amount")
    words = len({m.lower() for m in _WORDS.findall(text)})
    sure = total.probability if total and (page.source is TextSource.OCR or words) else 0.0
    receipt = sure > _SURE or (day is not None and sure > _LIKELY)
    named = bool(words and money_in(text)) and any(labelled_number(p.text) for p in prints.phrases)
    whole = words >= _ENOUGH or bool(title and money_in(text)) or receipt or named
    if not whole and not total and not day:
        return None
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

    if not whole and total:
        _put_sums(put, prints, sums)
        return Read(prints, fields, sums, whole=False)
    buying, selling = parties_of(prints)
    number = number_of(prints)
    own = number.chosen if number and number.probability > _OWN else None
    seller_id, buyer_id = tax_ids_of(prints, _phrase(selling), _phrase(buying), own)
    chosen = {
        "invoice_number": number,
        "invoice_date": day,
        "buyer_name": buying,
        "seller_name": selling,
        "buyer_tax_id": buyer_id,
        "seller_tax_id": seller_id,
        **sums,
    }
    if title:
        put("invoice_type", title.text.strip(" ."), title)
    for key in (
        "invoice_number", "invoice_date", "buyer_name", "seller_name", "seller_tax_id", "buyer_tax_id"
    ):  # fmt: skip
        _put_found(put, key, _found(chosen[key]))
    if whole:
        _put_sums(put, prints, chosen)
    _put_payment(put, prints, chosen, fields)
    return Read(prints, fields, chosen, whole)


def is_american(prints: PagePhrases) -> bool:
    """Whether a page writes the month first: an American address, or dollars without a word of other countries."""
    text, money = prints.text(), main_currency(p.text for p in prints.phrases)
    if _AMERICAN.search(text):
        return True
    return money in _MONTH_FIRST and not _OTHER_DATE.search(text) and not (money == "USD" and _NO_AMERICAN.search(text))


def _put_sums(put: _Put, prints: PagePhrases, chosen: Mapping[str, Choice | None]) -> None:
    """Put the sums, the tax rates and the currency."""
    found = [(key, choice.chosen) for key in SUMS if (choice := chosen.get(key))]
    for key, one in found:
        put(key, one.value, one.phrase, "")
    sums = {key: LabelledAmount(one.value, "", one.phrase) for key, one in found}
    totals = Totals(*(sums.get(key) for key in SUMS))
    rates = tax_rates(prints, totals)
    if rates:
        put("tax_rate", ",".join(rate for rate, _ in rates), rates[0][1], "")
    money = main_currency(p.text for p in prints.phrases)
    by = (
        totals.total.phrase
        if totals.total
        else next((p for p in prints.phrases if money and main_currency([p.text])), None)
    )
    if money and by:
        put("currency", money, by, "")


def _put_payment(
    put: _Put, prints: PagePhrases, chosen: Mapping[str, Choice | None], fields: Mapping[str, Value]
) -> None:
    """Put the due date, the accounts and the addresses of the parties."""
    issued = fields["invoice_date"].value if "invoice_date" in fields else ""  # it may stand on an earlier page
    _put_found(put, "due_date", due_date(prints, issued, american=is_american(prints)))
    accounts = accounts_on(prints)
    if accounts:
        put("seller_bank_account", ", ".join(dict.fromkeys(one.value for one in accounts)), accounts[0].phrase, "")
    buyer, seller = _phrase(chosen["buyer_name"]), _phrase(chosen["seller_name"])
    for key, name, other in (("buyer_address_phone", buyer, seller), ("seller_address_phone", seller, buyer)):
        if name:
            put(key, address_of(prints, name, other), name, "")


def _phrase(choice: Choice | None) -> Phrase | None:
    return choice.chosen.phrase if choice else None


def _found(choice: Choice | None) -> Found | None:
    """A choice as what was found."""
    if choice is None:
        return None
    one = choice.chosen
    return Found(one.value, one.phrase, one.start, one.end)


def _as_read(key: str, value: str) -> str:
    """A recognised name or number with the letters I and l right where only one can stand: S.r.l., CI-157405."""
    if key.endswith("_name"):
        return _IN_WORD.sub(
            lambda m: _LETTERS[m[0]], _TURKISH.sub(_turkish, _MALAYSIAN.sub(_sendirian, _ITALIAN.sub("S.r.l.", value)))
        )
    capitals = key == "invoice_number" and value.replace("l", "").isupper()
    return value.replace("l", "I") if capitals else value


def _sendirian(form: re.Match[str]) -> str:
    """The first word of the legal form SDN BHD in the letters that it was set in."""
    return "SDN" if form[0].isupper() else "Sdn"


def _turkish(form: re.Match[str]) -> str:
    """The legal form of a Turkish company with its letters."""
    return f"{'TİC' if form[1] else ''}{form[2]}ŞTİ"


def _put_found(put: _Put, key: str, found: Found | None) -> None:
    if found:
        put(key, found.value, found.phrase, found.phrase.text[found.start : found.end])
