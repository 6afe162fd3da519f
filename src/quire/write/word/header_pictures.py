"""Pictures that pages repeat at one place outside the flow, such as logos: Word shows them in the header."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Picture

_REPEATS = 3  # pages with the picture
_PLACE = 3.0  # points: a picture at one place on all pages wanders by less
_LOOKED_AT = 3  # pictures of a place whose pixels are compared; page numbers may be pictures too


class RepeatedPicture(NamedTuple):
    """A repeated picture: the name of the first of its pictures, and where it stands on its pages."""

    name: str
    box: Box
    alt: str = ""


def repeated_pictures(document: Document, pictures: Mapping[str, bytes]) -> dict[int, tuple[RepeatedPicture, ...]]:
    """The ornaments of each page that has some; `pictures` are PNG files by name.

    A picture that stands at its place on few pages is one where it is that of the other pages in another size: the
    first page may show a logo larger.
    """
    found: dict[int, list[RepeatedPicture]] = defaultdict(list)
    logos: dict[tuple[int, int], set[bytes]] = defaultdict(set)  # files of the repeated pictures by size
    groups = _places(document.ornaments)
    for group in sorted(groups, key=lambda group: -len({one.page for one in group})):
        first = group[0]
        size = first.width, first.height
        often = len({one.page for one in group}) >= _REPEATS and _alike(group, pictures)
        if not often and not (size in logos and pictures.get(first.name) in logos[size]):
            continue
        logos[size].add(pictures[first.name])
        if _says(first, document):
            continue
        for one in group:
            found[one.page].append(RepeatedPicture(first.name, first.box, first.alt))
    return {page: tuple(some) for page, some in found.items()}


def _places(pictures: Iterable[Picture]) -> list[list[Picture]]:
    """The pictures by their place and size, in the order of their pages."""
    groups: list[list[Picture]] = []
    by_size: dict[tuple[int, int], list[list[Picture]]] = defaultdict(list)
    for picture in pictures:
        near = by_size[picture.width, picture.height]
        group = next((group for group in near if _is_same(group[0].box, picture.box)), None)
        if group is None:
            group = []
            near.append(group)
            groups.append(group)
        group.append(picture)
    return groups


def _is_same(a: Box, b: Box) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) < _PLACE


def _alike(group: list[Picture], pictures: Mapping[str, bytes]) -> bool:
    """Whether the first picture, one in the middle and the last have the same pixels."""
    step = max((len(group) - 1) // (_LOOKED_AT - 1), 1)
    files = [pictures.get(one.name) for one in (*group[:-1:step], group[-1])]
    return bool(files[0]) and all(a == b for a, b in pairwise(files))


def _says(picture: Picture, document: Document) -> bool:
    """Whether a running title or a page number stands in the picture: its text would be there twice."""
    return any(
        piece.place.page == picture.page and picture.box.overlap(piece.place.box) > 0 for piece in document.furniture
    )
