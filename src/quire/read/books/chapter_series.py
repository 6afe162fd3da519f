"""Chapters of a plain text as a sequence over the whole book: which rows of lines part it best.

Rules that know the words of headings (`title_detection`) see one line at a time. Here a row of lines counts: lines with
the same words before and behind a number that goes up one by one (`●卷一·本纪`, `目录 第一回`, "Day the Third"), lines
with the same mark before them (`◇隐公元年`), and the heads that a list of contents announces.
Each row is a way to part the book. The whole partition is scored: how evenly it parts the text, how complete its
numbers are, and whether books have so many chapters; the rules' titles are scored in the same way, level by level, and
stay unless another partition is clearly better. Those that stay are mended by the rows: see `_mended`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby, islice, pairwise
from math import log
from statistics import median
from typing import NamedTuple

from quire.read.books.contents_list import ContentsList, number_key
from quire.read.books.heading_numbers import NUMERAL, heading_number
from quire.read.books.title_detection import joined_titles

__all__ = ["best_titles", "partition_score", "with_line_breaks"]

_MARKS = "●◎○◇◆■□★☆※▲△▼▽§☉⊙¤►▶【〖〔《<*=-#~"
_MARK = re.compile(rf"[{re.escape(_MARKS)}]{{1,6}}\s{{0,4}}")
_RARE = frozenset("●◎○◇◆■□★☆※▲△▼▽§☉⊙¤►▶【〖〔")
"""Marks that stand before hardly anything but headings; the others need a number behind them."""
_LONGEST = 60
"""Characters of a heading with a number."""
_LONGEST_MARKED = 40
"""Characters of a heading without one."""
_BEFORE = 12
"""Characters before a heading's number."""
_PLACES = 2
"""Numbers of a title that may be those that go up: a chapter's behind a volume's."""
_ENDS = ("，", ",", "；", ";", "。", "？", "！", "?", "!", "：", ":", "、", "…", "”", "」")
_FEWEST = 3
"""Headings of a row."""
_GAP, _GAP_COST = 15, 0.3
"""Numbers that may be missing in a row of headings, less one, and what each of them costs."""
_RESET_COST = 4.0
"""What it costs a row to begin again at one, in headings: volumes have more."""
_RESET_BELOW_TITLE = 0.5
"""The same where a title of another kind stands between: that of a volume."""
_BARE = 40
"""Characters below a heading: with less up to the next one both are entries of a list."""
_WEIGHT_OF_BARE = 0.02
_FEW, _MANY = 0.15, 120.0
"""Chapters per 100,000 characters: books have 0.3 (long works in books) to 60 (short tales)."""
_UNNUMBERED = 0.6
"""What the completeness of a row without numbers counts for."""
_GOOD, _CLEARLY = 0.55, 0.12
"""Score of a partition that is kept, and by how much another one has to be better than a good one of the rules."""
_PURE = 0.8
"""Share of the lines with a mark that are short enough for headings."""
_INSIDE = 2
"""Headings of a lower row for one of the row above, on average, at least."""
_WHOLE = 0.9
"""Share of the steps of a row that go up by one, from which on it says what is a heading and what is none."""
_LIST_SHARE = 0.1
"""Text below a title, as a share of that below the same title elsewhere, from which on it is an entry of a list."""
_WIDEST, _FEWEST_SPACED = 4, 8
"""Empty lines above a heading that are told apart, and headings of a row that only these show."""
_LINE = 3000
"""Mean characters of a line from which a text has lost its line ends."""
_LEAD = re.compile(r"话说|話說|却说|卻說|且说|且說|诗曰|詩曰|词曰|詞曰|话分|話分|按[：:]|[，。：；？！「“]")
_LOST = re.compile(r"(?:第(?P<a>[〇○零一二两兩三四五六七八九十廿卅百]{1,7})(?P<u>[回章卷折出齣]))")
_LONGEST_LOST = 36
"""Characters of a title in a text without line ends, up to the words that open a chapter."""


class _Row(NamedTuple):
    """Headings of one kind."""

    lines: tuple[int, ...]
    complete: float  # share of its steps that go up by one; `_UNNUMBERED` without numbers
    starts: tuple[int, ...] = ()  # lines at which its numbers begin, at first and again


