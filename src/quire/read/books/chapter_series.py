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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, islice, pairwise
from math import log
from statistics import median
from typing import NamedTuple

from quire.heading_numbers import NUMERAL, heading_number
from quire.model.document import CHAPTERS_DOUBTED
from quire.read.books.contents_list import ContentsList, number_key
from quire.read.books.heading_rows import (
    BARE,
    FEWEST,
    UNNUMBERED,
    Row,
    completeness,
    heading_rows,
    is_worded,
    longest_chain,
    runs_on,
    shown_heading,
)
from quire.read.books.partition_choice import (
    Partition,
    around_core,
    doubt_evidence,
    doubt_odds,
    evidence,
    first_sections,
    line_look,
    partition_odds,
)
from quire.read.books.title_detection import joined_titles, matter_lines

__all__ = ["BestTitles", "best_titles", "partition_score", "weighed_partitions", "with_line_breaks"]

_PLACES = 2
"""Numbers of a title that may be those that go up: a chapter's behind a volume's."""
_TRIED = 8
"""Rows that are tried, the best of a rough score."""
_FEW, _MANY = 0.15, 120.0
"""Chapters per 100,000 characters: books have 0.3 (long works in books) to 60 (short tales)."""
_GOOD, _CLEARLY = 0.55, 0.12
"""Score of a partition that is kept, and by how much another one has to be better than a good one of the rules."""
_PURE = 0.8
"""Share of the lines with a mark that are short enough for headings."""
_INSIDE = 2
"""Headings of a lower row for one of the row above, on average, at least."""
_DOUBTFUL = -0.4
"""Log odds of a partition being wrong from which on it is told."""
_ALIKE = 0.9
"""Share of the heads of two partitions that both have, from which on they are one."""
_EVEN = 0.5
"""Evenness of the parts of a text, at least, where another partition than the first choice is taken."""
_LEARNED, _FEWEST_SPACED = ("capitals", "outdented"), 8
"""Kinds of rows that only the learned weights choose, and headings of a row that only the space above them shows."""
_PARTED = ("worded", "listed", "marked", "outdented")
"""Kinds of rows that may be those of parts."""
_COUNTED = ("worded", "bare", "numbered")
"""Kinds of rows whose numbers go up."""
_MOTTO = 1500
"""Characters between the title of a part and its first chapter, at most."""
_WHOLE = 0.9
"""Share of the steps of a row that go up by one, from which on it says what is a heading and what is none."""
_LIST_SHARE = 0.1
"""Text below a title, as a share of that below the same title elsewhere, from which on it is an entry of a list."""
_MATTER, _SHORT, _LEAST_FIRST = 200, 60, 0.25
"""Characters below the title of a preface, at least; of a short line; text below a first title, as a share of the
middle chapter."""
_LINE = 3000
"""Mean characters of a line from which a text has lost its line ends."""
_LEAD = re.compile(r"话说|話說|却说|卻說|且说|且說|诗曰|詩曰|词曰|詞曰|话分|話分|按[：:]|[，。：；？！「“]")
_LOST = re.compile(r"(?:第(?P<a>[〇○零一二两兩三四五六七八九十廿卅百]{1,7})(?P<u>[回章卷折出齣]))")
_LONGEST_LOST = 36
"""Characters of a title in a text without line ends, up to the words that open a chapter."""


class BestTitles(NamedTuple):
    """The titles of a text by line, with their levels, and what speaks against them, "" for nothing."""

    titles: Mapping[int, tuple[int, str]]
    doubt: str


