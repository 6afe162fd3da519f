"""Which paragraphs are headings: evidence from style, numbering, place and wording."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from quire.layout.headings import declared_headings
from quire.layout.headings.heading_levels import (
    CHAPTER,
    DECIMAL,
    HAN_BRACKET,
    HAN_CHAPTER,
    HAN_COMMA,
    ROMAN,
    Title,
    depth_of,
    is_caps,
    is_small_caps,
    scheme_of,
)
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.caption_binding import is_caption
from quire.layout.text.list_markers import marker_of
from quire.layout.text.text_rows import line_text
from quire.model.page import Page
from quire.model.table import Align
from quire.text import wide_characters

# A heading is short: rows and characters (a CJK character counts twice).
_ROWS, _CHARS = 4, 220
# Program text is never so much larger than the text; a title that names a program or is set so may be.
_NAMED = 1.18
_LONGEST = 6  # rows of what the file itself calls a heading
# The title of a document is one of so many first drafts, of so many at least.
_TITLE_WITHIN, _TITLED = 12, 4
# Evidence from which a draft is a heading, and the most that its place alone can give.
_ENOUGH = 3.0
_MOST_BY_PLACE = 1.1

# Type sizes as shares of the text's: at least these are evidence for a heading; less than `_SMALL` is evidence against.
_SIZE_EVIDENCE: tuple[tuple[float, float], ...] = ((1.35, 4.0), (1.18, 3.0), (1.08, 1.5))
_SMALL = 0.9
# From this share of the text's size on, bold type, another colour or another font are full evidence.
_TEXT_SIZE = 0.95
# Words of a short row in italics that is set off by a marker or number.
_SET_OFF_WORDS = 12
# Widths in characters (a CJK character counts twice): of a common heading or phrase, from which a text with a stop is a
# sentence, and of what is long for a heading.
_PHRASE, _SENTENCE, _LONG = 40, 60, 120
# White above a heading, type sizes; a short row, as a share of its column; digits, as a share of a figure's text; type
# that differs from the text's by more than this share.
_SPACE_ABOVE, _SHORT_ROW, _DIGITS, _OTHER_SIZE = 0.9, 0.7, 0.4, 0.08
_HEADING_ROWS = 2  # usual headings have no more
# From one row of a heading to the next, type sizes: at most, and where they are set solid; and how far the second may
# be indented.
_NEXT_ROW, _SOLID, _SHIFTED = 2.0, 1.45, 8.0
# The same to the next row of a heading whose row before is full, and the width of a space, type sizes.
_FULL_ROW, _SPACE = 2.6, 0.25

_NUMBERED = re.compile(r"^(?:[\dIVX]+(?:\.\d+)*\.?|[A-Z]\.)\s+")
_KNOWN = frozenset(
    [
        "abstract", "introduction", "conclusion", "conclusions", "references", "bibliography", "acknowledgments",
        "acknowledgements", "contents", "table of contents", "preface", "foreword", "appendix", "summary",
        "executive summary", "index", "glossary", "discussion", "results", "methods", "background", "related work",
        "目录", "摘要", "前言", "引言", "结论", "参考文献", "附录", "致谢", "释义",
    ]
)  # fmt: skip
# A key figure, set large above the words that say what it counts.
_QUANTITY = re.compile(
    r"[^\w\s]{0,3}(?:US|HK|RMB|Rs\.?)?[^\w\s]{0,3} ?\d[\d.,]*[^\w\s]? ?"
    r"(?:k|m|bn?|mn|tn|million|billion|trillion|thousand"
    r"|per ?cent|[万亿]?元?|pp|x|kg|km|ha|GW|MW|kW|°C)?[+*]?",
    re.IGNORECASE,
)
# The second row of a statement's heading.
_PERIOD = re.compile(r"^(?:for the (?:\w+ )?(?:year|period|quarter|months?)\b|as (?:at|of|on) )", re.IGNORECASE)
_PERIOD_WIDTH = 80  # characters; longer ones are text that begins so
# A heading's number that is alone above its words.
_NUMBER_ALONE = re.compile(
    r"^(?:[IVX]+|\d{1,2}|(?:chapter|part|appendix|schedule|annex(?:ure)?|exhibit)\s+\w{1,5})\.?$|^第.{1,4}[章节编部篇]$",
    re.IGNORECASE,
)
# What is below the title of the first page.
_ADDRESS = re.compile(r"\S@\S{1,200}\.\w|https?://")
_DATE = re.compile(
    r"^(?:\w+[:.,]?\s+)?(?:\d{1,2}\.?\s+[^\W\d]+\.?|[^\W\d]+\s+\d{1,2}),?\s+(?:19|20)\d\d\b\D{0,4}[\d.]{0,5}$"
    r"|^(?:19|20)\d\d\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?$"
)
# Values given to names, and lines of programs that go on: results and code set in bold.
_EQUATION = re.compile(r"[\w)] ?= ?[\w(\"'\[–-]")
_UNFINISHED = frozenset("=({[;,，；")
_CAPTION = re.compile(r"^(?:(?:figure|fig\.|chart|source|note)s?\s*[:：.]|exhibit\s*[\d:：.])", re.IGNORECASE)


def mark_headings(
    drafts: list[Draft],
    body: BodyStyle,
    printed: declared_headings.KnownLevels,
    styled: Container[int],
    pages: Mapping[int, Page],
    *,
    after: Draft | None = None,
) -> dict[int, int]:
    """Mark the drafts of a page range that are headings.

    Args:
        drafts: In reading order.
        body: The style of most of the document's text.
        printed: What the document says of its headings.
        styled: Identities of drafts that are set and behave as titles.
        pages: By number.
        after: What follows the last of the drafts.

    Returns:
        What is known of levels, by the identity of drafts.
    """
    enough = _ENOUGH + (1.0 if printed.complete else 0.0)
    levels: dict[int, int] = {}
    declared = _declared(drafts, printed, pages)
    for index, draft in enumerate(drafts):
        if draft.kind not in (Kind.TEXT, Kind.ITEM) or not 0 < len(draft.rows) <= _LONGEST:
            continue
        level = declared.get(id(draft), 0)
        before = drafts[index - 1] if index else None
        following = drafts[index + 1] if index + 1 < len(drafts) else after
        if level:
            levels[id(draft)] = level
        elif id(draft) in styled and _can_be(draft, body, draft.text.strip()):
            pass
        elif not _continues(before, draft, body) and _evidence(draft, body, before, following) < enough:
            continue
        draft.kind = Kind.HEADING
        draft.marker = None
    return levels


def _declared(
    drafts: Iterable[Draft], printed: declared_headings.KnownLevels, pages: Mapping[int, Page]
) -> dict[int, int]:
    """The levels of drafts that the document declares to be headings, by identity.

    Of drafts of one page that say the same only those without a bullet, and of these the largest: the others are in a
    list of the headings.
    """
    found: dict[int, int] = {}
    most: dict[tuple[int, str], tuple[bool, float]] = {}
    own: list[tuple[Draft, tuple[int, str], tuple[bool, float]]] = []
    for draft in drafts:
        if draft.kind in (Kind.TEXT, Kind.ITEM) and 0 < len(draft.rows) <= _LONGEST:
            level = printed.level(draft, pages)
            if level:
                key = draft.page, declared_headings.fold(draft.text)
                look = not declared_headings.is_bulleted(draft), round(draft.size, 1)
                found[id(draft)] = level
                most[key] = max(most.get(key, look), look)
                own.append((draft, key, look))
    for draft, key, look in own:
        if look < most[key]:
            del found[id(draft)]
    return found


# --- evidence --------------------------------------------------------------------------------------


def _evidence(draft: Draft, body: BodyStyle, before: Draft | None, after: Draft | None) -> float:
    if len(draft.rows) > _ROWS:
        return 0.0
    text = draft.text.strip()
    evidence = style_evidence(draft, body, text) + _numbering_evidence(text)
    if evidence < _ENOUGH - _MOST_BY_PLACE and not is_common_title(text):
        return 0.0
    if not _can_be(draft, body, text):
        return 0.0
    return evidence + _place_evidence(draft, before, after) + _wording_evidence(draft, text)


def style_evidence(draft: Draft, body: BodyStyle, text: str) -> float:
    """What the type of a draft says for a heading; `text` is that of the draft."""
    style = draft.style
    ratio = style.size / body.size if body.size else 1.0
    evidence = _size_evidence(ratio)
    if draft.bold and not body.bold:
        evidence += 2.5 if ratio > _TEXT_SIZE else 1.5
    if is_caps(text) or is_small_caps(style):
        evidence += 1.0
    if body.sets_off(style) and ratio > _TEXT_SIZE:
        evidence += 0.8
    if style.font != body.font and not style.italic and ratio > _TEXT_SIZE:
        evidence += 0.5
    if style.italic and not draft.bold:
        evidence += 2.3 if _is_set_off(draft) else 0.3
    return evidence


def _is_set_off(draft: Draft) -> bool:
    """Whether a short row is a marker or number and words that are all in italics: "A. Sensors", "2.1 Aims"."""
    words = [word for row in draft.rows for line in row.lines for word in line.words]
    if not 2 <= len(words) <= _SET_OFF_WORDS:
        return False
    if marker_of(draft.rows[0].text) is None and DECIMAL.match(draft.rows[0].text) is None:
        return False
    lettered = [word for word in words[1:] if any(map(str.isalpha, word.text))]
    return bool(lettered) and all(word.style.italic for word in lettered)


def can_be_heading(draft: Draft, body: BodyStyle) -> bool:
    """Whether nothing in a draft's wording or face rules a heading out."""
    return _can_be(draft, body, draft.text.strip())


