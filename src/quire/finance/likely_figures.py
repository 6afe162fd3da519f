"""Misread digits of recognised figures, settled by the sums that they are in and the reader's own likelihoods.

The reader gives a misread digit nearly always as its second or third choice. Where a sum fails, or no column proves it,
and one likely other reading of one of its figures makes it exact to the last digit, that reading takes its place, if it
settles more checks and breaks none; a finding says what was read. With figures of five digits and more, a reading that
is wrong fits by chance in one of 100,000 cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from quire.amounts import parse
from quire.finance.checks import equations, with_checks
from quire.finance.line_likelihoods import Readings, best_path, digits_of, log_likelihood
from quire.finance.statement import Cell, Finding, Statement

__all__ = ["with_likely_figures"]

_LEAST = 8e-4  # how likely a digit is that is tried
_COST = 7.0  # how much less likely a figure with another digit may be, at most
_APART = 1.5  # how much less likely the next other reading that settles the sum is, at least
_PROVING = 1000  # least total, in units of the last digit, of a sum that no column proves
_PROVING_PAIRS = 100_000  # least total where two digits are read otherwise
_MOST_PAIRED = 40  # likely other digits of a sum of which two are tried
_MOST = 60  # figures that are changed in a statement, at most
_SUMS = frozenset({"sum", "balance", "parts", "cash_roll", "cash_flow", "profit", "net_income"})
Place = tuple[int, int]


class _Reading(NamedTuple):
    """Another digit of a figure: how much less likely it is, its place, and by how much the value is greater."""

    cost: float
    place: Place
    at: int  # in the text of the cell
    char: str
    change: Decimal


def with_likely_figures(statement: Statement, seen: Readings) -> Statement:
    """The checked statement, misread figures with the likely reading that its sums ask for; checked anew."""
    others = {
        (r, c): found
        for r, row in enumerate(statement.rows)
        for c, cell in enumerate(row.cells)
        if cell.value is not None and (found := list(_readings(cell, (r, c), seen)))
    }
    current = statement
    for _ in range(_MOST if others else 0):
        better = next(_better(current, others), None)
        if better is None:
            break
        places, current = better
        for place in places:
            others.pop(place, None)
    return current


def _readings(cell: Cell, place: Place, seen: Readings) -> Iterator[_Reading]:
    """The likely other readings of a figure: one digit is another one."""
    if cell.box is None or cell.value is None:
        return
    steps = seen.of_figure(cell.page, cell.box)
    digits = [(at, char) for at, char in enumerate(cell.text) if char.isdigit()]
    figure = "".join(char for _, char in digits)
    folded = digits_of(steps)
    path = best_path(tuple(tuple(sorted(step.items(), key=lambda one: -one[1])) for step in folded))
    if not steps or "".join(char for char, _, _ in path) != figure:
        return
    own = log_likelihood(folded, figure)
    for k, ((at, read), (_, start, end)) in enumerate(zip(digits, path, strict=True)):
        likely = {char for step in folded[start:end] for char, share in step.items() if char and share >= _LEAST}
        for char in likely - {read}:
            cost = own - log_likelihood(folded, figure[:k] + char + figure[k + 1 :])
            text = cell.text[:at] + char + cell.text[at + 1 :]
            value = parse(text)
            if cost <= _COST and value is not None and value != cell.value:
                yield _Reading(cost, place, at, char, value - cell.value)


def _better(statement: Statement, others: Mapping[Place, Sequence[_Reading]]) -> Iterator[tuple[set[Place], Statement]]:
    """The statement with one or two digits read otherwise, for each sum that this settles."""
    wrong, right = _state(statement)
    for total, parts, proven in equations(statement):
        gap = _value(statement, total) - sum((sign * _value(statement, p) for p, sign in parts), Decimal(0))
        size = abs(_value(statement, total)) / _unit(statement, total)
        if not gap or (not proven and size < _PROVING):
            continue
        near = [(one.change * sign, one) for place, sign in ((total, -1), *parts) for one in others.get(place, ())]
        found = [[one] for change, one in near if change == gap]
        if not found and len(near) <= _MOST_PAIRED and (proven or size >= _PROVING_PAIRS):
            found = list(_pairs(near, gap))
        found.sort(key=_cost)
        if not found or (len(found) > 1 and _cost(found[1]) < _cost(found[0]) + _APART):
            continue
        changed = _with(statement, found[0])
        now_wrong, now_right = _state(changed)
        if now_wrong <= wrong and now_right > right:
            yield {one.place for one in found[0]}, changed


def _pairs(near: Sequence[tuple[Decimal, _Reading]], gap: Decimal) -> Iterator[list[_Reading]]:
    """Two digits that close a gap together."""
    for k, (change, one) in enumerate(near):
        for other_change, other in near[k + 1 :]:
            apart = (one.place, one.at) != (other.place, other.at)
            if change + other_change == gap and apart and one.cost + other.cost <= _COST:
                yield [one, other]


def _cost(readings: Sequence[_Reading]) -> float:
    return sum(one.cost for one in readings)


def _state(statement: Statement) -> tuple[int, int]:
    """How many sums fail, and how many hold."""
    sums = [finding.holds for finding in statement.findings if finding.rule in _SUMS]
    return sums.count(False), sums.count(True)


def _value(statement: Statement, place: Place) -> Decimal:
    return statement.rows[place[0]].cells[place[1]].value or Decimal(0)


def _unit(statement: Statement, place: Place) -> Decimal:
    exponent = _value(statement, place).as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _with(statement: Statement, readings: Sequence[_Reading]) -> Statement:
    """The statement with other digits, checked anew."""
    rows = list(statement.rows)
    kept = [finding for finding in statement.findings if finding.rule.startswith("meant_")]
    for r, c in dict.fromkeys(one.place for one in readings):
        row, text = rows[r], list(rows[r].cells[c].text)
        for one in readings:
            if one.place == (r, c):
                text[one.at] = one.char
        read, meant = row.cells[c].text, "".join(text)
        cell = replace(row.cells[c], text=meant, value=parse(meant))
        rows[r] = replace(row, cells=(*row.cells[:c], cell, *row.cells[c + 1 :]))
        message = (
            f"“{row.label}”识别为{read}，按各项之和改为{meant}"
            if statement.language == "zh"
            else f"{row.label}: read as {read}, taken for {meant}, with which the sums agree"
        )
        kept.append(Finding("meant_figure", message, ((r, c),)))
    return with_checks(replace(statement, rows=tuple(rows), findings=tuple(kept)))
