"""The weights of pages that are found (`quire.wiki.search.reranking`), learned from questions, on books left out.

python bench/search_weights.py WIKI:QUESTIONS.json ... [--reach 0.003]

A wiki is a folder that was built; its questions are a list under "questions", each with "q", and "gold": parts of the
headings below which the answer stands. A page is right when its title is such a heading, or when its first citation or
more than a third of all stands below one. Printed: the mean reciprocal rank of each wiki with the weights that are
used, then with weights learned on all the other wikis, and those weights; wikis of one name count as one.

The weights maximise the share of right pages in a softmax over the candidates of each question: multinomial logistic
regression, held to the weights of words alone by a penalty (`--reach`), the smaller the farther they go.
"""

from __future__ import annotations

import argparse
import json
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quire.wiki.search.full_text import SearchIndex
from quire.wiki.search.query_tokens import name_key
from quire.wiki.search.reranking import FEATURES, MOST_RERANKED, WEIGHTS, page_features
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations

SHARPNESS = 4.0
"""Of the softmax where words alone decide: one point of words is four of its exponent."""

STEPS = 300


class Question(NamedTuple):
    """The candidates of one question."""

    values: NDArray[np.float64]
    """A row of features for each."""

    right: NDArray[np.bool_]
    sections: tuple[str, ...]


def asked(folder: Path, path: Path) -> list[Question]:
    """The questions of a file, each with the candidates that the wiki's search finds."""
    wiki = Wiki.open(folder)
    pages, passages = [*wiki.pages()], {one.id: one for one in wiki.passages()}
    out = []
    with SearchIndex.open(folder) as search:
        for one in json.loads(path.read_text("utf-8"))["questions"]:
            below = {
                at for at, passage in passages.items() if any(gold in head for gold in one["gold"] for head in passage.headings)
            }  # fmt: skip
            titles = {name_key(head) for at in below for head in passages[at].headings if any(gold in head for gold in one["gold"])}  # fmt: skip
            found = search.candidates(one["q"], most=MOST_RERANKED)
            rarity = search.rarity(one["q"])
            right = []
            for page in (pages[each.row] for each in found):
                cited = citations(page.body)
                share = sum(at in below for at in cited) / (len(cited) or 1)
                right.append(name_key(page.title) in titles or cited[:1] == [*below & {*cited[:1]}] or share > 1 / 3)
            values = np.array([page_features(each, rarity) for each in found]).reshape(-1, len(FEATURES))
            out.append(Question(values, np.array(right, dtype=bool), tuple(each.headings for each in found)))
    return out


def learned(questions: list[Question], penalty: float) -> NDArray[np.float64]:
    """The weights that make right pages most likely, that of words being 1."""
    known = [one for one in questions if one.right.any()]
    start = np.array([SHARPNESS] + [0.0] * (len(FEATURES) - 1))
    weights, mean, spread = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):  # Kingma, Ba: Adam (2014)
        slope = 2 * penalty * (weights - start)
        for one in known:
            odds = np.exp(one.values @ weights - (one.values @ weights).max())
            good = odds * one.right
            slope += one.values.T @ (odds / odds.sum() - good / (good.sum() + 1e-12)) / len(known)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.99 * spread + 0.01 * slope**2
        rate = 0.1 * (1 - step / (STEPS + 1))
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-9)
    return np.asarray(weights / weights[0])


def reciprocal_rank(one: Question, weights: NDArray[np.float64], keep: float = 0.75, top: int = 10) -> float:
    """Of the first right page; of those on one section the others stand back, as in the search."""
    scores = one.values @ weights
    ahead: dict[str, int] = {}
    for row in np.argsort(-scores, kind="stable"):
        section = one.sections[row]
        scores[row] *= keep ** ahead.get(section, 0)
        if section:
            ahead[section] = ahead.get(section, 0) + 1
    order = np.argsort(-scores, kind="stable")[:top]
    return next((1 / rank for rank, row in enumerate(order, 1) if one.right[row]), 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pairs", nargs="+", metavar="WIKI:QUESTIONS.json")
    parser.add_argument("--reach", type=float, default=0.003)
    args = parser.parse_args()
    books: dict[str, list[Question]] = {}
    for pair in args.pairs:
        folder, _, path = pair.partition(":")
        books.setdefault(Path(folder).name, []).extend(asked(Path(folder), Path(path)))
    used, others = [], []
    for name, mine in books.items():
        weights = learned([one for other, rest in books.items() if other != name for one in rest], args.reach)
        used.append([reciprocal_rank(one, np.array(WEIGHTS)) for one in mine])
        others.append([reciprocal_rank(one, weights) for one in mine])
        told = " ".join(f"{feature} {weight:.2f}" for feature, weight in zip(FEATURES, weights, strict=True))
        print(f"{name:24} {len(mine):4} used {fmean(used[-1]):.3f}  left out {fmean(others[-1]):.3f}  {told}")
    print(f"{'all':24} {sum(map(len, used)):4} used {fmean(chain(*used)):.3f}  left out {fmean(chain(*others)):.3f}")


if __name__ == "__main__":
    main()
