"""Learns where a paragraph ends between two rows, from tagged documents; `make learn-joins` runs it.

    python -m learn.joins FOLDER... [--write]

Each folder holds documents with their truth: `pdf/*.pdf`, `truth/*.md`, and `manifest.jsonl` with the `id` and `repo`
of each. Each row is looked for in the truth; two that follow each other are of one paragraph if they are of one block.
The trees of `paragraph_breaks.json` are written from all documents; what is printed is right of documents whose owners
were left out, a fifth of the owners in turn.
"""

from __future__ import annotations

import argparse
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from learn.tagged_documents import held_out, laid_out
from quality.content import Content, Table
from quality.furniture import documents as tagged_documents
from quality.read_content import truth_content
from quality.text_match import folded
from quire.layout.order import paragraph_breaks
from quire.layout.order.paragraph_split import text_runs
from quire.layout.page_range import PageRange
from quire.layout.tables.boosted_trees import Trees
from quire.layout.text.list_markers import marker_of
from quire.model.page import Page
from quire.read import open_source

TARGET = Path(__file__).parents[1] / "src/quire/layout/order/paragraph_breaks.json"
BEHIND = 3000  # letters of the truth before the last row, among which the next is looked for first
SURE = 8  # letters of a row that may stand anywhere; of shorter ones each allows so many letters of distance more
NEAR, REACH = 40, 20
ENDS = 10  # letters at both ends of a row that is found by them, at most
LONGEST_PART = 1.25


class Document(NamedTuple):
    """A document whose paragraphs are known."""

    owner: str
    runs: list[int]  # rows of each run
    features: list[list[float]]  # of the pairs of rows of all runs
    ends: list[bool | None]  # whether a paragraph ends between them; None where the truth does not know the rows


class _Truth:
    """The letters of a truth, and the blocks that they are of; each cell of a table is one."""

    def __init__(self, content: Content) -> None:
        parts: list[str] = []
        self.starts: list[int] = []
        length = 0
        for block in content.blocks:
            for text in [cell.text for cell in block.cells] if isinstance(block, Table) else [block.text]:
                part = letters(text)
                if part:
                    self.starts.append(length)
                    parts.append(part)
                    length += len(part)
        self.text = "".join(parts)

    def block(self, place: int) -> int:
        """The block of a letter."""
        return bisect_right(self.starts, place) - 1

    def nearest(self, part: str, at: int) -> int | None:
        """Where letters stand, as near behind a place as they do; before it counts twice."""
        best, start = None, self.text.find(part, max(0, at - BEHIND))
        while start >= 0:
            if best is None or _away(start, at) < _away(best, at):
                best = start
            if start > at:
                break
            start = self.text.find(part, start + 1)
        return self.text.find(part) if best is None and part in self.text else best

    def places(self, texts: Sequence[str]) -> list[tuple[int, int] | None]:
        """The blocks of the first and the last letter of each text."""
        found: list[tuple[int, int] | None] = []
        at = 0
        for text in texts:
            span = self._span(text, at)
            found.append((self.block(span[0]), self.block(span[1] - 1)) if span else None)
            if span and (len(letters(text)) >= ENDS or abs(span[0] - at) < BEHIND // ENDS):
                at = span[1]
        return found

    def _span(self, text: str, at: int) -> tuple[int, int] | None:
        marker = marker_of(text)
        whole = letters(text)
        for part in (whole, letters(text[marker.length :]) if marker else ""):
            start = self.nearest(part, at) if part else None
            if start is not None and (len(part) >= SURE or _away(start, at) < NEAR + REACH * len(part)):
                return start, start + len(part)
        most = min(ENDS, len(whole) // 2)
        if most < SURE - 1:
            return None
        first, last = self.nearest(whole[:most], at), self.nearest(whole[-most:], at)
        if first is None or last is None:
            return None
        fits = len(whole) / LONGEST_PART < last + most - first < LONGEST_PART * len(whole)
        return (first, last + most) if fits else None


def _away(place: int, at: int) -> int:
    return place - at if place >= at else 2 * (at - place)


def letters(text: str) -> str:
    """The letters and digits of a text in compatibility form."""
    return re.sub(r"[\W_]+", "", folded(text))


def documents(folder: Path) -> Iterator[Document]:
    """The documents of a folder."""
    for owner, path in tagged_documents(folder):
        with open_source(path) as source:
            pages = [source.page(number) for number in range(1, source.page_count + 1)]
            truth = truth_content(folder / "truth" / f"{path.stem}.md")
            yield document_of(pages, source.meta, source.outline, truth, owner)


def document_of(pages: Sequence[Page], meta: Any, outline: Sequence[Any], truth: Content, owner: str) -> Document:  # noqa: ANN401
    """What pages show of their rows, and what the truth says of them."""
    laid = laid_out(pages, meta, outline, PageRange.lay_out)
    columns = laid.pages.columns
    runs = [(run.rows, column) for column in columns for run in text_runs(column) if run.rows and not run.entry]
    places = iter(_Truth(truth).places([row.text for rows, _ in runs for row in rows]))
    features: list[list[float]] = []
    ends: list[bool | None] = []
    for rows, column in runs:
        features += paragraph_breaks.features_of(rows, column, laid.given.pitches)
        own = [next(places) for _ in rows]
        ends += [None if a is None or b is None else a[1] != b[0] for a, b in pairwise(own)]
    return Document(owner, [len(rows) for rows, _ in runs], features, ends)


def fitted(given: Sequence[Document]) -> dict[str, Any]:
    """The trees that were learned from documents, as their file has them; long ones weigh less for each of their rows."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    from learn.train import exported

    rows, right, weights = [], [], []
    for one in given:
        known = [(row, end) for row, end in zip(one.features, one.ends, strict=True) if end is not None]
        rows += [row for row, _ in known]
        right += [end for _, end in known]
        weights += [max(1, len(one.ends)) ** -0.5] * len(known)
    model = HistGradientBoostingClassifier(
        max_iter=60, max_leaf_nodes=10, learning_rate=0.15, min_samples_leaf=30, l2_regularization=5.0, random_state=1
    )
    model.fit(np.array(rows, dtype=np.float32), np.array(right), sample_weight=np.array(weights) / fmean(weights))
    return exported(model)


def f1(document: Document, trees: Trees) -> float | None:
    """Of the paragraphs that are right from their first to their last row; unknown ends count as right."""
    found = [trees.scores(row)[0] > 0.0 for row in document.features]
    truth = [guess if end is None else end for guess, end in zip(found, document.ends, strict=True)]
    mine, theirs = _spans(document.runs, found), _spans(document.runs, truth)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs)) if mine else None


def _spans(runs: Sequence[int], ends: Sequence[bool]) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    rest, row = iter(ends), 0
    for length in runs:
        start = row
        for at in range(row, row + length):
            if at == row + length - 1 or next(rest):
                found.add((start, at))
                start = at + 1
        row += length
    return found


def main() -> None:
    """Report what is right of owners left out; with `--write`, write the trees of all."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--write", action="store_true")
    args = ask.parse_args()
    given = [one for folder in args.folders for one in documents(folder)]
    unseen: list[float] = []
    for others, left_out in held_out(given):
        trees = Trees(**fitted(others))
        unseen += [score for one in left_out if (score := f1(one, trees)) is not None]
    print(f"{len(given)} documents: F1 of paragraphs by their rows {fmean(unseen):.4f}")
    if args.write:
        from learn.train import stored_form

        TARGET.write_text(stored_form(fitted(given)), "utf-8")


if __name__ == "__main__":
    main()
