"""Markdown to a document: the blocks of CommonMark with tables, through markdown-it-py."""

from __future__ import annotations

import base64
import binascii
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from quire.model.block import Block, Code, Figure, Formula, Heading, Item, List, Paragraph, Quote, Table
from quire.model.document import Document
from quire.model.page import Metadata
from quire.model.span import Span
from quire.model.table import Cell, Grid
from quire.model.traversal import text_of
from quire.read.books.book_images import KeepPicture, PictureStore
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder, plain_spans

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["read_markdown"]

# Roles and directives of the builders of Markdown books (MyST, Sphinx, Jupyter Book): references and labels, which mean
# nothing to a reader of the text.
_ROLE = re.compile(r":[a-z][a-z_:]{0,60}:`[^`\n]*`|\{[a-z]{2,20}(?::[a-z]{1,20})?\}(?=`[^`])")
_DIRECTIVE = re.compile(r"^:(?:begin_tab|end_tab|[a-z_]+):.*$|^\{[#%][^}]*\}$|^:::.*$", re.MULTILINE)
_MARKUA = re.compile(
    r"^\{(?:[a-z]+matter|pagebreak|:[^{}\n]*|#[\w-]+|[A-Za-z][\w-]*[ \t]*[:=][^{}\n]*)\}[ \t]*$", re.MULTILINE
)
"""What Markua (Leanpub) and kramdown say of the next paragraph in a line of its own: “{class: tip}”."""
_ASIDE = re.compile(r"^[A-EIQTWX]>(?=[ \t\n])", re.MULTILINE)
_FEWEST_ASIDES = 3
"""Lines of Markua's boxes beside the text (“T> ”): fewer may be text."""
_MARKED = re.compile(r"[\[(](\*\*.{1,3000}?\*\*)[\])](?!\()", re.DOTALL)  # slide markers around bold text
_SLIDE = re.compile(r"[\[(]~~[^~\n]+~~[\])](?!\()")  # text for slides only
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*\n", re.DOTALL)
_RULE = re.compile(r"---[ \t]*")
_FIELD = re.compile(r"[A-Za-z][\w-]{0,40}:(?:[ \t].*)?|[ \t]+\S.*|- .*|#.*")
_TITLE_FIELD = re.compile(r"title:[ \t]+[\"']?(.*?)[\"']?\s*")
_LONGEST_FRONT = 40
"""Lines of the fields between two rules with which a page of a site begins (YAML front matter)."""
_FEWEST_PAGES = 2
_SEPARATORS = (" | ", "｜", " – ", " — ", " - ", " · ")
"""What stands between the title of a page and the name of its site."""
_INCLUDE = re.compile(
    r"^\s{0,40}\{\{\s*#.*?\}\}\s*$|^%(?:matplotlib|load_ext).*$|^#@(?:tab|save).*$|^\s{0,40}leanpub-[a-z-]+\s*?(?:\n|\Z)",
    re.MULTILINE,
)
"""Builders' placeholders and marks in program text: mdBook's includes, notebooks' commands, Leanpub's changed lines."""
_FENCE = re.compile(r"[ \t>]{0,20}(`{3,99}|~{3,99})(?![`~])[^`\n]*+$")
_BOX = re.compile(
    r"(?P<margin> {0,40})(?:(?:!!!|\?\?\?\+?)(?:[ \t]+[\w-]+)+(?:[ \t]+\"(?P<title>.*)\")?"
    r"|===[+!]{0,2}[ \t]+\"(?P<tab>.*)\")[ \t]*"
)
"""The first line of a box or a tab of Python-Markdown (MkDocs), whose text stands four spaces further right."""
_BOXED = "    "
_MARKED_HEADING = re.compile(r"#{1,6} \S")
_SENTENCE = re.compile(r"[A-Z\u4e00-\u9fff][^{};=\n]{40,}[.:!?。：！？]?\s*$")
_DATA = re.compile(r"data:image/[a-z.+-]{1,20};base64,(.+)", re.IGNORECASE | re.DOTALL)
_DRAWING = "drawing:"
"""Prefix of the address of a drawing in the text, before its number."""
_ATTRIBUTES = re.compile(r"\{(?:-|[#.][^{}\s]+|[\w-]+=[^{}]*)(?:\s+[^{}]*)?\}\s*$")
_TAG = re.compile(r"<[^<>]{1,500}>")
_REFERENCE = re.compile(
    r"\s?\[(?:\^[^\]\s]{1,60}\]:?|-?@[^\]\n]{1,300}\])|\^\[(?=[^\]\n]{0,300}[\s:])[^\[\]\n]{1,400}\]"
)
"""The mark of a note, “[^1]”, a note in the text, “^[See …]”, and a work cited by its key, “[@knuth1984]” (Pandoc)."""
_CITED = re.compile(r"(?<![\w@.])@([A-Za-z]{2,40})[-_:]?((?:19|20)\d\d)(?:[a-z][\w-]{0,60})?\b")
"""The key of a work that stands for its author: “introduced by @knuth1984literate”."""


