"""Fits the weights by which a found table is told to be right (`quire.layout.tables.table_confidence`), and prints them.

    python -m learn.table_confidence PAGES

PAGES is a folder of generated pages (`learn.chromium`), whose tables are known exactly. Beside them count the tables of
real documents that one reader judged on pictures of their pages, with the cells drawn: `judged_tables.json` holds their
evidence, the verdict and a number for the document's owner, by which they are held out. Generated tables are harder
than real ones, so they have an intercept of their own and count a third; at the end the real ones alone set the scale.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.logistic import newton
from learn.score import Cells, cells_of, compare, documents, true_cells
from quire.layout.tables import grids
from quire.layout.tables.table_confidence import NAMES, table_evidence
from quire.model.block import Table
from quire.model.traversal import walk

JUDGED = Path(__file__).with_name("judged_tables.json")
RIGHT = 0.98  # F1 of cells, from which on a generated table is right
GENERATED = 0.3  # how much a generated table counts
PENALTY = 5.0
FOLDS = 8
Values = NDArray[np.float64]


def generated(folder: Path) -> Iterator[tuple[str, bool, list[float]]]:
    """The tables found on generated pages: the page, whether it is right, its evidence."""
    seen: dict[int, list[float]] = {}
    judge = grids.confidence

    def noting(*given: object, **more: object) -> float:
        seen[id(given[1])] = table_evidence(*given, **more)  # type: ignore[arg-type]
        return judge(*given, **more)  # type: ignore[arg-type]

    grids.confidence = noting
    for name, _, document, truth in documents(folder):
        tables = [block for block in walk(document.blocks) if isinstance(block, Table) and block.grid.cols > 1]
        for table, right in zip(tables, _verdicts(tables, truth), strict=True):
            if id(table.grid.cells) in seen:
                yield name, right, seen[id(table.grid.cells)]
        seen.clear()


def _verdicts(tables: Sequence[Table], truth: dict[str, object]) -> Iterator[bool]:
    """Whether each table has the cells of its true one; one without a true one is wrong."""
    partner = {id(grid): true for true, grid in compare([table.grid for table in tables], truth) if true and grid}
    for table in tables:
        true = partner.get(id(table.grid))
        found, cells = cells_of(table.grid), true_cells(true) if true else []
        yield true is not None and 2 * _common(found, cells) / (len(found) + len(cells)) >= RIGHT


def _common(one: Cells, other: Cells) -> int:
    """How many cells agree in place and text, whatever they span."""
    places = [Counter((row, col, text) for row, col, _, _, text in cells) for cells in (one, other)]
    return sum((places[0] & places[1]).values())


def weights_of(names: Sequence[object]) -> Values:
    """Tables of one document or page count as many as the root of their number."""
    count = Counter(names)
    return np.array([count[name] ** -0.5 for name in names])


class Cases:
    """Tables with their evidence in standard deviations; the last two columns are 1, and 1 for generated ones."""

    def __init__(self, real: Sequence[dict[str, object]], made: Sequence[tuple[str, bool, list[float]]]) -> None:
        evidence = np.array([*(one["evidence"] for one in real), *(one[2] for one in made)], dtype=float)
        self.mean, self.spread = evidence.mean(0), evidence.std(0) + 1e-9
        kind = np.array([0.0] * len(real) + [1.0] * len(made))
        self.rows = np.hstack([(evidence - self.mean) / self.spread, np.ones((len(kind), 1)), kind[:, None]])
        self.right = np.array([*(float(one["right"]) for one in real), *(float(one[1]) for one in made)])  # type: ignore[arg-type]
        shares = weights_of([one["document"] for one in real]), GENERATED * weights_of([one[0] for one in made])
        self.weight = np.concatenate(shares)
        self.owner = np.array([*(int(one["owner"]) for one in real), *([-1] * len(made))])  # type: ignore[call-overload]

    def fitted(self, chosen: NDArray[np.bool_]) -> Values:
        """The weights for the standardised evidence of some of the tables."""
        penalty = np.array([PENALTY] * len(NAMES) + [1e-4, 1e-4])
        return newton(self.rows[chosen], self.right[chosen], self.weight[chosen], penalty, np.zeros(len(penalty)))

    def held_out(self) -> Values:
        """The log odds of each real table by weights fitted without the documents of its owner's fold."""
        told = np.zeros(len(self.right))
        for fold in range(FOLDS):
            out = (self.owner >= 0) & (self.owner % FOLDS == fold)
            told[out] = self.rows[out] @ self.fitted(~out)
        return told[self.owner >= 0]


def main() -> None:
    """Fit, print how well tables held out are told, and the weights."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=Path)
    real = json.loads(JUDGED.read_text("utf-8"))
    cases = Cases(real, list(generated(ask.parse_args().pages)))
    told, right, weight = cases.held_out(), cases.right[: len(real)], cases.weight[: len(real)]
    scale, shift = newton(
        np.stack([told, np.ones(len(told))], 1), right, weight, np.full(2, 1e-3), np.array([1.0, 0.0])
    )
    chance = 1 / (1 + np.exp(-(scale * told + shift)))
    for low, high in ((0, 0.3), (0.3, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01)):
        own = (chance >= low) & (chance < high)
        print(f"{low:.2f} to {high:.2f}: {own.sum():4} tables, {right[own].mean() if own.any() else 0:.2f} right")
    found = cases.fitted(np.ones(len(cases.right), dtype=bool))
    weights = scale * found[: len(NAMES)] / cases.spread
    bias = scale * (found[len(NAMES)] - (found[: len(NAMES)] * cases.mean / cases.spread).sum()) + shift
    print("WEIGHTS =", tuple(float(round(w, 2)) for w in weights))
    print("BIAS =", round(float(bias), 2))


if __name__ == "__main__":
    main()
