"""Large delimiters and what is between them: brackets that grow, matrices, cases, binomials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quire.layout.maths.atoms import AXIS, Atom
from quire.layout.maths.latex_symbols import CLOSING, EITHER, OPENING

LEVEL = 1.0  # of the size: tops of two delimiters of one pair
ALIGNED = 1.5  # points between the left edges of two pieces of a tall delimiter
BARS, BAR_PIECE = "|‖∥", 0.6  # of the size: the height of one of the pieces of a tall bar in TeX's fonts
PIECE_SLACK = 0.1  # of the size: between two such pieces
PIECE_GAP = 2.0  # of the size: the gap between two such pieces
FULL_SIZE, OFF_LINE = 0.88, 0.45  # of a bracket's size: letters of rows inside it, and how far off its line they are
SCRIPT_GAP = 0.25  # of the size: from a bar to its script
COLUMN = 0.7  # of the size: a gap so wide parts two columns of a matrix
_MATRICES = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("|", "|"): "vmatrix", (r"\{", r"\}"): "Bmatrix"}

Write = Callable[[Sequence[Atom]], str]
Rows = Callable[[Sequence[Atom]], list[list[Atom]]]


def join_delimited(atoms: Sequence[Atom], write: Write, rows: Rows) -> list[Atom]:
    """The atoms with all that is between two large delimiters as one atom, the inner ones first."""
    left = _whole(atoms)
    _mark_tall(left)
    while (pair := _pair(left)) is not None:
        first, last = pair
        inner = [a for a in left if a is not first and a is not last and first.x1 - 1 <= a.middle <= last.x0 + 1]
        left = _with_atom(left, [first, *inner, last], _between(first, last, inner, write, rows))
    opening = next((a for a in left if a.large and a.sign == "{"), None)
    if opening is not None:
        inner = [a for a in left if a is not opening and a.x0 >= opening.x1 - 1]
        if len(inner) > 1 and len(grid := rows(inner)) > 1:
            body = r" \\ ".join(_cells(grid, write))
            left = _with_atom(left, [opening, *inner], rf"\begin{{cases}} {body} \end{{cases}}")
    for bar in left:
        if bar.large and bar.sign and bar.sign in BARS:  # it hangs from its baseline
            bar.baseline = (bar.y0 + bar.y1) / 2 + AXIS * bar.size
    return left


def _between(first: Atom, last: Atom, inner: Sequence[Atom], write: Write, rows: Rows) -> str:
    a = (OPENING | EITHER).get(first.sign, "(")
    b = (CLOSING | EITHER).get(last.sign, ")")
    grid = rows(inner) if inner else []
    if len(grid) < 2:
        return f"\\left{a}{' ' if a[-1].isalpha() else ''}{write(inner)}\\right{b}"
    body = _cells(grid, write)
    if len(body) == 2 and (a, b) == ("(", ")") and not any("&" in row for row in body):
        return f"\\binom{{{body[0]}}}{{{body[1]}}}"
    kind = _MATRICES.get((a, b))
    text = r" \\ ".join(body)
    if kind:
        return rf"\begin{{{kind}}} {text} \end{{{kind}}}"
    return rf"\left{a} \begin{{matrix}} {text} \end{{matrix}} \right{b}"


def _cells(rows: Sequence[Sequence[Atom]], write: Write) -> list[str]:
    """The cells of each row, split by wide gaps; empty ones where other rows have a column that a row lacks."""
    grid = [_split(row) for row in rows]
    spans = [(min(a.x0 for a in cell), max(a.x1 for a in cell)) for row in grid for cell in row]
    columns = _columns(spans)
    out: list[str] = []
    for row in grid:
        at = [next(i for i, (_, x1) in enumerate(columns) if cell[0].x0 <= x1) for cell in row]
        places = at if len(set(at)) == len(at) else list(range(len(at)))
        cells = [""] * (places[-1] + 1)
        for place, cell in zip(places, row, strict=True):
            cells[place] = write(cell)
        out.append(" & ".join(cells))
    return out


def _split(row: Sequence[Atom]) -> list[list[Atom]]:
    """The cells of a row, split by wide gaps."""
    cells: list[list[Atom]] = []
    right = float("-inf")
    for atom in sorted(row, key=lambda a: a.x0):
        if not cells or atom.x0 - right > COLUMN * atom.size:
            cells.append([])
        cells[-1].append(atom)
        right = max(right, atom.x1)
    return cells


def _columns(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The columns that cells of these left and right ends make: those that overlap are one."""
    columns: list[tuple[float, float]] = []
    for x0, x1 in sorted(spans):
        if columns and x0 < columns[-1][1]:
            columns[-1] = columns[-1][0], max(columns[-1][1], x1)
        else:
            columns.append((x0, x1))
    return columns


