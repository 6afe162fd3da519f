"""The document of a US-listed company: the nine keys of the contract, and the normal forms that lie beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from quire.company.number_formats import day, is_missing, lexical
from quire.company.record import Json, Note, Problem, document_texts, imported, pointer

BASIC, CASH_FLOW, BALANCE_SHEET, INCOME = "basic info", "cash flow", "balance sheet", "income statement"
DIRECT, INSTITUTIONS, EXECUTIVES = "direct holders", "institutional holders", "executives"

CONTACTS = ("website", "phone", "name", "address")
STATEMENTS = (CASH_FLOW, BALANCE_SHEET, INCOME)
HOLDER = ("name", "share", "value", "percentage", "reported_date")
MARKETS = ("nyse", "nasdaq")

_BESIDE = ("cik", "lei", "ein", "sic", "sicDescription", "stateOfIncorporation", "formerNames", "sameAs")
_LISTS = frozenset({"formerNames", "sameAs"})
_SYMBOL = re.compile(r"[A-Z0-9][A-Z0-9+$=*-]{0,14}")


def symbol(text: object) -> str:
    """Return a ticker in its canonical form: capitals, share classes with a dash (``brk.b``, ``BRK/B`` are ``BRK-B``).

    Raises:
        Problem: it is not a ticker.
    """
    shown = re.sub(r"[./_ ]+", "-", str(text if text is not None else "").strip().upper())
    if not _SYMBOL.fullmatch(shown):
        raise Problem("symbol is not a ticker" if shown else "symbol is missing")
    return shown


def is_symbol(text: object) -> bool:
    """Return whether a text can be a ticker."""
    return bool(_SYMBOL.fullmatch(re.sub(r"[./_ ]+", "-", str(text or "").strip().upper())))


def market(text: object) -> str:
    """Return a market as paths have it, from its name in a source ("Nasdaq", "NYSE"); "" if it names no market."""
    shown = str(text or "").strip().lower()
    return shown if shown in MARKETS else {"new york stock exchange": "nyse", "nasdaqgs": "nasdaq"}.get(shown, "")


def empty(ticker: str) -> dict[str, Json]:
    """Return a document that holds only the symbol."""
    basic: dict[str, Json] = dict.fromkeys(CONTACTS, "")
    made: dict[str, Json] = {"symbol": ticker, BASIC: basic, "description": ""}
    made |= {CASH_FLOW: {}, BALANCE_SHEET: {}, INCOME: {}, DIRECT: [], INSTITUTIONS: [], EXECUTIVES: []}
    return made


def complete(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a document with all nine keys in their order; missing ones are empty."""
    made = empty(str(document["symbol"]))
    for key, blank in made.items():
        value = document.get(key, blank)
        made[key] = (
            {**blank, **value} if key == BASIC and isinstance(blank, dict) and isinstance(value, dict) else value
        )
    return made


def document(raw: Mapping[str, object]) -> tuple[dict[str, Json], dict[str, Json], list[Note]]:
    """Return a document exactly as imported, the facts beside it, and notes on values without a normal form.

    Raises:
        Problem: the symbol is missing or is not a ticker, or the document is nested too deeply.
    """
    symbol(raw.get("symbol"))
    made = imported(dict(raw))
    assert isinstance(made, dict)  # noqa: S101 - for the type checker: an object stays one
    texts = document_texts(made)
    notes: list[Note] = []
    about: dict[str, Json] = {key: kept for key in _BESIDE if (kept := _beside(key, texts.get(key), notes))}
    if listed := market(texts.get("market")):
        about["market"] = listed
    for key in STATEMENTS:
        notes += _odd_cells(key, texts.get(key))
    return made, about, notes


def _beside(key: str, value: Json, notes: list[Note]) -> Json:
    """What is kept beside a document: a text, or a list of texts (names may be objects with a ``name``)."""
    if not value or (isinstance(value, str) and key not in _LISTS):
        return value
    rows = value if isinstance(value, list) else [value]
    found = [row.get("name", "") if isinstance(row, dict) else row for row in rows] if key in _LISTS else []
    kept: list[Json] = [text for text in found if isinstance(text, str) and text]
    if len(kept) != len(rows):
        notes.append(Note(pointer(key), "is not text" if key not in _LISTS else "is not a list of texts"))
    return kept or None


def _odd_cells(key: str, section: Json) -> Iterator[Note]:
    """The cells of a statement that graphs show as text only: a period without a date, a value without an amount."""
    for item, row in section.items() if isinstance(section, dict) else ():
        for period, text in row.items() if isinstance(row, dict) else ():
            place = pointer(key, item, period)
            if day(period) is None:
                yield Note(place, "is not a date, kept as text")
            elif isinstance(text, str) and lexical(text) is None and not is_missing(text):
                yield Note(place, f"is not an amount, kept as text: {text[:40]}")
