"""Heading levels of a book, by numbers and order, and headings that do not belong to its text."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise
from statistics import fmean, median

from quire.heading_numbers import NUMERAL, chapter_number

__all__ = [
    "OPENINGS",
    "chapters_of_volumes",
    "chapters_of_works",
    "depths",
    "is_contents_line",
    "is_volume",
    "matter_of",
    "number_depth",
    "number_form",
    "with_epigraphs",
]

OPENINGS = {"en": "Opening", "zh": "卷首"}
"""What the text before the first heading is called, by language."""

_CHAPTER = re.compile(
    r"(?:chapter|appendix|part|book|lecture|lesson|unit)\s+(?:\d+|[IVXLC]+|[A-Z])\b"
    r"|第\s*[0-9〇零一二三四五六七八九十百千两]+\s*[章回讲講课課部卷篇编編]|附录",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:\d+|[A-Z](?=\.\d))((?:\.\d+)*)\.?(?=[\s:：、.]|[\u3400-\u9fff]|$)")
_INNER = re.compile(r"(\d+|[A-Z])\.\d")
"""The number of a section, with that of its chapter."""
_ASIDES = frozenset({
    "note", "warning", "tip", "tips", "caution", "important", "attention", "danger", "hint",
    "注意", "提示", "警告", "注", "小心", "重要", "备注", "小贴士",
})  # fmt: skip
"""Titles of boxes beside the text, which some files mark as headings."""

_OFTEN = 2
"""A box that stands once may be a section after all."""

_FEWEST = 3
"""Headings numbered "2.1" among those of chapters from which on the numbers say more than the marks of the file."""

_SIGNS, _SIGN, _MOSTLY = 5, 2, 0.8
"""Words of a heading, characters of a sign, and share of the words that are signs, of what is no heading."""

_LEADER = re.compile(r"(?<![\s.…·])[\s.…·]++(?:\d{1,4}|[ivxl]{1,6})$")
"""Page number at the end of a line of a contents list, with the whole run of dots and spaces before it."""

_LINE = 6
"""Characters of a title that no other has by chance with a number at its end (“Part 2”, “Exercise 3”)."""

_FEWEST_NUMBERED, _IN_ORDER = 4, 0.8
"""Chapters with numbers, and share of these that go up by one, which make the headings between them sections."""

_FEWEST_PARTS = 2
_ZEROTH = re.compile(r"第?零|0\b|chapter\s+(?:0|zero)\b", re.IGNORECASE)
_CLOSING = re.compile(
    r"appendi|附[录錄]|后记|後記|尾声|尾聲|[结結][语語论論]|conclusion|epilogue|afterword|glossary|index|bibliograph"
    r"|references|参考|參考|术语|術語|索引|acknowledg|about",
    re.IGNORECASE,
)
"""What follows the last numbered chapter and is none of its sections."""

_AGAIN, _AGAIN_SHARE = 5, 0.15
"""How often a title has to recur at the top level, and the least share of such titles among the headings there: then
they are the repeated parts of a reference's entries (“Syntax”), not chapters."""

_VOLUME = re.compile(
    r"(?:the\s+)?(?:\w+\s+)?(?:volume|book|part)\b.*|第\s*[0-9〇零一二三四五六七八九十百千两]+\s*分?[部卷篇编編集册冊].*"
    r"|卷[之第]?[0-9〇零一二三四五六七八九十百]+.*|[上中下][部卷篇册冊集].{0,20}",
    re.IGNORECASE,
)
_OF_VOLUME = re.compile(
    r"(?:chapter|letter|scene|act|canto|stave|part|book)\b.*|[IVXLC]+\b\.?.*|\d+\b\.?.*"
    r"|第\s*[0-9〇零一二三四五六七八九十百千两]+\s*[章回节節讲話话折].*|[〇零一二三四五六七八九十百]{1,5}(?:[、.．\s].*)?",
    re.IGNORECASE,
)

