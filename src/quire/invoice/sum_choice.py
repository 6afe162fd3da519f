"""Which amounts of a page are its net amount, its tax and its total: one decision about all three.

A reading is a net amount, a tax and a total, of which the first two may be missing. Its signs are those that
`total_choice.py` gives each amount, by its part in the reading, and what the identities say: net and tax make the
total, a printed rate of the net is the tax, the taxes of several rates make up the difference. A softmax over all
readings and "none of these" weighs them; an amount is as likely as the readings that have it.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from quire.invoice.field_choice import KEPT, MOST, Candidate, Choice, Signs, scores_of, shares_of
from quire.invoice.international_totals import (
    LabelledAmount,
    PageSums,
    Totals,
    is_tax,
    is_within,
    names_net,
    names_tax,
    share_in,
)
from quire.invoice.lexicon import any_of
from quire.invoice.phrases import PagePhrases
from quire.invoice.total_choice import total_candidates

SUMS = ("amount", "tax_amount", "total_amount")
"""The fields of a reading, in its order."""

_WITHOUT = re.compile(rf"(?i)\b(?:ohne|excl\w*\.?|hors|without|zzgl\.?|plus)\s?(?:the\s)?{any_of('totals', 'tax')}")
"""A page that says that its prices are without tax."""

_NO_TAX = frozenset({"given", "change", "charge"})
_LEAST = 0.2  # probability below which an amount is no total: of owners left out 14 of 16 from it to .3 were right
_LIKELY = 12  # totals that are tried
_CENT, _CENTS = Decimal("0.01"), Decimal("0.025")  # by which a sum may be off, and a product
_TRIED = 60  # amounts of a page that are looked at
_MANY = 4  # net amounts beyond it say no more
_FEW = 12  # net amounts and taxes that are tried without a sum that works
_FAR = 10  # rows: what stands farther apart is no block of sums
_ALIGNED = 4.0  # points between the right edges of amounts in one column
_LOWEST, _HIGHEST = Decimal("0.02"), Decimal("0.4")  # share of a net amount that a tax has
_USUAL = Decimal("0.4")  # percent: by which the share of a tax in its net amount is off a rate in halves of a percent


class Reading(NamedTuple):
    """What may be the sums of a page, and what speaks for it."""

    sums: Totals
    signs: Signs

    @property
    def value(self) -> str:
        """The three values, as one."""
        return "|".join(one.value if one else "" for one in self.sums)


class _Page(NamedTuple):
    """The amounts of a page by their value."""

    sums: PageSums
    places: Mapping[Decimal, Sequence[LabelledAmount]]
    signs: Mapping[Decimal, Signs]  # of each as a total
    nets: frozenset[Decimal]  # what labels and headings call so
    rates: Sequence[Decimal]  # shares of one that are printed
    taxes: frozenset[Decimal]  # what labels and headings call so, without noughts
    together: frozenset[Decimal]  # what several taxes come to
    without: bool


def sums_of(prints: PagePhrases) -> dict[str, Choice | None]:
    """The likeliest reading by field; each amount is as likely as all readings that have it."""
    readings = sum_readings(prints)
    likely = shares_of(scores_of("sums", [one.signs for one in readings]))
    shares: dict[str, dict[str, float]] = {key: defaultdict(float) for key in SUMS}
    for reading, share in zip(readings, likely, strict=True):
        for key, figure in zip(SUMS, reading.sums, strict=True):
            if figure:
                shares[key][figure.value] += share
    best = readings[max(range(len(readings)), key=likely.__getitem__)] if readings else Reading(Totals(), {})
    total = best.sums.total
    if total is None or shares["total_amount"][total.value] < _LEAST:
        return {"total_amount": None}
    return {
        key: _choice(figure, shares[key], best.signs) for key, figure in zip(SUMS, best.sums, strict=True) if figure
    }


def _choice(figure: LabelledAmount, shares: Mapping[str, float], signs: Signs) -> Choice:
    others = sorted(((v, round(share, 4)) for v, share in shares.items() if v != figure.value), key=lambda one: -one[1])
    chosen = Candidate(figure.value, figure.phrase, 0, len(figure.phrase.text), signs)
    return Choice(chosen, min(shares[figure.value], MOST), tuple(others[:KEPT]))


def sum_readings(prints: PagePhrases, wanted: Collection[Decimal] = ()) -> list[Reading]:
    """Every reading of a page that is worth a thought, with its signs.

    Args:
        prints: the page.
        wanted: totals that are worth a thought whatever their signs.
    """
    sums = PageSums.of(prints)
    totals = total_candidates(sums)
    page = _page(sums, totals)
    scores = scores_of("sums", [one.signs for one in totals])
    likely = heapq.nlargest(_LIKELY, range(len(totals)), key=scores.__getitem__)
    found = []
    for at, one in enumerate(totals):
        total = LabelledAmount(one.value, "", one.phrase)
        if at in likely or total.number in wanted:
            found += [_reading(page, net, tax, total) for net, tax in _pairs(page, total.number)]
    return found


def _page(sums: PageSums, totals: Sequence[Candidate]) -> _Page:
    places: dict[Decimal, list[LabelledAmount]] = defaultdict(list)
    for figure in (*sums.figures[-_TRIED:], *sums.nets, *sums.taxes):
        places[figure.number].append(figure)
    signs = {Decimal(one.value): {name: size for name, size in one.signs.items() if size} for one in totals}
    shares = {share_in(p.text) for p in sums.prints.phrases}
    rates = sorted(share / 100 for share in shares if share and share / 100 <= _HIGHEST)
    nets, taxes = ({f.number for f in some if f.number} for some in (sums.nets, sums.taxes))
    printed = [tax.number for tax in {f.phrase.number: f for f in sums.by_rate}.values()]
    together = {sum(some, Decimal(0)) for some in (printed, taxes) if len(taxes) > 1}
    without = bool(_WITHOUT.search(sums.prints.text()))
    return _Page(sums, places, signs, frozenset(nets), rates, frozenset(taxes), frozenset(together), without)


def _pairs(page: _Page, total: Decimal) -> Iterator[tuple[Decimal | None, Decimal | None]]:
    """(net, tax) for a total: what adds up, what labels call so, and nothing."""
    values, half = page.places.keys(), abs(total) / 2
    nets = [v for v in values if v in page.nets and v != total][-_FEW:]
    taxes = [v for v in values if v in page.taxes and abs(v) < half][-_FEW:]
    pairs: dict[tuple[Decimal | None, Decimal | None], None] = {}
    some = (v for v in values if v and abs(v) < half and total - v in values)
    some = (v for v in some if not _is_paid(page, v) and not _is_paid(page, total - v))
    some = (v for v in some if _is_told(page, total - v, v))
    pairs |= {(total - v, v): None for v in some}
    pairs |= {(n, t): None for n in nets for t in taxes}
    pairs |= {(n, None): None for n in nets}
    pairs |= {(None, t): None for t in taxes}
    pairs |= {(None, t): None for t in values if t and _is_contained(page, t, total)}
    pairs |= {(None, None): None, (total, None): None}
    if Decimal(0) in values:
        pairs |= {(total, Decimal(0)): None, (None, Decimal(0)): None}
    yield from pairs


def _is_contained(page: _Page, tax: Decimal, total: Decimal) -> bool:
    """Whether a label names a rate of tax that a total contains this much of: "Total includes GST 10%"."""
    named = (share_in(f.label) for f in page.places[tax] if names_tax(f.label))
    return any(abs(total * rate / (100 + rate) - tax) <= _CENTS for rate in named if rate)


def _is_told(page: _Page, net: Decimal, tax: Decimal) -> bool:
    """Whether a label, a printed rate or their row tells a net amount and its tax: else two goods add up."""
    if net in page.nets or tax in page.taxes or any(abs(net * rate - tax) <= _CENTS for rate in page.rates):
        return True
    own, other = ({page.sums.prints.row_of[f.phrase.number] for f in page.places[one]} for one in (net, tax))
    return not own.isdisjoint(other)


def _is_paid(page: _Page, value: Decimal) -> bool:
    """Whether labels call an amount what was given, what came back, or a charge for service: no part of a sum."""
    return value not in page.taxes | page.nets and not _NO_TAX.isdisjoint(page.signs.get(value, {}))


def _reading(page: _Page, net: Decimal | None, tax: Decimal | None, total: LabelledAmount) -> Reading:
    at, row_of = page.sums.prints.row_of[total.phrase.number], page.sums.prints.row_of

    def place(value: Decimal | None, fits: Callable[[str], bool]) -> LabelledAmount | None:
        if value is None or value == total.number:
            return None if value is None else total
        return min(page.places[value], key=lambda f: (not fits(f.label), abs(row_of[f.phrase.number] - at)))

    sums = Totals(place(net, names_net), place(tax, is_tax), total)
    signs = dict(page.signs[total.number])
    for name, size in (_net_signs(page, net, total.number) | _tax_signs(page, tax) | _joint_signs(page, sums)).items():
        if size:
            signs[name] = float(size)
    return Reading(sums, signs)


def _net_signs(page: _Page, net: Decimal | None, total: Decimal) -> Signs:
    if net is None:
        return {"net_none": 1.0, "net_none_named": bool(page.nets - {total})}
    if net == total:
        own = page.signs[total].get("net", 0.0)
        other = any(abs(v) < abs(total) and page.signs.get(v, {}).get("net") for v in page.nets)
        return {"net_same": 1.0, "net_same_named": net in page.nets, "net_same_label": own,
                "net_same_other": other, "net_same_against": other and not own}  # fmt: skip
    return {f"net_{name}": size for name, size in page.signs.get(net, {}).items()} | {
        "net_beyond": abs(net) > abs(total),
        "net_rivals": min(len(page.nets - {net}), _MANY) / _MANY,
        "net_not_largest": net in page.nets and any(abs(total) >= abs(v) > abs(net) for v in page.nets),
    }


def _tax_signs(page: _Page, tax: Decimal | None) -> Signs:
    others = page.taxes - {tax} if tax is not None else page.taxes
    if tax is None:
        return {"tax_none": 1.0, "tax_none_named": bool(others), "tax_none_several": len(others) > 1,
                "tax_none_rates": bool(page.rates)}  # fmt: skip
    if not tax:
        return {
            "zero": 1.0,
            "zero_named": any(is_tax(f.label) for f in page.places[tax]),
            "zero_rates": bool(page.rates),
        }
    made = len(others) > 1 and sum(others) in (tax, 2 * tax)
    return {f"tax_{name}": size for name, size in page.signs.get(tax, {}).items()} | {
        "tax_sum": any(f.number == tax for f in page.sums.named),
        "tax_made": made,
        "tax_part": bool(others) and not made,
    }


def _joint_signs(page: _Page, sums: Totals) -> Signs:
    """What the identities say of one reading."""
    net, tax, total = sums
    if total is None:
        return {}
    if net is None or tax is None:
        return _lacking_signs(page, net, tax, total)
    gap = total.number - net.number - tax.number
    if not tax.number:
        return {"zero_adds": gap == 0}
    share = tax.number / net.number if net.number else Decimal(9)
    fits = any(abs(net.number * rate - tax.number) <= _CENTS for rate in page.rates)
    named = (net.number in page.nets) + (tax.number in page.taxes)
    adds = gap == 0
    other = not adds and (gap in page.taxes or any(gap + tax.number == one for one in page.together))
    with_ = not adds and not other and (gap in page.places or -gap in page.places)
    rounded = not adds and (abs(gap) <= _CENT or any(gap in (r, -r) for r in page.sums.rounding))
    return {
        "adds": adds,
        "adds_named": adds and named == 2,
        "adds_half": adds and named == 1,
        "adds_with": with_,
        "other_tax": other,
        "apart": not (adds or with_ or other or rounded),
        "fits": fits,
        "adds_fits": adds and fits,
        "unfit": bool(page.rates) and not fits,
        "between": bool(page.rates) and not fits and page.rates[0] < share < page.rates[-1],
        "usual": _is_usual(tax.number, net.number),
        "steep": share > _HIGHEST,
        "opposite": (net.number < 0) != (tax.number < 0),
    } | _place_signs(page, net, tax, total, adds=adds)


def _is_usual(tax: Decimal, net: Decimal) -> bool:
    """Whether a tax has a share of its net amount that is a rate in halves of a percent."""
    share = tax / net if net else Decimal(0)
    return abs(share * 200 - round(share * 200)) <= _USUAL and _LOWEST < share <= _HIGHEST


def _place_signs(page: _Page, net: LabelledAmount, tax: LabelledAmount, total: LabelledAmount, *, adds: bool) -> Signs:
    """How the three stand to each other."""
    rows = [page.sums.prints.row_of[f.phrase.number] for f in (net, tax, total)]
    ends = [f.phrase.box.x1 for f in (net, tax, total)]
    row = len(set(rows)) == 1
    return {
        "one_row": row,
        "row_last": row and adds and not any(v > total.number for v in page.sums.headed),
        "ordered": rows[0] <= rows[1] <= rows[2],
        "far": min(max(rows) - min(rows), _FAR) / _FAR,
        "aligned": max(ends) - min(ends) < _ALIGNED,
    }


def _lacking_signs(page: _Page, net: LabelledAmount | None, tax: LabelledAmount | None, total: LabelledAmount) -> Signs:
    """What a reading without a net amount or a tax has for it."""
    untaxed = not page.taxes and not page.rates
    same = net is not None and net.number == total.number
    signs: Signs = {
        "untaxed_same": untaxed and same,
        "untaxed_none": untaxed and net is None,
        "without_same": page.without and same,
    }
    if net is not None and not same:
        signs["net_alone"] = 1.0
        signs["several"] = total.number - net.number in page.together
    if tax is not None:
        signs["tax_alone"] = 1.0
        signs["contained"] = any(abs(total.number * r / (1 + r) - tax.number) <= _CENTS for r in page.rates)
        signs["contained_usual"] = _is_usual(tax.number, total.number - tax.number)
        signs["within"] = is_within(tax.label)
    return signs
