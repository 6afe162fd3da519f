"""Groups the text blocks of a page into text frames and sets their paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quire.latex import plain
from quire.model.block import Block, Code, Formula, Heading, List, Note, Paragraph, Place, Quote, Span, TabStop
from quire.model.document import PageInfo
from quire.model.geometry import Box, bounds
from quire.model.page import Style
from quire.model.table import Align
from quire.write.office.marker_format import Marker, NumberFormat, interpret_markers
from quire.write.office.office_text import estimated_width, is_right_to_left, xml_text
from quire.write.office.tab_runs import TabEdges, tab_positions, with_tabs
from quire.write.slides.slide_text import FrameParagraph, autonumber
from quire.write.slides.text_fitting import count_lines, longest_word, natural_width, shrink_factor

_LINE = 1.16  # the height of a line's box in em
_PITCH = 1.2  # em, from baseline to baseline, of lines whose own is not known
_NEAREST = 0.5  # em: lines that lie on each other keep that much of their pitch
_ABOVE = 0.81  # of a line's box stands above its baseline: 0.905 of 1.117 in Arial, 0.75 of 1 in Calibri
_DESCENT = 0.22  # em, of the fonts that show a line: with an exact pitch its baseline stands that far above its foot
_ROOM = 0.05  # of a paragraph's width: what several lines may take more in another font
_SPARE = 1.3  # a line of its own may be this much wider in another font before it breaks
_NEAR = 1.5  # paragraphs within this many of their type sizes belong to one frame


_TALL = re.compile(r"\\(?:frac|binom|begin|sum|prod|bigcup|bigcap)\b")  # these take the height of two lines or more


class PlacedParagraph(NamedTuple):
    """A paragraph with its place on the page."""

    spans: tuple[Span, ...]
    box: Box
    size: float
    align: Align = Align.LEFT
    level: int = 0
    indent: float = 0.0
    marker: str = ""
    meaning: Marker | None = None
    stops: tuple[TabStop, ...] = ()
    measured: float = 0.0  # points from baseline to baseline of several lines; 0 where the source does not tell

    @property
    def rows(self) -> int:
        """The number of its lines in the source, from its height and its text."""
        if self.measured:
            return max(round((self.box.height - self._line_height) / self.measured), 0) + 1
        return _row_count(self)

    @property
    def pitch(self) -> float:
        """Points from baseline to baseline."""
        rows = self.rows
        if rows == 1:
            return _PITCH * self.size
        if self.measured:
            return self.measured
        return max(0.9 * self.size, (self.box.height - _LINE * self.size) / (rows - 1))

    @property
    def first_baseline(self) -> float:
        """Points from the page's top."""
        return self.box.y0 + _ABOVE * self._line_height

    @property
    def last_baseline(self) -> float:
        """Points from the page's top."""
        return self.box.y1 - (1 - _ABOVE) * self._line_height

    @property
    def _line_height(self) -> float:
        """Points of the box of one of its lines: what fonts declare differs from what they take."""
        return min(self.box.height, _LINE * self.size)

    @property
    def marker_width(self) -> float:
        """The room that the marker takes before the text."""
        if not self.marker.strip():
            return 0.0
        return max(1.1 * self.size, estimated_width(self.marker, self.size) + 0.5 * self.size)


@lru_cache(maxsize=512)  # a frame asks a dozen times for that of each of its paragraphs
def _row_count(piece: PlacedParagraph) -> int:
    ems = piece.box.height / piece.size - _LINE
    most, least = max(1, round(ems / 0.95 + 1)), max(1, round(ems / 2.2 + 1))
    return min(max(count_lines(piece.spans, 1.03 * piece.box.width - piece.marker_width), least), most)


class TextFrame(NamedTuple):
    """A text frame: its pieces in order."""

    pieces: tuple[PlacedParagraph, ...]

    @property
    def box(self) -> Box:
        """The box of all pieces on the page."""
        return bounds(piece.box for piece in self.pieces)