_OF_WORK = re.compile(
    r"(?:chapter|letter|canto|act|stave|volume|book|part)\s+(?:\d+|[IVXLC]+|the\s+\w+|[a-z]+)\b.*|[IVXLC]+\.?|\d{1,3}\.?|[〇零一二三四五六七八九十百]{1,5}"
    r"|第\s*[0-9〇零一二三四五六七八九十百千两]+\s*[章回节節讲講卷部折幕出齣].*",
    re.IGNORECASE,
)
"""How the chapters of a story are called: by a number."""

_BACK = re.compile(r"appendi|附[录錄]|notes?\b|index|bibliograph|references|glossary|参考|參考|索引|注", re.IGNORECASE)
"""What stands behind the volumes of a book and holds none of its chapters."""
_NOTES = re.compile(r"(?:(?:end|foot)?notes?|sources|references|注[释釋解]?|[尾脚腳]注|参考[文资]\w+)", re.IGNORECASE)
"""What is parted by the chapters of a book and is none of its works."""
_DEEPEST = 3
"""Volumes within volumes."""
_EPIGRAPH, _EPIGRAPH_SHARE = 1000, 0.15
"""Characters below a volume's title, up to which they belong to its first chapter, such as a motto; more where the
parts of the book are long, as a share of the middle one."""
_CHAPTERS_OF_WORK = 3
_OWN_NAME = re.compile(r"[:：]\s*")
"""What stands between a volume's name and that of its chapter."""
_LARGE = {"en": 200_000, "zh": 120_000}
"""Characters of a chapter that is none but a work or a part of several, unless it says that it is one by its number."""
_LEAST = {"en": 80_000, "zh": 40_000}
"""Characters of the works of a book, on average; from 40,000 and 20,000 to 100,000 and 50,000 most books are alike."""
_FEWEST_EACH = 1000
"""Characters of each chapter of a work, on average: with less they are a list of its chapters."""
_MOST_WORKS = 0.25
"""Share of a book in works that nothing but their size shows, from which on its other parts are such, too."""
_CHILDREN = 4
_WHOLE = 0.9
"""Share of such a one that stands under its own headings."""

_LICENCE = re.compile(
    r"(?:appendix\s+\w+\.?\s*|\d+\.?\s*|[A-Z]\.?\s+)?(?:(?:the\s+)?gnu\s+(?:free documentation|(?:lesser |library "
    r"|affero )?general public) licen[cs]e.*"
    r"|gnu\s*(?:自由文档|通用公共)(?:授权|许可证|授權)?.*|(?:full )?(?:text of )?(?:the )?(?:creative commons|apache"
    r"|mit|bsd) .{0,40}licen[cs]e.*"
    r"|applicability and definitions|verbatim copying|copying in quantity|combining documents|collections of documents"
    r"|aggregation with independent works|future revisions of this licen[cs]e|relicensing"
    r"|addendum: how to use this licen[cs]e.*"
    r"|how to (?:use|apply) (?:this licen[cs]e|these terms).*|terms and conditions for copying.*|legal notice"
    r"|法律(?:通告|声明)|作者权|版权说明)",
    re.IGNORECASE,
)
"""Titles of licences, and of the sections of the GNU Free Documentation License, which many manuals print in full."""

_LICENSED = frozenset({"preamble", "modifications", "translation", "termination"})
"""Titles of its other sections; they belong to it where it stands around them."""


def depths(titles: Sequence[str], levels: Sequence[int]) -> list[int]:
    """The level of each heading: of "2.1" and "2.1.3" below that of chapters, where the file marks all alike.

    -1 for what is no heading: a box beside the text (“Note”), wherever several have that title.
    """
    levels = _below_parts(titles, _in_rows(titles, levels))
    numbers = [number_depth(title) for title in titles]
    asides = Counter(key for title in titles if (key := title.strip(" .:：").lower()) in _ASIDES)
    flat = {level for level in set(levels) if _is_flat(level, numbers, levels)}
    numbers = _numbered_between(titles, levels, numbers, flat)
    out: list[int] = []
    shift, since = 0, 0  # what the last numbered heading sank by, and its level
    for title, level, number in zip(titles, levels, numbers, strict=True):
        if asides[title.strip(" .:：").lower()] >= _OFTEN or (not number and _is_drawn(title)):
            out.append(-1)
            continue
        if level in flat:
            shift, since = max(0, number - 1), level
        elif level <= since:
            shift, since = 0, level
        out.append(level + shift)
    return _between_numbers(titles, _sunk(titles, out))


