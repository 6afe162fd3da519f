"""Which short paragraphs of a document are headings: trees that were learned from tagged documents.

Each paragraph has a verdict of its own (`heading_detection`). Trees weigh it with those of the paragraphs that are set
and numbered as it is, with what stands around it, and with its wording: where 1.1 and 1.3 are headings, so is 1.2, a
lone heading among many labels of its style is none, and little of a cover is one. Where an author set headings in
styles, as their colours or the numbers that a program counted show, others are less likely. Those are headings that
give the document the best F1 to be expected (Ye et al., ICML 2012). Its title, and what the file itself calls headings,
are headings in any case; `learn/headings.py` writes the trees.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from quire.layout.headings.heading_detection import can_be_heading, is_further_row, style_evidence, text_width
from quire.layout.headings.heading_levels import is_caps, is_small_caps, scheme_of, section_number
from quire.layout.rounding import half_points
from quire.layout.tables.boosted_trees import Trees, stored_trees
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.list_markers import marker_of
from quire.layout.text.tab_stops import is_counted
from quire.layout.text.tagged_paragraphs import HEADINGS
from quire.roman_numerals import roman_value
from quire.text import wide_characters

# Rows and characters of what may be a heading at most; characters from which one row is text.
_ROWS, _CHARS, _TEXT = 6, 220, 40
_SENTENCE = 60  # characters from which a numbered row is a sentence
# Shares are drawn to 1 : 3, as if half a heading and one and a half others were seen before.
_SEEN, _SEEN_HEADINGS = 2.0, 0.5
# No heading is less probable than this: in a document without headings the best is none.
_LEAST = 0.2
# How many times as likely a short numbered row is a heading where the one with the beginning of its number is one. Of
# 106 rows of 303 documents that became headings by it, tags call 84 so; the others are "3.4.1 Login" and the like.
_UNDER_PARENT = 12.0
# Titles in capitals that Roman numbers count from I on, at least: sections of an article, as IEEE sets them; one may be
# missing between two. All 73 in 11 documents of as many owners are headings; the trees, which know few such articles,
# give most of them .02 to .2.
_SECTIONS, _SECTION, _SKIPPED = 3, 0.95, 2
# Where tags name so many headings, at least, what they call text is none: who sets headings in styles sets all so.
_TAGGED = 3
_TEXTS = frozenset(["P", "LI", "LBody", "Lbl", "Caption", "TD", "TH"])
_LIKELY = 0.5  # from here on a numbered row is a heading for those below it
_HUE = 60  # a colour's parts differ by more than this; grey ones do not
# The colours of headings in Word's styles from 2007 to 2023, whose parts programs round. In 70 documents of 41 owners
# (of 342) that have three such, tags call 418 of 465 short paragraphs in these colours headings, but 64 of 214 others
# to which the trees give .2: who sets headings in styles sets all so. By so much are their odds multiplied.
_THEMES = (0x2F5496, 0x1F3763, 0x2E74B5, 0x1F4D78, 0x365F91, 0x4F81BD, 0x345A8A, 0x0F4761)
_ROUNDED, _THEMED, _IN_THEME, _BESIDE_THEME = 1, 3, 20.0, 0.5
# Numbers that a program counts are those of styles, too. Where most likely headings with a number, three at least, have
# such (62 of the documents, 49 owners), tags call 309 of 338 likely rows with one headings, but 84 of 188 others.
# Not in files without space glyphs, such as those of TeX: there typed numbers have none behind them either.
_COUNTED_LEAST, _COUNTED_SHARE, _IN_COUNT, _BESIDE_COUNT = 3, 0.6, 2.0, 0.5
_SEEN_ROWS = 2  # of a paragraph, in which a space glyph is looked for
_RUNNING = 100  # characters of a paragraph of several rows with which a first page is no cover
# Type sizes of white, characters and paragraphs beyond which more say nothing.
_WHITE, _LENGTH, _MANY = 6.0, 300, 60
_COUNTED_WORD = re.compile(r"^[^\W\d_]{2,14}\s+(?:\d{1,2}|[IVX]{1,4})\b")
_STOPS, _COLONS, _COMMAS = ".。;；,，、", ":：", ",，、;；"
_KINDS: dict[Kind, int] = {
    Kind.TABLE: 1,
    Kind.FIGURE: 2,
    Kind.CODE: 3,
    Kind.FORMULA: 4,
    Kind.NOTE: 5,
    Kind.CAPTION: 6,
    Kind.ENTRY: 7,
    Kind.QUOTE: 8,
}  # others are text


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


class Candidate(NamedTuple):
    """What is known of a short paragraph by itself."""

    group: Group
    known: bool  # the file itself calls it a heading
    possible: bool  # nothing in its wording rules a heading out
    end: str  # its last character
    number: tuple[int, ...]  # (3, 4, 1) for "3.4.1", (5,) for "五、"; empty without one or in a sentence
    roman: int  # of a text in capitals its Roman number, "IV. RESULTS"; 0 without one, -1 of a text that is not
    features: list[float]
    counted: bool = False  # a program counted its number


class Part(NamedTuple):
    """A draft as the choice sees it."""

    page: int
    column: int
    kind: int
    rows: int
    size: float  # points
    width: int  # characters, Chinese ones twice
    above: float  # points
    heading: bool  # its own verdict
    further: bool  # a further row of the heading before it
    candidate: Candidate | None
    role: str = ""  # of its structure element
    blank: bool = False  # whether its first rows have a space glyph


class _Shares:
    """How paragraphs behave that have something in common."""

    __slots__ = ("alike", "colons", "count", "headings", "over_text", "stops", "widths")

    def __init__(self) -> None:
        self.count = self.headings = self.alike = self.over_text = self.stops = self.colons = 0
        self.widths: list[int] = []

    def share(self) -> float:
        return (self.headings + _SEEN_HEADINGS) / (self.count + _SEEN)


def parts_of(drafts: Sequence[Draft], body: BodyStyle, known: Container[int]) -> list[Part]:
    """The drafts of a page range, headings marked; `known`: identities of those that the file calls headings."""
    parts: list[Part] = []
    before: Draft | None = None
    for draft in drafts:
        text = draft.text.strip() if draft.rows else ""
        found = _candidate(draft, text, body, known=id(draft) in known) if _is_short(draft, text) else None
        size = draft.size if draft.rows else 0.0
        width = text_width(text[:_LENGTH])
        kind = _KINDS.get(draft.kind, 0)
        parts.append(
            Part(
                draft.page,
                draft.column,
                kind,
                len(draft.rows),
                size,
                width,
                draft.space_above,
                draft.kind is Kind.HEADING,
                before is not None and draft.kind is Kind.HEADING and is_further_row(before, draft),
                found,
                draft.role,
                _has_blank(draft),
            )
        )
        before = draft
    return parts


def _has_blank(draft: Draft) -> bool:
    for row in draft.rows[:_SEEN_ROWS]:
        for line in row.lines:
            for word in line.words:
                if word.blank:
                    return True
    return False


def choose(parts: Sequence[Part], title: int | None, trees: Trees | None = None) -> dict[int, float]:
    """The headings among the candidates of a whole document, and how probable each is.

    Args:
        parts: Its drafts.
        title: The place of its title among them; None without one.
        trees: Other than the stored ones.

    Returns:
        Probabilities by place; 1 for the title and for what the file itself calls a heading.
    """
    if not any(part.heading for part in parts):
        return {}
    if trees is None and not _loaded:
        _loaded.append(stored_trees("heading_choice.json", "quire.layout.headings"))
    judge = _loaded[0] if trees is None else trees
    chosen = _best(_chances(parts, _rows_of_title(parts, title), judge))
    for at, part in enumerate(parts):
        if part.further and at not in chosen and at - 1 in chosen:
            chosen[at] = chosen[at - 1]
    return chosen


def _chances(parts: Sequence[Part], named: Container[int], judge: Trees) -> list[tuple[float, int]]:
    """How probable a heading each candidate is, and its place; `named`: the rows of the document's title."""
    asked: list[tuple[int, Candidate, float]] = []
    themes = _theme_factors(parts)
    tagged = sum([part.role in HEADINGS for part in parts]) >= _TAGGED
    for at, row in features_of(parts):
        own = parts[at].candidate
        if own is None or not (own.known or at in named or parts[at].heading or own.possible):
            continue
        if tagged and parts[at].role in _TEXTS and not (own.known or at in named):
            continue
        sure = own.known or at in named
        asked.append((at, own, 1.0 if sure else _times(judge.probabilities(row)[0], themes.get(at, 1.0))))
    counted = sum([part.blank for part in parts]) >= _COUNTED_LEAST and _are_counted(asked)
    chances: list[tuple[float, int]] = []
    parents: set[tuple[int, ...]] = set()
    sections = _sections(parts)
    for at, own, alone in asked:
        chance = _times(alone, _IN_COUNT if own.counted else _BESIDE_COUNT) if counted else alone
        if at in sections:
            chance = max(chance, _SECTION)
        if own.number[:-1] in parents:
            chance = _times(chance, _UNDER_PARENT)
        if own.number and chance > _LIKELY:
            parents.add(own.number)
        chances.append((chance, at))
    return chances


