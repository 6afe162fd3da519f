"""The outline of a chapter: the headings that stand in its text, each with an anchor."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from quire.wiki.passage import Passage
from quire.wiki.site.site_content import BookPart

__all__ = ["OutlineHeading", "outline", "sections"]

_DEEPEST = 5
"""Level of the smallest headings."""

_MOST = 60
"""Entries of an outline that is still a help; a longer one shows the sections alone."""


class OutlineHeading(NamedTuple):
    """A heading inside a chapter's text."""

    level: int  # of HTML; the chapter's own is 1
    text: str
    anchor: str  # unique in its chapter


def sections(part: BookPart) -> list[tuple[list[OutlineHeading], list[Passage]]]:
    """The passages of a chapter under the headings that stand between them, each with those that are new there."""
    out = []
    open_heads: tuple[str, ...] = ()
    count = 0
    for heads, inside in groupby(part.passages, key=lambda one: one.headings[1:]):
        same = next((at for at, (a, b) in enumerate(zip(heads, open_heads, strict=False)) if a != b), len(open_heads))
        new = []
        for at, text in enumerate(heads):
            if at >= same:
                count += 1
                new.append(OutlineHeading(min(_DEEPEST, 2 + at), text, f"s{count}"))
        out.append((new, [*inside]))
        open_heads = heads
    return out


def outline(parted: list[tuple[list[OutlineHeading], list[Passage]]]) -> list[OutlineHeading]:
    """What a reader finds in a chapter: its sections and subsections; nothing where there are fewer than two."""
    heads = [head for new, _ in parted for head in new]
    for deepest in (3, 2):
        kept = [head for head in heads if head.level <= deepest]
        if len(kept) <= _MOST:
            break
    return kept if len(kept) > 1 else []
