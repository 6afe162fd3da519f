"""The upright image of a page to lines and rules: the order of the steps, each in its own module."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from quire.errors import OutOfTime
from quire.model.geometry import Box
from quire.model.page import Line, LineScore, Rule, Steps
from quire.read.ocr_engine import Illegible, Ocr, Pixels, Polygon, Reading
from quire.read.scan.ink_mask import bounding_box, ink_mask, split_at_cells, text_ink, without_rules
from quire.read.scan.list_bullets import with_bullets
from quire.read.scan.missed_ink import dot_leaders, missed_text
from quire.read.scan.missed_signs import with_missed_signs
from quire.read.scan.one_script import in_one_script
from quire.read.scan.partial_characters import without_partial_characters
from quire.read.scan.piece_lines import MIN_CONFIDENCE, text_lines, text_pieces, with_styles
from quire.read.scan.red_seals import reread_under_seals
from quire.read.scan.ruling_lines import ruling_lines

MAX_TEXT_LENGTH = 50_000.0
"""Total length of a page's lines, each in heights of the line. A full newspaper page has 30,000 and takes 40 seconds of
CPU; a page of noise in which the detector sees text everywhere has more."""

_UNSURE = 0.8  # confidence: in scripts that the engine knows, 99 % of the letters have more, photographs included
_MAX_UNSURE = 0.6  # of the letters of a page; a page in a script that the engine does not know has .87
_MIN_LETTERS = 100  # with fewer, a stain or a signature counts too much
_MIN_LOST = 5  # places without text that was read: fewer are pictures and stains


class RecognisedPage(NamedTuple):
    """What stands on an upright page, in points."""

    lines: list[Line]
    confidences: list[float]  # of the lines, 0..1
    rules: list[Rule]
    unread: list[Box]  # ink that looks like text and could not be read
    scores: list[LineScore]  # of the lines
    steps: list[Steps]  # of the lines
    lost: float  # of the length of the text that was seen, the share that was not read


def recognise_page(picture: Pixels, places: Sequence[Polygon], ocr: Ocr, unit: float) -> RecognisedPage:
    """The lines and rules of an upright page, and where there is more text than was read.

    Args:
        picture: of the page.
        places: of its text, pixels.
        ocr: reads it.
        unit: pixels per point.

    Raises:
        OutOfTime: there is more text than on any page.
        Illegible: the text is noise.
    """
    ink = ink_mask(picture, unit)
    rules = ruling_lines(ink, places, unit)
    ink = text_ink(picture, ink, places, unit)
    clear = without_rules(ink, rules, unit)
    found = split_at_cells(places, clear, rules, unit)
    if sum(map(_length, found)) > MAX_TEXT_LENGTH:
        raise OutOfTime
    readings = ocr.recognise(picture, found)
    if _is_illegible(readings):
        raise Illegible
    readings = in_one_script(reread_under_seals(picture, clear, readings, ocr, unit))
    parts = text_pieces(readings, picture, clear, unit, ink=ink)
    more = missed_text(picture, clear, parts, ocr, unit)
    if more.readings:
        parts = text_pieces(in_one_script([*readings, *more.readings]), picture, clear, unit, ink=ink)
    parts = without_partial_characters(with_styles(with_bullets(parts, clear, unit), picture, clear, unit))
    parts = with_missed_signs(parts, picture, clear, unit)
    set_, sure, scores, steps = text_lines(parts, dot_leaders(clear, parts, unit), rules)
    faint = [r.polygon for r in readings if r.confidence < MIN_CONFIDENCE and any(map(str.isalnum, r.text))]
    return RecognisedPage(
        set_, sure, rules, [_box(place, unit) for place in (*more.unread, *faint)], scores, steps, _lost(readings)
    )


def _box(place: Polygon, unit: float) -> Box:
    """A place as a box in points."""
    return Box(*(side / unit for side in bounding_box(place)))


def _is_illegible(readings: Sequence[Reading]) -> bool:
    """Whether most of the letters of a page were read with little confidence."""
    letters = sum(len(reading.text) for reading in readings)
    unsure = sum(len(reading.text) for reading in readings if reading.confidence < _UNSURE)
    return letters >= _MIN_LETTERS and unsure > _MAX_UNSURE * letters


def _lost(readings: Sequence[Reading]) -> float:
    """Of the length of all places of text, the share in which none was read."""
    blank = [r for r in readings if r.confidence < MIN_CONFIDENCE or not any(map(str.isalnum, r.text))]
    if len(blank) < _MIN_LOST:
        return 0.0
    return sum(_length(r.polygon) for r in blank) / sum(_length(r.polygon) for r in readings)


def _length(place: Polygon) -> float:
    """The length of a line in its heights."""
    wide, high = math.dist(place[0], place[1]), math.dist(place[0], place[3])
    return max(wide, high) / max(min(wide, high), 1.0)
