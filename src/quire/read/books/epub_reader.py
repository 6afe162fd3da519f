"""EPUB 2 and 3: the files of the spine as one document.

The archive is never extracted to disk. Names are resolved inside it, and sizes are counted while decompressing. Front
and back matter (covers, imprint, licence, the book's own contents) is left out of the text and named in the document's
warnings.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from quire.errors import DamagedDocument, DocumentTooBig, ProtectedDocument
from quire.model.block import Block, Figure, Heading
from quire.model.document import Document
from quire.model.page import Metadata, OutlineItem, Picture
from quire.model.traversal import text_of
from quire.read.books.book_images import COVER, MAX_PICTURE_BYTES, KeepPicture, PictureStore
from quire.read.books.epub_headings import (
    as_listed,
    below_listed,
    levelled,
    sink_unlisted,
    with_found_titles,
    with_listed,
    with_names,
    with_parts,
    without_note_marks,
    without_running_title,
)
from quire.read.books.xhtml_blocks import FindPicture, epub_types, html_blocks, parse_html

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_epub"]

_MAX_FILES = 20_000
"""Of a book."""
_MAX_FILE = 32 << 20
"""Bytes of one file of a book, decompressed; the longest chapters have a hundredth of it."""
_MAX_TEXT = 256 << 20
"""Bytes of all texts of a book, decompressed."""

_MATTER_TYPES = {
    "cover", "titlepage", "halftitlepage", "imprint", "colophon", "copyright-page", "toc", "landmarks", "loi", "lot",
    "page-list", "seriespage", "other-credits", "contributors",
}  # fmt: skip
_MATTER_TITLE = re.compile(
    r"(?:cover|(?:half[ -]?)?title[ -]?page|imprint|colophon|uncopyright|copyright(?: page| notice)?|legal notice"
    r"|(?:table of )?contents|(?:also|(?:some )?other (?:books|titles|works)) (?:by|from) .*|(?:advance )?praise for .*"
    r"|revision history for the .{1,20} edition|about (?:this|the) (?:e-?book|edition|publisher)|landmarks"
    r"|(?:the full )?project gutenberg.*licen[cs]e"
    r"|封面|扉页|书名页|版权(?:页|信息|声明)?|版權(?:頁|信息|聲明)?|目\s*录|目\s*錄|出版说明页|图书在版编目.*)",
    re.IGNORECASE,
)
_ENCRYPTED = "The book is encrypted (DRM); only a copy without protection can be read."
_FONT_METHODS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def read_epub(path: Path, *, keep: KeepPicture | None = None) -> Document:
    """The book: the blocks of all files of the spine, with the metadata of the package.

    Headings keep the levels of the book's own contents; a file without a heading gets its title from there.

    Args:
        path: the file.
        keep: stores the pictures, each once and unchanged; without it there are no figures. Pictures that cannot be
            shown (see `book_images`) are left out and counted in the warnings.

    Raises:
        DamagedDocument: it is not an EPUB, or nothing in it can be read.
        DocumentTooBig: it exceeds the limits, decompressed.
        ProtectedDocument: its text is encrypted.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _Book(archive, keep).document()
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, OSError) as error:
        raise DamagedDocument from error
    except RuntimeError as error:  # zipfile's word for a member with a password
        raise ProtectedDocument from error


