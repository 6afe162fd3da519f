"""Whether somebody else's recognition, an invisible text layer over a scan, is worth keeping."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from quire.model.page import Line, Page
from quire.read.ocr_engine import Ocr, Pixels, Polygon, polygon_center, rectangle

_LETTERS = 6  # a line needs so many to be compared
_SAMPLE = 8  # lines, spread over the page
_SURE = 0.93  # our reading of a line counts from this confidence on
_LEAST = 3  # lines that we are sure of, or nothing is said against the layer
_ALIKE = (
    0.88  # below this likeness of letters and figures on average, ours is clearly better: of ours 99 in 100 are right
)
_HELD = 0.5  # of the text that we see, by length: the layer must hold so much
_TOO_LITTLE = 6  # lines that we see: fewer say nothing


def is_unreliable(page: Page, picture: Pixels, ocr: Ocr) -> bool:
    """Whether the hidden layer of a page says something else than its picture, or leaves most of it out."""
    unit = picture.shape[1] / page.width
    seen = [place for place in ocr.find(picture) if _width(place) >= 2.5 * _height(place)]
    if len(seen) >= _TOO_LITTLE:
        total = sum(map(_width, seen))
        held = sum(
            _width(place) for place in seen if _holds(page.lines, *(side / unit for side in polygon_center(place)))
        )
        if held < _HELD * total:
            return True
    return _differs(page.lines, picture, ocr, unit)


def _differs(lines: Sequence[Line], picture: Pixels, ocr: Ocr, unit: float) -> bool:
    long = [line for line in lines if not line.angle and len(line.text) >= _LETTERS]
    sample = long[:: max(1, len(long) // _SAMPLE)][:_SAMPLE]
    readings = ocr.recognise(picture, [rectangle(*(side * unit for side in line.box)) for line in sample])
    alike = [
        SequenceMatcher(None, _squeezed(line.text), _squeezed(reading.text), autojunk=False).ratio()
        for line, reading in zip(sample, readings, strict=True)
        if reading.confidence >= _SURE and len(reading.text) >= _LETTERS
    ]
    return len(alike) >= _LEAST and sum(alike) / len(alike) < _ALIKE


def _squeezed(text: str) -> str:
    """Letters and figures, by which readings are compared: signs and widths are a matter of taste."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).lower() if letter.isalnum())


def _holds(lines: Sequence[Line], x: float, y: float) -> bool:
    return any(line.x0 - 2.0 <= x <= line.x1 + 2.0 and line.y0 - 2.0 <= y <= line.y1 + 2.0 for line in lines)


def _width(place: Polygon) -> float:
    return place[1][0] - place[0][0]


def _height(place: Polygon) -> float:
    return place[3][1] - place[0][1]
