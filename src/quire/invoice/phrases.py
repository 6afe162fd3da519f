"""The print of a page as phrases, for invoices in languages with spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Line, Page, TextSource, Word
from quire.tables.visual_rows import Extent, group_rows
from quire.text import fold

_CELL = 0.8  # of the size of type: a wider gap parts cells; a space is 0.3, in justified prose seldom above 0.7
_RANKED = 30  # rows below a heading in which cells of its rank are looked for
_HEADING = 22  # characters; a line of a broken heading is shorter
_STACKED = 0.3  # heights between the lines of a broken heading
_WIDE = 0.4  # of the size of type: a narrower gap is a space
_WIDE_SPACES, _CELL_SPACES = 1.3, 2.2  # usual spaces of the page: as _WIDE and _CELL where spaces are wide
_BESIDE = 3.5  # heights: how far above or below the edges of cells are looked for
_EDGE = 2.0  # points: a word that begins or ends within it of a cell's edge is set to the same column
_BELOW = 2.6  # heights: how far below its heading a value may begin


class Phrase(NamedTuple):
    """A line of print."""

    text: str  # with single spaces
    box: Box
    size: float  # points: the size of its type, or its height
    confidence: float
    number: int  # in the order from top to bottom, then from left to right

    @property
    def middle(self) -> float:
        """Its y."""
        return (self.box.y0 + self.box.y1) / 2


@dataclass(frozen=True)
class PagePhrases:
    """The phrases of a page and their neighbours."""

    phrases: tuple[Phrase, ...]
    width: float
    height: float
    rows: tuple[tuple[int, ...], ...] = field(default=())  # numbers of phrases on one visual row, left to right
    row_of: dict[int, int] = field(default_factory=dict)

    @cached_property
    def usual_size(self) -> float:
        """The middle size of type, in points."""
        sizes = sorted(p.size for p in self.phrases)
        return (sizes[len(sizes) // 2] if sizes else 0.0) or 1.0

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The texts of the phrases in lower case."""
        return tuple(p.text.casefold() for p in self.phrases)

    def row(self, phrase: Phrase) -> list[Phrase]:
        """All phrases on a phrase's row, from left to right."""
        return [self.phrases[i] for i in self.rows[self.row_of[phrase.number]]]

    def right(self, phrase: Phrase) -> list[Phrase]:
        """The phrases right of one on its row."""
        return [p for p in self.row(phrase) if p.box.x0 >= phrase.box.x1 - 1]

    def below(self, phrase: Phrase) -> Iterator[Phrase]:
        """The phrases below one that share its column, nearest first, as long as they follow closely."""
        bottom, height = phrase.box.y1, phrase.box.height
        for other in self.phrases:
            if other.box.y0 < phrase.middle or other.number == phrase.number or other.box.y1 <= phrase.box.y1:
                continue
            if other.box.x1 < phrase.box.x0 - 2 or other.box.x0 > phrase.box.x1 + 2:
                continue
            if other.box.y0 - bottom > _BELOW * height:
                return
            yield other
            bottom = other.box.y1

    def of_rank(self, head: Phrase) -> Iterator[Phrase]:
        """What stands at a heading's rank in the rows below of as many phrases: cells may be set left and right."""
        at = self.row_of[head.number]
        heads = self.rows[at]
        rank = heads.index(head.number)
        for row in self.rows[at + 1 : at + 1 + _RANKED]:
            if len(row) == len(heads):
                yield self.phrases[row[rank]]

    def stacked(self) -> Iterator[Phrase]:
        """Headings that a narrow cell breaks: two phrases without figures, one right below the other, as one."""
        for phrase, below in self.stacks():
            yield phrase._replace(text=f"{phrase.text} {below.text}", box=phrase.box.union(below.box))

    def stacks(self) -> Iterator[tuple[Phrase, Phrase]]:
        """The two lines of each heading that a narrow cell breaks."""
        for phrase in self.phrases:
            below = next(self.below(phrase), None)
            if (
                below
                and max(len(phrase.text), len(below.text)) < _HEADING
                and below.box.y0 - phrase.box.y1 < _STACKED * phrase.box.height
                and abs(below.size - phrase.size) < 0.5
                and not any(c.isdigit() for c in phrase.text + below.text)
            ):
                yield phrase, below

    def text(self) -> str:
        """All rows, from top to bottom."""
        return "\n".join("   ".join(self.phrases[i].text for i in row) for row in self.rows)


