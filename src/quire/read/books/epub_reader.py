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
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from quire.errors import DamagedDocument, DocumentTooBig, ProtectedDocument
from quire.model.block import Block, Figure, Heading, Paragraph
from quire.model.document import Document
from quire.model.page import Metadata, OutlineItem, Picture
from quire.read.books.book_images import COVER, MAX_PICTURE_BYTES, KeepPicture, PictureStore
from quire.read.books.emphasis_spans import plain_spans
from quire.read.books.plain_text import paragraph_titles
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
_NOTE_MARK = re.compile(r"(?<=\S)\s?(?:\[\d{1,3}\]|[\u2460-\u2473]|\*)$")
"""The mark of a note at the end of a heading: “[7]”, ①."""
_NUMBER_ALONE = re.compile(
    r"(?:[a-z]+\s+)?(?:\d{1,3}|[IVXLC]+)\W*|第\s*[\d〇零一二三四五六七八九十百]+\s*\w\W*", re.IGNORECASE
)
"""A heading that is nothing but the number of a chapter: “190”, “Chapter I.”, 第一章."""
_COUNTED = re.compile(
    r"(?:[a-z]+\s+)?(?:\d{1,3}|[IVXLC]+)\b\W*|第\s*[\d〇零一二三四五六七八九十百]+\s*\w\W*", re.IGNORECASE
)
"""The number before a title: “2 ” of “2 First Steps”."""
_RUNNING = 2
"""Headings of a file, of which the first may be the title that a template puts above it."""
_FEW_WORDS = 300
"""Characters below a heading that only names the file."""
_MOSTLY_LISTED = 0.6
"""Share of a book's files that its contents list, from which on the others belong to what stands before them."""
_LONG_TEXT, _MOST = 60_000, 0.5
"""Characters of a book, and the share of it in one file without a heading, from which on its titles are in the text."""
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
            found = _with_listed(_with_names(_without_note_marks(found, entries), entries), entries)
            found = _without_running_title(found, entries)
            found = _with_parts(found, entries)
            files += 1
            if name in titles:
                above = max(1, *(depth for depth, _ in listed))
            elif any(isinstance(one, Heading) for one in found):
                unlisted.append((len(out), len(found), above))
            out += _below_listed(_as_listed(_levelled(found, *entries[0]), entries), entries)
        _sink_unlisted(out, unlisted, files)
        if all(isinstance(one, Figure) for one in out):
            raise DamagedDocument
        self._keep_cover()
        out, doubts = _with_found_titles(out, unmarked)
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
    named = title or (_said(heading) if heading else "")
    return _MATTER_TITLE.fullmatch(named.strip()) is not None


