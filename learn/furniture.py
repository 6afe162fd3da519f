"""Learns which rows at the ends of pages are furniture, from documents whose tags mark it as artifacts.

    python -m learn.furniture FOLDER... [--write]

Each folder holds documents as `quality.furniture` reads them. The trees of `furniture_choice.json` are written from all
of them; the figures that are printed are those of documents whose owners were left out, a fifth of the owners in turn:
characters of rows taken that the tags call content, and of running rows left. Numbers that count with the pages are not
learned from where the tags call them content, as those of slides do.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from learn.tagged_documents import held_out
from quality.artifact_tags import Kind, page_characters
from quality.furniture import documents
from quire.layout.furniture import furniture_choice, repeated_lines
from quire.layout.furniture.furniture_choice import DocumentEnds
from quire.layout.furniture.furniture_decision import MarginDecision
from quire.layout.furniture.furniture_detection import PageEnds
from quire.layout.furniture.page_numbers import number_sequences
from quire.layout.page_layout import page_state, style_widths
from quire.layout.tables.boosted_trees import Trees
from quire.layout.text.body_style import body_style_of
from quire.read import open_source

TARGET = Path(__file__).parents[1] / "src/quire/layout/furniture/furniture_choice.json"

Truth = dict[tuple[int, int], tuple[bool, int]]
"""By page and row: whether it is running, and its characters."""


class Document(NamedTuple):
    """A document of several pages whose running rows are known."""

    owner: str
    ends: DocumentEnds
    truth: Truth


def document(owner: str, path: Path) -> Document | None:
    """The rows of a document, read as if it had no tags; None of a single page."""
    with open_source(path) as source:
        if source.page_count < 2:
            return None
        states = [page_state(replace(source.page(n), tags={})) for n in range(1, source.page_count + 1)]
    body = body_style_of(style_widths(states))
    ends = [PageEnds(state.page, state.lines, body, alone=False) for state in states]
    pages = [own.margins for own in ends]
    repeated = repeated_lines.repetitions(pages)
    sought = repeated_lines.sought_lines(pages, repeated)
    inside: Counter[tuple[str, float]] = Counter()
    for own in ends:
        inside.update(own.count_inside({(text, size) for _, text, size in sought}, {first for first, _, _ in sought}))
    numbers = number_sequences([page.numbers for page in pages])
    truth = {}
    for index, (own, characters) in enumerate(zip(ends, page_characters(path), strict=True)):
        for at in range(0 if states[index].page.turned else len(own.margins.rows)):
            boxes = [piece.place.box for piece in own.split_off(MarginDecision(frozenset({at}), None))[0]]
            kinds = Counter(one.kind for one in characters if any(box.holds_point(one.x, one.y) for box in boxes))
            content, running = kinds[Kind.CONTENT], kinds[Kind.RUNNING]
            if 0 < content + running >= kinds[Kind.UNKNOWN]:
                truth[index, at] = running > content, content + running
    return Document(owner, DocumentEnds(pages, repeated, inside, numbers, body.size), truth)


def samples(given: Document) -> list[tuple[list[float], bool]]:
    """The features of a document's known rows and whether they are running."""
    rows = furniture_choice.features_of(given.ends)
    known = [(features, given.truth.get((index, at))) for index, at, features in rows]
    return [(features, told[0]) for features, told in known if told is not None and (told[0] or not _counts(features))]


def _counts(features: Sequence[float]) -> bool:
    """Whether a row is a number that counts with the pages."""
    return features[1] > 0 and features[7] > 0


def fitted(given: Sequence[Document]) -> dict[str, Any]:
    """The trees that were learned from documents, as their file has them; long ones weigh less for each of their rows."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    from learn.train import exported

    rows, right, weights = [], [], []
    for one in given:
        own = samples(one)
        rows += [features for features, _ in own]
        right += [told for _, told in own]
        weights += [len(own) ** -0.5] * len(own)
    model = HistGradientBoostingClassifier(
        max_iter=80, max_leaf_nodes=8, learning_rate=0.08, min_samples_leaf=30, l2_regularization=5.0, random_state=1
    )
    model.fit(np.array(rows), np.array(right), sample_weight=np.array(weights) / fmean(weights))
    return exported(model)


def errors(given: Document, trees: Trees) -> tuple[int, int, int]:
    """Characters of running rows taken, of content taken, and of running rows left."""
    chosen = furniture_choice.choose(given.ends, trees)
    taken = false = left = 0
    for (index, at), (running, size) in given.truth.items():
        number = given.ends.numbers.get(index)
        got = at in chosen[index] or (
            number is not None and number.baseline == given.ends.pages[index].rows[at].baseline
        )
        taken += size * (got and running)
        false += size * (got and not running)
        left += size * (running and not got)
    return taken, false, left


def main() -> None:
    """Report the errors for owners left out; with `--write`, write the trees of all."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--write", action="store_true")
    args = ask.parse_args()
    found = [document(owner, path) for folder in args.folders for owner, path in documents(folder)]
    given = [one for one in found if one is not None and samples(one)]
    unseen = []
    for others, left_out in held_out(given):
        trees = Trees(**fitted(others))
        unseen += [errors(one, trees) for one in left_out]
    taken, false, left = (sum(column) for column in zip(*unseen, strict=True))
    print(
        f"{len(given)} documents: precision {taken / (taken + false):.4f}, recall {taken / (taken + left):.4f}; "
        f"content taken in {sum(f > 0 for _, f, _ in unseen)}, running rows left in {sum(n > 0 for _, _, n in unseen)}"
    )
    if args.write:
        from learn.train import stored_form

        TARGET.write_text(stored_form(fitted(given)), "utf-8")


if __name__ == "__main__":
    main()
