"""The data that importers have beside their files: options of the command, and the companies' symbols by CIK."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

_CIK_DIGITS = 10
"""Digits of a Central Index Key, leading zeros included."""


@dataclass(slots=True)
class Context:
    """The options of an import, and the symbols that it has learned.

    Attributes:
        market: The market of American documents that do not say it.
        company: The code or symbol of the company that statements belong to.
        cusips: A file with a CUSIP and a symbol on each line, for 13F information tables.
        holder: The name of the filer of 13F information tables that lie alone.
        reported: The date of those tables.
        columns: Heads of the columns of lists and the keys that they stand for, beside the usual ones.
        statements: The result of `quire finance` among the paths.
        symbols: Symbols by CIK (ten digits); grows while files are read.
        find: Data set and key of the companies that a code or name means, for reports.
    """

    market: str = ""
    company: str = ""
    cusips: Path | None = None
    holder: str = ""
    reported: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    statements: Path | None = None
    symbols: dict[str, list[str]] = field(default_factory=dict)
    find: Callable[[str], list[tuple[str, str]]] = lambda _: []

    def learn(self, cik: str, symbols: Iterable[str]) -> None:
        """Remember the symbols of a filer."""
        known = self.symbols.setdefault(cik, [])
        known += [symbol for symbol in symbols if symbol not in known]


def cik(value: object) -> str:
    """Return a Central Index Key as ten digits; "" when `value` is not one."""
    digits = str(value if value is not None else "").strip().upper().removeprefix("CIK")
    return (
        digits.zfill(_CIK_DIGITS)
        if digits.isascii() and digits.isdigit() and len(digits) <= _CIK_DIGITS and int(digits)
        else ""
    )
