"""The words of the document, collected when hyphenation first needs them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from quire.model.page import Line

_TRIM = ".,;:!?()[]{}\"'“”‘’«»…*/"


class Vocabulary(Container[str]):
    """The `words_of` pages, collected on first use."""

    def __init__(self, pages: Iterable[Sequence[Line]]) -> None:
        self._pages = pages
        self._words: frozenset[str] | None = None

    def __contains__(self, word: object) -> bool:
        if self._words is None:
            self._words = words_of(self._pages)
        return word in self._words


def words_of(pages: Iterable[Sequence[Line]]) -> frozenset[str]:
    """The lower-case words of pages, without words that a line end may have cut."""
    words: set[str] = set()
    for lines in pages:
        for line in lines:
            words.update([word.text for word in line.words[:-1]])
            last = line.words[-1].text
            if last[-1] not in "-\u2010\u00ad":
                words.add(last)
    return frozenset([word.strip(_TRIM).lower() for word in words])
