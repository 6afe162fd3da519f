"""How much of a formula's LaTeX was put together by a structure that is known, and how much only by chance."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.maths.latex_symbols import RELATIONS

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
_ROWS = re.compile(r"\\begin\{aligned\} (.*) \\end\{aligned\}")
LEAST = 0.75
"""Below this share of certain signs a formula is shown as a picture: of the generated formulas and of 83 of other
pages, those below it are wrong in the main (similarity under .6)."""


def certainty(latex: str) -> float:
    """The share of signs that stand in a known structure, 0 to 1.

    Not certain are scripts of nothing, letters on top of each other that are neither a fraction, limits nor rows of
    relations. Nothing is certain where a round bracket has no partner.
    """
    signs = _TOKEN.findall(latex)
    total = sum(sign not in "{}" for sign in signs)
    if not total:
        return 0.0
    if signs.count("(") != signs.count(")") and r"\left" not in latex and "[" not in signs:
        return 0.0
    return 1.0 - min(_floating(signs) + _stacked(latex), total) / total


def _floating(signs: Sequence[str]) -> int:
    """How many signs are scripts of nothing: behind an empty group, or behind a script of the same side."""
    count, at = 0, 0
    while at < len(signs):
        empty = at >= 2 and signs[at - 2 : at] == ["{", "}"]
        script = signs[at] in "_^" and at + 1 < len(signs) and signs[at + 1] == "{"
        if script and (empty or at == 0 or signs[at - 1] in RELATIONS):
            end = _group_end(signs, at + 1)
            count += sum(sign not in "{}" for sign in signs[at + 2 : end])
            at = end
        at += 1
    return count


def _group_end(signs: Sequence[str], at: int) -> int:
    """The index of the brace that closes the group opened at `at`."""
    depth = 0
    for end in range(at, len(signs)):
        depth += (signs[end] == "{") - (signs[end] == "}")
        if depth == 0:
            return end
    return len(signs) - 1


def _stacked(latex: str) -> int:
    """The signs of rows in which no relation is, where others have one."""
    found = _ROWS.fullmatch(latex)
    if not found:
        return 0
    rows = [_TOKEN.findall(row) for row in found[1].split(r" \\ ")]
    return sum(len([s for s in row if s not in "{}"]) for row in rows if not RELATIONS.intersection(row))
