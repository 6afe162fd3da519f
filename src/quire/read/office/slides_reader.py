"""Slides (PresentationML): each slide as a page with its title, texts, tables, the data of charts, and notes."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from quire.errors import DamagedDocument
from quire.model.block import Block, Heading, List, Paragraph, Place, Quote, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Metadata
from quire.model.span import Span
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder, plain_spans
from quire.read.office.list_nesting import Entry, lists_of
from quire.read.office.office_package import check_package
from quire.read.office.spanning_rows import RowCell, grid_of

_EMU = 12_700  # English metric units in a point
_NESTED = 20  # groups inside groups
_BAND = 12.0  # points: shapes whose tops differ less stand side by side


def read_slides(path: Path) -> Document:
    """The document; hidden slides are left out and named in its warnings.

    Raises:
        DamagedDocument: it cannot be read. DocumentTooBig, ProtectedDocument: as `check_package`.
    """
    import pptx
    from lxml.etree import LxmlError
    from pptx.exc import PythonPptxError

    check_package(path)
    try:
        opened = pptx.Presentation(str(path))
        size = (opened.slide_width or 0) / _EMU, (opened.slide_height or 0) / _EMU
        reading = _Reading()
        pages, blocks = [], list[Block]()
        for number, slide in enumerate(opened.slides, 1):
            if slide._element.get("show") == "0":  # noqa: SLF001 - there is no public name for it
                reading.hidden.append(str(number))
                continue
            pages.append(PageInfo(number, *size))
            blocks += reading.slide(slide, number, first=not blocks)
        core = opened.core_properties
        meta = Metadata(core.title or "", core.author or "", core.subject or "", core.keywords or "")
    except (PythonPptxError, LxmlError, KeyError, ValueError, AttributeError, zipfile.BadZipFile, OSError) as error:
        raise DamagedDocument from error
    warnings = []
    if reading.hidden:
        warnings.append(f"Hidden slides are left out: {', '.join(reading.hidden)}.")
    if reading.pictures:
        warnings.append(f"Pictures are left out of the text: {reading.pictures}.")
    return Document(
        tuple(pages), tuple(blocks), meta=meta, language=core.language or "", page_count=len(opened.slides),
        warnings=tuple(warnings),
    )  # fmt: skip


class _Reading:
    def __init__(self) -> None:
        self.pictures = 0
        self.hidden: list[str] = []

    def slide(self, slide: Any, number: int, *, first: bool) -> list[Block]:  # noqa: ANN401 - python-pptx has no types
        """The blocks of a slide."""
        title = slide.shapes.title
        out: list[Block] = []
        for shape in sorted(_shapes(slide.shapes), key=_position):
            place = (Place(number, _box(shape)),)
            if title is not None and shape.shape_id == title.shape_id:
                spans = plain_spans(shape.text_frame.text.replace("\v", " ").replace("\n", " "))
                if spans:
                    out.insert(0, Heading(1 if first else 2, spans, place, title=first))
                continue
            out += self._shape(shape, place)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            said = [
                Paragraph(spans, ()) for one in slide.notes_slide.notes_text_frame.paragraphs if (spans := _spans(one))
            ]
            if said:
                out.append(Quote(tuple(said), (Place(number, Box(0.0, 0.0, 0.0, 0.0)),)))
        return out

    def _shape(self, shape: Any, place: tuple[Place, ...]) -> list[Block]:  # noqa: ANN401 - of python-pptx
        if getattr(shape, "has_table", False) and shape.has_table:
            return [_table(shape.table, place)]
        if getattr(shape, "has_chart", False) and shape.has_chart:
            return _chart(shape.chart, place)
        if shape.has_text_frame:
            return _text(shape, place)
        self.pictures += hasattr(shape, "image")
        return []


def _shapes(shapes: Iterable[Any], depth: int = 0) -> Iterator[Any]:
    """All shapes, those of groups in their place."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            if depth < _NESTED:
                yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _position(shape: Any) -> tuple[int, float]:  # noqa: ANN401 - of python-pptx
    box = _box(shape)
    return round(box.y0 / _BAND), box.x0