def _can_be(draft: Draft, body: BodyStyle, text: str) -> bool:
    if is_wider(text, _CHARS) or not any(map(str.isalpha, text)) or _QUANTITY.fullmatch(text):
        return False
    if draft.style.mono and (draft.size < _NAMED * body.size or not draft.text[0].isalnum()):
        return False
    marker = marker_of(text)
    if (marker is not None and marker.value == 0) or _ADDRESS.search(text):  # an item of a list
        return False
    if (draft.page == 1 and _DATE.match(text)) or text[-1] in _UNFINISHED:
        return False
    if _EQUATION.search(text) and scheme_of(text) is None:
        return False
    return not (is_caption(text) or _CAPTION.match(text))


def _size_evidence(ratio: float) -> float:
    for least, evidence in _SIZE_EVIDENCE:
        if ratio >= least:
            return evidence
    return -1.5 if ratio < _SMALL else 0.0


def _numbering_evidence(text: str) -> float:
    if HAN_CHAPTER.match(text):
        return 2.5
    if CHAPTER.match(text):
        return 2.0
    match = DECIMAL.match(text)
    if match:
        return 1.2 if depth_of(match[1]) > 1 else 0.4
    if HAN_COMMA.match(text):
        return 2.2
    if HAN_BRACKET.match(text):
        return 1.5 if is_wider(text, _SENTENCE) else 2.2
    if ROMAN.match(text):
        return 1.2 if is_caps(text) else 0.5
    return 0.0


