"""Which amount of a page is its total: label, place, size and arithmetic of each, weighed together.

A sum that happens to work is no proof, and neither is a label: the net amount and the tax of one rate add up to that
rate's share of a bill, and recognition misreads labels and figures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from quire.invoice.field_choice import Candidate, Signs
from quire.invoice.international_totals import (
    LabelledAmount,
    PageSums,
    is_aside,
    is_tax,
    names_net,
    total_weight,
)
from quire.invoice.lexicon import longest_of
from quire.invoice.money import currencies_named, is_converted
from quire.invoice.phrases import PagePhrases

_GIVEN = re.compile(longest_of("totals", "given"))
_CHANGE = re.compile(longest_of("totals", "change"))
_CHARGE = re.compile(longest_of("totals", "charge"))
_PERCENT = re.compile(r"\d\s?%|%\s?\d")
_LABEL = 45  # characters: what is longer is prose
_COIN = Decimal("0.05")  # the smallest coin of countries that round
_ROUNDED = Decimal("0.5")  # rounding to coins changes a total by less
_TRIED = 120  # amounts of a page that are looked at
_ROWS = 40  # rows of goods that are summed up
_MANY = 3  # repeats beyond it say no more
_RATE = re.compile(r"(?<![\d.,])\d{1,4}[.,]\d{3,6}(?![\d.,]|\s?%)")
"""What may be a rate of exchange: more decimals than money has."""

_PAID_ROWS = 6  # from a total to the change that was given back
_BREAKDOWN = 2  # amounts on a row with a percentage: the sums of one rate


class _Page(NamedTuple):
    """The amounts of a page by what they are called."""

    prints: PagePhrases
    figures: Sequence[LabelledAmount]
    sums: PageSums
    given: frozenset[Decimal]
    change: frozenset[Decimal]
    values: frozenset[Decimal]
    usual: float  # size of type
    small: frozenset[Decimal]  # what a total may be rounded by, whatever it is called
    rates: frozenset[Decimal]  # of exchange
    currency: str  # that the page names most often; "" where two are named as often


def total_candidates(sums: PageSums) -> list[Candidate]:
    """Every value that a page has, with its signs, where it is most likely the total."""
    prints, figures = sums.prints, sums.figures[-_TRIED:]
    by_value: dict[Decimal, list[LabelledAmount]] = {}
    for figure in figures:
        by_value.setdefault(figure.number, []).append(figure)
    if len(by_value) > 1:
        by_value.pop(Decimal(0), None)
    sizes = sorted(p.size for p in prints.phrases)
    paid = [*_paid_in_order(prints, figures)]
    page = _Page(
        prints,
        figures,
        sums,
        frozenset(f.number for f in figures if _named(_GIVEN, f.label)).union(given for given, _ in paid),
        frozenset(f.number for f in figures if _named(_CHANGE, f.label)).union(change for _, change in paid),
        frozenset(by_value),
        sizes[len(sizes) // 2] if sizes else 1.0,
        frozenset(abs(value) for value in by_value if 0 < abs(value) < _ROUNDED),
        frozenset(Decimal(m[0].replace(",", ".")) for p in prints.phrases for m in _RATE.finditer(p.text)),
        _own_currency(prints),
    )
    best = max((total_weight(f.label) for f in figures if len(f.label) < _LABEL), default=0)
    ordered = [f.number for f in figures if total_weight(f.label) >= 6 and len(f.label) < _LABEL]
    found = []
    for number, places in by_value.items():
        place = max(places, key=lambda f: (total_weight(f.label) if len(f.label) < _LABEL else 0, f.phrase.number))
        signs = _label_signs(page, number, places, best) | _sum_signs(page, number) | _place_signs(page, number, places)
        signs["last"] = float(bool(ordered) and ordered[-1] == number)
        signs["first"] = float(bool(ordered) and ordered[0] == number)
        found.append(Candidate(place.value, place.phrase, 0, len(place.phrase.text), signs))
    return found


def _paid_in_order(prints: PagePhrases, figures: Sequence[LabelledAmount]) -> Iterator[tuple[Decimal, Decimal]]:
    """(given, change) of each total that what was given and the change follow, whatever they are called.

    What is given are coins and notes, mostly whole. A sum of net amount and tax has other labels, or another order.
    """
    rows = [prints.row_of[f.phrase.number] for f in figures]
    for at, change in enumerate(figures):
        near = [i for i in range(at) if 0 < rows[at] - rows[i] <= _PAID_ROWS]
        for i in near:
            given = figures[i]
            if given.number % 1 or not 0 < change.number < given.number or _is_called(given) or _is_called(change):
                continue
            due = given.number - change.number
            before = (j for j in near if rows[j] < rows[i] and figures[j].number == due)
            if any(not names_net(figures[j].label) and not is_tax(figures[j].label) for j in before):
                yield given.number, change.number


def _is_called(figure: LabelledAmount) -> bool:
    """Whether a label calls an amount a total, a net amount or a tax."""
    return bool(total_weight(figure.label)) or names_net(figure.label) or is_tax(figure.label)


def _own_currency(prints: PagePhrases) -> str:
    named = Counter(name for p in prints.phrases for name in currencies_named(p.text)).most_common(2)
    return named[0][0] if named and (len(named) == 1 or named[0][1] > named[1][1]) else ""


def _is_foreign(page: _Page, figure: LabelledAmount) -> bool:
    """Whether what stands by an amount names a currency, and not the page's own."""
    named = currencies_named(f"{figure.label} {figure.phrase.text}")
    return bool(page.currency and named) and page.currency not in named


