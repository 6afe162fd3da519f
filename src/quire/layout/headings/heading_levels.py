"""Levels of headings, consistent over a document: by style, by numbering, by what the file declares."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import half_points
from quire.layout.text.block_drafts import Draft
from quire.layout.text.list_markers import han_value
from quire.model.page import Style
from quire.roman_numerals import roman_value

_LEVELS = 6
_WHITE = 0xFFFFFF
# Times a size, up to which titles of scans are of one.
_ONE_SIZE = 1.08
# Capitals of an abbreviation at most: more make a text set in capitals.
_FEW_CAPITALS = 3
# What is known of fewer headings of a style than this share says nothing of the others.
_KNOWN = 0.3

# Headings of a scheme or style that show where it stands, at least.
_FEW = 2

# In appendices a letter takes the place of the first number: "A.1".
# "1.2 Scope", "5．1 范围", "2.1.Java".
DECIMAL = re.compile(
    r"^(\d{1,2}(?:[.．]\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5})"
    r"(?:[.．]?(?:\s|$|(?=[\u4e00-\u9fff]))|[.．](?=[A-Z]))"
)
_PARTS = re.compile(r"\w+")
CHAPTER = re.compile(
    r"^(chapter|part|appendix|article|section|annex|unit|lesson|book|item)\s+(?:\d+[a-c]?|[ivxlc]+|[a-z])\b",
    re.IGNORECASE,
)
HAN_CHAPTER = re.compile(r"^第\s*[一二三四五六七八九十百零〇\d]{1,5}\s*([编篇部章节])")
HAN_COMMA = re.compile(r"^[一二三四五六七八九十]{1,3}、")
HAN_BRACKET = re.compile(r"^[（(][一二三四五六七八九十]{1,3}[)）]")
ARABIC_COMMA = re.compile(r"^\d{1,2}、")
ARABIC_BRACKET = re.compile(r"^[（(]\d{1,2}[)）]")
# Fonts of small capitals by their names: those of Computer Modern, its descendants, and others.
_SMALL_CAPS = re.compile(r"CSC\d|SFCC\d|Caps\d|SmallC|[-_](?:SC|Caps)\b")
ROMAN = re.compile(r"^[IVX]{1,5}\.\s")
_NUMERAL = re.compile(r"\d+|[一二三四五六七八九十]+|\b[IVX]+\b|\b[A-Z]\b")
LETTER = re.compile(r"^[A-Z]\.\s")
_LETTER_PLACES = {1: 9, 5: 22, 10: 24}  # of "I.", "V." and "X."

_StyleKey = tuple[float, bool, bool]
Scheme = tuple[str, int]
"""A way of numbering, and the depth in it: ("decimal", 2) for "1.2"."""


class Title(NamedTuple):
    """What the levels of other headings need to know of a heading."""

    key: _StyleKey
    scheme: Scheme | None
    style: Style
    size: float
    known: int  # its level by the outline, the tags or the printed contents; 0 when nothing says it
    number: int  # the value of its number; 0 without one
    words: str  # its letters and digits


def as_title(draft: Draft, known: int) -> Title:
    """The record of a heading; `known` as the field."""
    text = draft.text
    scheme = scheme_of(text)
    words = "".join(filter(str.isalnum, text)).lower()
    return Title(_style_key(draft), scheme, draft.style, draft.size, known, _number(text) if scheme else 0, words)


def levels(titles: Sequence[Title], top: int | None) -> list[int]:
    """The levels of the headings of a document.

    Args:
        titles: In reading order.
        top: Index of the title of the document, which has level 1, and all others are under it unless those of the
            highest level have another colour and the file does not declare them lower; None without one.
    """
    inner = _with_letters([title for index, title in enumerate(titles) if index != top])
    inner = _without_ambiguous(_with_sizes_apart(_with_even_sizes(inner)))
    by_style = _style_levels(inner)
    found = [title.known or by_style[title.key] for title in inner]
    _align_numbered(inner, found)
    _order_chinese(inner, found)
    _put_under_parts(inner, found)
    _nest_restarted(inner, found)
    _close_gaps(inner, found)
    declared = min([title.known for title in inner if title.known], default=0)
    below = top is not None and 0 < titles[top].known < declared
    under = 1 if top is not None and 1 in found and (below or not _is_other_color(titles[top], inner, found)) else 0
    found = [max(1, min(_LEVELS, level + under)) for level in found]
    return found if top is None else [*found[:top], 1, *found[top:]]


def _is_other_color(title: Title, others: Sequence[Title], levels: Sequence[int]) -> bool:
    """Whether the title of a document has another colour than most headings of the highest level.

    So have Word's styles Title and Heading 1, which stand at one level: of 329 documents 18 come out otherwise by it,
    16 of them (7 owners) as their tags or sources say. White text on a ground of its own says nothing.
    """
    colors = Counter([one.style.color for one, level in zip(others, levels, strict=True) if level == 1])
    return bool(title.style.font) and title.style.color not in (_mode(colors), _WHITE)


def even_sizes(sizes: Iterable[float]) -> dict[float, float]:
    """Type sizes of recognised text, measured page by page, each with the one that it is taken for."""
    found: dict[float, float] = {}
    first = 0.0
    for size in sorted(set(sizes)):
        first = size if size > _ONE_SIZE * first else first
        found[size] = first
    return found


def _with_even_sizes(titles: Sequence[Title]) -> list[Title]:
    """The titles, those of scans with the sizes of the whole document."""
    usual = even_sizes(title.key[0] for title in titles if not title.style.font)
    return [
        title if title.style.font else title._replace(key=(usual[title.key[0]], *title.key[1:])) for title in titles
    ]


def _with_sizes_apart(titles: Sequence[Title]) -> list[Title]:
    """The titles; where numbers count on in each type size but not over all of them, each has a scheme of its own."""
    sizes: dict[Scheme, dict[float, list[int]]] = defaultdict(lambda: defaultdict(list))
    for title in titles:
        if title.scheme and title.scheme[1] == 1:
            sizes[title.scheme][title.key[0]].append(title.number)
    apart: dict[tuple[Scheme | None, float], Scheme] = {}
    for scheme, own in sizes.items():
        whole = _jumps([title.number for title in titles if title.scheme == scheme])
        if min(map(len, own.values())) >= _FEW and sum(map(_jumps, own.values())) < whole:
            apart |= {(scheme, size): (f"{scheme[0]} {size}", 1) for size in own if size < max(own)}
    return [title._replace(scheme=apart.get((title.scheme, title.key[0]), title.scheme)) for title in titles]


def _jumps(numbers: Sequence[int]) -> int:
    """How often numbers neither count on nor begin anew."""
    return sum([b not in (1, a + 1) for a, b in pairwise(numbers)])


def _with_letters(titles: Sequence[Title]) -> list[Title]:
    """The titles, "I.", "V." and "X." as letters where they follow the letter before, or the one before that."""
    found: list[Title] = []
    for title in titles:
        place = _LETTER_PLACES.get(title.number, 0) if title.scheme == ("roman", 1) else 0
        before = next((one for one in reversed(found) if one.key == title.key), None)
        if before is not None and before.scheme == ("letter", 1) and place - 2 <= before.number < place:
            found.append(title._replace(scheme=("letter", 1), number=place))
        else:
            found.append(title)
    return found


def _without_ambiguous(titles: Sequence[Title]) -> list[Title]:
    """The titles; where the same words stand in several styles, one level that is known of all of them is not theirs.

    Printed contents give it by their words alone, and an entry may be that of another one.
    """
    looks: dict[tuple[str, int], set[_StyleKey]] = defaultdict(set)
    for title in titles:
        looks[title.words, title.known].add(title.key)
    return [title._replace(known=0) if len(looks[title.words, title.known]) > 1 else title for title in titles]


def is_caps(text: str) -> bool:
    """Whether all letters that have cases are capitals, and there are some."""
    return text.isupper() and sum(map(str.isupper, text)) > _FEW_CAPITALS


def is_small_caps(style: Style) -> bool:
    """Whether a font has small capitals, which files give as small letters: "CMCSC10", "TeXPalladioL-SC"."""
    return _SMALL_CAPS.search(style.font) is not None


def depth_of(number: str) -> int:
    """How many parts a decimal number has."""
    return len(_PARTS.findall(number))


def section_number(text: str) -> tuple[int, ...]:
    """The number that a text begins with: (1, 2) for "1.2 Scope", (5,) for "五、" and "第五章"; empty without one.

    Chinese papers count sections "五、" and what is in them 5.1. A decimal number with a letter is none.
    """
    chapter = HAN_CHAPTER.match(text)
    if HAN_COMMA.match(text) or (chapter is not None and chapter[1] == "章"):
        return (_number(text),)
    match = DECIMAL.match(text)
    parts = _PARTS.findall(match[1]) if match else []
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else ()


def scheme_of(text: str) -> Scheme | None:
    """The numbering scheme of a heading and its depth in it: ("decimal", 2) for "1.2 Scope"."""
    match = DECIMAL.match(text)
    if match:
        return ("decimal", depth_of(match[1]))
    match = HAN_CHAPTER.match(text)
    if match:
        return ("han" + match[1], 1)
    match = CHAPTER.match(text)
    if match:
        return (match[1].lower(), 1)
    return next(((name, 1) for name, pattern in _SCHEMES if pattern.match(text)), None)


_SCHEMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("han、", HAN_COMMA),
    ("(han)", HAN_BRACKET),
    ("1、", ARABIC_COMMA),
    ("(1)", ARABIC_BRACKET),
    ("roman", ROMAN),
    ("letter", LETTER),
)


def _number(text: str) -> int:
    """The first number of a heading: digits, a Chinese or Roman numeral, or a letter's place."""
    match = _NUMERAL.search(text)
    if match is None:
        return 0
    numeral = match[0]
    if numeral.isdecimal():
        return int(numeral)
    return han_value(numeral) if numeral[0] > "Z" else roman_value(numeral.lower()) or ord(numeral[0]) - ord("@")


