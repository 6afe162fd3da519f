"""The style of most of a document's text, against which headings are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from quire.layout.rounding import half_points
from quire.model.page import Style

# Share of text in proportional fonts from which it is the prose of a document full of program text; below it the
# document is a typescript.
_PROSE = 0.15
# Points by which type sizes of the text may differ.
_ONE_SIZE = 0.5


class BodyStyle(NamedTuple):
    """The style of most of the document's text."""

    size: float
    font: str
    bold: bool
    color: int
    mono: bool = False

    def sets_off(self, style: Style) -> bool:
        """Whether a style has another colour than the text; that of recognised text, which has no font, means nothing.

        White and coloured texts of scans are mostly buttons and labels of screenshots: of five that became headings in
        40 scanned documents none was one.
        """
        return bool(style.font) and style.color != self.color


def body_style_of(styles: Mapping[Style, float]) -> BodyStyle:
    """The body style: the one with the largest weight; sizes within half a point count together."""
    if not styles:
        return BodyStyle(10.0, "", bold=False, color=0)
    styles = _prose(styles)
    sizes: defaultdict[float, float] = defaultdict(float)
    for style, weight in styles.items():
        sizes[half_points(style.size)] += weight
    size = max(sizes, key=lambda one: sizes[one])
    own = {style: weight for style, weight in styles.items() if abs(style.size - size) <= _ONE_SIZE}
    fonts: defaultdict[tuple[str, bool, int], float] = defaultdict(float)
    for style, weight in own.items():
        fonts[style.font, style.bold, style.color] += weight
    font, bold, color = max(fonts, key=lambda one: fonts[one])
    most = max(own, key=lambda one: own[one])
    return BodyStyle(most.size, font, bold, color, most.mono)


def _prose(styles: Mapping[Style, float]) -> Mapping[Style, float]:
    """The styles without fixed-pitch ones, if enough text is left."""
    varied = {style: weight for style, weight in styles.items() if not style.mono}
    return varied if sum(varied.values()) >= _PROSE * sum(styles.values()) else styles
