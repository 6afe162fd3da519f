"""The files of a wiki's site, one by one or all of them.

    index.html              the start page
    page/<name>.html        a page with its sources and backlinks
    book/<number>.html      a chapter of the book's text, with an anchor for every passage
    type/<name>.html        the pages of one type
    names.html              the alphabetical index
    graph.html              the link graph
    pictures/...            the pictures of the book
    assets/...              style, scripts, the search index
    assets/text/...         the index of the book's text

Links between them are relative: the site works from a folder and below any address.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from quire.errors import NotFound
from quire.wiki.definitions import definition_score
from quire.wiki.link_graph import Graph
from quire.wiki.page_types import PARTS, TERMS, PageType, icon, label
from quire.wiki.passage import Passage
from quire.wiki.site.alphabetical_index import alphabetical_index
from quire.wiki.site.chapter_outline import outline, sections
from quire.wiki.site.figure_placement import page_figures
from quire.wiki.site.markdown_html import inline_html, page_html
from quire.wiki.site.reading_view import passage_html
from quire.wiki.site.search_index import index_rows, search_script
from quire.wiki.site.site_content import BookPart, SiteContent, file_stem
from quire.wiki.site.site_texts import TEXTS
from quire.wiki.site.templates import render, static_file, static_names
from quire.wiki.site.text_index import FOLDER, TextIndex
from quire.wiki.tokenization import GENERIC, is_generic_zh
from quire.wiki.wiki_page import Page, citations, plain_text, summary_of

__all__ = ["SiteLinks", "StaticSite"]

_GRAPH = 120
"""Pages in the graph: more of them are a grey ball."""

_FEW = 8
"""Subjects that make a graph of their own."""

_FIRST, _TOP = 12, 6
"""Pages of the first type and of each other one that the start shows."""

_MOST_QUOTES = 60
"""Sources that are shown with their words; a longer list (a timeline has hundreds) is a list of links, and each mark
leads to its passage anyhow."""

_PICTURES = "pictures/"
_UP = "../"
"""From the folder of a page or a chapter to that of the site."""

_DEFINES = 4.0
"""`definition_score` from which on a page begins with what its subject is; such pages are a better start than those
that are only linked from everywhere, and count this much more."""

_USUAL = 0.4
"""What a page counts whose title is a word of every book: "Example", "Value"."""


class SiteLinks:
    """Addresses of things; `root` leads from the file that has them to the site's folder."""

    def __init__(self, content: SiteContent, root: str) -> None:
        self._content = content
        self.root = root

    def page(self, page_id: str) -> str:
        """The link to a page."""
        return f"{self.root}page/{quote(self._content.stems[page_id])}.html"

    def passage(self, passage_id: str) -> str:
        """The link to a passage."""
        return f"{self.part(self._content.part_of[passage_id])}#{passage_id}"

    def part(self, part: BookPart) -> str:
        """The link to a chapter's text."""
        return f"{self.root}book/{part.number}.html"

    def picture(self, file: str) -> str:
        """The address of a picture."""
        return f"{self.root}{_PICTURES}{quote(file)}"

    def type(self, kind: str) -> str:
        """The link to the list of one type."""
        return f"{self.root}type/{quote(file_stem(kind))}.html"


