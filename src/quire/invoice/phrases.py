"""The print of a page as phrases, for invoices in languages with spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.text import fold

_SAME_ROW = 0.55  # of the smaller height: how far middles on one row may lie apart
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


@dataclass(frozen=True, slots=True)
class PagePhrases:
    """The phrases of a page and their neighbours."""

    phrases: tuple[Phrase, ...]
    width: float
    height: float
    rows: tuple[tuple[int, ...], ...] = field(default=())  # numbers of phrases on one visual row, left to right
    row_of: dict[int, int] = field(default_factory=dict)

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
            if other.box.y0 < phrase.middle or other.number == phrase.number:
                continue
            if other.box.x1 < phrase.box.x0 - 2 or other.box.x0 > phrase.box.x1 + 2:
                continue
            if other.box.y0 - bottom > _BELOW * height:
                return
            yield other
            bottom = other.box.y1

    def text(self) -> str:
        """All rows, from top to bottom."""
        return "\n".join("   ".join(self.phrases[i].text for i in row) for row in self.rows)


def page_phrases(page: Page) -> PagePhrases:
    """The upright phrases of a page."""
    sure = page.confidences if len(page.confidences) == len(page.lines) else (1.0,) * len(page.lines)
    found: list[_Run] = []
    for line, confidence in zip(page.lines, sure, strict=True):
        text = " ".join(fold(line.text).split())
        if text and not line.angle and not line.vertical:
            found.append((line.box, text, line.words[0].style.size or line.box.height, confidence))
    found.sort(key=lambda f: (f[0].y0 + f[0].y1) / 2)
    groups = _rows([f[0] for f in found])
    if page.source in (TextSource.OCR, TextSource.HIDDEN):
        found, groups = _joined(found, groups)
    order = [i for group in groups for i in group]
    place = {old: new for new, old in enumerate(order)}
    phrases = tuple(Phrase(found[i][1], found[i][0], found[i][2], found[i][3], place[i]) for i in order)
    rows = tuple(tuple(place[i] for i in group) for group in groups)
    row_of = {number: at for at, row in enumerate(rows) for number in row}
    return PagePhrases(phrases, page.width, page.height, rows, row_of)


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


def _rows(boxes: Sequence[Box]) -> list[list[int]]:
    """Boxes that are sorted by height as rows, each sorted from left to right."""
    rows: list[list[int]] = []
    for index, box in enumerate(boxes):
        middle = (box.y0 + box.y1) / 2
        home = None
        for row in rows[-6:]:
            first = boxes[row[0]]
            small = min(first.height, box.height)
            if abs((first.y0 + first.y1) / 2 - middle) < _SAME_ROW * small and not any(
                min(boxes[i].x1, box.x1) - max(boxes[i].x0, box.x0) > small for i in row
            ):
                home = row
        if home is None:
            rows.append([index])
        else:
            home.append(index)
    rows.sort(key=lambda row: sum((boxes[i].y0 + boxes[i].y1) / 2 for i in row) / len(row))
    return [sorted(row, key=lambda i: boxes[i].x0) for row in rows]
