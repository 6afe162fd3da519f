"""The blocks of a book's HTML: headings, paragraphs, lists, tables, quotations, code, notes.

The parser resolves no entities of the file and opens nothing.
"""

from __future__ import annotations

import html
import html.entities
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from quire.errors import DamagedDocument
from quire.model.block import Block, Code, Figure, Heading, Item, List, Note, Paragraph, Quote, Table
from quire.model.page import Picture
from quire.model.table import Cell, Grid
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["FindPicture", "epub_types", "html_blocks", "parse_html"]

FindPicture = Callable[[str, str], Picture | None]
"""The picture of an address in the file, with its alternative text; None if it cannot be shown."""

_XLINK = "{http://www.w3.org/1999/xlink}href"
_TYPE = "{http://www.idpf.org/2007/ops}type"
_SKIPPED = {"script", "style", "head", "nav", "template", "svg", "object", "iframe", "noscript", "rp", "rt", "button"}
_FLOW = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html",
    "li", "main", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
}  # fmt: skip
_LOOKS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "dfn": "italic", "cite": "italic", "var": "italic",
    "code": "mono", "tt": "mono", "kbd": "mono", "samp": "mono",
}  # fmt: skip
_NOTES = {"footnote", "endnote", "rearnote", "note"}
_DEEPEST = 120
"""Levels of nested elements that are read."""


def parse_html(data: bytes) -> _Element:
    """The root of an XHTML or HTML file; names are without namespace.

    Raises:
        DamagedDocument: there is nothing to read.
    """
    from lxml import etree

    secure = {"no_network": True, "huge_tree": False, "remove_comments": True, "remove_pis": True}
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, load_dtd=False, **secure))
    except (etree.XMLSyntaxError, ValueError):
        try:
            root = etree.fromstring(data, etree.HTMLParser(recover=True, **secure))
        except (etree.XMLSyntaxError, ValueError):
            root = None
    if root is None:
        raise DamagedDocument
    return root


def epub_types(element: _Element) -> set[str]:
    """The words of an element's epub:type and role."""
    words = f"{element.get(_TYPE) or element.get('epub:type') or ''} {(element.get('role') or '').removeprefix('doc-')}"
    return set(words.split())


def html_blocks(root: _Element, *, name: str = "", find: FindPicture | None = None) -> tuple[Block, ...]:
    """The blocks of an HTML file in order; the text is the same with pictures and without.

    Args:
        root: the file.
        name: distinguishes the ids of its notes from those of other files.
        find: finds the file's pictures; without it they are left out.
    """
    walker = _Walker(name, find)
    body = next((one for one in root.iter() if _tag(one) == "body"), root)
    walker.flow(body, Emphasis(), 0)
    walker.end()
    return tuple(walker.out)


