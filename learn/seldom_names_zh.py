"""Learns which strings are names of persons in short Chinese texts that name many persons only once (`seldom_names_zh`).

python -m learn.seldom_names_zh FOLDER [--write]; `make learn-seldom-names-zh PERSONS=FOLDER` runs it.

FOLDER holds short texts (`NAME.txt`), each with `NAME.persons.txt` beside it, a list of all its persons (`persons_zh`), and
long books without a list. Of these, stretches are taken: what the whole book tells to be a name is one there, what it
tells to be none is none, and of what it has too seldom to tell a sample stands for none. Printed: of each listed text how
many strings are taken by the weights of all others, how many of them are names, and how many names there are.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from learn.judged_books import books_with
from learn.logistic import rounded, write
from learn.persons_zh import Cases, judged_names, weights_of
from quire.hanzi import simplified
from quire.jobs.book_source import load
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.aliases_zh import groups_of, scored_forms
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.name_evidence_zh import is_short
from quire.wiki.subjects.seldom_names_zh import LIKELY, seldom_forms
from quire.wiki.tokenization import dictionary

TARGET = Path(__file__).parents[1] / "src/quire/wiki/subjects/seldom_name_weights_zh.json"
PENALTY, FEWEST = 2.0, 30
SAMPLE, UNTOLD = 2000, 500
"""Strings of a listed text that are none, and of a stretch those that its book cannot tell, each at most."""
STRETCH, STRETCHES, READ = 20_000, 2, 180_000
"""Characters of a stretch, stretches of a book, and characters of a book that are read."""
KNOWN, NONE = 4, -2.5
"""Mentions from which on a book tells a name, and log odds below which a string is none."""
STRETCHES_WEIGH = 0.2
SHARE = 0.02
"""The least weight that is kept."""


def text_of(path: Path) -> str:
    """A book in simplified characters."""
    book = make_book(load(path))
    return simplified("\n".join(one.text for one in all_sentences(book.passages, book.lang)))


def listed_cases(text: str, names: set[str]) -> Cases:
    """The strings of a listed text: its names, and a sample of the others."""
    found = [(form.text in names, values) for form, values in seldom_forms(text)]
    none = [values for right, values in found if not right]
    drawn = random.Random(1).sample(none, min(SAMPLE, len(none)))
    right = [values for right, values in found if right]
    each = len(none) / max(1, len(drawn))
    return Cases(right + drawn, [1.0] * len(right) + [0.0] * len(drawn), [1.0] * len(right) + [each] * len(drawn))


def stretch_cases(text: str, name: str) -> list[Cases]:
    """The strings of stretches of a long book, told by the whole."""
    weights = learned_weights("person_weights_zh")["persons"]
    odds = {
        form.text: (log_odds(weights, values), form.count)
        for form, values in zip(*scored_forms(text), strict=True)
        if form.count >= KNOWN
    }
    taken = {one for group in groups_of(text)[0] for one, _ in group}
    chance = random.Random(name)
    out = []
    for _ in range(STRETCHES):
        start = chance.randrange(len(text) - STRETCH)
        names, none, untold = [], [], []
        for form, values in seldom_forms(text[start : start + STRETCH]):
            entry = dictionary().get(form.text)
            other = entry is not None and not entry.tag.startswith("nr")
            if form.text in taken:
                names += [values] if form.text in odds and not other else []
            elif form.text not in odds:
                untold += [] if entry is not None and not other else [values]
            elif odds[form.text][0] < NONE:
                none.append(values)
        drawn = chance.sample(untold, min(UNTOLD, len(untold)))
        each = STRETCHES_WEIGH * len(untold) / max(1, len(drawn))
        out.append(
            Cases(
                names + none + drawn,
                [1.0] * len(names) + [0.0] * (len(none) + len(drawn)),
                [STRETCHES_WEIGH] * (len(names) + len(none)) + [each] * len(drawn),
            )
        )
    return out


def main() -> None:
    """Learn the weights from the texts of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights that the product uses")
    args = parser.parse_args()
    listed = {}
    for name, path, persons in books_with(args.folder, ".persons.txt"):
        judged = judged_names(persons.read_text("utf-8"))
        listed[name] = listed_cases(text_of(path), {*judged.owners, *judged.unsure})
    told = [
        cases
        for path in sorted(args.folder.glob("*.txt"))
        if path.stem not in listed and not path.name.endswith(".persons.txt")
        for text in [text_of(path)[:READ]]
        if not is_short(text)
        for cases in stretch_cases(text, path.stem)
    ]
    if args.write:
        weights = weights_of([*listed.values(), *told], PENALTY, FEWEST)
        kept = {name: value for name, value in weights.items() if abs(value) >= SHARE or name == "bias"}
        write(TARGET, [*listed], rounded(kept))
    for name, cases in listed.items():
        weights = weights_of([*(one for other, one in listed.items() if other != name), *told], PENALTY, FEWEST)
        found = [
            (right, weight)
            for values, right, weight in zip(cases.evidence, cases.right, cases.weight, strict=True)
            if log_odds(weights, values) > LIKELY
        ]
        taken = sum(weight for _, weight in found)
        print(f"{name}: {taken:.0f} taken, {sum(right for right, _ in found):.0f} of {sum(cases.right):.0f} names")


if __name__ == "__main__":
    main()
