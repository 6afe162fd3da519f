"""Whether somebody else's recognition, an invisible text layer over a scan, can be trusted."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from quire.model.page import Line, Page
from quire.read.ocr_engine import Ocr, Pixels, Polygon, polygon_center, rectangle

_MIN_LETTERS = 6  # of a line that is compared
_SAMPLE = 8  # lines, spread over the page
_SURE = 0.93  # confidence of our reading of a line, to count
_MIN_SURE = 3  # sure lines, to reject the layer
_SIMILARITY = 0.88  # of letters and digits on average: below, our reading is clearly better (99 in 100 are right)
_COVERED = 0.5  # of the detected text, by length, that the layer must have
_MIN_DETECTED = 6  # lines: fewer do not tell
_LINE_RATIO = 2.5  # times as wide as high: a line of text
_MARGIN = 2.0  # points around a line that belong to it


def is_unreliable(page: Page, picture: Pixels, ocr: Ocr) -> bool:
    """Whether the hidden layer of a page contradicts its image, or lacks most of its text."""
    unit = picture.shape[1] / page.width
    seen = [place for place in ocr.find(picture) if _width(place) >= _LINE_RATIO * _height(place)]
    if len(seen) >= _MIN_DETECTED:
        total = sum(map(_width, seen))
        held = sum(
            _width(place) for place in seen if _holds(page.lines, *(side / unit for side in polygon_center(place)))
        )
        if held < _COVERED * total:
            return True
    return _differs(page.lines, picture, ocr, unit)


def _differs(lines: Sequence[Line], picture: Pixels, ocr: Ocr, unit: float) -> bool:
    long = [line for line in lines if not line.angle and len(line.text) >= _MIN_LETTERS]
    sample = long[:: max(1, len(long) // _SAMPLE)][:_SAMPLE]
    readings = ocr.recognise(picture, [rectangle(*(side * unit for side in line.box)) for line in sample])
    alike = [
        SequenceMatcher(None, _squeezed(line.text), _squeezed(reading.text), autojunk=False).ratio()
        for line, reading in zip(sample, readings, strict=True)
        if reading.confidence >= _SURE and len(reading.text) >= _MIN_LETTERS
    ]
    return len(alike) >= _MIN_SURE and sum(alike) / len(alike) < _SIMILARITY


def _squeezed(text: str) -> str:
    """The letters and digits, by which readings are compared: punctuation and widths may differ."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).lower() if letter.isalnum())


def _holds(lines: Sequence[Line], x: float, y: float) -> bool:
    return any(
        line.x0 - _MARGIN <= x <= line.x1 + _MARGIN and line.y0 - _MARGIN <= y <= line.y1 + _MARGIN for line in lines
    )


def _width(place: Polygon) -> float:
    return place[1][0] - place[0][0]


def _height(place: Polygon) -> float:
    return place[3][1] - place[0][1]
