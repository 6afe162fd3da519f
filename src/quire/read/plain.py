"""Books as text files: Markdown, and plain text with chapters that are found by their headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document
from quire.model.page import Metadata
from quire.read.charset import decode
from quire.read.illustrations import Keep
from quire.read.markdown import read_markdown
from quire.read.spans import paragraph

__all__ = ["read_book_text", "read_plain", "text_document"]

_BIGGEST = 200 << 20

_NUMBER = "[0-9０-９〇零一二三四五六七八九十百千两○廿卅]+"
_HEADINGS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(rf"第\s*{_NUMBER}\s*[部卷篇编編集册冊](?:\s+.{{0,40}}|[：:·].{{0,40}})?")),
    (1, re.compile(rf"卷[之第]?{_NUMBER}(?:\s+.{{0,40}})?")),
    (2, re.compile(rf"(?:正文\s*)?第\s*{_NUMBER}\s*[章回讲講课課话話幕折](?:[\s：:·、.].{{0,60}}|.{{0,24}})?")),
    (2, re.compile(r"(?:序|序言|序章|序幕|前言|引言|引子|楔子|自序|后记|後記|尾声|尾聲|跋|结语|結語|附录.{0,20}|附錄.{0,20})")),
    (3, re.compile(rf"第\s*{_NUMBER}\s*[节節](?:[\s：:·].{{0,40}}|.{{0,20}})?")),
    (1, re.compile(r"(?:PART|BOOK|VOLUME)\s+(?:[IVXLC]+|\d+|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN)\b[.:]?.{0,60}", re.IGNORECASE)),
    (2, re.compile(r"(?:CHAPTER|LETTER|CANTO|SCENE|ACT|LECTURE)\s+(?:[IVXLC]+|\d+|THE\s+\w+|[A-Z][a-z]+(?:[- ][A-Za-z]+)?)\b(?:[.:—–-]?\s?.{0,70})?", re.IGNORECASE)),
    (2, re.compile(r"(?:PREFACE|INTRODUCTION|PROLOGUE|EPILOGUE|FOREWORD|AFTERWORD|CONCLUSION|APPENDIX(?:\s\w+)?|GLOSSARY|INDEX)[.:]?", re.IGNORECASE)),
    (2, re.compile(rf"[\u4e00-\u9fff]{{1,10}}第{_NUMBER}[章篇卷]?")),
    (2, re.compile(r"(?:[IVXLC]{1,7}|\d{1,3})\.?")),
)  # fmt: skip
_SURE = 6
"""How many of `_HEADINGS` from the start are headings wherever they stand alone on a line; the last two need a series."""
_IN_SERIES = (len(_HEADINGS) - 2, len(_HEADINGS) - 1)
"""Titles that end in their number, as those of the classics do (学而第一), and bare numerals."""
_TITLES = {3, len(_HEADINGS) - 3}
"""Prefaces and the like: parts of a book that do not say that its chapters have names."""

_GUTENBERG_START = re.compile(r"^\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$", re.MULTILINE)
_GUTENBERG_END = re.compile(
    r"^(?:\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg).*", re.MULTILINE
)
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
    text = _without_gutenberg(text.replace("\f", "\n\n").replace("\u3000", " "))
    lines = [line.strip() for line in text.split("\n")]
    lines = _without_site(lines)
    levels = _heading_lines(lines)
    wrapped = _is_wrapped(lines)
    out: list[Block] = []
    open_lines: list[str] = []

    def close() -> None:
        if open_lines:
            out.append(Paragraph(paragraph(_joined(open_lines)), ()))
            open_lines.clear()

    for at, line in enumerate(lines):
        if at in levels:
            close()
            out.append(Heading(levels[at], paragraph(_single(line)), ()))
        elif not line:
            close()
        else:
            if not wrapped:
                close()
            open_lines.append(line)
    close()
    title = next((line for line in lines[:20] if line), "")
    return Document((), tuple(out), meta=Metadata(title=title if len(title) <= 40 else ""))


def _without_gutenberg(text: str) -> str:
    start = _GUTENBERG_START.search(text)
    if start:
        text = text[start.end() :]
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


def _heading_lines(lines: list[str]) -> dict[int, int]:
    """Line number to level of the headings. A contents list at the front (headings with nothing between) is none."""
    found: dict[int, tuple[int, int]] = {}  # line to (index of the pattern, level)
    for at, line in enumerate(lines):
        if not line or len(line) > 80 or line.endswith(("，", ",", "；", ";", "。", "？", "！")):
            continue
        alone = (at == 0 or not lines[at - 1]) and (at + 1 == len(lines) or not lines[at + 1])
        for index, (level, pattern) in enumerate(_HEADINGS):
            if pattern.fullmatch(line) and (index < _SURE - 1 or alone or _titled(lines, at)):
                found[at] = (index, level)
                break
    series = Counter(index for index, _ in found.values())
    named = sum(series[index] for index in range(_IN_SERIES[0]) if index not in _TITLES)
    kept = {
        at: level
        for at, (index, level) in found.items()
        if index not in _IN_SERIES or (series[index] >= 3 and named < 3)
    }
    return _without_contents(kept, lines)


def _titled(lines: list[str], at: int) -> bool:
    """Whether a heading stands after an empty line, its title perhaps on the next one."""
    return (at == 0 or not lines[at - 1]) and re.match(r"(?i)chapter|letter|part|book", lines[at]) is not None


def _without_contents(kept: dict[int, int], lines: list[str]) -> dict[int, int]:
    order = sorted(kept)
    bare = []
    for one, after in zip(order, [*order[1:], len(lines)], strict=False):
        if not any(lines[at] for at in range(one + 1, after)) and kept.get(after, 9) >= kept[one]:
            bare.append(one)
    names = Counter(_single(lines[at]) for at in order)
    again: Callable[[int], bool] = lambda at: names[_single(lines[at])] > 1  # noqa: E731 - one use
    contents = {at for at in bare if again(at)}
    return {at: level for at, level in kept.items() if at not in contents}


def _single(line: str) -> str:
    return re.sub(r"\s{2,}", " ", line)


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
