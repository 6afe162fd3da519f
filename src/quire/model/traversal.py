"""Iteration over a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.model.block import Block, Figure, Heading, List, Note, Paragraph, Quote, Span, Table
from quire.model.page import Picture


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block, a parent before its children, in reading order."""
    for block in blocks:
        yield block
        if isinstance(block, List):
            for item in block.items:
                yield from walk(item.blocks)
        elif isinstance(block, Quote | Note):
            yield from walk(block.blocks)


def own_spans(block: Block) -> Iterator[Span]:
    """The spans of a block (of a table: of its caption and its cells) without those of the blocks inside."""
    match block:
        case Heading() | Paragraph():
            yield from block.spans
        case Table():
            yield from block.caption
            for cell in block.grid.cells:
                yield from cell.spans
        case Figure():
            yield from block.caption
        case _:
            pass


def pictures(blocks: Iterable[Block]) -> Iterator[Picture]:
    """The pictures of all figures, each name once."""
    seen: set[str] = set()
    for block in walk(blocks):
        if isinstance(block, Figure) and block.picture.name not in seen:
            seen.add(block.picture.name)
            yield block.picture


def spans_after(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """The spans without their first `length` characters; none of them is empty."""
    kept: list[Span] = []
    for span in spans:
        rest = span.text[length:]
        length = max(length - len(span.text), 0)
        if rest:
            kept.append(span._replace(text=rest))
    return tuple(kept)


def text_of(spans: Iterable[Span]) -> str:
    """The text of spans without style."""
    return "".join(span.text for span in spans)
