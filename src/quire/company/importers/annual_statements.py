"""Turns the facts of annual reports into the statements of the American documents.

The rules: only annual forms count; a year is a duration of 340 to 380 days (52 and 53 weeks, and a change of the year's
end by days); balances are taken at the ends of such years; the key is the end date; of several filings that report the
same value the latest wins, and the value it replaces is kept as an earlier one. Only one currency counts: the dollar if
there is one, else the currency with the most facts. Net income goes to the common shares if no preferred dividends are
reported.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib import resources
from typing import NamedTuple

from quire.company.number_formats import in_parentheses, label
from quire.company.record import Json, pointer

YEAR = range(340, 381)
"""Days of a duration that is a year."""

_FORMS = re.compile(r"(?:10-K(?:T|SB|405)?|20-F|40-F)(?:/A)?")
_PREFERRED = frozenset(
    {
        "us-gaap:PreferredStockDividendsIncomeStatementImpact",
        "us-gaap:PreferredStockDividendsAndOtherAdjustments",
        "us-gaap:DividendsPreferredStock",
    }
)
_COMMON = "Net Income Applicable To Common Shares"
_NEAR = 10
"""Days at most between the end of a year and the same day of another one, with years of 52 and 53 weeks."""

_YEAR = 365.25
"""Days of a year, on average."""

_DIGITS = re.compile(r"[+-]?\d{1,30}(?:\.\d{1,12})?(?:[eE][+-]?\d{1,2})?")


class Fact(NamedTuple):
    """A value that a filing reports: concept with its taxonomy, unit, dates (ISO; no start: a balance), the filing."""

    concept: str
    unit: str
    start: str
    end: str
    value: str
    filed: str
    accn: str
    form: str


class Statements(NamedTuple):
    """The sections of a document, what is known of each cell, and values that later filings replaced."""

    sections: dict[str, Json]
    details: dict[str, dict[str, str]]
    earlier: list[dict[str, str]]


@cache
def concepts() -> dict[str, dict[str, list[str]]]:
    """Return the concepts of each line item, by section."""
    text = resources.files("quire.company.importers").joinpath("concepts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def wanted() -> frozenset[str]:
    """Return every concept that a line item may come from, or that decides about one."""
    named = (name for items in concepts().values() for names in items.values() for name in names)
    return frozenset(named) | _PREFERRED


def is_annual(form: str) -> bool:
    """Return whether a form is an annual report."""
    return bool(_FORMS.fullmatch(form))


def statements(facts: Iterable[Fact]) -> Statements:
    """Return the statements that the facts of one filer give; facts of other forms and durations do not count."""
    annual = [fact for fact in facts if is_annual(fact.form) and _DIGITS.fullmatch(fact.value)]
    years = {fact.end for fact in annual if fact.start and _days(fact) in YEAR}
    marks = [date.fromisoformat(end) for end in years]
    kept = [fact for fact in annual if (_days(fact) in YEAR if fact.start else _ends_year(fact.end, marks))]
    currency = _currency(kept)
    by_concept: dict[str, list[Fact]] = {}
    for fact in kept:
        if fact.unit == currency:
            by_concept.setdefault(fact.concept, []).append(fact)
    made = Statements({}, {}, [])
    for section, items in concepts().items():
        for item, names in items.items():
            _item(section, item, _names(item, names, by_concept), by_concept, made)
    return made


def _names(item: str, names: list[str], facts: dict[str, list[Fact]]) -> list[str]:
    """The concepts of an item; net income stands for that of the common shares only without preferred dividends."""
    if item == _COMMON and _PREFERRED & facts.keys():
        return [name for name in names if name != "us-gaap:NetIncomeLoss"]
    return names


def _item(section: str, item: str, names: list[str], facts: dict[str, list[Fact]], made: Statements) -> None:
    cells: dict[str, str] = {}
    for name in names:
        by_end: dict[str, list[Fact]] = {}
        for fact in facts.get(name, ()):
            by_end.setdefault(fact.end, []).append(fact)
        for end in by_end.keys() - cells.keys():
            place = pointer(section, item, label(end) or end)
            told = sorted(by_end[end], key=lambda fact: (fact.filed, fact.accn))
            cells[end] = _shown(told[-1].value)
            made.details[place] = _detail(told[-1])
            made.earlier.extend(_replaced(place, told, cells[end]))
    if cells:
        rows = made.sections.setdefault(section, {})
        if isinstance(rows, dict):
            rows[item] = {label(end) or end: cells[end] for end in sorted(cells, reverse=True)}


def _replaced(place: str, told: list[Fact], now: str) -> list[dict[str, str]]:
    """The values that earlier filings told, each once, by the last filing that told it."""
    values = {_shown(fact.value): fact for fact in told}
    return [{"pointer": place, "value": value, **_detail(fact)} for value, fact in values.items() if value != now]


def _detail(fact: Fact) -> dict[str, str]:
    return {"filed": fact.filed, "accn": fact.accn, "form": fact.form, "tag": fact.concept, "unit": fact.unit}


def _shown(value: str) -> str:
    try:
        return in_parentheses(Decimal(value))
    except InvalidOperation:  # more digits than an amount can have
        return value


def _currency(facts: list[Fact]) -> str:
    counts = Counter(fact.unit for fact in facts if re.fullmatch("[A-Z]{3}", fact.unit))
    return "USD" if counts["USD"] else max(counts, key=lambda unit: (counts[unit], unit), default="USD")


def _days(fact: Fact) -> int:
    return (date.fromisoformat(fact.end) - date.fromisoformat(fact.start)).days + 1


def _ends_year(end: str, years: list[date]) -> bool:
    """Whether a day is the end of a year, or its anniversary, give or take some days; any day without known years."""
    if not years:
        return True
    day = date.fromisoformat(end)
    return any(abs((day - year).days - round((day - year).days / _YEAR) * _YEAR) <= _NEAR for year in years)