def best_titles(
    lines: Sequence[str], titles: Mapping[int, tuple[int, str]], lists: Sequence[ContentsList] = ()
) -> dict[int, tuple[int, str]]:
    """The titles found by rules, or those of a partition of the text that is clearly better.

    Args:
        lines: of the text, without white space around and without its lists of contents.
        titles: line to level and title; an empty title is part of another one.
        lists: lists of contents, whose heads are a partition, too.
    """
    before = [0, *accumulate(map(len, lines))]
    titles = _said_once(titles, before)
    listed = [_Row(tuple(dict.fromkeys(one.heads)), one.matched) for one in lists]
    rows = [*_numbered(lines, before, sorted(titles)), *_marked(lines, before), *_spaced(lines, before), *listed]
    own = max((_score(row, before) for row in _ruled(titles)), default=0.0)
    others = [row for row in rows if not _is_counted_anew(row, titles)]
    scored = sorted(((_score(row, before), -at, row) for at, row in enumerate(others)), reverse=True)
    if not scored or scored[0][0] < max(_GOOD, own + _CLEARLY * (own >= _GOOD)):
        return _mended(titles, rows, lines, before)
    best = scored[0][2]
    out = {at: (1, _shown(lines[at])) for at in best.lines}
    inner = [one for score, _, one in scored[1:] if score and _is_inside(one, best, lines)]
    for row in inner[:1]:
        out |= {at: (2, _shown(lines[at])) for at in row.lines if at > best.lines[0] and at not in out}
    return out


def _said_once(titles: Mapping[int, tuple[int, str]], before: Sequence[int]) -> dict[int, tuple[int, str]]:
    """The titles without those of a list of contents: several in a row that come again below over far more text."""
    order = [at for at in sorted(titles) if titles[at][1]]
    ends = [*order[1:], len(before) - 1][: len(order)]
    below = {at: before[end] - before[at + 1] for at, end in zip(order, ends, strict=True)}
    most: dict[str, int] = {}
    listed: set[int] = set()
    run: list[int] = []
    for at in reversed(order):
        key = re.sub(r"[\W_]+", "", titles[at][1]).lower()
        run = [*run, at] if below[at] < _LIST_SHARE * most.get(key, 0) else []
        listed |= set(run) if len(run) >= _FEWEST else set()
        most[key] = max(below[at], most.get(key, 0))
    usual = median([below[at] for at in order if at not in listed] or [0])
    small = {at for at in order if below[at] < _LIST_SHARE * usual} | listed
    for entry, group in groupby(order, small.__contains__):
        run = [*group]
        places = [place for place, at in enumerate(run) if entry and at in listed]
        listed |= set(run[places[0] : places[-1]]) if places else set()  # entries that the text words otherwise
    return {at: one for at, one in titles.items() if at not in listed}


def _mended(
    titles: dict[int, tuple[int, str]], rows: Sequence[_Row], lines: Sequence[str], before: Sequence[int]
) -> dict[int, tuple[int, str]]:
    """The titles, as rows that are whole correct them.

    A line that begins with the row's word is no heading if it runs on as a paragraph where the row's stand alone
    (“BOOK VI. And now we”); a title without a number between two neighbours of the row is inside a chapter; and a row
    that begins again below each title of another kind, or goes on at once below each, has the chapters of these parts.
    """
    whole = [one for one in rows if one.starts and one.complete >= _WHOLE]
    for row in whole:
        levels = Counter(titles[at][0] for at in row.lines if at in titles)
        for level, count in levels.most_common(1):
            titles = _without_strays(titles, row, level, lines) if count >= _WHOLE * len(row.lines) else titles
    parts = sorted(at for at, (_, title) in titles.items() if title)
    inner = max((one for one in whole if _is_below(one, parts, before)), key=lambda one: len(one.lines), default=None)
    if not inner:
        return titles
    lowest = 1 + max(titles[at][0] for at in parts)
    return titles | joined_titles(lines, {at: (lowest, _shown(lines[at])) for at in inner.lines})


def _without_strays(
    titles: Mapping[int, tuple[int, str]], row: _Row, level: int, lines: Sequence[str]
) -> dict[int, tuple[int, str]]:
    """The titles without those that a row of titles shows to be none, or to be inside a chapter."""
    own, starts = set(row.lines), set(row.starts)
    words = {_first_word(lines[at]) for at in row.lines}
    alone = sum(not _runs_on(lines, at) for at in row.lines) >= _PURE * len(row.lines)
    running = {
        at
        for at, (its, _) in titles.items()
        if alone and its == level and not row.lines[0] <= at <= row.lines[-1]
        if _runs_on(lines, at) and _first_word(lines[at]) in words
    }
    out = {at: one for at, one in titles.items() if at not in running}
    for at, (its, title) in out.items():
        place = bisect_right(row.lines, at)
        between = 0 < place < len(row.lines) and row.lines[place] not in starts
        numbered = number_key(title) or _first_word(title) in words
        if between and at not in own and title and its == level and not numbered:
            out[at] = (level + 1, title)
    return out


def _runs_on(lines: Sequence[str], at: int) -> bool:
    return at + 1 < len(lines) and bool(lines[at + 1])


