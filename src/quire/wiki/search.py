"""Full-text search in a wiki: BM25 over passages and over the sections they stand in, added; and over pages.

The index is one SQLite file inside the wiki's folder (FTS5 over text that is parted into tokens here: English words
by their stem, Chinese characters alone and in pairs, so that words of one and two characters are found). It is
made again when the pages or passages have changed.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from quire.wiki.folder import Wiki
from quire.wiki.page import Page, citations, plain
from quire.wiki.passage import Passage
from quire.wiki.sentences import fold
from quire.wiki.words import STOP, stem

__all__ = ["Hit", "PageHit", "Search", "snippet", "terms_of"]

INDEX = ".quire/search.sqlite"
VERSION = "5"

_WORD = re.compile(
    r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)?|\d+(?:\.\d+)?|[\u3040-\u30ff\uac00-\ud7a3]+|[\u3400-\u9fff\uf900-\ufaff]+"
)
_PARTICLES = frozenset("的了在是和与或把被给用到上下中里就也都很不没有这那个些吗呢吧啊么之其而于以")
"""Characters that say nothing when they stand alone; in pairs they are kept."""
_MOST_TERMS = 64
"""Terms of a query that are looked for; longer questions lose nothing by it."""
_LONGEST_QUERY = 2000
_POOL = 200
"""Passages that are ranked; what a list shows is among the first tens."""
_SECTION_WEIGHT = 0.7
_OWN_WEIGHT = 0.2
_NAMED = 3.0
"""For a page whose title is the query: nothing else can reach it."""
_ABOUT = 30
"""Best passages by which pages are judged."""


class Hit(NamedTuple):
    """A passage that was found."""

    id: str
    score: float
    snippet: str


class PageHit(NamedTuple):
    """A page that was found. Keys as the service's search results."""

    page_id: str
    title: str
    type: str
    score: float
    snippet: str


