"""Content from the product's JSON, from the gate's truth files, and from Markdown with tables as HTML."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from quality.content import Block, Cell, Content, Formula, Heading, Item, Paragraph, Table, unframed

Json = dict[str, Any]

# --- the product's JSON ------------------------------------------------------------------------------------------


def product_content(document: Json, *, as_markdown: bool = False) -> Content:
    """Content of a converted document (docs/json.md).

    Args:
        document: The product's JSON.
        as_markdown: Read paragraphs as `markdown_content` does, which cannot tell "1. Aims" from an item.
    """
    blocks = [part for block in _product_blocks(document["blocks"], 0) for part in unframed(block)]
    if as_markdown:
        blocks = [_as_markdown(block) for block in blocks]
    return Content(blocks, [line["text"] for line in document["furniture"]])


def _product_blocks(blocks: Sequence[Json], depth: int) -> Iterator[Block]:
    for block in blocks:
        kind = block["type"]
        if kind == "heading":
            yield Heading(block["level"], block["text"])
        elif kind == "table":
            if block["caption"]:
                yield Paragraph(block["caption"]["text"])
            cells = (Cell(c["row"], c["col"], c["text"], c["row_span"], c["col_span"]) for c in block["cells"])
            yield Table(tuple(cells), block["header_rows"])
        elif kind == "list":
            for item in block["items"]:
                yield from _product_item(item["blocks"], depth)
        elif kind in {"quote", "note"}:
            yield from _product_blocks(block["blocks"], depth)
        elif kind == "figure":
            yield from [Paragraph(block["caption"]["text"])] if block["caption"] else []
        elif kind == "formula":
            yield Formula(block["text"], block["latex"] or "", block["label"] or "")
        else:
            yield Paragraph(block["text"])


def _as_markdown(block: Block) -> Block:
    match = _ITEM.fullmatch(block.text) if isinstance(block, Paragraph) else None
    return Item(0, match[2]) if match else block


def _product_item(blocks: Sequence[Json], depth: int) -> Iterator[Block]:
    """An item with the text of its own paragraphs, then the items of lists inside it and its other blocks."""
    own = [block for block in blocks if block["type"] in {"paragraph", "formula", "code"}]
    if own:
        yield Item(depth, " ".join(block["text"] for block in own))
    yield from _product_blocks([block for block in blocks if block not in own], depth + 1)


# --- truth files -------------------------------------------------------------------------------------------------


def truth_content(path: Path) -> Content:
    """Content of a truth file: the gate's own JSON, or Markdown."""
    text = path.read_text(encoding="utf-8")
    return markdown_content(text) if path.suffix == ".md" else read_truth(json.loads(text))


def read_truth(data: Json) -> Content:
    """What `write_truth` wrote."""
    blocks = [part for parts in data["blocks"] for part in unframed(_truth_block(*parts))]
    return Content(blocks, data["furniture"])


def _truth_block(kind: str, *parts: Any) -> Block:  # noqa: ANN401  members of JSON
    if kind == "heading":
        return Heading(*parts)
    if kind == "item":
        return Item(*parts)
    if kind == "formula":
        return Formula(*parts)
    if kind == "table":
        return Table(tuple(Cell(*cell) for cell in parts[1]), parts[0])
    return Paragraph(*parts)


def write_truth(content: Content) -> str:
    """JSON of a truth, a block on each line: it is read by people and its changes are reviewed."""
    lines = ",\n".join(json.dumps(_parts(block), ensure_ascii=False) for block in content.blocks)
    furniture = json.dumps(content.furniture, ensure_ascii=False)
    return f'{{"furniture": {furniture},\n"blocks": [\n{lines}\n]}}\n'


def _parts(block: Block) -> list[object]:
    if isinstance(block, Table):
        return ["table", block.header_rows, [list(cell) for cell in block.cells]]
    return [type(block).__name__.lower(), *block]


# --- Markdown ----------------------------------------------------------------------------------------------------

_HEADING = re.compile(r"(#{1,6}) (.*)")
_ITEM = re.compile(r"( *)(?:[-*+]|\d{1,9}[.)]) (.*)")
_INDENT = 4  # spaces that a nested item stands further in


def markdown_content(text: str) -> Content:
    """Content of Markdown in which a table is HTML on one line and blocks are set apart by empty lines."""
    blocks: list[Block] = []
    for line in text.splitlines():
        if line.startswith("<table"):
            blocks += unframed(html_table(line))
        elif match := _HEADING.fullmatch(line):
            blocks.append(Heading(len(match[1]), match[2]))
        elif match := _ITEM.fullmatch(line):
            blocks.append(Item(len(match[1]) // _INDENT, match[2]))
        elif line.strip():
            blocks.append(Paragraph(line.strip()))
    return Content(blocks)


class _Rows(HTMLParser):
    """Collects the rows of a table: (text, row span, column span, header) for each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, int, int, bool]]] = []
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a row or a cell."""
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"} and self.rows:
            span = {name: int(value) for name, value in attrs if value and value.isdigit()}
            self.rows[-1].append(("", span.get("rowspan", 1), span.get("colspan", 1), tag == "th"))
            self.open = True
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        """Ends a cell."""
        self.open = self.open and tag not in {"td", "th", "tr"}

    def handle_data(self, data: str) -> None:
        """Adds text to the open cell."""
        if self.open:
            text, *rest = self.rows[-1][-1]
            self.rows[-1][-1] = (text + data, *rest)


def html_table(text: str) -> Table:
    """A table of HTML; leading rows of nothing but `th` are column headings.

    A table without any is one whose author marked none: whether it has column headings is not known.
    """
    parser = _Rows()
    parser.feed(text)
    taken: set[tuple[int, int]] = set()
    cells = []
    for row, entries in enumerate(parser.rows):
        col = 0
        for content, down, across, _ in entries:
            while (row, col) in taken:
                col += 1
            taken |= {(row + i, col + j) for i in range(down) for j in range(across)}
            cells.append(Cell(row, col, html.unescape(content).strip(), down, across))
    heads = [bool(entries) and all(header for *_, header in entries) for entries in parser.rows]
    leading = heads.index(False) if False in heads else len(heads)
    return Table(tuple(cells), leading or None)