def _place_evidence(draft: Draft, before: Draft | None, after: Draft | None) -> float:
    """White above, something below that it can head."""
    evidence = 0.0
    if draft.space_above > _SPACE_ABOVE * draft.size or before is None or before.page != draft.page:
        evidence += 0.5
    if after is None or after.page > draft.page + 1:
        evidence -= 0.5
    if len(draft.rows) == 1 and draft.rows[0].width < _SHORT_ROW * (draft.right - draft.left):
        evidence += 0.3
    if draft.align is Align.CENTER:
        evidence += 0.3
    return evidence


def _wording_evidence(draft: Draft, text: str) -> float:
    evidence = 0.0
    if is_common_title(text):
        evidence += 1.5
    last = text[-1]
    if last in ".。;；,，、":
        evidence -= 2.0 if is_wider(text, _PHRASE) or last not in ".。" else 1.0
        if last == "。" and is_wider(text, _SENTENCE):  # a numbered sentence
            evidence -= 1.5
    elif last in ":：" and is_wider(text, _SENTENCE):
        evidence -= 1.5
    if text[0].islower():
        evidence -= 1.5
    if len(draft.rows) > _HEADING_ROWS:
        evidence -= 0.7
    if is_wider(text, _LONG):
        evidence -= 1.0
    if _is_apart(draft):
        evidence -= 1.5
    if sum(map(str.isdigit, text)) > _DIGITS * len(text):
        evidence -= 2.0
    return evidence


def _is_apart(draft: Draft) -> bool:
    """Whether the first row has pieces apart, not counting a number in front: labels with values, names, cards.

    Of 165 such rows that were taken for headings, in 59 tagged documents, 3 were headings.
    """
    pieces = draft.rows[0].lines
    numbered = any(map(str.isdigit, line_text(pieces[0]))) or marker_of(draft.rows[0].text) is not None
    return len(pieces) > 1 + numbered


def is_common_title(text: str) -> bool:
    """Whether a text is a common heading: "Introduction", "参考文献"."""
    return len(text) < _PHRASE and _NUMBERED.sub("", text).lower().rstrip(":：") in _KNOWN


