"""Chapters of a document that shows none: of a scan, or of pages in type of one size, the words of the titles tell."""

from __future__ import annotations

from dataclasses import replace

from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document
from quire.model.traversal import text_of
from quire.read.books.contents_list import contents_lists, listed_lines
from quire.read.books.title_detection import title_lines

__all__ = ["detect_chapters"]

_FEW = 2
"""Headings from which on a document shows its chapters itself."""


def detect_chapters(document: Document) -> Document:
    """The document with headings where paragraphs are titles by their words, if it has none that were seen."""
    if sum(isinstance(one, Heading) and not one.title for one in document.blocks) >= _FEW:
        return document
    lines: list[str] = []
    for one in document.blocks:
        lines += [" ".join(text_of(one.spans).split()) if isinstance(one, Paragraph) else "", ""]
    listed = listed_lines(lines, contents_lists(lines))
    titles = title_lines(["" if at in listed else line for at, line in enumerate(lines)])
    blocks: list[Block] = []
    for at, one in enumerate(document.blocks):
        level, title = titles.get(2 * at, (0, ""))
        if isinstance(one, Paragraph) and title:
            spans = one.spans if len(title) <= len(lines[2 * at]) else (one.spans[0]._replace(text=title),)
            blocks.append(Heading(level, spans, one.places))
        elif 2 * at not in titles and 2 * at not in listed:
            blocks.append(one)
    return replace(document, blocks=tuple(blocks))
