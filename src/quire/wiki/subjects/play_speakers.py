"""Who speaks in a play: the names in capitals before what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

__all__ = ["play_speakers"]

_LABEL = re.compile(r"([A-Z][A-Z’'-]+(?: (?:OF |THE )?[A-Z][A-Z’'-]+){0,2})[.:]?\s+(?=[\[(“\"‘']?[A-Z])")
_SPEECHES = 3
"""Speeches of a person that is told from a word in capitals."""
_PLAY = 0.08
"""Share of a book's sentences that begin with a speaker's name; the others go on in a speech."""
_CAST = 3


def play_speakers(texts: Sequence[str]) -> dict[str, int]:
    """How often each person of a play speaks, by the name before the speeches, as printed; empty for what is no play.

    Args:
        texts: the sentences of the book.
    """
    counts = Counter(hit.group(1) for text in texts if (hit := _LABEL.match(text)))
    found = {name: count for name, count in counts.most_common() if count >= _SPEECHES}
    return found if len(found) >= _CAST and sum(found.values()) > _PLAY * len(texts) else {}
