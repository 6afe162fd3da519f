"""Spans with emphasis but without fonts, for books in HTML, Markdown and plain text."""

from __future__ import annotations

import re
from typing import NamedTuple

from quire.model.page import Style
from quire.model.span import Span

__all__ = ["Emphasis", "SpanBuilder", "plain_spans"]


class Emphasis(NamedTuple):
    """The emphasis of a run of text."""

    bold: bool = False
    italic: bool = False
    mono: bool = False


_PLAIN = Emphasis()
_STYLES: dict[Emphasis, Style] = {}


class SpanBuilder:
    """Collects text into spans; white space becomes single spaces, "\\n" stays as an intended line break."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def add(self, text: str, look: Emphasis = _PLAIN, *, link: str | None = None, note: str | None = None) -> None:
        """Add text of one emphasis."""
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
        """The collected spans, trimmed at both ends and without double spaces; empties the builder."""
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


def plain_spans(text: str) -> tuple[Span, ...]:
    """Spans of plain text."""
    runs = SpanBuilder()
    runs.add(text)
    return runs.take()


def _style(look: Emphasis) -> Style | None:
    if look == _PLAIN:
        return None
    if look not in _STYLES:
        _STYLES[look] = Style("", 0.0, look.bold, look.italic, look.mono, 0)
    return _STYLES[look]
