"""How sure a value is: the share of values with such evidence that were right on bills nobody tuned for.

Each field has a logistic model over a few signs of its value: how strongly a label names it, how many rivals have as
strong a label, whether the sums add up, whether a name looks like one, how likely it was among all candidates.
`confidence.json` holds the weights; `learn/confidence.py` fits them, docs/measurements/invoices.md has the test.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from quire.invoice.dates import dates_in
from quire.invoice.field_choice import Choice, Signs
from quire.invoice.identifiers import number_weight, tax_ids_on
from quire.invoice.international_totals import LabelledAmount, is_tax, names_net, total_weight
from quire.invoice.invoice import Value
from quire.invoice.parties import has_legal_form, names_on, party_signs
from quire.invoice.phrases import PagePhrases, Phrase
from quire.invoice.value_formats import value_of

_SUMS = ("amount", "tax_amount", "total_amount")
_MANY = 4  # rivals, repeats and labels beyond it say no more
_KNOWN = 8  # labels of a page in a language that is known
_LEAST, _MOST = 0.02, 0.995  # no value is surer or less sure than what was measured can tell
_PERCENT = 100
_SUREST = 0.9999  # share of all names of a seller
_WORD = re.compile(r"[^\W\d_]{3,}")
_UNTOLD = 0.7  # the highest confidence of a buyer whom place alone tells from a seller in doubt, of ids without parties
_TELLING = ("buyer_label", "buyer_window")  # signs that tell the buyer besides its place
_FITTED = frozenset({"invoice_date", "total_amount"})
"""Fields whose models have seen recognised pages; others also count how sure recognition is."""


class Read(NamedTuple):
    """What was read from a page, before anything is said of how sure it is."""

    prints: PagePhrases
    fields: Mapping[str, Value]
    figures: Sequence[LabelledAmount]
    chosen: Mapping[str, Choice | None]  # the fields that are chosen among candidates; None: found otherwise


class _Case(NamedTuple):
    """A value with what its signs are taken from."""

    key: str
    value: Value
    phrase: Phrase
    prints: PagePhrases
    fields: Mapping[str, Value]
    figures: Sequence[LabelledAmount]
    chosen: Mapping[str, Choice | None]


def with_confidence(read: Read) -> dict[str, Value]:
    """The fields with the confidence of each, by what its evidence is worth."""
    weights = _weights()
    sure = dict(read.fields)
    for key, signs in evidence(read).items():
        choice = read.chosen.get(key)
        worth = _probability(weights[key], signs) * (1.0 if key in _FITTED else sure[key].confidence)
        sure[key] = replace(sure[key], confidence=round(worth, 4), others=choice.others if choice else ())
    if (buyer := read.chosen.get("buyer_name")) and not any(buyer.chosen.signs[sign] for sign in _TELLING):
        most = max(sure["seller_name"].confidence if "seller_name" in sure else 0.0, _UNTOLD)
        sure["buyer_name"] = replace(sure["buyer_name"], confidence=min(sure["buyer_name"].confidence, most))
    if len(set(tax_ids_on(read.prints))) > 1:  # whose an id is depends on who the buyer is
        swapped = _swapped(read)
        for key in ("seller_tax_id", "buyer_tax_id"):
            if key in sure:
                sure[key] = replace(sure[key], confidence=min(sure[key].confidence, 1.0 - swapped))
    return sure


def evidence(read: Read) -> dict[str, Signs]:
    """The signs of each value that has a model, by field."""
    made = {}
    for key, value in read.fields.items():
        phrase = next((p for p in read.prints.phrases if p.box == value.box), None)
        phrase = phrase or (choice.chosen.phrase if (choice := read.chosen.get(key)) else None)
        if key in _READERS and phrase is not None:
            case = _Case(key, value, phrase, *read)
            made[key] = _common(case) | _READERS[key](case) | _chosen(case)
    return made


def _common(case: _Case) -> Signs:
    kinds = ("invoice_type", "invoice_number", "invoice_date", "buyer_name", *_SUMS)
    return {
        "known": sum(k in case.fields for k in kinds) / _KNOWN,
        "unsure": 1.0 - case.value.confidence,
    }


def _chosen(case: _Case) -> Signs:
    """What the choice among all candidates tells; a value that was found otherwise says so."""
    if case.key not in case.chosen:
        return {}
    choice = case.chosen[case.key]
    if choice is None:
        return {"unchosen": 1.0}
    return {"odds": _odds(choice.probability), "rival": max((share for _, share in choice.others), default=0.0)}


def _odds(probability: float) -> float:
    return math.log(probability / (1.0 - probability))


def _swapped(read: Read) -> float:
    """How likely the seller's name is the buyer's; with a party missing nothing tells."""
    buyer, seller = read.chosen.get("buyer_name"), read.fields.get("seller_name")
    if buyer is None or seller is None:
        return 1.0 - _UNTOLD
    return sum(share for name, share in buyer.others if name == seller.value)


def _number(case: _Case) -> Signs:
    weight = number_weight(case.prints, case.phrase, case.value.value)
    return {
        "label": weight / 10,
        "exact": float(weight >= 9),
        "short": float(len(case.value.value) < 4),
        "date": float(bool(dates_in(case.value.value))),
        "letters": float(any(c.isalpha() for c in case.value.value)),
        "repeat": _repeats(case.prints, case.value.printed),
    }


def _sum(case: _Case) -> Signs:
    own = value_of(case.value.value) or Decimal(0)
    strength = {
        "amount": lambda t: 9 * names_net(t),
        "tax_amount": lambda t: 9 * is_tax(t),
        "total_amount": total_weight,
    }
    labels = [f.label for f in case.figures if f.phrase.number == case.phrase.number and f.value == case.value.value]
    label = max((strength[case.key](text) for text in labels), default=0)
    rivals = {
        f.value
        for f in case.figures
        if f.value != case.value.value and f.number and strength[case.key](f.label) >= max(label, 1)
    }
    net, tax, total = (value_of(case.fields[k].value) if k in case.fields else None for k in _SUMS)
    adds = net is not None and tax is not None and total is not None and net + tax == total
    rates = (
        [Decimal(r[:-1]) for r in case.fields["tax_rate"].value.split(",") if r[:-1].replace(".", "").isdigit()]
        if "tax_rate" in case.fields
        else []
    )
    fits = (
        adds
        and len(rates) == 1
        and abs((net or Decimal(0)) * rates[0] / _PERCENT - (tax or Decimal(0))) <= Decimal("0.02")
    )
    largest = max((abs(f.number) for f in case.figures), default=Decimal(0))
    same = sum(f.value == case.value.value for f in case.figures)
    return {
        "label": label / 9,
        "named": float(label > 0),
        "rivals": min(len(rivals), _MANY) / _MANY,
        "adds": float(adds and bool(tax)),
        "fits": float(fits and bool(tax)),
        "complete": float(net is not None and tax is not None and total is not None),
        "largest": float(abs(own) == largest),
        "exceeded": float(case.key == "total_amount" and abs(own) < largest),
        "repeat": min(same - 1, _MANY) / _MANY if same else 0.0,
        "named_adds": float(adds and bool(tax) and label > 0),
        "zero": float(own == 0),
    }


def _buyer(case: _Case) -> Signs:
    signs = party_signs(case.prints, case.phrase, case.value.value, names_on(case.prints))
    return {name: signs[name] for name in ("legal", "colon", "digits", "domain")} | {
        "short": float(sum(c.isalpha() for c in case.value.value) < 5),
        "seller_odds": _seller_odds(case),
    }


def _seller_odds(case: _Case) -> float:
    """How sure the seller's name is: where two parties are taken for each other, both are wrong."""
    choice = case.chosen["seller_name"]
    return _odds(choice.probability) if choice else 0.0


