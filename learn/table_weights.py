"""Fits the weights by which open candidates are told to be tables (`quire.layout.tables.table_score`), and prints them.

    python -m learn.table_weights FOLDER...

A folder holds generated pages or `pdf/` and `truth/`. The weights are held near those that the product has: what no
candidate shows stays as it is. First every document is judged by weights that were fitted without half of the others,
by their names.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from learn.logistic import newton
from learn.row_samples import A_TABLE, NONE, pool_samples, samples
from quire.layout.tables.table_score import WEIGHTS, evidence, table_features

HELD = 3.0  # a penalty: of the square of each weight's distance from the one that the product has
Values = NDArray[np.float64]


class Judged(NamedTuple):
    """Open candidates: their evidence, whether they are tables, how much each counts, and the half they are in."""

    rows: Values
    tables: Values
    weight: Values
    half: Values


def judged(folders: list[Path]) -> Judged:
    """The candidates without rules around them; those of one document count as many as the root of their number."""
    clear = [
        sample
        for folder in folders
        for sample in (pool_samples(folder) if (folder / "truth").is_dir() else samples(folder))
        if not sample.asked.block.framed and len(sample.asked.found.columns.extents) > 1
        if sample.share >= A_TABLE or sample.share < NONE
    ]
    of_page = Counter((sample.page, sample.share >= A_TABLE) for sample in clear)
    return Judged(
        np.array([evidence(table_features(sample.asked.found)) for sample in clear]),
        np.array([float(sample.share >= A_TABLE) for sample in clear]),
        np.array([of_page[sample.page, sample.share >= A_TABLE] ** -0.5 for sample in clear]),
        np.array([hashlib.sha1(sample.page.encode(), usedforsecurity=False).digest()[0] % 2 for sample in clear]),
    )


def fitted(rows: Values, tables: Values, weight: Values) -> Values:
    """The weights of the evidence, held near those that the product has."""
    start = np.array(WEIGHTS)
    return newton(rows, tables, weight, np.full(len(start), HELD), start)


def main() -> None:
    """Fit and print."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", type=Path, nargs="+")
    known = judged(ask.parse_args().folders)
    told = np.zeros(len(known.tables))
    for half in (0, 1):
        other = known.half != half
        told[~other] = known.rows[~other] @ fitted(known.rows[other], known.tables[other], known.weight[other])
    for name, value in (("as they are", known.rows @ np.array(WEIGHTS)), ("without their half", told)):
        print(
            f"{name}: tables {(value > 0)[known.tables > 0].mean():.3f}, others {(value > 0)[known.tables == 0].mean():.3f}"
        )
    print(np.round(fitted(known.rows, known.tables, known.weight), 2).tolist())


if __name__ == "__main__":
    main()
