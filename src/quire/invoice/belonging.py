"""Pages of one file that are one invoice: a page that goes on has rows or sums and no number of its own.

No page is dropped and nothing moves: rows and sums stay on the page that prints them, without sums that another page
contradicts more surely. What a page says that alone makes no invoice, such as two parties or one sum, counts when a
page beside it has the rest. `checks` says which pages belong together, and what is missing is judged over all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from quire.invoice.checks import DOUBTFUL, OPTIONAL, REQUIRED, ROWS, doubts, findings, missing, rows_make, rows_off
from quire.invoice.invoice import Check, Invoice, Value
from quire.invoice.value_formats import value_of

JOINED = "pages"
"""The rule of the check that names the pages of an invoice."""

NOTHING = Check("nothing", "no invoice was found", holds=False, keys=(*REQUIRED, *OPTIONAL))
"""The finding about a file without any value: look at it."""

_MISSING = "missing"
_CHINESE = frozenset({"capitals", "invoice_code"})
"""Rules of Chinese forms, where every page is an invoice."""

_HEAD = ("invoice_number", "invoice_date", "seller_name", "buyer_name")
_SUMS = ("amount", "tax_amount", "total_amount")
_LETTERHEAD = frozenset({"invoice_number", "invoice_date", "buyer_name"})
"""What the head of a bill has whose other pages have rows and sums that cannot be read."""

_WHOLE, _OF_PAGE = 0.9, 0.7
"""Confidence of a total that is the bill's; that of a weaker one where other pages have none: 3 of 7 were right."""

_COPY = 3  # of the head's values that a copy repeats beside the total
_SURE = 0.8  # confidence of a value that stands for itself


def join_pages(invoices: Sequence[Invoice]) -> tuple[Invoice, ...]:
    """The invoices in their order, with checks that say which pages are one invoice."""
    groups: list[list[int]] = []
    for at, invoice in enumerate(invoices):
        if groups and _goes_on([invoices[i] for i in groups[-1]], invoice):
            groups[-1].append(at)
        else:
            groups.append([at])
    made = list(invoices)
    for group in groups:
        parts = [invoices[i] for i in group]
        if len({part.page for part in parts}) > 1 and _is_bill(parts):
            parts = _without_guesses(_with_rest(_with_rows(parts)))
            for i, part, checks in zip(group, parts, _checks(parts), strict=True):
                made[i] = replace(part, checks=checks)
    if any("total_amount" not in one.fields for one in made):
        made = [_with_doubt(one, made) for one in made]
    if made and not any(one.fields or one.checks for one in made):  # rows alone are none
        made[0] = replace(made[0], checks=(NOTHING,))
    return tuple(made)


def _goes_on(parts: Sequence[Invoice], page: Invoice) -> bool:
    """Whether a page continues the invoice of the pages before it."""
    first = parts[0]
    if page.page != parts[-1].page + 1:
        return False
    if any(check.rule in _CHINESE for one in (*parts, page) for check in one.checks):
        return False
    if _rows_go_on(parts, page):
        return True
    if not first.text("invoice_number"):  # parties alone: the number or the sums stand on a later page
        said = first.fields or first.withheld
        goes_on = page.text("invoice_number") or not any(_total(part) for part in parts)
        same = "invoice_number" in said and said["invoice_number"].value == page.text("invoice_number")
        return same or ("seller_name" in said and bool(goes_on) and not _sure(page, "seller_name"))
    number = page.text("invoice_number") if _sure(page, "invoice_number") else ""
    if number and number != first.text("invoice_number"):
        return False
    if number:
        return not _is_copy(parts, page)
    if _sure(page, "seller_name") and page.text("total_amount") and page.text("invoice_date"):
        return not any(part.text("total_amount") for part in parts)
    return True


def _rows_go_on(parts: Sequence[Invoice], page: Invoice) -> bool:
    """Whether the rows of a page make its sums with the rows of the pages before it, and not alone."""
    rows = page.items or page.withheld_items
    sums = page.fields if page.text("total_amount") else page.withheld
    before = [item for part in parts for item in part.items or part.withheld_items]
    return bool(rows and before) and rows_make(sums, rows) is False and bool(rows_make(sums, [*before, *rows]))


def _is_bill(parts: Sequence[Invoice]) -> bool:
    """Whether pages together are an invoice: one has a number, or the total, or the first has a sure head."""
    head = parts[0].withheld
    if head.keys() >= _LETTERHEAD and all(head[key].confidence >= _SURE for key in _LETTERHEAD):
        return True
    return any(part.text("invoice_number") or _total(part) for part in parts)


def _total(part: Invoice) -> str:
    """The total that a page shows, alone or not."""
    value = part.fields.get("total_amount") or part.withheld.get("total_amount")
    return value.value if value else ""