def read_markdown(text: str, *, keep: KeepPicture | None = None) -> Document:
    """The document of a Markdown text. Raw HTML becomes its text; comments and builders' directives are removed.

    Args:
        text: the file's text.
        keep: stores the pictures inside the text (data URIs, RFC 2397); without it there are no figures.
    """
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    from quire.read.books.chinese_emphasis import ChineseInline

    title = ""
    front = _FRONT.match(text)
    if front:
        found = re.search(r"^title:\s*[\"']?(.*?)[\"']?\s*$", front.group(1), re.MULTILINE)
        title = found.group(1) if found else ""
        text = text[front.end() :]
    parser = MarkdownIt()
    parser.inline = ChineseInline()
    parser.configure("commonmark", {"maxNesting": 40}).enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin, allow_digits=False)
    store = PictureStore(keep) if keep else None

    def blocks_of(text: str) -> list[Block]:
        drawings: list[bytes] = []
        tokens = parser.parse(_tidy(_with_whole_fences(_without_boxes(text)), drawings))
        return list(_Reader(tokens, store, drawings).blocks())

    pages = _without_site_name(_pages(text, title))
    joined = sum(bool(name) for name, _ in pages) >= _FEWEST_PAGES
    blocks = tuple(
        itertools.chain.from_iterable(_below(name, blocks_of(page)) for name, page in pages)
        if joined
        else blocks_of(text)
    )
    first = next((one for one in blocks if isinstance(one, Heading)), None)
    named = title or (text_of(first.spans) if first else "")
    meta = Metadata(title="" if joined else named)
    return Document((), blocks, meta=meta)


def _pages(text: str, title: str) -> list[tuple[str, str]]:
    """The pages of a site that were joined to one text, each with the title in the fields before it, "" for none.

    Args:
        text: behind the fields of the first one.
        title: of the first one.
    """
    lines = text.split("\n")
    starts: list[tuple[str, int, int]] = []  # title, line of its first rule, line behind its second
    fence = ""
    for at, line in enumerate(lines):
        marks = _signs(line)
        if fence or marks:
            fence = "" if fence and marks.startswith(fence) else fence or marks
        elif _RULE.fullmatch(line) and (not at or not lines[at - 1].strip()):
            below = itertools.takewhile(_FIELD.fullmatch, lines[at + 1 : at + 1 + _LONGEST_FRONT])
            fields = [*itertools.takewhile(lambda one: not _RULE.fullmatch(one), below)]
            end = at + 1 + len(fields)
            if fields and end < len(lines) and _RULE.fullmatch(lines[end]):
                said = next((hit[1] for one in fields if (hit := _TITLE_FIELD.fullmatch(one))), "")
                starts.append((said, at, end + 1))
    ends = [at for _, at, _ in starts]
    pieces = [(title, 0, ends[0] if ends else len(lines))]
    pieces += [
        (said, begin, end) for (said, _, begin), end in zip(starts, [*ends[1:], len(lines)][: len(starts)], strict=True)
    ]
    return [(said, "\n".join(lines[begin:end])) for said, begin, end in pieces]


