"""Pages drawn by hand: texts at places, rules, as a reader would give them. For tests of statements."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Page, Rule, Style, TextSource, Word


def width_of(text: str, size: float) -> float:
    return sum(size if ord(c) > 0x2E7F else 0.5 * size for c in text)


class Paper:
    """A page that is being drawn; y is a baseline from the top, in points."""

    def __init__(self, number: int = 1, width: float = 595, height: float = 842, *, size: float = 9.0):
        self.number, self.width, self.height, self.size = number, width, height, size
        self.lines: list[Line] = []
        self.rules: list[Rule] = []

    def text(self, x: float, y: float, text: str, *, bold: bool = False, size: float | None = None) -> None:
        size = size or self.size
        style = Style("Test", size, bold, False, False, 0)
        words, at = [], x
        for i, part in enumerate(text.split(" ")):
            wide = width_of(part, size)
            if part:
                words.append(Word(part, at, y - 0.8 * size, at + wide, y + 0.2 * size, y, style, bool(i)))
            at += wide + 0.25 * size
        self.lines.append(Line(tuple(words), x, y - 0.8 * size, at - 0.25 * size, y + 0.2 * size, y))

    def right(self, x: float, y: float, text: str, **kwargs) -> None:
        self.text(x - self._wide(text, kwargs.get("size")), y, text, **kwargs)

    def centre(self, x: float, y: float, text: str, **kwargs) -> None:
        self.text(x - self._wide(text, kwargs.get("size")) / 2, y, text, **kwargs)

    def _wide(self, text: str, size: float | None) -> float:
        parts = text.split(" ")
        return sum(width_of(p, size or self.size) for p in parts) + 0.25 * (size or self.size) * (len(parts) - 1)

    def row(
        self, y: float, label: str, *values: str, x: float = 50, at: Sequence[float] = (400, 520), **kwargs
    ) -> None:
        """A label at `x` and figures that end at `at`; "" leaves a cell empty."""
        if label:
            self.text(x, y, label, **kwargs)
        for edge, value in zip(at, values, strict=False):
            if value:
                self.right(edge, y, value, **kwargs)

    def hrule(self, x0: float, x1: float, y: float) -> None:
        self.rules.append(Rule(x0, y, x1, y, 0.5, 0))

    def page(self, *, source: TextSource = TextSource.NATIVE, confidence: float | None = None, turned: int = 0) -> Page:
        return Page(
            self.number,
            self.width,
            self.height,
            lines=tuple(self.lines),
            rules=tuple(self.rules),
            source=source,
            turned=turned,
            confidences=() if confidence is None else (confidence,) * len(self.lines),
        )