def _box(shape: Any) -> Box:  # noqa: ANN401 - of python-pptx
    left, top, width, height = ((value or 0) / _EMU for value in (shape.left, shape.top, shape.width, shape.height))
    return Box(left, top, left + width, top + height)


def _text(shape: Any, place: tuple[Place, ...]) -> list[Block]:  # noqa: ANN401 - of python-pptx
    """Paragraphs; in a body placeholder of several, and where bullets are set, lists."""
    found = [(one, spans) for one in shape.text_frame.paragraphs if (spans := _spans(one))]
    is_body = shape.is_placeholder and shape.placeholder_format.type is not None and len(found) > 1
    out: list[Block] = []
    entries: list[Entry] = []
    for one, spans in found:
        kind = _bullet(one, default="bullet" if is_body else "")
        if kind:
            entries.append(Entry(one.level, kind == "number", spans))
            continue
        out += lists_of(entries)
        entries = []
        out.append(Paragraph(spans, place))
    out += lists_of(entries)
    return [List(one.items, place, one.ordered) if isinstance(one, List) else one for one in out]


def _bullet(paragraph: Any, *, default: str) -> str:  # noqa: ANN401 - of python-pptx
    """How a paragraph is marked: "bullet", "number" or nothing."""
    properties = paragraph._p.pPr  # noqa: SLF001 - there is no public name for it
    for child in properties if properties is not None else ():
        name = child.tag.rpartition("}")[2]
        if name == "buNone":
            return ""
        if name in {"buAutoNum", "buChar", "buBlip"}:
            return "number" if name == "buAutoNum" else "bullet"
    return default


def _spans(paragraph: Any) -> tuple[Span, ...]:  # noqa: ANN401 - of python-pptx
    runs = SpanBuilder()
    links = {id(run._r): run.hyperlink.address for run in paragraph.runs}  # noqa: SLF001 - the element is the identity
    for child in paragraph._p:  # noqa: SLF001 - line breaks and fields have no public name
        name = child.tag.rpartition("}")[2]
        if name == "br":
            runs.add("\n")
        elif name in {"r", "fld"}:
            text = "".join(one.text or "" for one in child if one.tag.endswith("}t"))
            look = next((one for one in child if one.tag.endswith("}rPr")), None)
            bold, italic = (look is not None and look.get(key) in {"1", "true"} for key in ("b", "i"))
            runs.add(text.replace("\v", "\n"), Emphasis(bold=bold, italic=italic), link=links.get(id(child)))
    return runs.take()


def _table(table: Any, place: tuple[Place, ...]) -> Table:  # noqa: ANN401 - of python-pptx
    rows = []
    for row in table.rows:
        cells = [one for one in row.cells if not one.is_spanned]
        rows.append(
            [RowCell(plain_spans(one.text.replace("\v", "\n")), one.span_width, one.span_height) for one in cells]
        )
    return Table(grid_of(rows, header_rows=int(bool(table.first_row) and len(rows) > 1)), place)


def _chart(chart: Any, place: tuple[Place, ...]) -> list[Block]:  # noqa: ANN401 - of python-pptx
    """The data of a chart as a table; nothing for a kind without categories."""
    out: list[Block] = []
    for plot in chart.plots:
        series = [*plot.series]
        names = [str(one) for one in plot.categories]
        if not series or not names:
            continue
        rows = [["", *(str(one.name) for one in series)]]
        values = [[*one.values] for one in series]
        for at, name in enumerate(names):
            rows.append([name, *("" if at >= len(one) or one[at] is None else f"{one[at]:.15g}" for one in values)])
        cells = [[RowCell(plain_spans(text)) for text in row] for row in rows]
        caption = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
        out.append(Table(grid_of(cells, header_rows=1), place, plain_spans(caption)))
    return out
