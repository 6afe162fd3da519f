"""The pictures of a book on their way into the wiki's folder: a file each, named by its content."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from quire.wiki.figure import IMAGE_SIGNATURES, BookFigure
from quire.wiki.wiki_folder import Wiki

__all__ = ["ImageFiles"]

_MOST_BYTES = 256 << 20
"""Bytes of all pictures of a wiki."""

_COVER = "cover"
"""Name that readers give the picture of the cover."""

_ORNAMENT = 4
"""Places at which a picture stands that is an ornament: under a heading of every chapter, at every note or task."""


class ImageFiles:
    """Takes pictures as they are read, and keeps those that the book shows.

    Args:
        wiki: whose folder they go to.
    """

    def __init__(self, wiki: Wiki) -> None:
        self._wiki = wiki
        self._files: dict[str, str] = {}
        self._left = _MOST_BYTES
        self.refused = 0
        """How many were too many."""

    def add(self, name: str, data: bytes) -> None:
        """Keep the bytes of a picture that the document calls `name`."""
        ending = next((ending for head, ending in IMAGE_SIGNATURES.items() if data.startswith(head)), "")
        if not ending or len(data) > self._left:
            self.refused += 1
            return
        self._left -= len(data)
        file = f"{hashlib.sha256(data).hexdigest()[:24]}.{ending}"
        self._wiki.pictures.mkdir(exist_ok=True)
        part = self._wiki.pictures / f".{file}.part"
        part.write_bytes(data)
        part.replace(self._wiki.pictures / file)
        self._files[name] = file

    @property
    def cover(self) -> str:
        """The file of the book's cover; "" when it has none."""
        return self._files.get(_COVER, "")

    def assign_files(self, figures: Sequence[BookFigure]) -> tuple[BookFigure, ...]:
        """The figures with their files; ornaments and what was not kept are left out, and the files of these go."""
        named = [one._replace(file=self._files[one.file]) for one in figures if one.file in self._files]
        places = Counter(one.file for one in named)
        kept = tuple(one for one in named if places[one.file] < _ORNAMENT)
        used = {one.file for one in kept} | {self.cover}
        for path in self._wiki.pictures.glob("*"):
            if path.name not in used:
                path.unlink()
        self._wiki.save_figures(kept)
        return kept
