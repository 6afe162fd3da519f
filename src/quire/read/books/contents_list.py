"""Lists of contents in plain text: their entries come again below, in order and far apart, as heads of chapters.

Nothing else is asked of a list: its lines may be numbered or not, dotted to page numbers or not, wrapped, or followed
by the arguments of the chapters; heads may be called by number alone (“CHAPTER I” for “I. The Hospital … 12”).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quire.heading_numbers import NUMERAL, heading_number

__all__ = ["CONTENTS", "ContentsList", "contents_lists", "listed_lines", "number_key"]

CONTENTS = re.compile(
    r"(?:(?:table\s+of\s+)?contents|list\s+of\s+(?:chapters|stories|illustrations|figures|plates)|illustrations"
    r"|(?:內容|内容|本書|本书)?目\s*[录錄次])[.:：]?",
    re.IGNORECASE,
)
"""A line that heads a list of contents."""

_LONGEST = 100
"""Characters of an entry."""
_FEWEST = 3
"""Entries of a list."""
_MATCHED = 0.7
"""Share of the entries that come again."""
_BETWEEN = 14
"""Lines between two entries: wrapped titles, arguments of chapters."""
_FRONT, _FRONT_LINES = 0.05, 200
"""Share of a text, and lines, in which one list may begin; others only below a line “Contents”."""
_ABOVE = 4
"""Lines between that line and the first entry."""
_OFTEN = 60
"""Times a line comes at most; more often it is a running head or a speaker."""
_TRIED = 8
"""Entries at the end of a list that may be the first heads of the text instead."""
_COVERED = 0.4
"""Share of the text below a list that lies between its first and its last head."""
_DENSE = 0.3
"""Share of the lines of a list that are entries."""
_SHORT, _DENSE_SHORT = 8, 0.6
"""The same of a list of fewer entries: a few lines of program text or of a notice come again by chance."""
_SPOKEN = re.compile(r"[“”‘’\"'「『(（—a-z].*|.*[,，;；:：、”’」』]")
"""Lines of running text: they begin or end inside a sentence, or with speech."""
_QUOTED = re.compile(r"“[^“”,.;]{2,40}[^“”,.;:]”|「[^「」，。；]{2,20}」")
"""A title that is a quotation: “Tiger! Tiger!”."""
_CLAUSES = re.compile(r"[，。]|[,.;]\s\S.*[,.;]\s")
_NEAR, _REPEATED = 4, 0.1
"""Entries before one, and share of the entries whose words are those of one of them: speakers of a play take turns."""
_WIDER, _BODY = 5.0, 150
"""How many times as far apart heads stand as entries, and characters between two heads, at least, in the mean."""
_DOTS = re.compile(r"(?<=[.·…．\s_-])[(（]?\d{1,4}[)）]?$")
_UNITS = "章回節节卷部篇編编集冊册折出齣讲講课課话話幕场場卦"
_NUMBERED = re.compile(
    r"[_*#=\s]{0,6}(?P<word>chapter|letter|canto|act|scene|stave|lecture|session|lesson|tale|book|part|volume|第|卷)?"
    rf"[\s之第]{{0,3}}(?P<number>{NUMERAL.pattern})(?P<unit>\s?[{_UNITS}]|(?=[.:：)）、,—–\-\s\]]|$))",
    re.IGNORECASE,
)


_NUMBER = re.compile(rf"\s*(?:{NUMERAL.pattern})[.:：、)）\s]+(?=\S)", re.IGNORECASE)
"""The number before an entry, with what stands around it."""
_DEEPEST = 5
"""Indentations of a list; with more they are chance."""


class ContentsList(NamedTuple):
    """A list of contents: its first and last line, and the lines of the text that its entries announce."""

    first: int
    last: int
    heads: tuple[int, ...]
    matched: float  # share of the entries that come again
    levels: tuple[int, ...] = ()  # of the heads, 1 the highest, where the entries are indented by level; () where not


def number_key(line: str) -> str:
    """The kind and value of the number that a head begins with: "chapter 4"; "" for none."""
    hit = _NUMBERED.match(line)
    value = heading_number(hit["number"]) if hit else 0
    if not hit or not value:
        return ""
    kind = (hit["unit"].strip() or hit["word"] or "").lower()
    return f"{kind} {value}"


def contents_lists(raw: Sequence[str]) -> list[ContentsList]:
    """The lists of contents of a text of such lines."""
    lines = [line.strip() for line in raw]
    keys = [_keys(line) for line in lines]
    places: dict[str, list[int]] = defaultdict(list)
    for at, own in enumerate(keys):
        for key in own:
            places[key].append(at)
    size = [0]
    for line in lines:
        size.append(size[-1] + len(line))
    out: list[ContentsList] = []
    for entries in _runs(lines, keys, places):
        held = [at for at, end in enumerate(entries) if at >= len(entries) - _TRIED]
        tried = [_matched(entries[: at + 1], raw, keys, places, size) for at in held]
        found = max((one for one in tried if one), key=lambda one: one.matched * len(one.heads), default=None)
        if found and _is_dense(lines, found) and (not out or _headed(lines, found.first) < found.first):
            out.append(found._replace(last=_end(lines, found)))
    return out


def _is_dense(lines: Sequence[str], found: ContentsList) -> bool:
    """Whether hardly anything stands between the entries of a short list."""
    full = sum(map(bool, lines[found.first : found.last + 1]))
    return len(found.heads) >= _SHORT or len(found.heads) >= _DENSE_SHORT * full


def _end(lines: Sequence[str], found: ContentsList) -> int:
    """The last line of a list: it goes on with wrapped lines, and with entries that the text words otherwise."""
    end = found.last
    word = lines[end].split()[0].lower()
    for at in range(end + 1, min(found.heads[0], end + _BETWEEN)):
        if len(lines[at]) > _LONGEST:
            break
        if lines[at] and (lines[at - 1] or lines[at].split()[0].lower() == word):
            end = at
        elif lines[at]:
            break
    return end


def listed_lines(lines: Sequence[str], lists: Sequence[ContentsList]) -> frozenset[int]:
    """The lines of lists of contents, with the line “Contents” above them."""
    out: set[int] = set()
    for one in lists:
        out.update(range(_headed(lines, one.first), one.last + 1))
    return frozenset(out)


def _headed(lines: Sequence[str], first: int) -> int:
    """The line “Contents” above the first entry of a list; that entry where there is none."""
    above = range(first - 1, max(-1, first - 2 * _ABOVE - 1), -1)
    return next((at for at in above if CONTENTS.fullmatch(lines[at])), first)


def _keys(line: str) -> tuple[str, ...]:
    if not line or len(line) > _LONGEST or (_SPOKEN.fullmatch(line) and not _QUOTED.fullmatch(line)):
        return ()
    words = re.sub(r"[\W_]+", "", _DOTS.sub("", line)).lower()
    number = number_key(line)
    if number[:1] == " " and _CLAUSES.search(line):  # an item of a list: "一、本傳凡有懿美，不敢稍遺"
        number = ""
    return tuple(one for one in (number, words) if one)


def _runs(
    lines: Sequence[str], keys: Sequence[tuple[str, ...]], places: Mapping[str, Sequence[int]]
) -> list[list[int]]:
    """Lines that come again, few others between them, at the beginning or below “Contents”."""
    front = max(_FRONT * len(lines), min(_FRONT_LINES, len(lines) / 4))
    out: list[list[int]] = []
    since = headed = _BETWEEN + 1
    for at, line in enumerate(lines):
        if not line:
            continue
        since += 1
        headed = 0 if CONTENTS.fullmatch(line) else headed + 1
        again = any(len(places[key]) <= _OFTEN and places[key][-1] > at for key in keys[at])
        if headed == 0 or not again:
            continue
        if since <= _BETWEEN and out:
            out[-1].append(at)
            since = 0
        elif at < front or headed <= _ABOVE:
            out.append([at])
            since = 0
    full = [0]
    for line in lines:
        full.append(full[-1] + bool(line))
    return [one for one in out if _FEWEST <= len(one) >= _DENSE * (full[one[-1]] - full[one[0]])]


def _matched(
    entries: Sequence[int],
    raw: Sequence[str],
    keys: Sequence[tuple[str, ...]],
    places: Mapping[str, Sequence[int]],
    size: Sequence[int],
) -> ContentsList | None:
    """The list that lines are, if they come again below, in order and far apart."""
    end = entries[-1] + 1
    after = [
        sorted({at for key in keys[entry] for at in places[key][bisect_left(places[key], end) :]}) for entry in entries
    ]
    used, heads = _longest_rising(after)
    turns = sum(
        len(keys[at]) == 1 and keys[at] in {keys[one] for one in entries[max(0, n - _NEAR) : n]}
        for n, at in enumerate(entries)
    )
    if len(heads) < max(_FEWEST, _MATCHED * len(entries)) or turns > _REPEATED * len(entries):
        return None
    first, last = entries[used[0]], entries[used[-1]]
    covered = size[heads[-1]] - size[heads[0]]
    listed = (size[last] - size[first]) / (len(used) - 1)
    if covered < _COVERED * (size[-1] - size[last]) or covered < max(_BODY, _WIDER * listed) * (len(heads) - 1):
        return None
    levels = _levels([raw[entries[place]].expandtabs() for place in used])
    return ContentsList(first, last, tuple(heads), len(heads) / len(entries), levels)


def _levels(entries: Sequence[str]) -> tuple[int, ...]:
    """The level of each entry by how far it is indented; () where that tells none.

    Numbers may be set flush right: then the words behind them stand below each other.
    """
    plain = [len(entry) - len(entry.lstrip()) for entry in entries]
    words = [hit.end() if (hit := _NUMBER.match(entry)) else at for entry, at in zip(entries, plain, strict=True)]
    indents = min((plain, words), key=lambda one: len(set(one)))
    if indents[0] != min(indents) or not 1 < len(set(indents)) <= _DEEPEST:
        return ()
    out: list[int] = []
    above: list[int] = []
    for indent in indents:
        above = [one for one in above if one < indent] + [indent]
        out.append(len(above))
    return tuple(out) if out.count(1) >= _FEWEST else ()


def _longest_rising(options: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The longest row of rising numbers, at most one of each list of them: the places of the lists, and the numbers."""
    ends: list[int] = []
    holders: list[int] = []
    found: list[tuple[int, int, int]] = []  # place, number, the one before it
    for place, numbers in enumerate(options):
        for number in reversed(numbers):
            at = bisect_left(ends, number)
            found.append((place, number, holders[at - 1] if at else -1))
            if at == len(ends):
                ends.append(number)
                holders.append(len(found) - 1)
            else:
                ends[at], holders[at] = number, len(found) - 1
    out = []
    at = holders[-1] if holders else -1
    while at >= 0:
        out.append(found[at][:2])
        at = found[at][2]
    return [place for place, _ in reversed(out)], [number for _, number in reversed(out)]
