"""Styles that a document sets its headings in, detected by how the short paragraphs in each style behave.

A bold or italic row may be a label, a name or an emphasised remark. A style is one of headings if most rows in it are
paragraphs of their own, end without a stop, and have text below. Numbered rows in the style of the text are judged in
the same way, by the depth of their numbers: clauses of contracts and list items are numbered too, and are no titles if
most of them are longer than a title.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quire.layout.headings.heading_levels import DECIMAL, depth_of, is_caps, is_small_caps
from quire.layout.rounding import half_points
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.text import wide_characters

# A title of this kind has at most so many rows and words (a CJK character counts as half a word).
_ROWS, _WORDS = 2, 16
# Titles that make a style one of headings, and their share of all short paragraphs in the style.
# Where all behave as titles, as on single pages, fewer make it one.
_LEAST, _SHARE, _ALL = 3, 0.6, 2
# White below a title at most, type sizes.
_BELOW = 3.5
# White above a title at least, in type sizes.
_ABOVE = 0.35
# Type of this many times the text's is larger to the eye when its colour differs too; and when its face does.
_LARGER, _LARGER_FACE = 1.04, 1.08
# Bold titles may be a little smaller than the text.
_SMALLER, _SMALLEST = 0.88, 0.95
# Characters of a single row from which it is text that a title can be over.
_TITLED_TEXT = 40
# A colour's parts differ by more than this; grey ones do not.
_HUE = 60
_STOPS = ".。;；,，、:：!?！？"
_ENDS = ".。:：!?！？"  # of a paragraph of one row
_ABBREVIATED = re.compile(r"\b(?:Inc|Ltd|Co|Corp|Jr|Sr|S\.A|U\.S|etc)\.$")
# A numbered title that looks as the text does takes at most so much of its column.
_PLAIN_WIDTH = 0.75
_OPENING = '([（【{*†‡$€£¥<>＝=+-–—"“'


class TitleStyle(NamedTuple):
    """The style of titles of one depth."""

    size: float
    bold: bool
    italic: bool
    caps: bool
    color: int  # that of the text is 0
    depth: int = 0  # numbers in front of what looks as the text does: 2 for "1.2"; 0 for what differs from it


class StyleClusters:
    """The short paragraphs of a page range by their style.

    Attributes:
        counts: By style: how many behave like titles, and how many there are.
    """

    __slots__ = ("_own", "counts")

    def __init__(self, drafts: Sequence[Draft], body: BodyStyle, after: Draft | None = None) -> None:
        """Look at drafts.

        Args:
            drafts: In reading order.
            body: The style of most text of the document.
            after: What follows the last of them.
        """
        self._own: dict[TitleStyle, list[Draft]] = defaultdict(list)
        count: dict[TitleStyle, int] = defaultdict(int)
        for index, draft in enumerate(drafts):
            look = _look(draft, body)
            if look is None:
                continue
            count[look] += 1
            following = drafts[index + 1] if index + 1 < len(drafts) else after
            own = _is_hue(look.color) and draft.size > _LARGER * body.size
            if _is_title(draft, following, own=own) and (not look.depth or _is_plain_title(draft, following)):
                self._own[look].append(draft)
        self.counts = {look: (len(self._own.get(look, ())), number) for look, number in count.items()}

    def titles(self, looks: Iterable[TitleStyle]) -> frozenset[int]:
        """The identities of the drafts in these styles that behave like titles."""
        return frozenset(id(draft) for look in looks for draft in self._own.get(look, ()))


def title_styles(counts: Iterable[Mapping[TitleStyle, tuple[int, int]]]) -> list[TitleStyle]:
    """The styles that a document sets its titles in, by the counts of its page ranges."""
    titles: dict[TitleStyle, int] = defaultdict(int)
    every: dict[TitleStyle, int] = defaultdict(int)
    for own in counts:
        for look, (some, number) in own.items():
            titles[look] += some
            every[look] += number
    return [look for look, some in titles.items() if _is_of_titles(some, every[look])]


def _is_of_titles(some: int, every: int) -> bool:
    """Whether a look is one of titles, of which so many of so many short paragraphs behave as such."""
    return (some >= _LEAST and some >= _SHARE * every) or (some == every and some >= _ALL)


def _look(draft: Draft, body: BodyStyle) -> TitleStyle | None:
    """The style of a short paragraph that differs from the text, or that is numbered; None for others."""
    if draft.kind not in (Kind.TEXT, Kind.ITEM, Kind.HEADING) or not draft.rows:
        return None
    style = draft.style
    if len(draft.rows) > _ROWS:
        return _plain_look(draft)
    italic = style.italic and all(row.style.italic for row in draft.rows)
    color = style.color if body.sets_off(style) and _is_one_color(draft) else 0
    bold = draft.bold and not body.bold
    larger = style.font != body.font and style.size > _LARGER_FACE * body.size
    small_caps = is_small_caps(style)
    if not small_caps and not bold and not italic and not larger and not _is_hue(color):
        return _plain_look(draft)
    if style.mono or style.size < (_SMALLER if bold else _SMALLEST) * body.size:
        return None
    return TitleStyle(half_points(style.size), draft.bold, italic, small_caps or is_caps(draft.text), color)


def _plain_look(draft: Draft) -> TitleStyle | None:
    """The look of a numbered paragraph set as the text is; None without a number."""
    match = DECIMAL.match(draft.rows[0].text)
    if match is None:
        return None
    return TitleStyle(half_points(draft.size), draft.bold, italic=False, caps=False, color=0, depth=depth_of(match[1]))


def _is_plain_title(draft: Draft, after: Draft | None) -> bool:
    """Whether a numbered row that looks as the text does is short, and a paragraph without a number follows it."""
    if len(draft.rows) > 1 or draft.rows[0].width > _PLAIN_WIDTH * (draft.right - draft.left):
        return False
    if after is None or after.kind is not Kind.TEXT or DECIMAL.match(after.text):
        return False
    return len(after.rows) > 1 or after.text.rstrip()[-1:] in _ENDS


def _is_one_color(draft: Draft) -> bool:
    color = draft.style.color
    return all(word.style.color == color for row in draft.rows for line in row.lines for word in line.words)


def _is_hue(color: int) -> bool:
    """Whether a colour is one, not a shade of grey: grey text is what matters less."""
    parts = (color >> 16 & 255, color >> 8 & 255, color & 255)
    return max(parts) - min(parts) > _HUE


def _is_title(draft: Draft, after: Draft | None, *, own: bool) -> bool:
    """Whether a draft has the wording and the place of a title of what follows.

    Args:
        draft: A short paragraph.
        after: What follows it.
        own: It is larger than the text and of a colour of its own, so that a colon does not make it a label.
    """
    text = draft.text.strip()
    if not text or (text[-1] in _STOPS and not _ABBREVIATED.search(text) and not (own and text[-1] in ":：")):
        return False
    if text[0] in _OPENING or _words(text) > _WORDS or (text[0].islower() and not is_small_caps(draft.style)):
        return False
    words = _without_number(text)
    if sum(map(str.isalpha, words)) < 0.5 * len(words.replace(" ", "")) or draft.space_above < _ABOVE * draft.size:
        return False
    if len(draft.rows) > 1 and draft.rows[0].width < draft.rows[1].width:  # two rows of their own
        return False
    if len(draft.rows[0].lines) > 1 or not _is_all_italic(draft):
        return False
    return after is not None and _is_titled(draft, after)


def _is_all_italic(draft: Draft) -> bool:
    """Whether a draft in italics is so to its last letter."""
    if not draft.style.italic:
        return True
    words = [word for row in draft.rows for line in row.lines for word in line.words]
    return all(word.style.italic or not any(map(str.isalpha, word.text)) for word in words)


def _is_titled(draft: Draft, after: Draft) -> bool:
    """Whether what follows is text, a list or a table that a title can be over."""
    if after.page > draft.page + 1 or after.kind in (Kind.NOTE, Kind.CAPTION, Kind.ENTRY):
        return False
    if after.kind in (Kind.TABLE, Kind.FIGURE):
        return after.page == draft.page
    if not after.rows or after.rows[0].style.mono:
        return False
    if after.page == draft.page and after.column == draft.column and after.space_above > _BELOW * draft.size:
        return False
    return len(after.rows) > 1 or after.kind is not Kind.TEXT or len(after.text) > _TITLED_TEXT or after.bold


def _without_number(text: str) -> str:
    """A title's words without its own number, whose digits may be more than its letters: "4.1.2.1 配置"."""
    match = DECIMAL.match(text)
    return text[match.end() :] if match else text


def _words(text: str) -> float:
    return len(text.split()) + wide_characters(text) / 2
