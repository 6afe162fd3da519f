"""The way in: a page, what is embedded in its file and its codes become an invoice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache

from quire.invoice.checks import ROWS, findings
from quire.invoice.chinese_totals import left_over
from quire.invoice.dates import dates_in
from quire.invoice.embedded_xml import embedded_invoices
from quire.invoice.international import read_international
from quire.invoice.invoice import Invoice, Origin, Value
from quire.invoice.invoice_kinds import is_customs
from quire.invoice.japanese import is_japanese, read_japanese
from quire.invoice.labelled_fields import Print, read_print
from quire.invoice.money import money_in
from quire.invoice.page_areas import read_areas
from quire.invoice.qr_code import fields_of_codes
from quire.invoice.reread import Look, better_sums
from quire.invoice.source_merge import merge_sources, order
from quire.invoice.value_formats import value_of
from quire.model.barcode import Barcode
from quire.model.page import Page
from quire.text import fold

_CHINESE = re.compile("[一-鿿]")
_TRAIN_WORDS = r"\d车\d|\d:\d\d开"  # seat and departure of a ticket
_CHINESE_WORDS = re.compile(
    "发票|税号|纳税人|开票|价税|合计|购买方|销售方|金额|票价|收款|税额|车票|客票|限乘|检票|报销|缴款|" + _TRAIN_WORDS
)
_FORM_WORDS = re.compile(
    "发票|开票|纳税人|价税|购买方|销售方|票价|车票|客票|限乘|检票|票据|收费站|里程|乘客|税务|机动车|行程|登机|缴款书|"
    + _TRAIN_WORDS
)
"""Words of the forms of the state and of tickets, one of which each has."""

_TILL_WORDS = re.compile(
    "小票|收[银銀]|找[零回赎贖]|[惠光][顾顧临臨]|[单單][号號]|[应應][收付]|[实實][收付]|[现現]金|[门門][店市]"
    "|小[计計]|合[计計]|[总總][计計]"
    "|[谢謝][谢謝]|[欢歡]迎|支付[宝寶]|微信|[会會][员員]|流水|[结結][账帳]|[优優]惠|桌[号號]"
)
_TILL = 3  # different words of tills that show a Chinese page to be a shop's receipt
_MOST, _LONGEST = 1500, 1000  # lines of a page, characters of a line: a list of 100 goods has 900 lines
BEFORE = 3
"""Pages before one in which the headings of a table that goes on are looked for."""

PROOF = 0.95
"""Confidence of a printed value from which on it contradicts the XML of its file."""

_LETTERS = 12  # Chinese characters that a Chinese form has at least


def read_invoices(
    page: Page,
    *,
    attachments: Sequence[tuple[str, bytes]] = (),
    codes: Sequence[Barcode] = (),
    today: date | None = None,
    look: Look | None = None,
    before: Sequence[Page] = (),
) -> list[Invoice]:
    """The invoices on a page, mostly one: see `read_invoice`; where there are several, each is read in its area.

    XML and codes say nothing of which area they belong to: a page with several has neither.
    """
    whole = read_invoice(page, attachments=attachments, codes=codes, today=today, look=look, before=before)
    if any(value.source in (Origin.XML, Origin.QR) for value in whole.fields.values()):
        return [whole]
    return read_areas(page, lambda part: read_invoice(part, today=today), whole)


def read_xml(data: bytes, *, today: date | None = None) -> list[Invoice]:
    """The invoices of an XML file that has no print, numbered as its pages; none when it is no invoice.

    Args:
        data: the file.
        today: as `read_invoice`.
    """
    return [
        replace(one, page=number, checks=findings(one.fields, one.items, chinese=_is_chinese_form(one), today=today))
        for number, one in enumerate(embedded_invoices([("", data)]), 1)
    ]


def _is_chinese_form(invoice: Invoice) -> bool:
    """Whether an invoice in XML is a Chinese one: the other formats tell their currency, and not in Chinese."""
    return not invoice.text("currency") and bool(_CHINESE.search(invoice.text("seller_name")))


def read_invoice(
    page: Page,
    *,
    attachments: Sequence[tuple[str, bytes]] = (),
    codes: Sequence[Barcode] = (),
    today: date | None = None,
    look: Look | None = None,
    before: Sequence[Page] = (),
) -> Invoice:
    """The invoice on a page; every value was observed in XML, in a QR code or in print.

    Args:
        page: the page, read from its text layer or recognised; a page without text gives an invoice without fields.
        attachments: (name, bytes) of the files embedded in the document; what is no invoice XML is passed over.
        codes: the QR codes of the page, boxes in points.
        today: later dates of issue are a finding; None leaves that rule out.
        look: reads a part of the page again; None for pages with a text layer.
        before: the pages before it, the nearest last: a table without headings goes on in the columns of theirs.
    """
    code = fields_of_codes(codes, page.number)
    print_ = _print(_bounded(page), look, [_bounded(one) for one in before[-BEFORE:]])
    number = code.get("invoice_number") or print_.fields.get("invoice_number")
    attached = _of_page(embedded_invoices(attachments), page, number.value if number else "")
    sources = order(print_.fields, code)
    if attached:
        titled = {k: v for k, v in print_.fields.items() if k == "invoice_type" and v.source is Origin.TEXT}
        sources = [titled, attached.fields, *sources]
    fields = merge_sources(sources)
    if look:
        fields |= better_sums(fields, look)
    if print_.chinese and not print_.list_only and not is_customs(print_.title) and look:
        fields = merge_sources([fields, left_over(fields)])
    items = attached.items if attached and attached.items else print_.items
    others = (code, _contradicting(print_.fields, attached.fields, page) if attached else print_.fields)
    if not fields:
        beside = amounts_on(page) if print_.withheld or print_.withheld_items else frozenset[Decimal]()
        return Invoice(
            page.number,
            fields,
            items,
            withheld=print_.withheld,
            withheld_items=print_.withheld_items,
            printed=beside,
        )
    printed = cache(lambda: amounts_on(page))
    checks = findings(fields, items, chinese=print_.chinese, today=today, others=others, printed=printed)
    off = any(check.rule == ROWS for check in checks)
    return Invoice(page.number, fields, items, checks, printed=printed() if off else frozenset())


def amounts_on(page: Page) -> frozenset[Decimal]:
    """The amounts of a page, without their signs."""
    found = (value_of(money.value) for line in page.lines for money in money_in(fold(line.text)))
    return frozenset(abs(value) for value in found if value is not None)


def _contradicting(printed: Mapping[str, Value], attached: Mapping[str, Value], page: Page) -> dict[str, Value]:
    """What was read from the print, without what need not contradict the XML.

    Where a page shows the XML's value as well, the print does not say otherwise: another figure was taken for it. A
    value of weak evidence proves nothing either.
    """
    texts = [fold(line.text) for line in page.lines]
    whole = re.sub(r"[\s.\-/]", "", "".join(texts)).casefold()
    figures = {value_of(money.value) for text in texts for money in money_in(text)}
    days = {day.iso for text in texts for first in (False, True) for day in dates_in(text, month_first=first)}

    def shown(value: Value) -> bool:
        number = value_of(value.value) if "." in value.value else None
        bare = re.sub(r"[\s.\-/]", "", value.value).casefold()
        return number in figures if number is not None else value.value in days or bare in whole

    return {
        key: value
        for key, value in printed.items()
        if key not in attached
        or (value.confidence >= PROOF and not shown(attached[key]))
        or _equal(value.value, attached[key].value)
    }


def _equal(left: str, right: str) -> bool:
    return left.casefold() == right.casefold()


def _bounded(page: Page) -> Page:
    """The page without lines of absurd length and without what follows thousands of lines."""
    fit = [i for i, line in enumerate(page.lines) if len(line.text) <= _LONGEST][:_MOST]
    if len(fit) == len(page.lines):
        return page
    sure = tuple(page.confidences[i] for i in fit) if len(page.confidences) == len(page.lines) else ()
    return replace(page, lines=tuple(page.lines[i] for i in fit), confidences=sure)


def _of_page(attached: Sequence[Invoice], page: Page, number: str) -> Invoice | None:
    """The embedded invoice that a page shows, by its number; one without a number belongs to the first page."""
    for invoice in attached:
        if number and invoice.text("invoice_number") == number:
            return invoice
    return attached[0] if attached and page.number == 1 and len(attached) == 1 else None


def _print(page: Page, look: Look | None, before: Sequence[Page]) -> Print:
    """The printed fields: by labels of Chinese forms if the page has Chinese, else by those of other languages."""
    if is_japanese(page):
        return Print(*read_japanese(page), list_only=False, chinese=False)
    if is_chinese(page) and not is_till_receipt(page):
        return read_print(page, look)
    read = read_international(page, before)
    return Print(
        read.fields,
        read.items,
        list_only=False,
        chinese=False,
        withheld=read.withheld,
        withheld_items=read.withheld_items,
    )


def is_till_receipt(page: Page) -> bool:
    """Whether a Chinese page is the receipt of a shop: words of tills and none of the forms of the state."""
    text = "".join(fold(line.text) for line in page.lines).replace(" ", "")
    return not _FORM_WORDS.search(text) and len(set(_TILL_WORDS.findall(text))) >= _TILL


def is_chinese(page: Page) -> bool:
    """Whether the page has the words of a Chinese invoice; a few Chinese characters in a name are not enough."""
    text = "".join(fold(line.text) for line in page.lines).replace(" ", "")
    return len(_CHINESE.findall(text)) >= _LETTERS and bool(_CHINESE_WORDS.search(text))
