"""Chunks for retrieval: a document in pieces by its structure, as JSON lines.

A chunk ends where its section ends or where it is full. It says under which headings it stands, on which pages and
where, and which chunks are its neighbours; a table is a chunk of its own, as Markdown and as rows. A section that is
much shorter than a chunk joins the section beside it under the heading that both share. Nothing overlaps and nothing is
lost but pictures, of which the caption and the alternative text remain.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from quire.model.block import Block, Figure, Heading, Paragraph, Place, Span, Table
from quire.model.document import Document
from quire.write import CHUNK_TOKENS
from quire.write.chunk_splitting import even_share, parts_of
from quire.write.grid_text import pipe_table, text_rows
from quire.write.markdown import block_renderer
from quire.write.text_runs import clean, plain_text
from quire.write.token_estimate import NAME, count_tokens

_SHORT = 0.35
"""A piece below this share of the size joins its neighbour of another section."""

_ID_BYTES = 8

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document.

    Attributes:
        id: of the content and its headings; the same as long as both are, whatever else changes.
        index: from 0, in reading order.
        headings: from the document's title down to the innermost that the whole chunk stands under.
        text: Markdown, without `headings`.
        tokens: of `text`, by `quire.write.token_estimate`.
        places: pages and boxes of its blocks.
        table: of a table, else None.
        previous: the id of the chunk before; "" for the first.
        following: the id of the chunk after; "" for the last.
    """

    id: str
    index: int
    headings: Path
    text: str
    tokens: int
    places: tuple[Place, ...]
    table: Table | None = None
    previous: str = ""
    following: str = ""

    def to_dict(self) -> dict[str, object]:
        """The chunk as one line of the file says it."""
        made: dict[str, object] = {
            "id": self.id,
            "index": self.index,
            "kind": "table" if self.table else "text",
            "headings": list(self.headings),
            "text": self.text,
            "tokens": self.tokens,
            "counted_by": NAME,
            "pages": sorted({place.page for place in self.places}),
            "boxes": [{"page": place.page, "box": [round(side, 2) for side in place.box]} for place in self.places],
            "previous": self.previous or None,
            "next": self.following or None,
        }
        if self.table:
            made["table"] = {
                "caption": clean(plain_text(self.table.caption)),
                "header_rows": self.table.grid.header_rows,
                "rows": text_rows(self.table.grid),
            }
        return made


@dataclass(frozen=True, slots=True)
class _Piece:
    """Markdown under one heading path, before it joins others."""

    path: Path
    text: str
    tokens: int
    places: tuple[Place, ...]
    table: Table | None = None


def write(document: Document, pictures: Mapping[str, bytes], *, tokens: int = CHUNK_TOKENS) -> bytes:  # noqa: ARG001 - every writer takes pictures
    """The chunks as UTF-8 JSON lines, one object a line."""
    lines = (json.dumps(chunk.to_dict(), ensure_ascii=False) for chunk in chunks(document, tokens=tokens))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def chunks(document: Document, *, tokens: int = CHUNK_TOKENS) -> list[Chunk]:
    """The chunks of a document in reading order, of at most `tokens` tokens wherever a block can be split."""
    groups = [*_joined(_pieces(document, tokens), tokens)]
    bodies = [_body(group) for group in groups]
    ids = _ids(bodies)
    before, after = ["", *ids[:-1]], [*ids[1:], ""]
    return [
        Chunk(
            ids[at],
            at,
            path,
            text,
            count_tokens(text),
            tuple(dict.fromkeys(place for piece in group for place in piece.places)),
            group[0].table,
            before[at],
            after[at],
        )
        for at, (group, (path, text)) in enumerate(zip(groups, bodies, strict=True))
    ]