def _pair(atoms: Iterable[Atom]) -> tuple[Atom, Atom] | None:
    """The first large delimiter that closes, with the nearest one before it that opens."""
    opened: list[Atom] = []
    every = list(atoms)
    for atom in sorted((a for a in every if a.large), key=lambda a: a.x0):
        partner = opened[-1] if opened else None
        if atom.sign in EITHER:
            if partner is not None and partner.sign in EITHER:
                return partner, atom
            if not _has_script(atom, every):  # the bar of "at x = 0", which nothing closes
                opened.append(atom)
        elif atom.sign in CLOSING and partner is not None and abs(partner.y0 - atom.y0) <= LEVEL * atom.size:
            return partner, atom
        elif atom.sign in OPENING:
            opened.append(atom)
    return None


def _has_script(bar: Atom, atoms: Sequence[Atom]) -> bool:
    """Whether the first sign right of a bar is a script of it."""
    behind = [a for a in atoms if a is not bar and 0 <= a.x0 - bar.x1 + 1 < SCRIPT_GAP * bar.size]
    return any(a.size < FULL_SIZE * bar.size and not a.centred for a in behind)


def _with_atom(atoms: Sequence[Atom], taken: Sequence[Atom], latex: str) -> list[Atom]:
    gone = {id(a) for a in taken}
    plain = [a for a in taken if not a.large] or list(taken)
    size = max(a.size for a in plain)
    y0, y1 = min(a.y0 for a in taken), max(a.y1 for a in taken)
    middle = (min(a.y0 for a in plain) + max(a.y1 for a in plain)) / 2
    made = Atom(
        latex, min(a.x0 for a in taken), max(a.x1 for a in taken), y0, y1, middle + AXIS * size, size, centred=True
    )
    return [a for a in atoms if id(a) not in gone] + [made]


def _mark_tall(atoms: Iterable[Atom]) -> None:
    """Marks brackets of common size as large where what follows them is in several rows."""
    ordered = sorted(atoms, key=lambda a: a.x0)
    closed = any(a.large and a.sign == "}" for a in ordered)
    brace = next((at for at, a in enumerate(ordered) if a.large and a.sign == "{" and not closed), len(ordered))
    ordered = ordered[:brace]  # its rows are read one by one
    opened: list[tuple[Atom, bool, bool]] = []  # with whether letters above, and below, their line follow
    for atom in ordered:
        if atom.sign in OPENING and not atom.large:
            opened.append((atom, False, False))
        elif atom.sign in CLOSING and not atom.large and opened:
            first, above, below = opened.pop()
            first.large = atom.large = above and below
        elif opened and not atom.centred:
            first, above, below = opened[-1]
            rise = first.baseline - atom.baseline
            if atom.size >= FULL_SIZE * first.size and abs(rise) > OFF_LINE * first.size:
                opened[-1] = first, above or rise > 0, below or rise < 0
    for first, above, below in opened:
        first.large = first.sign == "{" and above and below


def _whole(atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms with the pieces of a tall delimiter, which are below each other, as one."""
    left: list[Atom] = []
    for atom in sorted(atoms, key=lambda a: a.y0):
        tall = atom.large and atom.sign != "" and atom.sign in "()[]{}|‖∥"
        same = next((a for a in left if _continues(a, atom)), None) if tall else None
        if same is None:
            left.append(atom)
        else:
            same.y1 = atom.y0 + BAR_PIECE * atom.size if atom.sign in BARS else max(same.y1, atom.y1)
    return left


def _continues(above: Atom, below: Atom) -> bool:
    """Whether two pieces of a tall delimiter are below each other."""
    aligned = above.large and above.sign == below.sign and abs(above.x0 - below.x0) < ALIGNED
    return aligned and is_next(below.sign, below.y0 - above.y1, below.size)


def is_next(sign: str, gap: float, size: float) -> bool:
    """Whether a piece so far below another, in points, is of the same delimiter; of bars one piece may be missing."""
    if sign not in BARS:
        return gap < PIECE_GAP * size
    return gap < PIECE_SLACK * size or abs(gap - BAR_PIECE * size) < PIECE_SLACK * size
