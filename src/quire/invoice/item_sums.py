"""Rows among the goods that are sums of others: no quantity and no price, and an amount that other rows make."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from quire.invoice.invoice import Item
from quire.invoice.value_formats import value_of

_SLACK = Decimal("0.05")
_FEWEST = 2  # rows that make a sum


def without_sums(items: Sequence[Item], printed: Sequence[str]) -> tuple[Item, ...]:
    """The rows of goods, without those that add up others.

    Only in a table whose rows mostly have a quantity or a price: in a list of amounts a row may be as much as others.

    Args:
        items: the rows as they were read.
        printed: the net amount and the total of the bill, where they are known.
    """
    sums = [one for text in printed if (one := value_of(text)) is not None]
    goods = tuple(item for item in items if item.quantity or item.unit_price)
    if len(goods) == len(items) or 2 * len(goods) < len(items):
        return tuple(items)
    if not _make(items, sums) and _make(goods, sums):
        return goods
    several = sum(bool(item.amount) for item in goods) >= _FEWEST
    kept: list[Item] = []
    part: list[Decimal] = []  # the amounts since the last sum
    for item in items:
        amount = value_of(item.amount) or Decimal(0)
        if item.quantity or item.unit_price or not _is_sum(amount, part, sums if several else ()):
            kept.append(item)
            part.append(amount)
        else:
            part = []
    return tuple(kept)


def _is_sum(amount: Decimal, part: Sequence[Decimal], sums: Sequence[Decimal]) -> bool:
    """Whether an amount is a sum of the bill, or that of the rows since the last one."""
    made = [sum(part, Decimal(0))] if len(part) >= _FEWEST else []
    return any(abs(one - amount) <= _SLACK for one in (*made, *sums))


def _make(items: Sequence[Item], sums: Sequence[Decimal]) -> bool:
    """Whether the amounts of rows add up to one of the sums."""
    added = sum((value_of(item.amount) or Decimal(0) for item in items), Decimal(0))
    return any(abs(one - added) <= _SLACK for one in sums)
