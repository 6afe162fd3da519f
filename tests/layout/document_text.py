"""A document as text for golden files: every field of it, one block after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Table,
    TabStop,
)
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Backdrop, Picture, Rule, Style, TextSource
from quire.model.span import Span
from quire.model.table import Align, Cell, Grid

WIDTH = 88
"""Characters of a text on one line of the file."""


def render(document: Document) -> str:
    """The document as lines of text that end with a newline; coordinates in points, rounded to 0.1."""
    head = f"document language={document.language or '-'} body={number(document.body_size)} pages={document.page_count}"
    lines = [head, *(f"  warning {quoted(text)}" for text in document.warnings)]
    for page in document.pages:
        lines += page_lines(page)
    lines += [f"ornament {picture(one)}" for one in document.ornaments]
    for piece in document.furniture:
        lines += furniture_lines(piece)
    lines.append("")
    for block in document.blocks:
        lines += block_lines(block)
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    """A number rounded to 0.1, without a trailing zero; -0 is 0."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def box(value: Box | None) -> str:
    """x0,y0,x1,y1."""
    return ",".join(number(side) for side in value) if value else "-"


def quoted(text: str) -> str:
    """The text between quotation marks, with line breaks as \\n."""
    return json.dumps(text, ensure_ascii=False)


def style(value: Style | None) -> str:
    """Font, size and what differs from regular black type."""
    if value is None:
        return "-"
    words = [value.font or "?", number(value.size)]
    words += [name for name in ("bold", "italic", "mono") if getattr(value, name)]
    if value.color:
        words.append(colour(value.color))
    if value.rise:
        words.append("raised" if value.rise > 0 else "lowered")
    return " ".join(words)


def colour(value: int) -> str:
    """#RRGGBB."""
    return f"#{value:06x}"


def places(values: Iterable[Place]) -> str:
    """Page and box of each place."""
    return " ".join(f"p{place.page}[{box(place.box)}]" for place in values)


def stops(values: Iterable[TabStop]) -> str:
    """Texts apart on their row: index of the space before each, left and right edge."""
    return "".join(f" stop@{stop.at}[{number(stop.x0)},{number(stop.x1)}]" for stop in values)


def picture(value: Picture) -> str:
    """Name, page, box, kind, pixels and objects."""
    objects = f" objects={','.join(map(str, value.objects))}" if value.objects else ""
    return f"{value.name} p{value.page}[{box(value.box)}] {value.kind} {value.width}x{value.height}{objects}"


# --- pages and furniture ---------------------------------------------------------------------------


def page_lines(page: PageInfo) -> Iterator[str]:
    """The page without its content."""
    head = f"page {page.number} {number(page.width)}x{number(page.height)} margins=[{box(page.margins)}]"
    if page.label:
        head += f" label={quoted(page.label)}"
    if page.source is not TextSource.NATIVE:
        head += f" source={page.source}"
    if page.needs_ocr:
        head += " needs_ocr"
    if page.turned:
        head += f" turned={page.turned}"
    yield head
    for region in page.regions:
        yield f"  region [{box(region.box)}] columns={region.columns} gap={number(region.gap)}"
    for place, confidence in page.line_confidences:
        yield f"  reading [{box(place)}] {confidence:.2f}"
    if page.backdrop:
        yield backdrop(page.backdrop)
    yield from (f"  sign {picture(one)}" for one in page.signs)
    yield from (f"  rule {rule(one)}" for one in page.rules)


def backdrop(value: Backdrop) -> str:
    """What the page shows behind its text."""
    figures = " ".join(one.name for one in value.figures)
    tables = " ".join(f"[{box(one)}]" for one in value.tables)
    return f"  backdrop {value.name} p{value.page} figures=({figures}) tables=({tables}) text={value.text}"


def rule(value: Rule) -> str:
    """Its ends, stroke width and colour."""
    return f"[{box(Box(*value[:4]))}] width={number(value.width)} {colour(value.color)}"


def furniture_lines(piece: Furniture) -> Iterator[str]:
    """Role, place and text of a piece of furniture."""
    yield f"furniture {piece.role} {places([piece.place])} {piece.align}"
    yield from span_lines(piece.spans, "  ")


# --- blocks ----------------------------------------------------------------------------------------


def block_lines(block: Block, indent: str = "") -> Iterator[str]:
    """A block and what is inside it."""
    inner = indent + "  "
    if isinstance(block, Heading):
        title = " title" if block.title else ""
        yield f"{indent}heading {block.level}{title} {places(block.places)}{stops(block.stops)}"
        yield from span_lines(block.spans, inner)
    elif isinstance(block, Paragraph):
        yield f"{indent}{paragraph(block)}"
        yield from span_lines(block.spans, inner)
    elif isinstance(block, List):
        order = f"ordered start={block.start}" if block.ordered else "unordered"
        yield f"{indent}list {order} {places(block.places)}"
        for item in block.items:
            yield from item_lines(item, inner)
    elif isinstance(block, Quote | Note):
        name = f"note {block.mark} id={block.id}" if isinstance(block, Note) else "quote"
        yield f"{indent}{name} {places(block.places)}"
        for child in block.blocks:
            yield from block_lines(child, inner)
    else:
        yield from object_lines(block, indent)