def _in_rows(titles: Sequence[str], levels: Sequence[int]) -> list[int]:
    """Levels with the headings that fill gaps of a numbered row at the level of the row.

    “# Chapter 14” between “## Chapter 13” and “## Chapter 15” is a slip; what stands below it moves with it.
    """
    out = list(levels)
    for (word, _, _), row in _numbered_rows(titles, levels).items():
        usual, count = Counter(levels[at] for at, _ in row).most_common(1)[0]
        own = [one for one in row if levels[one[0]] == usual] if count < len(row) else []
        if len(own) < _FEWEST_NUMBERED:
            continue
        ends = [*own, (len(titles), 0)]
        for (at, number), (end, after) in zip([(-1, 0), *own], ends, strict=True):
            stray = [one for one in row if at < one[0] < end]
            first = 1 if 0 < after <= number else number + 1
            wanted = range(first, after or (first + len(stray) if word else 0))
            if stray and [one for _, one in stray] == [*wanted]:
                stops = [one for one, _ in stray[1:]] + [end]
                for (place, _), stop in zip(stray, stops, strict=True):
                    _move(out, place, stop, usual - levels[place])
    return out


def _numbered_rows(titles: Sequence[str], levels: Sequence[int]) -> dict[tuple[str, str, str], list[tuple[int, int]]]:
    """Headings with a number in one part (not “2.1”), by how it is written: their places and numbers."""
    rows: defaultdict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for at, title in enumerate(titles):
        if levels[at] > 0 and number_depth(title) < 2 and (number := chapter_number(title)):
            rows[number_form(title)].append((at, number))
    return rows


def _below_parts(titles: Sequence[str], levels: Sequence[int]) -> list[int]:
    """Levels with the chapters that are counted anew behind each part below the parts, which are marked like them."""
    rows = _numbered_rows(titles, levels)
    for (word, _, _), parts in rows.items():
        top = levels[parts[0][0]]
        if not word or [one for _, one in parts] != [*range(1, len(parts) + 1)] or len(parts) < _FEWEST_PARTS:
            continue
        places = [at for at, _ in parts]
        for row in rows.values():
            inner = [one for one in row if one[0] > places[0] and levels[one[0]] == top]
            firsts = [next((number for at, number in inner if at > place), 0) for place in places]
            anew = sum(number == 1 for _, number in inner)
            if row is parts or {levels[at] for at in places} != {top} or {*firsts} != {1} or anew != len(places):
                continue
            end = next((at for at in range(inner[-1][0] + 1, len(titles)) if 0 < levels[at] <= top), len(titles))
            inside = {*range(places[0], end)}.difference(places)
            return [level + (level >= top and at in inside) for at, level in enumerate(levels)]
    return list(levels)


def _move(levels: list[int], at: int, end: int, by: int) -> None:
    """Move a heading by some levels, with what stands below it up to `end`."""
    last = next((one for one in range(at + 1, end) if 0 < levels[one] <= levels[at]), end)
    levels[at:last] = [max(1, level + by) if level > 0 else level for level in levels[at:last]]


def _numbered_between(
    titles: Sequence[str], levels: Sequence[int], numbers: Sequence[int], flat: Collection[int]
) -> list[int]:
    """The parts of the numbers, with those of its neighbours for a heading without one inside a chapter.

    Between “19.2” and “19.4”, where all are marked alike, a heading without a number is a section, too.
    """
    out = list(numbers)
    numbered = [at for at, number in enumerate(numbers) if number and levels[at] in flat]
    for one, after in pairwise(numbered):
        parts = [_INNER.match(titles[at]) for at in (one, after)]
        if all(parts) and len({hit[1] for hit in parts if hit}) == 1:
            for at in range(one + 1, after):
                out[at] = min(numbers[one], numbers[after]) if levels[at] == levels[one] else out[at]
    return out


