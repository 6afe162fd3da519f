"""Headings by the verdict on all paragraphs of a style and numbering: one document sets its headings one way.

The evidence of one paragraph is weak: names, labels and items are short and bold too. So each draft is weighed by its
own verdict, by the share of headings among the short paragraphs of its style, and by that share among those that are
numbered as it is, too: where 1.1 and 1.3 are headings, so is 1.2, and a lone heading among many labels of its style is
none. Those are headings that give the document the best F1 to be expected (Ye et al., ICML 2012).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from math import exp
from typing import NamedTuple

from quire.layout.headings.heading_detection import can_be_heading
from quire.layout.headings.heading_levels import scheme_of
from quire.layout.rounding import half_points
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle

# A logistic regression over 106 tagged documents of 64 owners, each with the same weight; with the folds of five left
# out in turn no weight differs by more than 0.7.
_OWN, _STYLE, _NUMBERED, _BIAS = 0.67, 2.33, 3.04, -3.78
# Shares are drawn to 1 : 3, as if half a heading and one and a half others were seen before.
_SEEN, _SEEN_HEADINGS = 2.0, 0.5
# Where fewer have a style, such as the title of a document, each has its own verdict.
_VOTERS = 2
# Rows and characters of what may be a heading at most.
_ROWS, _CHARS = 6, 220
_HUE = 60  # a colour's parts differ by more than this; grey ones do not
_COUNTED = re.compile(r"^[^\W\d_]{2,14}\s+(?:\d{1,2}|[IVX]{1,4})\b")


class Look(NamedTuple):
    """A style as a reader tells it from others."""

    size: float  # half points
    bold: bool
    italic: bool
    color: int  # 0 for that of the text and for shades of grey
    font: str


class Group(NamedTuple):
    """What paragraphs share that are set and numbered alike."""

    look: Look
    numbering: str  # "" without a number


class Votes(NamedTuple):
    """How many drafts of a group are headings by their own evidence, and how many are not."""

    headings: int
    others: int


Elected = frozenset[tuple[Group, bool]]
"""Groups, and the own verdict of those of their drafts that are headings."""

NONE_ELECTED: Elected = frozenset()


def count_votes(drafts: Iterable[Draft], body: BodyStyle) -> dict[Group, Votes]:
    """The verdicts on the short paragraphs of a page range, headings marked."""
    found: dict[Group, Votes] = {}
    for draft in drafts:
        if _is_short(draft):
            group = _group(draft, body)
            headings, others = found.get(group, (0, 0))
            found[group] = Votes(headings + 1, others) if draft.kind is Kind.HEADING else Votes(headings, others + 1)
    return found


def elect(counts: Iterable[Mapping[Group, Votes]]) -> Elected:
    """Which drafts of a document are headings, by the counts of its page ranges."""
    groups: dict[Group, Votes] = {}
    looks: dict[Look, Votes] = {}
    for own in counts:
        for group, votes in own.items():
            groups[group] = _sum(groups.get(group), votes)
            looks[group.look] = _sum(looks.get(group.look), votes)
    classes: list[tuple[float, int, Group, bool]] = []
    alone: list[tuple[Group, bool]] = []
    for group, votes in groups.items():
        if sum(looks[group.look]) < _VOTERS:
            alone.append((group, True))
            continue
        shared = _STYLE * _share(looks[group.look]) + _NUMBERED * _share(votes) + _BIAS
        if votes.headings:
            classes.append((_probability(shared + _OWN), votes.headings, group, True))
            classes.append((_probability(shared), votes.others, group, False))
    return frozenset([*_best(classes), *alone]) if classes else NONE_ELECTED


def apply_votes(drafts: Sequence[Draft], body: BodyStyle, elected: Elected, known: Container[int]) -> None:
    """Mark and unmark headings as elected.

    Args:
        drafts: Of a page range, headings marked as they were counted.
        body: The style of most of the document's text.
        elected: What the document elected; nothing changes where that is nothing.
        known: Identities of drafts that the file itself calls headings; they stay.
    """
    for draft in drafts if elected else ():
        if id(draft) in known or not _is_short(draft):
            continue
        heading = draft.kind is Kind.HEADING
        wanted = (_group(draft, body), heading) in elected
        if heading and not wanted:
            draft.kind = Kind.TEXT
        elif wanted and not heading and can_be_heading(draft, body):
            draft.kind, draft.marker = Kind.HEADING, None


def _sum(a: Votes | None, b: Votes) -> Votes:
    return b if a is None else Votes(a.headings + b.headings, a.others + b.others)


def _share(votes: Votes) -> float:
    return (votes.headings + _SEEN_HEADINGS) / (votes.headings + votes.others + _SEEN)


def _probability(evidence: float) -> float:
    return 1.0 / (1.0 + exp(-evidence))


def _best(classes: list[tuple[float, int, Group, bool]]) -> list[tuple[Group, bool]]:
    """The most probable classes, as many as give the highest F1 to be expected."""
    ranked = sorted(classes, key=lambda one: -one[0])
    total = sum(chance * count for chance, count, _, _ in ranked)
    hits, taken, best, end = 0.0, 0, 0.0, 0
    for place, (chance, count, _, _) in enumerate(ranked, 1):
        hits += chance * count
        taken += count
        expected = 2.0 * hits / (taken + total)
        if expected > best:
            best, end = expected, place
    return [(group, own) for _, _, group, own in ranked[:end]]


def _is_short(draft: Draft) -> bool:
    return (
        draft.kind in (Kind.TEXT, Kind.ITEM, Kind.HEADING)
        and 0 < len(draft.rows) <= _ROWS
        and len(draft.text) <= _CHARS
        and any(map(str.isalpha, draft.text))
    )


def _group(draft: Draft, body: BodyStyle) -> Group:
    style = draft.style
    italic = style.italic and all(row.style.italic for row in draft.rows)
    color = style.color if style.color != body.color and _is_hue(style.color) else 0
    look = Look(half_points(style.size), draft.bold, italic, color, style.font)
    return Group(look, _numbering(draft.text.strip()))


def _numbering(text: str) -> str:
    scheme = scheme_of(text)
    if scheme is None:
        return "counted" if _COUNTED.match(text) else ""
    return f"{scheme[0]}{min(scheme[1], 2)}"


def _is_hue(color: int) -> bool:
    parts = (color >> 16 & 255, color >> 8 & 255, color & 255)
    return max(parts) - min(parts) > _HUE
