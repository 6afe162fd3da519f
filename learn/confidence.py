"""The weights by which a value of a bill is as sure as it is: `python -m learn.confidence FOLDER... --out FILE`.

Folders as of `learn/field_choice.py`; `FOLDER=N` counts N times. Each is read with the whole lexicon, and `--seeds` times
without a random share of it: on other bills many words are not known. What is right comes from the truth in every case.

The weights in FILE are where each fit begins and stay near: they were learned from many more bills. Owners of templates
count alike, however many prints there are of theirs.

Printed is how sure and how right the values of owners are that were left out in turn, with the weights in use before it.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from learn import logistic
from learn.field_choice import read_apart, thin_lexicon

SIGNS = {
    "amount": "odds zero untaxed",
    "tax_amount": "odds zero untaxed",
    "invoice_date": "odds rival other issue either",
    "seller_name": "odds kin legal legal_odds second",
    "buyer_name": "odds placed",
    "seller_tax_id": "odds",
    "buyer_tax_id": "odds",
}
"""The signs of each field that is learned. The others keep their weights: totals and rates are wrong too seldom; of numbers
the choice alone tells."""

_FIRMNESS, _FREE = 2.0, 0.3  # penalty of the distance of a weight from the one in use; of one that is new
_HELD = {"seller_name": 200.0, "invoice_date": 200.0}  # receipts have told more of them than templates do
_MADE = 0.25  # what a country of made bills counts beside an owner of templates
_ALL, _PRINTS = 4.0, 0.7  # what an owner counts: prints count less the more there are, by this power of their number
_WEIGHTS = Path("src/quire/invoice/confidence.json")
_WITHOUT = 0.5  # of the lexicon
_FOLDS = 12
_STEPS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)
_DOUBT = 0.8  # confidence below which a value is in doubt


class Case(NamedTuple):
    """A value with its signs."""

    field: str
    signs: dict[str, float]
    right: bool
    weight: float
    fold: str


def cases_of(folder: Path, without: float, seed: int) -> list[Case]:
    """The values of all bills of a folder, read without a share of the lexicon."""
    if without:
        thin_lexicon(without, seed)

    from bench.silent_errors import accepted, plain, whole_documents
    from quire.invoice.belonging import join_pages
    from quire.invoice.confidence import evidence
    from quire.invoice.extract import read_invoices
    from quire.invoice.international import read_fields

    found = []
    for pages, truth in whole_documents(folder):
        bill = join_pages([one for at, page in enumerate(pages) for one in read_invoices(page, before=pages[:at])])
        read = {page.number: read_fields(page) for page in pages}
        for field in SIGNS.keys() & truth["fields"].keys():
            value = next((one.fields[field] for one in bill if field in one.fields), None)
            page = read.get(value.page) if value else None
            if (
                value
                and page
                and field in page.fields
                and page.fields[field].value == value.value
                and page.chosen.get(field)
            ):
                want = truth["fields"][field]
                right = plain(field, value.value) in accepted(field, want)
                signs = evidence(page).get(field, {})
                kept = {name: size for name, size in signs.items() if name in SIGNS[field].split()}
                made = "country" in truth
                owner = str(truth["country"] if made else truth.get("owner") or truth["file"].split("_")[0])
                found.append(Case(field, kept, right, _MADE if made else 1.0, owner))
    return found


def learned(cases: Sequence[Case], before: Mapping[str, float]) -> dict[str, float]:
    """The weights of one field, near those that are in use."""
    field = cases[0].field
    names = SIGNS[field].split()
    rows = logistic.matrix([case.signs for case in cases], names)
    prints = Counter(case.fold for case in cases)
    right = np.array([float(case.right) for case in cases])
    weight = np.array([case.weight * _ALL / prints[case.fold] ** _PRINTS for case in cases])
    firm = _HELD.get(field, _FIRMNESS)
    penalty = np.array([*(firm if name in before else _FREE for name in names), firm / 4])
    start = np.array([before.get(name, 0.0) for name in (*names, "bias")])
    found = logistic.newton(rows, right, weight, penalty, start)
    return logistic.rounded(dict(zip([*names, "bias"], found, strict=True)))


def sure(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """How sure a value with these signs is."""
    odds = weights["bias"] + sum(weights.get(name, 0.0) * size for name, size in signs.items())
    return float(1 / (1 + np.exp(-odds)))


def tested(cases: Sequence[Case], before: Mapping[str, float]) -> list[tuple[float, Case]]:
    """Each value with how sure it is by the weights that were learned without its owner."""
    found = []
    for fold in range(_FOLDS):
        held = [case for case in cases if crc32(case.fold.encode()) % _FOLDS == fold]
        rest = [case for case in cases if crc32(case.fold.encode()) % _FOLDS != fold]
        if held and rest:
            weights = learned(rest, before)
            found += [(sure(weights, case.signs), case) for case in held]
    return found


def alarms(found: Sequence[tuple[float, Case]]) -> str:
    """How many wrong values are in doubt, and how many of those in doubt are wrong."""
    doubted = [case for probability, case in found if probability < _DOUBT]
    wrong = sum(not case.right for case in doubted)
    return f"flagged {wrong} of {sum(not case.right for _, case in found)}, alarms right {wrong} of {len(doubted)}"


def curve(found: Sequence[tuple[float, Case]]) -> str:
    """Of the values with some confidence, how many are right."""
    steps: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for probability, case in found:
        step = next(s for s in _STEPS if probability < s)
        steps[step][0] += case.weight * case.right
        steps[step][1] += case.weight
    return "  ".join(f"<{min(step, 1.0)}: {steps[step][0]:.0f}/{steps[step][1]:.0f}" for step in sorted(steps))


def main() -> None:
    """Read the folders, fit, print the curves, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--out", type=Path, default=_WEIGHTS, help="the file whose weights are learned further")
    parser.add_argument("--seeds", type=int, default=2, help="readings without a share of the lexicon")
    parser.add_argument("--read", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.read:
        folder, without, seed, target = asked.read
        Path(target).write_bytes(pickle.dumps([*map(tuple, cases_of(Path(folder), float(without), int(seed)))]))
        return
    cases: list[Case] = []
    for said in asked.folders:
        name, _, times = said.partition("=")
        for seed in range(asked.seeds + 1):
            read = [Case(*one) for one in read_apart("learn.confidence", name, _WITHOUT, seed)]
            cases += [case._replace(weight=case.weight * float(times or 1)) for case in read]
    weights: dict[str, Mapping[str, float]] = json.loads(asked.out.read_text("utf-8"))["weights"]
    everything = []
    for field in sorted({case.field for case in cases}):
        own, before = [case for case in cases if case.field == field], weights[field]
        found = tested(own, before)
        everything += found
        weights[field] = learned(own, before)
        print(f"{field:15} {len(own)} values; left out: {alarms(found)}; {curve(found)}")
        print(f"{'':15} weights in use: {alarms([(sure(before, c.signs), c) for c in own])}")
    print(f"{'all':15} {alarms(everything)}; {curve(everything)}")
    about = "Weights of logistic models, one a field, fitted by learn/confidence.py; see docs/measurements/invoices.md."
    asked.out.write_text(json.dumps({"about": about, "weights": weights}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