def text_frames(blocks: Sequence[Block], page: PageInfo) -> list[TextFrame]:
    """The text of a page's blocks in frames, in reading order."""
    groups: list[list[PlacedParagraph]] = []
    for block in blocks:
        for index, piece in enumerate(placed_paragraphs(block, page)):
            same_list = index > 0 and isinstance(block, List)
            if groups and _together(groups[-1], piece, same_list=same_list):
                groups[-1].append(piece)
            else:
                groups.append([piece])
    return [TextFrame(tuple(group)) for group in groups]


def placed_paragraphs(block: Block, page: PageInfo) -> Iterator[PlacedParagraph]:
    """The paragraphs of a text block; none for tables and figures."""
    match block:
        case Heading():
            piece = _piece(block.spans, block.places, page)
            yield piece._replace(align=Align.CENTER if _centred(piece.box, page) else Align.LEFT)
        case Paragraph():
            align = Align.LEFT if block.stops else block.align
            piece = _piece(block.spans, block.places, page)
            yield _tabbed(piece._replace(align=align, indent=block.indent, measured=block.pitch), block)
        case List():
            yield from _items(block, page, 0)
        case Quote():
            for child in block.blocks:
                yield from placed_paragraphs(child, page)
        case Note():
            yield from _note(block, page)
        case Code() | Formula():
            yield _set(block, page)
        case _:
            pass


def frame_paragraphs(
    frame: TextFrame, scale: float, edges: TabEdges | None = None, page: int = 1, *, wide: Box | None = None
) -> list[FrameParagraph]:
    """The paragraphs of a frame with bullets and spaces, in points of the slide.

    Args:
        frame: the frame.
        scale: of the slide against the page.
        edges: where texts that stand apart begin and end; None where nothing does.
        page: its page's number.
        wide: the box that the frame gets, in which paragraphs of several lines keep their own right edge; None for its
            own.
    """
    found: list[FrameParagraph] = []
    before: PlacedParagraph | None = None
    counting: dict[int, tuple[str | None, int, int]] = {}  # by level: numbering, its first number, the last one
    for piece in frame.pieces:
        line = FrameParagraph(piece.spans, piece.align, piece.level)
        if edges is not None and piece.stops:
            line = line._replace(tabs=tuple((at * scale, align) for at, align in _tabs(frame, piece, edges, page)))
        if piece.align in (Align.LEFT, Align.JUSTIFY):
            single_indent = piece.indent if piece.rows == 1 and piece.indent > 0 else 0.0
            left = max(0.0, _inset(frame, piece) - single_indent)
            line = line._replace(
                left=(left + piece.marker_width) * scale, first=(piece.indent - piece.marker_width) * scale
            )
            line = line._replace(right=_spare_right(piece, wide or frame.box) * scale)
        pitch = piece.pitch
        gap = piece.first_baseline - before.last_baseline - pitch if before else 0.0
        if piece.rows > 1:
            line = line._replace(pitch=pitch * scale)
        elif gap < 0:  # nearer than a program would set it
            line = line._replace(pitch=max(pitch + gap, _NEAREST * piece.size) * scale)
        line = line._replace(before=max(0.0, gap) * scale)
        found.append(_counted(line, piece, counting))
        before = piece
    return found


def _tabs(frame: TextFrame, piece: PlacedParagraph, edges: TabEdges, page: int) -> Iterator[tuple[float, Align]]:
    """The tab stops of a piece, in points from the frame's left edge."""
    box = frame.box
    for stop in piece.stops:
        align = edges.align(stop, page, box.x0, box.x1)
        yield tab_positions(stop, box.x0, box.x1)[align], align