def _first_word(line: str) -> str:
    return next(iter(line.split()), "").lower()


def _is_counted_anew(row: _Row, titles: Mapping[int, tuple[int, str]]) -> bool:
    """Whether a row begins again only below titles of another kind, which it does not replace."""
    again = {at for at in row.starts if at > row.lines[0]}
    own = set(row.lines)
    parts = sorted(at for at in titles if at not in own) if again else []
    return bool(again) and all(
        bisect_right(parts, at) > bisect_right(parts, before) for before, at in pairwise(row.lines) if at in again
    )


def _is_below(row: _Row, parts: Sequence[int], before: Sequence[int]) -> bool:
    """Whether a row has the chapters of parts: it begins at one below each of them that it reaches, and only there.

    Or it counts through the whole book, and one of its headings stands right below each part.
    """
    if len(parts) < _INSIDE or len(row.lines) < _INSIDE * len(parts) or set(parts) & set(row.lines):
        return False
    firsts = {at: row.lines[place] for at in parts if (place := bisect_right(row.lines, at)) < len(row.lines)}
    if len(row.starts) >= _INSIDE:
        opened = {at for at in row.starts if bisect_right(parts, at)}
        return len(opened) == len(row.starts) and set(firsts.values()) == opened
    near = sum(before[first] - before[at + 1] <= _BARE for at, first in firsts.items())
    return len(firsts) >= _FEWEST and near >= _WHOLE * len(parts)


def _ruled(titles: Mapping[int, tuple[int, str]]) -> list[_Row]:
    """The partitions by the titles of the highest level, of the highest two ..."""
    order = sorted(at for at, (_, title) in titles.items() if title)
    rows = []
    for level in sorted({titles[at][0] for at in order}):
        kept = [at for at in order if titles[at][0] <= level]
        numbers = [_numbers_in(titles[at][1]) for at in kept]
        complete = max(_completeness([one[place] for one in numbers]) for place in range(_PLACES))
        rows.append(_Row(tuple(kept), complete))
    return rows


def partition_score(sizes: Sequence[int], complete: float = _UNNUMBERED) -> float:
    """How good a partition of a book into parts of these sizes is, 0..1.

    Args:
        sizes: characters of each part, in order; text before the first part is one, too.
        complete: share of the steps of its numbers that go up by one, 0..1.
    """
    total = sum(sizes)
    full = [one for one in sizes if one > 0]
    if len(full) < _FEWEST or not total:
        return 0.0
    entropy = -sum(one / total * log(one / total) for one in full) / log(len(full))
    rate = len(full) * 100_000 / total
    usual = min(1.0, rate / _FEW, _MANY / rate)
    return entropy * (0.5 + 0.5 * complete) * usual


def with_line_breaks(text: str) -> str:
    """A text that has lost its line ends, with a line for each chapter's heading (第一回 ...); any other text as it is.

    The headings are the longest row of numbers that goes up one by one; a title ends before the words that open a
    chapter.
    """
    if len(text) < _LINE * (text.count("\n") + 1):
        return text
    found = [(hit.start(), hit.end(), heading_number(hit["a"]), hit["u"]) for hit in _LOST.finditer(text)]
    best: list[int] = []
    for unit in {one[3] for one in found}:
        of = [at for at, one in enumerate(found) if one[3] == unit]
        chain = _chain([found[at][2] for at in of], [1.0] * len(of))
        best = max(best, [of[at] for at in chain], key=len)
    if len(best) < _FEWEST:
        return text
    out, last = [], 0
    for at in best:
        start, end = found[at][:2]
        lead = _LEAD.search(text, end, end + _LONGEST_LOST)
        end = lead.start() if lead else end
        out += [text[last:start], "\n\n", text[start:end], "\n\n"]
        last = end
    return "".join([*out, text[last:]])


def _score(row: _Row, before: Sequence[int]) -> float:
    if len(row.lines) < _FEWEST:
        return 0.0
    ends = [*row.lines[1:], len(before) - 1]
    sizes = [before[end] - before[at + 1] for at, end in zip(row.lines, ends, strict=True)]
    return partition_score([before[row.lines[0]], *sizes], row.complete)


def _completeness(numbers: Sequence[int]) -> float:
    """Share of the steps that go up by one, or begin again at one."""
    known = [one for one in numbers if one]
    if 2 * len(known) < len(numbers) or len(known) < _FEWEST:
        return _UNNUMBERED
    return sum(after in {one + 1, 1} for one, after in pairwise(known)) / (len(known) - 1)


def _numbers_in(title: str) -> list[int]:
    """The first numbers of a title, 0 where it has fewer: "Part Two. Chapter 3"."""
    found = (heading_number(hit.group()) for hit in NUMERAL.finditer(title))
    return [*islice(filter(None, found), _PLACES), 0, 0][:_PLACES]