def weighed_partitions(
    raw: Sequence[str],
    lines: Sequence[str],
    titles: Mapping[int, tuple[int, str]],
    lists: Sequence[ContentsList] = (),
) -> list[tuple[Partition, dict[str, float]]]:
    """Ways to part a text into chapters, that of the rules first, each with what speaks for it.

    Args:
        raw: its lines as they stand.
        lines: without white space around and without its lists of contents.
        titles: those found by rules, line to level and title; an empty title is part of another one.
        lists: its lists of contents.
    """
    before = [0, *accumulate(map(len, lines))]
    titles = _said_once(titles, before)
    rows = heading_rows(raw, lines, before, sorted(titles), lists)
    rules = _partition("rules", _mended(titles, rows, lines, before))
    rows = sorted(rows, key=lambda one: -_score(one, before))[:_TRIED]
    found = [rules]
    for row in rows:
        inner = max(
            (one for one in rows if one is not row and _is_inside(one, row, lines)),
            key=lambda one: _score(one, before),
            default=None,
        )
        own = _of_row(row, lines, 1)
        below = _of_row(inner, lines, 2) if inner else {}
        flat = own | {at: one for at, one in below.items() if at > row.lines[0] and at not in own}
        found.append(_partition(row.kind, _said_once(flat, before), row.lines))
        for name, upper in _uppers(row, rows, rules.titles, lines, before):
            deeper = _of_row(row, lines, 1 + max(level for level, _ in upper.values()))
            found.append(_partition(f"{row.kind} in {name}", _said_once(upper | deeper, before)))
    found += [way for one in lists[:1] for way in _indented(one, lines, before)]
    distinct: dict[tuple[tuple[int, ...], int], Partition] = {}
    for one in found:
        distinct.setdefault((one.heads, len(one.titles)), one)
    first = _first_choice(titles, rows, before) or rules.heads
    sections, core = first_sections(lines), _core(rows)
    out = []
    for one in distinct.values():
        seen = evidence(one, lines, before, rules.heads, lists, sections=sections)
        seen |= around_core(one, core, lines, lists)
        out.append((one, seen | {"first choice": float(one.heads == first)}))
    return out


def _indented(one: ContentsList, lines: Sequence[str], before: Sequence[int]) -> Iterator[Partition]:
    """Ways to part a text by a list of contents whose entries are indented: at its margin, and below its parts."""
    levels = dict(zip(one.heads, one.levels, strict=False))
    titles = {at: (level, shown_heading(lines[at])) for at, level in levels.items()}
    titles = _said_once(joined_titles(lines, titles), before)
    parts = [at for at, after in pairwise(one.heads) if levels.get(at, 2) == 1 < levels.get(after, 1)]
    worded = sum(is_worded(lines[at]) for at in parts) >= _PURE * len(parts)
    for lowest in range(1, 2 + worded) if parts else ():
        order = [at for at in one.heads if at in titles and levels[at] <= lowest]
        after = [*(levels[at] for at in order[1:]), 0][: len(order)]
        leaves = [at for at, nxt in zip(order, after, strict=True) if levels[at] == lowest or nxt <= levels[at]]
        yield Partition(f"listed at {lowest}", titles, tuple(leaves))


def _core(rows: Sequence[Row]) -> tuple[int, ...]:
    """The lines of the longest row whose numbers are whole; () for none."""
    whole = [row for row in rows if row.kind in _COUNTED and row.complete >= _WHOLE and len(row.lines) > FEWEST]
    return max((row.lines for row in whole), key=len, default=())


def _first_choice(titles: Mapping[int, tuple[int, str]], rows: Sequence[Row], before: Sequence[int]) -> tuple[int, ...]:
    """The lines of the row that parts a text clearly better than the titles found by rules; () for none."""
    own = max((_score(row, before) for row in _ruled(titles)), default=0.0)
    others = [
        row
        for row in rows
        if not _is_counted_anew(row, titles) and row.kind not in _LEARNED
        if row.kind != "spaced" or len(row.lines) >= _FEWEST_SPACED
    ]
    best = max(others, key=lambda one: _score(one, before), default=None)
    return best.lines if best and _score(best, before) >= max(_GOOD, own + _CLEARLY * (own >= _GOOD)) else ()


