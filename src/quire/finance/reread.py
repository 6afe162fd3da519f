"""Recognises the figures again that a check doubts, on recognised pages.

A figure is replaced only by one that was read in the same place, and only when that settles a check that failed and
breaks none that held. Each replacement is a finding of its own: the statement says what was read first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from quire.amounts import is_nil, parse
from quire.finance.checks import with_checks
from quire.finance.statement import Cell, Finding, Statement
from quire.finance.text_pieces import RECOGNISED, repaired_figure
from quire.model.geometry import Box

Look = Callable[[int, Box], Sequence[tuple[str, Box, float]]]
"""A second reading of a box of a page (1-based): texts with boxes and confidences."""

_NO_SUMS = (
    "periods",
    "reading",
    "format",
    "meant_label",
    "meant_title",
    "meant_figure",
    "second_look",
    "heads",
)  # rules that compare no figures
_KEPT = ("second_look", "meant_label", "meant_title", "meant_figure", "heads")  # of what no check says anew
MOST_LOOKS = 40  # per statement: a page that was read badly as a whole is not read twice cell by cell
MARGIN = 3.0  # points around the text that the crop shows; brackets and signs stand there


def reread_doubtful_cells(statement: Statement, look: Look) -> Statement:
    """The checked statement after doubtful cells were read again; checked anew if one was replaced."""
    current = statement
    tried: set[tuple[int, int]] = set()
    for _ in range(MOST_LOOKS):
        place = next((p for p in _suspects(current) if p not in tried), None)
        if place is None:
            break
        tried.add(place)
        current = _settled(current, place, look)
    return current


def _around(cell: Cell) -> Box:
    """The box of a cell with a margin for brackets and signs."""
    box = cell.box or Box(0.0, 0.0, 0.0, 0.0)
    return Box(box.x0 - MARGIN, box.y0 - MARGIN / 2, box.x1 + MARGIN, box.y1 + MARGIN / 2)


def _suspects(statement: Statement) -> Iterable[tuple[int, int]]:
    """Recognised cells of failed checks, those in most failed and fewest passed checks first."""
    score: dict[tuple[int, int], int] = {}
    for finding in statement.findings:
        if finding.rule in _NO_SUMS:
            continue
        for place in finding.cells:
            score[place] = score.get(place, 0) + (2 if not finding.holds else -1)
    failing = {p for f in statement.doubts if f.rule not in ("periods", "second_look") for p in f.cells}
    cells = [p for p in failing if _is_recognised(statement, p)]
    return sorted(cells, key=lambda p: (-score.get(p, 0), _cell(statement, p).confidence, p))


def _is_recognised(statement: Statement, place: tuple[int, int]) -> bool:
    cell = _cell(statement, place)
    return cell.box is not None and cell.confidence <= RECOGNISED and bool(cell.text)


def _cell(statement: Statement, place: tuple[int, int]) -> Cell:
    return statement.rows[place[0]].cells[place[1]]


def _settled(statement: Statement, place: tuple[int, int], look: Look) -> Statement:
    """The statement with a second reading of one cell, if that fixes more checks than it breaks."""
    cell = _cell(statement, place)
    if cell.box is None:
        return statement
    for text, value, confidence in _readings(look(cell.page, _around(cell))):
        if value == cell.value:
            continue
        other = _with(statement, place, replace(cell, text=text, value=value, confidence=confidence))
        if _failures(other) < _failures(statement):
            return replace(other, findings=(*other.findings, _finding(statement, place, cell.text, text)))
    return statement


def _readings(found: Sequence[tuple[str, Box, float]]) -> Iterable[tuple[str, Decimal | None, float]]:
    """The texts of a second reading, each alone and all on one line."""
    texts = [(text, confidence) for text, _, confidence in sorted(found, key=lambda f: f[1].x0)]
    if len(texts) > 1:
        texts.append(("".join(t for t, _ in texts), min(c for _, c in texts)))
    for read, confidence in texts:
        text = repaired_figure(read) or read
        value = parse(text)
        if value is not None or is_nil(text):
            yield text.strip(), value, confidence


def _with(statement: Statement, place: tuple[int, int], cell: Cell) -> Statement:
    """The statement with another cell, checked anew; findings of rereading stay."""
    row = statement.rows[place[0]]
    cells = tuple(cell if i == place[1] else c for i, c in enumerate(row.cells))
    rows = tuple(replace(row, cells=cells) if i == place[0] else r for i, r in enumerate(statement.rows))
    return _checked(replace(statement, rows=rows))


def _checked(statement: Statement) -> Statement:
    """The statement checked anew; findings of rereading stay."""
    kept = tuple(f for f in statement.findings if f.rule in _KEPT)
    return with_checks(replace(statement, findings=kept))


def _failures(statement: Statement) -> int:
    return sum(not f.holds for f in statement.findings if f.rule not in _NO_SUMS)


def _finding(statement: Statement, place: tuple[int, int], first: str, second: str) -> Finding:
    label = statement.rows[place[0]].label
    if statement.language == "zh":
        text = f"“{label}”首次识别为{first}，再次识别为{second}；采用后者，因其与合计相符"
    else:
        text = f"{label}: read first as {first}, then as {second}; the latter is kept because the sums agree with it"
    return Finding("second_look", text, (place,))
