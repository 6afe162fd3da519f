"""Learns the weights by which a sentence says what a term is (`quire.wiki.lead_model`); `make learn-leads` runs it.

python -m learn.leads FOLDER [--write]

FOLDER holds books (`NAME.en.md`, `NAME.zh.md`, `.adoc`) and beside each `NAME.leads.tsv`: a line for each sentence that
somebody judged, with 1 or 0 (it says what the term is), the names of the term with " | " between, and the sentence. A
sentence that leans on another which cannot be quoted is no lead, whatever it says. One logistic regression a language,
each book of the same weight. Printed for each book, with weights learned on the others of its language (all of them where
there is one): the share of sentences judged as labelled, of terms whose best sentence is right where one is, and of
terms without a right one that are told so.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.judged_books import as_written, books_with, evidence_names, weights_of
from learn.logistic import matrix, write
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.lead_choice import LeadChoice
from quire.wiki.lead_model import SAYS_WHAT
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_planner import all_sentences
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import inside_speech, is_quotable, stands_alone
from quire.wiki.subjects.subject_candidates import Candidate

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/lead_weights.json"
NOT_LEARNED = {
    "task": -3.0,
    "asks": -3.0,
    "spoken": -4.0,
    "kind advice": -3.0,
    "says nothing": -3.0,
    "row": -2.0,
    "an example": -1.5,
}
"""Weights of what the judged sentences hardly have."""

PENALTY = {"en": 0.25, "zh": 0.5}  # of each weight's square, a book: what is seen seldom weighs little
EQUAL = 300  # sentences that each book counts as


@dataclass
class Judged:
    """A book with the sentences that were judged."""

    name: str
    lang: str
    evidence: list[dict[str, float]]
    right: list[int]
    term: list[str]
    texts: list[str] = field(default_factory=list)


def read_pair(path: Path, labels: Path) -> Judged:
    """The judged sentences of a book with their evidence."""
    book = make_book(load(path))
    sentences = all_sentences(book.passages, book.lang)
    at = {one.text: number for number, one in reversed([*enumerate(sentences)])}
    choice = LeadChoice(
        sentences,
        book.passages,
        good=[is_quotable(one.text, one.lang) for one in sentences],
        alone=[stands_alone(one.text, one.lang) for one in sentences],
        spoken=inside_speech(sentences),
    )
    rows = [line.split("\t") for line in labels.read_text("utf-8").splitlines()]
    names = {term: term.split(" | ") for _, term, _ in rows}
    finder = MentionFinder((term, PageType.CONCEPT, forms) for term, forms in names.items())
    named: defaultdict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(sentences):
        for term in {hit.page for hit in finder.find(one.text)}:
            named[term].append(number)
    out = Judged(path.name.split(".")[0], book.lang, [], [], [])
    judged: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for label, term, text in rows:
        if (number := at.get(text)) is not None:
            judged[term][number] = int(label)
    for term, labelled in judged.items():
        known = Candidate(names[term][0], PageType.CONCEPT, 0.0, names[term][1:])
        kinds = dict.fromkeys(labelled, "") | choice.kinds(named[term], known)
        for number, seen in choice.evidence(kinds, known, labelled).items():
            out.evidence.append(seen)
            out.right.append(int(labelled[number] and not seen["dangles"]))
            out.term.append(term)
            out.texts.append(sentences[number].text)
    return out


def told(book: Judged, weights: NDArray[np.float64], names: list[str]) -> str:
    """How well the sentences of a book are judged."""
    scores = matrix(book.evidence, names) @ weights
    terms: defaultdict[str, list[int]] = defaultdict(list)
    for at, term in enumerate(book.term):
        terms[term].append(at)
    best = {term: max(found, key=lambda at: scores[at]) for term, found in terms.items()}
    known = [term for term, found in terms.items() if any(book.right[at] for at in found)]
    first = sum(book.right[best[term]] for term in known)
    honest = sum(scores[best[term]] < SAYS_WHAT for term in terms if term not in known)
    sure = [at for at in best.values() if scores[at] >= SAYS_WHAT]
    right = np.array(book.right, dtype=bool)
    return (
        f"sentences {np.mean((scores >= SAYS_WHAT) == right):.3f}, leads {first} of {len(known)}, without"
        f" {honest} of {len(terms) - len(known)}, told so and right {sum(right[at] for at in sure)} of {len(sure)}"
    )


def main() -> None:
    """Learn from the books of a folder, and say how well each is predicted by the others."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    books = [read_pair(path, labels) for _, path, labels in books_with(args.folder, ".leads.tsv")]
    found: dict[str, object] = {}
    for lang in ("en", "zh"):
        inside = [one for one in books if one.lang == lang]
        names = evidence_names(inside, NOT_LEARNED)
        learned = partial(weights_of, names=names, equal=EQUAL, penalty=PENALTY[lang], scaled=False)
        for book in inside:
            others = [one for one in inside if one is not book] or inside
            print(f"{book.name:12} {told(book, learned(others), names)}")
        found[lang] = as_written(learned(inside), names, NOT_LEARNED)
    if args.write:
        write(TARGET, [one.name for one in books], found)


if __name__ == "__main__":
    main()
