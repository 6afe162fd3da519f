"""Horizontal rules in a formula: fractions, roots, overlines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quire.layout.maths.atoms import AXIS, Atom
from quire.model.page import Rule

AROUND = 1.5  # points by which an atom's middle may stick out of a bar
NEAR = 0.55  # of the size: numerator and denominator begin so near to the bar
TOUCHING = 0.12  # of the size: parts of one numerator overlap or nearly touch
FITS = 2.5  # points by which an overline may be longer than what it lies over
DEGREE, DEGREE_BESIDE = (
    0.7,
    2.0,
)  # the size of a root's degree, of the sign's; points by which it may begin before the sign
ROOT_TOP = 1.2  # of the size, between the top of a root's sign and its bar
ROOT_GAP = 0.35  # of the size, between a root's sign and its bar

Write = Callable[[Sequence[Atom]], str]


def with_bars(atoms: Sequence[Atom], rules: Iterable[Rule], write: Write) -> list[Atom]:
    """The atoms with everything that a bar holds together as one atom, the inner bars first."""
    left = list(atoms)
    for rule in sorted(rules, key=lambda r: r.x1 - r.x0):
        inside = [a for a in left if rule.x0 - AROUND <= a.middle <= rule.x1 + AROUND]
        y = (rule.y0 + rule.y1) / 2
        above = _stack([a for a in inside if _centre(a) < y], y, up=True)
        below = _stack([a for a in inside if _centre(a) > y], y, up=False)
        root = _root(left, rule)
        taken: list[Atom]
        if root is not None and below:
            index = [
                a
                for a in left
                if a is not root and a.x1 <= root.x1 and a.x0 >= root.x0 - DEGREE_BESIDE and a.size < DEGREE * root.size
            ]
            inner = [a for a in below if a is not root]
            degree = f"[{write(index)}]" if index else ""
            taken, latex = [root, *index, *inner], f"\\sqrt{degree}{{{write(inner)}}}"
            made = _made(latex, taken, rule, baseline=_baseline(inner))
        elif above and below:
            taken, latex = [*above, *below], f"\\frac{{{write(above)}}}{{{write(below)}}}"
            size = max(a.size for a in taken)
            made = _made(latex, taken, rule, baseline=y + AXIS * size, centred=True)
        elif below and not above and _covers(rule, below):
            taken, latex = below, f"\\overline{{{write(below)}}}"
            made = _made(latex, taken, rule, baseline=_baseline(taken))
        else:
            continue
        gone = {id(a) for a in taken}
        left = [a for a in left if id(a) not in gone] + [made]
    return left


def _covers(rule: Rule, atoms: Sequence[Atom]) -> bool:
    """Whether a bar is as long as what it lies over; longer ones are rules of tables."""
    return min(a.x0 for a in atoms) - rule.x0 < FITS and rule.x1 - max(a.x1 for a in atoms) < FITS


def _stack(atoms: Sequence[Atom], y: float, *, up: bool) -> list[Atom]:
    """The atoms that are on the bar (hang from it) and those that touch these."""
    taken: list[Atom] = []
    reach = y
    for atom in sorted(atoms, key=lambda a: -a.y1 if up else a.y0):
        gap = reach - atom.y1 if up else atom.y0 - reach
        if gap > (TOUCHING if taken else NEAR) * atom.size:
            break
        taken.append(atom)
        reach = min(reach, atom.y0) if up else max(reach, atom.y1)
    return taken


def _root(atoms: Iterable[Atom], rule: Rule) -> Atom | None:
    """The sign of a root that ends where the rule begins."""
    for atom in atoms:
        if (
            atom.sign == "√"
            and abs(atom.x1 - rule.x0) <= ROOT_GAP * atom.size
            and abs(_top(atom) - rule.y0) <= ROOT_TOP * atom.size
        ):
            return atom
    return None


def _top(atom: Atom) -> float:
    return atom.baseline if atom.large else atom.y0


def _centre(atom: Atom) -> float:
    return (atom.y0 + atom.y1) / 2


def _baseline(atoms: Sequence[Atom]) -> float:
    """Of the largest of the atoms."""
    return max(atoms, key=lambda a: a.size).baseline


def _made(latex: str, parts: Sequence[Atom], rule: Rule, *, baseline: float, centred: bool = False) -> Atom:
    return Atom(
        latex,
        min(rule.x0, *(a.x0 for a in parts)),
        max(rule.x1, *(a.x1 for a in parts)),
        min(rule.y0, *(a.y0 for a in parts)),
        max(rule.y1, *(a.y1 for a in parts)),
        baseline,
        max(a.size for a in parts),
        centred=centred,
    )
