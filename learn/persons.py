"""Learns which names of English stories are persons' and which are one person's (`quire.wiki.subjects.person_model_en`).

python -m learn.persons FOLDER [--write]; `make learn-persons PERSONS=FOLDER` runs it.

FOLDER holds novels (`NAME.txt`, `.md`, `.epub`) and beside each `NAME.persons.txt`: a person a line, all names of the person
separated by ";". A list that begins with "# all" has all of them: a name that it lacks is nobody's in it, so that most such
names are places, peoples and things; they weigh less than others, as some are persons of other books. `NAME.spans.json`, where
there is one, holds an annotated part of the book, `{"text": ..., "persons": [[start, end], ...]}`: names of that part which
stand outside of all persons are none. Pairs of listed names are one person's or two persons'. Printed: how often the books of each quarter are predicted rightly by the others.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from learn.logistic import fitted, matrix, rounded, write
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.alias_evidence_en import NameForm, Names, sex_of_given
from quire.wiki.subjects.people_en import LEAST_LIKELY, name_forms, persons_and_places
from quire.wiki.subjects.person_model_en import PersonEvidence

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/person_weights.json"
PENALTY = 1.0
FOLDS = 4
"""Parts of the books, each of which is predicted by the others."""
_ALL = "# all"
"""First line of a list of all persons."""
_COUNTED = 2
"""Mentions of a name, at least, that a list of all persons is taken to have."""
UNLISTED = 0.3
"""Weight of a name that a list of all persons lacks."""
SLACK = 12
"""Characters of an annotated person, beside a name in it, at most: "old Mr. Dorrit, the father" is Mr. Dorrit."""


@dataclass
class Cases:
    """Evidence and truth of one book."""

    evidence: list[dict[str, float]]
    right: list[float]
    weight: list[float]

    def add(self, evidence: dict[str, float], right: float, weight: float = 1.0) -> None:
        """One more case."""
        self.evidence.append(evidence)
        self.right.append(right)
        self.weight.append(weight)


def folded(name: str) -> str:
    """What names are compared by."""
    return re.sub(r"\W", "", name.lower())


@dataclass
class Listed:
    """The persons of a book by their names, folded."""

    owners: dict[str, int]  # of names that only one bears
    shared: set[str]
    complete: bool
    words: set[str]  # of all names, folded

    def owner(self, name: NameForm) -> int | None:
        """Whose name it is: nobody's, by a number below 0, or unknown."""
        found = folded(name.text)
        if found in self.owners or found in self.shared or not self.complete or name.count < _COUNTED:
            return self.owners.get(found)
        return -1

    def lacks(self, name: NameForm) -> bool:
        """Whether a name is nobody's, and no other name of somebody's either: no listed one has any of its words."""
        return (
            self.complete
            and name.count >= _COUNTED
            and not name.title
            and not sex_of_given(name.parts[0])
            and not any(folded(word) in self.words for word in name.parts)
        )


def listed_persons(path: Path) -> Listed:
    """The list beside a book."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    rows = [{folded(one) for one in line.split(";")} for line in lines if not line.startswith("#")]
    uses = Counter(name for row in rows for name in row)
    owners = {name: at for at, row in enumerate(rows) for name in row if uses[name] == 1 and name}
    words = {folded(word) for line in lines if not line.startswith("#") for word in re.split(r"[;\s]+", line)}
    return Listed(owners, {name for name in uses if uses[name] > 1}, lines[:1] == [_ALL], words)


def person_cases(forms: Sequence[NameForm], listed: Listed, spans: Path) -> Cases:
    """Names that are listed or annotated as persons, and names of the annotated part or beside a whole list that are none."""
    evidence, cases = PersonEvidence(forms), Cases([], [], [])
    part = json.loads(spans.read_text("utf-8")) if spans.exists() else {"text": "", "persons": []}
    for form in forms:
        right = float(folded(form.text) in listed.owners)
        if not right:
            places = [
                (hit.start(), hit.end()) for hit in re.finditer(rf"(?<!\w){re.escape(form.text)}(?!\w)", part["text"])
            ]
            if not places:
                if listed.lacks(form):
                    cases.add(evidence.of(form), 0.0, UNLISTED)
                continue
            inside = sum(
                any(one[0] <= start and end <= one[1] <= one[0] + end - start + SLACK for one in part["persons"])
                for start, end in places
            )
            right = float(inside * 2 > len(places))
        cases.add(evidence.of(form), right)
    return cases


def alias_cases(persons: Sequence[NameForm], listed: Listed) -> Cases:
    """Pairs of listed names, and of a listed and another one where the list is complete."""
    names, cases = Names(persons), Cases([], [], [])
    for (one, two), values in names.pairs().items():
        first, second = (listed.owner(persons[at]) for at in (one, two))
        if first is not None and second is not None and max(first, second) >= 0:
            cases.add(values, float(first == second))
    return cases


def learned(title: str, books: dict[str, Cases], least: float = 0.0) -> dict[str, float]:
    """The weights from all books; printed is how often those of the others are right."""
    books = {name: cases for name, cases in books.items() if cases.right}
    keys = sorted({key for cases in books.values() for one in cases.evidence for key in one})

    def weights(kept: Sequence[Cases]) -> np.ndarray:
        rows = matrix([one for cases in kept for one in cases.evidence], keys)
        right = np.array([one for cases in kept for one in cases.right])
        weight = np.array([one for cases in kept for one in cases.weight])
        return fitted(rows, right, weight, PENALTY, scaled=False)

    hits = total = 0
    for fold in range(FOLDS):
        kept = weights([one for at, one in enumerate(books.values()) if at % FOLDS != fold])
        for cases in [*books.values()][fold::FOLDS]:
            odds = matrix(cases.evidence, keys) @ kept
            hits += int(((odds > least) == (np.array(cases.right) > 0)).sum())
            total += len(cases.right)
    print(
        f"{title}: {hits} of {total} right with a quarter of the books left out ({sum(sum(one.right) for one in books.values()):.0f} yes)"
    )
    found = weights([*books.values()])
    return {**dict(zip(keys, map(float, found), strict=False)), "bias": float(found[-1])}


def main() -> None:
    """Learn both models from the books of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    found: dict[str, tuple[list[NameForm], Listed, Path]] = {}
    for path in sorted(args.folder.glob("*.persons.txt")):
        name = path.name.removesuffix(".persons.txt")
        book = make_book(
            load(
                next(
                    one
                    for one in args.folder.glob(f"{name}.*")
                    if one.suffix in {".txt", ".md", ".epub"} and one != path
                )
            )
        )
        forms = name_forms(book, all_sentences(book.passages, book.lang))
        found[name] = forms, listed_persons(path), args.folder / f"{name}.spans.json"
    persons = learned("persons", {name: person_cases(*one) for name, one in found.items()}, LEAST_LIKELY)

    def odds(values: Mapping[str, float]) -> float:
        return persons["bias"] + sum(persons.get(name, 0.0) * value for name, value in values.items())

    aliases = learned(
        "aliases",
        {name: alias_cases(persons_and_places(forms, odds)[0], listed) for name, (forms, listed, _) in found.items()},
    )
    if args.write:
        write(TARGET, [*found], {"persons": rounded(persons), "aliases": rounded(aliases)})


if __name__ == "__main__":
    main()
