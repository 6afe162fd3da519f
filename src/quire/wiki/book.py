"""A document as a book: chapters, passages that are numbered once and for ever, what its index and glossary list.

The numbering depends on the document alone: the same file gives the same passages on every machine.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from quire.heading_numbers import chapter_number
from quire.model.block import Block, Code, Figure, Formula, Heading, Table
from quire.model.document import Document
from quire.wiki.block_style import BlockStyle
from quire.wiki.book_headings import (
    OPENINGS,
    chapters_of_volumes,
    chapters_of_works,
    depths,
    is_contents_line,
    is_volume,
    matter_of,
    number_form,
)
from quire.wiki.chapter_names import named_chapters
from quire.wiki.chapter_ways import ways_to_part
from quire.wiki.counted_parts import chapters_counted_on
from quire.wiki.figure import BookFigure, place_figures
from quire.wiki.index_mining import (
    defined_as,
    glossary_entries,
    index_entries,
    is_glossary_heading,
    is_headword,
)
from quire.wiki.paragraph_text import CODE_LONGEST, Runs, paragraph_text, spans_text
from quire.wiki.passage import Passage
from quire.wiki.passage_building import (
    TextPiece,
    append_code,
    append_text,
    ends_in_code,
    leaf_blocks,
    split_to_size,
)
from quire.wiki.passage_language import main_language
from quire.wiki.sentence_split import fold
from quire.wiki.stressed_phrases import StressedPhrases

__all__ = ["TITLE_PAGES", "Book", "Chapter", "make_book"]

_INDEX = re.compile(
    r"(?:(?:appendix\s+)?[A-Z\d]{1,2}(?:\.\d+)?[.:]?\s+|附录\s*\w{1,2}\s+)?(?:(?:general|subject|names?|authors?"
    r"|concepts?|functions?|variables?|commands?|keywords?|programs?|macros?"
    r"|environment|terms?|topics?|symbols?|types?|data|master|alphabetical|cumulative|and|,|&|\s){0,30}(?:index"
    r"|indices|indexes)(?: of .*)?|appendix\s+\w{1,3}[.:]?\s+.{1,30}\bindex|索引|索 引|名词索引|主题索引|人名索引)",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"(?:(?:table of )?contents|list of (?:figures|tables|illustrations)|transcriber[’']?s? note.*|imprint|colophon"
    r"|copyright.*"
    r"|(?:the full )?project gutenberg.*|licen[cs]e|(?:内容|內容|本书|本書)?目[录錄次]|版权.*|版權.*|插图目录|封面"
    r"|bibliography|references"
    r"|参考文献|参考书目)",
    re.IGNORECASE,
)
_TITLE_PAGE, _TITLE_PARTS = 1400, 4
"""Characters of a part of the title page, and how many headings its lines may look like."""

_TITLE_SHARE = 0.25  # of the characters of the book's middle part
TITLE_PAGES = {"en": "Title page", "zh": "书名页"}
"""What the chapter is called that stands before the first one."""
_LONGEST_TITLE = 80

_WHOLE_BOOK, _CHAPTERS, _VOLUMES = 0.6, 4, 2
"""Share of the book's characters below a heading that is the book's title, and the fewest headings or volumes below."""

_ALL = 0.97
"""Share of the book below a heading over all of it, from which on its number (“Year: 1864”) is none of a part."""

_FRONT = 0.1
"""Share of the book's characters that may stand before its title."""


_MOST_MATTER = 0.4
"""Share of the book's blocks below a heading that is called like matter (“Contents”), from which on it is none."""

_SAMPLE = 6000
"""Blocks, spread over the book, by which its language is told."""