def _without_site_name(pages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pages with their titles up to a separator behind which all end alike: “Planning | Field Guide | Office”."""
    named = [title for title, _ in pages if title]
    for separator in _SEPARATORS:
        parts = [title.split(separator) for title in named]
        firsts = {one[0] for one in parts}
        if len({one[-1] for one in parts}) == 1 and len(firsts) == len(named) and min(map(len, parts)) > 1:
            return [(title.split(separator)[0].strip(), text) for title, text in pages]
    return pages


def _below(title: str, blocks: list[Block]) -> list[Block]:
    """The blocks of a page below its title."""
    if not title:
        return blocks
    heads = [at for at, one in enumerate(blocks) if isinstance(one, Heading)]
    first = blocks[heads[0]] if heads else None
    if isinstance(first, Heading) and text_of(first.spans).strip() == title.strip():
        del blocks[heads[0]]
    highest = min((one.level for one in blocks if isinstance(one, Heading)), default=2)
    out: list[Block] = [Heading(1, plain_spans(title), ())]
    for one in blocks:
        down = isinstance(one, Heading) and highest == 1
        out.append(replace(one, level=min(6, one.level + 1)) if isinstance(one, Heading) and down else one)
    return out


def _without_boxes(text: str) -> str:
    """The text with the boxes and tabs of MkDocs as what they hold: their titles, and their text moved left."""
    lines = text.split("\n")
    fence, at = "", 0
    while at < len(lines):
        marks = _signs(lines[at])
        box = None if fence else _BOX.fullmatch(lines[at])
        if fence or marks:
            fence = "" if fence and marks.startswith(fence) else fence or marks
        elif box:
            margin = box["margin"] + _BOXED
            end = at + 1
            while end < len(lines) and (not lines[end].strip() or lines[end].startswith(margin)):
                end += 1
            if box["title"] or any(one.strip() for one in lines[at + 1 : end]):
                inside = [one.replace(_BOXED, "", 1) if one.strip() else one for one in lines[at + 1 : end]]
                lines[at:end] = ["", box["margin"] + (box["title"] or box["tab"] or ""), "", *inside, ""]
        at += 1
    return "\n".join(lines)


def _with_whole_fences(text: str) -> str:
    """The text with its broken code fences mended, which would make program text of all that follows.

    A fence that opens with a language inside another one, or is open at the end, shows that the one before was not
    closed: it is closed before the prose that follows it, or goes, where prose follows at once. Lines of a fence in a
    list that stand further left than it would end both (CommonMark 0.31, 5.2); they are moved in.
    """
    lines = text.split("\n")
    opened = -1
    fence = re.compile("")
    for at, line in enumerate([*lines]):
        hit = _FENCE.match(line)
        if opened < 0:
            if hit:
                opened, fence = at, re.compile(rf"[ \t>]{{0,20}}{hit[1][0]}{{{len(hit[1])},}}[ \t]*")
        elif hit and fence.fullmatch(line):
            _move_in(lines, opened, at)
            opened = -1
        elif hit and fence.match(line) and len(hit[1]) == len(_signs(lines[opened])):
            _mend(lines, opened, at)
            opened = at
    if opened >= 0:
        _mend(lines, opened, len(lines))
    return "\n".join(lines)


def _move_in(lines: list[str], opened: int, closed: int) -> None:
    """Indent the lines between two fences at least like these, where both stand alike."""
    margin = lines[opened][: len(lines[opened]) - len(lines[opened].lstrip(" "))]
    if margin and lines[closed].startswith(margin) and lines[closed][len(margin)] == lines[opened][len(margin)]:
        for at in range(opened + 1, closed):
            if lines[at].strip() and not lines[at].startswith((margin, "\t")):
                lines[at] = margin + lines[at].lstrip(" ")


def _mend(lines: list[str], opened: int, end: int) -> None:
    """Close the fence that is open from one line on before the prose behind it."""
    prose = next((at for at in range(opened + 1, end) if _is_prose(lines, at)), end)
    if all(not line.strip() for line in lines[opened + 1 : prose]):
        lines[opened] = ""
    else:
        indent = lines[opened][: len(lines[opened]) - len(lines[opened].lstrip(" \t>"))]  # of the list it stands in
        lines[prose - 1] += f"\n{indent}{_signs(lines[opened])}"


def _signs(line: str) -> str:
    """The signs of a fence."""
    hit = _FENCE.match(line)
    return hit[1] if hit else ""


def _is_prose(lines: Sequence[str], at: int) -> bool:
    """Whether a line behind an empty one is a heading, or a sentence, and so no program text."""
    line = lines[at]
    if lines[at - 1].strip() and not _FENCE.match(lines[at - 1]):
        return False
    return _MARKED_HEADING.match(line) is not None or _SENTENCE.match(line) is not None


def _tidy(text: str, drawings: list[bytes]) -> str:
    """The text without builders' marks, outside fenced code; its drawings are added to `drawings`."""
    ends = [hit.end() for hit in re.finditer(r"^(?:```|~~~)[ \t]*$", text, re.MULTILINE)]
    closed = ends[-1] if ends else 0  # behind it no fence is closed: each that opens there would be read to the end
    parts = re.split(r"(^(?:```|~~~).*?^(?:```|~~~)[ \t]*$)", text[:closed], flags=re.MULTILINE | re.DOTALL)
    parts[-1] += text[closed:]
    asides = sum(len(_ASIDE.findall(part)) for part in parts[::2]) >= _FEWEST_ASIDES
    for at in range(0, len(parts), 2):
        part = _with_drawings(_without_comments(parts[at]), drawings)
        part = _ASIDE.sub(">", part) if asides else part
        parts[at] = _SLIDE.sub("", _MARKED.sub(r"\1", _MARKUA.sub("", _DIRECTIVE.sub("", _ROLE.sub("", part)))))
    return "".join(parts)


def _without_comments(text: str) -> str:
    """A text without its HTML comments; one that is never closed stays, as text: it would hide all that follows.

    A regular expression is quadratic here.
    """
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + len("<!--"))) >= 0:
        kept.append(text[at:start])
        at = end + len("-->")
    return "".join([*kept, re.sub(r"(?m)^( {0,3})<!--", r"\1\<!--", text[at:])])