def _pieces(document: Document, most: int) -> Iterator[_Piece]:
    """Parts of the sections, each filled evenly; tables alone."""
    markdown = block_renderer(document)

    def render(blocks: Sequence[Block]) -> str:
        return "\n\n".join(_table_text(one, markdown) if isinstance(one, Table) else markdown([one]) for one in blocks)

    for path, blocks in _sections(document.blocks):
        waiting: list[_Piece] = []
        for block in blocks:
            for part, text in parts_of(_without_picture(block), render, most):
                if not text.strip():
                    continue
                table = part if isinstance(part, Table) else None
                piece = _Piece(path, text.strip(), count_tokens(text), part.places, table)
                if table:
                    yield from _filled(waiting, most)
                    waiting = []
                    yield piece
                else:
                    waiting.append(piece)
        yield from _filled(waiting, most)


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[Path, list[Block]]]:
    """Heading paths with the blocks right below; a heading with nothing below it is a block of the section above."""
    open_headings: list[tuple[int, Heading]] = []
    inside: list[Block] = []
    for block, after in pairwise([*blocks, None]):
        assert block is not None  # noqa: S101 - only the last of the pairs ends with it
        if not isinstance(block, Heading):
            inside.append(block)
            continue
        yield _path(open_headings), inside
        inside = []
        level = 0 if block.title else max(block.level, 1)
        while open_headings and open_headings[-1][0] >= level:
            open_headings.pop()
        below = isinstance(after, Heading) and (after.level > block.level or block.title) and not after.title
        if after is None or (isinstance(after, Heading) and not below):
            inside.append(block)
        else:
            open_headings.append((level, block))
    yield _path(open_headings), inside


def _path(headings: Sequence[tuple[int, Heading]]) -> Path:
    texts = (" ".join(clean(plain_text(heading.spans)).split()) for _, heading in headings)
    return tuple(text for text in texts if text)


def _filled(pieces: Sequence[_Piece], most: int) -> Iterator[_Piece]:
    """Consecutive pieces of one section joined to parts of about equal size."""
    wanted = even_share(sum(piece.tokens for piece in pieces), most)
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        if group and (size + piece.tokens > most or size >= wanted):
            yield _one(group)
            group, size = [], 0
        group.append(piece)
        size += piece.tokens
    if group:
        yield _one(group)


def _one(group: Sequence[_Piece]) -> _Piece:
    places = tuple(place for piece in group for place in piece.places)
    text = "\n\n".join(piece.text for piece in group)
    return replace(group[0], text=text, tokens=sum(piece.tokens for piece in group), places=places)


def _joined(pieces: Iterator[_Piece], most: int) -> Iterator[list[_Piece]]:
    """Pieces with the short ones beside them, as long as they share a heading and fit."""
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        short = min(size, piece.tokens) < _SHORT * most
        if group and (
            piece.table or group[-1].table or not short or size + piece.tokens > most or not _akin(group, piece)
        ):
            yield group
            group, size = [], 0
        group.append(piece)
        size += piece.tokens
    if group:
        yield group


def _akin(group: Sequence[_Piece], piece: _Piece) -> bool:
    """Whether one stands under the heading of the other, or both under the same one above theirs."""
    ours, theirs = group[0].path, piece.path
    return len(_shared(ours, theirs)) >= min(len(ours), len(theirs)) - 1


def _shared(one: Path, other: Path) -> Path:
    return tuple(ours for ours, _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def _body(group: Sequence[_Piece]) -> tuple[Path, str]:
    """The headings that all pieces share, and the text with the others inside."""
    common = group[0].path
    for piece in group[1:]:
        common = _shared(common, piece.path)
    parts: list[str] = []
    before = common
    for piece in group:
        known = len(_shared(before, piece.path))
        parts += (f"{'#' * min(at + 1, 6)} {piece.path[at]}" for at in range(max(known, len(common)), len(piece.path)))
        parts.append(piece.text)
        before = piece.path
    return common, "\n\n".join(parts)


def _ids(bodies: Sequence[tuple[Path, str]]) -> list[str]:
    """An id for each; equal ones are numbered."""
    seen: Counter[str] = Counter()
    ids = []
    for path, text in bodies:
        content = "\0".join((*path, text)).encode("utf-8", "surrogatepass")
        name = hashlib.blake2b(content, digest_size=_ID_BYTES).hexdigest()
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return ids


def _table_text(block: Table, markdown: Callable[[Sequence[Block]], str]) -> str:
    caption = markdown([Paragraph(block.caption, ())]).strip()
    table = pipe_table(block.grid) if block.grid.cells else ""
    return "\n\n".join(filter(None, (caption, table) if block.caption_above else (table, caption)))


def _without_picture(block: Block) -> Block:
    """What a figure says in words."""
    if not isinstance(block, Figure):
        return block
    alt = " ".join(clean(block.picture.alt).split())
    said = (Span(alt), Span("\n")) if alt and block.caption else (Span(alt),) if alt else ()
    return Paragraph((*said, *block.caption), block.places)
