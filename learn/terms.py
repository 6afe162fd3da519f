"""Learns the weights by which phrases of an English book are terms (`quire.wiki.subjects.term_model`); `make learn-terms` runs it.

python -m learn.terms FOLDER [--near] [--write]

FOLDER holds books (`NAME.md`, `.txt`, `.pdf`) and beside each `NAME.terms.txt`: the entries of its printed index or
glossary, one a line, other forms after " | ". They are taken out of the book first. A phrase is right if it is such an entry. One
logistic regression over all books, each of the same weight, held to small weights by a penalty, or near the weights in use: these
were learned on other books, which need not be at hand. Printed: recall and precision of every book with weights
learned on the others.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.judged_books import as_written, books_with, evidence_names, weights_of
from learn.logistic import matrix, newton, write
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.search.query_tokens import name_key
from quire.wiki.subjects.term_model import LEAST_PROBABLE
from quire.wiki.subjects.terms_en import weighed_terms
from quire.wiki.tokenization import singular

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/term_weights.json"
LISTED = {"glossary": 6.0}
"""Weights that are not learned: what the book itself lists is a term, and its lists are held out here."""

PENALTY = 1.0  # of each weight's square, in standard deviations of its evidence, a book
NEAR = 3.0  # the same of its distance from the weight in use
EQUAL = 1500  # phrases that each book counts as


@dataclass
class Learned:
    """A book with its phrases."""

    name: str
    evidence: list[dict[str, float]]
    entries: list[frozenset[int]]  # of the list, that each phrase is
    total: int  # entries that are among the phrases at all, and others that stand in the text

    @property
    def right(self) -> list[float]:
        """1 for each phrase that the list has."""
        return [float(bool(one)) for one in self.entries]


def folded(name: str) -> str:
    """What entries and phrases are compared by."""
    first, mark, last = name.lower().rpartition(" ")
    return name_key(f"{first}{mark}{singular(last)}")


def read_pair(path: Path, entries: Path) -> Learned:
    """The phrases of a book, and which of them its list has."""
    book = make_book(load(path))
    book.index, book.glossary = (), ()
    sentences = all_sentences(book.passages, book.lang)
    text = name_key("\n".join(one.text for one in sentences))
    table: dict[str, int] = {}
    total = 0
    for line in entries.read_text("utf-8").splitlines():
        forms = [folded(one) for one in line.split(" | ") if one.strip()]
        if not line.startswith("#") and any(one in text for one in forms):
            table.update(dict.fromkeys(forms, total))
            total += 1
    found = weighed_terms(book, sentences)
    matched = [frozenset(table[one] for one in map(folded, each.names) if one in table) for each, _ in found]
    return Learned(path.stem, [values for _, values in found], matched, total)


def near_weights(books: Sequence[Learned], names: list[str], used: Mapping[str, float]) -> NDArray[np.float64]:
    """Weights near those in use, each book of the same weight."""
    rows = np.vstack([matrix(one.evidence, names) for one in books])
    right = np.concatenate([np.array(one.right) for one in books])
    weight = np.concatenate([np.full(len(one.right), EQUAL / len(one.right)) for one in books])
    mean, spread = rows[:, :-1].mean(0), rows[:, :-1].std(0) + 1e-9
    old = np.array([used.get(name, 0.0) for name in names])
    start = np.append(old * spread, used["bias"] + old @ mean)
    held = np.full(len(start), NEAR * len(books))
    held[-1] = 1e-6
    evidence = np.hstack([(rows[:, :-1] - mean) / spread, rows[:, -1:]])
    found = newton(evidence, right, weight, held, start)
    return np.append(found[:-1] / spread, found[-1] - (found[:-1] * mean / spread).sum())


def told(book: Learned, weights: NDArray[np.float64], names: list[str]) -> str:
    """Recall and precision of the phrases that would have a page."""
    kept = [
        one
        for one, score in zip(book.entries, matrix(book.evidence, names) @ weights, strict=True)
        if score > LEAST_PROBABLE
    ]
    recall = len({entry for one in kept for entry in one}) / max(1, book.total)
    return f"recall {recall:.3f} precision {sum(map(bool, kept)) / max(1, len(kept)):.3f} of {len(kept)}"


def main() -> None:
    """Learn from the books of a folder, and say how well each is predicted by the others."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--near", action="store_true", help="hold the weights near those in use")
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    books = [read_pair(path, entries) for _, path, entries in books_with(args.folder, ".terms.txt")]
    names = evidence_names(books, LISTED)
    learned = partial(weights_of, names=names, equal=EQUAL, penalty=PENALTY, scaled=True)
    known: list[str] = []
    if args.near:
        in_use = json.loads(TARGET.read_text("utf-8"))
        known = in_use["books"]
        names = sorted({*names, *in_use["weights"]} - {"bias", *LISTED})
        learned = partial(near_weights, names=names, used=in_use["weights"])
    for book in books:
        others = [one for one in books if one is not book]
        print(f"{book.name:20} {told(book, learned(others), names)}")
    if args.write:
        write(TARGET, sorted({*known, *(one.name for one in books)}), as_written(learned(books), names, LISTED))


if __name__ == "__main__":
    main()
