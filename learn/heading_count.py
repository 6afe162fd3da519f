"""Fits the weights by which the header rows of a grid are counted (`quire.layout.tables.heading_count`), and prints them.

    python -m learn.heading_count PAGES

PAGES is a folder of generated pages (`learn.chromium`), whose tables are known exactly; they count half. Beside them count
tables of tagged documents, with the header rows that their authors marked, and, where the tags say nothing or differ from
what the page shows, those that one reader saw: `judged_headings.json` holds the evidence of the rows down to the first that
is none, the count, and a number for the document's owner, by which they are held out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from learn.logistic import fitted
from learn.score import cells_of, compare, documents, f1, true_cells
from quire.layout.tables import grids
from quire.layout.tables.heading_count import MOST, NAMES, Shown, heading_evidence
from quire.model.block import Table
from quire.model.traversal import walk

JUDGED = Path(__file__).with_name("judged_headings.json")
RIGHT = 0.9  # F1 of cells, from which on a generated table is one to learn from
GENERATED = 0.5  # how much a generated table counts
PENALTY = 2.0
FOLDS = 8
Values = NDArray[np.float64]


class Known(NamedTuple):
    """A table: its document, its owner's number (-1 of generated ones), its headings, the evidence of its rows."""

    document: str
    owner: int
    headings: int
    rows: list[list[float]]


def generated(folder: Path) -> Iterator[Known]:
    """The tables of generated pages whose header rows the finders leave open."""
    asked: dict[int, tuple[Sequence[Sequence[Shown]], int]] = {}
    last: list[tuple[Sequence[Sequence[Shown]], int]] = []
    count, judge = grids.heading_count, grids.confidence

    def counting(rows: Sequence[Sequence[Shown]], cols: int) -> int:
        last[:] = [(rows, cols)]
        return count(rows, cols)

    def judging(*given: object, **more: object) -> float:
        if last:
            asked[id(given[1])] = last.pop()
        return judge(*given, **more)  # type: ignore[arg-type]

    grids.heading_count, grids.confidence = counting, judging
    for name, _, document, truth in documents(folder):
        tables = [block.grid for block in walk(document.blocks) if isinstance(block, Table)]
        for true, grid in compare(tables, truth):
            headings = int(true["header_rows"]) if true else 0  # type: ignore[call-overload]
            if true and grid and headings and id(grid.cells) in asked and f1(cells_of(grid), true_cells(true)) >= RIGHT:
                rows, cols = asked[id(grid.cells)]
                asked_for = range(min(headings, MOST - 1, len(rows) - 2) + 1)
                yield Known(name, -1, headings, [heading_evidence(rows, index, cols) for index in asked_for])
        asked.clear()


def weights(tables: Sequence[Known]) -> Values:
    """The weights and the bias; tables of one document count as many as the root of their number."""
    count = Counter(table.document for table in tables)
    rows, heads, weight = [], [], []
    for table in tables:
        for index, row in enumerate(table.rows):
            rows.append([*row, 1.0])
            heads.append(float(index < table.headings))
            weight.append(count[table.document] ** -0.5 * (GENERATED if table.owner < 0 else 1.0))
    return fitted(np.array(rows), np.array(heads), np.array(weight), PENALTY)


def counted(table: Known, found: Values) -> bool:
    """Whether weights count the headings of a table rightly."""
    told = np.array([[*row, 1.0] for row in table.rows]) @ found > 0
    return all(head == (index < table.headings) for index, head in enumerate(told))


def main() -> None:
    """Fit, print how many tables are right whose owners were held out, by document, and the weights."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=Path)
    real = [Known(**one) for one in json.loads(JUDGED.read_text("utf-8"))]
    made = list(generated(ask.parse_args().pages))
    right: dict[str, list[bool]] = defaultdict(list)
    for fold in range(FOLDS):
        found = weights([table for table in real if table.owner % FOLDS != fold] + made)
        for table in real:
            if table.owner % FOLDS == fold:
                right[table.document].append(counted(table, found))
    print(f"{len(real)} tables, held out: {np.mean([np.mean(own) for own in right.values()]):.4f} right by document")
    found = weights(real + made)
    print(f"{len(made)} generated: {np.mean([counted(table, found) for table in made]):.4f} right")
    print(
        "WEIGHTS =", dict(zip(NAMES, [float(round(w, 2)) for w in found], strict=False)), "BIAS =", round(found[-1], 2)
    )


if __name__ == "__main__":
    main()
