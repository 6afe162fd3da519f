"""The table of contents in Word: as printed, or made from the headings."""

from __future__ import annotations

from collections.abc import Container, Sequence

from quire.model.block import Heading, Span
from quire.model.document import Document
from quire.model.traversal import text_of, walk
from quire.write.office.office_text import has_east_asian
from quire.write.printed_contents import (
    CONTENTS_HEADING,
    Contents,
    ContentsEntry,
    find_printed_contents,
    is_contents_heading,
)

# Shorter documents need no contents. Without a cover to follow, contents amid the text would move everything after
# them away from its page.
_LEAST_HEADINGS, _LEAST_PAGES = 6, 20
_COVERS = 3  # the first of so many pages that ends early is a cover
_MOST_LETTERS = 900  # on a page of a cover: title, names, date, rights
_CHINESE = 3  # letters that a Chinese character says as much as
_DEEPEST = 3
_MOST_ENTRIES = 36  # about a page; contents that the source did not have must not push it away


def find_contents(
    document: Document, headings: Sequence[Heading], starts: Container[int] = frozenset()
) -> Contents | None:
    """The contents as printed; made from the headings for a longer document without one; else None.

    Args:
        document: to look in.
        headings: all of its top-level headings.
        starts: the indices of the blocks that begin a page because the one before was ended.
    """
    return find_printed_contents(document, headings) or _made(document, headings, starts)


def contents_title(language: str) -> str:
    """The title over contents that the source did not have."""
    return {"zh": "目录", "ja": "目次", "ko": "목차", "de": "Inhalt", "fr": "Sommaire", "es": "Índice"}.get(
        language[:2].lower(), "Contents"
    )


def _made(document: Document, headings: Sequence[Heading], starts: Container[int]) -> Contents | None:
    """Contents of the headings, for a longer document in which no text says that it is the contents."""
    named = any(is_contents_heading(block) for block in document.blocks) or any(
        CONTENTS_HEADING.fullmatch(text_of(piece.spans).strip()) for piece in document.furniture
    )
    cover = next((at for at, block in enumerate(document.blocks) if at in starts and block.places), None)
    if cover is not None and (document.blocks[cover].places[0].page > _COVERS or not _is_cover(document, cover)):
        cover = None
    before = {id(block) for block in document.blocks[: cover or 0]}
    wanted = [
        (i, h)
        for i, h in enumerate(headings)
        if not h.title and h.level <= _DEEPEST and id(h) not in before and text_of(h.spans).strip()
    ]
    while len(wanted) > _MOST_ENTRIES:
        deepest = max(h.level for _, h in wanted)
        wanted = [(i, h) for i, h in wanted if h.level < deepest]
    if named or cover is None or len(wanted) < _LEAST_HEADINGS or len(document.pages) < _LEAST_PAGES:
        return None
    labels = {page.number: page.label or str(page.number) for page in document.pages}
    entries = (
        ContentsEntry(
            (Span(" ".join(text_of(h.spans).split())),),
            labels.get(h.places[0].page, "") if h.places else "",
            h.level,
            i,
        )
        for i, h in wanted
    )
    return Contents(cover, frozenset(), tuple(entries), own_page=True)


def _is_cover(document: Document, end: int) -> bool:
    """Whether the blocks before the index `end` are so few words that they are no text."""
    texts = (text_of(getattr(block, "spans", ())) for block in walk(document.blocks[:end]))
    letters = sum(len(text) * (_CHINESE if has_east_asian(text) else 1) for text in texts)
    return letters <= _MOST_LETTERS * (document.blocks[end].places[0].page - 1)
