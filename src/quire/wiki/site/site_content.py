"""What every export needs of a wiki: pages, their file names, parts of the book, citations, links, figures."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from quire.wiki.block_style import BlockStyle
from quire.wiki.figure import BookFigure
from quire.wiki.natural_order import listing_sort_key
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.page_types import sort_order
from quire.wiki.passage import Passage
from quire.wiki.wiki_page import Page, citations, plain_text

__all__ = ["BookPart", "SiteContent", "SourceQuote", "file_stem", "without_control_characters"]

_LONGEST_STEM = 100
"""Bytes of a file name without its ending; the common limits are 255 for the name and 260 for a path on Windows."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows keeps for devices."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML forbids or that show as nothing."""

_FILE_NAME = re.compile(r"[^\s_.]*+[_.]\S*|[a-z0-9]+(?:-[a-z0-9]+)+")
"""Names that nobody gives a wiki but a file: with underscores, or small letters with hyphens."""
_ANCHOR = re.compile(r"p\d{1,9}")
_SHORTEST_WORDS = 8
"""Characters of a sentence's beginning that are too few to find it in its passage."""

_QUOTE_LENGTH = {"en": 320, "zh": 160}
"""Characters of a source that is shown under a page: a few sentences; the rest stands in the chapter."""


class BookPart(NamedTuple):
    """A chapter of the book's text."""

    number: int  # from 1, in reading order
    title: str
    passages: tuple[Passage, ...]


class SourceQuote(NamedTuple):
    """A source of a page."""

    number: int  # of its mark, from 1
    passage: Passage
    part: BookPart
    text: str  # what of the passage is shown


@dataclass(frozen=True)
class SiteContent:
    """A wiki, read whole. Everything is in an order that depends on its content only."""

    title: str
    author: str
    lang: str  # zh | en
    opened: OpenedWiki
    pages: dict[str, Page]  # by id, in the order of `natural_order`
    stems: dict[str, str]  # file names of the pages without ending, unique without regard to case
    parts: tuple[BookPart, ...]
    part_of: dict[str, BookPart]  # the chapter of each passage
    cited_by: dict[str, tuple[str, ...]]  # passage id to ids of pages
    figures: dict[str, tuple[BookFigure, ...]]  # the pictures in each passage that has some
    shapes: dict[
        str, tuple[BlockStyle, ...]
    ]  # how the paragraphs of a passage are set, where it is more than plain text
    cover: str  # file of the book's cover; "" when there is none

    @classmethod
    def open(cls, folder: Path) -> SiteContent:
        """Read a wiki.

        Raises:
            NotFound: there is none.
        """
        return cls.of(OpenedWiki(folder))

    @classmethod
    def of(cls, opened: OpenedWiki) -> SiteContent:
        """Read the wiki that is open."""
        wiki = opened.wiki
        config = wiki.config
        pages = sorted(map(_cleaned, wiki.pages()), key=lambda one: listing_sort_key(one.type, one.id))
        parts = _parts(wiki.passages())
        cited: dict[str, list[str]] = defaultdict(list)
        for page in pages:
            for one in citations(page.body):
                cited[one].append(page.id)
        return cls(
            title=" ".join(without_control_characters(_title(wiki.name, config.get("TITLE", ""))).split()) or "Wiki",
            author=without_control_characters(config.get("AUTHOR", "")),
            lang=wiki.lang,
            opened=opened,
            pages={one.id: one for one in pages},
            stems=_stems([one.id for one in pages]),
            parts=parts,
            part_of={one.id: part for part in parts for one in part.passages},
            figures=_figures(wiki.figures(), {one.id for part in parts for one in part.passages}),
            shapes={passage: _clean_shapes(shapes) for passage, shapes in wiki.shapes().items()},
            cover=wiki.cover,
            cited_by={one: tuple(dict.fromkeys(ids)) for one, ids in cited.items()},
        )

    def resolve(self, target: str) -> str | None:
        """The id of the page that a link names by its id, title or alias; None when there is none."""
        found = self.opened.names.get(" ".join(target.split()).casefold())
        return found if found in self.pages else None

    def backlinks_of(self, page_id: str) -> list[Page]:
        """The pages that link to a page."""
        return [self.pages[one] for one in self.opened.backlinks.get(page_id, ()) if one in self.pages]

    def picture_files(self) -> list[str]:
        """Names of the files of all pictures, each once."""
        shown = {figure.file for figures in self.figures.values() for figure in figures}
        return sorted(shown | ({self.cover} if self.cover else set()))

    def picture(self, file: str) -> bytes:
        """The bytes of one of `picture_files`."""
        return (self.opened.wiki.pictures / file).read_bytes()

    def by_type(self) -> dict[str, list[Page]]:
        """The pages of each type; types with subjects first, concepts and persons before all; each in natural order."""
        groups: dict[str, list[Page]] = defaultdict(list)
        for page in self.pages.values():
            groups[page.type].append(page)
        return dict(
            sorted(
                groups.items(), key=lambda pair: (not pair[1][0].subject, sort_order(pair[0]), -len(pair[1]), pair[0])
            )
        )

    def quotes(self, page: Page) -> list[SourceQuote]:
        """The sources of a page in the order of their marks; citations of passages that are not there are left out."""
        known = [one for one in citations(page.body) if one in self.part_of]
        out = []
        for number, one in enumerate(known, 1):
            passage = self.opened.wiki.passage(one)
            out.append(
                SourceQuote(number, passage, self.part_of[one], _quote(page.body, passage, _QUOTE_LENGTH[self.lang]))
            )
        return out