def _are_counted(asked: Iterable[tuple[int, Candidate, float]]) -> bool:
    """Whether a program counted most of the likely headings with a number."""
    numbered = [own.counted for _, own, chance in asked if own.group.numbering and chance > _LIKELY]
    return sum(numbered) >= _COUNTED_LEAST and sum(numbered) > _COUNTED_SHARE * len(numbered)


def _times(chance: float, factor: float) -> float:
    """A probability whose odds are so many times as high."""
    return factor * chance / (1.0 + (factor - 1.0) * chance)


def _theme_factors(parts: Sequence[Part]) -> dict[int, float]:
    """How many times as likely headings are by the colours of Word's styles; empty where the document has few such."""
    themed = {
        at
        for at, part in enumerate(parts)
        if part.candidate is not None
        and _is_theme(part.candidate.group.look.color)
        and not _is_title_of_contents(parts, at)
    }
    if len(themed) < _THEMED:
        return {}
    cover = not any(part.page == 1 and part.kind == 0 and part.rows > 1 and part.width > _RUNNING for part in parts)
    return {
        at: _BESIDE_THEME if at not in themed else 1.0 if cover and part.page == 1 else _IN_THEME
        for at, part in enumerate(parts)
        if part.candidate is not None
    }


def _is_title_of_contents(parts: Sequence[Part], at: int) -> bool:
    return at + 1 < len(parts) and parts[at + 1].kind == _KINDS[Kind.ENTRY]


