"""The rows at the ends of a page: evidence of one page that they are furniture, and their split from the flow.

Position, white or a rule beside a row, its size and the patterns of page numbers and running titles are evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from quire.layout.furniture import page_numbers, running_text
from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.furniture_decision import MarginDecision
from quire.layout.furniture.repeated_images import HEADER_ZONE
from quire.layout.furniture.table_rows import (
    UprightBorders,
    heads_bands,
    heads_columns,
    in_cell,
    in_grid,
    in_open_grid,
    in_tall_grid,
)
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.line_spans import spans_of
from quire.layout.text.note_marks import possible_marks
from quire.layout.text.text_rows import Row, line_text, row_of, rows_of
from quire.model.block import Furniture, Place, Role
from quire.model.geometry import Box
from quire.model.page import Line, Page, PictureKind, Rule
from quire.model.table import Align

# At most this many rows at either end of a page are examined: a licence, a copyright, a title and a number take five.
_ROWS = 6
# Points by which the size of a row may differ from that of the text.
_SAME_SIZE = 0.15
# White inwards of a row that is apart, type sizes; the share of a page's lines that tags name, from which a row without
# a tag is an artifact.
_APART, _TAGGED = 1.1, 0.5
# Characters of the mark of a footnote.
_MARK = 4
# A title over the heading of a part that continues is at most so many rows above it.
_ABOVE_PART = 3
# Beside a page number, the evidence against rows like numbered headings (1.5 in `running_text.wording_evidence`) does
# not count.
# Rows of one running title are narrower than this, points; wider ones are text.
_TITLE_WIDTH = 330.0
# Distances of a row from the page's edge, as shares of the page's height: evidence for furniture, and against it.
_AT_EDGE, _NEAR_EDGE, _FAR_FROM_EDGE = 0.065, 0.1, 0.125
# White inwards of a row, type sizes, and the evidence that it gives; less is evidence against furniture.
_WHITE_EVIDENCE: tuple[tuple[float, float], ...] = ((4.5, 2.5), (2.4, 2.0), (1.1, 1.0), (0.5, 0.0))
# Running lines have at most so many pieces where the next row is this close, type sizes.
_FEW_PIECES, _TIGHT = 3, 1.5
# Characters of a title that reports repeat, and of one on the first page.
_LONGEST_TITLE, _LONGEST_FIRST_TITLE = 90, 60
# A single piece this wide (share of the page) and this long (characters) is running text.
_TEXT_WIDTH, _TEXT_LENGTH = 0.6, 60
# Type smaller than this share of the text's is evidence for furniture; larger, and much larger, against it.
_SMALL_TYPE, _LARGE_TYPE, _VERY_LARGE_TYPE = 0.93, 1.12, 1.3
# Rules longer than this share of the page's width separate running lines; they are at most so many type sizes away, or
# reach into the row by so many.
_LONG_RULE, _RULE_NEAR, _RULE_OVERLAP = 0.25, 1.2, 0.3
# Rows of one running title are set solid: less white between, type sizes.
_SOLID = 0.5
# A company's name as a running title is smaller than this share of the text's size; bold type larger than the other is
# evidence for a heading.
_NAME_SIZE, _TEXT_SIZE = 1.5, 0.98
# Two pieces at both ends of a row: their distance as a share of the page's width.
_ENDS_APART = 0.2
# Evidence of a row that is no furniture; points by which text may stand out of the drawing that it is in, and the share
# of the page of one that is its ground.
_NONE, _SLACK, _GROUND = -2.0, 2.0, 0.8
# A coloured band along the page's edge: lower and wider than these shares of the page.
_BAND_HEIGHT, _BAND_WIDTH = 0.13, 0.5


@dataclass(slots=True)
class _Edge:
    """An end of a page: its outer rows, from the page's edge inwards."""

    page: Page
    borders: UprightBorders  # of the page
    rows: list[Row]
    top: bool
    inner: list[float] = field(default_factory=list)  # white between a row and its inner neighbour, points
    more: list[Row] = field(default_factory=list)  # the rows and those that follow them inwards
    rules: list[Rule] = field(default_factory=list)  # the long horizontal ones of the page's outer parts


