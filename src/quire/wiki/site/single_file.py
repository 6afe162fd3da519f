"""A wiki as one HTML file: all pages and the whole book, with inner links; no scripts, no external resources."""

from __future__ import annotations

import base64
import hashlib

from quire.wiki.figure import MEDIA_TYPES
from quire.wiki.page_types import label
from quire.wiki.site.chapter_outline import sections
from quire.wiki.site.markdown_html import inline_html, page_html
from quire.wiki.site.reading_view import passage_html
from quire.wiki.site.site_content import SiteContent
from quire.wiki.site.site_texts import TEXTS
from quire.wiki.site.templates import render, static_file

__all__ = ["single_html"]


class _Inside:
    """Addresses inside the one file."""

    root = ""

    def __init__(self, content: SiteContent) -> None:
        self._content = content
        self._numbers = {one: number for number, one in enumerate(content.pages, 1)}

    def page(self, page_id: str) -> str:
        return f"#w{self._numbers[page_id]}"

    def passage(self, passage_id: str) -> str:
        return f"#{passage_id}"

    def picture(self, file: str) -> str:
        data = base64.b64encode(self._content.picture(file)).decode()
        return f"data:{MEDIA_TYPES[file.rpartition('.')[2]]};base64,{data}"


def single_html(content: SiteContent) -> bytes:
    """The file."""
    links = _Inside(content)
    style = static_file("site.css")
    text = render(
        "single.html",
        content=content,
        t=TEXTS[content.lang],
        links=links,
        groups=content.by_type(),
        style=style,
        style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        type_label=lambda kind: label(kind, content.lang),
        body=lambda page: page_html(content, page, links),
        sections=sections,
        inline=inline_html,
        html=lambda one: passage_html(one.text, content.figures.get(one.id, ()), links, content.shapes.get(one.id, ())),
    )
    return text.encode("utf-8", "replace")