class Search:
    """An open index; use it from one thread, and close it."""

    def __init__(self, wiki: Wiki, path: Path) -> None:
        self._wiki = wiki
        self._database = sqlite3.connect(path, check_same_thread=False)

    @classmethod
    def open(cls, folder: Path) -> Search:
        """The search of the wiki in a folder; its index is made when it is missing or stale.

        Raises:
            NotFound: there is no wiki.
        """
        wiki = Wiki.open(folder)
        path = folder / INDEX
        if not path.is_file() or _stamp(path) != f"{VERSION}-{wiki.stamp()}":
            cls.build(wiki)
        return cls(wiki, path)

    @classmethod
    def build(cls, wiki: Wiki) -> None:
        """Make the index anew, beside the old one, and move it into place."""
        path = wiki.folder / INDEX
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"search-{uuid.uuid4().hex[:8]}.part")  # two processes may make it at the same time
        with closing(sqlite3.connect(part)) as database:
            database.execute("PRAGMA journal_mode=OFF")
            database.execute("PRAGMA synchronous=OFF")
            _fill(database, wiki)
            database.execute("CREATE TABLE made (stamp TEXT)")
            database.execute("INSERT INTO made VALUES (?)", (f"{VERSION}-{wiki.stamp()}",))
            database.commit()
        part.replace(path)

    def passages(self, query: str, top: int = 10) -> list[Hit]:
        """The passages that answer a query best; any text is a query, and none finds nothing."""
        terms = terms_of(query[:_LONGEST_QUERY])[:_MOST_TERMS]
        ranked = self._ranked(terms)[: max(0, top)]
        texts = self._texts("passages", [at for at, _ in ranked])
        return [
            Hit(f"p{at}" if str(at).isdigit() else str(at), score, snippet(texts[at][1], terms)) for at, score in ranked
        ]

    def pages(self, query: str, top: int = 10) -> list[PageHit]:
        """The pages that answer a query best: by their own words, and by the passages that they are made of."""
        terms = terms_of(query[:_LONGEST_QUERY])[:_MOST_TERMS]
        match = _match(terms)
        if not match:
            return []
        own = dict(self._database.execute(
            "SELECT rowid, -rank FROM page_index WHERE page_index MATCH ? AND rank MATCH 'bm25(6.0, 3.0, 1.0)' ORDER BY rank LIMIT ?",
            (match, _POOL),
        ))  # fmt: skip
        passages = self._ranked(terms)
        top_own = max(own.values(), default=0.0) or 1.0
        scores: dict[int, float] = defaultdict(float)
        for row, score in own.items():
            scores[row] += _OWN_WEIGHT * score / top_own
        for row, share in self._of_passages(passages).items():
            scores[row] += share
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[: max(_POOL, top)]
        rows = self._page_rows([row for row, _ in ranked])
        asked = fold(query)
        ranked = [(row, score + _NAMED * (fold(rows[row][1]) == asked)) for row, score in ranked]
        ranked = sorted(ranked, key=lambda pair: (-pair[1], pair[0]))[: max(0, top)]
        return [PageHit(*rows[row][:3], round(score, 4), snippet(rows[row][3], terms)) for row, score in ranked]

    def close(self) -> None:
        """Let the index go."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ranked(self, terms: Sequence[str]) -> list[tuple[int, float]]:
        """Passages by the sum of their own score and their section's."""
        match = _match(terms)
        if not match:
            return []
        sections = dict(self._database.execute(
            "SELECT rowid, -rank FROM section_index WHERE section_index MATCH ? AND rank MATCH 'bm25(2.0, 1.0)' ORDER BY rank LIMIT ?",
            (match, _POOL),
        ))  # fmt: skip
        found = self._database.execute(
            "SELECT p.id, -p.score, s.section FROM (SELECT rowid AS id, rank AS score FROM passage_index"
            " WHERE passage_index MATCH ? ORDER BY rank LIMIT ?) p JOIN passages s ON s.id = p.id",
            (match, _POOL),
        )
        scores = [(row, score + _SECTION_WEIGHT * sections.get(section, 0.0)) for row, score, section in found]
        return sorted(scores, key=lambda pair: (-pair[1], pair[0]))

    def _of_passages(self, passages: Sequence[tuple[int, float]]) -> dict[int, float]:
        """Page row to how well the best passages are what the page is about, 0..2.

        The best passage that a page cites counts, more when the page begins with it, and the share of the page's
        passages that are among the best: a page that mentions the answer in passing stands behind the one on it.
        """
        best = passages[0][1] if passages else 1.0
        scores = dict(passages[:_ABOUT])
        marks = ",".join("?" * len(scores))
        query = f"SELECT page, passage, place FROM cited WHERE passage IN ({marks})"  # noqa: S608 - only marks are put in
        tops: dict[int, float] = {}
        sums: dict[int, float] = defaultdict(float)
        for page, passage, place in self._database.execute(query, list(scores)):
            share = scores[passage] / best
            tops[page] = max(tops.get(page, 0.0), share * (1.0 if place == 0 else 0.8))
            sums[page] += share
        sizes = dict(self._database.execute("SELECT page, COUNT(*) FROM cited GROUP BY page")) if tops else {}
        return {page: top + min(1.0, 2 * sums[page] / (sizes[page] + 2)) for page, top in tops.items()}

    def _texts(self, table: str, rows: Sequence[int]) -> dict[int, tuple[int, str]]:
        marks = ",".join("?" * len(rows))
        found = self._database.execute(f"SELECT id, text FROM {table} WHERE id IN ({marks})", list(rows))  # noqa: S608 - only marks are put in
        return {row[0]: row for row in found}

    def _page_rows(self, rows: Sequence[int]) -> dict[int, tuple[str, str, str, str]]:
        marks = ",".join("?" * len(rows))
        query = f"SELECT id, page, title, type, text FROM pages WHERE id IN ({marks})"  # noqa: S608 - only marks are put in
        found = self._database.execute(query, list(rows))
        return {row[0]: row[1:] for row in found}


def terms_of(text: str) -> list[str]:
    """The tokens of a text, as they are indexed: stems, numbers, Chinese characters and pairs of them."""
    out: list[str] = []
    for run in _WORD.findall(unicodedata.normalize("NFKC", text)):
        if "\u3400" <= run[0] <= "\ufaff" and not "\uac00" <= run[0] <= "\ud7a3":
            out += (char for char in run if char not in _PARTICLES)
            out += (run[at : at + 2] for at in range(len(run) - 1))
        else:
            word = run.lower().replace("’", "'")
            if word not in STOP:
                out.append(stem(word.removesuffix("'s")))
    return out


