"""Pages of print for tests: phrases at places, without a file."""

from __future__ import annotations

from dataclasses import replace

from quire.model.page import Line, Page, Rule, Style, TextSource, Word

SIZE = 10.0


def line(x: float, y: float, text: str, *, size: float = SIZE, width: float | None = None) -> Line:
    """A line whose top left is at (x, y); Chinese characters are one size wide, others half."""
    style = Style("Song", size, bold=False, italic=False, mono=False, color=0)
    words, at = [], x
    for part in text.split(" "):
        wide = sum(size if ord(c) > 0x2E80 else size / 2 for c in part) if width is None else width
        if part:
            words.append(Word(part, at, y, at + wide, y + size, y + 0.8 * size, style, bool(words)))
        at += wide + size / 2
    return Line(tuple(words), x, y, words[-1].x1, y + size, y + 0.8 * size)


def page(
    *places: tuple[float, float, str], rules: tuple[Rule, ...] = (), ocr: bool = False, width: float = 600.0
) -> Page:
    """A page of lines at (x, y)."""
    lines = tuple(line(*place) for place in places)
    made = Page(1, width, 800.0, lines=lines, rules=rules)
    return replace(made, source=TextSource.OCR, confidences=(0.9,) * len(lines)) if ocr else made


def upright(x: float, y0: float, y1: float) -> Rule:
    return Rule(x, y0, x, y1, 1.0, 0)