def fit_frame(frame: TextFrame, room: Box) -> tuple[Box, float]:
    """The frame's box widened inside `room`, and the factor by which its type must be smaller to fit.

    Other fonts are a little wider than the source's, so a frame takes a part of the free space beside it.
    """
    box = frame.box
    need = max(
        (
            _SPARE * max(natural_width(p.spans), p.box.width) + p.marker_width + _inset(frame, p)
            if p.rows == 1
            else max((1 + _ROOM) * box.width, longest_word(p.spans) + p.marker_width + _inset(frame, p))
        )
        for p in frame.pieces
    )
    wanted = max(need, box.width) - box.width + 2
    align = frame.pieces[0].align
    if _is_leftward(frame.pieces[0]):
        align = {Align.LEFT: Align.RIGHT, Align.JUSTIFY: Align.RIGHT, Align.RIGHT: Align.LEFT}.get(align, align)
    left, right = box.x0 - room.x0, room.x1 - box.x1
    if align is Align.CENTER:
        grow = max(0.0, min(left, right, wanted / 2))
        box = Box(box.x0 - grow, box.y0, box.x1 + grow, box.y1)
    elif align is Align.RIGHT:
        box = Box(box.x0 - max(0.0, min(left, wanted)), box.y0, box.x1, box.y1)
    else:
        box = Box(box.x0, box.y0, box.x1 + max(0.0, min(right, wanted)), box.y1)
    factor = 1.0
    for piece in frame.pieces:
        inset = max(0.0, _inset(frame, piece)) + piece.marker_width
        width = max(box.width - inset - _spare_right(piece, box), 8.0)
        factor = min(factor, shrink_factor(piece.spans, width, lines=piece.rows, first=max(piece.indent, 0.0)))
    first = frame.pieces[0]
    top = first.first_baseline - first.pitch + _DESCENT * first.size
    return box._replace(y0=min(top, box.y1 - 1)), factor


def _spare_right(piece: PlacedParagraph, box: Box) -> float:
    """The room at the right of a frame that the lines of a paragraph leave, so that they break as in the source.

    Other fonts are a little wider. Single lines may take all of it, and so may what is centred or begins at the right.
    """
    if piece.rows == 1 or piece.align not in (Align.LEFT, Align.JUSTIFY) or _is_leftward(piece):
        return 0.0
    wide = max((1 + _ROOM) * piece.box.width, longest_word(piece.spans))
    return max(0.0, box.x1 - piece.box.x0 - wide)


def _is_leftward(piece: PlacedParagraph) -> bool:
    return is_right_to_left("".join(span.text for span in piece.spans))


def _inset(frame: TextFrame, piece: PlacedParagraph) -> float:
    """Points from the frame's edge to the piece's, on the side on which its writing begins."""
    return frame.box.x1 - piece.box.x1 if _is_leftward(piece) else piece.box.x0 - frame.box.x0


def _items(block: List, page: PageInfo, level: int) -> Iterator[PlacedParagraph]:
    meanings = interpret_markers([xml_text(item.marker) for item in block.items])
    for item, meaning in zip(block.items, meanings, strict=True):
        fresh = True
        for child in item.blocks:
            inner = _items(child, page, level + 1) if isinstance(child, List) else placed_paragraphs(child, page)
            for piece in inner:
                if fresh and isinstance(child, Paragraph):
                    yield _marked(piece, item.marker, meaning, level)
                elif isinstance(child, List):
                    yield piece
                else:
                    yield piece._replace(level=level)
                fresh = False
        if fresh and item.marker:
            yield _marked(_piece((), block.places, page), item.marker, meaning, level)


def _marked(piece: PlacedParagraph, marker: str, meaning: Marker | None, level: int) -> PlacedParagraph:
    """The piece with its marker: as a bullet where PowerPoint has it, else as text before it."""
    bullet = meaning is not None and (meaning.counter is NumberFormat.BULLET or autonumber(meaning) is not None)
    spans = piece.spans
    if not bullet and marker.strip():
        style = spans[0].style if spans else None
        spans = (Span(xml_text(marker).strip() + "\t", style), *spans)
    return piece._replace(spans=spans, marker=marker, meaning=meaning if bullet else None, level=level, indent=0.0)


