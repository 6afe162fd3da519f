"""A source whose pages without usable text are recognised.

A page that cannot be recognised, for whatever reason, stays as it is in the file (`Page.needs_ocr`): it is shown as a
picture, and the other pages are not affected.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quire.errors import Cancelled, DocumentError, QuireError
from quire.model.geometry import Box
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture, PictureKind, TextSource
from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading, rectangle
from quire.read.ocr_resolution import DPI, affordable_dpi, clipped_box, crop, pixels_per_point
from quire.read.raster import pixels_png
from quire.read.scan.figure_pages import shows_figures
from quire.read.scan.hidden_text import is_unreliable
from quire.read.scan.ink_mask import bounding_box, ink_mask
from quire.read.scan.line_bend import line_bend
from quire.read.scan.page_orientation import page_orientation, rotated_corners
from quire.read.scan.page_rectification import Rectification, leveled
from quire.read.scan.perspective_correction import flattened_page, scaled_polygon
from quire.read.scan.picture_regions import picture_boxes, without_text
from quire.read.scan.piece_offset import shifted_line, shifted_rule
from quire.read.scan.ruling_lines import ruling_lines
from quire.read.scan.scan_pipeline import recognise_page
from quire.read.scan.scan_streaks import without_streaks
from quire.read.source import ClosingSource, Source

_RULES_DPI = 100.0  # enough to see whether a picture has rules
_PICTURE_DPI = 180.0  # of pictures cropped from a page, as of vector art
_MAX_DPI = 600.0
_KEPT = 8  # recognised pages, without their pixels
_INSIDE = 3.0  # points: rules so near to a picture are a part of it
_LOOK_MARGIN = 4.0  # points around a box that is read again
_MIN_SIDE = 8  # pixels: smaller boxes show no text
_PLACED = 0.6  # of a page: images that cover more are the page, whole or in strips
_PAPER = 16  # pixels of paper around a picture, without which the rules along its edges are not found

_logger = logging.getLogger(__name__)


class RecognisedSource(ClosingSource):
    """An open document; an engine reads the pages that need it. See `quire.read.Source`.

    Args:
        source: the document.
        ocr: the engine.
        keep_figures: leave pages of figures between pages with text as they are.
    """

    def __init__(self, source: Source, ocr: Ocr, *, keep_figures: bool = False) -> None:
        self._source = source
        self._ocr = ocr
        self._keep_figures = keep_figures
        self._rectifications: dict[int, Rectification | None] = {}  # None: the page is as in the source
        self._texts: dict[int, list[Box]] = {}  # the boxes of text on recognised pages
        self._pages: OrderedDict[int, Page] = OrderedDict()
        self._failed: set[int] = set()
        self._even: set[int] = set()  # pages without streaks
        self._drawing: tuple[int, float, Pixels] | None = (
            None  # the source's image of the page that is being recognised
        )
        self._latest: tuple[int, float, Pixels] | None = None  # the upright image that was last recognised

    @property
    def meta(self) -> Metadata:
        """What the file says about itself."""
        return self._source.meta

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return self._source.page_count

    @property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The bookmarks."""
        return self._source.outline

    def page(self, number: int) -> Page:
        """A page, recognised if it has no usable text; the latest ones are cached, as each takes seconds."""
        if number in self._pages:
            return self._pages[number]
        plain = self._source.page(number)
        if self._keep_figures and plain.needs_ocr and shows_figures(plain, self._neighbours(number)):
            plain = replace(plain, needs_ocr=False)
        if number not in self._failed and (plain.needs_ocr or plain.source is TextSource.HIDDEN):
            try:
                return self.read(plain)
            except Exception as error:
                if not _is_page_error(error):
                    raise
                _logger.warning("page %d cannot be recognised", number, exc_info=True)
                self._failed.add(number)
                self._latest = self._drawing = None
        self._rectifications[number] = None
        return plain

    def _neighbours(self, number: int) -> Iterator[Page]:
        return (self._source.page(near) for near in (number - 1, number + 1) if 1 <= near <= self.page_count)

    def read(self, plain: Page) -> Page:
        """A page of the source without usable text, as the engine reads it."""
        return self._with_hidden_text(plain) if plain.source is TextSource.HIDDEN else self._recognise(plain)

    def picture(self, picture: Picture | Backdrop) -> bytes:
        """A picture as PNG; that of a recognised page is cropped from the upright page."""
        rectification = self._rectification_of(picture.page)
        if rectification is None:
            return self._source.picture(picture)
        drawn = self.image(picture.page, _PICTURE_DPI)
        unit = pixels_per_point(drawn, rectification.width)
        box = picture.box if isinstance(picture, Picture) else Box(0.0, 0.0, rectification.width, rectification.height)
        if isinstance(picture, Backdrop) and not picture.text:
            figures = [figure.box for figure in picture.figures]
            drawn = without_text(drawn, [*self._texts[picture.page], *picture.tables, *figures], unit)
        x0, y0, x1, y1 = (round(side * unit) for side in box)
        return pixels_png(drawn[max(0, y0) : max(y1, y0 + 1), max(0, x0) : max(x1, x0 + 1)])

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page as `page` describes it."""
        if self._rectification_of(number) is None:
            return self._source.render(number, dpi)
        drawn = self.image(number, dpi)
        return drawn.shape[1], drawn.shape[0], drawn.tobytes()

    def is_straightened(self, number: int) -> bool:
        """Whether the image of a page differs from that of the file: it was turned, straightened or flattened."""
        return self._rectification_of(number) is not None

    def image(self, number: int, dpi: float = DPI, box: Box | None = None) -> Pixels:
        """The upright image of a page, pixel = point * dpi / 72; at a lower resolution if it would be too large."""
        rectification = self._rectification_of(number)
        if rectification is None:
            return self._source.image(number, dpi if box is None else affordable_dpi(box.width, box.height, dpi), box)
        dpi = affordable_dpi(rectification.width, rectification.height, dpi)
        part = None if box is None else clipped_box(box, rectification.width, rectification.height)
        if not self._latest or self._latest[:2] != (number, dpi):
            return self._drawn(number, rectification, dpi, part)
        drawn = self._latest[2]
        return drawn if part is None else crop(drawn, part, pixels_per_point(drawn, rectification.width))

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:
        """The text in a box of a page, recognised again."""
        around = Box(
            max(0.0, box.x0 - _LOOK_MARGIN),
            max(0.0, box.y0 - _LOOK_MARGIN),
            max(0.0, box.x1) + _LOOK_MARGIN,
            max(0.0, box.y1) + _LOOK_MARGIN,
        )
        part = self.image(number, min(DPI * scale, _MAX_DPI), around)
        if min(part.shape[:2]) < _MIN_SIDE:
            return []
        unit = self._unit(number, around, min(DPI * scale, _MAX_DPI))
        found = []
        for text, polygon, confidence, *_ in self._read(part):
            xs, ys = [around.x0 + p[0] / unit for p in polygon], [around.y0 + p[1] / unit for p in polygon]
            found.append((text, Box(min(xs), min(ys), max(xs), max(ys)), confidence))
        return found

    def rule_counts(self, page: Page, box: Box) -> tuple[int, int]:
        """The numbers of horizontal and vertical rules in a box of a page; fast, without recognition."""
        picture, unit = self._on_paper(page.number, box, _RULES_DPI)
        rules = ruling_lines(ink_mask(picture, unit), [], unit)
        return sum(rule.horizontal for rule in rules), sum(not rule.horizontal for rule in rules)

    def part(self, page: Page, box: Box) -> Page:
        """The text and rules in a box of a page, as a page of its own in the same coordinates.

        It is empty if the picture cannot be recognised.
        """
        try:
            picture, unit = self._on_paper(page.number, box, DPI)
            lines, sure, rules, *_ = recognise_page(picture, self._ocr.find(picture), self._ocr, unit)
            across, down = box.x0 - _PAPER / unit, box.y0 - _PAPER / unit
            lines, rules = (
                [shifted_line(line, across, down) for line in lines],
                [shifted_rule(rule, across, down) for rule in rules],
            )
        except Exception as error:
            if not _is_page_error(error):
                raise
            _logger.warning("a picture on page %d cannot be recognised", page.number, exc_info=True)
            lines, sure, rules = [], [], []
        return Page(
            page.number,
            page.width,
            page.height,
            lines=tuple(lines),
            rules=tuple(rules),
            source=TextSource.OCR,
            confidences=tuple(sure),
        )

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._latest = self._drawing = None
        self._source.close()

    def _read(self, part: Pixels) -> list[Reading]:
        """The text of a part of a page; none if it cannot be recognised."""
        try:
            return self._ocr.read(part)
        except Exception as error:
            if not _is_page_error(error):
                raise
            _logger.warning("a part of a page cannot be read again", exc_info=True)
            return []

    def _on_paper(self, number: int, box: Box, dpi: float) -> tuple[Pixels, float]:
        """The image of a box of a page with white around it, and its pixels per point."""
        import numpy as np

        shown = self.image(number, dpi, box)
        picture = np.pad(shown, ((_PAPER, _PAPER), (_PAPER, _PAPER), (0, 0)), constant_values=255)
        return picture, self._unit(number, box, dpi)

    def _unit(self, number: int, box: Box, dpi: float) -> float:
        """Pixels per point with which `image` draws a box of a page."""
        rectification = self._rectification_of(number)
        size = (box.width, box.height) if rectification is None else (rectification.width, rectification.height)
        return affordable_dpi(*size, dpi) / 72.0

    def _rectification_of(self, number: int) -> Rectification | None:
        if number not in self._rectifications:
            self.page(number)
        return self._rectifications[number]

    def _with_hidden_text(self, plain: Page) -> Page:
        """A page with somebody else's recognition: its text if that is reliable, with the rules of its image."""
        picture = self._source.image(plain.number, affordable_dpi(plain.width, plain.height))
        if is_unreliable(plain, picture, self._ocr):
            return self._recognise(plain)
        self._rectifications[plain.number] = None
        unit = pixels_per_point(picture, plain.width)
        places = [rectangle(*(side * unit for side in line.box)) for line in plain.lines]
        return replace(plain, rules=tuple(ruling_lines(ink_mask(picture, unit), places, unit)))

    def _recognise(self, plain: Page) -> Page:
        """The page as the engine reads it."""
        rectification, picture, places = self._upright(plain)
        unit = pixels_per_point(picture, rectification.width)
        lines, sure, rules, unread, scores, steps, lost = recognise_page(picture, places, self._ocr, unit)
        texts = self._texts[plain.number] = [line.box for line in lines]
        shown = picture_boxes(picture, texts, rules, unit, _placed(plain, rectification))
        rules = [rule for rule in rules if not any(box.holds(Box(*rule[:4]), _INSIDE) for box in shown)]
        page = replace(
            plain,
            width=rectification.width,
            height=rectification.height,
            lines=tuple(lines),
            rules=tuple(rules),
            fills=(),
            pictures=_pictures(plain.number, shown),
            links=(),
            tags={},
            source=TextSource.OCR,
            needs_ocr=False,
            turned=(plain.turned + rectification.turned) % 360,
            confidences=tuple(sure),
            hidden=0,
            unknown=0,
            unread=tuple(unread),
            lost=lost,
            scores=tuple(scores),
            steps=tuple(steps),
        )
        self._rectifications[plain.number] = rectification
        self._latest = (plain.number, affordable_dpi(rectification.width, rectification.height), picture)
        self._drawing = None
        self._pages[plain.number] = page
        if len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        return page

    def _upright(self, plain: Page) -> tuple[Rectification, Pixels, list[Polygon]]:
        """How a page is made upright, its image at the resolution of recognition, and the places of text in it."""
        rectification = flattened_page(self._source, plain, self._ocr)
        dpi = affordable_dpi(rectification.width, rectification.height)
        unit = dpi / 72.0
        picture = self._drawn(plain.number, rectification, dpi)
        places = self._ocr.find(picture)
        found = page_orientation(picture, places, self._ocr)
        if found.turned or found.skew:
            turned = Rectification.plain(rectification.width, rectification.height).turn(found.turned)
            upright = turned.straighten(found.skew, [scaled_polygon(place, 1.0 / unit) for place in places])
            rectification = rectification.followed_by(upright)
            after = affordable_dpi(rectification.width, rectification.height) / 72.0
            places = [rotated_corners(upright.map_polygon(place, unit), found.turned // 90) for place in places]
            if after != unit:
                places = [scaled_polygon(place, after / unit) for place in places]
            unit = after
        bend = line_bend(places, rectification.width, rectification.height, unit)
        if bend is not None:
            rectification = replace(rectification, bend=bend)
            places = [leveled(place, bend, unit) for place in places]
        elif not found.turned and not found.skew:
            return rectification, picture, places
        return rectification, self._drawn(plain.number, rectification, unit * 72.0), places

    def _drawn(self, number: int, rectification: Rectification, dpi: float, box: Box | None = None) -> Pixels:
        """The upright page or a box of it, drawn from the source at the required resolution."""
        wanted = (number, min(dpi * max(1.0, rectification.zoom), _MAX_DPI))
        if not self._drawing or self._drawing[:2] != wanted:
            drawn = self._source.image(*wanted)
            shown = drawn if number in self._even else without_streaks(drawn, wanted[1] / 72.0)
            if shown is drawn:  # nor are there any at another resolution
                self._even.add(number)
            self._drawing = (*wanted, shown)
        return rectification.draw(self._drawing[2], dpi / 72.0, box)


def _is_page_error(error: Exception) -> bool:
    """Whether an error concerns this page only: no cancellation, no missing engine, no wrong request."""
    if isinstance(error, QuireError):
        return isinstance(error, DocumentError) and not isinstance(error, Cancelled)
    return True


def _placed(page: Page, rectification: Rectification) -> list[Box]:
    """Where the images of a page whose text is drawn as shapes lie on the upright page; none of a scan."""
    boxes = [picture.box for picture in page.pictures if picture.kind is PictureKind.IMAGE]
    if sum(box.area for box in boxes) > _PLACED * page.width * page.height:
        return []
    return [Box(*bounding_box(rectification.map_polygon(rectangle(*box)))) for box in boxes]


def _pictures(number: int, boxes: Sequence[Box]) -> tuple[Picture, ...]:
    """The pictures of a recognised page, named like those of other pages."""
    return tuple(
        Picture(f"p{number}-{i}", number, box, PictureKind.DRAWING, 0, 0) for i, box in enumerate(boxes, start=1)
    )