class _Book:
    def __init__(self, archive: zipfile.ZipFile, keep: KeepPicture | None) -> None:
        if len(archive.infolist()) > _MAX_FILES:
            raise DocumentTooBig
        self._archive = archive
        self._names = {_inside(name): name for name in reversed(archive.namelist())}
        self._left = _MAX_TEXT
        self._album = PictureStore(keep) if keep else None
        self._pictures: dict[str, Picture | None] = {}  # by the file's name in the archive
        self._check_protection()
        self._package_path = self._rootfile()
        self._package = parse_html(self._bytes(self._package_path))
        self._items = {
            one.get("id") or "": one
            for one in self._elements(self._package, "item")
            if one.get("id") and one.get("href")
        }

    def document(self) -> Document:
        """The whole book."""
        spine = [
            self._items[ref]
            for one in self._elements(self._package, "itemref")
            if (ref := one.get("idref") or "") in self._items
        ]
        outline = self._outline()
        titles: dict[str, list[tuple[int, str]]] = {}
        for depth, title, target in outline:
            titles.setdefault(target.partition("#")[0], []).append((depth, title))
        out: list[Block] = []
        left_out: list[str] = []
        unmarked: list[tuple[Block, ...]] = []  # files without a heading
        unlisted: list[tuple[int, int, int]] = []  # files that the contents lack: first block, blocks, depth above
        files, above = 0, 1
        for item in spine:
            name = self._resolve(self._package_path, item.get("href") or "")
            if name not in self._names or "nav" in (item.get("properties") or "").split():
                continue
            root = parse_html(self._bytes(name))
            found = html_blocks(root, name=name, find=self._finder(name))
            listed = titles.get(name, [(0, "")])
            entries = [*dropwhile(lambda one: _MATTER_TITLE.fullmatch(one[1].strip()), listed)] or listed
            if _is_front_matter(root, entries[0][1], found):
                left_out.append(entries[0][1] or name)
                continue
            unmarked += [] if any(isinstance(one, Heading) for one in found) else [found]
            found = with_listed(with_names(without_note_marks(found, entries), entries), entries)
            found = without_running_title(found, entries)
            found = with_parts(found, entries)
            files += 1
            if name in titles:
                above = max(1, *(depth for depth, _ in listed))
            elif any(isinstance(one, Heading) for one in found):
                unlisted.append((len(out), len(found), above))
            out += below_listed(as_listed(levelled(found, *entries[0]), entries), entries)
        sink_unlisted(out, unlisted, files)
        if all(isinstance(one, Figure) for one in out):
            raise DamagedDocument
        self._keep_cover()
        out, doubts = with_found_titles(out, unmarked)
        warnings = [f"Left out of the text: {', '.join(left_out)}."] if left_out else []
        if self._album and self._album.refused:
            warnings.append(f"Pictures that cannot be shown: {self._album.refused}.")
        items = tuple(OutlineItem(depth, title, None) for depth, title, _ in outline)
        meta = self._meta()
        return Document(
            (),
            tuple(out),
            meta=meta,
            outline=items,
            language=meta.language,
            warnings=(*warnings, *(doubts or ())),
            levels_weighed=doubts is not None,
        )

    def _meta(self) -> Metadata:
        def value(name: str) -> str:
            found = next((one for one in self._elements(self._package, name) if one.text), None)
            return " ".join((found.text or "").split()) if found is not None else ""

        return Metadata(
            title=value("title"), author=value("creator"), subject=value("subject"), language=value("language")
        )

    def _outline(self) -> list[tuple[int, str, str]]:
        """(depth, title, file with fragment) of the book's contents: EPUB 3's nav, else EPUB 2's NCX."""
        for item in self._items.values():
            if "nav" in (item.get("properties") or "").split():
                found = self._nav(self._resolve(self._package_path, item.get("href") or ""))
                if found:
                    return found
        for item in self._items.values():
            if item.get("media-type") == "application/x-dtbncx+xml":
                return self._ncx(self._resolve(self._package_path, item.get("href") or ""))
        return []

    def _nav(self, name: str) -> list[tuple[int, str, str]]:
        if name not in self._names:
            return []
        root = parse_html(self._bytes(name))
        toc = next((one for one in self._elements(root, "nav") if "toc" in epub_types(one)), None)
        out = []
        for link in self._elements(toc, "a") if toc is not None else ():
            depth = sum(_local(above) == "li" for above in link.iterancestors())
            out.append(
                (max(1, depth), " ".join("".join(link.itertext()).split()), self._resolve(name, link.get("href") or ""))
            )
        return out

    def _ncx(self, name: str) -> list[tuple[int, str, str]]:
        if name not in self._names:
            return []
        out = []
        for point in self._elements(parse_html(self._bytes(name)), "navpoint"):
            depth = 1 + sum(_local(above) == "navpoint" for above in point.iterancestors())
            label = next(self._iter(point, "text"), None)
            content = next(self._iter(point, "content"), None)
            if label is not None and content is not None:
                out.append((depth, " ".join((label.text or "").split()), self._resolve(name, content.get("src") or "")))
        return out

    def _rootfile(self) -> str:
        container = "META-INF/container.xml"
        if container in self._names:
            for one in self._elements(parse_html(self._bytes(container)), "rootfile"):
                name = _inside(one.get("full-path") or "")
                if name in self._names:
                    return name
        for name in self._names:
            if name.endswith(".opf"):
                return name
        raise DamagedDocument

    def _check_protection(self) -> None:
        if "META-INF/encryption.xml" not in self._names:
            return
        for one in self._elements(parse_html(self._bytes("META-INF/encryption.xml")), "encryptionmethod"):
            if not (one.get("Algorithm") or "").startswith(_FONT_METHODS):
                raise ProtectedDocument(_ENCRYPTED)

    def _elements(self, root: _Element, name: str) -> list[_Element]:
        return list(self._iter(root, name))

    @staticmethod
    def _iter(root: _Element, name: str):  # type: ignore[no-untyped-def]  # noqa: ANN205 - an iterator of elements
        return (one for one in root.iter() if _local(one) == name)

    @staticmethod
    def _resolve(base: str, href: str) -> str:
        path, mark, fragment = href.partition("#")
        whole = posixpath.join(posixpath.dirname(base), unquote(path)) if path else base
        return _inside(whole) + mark + fragment

    def _bytes(self, name: str) -> bytes:
        """A file of the archive.

        Raises:
            DocumentTooBig: it exceeds the limits, decompressed, whatever its header says.
        """
        with self._archive.open(self._names[name]) as file:
            data = file.read(_MAX_FILE + 1)
        self._left -= len(data)
        if len(data) > _MAX_FILE or self._left < 0:
            raise DocumentTooBig
        return data

    def _keep_cover(self) -> None:
        """Keep the cover: the item with that property (EPUB 3.3, D.6.2), or the one in EPUB 2's meta element."""
        named = {one.get("content") for one in self._elements(self._package, "meta") if one.get("name") == "cover"}
        for id_, item in self._items.items():
            if self._album and ("cover-image" in (item.get("properties") or "").split() or id_ in named):
                self._album.add(self._stored(self._resolve(self._package_path, item.get("href") or "")), name=COVER)
                return

    def _finder(self, base: str) -> FindPicture | None:
        album = self._album
        if album is None:
            return None

        def find(address: str, alt: str) -> Picture | None:
            name = self._resolve(base, address).partition("#")[0]
            if name not in self._pictures:
                self._pictures[name] = album.add(self._stored(name))
            found = self._pictures[name]
            return found._replace(alt=alt) if found else None

        return find

    def _stored(self, name: str) -> bytes:
        """A picture of the archive; b"" if it is missing, damaged or too large."""
        try:
            with self._archive.open(self._names[name]) as file:
                return file.read(MAX_PICTURE_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, OSError, RuntimeError):
            return b""


def _inside(name: str) -> str:
    """A name inside the archive, with no way out of it."""
    return posixpath.normpath("/" + name.replace("\\", "/")).lstrip("/")


def _local(element: _Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _is_front_matter(root: _Element, title: str, found: tuple[Block, ...]) -> bool:
    """Whether a file is about the edition instead of the book's text.

    `title` is what the contents call it: of several entries the first that names text, as the cover may open a file
    that holds the book.
    """
    body = next((one for one in root.iter() if _local(one) == "body"), root)
    first = [one for one in body if isinstance(one.tag, str)]
    types = epub_types(body) | (epub_types(first[0]) if len(first) == 1 else set())
    if types & _MATTER_TYPES or not found:
        return True
    if all(isinstance(one, Figure) for one in found):
        return _MATTER_TITLE.fullmatch(title.strip()) is not None  # a plate
    heading = next((one for one in found if isinstance(one, Heading)), None)
    named = title or (text_of(heading.spans) if heading else "")
    return _MATTER_TITLE.fullmatch(named.strip()) is not None
