"""Books as text files: Markdown, AsciiDoc, and plain text with chapters detected by their headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Block, Code, Heading, Paragraph
from quire.model.document import Document
from quire.model.page import Metadata
from quire.model.span import Span
from quire.read.books.asciidoc_reader import is_asciidoc, read_asciidoc
from quire.read.books.book_images import KeepPicture
from quire.read.books.chapter_series import BestTitles, best_titles, weighed_partitions, with_line_breaks
from quire.read.books.contents_list import ContentsList, contents_lists, listed_lines
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder, plain_spans
from quire.read.books.hard_wrapped_text import HardWrappedText
from quire.read.books.joined_documents import (
    JoinedDocuments,
    joined_documents,
    outdented_titles,
    without_page_lines,
)
from quire.read.books.markdown_reader import read_markdown
from quire.read.books.partition_choice import Partition
from quire.read.books.text_encoding import decode
from quire.read.books.title_detection import title_lines

__all__ = ["paragraph_titles", "read_book_text", "read_plain", "text_document", "text_partitions"]

_MAX_FILE = 200 << 20
"""Bytes of a text file."""

_GUTENBERG_START = re.compile(r"^\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$", re.MULTILINE)
_GUTENBERG_END = re.compile(
    r"^(?:\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg).*", re.MULTILINE
)
_CREDITS = re.compile(
    r"\A\s*(?:\[Illustration[^\]]*\]\s*)?"
    r"(?:Produced|Transcribed|Prepared|E-?text prepared|This e-?text was (?:produced|prepared))\s+by\s(?:.+\n)+",
    re.IGNORECASE,
)
"""Who typed the text, in the first paragraph of some editions."""
_SAID = re.compile(r"^(Title|Author):[ \t]+(\S.*)$", re.MULTILINE)
_BY = re.compile(
    r"(?:by|BY|By)\s+([A-Z][\w.’'-]*(?:\s+(?:de|of|von|van|[A-Z][\w.’'-]*)){1,4})"
    r"|(?:作者|著者)\s*[：:]\s*(\S.{0,24})"
    r"|[\[［【（(].[\]］】）)]\s*([\u3400-\u9fff]{2,4})\s*[著撰]?"
    r"|([\u3400-\u9fff]{2,4})\s+[著撰]",
)
"""The line of the title page that names the author."""
_HEADER = 4000
"""Characters at the beginning of a file within which its header states title and author."""
_ITALIC = re.compile(r"(?<![\w_])_(?=[^\s_])([^_]{1,2000}?)(?<=[^\s_])_(?![\w_])")
_SLANTED = Emphasis(italic=True)

_SHORT_TEXT = 20_000
"""Characters up to which a text is no book whose chapters could be wrong."""
_FEW_TITLES = 3
"""Titles by their words: fewer are not the chapters of a book."""
_NEAR = 4
"""Lines below the first one of a document within which its own title is, if it has one."""
_FEW = 10
"""Lines: with fewer, the width is unknown."""
_FULL = 0.45
"""Share of a hand-wrapped text that is in full lines; program text between them has short ones."""
_WIDEST = 120
"""Columns: nobody wraps lines by hand at more."""

_SITE = re.compile(
    r"(?:https?://|www\.)\S+"
    r"|[\w-]+\.(?:com|net|org|cn|cc|me|info)\b"
    r"|(?:txt|TXT|电子书|電子書|全集|全本|小说|小說)\S{0,6}下[载載]"
    r"|(?:最新|更多)\S{0,12}(?:小说|小說|章节|章節|电子书|電子書)"
    r"|(?:手机|手機|免费|免費)阅[读讀]"
    r"|本[书書]由.{0,30}(?:整理|提供|制作|製作|上[传傳])"
    r"|(?:请|請)(?:收藏|支持|访问|訪問)"
    r"|(?:声明|聲明)[：:].{0,20}(?:版[权權]|版權)"
    r"|求(?:收藏|推荐|月票)"
    r"|仅供.{0,12}(?:试读|交流|学习)",
)
"""The additions of download sites."""
_MAY_BE_SITE = re.compile(r"//|\.\w|[\u3400-\u9fff]")
"""What all of them have."""

_SITE_LONGEST = 90
"""Characters of a line of a site; sentences of a book with an address are longer."""
_OWN_WORDS = 40
"""Characters of such a line besides the site's words."""
_LONGEST_TITLE = 40
"""Characters of a first line that is the title."""
_FRONT_LINES = 20
"""Lines at the beginning that may hold title and author."""
_SAMPLE, _STRANGE = 20_000, 0.05
"""Characters at the beginning, and the share of control characters among them from which the file is not a text."""
_WIDTH_RANK, _NEAR_WIDTH = 0.95, (0.75, 1.05)
"""Rank of the line that shows the width of a text; widths of full lines relative to it."""
_SENTENCE_ENDS = 0.7
"""Share of lines that end a sentence, from which lines are not wrapped by hand."""
_SCRIPT_START = "\u2e7f"
"""Characters above are Chinese, Japanese or Korean and take two columns."""


