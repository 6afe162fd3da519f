"""Which date of a page is that of issue: label, place and neighbours of each, weighed together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.invoice.dates import DateInText, dates_in, month_first
from quire.invoice.field_choice import Candidate, Choice, Signs, choose
from quire.invoice.identifiers import date_weight, labelled_number, names_other_date, with_year
from quire.invoice.money import money_in
from quire.invoice.phrases import PagePhrases, Phrase

_CLOCK = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])\s?[:.h]\s?[0-5]\d(?!\d)")
_PROSE = 80  # characters of a phrase that is no fact
_MANY = 3  # repeats beyond it say no more
_COLUMN = 4.0  # points: dates of one column begin within it of each other
_GOODS = 2  # rows of goods with dates that show a column
_SHORT_YEAR = re.compile(r"(?<!\d)\d{1,2}\D\d{1,2}\D\d\d(?!\d)")


def date_of(prints: PagePhrases, *, american: bool) -> Choice | None:
    """The date of issue."""
    return choose("invoice_date", date_candidates(prints, american=american))


def date_candidates(prints: PagePhrases, *, american: bool) -> list[Candidate]:
    """Every date of a page with its signs; `american`: 3/4 is the fourth of March where nothing tells."""
    told = month_first(p.text for p in prints.phrases)
    order = american if told is None else told
    found = [
        (phrase, day) for phrase in prints.phrases for day in dates_in(with_year(prints, phrase), month_first=order)
    ]
    found = _without_goods(prints, found)
    days = [day.iso for _, day in found]
    weights = [date_weight(prints, phrase, day.start) for phrase, day in found]
    made = []
    for at, (phrase, day) in enumerate(found):
        weight = weights[at]
        signs: Signs = {
            "bias": 1.0,
            "issue": float(weight >= 9),
            "plain": float(4 <= weight < 9),
            "bare": float(weight == 2),
            "other": float(weight == 0),
            "strongest": float(weight == max(weights) > 0),
            "alone": float(len(set(days)) == 1),
            "repeat": min(days.count(day.iso) - 1, _MANY) / _MANY,
            "first": float(at == 0),
            "last": float(at == len(found) - 1),
            "latest": float(day.iso == max(days) and len(set(days)) > 1),
            "earliest": float(day.iso == min(days) and len(set(days)) > 1),
            "either": float(told is None and _either(phrase.text[day.start : day.end])),
            "short": float(bool(_SHORT_YEAR.search(phrase.text[day.start : day.end]))),
            **_row_signs(prints, phrase, day.start, day.end),
        }
        made.append(Candidate(day.iso, phrase, day.start, day.end, signs))
    return made


def _without_goods(prints: PagePhrases, found: Sequence[tuple[Phrase, DateInText]]) -> list[tuple[Phrase, DateInText]]:
    """The dates without those of goods: each begins its row of a table, in one column, and the row has an amount."""
    first = [
        (phrase, day)
        for phrase, day in found
        if prints.row(phrase)[0].number == phrase.number
        and day.start == 0
        and day.end == len(phrase.text)
        and any(money_in(other.text) for other in prints.row(phrase))
    ]
    goods = {
        phrase.number
        for phrase, _ in first
        if sum(abs(phrase.box.x0 - other.box.x0) < _COLUMN for other, _ in first) >= _GOODS
    }
    rest = [(phrase, day) for phrase, day in found if phrase.number not in goods]
    return rest or [*found]


def _row_signs(prints: PagePhrases, phrase: Phrase, start: int, end: int) -> Signs:
    row = prints.row(phrase)
    rest = " ".join(p.text if p.number != phrase.number else p.text[:start] + " " + p.text[end:] for p in row)
    above = prints.phrases[: row[0].number]
    return {
        "clock": float(bool(_CLOCK.search(rest))),
        "number": float(any(labelled_number(p.text) is not None for p in row)),
        "prose": float(len(phrase.text) > _PROSE),
        "words": min(len(re.findall(r"[^\W\d_]{3,}", rest)), 6) / 6,
        "not_issue": float(names_other_date(" ".join(p.text for p in row))),
        "under_other": float(any(names_other_date(p.text) for p in above[-1:])),
        "high": 1.0 - phrase.middle / prints.height,
    }


def _either(text: str) -> bool:
    """Whether day and month may be the other way round."""
    parts = re.findall(r"\d+", text)
    return len(parts) == 3 and "." not in text and all(int(p) <= 12 for p in parts[:2]) and parts[0] != parts[1]
