"""A picture of the book, and where it stands in its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quire.model.block import Figure
from quire.wiki.passage import Passage

__all__ = ["IMAGE_SIGNATURES", "MEDIA_TYPES", "BookFigure", "place_figures"]

IMAGE_SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpg",
    b"GIF8": "gif",
    b"RIFF": "webp",
    b"<svg": "svg",
}
"""Endings of the files by their first bytes; anything else is no picture of a wiki."""

MEDIA_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
}
"""Media types by ending."""

_PIXELS_OF_A_POINT = 4 / 3
"""Of a screen, by the definition of CSS: 96 of them are an inch."""


class BookFigure(NamedTuple):
    """A picture at its place. One picture may stand at several."""

    file: str  # name in the wiki's folder of pictures
    passage: str  # id of the passage that it stands in
    at: int  # characters of the passage's text before it
    alt: str  # what it shows, as the book says for those who do not see it; "" when it does not
    caption: str  # as printed; the text holds it too, right behind `at`
    width: int  # at which it is shown where there is room, in pixels of a screen
    height: int


def place_figures(
    figures: Sequence[tuple[int, Figure, str]], paragraphs: Sequence[str], passages: Sequence[Passage]
) -> Iterator[BookFigure]:
    """The places of a section's figures in its passages: before their caption, else behind the paragraph before them.

    Args:
        figures: each with the number of paragraphs before it, and its caption's text.
        paragraphs: of the section; captions are among them.
        passages: what the paragraphs became.
    """
    ends = _ends(paragraphs, passages) if figures else []
    for before, figure, caption in figures:
        at, offset = ends[before - 1] if before else (0, 0)
        if caption and offset == len(passages[at].text) and at + 1 < len(passages):
            at, offset = at + 1, 0  # with its caption
        picture = figure.picture
        alt = " ".join(picture.alt.split())
        box = picture.box
        size = (round((box.x1 - box.x0) * _PIXELS_OF_A_POINT), round((box.y1 - box.y0) * _PIXELS_OF_A_POINT))
        width, height = size if all(size) else (picture.width, picture.height)
        yield BookFigure(picture.name, passages[at].id, offset, alt, caption, width, height)


def _ends(paragraphs: Sequence[str], passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """(passage, characters of it) at the end of each paragraph; counted in letters, since spaces change at the cuts."""
    letters = [0]
    for one in passages:
        letters.append(letters[-1] + _letters(one.text))
    out, done, at = [], 0, 0
    for text in paragraphs:
        done += _letters(text)
        while at + 1 < len(passages) and letters[at + 1] < done:
            at += 1
        out.append((at, _offset(passages[at].text, done - letters[at])))
    return out


def _letters(text: str) -> int:
    return len("".join(text.split()))


def _offset(text: str, letters: int) -> int:
    """Where so many letters of a text end."""
    for at, character in enumerate(text):
        if not letters:
            return at
        letters -= not character.isspace()
    return len(text)
