"""How likely the figures and rows of a recognised statement are wrong, by trees learned on pages with known statements.

A figure is wrong when it has another value or stands under another label or title than in print; a row, when its label
is misread, a figure of it is lost, or a row beside it. `learn/statement_doubts.py` learns both from scans of made
reports in looks and faces drawn at random. Text layers are never doubted. Rules of the findings:
    reading   figures that are likely wrong
    row       rows that are likely not whole, or not under their own label
    columns   most of the figures of a statement are likely wrong
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from statistics import fmean, median, median_low

from quire.amounts import is_nil
from quire.finance.checks import Place, equations, is_total
from quire.finance.label_doubts import doubted_labels
from quire.finance.line_likelihoods import digits_of, log_likelihood
from quire.finance.statement import Cell, Finding, Kind, RowKind, Statement
from quire.finance.text_pieces import RECOGNISED
from quire.layout.tables.boosted_trees import stored_trees
from quire.model.geometry import Box
from quire.model.page import LineScore, Page, Steps, TextSource

__all__ = ["DOUBT_RULES", "Evidence", "PageMarks", "page_marks", "with_learned_doubt"]

DOUBT_RULES = ("reading", "row", "columns")
"""The rules of the findings of this module."""

FIGURE_DOUBTED = 0.08
"""How likely a figure is wrong from which a finding tells it."""

ROW_DOUBTED = 0.1
"""How likely a row is wrong from which it is doubted."""

_MOST = 0.4  # mean of the chances of all figures from which the whole statement is doubted
_DIGITS = 3  # of a line that is a figure, at least
_UNLIKELY = -12.0  # the least logarithm of a likelihood that is told apart
_UNKNOWN = -1.0  # of evidence that is not there
_FAR = 9.0  # the greatest distance that is told apart
_NEAR = 3  # rows; a total without figures so near may be that of a row
_PROOFS = frozenset({"sum", "balance", "parts", "cash_roll", "cash_flow", "profit", "net_income"})
_OTHERS = ("label", "titles", "format", "meant_label", "meant_figure")
_MEANT = ("meant_label", "meant_figure")
_GROUPED = re.compile(r"\(?[-–—−△▲]?\d{1,3}(?:,\d{3})*(?:\.\d{1,2})?\)?%?")
_MESSAGES = {
    "reading": ("识别可能有误的数字", "Figures that may be misread, or stand in another row or column"),
    "row": (
        "下列各行可能有漏读的数字或行，或项目名称有误",
        "A figure or a neighbour of these rows may be lost, or their label may be another one",
    ),
    "columns": (
        "本表多数数字可能有误读或错位",
        "Most figures of this statement may be misread or stand in other rows or columns",
    ),
}


@dataclass(frozen=True, slots=True)
class PageMarks:
    """What a recognised page says of its legibility."""

    figures: Sequence[tuple[Box, LineScore]]  # lines that are figures
    texts: Sequence[tuple[Box, LineScore]]  # all other lines
    unread: Sequence[Box]
    digits: Sequence[float] = ()  # of lines that are figures, the logarithm of how likely the digits read are


def page_marks(page: Page) -> PageMarks | None:
    """The marks of a recognised page; None of another one."""
    scores = page.scores or [LineScore(sure, sure, 1.0 - sure) for sure in page.confidences]
    if page.source is not TextSource.OCR or len(scores) != len(page.lines):
        return None
    figures: list[tuple[Box, LineScore]] = []
    texts: list[tuple[Box, LineScore]] = []
    digits: list[float] = []
    every = page.steps if len(page.steps) == len(page.lines) else [()] * len(page.lines)
    for line, score, steps in zip(page.lines, scores, every, strict=True):
        read = "".join(char for char in line.text if char.isascii() and char.isdigit())
        if len(read) >= _DIGITS and not any(map(str.isalpha, line.text)):
            figures.append((line.box, score))
            digits.append(_likelihood(steps, read) if page.steps else math.log(max(score.weakest, math.exp(_UNLIKELY))))
        else:
            texts.append((line.box, score))
    return PageMarks(figures, texts, page.unread, digits)


def _likelihood(steps: Steps, digits: str) -> float:
    """The logarithm of how likely the digits of a line are; 0 of a sure one."""
    return max(_UNLIKELY, log_likelihood(digits_of(steps), digits)) if steps else 0.0


def with_learned_doubt(statement: Statement, marks: Mapping[int, PageMarks | None]) -> Statement:
    """The statement with the confidence of its recognised figures, and findings for what is likely wrong.

    Args:
        statement: With all other findings.
        marks: Of each page.
    """
    seen = Evidence(statement, {page: found for page, found in marks.items() if found is not None})
    if not seen.rows or not seen.marks:
        return statement
    chances = {place: figure_chance(seen.of_figure(*place)) for place in seen.figures}
    doubted = [r for r in seen.rows if row_chance(seen.of_row(r)) >= ROW_DOUBTED]
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, confidence=round(min(RECOGNISED, 1.0 - chances[r, c]), 3)) if (r, c) in chances else cell
                for c, cell in enumerate(row.cells)
            ),
        )
        for r, row in enumerate(statement.rows)
    )
    low = tuple(place for place, chance in chances.items() if chance >= FIGURE_DOUBTED)
    found = {"reading": low, "row": tuple((r, 0) for r in doubted)}
    if chances and fmean(chances.values()) >= _MOST:
        found["columns"] = tuple(chances)
    language = int(statement.language != "zh")
    made = [Finding(rule, _MESSAGES[rule][language], cells, holds=False) for rule, cells in found.items() if cells]
    kept = [finding for finding in statement.findings if finding.rule not in DOUBT_RULES]
    return replace(statement, rows=rows, findings=(*kept, *made))


def figure_chance(evidence: list[float]) -> float:
    """How likely a figure is wrong."""
    return stored_trees("figure_doubt.json", "quire.finance").probabilities(evidence)[0]


def row_chance(evidence: list[float]) -> float:
    """How likely a row is wrong."""
    return stored_trees("row_doubt.json", "quire.finance").probabilities(evidence)[0]


class Evidence:
    """The evidence of a statement.

    Attributes:
        rows: The rows with figures.
        figures: Their figures.
        mends: Of each figure, how simple a misreading of it makes a sum fail; 0 where none does.
    """

    def __init__(self, statement: Statement, marks: Mapping[int, PageMarks]) -> None:
        self.statement, self.marks = statement, marks
        self.columns = [c for c, period in enumerate(statement.periods) if period is not None]
        self.figures = [
            (r, c)
            for r, row in enumerate(statement.rows)
            for c in self.columns
            if row.kind is not RowKind.HEADER and row.cells[c].value is not None and row.cells[c].page in marks
        ]
        self.rows = sorted({r for r, _ in self.figures})
        self._proved, self._failed, self._flags = Counter[Place](), Counter[Place](), Counter[tuple[str, int, int]]()
        for finding in statement.findings:
            if finding.rule in _PROOFS:
                (self._proved if finding.holds else self._failed).update(finding.cells)
            elif not finding.holds or finding.rule in _MEANT:
                self._flags.update((finding.rule, *place) for place in finding.cells)
        self._flags.update(("label", r, 0) for r in doubted_labels(statement))
        self._scores = {place: self._score(self._cell(place), figure=True) for place in self.figures}
        self._digits = {place: self._likely(self._cell(place)) for place in self.figures}
        self._labels = {r: self._score(self._cell((r, 0)), figure=False) for r in self.rows}
        boxes = {place: box for place in self.figures if (box := self._cell(place).box) is not None}
        self._high = median(box.y1 - box.y0 for box in boxes.values()) if boxes else 1.0
        self._wide = median(_width(box, self._cell(place)) for place, box in boxes.items()) if boxes else 1.0
        ends = {c: [b.x1 for (_, k), b in boxes.items() if k == c] for c in self.columns}
        self._ends = {c: median(own) for c, own in ends.items() if own}
        self._shares = {c: (self._share(self._proved, c), self._share(self._failed, c)) for c in self.columns}
        self._decimals = {
            c: _usual([_decimals(self._cell(place)) for place in self.figures if place[1] == c]) for c in self.columns
        }
        levels = {r: self._level(r) for r in self.rows}
        self._steps = {}
        for upper, lower in pairwise(self.rows):
            same = statement.rows[upper].page == statement.rows[lower].page
            self._steps[upper, lower] = (levels[lower] - levels[upper]) / max(1, lower - upper) if same else 0.0
        known = [step for step in self._steps.values() if step > 0]
        self._step = median(known) if known else 1.0
        self._filled = {c: sum(p[1] == c for p in self.figures) / max(1, len(self.rows)) for c in self.columns}
        self.mends, self._unclosed = self._of_sums()
        self._labelled = {
            r
            for r, row in enumerate(statement.rows)
            if row.kind is not RowKind.HEADER and is_total(row.label, row.item, statement.language)
        }
        last = {statement.rows[r].label.strip().casefold(): r for r in self.rows}
        self._empty_totals = {  # without headings of the total that follows: "Total comprehensive income"
            r
            for r in self._labelled.difference(self.rows)
            if last.get(statement.rows[r].label.strip().casefold(), -1) < r
        }
        self._totals = self._proven_totals()
        self._nils = {r: sum(is_nil(self._cell((r, c)).text) for c in self.columns) for r in self.rows}
        self._printed = {r: self._printed_cells(r) for r in self.rows}
        self._bare = {r for r in self.rows if self._is_bare_sum(r)}
        self._labels.update(dict.fromkeys(self._bare, LineScore(1.0, 1.0, 0.0)))
        lengths = [len(label) for r in self.rows if (label := statement.rows[r].label.strip())]
        self._lengths = {r: len(statement.rows[r].label.strip()) for r in self.rows}
        self._lengths.update(dict.fromkeys(self._bare, median_low(lengths or [0])))
        self._sections = {r for r in self.rows if statement.rows[r].label.rstrip().endswith((":", "："))}
        self._whole = self._of_statement()

    def of_figure(self, r: int, c: int) -> list[float]:
        """The evidence of a figure."""
        cell, row = self._cell((r, c)), self.statement.rows[r]
        score = self._scores[r, c]
        label = self._labels[r]
        box = cell.box or Box(0.0, 0.0, 1.0, 1.0)
        near = [self._scores[p].weakest for p in ((r - 1, c), (r + 1, c)) if p in self._scores]
        return [
            score.weakest,
            score.mean,
            score.rival,
            self._digits[r, c],
            cell.confidence,
            label.weakest,
            label.mean,
            label.rival,
            float(self._proved[r, c]),
            float(self._failed[r, c]),
            float(sum(map(str.isdigit, cell.text))),
            float(_GROUPED.fullmatch(cell.text) is not None),
            float(_decimals(cell) - self._decimals[c]),
            (box.y1 - box.y0) / self._high,
            _width(box, cell) / max(self._wide, 0.1),
            max(-_FAR, min(_FAR, (box.x1 - self._ends[c]) / self._high)) if c in self._ends else 0.0,
            self._off_level(r, c),
            self._ratio(r, c),
            fmean(near) if near else _UNKNOWN,
            sum((r, k) in self._proved for k in self.columns) / max(1, len(self.columns) - self._nils[r]),
            *self._shares[c],
            self._printed[r] / len(self.columns),
            float(bool(row.item) or r in self._bare),
            float(self._lengths[r]),
            self._title(c),
            float(self._flags["titles", 0, c] > 0),
            *(float(self._flags[rule, r, c] + self._flags[rule, r, 0] > 0) for rule in _OTHERS),
            *self._gaps(r),
            self._filled.get(c, 0.0),
            self._filled.get(c, 0.0) / max(self._filled.values(), default=1.0),
            self.mends[r, c],
            float(self._unclosed[r, c]),
            *self.under_totals(r),
            *self._whole,
        ]

    def of_row(self, r: int) -> list[float]:
        """The evidence of a row."""
        row, label = self.statement.rows[r], self._labels[r]
        own = [c for c in self.columns if (r, c) in self._scores]
        scores = [self._scores[r, c] for c in own]
        label_text = row.label.strip()
        return [
            min(s.weakest for s in scores),
            fmean(s.mean for s in scores),
            max(s.rival for s in scores),
            min(self._digits[r, c] for c in own),
            label.weakest,
            label.mean,
            label.rival,
            row.cells[0].confidence,
            sum((r, c) in self._proved for c in own) / len(own),
            sum((r, c) in self._failed for c in own) / len(own),
            self._printed[r] / len(self.columns),
            float(sum(bool(row.cells[c].text) for c in self.columns) - self._printed[r]),
            float(bool(row.item) or r in self._bare),
            float(self._lengths[r]),
            float(label_text[:1].islower()),
            float(not label_text and r not in self._bare),
            max(self._off_level(r, c) for c in own),
            max((abs(self._ratio(r, c)) for c in own), default=0.0),
            *(float(any(self._flags[rule, r, c] for c in (0, *self.columns))) for rule in _OTHERS),
            *self._gaps(r),
            self._items_without_figures(r),
            *self.under_totals(r),
            *self._whole,
        ]

    def _printed_cells(self, r: int) -> int:
        """How many cells of a row hold a figure, or the mark of none; an empty one under the title of another, too."""
        held = {c: (r, c) in self._scores or is_nil(self._cell((r, c)).text) for c in self.columns}
        titled = {self._label_of(c) for c in self.columns if held[c]}
        return sum(held[c] or self._label_of(c) in titled for c in self.columns)

    def _label_of(self, c: int) -> str | int:
        """The title of a column of a period; its number where it has none of its own."""
        period = self.statement.periods[c]
        return period.label if period and period.label and self.statement.kind is not Kind.EQUITY else c

    def _is_bare_sum(self, r: int) -> bool:
        """Whether a row is printed without a label: a sum that holds, and no ink on its level was left unread."""
        box = next((b for c in self.columns if (b := self._cell((r, c)).box) is not None), None)
        if r not in self._totals or self.statement.rows[r].label.strip() or box is None:
            return False
        marks = self.marks.get(self.statement.rows[r].page)
        return marks is not None and not any(b.y0 < box.y1 and box.y0 < b.y1 and b.x0 < box.x0 for b in marks.unread)

    def _cell(self, place: Place) -> Cell:
        return self.statement.rows[place[0]].cells[place[1]]

    def _score(self, cell: Cell, *, figure: bool) -> LineScore:
        """The scores of the line in which a cell stands; without one, as if nothing were known."""
        marks = self.marks.get(cell.page)
        if marks is None or cell.box is None:
            return LineScore(_UNKNOWN, _UNKNOWN, _UNKNOWN)
        x, y = (cell.box.x0 + cell.box.x1) / 2.0, (cell.box.y0 + cell.box.y1) / 2.0
        lines = (marks.figures, marks.texts) if figure else (marks.texts, marks.figures)
        held = (s for one in lines for box, s in one if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1)
        return next(held, LineScore(_UNKNOWN, _UNKNOWN, _UNKNOWN))

    def _likely(self, cell: Cell) -> float:
        """The logarithm of how likely the digits of a figure are that were read."""
        marks = self.marks.get(cell.page)
        if marks is None or cell.box is None:
            return 0.0
        x, y = (cell.box.x0 + cell.box.x1) / 2.0, (cell.box.y0 + cell.box.y1) / 2.0
        held = (
            likely
            for (box, _), likely in zip(marks.figures, marks.digits, strict=False)
            if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
        )
        return next(held, 0.0)

    def _share(self, places: Counter[Place], c: int) -> float:
        own = [place for place in self.figures if place[1] == c]
        return sum(place in places for place in own) / max(1, len(own))

    def _level(self, r: int) -> float:
        boxes = [box for c in self.columns if (box := self._cell((r, c)).box) is not None]
        return fmean((box.y0 + box.y1) / 2.0 for box in boxes) if boxes else 0.0

    def _off_level(self, r: int, c: int) -> float:
        """How far the middle of a figure stands from that of its label, in heights of a figure."""
        label, box = self._cell((r, 0)).box, self._cell((r, c)).box
        if label is None or box is None:
            return _UNKNOWN
        middle = (box.y0 + box.y1) / 2.0
        return min(_FAR, max(label.y0 - middle, middle - label.y1) / self._high)

    def _ratio(self, r: int, c: int) -> float:
        """How many times ten a figure is greater than the nearest one of its row in a column of the same kind."""
        own = abs(self._cell((r, c)).value or Decimal(0))
        others = [abs(v) for k in self.columns if k != c and (v := self._cell((r, k)).value)]
        if not own or not others or self.statement.kind is Kind.EQUITY:
            return 0.0
        return min((math.log10(float(own / other)) for other in others), key=abs)

    def _title(self, c: int) -> float:
        """Whether a column has no title, a title, a day."""
        period = self.statement.periods[c]
        return 0.0 if period is None or not period.label else 2.0 if period.end is not None else 1.0

    def _of_sums(self) -> tuple[dict[Place, float], Counter[Place]]:
        """Of each figure, how simple a misreading of it makes a sum fail, and the number of proven sums that fail."""
        mends = dict.fromkeys(self.figures, 0.0)
        fails = Counter[Place]()
        for total, parts, proven in equations(self.statement):
            signed = {total: -1, **dict(parts)}
            gap = -sum((sign * (self._cell(p).value or Decimal(0)) for p, sign in signed.items()), Decimal(0))
            for place in signed if gap else ():
                if place in mends:
                    fails[place] += proven
                    mends[place] = max(mends[place], self._mend(place, gap * signed[place]) * (1.0 if proven else 0.5))
        return mends, fails

    def _mend(self, place: Place, change: Decimal) -> float:
        """How simple a misreading is that would have made a figure so much too small: 3 its sign, 2 a digit, 1 none."""
        value = self._cell(place).value or Decimal(0)
        if change == -2 * value:
            return 3.0
        scale = Decimal(1).scaleb(_decimals(self._cell(place)))
        now, then = f"{abs(value) * scale:.0f}", f"{abs(value + change) * scale:.0f}"
        same_sign = (value + change > 0) == (value > 0)
        one = len(now) == len(then) and sum(a != b for a, b in zip(now, then, strict=True)) == 1
        lost = abs(len(now) - len(then)) == 1 and (now in (then[1:], then[:-1]) or then in (now[1:], now[:-1]))
        return 2.0 if same_sign and (one or lost) else 1.0

    def _proven_totals(self) -> list[int]:
        """The rows that sums which hold show to be their totals, in two columns if there are as many."""
        shown = Counter(
            finding.cells[0][0]
            for finding in self.statement.findings
            if finding.rule in _PROOFS and finding.holds and len({r for r, _ in finding.cells}) > 1
        )
        return sorted(r for r, columns in shown.items() if columns >= min(2, len(self.columns)))

    def under_totals(self, r: int) -> list[float]:
        """Whether labels and sums agree which rows are totals: where figures drift from their labels they do not."""
        below = next((t for t in self._totals if t >= r), None)
        above = next((t for t in reversed(self._totals) if t < r), None)
        return [
            *(_UNKNOWN if t is None else float(t in self._labelled) for t in (below, above)),
            float(r in self._totals and r not in self._labelled),
            float(r in self._labelled and r not in self._totals),
            float(r in self._sections),
            float(sum(abs(t - r) <= _NEAR for t in self._empty_totals)),
            sum(t not in self._labelled for t in self._totals) / max(1, len(self._totals)),
            float(len(self._sections)),
        ]

    def _items_without_figures(self, r: int) -> float:
        """How many of the rows right above and below are known items that have no figures."""
        rows = self.statement.rows
        beside = [rows[k] for k in (r - 1, r + 1) if 0 <= k < len(rows)]
        return float(sum(row.kind is RowKind.SECTION and bool(row.item) for row in beside))

    def _gaps(self, r: int) -> list[float]:
        """The distances to the rows above and below in usual ones, and whether ink between them was not read."""
        at = self.rows.index(r)
        above = (self.rows[at - 1], r) if at else None
        below = (r, self.rows[at + 1]) if at + 1 < len(self.rows) else None
        steps = [min(_FAR, self._steps[pair] / self._step) if pair else _UNKNOWN for pair in (above, below)]
        boxes = [cell.box for cell in self.statement.rows[r].cells if cell.box is not None]
        marks = self.marks.get(self.statement.rows[r].page)
        if marks is None or not boxes:
            return [*steps, 0.0]
        top, bottom = min(b.y0 for b in boxes) - self._step, max(b.y1 for b in boxes) + self._step
        return [*steps, float(sum(top <= (b.y0 + b.y1) / 2.0 <= bottom for b in marks.unread))]

    def _of_statement(self) -> list[float]:
        """The evidence of the whole statement and its pages."""
        statement = self.statement
        own = {page: self.marks[page] for page in statement.pages if page in self.marks}
        figures = [score for marks in own.values() for _, score in marks.figures]
        texts = [score for marks in own.values() for _, score in marks.texts]
        titled = sum(self._title(c) > 0 for c in self.columns)
        labels = [statement.periods[c].label for c in self.columns if statement.periods[c]]  # type: ignore[union-attr]
        return [
            _mean(score.weakest for score in figures),
            _mean(score.rival for score in figures),
            _mean(likely for marks in own.values() for likely in marks.digits),
            _mean(score.mean for score in texts),
            _mean(score.rival for score in texts),
            len(self.figures) / max(1, len(figures)),
            sum(len(marks.unread) for marks in own.values()) / max(1, len(self.rows)),
            sum(place in self._proved for place in self.figures) / max(1, len(self.figures)),
            sum(place in self._failed for place in self.figures) / max(1, len(self.figures)),
            sum(bool(statement.rows[r].item) for r in self.rows) / len(self.rows) if self.rows else 0.0,
            float(len(self.columns)),
            titled / max(1, len(self.columns)),
            float(len(set(labels)) < len(labels)),
            float(len(self.rows)),
            self._high,
            len(self.figures) / max(1, len(self.columns) * len(self.rows)),
            float(statement.kind is Kind.EQUITY),
            float(statement.language == "zh"),
            sum(any(self._flags[rule, r, c] for rule in _OTHERS for c in (0, *self.columns)) for r in self.rows)
            / max(1, len(self.rows)),
            float(any(f.rule == "closing" and not f.holds for f in statement.findings)),
            float(bool(statement.unit)),
        ]


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return fmean(every) if every else _UNKNOWN


def _width(box: Box, cell: Cell) -> float:
    """The width of a character of a figure."""
    return (box.x1 - box.x0) / max(1, len(cell.text))


def _decimals(cell: Cell) -> int:
    exponent = cell.value.as_tuple().exponent if cell.value is not None else 0
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _usual(values: Sequence[int]) -> int:
    return Counter(values).most_common(1)[0][0] if values else 0