def read_plain(path: Path, *, markdown: bool, keep: KeepPicture | None = None) -> Document:
    """The document of a text file; `keep` takes the pictures that a Markdown text holds.

    Raises:
        DamagedDocument: it is empty or not a text.
        DocumentTooBig: it exceeds the limit.
    """
    if path.stat().st_size > _MAX_FILE:
        raise DocumentTooBig
    return read_book_text(path.read_bytes(), markdown=markdown, keep=keep)


def read_book_text(data: bytes, *, markdown: bool, keep: KeepPicture | None = None) -> Document:
    """The document of the bytes of a text file, see `read_plain`."""
    text = decode(data)
    if not text.strip():
        raise DamagedDocument("The file is empty.")
    strange = sum((char < " " and char not in "\n\t\f") or char == "\ufffd" for char in text[:_SAMPLE])
    if strange > _STRANGE * min(len(text), _SAMPLE):
        raise DamagedDocument("The file is not text.")
    if markdown:
        document = read_markdown(text, keep=keep)
    else:
        document = read_asciidoc(text) if is_asciidoc(text) else text_document(text)
    if not document.blocks:
        raise DamagedDocument("The file contains no text.")
    return document


class _Text(NamedTuple):
    """A text without the additions of its publisher, its printed pages and its lists of contents."""

    whole: str  # with them
    text: str
    raw: list[str]  # its lines as they stand
    lines: list[str]  # without white space around
    joined: JoinedDocuments
    lists: list[ContentsList]


def text_partitions(text: str) -> list[tuple[Partition, dict[str, float]]]:
    """All ways to part a plain text into chapters, each with what speaks for it; none for joined documents."""
    found = _prepared(text)
    titles = _ruled(found)
    return [] if found.joined.titles else weighed_partitions(found.raw, found.lines, titles, found.lists)