class PageEnds:
    """The rows at the ends of a page; which are furniture depends on other pages too (`furniture_decision`).

    No dataclass: compiled, its `__init__` is a tenth of the work.

    Attributes:
        margins: What the page says about them.
    """

    __slots__ = ("_edges", "_lines", "_page", "margins")

    def __init__(self, page: Page, lines: list[Line], body: BodyStyle, *, alone: bool) -> None:
        """Look at a page.

        Args:
            page: The page.
            lines: Its upright lines.
            body: The style of most text of the document.
            alone: The document has no other page.
        """
        self._page = page
        self._lines = lines
        self._edges = _edges(page, lines)
        artifacts = _are_artifacts(page)
        rows = [
            _end_row(edge, at, body, alone=alone, artifacts=artifacts)
            for edge in self._edges
            for at in range(len(edge.rows))
        ]
        numbers = page_numbers.number_candidates(page, lines, body.size)
        self.margins = PageMargins(page.number, page.width, page.height, len(lines), tuple(rows), tuple(numbers))

    def count_inside(self, sought: Container[tuple[str, float]], first: Container[str]) -> Counter[tuple[str, float]]:
        """How often texts occur in the page's inner part, by text and size.

        Args:
            sought: Texts with their sizes.
            first: The first words of these texts.
        """
        found: Counter[tuple[str, float]] = Counter()
        top, bottom = HEADER_ZONE * self._page.height, (1 - HEADER_ZONE) * self._page.height
        for line in self._lines:
            if top < line.baseline < bottom and line.words[0].text in first:
                key = line_text(line), line.words[0].style.size
                if key in sought:
                    found[key] += 1
        return found

    def split_off(self, decision: MarginDecision) -> tuple[list[Furniture], list[Line]]:
        """The furniture, and the lines that remain."""
        rows = [(edge, row) for edge in self._edges for row in edge.rows]
        chosen = [pair for at, pair in enumerate(rows) if at in decision.rows]
        if decision.number is not None:
            chosen = _with_number(chosen, self._edges, self._lines[decision.number.line], top=decision.number.top)
        number = self._page.number
        pieces = [piece for edge, row in chosen for piece in _as_furniture(row, number, top=edge.top)]
        return pieces, _rest(self._lines, chosen)


def _end_row(edge: _Edge, index: int, body: BodyStyle, *, alone: bool, artifacts: bool) -> EndRow:
    row, page, top = edge.rows[index], edge.page, edge.top
    pieces = tuple([(line.words[0].text, line_text(line)) for line in row.lines])
    own = _NONE if alone and _is_in_drawing(row, page) else _own_evidence(edge, index, body)
    white = edge.inner[index] / max(row.size, 1.0)
    return EndRow(
        top,
        row.text,
        running_text.signature(running_text.mirrored(pieces)),
        row.baseline,
        row.size,
        pieces,
        own,
        white,
        apart=white > _APART,
        width=row.width / page.width,
        title=row.size > _LARGE_TYPE * body.size or (row.bold and row.size > _TEXT_SIZE * body.size),
        period=top and running_text.is_period(row.text),
        continued=top and _is_continued(edge, index),
        heads_table=(in_grid(row, edge.borders) and in_tall_grid(row, edge.borders, top=top))
        or (top and heads_bands(edge.more, index, edge.rules, edge.borders)),
        in_cell=alone and own >= 0 and in_cell(row, edge.borders),
        note=not top and (_has_mark(row) or running_text.is_note(row.text)) and _is_referred_to(row, page, body),
        tagged=_tagged(row, page, artifacts=artifacts),
    )


def _is_in_drawing(row: Row, page: Page) -> bool:
    """Whether a row stands in a drawing that holds most lines of its page: a diagram on a page of its own.

    A frame around the page is none.
    """
    most = _GROUND * page.width * page.height
    for picture in page.pictures:
        box = picture.box
        if picture.kind is PictureKind.DRAWING and box.area < most and box.holds(row.box, _SLACK):
            return 2 * sum([box.holds(line.box, _SLACK) for line in page.lines]) > len(page.lines)
    return False


def _tagged(row: Row, page: Page, *, artifacts: bool) -> int:
    """What the file's tags call a row: 1 an artifact, -1 content, 0 nothing because they leave out most of the page."""
    if any(word.mcid in page.tags for line in row.lines for word in line.words):
        return -1
    return int(artifacts)


def _are_artifacts(page: Page) -> bool:
    """Whether texts without a tag are artifacts: most of the page has tags."""
    tagged = sum(line.words[0].mcid in page.tags for line in page.lines)
    return tagged > _TAGGED * len(page.lines)


