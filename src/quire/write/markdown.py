"""Markdown: GitHub Flavored Markdown that also reads well as plain text.

What GFM cannot say is said in the HTML that it allows: tables with spans or several header rows,
superscripts, emphasis beside Chinese punctuation. Footnotes are ``[^id]``, as GitHub renders them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from quire.model.block import Block, Code, Figure, Formula, Heading, Item, List, Note, Paragraph, Quote, Span, Table
from quire.model.document import Document
from quire.model.table import Align, Grid
from quire.write.html_markup import superscript, table_html
from quire.write.linked_notes import note_labels
from quire.write.list_style import MarkerKind, Sublist, sublists
from quire.write.markdown_inline import escape_block_starts, image_markdown, inline_markdown
from quire.write.text_runs import (
    Run,
    clean,
    heading_runs,
    is_typescript,
    plain_text,
    runs_of,
    without_common_emphasis,
    without_empty_emphasis,
    without_fixed_pitch,
)

_DASHES = {Align.LEFT: "---", Align.CENTER: ":-:", Align.RIGHT: "--:", Align.JUSTIFY: "---"}
_CLOSING = re.compile(r"(?:(?<=\s)|^)(#+)$")  # "#" at a heading's end would be taken as its closing mark
_TAG_START = re.compile(r"<(?=[a-zA-Z/!?])")  # in LaTeX the space after it says nothing, in Markdown it ends a tag
_BACKTICKS = re.compile("`{3,}")
_COMMENT = "<!-- -->"  # between two lists that would grow into one


def write(document: Document, pictures: Mapping[str, bytes]) -> bytes:  # noqa: ARG001 - every writer takes pictures
    """The document as UTF-8 Markdown; figures link to ``images/<name>.png``."""
    return _Markdown(document).text(document.blocks).encode()


def block_renderer(document: Document) -> Callable[[Sequence[Block]], str]:
    """What gives some blocks of the document as Markdown; labels of notes are those of the whole document."""
    return _Markdown(document).text


class _Markdown:
    """The writer's state: which footnotes have a mark that leads to them, and their labels."""

    def __init__(self, document: Document) -> None:
        self._labels = note_labels(document.blocks, links=is_plain, numbered=True)
        self._late: list[Note] = []
        self._typescript = is_typescript(document.blocks)
        self._kinds: dict[type[Block], Callable[..., str]] = {
            Heading: self._heading,
            Paragraph: self._paragraph,
            List: self._list,
            Table: self._table,
            Figure: self._figure,
            Quote: self._quote,
            Code: _code,
            Formula: self._formula,
            Note: self._note,
        }

    def text(self, blocks: Sequence[Block]) -> str:
        """Blocks of the top level as text that ends in a line end; "" for nothing."""
        parts: list[str] = []
        before: Block | None = None
        for block in blocks:
            part = self._block(block, before)
            if part:
                parts.append(part)
                before = block
            while self._late:  # notes inside other blocks follow the outermost one
                parts.append(self._definition(self._late.pop(0)))
        return "\n\n".join(parts) + "\n" if parts else ""

    def _block(self, block: Block, before: Block | None = None) -> str:
        text = self._kinds[type(block)](block)
        if text and isinstance(block, List) and isinstance(before, List):
            return f"{_COMMENT}\n\n{text}"
        return text

    def _inside(self, blocks: Iterable[Block], apart: str = "\n\n") -> str:
        parts: list[str] = []
        before: Block | None = None
        for block in blocks:
            if isinstance(block, Note) and block.id in self._labels:
                self._late.append(block)
            elif part := self._block(block, before):
                parts.append(part)
                before = block
        return apart.join(parts)

    def _spans(self, spans: Sequence[Span]) -> str:
        return inline_markdown(self._runs(spans), self._mark)

    def _runs(self, spans: Sequence[Span]) -> list[Run]:
        """The spans as runs; marks that lead nowhere are only raised."""
        runs = self._plainer(spans)
        for run in runs:  # quicker than `any`
            if run.note:
                return [_raised(run) if run.note and run.note not in self._labels else run for run in runs]
        return runs

    def _plainer(self, spans: Sequence[Span]) -> list[Run]:
        runs = without_empty_emphasis(runs_of(spans))
        return without_fixed_pitch(runs) if self._typescript else runs

    def _levelled(self, spans: Sequence[Span]) -> list[Run]:
        """Runs of a cell; what the whole cell has is the table's design, not emphasis."""
        return without_common_emphasis(self._plainer(spans))

    def _mark(self, run: Run) -> str:
        return f"[^{self._labels[run.note or '']}]"

    def _heading(self, block: Heading) -> str:
        text = " ".join(inline_markdown(heading_runs(self._runs(block.spans)), self._mark).split())
        if not text:
            return ""
        level = 1 if block.title else min(max(block.level, 1), 6)
        return f"{'#' * level} {_CLOSING.sub(_escaped, text)}"

    def _paragraph(self, block: Paragraph) -> str:
        return escape_block_starts(self._spans(block.spans))

    def _caption(self, spans: Sequence[Span]) -> str:
        return escape_block_starts(self._spans(spans))

    def _list(self, block: List) -> str:
        parts: list[str] = []
        for stretch in sublists(block):
            tight = all(self._is_tight(item) for item in stretch.items)
            items = [self._item(stretch, at, tight=tight) for at in range(len(stretch.items))]
            parts.append(("\n" if tight else "\n\n").join(items))
        return f"\n\n{_COMMENT}\n\n".join(parts)

    def _is_tight(self, item: Item) -> bool:
        """Whether an entry is a paragraph at most, perhaps with a list below that may follow it at once."""
        first, *rest = item.blocks or (None,)
        if not isinstance(first, Paragraph | None):
            return False
        return all(isinstance(block, List) and _may_interrupt(block) for block in rest) and len(rest) <= 1

    def _item(self, stretch: Sublist, at: int, *, tight: bool) -> str:
        item = stretch.items[at]
        bullet = stretch.bullet(at)
        blocks: Sequence[Block] = item.blocks
        if stretch.is_box(at) and not _starts_with_text(blocks):  # GFM ticks boxes in paragraphs only
            bullet, blocks = "-", _led(item.marker.strip(), blocks)
        elif stretch.kind is MarkerKind.PRINTED:
            blocks = _led(clean(item.marker).strip(), blocks)
        text = self._inside(blocks, "\n" if tight else "\n\n")
        width = len(bullet.split()[0]) + 1  # a box to tick is part of the text
        return f"{bullet} {_indented(text, ' ' * width)}" if text else bullet

    def _table(self, block: Table) -> str:
        caption = self._caption(block.caption)
        grid = block.grid
        table = (
            (self._pipes(grid) if is_plain(grid) else table_html(grid, superscript, runs=self._levelled))
            if grid.cells
            else ""
        )
        parts = (caption, table) if block.caption_above else (table, caption)
        return "\n\n".join(filter(None, parts))

    def _pipes(self, grid: Grid) -> str:
        rows = [[""] * grid.cols for _ in range(grid.rows)]
        for cell in grid.cells:
            runs = [r._replace(text=r.text.replace("|", r"\vert ")) if r.maths else r for r in self._runs(cell.spans)]
            rows[cell.row][cell.col] = inline_markdown(without_common_emphasis(runs), self._mark).replace("|", "\\|")
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, f"| {' | '.join(_DASHES[align] for align in _alignment(grid))} |")
        return "\n".join(lines)

    def _figure(self, block: Figure) -> str:
        alt = " ".join(clean(block.picture.alt).split())
        caption = self._caption(block.caption)
        parts = [image_markdown(alt, f"images/{block.picture.name}.png"), caption]
        return "\n\n".join(filter(None, reversed(parts) if block.caption_above else parts))

    def _quote(self, block: Quote) -> str:
        text = self._inside(block.blocks)
        return "\n".join(f"> {line}" if line else ">" for line in text.split("\n")) if text else ""

    def _formula(self, block: Formula) -> str:
        latex = _TAG_START.sub("< ", " ".join(clean(block.latex).split()))  # on one line, where nothing starts a block
        label = clean(block.label).strip()
        if latex and "$$" not in latex:
            tag = f" \\tag{{{label.strip('()（）')}}}" if label else ""
            return f"$${latex}{tag}$$"
        text = f"{clean(block.text).strip()} {label}".strip()
        return escape_block_starts(inline_markdown([Run(text)], self._mark)) if text else ""

    def _note(self, block: Note) -> str:
        if block.id in self._labels:
            return self._definition(block)
        first, *rest = block.blocks or (None,)
        spans: Sequence[Span] = first.spans if isinstance(first, Paragraph) else ()
        led = inline_markdown([_raised(Run(clean(block.mark))), Run(" "), *self._runs(spans)], self._mark)
        return "\n\n".join(filter(None, (escape_block_starts(led), self._inside(rest if spans else block.blocks))))

    def _definition(self, block: Note) -> str:
        text = _indented(self._inside(block.blocks), "    ")
        lead = " " if block.blocks and isinstance(block.blocks[0], Paragraph) else "\n    "  # lists count their columns
        return f"[^{self._labels[block.id]}]:{lead}{text}".rstrip()


