"""Learns which words tell what kind of book a book is (`quire.wiki.subjects.book_genre`); `make learn-genres` runs it.

python -m learn.genres FOLDER [--write]

FOLDER holds books and `kinds.tsv`: a line for each with its file's name and its kind, "fiction", "history" (of persons and of
subjects), "technical" or "subjects" (of these, perhaps of persons, too). Printed is how the books of each part are told by
the others: the kind of the list, the kind that is told, and how many books. Languages without a book keep their weights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from learn.logistic import fitted, rounded, write
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.book_genre import CLASSICAL, common_words, language_of, word_rates

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/genre_weights.json"
PERSONS = {"fiction": 1.0, "history": 1.0, "technical": 0.0}
SUBJECTS = {"fiction": 0.0, "history": 1.0, "technical": 1.0, "subjects": 1.0}
"""What a book of each kind tells of; that of another kind is not learned from."""
LEAST_SHARE = 0.95
LEAST_WORDS = 3000
"""Share of the books that have a word which counts, at least, and the words of a book that is asked."""
PENALTY, CLASSICAL_PENALTY = 30.0, 3.0
"""Of each weight's square, in standard deviations of its evidence; in classical Chinese, where the characters part the kinds
better (of 30, 10 and 3 the one by which the learned works tell each other best)."""
FOLDS = 8
"""Parts of the books, by the hash of the title, each of which is told by the others."""


class Judged(NamedTuple):
    """A book: its title, its kind and how often each word stands in it."""

    title: str
    kind: str
    words: Counter[str]

    @property
    def part(self) -> int:
        """The part that it belongs to."""
        return int(hashlib.sha256(self.title.encode()).hexdigest(), 16) % FOLDS


def read(folder: Path) -> dict[str, list[Judged]]:
    """The books of a folder by their languages."""
    found: dict[str, list[Judged]] = {}
    for line in (folder / "kinds.tsv").read_text("utf-8").splitlines():
        name, kind = line.split("\t")
        book = make_book(load(folder / name))
        sentences = all_sentences(book.passages, book.lang)
        lang = language_of(book, sentences)
        words = common_words(sentences, lang)
        found.setdefault(lang, []).append(Judged(Path(name).stem, kind, words))
    return found


def mean_rates(books: Sequence[Judged]) -> dict[str, float]:
    """The words that nearly all books have, and how often they stand in a thousand, between stories and other books."""
    long = [one for one in books if one.words.total() >= LEAST_WORDS]
    seen = Counter(word for one in long for word in one.words)
    common = sorted(word for word, count in seen.items() if count >= LEAST_SHARE * len(long))
    kinds = [[one for one in books if one.kind == kind] for kind in ("fiction", "technical")]
    return {word: float(np.mean([np.mean([rate(word, one) for one in kind]) for kind in kinds])) for word in common}


def rate(word: str, book: Judged) -> float:
    """How often a word stands in a thousand of a book."""
    return 1000 * book.words[word] / book.words.total()


def weights_of(
    books: Sequence[Judged], means: Mapping[str, float], told: Mapping[str, float], penalty: float
) -> np.ndarray:
    """The weights of the words and the bias; both answers together weigh the same."""
    kept = [one for one in books if one.kind in told]
    rows = np.array([[*word_rates(one.words, means).values(), 1.0] for one in kept])
    right = np.array([told[one.kind] for one in kept])
    share = right.mean()
    return fitted(rows, right, np.where(right > 0, 0.5 / share, 0.5 / (1 - share)), penalty)


def odds_of(book: Judged, means: Mapping[str, float], weights: Sequence[np.ndarray]) -> tuple[float, float]:
    """The log odds that a book tells of persons and that it treats subjects."""
    row = [*word_rates(book.words, means).values(), 1.0]
    return float(np.dot(row, weights[0])), float(np.dot(row, weights[1]))


def left_out(books: Sequence[Judged], means: Mapping[str, float], penalty: float) -> list[tuple[Judged, float, float]]:
    """The log odds of each book with the weights of the other parts."""
    out = []
    for part in range(FOLDS):
        others = [one for one in books if one.part != part]
        weights = [weights_of(others, means, told, penalty) for told in (PERSONS, SUBJECTS)]
        out += [(one, *odds_of(one, means, weights)) for one in books if one.part == part]
    return out


def learned(books: Sequence[Judged], penalty: float) -> dict[str, object]:
    """What the product's file holds for a language."""
    means = mean_rates(books)
    persons, subjects = (weights_of(books, means, told, penalty) for told in (PERSONS, SUBJECTS))
    names = [*means, "bias"]
    return {
        "means": rounded(means),
        "persons": rounded(dict(zip(names, persons, strict=True))),
        "subjects": rounded(dict(zip(names, subjects, strict=True))),
    }


def main() -> None:
    """Learn from the books of a folder, and say how well each is told by the others."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    books = read(args.folder)
    penalties = {lang: CLASSICAL_PENALTY if lang == CLASSICAL else PENALTY for lang in books}
    for lang, found in books.items():
        told = Counter(
            (one.kind, "persons" * (persons > 0), "subjects" * (subjects > 0))
            for one, persons, subjects in left_out(found, mean_rates(found), penalties[lang])
        )
        for row, count in sorted(told.items()):
            print(lang, *row, count)
    if args.write:
        before = json.loads(TARGET.read_text("utf-8"))
        kinds = Counter((lang, one.kind) for lang, found in books.items() for one in found)
        lines = [line for line in before["books"] if line.split(": ")[0] not in books]
        lines += [f"{lang}: {count} {kind}" for (lang, kind), count in sorted(kinds.items())]
        write(
            TARGET, lines, before["weights"] | {lang: learned(found, penalties[lang]) for lang, found in books.items()}
        )


if __name__ == "__main__":
    main()
