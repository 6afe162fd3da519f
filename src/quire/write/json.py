"""JSON: the whole document as the schema beside this file describes it (``document.schema.json``).

Serialised by hand: half of what a general encoder takes, and one block stands on one line. What has its default
value in a span is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from json.encoder import encode_basestring as _quoted  # compiled; leaves all but quotes and controls as they are
from math import isfinite
from pathlib import Path

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
    Span,
    Table,
)
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.page import Metadata, OutlineItem, Picture, Style
from quire.model.table import Cell
from quire.write.text_runs import clean, safe_link

SCHEMA_FILE = Path(__file__).parent / "document.schema.json"
VERSION = "1.0"

_TRUTH = ("false", "true")


def write(document: Document, pictures: Mapping[str, bytes]) -> bytes:  # noqa: ARG001 - every writer takes pictures
    """The document as UTF-8 JSON; figures name ``images/<name>.png``."""
    return _Json().document(document).encode()


def write_block(block: Block, ids: Iterable[str]) -> str:
    """One block of the format, with ids for it and the blocks inside; its places have no confidence."""
    return _Json(ids).block(block)


class _Json:
    """The writer's state: the id of the next block, and how each style reads."""

    def __init__(self, ids: Iterable[str] | None = None) -> None:
        self._ids = iter(ids) if ids else (f"b{number}" for number in count(1))
        self._styles: dict[Style | None, str] = {None: ""}
        self._readings: dict[int, tuple[tuple[Box, float], ...]] = {}
        self._kinds: dict[type[Block], Callable[..., str]] = {
            Heading: self._heading,
            Paragraph: self._paragraph,
            List: self._list,
            Table: self._table,
            Figure: self._figure,
            Quote: self._quote,
            Code: _code,
            Formula: _formula,
            Note: self._note,
        }

    def document(self, document: Document) -> str:
        """The whole file."""
        self._readings = {page.number: page.line_confidences for page in document.pages if page.line_confidences}
        members = (
            f'"schema":"quire-document","version":"{VERSION}"',
            f'"metadata":{_metadata(document.meta)}',
            f'"language":{_string(document.language)}',
            f'"page_count":{document.page_count or len(document.pages)}',
            f'"body_size":{_number(document.body_size)}',
            f'"pages":{_lines(map(_page, document.pages))}',
            f'"outline":{_lines(map(_outline_item, document.outline))}',
            f'"blocks":{_lines(map(self.block, document.blocks))}',
            f'"furniture":{_lines(map(self._furniture, document.furniture))}',
            f'"warnings":{_lines(map(_string, document.warnings))}',
        )
        return "{" + ",\n".join(members) + "}\n"

    def block(self, block: Block) -> str:
        """A block with the next id."""
        own = next(self._ids)
        return f'{{"id":"{own}",{self._kinds[type(block)](block)},"places":{self._places(block.places)}}}'

    def _places(self, places: Iterable[Place]) -> str:
        return (
            "["
            + ",".join([f'{{"page":{page},"box":{_box(box)}{self._sure(page, box)}}}' for page, box in places])
            + "]"
        )

    def _sure(self, page: int, box: Box) -> str:
        """The member `confidence` of a place on a recognised page: the mean over its lines, by their length."""
        if page not in self._readings:
            return ""
        total = weight = 0.0
        for line, sure in self._readings[page]:
            if box.holds_point((line.x0 + line.x1) / 2.0, (line.y0 + line.y1) / 2.0):
                total += sure * line.width
                weight += line.width
        return f',"confidence":{_number(total / weight)}' if weight else ""

    def _within(self, blocks: Iterable[Block]) -> str:
        return f"[{','.join(map(self.block, blocks))}]"

    def _heading(self, block: Heading) -> str:
        shape = f'"level":{block.level},"title":{_TRUTH[block.title]}'
        shape += f',"confidence":{_number(block.confidence)}' if block.confidence < 1 else ""
        return f'"type":"heading",{shape},{self._content(block.spans)}'

    def _paragraph(self, block: Paragraph) -> str:
        look = f'"align":"{block.align.value}","indent":{_number(block.indent)}'
        return f'"type":"paragraph",{self._content(block.spans)},{look}'

    def _list(self, block: List) -> str:
        items = ",".join(map(self._item, block.items))
        return f'"type":"list","ordered":{_TRUTH[block.ordered]},"start":{block.start},"items":[{items}]'

    def _item(self, item: Item) -> str:
        return f'{{"marker":{_string(item.marker)},"blocks":{self._within(item.blocks)}}}'

    def _table(self, block: Table) -> str:
        grid = block.grid
        shape = f'"rows":{grid.rows},"cols":{grid.cols},"header_rows":{grid.header_rows},"ruled":{_TRUTH[grid.ruled]}'
        cells = ",\n  ".join(map(self._cell, grid.cells))
        widths = ",".join(map(_number, grid.widths))
        shape += ',"direction":"rtl"' if grid.rtl else ""
        shape += f',"confidence":{_number(grid.confidence)}' if grid.confidence < 1 else ""
        caption = f'"caption":{self._caption(block.caption)},"caption_above":{_TRUTH[block.caption_above]}'
        return f'"type":"table",{caption},{shape},"widths":[{widths}],"cells":[{cells}]'

    def _cell(self, cell: Cell) -> str:
        spans = f'"row_span":{cell.row_span},"col_span":{cell.col_span},"header":{_TRUTH[cell.header]}'
        box = f',"page":{cell.page},"box":{_box(cell.box)}' if cell.box and cell.page > 0 else ""
        fill = f',"fill":"#{cell.fill & 0xFFFFFF:06x}"' if cell.fill is not None else ""
        look = f'"align":"{cell.align.value}"{box}{fill}'
        return f'{{"row":{cell.row},"col":{cell.col},{spans},{self._content(cell.spans)},{look}}}'

    def _figure(self, block: Figure) -> str:
        caption = f'"caption":{self._caption(block.caption)},"caption_above":{_TRUTH[block.caption_above]}'
        return f'"type":"figure","image":{_image(block.picture)},{caption}'

    def _quote(self, block: Quote) -> str:
        return f'"type":"quote","blocks":{self._within(block.blocks)}'

    def _note(self, block: Note) -> str:
        end = ',"end":true' if block.end else ""
        name = f'"note":{_string(block.id)},"mark":{_string(block.mark)}{end}'
        return f'"type":"note",{name},"blocks":{self._within(block.blocks)}'

    def _furniture(self, piece: Furniture) -> str:
        content = f'"role":"{piece.role.value}",{self._content(piece.spans)},"align":"{piece.align.value}"'
        return f'{{{content},"page":{piece.place.page},"box":{_box(piece.place.box)}}}'

    def _caption(self, spans: Sequence[Span]) -> str:
        return f"{{{self._content(spans)}}}" if spans else "null"

    def _content(self, spans: Sequence[Span]) -> str:
        """The members `text` and `spans`."""
        if len(spans) == 1:
            text = _string(spans[0].text)
            return f'"text":{text},"spans":[{self._span(spans[0], text)}]'
        each = [(span, _string(span.text)) for span in spans]
        text = "".join(quoted[1:-1] for _, quoted in each)
        return f'"text":"{text}","spans":[{",".join(self._span(span, quoted) for span, quoted in each)}]'

    def _span(self, span: Span, quoted: str) -> str:
        style = self._styles.get(span.style)
        if style is None:
            style = self._styles[span.style] = _style(span.style)
        target = safe_link(span.link) if span.link else None
        link = f',"link":{_string(target)}' if target else ""
        note = f',"note":{_string(span.note)}' if span.note else ""
        return f'{{"text":{quoted}{style}{link}{note}}}'