def text_width(text: str) -> int:
    """Characters, those of Chinese twice."""
    return len(text) + wide_characters(text)


def is_wider(text: str, limit: int) -> bool:
    """Whether the `text_width` is more than a limit; of most texts, their length tells."""
    return len(text) > limit or (2 * len(text) > limit and text_width(text) > limit)


# --- several rows, title ---------------------------------------------------------------------------


def join_rows(drafts: list[Draft], levels: dict[int, int]) -> None:
    """Join the rows of one heading that were split as paragraphs; the known level of either stays."""
    kept: list[Draft] = []
    for draft in drafts:
        before = kept[-1] if kept else None
        if before is not None and draft.kind is Kind.HEADING and is_further_row(before, draft):
            before.rows = before.rows + draft.rows
            if id(draft) in levels:
                levels[id(before)] = levels[id(draft)]
        else:
            kept.append(draft)
    drafts[:] = kept


def _continues(before: Draft | None, draft: Draft, body: BodyStyle) -> bool:
    """Whether a draft is a further row of the heading before it, whose style is not that of the text."""
    if before is None or before.kind is not Kind.HEADING or not is_further_row(before, draft):
        return False
    style = before.style
    return abs(style.size - body.size) > _OTHER_SIZE * body.size or before.bold != body.bold or body.sets_off(style)


def is_further_row(a: Draft, b: Draft) -> bool:
    """Whether the heading `a` continues in `b`: same style and set solid, without a number of its own.

    Its first row may span columns of which its last is in one.
    """
    if a.kind is not Kind.HEADING or a.page != b.page or len(a.rows) + len(b.rows) > _ROWS:
        return False
    last, first = a.rows[-1], b.rows[0]
    distance = (first.baseline - last.baseline) / max(first.size, 1.0)
    one_column = a.column == b.column
    if (
        one_column
        and 0 < distance < _FULL_ROW
        and a.style == b.style
        and _is_full(a, b)
        and not _starts_anew(a.text, b.text)
    ):
        return True
    if not 0 < distance < _NEXT_ROW or abs(first.x0 - last.x0) > _SHIFTED * first.size:
        return False
    if not one_column and (abs(first.x0 - last.x0) > first.size or last.x1 <= b.right):
        return False
    if _PERIOD.match(b.text) and a.size >= b.size and not is_wider(b.text, _PERIOD_WIDTH):
        return True
    if a.style != b.style or (one_column and a.align is not b.align) or _starts_anew(a.text, b.text):
        return False
    return distance < _SOLID or bool(_NUMBER_ALONE.match(a.text)) or b.text[0].islower()


def _is_full(a: Draft, b: Draft) -> bool:
    """Whether the first word of a draft, or its first Chinese character, had no room on the last row before."""
    word = b.rows[0].lines[0].words[0]
    needed = b.size if "\u2e80" <= word.text[0] <= "\uffef" else word.x1 - word.x0 + _SPACE * b.size
    return a.rows[-1].x1 + needed > a.right


def _starts_anew(a: str, b: str) -> bool:
    if _NUMBER_ALONE.match(a):
        return False
    marker = marker_of(b)
    return scheme_of(b) is not None or (marker is not None and marker.value == 0) or a.rstrip()[-1] in ".:：。"


def count_first_titles(drafts: Sequence[Draft]) -> int:
    """How many headings are where the title of a document is, if it begins with these drafts."""
    return sum(draft.kind is Kind.HEADING and draft.page == drafts[0].page for draft in drafts[:_TITLE_WITHIN])


def find_title(titles: Sequence[Title], first: int, drafts: int) -> int | None:
    """The title of a document: the largest heading among its first drafts, larger than all others.

    Args:
        titles: The headings of the document.
        first: How many of them may be its title.
        drafts: How many drafts it has.

    Returns:
        Its index; None for a document without one.
    """
    if not first or drafts < _TITLED:
        return None
    sizes = [title.size for title in titles]
    top = sizes.index(max(sizes[:first]))
    others = [title for index, title in enumerate(titles) if index != top]
    largest = max((title.size for title in others), default=0.0)
    if sizes[top] > largest or (top == 0 and sizes[top] == largest and _is_unlike(titles[top], others)):
        return top
    return None


def _is_unlike(top: Title, others: Sequence[Title]) -> bool:
    """Whether a heading is no part of a numbering that most headings of its style have."""
    alike = [title for title in others if title.style == top.style]
    return top.scheme is None and sum(title.scheme is not None for title in alike) > 0.5 * len(alike)
