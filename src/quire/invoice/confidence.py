"""How sure a value is: the share of values with such evidence that were right on bills nobody tuned for.

Each field has a logistic model over a few signs of its value: how likely it was among all candidates or readings of the
sums, whether a label tells it, whether a rate fits the sums.
`confidence.json` holds the weights; `learn/confidence.py` fits them, docs/measurements/invoices.md has the test.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from quire.invoice.check_digits import has_right_digits
from quire.invoice.field_choice import Choice, Signs
from quire.invoice.invoice import Origin, Value
from quire.invoice.parties import has_legal_form
from quire.invoice.phrases import PagePhrases, Phrase
from quire.invoice.value_formats import value_of

_SUMS = ("amount", "tax_amount", "total_amount")
_LEAST, _MOST = 0.02, 0.995  # no value is surer or less sure than what was measured can tell
_PERCENT = 100
_SUREST = 0.9999  # share of all names of a seller
_WORD = re.compile(r"[^\W\d_]{3,}")
_WRONG_DIGITS = 0.7  # the highest confidence of a recognised tax id with wrong check digits; in text it is printed so
_ADDRESS = 0.9  # the highest confidence of an address: of those given for development bills 79 of 86 were right
_EVEN = 0.5
_FIRST = ("first_on_sheet", "first_on_strip", "label")
"""Signs of a seller's name that single rules choose as well."""

_ADDRESSED = ("told", "block")
"""Signs of a buyer's name that a label tells, or an address below it."""

_IDS = frozenset({"seller_tax_id", "buyer_tax_id"})
_FITTED = frozenset({"invoice_date"})
"""Fields whose models have seen recognised pages; others also count how sure recognition is."""


class Read(NamedTuple):
    """What was read from a page, before anything is said of how sure it is."""

    prints: PagePhrases
    fields: Mapping[str, Value]
    chosen: Mapping[str, Choice | None]  # the fields that are chosen among candidates; None: found otherwise
    whole: bool = True  # whether the page has the words of an invoice: else what was read is a part at most


class _Case(NamedTuple):
    """A value with what its signs are taken from."""

    key: str
    value: Value
    phrase: Phrase
    prints: PagePhrases
    fields: Mapping[str, Value]
    chosen: Mapping[str, Choice | None]


def with_confidence(read: Read) -> dict[str, Value]:
    """The fields with the confidence of each, by what its evidence is worth."""
    weights = _weights()
    sure = dict(read.fields)
    for key, signs in evidence(read).items():
        choice = read.chosen.get(key)
        worth = _probability(weights[key], signs) * (1.0 if key in _FITTED else sure[key].confidence)
        sure[key] = replace(sure[key], confidence=round(worth, 4), others=choice.others if choice else ())
    for key in _IDS:
        recognised = key in sure and sure[key].source is Origin.OCR
        if recognised and has_right_digits(sure[key].printed) is False:
            _cap(sure, key, _WRONG_DIGITS)
    for party in ("buyer", "seller"):
        if address := sure.pop(f"{party}_address_phone", None):
            worth = min(_ADDRESS, sure[f"{party}_name"].confidence)
            if worth > _EVEN:  # below it the name is told to be in doubt, and whose address it is as well
                sure[f"{party}_address_phone"] = replace(address, confidence=worth)
    return sure


def _cap(sure: dict[str, Value], key: str, most: float) -> None:
    """Leave a value no surer than something else."""
    sure[key] = replace(sure[key], confidence=min(sure[key].confidence, most))


def evidence(read: Read) -> dict[str, Signs]:
    """The signs of each value that has a model, by field."""
    made = {}
    for key, value in read.fields.items():
        phrase = next((p for p in read.prints.phrases if p.box == value.box), None)
        phrase = phrase or (choice.chosen.phrase if (choice := read.chosen.get(key)) else None)
        if key in _READERS and phrase is not None:
            case = _Case(key, value, phrase, read.prints, read.fields, read.chosen)
            made[key] = _READERS[key](case) | _chosen(case)
    return made


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


def _date(case: _Case) -> Signs:
    choice = case.chosen["invoice_date"]
    return {name: choice.chosen.signs[name] for name in ("issue", "other", "either")} if choice else {}


def _sums(case: _Case) -> Signs:
    """Whether no tax was found on a page that prints rates of tax."""
    choice = case.chosen[case.key]
    signs = choice.chosen.signs if choice else {}
    untaxed = signs.get("zero_rates") or (signs.get("net_same") and signs.get("tax_none_rates"))
    return {"zero": signs.get("zero", 0.0), "untaxed": float(bool(untaxed))}


def _alone(_: _Case) -> Signs:
    """No signs: the choice alone tells."""
    return {}


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
    """The choice, and other names of the same seller beside it: a brand and its owner share the probability.

    A name with a legal form is mostly right, whatever its odds. One that single rules would not choose seldom is.
    """
    choice = case.chosen["seller_name"]
    if choice is None:
        return {}
    kin = sum(share for other, share in choice.others if _is_kin(case.value.value, other))
    whole, own = min(choice.probability + kin, _SUREST), _odds(choice.probability)
    legal = has_legal_form(case.value.value)
    return {
        "kin": max(0.0, _odds(whole) - own),
        "legal": float(legal),
        "legal_odds": own if legal else 0.0,
        "second": float(not any(choice.chosen.signs.get(sign) for sign in _FIRST)),
    }


def _buyer(case: _Case) -> Signs:
    """Whether neither a label nor an address below a name tells it."""
    choice = case.chosen["buyer_name"]
    return {"placed": float(choice is not None and not any(choice.chosen.signs.get(sign) for sign in _ADDRESSED))}


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
    "invoice_number": _alone, "invoice_date": _date, "seller_name": _seller, "buyer_name": _buyer, "amount": _sums,
    "tax_amount": _sums, "total_amount": _alone, "buyer_tax_id": _alone, "seller_tax_id": _alone, "tax_rate": _rates,
}  # fmt: skip


def _probability(weights: Mapping[str, float], signs: Signs) -> float:
    score = weights["bias"] + sum(weights.get(name, 0.0) * size for name, size in signs.items())
    return min(max(1.0 / (1.0 + math.exp(-score)), _LEAST), _MOST)


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = resources.files("quire.invoice").joinpath("confidence.json").read_text("utf-8")
    loaded: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return loaded