def _uppers(
    row: Row, rows: Sequence[Row], rules: Mapping[int, tuple[int, str]], lines: Sequence[str], before: Sequence[int]
) -> Iterator[tuple[str, dict[int, tuple[int, str]]]]:
    """Titles of parts whose chapters a row may head: fewer ones, most of them right above one of its heads."""
    own = set(row.lines)
    levels = sorted({level for level, title in rules.values() if title})
    kept = [{at: one for at, one in rules.items() if one[0] <= level and at not in own} for level in levels]
    others = [one for one in rows if one.kind in _PARTED and not own & set(one.lines)]
    for name, upper in [("rules", one) for one in kept] + [(one.kind, _of_row(one, lines, 1)) for one in others]:
        nexts = {at: row.lines[place] for at in upper if (place := bisect_right(row.lines, at)) < len(row.lines)}
        near = sum(before[head] - before[at + 1] <= _MOTTO or head in row.starts for at, head in nexts.items())
        if len(upper) > 1 and _INSIDE * len(upper) <= len(row.lines) and near >= _PURE * len(upper):
            yield name, upper


def _of_row(row: Row, lines: Sequence[str], level: int) -> dict[int, tuple[int, str]]:
    return joined_titles(lines, {at: (level, shown_heading(lines[at])) for at in row.lines})


def _partition(kind: str, titles: Mapping[int, tuple[int, str]], heads: Sequence[int] = ()) -> Partition:
    """A partition; its chapters are the titles of the level that has most, and those above that have none below."""
    order = sorted(at for at, (_, title) in titles.items() if title)
    counts = Counter(titles[at][0] for at in order)
    usual = max(counts, key=lambda level: (counts[level], level), default=1)
    order = [at for at in order if titles[at][0] <= usual]
    after = [*(titles[at][0] for at in order[1:]), 0][: len(order)]
    leaves = [at for at, nxt in zip(order, after, strict=True) if titles[at][0] == usual or nxt <= titles[at][0]]
    return Partition(kind, dict(titles), tuple(at for at in heads if at in titles) or tuple(leaves))


def best_titles(
    raw: Sequence[str],
    lines: Sequence[str],
    titles: Mapping[int, tuple[int, str]],
    lists: Sequence[ContentsList] = (),
) -> BestTitles:
    """The titles of the likeliest partition, with the sections of the first choice where it has much the same chapters.

    Of partitions into the same chapters, that with the titles of their parts is taken.
    """
    ways = weighed_partitions(raw, lines, titles, lists)
    odds = [partition_odds(seen) for _, seen in ways]
    place = max(range(len(ways)), key=lambda at: ways[at][1]["first choice"])
    first = ways[place][0]
    at = max(range(len(ways)), key=odds.__getitem__)
    at = at if ways[at][1].get("even", 0.0) >= _EVEN else place
    best, doubt = ways[at][0], _doubt(at, ways, odds)
    taken = max((one for one, _ in ways if one.heads == best.heads), key=lambda one: len(one.titles))
    own, other = set(first.heads), set(best.heads)
    alike = bool(own & other) and len(own & other) >= _ALIKE * len(own | other)
    found = {**taken.titles, **(_sections(first, taken) if alike else {})}
    return BestTitles({**_matter(taken, ways[0][0], lines), **found}, doubt)