def _style_key(draft: Draft) -> _StyleKey:
    return (half_points(draft.size), draft.bold, draft.style.italic)


def _style_levels(titles: Sequence[Title]) -> dict[_StyleKey, int]:
    """The level of each style: the one that is known of most of its headings, or its usual depth under others."""
    ranked = sorted({title.key for title in titles}, key=lambda k: (-k[0], not k[1], k[2]))
    rank = {key: place for place, key in enumerate(ranked)}
    depths: dict[_StyleKey, Counter[int]] = defaultdict(Counter)
    certain: dict[_StyleKey, Counter[int]] = defaultdict(Counter)
    count = Counter(title.key for title in titles)
    for title in titles:
        if title.known:
            certain[title.key][title.known] += 1
    for key in [key for key in certain if certain[key].total() < _KNOWN * count[key]]:
        del certain[key]
    fixed = {rank[key]: _mode(counts) for key, counts in certain.items()}
    open_ranks: list[tuple[int, int]] = []  # rank and level
    for title in titles:
        key = title.key
        while open_ranks and open_ranks[-1][0] >= rank[key]:
            open_ranks.pop()
        above = open_ranks[-1][1] if open_ranks else 0
        open_ranks.append((rank[key], fixed.get(rank[key], above + 1)))
        depths[key][above + 1] += 1
    levels: dict[_StyleKey, int] = {}
    floor = 1
    for key in ranked:
        if key in certain:
            levels[key] = floor = _mode(certain[key])
        elif certain:
            levels[key] = min(_LEVELS, max(floor + 1, _mode(depths[key]))) if levels else 1
        else:
            levels[key] = floor = max(floor, _mode(depths[key]))
    return levels


