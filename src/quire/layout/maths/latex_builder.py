"""Atoms to LaTeX by their positions (the rules of The TeXbook, appendix G, read backwards)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quire.layout.maths.atoms import AXIS, Atom, with_accents
from quire.layout.maths.compound_signs import with_dots, with_names
from quire.layout.maths.delimiters import join_delimited
from quire.layout.maths.formula_words import WORD_SPACE
from quire.layout.maths.fractions import with_bars
from quire.layout.maths.latex_symbols import CENTRED_SIGNS, FUNCTIONS, LIMITED, OPERATORS, SIDE_LIMITS
from quire.layout.rounding import median
from quire.model.page import Rule

FULL = 0.88  # of the largest size: signs of the main line; scripts are set at 0.7
ON_LINE = 0.2  # of the size: how far a sign of full size may be off the main line
SMALL_ON_LINE = 0.08  # the same of a smaller sign
FAR_BELOW = 0.85  # of the size, from the axis: what is so low is no subscript but a limit
FAR_ABOVE = 0.95
LIMIT_BESIDE = 2.0  # of the size: how far a limit may be beside its operator
LIMIT_BELOW = 0.3  # of the size: from the lower end of an integral to the baseline of its limit; scripts are higher
CHAINED = 0.4  # of the size: the gap between two signs of one limit, at most
SCRIPT, SCRIPT_SHIFT = 0.62, 0.35  # of the size: a script of a limit is at most so large, and so far off its baseline
TOUCHING = 0.2  # of the size: the gap between a sign and its script, at most
NEXT_ROW = 1.0  # of the size, between the axes of two rows
QUAD = 1.0  # of the size
# What TeX puts together from two signs.
_LONG = {
    r"- \to": r"\longrightarrow",
    r"= \Rightarrow": r"\Longrightarrow",
    r"\mapsto \to": r"\mapsto",
    r"\mapsto - \to": r"\longmapsto",
    r"\not =": r"\neq",
    r"\leftarrow \to": r"\longleftrightarrow",
    r"\Leftarrow \Rightarrow": r"\Longleftrightarrow",
}
_EXTENDED = re.compile(
    r"(?<!- )(?:- )++(?=\\long(?:right|left)?arrow)|(?<!= )(?:= )++(?=\\Longrightarrow)"
)  # arrows of several pieces
_ARROWS = re.compile("|".join(map(re.escape, _LONG)))


def latex_of(atoms: Sequence[Atom], rules: Sequence[Rule] = ()) -> str:
    """The LaTeX of a formula's atoms, with the rules that lie between them."""
    if not atoms:
        return ""
    found = with_names(with_dots(with_accents(atoms, latex_of)))
    found = with_bars(found, rules, latex_of)
    found = join_delimited(found, latex_of, rows_of)
    rows = rows_of(found)
    if len(rows) == 1:
        return _row(rows[0])
    return r"\begin{aligned} " + r" \\ ".join(_row(row) for row in rows) + r" \end{aligned}"


