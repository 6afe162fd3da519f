"""Learns the weights by which phrases of a Chinese book are terms (`quire.wiki.subjects.terms_zh`); `make learn-terms-zh`.

python -m learn.terms_zh FOLDER [--write]

FOLDER holds books (`NAME.zh.md`) and beside each `NAME.subjects.tsv`: a line for each phrase that somebody judged who
knows the book, with 1 or 0 (a reader would look it up) and the phrase. One logistic regression over all books, each of
the same weight. Printed for each book, with weights learned on the others: how often a right phrase is before a wrong one
(area under the curve), and precision and recall of the phrases above the threshold.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.judged_books import as_written, books_with, evidence_names, weights_of
from learn.logistic import matrix, write
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.term_model import LEAST_PROBABLE_ZH
from quire.wiki.subjects.terms_zh import weighed_terms

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/term_weights_zh.json"
LISTED = {"glossary": 6.0, "index": 6.0, "english": 2.0}
"""Weights that are not learned: what the book itself lists is a term, and mostly what it translates in brackets, which the
judged manuals hardly do (in two textbooks with marks of an index 125 of 151 and 12 of 30 such phrases are entries)."""

PENALTY = 0.3  # of each weight's square, a book
EQUAL = 150  # phrases that each book counts as


@dataclass
class Judged:
    """A book with its judged phrases."""

    name: str
    evidence: list[dict[str, float]]
    right: NDArray[np.float64]


def read_pair(path: Path, labels: Path) -> Judged:
    """The judged phrases of a book with their evidence."""
    book = make_book(load(path))
    judged = dict(reversed(line.split("\t")) for line in labels.read_text("utf-8").splitlines())
    found = weighed_terms(book, all_sentences(book.passages, book.lang))
    inside = [(values, judged[one.title] == "1") for one, values in found if one.title in judged]
    return Judged(path.name.split(".")[0], [values for values, _ in inside], np.array([ok for _, ok in inside], float))


def told(book: Judged, weights: NDArray[np.float64], names: list[str]) -> str:
    """How well the phrases of a book are ordered and chosen."""
    scores = matrix(book.evidence, names) @ weights
    right, wrong = scores[book.right == 1], scores[book.right == 0]
    area = (right[:, None] > wrong[None]).mean()
    kept = scores > LEAST_PROBABLE_ZH
    hits = book.right[kept].sum()
    return f"area {area:.3f} recall {hits / book.right.sum():.3f} precision {hits / max(1, kept.sum()):.3f} of {kept.sum()}"


def main() -> None:
    """Learn from the books of a folder, and say how well each is predicted by the others."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    books = [read_pair(path, labels) for _, path, labels in books_with(args.folder, ".subjects.tsv")]
    names = evidence_names(books, LISTED)
    learned = partial(weights_of, names=names, equal=EQUAL, penalty=PENALTY, scaled=False)
    for book in books:
        others = [one for one in books if one is not book]
        print(f"{book.name:12} {told(book, learned(others), names)}")
    if args.write:
        write(TARGET, [one.name for one in books], as_written(learned(books), names, LISTED))


if __name__ == "__main__":
    main()
