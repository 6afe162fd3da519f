"""The tagged structure of a page: which element owns which marked content."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from types import ModuleType

from quire.model.page import Tag
from quire.read.catalog import wide

_MOST_ELEMENTS = 20_000  # on one page; more is an attack. The same numbers stand in `native/`
_DEEPEST = 64
_PAGE_STEP = 1 << 20  # element identities: the page's number times this, plus the place in its list

Element = tuple[int, str, str, list[int]]
"""A structure element: index of its parent (-1: none), standard role, alternative text, marked-content ids."""


def tags_of(elements: Sequence[Element], number: int) -> dict[int, Tag]:
    """The tag of each marked-content id of page `number`.

    An element that goes on over pages has another identity on each of them: PDFium does not tell them apart.
    """
    roles: list[tuple[str, ...]] = []
    paths: list[tuple[int, ...]] = []
    tags: dict[int, Tag] = {}
    for i, (parent, role, alt, ids) in enumerate(elements):
        own = number * _PAGE_STEP + i
        roles.append((*roles[parent], role) if parent >= 0 else (role,))
        paths.append((*paths[parent], own) if parent >= 0 else (own,))
        if ids:
            tags.update(dict.fromkeys(ids, Tag(roles[i], paths[i], alt.replace("\0", "").strip())))
    return tags


def elements_of(lib: ModuleType, page: int) -> list[Element]:
    """The structure elements of a page (the FPDF_PAGE as an integer), parents first: the accelerator's twin."""
    tree = lib.FPDF_StructTree_GetForPage(ctypes.cast(page, lib.FPDF_PAGE))
    if not tree:
        return []
    walk = _Walk(lib)
    try:
        for i in range(lib.FPDF_StructTree_CountChildren(tree)):
            child = lib.FPDF_StructTree_GetChildAtIndex(tree, i)
            if child:
                walk.element(child, -1, 0)
    finally:
        lib.FPDF_StructTree_Close(tree)
    return walk.elements


class _Walk:
    def __init__(self, lib: ModuleType) -> None:
        self._lib = lib
        self._left = _MOST_ELEMENTS
        self.elements: list[Element] = []

    def element(self, element: object, parent: int, depth: int) -> None:
        lib = self._lib
        if self._left <= 0 or depth >= _DEEPEST:
            return
        self._left -= 1
        role = wide(lambda buffer, size: int(lib.FPDF_StructElement_GetType(element, buffer, size)))
        alt = ""
        if role in {"Figure", "Formula"}:
            alt = wide(lambda buffer, size: int(lib.FPDF_StructElement_GetAltText(element, buffer, size)))
        ids: list[int] = []
        own = len(self.elements)
        self.elements.append((parent, role, alt, ids))
        for i in range(lib.FPDF_StructElement_CountChildren(element)):
            mcid = lib.FPDF_StructElement_GetChildMarkedContentID(element, i)
            if mcid >= 0:
                ids.append(mcid)
                continue
            child = lib.FPDF_StructElement_GetChildAtIndex(element, i)
            if child:
                self.element(child, own, depth + 1)