def _with_drawings(text: str, drawings: list[bytes]) -> str:
    """The text with its drawings (`<svg>`) as numbered pictures, as their labels are not words of the text."""
    small = text.lower()
    out: list[str] = []
    at = 0
    while (start := small.find("<svg", at)) >= 0 and (end := small.find("</svg>", start)) >= 0:
        end += len("</svg>")
        title = re.search(r"<title>([^<>\[\]]{1,200})</title>", text[start:end])
        out += [text[at:start], f"![{title.group(1).strip() if title else ''}]({_DRAWING}{len(drawings)})"]
        drawings.append(text[start:end].encode())
        at = end
    return "".join([*out, text[at:]])


class _Reader:
    def __init__(self, tokens: Sequence[Token], album: PictureStore | None, drawings: Sequence[bytes]) -> None:
        self._tokens = tokens
        self._drawings = drawings
        self._album = album
        self._at = 0
        self._figures: list[Figure] = []  # of the block that is read: they follow it

    def blocks(self, until: str = "") -> Iterator[Block]:
        """Blocks up to the closing token `until`."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                return
            yield from self._block(token)
            yield from self._figures
            self._figures = []

    def _block(self, token: Token) -> Iterator[Block]:  # noqa: C901, PLR0912 - one branch a kind of token
        kind = token.type
        if kind == "heading_open":
            spans = _without_attributes(self._inline("heading_close"))
            if spans:
                yield Heading(int(token.tag[1]), spans, ())
        elif kind == "paragraph_open":
            spans = self._inline("paragraph_close")
            if spans:
                yield Paragraph(spans, ())
        elif kind in {"fence", "code_block"}:
            code = _INCLUDE.sub("", token.content).strip("\n")
            if code:
                yield Code(code, ())
        elif kind.startswith("math_block"):
            yield Formula(token.content.strip(), (), latex=token.content.strip())
        elif kind in {"bullet_list_open", "ordered_list_open"}:
            yield self._list(kind.replace("open", "close"), ordered=kind.startswith("ordered"))
        elif kind == "blockquote_open":
            inner = tuple(self.blocks("blockquote_close"))
            if inner:
                yield Quote(inner, ())
        elif kind == "table_open":
            yield self._table()
        elif kind == "html_block":
            runs = SpanBuilder()
            runs.add(_TAG.sub("", token.content).replace("\n", " "))
            if runs:
                yield Paragraph(runs.take(), ())

    def _list(self, until: str, *, ordered: bool) -> List:
        items = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            if token.type == "list_item_open":
                inner = tuple(self.blocks("list_item_close"))
                items.append(Item(f"{token.info}." if ordered else "•", inner))
        return List(tuple(items), (), ordered)

    def _table(self) -> Table:
        cells: list[Cell] = []
        row, col, width, heads = -1, 0, 0, 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                row, col = row + 1, 0
            elif token.type in {"th_open", "td_open"}:
                head = token.type == "th_open"
                heads = max(heads, row + 1) if head else heads
                cells.append(Cell(row, col, self._inline(token.type.replace("open", "close")), header=head))
                col += 1
                width = max(width, col)
        return Table(Grid(row + 1, width, tuple(cells), header_rows=heads), ())

    def _inline(self, until: str) -> tuple[Span, ...]:
        runs = SpanBuilder()
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            if token.type == "inline":
                _runs_of(token.children or (), runs)
                self._figures += self._pictures(token.children or ())
        return runs.take()

    def _pictures(self, tokens: Sequence[Token]) -> Iterator[Figure]:
        """The pictures whose bytes are in their address, and the drawings."""
        for token in tokens if self._album else ():
            address = str(token.attrGet("src") or "") if token.type == "image" else ""
            number = address.removeprefix(_DRAWING)
            drawn = address.startswith(_DRAWING) and number.isdecimal() and int(number) < len(self._drawings)
            held = _DATA.fullmatch(address)
            data = self._drawings[int(number)] if drawn else _decoded(held.group(1)) if held else b""
            picture = self._album.add(data) if data and self._album else None
            if picture:
                yield Figure(picture._replace(alt=token.content), ())


def _without_attributes(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The spans of a heading without its attributes (`header_attributes` of Pandoc: “{#start .unnumbered}”)."""
    hit = _ATTRIBUTES.search(spans[-1].text) if spans and not (spans[-1].style and spans[-1].style.mono) else None
    if not hit:
        return spans
    text = spans[-1].text[: hit.start()].rstrip()
    return (*spans[:-1], spans[-1]._replace(text=text)) if text else spans[:-1]


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(unquote(text))
    except binascii.Error:
        return b""


def _runs_of(tokens: Sequence[Token], runs: SpanBuilder) -> None:  # noqa: C901 - one branch a kind of token
    look, link = Emphasis(), None
    for token in tokens:
        kind = token.type
        if kind in {"strong_open", "strong_close"}:
            look = look._replace(bold=kind.endswith("open"))
        elif kind in {"em_open", "em_close"}:
            look = look._replace(italic=kind.endswith("open"))
        elif kind == "link_open":
            link = str(token.attrGet("href") or "") or None
        elif kind == "link_close":
            link = None
        elif kind == "code_inline":
            runs.add(token.content, look._replace(mono=True), link=link)
        elif kind == "math_inline":
            runs.add(f"${token.content.strip()}$", look)
        elif kind in {"softbreak", "hardbreak"}:
            runs.add("\n" if kind == "hardbreak" else " ", look)
        elif kind == "image":
            continue
        elif kind == "text":
            text = _CITED.sub(lambda key: f"{key[1].capitalize()} ({key[2]})", _REFERENCE.sub("", token.content))
            runs.add(text, look, link=link)