_BEGINS = re.compile(
    r"(?:\d|[IVXLC]+\b|chapter|letter|part|book|volume|canto|act|scene|stave|dedicat|acknowledg|thank|preface"
    r"|foreword|prologue|intro|about|overview|summary|readme"
    r"|[（(]?[一二三四五六七八九十]|第|卷|序|前言|引|楔子|致谢|献|导|绪|自序|简介|概|[上中下]篇"
    r"|[\u4e00-\u9fff]{1,10}第[一二三四五六七八九十百]+[章篇卷]?$)",
    re.IGNORECASE,
)
"""How what follows the title page is called."""
_NUMERAL = re.compile(r"(?:[IVXLC]+|\d+)\.?", re.IGNORECASE)
_GUTENBERG = re.compile(r"The Project Gutenberg e?Book(?: #\d+)?(?:,|:| of)?\s*", re.IGNORECASE)
_PREFACE = re.compile(
    r"前言|序[言章]?|自序|引[言子]|导言|绪论|目[录錄]|简介|preface|foreword|introduction|prologue|contents|overview"
    r"|about|readme"
    r"|untitled.*"
    r"|(?:chapter|part)\s+\S+|第.{1,4}[章回节部卷]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title and the passages of it, [first, end)."""

    title: str
    first: int
    end: int


@dataclass(slots=True)
class Book:
    """What the phases know of a book."""

    title: str
    author: str
    lang: str
    passages: tuple[Passage, ...]
    chapters: tuple[Chapter, ...]
    index: tuple[tuple[str, ...], ...] = ()  # entries of the printed index, each with its forms
    glossary: tuple[tuple[str, str], ...] = ()  # term and definition as printed
    emphasised: Counter[str] = field(default_factory=Counter)  # short runs in italics or bold
    coded: Counter[str] = field(default_factory=Counter)  # short runs of program text
    fingerprint: str = ""  # SHA-256 of the normalised text
    figures: tuple[BookFigure, ...] = ()  # its pictures, `file` being the document's name for each
    shapes: Mapping[str, tuple[BlockStyle, ...]] = field(default_factory=dict)  # how paragraphs are set, by passage
    stressed: Mapping[str, Sequence[str]] = field(default_factory=dict)  # emphasised runs to where, by `place_of`
    ways: int = 0  # different lists of chapters that its headings allow; 0 where a text's own weights chose

    def stress(self) -> StressedPhrases:
        """What the book sets in italics or bold, and where."""
        size = sum(len(one.text) for one in self.passages)
        return StressedPhrases(self.stressed or dict.fromkeys(self.emphasised, ()), size)


@dataclass(slots=True)
class _Part:
    """What stands under one heading."""

    path: tuple[str, ...]  # headings, the highest first
    marked: tuple[str, ...] = ()  # the same by the levels of the file
    paragraphs: list[TextPiece] = field(default_factory=list)
    figures: list[tuple[int, Figure]] = field(default_factory=list)  # with the number of paragraphs before


def make_book(document: Document) -> Book:
    """The book that a document is."""
    maker = _Maker(document)
    maker.read()
    return maker.book()


class _Maker:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._lang = _language(document)
        self._runs = Runs()
        self._parts: list[_Part] = []
        self._index: list[tuple[str, ...]] = []
        self._glossary: list[tuple[str, str]] = []
        self._ways = 0

    def read(self) -> None:
        """Go through the blocks once."""
        levels, kinds = _outline(self._document)
        path: list[tuple[int, str, int]] = []
        marks = _levels(self._document.blocks)
        marked: list[tuple[int, str]] = []
        apart: list[Block] = []
        kind = ""
        for at, block in enumerate([*self._document.blocks, None]):
            if block is None or levels.get(at, -1) >= 0:
                level, title = levels.get(at, 0), _heading_text(block)
                inside = kind != "matter" and (len(title) <= 2 or (bool(path) and level > path[-1][0]))
                if block is None or not (kind and apart and inside):  # a letter of the index, or something below it
                    self._close(kind, apart)
                    apart, kind = [], ""
                if block is None:
                    break
                path = [*(one for one in path if one[0] < level), (level, title, at)]
                kind = kind or kinds.get(at, "") or (_kind(path[0][1]) if kinds.get(path[0][2]) else "")
                mark = marks[block.level] if isinstance(block, Heading) else 0
                marked = [*(one for one in marked if one[0] < mark), (mark, title)]
                self._parts.append(_Part(tuple(one for _, one, _ in path), tuple(one for _, one in marked)))
            elif kind:
                apart.append(block)
            elif at not in levels:
                self._add(block)
        _move_on(self._parts)
        self._parts = _promoted([part for part in self._parts if part.paragraphs])
        sizes = [sum(len(one.text) for one in part.paragraphs) for part in self._parts]
        paths = [part.path for part in self._parts]
        used = chapters_counted_on(chapters_of_volumes(paths, sizes), sizes, self._lang)
        used = chapters_of_works(used, sizes, self._lang)
        if not self._document.levels_weighed:
            by_marks = _promoted([_Part(part.marked, paragraphs=part.paragraphs) for part in self._parts])
            marked_paths = [part.path for part in by_marks]
            self._ways = ways_to_part(paths, used, marked_paths, sizes, self._document.outline)
        for part, found in zip(self._parts, named_chapters(used, self._lang), strict=True):
            part.path = found
        titles = {_heading_text(self._document.blocks[at]) for at, level in levels.items() if not level}
        _join_title_page(self._parts, self._lang, titles)

    def _close(self, kind: str, apart: list[Block]) -> None:
        lines = [line for block in apart for text in _texts(block) for line in text.split("\n")]
        if kind == "index":
            self._index += index_entries(lines)
        elif kind == "glossary":
            headword = "" if is_glossary_heading(self._parts[-1].path[-1]) else self._parts[-1].path[-1]
            first = len(self._parts[-1].paragraphs)
            for block in apart:
                self._add(block)
            self._join_definitions(first, headword)
            self._glossary += glossary_entries(
                line for one in self._parts[-1].paragraphs[first:] for line in one.text.split("\n")
            )

    def _join_definitions(self, first: int, headword: str) -> None:
        """Put each headword of a glossary before its definition: a definition alone says of nothing what it is.

        Args:
            first: number of the glossary's first paragraph in its part.
            headword: the heading above them, where each entry has one; "" for none.
        """
        paragraphs = self._parts[-1].paragraphs
        pieces, waiting = paragraphs[first:], headword if len(headword) > 1 else ""
        del paragraphs[first:]
        joined = [first]  # paragraphs, once so many pieces are done
        for piece, after in itertools.zip_longest(pieces, pieces[1:]):
            if waiting:
                paragraphs.append(piece._replace(text=defined_as(waiting, piece.text, self._lang)))
                waiting = ""
            elif is_headword(piece.text) and not (after and _is_item(piece) and _is_item(after)):
                waiting = piece.text
            else:
                paragraphs.append(piece)
            joined.append(len(paragraphs))
        if waiting and waiting != headword:
            paragraphs.append(TextPiece(waiting, pieces[-1].page))
        figures = self._parts[-1].figures
        figures[:] = [(joined[before - first] if before > first else before, one) for before, one in figures]

    def _add(self, block: Block) -> None:
        if not self._parts:
            self._parts.append(_Part(("",), ("",)))
        part = self._parts[-1]
        paragraphs = part.paragraphs
        for leaf, page, shape in leaf_blocks(block):
            if isinstance(leaf, Figure):
                part.figures.append((len(paragraphs), leaf))
            text = paragraph_text(leaf, self._runs)
            if not text.strip():
                continue
            if isinstance(leaf, Code):
                self._show(part, TextPiece(text, page), leaf.text, shape)
            elif text.startswith("$$") and paragraphs:
                paragraphs[-1] = append_text(paragraphs[-1], text, shape)
            else:
                paragraphs.append(TextPiece(text, page, (shape,) if shape.is_styled else ()))

    @staticmethod
    def _show(part: _Part, piece: TextPiece, code: str, shape: BlockStyle) -> None:
        """Program text goes with the paragraph before it; of several in a row the passage holds the first.

        What stands before all headings is a notice in type of one width, and left out.
        """
        here = shape._replace(mark="", whole=(code,) if len(code) > CODE_LONGEST else ())
        paragraphs = part.paragraphs
        if paragraphs and ends_in_code(paragraphs[-1].text):
            paragraphs[-1] = append_code(paragraphs[-1], code)
        elif paragraphs:
            paragraphs[-1] = append_text(paragraphs[-1], piece.text, here)
        elif part.path[0]:
            paragraphs.append(piece._replace(shapes=(here,) if here.is_styled else ()))

    def book(self) -> Book:
        """What was read, numbered."""
        meta = self._document.meta
        named = _chapter_titles([part.path for part in self._parts], self._lang)
        passages: list[Passage] = []
        chapters: list[Chapter] = []
        book_figures: list[BookFigure] = []
        shapes: dict[str, tuple[BlockStyle, ...]] = {}
        last = ""
        for part, names in zip(self._parts, named, strict=True):
            if not chapters or chapters[-1].title != names[0] or part.path[0] != last:
                chapters.append(Chapter(names[0], len(passages), len(passages)))
            last = part.path[0]
            first = len(passages)
            for text, page, set_as in split_to_size(part.paragraphs, self._lang):
                at = len(passages)
                passages.append(Passage(f"p{at + 1}", names[0], at, text, names, page))
                shapes.update({passages[-1].id: set_as} if set_as else {})
            figures = [(before, one, spans_text(one.caption)) for before, one in part.figures]
            book_figures += place_figures(figures, [one.text for one in part.paragraphs], passages[first:])
            chapters[-1] = Chapter(chapters[-1].title, chapters[-1].first, len(passages))
        digest = hashlib.sha256()
        for one in passages:  # one by one: a book may have ten million characters
            digest.update(fold(unicodedata.normalize("NFKC", one.text)).encode())
        return Book(
            title=_title(meta.title.strip()) or _title(_printed_title(self._document, self._parts)),
            author=meta.author.strip(),
            lang=self._lang,
            passages=tuple(passages),
            chapters=tuple(one for one in chapters if one.end > one.first),
            index=tuple(dict.fromkeys(self._index)),
            glossary=tuple(self._glossary),
            emphasised=self._runs.emphasised,
            coded=self._runs.coded,
            stressed=self._runs.places,
            fingerprint=digest.hexdigest(),
            figures=tuple(book_figures),
            shapes=shapes,
            ways=self._ways,
        )


def _title(said: str) -> str:
    """The title without what an edition puts before it; "" for the heading of a preface, which some take for one."""
    return "" if _PREFACE.fullmatch(said) else _GUTENBERG.sub("", said).strip(" .") or said


def _printed_title(document: Document, parts: Sequence[_Part]) -> str:
    """The title as the book prints it, where its file names none: the document's, else that of the title page."""
    for block in document.blocks:
        if isinstance(block, Heading) and block.title:
            return _heading_text(block)
    if not parts or sum(len(one.text) for one in parts[0].paragraphs) > _TITLE_PAGE:
        return ""
    lines = [line for one in parts[0].paragraphs for line in one.text.split("\n") if line.strip()]
    line = lines[0].strip() if parts[0].path[0] in TITLE_PAGES.values() else parts[0].path[0]
    return line if len(line) <= _LONGEST_TITLE and not line.endswith((".", "。", ":", "：")) else ""


def _language(document: Document) -> str:
    """Language that most of the prose is in: a book's own statement is often that of its edition."""
    read = [one for one in document.blocks if not isinstance(one, Code | Table | Formula | Figure)] or document.blocks
    step = -(-len(read) // _SAMPLE)
    return main_language(text for block in read[::step] for text in _texts(block)) if read else "en"


def _outline(document: Document) -> tuple[dict[int, int], dict[int, str]]:
    """Number of each heading's block to its level (-1: a box beside the text), and to its kind where it has one."""
    marked = _levels(document.blocks)
    heads = [(at, one) for at, one in enumerate(document.blocks) if isinstance(one, Heading) and not one.title]
    titles = [_heading_text(one) for _, one in heads]
    levels = [marked[one.level] for _, one in heads]
    levels = levels if document.levels_weighed else depths(titles, levels)
    folded = frozenset("".join(one.split()).lower() for one in titles)
    kinds: dict[int, str] = {}
    licensed = False
    for (at, one), title in zip(heads, titles, strict=True):
        licensed = matter_of(title, above=licensed)
        listed = bool(one.places) and is_contents_line(title, folded)
        kinds[at] = "matter" if licensed or listed else _kind(title)
    places = [*(at for at, _ in heads), len(document.blocks)]
    for here, at in enumerate(places[:-1]):
        if kinds[at] != "matter":
            continue
        end = next((one for one in range(here + 1, len(heads)) if levels[one] <= levels[here]), len(heads))
        if end > here + 1 and places[end] - at > _MOST_MATTER * len(document.blocks):
            kinds[at] = ""
    return {at: level for (at, _), level in zip(heads, levels, strict=True)}, kinds


def _join_title_page(parts: Sequence[_Part], lang: str, titles: Collection[str]) -> None:
    """Make one chapter of the few words before the first chapter: title, authors, place and year.

    Below a heading they are much shorter than a usual part of the book: fables and chapters of classics are short, too.
    Not so below one of `titles`, those over the whole book.
    """
    front: list[_Part] = []
    sizes = [sum(len(one.text) for one in part.paragraphs) for part in parts]
    few = min(_TITLE_PAGE, _TITLE_SHARE * median(sizes)) if sizes else 0.0
    for part, size in zip(parts, sizes, strict=True):
        large = size > (few if part.path[0] and part.path[0] not in titles else _TITLE_PAGE)
        if large or len(part.path) > 1 or _BEGINS.match(part.path[0]) or len(front) == _TITLE_PARTS:
            break
        front.append(part)
    if front and len(front) < len(parts) and (len(front) > 1 or not front[0].path[0] or front[0].path[0] in titles):
        for part in front:
            part.path = (TITLE_PAGES[lang],)


def _levels(blocks: Sequence[Block]) -> dict[int, int]:
    """Heading levels of the document to 1, 2, 3 ...: a single top heading over all others is the title, level 0."""
    found = Counter(block.level for block in blocks if isinstance(block, Heading) and not block.title)
    order = sorted(found)
    if len(order) > 1 and found[order[0]] == 1 and found[order[1]] > 1:
        return {level: at for at, level in enumerate(order)}
    return {level: at for at, level in enumerate(order, 1)}


def _promoted(parts: list[_Part]) -> list[_Part]:
    """Parts without the top headings that span most of the book, which are its title; those below are chapters.

    A heading with a number is that of a part, if the book has more, and so is one that much of the book stands before.
    Headings below one another over all of the book are title, author and year.
    """
    sizes = [sum(len(one.text) for one in part.paragraphs) for part in parts]
    whole = sum(sizes)
    for length in range(_TITLE_PARTS, 0, -1):
        spans: Counter[tuple[str, ...]] = Counter()
        for part, size in zip(parts, sizes, strict=True):
            spans[part.path[:length]] += size
        for top, size in spans.most_common(1):
            own = [part for part in parts if part.path[:length] == top and len(part.path) > length]
            below = {part.path[length] for part in own}
            front = sum(sizes[: next(at for at, part in enumerate(parts) if part.path[:length] == top)])
            is_title = front <= _FRONT * whole and size > (_ALL if length > 1 else _WHOLE_BOOK) * whole
            form = number_form(top[0])
            beside = any(number_form(other) == form for (other, *_) in spans if other != top[0])
            counted = chapter_number(top[0]) > 0 or (form != ("", "", "") and beside)
            is_part = counted and length == 1 and len(spans) > 1 and size < _ALL * whole
            if is_title and not is_part and (len(below) >= _CHAPTERS or sum(map(is_volume, below)) >= _VOLUMES):
                for part in own:
                    part.path = part.path[length:]
                return parts
    return parts


def _move_on(parts: Sequence[_Part]) -> None:
    """Give the figures under headings without text to what follows; at the end of the book to what stands before."""
    held: list[Figure] = []
    for part in parts:
        if part.paragraphs:
            part.figures[:0] = [(0, one) for one in held]
            held = []
        else:
            held += [one for _, one in part.figures]
    last = next((part for part in reversed(parts) if part.paragraphs), None)
    if last and held:
        last.figures += [(len(last.paragraphs), one) for one in held]


def _heading_text(heading: Block | None) -> str:
    if not isinstance(heading, Heading):
        return ""
    return " ".join(spans_text(heading.spans).split())


def _kind(title: str) -> str:
    bare = title.strip(" .：:")
    if is_glossary_heading(bare):
        return "glossary"
    return "index" if _INDEX.fullmatch(bare) else "matter" if _MATTER.fullmatch(bare) else ""


def _chapter_titles(paths: list[tuple[str, ...]], lang: str) -> list[tuple[str, ...]]:
    """Paths with readable chapter names: a bare numeral becomes "Chapter IV", an empty one the beginning."""
    out = []
    for path in paths:
        first = path[0]
        if _NUMERAL.fullmatch(first):
            first = f"第{first.rstrip('.')}章" if lang == "zh" else f"Chapter {first.rstrip('.')}"
        elif not first:
            first = OPENINGS[lang]
        out.append((first, *path[1:]))
    return out


def _texts(block: Block) -> Iterator[str]:
    return (paragraph_text(leaf) for leaf, _, _ in leaf_blocks(block))


def _is_item(piece: TextPiece) -> bool:
    """Whether a paragraph is an item of a list: one item is not the definition of another."""
    return any(shape.mark for shape in piece.shapes)