def _between_numbers(titles: Sequence[str], levels: Sequence[int]) -> list[int]:
    """Levels with the many headings without a number between numbered chapters below these.

    They are sections, where the file marks all alike: more of them than chapters, whose numbers go up one by one and
    are written alike (“C headers” and “1st level” are no chapters between 四、 and 五、).
    """
    top = min((one for one, count in Counter(levels).items() if one > 0 and count > 1), default=1)
    rows: defaultdict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for at, title in enumerate(titles):
        number = chapter_number(title) if levels[at] == top and not is_volume(title) else 0
        if number or (levels[at] == top and _ZEROTH.match(title)):
            rows[number_form(title)].append((at, number))
    row = max(rows.values(), key=lambda one: sum(b[1] == a[1] + 1 for a, b in pairwise(one)), default=[])
    steps = [(one, after) for one, after in pairwise(row) if after[1] == one[1] + 1]
    inside = {at for (one, _), (after, _) in steps for at in range(one + 1, after)}
    loose = sum(levels[at] == top for at in inside)
    if len(row) < _FEWEST_NUMBERED or len(steps) < _IN_ORDER * (len(row) - 1) or loose < len(row):
        return list(levels)
    end = next((at for at in range(row[-1][0] + 1, len(titles)) if _CLOSING.match(titles[at])), len(titles))
    inside |= set(range(row[-1][0] + 1, end))
    return [level + (level >= top and at in inside) for at, level in enumerate(levels)]


def number_form(title: str) -> tuple[str, str, str]:
    """How the first number of a heading is written: what is before it, its kind, and the sign behind it.

    With a word before it a full stop or a dash behind the number tells nothing: “BOOK I. INSCRIPTIONS”, “BOOK II”.
    """
    hit = NUMERAL.search(title)
    if not hit:
        return "", "", ""
    first = hit.group()[0]
    kind = "0" if first.isdigit() else "I" if first.isascii() else "一"
    word, after = title[: hit.start()].strip().lower(), title[hit.end() : hit.end() + 1].strip()
    is_sign = bool(after) and not (after.isascii() and after.isalnum()) and not (word and not after.isalnum())
    return word, kind, after if is_sign else ""


def is_contents_line(title: str, others: frozenset[str]) -> bool:
    """Whether a heading is a line of the list of contents: another heading, with its page number.

    Args:
        title: the heading.
        others: all headings, without spaces, in small letters.
    """
    bare = _LEADER.sub("", title)
    return bare != title and len(_plain(bare)) >= _LINE and _plain(bare) in others


def matter_of(title: str, *, above: bool) -> bool:
    """Whether a heading opens a licence, or a section of one; `above`: the heading before it did."""
    bare = re.sub(r"^\d+\.?\s*", "", title.strip(" .：:")).lower()
    return _LICENCE.fullmatch(title.strip(" .：:")) is not None or (above and bare in _LICENSED)


def is_volume(title: str) -> bool:
    """Whether a heading is called like a volume, book or part of a book."""
    return _VOLUME.fullmatch(title) is not None


