"""Splits a block that is longer than a chunk, where the block itself has a place for it.

Tables are split between rows, lists between items, code between lines, text between sentences, and only what has no
such place between words or characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from quire.model.block import Block, Code, List, Place, Table
from quire.model.table import Grid
from quire.write.grid_text import head_rows, part_of, possible_cuts
from quire.write.token_estimate import count_tokens

Render = Callable[[Sequence[Block]], str]

_SENTENCE_END = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s+|\n")
_WORD_END = re.compile(r"(?<=\s)")


def parts_of(block: Block, render: Render, most: int) -> Iterator[tuple[Block, str]]:
    """The block in parts of at most `most` tokens as far as it can be split, each with its Markdown."""
    text = render([block])
    if count_tokens(text) <= most:
        yield block, text
    elif isinstance(block, Table):
        for part in _table_parts(block, render, most):
            yield part, render([part])
    elif isinstance(block, List) and len(block.items) > 1:
        yield from _list_parts(block, render, most)
    elif isinstance(block, Code):
        for lines in packed(block.text.splitlines(keepends=True), most):
            part_code = replace(block, text="".join(lines))
            yield part_code, render([part_code])
    else:
        for piece in text_parts(text, most):
            yield block, piece


def text_parts(text: str, most: int) -> Iterator[str]:
    """The text in parts of at most `most` tokens, cut between sentences where it can be."""
    sentences: list[str] = []
    for sentence in _kept_split(_SENTENCE_END, text):
        if count_tokens(sentence) <= most:
            sentences.append(sentence)
        else:
            words = _kept_split(_WORD_END, sentence)
            sentences += (word[at : at + most] for word in words for at in range(0, len(word), most))
    for part in packed(sentences, most):
        if joined := "".join(part).strip():
            yield joined


def packed(pieces: Iterable[str], most: int) -> Iterator[list[str]]:
    """Consecutive pieces in groups of at most `most` tokens and about equal size; a longer piece stands alone."""
    counted = [(piece, count_tokens(piece)) for piece in pieces]
    wanted = even_share(sum(tokens for _, tokens in counted), most)
    group: list[str] = []
    size = 0
    for piece, tokens in counted:
        if group and (size + tokens > most or size >= wanted):
            yield group
            group, size = [], 0
        group.append(piece)
        size += tokens
    if group:
        yield group


def even_share(total: int, most: int) -> int:
    """The size of parts of equal size that are not longer than `most`."""
    return -(-total // max(1, -(-total // most)))


def _list_parts(block: List, render: Render, most: int) -> Iterator[tuple[Block, str]]:
    """Consecutive items; numbers go on where the part before ended."""
    first = 0
    single = [replace(block, items=(item,)) for item in block.items]
    for group in packed((render([one]) for one in single), most):
        part = replace(block, items=block.items[first : first + len(group)], start=block.start + first)
        first += len(group)
        yield from parts_of(part, render, most) if len(group) == 1 else [(part, render([part]))]


def _table_parts(block: Table, render: Render, most: int) -> Iterator[Table]:
    """Consecutive rows below the table's head and caption."""
    grid = block.grid
    head = head_rows(grid)
    edges = [head, *possible_cuts(grid), grid.rows]
    if head >= grid.rows:
        yield block
        return
    sizes = [count_tokens(render([_part(block, one, two)])) for one, two in pairwise(edges)]
    above = count_tokens(render([_part(block, head, head)])) if head else 0
    room = max(1, most - above)
    wanted = even_share(sum(max(0, size - above) for size in sizes), room)
    first, size = head, 0
    for edge, tokens in zip(edges, sizes, strict=False):
        own = max(0, tokens - above)
        if edge > first and (size + own > room or size >= wanted):
            yield _part(block, first, edge)
            first, size = edge, 0
        size += own
    yield _part(block, first, grid.rows)


def _part(block: Table, first: int, end: int) -> Table:
    grid = part_of(block.grid, first, end)
    return replace(block, grid=grid, places=_places(block.places, grid, head_rows(block.grid)))


def _places(places: Sequence[Place], grid: Grid, head: int) -> tuple[Place, ...]:
    """Those of the pages on which the rows stand; all where the cells do not say."""
    pages = {cell.page for cell in grid.cells if cell.row >= head}
    kept = tuple(place for place in places if place.page in pages)
    return kept or tuple(places)


def _kept_split(pattern: re.Pattern[str], text: str) -> list[str]:
    """The text cut after each match; nothing is lost."""
    parts: list[str] = []
    begin = 0
    for found in pattern.finditer(text):
        if found.end() > begin:
            parts.append(text[begin : found.end()])
            begin = found.end()
    return [*parts, text[begin:]] if begin < len(text) else parts
