"""Lines around the document title (names, versions, dates) are not headings, whatever their style.

Names of authors, where they work, subtitles, kinds of reports, versions and dates are often larger or bolder than the
text. Covers have them above the title too.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from quire.layout.headings.heading_detection import is_common_title
from quire.layout.headings.heading_levels import scheme_of
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.list_markers import marker_of

# Drafts of the first page that are examined, and those among which the title is.
_FRONT, _TITLE_WITHIN = 40, 12
# Rows of a paragraph at least.
_PARAGRAPH = 3
# Text is no larger than most of it by more than this.
_TEXT = 1.1
# Pieces of a title are of one size, nearly.
_ALIKE = 0.97
_STOPS = frozenset(".:;!?。：；！？")
_ADDRESS = re.compile(r"\S@\S{1,200}\.\w|https?://")
_AFFILIATION = re.compile(
    r"\b(?:universi[td]|institut|department|dept\.|laborator|facult|school of|college|academy|hochschule|escuela|école"
    r"|inc\.|gmbh)"
    r"|大学|学院|研究所|研究院|实验室",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(r"abstract\b|summary\b|résumé\b|zusammenfassung\b|摘\s*要|ccs concepts|keywords", re.IGNORECASE)
# What a title's last row says above the text: a version, a date.
_ISSUE = re.compile(
    r"^\W{0,2}(?:(?:version|release[ds]?|edition|revision|rev\.|draft)\s*v?\.?\d|v\.?\d|\d{4}[-/.]\d\d?[-/.]\d\d?)"
    r"|\b(?:19|20)\d\d\W{0,2}$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"[^\W\d][*∗†‡§¶](?:\s|,|$)")


def unmark_title_block(drafts: Sequence[Draft], known_levels: Container[int], body: BodyStyle) -> None:
    """Unmark headings in the title block of a document.

    Args:
        drafts: From the first page of the document on.
        known_levels: Identities of drafts that the file itself calls headings.
        body: The style of most of the document's text.
    """
    page = [draft for draft in drafts[:_FRONT] if draft.page == drafts[0].page] if drafts else []
    for draft in _block(page, body):
        if draft.kind is Kind.HEADING and id(draft) not in known_levels:
            draft.kind = Kind.TEXT


def _block(page: Sequence[Draft], body: BodyStyle) -> list[Draft]:
    """What belongs to the title of a longer document; all of a cover but the title."""
    titles = [n for n, draft in enumerate(page[:_TITLE_WITHIN]) if draft.kind is Kind.HEADING]
    titles = [n for n in titles if not _begins_part(page[n])] or titles
    if not titles:
        return []
    start = max(titles, key=lambda n: (page[n].size, -n))
    ends = [n for n in range(len(page)) if n != start and _ends_block(page, n, body)]
    front = page[start + 1 : next((n for n in ends if n > start), len(page))]
    if not any(_is_over_text(page, n, body) for n in ends):  # a cover, perhaps with contents below
        front = [*page[:start], *front]
    return [draft for draft in front if draft.rows and draft.size < _ALIKE * page[start].size]


def _ends_block(page: Sequence[Draft], at: int, body: BodyStyle) -> bool:
    """Whether a draft is a paragraph, a heading over text, contents, or begins the abstract or the first part."""
    draft = page[at]
    if draft.kind is Kind.ENTRY or _begins_part(draft):
        return True
    if draft.kind is not Kind.HEADING:
        return len(draft.rows) >= _PARAGRAPH and draft.size <= _TEXT * body.size and not _is_affiliation(draft)
    return at + 1 < len(page) and _is_prose(page[at + 1], body) and not _is_issue(draft)


def _is_over_text(page: Sequence[Draft], at: int, body: BodyStyle) -> bool:
    """Whether what ends a title block is text or stands over text: contents, and what heads them, do not."""
    if page[at].kind is Kind.ENTRY:
        return False
    rest = page[at : at + 2] if page[at].kind is Kind.HEADING else page[at : at + 1]
    return any(_is_prose(draft, body) and draft.kind is not Kind.ENTRY for draft in rest)


def _is_prose(draft: Draft, body: BodyStyle) -> bool:
    """Whether a draft is something that a heading is over: a sentence, a list, a table, program text."""
    if draft.kind is not Kind.TEXT:
        return draft.kind not in (Kind.HEADING, Kind.FIGURE, Kind.NOTE)
    marker = marker_of(draft.text)
    if marker is not None and marker.value == 0:
        return True
    if draft.size > _TEXT * body.size or _is_affiliation(draft) or _is_issue(draft):
        return False
    return len(draft.rows) >= _PARAGRAPH or draft.text.rstrip()[-1:] in _STOPS


def _begins_part(draft: Draft) -> bool:
    """Whether a draft begins the abstract, or is the heading of the first part."""
    text = draft.text.strip()
    if _ABSTRACT.match(text):
        return True
    return draft.kind is Kind.HEADING and (is_common_title(text) or scheme_of(text) is not None)


def _is_affiliation(draft: Draft) -> bool:
    """Whether a draft says where somebody works or can be reached."""
    return bool(_ADDRESS.search(draft.text) or _AFFILIATION.search(draft.text))


def _is_issue(draft: Draft) -> bool:
    """Whether a draft says which version of a document it is, of which day, or whose: with the mark of a note."""
    text = draft.text.strip()
    return _MARKED.search(text) is not None or _ISSUE.search(text) is not None
