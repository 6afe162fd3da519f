"""Spans of readers that know emphasis but no fonts: books as HTML, Markdown and plain text."""

from __future__ import annotations

import re
from typing import NamedTuple

from quire.model.page import Style
from quire.model.span import Span

__all__ = ["Look", "Runs", "paragraph"]


class Look(NamedTuple):
    """How a run of text is set."""

    bold: bool = False
    italic: bool = False
    mono: bool = False


_PLAIN = Look()
_STYLES: dict[Look, Style] = {}


class Runs:
    """Collects text to spans; white space is folded to single spaces, "\\n" stays a line break that is meant."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def add(self, text: str, look: Look = _PLAIN, *, link: str | None = None, note: str | None = None) -> None:
        """Add text of one look."""
        text = re.sub(r"[^\S\n]+", " ", text)
        if not text:
            return
        style = _style(look)
        last = self._spans[-1] if self._spans else None
        if last and last.style is style and (last.link, last.note) == (link, note):
            self._spans[-1] = last._replace(text=last.text + text)
        else:
            self._spans.append(Span(text, style, link, note))

    def take(self) -> tuple[Span, ...]:
        """What was collected, trimmed at both ends and with no double spaces; starts anew."""
        out: list[Span] = []
        open_space = True
        for span in self._spans:
            text = re.sub(r" ?\n ?", "\n", re.sub(r" {2,}", " ", span.text))
            if open_space:
                text = text.lstrip(" \n")
            if text:
                out.append(span._replace(text=text))
                open_space = text.endswith((" ", "\n"))
        while out and not (text := out[-1].text.rstrip(" \n")):
            out.pop()
        if out:
            out[-1] = out[-1]._replace(text=out[-1].text.rstrip(" \n"))
        self._spans = []
        return tuple(out)

    def __bool__(self) -> bool:
        return any(span.text.strip() for span in self._spans)


def paragraph(text: str) -> tuple[Span, ...]:
    """Spans of plain text."""
    runs = Runs()
    runs.add(text)
    return runs.take()


def _style(look: Look) -> Style | None:
    if look == _PLAIN:
        return None
    if look not in _STYLES:
        _STYLES[look] = Style("", 0.0, look.bold, look.italic, look.mono, 0)
    return _STYLES[look]
