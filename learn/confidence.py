"""The weights by which a value of a bill is as sure as it is: `python -m learn.confidence FOLDER... [--out FILE]`.

Folders as of `learn/field_choice.py`; `FOLDER=N` counts N times. Each is read with the whole lexicon and several times
without a random share of it: on other bills many words are not known. Each page is read once more without its upper
part, and once without its lower: pages that go on. What is right comes from the truth in every case.

Printed is how sure and how right the values of countries are that were left out in turn (a fifth of them at a time).
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from learn import logistic
from learn.field_choice import pages_of, plain, read_apart, thin_lexicon

SIGNS = {
    "invoice_date": "odds rival other issue either",
}
"""The signs of each field that is learned. The others keep their weights: sums have the probability of their choice; rates
of made bills are wrong too seldom; of numbers and tax ids the choice alone tells, and models left more errors untold. The
weights of parties were fitted to choices of makers that `learn.field_choice` had not seen (docs/measurements/invoices.md)."""

PENALTY = 10.0
_WITHOUT = 0.5  # of the lexicon
_SEEDS = 2  # readings without a share of it
_PART = 0.1  # what a page without a part of it counts
_FOLDS = 5
_STEPS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)
_HEAD, _FOOT = 0.4, 0.6  # of a page's height: where it is cut


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

    from quire.invoice.confidence import evidence
    from quire.invoice.international import read_fields

    found = []
    for pages, truth in pages_of(folder):
        whole = pages[0]
        cuts = [] if seed else [(lambda y: y > _HEAD), (lambda y: y < _FOOT)]
        for cut in (None, *cuts):
            page = whole
            if cut:
                lines = tuple(i for i in whole.lines if cut((i.box.y0 + i.box.y1) / 2 / whole.height))
                page = replace(whole, lines=lines, confidences=())
            read = read_fields(page)
            if (
                read is None
                or not read.whole
                or not read.fields.keys() & {"invoice_type", "invoice_number", "total_amount"}
            ):
                continue
            for field, signs in evidence(read).items():
                if field in truth["fields"] and field in SIGNS:
                    kept = {name: size for name, size in signs.items() if name in SIGNS[field].split()}
                    right = _right(field, truth, read.fields[field].value)
                    fold = str(truth.get("country") or truth["file"].split("_")[0])
                    found.append(Case(field, kept, right, _PART if cut else 1.0, fold))
    return found


def _right(field: str, truth: Mapping[str, Any], value: str) -> bool:
    want = truth["fields"][field]
    names = [one for one in (want if isinstance(want, list) else [want]) if one]
    return any(plain(one) == plain(value) for one in names)  # a name that is nearly right is wrong here


def learned(cases: Sequence[Case]) -> dict[str, float]:
    """The weights of one field."""
    names = sorted({name for case in cases for name in case.signs})
    rows = logistic.matrix([case.signs for case in cases], names)
    right, weight = np.array([float(c.right) for c in cases]), np.array([c.weight for c in cases])
    found = logistic.fitted(rows, right, weight, PENALTY)
    return logistic.rounded(dict(zip([*names, "bias"], found, strict=True)))


def sure(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """How sure a value with these signs is."""
    odds = weights["bias"] + sum(weights.get(name, 0.0) * size for name, size in signs.items())
    return float(1 / (1 + np.exp(-odds)))


def tested(cases: Sequence[Case]) -> list[tuple[float, Case]]:
    """Each value with how sure it is by the weights that were learned without its country."""
    found = []
    for fold in range(_FOLDS):
        held = [case for case in cases if crc32(case.fold.encode()) % _FOLDS == fold]
        rest = [case for case in cases if crc32(case.fold.encode()) % _FOLDS != fold]
        if held and rest:
            weights = learned(rest)
            found += [(sure(weights, case.signs), case) for case in held]
    return found


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
    parser.add_argument("--out", type=Path, help="the file whose weights are replaced")
    parser.add_argument("--read", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.read:
        folder, without, seed, target = asked.read
        Path(target).write_bytes(pickle.dumps([*map(tuple, cases_of(Path(folder), float(without), int(seed)))]))
        return
    cases: list[Case] = []
    for said in asked.folders:
        name, _, times = said.partition("=")
        for seed in range(_SEEDS + 1):
            read = [Case(*one) for one in read_apart("learn.confidence", name, _WITHOUT, seed)]
            cases += [case._replace(weight=case.weight * float(times or 1)) for case in read]
    weights: dict[str, Mapping[str, float]] = json.loads(asked.out.read_text("utf-8"))["weights"] if asked.out else {}
    everything = []
    for field in sorted({case.field for case in cases}):
        own = [case for case in cases if case.field == field]
        found = tested(own)
        everything += found
        weights[field] = learned(own)
        print(f"{field:15} {len(own)} values, {sum(c.right for c in own)} right; left out: {curve(found)}")
    print(f"{'all':15} {curve(everything)}")
    if asked.out:
        about = (
            "Weights of logistic models, one a field, fitted by learn/confidence.py; see docs/measurements/invoices.md."
        )
        asked.out.write_text(json.dumps({"about": about, "weights": weights}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
