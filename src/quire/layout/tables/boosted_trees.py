"""Boosted regression trees evaluated on a row of features; `make learn` writes their files."""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode
from collections.abc import Callable, Sequence
from importlib import import_module
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
        features: Sequence[int],
        values: Sequence[float],
        right: Sequence[int],
    ) -> None:
        self.starts = starts
        self.roots = roots
        self.features = array("h", features)
        self.values = array("d", values)
        self.right = array("i", right)

    def scores(self, row: list[float]) -> list[float]:
        """The sum of each outcome for a row of features."""
        return _SUMS(self.starts, self.roots, self.features, self.values, self.right, row)

    def probabilities(self, row: list[float]) -> list[float]:
        """The probability of each outcome; of the outcome itself where there is one."""
        sums = self.scores(row)
        if len(sums) == 1:
            return [1.0 / (1.0 + exp(-sums[0]))]
        most = max(sums)
        powers = [exp(value - most) for value in sums]
        total = sum(powers)
        return [power / total for power in powers]


def python_sums(  # noqa: PLR0917 - as the function in C has them
    starts: list[float],
    roots: list[list[int]],
    features: Sequence[int],
    values: Sequence[float],
    right: Sequence[int],
    row: list[float],
) -> list[float]:
    """The sum of each outcome for a row of features, without a compiler; `native/boosted_trees.c` does the same."""
    sums: list[float] = []
    for start, places in zip(starts, roots, strict=True):
        total = start
        for root in places:
            at = root
            while features[at] >= 0:
                at = at + 1 if row[features[at]] <= values[at] else right[at]
            total += values[at]
        sums.append(total)
    return sums


def _sums() -> Callable[..., list[float]]:
    try:
        found: Callable[..., list[float]] = import_module("quire.layout.tables._boosted_trees").sums
    except ImportError:  # it was built without a C compiler
        return python_sums
    return found


_SUMS: Callable[..., list[float]] = _sums()


def stored_trees(name: str, package: str = "quire.layout.tables") -> Trees:
    """The trees in a file of a package, such as "row_roles.json", which is read once."""
    if (package, name) not in _read:
        _read[package, name] = trees_of((files(package) / name).read_text(encoding="utf-8"))
    return _read[package, name]


_read: dict[tuple[str, str], Trees] = {}


def trees_of(text: str) -> Trees:
    """The trees in a text as `learn.train.stored_form` makes it."""
    stored = json.loads(text)
    features, values, right = array("h"), array("d"), array("i")
    for numbers, key in ((features, "features"), (values, "values"), (right, "right")):
        numbers.frombytes(b64decode(stored[key]))  # as text they would take longer to read than a page
        if sys.byteorder == "big":
            numbers.byteswap()
    return Trees([float(start) for start in stored["starts"]], stored["roots"], features, values, right)