def _matter(one: Partition, rules: Partition, lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles without numbers before the first chapter of a partition and behind its last, with text below.

    Those that rules know (“Introduction”, “Epilogue”), and those that stand alone and once with such a name; and where
    chapters have no numbers, the last of the short lines at the beginning of the text, if it looks like their titles:
    a first title has other space above than the others.
    """
    if len(one.heads) < FEWEST:
        return {}
    first, last, before = one.heads[0], one.heads[-1], [0, *accumulate(map(len, lines))]
    level = min(one.titles[at][0] for at in one.heads)
    named = {at for at, (_, title) in rules.titles.items() if title and not any(_numbers_in(title))}
    found = {at for at in (named | matter_lines(lines)) - set(one.titles) if not first <= at <= last}
    if min(found, default=first) >= first and not any(any(_numbers_in(one.titles[at][1])) for at in one.heads):
        found |= _first_title(one, lines, before)
    ends = sorted({*found, first, len(lines)})
    sized = {at: before[min(end for end in ends if end > at)] - before[at + 1] for at in found}
    return {
        at: (level, shown_heading(lines[at]))
        for at, size in sized.items()
        if size >= _MATTER and not runs_on(lines, at)
    }


def _first_title(one: Partition, lines: Sequence[str], before: Sequence[int]) -> set[int]:
    """The last of the short lines that a text begins with, if it looks like the titles of a partition."""
    ends = [*one.heads[1:], len(lines)]
    usual = median(before[end] - before[at + 1] for at, end in zip(one.heads, ends, strict=True))
    run: list[int] = []
    for at in range(one.heads[0]):
        if len(lines[at]) > _SHORT:
            break
        run += [at] if any(map(str.isalnum, lines[at])) else []
    if not run or before[one.heads[0]] - before[run[-1] + 1] < _LEAST_FIRST * usual:
        return set()
    looks = Counter(line_look(lines[at]) for at in one.heads)
    return {run[-1]} if looks[line_look(lines[run[-1]])] >= _PURE * len(one.heads) else set()


def _sections(of: Partition, into: Partition) -> dict[int, tuple[int, str]]:
    """Titles below the chapters of a partition, below those of another one that has much the same chapters."""
    lowest = max(into.titles[at][0] for at in into.heads)
    by = lowest - max(of.titles[at][0] for at in of.heads)
    found = {at: (level + by, title) for at, (level, title) in of.titles.items() if level + by > lowest}
    return {at: one for at, one in found.items() if at not in into.titles and at > into.heads[0]}


def _doubt(at: int, ways: Sequence[tuple[Partition, Mapping[str, float]]], odds: Sequence[float]) -> str:
    """What to look at where the partition that is taken may well be wrong; "" where not."""
    best = ways[at][0]
    if not best.heads or doubt_odds(doubt_evidence(at, ways, odds)) < _DOUBTFUL:
        return ""
    own = set(best.heads)
    others = [
        (value, one) for (one, _), value in zip(ways, odds, strict=True) if one.heads and not set(one.heads) <= own
    ]
    second = max(others, key=lambda way: way[0])[1] if others else None
    text = f"{CHAPTERS_DOUBTED}: {len(best.heads)} lines such as {_shown(best)} were taken for their titles"
    return f"{text}, not {len(second.heads)} such as {_shown(second)}." if second else f"{text}."


def _shown(one: Partition) -> str:
    """The title of a chapter in the middle of a partition."""
    found = [one.titles[at][1] for at in one.heads if at in one.titles]
    return f"“{found[len(found) // 2]}”" if found else "these"


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
        listed |= set(run) if len(run) >= FEWEST else set()
        most[key] = max(below[at], most.get(key, 0))
    usual = median([below[at] for at in order if at not in listed] or [0])
    small = {at for at in order if below[at] < _LIST_SHARE * usual} | listed
    for entry, group in groupby(order, small.__contains__):
        run = [*group]
        places = [place for place, at in enumerate(run) if entry and at in listed]
        listed |= set(run[places[0] : places[-1]]) if places else set()  # entries that the text words otherwise
    return {at: one for at, one in titles.items() if at not in listed}


def _mended(
    titles: dict[int, tuple[int, str]], rows: Sequence[Row], lines: Sequence[str], before: Sequence[int]
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
    return titles | joined_titles(lines, {at: (lowest, shown_heading(lines[at])) for at in inner.lines})


def _without_strays(
    titles: Mapping[int, tuple[int, str]], row: Row, level: int, lines: Sequence[str]
) -> dict[int, tuple[int, str]]:
    """The titles without those that a row of titles shows to be none, or to be inside a chapter."""
    own, starts = set(row.lines), set(row.starts)
    words = {_first_word(lines[at]) for at in row.lines}
    alone = sum(not runs_on(lines, at) for at in row.lines) >= _PURE * len(row.lines)
    running = {
        at
        for at, (its, _) in titles.items()
        if alone and its == level and not row.lines[0] <= at <= row.lines[-1]
        if runs_on(lines, at) and _first_word(lines[at]) in words
    }
    out = {at: one for at, one in titles.items() if at not in running}
    for at, (its, title) in out.items():
        place = bisect_right(row.lines, at)
        between = 0 < place < len(row.lines) and row.lines[place] not in starts
        numbered = number_key(title) or _first_word(title) in words
        if between and at not in own and title and its == level and not numbered:
            out[at] = (level + 1, title)
    return out


def _first_word(line: str) -> str:
    return next(iter(line.split()), "").lower()


def _is_counted_anew(row: Row, titles: Mapping[int, tuple[int, str]]) -> bool:
    """Whether a row begins again only below titles of another kind, which it does not replace."""
    again = {at for at in row.starts if at > row.lines[0]}
    own = set(row.lines)
    parts = sorted(at for at in titles if at not in own) if again else []
    return bool(again) and all(
        bisect_right(parts, at) > bisect_right(parts, before) for before, at in pairwise(row.lines) if at in again
    )


def _is_below(row: Row, parts: Sequence[int], before: Sequence[int]) -> bool:
    """Whether a row has the chapters of parts: it begins at one below each of them that it reaches, and only there.

    Or it counts through the whole book, and one of its headings stands right below each part.
    """
    if len(parts) < _INSIDE or len(row.lines) < _INSIDE * len(parts) or set(parts) & set(row.lines):
        return False
    firsts = {at: row.lines[place] for at in parts if (place := bisect_right(row.lines, at)) < len(row.lines)}
    if len(row.starts) >= _INSIDE:
        opened = {at for at in row.starts if bisect_right(parts, at)}
        return len(opened) == len(row.starts) and set(firsts.values()) == opened
    near = sum(before[first] - before[at + 1] <= BARE for at, first in firsts.items())
    return len(firsts) >= FEWEST and near >= _WHOLE * len(parts)


def _ruled(titles: Mapping[int, tuple[int, str]]) -> list[Row]:
    """The partitions by the titles of the highest level, of the highest two ..."""
    order = sorted(at for at, (_, title) in titles.items() if title)
    rows = []
    for level in sorted({titles[at][0] for at in order}):
        kept = [at for at in order if titles[at][0] <= level]
        numbers = [_numbers_in(titles[at][1]) for at in kept]
        complete = max(completeness([one[place] for one in numbers]) for place in range(_PLACES))
        rows.append(Row("rules", tuple(kept), complete))
    return rows


def partition_score(sizes: Sequence[int], complete: float = UNNUMBERED) -> float:
    """How good a partition of a book into parts of these sizes is, 0..1.

    Args:
        sizes: characters of each part, in order; text before the first part is one, too.
        complete: share of the steps of its numbers that go up by one, 0..1.
    """
    total = sum(sizes)
    full = [one for one in sizes if one > 0]
    if len(full) < FEWEST or not total:
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
        chain = longest_chain([found[at][2] for at in of], [1.0] * len(of))
        best = max(best, [of[at] for at in chain], key=len)
    if len(best) < FEWEST:
        return text
    out, last = [], 0
    for at in best:
        start, end = found[at][:2]
        lead = _LEAD.search(text, end, end + _LONGEST_LOST)
        end = lead.start() if lead else end
        out += [text[last:start], "\n\n", text[start:end], "\n\n"]
        last = end
    return "".join([*out, text[last:]])


def _score(row: Row, before: Sequence[int]) -> float:
    if len(row.lines) < FEWEST:
        return 0.0
    ends = [*row.lines[1:], len(before) - 1]
    sizes = [before[end] - before[at + 1] for at, end in zip(row.lines, ends, strict=True)]
    return partition_score([before[row.lines[0]], *sizes], row.complete)


def _numbers_in(title: str) -> list[int]:
    """The first numbers of a title, 0 where it has fewer: "Part Two. Chapter 3"."""
    found = (heading_number(hit.group()) for hit in NUMERAL.finditer(title))
    return [*islice(filter(None, found), _PLACES), 0, 0][:_PLACES]


def _is_inside(row: Row, above: Row, lines: Sequence[str]) -> bool:
    """Whether a row of headings parts the chapters of another: more of them, spread over many chapters."""
    if len(row.lines) < _INSIDE * len(above.lines):
        return False
    chapters = {bisect_right(above.lines, at) for at in row.lines}
    return 2 * len(chapters) >= len(above.lines) and len(lines) > len(row.lines)
