"""Learns the weights by which a sentence says what a term is (`quire.wiki.lead_model`); `make learn-leads` runs it.

python -m learn.leads FOLDER [--write]
python -m learn.leads learn/judged_leads.json --only EVIDENCE ... [--write]

FOLDER holds books (`NAME.en.md`, `NAME.zh.md`, `.adoc`) and beside each `NAME.leads.tsv`: a line for each sentence that
somebody judged, with 1 or 0 (it says what the term is), the names of the term with " | " between, and the sentence. A
sentence that leans on another which cannot be quoted is no lead, whatever it says. One logistic regression a language,
each book of the same weight. Printed for each book, with weights learned on the others of its language (all of them where
there is one): the share of sentences judged as labelled, of terms whose best sentence is right where one is, and of
terms without a right one that are told so.

A file in place of the folder holds the evidence alone of sentences that were judged: `[{"book", "lang", "term", "right",
"evidence"}, ...]`. With --only the weights of this evidence alone are learned, the others stay as they are shipped.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.judged_books import as_written, books_with, evidence_names, weights_of
from learn.logistic import matrix, newton, write
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
    "praises": -1.5,
    "other subject": -1.2,
}
"""Weights of what the judged sentences hardly have."""

PENALTY = {"en": 0.25, "zh": 0.5}  # of each weight's square, a book: what is seen seldom weighs little
PENALTY_ONLY = 1.5  # of a weight that is learned beside those that are shipped
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
        stressed=book.stress(),
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


def read_evidence(path: Path) -> list[Judged]:
    """The judged sentences of a file that holds their evidence."""
    books: dict[str, Judged] = {}
    for row in json.loads(path.read_text("utf-8")):
        book = books.setdefault(row["book"], Judged(row["book"], row["lang"], [], [], []))
        book.evidence.append(row["evidence"])
        book.right.append(row["right"])
        book.term.append(row["term"])
    return [*books.values()]


def beside(
    books: Sequence[Judged], names: list[str], only: Sequence[str], shipped: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The shipped weights with those of some evidence learned anew.

    Args:
        books: each of the same weight.
        names: of all evidence.
        only: names of that which is learned.
        shipped: the weights of all evidence and the bias.
    """
    fixed = shipped * [name not in only for name in (*names, "bias")]
    rows = np.vstack([matrix(one.evidence, names) for one in books])
    learned = rows[:, [names.index(name) for name in only]]
    right = np.concatenate([np.asarray(one.right, dtype=float) for one in books])
    weight = np.concatenate([np.full(len(one.right), EQUAL / len(one.right)) for one in books])
    held = np.array([PENALTY_ONLY] * len(only) + [1e9])
    start = np.array([0.0] * len(only) + [1.0])
    found = newton(np.column_stack([learned, rows @ fixed]), right, weight, held, start)
    fixed[[names.index(name) for name in only]] = found[:-1]
    return fixed


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
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    if args.folder.is_file():
        books = read_evidence(args.folder)
    else:
        books = [read_pair(path, labels) for _, path, labels in books_with(args.folder, ".leads.tsv")]
    former = json.loads(TARGET.read_text("utf-8"))
    known = former["books"] if args.only else []
    found: dict[str, object] = {}
    for lang in ("en", "zh"):
        inside = [one for one in books if one.lang == lang]
        names = evidence_names(inside, {} if args.only else NOT_LEARNED)
        learned: Callable[[Sequence[Judged]], NDArray[np.float64]]
        if args.only:
            weights = former["weights"][lang]
            shipped = np.array([weights.get(name, 0.0) for name in (*names, "bias")])
            only = [name for name in args.only if name in names]
            learned = partial(beside, names=names, only=only, shipped=shipped)
        else:
            learned = partial(weights_of, names=names, equal=EQUAL, penalty=PENALTY[lang], scaled=False)
        for book in inside:
            others = [one for one in inside if one is not book] or inside
            print(f"{book.name:12} {told(book, learned(others), names)}")
        told_so = as_written(learned(inside), names, NOT_LEARNED)
        found[lang] = weights | {name: told_so[name] for name in only} if args.only else told_so
        print(lang, {name: told_so[name] for name in args.only if name in told_so})
    if args.write:
        write(TARGET, sorted({*known, *(one.name for one in books)}), found)


if __name__ == "__main__":
    main()