def paragraph(block: Paragraph) -> str:
    """A paragraph without its text."""
    text = f"paragraph {places(block.places)} {block.align}"
    if block.indent:
        text += f" indent={number(block.indent)}"
    return f"{text} pitch={number(block.pitch)}{stops(block.stops)}"


def item_lines(item: Item, indent: str) -> Iterator[str]:
    """An entry of a list."""
    yield f"{indent}item {item.marker}"
    for block in item.blocks:
        yield from block_lines(block, indent + "  ")


def object_lines(block: Table | Figure | Code | Formula, indent: str) -> Iterator[str]:
    """A block that is no text of the flow."""
    inner = indent + "  "
    if isinstance(block, Table):
        yield f"{indent}table {places(block.places)} {grid(block.grid)}"
        yield f"{inner}widths {','.join(map(number, block.grid.widths)) or '-'}"
        yield from caption_lines(block.caption, "caption" if block.caption_above else "caption below", inner)
        yield from (f"{inner}{line}" for cell in block.grid.cells for line in cell_lines(cell))
    elif isinstance(block, Figure):
        yield f"{indent}figure {places(block.places)} {picture(block.picture)}"
        yield from (f"{inner}alt {quoted(part)}" for part in wrapped(block.picture.alt) if part)
        yield from caption_lines(block.caption, "caption above" if block.caption_above else "caption", inner)
    elif isinstance(block, Code):
        fill = f" fill={colour(block.fill)}" if block.fill is not None else ""
        yield f"{indent}code {places(block.places)} {style(block.style)}{fill}"
        yield from (f"{inner}|{line}" for line in block.text.split("\n"))
    else:
        label = f" label={quoted(block.label)}" if block.label else ""
        yield f"{indent}formula {places(block.places)}{label}"
        yield f"{inner}{quoted(block.text)}"
        if block.latex:
            yield f"{inner}latex {quoted(block.latex)}"


def caption_lines(spans: Sequence[Span], name: str, indent: str) -> Iterator[str]:
    """A caption; nothing where there is none."""
    if spans:
        yield f"{indent}{name}"
        yield from span_lines(spans, indent + "  ")


def span_lines(spans: Sequence[Span], indent: str) -> Iterator[str]:
    """Each span: its style, what it leads to, its text over as many lines as it needs."""
    for span in spans:
        link = f" link={span.link}" if span.link else ""
        note = f" note={span.note}" if span.note else ""
        yield f"{indent}({style(span.style)}{link}{note})"
        yield from (f"{indent}{quoted(part)}" for part in wrapped(span.text))


def wrapped(text: str) -> Iterator[str]:
    """Parts of the text, cut behind spaces; none is longer than `WIDTH` characters."""
    while len(text) > WIDTH:
        cut = text.rfind(" ", 0, WIDTH) + 1 or WIDTH
        yield text[:cut]
        text = text[cut:]
    yield text


# --- tables ----------------------------------------------------------------------------------------


def grid(value: Grid) -> str:
    """The table without its cells."""
    words = [f"{value.rows}x{value.cols}", f"header_rows={value.header_rows}"]
    words += [name for name in ("ruled", "framed", "rtl") if getattr(value, name)]
    if value.ruled or value.framed:
        words.append(f"ink={colour(value.ink)} stroke={number(value.stroke)}")
    if value.inset:
        words.append(f"inset={number(value.inset)}")
    return " ".join(words)


def cell_lines(cell: Cell) -> list[str]:
    """A cell: one line, and one more for each further span of its text."""
    words = [f"[{cell.row},{cell.col}]"]
    if (cell.row_span, cell.col_span) != (1, 1):
        words.append(f"{cell.row_span}x{cell.col_span}")
    words += [f"p{cell.page}[{box(cell.box)}]"]
    words += ["header"] if cell.header else []
    words += [str(cell.align)] if cell.align is not Align.LEFT else []
    words += [str(cell.height)] if cell.height else []
    words += [f"fill={colour(cell.fill)}"] if cell.fill is not None else []
    words += [f"indent={number(cell.indent)}"] if cell.indent else []
    words += [f"over={cell.over}"] if cell.over else []
    words += [f"under={cell.under}"] if cell.under else []
    texts = [line for span in cell.spans for line in cell_text(span)]
    return [" ".join(words), *(f"  {text}" for text in texts)]


def cell_text(span: Span) -> Iterator[str]:
    """A span of a cell, its style before its text."""
    link = f" link={span.link}" if span.link else ""
    note = f" note={span.note}" if span.note else ""
    head = f"({style(span.style)}{link}{note})"
    parts = [*map(quoted, wrapped(span.text))]
    if len(parts) == 1 and len(head) + len(parts[0]) < WIDTH:
        yield f"{head} {parts[0]}"
    else:
        yield from (head, *parts)