def _with_listed(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with headings for the paragraphs that only the contents tell to be such.

    Files made from other formats have them as bold paragraphs. The last paragraph that says an entry is its heading, as
    the book's own list of contents stands before it; number and name may be two paragraphs.
    """
    out: list[Block] = [*found]
    marked = {_key(_said(one)) for one in found if isinstance(one, Heading)}
    end = len(out)
    for depth, title in reversed(entries):
        key = _key(title)
        if not depth or not key or key in marked:
            continue
        for at in range(end - 1, -1, -1):
            keys = [_key(_said(one)) if isinstance(one, Paragraph) else "" for one in out[at : at + 2]]
            if keys[0] and key in {keys[0], "".join(keys)}:
                out[at : at + 1 + (keys[0] != key)] = [Heading(min(6, depth), plain_spans(title), ())]
                end = at
                break
    return tuple(out)


def _with_names(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the titles of the contents for headings that are numbers alone: “190 The Fir Tree”.

    A heading with the rest of the title right below it goes; one farther below becomes a section.
    """
    said = [_said(one).strip() if isinstance(one, Heading) else "" for one in found]
    known = {*map(_key, said)}
    waiting = [title for depth, title in entries if depth and _key(title) not in known]
    out: list[Block] = []
    rest = ""
    for one, text in zip(found, said, strict=True):
        if rest and isinstance(one, Heading) and _key(text) == rest:
            out += [] if isinstance(out[-1], Heading) else [replace(one, level=6)]
            rest = ""
            continue
        alone = isinstance(one, Heading) and _NUMBER_ALONE.fullmatch(text)
        named = [title for title in waiting if alone and re.match(rf"{re.escape(text)}(?![\w.])", title, re.IGNORECASE)]
        if isinstance(one, Heading) and len(named) == 1:
            waiting.remove(named[0])
            out.append(replace(one, spans=plain_spans(named[0])))
            rest = _key(named[0]).removeprefix(_key(text))
        else:
            out.append(one)
    return tuple(out)


def _with_parts(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the titles of parts before its first chapter, where only the contents name these.

    The first entries of the file, each below the one before, up to the first heading; all of them where it has none.
    """
    first = next((at for at, one in enumerate(found) if isinstance(one, Heading)), len(found))
    said = [_key(_said(one)) for one in found if isinstance(one, Heading)]
    steps = (at for at, (one, below) in enumerate(pairwise(entries), 1) if below[0] <= one[0])
    chain = entries[: next(steps, len(entries))]
    end = next((at for at, (_, title) in enumerate(chain) if said and _key(title) == said[0]), 0)
    end = end if said or len(chain) < len(entries) else len(chain)
    parts = [Heading(min(6, depth), plain_spans(title), ()) for depth, title in chain[:end] if depth and title]
    if any(_key(_said(one)) in said for one in parts) or (not said and len(parts) == 1):
        return found
    at = first if said else 0
    return (*found[:at], *parts, *found[at:])


def _sink_unlisted(blocks: list[Block], unlisted: Sequence[tuple[int, int, int]], files: int) -> None:
    """Move the headings of files that the contents lack below the entry before, where the contents list most files.

    Not below an entry of the first depth: what follows a chapter may be one.

    Args:
        blocks: of the book; changed in place.
        unlisted: such files, each with its first block, how many it has, and the depth of the last entry before it.
        files: of the book that hold text.
    """
    if len(unlisted) > (1 - _MOSTLY_LISTED) * files:
        return
    for first, count, above in unlisted:
        inside = range(first, first + count)
        highest = min((one.level for at in inside if isinstance(one := blocks[at], Heading)), default=0)
        for at in inside if above > 1 and highest <= above else ():
            one = blocks[at]
            if isinstance(one, Heading):
                blocks[at] = replace(one, level=min(6, one.level + above + 1 - highest))


def _with_found_titles(
    blocks: list[Block], unmarked: Sequence[tuple[Block, ...]]
) -> tuple[list[Block], tuple[str, ...] | None]:
    """The blocks with the titles that a plain text would have, where most of a book is in one file without a heading.

    Recognised scans are such: what the contents call “Pages” is the whole book. With what is doubted of the titles;
    None where the file's own headings stay.
    """
    sizes = [sum(len(_said(one)) for one in found if isinstance(one, Paragraph)) for found in unmarked]
    whole = sum(len(_said(one)) for one in blocks if isinstance(one, Paragraph | Heading))
    if whole < _LONG_TEXT or max(sizes, default=0) <= _MOST * whole:
        return blocks, None
    own = [one for one in blocks if not isinstance(one, Heading)]
    titles, doubt = paragraph_titles([_said(one) if isinstance(one, Paragraph) else "" for one in own])
    if not titles:
        return blocks, None
    out: list[Block] = []
    for at, one in enumerate(own):
        level, title = titles.get(at, (0, ""))
        out += [Heading(level, plain_spans(title), ())] if title else [] if at in titles else [one]
    return out, (doubt,) if doubt else ()


def _without_note_marks(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the headings that the contents list without the mark of a note behind them (“[7]”)."""
    titles = {_key(title): title for _, title in entries}
    bare = {one: _NOTE_MARK.sub("", _said(one)) for one in found if isinstance(one, Heading)}
    marked = {one: titles[_key(text)] for one, text in bare.items() if text != _said(one) and _key(text) in titles}
    return tuple(
        replace(one, spans=plain_spans(marked[one])) if isinstance(one, Heading) and one in marked else one
        for one in found
    )


def _without_running_title(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file without the title that a template puts above it: “First Steps”, then “2 First Steps”.

    The contents list only the second one. The few words below the first one follow the second.
    """
    heads = [at for at, one in enumerate(found) if isinstance(one, Heading)]
    said = {at: _said(one).strip() for at in heads if isinstance(one := found[at], Heading)}
    listed = {_key(title) for depth, title in entries if depth}
    if len(heads) < _RUNNING or _key(said[heads[0]]) in listed:
        return found
    first, end = heads[:2]
    bare = _key(said[first])
    own = next((at for at in heads[1:] if _key(said[at]) in listed and _key(_uncounted(said[at])) == bare), 0)
    words = sum(len(_said(one)) for one in found[first + 1 : end] if isinstance(one, Paragraph))
    if not own or words > _FEW_WORDS:
        return found
    return (*found[:first], *found[end : own + 1], *found[first + 1 : end], *found[own + 1 :])


def _uncounted(title: str) -> str:
    """A title without the number before it."""
    hit = _COUNTED.match(title)
    return title[hit.end() :] if hit else title


def _as_listed(found: list[Block], entries: Sequence[tuple[int, str]]) -> list[Block]:
    """The blocks of a file with the headings that the contents list at the levels of these."""
    depths = {_key(title): min(6, depth) for depth, title in reversed(entries) if depth}
    return [
        replace(one, level=depths.get(_key(_said(one)), one.level)) if isinstance(one, Heading) else one
        for one in found
    ]


def _below_listed(found: list[Block], entries: Sequence[tuple[int, str]]) -> list[Block]:
    """The blocks of a file with the headings that the contents do not list below the listed one before them.

    Only in a file whose entries all are headings, or whose only entry names its first one in other words.
    """
    keys = {_key(title) for depth, title in entries if depth}
    heads = {at: _key(_said(one)) for at, one in enumerate(found) if isinstance(one, Heading)}
    listed = {at: key for at, key in heads.items() if key in keys}
    if len(keys) == 1 and not listed:
        listed = dict.fromkeys([*heads][:1], next(iter(keys)))
    if len({*listed.values()}) < len(keys):
        return found
    out: list[Block] = []
    above = 0
    for at, one in enumerate(found):
        sunk = isinstance(one, Heading) and above > 0 and at not in listed
        out.append(replace(one, level=min(6, max(one.level, above + 1))) if isinstance(one, Heading) and sunk else one)
        above = one.level if isinstance(one, Heading) and at in listed else above
    return out


def _said(block: Heading | Paragraph) -> str:
    return "".join(span.text for span in block.spans)


def _key(title: str) -> str:
    return re.sub(r"[\W_]+", "", title).lower()


def _levelled(found: tuple[Block, ...], depth: int, title: str) -> list[Block]:
    first = next((one for one in found if isinstance(one, Heading)), None)
    if all(isinstance(one, Figure) for one in found):
        return [*found]
    if first is None:
        return [*([Heading(depth or 1, plain_spans(title), ())] if title else []), *found]
    if not depth:
        return list(found)
    shift = depth - first.level
    shifted: list[Block] = [
        replace(one, level=min(6, max(1, one.level + shift))) if isinstance(one, Heading) else one for one in found
    ]
    said = _said(first)
    at = shifted.index(replace(first, level=depth))
    if (
        title
        and len(title) > len(said)
        and title.endswith(said) is False
        and said.strip(" .")
        and title.startswith(said)
    ):
        # "I" in the text, "I: The Beginning" in the contents: the contents have more
        shifted[at] = Heading(depth, plain_spans(title), ())
    return shifted
