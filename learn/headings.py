"""Learns which short paragraphs of a document are headings, from tagged documents; `make learn-headings` runs it.

    python -m learn.headings FOLDER... [--write]

Each folder holds documents with their truth: `pdf/*.pdf`, `truth/*.md`, and `manifest.jsonl` with the `id` and `repo`
of each. The trees of `heading_choice.json` are written from all of them; the F1 that is printed is that of documents
whose owners were left out, a fifth of the owners in turn, beside that of the stored trees, which may know them. Titles
of documents, and what a file itself calls headings, are headings without being asked and are not learned from.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from learn.tagged_documents import held_out, laid_out
from quality.content import Heading, Table
from quality.furniture import documents as tagged_documents
from quality.read_content import truth_content
from quality.text_match import folded, near
from quire.layout.headings import heading_choice
from quire.layout.headings.heading_choice import Part
from quire.layout.page_range import PageRange
from quire.layout.pipeline import title_place
from quire.layout.tables.boosted_trees import Trees, stored_trees
from quire.layout.text.list_markers import marker_of
from quire.read import open_source

STORED = "heading_choice.json"
TARGET = Path(__file__).parents[1] / "src/quire/layout/headings" / STORED
FITS, SHARE = 4, 0.8  # of the owners for each fit
AHEAD, BEHIND = 40, 6  # blocks of the truth among which a text that is not equal is looked for
LONGEST = 6  # letters; shorter texts must be equal


class Document(NamedTuple):
    """A document whose headings are known."""

    owner: str
    parts: list[Part]
    title: int | None
    right: list[bool]  # for each part
    headings: int  # of the truth


def documents(folder: Path) -> Iterator[Document]:
    """The documents of a folder that have several pages and headings."""
    for owner, path in tagged_documents(folder):
        with open_source(path) as source:
            pages = [source.page(number) for number in range(1, source.page_count + 1)]
            ranges = laid_out(pages, source.meta, source.outline, PageRange.mark_headings)
        parts = ranges.found.parts
        if parts:
            texts = [
                draft.text if part.candidate else "" for draft, part in zip(ranges.pages.drafts, parts, strict=True)
            ]
            right, count = headings_among(texts, folder / "truth" / f"{path.stem}.md")
            if count:
                yield Document(owner, parts, title_place([ranges.found]), right, count)


def headings_among(texts: Sequence[str], truth: Path) -> tuple[list[bool], int]:
    """Which texts are headings of a truth, and how many it has; each block of the truth is one text at most."""
    blocks = [block for block in truth_content(truth).blocks if not isinstance(block, Table)]
    known = [folded(block.text) for block in blocks]
    open_places: dict[str, list[int]] = {}
    for place, text in enumerate(known):
        open_places.setdefault(text, []).append(place)
    used: set[int] = set()
    right, at = [], 0
    for text in texts:
        place = _place(text, known, open_places, used, at) if text else None
        right.append(place is not None and isinstance(blocks[place], Heading))
        if place is not None:
            used.add(place)
            at = place + 1
    return right, sum(isinstance(block, Heading) for block in blocks)


def _place(text: str, known: Sequence[str], places: dict[str, list[int]], used: set[int], at: int) -> int | None:
    """The block of the truth that a text is: an equal one, also without its number, or one nearby and nearly equal."""
    marker = marker_of(text)
    for form in (folded(text), folded(text[marker.length :]) if marker else "", folded(text.lstrip("0123456789.． "))):
        equal = [place for place in places.get(form, ()) if place not in used] if form else []
        if equal:
            return min(equal, key=lambda place: place - at if place >= at else 3 * (at - place))
    whole = folded(text)
    nearby = range(max(0, at - BEHIND), min(len(known), at + AHEAD)) if len(whole) > LONGEST else ()
    return next((place for place in nearby if place not in used and near(known[place], whole)), None)


def fitted(given: Sequence[Document]) -> dict[str, Any]:
    """The trees that were learned from documents, as their file has them: the mean of fits to shares of the owners.

    One fit changes with the order of its documents where few are alike; the mean does so less.
    """
    owners = sorted({one.owner for one in given})
    fits = []
    for seed in range(FITS):
        kept = set(Random(seed).sample(owners, ceil(SHARE * len(owners))))
        fits.append(_fit([one for one in given if one.owner in kept]))
    return _mean_of(fits)


def _fit(given: Sequence[Document]) -> dict[str, Any]:
    """One fit; long documents weigh less for each of their paragraphs."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    from learn.train import exported

    rows, right, weights = [], [], []
    for one in given:
        own = heading_choice.features_of(one.parts)
        asked = [(at, row) for at, row in own if at != one.title and _is_asked(one.parts[at])]
        rows += [row for _, row in asked]
        right += [one.right[at] for at, _ in asked]
        weights += [len(own) ** -0.5] * len(asked)
    model = HistGradientBoostingClassifier(
        max_iter=80, max_leaf_nodes=8, learning_rate=0.08, min_samples_leaf=30, l2_regularization=5.0, random_state=1
    )
    model.fit(np.array(rows), np.array(right), sample_weight=np.array(weights) / fmean(weights))
    return exported(model)


def _mean_of(fits: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Trees whose sum is the mean of those of several fits with one outcome."""
    found: dict[str, Any] = {"starts": [fmean(fit["starts"][0] for fit in fits)], "roots": [[]]}
    found |= {"features": [], "values": [], "right": []}
    for fit in fits:
        before = len(found["features"])
        found["roots"][0] += [root + before for root in fit["roots"][0]]
        found["features"] += fit["features"]
        found["right"] += [at + before if at else 0 for at in fit["right"]]
        found["values"] += [
            round(value / len(fits), 5) if feature < 0 else value
            for feature, value in zip(fit["features"], fit["values"], strict=True)
        ]
    return found


def _is_asked(part: Part) -> bool:
    own = part.candidate
    return own is not None and not own.known and (part.heading or own.possible)


def f1(document: Document, trees: Trees | None) -> float:
    """Of the headings that are chosen; without trees of what each paragraph is by itself."""
    parts = document.parts
    own = [at for at, part in enumerate(parts) if part.heading]
    chosen = heading_choice.choose(parts, document.title, trees) if trees else own
    hits = sum(document.right[at] for at in chosen)
    return 2 * hits / (len(chosen) + document.headings)


def main() -> None:
    """Report what is right of owners left out; with `--write`, write the trees of all."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--write", action="store_true")
    args = ask.parse_args()
    given = [one for folder in args.folders for one in documents(folder)]
    shipped = stored_trees(STORED, "quire.layout.headings")
    unseen = []
    for others, left_out in held_out(given):
        trees = Trees(**fitted(others))
        unseen += [[f1(one, judge) for judge in (None, shipped, trees)] for one in left_out]
    alone, now, new = (fmean(scores) for scores in zip(*unseen, strict=True))
    print(f"{len(given)} documents: F1 of each paragraph by itself {alone:.4f}, chosen by the stored trees {now:.4f}")
    print(f"by trees of the other owners {new:.4f}")
    if args.write:
        from learn.train import stored_form

        TARGET.write_text(stored_form(fitted(given)), "utf-8")


if __name__ == "__main__":
    main()
