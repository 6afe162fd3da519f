"""Rows of lines that may head the chapters of a plain text, each of one kind over the whole book.

Lines with the same words before and behind a number that goes up one by one (`●卷一·本纪`, "Day the Third"), bare
numbers, lines with the same mark before them (`◇隐公元年`), in capitals, with empty lines above, to the left of an
indented text, and the heads that a list of contents announces.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.heading_numbers import NUMERAL, heading_number
from quire.read.books.contents_list import ContentsList

__all__ = [
    "BARE",
    "FEWEST",
    "UNNUMBERED",
    "Row",
    "completeness",
    "heading_rows",
    "is_worded",
    "longest_chain",
    "runs_on",
    "shown_heading",
]

_MARKS = "●◎○◇◆■□★☆※▲△▼▽§☉⊙¤►▶【〖〔《<*=-#~"
_MARK = re.compile(rf"[{re.escape(_MARKS)}]{{1,6}}\s{{0,4}}")
_RARE = frozenset("●◎○◇◆■□★☆※▲△▼▽§☉⊙¤►▶【〖〔")
"""Marks that stand before hardly anything but headings; the others need a number behind them."""
_WORDED = re.compile(
    r"(?:the\s+)?(?:chapter|chap\.?|letter|canto|act|scene|stave|lecture|lesson|book|part|volume|section)\s*(?:the\s*)?"
    r"|第|卷[之第]?|正文\s*第",
    re.IGNORECASE,
)
"""Words before a number that stand before hardly anything but headings."""
_INNER = re.compile(r"(?<=\d)\.([IVXLC]{1,9})\b")
"""The number of a chapter behind that of its volume: “Chapter 1.IV.”."""
_LONGEST, _LONGEST_WORDED = 60, 200
"""Characters of a heading with a number, and of one with such a word."""
_LONGEST_MARKED, _LONGEST_NAME = 40, 60
"""Characters of a heading without a number: with a mark, and otherwise."""
_BEFORE = 12
"""Characters before a heading's number."""
_ENDS = ("，", ",", "；", ";", "。", "？", "！", "?", "!", "：", ":", "、", "…", "”", "」")
_OPEN = ("，", ",", "；", ";", "、")
_SENTENCE = (*_OPEN, "。", "。”", "。」", "：", ":", "…")
"""How lines end that are no headings, by how much else shows that they are."""
FEWEST = 3
"""Headings of a row."""
_GAP, _GAP_COST = 15, 0.3
"""Numbers that may be missing in a row of headings, less one, and what each of them costs."""
_RESET_COST = 4.0
"""What it costs a row to begin again at one, in headings: volumes have more."""
_RESET_BELOW_TITLE = 0.5
"""The same where a title of another kind stands between: that of a volume."""
BARE = 40
"""Characters below a heading: with less up to the next one both are entries of a list."""
_WEIGHT_OF_BARE, _WEIGHT_OF_INNER = 0.02, 0.7
"""What a heading of hardly any text counts, and one inside a paragraph."""
UNNUMBERED = 0.6
"""What the completeness of a row without numbers counts for."""
_PURE = 0.8
"""Share of the lines with a mark that are short enough for headings; share of different ones."""
_INSIDE = 2
"""Headings for each time that a row begins anew, at least."""
_WIDEST, _FEWEST_SPACED = 4, 4
"""Empty lines above a heading that are told apart, and headings of a row that only these show."""
_INDENTED = 0.6
"""Share of the lines that are indented, from which a line at the margin is a heading."""
_LETTERS, _CAPITALS = 4, 0.4
"""Capitals of a heading in capitals, at least, and as a share of its characters: Chinese ones are none."""


class Row(NamedTuple):
    """Headings of one kind."""

    kind: str
    lines: tuple[int, ...]
    complete: float = UNNUMBERED  # share of its steps that go up by one; `UNNUMBERED` without numbers
    starts: tuple[int, ...] = ()  # lines at which its numbers begin, at first and again


