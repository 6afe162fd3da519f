"""AsciiDoc to a document: its lines are written as Markdown, which one reader reads.

Markup after https://docs.asciidoctor.org/asciidoc/latest/: titles, delimited blocks, lists, admonitions and inline
marks. What means nothing to a reader of the text goes: attributes, anchors, comments, conditions, index marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.model.document import Document
from quire.read.books.markdown_reader import read_markdown

__all__ = ["is_asciidoc", "read_asciidoc"]

_TITLE = re.compile(r"(={1,6})\s+(\S.*)")
_UNDERLINES = "=-~^+"
"""Signs below a title in two lines, the highest level first."""
_UNDERLINE = re.compile(r"([=~^+-])\1{3,99}")
_UNDERLINED = re.compile(r"[^\W_].{2,119}|[`“‘\"'].{2,119}")
_WIDE = "\u2e7f"
"""Characters above are as wide as two others."""
_MISSED = 1
"""By how many signs the line below a title may be too short or too long."""
_BLOCK = re.compile(r"\[(?:\[[\w .:-]+\]|[\w#.%\"'=, /:*+-]*)\]")
_FENCES = ("----", "....", "++++", "```")
_FRAMES = re.compile(r"={4,}|\*{4,}|_{4,}|--?|[|,:!]={3,}")
"""Lines around blocks and tables; below a line of text Markdown would read a heading in “|=====”."""
_DROPPED = re.compile(r":!?[\w-]+!?:(?:\s.*)?|(?:ifdef|ifndef|ifeval|endif|include|toc)::.*|//(?!/).*|<<<|'''|\+")
_COMMENT = re.compile(r"/{4,}")
_ITEM = re.compile(r"(\*{1,5}|-|\.{1,5})\s+(?=\S)")
_LABELLED = re.compile(r"(\S.{0,120}?)(:{2,4}|;;)(?:\s+|$)")
_CAPTION = re.compile(r"\.(?=[^\s.])(.{1,200})")
_IMAGE = re.compile(r"(?:image|video|audio)::?[^\[\]\s]{1,300}\[([^\[\]]{0,300})\]")
_INDEX = re.compile(r"\(\(\([^()]{1,300}(?:\([^()]{0,100}\)[^()]{0,200})?\)\)\)|indexterm:\[[^\[\]]{0,300}\]")
_INDEXED = re.compile(r"\(\(([^()]{1,120})\)\)|indexterm2:\[([^\[\]]{1,120})\]")
_LINK = re.compile(
    r"(?:link:|xref:|mailto:)[^\s\[\]]{1,400}\[([^\[\]]{0,300})\]|(https?://[^\s\[\]]{1,400})\[([^\[\]]{0,300})\]"
)
_REFERENCE = re.compile(r"<<[^<>,]{1,120}(?:,\s*([^<>]{1,200}))?>>")
_ROLE = re.compile(r"\[[.\w#%-]{1,60}\]##?([^#\n]{1,300})##?")
_ANCHOR = re.compile(r"\[\[[\w .:,-]{1,120}\]\]|anchor:[\w.-]{1,80}\[[^\[\]]{0,120}\]")
_NOTE = re.compile(r"footnote(?:ref)?:[\w-]{0,40}\[([^\[\]]{0,1000})\]")
_CODE = re.compile(r"`\+([^`\n]{1,200}?)\+`|(?<![\w+])\+{1,2}(?=\S)([^+\n]{1,200}?)(?<=\S)\+{1,2}(?![\w+])")
_STRONG = re.compile(r"(?<![\w*])\*{1,2}(?=\S)([^*\n]{1,300}?)(?<=\S)\*{1,2}(?![\w*])")
_PASSED = re.compile(r"(?:pass|stem|latexmath|asciimath):[a-z,]{0,10}\[([^\n]{0,400}?)\]")
_ATTRIBUTE = re.compile(r"\{(?:nbsp|zwsp|wj|empty|sp|apos|quot|lsquo|rsquo|ldquo|rdquo|plus|amp|lt|gt)\}")
_FEWEST = 3
"""Titles of a text that is AsciiDoc."""
_SIGNED = 2
"""Lines that only AsciiDoc has (block attributes, fences, anchors)."""


def is_asciidoc(text: str) -> bool:
    """Whether a text is AsciiDoc: titles with “=” and lines of its blocks."""
    titles = signs = 0
    before = ""
    lines = text.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        titles += not before and bool(_TITLE.fullmatch(line.rstrip()) or _underlined(line, below))
        signs += line.startswith(("[[", "[source", "[NOTE", "[TIP", "[role", "ifdef::", "include::", "image::", "|==="))
        before = "" if line.startswith("[") else line.strip()
    return titles >= _FEWEST and signs >= _SIGNED


def read_asciidoc(text: str) -> Document:
    """The document of an AsciiDoc text; its pictures are elsewhere, their captions are kept."""
    return read_markdown("\n".join(_lines(text.split("\n"))))


def _lines(lines: Sequence[str]) -> Iterator[str]:
    """The same text in Markdown."""
    fence = hidden = above = ""
    underline = False
    for raw, below in zip(lines, [*lines[1:], ""], strict=True):
        line, before = raw.rstrip(), above
        above = line
        if underline:
            underline = False
        elif fence:
            closes = line == fence
            yield "```" if closes else raw.replace("```", "` ` `")
            fence = "" if closes else fence
        elif hidden or _COMMENT.fullmatch(line):
            hidden = "" if line == hidden else hidden or line
        elif any(line.startswith(one) and set(line) <= {one[0]} for one in _FENCES[:3]) or line.startswith("```"):
            fence = line if line[0] != "`" else "```"
            yield "```"
        elif _BLOCK.fullmatch(line) or _FRAMES.fullmatch(line) or _DROPPED.fullmatch(line):
            yield ""
        elif (level := _underlined(line, below)) and _stands_above(before):
            underline = True
            yield f"{'#' * level} {_inline(line)}"
        else:
            yield _line(line)
    if fence:
        yield "```"


def _underlined(line: str, below: str) -> int:
    """The level of a title in two lines, the second of signs as wide as the first; 0 for none."""
    below = below.rstrip()
    if not _UNDERLINE.fullmatch(below) or not _UNDERLINED.fullmatch(line.rstrip()):
        return 0
    width = len(line.rstrip())
    wide = width + sum(char > _WIDE for char in line)
    return _UNDERLINES.index(below[0]) + 1 if min(abs(len(below) - width), abs(len(below) - wide)) <= _MISSED else 0


def _stands_above(line: str) -> bool:
    """Whether a title may follow a line: it is empty, or names or hides what follows."""
    return not line or bool(_BLOCK.fullmatch(line) or _DROPPED.fullmatch(line))


def _line(line: str) -> str:
    if title := _TITLE.fullmatch(line):
        return f"{'#' * len(title[1])} {_inline(title[2].removesuffix(f' {title[1]}').rstrip())}"  # “== Title ==”, too
    if caption := _CAPTION.fullmatch(line):
        return f"\n**{_inline(caption[1]).replace('**', '')}**\n"
    if item := _ITEM.match(line):
        mark = "1." if item[1][0] == "." else "-"
        return f"{'   ' * (len(item[1]) - 1)}{mark} {_inline(line[item.end() :])}"
    if label := _LABELLED.match(line):
        return f"\n**{_inline(label[1]).replace('**', '')}**: {_inline(line[label.end() :])}"
    if line.startswith("|"):
        row = _inline(" ".join(cell.strip() for cell in line.split("|") if cell.strip()))
        mark = "\\" if row.startswith("#") else ""  # a column “#” is no heading
        return f"{mark}{row}\n"
    return _inline(line)


def _inline(text: str) -> str:
    text = _INDEX.sub("", text)
    text = _INDEXED.sub(lambda hit: hit[1] or hit[2], text)
    text = _IMAGE.sub(lambda hit: hit[1].split(",")[0].strip('"'), text)
    text = _NOTE.sub(r" (\1)", _ANCHOR.sub("", text))
    text = _LINK.sub(lambda hit: (hit[1] if hit[2] is None else hit[3].removesuffix("^") or hit[2]) or "", text)
    text = _REFERENCE.sub(lambda hit: hit[1] or "", text)
    text = _PASSED.sub(r"\1", _ROLE.sub(r"\1", text))
    text = _CODE.sub(lambda hit: f"`{hit[1] or hit[2]}`", text)
    return _ATTRIBUTE.sub(" ", _STRONG.sub(r"**\1**", text))
