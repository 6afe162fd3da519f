"""What a page says, without how it looks: the one form in which truths and results are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from quality.text_match import folded


class Cell(NamedTuple):
    """A cell at (row, col), 0-based, over row_span x col_span places."""

    row: int
    col: int
    text: str
    row_span: int = 1
    col_span: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a table, sorted by (row, col), and how many leading rows are column headings; None: not known."""

    cells: tuple[Cell, ...]
    header_rows: int | None = 0

    @property
    def rows(self) -> int:
        """Number of rows."""
        return max((cell.row + cell.row_span for cell in self.cells), default=0)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return max((cell.col + cell.col_span for cell in self.cells), default=0)


class Heading(NamedTuple):
    """A heading; level 1 is the highest."""

    level: int
    text: str


_COUNT = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3}|[A-Za-z])"
_TYPED_MARKER = re.compile(rf"\A(?:[（(] ?{_COUNT} ?[)）]|[①-⑳]|{_COUNT}、|\d{{1,3}}[.．)）](?!\d)) ?")


def unmarked(text: str) -> str:
    """The text of an item without a marker that somebody typed; tags often keep “（1）” or “1、” in it."""
    return _TYPED_MARKER.sub("", text)


class Item(NamedTuple):
    """An item of a list without its marker; depth 0 is the outermost."""

    depth: int
    text: str


class Paragraph(NamedTuple):
    """Any other text of the body."""

    text: str


class Formula(NamedTuple):
    """A displayed formula: what a reader sees from left to right, its LaTeX ("" if it has none) and its number."""

    text: str
    latex: str
    label: str = ""


Block = Heading | Item | Paragraph | Table | Formula


def unframed(block: Block) -> list[Block]:
    """A table of one column as its texts: a frame around text and a table of one column look the same."""
    if isinstance(block, Table) and block.cols == 1:
        return [Paragraph(cell.text) for cell in block.cells]
    return [block]


def _said(block: Block) -> str:
    if isinstance(block, Formula):
        return f"{block.text} {block.label}"
    return " ".join(cell.text for cell in block.cells) if isinstance(block, Table) else block.text


@dataclass(slots=True)
class Content:
    """Blocks in reading order, and the running headers and footers.

    `furniture` is None where the truth does not know it.
    """

    blocks: list[Block] = field(default_factory=list)
    furniture: list[str] | None = None

    @property
    def tables(self) -> list[Table]:
        """The tables in reading order."""
        return [block for block in self.blocks if isinstance(block, Table)]

    @property
    def headings(self) -> list[Heading]:
        """The headings in reading order."""
        return [block for block in self.blocks if isinstance(block, Heading)]

    @property
    def items(self) -> list[Item]:
        """The list items in reading order."""
        return [block for block in self.blocks if isinstance(block, Item)]

    @property
    def formulas(self) -> list[Formula]:
        """The displayed formulas in reading order."""
        return [block for block in self.blocks if isinstance(block, Formula)]

    @property
    def paragraphs(self) -> list[str]:
        """The texts that are neither heading, item, table nor formula."""
        return [block.text for block in self.blocks if isinstance(block, Paragraph)]

    @property
    def text(self) -> str:
        """The whole text in reading order, tables row by row, folded."""
        return folded(" ".join(_said(block) for block in self.blocks))
