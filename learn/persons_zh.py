"""Learns which strings of Chinese stories are names of persons and which are one person's (`aliases_zh`).

python -m learn.persons_zh FOLDER [--write]; `make learn-persons-zh PERSONS=FOLDER` runs it.

FOLDER holds books (`NAME.txt`, `.md`, `.epub`) and beside each `NAME.persons.txt`: a person a line, all names of the
person separated by ";". Names of lines that begin with "?" are not judged. The other candidates of a book are nobody's
names: the likeliest of them, which a reader has looked through, and a sample of the unlikely ones. Printed: how often
the books of each part are predicted rightly by the others.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from learn.judged_books import books_with
from learn.logistic import fitted, matrix, rounded, write
from quire.hanzi import simplified
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.alias_evidence_zh import Names
from quire.wiki.subjects.aliases_zh import is_likely, joined_names, names_of, scored_forms
from quire.wiki.subjects.learned_model import log_odds
from quire.wiki.subjects.name_evidence_zh import NameForm

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/person_weights_zh.json"
KINDS = ("persons", "aliases", "titles")
PENALTY_OF_NAMES, PENALTY_OF_PAIRS = 2.0, 1.0
FOLDS = 5
"""Parts of the books, each of which is predicted by the others."""
LIKELIEST, UNSURE, SAMPLE = 250, 750, 400
"""Candidates that no list has: so many of the likeliest are judged to be nobody's names; those behind them are left out
up to the second number; of the others a sample stands for all."""
MOST_WEIGHT = 4.0
"""Of a case of the sample, at most."""
FEWEST = 5
"""Cases in which evidence has to be seen to have a weight."""


@dataclass
class Judged:
    """A list of persons: the number of the person of each name, and names that are not judged."""

    owners: dict[str, set[int]]
    unsure: set[str]

    def owner(self, name: str) -> int | None:
        """Whose name it is, where it is one person's alone."""
        found = self.owners.get(name, set())
        return next(iter(found)) if len(found) == 1 else None


@dataclass
class Cases:
    """Evidence, truth and weight of the cases of one book."""

    evidence: list[dict[str, float]]
    right: list[float]
    weight: list[float]


@dataclass
class Novel:
    """A book with its candidates and its list."""

    text: str
    forms: list[NameForm]
    evidence: list[dict[str, float]]
    judged: Judged


def judged_names(text: str) -> Judged:
    """The list beside a book, in simplified characters."""
    judged = Judged(defaultdict(set), set())
    for number, line in enumerate(text.splitlines()):
        names = [simplified(name.strip()) for name in line.lstrip("?").split(";") if name.strip()]
        if line.startswith("?"):
            judged.unsure.update(names)
        elif not line.startswith("#"):
            for name in names:
                judged.owners[name].add(number)
    return judged


def novels(folder: Path) -> Iterator[tuple[str, Novel]]:
    """The books of a folder, one after the other."""
    for name, path, listed in books_with(folder, ".persons.txt"):
        book = make_book(load(path))
        text = simplified("\n".join(one.text for one in all_sentences(book.passages, book.lang)))
        forms, evidence = scored_forms(text)
        yield name, Novel(text, forms, evidence, judged_names(listed.read_text("utf-8")))


def name_cases(novel: Novel, weights: Mapping[str, float] | None) -> Cases:
    """Listed names, and candidates that are none; without weights all of these are drawn by chance."""
    chance = random.Random(1)
    listed = [at for at, form in enumerate(novel.forms) if form.text in novel.judged.owners]
    others = [
        at for at, form in enumerate(novel.forms) if form.text not in novel.judged.owners.keys() | novel.judged.unsure
    ]
    likely: list[int] = []
    if weights:
        others.sort(key=lambda at: -log_odds(weights, novel.evidence[at]))
        likely, others = others[:LIKELIEST], others[UNSURE:]
    drawn = chance.sample(others, min(SAMPLE, len(others)))
    each = min(MOST_WEIGHT, len(others) / max(1, len(drawn)))
    return Cases(
        [novel.evidence[at] for at in (*listed, *likely, *drawn)],
        [1.0] * len(listed) + [0.0] * (len(likely) + len(drawn)),
        [1.0] * (len(listed) + len(likely)) + [each] * len(drawn),
    )


