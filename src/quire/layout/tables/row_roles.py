"""What each visual row near an open table is: outside of it, of its header, the first of a row or a later one.

Boosted trees give each row the probabilities of its roles by `row_features.py`; the most probable sequence wins in
which the header comes first and nothing follows the table. Which rows go on with the row above is weighed together
with the evidence of `row_joining.py`. How the trees were made: `learn/README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.tables.cell_pieces import Row
from quire.layout.tables.gutters import Columns, in_columns, span_of
from quire.layout.tables.row_features import row_features
from quire.layout.text.numeric_text import is_marker
from quire.model.page import Fill
from quire.tables.edges import Edge
from quire.tables.row_joining import JOINS, joins

OUTSIDE, HEADER, START, CONTINUED = 0, 1, 2, 3
_BELOW = 4  # outside, after the table
_BEFORE: list[list[int]] = [[0], [0, 1], [0, 1, 2, 3], [2, 3], [2, 3, 4]]
"""For each state those that the row above may have."""

WEIGHT = 1.0  # of the evidence by hand that a row goes on, to the logarithm of the trees' odds
LABELLED = 3  # rows, where all of several texts have a label: a text alone in another column wraps
WITHIN = 2.0  # points
INDENT = 40.0  # points; a figure further right than that of labels is no mark of a note
FIGURED = 0.5  # share of the rows from the first figures on that have some
_LEAST = 1e-4  # probability: no row alone decides everything
_NEVER = -1e9


def row_roles(
    rows: Sequence[Row], inside: tuple[int, int], columns: Columns, rules: Sequence[Edge], fills: Sequence[Fill]
) -> tuple[list[int], float]:
    """The role of each row, and the mean logarithm of their probabilities.

    Args:
        rows: The rows of a candidate with those above and below it, from top to bottom.
        inside: The index of the candidate's first row and the one behind its last.
        columns: Its columns, as far as they are known.
        rules: Horizontal rules near it.
        fills: The fills of the page.
    """
    trees = stored_trees("row_roles.json")
    chances = [trees.probabilities(row) for row in row_features(rows, inside, columns, rules, fills)]
    roles, mean = most_probable(chances)
    body = [i for i, role in enumerate(roles) if role >= START]
    texts = [in_columns(rows[i], columns) for i in body]
    several = [text.cells for text in texts if len(text.cells) > 1]
    labelled = len(several) >= LABELLED and all(0 in cells for cells in several)
    for i, text, evidence in zip(body[1:], texts[1:], joins(texts, columns.extents, rules), strict=True):
        margin = log(max(_LEAST, chances[i][START])) - log(max(_LEAST, chances[i][CONTINUED]))
        wraps = labelled and len(text.cells) == 1 and 0 not in text.cells and _is_within(rows[i], columns)
        roles[i] = CONTINUED if wraps or margin <= WEIGHT * (evidence - JOINS) else START
    return _without_foot(rows, roles), mean


def _is_within(row: Row, columns: Columns) -> bool:
    """Whether the text of a row, no figure, stands in the column that it begins in, as its words do."""
    piece = row.pieces[0]
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    lo, hi = columns.extents[first]
    return first == last and not piece.amount and piece.x0 > lo - WITHIN and piece.x1 < hi + WITHIN


def of_roles(rows: Sequence[Row], roles: Sequence[int], *wanted: int) -> list[Row]:
    """The rows of some roles."""
    return [row for row, role in zip(rows, roles, strict=True) if role in wanted]


def most_probable(chances: Sequence[Sequence[float]]) -> tuple[list[int], float]:
    """The most probable roles of consecutive rows, at least one of them inside, and the mean of their logarithms."""
    best = [0.0, _NEVER, _NEVER, _NEVER, _NEVER]
    first = True
    ways: list[list[int]] = []
    for row in chances:
        logs = [log(max(_LEAST, chance)) for chance in row]
        logs.append(logs[OUTSIDE])
        if first:
            best = [logs[OUTSIDE], logs[HEADER], logs[START], _NEVER, _NEVER]
            first = False
            continue
        now: list[float] = []
        way: list[int] = []
        for state in range(5):
            source = _BEFORE[state][0]
            for other in _BEFORE[state]:
                if best[other] > best[source]:
                    source = other
            now.append(best[source] + logs[state])
            way.append(source)
        best = now
        ways.append(way)
    state = START
    for other in (CONTINUED, _BELOW):
        if best[other] > best[state]:
            state = other
    mean = best[state] / len(chances)
    roles = [state]
    for way in reversed(ways):
        state = way[state]
        roles.append(state)
    roles.reverse()
    return [OUTSIDE if role == _BELOW else role for role in roles], mean


def _without_foot(rows: Sequence[Row], roles: list[int]) -> list[int]:
    """The roles without the single texts below the last figures: notes, signatures, page numbers.

    A text that ends with a colon is the label of rows on the next page.
    """
    body = [i for i, role in enumerate(roles) if role in {START, CONTINUED}]
    if not body:
        return roles
    left = min(rows[i].x0 for i in body)
    figured = [i for i in body if rows[i].figures or (rows[i].amounts and rows[i].x0 > left + INDENT)]
    if not figured or len(figured) < FIGURED * sum(roles[i] == START for i in body if i <= figured[-1]):
        return roles
    tail = [i for i in body if i > figured[-1]]
    if not tail or roles[tail[0]] != START or rows[tail[-1]].pieces[0].text.endswith((":", "：")):
        return roles
    single = all(len(rows[i].pieces) <= 1 + is_marker(rows[i].pieces[0].text) for i in tail)
    return [OUTSIDE if single and i in tail else role for i, role in enumerate(roles)]
