"""The structure tree of a tagged PDF: which element owns which marked content (ISO 32000-1, 14.7).

`StructureTree` looks up the tags of a page in the file's own tables on demand. For files that it cannot read, PDFium
builds a page's whole tree at once: `elements_of`, and the same in the accelerator (`native/structure_elements.c`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from quire.model.page import Tag
from quire.read.pdf.catalog import utf16_string
from quire.read.pdf.pdf_objects import PdfObjects, UnreadableObjects
from quire.read.pdf.pdf_tokens import Name, Ref, Value

_MAX_ELEMENTS = 20_000  # of a page; more are an attack. `native/structure_elements.c` has the same limits
_MAX_DEPTH = 64
_ROLES_WITH_ALT = {"Figure", "Formula"}  # their alternative text is kept
_PAGE_STEP = 1 << 20  # element ids: the page's number times this, plus the index in its list

Element = tuple[int, str, str, list[int]]
"""A structure element: index of its parent (-1: none), standard role, alternative text, marked-content ids."""


class _Element(NamedTuple):
    """The properties of a structure element; "" and None for missing ones."""

    role: str
    alt: str
    parent: int | None  # object number


_NO_TAG = Tag((), ())


class StructureTree:
    """The structure tree of a document; elements are read when a tag is requested."""

    def __init__(self, path: Path, page_count: int) -> None:
        """Find the pages and the tables of their marked content.

        Raises:
            Unreadable: they are missing or in an unusual form.
        """
        self._objects = PdfObjects(path)
        root = self._objects.root()
        tree = self._objects.dictionary(root.get("StructTreeRoot"))
        self._keys = self._page_keys(root.get("Pages"), page_count)
        self._owners = self._parent_tree(tree.get("ParentTree"))
        if len(self._keys) != page_count or not self._owners:
            raise UnreadableObjects
        self._roles = self._objects.dictionary(tree.get("RoleMap"))
        self._elements: dict[int, _Element] = {}
        self._tags: dict[int, Tag] = {}

    def tags(self, number: int) -> Mapping[int, Tag]:
        """The tags of page `number` by marked-content id."""
        return _PageTags(self, self._owners.get(self._keys[number - 1]))

    def owners(self, entry: Value) -> list[bytes]:
        """The numbers of the elements that own a page's marked content, by its id, as written; b"" for none."""
        return self._objects.referenced_numbers(entry)

    def tag(self, number: int) -> Tag:
        """The tag of the element with this object number; each element is read once, as a root can list thousands."""
        if number in self._tags:
            return self._tags[number]
        chain: list[int] = []
        parent: int | None = number
        while parent is not None and parent not in self._tags and parent not in chain and len(chain) < _MAX_DEPTH:
            chain.append(parent)
            if parent not in self._elements:
                self._elements[parent] = self._element(parent)
            parent = self._elements[parent].parent
        above = self._tags.get(parent, _NO_TAG) if parent is not None else _NO_TAG
        for own in reversed(chain):
            role, alt, _ = self._elements[own]
            above = Tag((*above.roles, role), (*above.path, own), alt) if role else _NO_TAG
            self._tags[own] = above
        return self._tags[number]

    def _element(self, number: int) -> _Element:
        plain = self._objects.structure_element(number)
        if plain is not None:
            role = self._standard(plain[0])
            return _Element(role, "", plain[1] if role else None)
        entries = self._objects.names_and_references(number)
        name, parent = entries.get("S"), entries.get("P")
        role = self._standard(name) if isinstance(name, Name) else ""
        alt = self._objects.resolved(entries.get("Alt")) if role in _ROLES_WITH_ALT else ""
        alt = alt.replace("\0", "").strip() if isinstance(alt, str) else ""
        return _Element(role, alt, parent.number if role and isinstance(parent, Ref) else None)

    def _standard(self, role: str) -> str:
        """The standard type that a role stands for."""
        for _ in range(_MAX_DEPTH):
            meant = self._roles.get(role)
            if not isinstance(meant, Name) or meant == role:
                break
            role = meant
        return str(role)

    def _page_keys(self, pages: Value, page_count: int) -> list[int]:
        """The key of each page in the parent tree, -1 for a page without tags."""
        keys: list[int] = []
        stack, seen = [pages], set[int]()
        while stack and len(keys) <= page_count:
            node = stack.pop()
            if isinstance(node, Ref):
                if node.number in seen:
                    break
                seen.add(node.number)
            key = self._objects.single_number(node, b"/StructParents", without=b"/Kids")
            if key is not None:  # a page in the usual form
                keys.append(key)
                continue
            entries = self._objects.dictionary(node)
            if "Kids" in entries:
                stack.extend(reversed(self._objects.array(entries["Kids"])))
            else:
                named = entries.get("StructParents")
                keys.append(named if isinstance(named, int) else -1)
        return keys

    def _parent_tree(self, tree: Value) -> dict[int, Value]:
        """The entries of the parent tree, a number tree (ISO 32000-1, 7.9.7)."""
        owners: dict[int, Value] = {}
        stack, seen = [tree], set[int]()
        while stack:
            node = stack.pop()
            if isinstance(node, Ref):
                if node.number in seen:
                    continue
                seen.add(node.number)
            entries = self._objects.dictionary(node)
            numbers = self._objects.array(entries.get("Nums"))
            owners.update((k, v) for k, v in zip(numbers[::2], numbers[1::2], strict=False) if isinstance(k, int))
            stack.extend(self._objects.array(entries.get("Kids")))
        return owners


class _PageTags(Mapping[int, Tag]):
    """The tags of a page, each read on demand."""

    def __init__(self, structure: StructureTree, entry: Value) -> None:
        self._structure = structure
        self._entry = entry
        self._owners: list[bytes] | None = None

    def _list(self) -> list[bytes]:
        if self._owners is None:
            self._owners = self._structure.owners(self._entry)
        return self._owners

    def __getitem__(self, mcid: int) -> Tag:
        owners = self._list()
        owner = owners[mcid] if 0 <= mcid < len(owners) else b""
        if not owner:
            raise KeyError(mcid)
        return self._structure.tag(int(owner))

    def __contains__(self, mcid: object) -> bool:
        owners = self._list()  # without reading the tag, as the mapping's own method would
        return isinstance(mcid, int) and 0 <= mcid < len(owners) and bool(owners[mcid])

    def __iter__(self) -> Iterator[int]:
        return (mcid for mcid, owner in enumerate(self._list()) if owner)

    def __len__(self) -> int:
        return sum(map(bool, self._list()))


def tags_of(elements: Sequence[Element], number: int) -> dict[int, Tag]:
    """The tag of each marked-content id of page `number`.

    An element that spans pages has another id on each page, because PDFium does not identify elements.
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
    """The structure elements of a page (the FPDF_PAGE as an integer), parents first, as the accelerator gives them."""
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
        self._left = _MAX_ELEMENTS
        self.elements: list[Element] = []

    def element(self, element: object, parent: int, depth: int) -> None:
        lib = self._lib
        if self._left <= 0 or depth >= _MAX_DEPTH:
            return
        self._left -= 1
        role = utf16_string(lambda buffer, size: int(lib.FPDF_StructElement_GetType(element, buffer, size)))
        alt = ""
        if role in _ROLES_WITH_ALT:
            alt = utf16_string(lambda buffer, size: int(lib.FPDF_StructElement_GetAltText(element, buffer, size)))
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
