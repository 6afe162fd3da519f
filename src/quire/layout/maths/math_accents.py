"""Accents: signs over a letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from quire.layout.maths.atoms import Atom
from quire.layout.maths.latex_symbols import ACCENTS

AROUND = 0.12  # of the size by which an accent's middle may be beside its letter
LARGEST = 1.3  # of the letter's size
OFF = 1.0  # of the size, between the baselines of an accent and of its letter


def with_accents(atoms: Sequence[Atom], write: Callable[[Sequence[Atom]], str]) -> list[Atom]:
    """The atoms, with accents joined to the atoms below them."""
    left = list(atoms)
    for accent in [a for a in atoms if a.sign in ACCENTS]:
        name = ACCENTS[accent.sign]
        under = [a for a in left if a is not accent and a.sign not in ACCENTS and _stands_over(accent, a)]
        if not under:
            continue
        if accent.large and len(under) > 1:
            wide = {"hat": "widehat", "tilde": "widetilde"}.get(name, name)
            first = under[0]
            made = replace(first, latex=f"\\{wide}{{{write(under)}}}", x1=max(a.x1 for a in under), sign="", name="")
        else:
            under = [min(under, key=lambda a: abs(a.middle - accent.middle))]
            made = replace(under[0], latex=f"\\{name}{{{under[0].latex}}}", sign="", name="")
        gone = {id(a) for a in (accent, *under)}
        left = [a for a in left if id(a) not in gone] + [made]
    return left


def _stands_over(accent: Atom, atom: Atom) -> bool:
    if atom.large or abs(accent.baseline - atom.baseline) > OFF * atom.size or accent.size > LARGEST * atom.size:
        return False
    slack = AROUND * atom.size
    if accent.large:
        return accent.x0 - slack <= atom.middle <= accent.x1 + slack
    return atom.x0 - slack <= accent.middle <= atom.x1 + slack
