"""Trains the trees of the product on known pages and writes their files; `make learn` runs it.

Two models: the roles of visual rows (`row_roles.json`), and whether a candidate is a table (`table_score.json`). Both are
gradient-boosted trees of scikit-learn. The scores that it prints are those of pages that it did not see.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from learn.row_samples import A_TABLE, NONE, UNKNOWN, Sample, features, pool_samples, samples
from quire.layout.tables.row_roles import most_probable
from quire.layout.tables.table_score import table_features

TARGET = Path(__file__).parents[1] / "src/quire/layout/tables"
ROW_TREES, TABLE_TREES = 100, 120
DIGITS = 4  # of thresholds and values in the files
POOL_WEIGHT = 4.0  # of a candidate of real documents, of which there are few

Lists = dict[str, Any]


def exported(model: HistGradientBoostingClassifier) -> Lists:
    """The trees as the plain lists that `quire.layout.tables.boosted_trees` reads."""
    starts = [float(value) for value in model._baseline_prediction.ravel()]  # noqa: SLF001 - not public
    found: Lists = {"starts": starts, "roots": [[] for _ in starts], "features": [], "values": [], "right": []}
    for step in model._predictors:  # noqa: SLF001 - the only way to a model's trees
        for outcome, tree in enumerate(step):
            found["roots"][outcome].append(len(found["features"]))
            _add(found, tree.nodes, 0)
    return found


def _add(found: Lists, nodes: np.ndarray, index: int) -> None:
    node, at = nodes[index], len(found["features"])
    leaf = bool(node["is_leaf"])
    found["features"].append(-1 if leaf else int(node["feature_idx"]))
    found["values"].append(round(float(node["value"] if leaf else node["num_threshold"]), DIGITS))
    found["right"].append(0)
    if not leaf:
        _add(found, nodes, node["left"])
        found["right"][at] = len(found["features"])
        _add(found, nodes, node["right"])


def stored_form(trees: Lists) -> str:
    """The text from which `quire.layout.tables.boosted_trees.trees_of` makes trees; long lists are base64."""

    def packed(kind: str, key: str) -> str:
        numbers = array(kind, trees[key])
        if sys.byteorder == "big":
            numbers.byteswap()
        return b64encode(numbers).decode()

    lists = {"features": packed("h", "features"), "values": packed("d", "values"), "right": packed("i", "right")}
    return json.dumps({**trees, **lists}, separators=(",", ":"), sort_keys=True) + "\n"


def rows_and_roles(given: Sequence[Sample]) -> tuple[np.ndarray, np.ndarray]:
    """The features and roles of the rows of the candidates that are tables."""
    rows: list[list[float]] = []
    roles: list[int] = []
    for sample in given:
        if sample.roles is not None and sample.share >= A_TABLE:
            for columns in features(sample):
                known = [i for i, role in enumerate(sample.roles) if role != UNKNOWN]
                rows += [columns[i] for i in known]
                roles += [sample.roles[i] for i in known]
    return np.array(rows, dtype=np.float32), np.array(roles)


def candidates(given: Sequence[Sample]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The features of the candidates, whether they are tables, and their weights."""
    clear = [s for s in given if (s.share >= A_TABLE or s.share < NONE) and len(s.asked.found.columns.extents) > 1]
    rows = [table_features(s.asked.found) for s in clear]
    weights = [POOL_WEIGHT if s.kind == "pool" else 1.0 for s in clear]
    return np.array(rows, dtype=np.float32), np.array([s.share >= A_TABLE for s in clear]), np.array(weights)


def _trees(count: int, leaves: int, rate: float) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=count, max_leaf_nodes=leaves, learning_rate=rate, l2_regularization=1.0, random_state=1
    )


def _write(model: HistGradientBoostingClassifier, name: str) -> None:
    (TARGET / name).write_text(stored_form(exported(model)), "utf-8")


def _exact(model: HistGradientBoostingClassifier, given: Sequence[Sample]) -> tuple[int, int]:
    """Candidates whose rows all get their roles, and the number of candidates."""
    good = total = 0
    for sample in given:
        if sample.roles is not None and sample.share >= A_TABLE and UNKNOWN not in sample.roles:
            chances = model.predict_proba(np.array(features(sample)[-1], dtype=np.float32)).tolist()
            good += most_probable(chances)[0] == sample.roles
            total += 1
    return good, total


def _read(folders: Sequence[Path]) -> Iterator[Sample]:
    return chain.from_iterable(pool_samples(f) if (f / "truth").is_dir() else samples(f) for f in folders)


def main() -> None:
    """Train, write and report."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("model", choices=["rows", "tables"])
    ask.add_argument("--pages", type=Path, nargs="+", required=True, help="folders to train with")
    ask.add_argument("--unseen", type=Path, nargs="+", required=True, help="folders to measure with")
    args = ask.parse_args()
    seen, unseen = list(_read(args.pages)), list(_read(args.unseen))
    if args.model == "rows":
        model = _trees(ROW_TREES, 15, 0.12).fit(*rows_and_roles(seen))
        _write(model, "row_roles.json")
        rows, roles = rows_and_roles(unseen)
        print(
            f"rows {len(roles)} right {model.score(rows, roles):.4f} tables with all rows right {_exact(model, unseen)}"
        )
        return
    rows, truth, weights = candidates(seen)
    model = _trees(TABLE_TREES, 8, 0.08).fit(rows, truth, sample_weight=weights)
    _write(model, "table_score.json")
    rows, truth, _ = candidates(unseen)
    found = model.predict(rows)
    print(
        f"tables found {found[truth].mean():.4f} of {truth.sum()}, others {found[~truth].mean():.4f} of {(~truth).sum()}"
    )


if __name__ == "__main__":
    main()
