"""A piece of recognised text on its page."""

from __future__ import annotations

from typing import NamedTuple

from quire.read.ocr_engine import Reading

SAME_BASELINE = 0.4
"""em between the baselines of two pieces of one line, at most."""


class TextPiece(NamedTuple):
    """A recognised piece of text on the upright page, in points."""

    reading: Reading
    place: tuple[float, float, float, float]  # the box in which it was recognised, pixels
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    baseline: float
    angle: int
    bold: bool = False
    mono: bool = False  # fixed pitch
    color: int = 0  # 0xRRGGBB
    leader_dots: str = ""  # dots that lead from it to the next piece of its line