def _is_theme(color: int) -> bool:
    return color > 0 and any(
        all(abs((color >> shift & 255) - (theme >> shift & 255)) <= _ROUNDED for shift in (0, 8, 16))
        for theme in _THEMES
    )


def _sections(parts: Sequence[Part]) -> set[int]:
    """The places of titles in capitals that Roman numbers count, and of those set like them: "REFERENCES"."""
    look: Look | None = None
    found: set[int] = set()
    last = 0
    for at, part in enumerate(parts):
        own = part.candidate
        if own is None or not own.possible or (look is not None and own.group.look != look):
            continue
        if last < own.roman <= last + (1 if look is None else _SKIPPED):
            look, last = own.group.look, own.roman
            found.add(at)
    if len(found) < _SECTIONS:
        return set()
    for at, part in enumerate(parts):
        own = part.candidate
        if own is not None and part.heading and own.roman == 0 and own.group.look == look:
            found.add(at)
    return found


def _rows_of_title(parts: Sequence[Part], title: int | None) -> set[int]:
    """The places of the title and of its further rows; none where others that are set like it follow on its page.

    Those are the rows of a cover. Of 33 such that are no longer headings, in 14 of 321 documents, tags call 4 so.
    """
    if title is None:
        return set()
    first = parts[title].candidate
    end = title + 1
    while end < len(parts) and parts[end].heading and first is not None:
        own = parts[end].candidate
        if own is None or own.group.look != first.group.look or parts[end].page != parts[title].page:
            break
        if not parts[end].further:
            return set()
        end += 1
    return set(range(title, end))


def apply_choice(drafts: Sequence[Draft], chosen: Mapping[int, float]) -> None:
    """Mark and unmark the candidates of a page range; `chosen`: places of those that are headings, how sure each is."""
    for at, draft in enumerate(drafts):
        if draft.rows and _is_short(draft, draft.text.strip()):
            if at in chosen:
                draft.kind, draft.marker, draft.confidence = Kind.HEADING, None, chosen[at]
            elif draft.kind is Kind.HEADING:
                draft.kind = Kind.TEXT


