"""Finds the company that a text means: by code, by name, or by something like a name.

`Register` holds the names of all companies of a catalogue twice: in tables for `company` and `ticker`, which match
exactly, and in the index of `search`, which finds names that begin with, contain or resemble a query. A register is
made once for each version of a catalogue and never changes, so any number of threads may read it. The parts that take
time to make (the index and the readings in pinyin) can be saved and loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from quire.company import company_names
from quire.company.company_names import CN, US, Name
from quire.company.name_search import Hit, Index, Page, Query, identifiers

__all__ = ["Hit", "Name", "Page", "Query", "Register"]


class Register:
    """The names of a catalogue, in the order of data set and code."""

    def __init__(self, entries: Iterable[Name], index: Index | None = None) -> None:
        self.entries = sorted(entries, key=_order)
        self._index = index if index is not None else Index.of(self.entries)
        self._codes: dict[tuple[str, str], list[int]] = {}
        self._full: dict[str, list[int]] = {}
        self._short: dict[str, list[int]] = {}
        self._normal: dict[str, list[int]] = {}
        self._identifiers: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            self._enter(number, entry)

    def __len__(self) -> int:
        return len(self.entries)

    def company(self, text: str) -> list[Name]:
        """Return the Chinese companies that `text` means; several when they share that name.

        It tries in this order, until it finds any: code (also with ``.OC``, ``.NQ`` or full-width digits), full name,
        short name, each letter for letter; then any name in its comparable form (`names.normal`).
        """
        text = text[: company_names.LONGEST]
        for table, key in (
            (self._full, text.strip()),
            (self._short, text.strip()),
            (self._normal, company_names.normal(text)),
        ):
            found = self._codes.get((CN, company_names.code(text))) or table.get(key)
            if found:
                return [self.entries[number] for number in found]
        return self.identified(text, CN)

    def identified(self, text: str, dataset: str = "") -> list[Name]:
        """Return the companies with that identifier (CIK, LEI, credit code ...), in one data set or in both."""
        found = self._identifiers.get(company_names.normal(text), ())
        return [self.entries[number] for number in found if dataset in {"", self.entries[number].dataset}]

    def ticker(self, text: str) -> list[Name]:
        """Return the American companies with that ticker symbol, at most one per market; ``brk.b`` is ``BRK-B``."""
        return [self.entries[number] for number in self._codes.get((US, company_names.ticker(text)), ())]

    def search(self, query: Query) -> Page:
        """Return the companies that `query` may mean, the best first.

        Raises:
            BadRequest: the cursor does not come from this service.
        """
        return self._index.search(query)

    def save(self, path: Path) -> None:
        """Write the index to a file, from which `load` makes the same register for the same entries."""
        self._index.save(path)

    @classmethod
    def load(cls, entries: Sequence[Name], path: Path) -> Register:
        """Return the register of `entries` with the index of a file.

        Raises:
            OSError, ValueError: the file cannot be read, or was made for other entries.
        """
        ordered = sorted(entries, key=_order)
        return cls(ordered, Index.load(path, ordered))

    def _enter(self, number: int, entry: Name) -> None:
        key = company_names.ticker(entry.code) if entry.dataset == US else company_names.code(entry.code)
        self._codes.setdefault((entry.dataset, key), []).append(number)
        for identifier in {company_names.normal(one) for one in identifiers(entry)} - {""}:
            self._identifiers.setdefault(identifier, []).append(number)
        if entry.dataset != CN:
            return
        for table, text in ((self._full, entry.name), (self._short, entry.short)):
            if text:
                table.setdefault(text, []).append(number)
        for form in {company_names.normal(name) for name in entry.names} - {""}:
            self._normal.setdefault(form, []).append(number)


def _order(entry: Name) -> tuple[str, str, str]:
    return entry.dataset, entry.code, entry.market
