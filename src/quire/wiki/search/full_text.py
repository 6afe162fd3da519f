"""Full-text search in a wiki: BM25F over passages and over the sections they stand in, added; and over pages.

The index is one SQLite file inside the wiki's folder (see `postings`), over text that is parted into tokens here:
English words by their stem, Chinese characters alone and in pairs, so that words of one and two characters are
found. It is made again when the pages or passages have changed.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, Self

from quire.hanzi import pinyin
from quire.wiki.exercise_headings import is_exercise_heading
from quire.wiki.page_types import PARTS
from quire.wiki.passage import Passage
from quire.wiki.search import postings
from quire.wiki.search.answer_fusion import fused_with_plain, pages_of_answers
from quire.wiki.search.passage_ranking import NEIGHBOUR_SHARE, PassageRanking, SemanticVectors, best_rows
from quire.wiki.search.postings import Field, TermCounts
from quire.wiki.search.query_tokens import (
    asked_name,
    asked_phrase,
    best_snippet,
    display_text,
    index_terms,
    name_key,
    query_terms,
    snippet,
    token_weight,
)
from quire.wiki.search.reranking import MOST_RERANKED, PageCandidate, rerank_pages, rerank_passages
from quire.wiki.search.spelling import one_edit_away
from quire.wiki.wiki_folder import PASSAGES, Wiki
from quire.wiki.wiki_page import Page, citations, plain_text, summary_of, without_composed

__all__ = ["PageHit", "PassageHit", "SearchIndex"]

INDEX_FILE = ".quire/search.sqlite"
VERSION = "16"

_NAMED = 4.0
"""For a page whose title is the query: nothing else can reach it."""

_ALIAS = 3.5
_SPELT = range(5, 33)
"""Letters of a word that may have a typing error; of a shorter one, too many others are a letter away, and a longer one
is none: 50 others for each of its letters are looked up."""

_HAN_NAME = re.compile(r"[\u3400-\u9fff]{2}")
"""In a name that is found by its pinyin, too; the reading of one character is that of many."""

_OWN = 0.5
"""Of the words of a page itself, against the passages that it is made of."""

_ABOUT = 110
"""Best passages by which pages are judged."""

_LATER = 0.8
"""A page that cites an answer further down, against one that begins with it."""

_HOME, _INSIDE = 0.8, 20
"""The same for the page of a section that holds an answer without citing it, and the place among the page's citations
that such a passage counts as having."""

_SMALL = 3
"""Passages added to those that a page cites: one of a single passage is not all about it by chance."""

_STORIES, _ANSWER, _SHARP = frozenset({"fiction", "history"}), 2.0, 3
"""What the best passage that a page cites adds in a story, by its share of the best of all to this power: the page of a
chapter, or of a hero, is never all about one question."""

_PROPOSING = 20
"""Best passages that each bring in a page that holds them."""

_SECTION = 12
"""Passages of a section that is about one thing; the chapters of stories have more."""

_ASKS = 0.6
"""Weight of a passage under exercises and the like: it asks what others answer."""


class PassageHit(NamedTuple):
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


class SearchIndex:
    """An open index; use it from one thread, and close it."""

    def __init__(self, wiki: Wiki, path: Path, meaning: SemanticVectors | None = None) -> None:
        self._wiki = wiki
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._meaning = meaning
        self._ranking = PassageRanking(self._database, meaning)

    @classmethod
    def open(cls, folder: Path, meaning: SemanticVectors | None = None) -> SearchIndex:
        """The search of the wiki in a folder; its index is made when it is missing or stale.

        Args:
            folder: of the wiki.
            meaning: of passages and queries, where an embedding model is set; it is closed with the search.

        Raises:
            NotFound: there is no wiki.
        """
        wiki = Wiki.open(folder)
        path = folder / INDEX_FILE
        if not path.is_file() or _stamp(path) != f"{VERSION}-{wiki.stamp()}":
            cls.build(wiki)
        return cls(wiki, path, meaning)

    @classmethod
    def build(cls, wiki: Wiki) -> None:
        """Make the index anew, beside the old one, and move it into place; what it says of the book is taken over.

        Raises:
            OSError: there is no room for it.
        """
        path = wiki.folder / INDEX_FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"search-{uuid.uuid4().hex[:8]}.part")  # two processes may make it at the same time
        book = _book_stamp(wiki)
        same = path.is_file() and _stamp(path, "book") == book
        try:
            if same:
                shutil.copyfile(path, part)
            with closing(sqlite3.connect(part)) as database:
                database.execute("PRAGMA journal_mode=OFF")
                database.execute("PRAGMA synchronous=OFF")
                passages = wiki.passages()
                if not same:
                    _create(database)
                    _fill_passages(database, passages)
                _fill_pages(database, wiki.pages(), passages)
                database.execute("DELETE FROM made")
                database.execute("INSERT INTO made VALUES (?, ?)", (f"{VERSION}-{wiki.stamp()}", book))
                database.commit()
            part.replace(path)
        except sqlite3.OperationalError as problem:
            if getattr(problem, "sqlite_errorname", "") != "SQLITE_FULL":
                raise
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from problem
        finally:
            part.unlink(missing_ok=True)

    def passages(self, query: str, top: int = 10) -> list[PassageHit]:
        """The passages that answer a query best; any text is a query, and none finds nothing."""
        rarity = self.rarity(query)
        ranked = self._passages(query, rarity, top)[: max(0, top)]
        rows = self._rows("passages", "passage, shown", [row for row, _ in ranked])
        phrase = asked_phrase(query)
        out = []
        for row, score in ranked:
            name, text = rows[row]
            out.append(PassageHit(name, round(score, 4), snippet(text, rarity, phrase)))
        return out

    def _passages(self, query: str, rarity: Mapping[str, float], top: int) -> list[tuple[int, float]]:
        """(row, score) of passages, the best first: all evidence, fused with plain BM25."""
        most = max(top, MOST_RERANKED)
        found = self._ranking.passages(query, [*rarity], most=most)
        above = self._rows("passages", "headings", [row for row, _ in found])
        sections = self._ranking.sections([row for row, _ in found], most=_SECTION)
        ranked = rerank_passages([(row, score, above[row][0], sections[row]) for row, score in found], rarity)
        return fused_with_plain(ranked, self._ranking.plain([*rarity], most=most))

    def pages(self, query: str, top: int = 10) -> list[PageHit]:
        """The pages that answer a query best: those of the best passages, and those about what is asked."""
        rarity = self.rarity(query)
        ranked = rerank_pages(candidates := self._candidates(query, [*rarity], max(top, MOST_RERANKED)), rarity)
        passages = [row for row, _ in self._passages(query, rarity, MOST_RERANKED)][:_PROPOSING]
        named = self._named(query)
        found = pages_of_answers(ranked, passages, self._held_by(passages), named)[: max(0, top)]
        begun = {one.row: one.answer for one in candidates}
        answers = {one.row: one.answers or (begun.get(one.row, -1),) for one in found}
        rows = self._rows("pages", "page, title, type, text", [one.row for one in found])
        quoted = self._rows("passages", "shown", [*{at for held in answers.values() for at in held}])
        phrase = asked_phrase(query)
        out = []
        for one in found:
            name, title, kind, text = rows[one.row]
            first, *more = [quoted[at][0] for at in answers[one.row] if at in quoted] or [text]
            told = one.answers and one.row not in named  # it came for its passage, which is what is shown
            said = snippet(first, rarity, phrase) if told else best_snippet([first, text], rarity, phrase)
            if more:
                said = f"{said.rstrip('…')} … {snippet(more[0], rarity, phrase).lstrip('…')}"
            out.append(PageHit(name, title, kind, round(one.score, 4), said))
        return out

    def _held_by(self, passages: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
        """Passage to the pages that hold it, each with its place there: those that cite it and that of its section."""
        marks = ",".join("?" * len(passages))
        out: dict[int, list[tuple[int, int]]] = defaultdict(list)
        cited = f"SELECT passage, page, place FROM cited WHERE passage IN ({marks})"  # noqa: S608 - only marks are put in
        homes = f"SELECT passage, page, {_INSIDE} FROM homes WHERE passage IN ({marks})"  # noqa: S608 - the same
        for query in (cited, homes):
            for passage, page, place in self._database.execute(query, [*passages]):
                out[passage].append((page, place))
        return out

    def candidates(self, query: str, *, most: int) -> list[PageCandidate]:
        """At most so many pages that share the most words with a query, by themselves or by what they cite."""
        return self._candidates(query, self._terms(query), most)

    def rarity(self, query: str) -> Mapping[str, float]:
        """The terms of a query, and how rare each of them is in the book."""
        return postings.idf(self._database, "passage", self._terms(query))

    def close(self) -> None:
        """Let the index go."""
        self._database.close()
        if self._meaning is not None:
            self._meaning.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _candidates(self, query: str, terms: Sequence[str], most: int) -> list[PageCandidate]:
        own = postings.scores(self._database, "page", terms)
        totals = _OWN * own / (own.max(initial=0.0) or 1.0)
        cited = self._of_passages(self._ranking.passages(query, terms, most=_ABOUT, context=NEIGHBOUR_SHARE))
        story = _ANSWER if self._wiki.config.get("MODE") in _STORIES else 0.0
        sections = self._ranking.sections([one.answer for one in cited.values()], most=_SECTION)
        for row, one in cited.items():
            totals[row] += one.score + story * one.share**_SHARP
        for row, bonus in self._named(query).items():
            totals[row] += bonus
        found = best_rows(totals, most)
        rows = self._rows("pages", "title_terms, headings", found)
        out = []
        for row in found:
            title, headings = rows[row]
            one = cited.get(row, _UNCITED)
            small = one.answer < 0 or sections[one.answer] >= 0
            section = headings if small else f"passage {one.answer}"
            out.append(
                PageCandidate(row, float(totals[row]), one.begins, one.place, title, headings, section, one.answer)
            )
        return out

    def _terms(self, query: str) -> list[str]:
        """The tokens of a query; an English word that the book does not have is the commonest one a letter away."""
        terms = query_terms(query)
        known = postings.frequencies(self._database, "passage", terms)
        return [*dict.fromkeys(one if one in known else self._meant(one) for one in terms)]

    def _meant(self, term: str) -> str:
        if len(term) not in _SPELT or not (term.isascii() and term.isalpha()):
            return term
        found = postings.frequencies(self._database, "passage", one_edit_away(term))
        return min(found, key=lambda one: (-found[one], one), default=term)

    def _of_passages(self, passages: Sequence[tuple[int, float]]) -> dict[int, _Cited]:
        """Page row to how well the best passages are what the page is about.

        The best passage that a page cites counts, more when the page begins with it, and the share of the page's
        passages that are among the best: a page that mentions the answer in passing stands behind the one on it.
        """
        best = passages[0][1] if passages else 1.0
        marks = ",".join("?" * len(passages))
        shares = {row: score / best for row, score in passages}
        tops: dict[int, float] = {}
        answers: dict[int, tuple[float, int]] = {}
        sums: dict[int, float] = defaultdict(float)
        begins: dict[int, float] = {}
        places: dict[int, tuple[float, int]] = {}
        sizes: dict[int, int] = {}
        query = (
            "SELECT cited.page, passage, place, cites FROM cited JOIN pages ON pages.id = cited.page"  # noqa: S608 - only marks are put in
            f" WHERE passage IN ({marks})"
        )
        homes = f"SELECT page, passage FROM homes WHERE passage IN ({marks})"  # noqa: S608 - only marks are put in
        for page, passage in self._database.execute(homes, list(shares)):
            sizes[page], places[page] = 1, (shares[passage], -_INSIDE)
            tops[page] = max(tops.get(page, 0.0), shares[passage] * _HOME)
            answers[page] = max(answers.get(page, (0.0, 0)), (shares[passage], -passage))
        for page, passage, place, cites in self._database.execute(query, list(shares)):
            share = shares[passage]
            sizes[page] = cites
            sums[page] += share
            tops[page] = max(tops.get(page, 0.0), share * (_LATER if place else 1.0))
            places[page] = max(places.get(page, (0.0, 0)), (share, -place))
            answers[page] = max(answers.get(page, (0.0, 0)), (share, -passage))
            if not place:
                begins[page] = share
        return {
            page: _Cited(
                top + min(1.0, 2 * sums[page] / (sizes[page] + _SMALL)),
                begins.get(page, 0.0),
                -places[page][1],
                -answers[page][1],
                answers[page][0],
            )
            for page, top in tops.items()
        }

    def _named(self, query: str) -> dict[int, float]:
        """Page row to its bonus for bearing the name that is asked for."""
        out: dict[int, float] = {}
        for name in {name_key(query), asked_name(query)} - {""}:
            for row, title in self._database.execute("SELECT page, title FROM named WHERE name = ?", (name,)):
                out[row] = max(out.get(row, 0.0), _NAMED if title else _ALIAS)
        return out

    def _rows(self, table: str, columns: str, rows: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
        marks = ",".join("?" * len(rows))
        query = f"SELECT id, {columns} FROM {table} WHERE id IN ({marks})"  # noqa: S608 - only names and marks are put in
        return {row: tuple(values) for row, *values in self._database.execute(query, list(rows))}


class _Cited(NamedTuple):
    """What a page cites of the best passages."""

    score: float
    """From 0 to 2."""

    begins: float
    """Score of the passage at its beginning, 0..1."""

    place: int
    """Of the best passage."""

    answer: int
    """Row of the best passage; -1 for none."""

    share: float
    """Its score against that of the best passage of all, 0..1."""


_UNCITED = _Cited(0.0, 0.0, 0, -1, 0.0)


def _stamp(path: Path, column: str = "stamp") -> str:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            row = database.execute(f"SELECT {column} FROM made").fetchone()  # noqa: S608 - one of two names
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""


def _book_stamp(wiki: Wiki) -> str:
    """Changes whenever the passages change, which are numbered once: the index of a book is made once."""
    path = wiki.folder / PASSAGES
    found = path.stat() if path.is_file() else None
    return f"{VERSION}-{found.st_size}-{found.st_mtime_ns}" if found else VERSION


def _create(database: sqlite3.Connection) -> None:
    database.executescript(
        "CREATE TABLE passages (id INTEGER PRIMARY KEY, passage TEXT, section INTEGER, weight REAL, text TEXT, words "
        "TEXT, shown TEXT,"
        " headings TEXT);"
        "CREATE TABLE pages (id INTEGER PRIMARY KEY, page TEXT, title TEXT, type TEXT, text TEXT, cites INTEGER,"
        " title_terms TEXT, headings TEXT);"
        "CREATE TABLE named (name TEXT, page INTEGER, title INTEGER);"
        "CREATE TABLE cited (passage INTEGER, page INTEGER, place INTEGER);"
        "CREATE TABLE made (stamp TEXT, book TEXT);"
        "CREATE TABLE homes (passage INTEGER PRIMARY KEY, page INTEGER);"
        "CREATE INDEX cited_passage ON cited (passage);"
        "CREATE INDEX named_name ON named (name);"
    )
    postings.create(database)


def _fill_passages(database: sqlite3.Connection, passages: Sequence[Passage]) -> None:
    sections: dict[tuple[str, ...], list[int]] = defaultdict(list)
    bodies, heads = TermCounts(), TermCounts()
    for row, one in enumerate(passages):
        sections[_headings(one)[:2]].append(row)
    of = {row: at for at, rows in enumerate(sections.values()) for row in rows}
    for row, one in enumerate(passages):
        tokens = index_terms(one.text)
        bodies.add(tokens)
        heads.add(index_terms(_headings(one)[-1]))
        database.execute(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row,
                one.id,
                of[row],
                _weight(one),
                one.text,
                _latin(tokens),
                display_text(one.text),
                _joined(*_headings(one)),
            ),
        )
    postings.save(database, "passage", [Field(1.0, 0.75, bodies), Field(1.0, 0.3, heads)], token_weight)
    titles = TermCounts.of(index_terms(one[-1]) for one in sections)
    whole = bodies.grouped([of[row] for row in range(len(passages))])
    postings.save(database, "section", [Field(1.0, 0.75, whole), Field(2.0, 0.3, titles)], token_weight)


def _headings(passage: Passage) -> tuple[str, ...]:
    return tuple(passage.headings) or (passage.chapter,)


def _joined(*texts: str) -> str:
    return " ".join(index_terms(" ".join(texts)))


def _latin(tokens: Sequence[str]) -> str:
    return " ".join(one for one in tokens if one.isascii())


def _weight(passage: Passage) -> float:
    return _ASKS if any(map(is_exercise_heading, passage.headings[-2:])) else 1.0


def _keys(page: Page) -> Iterator[tuple[str, bool]]:
    """What a page is called by, and whether it is its title: its names, and how Chinese ones are read, in pinyin."""
    for name in set(page.names):
        yield name_key(name), name == page.title
        if _HAN_NAME.search(name):
            yield name_key("".join(pinyin(name))), False


def _fill_pages(database: sqlite3.Connection, pages: Iterable[Page], passages: Sequence[Passage]) -> None:
    rows = {one.id: row for row, one in enumerate(passages)}
    parts: dict[tuple[str, ...], int] = {}
    for table in ("pages", "named", "cited", "homes"):
        database.execute(f"DELETE FROM {table}")  # noqa: S608 - names of tables
    names, leads, bodies = TermCounts(), TermCounts(), TermCounts()
    for row, page in enumerate(pages):
        told = without_composed(page.body)
        prose = re.sub(r"^#+ .*$", "", told, flags=re.MULTILINE)
        text = plain_text(prose)
        cited = [rows[one] for one in citations(told) if one in rows]
        headings = _headings(passages[cited[0]]) if cited else ()
        if page.type in PARTS and cited:
            parts.setdefault(_common([_headings(passages[one]) for one in cited]), row)
        database.execute(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (row, page.id, page.title, page.type, display_text(prose), len(cited),
             _joined(page.title), _joined(*headings)),
        )  # fmt: skip
        database.executemany("INSERT INTO cited VALUES (?, ?, ?)", ((one, row, at) for at, one in enumerate(cited)))
        database.executemany(
            "INSERT INTO named VALUES (?, ?, ?)",
            ((key, row, title) for key, title in _keys(page)),
        )
        names.add(index_terms(" ".join(page.names)))
        leads.add(index_terms(page.summary if told is page.body else summary_of(told)))
        bodies.add(index_terms(text))
    database.executemany("INSERT INTO homes VALUES (?, ?)", _homes(passages, parts))
    postings.save(
        database, "page", [Field(5.0, 0.3, names), Field(2.0, 0.5, leads), Field(1.0, 0.75, bodies)], token_weight
    )


def _common(headings: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all of several passages stand below."""
    return tuple(one[0] for one in takewhile(lambda level: len({*level}) == 1, zip(*headings, strict=False)))


def _homes(passages: Sequence[Passage], parts: Mapping[tuple[str, ...], int]) -> Iterator[tuple[int, int]]:
    """Each passage with the page of the narrowest chapter or section that it stands in."""
    for row, one in enumerate(passages):
        headings = _headings(one)
        for depth in range(len(headings), 0, -1):
            if headings[:depth] in parts:
                yield row, parts[headings[:depth]]
                break
