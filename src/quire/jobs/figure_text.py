"""Charts, maps and diagrams that are pictures: what is written in them, read by the engine, describes them.

Only in short documents and on pages of nothing else: reading a picture costs as much time as two hundred pages with
text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from quire.jobs.ocr_presence import ocr_source
from quire.model.geometry import Box
from quire.model.page import Page, Picture, PictureKind, TextSource
from quire.read.source import Source

if TYPE_CHECKING:
    from quire.read.scan.recognised_source import RecognisedSource

SHORT = 4
"""Pages of a document whose pictures are read: a page of a report, a leaflet, a poster."""

_LEAST, _MOST = 0.03, 0.75  # of the page: smaller pictures are logos and formulas, larger ones its ground
_LEAST_SIDE = 54.0  # points
_MARGIN = 0.12  # of the page above and below: pictures wholly inside are logos
_DPI = 72.0  # enough to tell a photograph
_FLAT = 0.3  # of its pixels in its two usual colours: a drawing; of photographs a tenth
_SURE = 0.8  # confidence, below which a reading says nothing
_LETTERS = 4  # fewer are no text: a sign in a photograph
_ROW = 0.5  # of the height of a piece: those whose middles differ less stand in one row


def with_labels(source: Source, page: Page) -> Page:
    """The page, its drawings that are images described by the text in them, in reading order.

    Photographs, logos, pictures with a description or with text of the page over them stay as they are. Without an
    engine nothing changes.
    """
    if page.source not in {TextSource.NATIVE, TextSource.NONE} or not page.pictures or page.needs_ocr:
        return page
    read = ocr_source(source)
    if read is None:
        return page
    pictures = tuple(
        picture._replace(alt=_text_in(read, picture)) if _may_have_labels(picture, page) else picture
        for picture in page.pictures
    )
    return replace(page, pictures=pictures) if pictures != page.pictures else page


def _may_have_labels(picture: Picture, page: Page) -> bool:
    box = picture.box
    share = box.area / (page.width * page.height)
    if picture.kind is not PictureKind.IMAGE or picture.alt or not _LEAST <= share <= _MOST:
        return False
    if min(box.width, box.height) < _LEAST_SIDE:
        return False
    if box.y1 < _MARGIN * page.height or box.y0 > (1.0 - _MARGIN) * page.height:
        return False
    return not any(box.holds(line.box) for line in page.lines)


def _text_in(source: RecognisedSource, picture: Picture) -> str:
    """The text of a drawing, row by row; "" for a photograph."""
    if not _is_drawing(source, picture):
        return ""
    found = source.look(picture.page, picture.box)
    pieces = [(text, box) for text, box, sure in found if sure >= _SURE and text.strip()]
    text = " ".join(text for row in _rows(pieces) for text, _ in row)
    return text if sum(char.isalnum() for char in text) >= _LETTERS else ""


def _is_drawing(source: RecognisedSource, picture: Picture) -> bool:
    """Whether two colours, as coarse as eight levels of each part, fill much of a picture."""
    import numpy as np

    part = source.image(picture.page, _DPI, picture.box) >> 5
    if not part.size:
        return False
    codes = part[..., 0].astype(np.int32) * 64 + part[..., 1] * 8 + part[..., 2]
    counts = np.sort(np.bincount(codes.ravel(), minlength=2))
    return bool(counts[-2:].sum() >= _FLAT * codes.size)


def _rows(pieces: Sequence[tuple[str, Box]]) -> list[list[tuple[str, Box]]]:
    """The pieces row by row, from left to right."""
    rows: list[list[tuple[str, Box]]] = []
    for piece in sorted(pieces, key=lambda one: one[1].y0 + one[1].y1):
        box = piece[1]
        last = rows[-1][0][1] if rows else None
        if last is not None and abs(box.y0 + box.y1 - last.y0 - last.y1) < 2 * _ROW * min(box.height, last.height):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda one: one[1].x0) for row in rows]
