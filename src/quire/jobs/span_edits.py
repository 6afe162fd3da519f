"""Spans whose text a person has changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile

from quire.model.span import Span
from quire.model.traversal import text_of


def respelled(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Spans with another text.

    What both texts have in common at the start and at the end keeps its style, links and marks of notes; the rest is
    set as the character before it, or the first one, and is no mark of a note.
    """
    old = text_of(spans)
    owners = [at for at, span in enumerate(spans) for _ in span.text]
    head = _common(old, text)
    tail = min(min(len(old), len(text)) - head, _common(old[::-1], text[::-1]))
    model = spans[owners[max(head - 1, 0)]] if owners else Span("")
    set_as = [spans[owner] for owner in owners]
    chosen = [*set_as[:head], *[model._replace(note=None)] * (len(text) - head - tail), *set_as[len(owners) - tail :]]
    made, at = [], 0
    for look, run in groupby(chosen, key=lambda span: span[1:]):
        end = at + sum(1 for _ in run)
        made.append(Span(text[at:end], *look))
        at = end
    return tuple(made)


def _common(one: str, other: str) -> int:
    """How many characters at the start are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
