"""Rules as borders of paragraphs (ECMA-376-1, 17.3.1.24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.model.page import Picture, Rule
from quire.write.office.package import hex_color
from quire.write.word.paragraph import SINGLE_LINE, Para, Pieces
from quire.write.word.rule_placement import PlacedRule
from quire.write.word.wordprocessingml import tag, twips

_FARTHEST = 31  # points between text and border (w:space)
_THIN, _THICK = 2, 96  # eighths of a point (w:sz)
_MOST_WHITE = 600.0  # points above a rule of its own
# Of the white above a rule of its own so much is left out, points at most: it must not slip onto the next page.
_GIVEN, _MOST_GIVEN = 0.3, 200.0
_SPACER = 2.0  # points; the line of the style Spacer
_SHORTER = 4.0  # points by which a rule ends before its column at least, if the paragraph is told


def shading(color: int | None) -> str:
    """The ground of a paragraph (17.3.1.31); None for none."""
    return tag("w:shd", w_val="clear", w_color="auto", w_fill="auto" if color is None else hex_color(color))


def frame_borders(color: int, inset: float) -> str:
    """The borders of a paragraph in the colour of its ground, which they widen by `inset` points on all sides."""
    rule = Rule(0.0, 0.0, 0.0, 0.0, 0.25, color)
    return tag("w:pBdr", "".join(border(side, rule, inset) for side in ("top", "left", "bottom", "right")))


def border(side: str, rule: Rule, gap: float) -> str:
    """The border of one `side` ("top", "bottom"), `gap` points away from the text."""
    size = min(max(round(rule.width * 8), _THIN), _THICK)
    space = min(max(round(gap), 1), _FARTHEST)
    return tag(f"w:{side}", w_val="single", w_sz=size, w_space=space, w_color=hex_color(rule.color))


def with_borders(
    written: Pieces,
    tied: Sequence[PlacedRule],
    column: tuple[float, float],
    draw: Callable[[Picture], str] = lambda _: "",
) -> Pieces:
    """The pieces of a block with the rules above and below it.

    A rule is the border of the block's paragraph where it is as long as its lines, and else a low paragraph of its own.

    Args:
        written: the pieces.
        tied: the block's rules.
        column: where lines of text begin and end, points from the left edge of the page.
        draw: gives the run of a picture, "" when it has no pixels.
    """
    for one in sorted((one for one in tied if not one.below), key=lambda one: one.gap):
        head = written[0]
        if one.border and isinstance(head, Para) and _is_free(head, "top", one.gap):
            _put(head, "top", one)
        else:
            own = _own(one, column, draw)
            own.below = 0.0
            if isinstance(head, Para):
                head.before = max(one.gap - _SPACER, 0.0)
            written = [own, *written]
    for one in sorted((one for one in tied if one.below), key=lambda one: one.gap):
        last = written[-1]
        if one.border and isinstance(last, Para) and _is_free(last, "bottom", one.gap):
            _put(last, "bottom", one)
        else:
            own = _own(one, column, draw)
            own.before = min(one.gap - min(_GIVEN * one.gap, _MOST_GIVEN), _MOST_WHITE)
            written = [*written, own]
    return written


def _is_free(paragraph: Para, side: str, gap: float) -> bool:
    return (
        gap <= _FARTHEST
        and f"<w:{side} " not in paragraph.parts.get("pBdr", "")
        and "w:left=" not in paragraph.parts.get("ind", "")
    )


def _put(paragraph: Para, side: str, tied: PlacedRule) -> None:
    """Gives a paragraph a border; what it takes is no white between blocks any more."""
    old = paragraph.parts.get("pBdr", "").removeprefix("<w:pBdr>").removesuffix("</w:pBdr>")
    new = border(side, tied.rule, tied.gap)
    paragraph.parts["pBdr"] = tag("w:pBdr", new + old if side == "top" else old + new)
    taken = min(max(tied.gap, 1.0), _FARTHEST) + tied.rule.width
    if side == "top":
        paragraph.above += taken
    else:
        paragraph.below += taken


def _own(tied: PlacedRule, column: tuple[float, float], draw: Callable[[Picture], str]) -> Para:
    """A low paragraph as long as the rule, or with the picture that it is."""
    left, right = tied.rule.x0 - column[0], column[1] - tied.rule.x1
    sides = {"w_left": left, "w_right": right}
    ends = {key: twips(value) for key, value in sides.items() if abs(value) > _SHORTER}
    run = draw(tied.picture) if tied.picture is not None else ""
    parts = {} if run else {"pBdr": tag("w:pBdr", border("top", tied.rule, 1.0))}
    if ends:
        parts["ind"] = tag("w:ind", **ends)
    line = SINGLE_LINE if run else None
    return Para("Spacer", run, parts, line=line, below=tied.gap + _SPACER + 1.0 + tied.rule.width)
