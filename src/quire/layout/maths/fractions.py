"""Horizontal rules in a formula: fractions, roots, overlines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quire.layout.maths.atoms import AXIS, DESCENT, Atom
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
HANGING = 0.12  # of the size: between the baseline of a root's sign and its bar, where the sign hangs from it
SAME_PLACE = 1.0  # points between the left ends of two bars that begin at one place
ROOT_GAP = 0.35  # of the size, between a root's sign and its bar

Write = Callable[[Sequence[Atom]], str]


def with_bars(atoms: Sequence[Atom], rules: Iterable[Rule], write: Write) -> list[Atom]:
    """The atoms with everything that a bar holds together as one atom, the inner bars first."""
    left = list(atoms)
    bars = sorted(rules, key=lambda r: r.x1 - r.x0)
    roots = _roots(left, bars)
    near = NEAR * max((a.size for a in left if not a.large), default=0.0)
    for rule in bars:
        inside = [a for a in left if _spans(rule, a) and not _is_parted(rule, a, bars)]
        y = (rule.y0 + rule.y1) / 2
        above = _stack([a for a in inside if _centre(a) < y], y, near, up=True)
        below = _stack([a for a in inside if _centre(a) > y], y, near, up=False)
        root = roots.get(id(rule))
        taken: list[Atom]
        if root is not None and below:
            index = [
                a
                for a in left
                if a is not root
                and a.x1 <= root.x1
                and a.x0 >= root.x0 - DEGREE_BESIDE
                and a.size < DEGREE * root.size
                and abs(_top(a) - _top(root)) < root.size
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


def _spans(rule: Rule, atom: Atom) -> bool:
    around = 0.0 if atom.sign and atom.sign in ".,;:" else AROUND
    return rule.x0 - AROUND <= atom.middle <= rule.x1 + around


def _is_parted(rule: Rule, atom: Atom, rules: Iterable[Rule]) -> bool:
    """Whether a longer rule is between a rule and an atom."""
    first, last = sorted((rule.y0, _centre(atom)))
    return any(first < r.y0 < last and r.x1 - r.x0 > rule.x1 - rule.x0 and _spans(r, atom) for r in rules)


def _covers(rule: Rule, atoms: Sequence[Atom]) -> bool:
    """Whether a bar is as long as what it lies over; longer ones are rules of tables."""
    return abs(min(a.x0 for a in atoms) - rule.x0) < FITS and abs(rule.x1 - max(a.x1 for a in atoms)) < FITS


def _stack(atoms: Sequence[Atom], y: float, near: float, *, up: bool) -> list[Atom]:
    """The atoms that are on the bar (hang from it) and those that touch these."""
    taken: list[Atom] = []
    reach = y
    for atom in sorted(atoms, key=lambda a: -a.y1 if up else a.y0):
        gap = reach - atom.y1 if up else atom.y0 - reach
        if gap > (TOUCHING * atom.size if taken else near):
            break
        taken.append(atom)
        reach = min(reach, atom.y0) if up else max(reach, atom.y1)
    return taken


def _roots(atoms: Iterable[Atom], rules: Sequence[Rule]) -> dict[int, Atom]:
    """The signs of roots by the `id` of their rules, which begin where they end; each sign then begins at its rule.

    Of rules that begin at one place, as those of a fraction under a root do, the highest is the root's.
    """
    found: dict[int, Atom] = {}
    for root in atoms:
        if root.sign != "√":
            continue
        near = [r for r in rules if abs(root.x1 - r.x0) <= ROOT_GAP * root.size and _reaches(root, r)]
        near = [r for r in near if _hangs(root, r)] or near
        beside = min((abs(root.x1 - r.x0) for r in near), default=0.0) + SAME_PLACE
        rule = min((r for r in near if abs(root.x1 - r.x0) <= beside), key=lambda r: r.y0, default=None)
        if rule is not None:
            root.y0, root.y1 = rule.y0, root.baseline + (1.0 if _hangs(root, rule) else DESCENT) * root.size
            found[id(rule)] = root
    return found


def _reaches(root: Atom, rule: Rule) -> bool:
    return abs(_top(root) - rule.y0) <= ROOT_TOP * root.size or _hangs(root, rule)


def _hangs(root: Atom, rule: Rule) -> bool:
    """Whether the sign of a root hangs from its rule, as in TeX's fonts; in others it is on the line of the letters."""
    return abs(root.baseline - rule.y0) < HANGING * root.size


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
