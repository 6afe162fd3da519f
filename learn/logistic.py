"""A logistic regression with a penalty, and the file that its weights are written to."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

STEPS = 30
NEAR = 1e-7
DIGITS = 3


def matrix(evidence: Sequence[Mapping[str, float]], names: Sequence[str]) -> NDArray[np.float64]:
    """A row for each case: its evidence in the order of the names, and a 1."""
    return np.array([[*(float(one.get(name, 0.0)) for name in names), 1.0] for one in evidence])


def fitted(
    rows: NDArray[np.float64],
    right: NDArray[np.float64],
    weight: NDArray[np.float64],
    penalty: float,
    *,
    scaled: bool = True,
) -> NDArray[np.float64]:
    """The weights of the evidence and the bias, by Newton's method.

    Args:
        rows: as `matrix` makes them.
        right: 1 or 0 for each case.
        weight: of each case.
        penalty: of each weight's square.
        scaled: weights are in standard deviations of their evidence; else what is seen seldom weighs little.
    """
    mean, spread = rows[:, :-1].mean(0), rows[:, :-1].std(0) + 1e-9
    if not scaled:
        mean, spread = np.zeros_like(mean), np.ones_like(spread)
    evidence = np.hstack([(rows[:, :-1] - mean) / spread, rows[:, -1:]])
    held = np.full(rows.shape[1], penalty)
    held[-1] = 1e-6
    found = newton(evidence, right, weight, held, np.zeros(rows.shape[1]))
    return np.append(found[:-1] / spread, found[-1] - (found[:-1] * mean / spread).sum())


def newton(
    rows: NDArray[np.float64],
    right: NDArray[np.float64],
    weight: NDArray[np.float64],
    penalty: NDArray[np.float64],
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The weights of the evidence by Newton's method, each held near `start` by a penalty of its own.

    A step that would lead away from the optimum is halved.

    Args:
        rows: the evidence of each case.
        right: 1 or 0 for each case.
        weight: of each case.
        penalty: of the square of each weight's distance from its start.
        start: where each weight begins.
    """

    def cost(weights: NDArray[np.float64]) -> float:
        scores = rows @ weights
        missed = weight @ (np.logaddexp(0.0, scores) - right * scores)
        return float(missed + (penalty * (weights - start) ** 2).sum() / 2)

    found = start.copy()
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weight * (odds - right)) + penalty * (found - start)
        curve = (rows * (weight * odds * (1 - odds))[:, None]).T @ rows + np.diag(penalty)
        change = np.linalg.solve(curve, slope)
        before = cost(found)
        while cost(found - change) > before and np.abs(change).max() > NEAR:
            change /= 2
        found -= change
        if np.abs(change).max() < NEAR:
            break
    return found


def rounded(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as the product's files hold them."""
    return {name: round(float(value), DIGITS) for name, value in weights.items()}


def write(path: Path, books: Sequence[str], weights: Mapping[str, object]) -> None:
    """Write the weights that the product uses, with the books they were learned on."""
    path.write_text(json.dumps({"books": [*books], "weights": weights}, indent=1) + "\n", "utf-8")