def _with_number(
    rows: list[tuple[_Edge, Row]], edges: Sequence[_Edge], number: Line, *, top: bool
) -> list[tuple[_Edge, Row]]:
    """The rows and that of the page's number."""
    if any(line is number for _, row in rows for line in row.lines):
        return rows
    return [*rows, (edges[0] if top else edges[1], row_of([number]))]


def _rest(lines: list[Line], rows: Sequence[tuple[_Edge, Row]]) -> list[Line]:
    """The lines that do not belong to the rows."""
    used = {id(line) for _, row in rows for line in row.lines}
    return [line for line in lines if id(line) not in used] if used else lines


def margin_furniture(page: Page, lines: Sequence[Line]) -> list[Furniture]:
    """Turned text beside the flow (stamps, identifiers along the margin), as furniture."""
    return [Furniture(Role.MARGIN, spans_of([line]), Place(page.number, _inside(line.box, page))) for line in lines]


# --- candidates ------------------------------------------------------------------------------------


def _edges(page: Page, lines: Sequence[Line]) -> tuple[_Edge, _Edge]:
    top, bottom = HEADER_ZONE * page.height, (1 - HEADER_ZONE) * page.height
    upper = rows_of([line for line in lines if line.baseline < top + 60])
    lower = rows_of([line for line in lines if line.baseline > bottom - 60])[::-1]
    borders = UprightBorders(page)
    first = _Edge(page, borders, [row for row in upper[:_ROWS] if row.baseline < top], top=True)
    last = _Edge(page, borders, [row for row in lower[:_ROWS] if row.baseline > bottom], top=False)
    long = [rule for rule in page.rules if rule.x1 - rule.x0 > _LONG_RULE * page.width]
    first.rules = [rule for rule in long if rule.y0 < top + 60]
    last.rules = [rule for rule in long if rule.y0 > bottom - 60]
    for edge, rows in ((first, upper), (last, lower)):
        edge.inner = [_white(rows, index) for index in range(len(edge.rows))]
        edge.more = rows
    return first, last


def _white(rows: Sequence[Row], index: int) -> float:
    """The white inwards of a row, or of the block of rows of its size that it is in, points."""
    while index + 1 < len(rows):
        a, b = rows[index], rows[index + 1]
        white = abs(b.baseline - a.baseline) - max(a.size, b.size)
        if a.size != b.size or white > _SOLID * a.size or max(a.width, b.width) > _TITLE_WIDTH:
            return white
        index += 1
    return 60.0


# --- evidence of one page ----------------------------------------------------------------------------


def _own_evidence(edge: _Edge, index: int, body: BodyStyle) -> float:
    """Evidence from one page: the place, style and wording of a row."""
    row, page = edge.rows[index], edge.page
    if in_grid(row, edge.borders) or in_open_grid(edge.more, index) or (edge.top and heads_columns(edge.more, index)):
        return _NONE
    outside = (row.baseline if edge.top else page.height - row.baseline) / page.height
    evidence = _place_evidence(outside)
    white = edge.inner[index] / max(row.size, 1.0)
    evidence += _white_evidence(white)
    if len(row.lines) > _FEW_PIECES and white < _TIGHT:
        evidence -= 1.0
    if _has_rule(edge, row):
        evidence += 2.0
    if not edge.top and (running_text.is_note(row.text) or _has_mark(row)):
        evidence -= 4.0 if _has_mark(row) else 2.0
    if edge.top and _is_continued(edge, index):
        evidence += 3.5
    if index == 0 and edge.top and _repeated_title(row, body.size, page):
        return evidence + 2.5
    evidence += _shape_evidence(row, page, body.size)
    return evidence + running_text.wording_evidence(row, like_text=_is_like_text(row, body))


def _is_like_text(row: Row, body: BodyStyle) -> bool:
    """Whether a row is set as most of the document's text."""
    return abs(row.size - body.size) < _SAME_SIZE and row.style.font == body.font


def _has_mark(row: Row) -> bool:
    """Whether a row begins with the raised mark of a footnote."""
    first = row.lines[0].words[0]
    return first.style.rise > 0 and len(row.text) > len(first.text) and len(first.text) <= _MARK