def _named(pattern: re.Pattern[str], label: str) -> bool:
    """Whether a label names such a figure and no total."""
    return bool(pattern.search(label)) and not total_weight(label) and len(label) < _LABEL


def _label_signs(page: _Page, number: Decimal, places: Sequence[LabelledAmount], best: int) -> Signs:
    labels = [f.label for f in places if len(f.label) < _LABEL]
    weight = max(map(total_weight, labels), default=0)
    headed = page.sums.headed.get(number, 0)
    return {
        "bias": 1.0,
        "payable": float(weight == 9),
        "due": float(weight == 7),
        "total": float(weight == 6),
        "weak": float(0 < weight < 6),
        "best": float(weight == best > 0),
        "headed": headed / 9 if not weight else 0.0,
        "net": float(any(map(names_net, labels))),
        "net_headed": float(any(f.number == number for f in page.sums.nets)),
        "tax_headed": float(any(f.number == number for f in page.sums.taxes)),
        "tax": float(any(map(is_tax, labels))),
        "given": float(number in page.given),
        "change": float(number in page.change),
        "charge": float(any(_CHARGE.search(label) for label in labels) and not weight),
        "aside": float(bool(labels) and all(map(is_aside, labels))),
        "percent": float(all(_PERCENT.search(f.label) for f in places)),
        "prose": float(not labels),
        "converted": float(bool(labels) and all(map(is_converted, labels))),
        "beside_foreign": float(any(_is_foreign(page, f) for f in page.figures) and not _is_foreign(page, places[0])),
        "unlabelled": float(not any(re.search(r"[^\W\d_]{2}", label) for label in labels)),
    }


def _sum_signs(page: _Page, number: Decimal) -> Signs:
    paid = any(g - h == number for g in page.given for h in page.change if h > 0) or any(
        g + h == number for g in page.given for h in page.change if h < 0
    )
    return {
        "paid": float(paid),
        "exact": float(number in page.given and (not page.change or page.change == {0})),
        "overpaid": float(number in page.given and any(page.change) and not paid),
        "rounded": float(any(number - r in page.values and number - r != number for r in page.sums.rounding)),
        "unrounded": float(any(number + r in page.values for r in page.sums.rounding)),
        "coins": float(any(_is_rounded(number, number + way * r, page.values) for r in page.small for way in (1, -1))),
        "no_coins": float(
            any(_is_rounded(number + way * r, number, page.values) for r in page.small for way in (1, -1))
        ),
        "part": float(
            any(number + other in page.values for other in page.values if other > 0 and number > 0 and other < number)
        ),
        "goods": float(_adds_goods(page, number)),
        "exchanged": float(any(_is_product(other, rate, number) for other in page.values for rate in page.rates)),
        "exchanges": float(any(_is_product(number, rate, other) for other in page.values for rate in page.rates)),
    }


def _is_product(amount: Decimal, rate: Decimal, other: Decimal) -> bool:
    """Whether an amount at a rate of exchange makes another, but for rounding."""
    return amount not in (0, other) and abs(amount * rate - other) <= _COIN


def _is_rounded(coins: Decimal, exact: Decimal, values: frozenset[Decimal]) -> bool:
    """Whether one of two printed amounts is the other, rounded to what coins pay, whatever the sign of the rounding."""
    return coins in values and exact in values and coins % _COIN == 0 and exact % _COIN != 0


def _place_signs(page: _Page, number: Decimal, places: Sequence[LabelledAmount]) -> Signs:
    rows = [page.prints.row(f.phrase) for f in places]
    beside = [{f.phrase.number for f in page.figures} & {p.number for p in row} for row in rows]
    breakdown = [
        len(b) >= _BREAKDOWN and any(_PERCENT.search(p.text) for p in row) for b, row in zip(beside, rows, strict=True)
    ]
    usual = [v for v in page.values if not (v in page.given and any(page.change))]
    return {
        "breakdown": float(all(breakdown)),
        "in_breakdown": float(any(breakdown)),
        "beside": float(min(map(len, beside), default=1) > 1),
        "repeat": min(len(places) - 1, _MANY) / _MANY,
        "largest": float(number == max(usual, default=number)),
        "larger": sum(v > number for v in page.values) / max(len(page.values), 1),
        "large": min(max(max(f.phrase.size for f in places) / page.usual - 1.0, 0.0), 1.0),
        "low": max(f.phrase.middle for f in places) / page.prints.height,
        "negative": float(number < 0),
        "only": float(len(page.values) == 1),
    }


def _adds_goods(page: _Page, number: Decimal) -> bool:
    """Whether the last amounts of the rows above a value, as many as needed, add up to it."""
    above: dict[int, Decimal] = {}
    for figure in page.figures:
        row = page.prints.row_of[figure.phrase.number]
        if figure.number == number and above and total_weight(figure.label):
            break
        if total_weight(figure.label) or names_net(figure.label) or is_tax(figure.label):
            continue
        above[row] = figure.number
    goods, added = [*above.values()][-_ROWS:], Decimal(0)
    if len(goods) < 2:
        return False
    for value in goods:
        added += value
        if added == number and value != number:
            return True
    return False
