"""Books with judged cases, from which a logistic regression is learned in which each book counts the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from learn.logistic import fitted, matrix, rounded


class Judged(Protocol):
    """A book's cases: the evidence of each, and 1 where it is right, 0 where not."""

    @property
    def evidence(self) -> Sequence[Mapping[str, float]]: ...  # noqa: D102

    @property
    def right(self) -> Sequence[float] | NDArray[np.float64]: ...  # noqa: D102


def books_with(folder: Path, ending: str) -> Iterator[tuple[str, Path, Path]]:
    """Name, file and judgements of each book of a folder; those are the file NAME with the ending.

    Raises:
        FileNotFoundError: the book of some judgements is not there.
    """
    for judged in sorted(folder.glob(f"*{ending}")):
        name = judged.name.removesuffix(ending)
        book = next((one for one in sorted(folder.glob(f"{name}.*")) if one != judged), None)
        if book is None:
            raise FileNotFoundError(f"The book of {judged} is missing: {name}.* in the same folder.")
        yield name, book, judged


def evidence_names(books: Sequence[Judged], given: Mapping[str, float]) -> list[str]:
    """The names of all evidence but that whose weight is given."""
    return sorted({name for book in books for one in book.evidence for name in one} - given.keys())


def weights_of(
    books: Sequence[Judged], names: Sequence[str], *, equal: float, penalty: float, scaled: bool
) -> NDArray[np.float64]:
    """The weights of the evidence and the bias.

    Args:
        books: each of the same weight.
        names: of the evidence.
        equal: cases that each book counts as.
        penalty: of each weight's square, a book.
        scaled: as of `fitted`.
    """
    right = np.concatenate([np.asarray(one.right, dtype=float) for one in books])
    weight = np.concatenate([np.full(len(one.right), equal / len(one.right)) for one in books])
    rows = np.vstack([matrix(one.evidence, names) for one in books])
    return fitted(rows, right, weight, penalty * len(books), scaled=scaled)


def as_written(weights: NDArray[np.float64], names: Sequence[str], given: Mapping[str, float]) -> dict[str, float]:
    """Learned and given weights as the product's files hold them."""
    return rounded({"bias": weights[-1], **dict(zip(names, weights, strict=False)), **given})
