"""The upright picture of a page to lines and rules: the order of the steps, each in its own module."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quire.errors import OutOfTime
from quire.model.page import Line, Rule
from quire.read.ocr_engine import Illegible, Ocr, Pixels, Polygon, Reading
from quire.read.scan.ink_mask import ink_mask, split_at_cells, without_rules
from quire.read.scan.missed_ink import dot_leaders, missed_text
from quire.read.scan.partial_characters import without_partial_characters
from quire.read.scan.piece_lines import text_lines, text_pieces
from quire.read.scan.red_seals import reread_under_seals
from quire.read.scan.ruling_lines import ruling_lines

MAX_TEXT_LENGTH = 50_000.0
"""Heights of a line that all lines of a page are long together. A full page of a newspaper has 30,000 and takes 40 seconds
of CPU; a page of noise in which the detector sees text everywhere has more, and nothing to say."""

_DOUBTED = (
    0.8  # confidence: of print that the engine knows, photographs included, 99 % of the letters are read with more
)
_NOISE = 0.6  # of the letters of a page that are doubted; a page in a script that the engine does not know has .87
_ENOUGH = 100  # letters: fewer, and a stain or a signature counts too much


def recognise_page(
    picture: Pixels, places: Sequence[Polygon], ocr: Ocr, unit: float
) -> tuple[list[Line], list[float], list[Rule]]:
    """Lines, how sure each is (0..1), and rules of an upright page, in points.

    Args:
        picture: of the page.
        places: where text stands in it, pixels.
        ocr: reads it.
        unit: pixels to a point.

    Raises:
        OutOfTime: there is more text than a page holds.
        Illegible: what was read is noise.
    """
    ink = ink_mask(picture, unit)
    rules = ruling_lines(ink, places, unit)
    clear = without_rules(ink, rules, unit)
    found = split_at_cells(places, clear, rules, unit)
    if sum(map(_length, found)) > MAX_TEXT_LENGTH:
        raise OutOfTime
    readings = ocr.recognise(picture, found)
    if _is_illegible(readings):
        raise Illegible
    readings = reread_under_seals(picture, clear, readings, ocr, unit)
    parts = text_pieces(readings, picture, clear, unit, ink=ink)
    more = missed_text(picture, clear, parts, ocr, unit)
    if more:
        parts = text_pieces([*readings, *more], picture, clear, unit, ink=ink)
    parts = without_partial_characters(parts)
    set_, sure = text_lines(parts, dot_leaders(clear, parts, unit), rules)
    return set_, sure, rules


def _is_illegible(readings: Sequence[Reading]) -> bool:
    """Whether most of the letters of a page are doubted."""
    letters = sum(len(reading.text) for reading in readings)
    doubted = sum(len(reading.text) for reading in readings if reading.confidence < _DOUBTED)
    return letters >= _ENOUGH and doubted > _NOISE * letters


def _length(place: Polygon) -> float:
    """How many times longer than high a line is."""
    wide, high = math.dist(place[0], place[1]), math.dist(place[0], place[3])
    return max(wide, high) / max(min(wide, high), 1.0)