def rows_of(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """The atoms in rows from top to bottom; small ones go to the row that is nearest."""
    size = _main_size(atoms)
    main = sorted((a for a in atoms if a.size >= FULL * size or a.centred), key=lambda a: a.axis)
    rows: list[list[Atom]] = []
    for atom in main:
        if rows and (
            atom.axis - median(a.axis for a in rows[-1]) < NEXT_ROW * size
            or (atom.large and atom.y0 < rows[-1][0].axis)
        ):
            rows[-1].append(atom)
        else:
            rows.append([atom])
    axes = [median(a.axis for a in row) for row in rows]
    for atom in atoms:
        if atom.size < FULL * size and not atom.centred:
            nearest = min(range(len(rows)), key=lambda i: abs(axes[i] - atom.axis))
            rows[nearest].append(atom)
    return rows


def _main_size(atoms: Iterable[Atom]) -> float:
    every = list(atoms)
    plain = [a.size for a in every if not (a.large or a.centred or a.sign in OPERATORS)] or [a.size for a in every]
    return max(plain)


def _row(atoms: Sequence[Atom]) -> str:
    """One row: operators with their limits, then letters with their scripts from left to right."""
    size = _main_size(atoms)
    full = [a for a in atoms if a.size >= FULL * size and not a.centred]
    baseline = median(a.baseline for a in full) if full else median(a.axis for a in atoms) + AXIS * size
    rest, limits = _limits(atoms, baseline, size)
    out: list[str] = []
    up: list[Atom] = []
    down: list[Atom] = []
    last: Atom | None = None
    right = min(a.x0 for a in atoms)
    for atom in sorted(rest, key=lambda a: a.x0):
        side = _script_side(atom, baseline, size)
        gap, right = atom.x0 - right, max(right, atom.x1)
        if down and not up and last is not None and _is_script_of(atom, down[-1]):
            side = -1
        if side:
            (up if side > 0 else down).append(atom)
            continue
        out += _scripts(down, up, based=last is not None)
        up, down = [], []
        if last is not None and gap > QUAD * size:
            out.append(r"\quad")
        elif last is not None and gap > WORD_SPACE * size and _spaced_text(out, last, atom):
            last = atom
            continue
        out.append(atom.latex)
        over, under = limits.get(id(atom), ([], []))
        out += _scripts(under, over, based=True)
        last = atom
    out += _scripts(down, up, based=last is not None)
    return _concatenated(out)


def _spaced_text(out: list[str], last: Atom, atom: Atom) -> bool:
    """Put the space between an atom and a word of text beside it into the text; whether the atom was written, too."""
    before = out[-1] if _is_text(last) else ""
    if before.startswith((r"\mathrm{", r"\text{")):
        written = before[before.index("{") + 1 : -1]
        if _is_text(atom):
            out[-1] = f"\\text{{{written} {atom.name}}}"
            return True
        if atom.latex not in SPACED:
            out[-1] = f"\\text{{{written} }}"
    elif _is_text(atom) and last.latex not in SPACED:
        out.append(f"\\text{{ {atom.name}}}")
        return True
    return False


def _is_text(atom: Atom) -> bool:
    return len(atom.name) > 1 and atom.latex.startswith(r"\mathrm{")


def _script_side(atom: Atom, baseline: float, size: float) -> int:
    """1 for what is raised, -1 for what is lowered, 0 for what is on the line."""
    if atom.sign in OPERATORS or (atom.large and atom.sign in CENTRED_SIGNS):
        return 0
    if atom.name in FUNCTIONS and atom.size >= FULL * size:  # with a limit below, as LibreOffice sets it, it is raised
        return 0
    if atom.centred and atom.size >= FULL * size and atom.y0 < baseline - AXIS * size < atom.y1 and not atom.sign:
        return 0  # brackets around rows: their middle is not known for sure
    shift = baseline - AXIS * size - atom.axis if atom.centred else baseline - atom.baseline
    slack = ON_LINE if atom.size >= FULL * size or atom.centred else SMALL_ON_LINE
    return 0 if abs(shift) <= slack * size else 1 if shift > 0 else -1


def _limits(
    atoms: Sequence[Atom], baseline: float, size: float
) -> tuple[list[Atom], dict[int, tuple[list[Atom], list[Atom]]]]:
    """The atoms without limits, and by operator (its `id`) what is (above, below) it."""
    takers = [a for a in atoms if a.name in LIMITED or (a.sign in OPERATORS and _takes_limits(a, atoms))]
    found: dict[int, tuple[list[Atom], list[Atom]]] = {}
    rest = [a for a in atoms if a in takers or a.size >= FULL * size] if takers else list(atoms)
    axis = baseline - AXIS * size
    for row in _small_rows(atoms, size) if takers else ():
        middle, far = (row[0].x0 + row[-1].x1) / 2, row[0].baseline - axis
        taker = min(takers, key=lambda t: max(t.x0 - middle, middle - t.x1, 0.0))
        beside = max(taker.x0 - middle, middle - taker.x1, 0.0)
        stands = taker.x0 <= middle <= taker.x1 and (row[0].x0 < taker.middle)
        if taker in row or not (stands or (beside <= LIMIT_BESIDE * size and not -FAR_ABOVE < far / size < FAR_BELOW)):
            rest += [a for a in row if a is not taker]
        else:
            found.setdefault(id(taker), ([], []))[far > 0].extend(row)
    return rest, found


def _takes_limits(operator: Atom, atoms: Iterable[Atom]) -> bool:
    """Whether an operator may have limits: an integral when something small is under it."""
    if operator.sign not in SIDE_LIMITS:
        return True
    low = operator.y1 + LIMIT_BELOW * operator.size
    return operator.large and any(
        a.baseline > low and a.size < FULL * operator.size and operator.x0 < a.middle < operator.x1 for a in atoms
    )


def _small_rows(atoms: Iterable[Atom], size: float) -> list[list[Atom]]:
    """The small atoms, those on one baseline without a gap together, with the scripts of these."""
    rows: list[list[Atom]] = []
    for atom in sorted((a for a in atoms if a.size < FULL * size), key=lambda a: a.x0):
        near = (
            r
            for r in rows
            if abs(r[0].baseline - atom.baseline)
            < (SCRIPT_SHIFT if _is_script(atom, r[0], size) else SMALL_ON_LINE) * size
            and atom.x0 - max(a.x1 for a in r) < CHAINED * size
        )
        row = next(near, None)
        if row is None:
            rows.append([atom])
        else:
            row.append(atom)
    return rows


def _is_script(atom: Atom, first: Atom, size: float) -> bool:
    """Whether an atom is so small that it is a script of the row that another begins."""
    return atom.size <= SCRIPT * size and atom.size < FULL * first.size


def _is_script_of(atom: Atom, script: Atom) -> bool:
    """Whether an atom right behind a lowered one is a script of that one: a prime of an index."""
    return atom.size < FULL * script.size and -TOUCHING < (atom.x0 - script.x1) / script.size < TOUCHING


def _scripts(down: Sequence[Atom], up: Sequence[Atom], *, based: bool) -> list[str]:
    out = [] if based or not (down or up) else ["{}"]
    if down:
        out.append(f"_{{{latex_of(down)}}}")
    if up:
        raised = latex_of(up)
        primes = len(raised) - len(raised.lstrip("'"))
        out.append("'" * primes)
        if primes < len(raised):
            out.append(f"^{{{raised[primes:].lstrip()}}}")
    return out


def _concatenated(pieces: Iterable[str]) -> str:
    """The pieces in a row, with a space where a command would swallow the next letter, and around relations."""
    out = ""
    for piece in pieces:
        if not piece:
            continue
        command = out.rsplit("\\", 1)[-1] if "\\" in out else " "
        if out and command.isalpha() and piece[0].isalpha():
            out += " "
        out += f" {piece} " if piece in SPACED else piece
    out = " ".join(out.split()).replace("...", r"\ldots ").replace(r"\cdot\cdot\cdot", r"\cdots ")
    return _EXTENDED.sub("", _ARROWS.sub(lambda m: _LONG[m[0]], out))


SPACED = frozenset(
    [
        "=", "<", ">", "+", "-", r"\leq", r"\geq", r"\neq", r"\approx", r"\equiv", r"\sim", r"\to", r"\Rightarrow",
        r"\in", r"\subset", r"\pm", r"\quad",
    ]
)  # fmt: skip
"""Relations and signs between terms, which have space around them; a sign before a term does not need it, nor mind."""
