"""Charts as plain geometry, which `templates/charts.html` draws as SVG: no script, and no style inside the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640.0, 220.0
"""Of the drawing, in its own units; the page scales it."""

LEFT, RIGHT, TOP, BOTTOM = 64.0, 12.0, 12.0, 30.0
"""Margins for the labels of the axes."""

LABELS = 8
"""The most labels below a chart; of more, some are left out."""

STEPS = 4
"""Lines of the grid, at most."""

ROW, LABEL = 30.0, 190.0
"""Height of a row of a chart of rows, and the width of its labels."""

LONGEST_LABEL = 16
"""Characters of a label that fit below a column."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle with its value: `label` below or beside it, `text` the value in words."""

    x: float
    y: float
    width: float
    height: float
    label: str
    text: str
    series: int = 0
    shown: bool = True  # whether the label is drawn


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line of the grid and its value."""

    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `width` by `height`; `line` is the path of a curve, "" for none."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    grid: tuple[GridLine, ...] = ()
    line: str = ""
    zero: float = 0.0  # the y of zero


def columns(labels: Sequence[str], series: Sequence[Sequence[float]], texts: Sequence[Sequence[str]]) -> Chart:
    """Columns side by side, one group for each label; values below zero hang down.

    Args:
        labels: of the groups, from left to right.
        series: values, for each series one for each label.
        texts: the same values as people read them.
    """
    values = [value for row in series for value in row]
    scale = _Scale(min([0.0, *values]), max([0.0, *values]))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(labels))
    width = min(40.0, 0.8 * step / max(1, len(series)))
    every = max(1, math.ceil(len(labels) / LABELS))
    marks = [
        Mark(
            LEFT + step * (at + 0.5) + width * (number - len(series) / 2),
            min(scale.y(value), scale.y(0)),
            width,
            abs(scale.y(value) - scale.y(0)),
            _short(labels[at]),
            texts[number][at],
            number,
            number == 0 and at % every == 0,
        )
        for number, row in enumerate(series)
        for at, value in enumerate(row)
    ]
    return Chart(WIDTH, HEIGHT, tuple(marks), scale.grid(), zero=scale.y(0))


def curve(labels: Sequence[str], values: Sequence[float], texts: Sequence[str]) -> Chart:
    """A curve with a point for each label."""
    scale = _Scale(0.0, max([0.0, *values]))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(labels) - 1)
    every = max(1, math.ceil(len(labels) / LABELS))
    marks = tuple(
        Mark(LEFT + step * at, scale.y(value), 0.0, 0.0, _short(labels[at]), texts[at], 0, at % every == 0)
        for at, value in enumerate(values)
    )
    line = " ".join(f"{'L' if at else 'M'}{mark.x:.1f} {mark.y:.1f}" for at, mark in enumerate(marks))
    return Chart(WIDTH, HEIGHT, marks, scale.grid(), line, scale.y(0))


def rows(labels: Sequence[str], values: Sequence[float], texts: Sequence[str]) -> Chart:
    """A bar for each label, one below the other."""
    most = max([*values, 1e-9])
    room = WIDTH - LABEL - 120.0
    marks = tuple(
        Mark(LABEL, ROW * at + 4, max(1.0, room * value / most), ROW - 8, labels[at], texts[at])
        for at, value in enumerate(values)
    )
    return Chart(WIDTH, ROW * len(marks), marks)


class _Scale:
    """From values to heights, with round numbers on the grid."""

    def __init__(self, low: float, high: float) -> None:
        self._step = _round_up((high - low) / STEPS or 1.0)
        self._low = math.floor(low / self._step + 1e-9) * self._step
        self._high = max(math.ceil(high / self._step - 1e-9) * self._step, self._low + self._step)

    def y(self, value: float) -> float:
        """The height of a value, from the top."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self._high - value) / (self._high - self._low)

    def grid(self) -> tuple[GridLine, ...]:
        """The lines."""
        count = round((self._high - self._low) / self._step)
        values = [self._low + self._step * at for at in range(count + 1)]
        return tuple(GridLine(self.y(value), compact(value)) for value in values)


def compact(value: float) -> str:
    """A number in few characters: 1.5k, 20M, 3.2B."""
    for size, sign in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


def _round_up(value: float) -> float:
    """The next of 1, 2, 2.5 or 5 times a power of ten."""
    power = math.pow(10, math.floor(math.log10(value)))
    return next(one * power for one in (1, 2, 2.5, 5, 10) if one * power >= value * (1 - 1e-9))


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
