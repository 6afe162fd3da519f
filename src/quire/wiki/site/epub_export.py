"""A wiki as an EPUB 3 (W3C EPUB 3.3): pages by type, then the book's chapters, one file each, with inner links."""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from typing import NamedTuple

from quire.wiki.figure import MEDIA_TYPES
from quire.wiki.page_types import label
from quire.wiki.site.chapter_outline import sections
from quire.wiki.site.markdown_html import inline_html, page_html
from quire.wiki.site.reading_view import passage_html
from quire.wiki.site.site_content import BookPart, SiteContent
from quire.wiki.site.site_texts import TEXTS
from quire.wiki.site.templates import render
from quire.wiki.wiki_page import Page

__all__ = ["epub"]

_MADE = (1980, 1, 1, 0, 0, 0)
"""The date of every member: unchanged input gives the same bytes."""

_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_MATH = re.compile(r'<math( display="block")? data-latex=')
_STYLE = """body { line-height: 1.6; margin: 0 4%; }
h1, h2, h3 { line-height: 1.3; page-break-after: avoid; }
pre { white-space: pre-wrap; font-size: .85em; border: 1px solid #8888; padding: .5em; }
table { border-collapse: collapse; } td, th { border: 1px solid #8888; padding: .2em .5em; }
figure { margin: 1em 0; text-align: center; } img { max-width: 100%; height: auto; } figcaption { font-size: .9em; }
blockquote { margin: .3em 0 .3em 1em; font-size: .9em; }
math .bold { font-weight: bold; }
math .overline { border-top: .06em solid; } math .underline { border-bottom: .06em solid; }
math .left { text-align: left; } math .right { text-align: right; } math .close mtd { padding: 0; border: 0; }
.cite { font-size: .7em; line-height: 0; } .aliases, .cited { font-size: .9em; }
"""


class _Item(NamedTuple):
    """A file of the book."""

    id: str
    name: str
    title: str
    text: str

    @property
    def has_formulas(self) -> bool:
        """Whether the package must say so (EPUB 3.3, 5.2.1, `mathml`)."""
        return "<math " in self.text


class _Files:
    """Addresses between the files."""

    def __init__(self, content: SiteContent) -> None:
        self._content = content
        self._numbers = {one: number for number, one in enumerate(content.pages, 1)}

    def page(self, page_id: str) -> str:
        return f"page{self._numbers[page_id]}.xhtml"

    def passage(self, passage_id: str) -> str:
        return f"{self.part(self._content.part_of[passage_id])}#{passage_id}"

    def part(self, part: BookPart) -> str:
        return f"text{part.number}.xhtml"

    def picture(self, file: str) -> str:
        return f"pictures/{file}"


def epub(content: SiteContent) -> bytes:
    """The book as bytes."""
    links = _Files(content)
    groups = [
        (label(kind, content.lang), [_page(content, page, links) for page in pages])
        for kind, pages in content.by_type().items()
    ]
    groups.append((TEXTS[content.lang]["text"], [_part(content, part, links) for part in content.parts]))
    groups = [group for group in groups if group[1]]
    title = _Item("title", "title.xhtml", content.title, _render(content, "epub_title.html"))
    items = [title, *(item for _, inside in groups for item in inside)]
    package = _render(
        content,
        "epub_package.html",
        items=items,
        identifier=_identifier(items),
        pictures=[(f"pictures/{file}", MEDIA_TYPES[file.rpartition(".")[2]]) for file in content.picture_files()],
        modified=max((page.updated for page in content.pages.values()), default=None),
    )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        _put(archive, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)  # first and plain: OCF 3.3, 4.2
        _put(archive, "META-INF/container.xml", _CONTAINER)
        _put(archive, "book/book.opf", package)
        _put(archive, "book/nav.xhtml", _render(content, "epub_nav.html", groups=groups))
        _put(archive, "book/style.css", _STYLE)
        for item in items:
            _put(archive, f"book/{item.name}", item.text)
        for file in content.picture_files():
            _put(archive, f"book/pictures/{file}", content.picture(file), zipfile.ZIP_STORED)  # packed already
    return held.getvalue()


def _put(archive: zipfile.ZipFile, name: str, content: str | bytes, method: int = zipfile.ZIP_DEFLATED) -> None:
    info = zipfile.ZipInfo(name, _MADE)
    info.compress_type = method
    info.external_attr = 0o644 << 16
    archive.writestr(info, content if isinstance(content, bytes) else content.encode("utf-8", "replace"))


def _identifier(items: list[_Item]) -> str:
    """A name of this very content: equal wikis give equal books."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, "\n".join(item.text for item in items)))


def _page(content: SiteContent, page: Page, links: _Files) -> _Item:
    text = _render(
        content,
        "epub_page.html",
        page=page,
        body=_xhtml(page_html(content, page, links)),
        quotes=content.quotes(page),
        inline=inline_html,
        links=links,
    )
    name = links.page(page.id)
    return _Item(name.removesuffix(".xhtml"), name, page.title, text)


def _part(content: SiteContent, part: BookPart, links: _Files) -> _Item:
    text = _render(
        content,
        "epub_part.html",
        part=part,
        sections=sections(part),
        inline=inline_html,
        html=lambda one: _xhtml(
            passage_html(one.text, content.figures.get(one.id, ()), links, content.shapes.get(one.id, ()))
        ),
        links=links,
    )
    name = links.part(part)
    return _Item(name.removesuffix(".xhtml"), name, part.title, text)


def _render(content: SiteContent, template: str, **values: object) -> str:
    made = render(template, content=content, t=TEXTS[content.lang], **values)
    return _MATH.sub(r'<math xmlns="http://www.w3.org/1998/Math/MathML"\1 alttext=', made)


def _xhtml(fragment: str) -> str:
    """The same markup as well-formed XML."""
    from lxml import etree, html

    whole = html.fragment_fromstring(fragment, create_parent="div")
    for one in whole.iter("td", "th"):
        one.attrib.pop("align", None)  # HTML of today has no such attribute
    for one in whole.iter("a"):
        one.attrib.pop("title", None)
    for one in whole.iter("img"):
        one.attrib.pop("loading", None)
    return str(etree.tostring(whole, method="xml", encoding="unicode"))
