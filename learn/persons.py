"""Learns which names of English stories are persons' and which are one person's (`quire.wiki.subjects.person_model_en`).

python -m learn.persons FOLDER [--write]; `make learn-persons PERSONS=FOLDER` runs it.

FOLDER holds novels (`NAME.txt`, `.md`, `.epub`) and beside each `NAME.persons.txt`: a person a line, all names of the person
separated by ";". `NAME.spans.json`, where there is one, holds an annotated part of the book, `{"text": ..., "persons":
[[start, end], ...]}`: names of that part which stand outside of all persons are none. Pairs of listed names are one person's or
two persons'. Printed: how often each book is predicted rightly by the others.
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
from quire.wiki.subjects.alias_evidence_en import NameForm, Names
from quire.wiki.subjects.people_en import name_forms, persons_and_places
from quire.wiki.subjects.person_model_en import PersonEvidence

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/person_weights.json"
PENALTY = 1.0
SLACK = 12
"""Characters of an annotated person, beside a name in it, at most: "old Mr. Dorrit, the father" is Mr. Dorrit."""


@dataclass
class Cases:
    """Evidence and truth of one book."""

    evidence: list[dict[str, float]]
    right: list[float]


def folded(name: str) -> str:
    """What names are compared by."""
    return re.sub(r"\W", "", name.lower())


def owners(path: Path) -> dict[str, int]:
    """The person of each listed name that only one bears."""
    rows = [{folded(one) for one in line.split(";")} for line in path.read_text("utf-8").splitlines() if line.strip()]
    uses = Counter(name for row in rows for name in row)
    return {name: at for at, row in enumerate(rows) for name in row if uses[name] == 1 and name}


def person_cases(forms: Sequence[NameForm], listed: dict[str, int], spans: Path) -> Cases:
    """Names that are listed or annotated as persons, and names of the annotated part that are none."""
    evidence, cases = PersonEvidence(forms), Cases([], [])
    part = json.loads(spans.read_text("utf-8")) if spans.exists() else {"text": "", "persons": []}
    for form in forms:
        right = float(folded(form.text) in listed)
        if not right:
            places = [
                (hit.start(), hit.end()) for hit in re.finditer(rf"(?<!\w){re.escape(form.text)}(?!\w)", part["text"])
            ]
            if not places:
                continue
            inside = sum(
                any(one[0] <= start and end <= one[1] <= one[0] + end - start + SLACK for one in part["persons"])
                for start, end in places
            )
            right = float(inside * 2 > len(places))
        cases.evidence.append(evidence.of(form))
        cases.right.append(right)
    return cases


def alias_cases(persons: Sequence[NameForm], listed: dict[str, int]) -> Cases:
    """Pairs of listed names."""
    names, cases = Names(persons), Cases([], [])
    for (one, two), values in names.pairs().items():
        first, second = (listed.get(folded(persons[at].text)) for at in (one, two))
        if first is not None and second is not None:
            cases.evidence.append(values)
            cases.right.append(float(first == second))
    return cases


def learned(title: str, books: dict[str, Cases]) -> dict[str, float]:
    """The weights from all books; printed is how often those of the others are right."""
    books = {name: cases for name, cases in books.items() if cases.right}
    keys = sorted({key for cases in books.values() for one in cases.evidence for key in one})

    def weights(kept: Sequence[Cases]) -> np.ndarray:
        rows = matrix([one for cases in kept for one in cases.evidence], keys)
        right = np.array([one for cases in kept for one in cases.right])
        return fitted(rows, right, np.ones(len(right)), PENALTY, scaled=False)

    hits = total = 0
    for name, cases in books.items():
        odds = matrix(cases.evidence, keys) @ weights([one for other, one in books.items() if other != name])
        hits += int(((odds > 0) == (np.array(cases.right) > 0)).sum())
        total += len(cases.right)
    print(
        f"{title}: {hits} of {total} right with the book left out ({sum(sum(one.right) for one in books.values()):.0f} yes)"
    )
    found = weights([*books.values()])
    return {**dict(zip(keys, map(float, found), strict=False)), "bias": float(found[-1])}


def main() -> None:
    """Learn both models from the books of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    found: dict[str, tuple[list[NameForm], dict[str, int], Path]] = {}
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
        found[name] = forms, owners(path), args.folder / f"{name}.spans.json"
    persons = learned("persons", {name: person_cases(*one) for name, one in found.items()})

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
