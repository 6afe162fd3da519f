"""Lines and rules of a part of a page, moved to their place on the page."""

from __future__ import annotations

from quire.model.page import Line, Rule, Word


def shifted_line(line: Line, across: float, down: float) -> Line:
    """The line moved to the right and down, in points."""
    beside = line.angle in {90, 270}
    words = tuple(_moved_word(word, across, down, beside=beside) for word in line.words)
    base = line.baseline + (across if beside else down)
    return line._replace(
        words=words,
        x0=line.x0 + across,
        y0=line.y0 + down,
        x1=line.x1 + across,
        y1=line.y1 + down,
        baseline=base,
    )


def shifted_rule(rule: Rule, across: float, down: float) -> Rule:
    """The rule moved to the right and down, in points."""
    return rule._replace(x0=rule.x0 + across, y0=rule.y0 + down, x1=rule.x1 + across, y1=rule.y1 + down)


def _moved_word(word: Word, across: float, down: float, *, beside: bool) -> Word:
    return word._replace(
        x0=word.x0 + across,
        y0=word.y0 + down,
        x1=word.x1 + across,
        y1=word.y1 + down,
        baseline=word.baseline + (across if beside else down),
    )
