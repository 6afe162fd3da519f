"""Decides which of several securities of one company people mean: its shares, not notes or preferred shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from quire.company import company_names
from quire.company.company_names import Name


def secondary(entries: Sequence[Name]) -> npt.NDArray[np.bool_]:
    """Return for each entry whether another one of the same name and data set comes before it.

    A symbol without a dash (``T`` before ``T-PA``) comes first, then one that abbreviates the name (``JPM`` before
    ``AMJB``, a note of the same bank), then the shortest, then the first of the alphabet.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for number, entry in enumerate(entries):
        if entry.dataset == company_names.US:  # a Chinese company has one code, and a namesake is another company
            groups.setdefault((entry.dataset, company_names.normal(entry.name)), []).append(number)
    found = np.zeros(len(entries), np.bool_)
    for (_, name), numbers in groups.items():
        if name and len(numbers) > 1:
            first = min(numbers, key=lambda number: _order(entries[number].code, name))
            found[[number for number in numbers if number != first]] = True
    return found


def _order(code: str, name: str) -> tuple[bool, bool, int, str]:
    return "-" in code, not _abbreviates(code.casefold(), name), len(code), code


def _abbreviates(code: str, name: str) -> bool:
    """Whether a symbol's letters stand in the name in their order, the first one at its beginning."""
    left = iter(name)
    return name[:1] == code[:1] and all(letter in left for letter in code)
