"""Wikis of books for Python programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from quire.errors import BadRequest
from quire.library.handlers import WIKI
from quire.library.sandboxed_tasks import Progress, Sandbox, Where, run_handler, source_path

BUILD_SECONDS = 3600.0
BUILD_MEGABYTES = 4096
"""Time and memory for one book, unless a `Sandbox` says otherwise; as the service's."""

ROUNDS = 3


@dataclass(frozen=True)
class PageHit:
    """A page that was found; `snippet` is the part of it that answers."""

    page_id: str
    title: str
    type: str
    score: float
    snippet: str


@dataclass(frozen=True)
class WikiPage:
    """A page: `markdown` has ``[[links]]`` and citations such as ``[^p12]``; `sources` has the cited passages by id."""

    id: str
    title: str
    type: str
    summary: str
    markdown: str
    sources: dict[str, str]


class Wiki:
    """A wiki in a folder. Made by `build` or `open`.

    Attributes:
        folder: where it lies.
        warnings: of the build; empty for one that was opened.
        coverage: share of the book's text that pages cite, 0..1; None for one that was opened.
    """

    def __init__(self, folder: Path, *, warnings: tuple[str, ...] = (), coverage: float | None = None) -> None:
        from quire.wiki.wiki_folder import Wiki as Folder

        self._wiki = Folder.open(folder)
        self.folder = folder
        self.warnings = warnings
        self.coverage = coverage

    @classmethod
    def build(  # noqa: PLR0913 - one build, all of it keyword-only
        cls,
        book: str | Path,
        folder: str | Path,
        *,
        lang: str = "",
        name: str = "",
        rounds: int = ROUNDS,
        sandbox: Where = True,
        progress: Progress | None = None,
    ) -> Self:
        """The wiki of a book, by the rules alone; a build that was interrupted continues.

        Args:
            book: an EPUB, PDF, Markdown or text file.
            folder: made when it is missing.
            lang: "zh" or "en", the language of its headings; "" for the book's.
            name: of the wiki; "" for the file's.
            rounds: of improvement; 0 until nothing improves.
            sandbox: as for `quire.parse`; True allows an hour and 4 GiB.
            progress: called with (done, in all).

        Raises:
            QuireError: the book cannot be read, or the folder holds something else.
        """
        from quire.read.books.book_kind import book_kind
        from quire.wiki.wiki_folder import Wiki as Folder

        if lang not in {"", "zh", "en"}:
            raise BadRequest("lang must be zh, en or empty.")
        path, place = source_path(book), Path(folder).absolute()
        book_kind(path)  # refuses what is not a book before a folder is created
        Folder.create(place, path, name=name, lang=lang)
        request = {"folder": str(place), "lang": lang, "rounds": rounds}
        if sandbox is True:
            with Sandbox(seconds=BUILD_SECONDS, megabytes=BUILD_MEGABYTES) as own:
                made = run_handler(WIKI, request, sandbox=own, progress=progress)
        else:
            made = run_handler(WIKI, request, sandbox=sandbox, progress=progress)
        return cls(place, warnings=tuple(made["warnings"]), coverage=made["coverage"])

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """The wiki in a folder.

        Raises:
            QuireError: there is none.
        """
        return cls(Path(folder).absolute())

    @property
    def name(self) -> str:
        """The name that people read."""
        return self._wiki.name

    def search(self, query: str, top: int = 10) -> list[PageHit]:
        """The pages that fit a question best, best first; any text is a question."""
        from quire.wiki.search.full_text import SearchIndex

        with SearchIndex.open(self.folder) as index:
            return [PageHit(**hit._asdict()) for hit in index.pages(query, top)]

    def page_ids(self) -> list[str]:
        """The ids of all pages by type, chapter 2 before chapter 10."""
        from quire.wiki.natural_order import listing_sort_key

        types = self._wiki.page_ids()
        return sorted(types, key=lambda one: listing_sort_key(types[one], one))

    def page(self, page_id: str) -> WikiPage:
        """A page with the passages that it cites.

        Raises:
            QuireError: there is none.
        """
        from quire.wiki.wiki_page import citations

        found = self._wiki.page(page_id)
        passages = {passage.id: passage.text for passage in self._wiki.passages()}
        sources = {one: passages[one] for one in citations(found.body) if one in passages}
        return WikiPage(found.id, found.title, found.type, found.summary, found.body, sources)

    def pages(self) -> Iterator[WikiPage]:
        """Every page, in the order of `page_ids`."""
        return (self.page(page_id) for page_id in self.page_ids())

    def __repr__(self) -> str:
        return f"<quire.Wiki {self.name!r}, {len(self.page_ids())} pages>"
