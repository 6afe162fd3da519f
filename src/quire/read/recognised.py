"""A source whose pages without usable text are recognised."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from quire.model.geometry import Box
from quire.model.page import Backdrop, Line, Metadata, OutlineItem, Page, Picture, PictureKind, Rule, TextSource
from quire.read.hidden import is_poor
from quire.read.ink import ink_of, parted, without_rules
from quire.read.leftovers import leaders, leftovers
from quire.read.ocr import Ocr, Pixels, Polygon, middle, rectangle
from quire.read.paper import paper, usual_size
from quire.read.photos import photos, without_text
from quire.read.raster import png_of
from quire.read.rulings import rulings
from quire.read.seals import without_seals
from quire.read.sheet import Sheet
from quire.read.source import Closing, Source
from quire.read.typeset import lines as set_lines
from quire.read.typeset import pieces
from quire.read.upright import quarter, stance

DPI = 200.0
"""At which pages are read. On clean report pages 150, 200 and 300 lose .98, 1.00 and .91 % of the characters for 5.1, 5.4
and 6.2 seconds of CPU a page (2 cores): print is big enough at 150, the rest is for small type and worse scans."""

_RULES_DPI = 100.0  # enough to see whether a picture is ruled
_PICTURE_DPI = 180.0  # of pictures cut out of a page, as of vector art
_PAPER_DPI = 72.0  # enough to find a sheet of paper in a photograph
_GROUND_DPI = 108.0  # enough to find the text round it
_LEFT_OUT = 0.1  # of the text outside a light area: it is no sheet on a ground, but a part of a page
_MOST_DPI = 600.0
_KEPT = 8  # recognised pages, without their pixels
_INSIDE = 3.0  # points: what lies so near to a picture is a part of it
_LOOK_MARGIN = 4.0  # points around a box that is read again


class Recognised(Closing):
    """An open document; pages that need it are read by an engine. See `quire.read.Source`."""

    def __init__(self, source: Source, ocr: Ocr) -> None:
        self._source = source
        self._ocr = ocr
        self._sheets: dict[int, Sheet | None] = {}  # None: the page is the source's own
        self._texts: dict[int, list[Box]] = {}  # where the text of recognised pages stands
        self._pages: OrderedDict[int, Page] = OrderedDict()

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
        """A page, recognised where it has no usable text; the last recognised ones are kept, for they cost seconds."""
        if number in self._pages:
            return self._pages[number]
        plain = self._source.page(number)
        if plain.needs_ocr:
            return self._recognise(plain)
        if plain.source is TextSource.HIDDEN:
            picture = self._source.image(number, DPI)
            if is_poor(plain, picture, self._ocr):
                return self._recognise(plain)
            plain = replace(plain, rules=self._rules(plain, picture))
        self._sheets[number] = None
        return plain

    def picture(self, picture: Picture | Backdrop) -> bytes:
        """A picture as PNG: that of a recognised page is cut out of the upright page."""
        sheet = self._sheet(picture.page)
        if sheet is None:
            return self._source.picture(picture)
        unit = _PICTURE_DPI / 72.0
        drawn = self.image(picture.page, _PICTURE_DPI)
        box = picture.box if isinstance(picture, Picture) else Box(0.0, 0.0, sheet.width, sheet.height)
        if isinstance(picture, Backdrop) and not picture.text:
            figures = [figure.box for figure in picture.figures]
            drawn = without_text(drawn, [*self._texts[picture.page], *picture.tables, *figures], unit)
        x0, y0, x1, y1 = (round(side * unit) for side in box)
        return png_of(drawn[max(0, y0) : max(y1, y0 + 1), max(0, x0) : max(x1, x0 + 1)])

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page as `page` describes it."""
        if self._sheet(number) is None:
            return self._source.render(number, dpi)
        drawn = self.image(number, dpi)
        return drawn.shape[1], drawn.shape[0], drawn.tobytes()

    def image(self, number: int, dpi: float = DPI) -> Pixels:
        """The upright picture of a page, pixel = point * dpi / 72."""
        sheet = self._sheet(number)
        return self._source.image(number, dpi) if sheet is None else self._drawn(number, sheet, dpi)

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:
        """The text in a box of a page, recognised anew."""
        dpi = min(DPI * scale, _MOST_DPI)
        unit = dpi / 72.0
        picture = self.image(number, dpi)
        x0, y0 = max(0, int((box.x0 - _LOOK_MARGIN) * unit)), max(0, int((box.y0 - _LOOK_MARGIN) * unit))
        x1, y1 = int((box.x1 + _LOOK_MARGIN) * unit) + 1, int((box.y1 + _LOOK_MARGIN) * unit) + 1
        part = picture[y0:y1, x0:x1]
        if min(part.shape[:2]) < 8:
            return []
        found = []
        for text, polygon, confidence, _ in self._ocr.read(part):
            xs, ys = [(p[0] + x0) / unit for p in polygon], [(p[1] + y0) / unit for p in polygon]
            found.append((text, Box(min(xs), min(ys), max(xs), max(ys)), confidence))
        return found

    def ruled(self, page: Page, box: Box) -> tuple[int, int]:
        """How many horizontal and vertical rules the picture in a box of a page shows; quickly, nothing is recognised."""
        unit = _RULES_DPI / 72.0
        rules = rulings(ink_of(self._only(page.number, box, _RULES_DPI), unit), [], unit)
        return sum(rule.horizontal for rule in rules), sum(not rule.horizontal for rule in rules)

    def part(self, page: Page, box: Box) -> Page:
        """What the picture in a box of a page shows, as a page of its own in the same coordinates."""
        unit = DPI / 72.0
        picture = self._only(page.number, box)
        lines, sure, rules = self._typeset(picture, self._ocr.find(picture), unit)
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
        """Let the file go; safe to call twice."""
        self._source.close()

    def _only(self, number: int, box: Box, dpi: float = DPI) -> Pixels:
        """The picture of a page, white outside a box."""
        import numpy as np

        unit = dpi / 72.0
        picture = self.image(number, dpi)
        x0, y0, x1, y1 = (max(0, round(side * unit)) for side in box)
        only = np.full_like(picture, 255)
        only[y0:y1, x0:x1] = picture[y0:y1, x0:x1]
        return only

    def _sheet(self, number: int) -> Sheet | None:
        if number not in self._sheets:
            self.page(number)
        return self._sheets[number]

    def _recognise(self, plain: Page) -> Page:
        """The page as the engine reads it."""
        unit = DPI / 72.0
        sheet = self._flat(plain)
        picture = self._drawn(plain.number, sheet, DPI)
        places = self._ocr.find(picture)
        found = stance(picture, places, self._ocr)
        if found.turned or found.skew:
            turned = Sheet.plain(sheet.width, sheet.height).turn(found.turned)
            upright = turned.straighten(found.skew, [_scaled(place, 1.0 / unit) for place in places])
            places = [quarter(upright.place(place, unit), found.turned // 90) for place in places]
            sheet = sheet.then(upright)
            picture = self._drawn(plain.number, sheet, DPI)
        self._sheets[plain.number] = sheet
        lines, sure, rules = self._typeset(picture, places, unit)
        texts = self._texts[plain.number] = [line.box for line in lines]
        shown = photos(picture, texts, rules, unit)
        rules = [rule for rule in rules if not any(box.holds(Box(*rule[:4]), _INSIDE) for box in shown)]
        page = replace(
            plain,
            width=sheet.width,
            height=sheet.height,
            lines=tuple(lines),
            rules=tuple(rules),
            fills=(),
            pictures=_pictures(plain.number, shown),
            links=(),
            tags={},
            source=TextSource.OCR,
            needs_ocr=False,
            turned=(plain.turned + sheet.turned) % 360,
            confidences=tuple(sure),
        )
        self._pages[plain.number] = page
        if len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        return page

    def _rules(self, page: Page, picture: Pixels) -> tuple[Rule, ...]:
        """The rules in the picture of a page whose hidden text is kept."""
        unit = DPI / 72.0
        places = [rectangle(*(side * unit for side in line.box)) for line in page.lines]
        return tuple(rulings(ink_of(picture, unit), places, unit))

    def _flat(self, plain: Page) -> Sheet:
        """The page, or the sheet of paper that a photograph shows."""
        sheet = Sheet.plain(plain.width, plain.height)
        small = self._source.image(plain.number, _PAPER_DPI)
        corners = paper(small)
        if corners is None:
            return sheet
        around = self._source.image(plain.number, _GROUND_DPI)
        if _leaves_out(self._ocr.find(around), _scaled(corners, _GROUND_DPI / _PAPER_DPI)):
            return sheet
        unit = small.shape[1] / plain.width
        a, b, c, d = corners = _scaled(corners, 1.0 / unit)
        size = max(math.dist(a, b), math.dist(d, c)), max(math.dist(a, d), math.dist(b, c))
        return sheet.flatten(corners, *usual_size(*size))

    def _drawn(self, number: int, sheet: Sheet, dpi: float) -> Pixels:
        """The upright page, drawn from the source at the resolution that it takes."""
        picture = self._source.image(number, min(dpi * max(1.0, sheet.zoom), _MOST_DPI))
        return sheet.draw(picture, dpi / 72.0)

    def _typeset(
        self, picture: Pixels, places: list[Polygon], unit: float
    ) -> tuple[list[Line], list[float], list[Rule]]:
        """Lines, how sure each is, and rules of an upright page with text at `places`."""
        ink = ink_of(picture, unit)
        rules = rulings(ink, places, unit)
        clear = without_rules(ink, rules, unit)
        readings = self._ocr.recognise(picture, parted(places, clear, rules, unit))
        readings = without_seals(picture, readings, self._ocr, unit)
        found = pieces(readings, picture, clear, unit)
        more = leftovers(picture, clear, found, self._ocr, unit)
        if more:
            found = pieces([*readings, *more], picture, clear, unit)
        lines, sure = set_lines(found, leaders(clear, found, unit), rules)
        return lines, sure, rules


def _pictures(number: int, boxes: Sequence[Box]) -> tuple[Picture, ...]:
    """The pictures of a recognised page, named as those of other pages."""
    return tuple(
        Picture(f"p{number}-{i}", number, box, PictureKind.DRAWING, 0, 0) for i, box in enumerate(boxes, start=1)
    )


def _scaled(place: Polygon, factor: float) -> Polygon:
    return tuple((x * factor, y * factor) for x, y in place)


def _leaves_out(places: Sequence[Polygon], corners: Polygon) -> bool:
    """Whether text stands outside the corners: lines, not the specks that a detector sees in wood and cloth."""
    import cv2
    import numpy as np

    area = np.array(corners, np.float32)
    inside = outside = 0.0
    for place in places:
        length = math.dist(place[0], place[1])
        if length >= 3.0 * math.dist(place[0], place[3]):
            x, y = middle(place)
            if cv2.pointPolygonTest(area, (x, y), False) >= 0:  # noqa: FBT003 - the signature is OpenCV's
                inside += length
            else:
                outside += length
    return outside > _LEFT_OUT * (inside + outside)
