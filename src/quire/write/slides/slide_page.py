"""A page as the shapes of a slide, from back to front: pictures, tables, text, headers and footers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from quire.model.block import Block, Figure, Formula, Furniture, Role, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box, bounds
from quire.model.table import Align
from quire.model.traversal import text_of, walk
from quire.write.office.office_text import estimated_width, xml_text
from quire.write.office.tab_runs import TabEdges
from quire.write.slides.drawingml import picture_shape, table_shape, tag, text_shape
from quire.write.slides.slide_equations import equation_shape
from quire.write.slides.slide_tables import table
from quire.write.slides.slide_text import FrameParagraph, SlideContext, paragraph, run_properties, run_size
from quire.write.slides.slide_title import title_of
from quire.write.slides.text_fitting import has_known_width, natural_width
from quire.write.slides.text_frames import (
    PlacedParagraph,
    TextFrame,
    fit_frame,
    frame_paragraphs,
    placed_paragraphs,
    text_frames,
)

_SPARE = 0.15  # of a running title's width: a wider font must not break it
_SHORT_MARGIN_TEXT = 2  # characters; in a narrow box, such a text may still run from left to right
_FIELD = "{5BE263C3-4E3F-4E64-9F42-0C2F7B1B6B5E}"  # any GUID; PowerPoint wants one on a field


class SlidePage:
    """One page on its way to a slide.

    Args:
        document: the whole.
        page: the page.
        blocks: its blocks.
        size: of the slide, in points.
        number: of the slide, 1-based.
    """

    def __init__(
        self, document: Document, page: PageInfo, blocks: Sequence[Block], size: tuple[float, float], number: int
    ) -> None:
        self._document, self._page, self._number, self._size = document, page, number, size
        self._edges = TabEdges(blocks)
        title = title_of(blocks, page)
        self._title = blocks[title] if title is not None else None
        self._blocks = [block for block in blocks if block is not self._title]
        self._scale = min(size[0] / max(page.width, 1.0), size[1] / max(page.height, 1.0))
        self._shift = ((size[0] - page.width * self._scale) / 2, (size[1] - page.height * self._scale) / 2)

    @property
    def has_title(self) -> bool:
        """Whether one of its blocks is the title."""
        return self._title is not None

    def shapes(
        self, link: Callable[[str], str | None], picture: Callable[[str], str | None], *, dark: bool = False
    ) -> Iterator[str]:
        """The shapes' markup, from back to front.

        Args:
            link: gives the relationship id of an address or of "#p12".
            picture: gives the relationship id of a picture's name, None when it has no pixels.
            dark: whether light text has something to stand on everywhere.
        """
        numbers = count(2)
        pen = SlideContext(self._document.language, link, self._scale, dark)
        figures = [block for block in walk(self._blocks) if isinstance(block, Figure)]
        shown = []
        for figure in figures:
            relation = picture(figure.picture.name)
            if relation is not None:
                shown.append(self._box(figure))
                alt = xml_text(figure.picture.alt or text_of(figure.caption)).strip()
                yield picture_shape(next(numbers), relation, self._placed(shown[-1]), alt)
        if self._title is not None:
            yield from self._frame(
                TextFrame(tuple(placed_paragraphs(self._title, self._page))), numbers, pen, shown, title=True
            )
        for block in walk(self._blocks):
            if isinstance(block, Table) and block.grid.rows and block.grid.cols:
                box = self._placed(self._box(block))
                yield table_shape(next(numbers), box, table(block, box, pen))
        equations = [block for block in self._blocks if isinstance(block, Formula) and block.latex and block.places]
        for equation in equations:
            yield from self._equation(equation, numbers, pen)
        others = [block for block in self._blocks if block not in equations]
        for frame in [*text_frames(others, self._page), *self._captions()]:
            yield from self._frame(frame, numbers, pen, shown)
        for piece in self._document.furniture:
            if piece.place.page == self._page.number and text_of(piece.spans).strip():
                yield self._edge(piece, next(numbers), pen)

    def _frame(
        self, frame: TextFrame, numbers: Iterator[int], pen: SlideContext, shown: Sequence[Box], *, title: bool = False
    ) -> Iterator[str]:
        if not frame.pieces:
            return
        box, shrink = fit_frame(frame, self._room(frame))
        covered = any(frame.box.overlap(other) > 0.5 * frame.box.area for other in shown)
        own = pen._replace(light=pen.light or covered)
        text = "".join(
            paragraph(line, own, shrink)
            for line in frame_paragraphs(frame, self._scale, self._edges, self._page.number, wide=box)
        )
        shrinks = any(not has_known_width(span) for piece in frame.pieces for span in piece.spans)
        yield text_shape(next(numbers), self._placed(box), text, title=title, shrinks=shrinks)

    def _equation(self, block: Formula, numbers: Iterator[int], pen: SlideContext) -> Iterator[str]:
        """A displayed formula, and its number as a text of its own at the right end of its line."""
        piece = next(placed_paragraphs(block, self._page))
        box, size = piece.box, piece.size
        if block.label:
            room = estimated_width(block.label, size) + 0.2 * size
            middle = (box.y0 + box.y1) / 2
            label = Box(max(box.x1 - room, box.x0), middle - 0.6 * size, box.x1, middle + 0.6 * size)
            line = FrameParagraph((Span(block.label, piece.spans[0].style),), Align.RIGHT)
            yield text_shape(next(numbers), self._placed(label), paragraph(line, pen))
            box = box._replace(x1=max(label.x0, box.x0 + 1))
        points = run_size(size * pen.scale)
        yield equation_shape(next(numbers), self._placed(box), xml_text(block.latex), points)

    def _captions(self) -> Iterator[TextFrame]:
        """Captions: above or below, as the block says; the model does not say where exactly."""
        for block in walk(self._blocks):
            if isinstance(block, Table | Figure) and text_of(block.caption).strip():
                box = self._box(block)
                size = max((s.style.size for s in block.caption if s.style), default=10.0)
                rows = max(1, round(natural_width(block.caption) / max(box.width, 40.0) + 0.4))
                height = 1.2 * size * rows
                top = box.y0 - height - 2 if block.caption_above else box.y1 + 2
                top = min(max(top, 0.0), self._page.height - height)
                place = Box(box.x0, top, max(box.x1, box.x0 + 40), top + height)
                yield TextFrame((PlacedParagraph(block.caption, place, size, Align.CENTER),))

    def _edge(self, piece: Furniture, number: int, pen: SlideContext) -> str:
        """A header, footer or page number as a small text box of its own."""
        box = piece.place.box
        turned = (
            piece.role is Role.MARGIN and box.height > 2 * box.width and len(text_of(piece.spans)) > _SHORT_MARGIN_TEXT
        )
        text = text_of(piece.spans).strip()
        if piece.role is Role.PAGE_NUMBER and text == str(self._number):
            style = piece.spans[0].style
            shown = run_properties(style, text, pen) + tag("a:t", text)
            algn = {Align.CENTER: "ctr", Align.RIGHT: "r"}.get(piece.align, "l")
            markup = tag("a:p", tag("a:pPr", algn=algn) + tag("a:fld", shown, id=_FIELD, type="slidenum"))
            return text_shape(number, self._placed(self._widened(box, piece.align)), markup)
        spans = tuple(Span(s.text.replace("\n", " "), s.style, s.link) for s in piece.spans)
        wide = box if turned else self._widened(box, piece.align)
        return text_shape(number, self._placed(wide), paragraph(FrameParagraph(spans, piece.align), pen), turned=turned)

    def _widened(self, box: Box, align: Align) -> Box:
        """A box of one line with a little room for wider fonts."""
        more = _SPARE * box.width + 3
        if align is Align.CENTER:
            return Box(box.x0 - more, box.y0, box.x1 + more, box.y1)
        return Box(box.x0 - more, box.y0, box.x1, box.y1) if align is Align.RIGHT else box._replace(x1=box.x1 + more)

    def _room(self, frame: TextFrame) -> Box:
        """The free space that a frame may widen into: up to what stands on its sides."""
        box = frame.box
        left, right = 0.0, self._page.width
        for other in self._others(box):
            if min(other.y1, box.y1) > max(other.y0, box.y0):
                if other.x0 >= box.x1 - 1:
                    right = min(right, other.x0 - 3)
                elif other.x1 <= box.x0 + 1:
                    left = max(left, other.x1 + 3)
        return Box(min(left, box.x0), box.y0, max(right, box.x1), box.y1)

    def _others(self, box: Box) -> Iterator[Box]:
        blocks = [*self._blocks, self._title] if self._title else self._blocks
        for block in blocks:
            for place in block.places:
                if place.page == self._page.number and not box.holds(place.box):
                    yield place.box

    def _box(self, block: Table | Figure) -> Box:
        found = [place.box for place in block.places if place.page == self._page.number]
        if found:
            return bounds(found)
        return block.picture.box if isinstance(block, Figure) else Box(0, 0, self._page.width, self._page.height)

    def _placed(self, box: Box) -> Box:
        """A box of the page on the slide, cut to it."""
        x, y = self._shift
        x0, x1 = (min(max(v * self._scale + x, 0.0), self._size[0]) for v in (box.x0, box.x1))
        y0, y1 = (min(max(v * self._scale + y, 0.0), self._size[1]) for v in (box.y0, box.y1))
        return Box(x0, y0, max(x1, x0 + 0.1), max(y1, y0 + 0.1))