def heading_rows(
    raw: Sequence[str],
    lines: Sequence[str],
    before: Sequence[int],
    titles: Sequence[int],
    lists: Sequence[ContentsList],
) -> list[Row]:
    """All rows of a text.

    Args:
        raw: its lines as they stand.
        lines: without white space around and without its lists of contents.
        before: characters before each line.
        titles: lines of the titles that are known.
        lists: its lists of contents.
    """
    listed = [Row("listed", tuple(dict.fromkeys(one.heads)), one.matched) for one in lists]
    named = [
        *_marked(lines, before),
        *_spaced(lines, before),
        *_outdented(raw, lines, before),
        *_capitals(lines, before),
    ]
    return [*_numbered(lines, before, titles), *named, *listed]


def completeness(numbers: Sequence[int]) -> float:
    """Share of the steps that go up by one, or begin again at one."""
    known = [one for one in numbers if one]
    if 2 * len(known) < len(numbers) or len(known) < FEWEST:
        return UNNUMBERED
    return sum(after in {one + 1, 1} for one, after in pairwise(known)) / (len(known) - 1)


def is_worded(line: str) -> bool:
    """Whether a line begins with a word of headings and a number: “Chapter IV”, 第三回."""
    hit = _WORDED.match(line.lstrip("_* "))
    numeral = NUMERAL.match(line.lstrip("_* ")[hit.end() :]) if hit else None
    return numeral is not None and heading_number(numeral.group()) > 0


def runs_on(lines: Sequence[str], at: int) -> bool:
    """Whether a line has text right below."""
    return at + 1 < len(lines) and bool(lines[at + 1])


def shown_heading(line: str) -> str:
    """A heading without the marks around it."""
    hit = _MARK.match(line)
    shown = line[hit.end() :] if hit else line
    return re.sub(r"\s{2,}", " ", shown.strip("_*=#~ ").rstrip("】〗〕") if hit else shown)


def _numbered(lines: Sequence[str], before: Sequence[int], titles: Sequence[int]) -> list[Row]:
    """Rows of lines with the same words around a number that goes up; `titles`: lines of the titles that are known."""
    kinds: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    others_of: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)  # that are long or end like sentences
    for at, line in enumerate(lines):
        if not line or len(line) > _LONGEST_WORDED:
            continue
        for kind, value in _readings(line):
            kinds[kind].append((at, value))
        if not _is_short(line) and _stands_alone(lines, at):
            for kind, value in _readings(line, short=True):
                others_of[kind].append((at, value))
    rows = []
    alone = {kind: [one for one in found if _stands_alone(lines, one[0])] for kind, found in kinds.items()}
    both = [*kinds.items(), *((kind, found) for kind, found in alone.items() if len(found) < len(kinds[kind]))]
    for kind, found in both:
        if len(found) < FEWEST:
            continue
        weights = _weights(found, lines, before)
        own = {at for at, _ in found}
        others = [at for at in titles if at not in own]
        above = [bisect_right(others, at) for at, _ in found]
        kept = [found[at] for at in longest_chain([value for _, value in found], weights, above)]
        kept = _completed(kept, others_of[kind], lines) if _is_sure(kind) else kept
        starts = tuple(at for n, (at, value) in enumerate(kept) if not n or value == 1)
        if len(kept) >= max(FEWEST, _INSIDE * len(starts)):
            name = "worded" if kind[0] == "worded" else "numbered" if kind[1] else "bare"
            rows.append(Row(name, tuple(at for at, _ in kept), completeness([value for _, value in kept]), starts))
    return list({row.lines: row for row in rows}.values())


def _is_sure(kind: tuple[str, ...]) -> bool:
    """Whether a word or a sign beside the number of a kind tells its lines from running text."""
    return kind[0] == "worded" or (kind[0] == "exact" and (kind[1] != "" or len(kind[2]) > 1))


def _completed(
    kept: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]], lines: Sequence[str]
) -> list[tuple[int, int]]:
    """A row with the lines that have the numbers it lacks, though they are long or end like sentences.

    Args:
        kept: lines and numbers of the row.
        others: those of the same kind that are no short lines, in order.
        lines: of the text.
    """
    if not kept or not others or sum(_stands_alone(lines, at) for at, _ in kept) < _PURE * len(kept):
        return list(kept)
    out: list[tuple[int, int]] = []
    for (at, value), (end, after) in pairwise([*kept, (len(lines), 0)]):
        out.append((at, value))
        for place, number in others[bisect_right(others, (at, value)) : bisect_right(others, (end, 0))]:
            if number == out[-1][1] + 1 and (after <= value or number < after):
                out.append((place, number))
    return out