def page_phrases(page: Page) -> PagePhrases:
    """The upright phrases of a page."""
    sure = page.confidences if len(page.confidences) == len(page.lines) else (1.0,) * len(page.lines)
    found: list[_Run] = []
    extents: list[Extent] = []
    space = _space(page.lines)
    cells = [
        (words, confidence)
        for line, confidence in zip(page.lines, sure, strict=True)
        if not line.angle and not line.vertical
        for words in (_cells(line.words, space) if page.source is TextSource.NATIVE else (line.words,))
    ]
    if page.source is TextSource.NATIVE:
        cells = _aligned(cells, space)
    for words, confidence in cells:
        text = " ".join(fold("".join(f" {w.text}" if w.space else w.text for w in words)).split())
        if text:
            box = _box(words)
            found.append((box, text, words[0].style.size or box.height, confidence))
            extents.append(Extent(words[0].baseline, box.height, box.x0, box.x1))
    groups = group_rows(extents)
    if page.source in (TextSource.OCR, TextSource.HIDDEN):
        found, groups = _joined(found, groups)
    order = [i for group in groups for i in group]
    place = {old: new for new, old in enumerate(order)}
    phrases = tuple(Phrase(found[i][1], found[i][0], found[i][2], found[i][3], place[i]) for i in order)
    rows = tuple(tuple(place[i] for i in group) for group in groups)
    row_of = {number: at for at, row in enumerate(rows) for number in row}
    return PagePhrases(phrases, page.width, page.height, rows, row_of)


_Cell = tuple[tuple[Word, ...], float]


def _space(lines: Sequence[Line]) -> float:
    """The usual space of a page in sizes of type: 0.3, in a typewriter's face 0.6."""
    gaps = sorted(
        (right.box.x0 - left.box.x1) / (left.style.size or left.box.height or 1.0)
        for line in lines
        for left, right in pairwise(line.words)
    )
    return max(gaps[len(gaps) // 2], 0.0) if gaps else 0.0


def _cells(words: tuple[Word, ...], space: float) -> Iterator[tuple[Word, ...]]:
    """The parts of a line between gaps that are wider than spaces: cells of a narrow table stand in one line."""
    gap = max(_CELL, _CELL_SPACES * space) * (words[0].style.size or words[0].box.height)
    start = 0
    for at in range(1, len(words) + 1):
        if at == len(words) or words[at].box.x0 - words[at - 1].box.x1 > gap:
            yield words[start:at]
            start = at


def _aligned(cells: Sequence[_Cell], space: float) -> list[_Cell]:
    """Cells cut at wide spaces where cells close above or below have an edge: "Invoice no. Date" over two values."""
    boxes = [_box(words) for words, _ in cells]
    made: list[_Cell] = []
    for (words, confidence), box in zip(cells, boxes, strict=True):
        wide = max(_WIDE, _WIDE_SPACES * space) * (words[0].style.size or box.height)
        gaps = [at for at in range(1, len(words)) if words[at].box.x0 - words[at - 1].box.x1 > wide]
        near = [
            b
            for b in boxes
            if gaps and 0 < abs(b.y0 - box.y0) < _BESIDE * box.height and b.x0 < box.x1 and b.x1 > box.x0
        ]
        start = 0
        for at in gaps:
            begins, ends = words[at].box.x0, words[at - 1].box.x1
            if any(
                (abs(b.x0 - begins) < _EDGE or abs(b.x1 - ends) < _EDGE)
                and any(abs(o.y0 - b.y0) < _EDGE and (o.x1 < b.x0 or o.x0 > b.x1) for o in near)
                for b in near
            ):
                made.append((words[start:at], confidence))
                start = at
        made.append((words[start:], confidence))
    return made


def _box(words: Sequence[Word]) -> Box:
    box = words[0].box
    for word in words[1:]:
        box = box.union(word.box)
    return box


_Run = tuple[Box, str, float, float]
_SPACE = 1.0  # heights: recognised words that stand closer are one phrase


def _joined(found: Sequence[_Run], groups: Sequence[Sequence[int]]) -> tuple[list[_Run], list[list[int]]]:
    """Recognised runs with close neighbours of their row as one, where they are set in the same size."""
    runs: list[_Run] = []
    rows: list[list[int]] = []
    for group in groups:
        row: list[int] = []
        for index in group:
            box, text, size, sure = found[index]
            last = runs[row[-1]] if row else None
            if last and box.x0 - last[0].x1 < _SPACE * min(box.height, last[0].height) and not _figure(last[1], text):
                runs[row[-1]] = (last[0].union(box), f"{last[1]} {text}", max(last[2], size), min(last[3], sure))
            else:
                row.append(len(runs))
                runs.append((box, text, size, sure))
        rows.append(row)
    return runs, rows


def _figure(left: str, right: str) -> bool:
    """Whether neighbours are figures of different columns, or a label that ends with its value beside it."""
    return left[-1:].isdigit() and right[:1].isdigit()
