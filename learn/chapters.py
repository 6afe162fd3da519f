"""Learns which way to part a plain text is right (`quire.read.books.partition_choice`); `make learn-chapters` runs it.

python -m learn.chapters FOLDER [--only EVIDENCE ...] [--write]

FOLDER holds texts (`NAME.txt`) and beside each `NAME.chapters.json`: {"owner": …, "weight": …, "chapters": [[…], …]}, with
lists of the titles in order, each of which is right. A conditional logit: of the partitions of a text the right ones
shall be the most likely; and a logistic regression that tells where this is likely wrong. Printed: texts whose
likeliest partition is right, with weights learned on other owners' texts.

--only: the weights of this evidence alone are learned, from those that are shipped on; the others stay.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.logistic import fitted, matrix, rounded, write
from quire.read.books.partition_choice import Partition, doubt_evidence
from quire.read.books.plain_text import text_partitions
from quire.read.books.text_encoding import decode

TARGET = Path(__file__).parents[1] / "src/quire/read/books/partition_weights.json"
PENALTY, STEPS, RATE = 1.0, 250, 0.05
PENALTY_OF_DOUBT = 10.0
FOLDS = 8
FOUND, OFF = 0.9, 0.05
"""Share of the true titles that a right partition has in order, and by what share their number may be off."""
SEEN = 8
"""Partitions that have some evidence, at least."""


@dataclass
class Parted:
    """A text with its partitions: what speaks for each, and whether it is right."""

    name: str
    owner: str
    weight: float
    ways: list[tuple[Partition, dict[str, float]]]
    right: NDArray[np.float64]
    odds: list[float] = field(default_factory=list)  # of each, with weights learned on other owners' texts

    @property
    def evidence(self) -> list[dict[str, float]]:
        """What speaks for each partition."""
        return [seen for _, seen in self.ways]


def parted(path: Path) -> Parted:
    """The partitions of a text."""
    known = json.loads(path.with_suffix(".chapters.json").read_text("utf-8"))
    ways = text_partitions(decode(path.read_bytes()))
    titles = [[one.titles[at][1] for at in one.heads] for one, _ in ways]
    right = [any(matches(wanted, found) for wanted in known["chapters"]) for found in titles]
    return Parted(path.stem, known["owner"], known.get("weight", 1.0), ways, np.array(right, float))


def matches(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether titles are those of a book: nine in ten in order, and about as many."""
    if abs(len(wanted) - len(found)) > max(1, round(OFF * len(wanted))):
        return False
    at = hits = 0
    keys = [_key(one) for one in found]
    for one in map(_key, wanted):
        place = next((n for n in range(at, len(keys)) if keys[n] and (one in keys[n] or keys[n] in one)), -1)
        if place >= 0:
            at, hits = place + 1, hits + 1
    return hits >= FOUND * len(wanted)


def _key(title: str) -> str:
    return re.sub(r"[\W_]+", "", re.sub(r"\[\d+\]", "", title)).lower()


def learned(
    texts: Sequence[Parted], names: Sequence[str], shipped: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The weights of the evidence, in whose units they are.

    Args:
        texts: to learn from.
        names: of the evidence whose weights are learned.
        shipped: all weights, to which those learned are pulled, not to 0; those of other evidence stay.
    """
    rows = [matrix(one.evidence, names)[:, :-1] for one in texts]
    spread = np.vstack(rows).std(0) + 1e-6
    usable = [
        (row / spread, weighed(one.evidence, shipped or {}), one)
        for row, one in zip(rows, texts, strict=True)
        if 0 < one.right.sum() < len(one.right)
    ]
    found = step = size = np.zeros(len(names))
    for turn in range(STEPS):
        slope = 2 * PENALTY * found
        for row, held, one in usable:
            sums = row @ found + held
            odds = np.exp(sums - sums.max())
            wanted = odds * one.right
            slope = slope + one.weight * (row.T @ (odds / odds.sum() - wanted / wanted.sum()))
        step = 0.9 * step + 0.1 * slope if turn else slope
        size = 0.99 * size + 0.01 * slope**2 if turn else slope**2
        found = found - RATE * step / (np.sqrt(size) + 1e-6)
    added = dict(zip(names, found / spread, strict=True))
    return rounded({name: (shipped or {}).get(name, 0.0) + added.get(name, 0.0) for name in {*names, *(shipped or {})}})


def weighed(evidence: Sequence[Mapping[str, float]], weights: Mapping[str, float]) -> NDArray[np.float64]:
    """The log odds of each partition."""
    return np.array([sum(weights.get(name, 0.0) * value for name, value in one.items()) for one in evidence])


def weigh_held_out(texts: Sequence[Parted], names: Sequence[str], shipped: Mapping[str, float] | None = None) -> None:
    """Give each text the odds of its partitions, with weights learned on other owners' texts."""
    owners = sorted({one.owner for one in texts})
    for fold in range(FOLDS):
        held = set(owners[fold::FOLDS])
        weights = learned([one for one in texts if one.owner not in held], names, shipped)
        for one in texts:
            if one.owner in held:
                one.odds = weighed(one.evidence, weights).tolist()


def is_right(one: Parted) -> bool:
    """Whether the likeliest partition of a text is right."""
    return bool(one.right[int(np.argmax(one.odds))])


def learned_doubt(texts: Sequence[Parted]) -> dict[str, float]:
    """The weights of what speaks for the likeliest partition being wrong, by its held-out odds."""
    found = [doubt_evidence(int(np.argmax(one.odds)), one.ways, one.odds) for one in texts]
    names = [name for name in found[0] if name != "bias"]
    wrong = np.array([not is_right(one) for one in texts], float)
    weights = fitted(matrix(found, names), wrong, np.ones(len(texts)), PENALTY_OF_DOUBT)
    return rounded(dict(zip([*names, "bias"], weights, strict=True)))


def _names(texts: Sequence[Parted]) -> list[str]:
    counts: defaultdict[str, int] = defaultdict(int)
    for one in texts:
        for seen in one.evidence:
            for name in seen:
                counts[name] += 1
    return sorted(name for name, count in counts.items() if count >= SEEN)


def main() -> None:
    """Learn, print how well the weights do on texts of other owners, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    texts = [one for path in sorted(args.folder.glob("*.txt")) if (one := parted(path)).evidence]
    names = args.only or _names(texts)
    former = json.loads(TARGET.read_text("utf-8")) if args.only else {}
    before, books = former.get("weights", {}), former.get("books", [])
    weigh_held_out(texts, names, before.get("right"))
    right = sum(map(is_right, texts))
    possible = sum(bool(one.right.any()) for one in texts)
    print(f"{len(texts)} texts: right {right}, by rules {sum(int(one.right[0]) for one in texts)}, possible {possible}")
    if args.write:
        wrong = before.get("wrong") or learned_doubt(texts)
        weights = {"right": learned(texts, names, before.get("right")), "wrong": wrong}
        write(TARGET, sorted({*books, *(one.name for one in texts)}), weights)


if __name__ == "__main__":
    main()