class _Walker:
    def __init__(self, name: str, find: FindPicture | None) -> None:
        self.out: list[Block] = []
        self._name = name
        self._find = find
        self._runs = SpanBuilder()
        self._figures: list[Figure] = []  # of the open paragraph: they follow it, so that it stays one

    def end(self) -> None:
        """Close the open paragraph."""
        spans = self._runs.take()
        if spans:
            self.out.append(Paragraph(spans, ()))
        self.out += self._figures
        self._figures = []

    def flow(self, element: _Element, look: Emphasis, depth: int) -> None:
        """An element's content."""
        self._text(element.text, look)
        for child in element:
            self._child(child, look, depth + 1)
            self._text(child.tail, look)

    def _child(self, child: _Element, look: Emphasis, depth: int) -> None:
        tag = _tag(child)
        if not tag:
            self._text(_entity(child), look)
        elif tag == "svg":
            self._figures += self._pictures(child)
        elif tag in _SKIPPED or depth > _DEEPEST:
            return
        elif tag in _FLOW or epub_types(child) & _NOTES:
            self.end()
            self._block(child, tag, depth)
            self.end()
        else:
            self._inline(child, tag, look, depth)

    def _block(self, child: _Element, tag: str, depth: int) -> None:
        if epub_types(child) & _NOTES:
            self._note(child, depth)
        elif re.fullmatch(r"h[1-6]", tag):
            spans = self._inner_spans(child)
            if spans:
                self.out.append(Heading(int(tag[1]), spans, ()))
            self._figures += self._pictures(child)
        elif tag in {"ul", "ol", "dd"}:
            self._list(child, depth, tag)
        elif tag == "table":
            self._table(child)
        elif tag == "pre":
            self.out.append(Code("".join(_strings(child)).strip("\n"), ()))
        elif tag == "blockquote":
            inner = self._inner(child, depth)
            if inner:
                self.out.append(Quote(inner, ()))
        elif tag != "hr" and not (tag == "figure" and self._figure(child, depth)):
            self.flow(child, Emphasis(), depth)

    def _inline(self, child: _Element, tag: str, look: Emphasis, depth: int) -> None:
        if tag == "br":
            self._runs.add("\n", look)
        elif tag == "img":
            self._figures += self._pictures(child)
        elif tag == "math":
            self._runs.add(child.get("alttext") or "".join(_strings(child)), look)
        elif tag == "a" and ("noteref" in epub_types(child) or self._is_mark(child)):
            self._runs.add("".join(_strings(child)), look, note=f"{self._name}{child.get('href') or ''}")
        else:
            field = _LOOKS.get(tag)
            self.flow(child, look._replace(**{field: True}) if field else look, depth)

    def _is_mark(self, child: _Element) -> bool:
        """Whether a link is a note mark: a raised number or sign that leads to a place in the book."""
        mark = "".join(_strings(child)).strip()
        raised = _tag(child.getparent()) == "sup" or any(_tag(one) == "sup" for one in child)
        return raised and "#" in (child.get("href") or "") and re.fullmatch(r"\[?[\d*†‡§①-⑳]{1,4}\]?", mark) is not None

    def _note(self, child: _Element, depth: int) -> None:
        inner = self._inner(child, depth)
        if inner:
            self.out.append(Note(f"{self._name}#{child.get('id') or len(self.out)}", "", inner, ()))

    def _list(self, child: _Element, depth: int, tag: str) -> None:
        """Add the items of a list; the description of a term is a list of one item without a marker."""
        if tag == "dd":
            inner = self._inner(child, depth)
            self.out += [List((Item("", inner),), ())] if inner else []
            return
        items, ordered = [], tag == "ol"
        for at, one in enumerate((one for one in child if _tag(one) == "li"), 1):
            if epub_types(one) & _NOTES:
                self._note(one, depth)
                continue
            inner = self._inner(one, depth)
            if inner:
                items.append(Item(f"{at}." if ordered else "•", inner))
        if items:
            self.out.append(List(tuple(items), (), ordered))

    def _table(self, child: _Element) -> None:
        rows = [row for row in child.iter() if _tag(row) == "tr"]
        cells, width = [], 0
        for at, row in enumerate(rows):
            col = 0
            for one in row:
                if _tag(one) in {"td", "th"}:
                    cells.append(Cell(at, col, self._inner_spans(one), header=_tag(one) == "th"))
                    col += 1
            width = max(width, col)
        if cells:
            self.out.append(Table(Grid(len(rows), width, tuple(cells)), ()))
        self._figures += self._pictures(child)

    def _figure(self, child: _Element, depth: int) -> bool:
        """Add a figure whose only text is a caption of one paragraph; False for others, which are read as text."""
        captions = [one for one in child.iter() if _tag(one) == "figcaption"]
        if len(captions) != 1 or "".join(_strings(child)).strip() != "".join(_strings(captions[0])).strip():
            return False
        inner = [one for one in self._inner(captions[0], depth) if not isinstance(one, Figure)]
        found = self._pictures(child)
        if len(inner) != 1 or not isinstance(inner[0], Paragraph) or not found:
            return False
        order = [_tag(one) for one in child.iter() if _tag(one) in {"figcaption", "img", "image"}]
        above = order[0] == "figcaption"
        at = 0 if above else len(found) - 1
        found[at] = Figure(found[at].picture, (), inner[0].spans, above)
        self._figures += found
        return True

    def _pictures(self, element: _Element) -> list[Figure]:
        """The pictures in an element, whatever stands around them."""
        out = []
        for one in element.iter() if self._find else ():
            address = one.get("src") if _tag(one) == "img" else one.get(_XLINK) or one.get("href")
            if _tag(one) in {"img", "image"} and address and self._find:
                said = " ".join((one.get("alt") or one.get("title") or "").split())
                found = self._find(address, said)
                out += [Figure(found, ())] if found else []
        return out

    def _inner(self, child: _Element, depth: int) -> tuple[Block, ...]:
        inner = _Walker(self._name, self._find)
        inner.flow(child, Emphasis(), depth)
        inner.end()
        return tuple(inner.out)

    def _inner_spans(self, child: _Element) -> tuple:  # type: ignore[type-arg]  # of spans
        inner = _Walker(self._name, None)
        for text in _strings(child, notes=False):
            inner._runs.add(text.replace("\n", " "))
        return inner._runs.take()

    def _text(self, text: str | None, look: Emphasis) -> None:
        if text:
            self._runs.add(text.replace("\n", " "), look)


def _strings(element: _Element, *, notes: bool = True) -> Iterator[str]:
    """The texts inside an element; `notes=False` leaves the marks of notes out."""
    if element.text:
        yield element.text
    for child in element:
        tag = _tag(child)
        if not tag:
            yield _entity(child)
        elif tag == "br":
            yield "\n"
        elif tag not in _SKIPPED and (notes or "noteref" not in epub_types(child)):
            yield from _strings(child, notes=notes)
        if child.tail:
            yield child.tail


def _tag(element: _Element | None) -> str:
    """The local name in lower case; "" for other nodes."""
    if element is None or not isinstance(element.tag, str):
        return ""
    return element.tag.rpartition("}")[2].lower()


def _entity(element: _Element) -> str:
    """The text of an unresolved entity; only HTML's own names are known."""
    name = getattr(element, "name", None)
    return html.unescape(f"&{name};") if isinstance(name, str) and name in _HTML_NAMES else ""


_HTML_NAMES = frozenset(name.rstrip(";") for name in html.entities.html5)
