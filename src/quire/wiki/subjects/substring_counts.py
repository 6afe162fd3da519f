"""How often pieces stand in a long text: each is looked for once, and those of one or two characters all at once."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import islice
from operator import add

__all__ = ["SubstringCounts"]


class SubstringCounts:
    """`str.count` over one text, for thousands of pieces in books of any length."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, int] = {}

    def count(self, piece: str) -> int:
        """What `text.count(piece)` gives."""
        if len(piece) == 1:
            return self._single[piece]
        if len(piece) == 2 and piece[0] != piece[1]:
            return self._pairs[piece]
        if piece not in self._known:
            self._known[piece] = self._text.count(piece)
        return self._known[piece]

    @cached_property
    def _single(self) -> Counter[str]:
        return Counter(self._text)

    @cached_property
    def _pairs(self) -> Counter[str]:
        return Counter(map(add, self._text, islice(self._text, 1, None)))