def _date(case: _Case) -> Signs:
    choice = case.chosen["invoice_date"]
    return {name: choice.chosen.signs[name] for name in ("issue", "other", "either")} if choice else {}


def _tax_id(case: _Case) -> Signs:
    ids = set(tax_ids_on(case.prints))
    name = case.fields.get(case.key.replace("_tax_id", "_name"))
    near = (
        name is not None
        and name.box is not None
        and abs(name.box.x0 - case.phrase.box.x0) < 12
        and 0 < case.phrase.box.y0 - name.box.y0 < 9 * case.phrase.box.height
    )
    other = case.fields.get("buyer_name" if case.key == "seller_tax_id" else "seller_name")
    theirs = (
        other is not None
        and other.box is not None
        and abs(other.box.x0 - case.phrase.box.x0) < 12
        and 0 < case.phrase.box.y0 - other.box.y0 < 9 * case.phrase.box.height
    )
    return {
        "alone": float(len(ids) <= 1),
        "two": float(len(ids) == 2),
        "both": float({"seller_tax_id", "buyer_tax_id"} <= case.fields.keys()),
        "country": float(case.value.value[:2].isalpha()),
        "near": float(near),
        "theirs": float(theirs),
        "foot": float(case.phrase.middle > 0.8 * case.prints.height),
        "short": float(len(case.value.value) < 8),
        "long": float(len(case.value.value) > 15),
    }


