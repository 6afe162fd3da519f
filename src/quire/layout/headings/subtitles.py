"""Lines of a single page that look like headings but are none: kickers above a title, subtitles below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence

from quire.layout.headings.heading_levels import scheme_of
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.model.page import Style

# A kicker's title is larger by this much, and its first row follows within so many of its type sizes.
_LARGER, _FOLLOWS = 1.2, 2.6
# Kickers and subtitles take one row; a subtitle is no larger than the text by more than this.
_TEXT_SIZE = 1.1


def unmark_subtitles(drafts: Sequence[Draft], body: BodyStyle, known: Container[int]) -> None:
    """Unmark headings that are kickers or subtitles.

    Args:
        drafts: Of a page in reading order, headings marked.
        body: The style of most of the text.
        known: Identities of drafts that the file itself calls headings.
    """
    styles = _heading_styles(drafts)
    for index, draft in enumerate(drafts):
        if draft.kind is not Kind.HEADING or len(draft.rows) > 1 or id(draft) in known or scheme_of(draft.text):
            continue
        before = drafts[index - 1] if index else None
        after = drafts[index + 1] if index + 1 < len(drafts) else None
        followed = after is not None and _is_paragraph(after)
        if _is_kicker(before, draft, after) or (
            styles[draft.style] == 1 and not followed and _is_subtitle(before, draft, body)
        ):
            draft.kind = Kind.TEXT


def _heading_styles(drafts: Iterable[Draft]) -> Counter[Style]:
    """How many headings have each style."""
    return Counter(draft.style for draft in drafts if draft.kind is Kind.HEADING)


def _is_paragraph(draft: Draft) -> bool:
    """Whether a draft is a paragraph that a heading can be over."""
    return draft.kind in (Kind.TEXT, Kind.ITEM) and len(draft.rows) > 1


def _is_kicker(before: Draft | None, draft: Draft, after: Draft | None) -> bool:
    """Whether a row is the first of its page's text and is close above a larger title."""
    if after is None or after.kind is not Kind.HEADING or after.page != draft.page or after.column != draft.column:
        return False
    if before is not None and before.page == draft.page and before.kind is not Kind.FIGURE:
        return False
    distance = after.rows[0].baseline - draft.rows[0].baseline
    return after.size >= _LARGER * draft.size and 0 < distance < _FOLLOWS * after.size


def _is_subtitle(before: Draft | None, draft: Draft, body: BodyStyle) -> bool:
    """Whether a row no larger than the text is right below a title."""
    if before is None or before.kind is not Kind.HEADING or before.page != draft.page or before.column != draft.column:
        return False
    return (
        draft.size <= _TEXT_SIZE * body.size and before.size >= _LARGER * draft.size and scheme_of(before.text) is None
    )