# The order in which Chinese schemes are nested (GB/T 15834 and the rules for annual reports).
_CHINESE_ORDER: tuple[Scheme, ...] = (
    ("han编", 1), ("han篇", 1), ("han部", 1), ("han章", 1), ("han节", 1),
    ("han、", 1), ("(han)", 1), ("decimal", 1), ("(1)", 1),
)  # fmt: skip


def _order_chinese(titles: Sequence[Title], levels: list[int]) -> None:
    """Nest Chinese schemes in their usual order where styles or tags put an inner one above an outer one."""
    found: dict[Scheme, list[int]] = defaultdict(list)
    for index, title in enumerate(titles):
        scheme = ("decimal", 1) if title.scheme == ("1、", 1) else title.scheme
        if scheme in _CHINESE_ORDER:
            found[scheme].append(index)
    used = [scheme for scheme in _CHINESE_ORDER if len(found[scheme]) > 1 or scheme[0] in ("han章", "han节")]
    used = [scheme for scheme in used if found[scheme]]
    if sum(scheme[0].endswith(("、", "han)", "节", "章")) for scheme in used) < 2:
        return
    usual = [_mode(Counter(levels[index] for index in found[scheme])) for scheme in used]
    if all(a < b for a, b in pairwise(usual)):
        return
    by_style: dict[_StyleKey, Counter[int]] = defaultdict(Counter)
    for level, scheme in enumerate(used, min(usual)):
        for index in found[scheme]:
            levels[index] = level
            by_style[titles[index].key][level] += 1
    for index, title in enumerate(titles):
        if title.scheme is None and title.key in by_style:
            levels[index] = min(levels[index], *by_style[title.key])


# What a part or book of a document, or of Form 10-K, is divided into.
_OF_PARTS = ("chapter", "item", "article", "unit", "lesson", "section")