def _with_rows(parts: Sequence[Invoice]) -> list[Invoice]:
    """The pages with the rows of those that alone are none of an invoice."""
    return [replace(one, items=one.withheld_items) if one.withheld_items else one for one in parts]


def _with_rest(parts: Sequence[Invoice]) -> list[Invoice]:
    """The pages with what makes no invoice alone: the surest total where no whole page has one, and the first head."""
    sums = [part for part in parts if "total_amount" in part.withheld]
    total = None if any(part.text("total_amount") for part in parts) or not sums else max(sums, key=_total_worth)
    return [
        replace(one, fields=one.withheld, checks=findings(one.withheld, one.items, chinese=False))
        if one.withheld and (one is total or (one is parts[0] and one not in sums))
        else one
        for one in parts
    ]


def _total_worth(part: Invoice) -> float:
    return part.withheld["total_amount"].confidence


def _sure(page: Invoice, key: str) -> bool:
    return key in page.fields and page.fields[key].confidence >= _SURE


def _without_guesses(parts: Sequence[Invoice]) -> list[Invoice]:
    """The pages without what another page says more surely: later pages have no head, earlier ones no sums."""
    told = {key for part in parts for key in _HEAD if _sure(part, key)}
    sums = {key: max((p.fields[key] for p in parts if _sure(p, key)), key=_confidence, default=None) for key in _SUMS}

    def holds(key: str, value: Value) -> bool:
        best = sums.get(key)
        if best is not None:
            return value.value == best.value or value.confidence >= best.confidence
        return key not in told or value.confidence >= _SURE

    made = []
    for part in parts:
        goods = _SUMS if _is_total_of_row(part, parts) else ()
        fields = {key: value for key, value in part.fields.items() if key not in goods and holds(key, value)}
        kept = tuple(check for check in part.checks if check.rule != DOUBTFUL)
        same = len(fields) == len(part.fields)
        made.append(part if same else replace(part, fields=fields, checks=(*kept, *doubts(fields))))
    return made


def _is_total_of_row(part: Invoice, parts: Sequence[Invoice]) -> bool:
    """Whether the total of a page is a price or an amount of its rows of goods, and a later page has a larger total."""
    total, rows = value_of(part.text("total_amount")), len(part.items)
    figures = {value_of(text) for item in part.items for text in (item.unit_price, item.amount)}
    later = (value_of(other.text("total_amount")) for other in parts if other.page > part.page)
    return rows > 1 and total is not None and total in figures and any(one is not None and one > total for one in later)


def _with_doubt(part: Invoice, pages: Sequence[Invoice]) -> Invoice:
    """A page with a total that may be that of the page alone no surer than such totals are: others have none."""
    total = part.fields.get("total_amount")
    if total is None or total.confidence >= _WHOLE or len({one.page for one in pages}) == 1:
        return part
    others = [one.fields["total_amount"] for one in pages if "total_amount" in one.fields and one is not part]
    if any(other.value == total.value and other.confidence >= _WHOLE for other in others):
        return part
    doubted = replace(total, confidence=min(total.confidence, _OF_PAGE))
    return replace(part, fields={**part.fields, "total_amount": doubted})


def _confidence(value: Value) -> float:
    return value.confidence


def _is_copy(parts: Sequence[Invoice], page: Invoice) -> bool:
    """Whether a page says the same as an earlier one, its total included."""
    return any(
        part.text("total_amount")
        and part.text("total_amount") == page.text("total_amount")
        and part.items == page.items
        and sum(bool(page.text(key)) and part.text(key) == page.text(key) for key in _HEAD) >= _COPY
        for part in parts
    )


def _checks(parts: Sequence[Invoice]) -> list[tuple[Check, ...]]:
    """The checks of each page of one invoice: what it is part of, and what all its pages lack, on the first."""
    whole = {key: value for part in reversed(parts) for key, value in part.fields.items()}
    judged = any(check.rule == _MISSING for part in parts for check in part.checks)
    amounts = frozenset[Decimal]().union(*(part.printed for part in parts))
    rows = [item for part in parts for item in part.items]
    off = any(check.rule == ROWS for part in parts for check in part.checks)
    lacking = [*(missing(whole) if judged else ()), *(rows_off(whole, rows, lambda: amounts) if judged or off else ())]
    pages = ", ".join(str(part.page) for part in parts)
    number = whole["invoice_number"].value if "invoice_number" in whole else ""
    total = next((part.page for part in reversed(parts) if part.text("total_amount")), None)
    said = f"pages {pages} are {f'invoice {number}' if number else 'one invoice'}" + (
        f"; its total stands on page {total}" if total else ""
    )
    made = []
    for at, part in enumerate(parts):
        checks = [check for check in part.checks if check.rule not in (_MISSING, ROWS)]
        made.append((*checks, *(lacking if at == 0 else ()), Check(JOINED, said, holds=True)))
    return made
