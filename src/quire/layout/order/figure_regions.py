"""Which pictures are figures, and which lines are their labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass

from quire.layout.tables.charts import CHART_MARGIN, chart_areas, is_background
from quire.layout.text.caption_binding import is_caption
from quire.layout.text.text_rows import Row, rows_of
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, Picture, PictureKind, Style

# Smaller pictures are bullets, icons and bits of rules, in points.
_SMALL = 14.0
_SMALL_AREA = 700.0
# A picture that covers more of the page than this lies behind the text.
_BACKGROUND = 0.8
# White that parts one chart from the next below it, and bars are lower than that, points.
_APART = 28.0
# Long thin drawings are decoration.
_THIN = 20.0
# Numbers beside a chart belong to its axes when there are so many within so many line heights of its edge.
_TICKS, _NAMES, _NEAR, _BESIDE = 4, 3, 1.3, 2.5
# The title of the axis below: its words at most, and how far it may be from the middle, of twice the drawing's width.
_TITLE_WORDS, _CENTRED = 8, 0.25
_TICK = re.compile(r"^[\d.,%()+\-−–/×:$€£¥\s]+[kKMbn]?$")
# A line of numbers of an axis has at most so many words, a name at an axis so many, and may be wider than the chart by
# so many points.
_TICK_WORDS, _NAME_WORDS, _OVERHANG = 12, 3, 5.0
# A page with fewer lines is a picture with labels.
_FEW_LINES = 4
# Wide rows of words that make text in a picture a boxed paragraph: their number, and their share of its rows.
_WIDE_ROWS, _WIDE_SHARE = 3, 0.35
# Words per row from which text in a box is a boxed paragraph, not a label.
_PROSE_WORDS = 4.5
# Parts of one chart, and a picture inside another, cover each other by this share.
_OVER = 0.7
# Lines from which on text that begins where the text outside does is no label.
_FLOWING = 3
# A wide row, as a share of the picture's width; text that fills more of the picture is no label; the height of a row,
# type sizes.
_WIDE, _FILLED, _LEADING = 0.55, 0.4, 1.2
# So many lines of so many words are text, wherever they are.
_LONG_LINES, _LONG_SHARE = 8, 0.4
# Text in a picture is no label if it is so many times larger than that beside it, or a column: this share of its rows
# begins at one edge, give or take so many points; `_LONG_LINES` of them if it is smaller than this share of the other.
_LARGER, _FLUSH, _EDGE, _NO_SMALLER = 1.35, 0.7, 2.0, 0.7
# Rows of the ground of a title at most, their share of its height, and its share of the page's width.
_FEW_ROWS, _HIGH, _ACROSS = 4, 0.5, 0.5
# An image of which a row or two of text cover so much is for nothing else: a shadow or a plate.
_COVERED = 0.3


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """A figure and the lines that are part of it."""

    picture: Picture
    lines: frozenset[int]  # indices into the lines that were given
    box: Box  # where it is in the order of the page


def find_figures(
    page: Page,
    lines: Sequence[Line],
    tables: Sequence[Box],
    skipped: Container[str] = frozenset(),
    *,
    labelled: bool = True,
) -> list[PlacedFigure]:
    """The figures of a page.

    Args:
        page: The page.
        lines: The upright lines that are in no table and are no furniture, and the turned ones.
        tables: The boxes of the tables that were found.
        skipped: Names of pictures that are furniture.
        labelled: Whether text in a picture is part of it; otherwise all text stays text, and drawings and
            pictures with text over them are left to the backdrop of the page.
    """
    placed: list[PlacedFigure] = []
    used: set[int] = set()
    boxes: list[Box] = []
    charts = chart_pictures(page)
    certain = {chart.name for chart in charts}  # their boxes and lines were followed
    pictures = [*_joined(page.pictures), *charts]
    for picture in sorted(pictures, key=lambda one: -one.box.area):
        if picture.name in skipped or not _counts(picture, page, tables, boxes, few_lines=len(lines) < _FEW_LINES):
            continue
        if picture.kind is PictureKind.IMAGE and _is_under(picture.box, lines):
            continue
        if not labelled:
            if picture.kind is PictureKind.IMAGE and not _inside(picture, lines, used):
                placed.append(PlacedFigure(picture, frozenset(), picture.box))
            continue
        inside = _inside(picture, lines, used)
        ground = is_background(picture, page)
        ticks = [] if ground else _ticks(picture, lines, used | set(inside))
        if inside and (
            ground
            or not _labels(picture, [lines[index] for index in inside], page)
            or (picture.name not in certain and _is_behind(lines, inside))
            or (picture.name not in certain and not ticks and _is_column(lines, inside))
            or (picture.kind is PictureKind.IMAGE and _is_large(lines, inside))
        ):
            if picture.kind is PictureKind.IMAGE:
                placed.append(
                    PlacedFigure(picture, frozenset(), _free(picture.box, [lines[index] for index in inside]))
                )
                boxes.append(picture.box)
            continue
        if picture.kind is PictureKind.DRAWING:
            inside += _axis_titles(picture, ticks, lines, used | set(inside) | set(ticks), pictures)
        inside += ticks
        shown = _with_labels(picture, [lines[index] for index in inside], page)
        boxes.append(shown.box)
        used.update(inside)
        placed.append(PlacedFigure(shown, frozenset(inside), shown.box))
    return placed


def _free(box: Box, over: Sequence[Line]) -> Box:
    """The part of a picture above or below the text that is printed over it, the larger one, or its lower edge."""
    first, last = min(line.y0 for line in over), max(line.y1 for line in over)
    above, below = first - box.y0, box.y1 - last
    if above > max(below, 0.0):
        return Box(box.x0, box.y0, box.x1, first)
    return Box(box.x0, min(last, box.y1 - 1.0), box.x1, box.y1)


def chart_pictures(page: Page) -> list[Picture]:
    """Bar charts drawn with rectangles and lines, as pictures; the reader gives only the shapes."""
    boxes = [box for area in chart_areas(page) for box in _bars(area, page)]
    boxes = [box for box in boxes if not any(one.box.overlap(box) > 0.5 * box.area for one in page.pictures)]
    return [
        Picture(f"p{page.number}-chart-{number}", page.number, box, PictureKind.DRAWING, 0, 0)
        for number, box in enumerate(boxes, 1)
    ]


def _bars(area: Box, page: Page) -> list[Box]:
    """The charts in an area; stacked charts are split where there is no bar for `_APART` points."""
    bars = Box(area.x0 + CHART_MARGIN, area.y0 + CHART_MARGIN, area.x1 - CHART_MARGIN, area.y1 - CHART_MARGIN)
    boxes = sorted((fill.box for fill in page.fills if bars.holds(fill.box, 1.0)), key=lambda box: box.y0)
    parts: list[Box] = []
    for box in boxes:
        if parts and box.y0 - parts[-1].y1 < _APART:
            parts[-1] = parts[-1].union(box)
        else:
            parts.append(box)
    grid = [
        Box(rule.x0, rule.y0, rule.x1, rule.y1)
        for rule in page.rules
        if area.holds_point((rule.x0 + rule.x1) / 2, rule.y0) and rule.x1 - rule.x0 < 2 * area.width
    ]
    return [
        _cut(bounds([part, *(line for line in grid if part.y0 - _APART < line.y0 and line.y1 < part.y1 + 3)]), page)
        for part in parts
        if part.height > _SMALL
    ]


def _joined(pictures: Sequence[Picture]) -> list[Picture]:
    """The pictures, low drawings one below the other (the bars of one chart) as one."""
    joined: list[Picture] = []
    for picture in sorted(pictures, key=lambda one: (one.box.y0, one.box.x0)):
        before = joined[-1] if joined else None
        if before is not None and _is_next_bar(before, picture):
            joined[-1] = before._replace(box=before.box.union(picture.box))
        else:
            joined.append(picture)
    return joined


def _is_next_bar(above: Picture, below: Picture) -> bool:
    if above.kind is not PictureKind.DRAWING or below.kind is not PictureKind.DRAWING or above.alt or below.alt:
        return False
    a, b = above.box, below.box
    shared = min(a.x1, b.x1) - max(a.x0, b.x0)
    return b.height < _APART and 0 <= b.y0 - a.y1 < _APART and shared > _OVER * min(a.width, b.width)


def _with_labels(picture: Picture, lines: Sequence[Line], page: Page) -> Picture:
    """A figure described by the text that belongs to it, drawn from the page so that it shows all of that."""
    if lines:
        box = _cut(bounds([picture.box, *(line.box for line in lines)]), page)
        picture = picture._replace(box=box, kind=PictureKind.DRAWING)
    return described(picture, lines)


def _cut(box: Box, page: Page) -> Box:
    return Box(max(box.x0, 0.0), max(box.y0, 0.0), min(box.x1, page.width), min(box.y1, page.height))


def _counts(picture: Picture, page: Page, tables: Sequence[Box], others: Sequence[Box], *, few_lines: bool) -> bool:
    """Whether a picture is large enough, and not a background, a frame or a part of something else."""
    box = picture.box
    if box.width < _SMALL or box.height < _SMALL or box.area < _SMALL_AREA:
        return False
    if box.area > _BACKGROUND * page.width * page.height:
        return page.needs_ocr or few_lines
    if picture.kind is PictureKind.DRAWING and max(box.width, box.height) > _THIN * min(box.width, box.height):
        return False
    if any(table.overlap(box) > 0.5 * box.area and picture.kind is PictureKind.DRAWING for table in tables):
        return False
    return not any(other.overlap(box) > _OVER * box.area for other in others)


def _inside(picture: Picture, lines: Sequence[Line], used: set[int]) -> list[int]:
    x0, y0, x1, y1 = picture.box
    found = []
    for index, line in enumerate(lines):
        if line.y1 < y0 or line.y0 > y1 or index in used:
            continue
        x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
        if x0 <= x <= x1 and y0 <= y <= y1 and line.x0 > x0 - 12 and line.x1 < x1 + 12 and not is_caption(line.text):
            found.append(index)
    return found


def _ticks(picture: Picture, lines: Sequence[Line], used: set[int]) -> list[int]:
    """Labels of axes around a picture: several numbers close to its edges, and rows of short names below it."""
    box = picture.box
    numbers: list[int] = []
    rows: dict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if index in used or not _close(line, box):
            continue
        if len(line.words) <= _TICK_WORDS and _TICK.match(line.text):
            numbers.append(index)
        elif len(line.words) <= _NAME_WORDS and line.baseline > box.y1 and _is_below(line, box):
            rows[round(line.baseline)].append(index)
    names = [index for row in rows.values() if len(row) >= _NAMES for index in row]
    return numbers + names if len(numbers) >= _TICKS or (numbers and names) else []


def _axis_titles(
    picture: Picture, ticks: Sequence[int], lines: Sequence[Line], used: set[int], pictures: Sequence[Picture]
) -> list[int]:
    """The turned texts beside a drawing, and where there are such, the text in the middle right below it."""
    x0, y0, x1, y1 = bounds([picture.box, *(lines[index].box for index in ticks)])
    others = [
        one.box for one in pictures if one.box.y0 < y1 and y0 < one.box.y1 and not picture.box.holds(one.box, 1.0)
    ]
    turned: list[int] = []
    for index, line in enumerate(lines):
        if index in used or not line.angle:
            continue
        high = line.x1 - line.x0
        aside = max(x0 - line.x1, line.x0 - x1)
        nearer = any(max(one.x0 - line.x1, line.x0 - one.x1) <= aside for one in others)
        if -high <= aside < _BESIDE * high and y0 - high < line.y0 and line.y1 < y1 + high and not nearer:
            turned.append(index)
    if not turned:
        return []
    below = [
        (line.y0, index)
        for index, line in enumerate(lines)
        if index not in used
        and not line.angle
        and len(line.words) <= _TITLE_WORDS
        and abs(line.x0 + line.x1 - x0 - x1) < _CENTRED * (x1 - x0)
        and -1.0 <= line.y0 - y1 < line.y1 - line.y0
        and not is_caption(line.text)
    ]
    return turned + [index for _, index in sorted(below)[:1]]


def _is_below(line: Line, box: Box) -> bool:
    """Whether a line is no wider than a picture, give or take `_OVERHANG` points on each side."""
    return box.x0 - _OVERHANG < line.x0 and line.x1 < box.x1 + _OVERHANG


def _close(line: Line, box: Box) -> bool:
    high = line.y1 - line.y0
    beside, below = _BESIDE * high, _NEAR * high
    return (
        line.y1 > box.y0 - below
        and line.y0 < box.y1 + below
        and line.x1 > box.x0 - beside
        and line.x0 < box.x1 + beside
    )


def _labels(picture: Picture, lines: Sequence[Line], page: Page) -> bool:
    """Whether the text in a picture is labels, not paragraphs in a box."""
    rows = [row for row in rows_of([line for line in lines if line.angle == 0]) if row.text]
    if picture.kind is PictureKind.DRAWING and _is_ground(picture.box, rows, page):
        return False
    if len(rows) > 1 and _is_program(rows):
        return False
    wide = [row for row in rows if row.width > _WIDE * picture.box.width and _words(row) > _PROSE_WORDS]
    if len(wide) >= _WIDE_ROWS and len(wide) > _WIDE_SHARE * len(rows):
        return False
    long = sum(1 for line in lines if len(line.words) > _PROSE_WORDS)
    if long >= _LONG_LINES and long > _LONG_SHARE * len(lines):  # cells of a table, or columns of text
        return False
    filled = sum((row.x1 - row.x0) * row.size * _LEADING for row in rows)
    return filled < _FILLED * picture.box.area or not wide


def _is_program(rows: Sequence[Row]) -> bool:
    """Whether most of the text stands in fixed pitch, one line on a row: labels stand side by side."""
    fixed = sum(len(row.text) for row in rows if len(row.lines) == 1 and row.lines[0].words[0].style.mono)
    return fixed > 0.5 * sum(len(row.text) for row in rows)


def _is_ground(box: Box, rows: Sequence[Row], page: Page) -> bool:
    """Whether a drawing is the ground of a title or of a short text: wide, and a few rows fill its height."""
    if not 0 < len(rows) <= _FEW_ROWS or box.width < _ACROSS * page.width or any(len(row.lines) > 1 for row in rows):
        return False
    return sum(row.y1 - row.y0 for row in rows) > _HIGH * box.height


def _is_behind(lines: Sequence[Line], inside: Sequence[int]) -> bool:
    """Whether most lines inside a picture begin where lines of their style outside do: it lies behind text."""
    if len(inside) < _FLOWING:
        return False
    own = frozenset(inside)
    edges = {_edge(line) for index, line in enumerate(lines) if index not in own and not line.angle}
    return sum(_edge(lines[index]) in edges for index in inside) > 0.5 * len(inside)


def _is_column(lines: Sequence[Line], inside: Sequence[int]) -> bool:
    """Whether most rows inside a picture begin at one edge; labels, and what is smaller than the text, seldom do."""
    rows = [row for row in rows_of([lines[index] for index in inside if not lines[index].angle]) if row.text]
    enough = _FLOWING if _size(rows) >= _NO_SMALLER * _usual_size(lines, inside) else _LONG_LINES
    edges = [row.x0 for row in rows if any(map(str.isalpha, row.text))]
    flush = max((sum(abs(x0 - edge) <= _EDGE for x0 in edges) for edge in edges), default=0)
    return flush >= enough and flush >= _FLUSH * len(rows)


def _is_large(lines: Sequence[Line], inside: Sequence[int]) -> bool:
    """Whether what is set inside a picture is larger than the text beside it: a title."""
    usual = _usual_size(lines, inside)
    return bool(usual) and _size(rows_of([lines[index] for index in inside])) > _LARGER * usual


def _usual_size(lines: Sequence[Line], inside: Sequence[int]) -> float:
    """The type size of the lines outside a picture; 0 without any."""
    own = frozenset(inside)
    sizes = sorted(line.words[0].style.size for index, line in enumerate(lines) if index not in own)
    return sizes[len(sizes) // 2] if sizes else 0.0


def _size(rows: Sequence[Row]) -> float:
    sizes = sorted(row.size for row in rows)
    return sizes[len(sizes) // 2] if sizes else 0.0


def _is_under(box: Box, lines: Sequence[Line]) -> bool:
    """Whether an image is the shadow or the plate of a row or two, which cover much of it; blanks cover none."""
    over = [line for line in lines if line.box.overlap(box) > 0 and not line.angle]
    covered = sum(word.box.overlap(box) for line in over for word in line.words if word.text.strip("_"))
    return covered >= _COVERED * box.area and sum(box.y0 < line.baseline < box.y1 for line in over) < _FLOWING


def _edge(line: Line) -> tuple[int, Style]:
    return round(line.x0), line.words[0].style


def _words(row: Row) -> float:
    return sum(
        len(word.text) / 3 if "\u2e80" <= word.text[0] <= "\uffef" else 1.0 for line in row.lines for word in line.words
    )


def described(picture: Picture, lines: Sequence[Line]) -> Picture:
    """The picture with the text inside it as its alternative text, when the file gives none."""
    if picture.alt or not lines:
        return picture
    turned = " ".join(line.text for line in lines if line.angle)
    upright = " ".join(row.text for row in rows_of([line for line in lines if not line.angle]))
    return picture._replace(alt=" ".join(part for part in (turned, upright) if part))