def _note(block: Note, page: PageInfo) -> Iterator[PlacedParagraph]:
    for index, piece in enumerate(piece for child in block.blocks for piece in placed_paragraphs(child, page)):
        if index == 0 and block.mark:
            style = piece.spans[0].style if piece.spans else None
            mark = Span(block.mark + " ", style._replace(rise=1) if style else None)
            yield piece._replace(spans=(mark, *piece.spans))
        else:
            yield piece


def _set(block: Code | Formula, page: PageInfo) -> PlacedParagraph:
    """Code and formulas: their model has no spans, so the size comes from the box."""
    text = block.text.rstrip("\n")
    rows = text.count("\n") + 1
    if isinstance(block, Formula):
        text = plain(block.latex) or text
        rows = max(rows, 2 if _TALL.search(block.latex) else 1)
    if isinstance(block, Formula) and block.label:
        text += f"\t{block.label}"
    piece = _piece((), block.places, page)
    size = min(max(piece.box.height / (1.2 * rows), 6.0), 28.0)
    mono = isinstance(block, Code)
    style = Style(
        "Courier New" if mono else "Cambria Math", round(size, 1), bold=False, italic=False, mono=mono, color=0
    )
    return piece._replace(spans=(Span(text, style),), size=size)


def _tabbed(piece: PlacedParagraph, block: Paragraph) -> PlacedParagraph:
    """The piece with tabs before what stands apart on its row."""
    if not block.stops or _is_leftward(piece):
        return piece
    return piece._replace(spans=tuple(with_tabs(piece.spans, block.stops)), stops=block.stops)


def _centred(box: Box, page: PageInfo) -> bool:
    """Whether a box stands in the middle of the page, with room on both sides."""
    left, right = box.x0, page.width - box.x1
    return abs(left - right) < 0.04 * page.width and left > 0.08 * page.width


def _piece(spans: tuple[Span, ...], places: Sequence[Place], page: PageInfo) -> PlacedParagraph:
    box = next((place.box for place in places if place.page == page.number), None)
    if box is None:  # a block without a place: at the foot, so that its text is not lost
        box = Box(0.1 * page.width, 0.9 * page.height, 0.9 * page.width, 0.95 * page.height)
    sizes = [span.style.size for span in spans if span.style and span.style.rise == 0]
    return PlacedParagraph(spans, box, max(sizes, default=12.0))


def _together(group: Sequence[PlacedParagraph], piece: PlacedParagraph, *, same_list: bool) -> bool:
    """Whether a paragraph goes on in the frame of those before it."""
    last = group[-1]
    gap = piece.box.y0 - last.box.y1
    if gap < -0.4 * last.size or min(piece.box.x1, last.box.x1) <= max(piece.box.x0, last.box.x0):
        return False
    if same_list:
        return gap < 6 * last.size
    if gap > _NEAR * max(piece.size, last.size) or (piece.align is Align.CENTER) != (last.align is Align.CENTER):
        return False
    if piece.align is Align.RIGHT or last.align is Align.RIGHT:
        return piece.align is last.align and abs(piece.box.x1 - last.box.x1) < piece.size
    return abs(piece.box.x0 - group[0].box.x0) < 3 * piece.size or piece.align is Align.CENTER


def _counted(
    line: FrameParagraph, piece: PlacedParagraph, counting: dict[int, tuple[str | None, int, int]]
) -> FrameParagraph:
    """The line with its bullet; PowerPoint counts on while level and numbering stay, from the first one's start."""
    for level in [level for level in counting if level > piece.level]:
        del counting[level]
    if piece.meaning is None or piece.meaning.counter is NumberFormat.BULLET:
        counting.pop(piece.level, None)
        return line._replace(bullet=piece.meaning)
    scheme, value = autonumber(piece.meaning), piece.meaning.value
    known, start, last = counting.get(piece.level, (None, value, value))
    if known != scheme or value != last + 1:
        start = value
    counting[piece.level] = (scheme, start, value)
    return line._replace(bullet=piece.meaning, start=start)