def _numbered(lines: Sequence[str], before: Sequence[int], titles: Sequence[int] = ()) -> list[_Row]:
    """Rows of lines with the same words around a number that goes up; `titles`: lines of the titles that are known."""
    kinds: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for at, line in enumerate(lines):
        if not line or len(line) > _LONGEST or line.endswith(_ENDS):
            continue
        plain = line.lstrip("_* ")
        for hit in NUMERAL.finditer(plain, 0, min(len(plain), _BEFORE + 8)):
            value = heading_number(hit.group())
            if value and hit.start() <= _BEFORE:
                kinds[_kind(plain, hit)].append((at, value))
                if len(hit.group()) > 1 or not plain[hit.start()] > "\u2e7f":
                    break
    rows = []
    for found in kinds.values():
        if len(found) < _FEWEST:
            continue
        ends = [at for at, _ in found[1:]] + [len(lines)]
        bodies = [before[end] - before[at + 1] for (at, _), end in zip(found, ends, strict=True)]
        weights = [1.0 if size > _BARE else _WEIGHT_OF_BARE for size in bodies]
        own = {at for at, _ in found}
        others = [at for at in titles if at not in own]
        above = [bisect_right(others, at) for at, _ in found]
        chain = _chain([value for _, value in found], weights, above)
        kept = [found[at] for at in chain]
        starts = tuple(at for n, (at, value) in enumerate(kept) if not n or value == 1)
        if len(kept) >= max(_FEWEST, _INSIDE * len(starts)):
            rows.append(_Row(tuple(at for at, _ in kept), _completeness([value for _, value in kept]), starts))
    return rows


def _kind(line: str, hit: re.Match[str]) -> tuple[str, str]:
    """What stands before a heading's number and right behind it; a class of characters where it is no unit."""
    after = line[hit.end() : hit.end() + 1]
    unit = after if after > "\u2e7f" and not after.isspace() and "第" in line[: hit.start()] else ""
    shape = "a" if hit.group().isascii() else "h"
    tail = after if after in {".", "、", ")", "）", "．", "·", ":", "："} else ""
    return re.sub(r"\s+", " ", line[: hit.start()].lower()), f"{shape}{unit}{tail}"


def _chain(values: Sequence[int], weights: Sequence[float], above: Sequence[int] = ()) -> list[int]:
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
        between = [at for at in range(one + 1, after) if weights[at] == 1.0]
        out += between if 0 < len(between) <= values[after] - values[one] - 1 else []
        out.append(after)
    return out


def _marked(lines: Sequence[str], before: Sequence[int]) -> list[_Row]:
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
        ends = [*found[1:], len(lines)]
        kept = tuple(at for at, end in zip(found, ends, strict=True) if before[end] - before[at + 1] > _BARE)
        if len(kept) >= _FEWEST and len(found) >= _PURE * all_of[mark]:
            rows.append(_Row(kept, _UNNUMBERED))
    return rows


def _spaced(lines: Sequence[str], before: Sequence[int]) -> list[_Row]:
    """Rows of short lines, hardly one of them twice, that stand out by the empty lines above, with one below."""
    gaps: dict[int, list[int]] = defaultdict(list)
    empty = 0
    for at, line in enumerate(lines):
        if line and empty > 1 and len(line) <= _LONGEST_MARKED and not line.endswith(_ENDS) and not _runs_on(lines, at):
            gaps[min(empty, _WIDEST)].append(at)
        empty = 0 if line else empty + 1
    rows = []
    for least in range(2, _WIDEST + 1):
        found = sorted(at for gap, own in gaps.items() if gap >= least for at in own)
        ends = [*found[1:], len(lines)]
        kept = tuple(at for at, end in zip(found, ends, strict=False) if before[end] - before[at + 1] > _BARE)
        if len(kept) >= _FEWEST_SPACED and len({lines[at].lower() for at in kept}) >= _PURE * len(kept):
            rows.append(_Row(kept, _UNNUMBERED))
    return rows


def _is_inside(row: _Row, above: _Row, lines: Sequence[str]) -> bool:
    """Whether a row of headings parts the chapters of another: more of them, spread over many chapters."""
    if len(row.lines) < _INSIDE * len(above.lines):
        return False
    chapters = {bisect_right(above.lines, at) for at in row.lines}
    return 2 * len(chapters) >= len(above.lines) and len(lines) > len(row.lines)


def _shown(line: str) -> str:
    """A heading without the marks around it."""
    hit = _MARK.match(line)
    shown = line[hit.end() :] if hit else line
    return re.sub(r"\s{2,}", " ", shown.strip("_*=#~ ").rstrip("】〗〕") if hit else shown)
