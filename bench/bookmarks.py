"""Headings against the bookmarks of the same files, which are withheld: `python bench/bookmarks.py PDF...`.

A heading counts when its text, without numbers, accents and signs, is that of a bookmark of its page or the next
ones. Printed are recall, precision and F1 (means over the documents), and the share of levels that agree when the
best constant is added. Bookmarks often name fewer headings than the pages show, so precision is a lower bound.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

from quire.layout.pipeline import arrange
from quire.model.block import Heading
from quire.read import open_source

_NUMBER = re.compile(
    r"^(?:chapter|part|appendix|section|kapitel|chapitre|capitolo|anhang|annexe|teil|第)?"
    r"\s*(?:[\dIVXLC]+|[A-Z])(?:\.\d+)*\s*[章节]?[.:]?\s+",
    re.IGNORECASE,
)


def folded(text: str) -> str:
    """Letters and digits without accents, in lower case."""
    plain = (char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "", "".join(plain)).lower()


def names(text: str) -> set[str]:
    """What a heading may be called: with its number, and without."""
    text = text.strip()
    forms = {folded(text), folded(_NUMBER.sub("", text, count=1)), folded(re.sub(r"^[\W\d.]+", "", text))}
    return forms - {""}


def scores(path: Path) -> tuple[float, float, float, float] | None:
    """Recall, precision, F1, levels; None for a file with fewer than four bookmarks."""
    with open_source(path) as source:
        pages = [source.page(number) for number in range(1, source.page_count + 1)]
        outline = [one for one in source.outline if one.page is not None and len(one.title.strip()) > 1]
        document = arrange(pages, meta=source.meta, page_count=source.page_count)
    found = [
        (block.places[0].page, "".join(span.text for span in block.spans), block.level)
        for block in document.blocks
        if isinstance(block, Heading)
    ]
    found = [one for one in found if len(one[1].strip()) > 1]
    if len(outline) < 4:
        return None
    used: set[int] = set()
    steps: Counter[int] = Counter()
    for item in outline:
        for index, (page, text, level) in enumerate(found):
            near = abs(page - (item.page or 0)) <= 1
            if index not in used and near and names(text) & names(item.title):
                used.add(index)
                steps[level - item.level] += 1
                break
    hits = len(used)
    agree = max(steps.values(), default=0) / hits if hits else 0.0
    return hits / len(outline), hits / max(1, len(found)), 2 * hits / (len(outline) + len(found)), agree


def main() -> None:
    """Score the files of the command line."""
    rows = [row for row in map(scores, map(Path, sys.argv[1:])) if row is not None]
    means = [sum(column) / max(1, len(rows)) for column in zip(*rows, strict=True)]
    print(len(rows), "documents; recall, precision, F1, levels:", *(f"{mean:.3f}" for mean in means))


if __name__ == "__main__":
    main()
