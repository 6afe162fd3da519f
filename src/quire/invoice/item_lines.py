"""Line items of Chinese forms: joins wrapped names, keeps discounts as rows, finds figures on the line below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.invoice.character_rows import Row
from quire.invoice.invoice import Item
from quire.invoice.item_columns import ItemTable, tokens_of
from quire.invoice.value_formats import ZERO, amount, decimal, rate

_SEE_LIST = re.compile(r"详见.{0,6}清单")
_FIGURES = ("quantity", "unit_price", "amount", "tax")
MAX_ITEMS = 2000  # rows of one page; an invoice has 8, a list 25 to 100


def read_items(rows: Sequence[Row], goods: ItemTable) -> list[Item]:
    """The line items of a table, in order; a row that only refers to a list keeps its sums."""
    drafts: list[dict[str, str]] = []
    waiting: dict[str, str] = {}  # a unit that stands a little above its row
    for number in range(goods.first, goods.body):
        cells = {**waiting, **_cells(rows[number], number, goods)}
        waiting = cells if drafts and set(cells) == {"unit"} and "unit" in drafts[-1] else {}
        if not waiting:
            _take(drafts, cells)
        if len(drafts) >= MAX_ITEMS:
            break
    return [_item(draft) for draft in drafts if draft.get("name") or draft.get("amount")]


def is_pointer(item: Item) -> bool:
    """Whether a row only says that the items are on a separate list."""
    return bool(_SEE_LIST.search(item.name))


def _cells(row: Row, number: int, goods: ItemTable) -> dict[str, str]:
    """The printed text of each column in a row; only what its column can hold."""
    ranges: dict[str, tuple[int, int]] = {}
    for token in tokens_of(row, number):
        if token.box.x0 > goods.right:
            break
        kind = goods.kind_at((token.box.x0 + token.box.x1) / 2)
        start, _ = ranges.get(kind, (token.start, 0))
        ranges[kind] = (min(start, token.start), token.end)
    cells = {kind: row.printed(*span) for kind, span in ranges.items()}
    if goods.percent and decimal(cells.get("tax_rate", "")) is not None:
        cells["tax_rate"] += "%"
    return {kind: text for kind, text in cells.items() if _fits(kind, text)}


def _fits(kind: str, text: str) -> bool:
    if kind in ("quantity", "unit_price", "amount"):
        return decimal(text) is not None
    if kind == "tax":
        return decimal(text) is not None or rate(text) is not None
    return rate(text) is not None if kind == "tax_rate" else kind != "other"


def _take(drafts: list[dict[str, str]], cells: dict[str, str]) -> None:
    """Put a row's cells where they belong: a new row of goods, or more of the last one."""
    if not cells:
        return
    last = drafts[-1] if drafts else None
    if last is None or _begins(last, cells):
        drafts.append(dict(cells))
        return
    for kind, text in cells.items():
        if kind in ("name", "spec", "unit"):
            last[kind] = last.get(kind, "") + text  # nothing shows whether a wrapped word was broken
        else:
            last.setdefault(kind, text)


def _begins(last: dict[str, str], cells: dict[str, str]) -> bool:
    """Whether a row begins a new row of goods."""
    name = cells.get("name", "")
    figures = "amount" in cells
    if "amount" not in last:
        # The class of goods, *...*, may be broken over two rows, and its figures may stand on a row of their own.
        return name.startswith("*") and last.get("name", "").count("*") >= 2 and figures
    if name.startswith("*"):
        return figures or last.get("name", "").count("*") != 1
    return figures


def _item(draft: dict[str, str]) -> Item:
    percent = rate(draft.get("tax_rate", "")) or ""
    tax = amount(draft.get("tax", "")) or ""
    if not tax and draft.get("tax"):
        tax = ZERO  # *** and 免税
    return Item(
        name=draft.get("name", ""),
        spec=draft.get("spec", ""),
        unit=draft.get("unit", ""),
        quantity=decimal(draft.get("quantity", "")) or "",
        unit_price=decimal(draft.get("unit_price", "")) or "",
        amount=amount(draft.get("amount", "")) or "",
        tax_rate=percent,
        tax=tax,
    )