def _raised(run: Run) -> Run:
    return run._replace(note=None, link=None, rise=1)


def is_plain(grid: Grid) -> bool:
    """Whether a pipe table can say all of it: one header row at most, no spans, no line breaks, no links.

    Addresses among the pipes would make rows that nobody can read, and of cells other texts than the document's to
    programs that split rows at the pipes.
    """
    if grid.header_rows > 1 or grid.rows < 1 or grid.cols < 1:
        return False
    for cell in grid.cells:
        if cell.row_span != 1 or cell.col_span != 1:
            return False
        for text, _, link, _ in cell.spans:
            if link or "\n" in text:
                return False
    return True


def _alignment(grid: Grid) -> list[Align]:
    """How most cells of each column below the head are aligned."""
    counts: list[dict[Align, int]] = [{} for _ in range(grid.cols)]
    for cell in grid.cells:
        if cell.row >= grid.header_rows and cell.spans:
            column = counts[cell.col]
            column[cell.align] = column.get(cell.align, 0) + 1
    return [max(column, key=column.__getitem__) if column else Align.LEFT for column in counts]


def _may_interrupt(block: List) -> bool:
    """Whether the list may follow a line of text at once (CommonMark 5.3: a bullet, or the number 1)."""
    first = sublists(block)[:1]
    if not first or first[0].bullet(0) not in ("-", "1.", "1)"):
        return False
    return _starts_with_text(first[0].items[0].blocks)


def _starts_with_text(blocks: Sequence[Block]) -> bool:
    return bool(blocks) and isinstance(blocks[0], Paragraph) and bool(plain_text(blocks[0].spans))


def _led(marker: str, blocks: Sequence[Block]) -> Sequence[Block]:
    """The blocks of an entry with its printed marker in front."""
    if not marker:
        return blocks
    if blocks and isinstance(blocks[0], Paragraph):
        gap = "" if marker[-1] in "、．，。）】" else " "
        first = Paragraph((Span(marker + gap), *blocks[0].spans), blocks[0].places)
        return (first, *blocks[1:])
    return (Paragraph((Span(marker),), ()), *blocks)


def _indented(text: str, indent: str) -> str:
    """The text with every line but the first moved right; empty lines stay empty."""
    return re.sub(r"\n(?=[^\n])", "\n" + indent, text) if "\n" in text else text


def _code(block: Code) -> str:
    text = "\n".join(clean(line) for line in block.text.expandtabs(4).split("\n")).strip("\n")
    if not text.strip():
        return ""
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in _BACKTICKS.findall(text)), default=0))
    return f"{fence}\n{text}\n{fence}"


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[0]