def features_of(parts: Sequence[Part]) -> list[tuple[int, list[float]]]:
    """The place of each candidate of a document, and what the trees know of it."""
    groups: defaultdict[Group, _Shares] = defaultdict(_Shares)
    looks: defaultdict[Look, _Shares] = defaultdict(_Shares)
    schemes: defaultdict[str, _Shares] = defaultdict(_Shares)
    for at, part in enumerate(parts):
        own = part.candidate
        if own is None:
            continue
        after = parts[at + 1] if at + 1 < len(parts) else None
        for shares in (groups[own.group], looks[own.group.look], schemes[own.group.numbering]):
            _count(shares, part, own, after)
    sizes = {own.group.look.size for part in parts if (own := part.candidate) is not None and part.heading}
    total = sum([scheme.headings for scheme in schemes.values()])
    medians = {look: float(sorted(shares.widths)[len(shares.widths) // 2]) for look, shares in looks.items()}
    entries = [at for at, part in enumerate(parts) if part.kind == _KINDS[Kind.ENTRY]]
    rows: list[tuple[int, list[float]]] = []
    for at, part in enumerate(parts):
        own = part.candidate
        if own is None:
            continue
        look = looks[own.group.look]
        group = groups[own.group]
        row = [
            group.share(),
            float(min(group.count, _MANY)),
            look.share(),
            float(min(look.count, _MANY)),
            schemes[own.group.numbering].share(),
            look.alike / look.count,
            look.over_text / look.count,
            look.stops / look.count,
            look.colons / look.count,
            medians[own.group.look],
            float(sum([size > own.group.look.size for size in sizes])),
            float(min(total, _MANY)),
            float(bool(entries)),
            float(bool(entries) and at < entries[0]),
            *_around(parts, at),
            *own.features,
        ]
        rows.append((at, row))
    return rows


_loaded: list[Trees] = []


def _around(parts: Sequence[Part], at: int) -> list[float]:
    """What stands before and behind a paragraph."""
    part = parts[at]
    before = float(parts[at - 1].width) if at else -1.0
    if at + 1 == len(parts):
        return [before, -1.0, -1.0, -1.0, -1.0, -1.0]
    after = parts[at + 1]
    near = after.rows > 0 and (after.page, after.column) == (part.page, part.column)
    return [
        before,
        float(after.kind),
        float(after.rows),
        float(after.width),
        after.size / part.size,
        min(after.above / part.size, _WHITE) if near else -1.0,
    ]


def _count(shares: _Shares, part: Part, own: Candidate, after: Part | None) -> None:
    shares.count += 1
    shares.headings += part.heading
    shares.stops += own.end in _STOPS or own.end in "!?！？"
    shares.colons += own.end in _COLONS
    shares.widths.append(part.width)
    if after is not None:
        alike = after.candidate is not None and after.candidate.group.look == own.group.look
        shares.alike += alike
        shares.over_text += not alike and (after.rows > 1 or after.width > _TEXT)


def _best(chances: Sequence[tuple[float, int]]) -> dict[int, float]:
    """The most probable places, as many as give the highest F1 to be expected."""
    ranked = sorted(chances, key=lambda one: (-one[0], one[1]))
    total = sum([chance for chance, _ in ranked], 0.0)
    hits, best, end = 0.0, 0.0, 0
    for taken, (chance, _) in enumerate(ranked, 1):
        hits += chance
        expected = 2.0 * hits / (taken + total)
        if chance >= _LEAST and expected > best:
            best, end = expected, taken
    return {at: chance for chance, at in ranked[:end]}


def _is_short(draft: Draft, text: str) -> bool:
    return (
        draft.kind in (Kind.TEXT, Kind.ITEM, Kind.HEADING)
        and 0 < len(draft.rows) <= _ROWS
        and len(text) <= _CHARS
        and any(map(str.isalpha, text))
    )


def _candidate(draft: Draft, text: str, body: BodyStyle, *, known: bool) -> Candidate:
    style, first = draft.style, draft.rows[0]
    italic = style.italic and all(row.style.italic for row in draft.rows)
    color = style.color if body.sets_off(style) and _is_hue(style.color) else 0
    look = Look(half_points(style.size), draft.bold, italic, color, style.font)
    numbering = _numbering(text)
    marker = marker_of(text)
    wide = wide_characters(text)
    features = [
        float(draft.kind is Kind.HEADING),
        style_evidence(draft, body, text),
        style.size / body.size if body.size else 1.0,
        float(draft.bold),
        float(style.italic),
        float(bool(numbering) or (marker is not None and marker.value > 0)),
        float(text[-1] in _STOPS),
        float(sum([text.count(comma) for comma in _COMMAS])),
        wide / len(text),
        float(len(text) + wide),
        first.width / max(1.0, draft.right - draft.left),
        (first.x0 - draft.left) / draft.size,
        float(len(first.lines)),
        min(draft.space_above / draft.size, _WHITE),
    ]
    number = section_number(text) if text[-1] not in _STOPS and len(text) + wide < _SENTENCE else ()
    possible = can_be_heading(draft, body)
    capitals = is_caps(text) or is_small_caps(style)
    roman = roman_value(text.split(".", maxsplit=1)[0].lower()) if numbering == "roman1" else 0
    return Candidate(
        Group(look, numbering),
        known,
        possible,
        text[-1],
        number,
        roman if capitals else -1,
        features,
        bool(numbering) and is_counted(first),
    )


def _numbering(text: str) -> str:
    scheme = scheme_of(text)
    if scheme is None:
        return "counted" if _COUNTED_WORD.match(text) else ""
    return f"{scheme[0]}{min(scheme[1], 2)}"


def _is_hue(color: int) -> bool:
    parts = (color >> 16 & 255, color >> 8 & 255, color & 255)
    return max(parts) - min(parts) > _HUE