def paragraph_titles(paragraphs: Sequence[str]) -> BestTitles:
    """The titles among the paragraphs of a text that nothing marks, by their places, as those of a plain text.

    The lines of its list of contents are none. A title of "" belongs to the one before.
    """
    raw = [line for one in paragraphs for line in (" ".join(one.split()), "")]
    lists = contents_lists(raw)
    dropped = listed_lines(raw, lists)
    raw = ["" if at in dropped else line for at, line in enumerate(raw)]
    titles, doubt = best_titles(raw, raw, title_lines(raw), lists)
    return BestTitles({at // 2: found for at, found in titles.items() if not at % 2}, doubt)


def text_document(text: str) -> Document:
    """The document of a plain text: chapters by their headings, paragraphs joined if lines were wrapped by hand."""
    whole, text, raw, lines, joined, _ = prepared = _prepared(text)
    titles, doubt = _titles(prepared)
    lines = _without_site(lines)
    wrapped = _is_wrapped(lines)
    typed = HardWrappedText(raw, _stressed)
    out: list[Block] = []
    open_lines: list[str] = []

    def close() -> None:
        for block in typed.blocks(open_lines) if wrapped and open_lines else ():
            last = out[-1] if out else None
            if isinstance(block, Code) and isinstance(last, Code):  # an empty line of it
                out[-1] = Code(f"{last.text}\n\n{block.text}", ())
            else:
                out.append(block)
        if open_lines and not wrapped:
            out.append(Paragraph(_stressed(open_lines[0].strip()), ()))
        open_lines.clear()

    for at, line in enumerate(lines):
        if at in titles:
            close()
            level, title = titles[at]
            if title:
                out.append(Heading(level, plain_spans(title), ()))
        elif not line:
            close()
        else:
            if not wrapped:
                close()
            open_lines.append(raw[at])
    close()
    first = next((at for at, line in enumerate(lines[:_FRONT_LINES]) if line), 0)
    title = titles[first][1] if first in titles else lines[first]
    said = {key.lower(): value.strip() for key, value in _SAID.findall(whole[:_HEADER]) if len(whole) > len(text)}
    title = said.get("title") or (title if not joined.titles and len(title) <= _LONGEST_TITLE else "").strip("《》")
    author = said.get("author") or next(
        (next(filter(None, hit.groups())) for line in lines[:_FRONT_LINES] if (hit := _BY.fullmatch(line))), ""
    )
    warnings = (doubt,) if doubt and len(text) > _SHORT_TEXT else ()
    return Document((), tuple(out), meta=Metadata(title=title, author=author), warnings=warnings, levels_weighed=True)


def _prepared(text: str) -> _Text:
    whole = without_page_lines(text).replace("\f", "\n\n").replace("\x1f", "").replace("\u3000", " ")
    text = with_line_breaks(_without_gutenberg(whole))
    raw = text.split("\n")
    joined = joined_documents(raw)
    lines = [line.strip() for line in raw]
    lists = contents_lists(raw)
    dropped = joined.dropped | listed_lines(lines, lists)
    raw = ["" if at in dropped else line for at, line in enumerate(raw)]
    lines = ["" if at in dropped else line for at, line in enumerate(lines)]
    return _Text(whole, text, raw, lines, joined, lists)


def _ruled(one: _Text) -> dict[int, tuple[int, str]]:
    """The titles that rules find, by line."""
    found = title_lines(one.lines)
    if sum(bool(title) for _, title in found.values()) < _FEW_TITLES:
        found = outdented_titles(one.raw, documents=bool(one.joined.titles)) or found
    return found


def _titles(one: _Text) -> BestTitles:
    """The titles of a text; those of joined documents are above all others."""
    found, documents = _ruled(one), one.joined.titles
    own = {found[at + below][1] for at in documents for below in range(1, _NEAR) if at + below in found}
    if not documents or 2 * len(own) > len(documents):
        return BestTitles(found, "") if documents else best_titles(one.raw, one.lines, found, one.lists)
    inner = {at: (level + 1, title) for at, (level, title) in found.items()}
    return BestTitles(inner | {at: (1, title) for at, title in documents.items()}, "")


def _stressed(text: str) -> tuple[Span, ...]:
    """A paragraph's spans; text between single underscores is italic."""
    runs = SpanBuilder()
    at = 0
    for hit in _ITALIC.finditer(text):
        runs.add(text[at : hit.start()])
        runs.add(hit.group(1), _SLANTED)
        at = hit.end()
    runs.add(text[at:])
    return runs.take()


def _without_gutenberg(text: str) -> str:
    start = _GUTENBERG_START.search(text)
    if start:
        text = _CREDITS.sub("", text[start.end() :], count=1)
    end = _GUTENBERG_END.search(text)
    return text[: end.start()] if end else text


def _without_site(lines: list[str]) -> list[str]:
    """The lines without those of a download site: its names and addresses, and repeated lines."""
    counts = Counter(line for line in lines if line)
    return ["" if line and _is_site(line, counts[line]) else line for line in lines]


def _is_site(line: str, count: int) -> bool:
    if len(line) > _SITE_LONGEST or not (_MAY_BE_SITE.search(line) and _SITE.search(line)):
        return re.fullmatch(r"[-=—_*#~·.\s]{3,}", line) is not None
    return count > 1 or len(_SITE.sub("", line)) < _OWN_WORDS


def _is_wrapped(lines: list[str]) -> bool:
    """Whether lines were wrapped by hand at a width, and empty lines separate the paragraphs.

    Decided by the lines with another one below: most of their text is in lines of nearly the same width, and few of
    them end a sentence.
    """
    inner = [line for line, after in pairwise(lines) if line and after]
    if len(inner) < _FEW:
        return any(not line for line in lines)
    widths = sorted(map(_columns, inner))
    width = widths[int(len(widths) * _WIDTH_RANK)]
    low, high = _NEAR_WIDTH
    near = sum(one for one in widths if width * low <= one <= width * high)
    ended = sum(line[-1] in '。！？.!?”」"’:：' for line in inner)
    return near > _FULL * sum(widths) and ended < _SENTENCE_ENDS * len(inner) and width < _WIDEST


def _columns(line: str) -> int:
    """The width of a line in columns of fixed-pitch type; a Chinese character takes two."""
    return len(line) if line.isascii() else len(line) + sum(map(_SCRIPT_START.__lt__, line))
