"""Grounds: filled bars and panels behind texts of the flow, as headings stand on; not those of tables.

Frames with rules around them are found in `drawn_frames`, the grounds of programs in `text/code_blocks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quire.layout.text.block_drafts import Draft, Kind
from quire.model.document import Frame
from quire.model.page import Fill, Page, Rule

_LEAST_WIDE, _LEAST_HIGH = 72.0, 8.0  # points; smaller fills are marks and keys
_SLACK = 3.0  # points over which a text may hang out of its ground
_MOST = 400  # more fills are a drawing
_TOUCH = 1.5  # points between the fills of successive lines of one paragraph
_WHOLE = 0.7  # of the page's height: the ground of a page
_WHITE = 0xFFFFFF
_TEXTS = frozenset({Kind.TEXT, Kind.HEADING, Kind.ITEM, Kind.QUOTE})


def text_grounds(page: Page, drafts: Sequence[Draft], frames: Sequence[Frame]) -> tuple[Fill, ...]:
    """The fills behind nothing but texts, from top to bottom.

    Args:
        page: The page.
        drafts: All of the page, laid out.
        frames: The boxes drawn around texts, which have their own fills.
    """
    if not 0 < len(page.fills) <= _MOST:
        return ()
    found = []
    for fill in _joined(page.fills):
        box = fill.box
        within = [draft for draft in drafts if draft.box.overlap(box) > 0]
        if (
            box.width >= _LEAST_WIDE
            and _LEAST_HIGH <= box.height < _WHOLE * page.height
            and within
            and all(draft.kind in _TEXTS and box.holds(draft.box, _SLACK) for draft in within)
            and not any(frame.box.overlap(box) > 0 for frame in frames)
        ):
            found.append(fill)
    return tuple(sorted(found, key=lambda fill: (fill.y0, fill.x0)))


def _joined(fills: Iterable[Fill]) -> list[Fill]:
    """The coloured fills, those as one that cover each line of one paragraph; of equal ones, the last."""
    found: dict[tuple[float, float, float, float], Fill] = {}
    for fill in fills:
        x0, y0, x1, y1, color = fill
        if color == _WHITE:
            continue
        near = (
            one
            for one in reversed(found.values())
            if one.color == color and abs(one.x0 - x0) < _TOUCH and abs(one.x1 - x1) < _TOUCH
        )
        above = next((one for one in near if one.y0 - _TOUCH < y0 < one.y1 + _TOUCH), None)
        if above is not None:
            del found[above[:4]]
            y0, y1 = min(y0, above.y0), max(y1, above.y1)
        found[x0, y0, x1, y1] = Fill(x0, y0, x1, y1, color)
    return list(found.values())


def without_hidden(rules: Iterable[Rule], grounds: Sequence[Fill]) -> tuple[Rule, ...]:
    """The rules without those inside a ground or along its edge in its own colour, which nobody sees."""
    return tuple([rule for rule in rules if not any(_is_hidden(rule, ground) for ground in grounds)])


def _is_hidden(rule: Rule, ground: Fill) -> bool:
    return (
        rule.color == ground.color
        and ground.y0 - _SLACK < rule.y0 < ground.y1 + _SLACK
        and ground.x0 - _SLACK < rule.x0
        and rule.x1 < ground.x1 + _SLACK
    )