def likely_names(novel: Novel, weights: Mapping[str, float]) -> Names:
    """The names of a book, by the weights of names."""
    return names_of(
        novel.text,
        [
            form
            for form, values in zip(novel.forms, novel.evidence, strict=True)
            if is_likely(form, log_odds(weights, values))
        ],
    )


def alias_cases(novel: Novel, names: Names) -> Cases:
    """Pairs of listed names."""
    return _compared(names.pairs(), [novel.judged.owner(form.text) for form in names.forms])


def title_cases(novel: Novel, names: Names, groups: Sequence[Sequence[int]]) -> Cases:
    """Surnames with titles and groups of names most of which are one person's."""
    owners: list[int | None] = []
    for group in groups:
        found = Counter(owner for at in group if (owner := novel.judged.owner(names.forms[at].text)) is not None)
        owners.append(found.most_common(1)[0][0] if found else None)
    return _compared(names.bearers(groups), owners)


def _compared(pairs: Mapping[tuple[int, int], dict[str, float]], owners: Sequence[int | None]) -> Cases:
    kept = [
        (values, float(owners[one] == owners[two]))
        for (one, two), values in pairs.items()
        if owners[one] is not None and owners[two] is not None
    ]
    return Cases([values for values, _ in kept], [right for _, right in kept], [1.0] * len(kept))


def weights_of(books: Sequence[Cases], penalty: float, fewest: int = FEWEST) -> dict[str, float]:
    """The weights that the cases give to evidence that so many have."""
    seen: dict[str, int] = defaultdict(int)
    for cases in books:
        for one in cases.evidence:
            for key, value in one.items():
                seen[key] += value != 0
    keys = sorted(key for key, count in seen.items() if count >= fewest)
    found = fitted(
        matrix([one for cases in books for one in cases.evidence], keys),
        np.array([one for cases in books for one in cases.right]),
        np.array([one for cases in books for one in cases.weight]),
        penalty,
        scaled=False,
    )
    return {**dict(zip(keys, map(float, found), strict=False)), "bias": float(found[-1])}


def say(title: str, books: Sequence[Cases], penalty: float) -> None:
    """Print how often the cases of the books are right that the weights were not learned on."""
    hits = total = 0.0
    for part in range(FOLDS):
        weights = weights_of([one for at, one in enumerate(books) if at % FOLDS != part and one.right], penalty)
        for cases in books[part::FOLDS]:
            for values, right, weight in zip(cases.evidence, cases.right, cases.weight, strict=True):
                hits += weight * ((log_odds(weights, values) > 0) == (right > 0))
                total += weight
    yes = sum(sum(one.right) for one in books)
    print(f"{title}: {hits / total:.3f} right with a part of the books left out ({yes:.0f} yes)")


def main() -> None:
    """Learn both models from the books of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    found = dict(novels(args.folder))
    first = weights_of([name_cases(one, None) for one in found.values()], PENALTY_OF_NAMES)
    names = [name_cases(one, first) for one in found.values()]
    persons = weights_of(names, PENALTY_OF_NAMES)
    compared = [(one, likely_names(one, persons)) for one in found.values()]
    pairs = [alias_cases(*one) for one in compared]
    aliases = weights_of(pairs, PENALTY_OF_PAIRS)
    titled = [title_cases(novel, one, joined_names(one, aliases)) for novel, one in compared]
    titles = weights_of(titled, PENALTY_OF_PAIRS)
    learned = zip(KINDS, (persons, aliases, titles), strict=True)
    if args.write:
        write(TARGET, [*found], {kind: rounded(weights) for kind, weights in learned})
    for kind, cases in zip(KINDS, (names, pairs, titled), strict=True):
        say(kind, cases, PENALTY_OF_NAMES if kind == "persons" else PENALTY_OF_PAIRS)


if __name__ == "__main__":
    main()
