"""What a reader of a written file sees, as text to compare with the document's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from lxml import html
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from quire.latex import plain
from quire.model.block import Block, Code, Figure, Formula, Heading, List, Note, Paragraph, Quote, Span, Table
from quire.model.traversal import walk
from quire.write.text_runs import clean

_WHITE = re.compile(r"\s+")


def squeezed(text: str) -> str:
    """The text without any white space: writers may move it, not more."""
    return _WHITE.sub("", text)


def rendered(markdown: str) -> html.HtmlElement:
    """Markdown as GitHub would show it: tables, strikethrough, footnotes."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin, inline=False)
    return html.fromstring(f"<div>{parser.render(markdown)}</div>")


def block_texts(blocks: Iterable[Block], *, latex: bool = True, displayed: bool = True) -> Iterator[str]:
    """The text of each leaf block, cleaned and squeezed; cut at the marks of notes, which writers put their own way.

    Args:
        blocks: of the document.
        latex: formulas are given by their LaTeX where they have it.
        displayed: displayed formulas that have LaTeX are among them; without, a writer shows them as a tree.
    """
    for block in walk(blocks):
        match block:
            case Heading() | Paragraph():
                yield from _spans(block.spans)
            case Table():
                yield from _spans(block.caption)
                for cell in block.grid.cells:
                    yield from _spans(cell.spans)
            case Figure():
                yield from _spans(block.caption)
            case Code():
                yield squeezed(clean(block.text))
            case Formula() if not displayed and plain(clean(block.latex)):
                yield squeezed(clean(block.label))
            case Formula():
                source = squeezed(clean(block.latex))
                yield source if latex and source and "$$" not in source else squeezed(clean(block.text))
            case List() | Quote() | Note():
                pass


def _spans(spans: Sequence[Span]) -> Iterator[str]:
    for noted, group in groupby(spans, lambda span: bool(span.note)):
        if not noted:
            yield squeezed("".join(clean(span.text) for span in group))