def _put_under_parts(titles: Sequence[Title], levels: list[int]) -> None:
    """Put chapters and items one level below the parts that they are printed under, and what is below them, too."""
    for outer in (("part", 1), ("book", 1)):
        parts = [index for index, title in enumerate(titles) if title.scheme == outer]
        inner = [index for index, title in enumerate(titles) if title.scheme and title.scheme[0] in _OF_PARTS]
        inner = [index for index in inner if parts and index > parts[0]]
        if len(parts) < _FEW or len(inner) < _FEW:
            continue
        level = min(levels[index] for index in inner)
        if max(levels[index] for index in parts) < level:
            continue
        for index in range(parts[0], len(titles)):
            levels[index] = level if titles[index].scheme == outer else levels[index] + (levels[index] >= level)


def _nest_restarted(titles: Sequence[Title], levels: list[int]) -> None:
    """Put a scheme that begins anew between the numbers of another, which counts on, below this one."""
    series: dict[Scheme, list[int]] = defaultdict(list)
    for index, title in enumerate(titles):
        if title.scheme and title.scheme[1] == 1:
            series[title.scheme].append(index)
    for inner, own in series.items():
        starts = [index for index in own if titles[index].number == 1]
        for outer, others in series.items():
            counts_on = all(titles[b].number == titles[a].number + 1 for a, b in pairwise(others))
            if outer == inner or len(starts) < _FEW or len(others) < _FEW or not counts_on:
                continue
            upper = _mode(Counter(levels[index] for index in others))
            below = others[0] < own[0] and _mode(Counter(levels[index] for index in own)) <= upper
            if below and all(any(a < index < b for index in others) for a, b in pairwise(starts)):
                for index, title in enumerate(titles):
                    if title.scheme and title.scheme[0] == inner[0] and not title.known:
                        levels[index] = upper + title.scheme[1]


def _close_gaps(titles: Sequence[Title], levels: list[int]) -> None:
    """Raise headings numbered alike, or set alike, that nowhere stand right below a heading one level up.

    Not where the document declares their levels, and others at the one that they skip. What all of them skip is closed
    first: one by one, those that are set alike would come apart where some are numbered.
    """
    groups: dict[object, list[int]] = defaultdict(list)
    for index, title in enumerate(titles):
        groups[title.scheme or title.key[:2]].append(index)
    large = [own for own in groups.values() if len(own) >= _FEW]
    if large:
        lowest = min(levels)
        levels[:] = [level - lowest + 1 for level in levels]
    declared = {index for index, title in enumerate(titles) if title.known}
    above = _levels_above(levels)
    for own in sorted(large, key=lambda own: min([levels[index] for index in own])):
        skipped = _mode(Counter([levels[index] for index in own])) - 1
        gap = skipped - max([above[index] for index in own])
        if gap > 0 and not (declared.issuperset(own) and skipped in [levels[index] for index in declared - set(own)]):
            for index in own:
                levels[index] = max(1, levels[index] - gap)
            above = _levels_above(levels)


def _levels_above(levels: Sequence[int]) -> list[int]:
    """The level of the heading that each is under; 0 for none."""
    found: list[int] = []
    open_levels: list[int] = []
    for level in levels:
        while open_levels and open_levels[-1] >= level:
            open_levels.pop()
        found.append(open_levels[-1] if open_levels else 0)
        open_levels.append(level)
    return found


def _mode(counts: Counter[int]) -> int:
    """The most frequent number, of several the smallest."""
    return min(counts, key=lambda one: (-counts[one], one))


def _align_numbered(titles: Sequence[Title], levels: list[int]) -> None:
    """Give all headings of one numbering depth the level that most of them have, deeper ones a deeper level.

    Where the document declares the levels of some, these alone count.
    """
    votes: dict[Scheme, Counter[int]] = defaultdict(Counter)
    declared = {title.scheme for title in titles if title.known}
    for title, level in zip(titles, levels, strict=True):
        if title.scheme and (title.known or title.scheme not in declared):
            votes[title.scheme][level] += 1
    aligned = {scheme: _mode(count) for scheme, count in votes.items()}
    for scheme in sorted(aligned, key=lambda one: one[1]):
        upper = (scheme[0], scheme[1] - 1)
        if upper in aligned:
            aligned[scheme] = aligned[upper] + 1
    for index, title in enumerate(titles):
        scheme_ = title.scheme
        if scheme_ and not title.known and (scheme_[0] == "decimal" or sum(votes[scheme_].values()) > 1):
            levels[index] = aligned[scheme_]
