"""The style of most of a document's text, against which headings are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from quire.layout.rounding import half_points
from quire.model.page import Style

# So much of the text in fonts of varied widths is the prose of a document full of program text; less, and it is typed.
_PROSE = 0.15


class Norm(NamedTuple):
    """What most of the document's text looks like."""

    size: float
    font: str
    bold: bool
    color: int
    mono: bool = False


def norm_of(styles: Mapping[Style, float]) -> Norm:
    """The body style: of most text by the given weights; sizes within half a point count together."""
    if not styles:
        return Norm(10.0, "", bold=False, color=0)
    styles = _prose(styles)
    sizes: defaultdict[float, float] = defaultdict(float)
    for style, weight in styles.items():
        sizes[half_points(style.size)] += weight
    size = max(sizes, key=lambda one: sizes[one])
    own = {style: weight for style, weight in styles.items() if abs(style.size - size) <= 0.5}
    fonts: defaultdict[tuple[str, bool, int], float] = defaultdict(float)
    for style, weight in own.items():
        fonts[style.font, style.bold, style.color] += weight
    font, bold, color = max(fonts, key=lambda one: fonts[one])
    most = max(own, key=lambda one: own[one])
    return Norm(most.size, font, bold, color, most.mono)


def _prose(styles: Mapping[Style, float]) -> Mapping[Style, float]:
    """The styles without those of program text, when enough is left to be what the document says."""
    varied = {style: weight for style, weight in styles.items() if not style.mono}
    return varied if sum(varied.values()) >= _PROSE * sum(styles.values()) else styles
