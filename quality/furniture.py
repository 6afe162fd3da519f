"""Measures running heads, feet and page numbers on PDFs whose tags mark them as artifacts.

    python -m quality.furniture FOLDER... [--worst N] [--tags]

Each folder holds tagged documents, `pdf/*.pdf`, and `manifest.jsonl` with the `id` (the file's name) and `repo`
(owner/name) of each. Pages are laid out as if they had no tags (`--tags`: with them), and characters are compared:
precision is the share of the characters taken for furniture that the tags do not call content, recall the share of the
running ones (`artifact_tags`) that were taken; what turned furniture (stamps, watermarks) lies over does not count.
Each owner counts the same in the means. `--worst` prints the documents with the most characters of the text taken, and
of the furniture left, with their owners and pages: tags err, look at the pages.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from quality.artifact_tags import Character, Kind, page_characters
from quire.layout.pipeline import arrange
from quire.model.block import Furniture, Role
from quire.model.geometry import Box
from quire.read import open_source

SHOWN = 70  # characters of a document's errors


class Errors(NamedTuple):
    """The characters of a document by what the tags and the layout say about them."""

    owner: str
    name: str
    counts: Counter[tuple[Kind, bool]]  # what the tags say; whether they were taken for furniture
    taken: Mapping[int, str]  # the text taken for furniture, by page
    left: Mapping[int, str]  # the furniture left in the text


def documents(folder: Path) -> Iterator[tuple[str, Path]]:
    """The owner and the file of each document of a folder."""
    lines = (folder / "manifest.jsonl").read_text("utf-8").splitlines()
    owners = {known["id"]: known["repo"].partition("/")[0].lower() for known in map(json.loads, lines)}
    for path in sorted((folder / "pdf").glob("*.pdf")):
        yield owners[path.stem], path


def measure(owner: str, path: Path, *, tags: bool = False) -> Errors:
    """Lay out a document and compare its furniture; `tags`: the layout may read them."""
    found: dict[int, list[Furniture]] = defaultdict(list)
    with open_source(path) as source:
        pages = [source.page(number) for number in range(1, source.page_count + 1)]
        given = pages if tags else [replace(page, tags={}) for page in pages]
        for piece in arrange(given, meta=source.meta, outline=source.outline).furniture:
            found[piece.place.page].append(piece)
    upright = {page.number for page in pages if not page.turned}
    known = {n: own for n, own in enumerate(page_characters(path), 1) if n in upright}
    return compare(owner, path.stem, known, found)


def compare(
    owner: str, name: str, known: Mapping[int, Iterable[Character]], found: Mapping[int, Sequence[Furniture]]
) -> Errors:
    """What is taken and left of a document, by its characters and its furniture on each page."""
    errors = Errors(owner, name, Counter(), defaultdict(str), defaultdict(str))
    for number, characters in known.items():
        pieces = found.get(number, ())
        boxes = [piece.place.box for piece in pieces if piece.role is not Role.MARGIN]
        beside = [piece.place.box for piece in pieces if piece.role is Role.MARGIN]
        for char in characters:
            taken = _in_one(char, boxes)
            if not taken and _in_one(char, beside):
                continue
            errors.counts[char.kind, taken] += 1
            if taken and char.kind is Kind.CONTENT:
                errors.taken[number] += char.text
            elif not taken and char.kind is Kind.RUNNING:
                errors.left[number] += char.text
    return errors


def _in_one(char: Character, boxes: Iterable[Box]) -> bool:
    return any(b.x0 - 1 <= char.x <= b.x1 + 1 and b.y0 - 2 <= char.y <= b.y1 + 2 for b in boxes)


def precision_and_recall(counts: Mapping[tuple[Kind, bool], int]) -> tuple[float, float]:
    """Of characters; 1 where there are none."""
    taken = sum(count for (_, own), count in counts.items() if own)
    right, left = counts.get((Kind.RUNNING, True), 0), counts.get((Kind.RUNNING, False), 0)
    return 1 - counts.get((Kind.CONTENT, True), 0) / max(taken, 1), 1 - left / max(right + left, 1)


def report(found: Sequence[Errors], worst: int) -> str:
    """The figures of all documents, and the worst of them."""
    owners: dict[str, Counter[tuple[Kind, bool]]] = defaultdict(Counter)
    for one in found:
        owners[one.owner].update(one.counts)
    every = precision_and_recall(sum(owners.values(), Counter()))
    each = [precision_and_recall(counts) for counts in owners.values()]
    lines = [
        f"{len(found)} documents of {len(owners)} owners",
        f"characters: precision {every[0]:.4f}, recall {every[1]:.4f}",
        f"owners: precision {fmean(p for p, _ in each):.4f}, recall {fmean(r for _, r in each):.4f}",
        f"documents with text taken: {sum(bool(one.taken) for one in found)}, with furniture left: {sum(bool(one.left) for one in found)}",
    ]
    for title, errors in (("taken", [(one, one.taken) for one in found]), ("left", [(one, one.left) for one in found])):
        for one, pages in sorted(errors, key=lambda own: -sum(map(len, own[1].values())))[:worst]:
            if pages:
                numbers = ",".join(map(str, list(pages)[:6])) + (" ..." if len(pages) > 6 else "")
                size = sum(map(len, pages.values()))
                lines.append(
                    f"{title} {size} {one.owner} {one.name} p. {numbers}: {next(iter(pages.values()))[:SHOWN]}"
                )
    return "\n".join(lines)


def main() -> None:
    """Print the figures of folders."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--worst", type=int, default=0)
    ask.add_argument("--tags", action="store_true")
    args = ask.parse_args()
    given = [one for folder in args.folders for one in documents(folder)]
    print(report([measure(owner, path, tags=args.tags) for owner, path in given], args.worst))


if __name__ == "__main__":
    main()