def without_control_characters(text: str) -> str:
    """Text without characters that no document may hold."""
    return _CONTROL.sub("", text)


def file_stem(name: str) -> str:
    """A file name for any text that every common file system takes; equal texts give equal names.

    Letters and digits of all scripts stay; where something else was lost, a short hash keeps names apart.
    """
    kept = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", without_control_characters(name))).strip("-_")
    kept = kept.encode()[:_LONGEST_STEM].decode(errors="ignore")
    if kept and kept == name and not _RESERVED.fullmatch(kept):
        return kept
    return f"{kept or 'page'}-{hashlib.sha256(name.encode(errors='replace')).hexdigest()[:8]}"


def _figures(figures: tuple[BookFigure, ...], known: set[str]) -> dict[str, tuple[BookFigure, ...]]:
    out: dict[str, list[BookFigure]] = defaultdict(list)
    for one in figures:
        if one.passage in known:
            out[one.passage].append(
                one._replace(alt=without_control_characters(one.alt), caption=without_control_characters(one.caption))
            )
    return {passage: tuple(inside) for passage, inside in out.items()}


def _clean_shapes(shapes: tuple[BlockStyle, ...]) -> tuple[BlockStyle, ...]:
    return tuple(
        one._replace(mark=without_control_characters(one.mark), whole=tuple(map(without_control_characters, one.whole)))
        for one in shapes
    )


def _stems(ids: list[str]) -> dict[str, str]:
    stems: dict[str, str] = {}
    taken: set[str] = set()
    for one in ids:
        stem = file_stem(one)
        while stem.casefold() in taken:
            stem = f"{stem[:80]}-{hashlib.sha256(f'{one}/{stem}'.encode(errors='replace')).hexdigest()[:8]}"
        taken.add(stem.casefold())
        stems[one] = stem
    return stems


def _cleaned(page: Page) -> Page:
    return replace(
        page,
        title=" ".join(without_control_characters(page.title).split()) or without_control_characters(page.id) or "—",
        body=without_control_characters(page.body),
        aliases=tuple(one for one in (without_control_characters(alias).strip() for alias in page.aliases) if one),
        summary=without_control_characters(page.summary),
    )


def _title(name: str, title: str) -> str:
    """The book's own title where the wiki's name is just that of its file."""
    return title.strip() if title.strip() and _FILE_NAME.fullmatch(name) else name


def _parts(passages: tuple[Passage, ...]) -> tuple[BookPart, ...]:
    """Neighbouring passages of one chapter title are one part."""
    groups: list[tuple[str, list[Passage]]] = []
    for one in passages:
        if not _ANCHOR.fullmatch(one.id):
            continue
        title = " ".join(without_control_characters(one.chapter).split())
        if not groups or groups[-1][0] != title:
            groups.append((title, []))
        groups[-1][1].append(
            one._replace(
                text=without_control_characters(one.text),
                headings=tuple(without_control_characters(head) for head in one.headings),
            )
        )
    return tuple(BookPart(number, title or "—", tuple(inside)) for number, (title, inside) in enumerate(groups, 1))


def _quote(body: str, passage: Passage, longest: int) -> str:
    """The passage from the sentence on that the page cites it for."""
    text = " ".join(without_control_characters(passage.text).replace("```", " ").split())
    before = body[: max(0, body.find(f"[^{passage.id}]"))]
    words = " ".join(plain_text(re.split(r"\[\^p\d+\]|\n", before)[-1]).split())[:40]
    begin = max(0, text.find(words)) if len(words) > _SHORTEST_WORDS else 0
    cut = text[begin : begin + longest]
    if begin + longest < len(text):
        cut = (cut[: cut.rfind(" ")] if " " in cut[-30:] else cut) + " …"
    return f"… {cut}" if begin else cut