def chapters_of_volumes(paths: Sequence[tuple[str, ...]], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Paths whose first part is the chapter, where volumes or parts hold chapters: "Volume II: Chapter I".

    Volumes may hold books that hold chapters. The volume stays in the name only where chapters are counted anew.

    Args:
        paths: headings of the parts of the book, the highest first.
        sizes: characters of each part.
    """
    out = list(paths)
    chapters: set[str] = set()
    for _ in range(_DEEPEST):
        opened = _opened_volumes(out, sizes, chapters)
        if opened == out:
            break
        out = opened
    return out


def _opened_volumes(
    paths: Sequence[tuple[str, ...]], sizes: Sequence[int], chapters: set[str]
) -> list[tuple[str, ...]]:
    """Paths without the highest volumes; `chapters` gets the names of what is no volume in turn."""
    inside = [path for path in paths if len(path) > 1 and path[0] not in chapters and _VOLUME.fullmatch(path[0])]
    held = [path for path in inside if _OF_VOLUME.fullmatch(path[1])]
    if not held or 2 * len(held) < len(inside):
        return list(paths)
    owners = Counter(number for _, number in {(path[0], _numeral(path[1])) for path in held})
    again = any(count > 1 for count in owners.values())
    beside = _beside_volumes(paths, held)
    out = []
    for path in paths:
        if len(path) > 1 and path[0] not in chapters and (path[0] in beside or _VOLUME.fullmatch(path[0])):
            first = f"{path[0].rstrip(' .:：')}{_colon(path[0])}{path[1]}" if again else path[1]
            opens = _VOLUME.fullmatch(path[1]) or (path[0] in beside and path[2:])
            chapters.update(() if opens else (first,))
            out.append((first, *path[2:]))
        else:
            out.append(path)
    return with_epigraphs(paths, out, sizes)


def _beside_volumes(paths: Sequence[tuple[str, ...]], held: Sequence[tuple[str, ...]]) -> set[str]:
    """Headings between and behind volumes whose chapters are called like theirs: an epilogue with I, II, III.

    What stands before the first volume, such as an introduction with numbered sections, is none.
    """
    first = paths.index(held[0])
    forms = {number_form(path[-1])[:2] for path in held}
    named: defaultdict[str, list[bool]] = defaultdict(list)
    for path in paths[first:]:
        if len(path) > 1 and not (_VOLUME.fullmatch(path[0]) or _BACK.match(path[0]) or chapter_number(path[0])):
            named[path[0]].append(chapter_number(path[-1]) > 0 and number_form(path[-1])[:2] in forms)
    return {name for name, alike in named.items() if sum(alike) >= max(_CHAPTERS_OF_WORK, len(alike) * _MOSTLY)}


def with_epigraphs(
    paths: Sequence[tuple[str, ...]], opened: Sequence[tuple[str, ...]], sizes: Sequence[int]
) -> list[tuple[str, ...]]:
    """The opened paths, in which the few words below a volume's title belong to its first chapter."""
    out = list(opened)
    most = max(_EPIGRAPH, _EPIGRAPH_SHARE * median(sizes)) if sizes else 0.0
    for at in range(len(paths) - 2, -1, -1):
        below = len(paths[at + 1]) > 1 and paths[at] == paths[at + 1][:1] != out[at + 1][:1]
        out[at] = out[at + 1][:1] if below and sizes[at] <= most else out[at]
    return out


def chapters_of_works(paths: Sequence[tuple[str, ...]], sizes: Sequence[int], lang: str) -> list[tuple[str, ...]]:
    """Paths whose first part is the chapter, where a book holds several works: "Emma: Chapter I".

    A work is a heading over chapters that are called by numbers, or one over far more than a chapter.

    Args:
        paths: headings of the parts of the book, the highest first.
        sizes: characters of each part.
        lang: of the book.
    """
    out = list(paths)
    for large in (_LARGE[lang], *[math.inf] * (_DEEPEST - 1)):  # a work may hold narratives that hold chapters
        opened = _opened_works(out, sizes, large, _LEAST[lang])
        if opened == out:
            break
        out = opened
    return out


def _opened_works(
    paths: Sequence[tuple[str, ...]], sizes: Sequence[int], large: float, least: float
) -> list[tuple[str, ...]]:
    """Paths with the chapters of each work for the work.

    `large` is the size of what is none but a work, `least` the mean one of works: shorter ones are chapters or tales
    with numbered sections.
    """
    tops: Counter[str] = Counter()
    for path, size in zip(paths, sizes, strict=True):
        tops[path[0]] += size
    parted = {path[0] for path in paths if len(path) > 1}
    usual = fmean(tops[top] for top in parted) if parted else 0.0
    works = {top for top in tops if _is_work(top, paths, sizes, large, numbered=usual > large)}
    sized = {top for top in works if not _is_work(top, paths, sizes, math.inf, numbered=usual > large)}
    if sized:
        alike = {top for top in tops if _is_work(top, paths, sizes, 0.0, numbered=usual > large)}
        whole = sum(tops.values())
        works = works | alike if sum(tops[top] for top in sized) >= _MOST_WORKS * whole else works - sized
    if not works or fmean(tops[top] for top in works) < least:
        return list(paths)
    out: list[tuple[str, ...]] = []
    for path in paths:
        inner = path[1:]
        if path[0] not in works or not inner:
            out.append(path)
            continue
        if len(inner) > 1 and _VOLUME.fullmatch(inner[0]) and _OF_VOLUME.fullmatch(inner[1]):
            inner = (f"{inner[0]}{_colon(inner[0])}{inner[1]}", *inner[2:])
        out.append((f"{path[0].rstrip(' .:：')}{_colon(path[0])}{inner[0]}", *inner[1:]))
    return with_epigraphs(paths, out, sizes)


def _is_work(top: str, paths: Sequence[tuple[str, ...]], sizes: Sequence[int], large: float, *, numbered: bool) -> bool:
    """Whether a heading is that of a work; `numbered`: even with a number, as its like are far longer than chapters."""
    if _NOTES.fullmatch(top.strip(" .：:")):
        return False
    inside: Counter[str] = Counter()
    whole = 0
    for path, size in zip(paths, sizes, strict=True):
        if path[0] == top:
            whole += size
            inside[path[1] if len(path) > 1 else ""] += size
    children = [one for one in inside if one]
    counted = sum(_OF_WORK.fullmatch(one) is not None for one in children)
    if top and counted >= max(_CHAPTERS_OF_WORK, len(children) / 2 + 0.5) and whole >= _FEWEST_EACH * len(children):
        return numbered or not any(_OF_WORK.fullmatch(one) for one in (top, _OWN_NAME.split(top)[-1]))
    unnumbered = bool(top) and not number_depth(top)
    return unnumbered and whole > large and len(children) >= _CHILDREN and inside[""] <= (1 - _WHOLE) * whole


def _numeral(title: str) -> str:
    """What a chapter is counted by: "chapter iv" of "Chapter IV. The Road"."""
    found = re.match(r"[a-z]+\s+[\w-]+|[ivxlc\d]+\b|第\s*\S+?[章回节節讲講话話折]", title.lower())
    return found.group() if found else title


def _colon(text: str) -> str:
    return "：" if re.search(r"[\u3400-\u9fff]", text) else ": "


def number_depth(title: str) -> int:
    """Parts of a heading's number: 1 of "Chapter 3" and "3 Boxes", 2 of "3.1", 0 of none."""
    if _CHAPTER.match(title):
        return 1
    found = _NUMBERED.match(title)
    return 1 + found.group(1).count(".") if found else 0


def _is_drawn(title: str) -> bool:
    """Whether a heading is signs of a drawing, such as notes of music: hardly a word of more than two characters."""
    words = title.split()
    return len(words) >= _SIGNS and sum(len(one) <= _SIGN for one in words) >= _MOSTLY * len(words)


def _is_flat(level: int, numbers: Sequence[int], levels: Sequence[int]) -> bool:
    """Whether chapters and sections share a level; at the top, a heading without a number counts as a chapter."""
    here = Counter(min(number, 2) for number, one in zip(numbers, levels, strict=True) if one == level)
    top = level == min((one for one in levels if one > 0), default=1)
    return here[2] >= _FEWEST and (here[1] >= 2 or (top and here[0] >= 2))


def _sunk(titles: Sequence[str], levels: Sequence[int]) -> list[int]:
    """Levels with the titles that come again and again at the top (“Syntax:”) below the heading before each."""
    top = min((one for one in levels if one > 0), default=1)
    names = [_plain(title).strip(".:：") for title in titles]
    here = Counter(
        name
        for name, title, level in zip(names, titles, levels, strict=True)
        if level == top and not number_depth(title) and not _OF_WORK.fullmatch(title) and not _VOLUME.fullmatch(title)
    )
    again = {name for name, count in here.items() if count >= _AGAIN}
    if sum(here[name] for name in again) < _AGAIN_SHARE * levels.count(top):
        return list(levels)
    out: list[int] = []
    above = top
    for name, level in zip(names, levels, strict=True):
        sinks = level == top and name in again and bool(out)
        out.append(above + 1 if sinks else level)
        above = above if sinks or level < 0 else level
    return out


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text).lower()
