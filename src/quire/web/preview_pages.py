"""A wiki's pages as HTML: Markdown without raw HTML, cleaned once more, links and citations that lead somewhere."""

from __future__ import annotations

import functools
import html
import re
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from quire.errors import NotFound
from quire.wiki.opened import Leaf, Opened
from quire.wiki.page import Page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_CITATION = re.compile(r"\[\^(p\d+)\](?!:)")
_LINK = re.compile(r"\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_TAGS = {
    *("a", "abbr", "b", "blockquote", "br", "code", "dd", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr"),
    *("i", "li", "ol", "p", "pre", "s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
_WORDS = {
    "zh": {"index": "目录", "sources": "出处", "backlinks": "链接到此页", "missing": "没有这个页面。"},
    "en": {"index": "Contents", "sources": "Sources", "backlinks": "Linked from", "missing": "There is no such page."},
}


def index(opened: Opened, base: str) -> str:
    """The start page: every page by its type."""
    groups: dict[str, list[Leaf]] = defaultdict(list)
    for leaf in opened.leaves.values():
        groups[leaf.type].append(leaf)
    parts = [f"<h1>{html.escape(opened.wiki.name)}</h1>"]
    for kind, leaves in sorted(groups.items()):
        items = "".join(f"<li>{_anchor(base, leaf.id, leaf.title)}</li>" for leaf in leaves)
        parts.append(f"<h2>{html.escape(kind)}</h2><ul>{items}</ul>")
    return _document(opened, base, opened.wiki.name, "".join(parts))


def page(opened: Opened, page_id: str, base: str) -> str:
    """One page with its sources and backlinks.

    Raises:
        NotFound: there is none.
    """
    found = opened.page(page_id)
    words = _words(opened)
    parts = [f"<h1>{html.escape(found.title)}</h1>", _body(opened, found, base)]
    leaf = opened.leaves[page_id]
    if leaf.cites:
        parts.append(f"<h2>{words['sources']}</h2><ul>{''.join(_source(opened, one) for one in leaf.cites)}</ul>")
    back = [opened.leaves[one] for one in opened.backlinks.get(page_id, ())]
    if back:
        items = "".join(f"<li>{_anchor(base, one.id, one.title)}</li>" for one in back)
        parts.append(f"<h2>{words['backlinks']}</h2><ul>{items}</ul>")
    return _document(opened, base, found.title, "".join(parts))


def missing(opened: Opened, base: str) -> str:
    """What stands in place of a page that is not there."""
    sentence = _words(opened)["missing"]
    return _document(opened, base, sentence, f"<p>{sentence}</p>")


def _body(opened: Opened, found: Page, base: str) -> str:
    """The body as HTML."""
    import nh3

    marked = _CITATION.sub(lambda m: f"[{m.group(1)}](#{m.group(1)})", _LINK.sub(_linked(opened, base), found.body))
    return nh3.clean(
        _markdown().render(marked),
        tags=_TAGS,
        attributes={"a": {"href", "title"}, "td": {"align"}, "th": {"align"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def _linked(opened: Opened, base: str) -> Callable[[re.Match[str]], str]:
    """Turns a wiki link into a Markdown one; a link to nowhere stays its words."""

    def link(found: re.Match[str]) -> str:
        label = re.sub(r"([\\`*_\[\]<>])", r"\\\1", (found.group(2) or found.group(1)).strip())
        target = opened.names.get(" ".join(found.group(1).split()).casefold())
        return f"[{label}]({_address(base, target)})" if target else label

    return link


@functools.cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def _source(opened: Opened, passage_id: str) -> str:
    try:
        passage = opened.wiki.passage(passage_id)
    except NotFound:
        return f'<li id="{passage_id}">{passage_id}</li>'
    chapter = f"<b>{html.escape(passage.chapter)}</b> " if passage.chapter else ""
    return f'<li id="{passage_id}">{chapter}{html.escape(passage.text)}</li>'


def _anchor(base: str, page_id: str, title: str) -> str:
    return f'<a href="{html.escape(_address(base, page_id))}">{html.escape(title)}</a>'


def _address(base: str, page_id: str) -> str:
    return f"{base}page/{quote(page_id, safe='')}"


def _words(opened: Opened) -> dict[str, str]:
    return _WORDS[opened.wiki.lang]


def _document(opened: Opened, base: str, title: str, body: str) -> str:
    lang = opened.wiki.lang
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{html.escape(title)}</title><link rel="stylesheet" href="{base}style.css"></head>'
        f'<body><nav><a href="{base}">{_words(opened)["index"]}</a></nav><main>{body}</main></body></html>'
    )
