"""How likely recognised figures are right that no check proves, from their own scores and those of their page.

Of figures in a sum or an identity that holds .994 are right however low their scores are, so nothing is doubted there.
For the others a logistic regression was fitted on 656 figures of 49 scanned and photographed pages; over folds by page
.97 of those with a confidence of .95 to .98 are right, .94 of .90 to .95, .90 of .8 to .9, .55 of lower ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quire.finance.checks import reading_findings
from quire.finance.statement import Cell, Kind, RowKind, Statement
from quire.model.geometry import Box
from quire.model.page import Page, TextSource

__all__ = ["Scores", "figure_scores", "with_figure_trust"]

_CONSTANT, _OWN, _OF_PAGE = -3.89, 2.33, 9.36  # weights of what a figure's score, and the mean of its page, lack to 1
_DIGITS = 3  # of a line that is a figure, at least
_NOT_OF_FIGURES = frozenset({"periods", "reading", "second_look", "format"})

Scores = Sequence[tuple[Box, float]]
"""The lines of a page that hold figures alone, each with the score of its weakest character."""


def figure_scores(page: Page) -> Scores:
    """The figures of a recognised page; empty for other pages."""
    if page.source is not TextSource.OCR or len(page.confidences) != len(page.lines):
        return ()
    return [
        (line.box, score)
        for line, score in zip(page.lines, page.confidences, strict=True)
        if sum(map(str.isdigit, line.text)) >= _DIGITS and not any(map(str.isalpha, line.text))
    ]


def with_figure_trust(statement: Statement, scores: Mapping[int, Scores]) -> Statement:
    """The checked statement with the confidence of figures that no check proves; low ones are a finding.

    Args:
        statement: Checked. Statements of changes in equity have proofs of their own (`column_trust.py`).
        scores: The figures of each page.
    """
    if statement.kind is Kind.EQUITY or not any(scores.values()):
        return statement
    proved = {
        place for f in statement.findings if f.holds and f.rule not in _NOT_OF_FIGURES for place in f.cells if place[0]
    }
    means = {page: sum(s for _, s in found) / len(found) for page, found in scores.items() if found}
    rows = tuple(
        row
        if row.kind is RowKind.HEADER
        else replace(
            row,
            cells=tuple(
                cell
                if cell.value is None or (r, c) in proved or cell.page not in means
                else replace(cell, confidence=min(cell.confidence, _right(cell, scores[cell.page], means[cell.page])))
                for c, cell in enumerate(row.cells)
            ),
        )
        for r, row in enumerate(statement.rows)
    )
    kept = tuple(finding for finding in statement.findings if finding.rule != "reading")
    changed = replace(statement, rows=rows, findings=kept)
    return replace(changed, findings=(*kept, *reading_findings(changed)))


def _right(cell: Cell, scores: Scores, mean: float) -> float:
    """The share of such figures that are right; 1 for one that stands in no line of figures."""
    if cell.box is None:
        return 1.0
    x, y = (cell.box.x0 + cell.box.x1) / 2.0, (cell.box.y0 + cell.box.y1) / 2.0
    own = min((s for box, s in scores if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1), default=None)
    if own is None:
        return 1.0
    wrong = 1.0 / (1.0 + math.exp(-(_CONSTANT + _OWN * (1.0 - own) + _OF_PAGE * (1.0 - mean))))
    return round(1.0 - wrong, 3)
