"""The document of an American company: exactly the nine keys of the contract, and what their values must look like."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quire.company.number_formats import is_missing, label, lexical
from quire.company.record import Json, Note, Problem, pointer, tidy

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
    """A ticker in its canonical form: capitals, share classes with a dash (``brk.b``, ``BRK/B`` are ``BRK-B``).

    Raises:
        Problem: it is none.
    """
    shown = re.sub(r"[./_ ]+", "-", str(text if text is not None else "").strip().upper())
    if not _SYMBOL.fullmatch(shown):
        raise Problem("symbol is not a ticker" if shown else "symbol is missing")
    return shown


def is_symbol(text: object) -> bool:
    """Whether a text can be a ticker."""
    return bool(_SYMBOL.fullmatch(re.sub(r"[./_ ]+", "-", str(text or "").strip().upper())))


def market(text: object) -> str:
    """A market as it stands in a path, from the name that a source gives it ("Nasdaq", "NYSE"); "" when it is none."""
    shown = str(text or "").strip().lower()
    return shown if shown in MARKETS else {"new york stock exchange": "nyse", "nasdaqgs": "nasdaq"}.get(shown, "")


def empty(ticker: str) -> dict[str, Json]:
    """A document in which nothing is known but the symbol."""
    basic: dict[str, Json] = dict.fromkeys(CONTACTS, "")
    made: dict[str, Json] = {"symbol": ticker, BASIC: basic, "description": ""}
    made |= {CASH_FLOW: {}, BALANCE_SHEET: {}, INCOME: {}, DIRECT: [], INSTITUTIONS: [], EXECUTIVES: []}
    return made


def complete(document: Mapping[str, Json]) -> dict[str, Json]:
    """A document with all nine keys in their order, those that are missing empty."""
    made = empty(str(document["symbol"]))
    for key, blank in made.items():
        value = document.get(key, blank)
        made[key] = (
            {**blank, **value} if key == BASIC and isinstance(blank, dict) and isinstance(value, dict) else value
        )
    return made


def document(raw: Mapping[str, object]) -> tuple[dict[str, Json], dict[str, Json], list[Note]]:
    """The fields of a document that `raw` has, what it tells beside them, and notes on what was left out.

    Raises:
        Problem: the symbol is missing or none, or the document is nested too deeply.
    """
    ticker = symbol(raw.get("symbol"))
    tidied = tidy(dict(raw))
    values = tidied if isinstance(tidied, dict) else {}
    notes: list[Note] = []
    made: dict[str, Json] = {"symbol": ticker}
    for key, shape in _SHAPES.items():
        if key in values:
            made[key] = shape(key, values[key], notes)
    about = {key: kept for key in _BESIDE if (kept := _beside(key, values.get(key), notes))}
    if market(values.get("market")):
        about["market"] = market(values["market"])
    left = sorted(values.keys() - _SHAPES.keys() - {*_BESIDE, "market", "symbol"})
    notes += [Note(pointer(key), "is no key of the document") for key in left if not key.startswith("_")]
    return made, about, notes


def _beside(key: str, value: Json | None, notes: list[Note]) -> Json | None:
    """What stands beside a document: a text, or a list of them (names may be objects with a ``name``)."""
    if value is None or (isinstance(value, str) and key not in _LISTS):
        return value
    rows = value if isinstance(value, list) else [value]
    texts = [row.get("name", "") if isinstance(row, dict) else row for row in rows] if key in _LISTS else []
    kept: list[Json] = [text for text in texts if isinstance(text, str) and text]
    if len(kept) != len(rows):
        notes.append(Note(pointer(key), "is not a text" if key not in _LISTS else "is not a list of texts"))
    return kept or None


def _text(key: str, value: Json, notes: list[Note]) -> Json:
    if isinstance(value, str):
        return value
    notes.append(Note(pointer(key), "is not a text"))
    return ""


def _contacts(key: str, value: Json, notes: list[Note]) -> Json:
    if not isinstance(value, dict):
        notes.append(Note(pointer(key), "is not an object"))
        return {}
    return {name: text for name in CONTACTS if isinstance(text := value.get(name), str)}


def _statement(key: str, value: Json, notes: list[Note]) -> Json:
    if not isinstance(value, dict):
        notes.append(Note(pointer(key), "is not an object"))
        return {}
    made: dict[str, Json] = {}
    for item, row in value.items():
        cells: dict[str, Json] = {}
        for period, text in row.items() if isinstance(row, dict) else ():
            shown = label(period)
            if shown is None:
                notes.append(Note(pointer(key, item, period), "is not a date"))
            elif isinstance(text, str) and not is_missing(text):
                cells[shown] = text
                if lexical(text) is None:
                    notes.append(Note(pointer(key, item, period), f"is not an amount, kept as text: {text[:40]}"))
        if cells:
            made[item] = cells
    return made


def _holders(key: str, value: Json, notes: list[Note]) -> Json:
    made: list[Json] = []
    for at, row in enumerate(value if isinstance(value, list) else [value]):
        if not isinstance(row, dict) or not row.get("name"):
            notes.append(Note(pointer(key, str(at)), "is not a holder"))
            continue
        holder: dict[str, Json] = {name: str(row.get(name, "")) for name in HOLDER}
        reported = str(row.get("reported_date", ""))
        if reported and label(reported) is None:
            notes.append(Note(pointer(key, str(at), "reported_date"), "is not a date"))
        holder["reported_date"] = label(reported) or ""
        made.append(holder)
    return made


def _executives(key: str, value: Json, notes: list[Note]) -> Json:
    made: list[Json] = []
    for at, row in enumerate(value if isinstance(value, list) else [value]):
        if not isinstance(row, dict) or not row.get("name"):
            notes.append(Note(pointer(key, str(at)), "is not an executive"))
            continue
        titles = row.get("titles", [])
        shown: list[Json] = [str(title) for title in titles] if isinstance(titles, list) else [str(titles)]
        made.append({"name": str(row["name"]), "titles": shown, "pay": str(row.get("pay", "N/A"))})
    return made


_SHAPES = {
    BASIC: _contacts,
    "description": _text,
    CASH_FLOW: _statement,
    BALANCE_SHEET: _statement,
    INCOME: _statement,
    DIRECT: _holders,
    INSTITUTIONS: _holders,
    EXECUTIVES: _executives,
}
