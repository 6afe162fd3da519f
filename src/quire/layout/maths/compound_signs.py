"""Signs that are printed in parts: dots below each other or in a diagonal, names of limits in two words."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.maths.atoms import Atom

OVER = 0.12  # of the size: how far dots below each other are beside each other, at most
STEP, STEPS = 0.2, 0.62  # of the size: between the baselines of two such dots, at least and at most
ASIDE = 0.65  # of the size: between two dots of a diagonal
SPACE = 0.3  # of the size: between the two words of a name, at most; TeX sets .17
_NAMES = {"inf": r"\liminf", "sup": r"\limsup"}  # behind "lim"


def with_dots(atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms with three dots below each other, or in a diagonal, as one sign."""
    dots = sorted((a for a in atoms if a.latex == "."), key=lambda a: a.baseline)
    if len(dots) < 3:
        return list(atoms)
    gone: set[int] = set()
    made: list[Atom] = []
    for first in dots:
        chain = [first]
        while len(chain) < 3 and (below := _below(chain, dots, gone)) is not None:
            chain.append(below)
        if len(chain) < 3 or id(first) in gone:
            continue
        gone |= {id(a) for a in chain}
        made.append(_dots(chain))
    return [a for a in atoms if id(a) not in gone] + made


def _below(chain: Sequence[Atom], dots: Sequence[Atom], gone: set[int]) -> Atom | None:
    """The next dot of three: as far below and beside the last one as that is from the one before it."""
    last = chain[-1]
    for dot in dots:
        down, aside = (dot.baseline - last.baseline) / last.size, (dot.x0 - last.x0) / last.size
        if id(dot) in gone or not STEP < down < STEPS or not -OVER < aside < ASIDE:
            continue
        if len(chain) == 1 or abs(aside - (last.x0 - chain[0].x0) / last.size) < OVER:
            return dot
    return None


def _dots(chain: Sequence[Atom]) -> Atom:
    first, last = chain[0], chain[-1]
    aside = (last.x0 - first.x0) / last.size
    latex = r"\vdots" if abs(aside) < OVER else r"\ddots"
    x0, x1 = min(a.x0 for a in chain), max(a.x1 for a in chain)
    return Atom(latex, x0, x1, first.y0, last.y1, last.baseline, last.size)


def with_names(atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms with "lim sup" and "lim inf" as one name, which has one limit."""
    left = list(atoms)
    for first in [a for a in atoms if a.name == "lim"]:
        behind = (a for a in left if a is not first and abs(a.baseline - first.baseline) < OVER * first.size)
        second = next((a for a in behind if -OVER < (a.x0 - first.x1) / first.size < SPACE), None)
        if second is None or second.name not in _NAMES:
            continue
        left = [a for a in left if a is not first and a is not second]
        latex, name = _NAMES[second.name], first.name + second.name
        left.append(Atom(latex, first.x0, second.x1, first.y0, first.y1, first.baseline, first.size, name=name))
    return left
