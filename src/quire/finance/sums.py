"""Sums that a table shows: which rows add up to which, learned from the columns where they do.

A structure ("row 12 is the sum of rows 7 to 11") counts when some column proves it: the figures are equal to the last
digit with at least two addends that are not zero. Where another column of the same statement then does not follow any
proven structure, its figures are doubted. So a right table gives no alarm, whatever its form, and a wrong digit is seen
wherever one column is right; nothing needs to know the items.

The same search works on the columns of a statement of changes in equity (the total of all components in each row).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MAX_ADDENDS = 60
FREE_SIGNS = 5  # addends; of so many each sign is tried, when at least two columns prove the outcome
_MEDIUM = 100  # smallest printed units: what each addend of a large sum, and a medium sum, has at least
_PROVING = 2  # columns that prove a sum without large figures, at least
_FEW_ADDENDS = 3  # at most: of so many, large figures prove signs that were tried freely


Addends = tuple[int, tuple[tuple[int, int], ...]]
"""The index of a total, and those of its addends with their signs."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row (or a column) of figures on its way into sums."""

    index: int
    values: tuple[int | None, ...]  # in the smallest printed unit; None for empty cells
    minus: bool = False  # printed positive and taken off
    detail: bool = False  # begins with "其中", "of which"
    inner: bool = False  # stands among the details below such a row
    total: bool = False  # its label says that it is a sum, or a result
    closing: bool = False  # its label closes a section ("合计", "Total"), even one of a single line


@dataclass(frozen=True, slots=True)
class Sum:
    """A structure: `total` is the sum of `addends` (index, sign), and how each column keeps to it."""

    total: int
    addends: tuple[tuple[int, int], ...]
    holds: tuple[bool | None, ...]  # per column; None where the total is empty
    differences: tuple[int, ...]  # total minus sum, 0 where it holds


@dataclass(slots=True)
class _Search:
    slack: int
    free: bool
    first: bool
    found: list[Sum] = field(default_factory=list)
    open: list[tuple[Line, list[Line]]] = field(default_factory=list)  # totals that no structure fits, lines above


def find_sums(lines: Sequence[Line], *, slack: int = 0, free: bool = True, first: bool = False) -> list[Sum]:
    """The sums that some column proves, with the columns that break them.

    Args:
        lines: In printed order.
        slack: What rounding of printed figures may make of a sum, in the smallest printed unit.
        free: Also try signs that the labels do not tell; not for sparse tables, where much agrees by chance.
        first: Totals may stand above their parts without a word ("其中") that says so.
    """
    search = _Search(slack, free, first)
    rest = _totals_first(list(lines), search)
    _totals_last(rest, search)
    return search.found


def open_sums(lines: Sequence[Line], *, free: bool = True, first: bool = False) -> Iterator[Addends]:
    """What totals that no column proves may be the sums of: each with the signed lines of a run above it."""
    search = _Search(0, free, first)
    _totals_last(_totals_first(list(lines), search), search)
    for total, near in search.open:
        for addends in _candidates(near, total=total, search=search, forward=False):
            yield total.index, tuple((line.index, sign) for line, sign in addends)


def _totals_first(lines: list[Line], search: _Search) -> list[Line]:
    """Sums printed above their parts ("营业总成本，其中……"), from the bottom up; the lines without the parts."""
    out: list[Line] = []
    for line in reversed(lines):
        best = _best(line, out, search, forward=True)
        if best is not None:
            search.found.append(best)
            used = {i for i, _ in best.addends}
            last = max(k for k, o in enumerate(out) if o.index in used)
            out = out[last + 1 :]
        elif search.first and _is_only_part(line, out):
            holds = tuple(None if v is None else True for v in line.values)
            search.found.append(Sum(line.index, ((out[0].index, 1),), holds, (0,) * len(holds)))
            del out[0]
        out.insert(0, line)
    return out


def _is_only_part(total: Line, below: Sequence[Line]) -> bool:
    """Whether the line below a total is all that it holds: the same figures in all columns, and no total itself."""
    if not total.total or not below or below[0].total:
        return False
    return any(total.values) and [v or 0 for v in total.values] == [v or 0 for v in below[0].values]


def _totals_last(lines: Sequence[Line], search: _Search) -> None:
    """Sums printed below their parts, from the top down; a sum stands for its parts in the next one."""
    stack: list[Line] = []
    for line in lines:
        same = _restated(line, stack)
        if same:
            if line.closing:
                holds = tuple(None if v is None else True for v in line.values)
                search.found.append(
                    Sum(line.index, tuple((s.index, 1) for s in stack[-same:]), holds, (0,) * len(holds))
                )
            stack[-same:] = [line]
            continue
        best = _best(line, stack[::-1], search, forward=False)
        if best is not None:
            search.found.append(best)
            used = {i for i, _ in best.addends}
            first = min(k for k, s in enumerate(stack) if s.index in used)
            del stack[first:]
        elif line.total and stack:
            search.open.append((line, stack[::-1]))
        stack.append(line)