def _is_referred_to(row: Row, page: Page, body: BodyStyle) -> bool:
    """Whether the mark that a row in small type, or with a raised mark, begins with stands raised in the text above."""
    if row.size >= body.size and not _has_mark(row):
        return False
    marks = possible_marks(row.lines[0].words[0].text)
    return bool(marks) and any(
        word.style.rise > 0 and not set(marks).isdisjoint(possible_marks(word.text))
        for line in page.lines
        if line.baseline < row.baseline - row.size
        for word in line.words[1:]
    )


def _is_continued(edge: _Edge, index: int) -> bool:
    """Whether a row is above the heading of a part continued from the page before."""
    below = edge.more[index + 1 : index + 1 + _ABOVE_PART]
    if running_text.is_continued(edge.more[index].text):
        return False
    return any(running_text.is_continued(row.text) for row in below)


def _repeated_title(row: Row, body_size: float, page: Page) -> bool:
    """Whether a row is the title of a part, or the name of a company, as reports print on page after page."""
    text = row.text.strip()
    if (
        running_text.is_heading_like(text)
        or text[0].isdigit()
        or len(text) > _LONGEST_TITLE
        or (page.number == 1 and len(text) > _LONGEST_FIRST_TITLE)
    ):
        return False
    return running_text.names_part(text) or (running_text.names_company(text) and row.size < _NAME_SIZE * body_size)


def _place_evidence(outside: float) -> float:
    """Evidence by the distance of a row's baseline from the page's edge, as a share of the page's height."""
    if outside < _AT_EDGE:
        return 1.5
    if outside < _NEAR_EDGE:
        return 1.0
    return -1.0 if outside > _FAR_FROM_EDGE else 0.0


def _white_evidence(white: float) -> float:
    """Evidence by the white between the row and the next one inwards, in type sizes."""
    for least, evidence in _WHITE_EVIDENCE:
        if white > least:
            return evidence
    return -1.0


def _shape_evidence(row: Row, page: Page, body_size: float) -> float:
    evidence = 0.0
    if row.size < _SMALL_TYPE * body_size:
        evidence += 1.0
    elif row.size > _LARGE_TYPE * body_size:
        evidence -= 1.5 if row.size > _VERY_LARGE_TYPE * body_size else 0.7
    if row.width > _TEXT_WIDTH * page.width and len(row.lines) == 1 and len(row.text) > _TEXT_LENGTH:
        evidence -= 2.0
    if len(row.lines) == 2 and row.lines[1].x0 - row.lines[0].x1 > _ENDS_APART * page.width:
        evidence += 0.5
    if row.bold and len(row.lines) == 1 and row.size > _TEXT_SIZE * body_size:
        evidence -= 0.7
    if _on_band(row, page):
        evidence += 1.5
    return evidence


def _on_band(row: Row, page: Page) -> bool:
    """Whether the row is on a coloured band along the page's edge."""
    limit, least = _BAND_HEIGHT * page.height, _BAND_WIDTH * page.width
    x, y = (row.x0 + row.x1) / 2, row.middle
    return any(
        y0 <= y <= y1
        and y1 - y0 < limit
        and x1 - x0 > least
        and x0 <= x <= x1
        and (y0 < limit or y1 > page.height - limit)
        for x0, y0, x1, y1, _ in page.fills
    )


def _has_rule(edge: _Edge, row: Row) -> bool:
    """Whether a long horizontal rule parts the row from the inner rows."""
    near = _RULE_NEAR * row.size
    return any(_separates(rule, edge, row, near) for rule in edge.rules)


def _separates(rule: Rule, edge: _Edge, row: Row, near: float) -> bool:
    distance = rule.y0 - row.baseline if edge.top else row.baseline - row.size - rule.y1
    return -_RULE_OVERLAP * row.size < distance < near


# --- results ---------------------------------------------------------------------------------------


def _as_furniture(row: Row, page: int, *, top: bool) -> list[Furniture]:
    middle = (row.x0 + row.x1) / 2
    pieces = []
    for line in row.lines:
        number = running_text.is_number(line.text)
        role = Role.PAGE_NUMBER if number else Role.HEADER if top else Role.FOOTER
        align = Align.CENTER if len(row.lines) == 1 and abs(middle - (line.x0 + line.x1) / 2) < 1 else Align.LEFT
        pieces.append(Furniture(role, spans_of([line]), Place(page, line.box), align))
    return pieces


def _inside(box: Box, page: Page) -> Box:
    return Box(max(box.x0, 0.0), max(box.y0, 0.0), min(box.x1, page.width), min(box.y1, page.height))
