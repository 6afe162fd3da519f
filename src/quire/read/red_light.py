"""Text under red seals: seals are found by their colour, and what they cover is read again in red light.

In the red channel of a picture red ink is as bright as paper, while black and blue print stay dark.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, Style, TextSource, Word
from quire.read.ocr import Ocr, Pixels, Reading
from quire.read.resolution import DPI, unit_of
from quire.read.source import Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.ink import Mask

_RED_LEAST = 40  # levels by which red is above green and blue in a seal's ink, also in a dim photograph
_LINE = 60  # points: red strokes as long as this are lines of a form
_SIDES = (28.0, 190.0)  # points: seals are 25 to 60 mm wide, and photographs may fill a page with half an invoice
_FILL = (0.03, 0.75)  # of a seal's box that is inked
_MOST = 6  # seals of a page
_DARK = 110  # levels below the paper: print, not what is left of a seal
_LARGER = 1.5  # times as large as at first the text under a seal is read
_MUCH = 0.97  # of the confidence of what it replaces: a reading that is worse by more stays out
_SAME = 0.4  # of a piece's box that a new piece covers: it says the same place


def unsealed(page: Page, source: Source, ocr: Ocr) -> Page:
    """A recognised page with the text under its red seals read again; the page itself when it has none.

    Letters of the seals themselves are dropped where they are red all over.
    """
    if page.source is not TextSource.OCR or not page.lines:
        return page
    picture = source.image(page.number, DPI)
    unit = unit_of(picture, page.width)
    boxes = seals(picture, unit)
    if not boxes:
        return page
    light = red_light(picture)
    lines, sure = list(page.lines), list(page.confidences) or [1.0] * len(page.lines)
    for box in boxes:
        lines, sure = _mended(lines, sure, box, light=light, unit=unit, ocr=ocr)
    return replace(page, lines=tuple(lines), confidences=tuple(sure))


def seals(picture: Pixels, unit: float) -> list[Box]:
    """Where red seals stand, in points: red, as large as seals, mostly open inside; the largest first.

    Args:
        picture: of an upright page.
        unit: its pixels to a point.
    """
    import cv2
    import numpy as np

    mask = _red(picture)
    long = max(3, int(_LINE * unit))
    for shape in ((long, 1), (1, long)):
        lines = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        mask = np.asarray(cv2.subtract(mask, cv2.dilate(lines, np.ones((3, 3), np.uint8))), np.uint8)
    reach = max(3, int(4 * unit)) | 1
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    found = []
    for x, y, width, height, _ in stats[1:].tolist():
        share = float(mask[y : y + height, x : x + width].mean()) / 255.0
        sides = (width / unit, height / unit)
        if all(_SIDES[0] <= s <= _SIDES[1] for s in sides) and _FILL[0] <= share <= _FILL[1]:
            found.append(Box(x / unit, y / unit, (x + width) / unit, (y + height) / unit))
    return sorted(found, key=lambda b: -b.area)[:_MOST]


def red_light(picture: Pixels) -> Pixels:
    """The picture as red light shows it, its contrast stretched: grey, without red ink."""
    import cv2
    import numpy as np

    red = picture[:, :, 0]
    paper = float(np.percentile(red[::4, ::4], 80)) or 255.0
    stretched = np.clip((red.astype(np.float32) - 0.12 * paper) / (0.62 * paper) * 255.0, 0, 255).astype(np.uint8)
    grey: Pixels = np.asarray(cv2.cvtColor(stretched, cv2.COLOR_GRAY2RGB), np.uint8)
    return grey


def _red(picture: Pixels) -> Mask:
    import numpy as np

    red, green, blue = (picture[:, :, i].astype(np.int16) for i in range(3))
    return np.where(np.minimum(red - green, red - blue) > _RED_LEAST, 255, 0).astype(np.uint8)


def _mended(
    lines: list[Line], sure: list[float], seal: Box, *, light: Pixels, unit: float, ocr: Ocr
) -> tuple[list[Line], list[float]]:
    """Lines and confidences with those under a seal read again."""
    under = [i for i, line in enumerate(lines) if not line.angle and line.box.overlap(seal) > 0]
    crop = bounds([seal, *(lines[i].box for i in under)]) if under else seal
    beside = [line.box for i, line in enumerate(lines) if i not in under and not line.angle]
    new = [(line, c) for line, c in _read(light, crop, unit, ocr) if not _covered(line.box, beside)]
    new = [(line, c) for line, c in new if _is_better(line, c, [(lines[i], sure[i]) for i in under])]
    taken = [line.box for line, _ in new]
    kept = [
        (line, confidence)
        for index, (line, confidence) in enumerate(zip(lines, sure, strict=True))
        if not (
            (index in under and (_covered(line.box, taken) or _is_red(light, line.box, unit)))
            or (line.angle and line.box.overlap(seal) > 0.5 * line.box.area and _is_red(light, line.box, unit))
        )
    ]
    both = [*kept, *new]
    return [line for line, _ in both], [confidence for _, confidence in both]


def _is_better(line: Line, confidence: float, under: Sequence[tuple[Line, float]]) -> bool:
    """Whether a new line should replace the old ones at its place: it is as sure, and no mere part of one.

    Red labels of a form vanish in red light; then the new line has only the value that stands behind them.
    """
    for old, sure in under:
        if _covered(old.box, [line.box]) and (confidence < _MUCH * sure or _bare(line) in _bare(old)):
            return False
    return True


def _bare(line: Line) -> str:
    return unicodedata.normalize("NFKC", line.text).replace(" ", "")


def _read(light: Pixels, crop: Box, unit: float, ocr: Ocr) -> Iterator[tuple[Line, float]]:
    """The lines in a part of a picture, larger than at first."""
    import cv2
    import numpy as np

    height, width = light.shape[:2]
    x0, y0 = max(0, int((crop.x0 - 4) * unit)), max(0, int((crop.y0 - 4) * unit))
    x1, y1 = min(width, int((crop.x1 + 4) * unit)), min(height, int((crop.y1 + 4) * unit))
    if x1 - x0 < 8 or y1 - y0 < 8:
        return
    part = cv2.resize(light[y0:y1, x0:x1], None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    for reading in ocr.read(np.asarray(part, np.uint8)):
        line = _line(reading, (x0, y0), unit)
        if line:
            yield line, reading.confidence


def _line(reading: Reading, corner: tuple[int, int], unit: float) -> Line | None:
    """A reading of the enlarged part as a line of the page; None when it is empty or stands upright."""
    text = reading.text.strip()
    xs = [(p[0] / _LARGER + corner[0]) / unit for p in reading.polygon]
    ys = [(p[1] / _LARGER + corner[1]) / unit for p in reading.polygon]
    x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
    if not text or (len(text) > 1 and y1 - y0 > 1.5 * (x1 - x0)):
        return None
    size = 0.85 * (y1 - y0)  # a recognised box stands a little around its text
    style = Style("", round(size, 1), bold=False, italic=False, mono=False, color=0)
    words: list[Word] = []
    step, at = (x1 - x0) / len(text), 0
    for part in text.split(" "):
        if part:
            left = x0 + at * step
            words.append(Word(part, left, y0, left + len(part) * step, y1, y1 - 0.2 * size, style, bool(words)))
        at += len(part) + 1
    return Line(tuple(words), x0, y0, x1, y1, y1 - 0.2 * size)


def _covered(box: Box, others: Sequence[Box]) -> bool:
    return any(other.overlap(box) > _SAME * min(box.area, other.area) for other in others)


def _is_red(light: Pixels, box: Box, unit: float) -> bool:
    """Whether red light shows nothing there: the text was red all over."""
    part: NDArray[np.uint8] = light[
        int(box.y0 * unit) : int(box.y1 * unit) + 1, int(box.x0 * unit) : int(box.x1 * unit) + 1
    ]
    return part.size == 0 or int(part.min()) > 255 - _DARK