def _stands_alone(lines: Sequence[str], at: int) -> bool:
    return not (at and lines[at - 1]) and not runs_on(lines, at)


def _weights(found: Sequence[tuple[int, int]], lines: Sequence[str], before: Sequence[int]) -> list[float]:
    """What each line counts as a heading, by the text below and above it."""
    ends = [*(at for at, _ in found[1:]), len(lines)]
    return [
        (1.0 if before[end] - before[at + 1] > BARE else _WEIGHT_OF_BARE)
        * (_WEIGHT_OF_INNER if at and lines[at - 1] else 1.0)
        for (at, _), end in zip(found, ends, strict=True)
    ]


def _is_short(line: str) -> bool:
    return len(line) <= _LONGEST and not line.endswith(_ENDS)


def _readings(line: str, *, short: bool = False) -> Iterator[tuple[tuple[str, ...], int]]:
    """The kinds of row that a line may belong to, with its number in each; `short`: read it like a short one."""
    plain = line.lstrip("_* ")
    short = short or _is_short(line)
    if not short and (line.endswith(_OPEN) or not _WORDED.match(plain)):
        return
    for hit in NUMERAL.finditer(plain, 0, min(len(plain), _BEFORE + 8)):
        value = heading_number(hit.group())
        if not value or hit.start() > _BEFORE:
            continue
        worded = _WORDED.fullmatch(plain[: hit.start()]) is not None
        if short or (worded and not line.endswith(_OPEN)):
            yield from ((kind, value) for kind in _kinds(plain, hit, worded=worded))
        if worded and (inner := _INNER.match(plain, hit.end())):
            yield ("worded", plain[: hit.start()].strip().lower(), "inner"), heading_number(inner[1])
        if len(hit.group()) > 1 or not plain[hit.start()] > "\u2e7f":
            return


def _kinds(line: str, hit: re.Match[str], *, worded: bool) -> list[tuple[str, ...]]:
    """What stands before a heading's number and right behind it; a class of characters where it is no unit.

    With a word of headings the sign behind the number tells nothing: “CHAPTER XXI.”, “CHAPTER XXII”.
    """
    after = line[hit.end() : hit.end() + 1]
    unit = after if after > "\u2e7f" and not after.isspace() and "第" in line[: hit.start()] else ""
    shape = "a" if hit.group().isascii() else "h"
    word = re.sub(r"\s+", " ", line[: hit.start()].lower())
    if worded and ("第" not in word or unit):
        return [("worded", word.removeprefix("正文").strip(), unit)]
    tail = after if after in {".", "、", ")", "）", "．", "·", ":", "："} else ""
    kinds: list[tuple[str, ...]] = [("exact", word, f"{shape}{unit}{tail}")]
    return kinds if word else [*kinds, ("any", word, shape)]


def longest_chain(values: Sequence[int], weights: Sequence[float], above: Sequence[int] = ()) -> list[int]:
    """Positions of the heaviest row that goes up by one, or by a few, and may begin again at one; linear.

    Args:
        values: the numbers.
        weights: what each counts.
        above: how many titles of another kind stand before each.
    """
    best: dict[int, tuple[float, int]] = {}  # last value to weight and position
    back = [-1] * len(values)
    overall, last = 0.0, -1
    for at, (value, weight) in enumerate(zip(values, weights, strict=True)):
        options = [
            (best[value - step][0] - _GAP_COST * (step - 1), best[value - step][1])
            for step in range(1, _GAP + 1)
            if value - step in best
        ]
        if value == 1 and last >= 0:
            cost = _RESET_BELOW_TITLE if above and above[at] > above[last] else _RESET_COST
            options += [(overall - cost, last)] if overall > cost else []
        total, from_ = max(options, default=(-_GAP_COST * (value - 1), -1))
        total += weight
        if total > best.get(value, (-1.0, -1))[0]:
            best[value] = (total, at)
            back[at] = from_
            if total > overall:
                overall, last = total, at
    out = []
    while last >= 0:
        out.append(last)
        last = back[last]
    return _filled(out[::-1], values, weights)