class StaticSite:
    """A site that can be read file by file: nothing is made before it is asked for.

    Args:
        content: the wiki.
        back: address that the head of each page leads back to; "" is none.
    """

    def __init__(self, content: SiteContent, back: str = "") -> None:
        self._content = content
        self._back = back

    @classmethod
    def open(cls, folder: Path) -> StaticSite:
        """The site of the wiki in a folder.

        Raises:
            NotFound: there is no wiki.
        """
        return cls(SiteContent.open(folder))

    def names(self) -> Iterator[str]:
        """The files of the site, as paths with "/"."""
        yield from ("index.html", "names.html", "graph.html", "assets/search.js")
        yield from (f"assets/{name}" for name in static_names())
        yield from self._book.names()
        yield from self._types
        yield from self._pages
        yield from self._parts
        yield from (f"{_PICTURES}{file}" for file in self._content.picture_files())

    def __contains__(self, name: str) -> bool:
        return name in self._all

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(self.names())

    def file(self, name: str) -> bytes:
        """A file of the site.

        Raises:
            NotFound: it has none of this name.
        """
        if name.startswith(_PICTURES) and name in self._all:
            return self._content.picture(name.removeprefix(_PICTURES))
        return self._text(name).encode("utf-8", "replace")

    def page_name(self, page_id: str) -> str:
        """The file of a page.

        Raises:
            NotFound: there is no such page.
        """
        if page_id not in self._content.stems:
            raise NotFound("There is no such page.")
        return f"page/{self._content.stems[page_id]}.html"

    def not_found_page(self, root: str) -> bytes:
        """What a server shows in place of a file that is not there; `root` is the site's address on it."""
        return self._document("missing.html", root).encode("utf-8", "replace")

    def _text(self, name: str) -> str:
        if name == "index.html":
            return self._start()
        if name == "names.html":
            return self._document("names.html", "", groups=alphabetical_index(self._content))
        if name == "graph.html":
            from quire.wiki.site.graph_layout import draw_graph  # numpy: half of a preview's start

            return self._document("graph.html", "", drawing=draw_graph(self._graph()))
        if name in self._types:
            kind = self._types[name]
            pages = sorted(self._groups[kind], key=self._order) if kind == PageType.EVENT else self._groups[kind]
            return self._document("type.html", _UP, kind=kind, pages=pages)
        if name in self._pages:
            return self._page(self._pages[name])
        if name in self._parts:
            return self._part(self._parts[name])
        return self._asset(name)

    def _asset(self, name: str) -> str:
        if name == "assets/search.js":
            return self._search()
        if name.startswith(FOLDER) and name in self._all:
            return self._book.file(name)
        if name.removeprefix("assets/") in static_names() and name.startswith("assets/"):
            return static_file(name.removeprefix("assets/"))
        raise NotFound("There is no such page.")

    def _graph(self) -> Graph:
        """The links between subjects; of a wiki that has hardly any, between all pages."""
        whole = self._content.opened.graph(len(self._content.pages))
        subjects = {one.id for one in self._content.pages.values() if one.subject}
        kept = [one for one in whole.nodes if len(subjects) < _FEW or one.id in subjects][:_GRAPH]
        ids = {one.id for one in kept}
        return Graph(
            tuple(kept), tuple(one for one in whole.edges if one.source in ids and one.target in ids), truncated=False
        )

    @cached_property
    def _groups(self) -> dict[str, list[Page]]:
        return self._content.by_type()

    @cached_property
    def _types(self) -> dict[str, str]:
        return {f"type/{file_stem(kind)}.html": kind for kind in self._groups}

    @cached_property
    def _pages(self) -> dict[str, Page]:
        return {f"page/{self._content.stems[page.id]}.html": page for page in self._content.pages.values()}

    @cached_property
    def _parts(self) -> dict[str, BookPart]:
        return {f"book/{part.number}.html": part for part in self._content.parts}

    @cached_property
    def _book(self) -> TextIndex:
        return TextIndex(self._content.parts)

    def _document(self, template: str, root: str, **values: object) -> str:
        content = self._content
        return render(
            template,
            content=content,
            t=TEXTS[content.lang],
            links=SiteLinks(content, root),
            types=[*self._groups],
            inline=inline_html,
            type_label=lambda kind: label(kind, content.lang),
            type_icon=icon,
            back=self._back,
            **values,
        )

    def _start(self) -> str:
        backlinks = self._content.opened.backlinks
        subjects = {kind: pages for kind, pages in self._groups.items() if pages[0].subject}
        most = {
            kind: sorted(pages, key=lambda one: (-self._weight(one), self._order(one)))[: _FIRST if not at else _TOP]
            for at, (kind, pages) in enumerate(subjects.items())
        }
        figures = [
            (f"{len(self._content.pages):,}", "pages"),
            (f"{len(self._content.parts):,}", "chapters"),
            (f"{len(self._content.part_of):,}", "passages"),
            (f"{self._content.opened.coverage:.0%}", "coverage"),
            (f"{sum(len(one) for one in backlinks.values()):,}", "links"),
        ]
        return self._document("start.html", "", most=most, figures=figures, groups=self._groups)

    def _weight(self, page: Page) -> float:
        """How good a page is to begin with: the links to it; of a term also whether it is defined, no usual word."""
        links = len(self._content.opened.backlinks.get(page.id, ()))
        if page.type not in TERMS:
            return links
        said = plain_text(page.summary)
        defines = any(definition_score(said, name, self._content.lang) >= _DEFINES for name in page.names[:3])
        usual = is_generic_zh(page.title) if self._content.lang == "zh" else page.title.lower() in GENERIC
        return math.sqrt(links) * (_DEFINES if defines else 1.0) * (_USUAL if usual else 1.0)

    @cached_property
    def _digests(self) -> dict[int, Page]:
        """The page that tells a chapter, by the chapter's number: the first one that cites it."""
        out: dict[int, Page] = {}
        for page in self._groups.get(PageType.CHAPTER, ()):
            cited = next((one for one in citations(page.body) if one in self._content.part_of), None)
            if cited:
                out.setdefault(self._content.part_of[cited].number, page)
        return out

    def _page(self, page: Page) -> str:
        links = SiteLinks(self._content, _UP)
        lead = "".join(plain_text(summary_of(page.body)).split())[:40]
        told = page.type in PARTS
        quotes = self._content.quotes(page)
        return self._document(
            "page.html",
            _UP,
            page=page,
            body=page_html(self._content, page, links),
            summary="" if "".join(page.summary.split()).startswith(lead) else page.summary,
            quotes=quotes,
            quoted=len(quotes) <= _MOST_QUOTES,
            neighbours=self._neighbours(page) if told else (None, None),
            reading=next((one for one in citations(page.body) if one in self._content.part_of), "") if told else "",
            figures=[(self._content.part_of[one.passage], one) for one in page_figures(self._content, page)],
            backlinks=self._content.backlinks_of(page.id),
        )

    def _order(self, page: Page) -> tuple[int, str]:
        """Where in the book a page begins."""
        cited = next((one for one in citations(page.body) if one in self._content.part_of), "")
        return (int(cited[1:]) if cited else len(self._content.part_of), page.id)

    def _neighbours(self, page: Page) -> tuple[Page | None, Page | None]:
        """The pages of the same type before and after one that tells a part of the book."""
        pages = self._groups[page.type]
        at = pages.index(page)
        return (pages[at - 1] if at else None, pages[at + 1] if at + 1 < len(pages) else None)

    def _part(self, part: BookPart) -> str:
        parts = self._content.parts
        parted = sections(part)
        return self._document(
            "part.html",
            _UP,
            part=part,
            sections=parted,
            outline=outline(parted),
            digest=self._digests.get(part.number),
            before=parts[part.number - 2] if part.number > 1 else None,
            after=parts[part.number] if part.number < len(parts) else None,
            html=self._read,
        )

    def _read(self, passage: Passage) -> str:
        """A passage of the book."""
        content = self._content
        figures, shapes = content.figures.get(passage.id, ()), content.shapes.get(passage.id, ())
        return passage_html(passage.text, figures, SiteLinks(content, _UP), shapes)

    def _search(self) -> str:
        """The search index."""
        links = SiteLinks(self._content, "")
        lang = self._content.lang
        types = [*(label(kind, lang, plural=False) for kind in self._groups), TEXTS[lang]["text"]]
        rows = index_rows(
            self._groups,
            self._content.parts,
            lambda one: links.part(one) if isinstance(one, BookPart) else links.page(one.id),
        )
        return search_script(types, rows, self._book)
