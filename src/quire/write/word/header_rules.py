"""The rules of headers and footers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.write.word.paragraph_borders import border
from quire.write.word.wordprocessingml import tag, twips

_WHOLE = 10.0  # points by which a rule as long as the text may differ from it
_FARTHEST = 14.0  # points between a running title and its rule: more would push the text down
_MOST_WHITE = 60.0  # points that a header may keep free above a rule


class HeaderRule(NamedTuple):
    """A rule of a header or footer."""

    rule: Rule
    above: bool  # above its lines; where there are none, at the foot of the page
    gap: float  # points to the lines; where there are none, to the edge of the page
    indents: tuple[float, float] = (0.0, 0.0)  # points by which it ends before the text at the left and right


def find_header_rules(rules: Iterable[Rule], boxes: Sequence[Box], edge: float, text: Box) -> tuple[HeaderRule, ...]:
    """The rules of a header or footer, at most one above its lines and one below.

    Args:
        rules: of the page's header or footer.
        boxes: of its texts.
        edge: the y of the edge of the page that it stands at.
        text: the text area.
    """
    kept: dict[bool, HeaderRule] = {}
    for rule in rules:
        stroke = _stroke(rule, boxes, edge, text)
        known = kept.get(stroke.above)
        if known is None or (boxes and stroke.gap < known.gap):
            kept[stroke.above] = stroke
    return tuple(kept[above] for above in sorted(kept, reverse=True))


def add_rule_borders(heads: list[dict[str, str]], rules: Iterable[HeaderRule]) -> list[dict[str, str]]:
    """The properties of a header's or footer's lines with its rules."""
    for stroke in rules:
        head = heads[0 if stroke.above else -1]
        old = head.get("pBdr", "").removeprefix("<w:pBdr>").removesuffix("</w:pBdr>")
        new = border("top" if stroke.above else "bottom", stroke.rule, min(stroke.gap, _FARTHEST))
        head["pBdr"] = tag("w:pBdr", new + old if stroke.above else old + new)
    return heads


def rule_paragraph(stroke: HeaderRule, distance: float) -> dict[str, str]:
    """The properties of a low line that shows a rule without a text, in a part `distance` points from the edge."""
    rest = twips(min(max(stroke.gap - distance, 0.0), _MOST_WHITE))
    spacing = tag("w:spacing", **({"w_after": rest} if stroke.above else {"w_before": rest}))
    head = {"pStyle": tag("w:pStyle", w_val="Spacer"), "spacing": spacing}
    head["pBdr"] = tag("w:pBdr", border("top" if stroke.above else "bottom", stroke.rule, 1.0))
    ends = {"w_left": stroke.indents[0], "w_right": stroke.indents[1]}
    if any(abs(end) > _WHOLE for end in ends.values()):
        head["ind"] = tag("w:ind", **{key: twips(value) for key, value in ends.items()})
    return head


def _stroke(rule: Rule, boxes: Sequence[Box], edge: float, text: Box) -> HeaderRule:
    whole = abs((rule.x1 - rule.x0) - text.width) < _WHOLE
    indents = (0.0, 0.0) if whole else (rule.x0 - text.x0, text.x1 - rule.x1)
    if not boxes:
        return HeaderRule(rule, edge > 0, abs(rule.y0 - edge), indents)
    above = rule.y0 < min((box.y0 + box.y1) / 2 for box in boxes)
    near = min(box.y0 for box in boxes) - rule.y0 if above else rule.y0 - max(box.y1 for box in boxes)
    return HeaderRule(rule, above, max(near, 0.0), indents)
