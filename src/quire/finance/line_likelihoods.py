"""How likely a recognised line says a text, by the likelihoods that its reader gave at each step along it.

The sum over all ways to spread the characters of the text over the steps, with blanks between them (connectionist
temporal classification, Graves et al. 2006). Two texts are compared by the difference of their logarithms: -2.3 means
a tenth as likely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from quire.hanzi import simplified
from quire.model.geometry import Box
from quire.model.page import Page, Steps

__all__ = ["Folded", "Readings", "best_path", "digits_of", "letters_of", "log_likelihood"]

Folded = Sequence[dict[str, float]]
"""Steps with the likelihoods of characters that mean the same added up; "" for what is left out."""

_UNSEEN = 1e-4  # likelihood of a character that a step does not name
_REACH = 3.0  # points by which a line may reach out of the box of its cell
_DIGITS = {"O": "0", "o": "0", "l": "1", "I": "1", "|": "1"}


class Readings:
    """The steps of the lines of recognised pages, by place."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._lines = {
            page.number: [(line.box, steps, line.text) for line, steps in zip(page.lines, page.steps, strict=True)]
            for page in pages
            if page.steps and len(page.steps) == len(page.lines)
        }

    def of_texts(self, page: int, box: Box) -> Steps:
        """The steps of all lines inside a box, from top to bottom; () where all are sure."""
        inside = [one for one in self._lines.get(page, ()) if _holds(box, one[0])]
        if not any(steps for _, steps, _ in inside):
            return ()
        inside.sort(key=lambda one: (one[0].y0, one[0].x0))
        parts = (steps or tuple(((letter, 1.0),) for letter in text) for _, steps, text in inside)
        return tuple(step for part in parts for step in (*part, (("", 1.0),)))

    def of_figure(self, page: int, box: Box) -> Steps:
        """The steps of the line in whose box the middle of a figure stands."""
        x, y = (box.x0 + box.x1) / 2.0, (box.y0 + box.y1) / 2.0
        lines = self._lines.get(page, ())
        return next((s for b, s, _ in lines if b.x0 <= x <= b.x1 and b.y0 <= y <= b.y1), ())


def _holds(box: Box, line: Box) -> bool:
    return (
        line.x0 >= box.x0 - _REACH
        and line.x1 <= box.x1 + _REACH
        and line.y0 >= box.y0 - _REACH
        and line.y1 <= box.y1 + _REACH
    )


def best_path(steps: Steps) -> list[tuple[str, int, int]]:
    """The likeliest characters, each with the steps where it begins and ends."""
    found: list[tuple[str, int, int]] = []
    start = 0
    for end in range(1, len(steps) + 1):
        if end < len(steps) and steps[end][0][0] == steps[start][0][0]:
            continue
        if steps[start][0][0]:
            found.append((steps[start][0][0], start, end))
        start = end
    return found


def letters_of(steps: Steps) -> Folded:
    """Letters and digits in one case and one script."""
    return [_folded((simplified(char).lower(), share) for char, share in step) for step in steps]


def digits_of(steps: Steps) -> Folded:
    """Digits, and the letters that are read for them."""
    return [
        _folded((char if char.isascii() and char.isdigit() else "", share) for char, share in _as_digits(step))
        for step in steps
    ]


def _as_digits(step: Iterable[tuple[str, float]]) -> Iterable[tuple[str, float]]:
    return ((_DIGITS.get(char, char), share) for char, share in step)


def _folded(step: Iterable[tuple[str, float]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for char, share in step:
        kept = char if char.isalnum() else ""
        found[kept] = found.get(kept, 0.0) + share
    return found


def log_likelihood(steps: Folded, text: str) -> float:
    """The logarithm of how likely the steps say the text."""
    if not steps:
        return -math.inf
    states = [""] + [state for char in text for state in (char, "")]
    ways = [0.0] * len(states)
    ways[0] = 1.0  # before the first step
    total = 0.0
    first = True
    for step in steps:
        now = [0.0] * len(states)
        for at, state in enumerate(states):
            way = ways[at] + (ways[at - 1] if at else 0.0)
            if not first and at > 1 and state and state != states[at - 2]:
                way += ways[at - 2]
            if way:
                now[at] = way * step.get(state, _UNSEEN)
        scale = sum(now)
        total += math.log(scale)
        ways = [one / scale for one in now]
        first = False
    ended = ways[-1] + (ways[-2] if text else 0.0)
    return total + math.log(ended) if ended else -math.inf