def _restated(total: Line, stack: Sequence[Line]) -> int:
    """How many lines above a total, one of them not zero, it only says again in all columns; 0 for none."""
    if not total.total:
        return 0
    for count in range(1, min(3, len(stack)) + 1):
        run = stack[-count:]
        for sign in (1, -1):
            sums = [
                (run[0].values[j] or 0) + sign * sum(r.values[j] or 0 for r in run[1:])
                for j in range(len(total.values))
            ]
            lone = all(sum(bool(r.values[j]) for r in run) <= 1 for j in range(len(sums)))
            if lone and any(sums) and sums == [v or 0 for v in total.values]:
                return count
    return 0


def _best(total: Line, near: Sequence[Line], search: _Search, *, forward: bool) -> Sum | None:
    """The structure of a total that most columns keep to, with the columns that keep to none."""
    proven: list[Sum] = []
    for addends in _candidates(near, total=total, search=search, forward=forward):
        candidate = _tried(total, addends, search.slack)
        if candidate is not None and _is_proof(candidate, total, addends, forward=forward):
            proven.append(candidate)
            if all(h is not False for h in candidate.holds):
                break
    if not proven:
        return None
    best = max(proven, key=lambda s: (sum(h is True for h in s.holds), len(s.addends)))
    lines = {line.index: line for line in near}
    sure = [(lines[i], sign) for i, sign in best.addends if _counts(lines[i], best)]
    holds = tuple(
        h if h is None else any(s.holds[j] for s in proven) or _exact(total, sure, j) for j, h in enumerate(best.holds)
    )
    gaps = tuple(0 if h else d for h, d in zip(holds, best.differences, strict=True))
    return Sum(best.total, best.addends, holds, gaps)


def _counts(line: Line, best: Sum) -> bool:
    """Whether a column that keeps to the sum shows that the line belongs to it: it is not zero there."""
    return any(holds and line.values[j] for j, holds in enumerate(best.holds))


def _exact(total: Line, addends: Sequence[tuple[Line, int]], column: int) -> bool:
    return total.values[column] == sum(sign * (line.values[column] or 0) for line, sign in addends)


def _candidates(
    near: Sequence[Line], *, total: Line, search: _Search, forward: bool
) -> Iterator[list[tuple[Line, int]]]:
    """Runs of lines next to a total, each with signs."""
    free = search.free and total.total and not forward
    if total.closing and near and not forward and (len(near) == 1 or near[1].total):
        yield [(near[0], 1)]  # a section of one line
    for kept in (
        [line for line in near if not line.inner and not line.detail],
        [line for line in near if not line.detail] if not forward else list(near),
        list(near),
    ):
        for count in range(2, min(len(kept), MAX_ADDENDS) + 1):
            run = kept[:count]
            detailed = any(line.detail for line in run)
            if forward and not (detailed or search.first):
                continue
            yield [(line, 1) for line in run]
            if any(line.minus for line in run) and (not forward or detailed):
                yield [(line, -1 if line.minus else 1) for line in run]
            if free:
                yield [(line, 1 if line is run[-1] else -1) for line in run]
                if 2 < count <= FREE_SIGNS:
                    for bits in range(1, 2 ** (count - 1)):
                        yield [(line, -1 if bits >> k & 1 else 1) for k, line in enumerate(run)]


def _tried(total: Line, addends: Sequence[tuple[Line, int]], slack: int) -> Sum | None:
    """The structure with what each column says; None when no column keeps to it exactly."""
    holds: list[bool | None] = []
    differences: list[int] = []
    exact = False
    for j, value in enumerate(total.values):
        if value is None:
            holds.append(None)
            differences.append(0)
            continue
        gap = value - sum(sign * (line.values[j] or 0) for line, sign in addends)
        exact = exact or gap == 0
        holds.append(abs(gap) <= slack)
        differences.append(0 if abs(gap) <= slack else gap)
    if not exact:
        return None
    return Sum(total.index, tuple((line.index, sign) for line, sign in addends), tuple(holds), tuple(differences))


def _is_proof(candidate: Sum, total: Line, addends: Sequence[tuple[Line, int]], *, forward: bool) -> bool:
    """Whether enough columns with two addends that are not zero are exact, and no more columns are against it.

    Figures that cancel each other prove nothing. Signs tried freely need two columns, or few addends and large figures.
    """
    columns = 0
    large = medium = False
    for j, value in enumerate(total.values):
        if not value or not candidate.holds[j]:
            continue
        filled = [sign * (line.values[j] or 0) for line, sign in addends if line.values[j]]
        if len(filled) >= min(2, len(addends)) and value == sum(filled) and not _cancel(filled):
            columns += 1
            enough = 1_000 if len(addends) == 2 and total.total else 10_000
            large = large or (abs(value) >= enough and all(abs(v) >= _MEDIUM for v in filled))
            medium = medium or abs(value) >= _MEDIUM
    against = sum(h is False for h in candidate.holds)
    if columns < max(1, against):
        return False
    if not total.total and not any(line.detail for line, _ in addends):
        return columns >= _PROVING and columns > against
    free = any(sign < 0 and not line.minus for line, sign in addends)
    if columns >= _PROVING or (total.total and not free and against == 0):
        return True
    if total.total and not free:
        return large or medium
    if not large:
        return False
    if forward:
        return any(line.detail for line, _ in addends)
    return total.total or not free or len(addends) <= _FEW_ADDENDS


def _cancel(values: Sequence[int]) -> bool:
    """Whether two of the values take each other off."""
    seen = set(values)
    return any(-v in seen for v in values)