@lru_cache(1 << 16)
def _tokens(word: str) -> tuple[str, ...]:
    """The tokens of one word, remembered: snippets ask for the same words again and again."""
    return tuple(terms_of(word))


def snippet(text: str, terms: Iterable[str], size: int = 180) -> str:
    """The part of a text that holds the most of the terms, with "…" where it is cut."""
    text = " ".join(plain(text).split())
    if len(text) <= size:
        return text
    wanted = set(terms)
    places = [one.start() for one in _WORD.finditer(text) if not wanted.isdisjoint(_tokens(one.group()))]
    best = max(places or [0], key=lambda at: (sum(at <= other < at + size * 0.7 for other in places), -at))
    start = max(0, best - size // 6)
    if start:
        gap = text.find(" ", start, start + 20)
        start = gap + 1 if gap >= 0 else start
    cut = text[start : start + size]
    if start + size < len(text) and " " in cut[-20:]:
        cut = cut[: cut.rfind(" ")]
    return f"{'…' if start else ''}{cut.strip()}{'…' if start + len(cut) < len(text) else ''}"


def _match(terms: Sequence[str]) -> str:
    return " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))


def _stamp(path: Path) -> str:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            row = database.execute("SELECT stamp FROM made").fetchone()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""


def _fill(database: sqlite3.Connection, wiki: Wiki) -> None:
    database.executescript(
        "CREATE VIRTUAL TABLE passage_index USING fts5(tokens, content='', columnsize=1);"
        "CREATE VIRTUAL TABLE section_index USING fts5(heading, tokens, content='');"
        "CREATE VIRTUAL TABLE page_index USING fts5(title, lead, tokens, content='');"
        "CREATE TABLE passages (id INTEGER PRIMARY KEY, section INTEGER, text TEXT);"
        "CREATE TABLE pages (id INTEGER PRIMARY KEY, page TEXT, title TEXT, type TEXT, text TEXT);"
        "CREATE TABLE cited (passage INTEGER, page INTEGER, place INTEGER);"
    )
    numbers = _fill_passages(database, wiki.passages())
    for row, page in enumerate(wiki.pages(), 1):
        _fill_page(database, row, page, numbers)
    database.execute("CREATE INDEX cited_passage ON cited (passage)")


def _fill_passages(database: sqlite3.Connection, passages: Sequence[Passage]) -> dict[str, int]:
    sections: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for one in passages:
        sections[one.headings[:2] or (one.chapter,)].append(one)
    numbers: dict[str, int] = {}
    for at, (headings, inside) in enumerate(sections.items(), 1):
        heads = " ".join(terms_of(" ".join(headings)))
        bodies = []
        for one in inside:
            row = int(one.id.removeprefix("p")) if one.id.removeprefix("p").isdigit() else one.position + 1
            numbers[one.id] = row
            body = " ".join(terms_of(one.text))
            bodies.append(body)
            database.execute("INSERT OR REPLACE INTO passages VALUES (?, ?, ?)", (row, at, one.text))
            last = " ".join(terms_of(headings[-1]))
            database.execute("INSERT INTO passage_index (rowid, tokens) VALUES (?, ?)", (row, f"{last} {body}"))
        database.execute(
            "INSERT INTO section_index (rowid, heading, tokens) VALUES (?, ?, ?)", (at, heads, " ".join(bodies))
        )
    return numbers


def _fill_page(database: sqlite3.Connection, row: int, page: Page, numbers: dict[str, int]) -> None:
    text = plain(re.sub(r"^#+ .*$", "", page.body, flags=re.MULTILINE))
    database.execute("INSERT INTO pages VALUES (?, ?, ?, ?, ?)", (row, page.id, page.title, page.type, text))
    database.execute(
        "INSERT INTO page_index (rowid, title, lead, tokens) VALUES (?, ?, ?, ?)",
        (row, " ".join(terms_of(" ".join(page.names))), " ".join(terms_of(page.summary)), " ".join(terms_of(text))),
    )
    cited = enumerate(citations(page.body))
    rows = [(numbers[one], row, place) for place, one in cited if one in numbers]
    database.executemany("INSERT INTO cited VALUES (?, ?, ?)", rows)
