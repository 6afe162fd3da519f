"""Books as text files: Markdown, and plain text with chapters that are found by their headings."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document
from quire.model.page import Metadata
from quire.model.span import Span
from quire.read.charset import decode
from quire.read.illustrations import Keep
from quire.read.markdown import read_markdown
from quire.read.spans import Look, Runs, paragraph
from quire.read.titles import title_lines

__all__ = ["read_book_text", "read_plain", "text_document"]

_BIGGEST = 200 << 20

_GUTENBERG_START = re.compile(r"^\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$", re.MULTILINE)
_GUTENBERG_END = re.compile(
    r"^(?:\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg).*", re.MULTILINE
)
_CREDITS = re.compile(
    r"\A\s*(?:\[Illustration[^\]]*\]\s*)?(?:Produced|Transcribed|Prepared|E-?text prepared|This e-?text was (?:produced|prepared))\s+by\s(?:.+\n)+",
    re.IGNORECASE,
)
"""Who typed the text: the first paragraph of some editions."""
_SAID = re.compile(r"^(Title|Author):[ \t]+(\S.*)$", re.MULTILINE)
_BY = re.compile(
    r"(?:by|BY|By)\s+([A-Z][\w.’'-]*(?:\s+(?:de|of|von|van|[A-Z][\w.’'-]*)){1,4})|(?:作者|著者)\s*[：:]\s*(\S.{0,24})|[\[［【（(].[\]］】）)]\s*([\u3400-\u9fff]{2,4})\s*[著撰]?|([\u3400-\u9fff]{2,4})\s+[著撰]",
)
"""The line of the title page that names the author."""
_HEADER = 4000
"""Characters at the beginning of a file within which its header says title and author."""
_ITALIC = re.compile(r"(?<![\w_])_(?=[^\s_])([^_]{1,2000}?)(?<=[^\s_])_(?![\w_])")
_SLANTED = Look(italic=True)

_SITE = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+\.(?:com|net|org|cn|cc|me|info)\b|(?:txt|TXT|电子书|電子書|全集|全本|小说|小說)\S{0,6}下[载載]"
    r"|(?:最新|更多)\S{0,12}(?:小说|小說|章节|章節|电子书|電子書)|(?:手机|手機|免费|免費)阅[读讀]|本[书書]由.{0,30}(?:整理|提供|制作|製作|上[传傳])"
    r"|(?:请|請)(?:收藏|支持|访问|訪問)|(?:声明|聲明)[：:].{0,20}(?:版[权權]|版權)|求(?:收藏|推荐|月票)|仅供.{0,12}(?:试读|交流|学习)",
)
_SITE_LONGEST = 90
"""Characters of a line that may be a site's; sentences of a book that name an address are longer."""


def read_plain(path: Path, *, markdown: bool, keep: Keep | None = None) -> Document:
    """The document of a text file; `keep` takes the pictures that a Markdown text holds.

    Raises:
        DamagedDocument: it is empty, or no text.
        DocumentTooBig: it is beyond the cap.
    """
    if path.stat().st_size > _BIGGEST:
        raise DocumentTooBig
    return read_book_text(path.read_bytes(), markdown=markdown, keep=keep)


def read_book_text(data: bytes, *, markdown: bool, keep: Keep | None = None) -> Document:
    """The document of the bytes of a text file, see `read_plain`."""
    text = decode(data)
    if not text.strip():
        raise DamagedDocument("The file is empty.")
    strange = sum((char < " " and char not in "\n\t\f") or char == "\ufffd" for char in text[:20_000])
    if strange > 0.05 * min(len(text), 20_000):
        raise DamagedDocument("The file is not a text.")
    document = read_markdown(text, keep=keep) if markdown else text_document(text)
    if not document.blocks:
        raise DamagedDocument("The file holds no text.")
    return document


def text_document(text: str) -> Document:
    """Blocks of a plain text: chapters by their headings, paragraphs joined where lines were broken by hand."""
    whole = text.replace("\f", "\n\n").replace("\u3000", " ")
    text = _without_gutenberg(whole)
    lines = [line.strip() for line in text.split("\n")]
    titles = title_lines(lines)
    lines = _without_site(lines)
    wrapped = _is_wrapped(lines)
    out: list[Block] = []
    open_lines: list[str] = []

    def close() -> None:
        if open_lines:
            out.append(Paragraph(_stressed(_joined(open_lines)), ()))
            open_lines.clear()

    for at, line in enumerate(lines):
        if at in titles:
            close()
            level, title = titles[at]
            if title:
                out.append(Heading(level, paragraph(title), ()))
        elif not line:
            close()
        else:
            if not wrapped:
                close()
            open_lines.append(line)
    close()
    first = next((at for at, line in enumerate(lines[:20]) if line), 0)
    title = titles[first][1] if first in titles else lines[first]
    said = {key.lower(): value.strip() for key, value in _SAID.findall(whole[:_HEADER]) if len(whole) > len(text)}
    title = said.get("title") or (title if len(title) <= 40 else "").strip("《》")
    author = said.get("author") or next(
        (next(filter(None, hit.groups())) for line in lines[:20] if (hit := _BY.fullmatch(line))), ""
    )
    return Document((), tuple(out), meta=Metadata(title=title, author=author))


def _stressed(text: str) -> tuple[Span, ...]:
    """A paragraph's spans: what stands between single underscores was in italics."""
    runs = Runs()
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
    """Lines without those that a download site put in: its names and addresses, and what repeats."""
    counts = Counter(line for line in lines if line)
    return ["" if line and _is_site(line, counts[line]) else line for line in lines]


def _is_site(line: str, count: int) -> bool:
    if len(line) > _SITE_LONGEST or not _SITE.search(line):
        return re.fullmatch(r"[-=—_*#~·.\s]{3,}", line) is not None
    return count > 1 or len(_SITE.sub("", line)) < 40


def _is_wrapped(lines: list[str]) -> bool:
    """Whether lines were broken by hand at a width, so that empty lines part the paragraphs."""
    full = [line for line in lines if line]
    if len(full) < 10:
        return any(not line for line in lines)
    lengths = sorted(len(line) for line in full)
    width = lengths[int(len(lengths) * 0.95)]
    near = sum(width * 0.75 <= length <= width * 1.05 for length in lengths)
    ended = sum(line[-1] in '。！？.!?”」"’:：' for line in full)
    return near > 0.45 * len(full) and ended < 0.7 * len(full) and width < 120


def _joined(lines: list[str]) -> str:
    out = lines[0]
    for line in lines[1:]:
        wide = ord(out[-1]) > 0x2E7F and ord(line[0]) > 0x2E7F
        if out.endswith("-") and line[0].islower() and len(out) > 2 and out[-2].isalpha():
            out = out[:-1] + line if not out.endswith("--") else out + line
        else:
            out += line if wide else f" {line}"
    return out