def _filled(chain: Sequence[int], values: Sequence[int], weights: Sequence[float]) -> list[int]:
    """A chain with the headings whose numbers are misprinted: those in a gap that is large enough for all of them."""
    out = [*chain[:1]]
    for one, after in pairwise(chain):
        between = [at for at in range(one + 1, after) if weights[at] > _WEIGHT_OF_BARE]
        out += between if 0 < len(between) <= values[after] - values[one] - 1 else []
        out.append(after)
    return out


def _marked(lines: Sequence[str], before: Sequence[int]) -> list[Row]:
    """Rows of lines with the same mark before them, where a mark stands before little else."""
    kinds: dict[str, list[int]] = defaultdict(list)
    all_of: dict[str, int] = defaultdict(int)
    for at, line in enumerate(lines):
        if line[:1] in _RARE and (hit := _MARK.match(line)):
            mark = hit.group().strip()
            all_of[mark] += 1
            if len(line) <= _LONGEST_MARKED and not line.endswith(_ENDS) and len(line) > len(mark):
                kinds[mark].append(at)
    rows = []
    for mark, found in kinds.items():
        kept = _with_text(found, before)
        if len(kept) >= FEWEST and len(found) >= _PURE * all_of[mark]:
            rows.append(Row("marked", kept))
    return rows


def _spaced(lines: Sequence[str], before: Sequence[int]) -> list[Row]:
    """Rows of short lines, hardly one of them twice, that stand out by the empty lines above, with one below."""
    gaps: dict[int, list[int]] = defaultdict(list)
    empty = 0
    for at, line in enumerate(lines):
        if line and empty > 1 and _is_name(line) and not runs_on(lines, at):
            gaps[min(empty, _WIDEST)].append(at)
        empty = 0 if line else empty + 1
    rows = []
    for least in range(2, _WIDEST + 1):
        kept = _with_text(sorted(at for gap, own in gaps.items() if gap >= least for at in own), before)
        if len(kept) >= _FEWEST_SPACED and _differ(kept, lines):
            rows.append(Row("spaced", kept))
    return rows


def _outdented(raw: Sequence[str], lines: Sequence[str], before: Sequence[int]) -> list[Row]:
    """The row of short lines at the margin of a text whose paragraphs are indented."""
    full = [at for at, line in enumerate(lines) if line]
    inner = sum(raw[at][:1].isspace() for at in full)
    if inner < _INDENTED * len(full):
        return []
    kept = _with_text([at for at in full if not raw[at][:1].isspace() and _is_name(lines[at], _SENTENCE)], before)
    return [Row("outdented", kept)] if len(kept) >= FEWEST and _differ(kept, lines) else []


def _capitals(lines: Sequence[str], before: Sequence[int]) -> list[Row]:
    """The row of lines in capitals that stand alone, hardly one of them twice."""

    def is_capital(line: str) -> bool:
        return line.isupper() and sum(map(str.isupper, line)) >= max(_LETTERS, _CAPITALS * len(line))

    found = [
        at
        for at, line in enumerate(lines)
        if line and len(line) <= _LONGEST_NAME and is_capital(line) and not (at and lines[at - 1])
        if not runs_on(lines, at) or is_capital(lines[at + 1])
    ]
    kept = _with_text(found, before)
    return [Row("capitals", kept)] if len(kept) >= FEWEST and _differ(kept, lines) else []


def _is_name(line: str, ends: tuple[str, ...] = _ENDS) -> bool:
    return len(line) <= _LONGEST_NAME and not line.endswith(ends) and any(map(str.isalnum, line))


def _with_text(found: Sequence[int], before: Sequence[int]) -> tuple[int, ...]:
    """The lines with more than an entry of a list below."""
    ends = [*found[1:], len(before) - 1]
    return tuple(at for at, end in zip(found, ends, strict=False) if before[end] - before[at + 1] > BARE)


def _differ(found: Sequence[int], lines: Sequence[str]) -> bool:
    return len({lines[at].lower() for at in found}) >= _PURE * len(found)
