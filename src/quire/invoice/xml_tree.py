"""XML as plain nodes, and the common part of reading invoice formats from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quire.invoice.invoice import EXTRAS, KEYS, Invoice, Item, Origin, Value
from quire.invoice.value_formats import amount, day, decimal, rate, value_of


class Node(NamedTuple):
    """An element: its local name, its text without line ends, its attributes, its children."""

    name: str
    text: str
    attributes: dict[str, str]
    children: list[Node]

    def all(self, *names: str) -> Iterator[Node]:
        """The children with one of these names."""
        return (child for child in self.children if child.name in names)

    def at(self, *path: str) -> Node | None:
        """The first descendant along a path of names."""
        if not path:
            return self
        for child in self.all(path[0]):
            found = child.at(*path[1:])
            if found is not None:
                return found
        return None

    def say(self, *path: str) -> str:
        """The text at a path; "" when there is none."""
        node = self.at(*path)
        return node.text if node else ""

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


_AMOUNTS = ("amount", "tax_amount", "total_amount")


def invoice_of(raw: dict[str, str], items: list[Item]) -> Invoice:
    """An invoice of raw texts by key: normalised, what is no value of its key left out."""
    fields: dict[str, Value] = {}
    for key in (*KEYS, *EXTRAS):
        text = raw.get(key, "").strip()
        value = _normal(key, text) if text else None
        if value:
            fields[key] = Value(value, text, Origin.XML)
    return Invoice(0, fields, tuple(items))


def _normal(key: str, text: str) -> str | None:
    if key in _AMOUNTS:
        return amount(text)
    if key in {"invoice_date", "due_date"}:
        return day(text)
    if key == "tax_rate":
        rates = [rate(part) for part in text.split(",")]
        return ",".join(dict.fromkeys(r for r in rates if r)) or None
    return text[:500]


def joined(*parts: str) -> str:
    """The parts that are not empty, parted by commas."""
    return ", ".join(part.strip() for part in parts if part.strip())


def trimmed(text: str) -> str:
    """A decimal without closing zeros: "20.0000" gives "20"; "" for anything else."""
    number = value_of(decimal(text) or "")
    return "" if number is None else f"{number.normalize():f}"


def percent(text: str) -> str:
    """A percentage as XML writes it ("19.00") as a rate: "19%"; "" for anything else."""
    return rate(text + "%") or "" if text else ""
