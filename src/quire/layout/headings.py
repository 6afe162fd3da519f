"""Headings and their levels, judged over the whole document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quire.layout.drafts import Draft, Kind
from quire.model.page import OutlineItem, Page, Style
from quire.model.table import Align

# A heading is short: rows and characters (a CJK character counts twice).
_ROWS, _CHARS = 4, 220
# Evidence from which a draft is a heading.
_ENOUGH = 3.0
_LEVELS = 6

_DECIMAL = re.compile(r"^(\d{1,2}(?:\.\d{1,3}){0,5})\.?(?:\s|$|(?=[\u4e00-\u9fff]))")
_CHAPTER = re.compile(
    r"^(?:chapter|part|appendix|article|section|annex|unit|lesson|book)\s+(?:\d+|[ivxlc]+|[a-z])\b", re.IGNORECASE
)
_HAN_CHAPTER = re.compile(r"^第\s*[一二三四五六七八九十百零〇\d]{1,5}\s*([编篇部章节])")
_HAN_COMMA = re.compile(r"^[一二三四五六七八九十]{1,3}、")
_HAN_BRACKET = re.compile(r"^[（(][一二三四五六七八九十]{1,3}[)）]")
_ARABIC_COMMA = re.compile(r"^\d{1,2}、")
_ROMAN = re.compile(r"^[IVX]{1,5}\.\s")
_LETTER = re.compile(r"^[A-Z]\.\s")
_KNOWN = frozenset(
    [
        "abstract", "introduction", "conclusion", "conclusions", "references", "bibliography", "acknowledgments",
        "acknowledgements", "contents", "table of contents", "preface", "foreword", "appendix", "summary",
        "executive summary", "index", "glossary", "discussion", "results", "methods", "background", "related work",
        "目录", "摘要", "前言", "引言", "结论", "参考文献", "附录", "致谢", "释义",
    ]
)  # fmt: skip
_CAPTION = re.compile(r"^(?:figure|fig\.|table|chart|exhibit|source|note|图|表)\s*[\d:：.]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Norm:
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
    sizes: Counter[float] = Counter()
    for style, weight in styles.items():
        sizes[round(style.size * 2) / 2] += weight
    size = max(sizes, key=lambda one: sizes[one])
    own = {style: weight for style, weight in styles.items() if abs(style.size - size) <= 0.5}
    fonts: Counter[tuple[str, bool, int]] = Counter()
    for style, weight in own.items():
        fonts[style.font, style.bold, style.color] += weight
    font, bold, color = max(fonts, key=lambda one: fonts[one])
    most = max(own, key=lambda one: own[one])
    return Norm(most.size, font, bold, color, most.mono)


def mark(drafts: list[Draft], norm: Norm, outline: Sequence[OutlineItem], pages: Mapping[int, Page]) -> None:
    """Turn the drafts that are headings into such, with levels that are consistent over the document."""
    printed = _outline_levels(outline)
    levels: dict[int, int] = {}
    for index, draft in enumerate(drafts):
        if draft.kind not in (Kind.TEXT, Kind.ITEM) or not draft.rows:
            continue
        known = _tag_level(draft, pages) or printed.get((draft.page, _key(draft.text)), 0)
        after = drafts[index + 1] if index + 1 < len(drafts) else None
        if known:
            levels[index] = known
        elif _evidence(draft, norm, drafts[index - 1] if index else None, after) < _ENOUGH:
            continue
        draft.kind = Kind.HEADING
        draft.marker = None
    _join_rows(drafts)
    chosen = [draft for draft in drafts if draft.kind is Kind.HEADING]
    _set_levels(chosen, {id(drafts[index]): level for index, level in levels.items()})
    _set_title(drafts)


# --- evidence --------------------------------------------------------------------------------------


def _evidence(draft: Draft, norm: Norm, before: Draft | None, after: Draft | None) -> float:
    text = draft.text.strip()
    if not _can_be(draft, text):
        return 0.0
    style = draft.style
    ratio = style.size / norm.size if norm.size else 1.0
    evidence = _size_evidence(ratio)
    if draft.bold and not norm.bold:
        evidence += 2.5 if ratio > 0.95 else 1.5
    if _caps(text):
        evidence += 1.0
    if style.color != norm.color and ratio > 0.95:
        evidence += 0.8
    if style.font != norm.font and not style.italic and ratio > 0.95:
        evidence += 0.5
    if style.italic and not draft.bold:
        evidence += 0.3
    evidence += _numbering_evidence(text)
    evidence += _place_evidence(draft, before, after)
    return evidence + _wording_evidence(draft, text)


def _can_be(draft: Draft, text: str) -> bool:
    if len(draft.rows) > _ROWS or _width(text) > _CHARS or not any(char.isalpha() for char in text):
        return False
    if draft.style.mono or (draft.marker is not None and draft.marker.value == 0):
        return False
    return not _CAPTION.match(text)


def _size_evidence(ratio: float) -> float:
    if ratio >= 1.35:
        return 4.0
    if ratio >= 1.18:
        return 3.0
    if ratio >= 1.08:
        return 1.5
    return -1.5 if ratio < 0.9 else 0.0


def _numbering_evidence(text: str) -> float:
    if _HAN_CHAPTER.match(text) or _CHAPTER.match(text):
        return 2.0
    match = _DECIMAL.match(text)
    if match:
        return 1.2 if "." in match[1] else 0.4
    if _HAN_COMMA.match(text):
        return 2.2
    if _HAN_BRACKET.match(text):
        return 1.5
    return 0.5 if _ROMAN.match(text) else 0.0


def _place_evidence(draft: Draft, before: Draft | None, after: Draft | None) -> float:
    """White above, something below that it can head."""
    evidence = 0.0
    if draft.above > 0.9 * draft.size or before is None or before.page != draft.page:
        evidence += 0.5
    if after is None or after.page > draft.page + 1:
        evidence -= 0.5
    if len(draft.rows) == 1 and draft.rows[0].width < 0.7 * (draft.right - draft.left):
        evidence += 0.3
    if draft.align is Align.CENTER:
        evidence += 0.3
    return evidence


def _wording_evidence(draft: Draft, text: str) -> float:
    evidence = 0.0
    if text.lower().rstrip(":：") in _KNOWN:
        evidence += 1.5
    last = text[-1]
    if last in ".。;；,，、":
        evidence -= 2.0 if _width(text) > 40 or last not in ".。" else 1.0
    elif last in ":：" and _width(text) > 60:
        evidence -= 1.5
    if text[0].islower():
        evidence -= 1.5
    if len(draft.rows) > 2:
        evidence -= 0.7
    if _width(text) > 120:
        evidence -= 1.0
    if len(draft.rows[0].lines) > 2:
        evidence -= 1.5
    digits = sum(char.isdigit() for char in text)
    if digits > 0.4 * len(text):
        evidence -= 2.0
    return evidence


def _caps(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 3 and all(char.isupper() for char in letters) and letters[0].upper() != letters[0].lower()


def _width(text: str) -> int:
    return len(text) + sum("\u2e80" <= char <= "\uffef" for char in text)


# --- levels ----------------------------------------------------------------------------------------


def _set_levels(drafts: Sequence[Draft], known: Mapping[int, int]) -> None:
    """Levels by outline and tags where known, by numbering, and by style for the rest."""
    ranks = _style_ranks(drafts)
    for draft in drafts:
        draft.level = known.get(id(draft), 0) or ranks[_style_key(draft)]
    _align_numbered(drafts, known)
    for draft in drafts:
        draft.level = max(1, min(_LEVELS, draft.level))


_StyleKey = tuple[float, bool, bool, bool]


def _style_key(draft: Draft) -> _StyleKey:
    return (round(draft.size * 2) / 2, draft.bold, _caps(draft.text), draft.style.italic)


def _style_ranks(drafts: Sequence[Draft]) -> dict[_StyleKey, int]:
    """Levels of styles: larger, then bold, then capitals, then upright first; near sizes share a level."""
    keys = sorted({_style_key(draft) for draft in drafts}, key=lambda k: (-k[0], not k[1], not k[2], k[3]))
    return {key: rank for rank, key in enumerate(keys, 1)}


def scheme_of(text: str) -> tuple[str, int] | None:
    """The numbering scheme of a heading and its depth in it: ("decimal", 2) for "1.2 Scope"."""
    match = _DECIMAL.match(text)
    if match:
        return ("decimal", match[1].rstrip(".").count(".") + 1)
    match = _HAN_CHAPTER.match(text)
    if match:
        return ("han" + match[1], 1)
    for name, pattern in (
        ("chapter", _CHAPTER),
        ("han、", _HAN_COMMA),
        ("(han)", _HAN_BRACKET),
        ("1、", _ARABIC_COMMA),
        ("roman", _ROMAN),
        ("letter", _LETTER),
    ):
        if pattern.match(text):
            return (name, 1)
    return None


def _align_numbered(drafts: Sequence[Draft], known: Mapping[int, int]) -> None:
    """Give all headings of one numbering depth the level that most of them have, deeper ones a deeper level."""
    votes: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    schemes = [scheme_of(draft.text) for draft in drafts]
    for draft, scheme in zip(drafts, schemes, strict=True):
        if scheme:
            votes[scheme][draft.level] += 1
    level = {scheme: min(count, key=lambda one: (-count[one], one)) for scheme, count in votes.items()}
    for scheme in sorted(level, key=lambda one: one[1]):
        upper = (scheme[0], scheme[1] - 1)
        if upper in level:
            level[scheme] = level[upper] + 1
    for draft, scheme in zip(drafts, schemes, strict=True):
        if scheme and id(draft) not in known and (scheme[0] == "decimal" or sum(votes[scheme].values()) > 1):
            draft.level = level[scheme]


def _join_rows(drafts: list[Draft]) -> None:
    """Put the rows of one heading that were parted as paragraphs together again."""
    kept: list[Draft] = []
    for draft in drafts:
        before = kept[-1] if kept else None
        if before is not None and draft.kind is Kind.HEADING and _one_heading(before, draft):
            before.rows = before.rows + draft.rows
        else:
            kept.append(draft)
    drafts[:] = kept


def _one_heading(a: Draft, b: Draft) -> bool:
    """Whether a heading goes on in the next: same style and set solid, without a number of its own."""
    if a.kind is not Kind.HEADING or a.page != b.page or a.column != b.column or len(a.rows) + len(b.rows) > _ROWS:
        return False
    if a.style != b.style or a.align is not b.align or _starts_anew(a.text, b.text):
        return False
    last, first = a.rows[-1], b.rows[0]
    return 0 < first.baseline - last.baseline < 1.45 * first.size and abs(first.x0 - last.x0) < 8 * first.size


def _starts_anew(a: str, b: str) -> bool:
    return scheme_of(b) is not None or a.rstrip()[-1] in ".:：。"


def _set_title(drafts: Sequence[Draft]) -> None:
    """The title: the largest heading among the first drafts of the first page, larger than all that follow."""
    if not drafts:
        return
    first = [d for d in drafts[:12] if d.page == drafts[0].page and d.kind is Kind.HEADING]
    if not first or len(drafts) < 4:
        return
    top = max(first, key=lambda d: d.size)
    largest = max((d.size for d in drafts if d.kind is Kind.HEADING and d is not top), default=0.0)
    top.title = top.size > largest


# --- outline and tags ------------------------------------------------------------------------------


def _outline_levels(outline: Sequence[OutlineItem]) -> dict[tuple[int, str], int]:
    """Levels by page and folded title."""
    return {(item.page, _key(item.title)): item.level for item in outline if item.page is not None}


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _tag_level(draft: Draft, pages: Mapping[int, Page]) -> int:
    """The level that the file's tags give; 0 for none."""
    page = pages.get(draft.page)
    if page is None or not page.tags:
        return 0
    tag = page.tags.get(draft.rows[0].lines[0].words[0].mcid)
    if tag is None:
        return 0
    for role in reversed(tag.roles):
        if len(role) == 2 and role[0] == "H" and role[1].isdigit():
            return int(role[1])
    return 0
