"""Heading levels as Word counts them: the title has a style of its own, the others begin with Heading 1."""

from __future__ import annotations

from dataclasses import replace

from quire.model.block import Heading
from quire.model.document import Document


def below_title(document: Document) -> Document:
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