def _style(style: Style | None) -> str:
    """The members of a style with a comma in front of each; defaults are left out."""
    if style is None:
        return ""
    members = [f',"font":{_string(style.font)},"size":{_number(style.size)},"color":"#{style.color & 0xFFFFFF:06x}"']
    members += [f',"{name}":true' for name in ("bold", "italic", "mono") if getattr(style, name)]
    if style.rise:
        members.append(f',"rise":{1 if style.rise > 0 else -1}')
    return "".join(members)


def _metadata(meta: Metadata) -> str:
    names = ("title", "author", "subject", "keywords", "creator", "producer", "language", "created", "modified")
    members = ",".join(f'"{name}":{_string(getattr(meta, name))}' for name in names)
    return f'{{{members},"tagged":{_TRUTH[meta.tagged]}}}'


def _page(page: PageInfo) -> str:
    size = f'"number":{page.number},"label":{_string(page.label)},"width":{_number(page.width)}'
    text = f'"source":"{page.source.value}","needs_ocr":{_TRUTH[page.needs_ocr]}'
    margins = _box(page.margins) if page.margins else "null"
    regions = ",".join(map(_region, page.regions))
    size += f',"height":{_number(page.height)},"unit":"pt"'
    return f'{{{size},{text},"margins":{margins},"regions":[{regions}]{_recognised(page)}}}'


def _recognised(page: PageInfo) -> str:
    """The members that only a turned page, or one that was recognised, has."""
    turned = f',"turned":{page.turned}' if page.turned else ""
    if not page.line_confidences:
        return turned
    lines = ",".join([f'{{"box":{_box(box)},"confidence":{_number(sure)}}}' for box, sure in page.line_confidences])
    return f'{turned},"lines":[{lines}]'


def _region(region: Region) -> str:
    return f'{{"box":{_box(region.box)},"columns":{region.columns},"gap":{_number(region.gap)}}}'


def _outline_item(item: OutlineItem) -> str:
    page = "null" if item.page is None else str(item.page)
    y = "null" if item.y is None else _number(item.y)
    return f'{{"level":{item.level},"title":{_string(item.title)},"page":{page},"y":{y}}}'


def _image(picture: Picture) -> str:
    name = f'"name":"{picture.name}","path":"images/{picture.name}.png","kind":"{picture.kind.value}"'
    size = f'"width":{picture.width},"height":{picture.height},"alt":{_string(picture.alt)}'
    return f'{{{name},{size},"page":{picture.page},"box":{_box(picture.box)}}}'


def _code(block: Code) -> str:
    text = "\n".join(clean(line) for line in block.text.expandtabs(4).split("\n"))
    return f'"type":"code","text":{_quoted(text)}'


def _formula(block: Formula) -> str:
    latex, label = _string(block.latex), _string(block.label)
    return f'"type":"formula","text":{_string(block.text)},"latex":{latex},"label":{label}'


def _box(box: Box) -> str:
    text = "[{:.2f},{:.2f},{:.2f},{:.2f}]".format(*box)
    return f"[{','.join(map(_number, box))}]" if "n" in text else text  # "inf", "nan"


def _number(value: float) -> str:
    """At most two decimals: a hundredth of a point is less than any printer sets."""
    return repr(round(value, 2)) if isfinite(value) else "0"


def _string(text: str) -> str:
    return _quoted(clean(text))


def _lines(entries: Iterable[str]) -> str:
    """An array with one entry on a line."""
    body = ",\n ".join(entries)
    return f"[\n {body}\n]" if body else "[]"
