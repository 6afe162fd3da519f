"""Heading levels as Word counts them: the title has a style of its own, the others begin with Heading 1."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from quire.model.block import Figure, Heading
from quire.model.document import Document


def promote_headings(document: Document) -> Document:
    """The document with its headings moved up when the title alone holds the highest levels.

    Under a title, the model's headings begin with level 2, as in HTML; Word's outline would begin in its second level.
    """
    levels = [block.level for block in document.blocks if isinstance(block, Heading) and not block.title]
    titled = any(isinstance(block, Heading) and block.title for block in document.blocks)
    shift = min(levels, default=1) - 1
    if not titled or shift < 1:
        return document
    blocks = (
        replace(block, level=block.level - shift) if isinstance(block, Heading) and not block.title else block
        for block in document.blocks
    )
    return replace(document, blocks=tuple(blocks))


def find_subtitles(document: Document) -> tuple[Heading, ...]:
    """The headings under the document's title that head nothing: a version, a date, the name of the part.

    Such a one follows the title with nothing but pictures between. Either the document has no other heading, or the
    next one follows at once and stands as high.
    """
    blocks = [block for block in document.blocks if not isinstance(block, Figure)]
    at = next((i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.title), len(blocks))
    alone = sum(isinstance(block, Heading) for block in blocks) == 2
    found: list[Heading] = []
    for block, after in pairwise([*blocks[at + 1 :], None]):
        if not isinstance(block, Heading) or block.title:
            break
        if not alone and not (isinstance(after, Heading) and after.level <= block.level):
            break
        found.append(block)
    return tuple(found)