def _rates(case: _Case) -> Signs:
    net, tax = (value_of(case.fields[k].value) if k in case.fields else None for k in _SUMS[:2])
    shares = [Decimal(r[:-1]) for r in case.value.value.split(",") if r[:-1].replace(".", "").isdigit()]
    usual = net and tax is not None
    lowest = min(shares) if shares else Decimal(0)
    highest = max(shares) if shares else Decimal(0)
    share = tax * _PERCENT / net if usual and net and tax is not None else None
    return {
        "several": float(len(shares) > 1),
        "many": float(len(shares) > 2),
        "fits": float(share is not None and len(shares) == 1 and abs(share - shares[0]) < Decimal("0.15")),
        "between": float(share is not None and len(shares) > 1 and lowest < share < highest),
        "against": float(share is not None and not lowest - Decimal("0.15") < share < highest + Decimal("0.15")),
        "without": float(share is None),
        "low": float(lowest < 4),
    }


def _seller(case: _Case) -> Signs:
    """The choice alone tells, other names of the same seller beside it: a brand and its owner share the probability."""
    choice = case.chosen["seller_name"]
    if choice is None:
        return {}
    kin = sum(share for other, share in choice.others if _is_kin(case.value.value, other))
    whole = min(choice.probability + kin, _SUREST)
    return {"kin": max(0.0, _odds(whole) - _odds(choice.probability))}


def _is_kin(name: str, other: str) -> bool:
    """Whether a rival is another name of the one that is called so: with more words, with a common one, a legal one.

    A shorter one is none: the rest of the name may be a slogan. Two legal names are two companies.
    """
    own, theirs = name.casefold(), other.casefold()
    if theirs in own or (has_legal_form(own) and has_legal_form(theirs.replace(own, ""))):
        return False
    return own in theirs or not _words(own).isdisjoint(_words(theirs)) or has_legal_form(other)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


_READERS: Mapping[str, Callable[[_Case], Signs]] = {
    "invoice_number": _number, "invoice_date": _date, "seller_name": _seller, "buyer_name": _buyer, "amount": _sum,
    "tax_amount": _sum, "total_amount": _sum, "buyer_tax_id": _tax_id, "seller_tax_id": _tax_id, "tax_rate": _rates,
}  # fmt: skip


def _repeats(prints: PagePhrases, text: str) -> float:
    """How often a text stands on the page besides once, of at most four."""
    count = sum(text.casefold() in p.text.casefold() for p in prints.phrases) - 1
    return min(max(count, 0), _MANY) / _MANY


def _probability(weights: Mapping[str, float], signs: Signs) -> float:
    score = weights["bias"] + sum(weights.get(name, 0.0) * size for name, size in signs.items())
    return min(max(1.0 / (1.0 + math.exp(-score)), _LEAST), _MOST)


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = resources.files("quire.invoice").joinpath("confidence.json").read_text("utf-8")
    loaded: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return loaded
