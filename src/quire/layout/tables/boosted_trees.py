"""Boosted regression trees evaluated on a row of features; `make learn` writes their file."""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp


class Trees:
    """Sums of trees, one sum for each of the outcomes.

    A tree's nodes lie in preorder: the left child follows its parent.

    Attributes:
        starts: The sum that each outcome starts with.
        roots: For each outcome the places of its trees.
        features: For each node the feature that it asks for; -1 for a leaf.
        values: Its threshold, up to which the way goes to the left; the value of a leaf.
        right: The place of its right child.
    """

    __slots__ = ("features", "right", "roots", "starts", "values")

    def __init__(
        self,
        starts: list[float],
        roots: list[list[int]],
        features: list[int],
        values: list[float],
        right: list[int],
    ) -> None:
        self.starts = starts
        self.roots = roots
        self.features = features
        self.values = values
        self.right = right

    def scores(self, row: list[float]) -> list[float]:
        """The sum of each outcome for a row of features."""
        features, values, right = self.features, self.values, self.right
        sums: list[float] = []
        for start, roots in zip(self.starts, self.roots, strict=True):
            total = start
            for root in roots:
                at = root
                feature = features[at]
                while feature >= 0:
                    at = at + 1 if row[feature] <= values[at] else right[at]
                    feature = features[at]
                total += values[at]
            sums.append(total)
        return sums

    def probabilities(self, row: list[float]) -> list[float]:
        """The probability of each outcome; of the outcome itself where there is one."""
        sums = self.scores(row)
        if len(sums) == 1:
            return [1.0 / (1.0 + exp(-sums[0]))]
        most = max(sums)
        powers = [exp(value - most) for value in sums]
        total = sum(powers)
        return [power / total for power in powers]


def stored_trees(name: str, package: str = "quire.layout.tables") -> Trees:
    """The trees in a file of a package, such as "row_roles.json"."""
    stored = json.loads((files(package) / name).read_text(encoding="utf-8"))
    return Trees(
        [float(start) for start in stored["starts"]],
        stored["roots"],
        stored["features"],
        [float(value) for value in stored["values"]],
        stored["right"],
    )
