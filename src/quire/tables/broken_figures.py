"""Figures that a narrow cell broke over two lines, by their texts."""

from __future__ import annotations

import re

LONGEST = 40  # characters of a part
# A figure with groups of thousands (also of lakhs) or decimals, as it is written when nothing is cut off.
_WHOLE = re.compile(
    r"[(（\[]?[+\-–—−]?[$€£¥￥]?(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|\d+\.\d+)[)）\]]?[%％]?[)）\]]?"
)
_CUT = re.compile(r"[,.]\d{0,2}$")


def makes_whole(upper: str, lower: str) -> bool:
    """Whether two texts one below the other make one figure as it is written when nothing is cut off."""
    return len(upper) <= LONGEST and len(lower) <= LONGEST and _WHOLE.fullmatch(upper + lower) is not None


def is_cut_off(upper: str, lower: str) -> bool:
    """Whether a figure was surely cut between two texts that make it whole: "1,858,221,567." over "60"."""
    if not makes_whole(upper, lower):
        return False
    return lower[0] in ",." or (_CUT.search(upper) is not None and _WHOLE.fullmatch(upper) is None)
