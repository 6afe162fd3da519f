"""Titles in plain text: the lines that head a chapter or section, and at which level.

Ways to mark them, tried in this order: marks of light markup (“== Title”, a rule below the line), numbers (“3.2 Title”),
a long rule above the line, and the words of books (“Chapter I”, 第一回).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

__all__ = ["CONTENTS", "joined_titles", "title_lines"]

_NUMBER = "[0-9０-９〇零一二三四五六七八九十百千两○廿卅]+"
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last)"
CONTENTS = re.compile(
    r"(?:(?:table\s+of\s+)?contents|list\s+of\s+(?:illustrations|figures|plates)|illustrations|(?:內容|内容|本書|本书)?目\s*[录錄次])[.:：]?",
    re.IGNORECASE,
)
_HEADINGS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(rf"第\s*{_NUMBER}\s*[部卷篇編编集册冊](?:\s+.{{0,40}}|[：:·].{{0,40}})?")),
    (1, re.compile(rf"卷[之第]?{_NUMBER}(?:\s+.{{0,40}})?")),
    (2, re.compile(rf"(?:正文\s*)?第\s*{_NUMBER}\s*[章回讲講课課话話幕折](?:[\s：:·、.].{{0,60}}|.{{0,24}})?|第\s*{_NUMBER}\s*[出齣](?:[\s：:·、.].{{0,40}})?")),
    (2, re.compile(r"(?:序|序言|序章|序幕|前言|引言|引子|楔子|自序|后记|後記|尾声|尾聲|终章|終章|大结局|跋|结语|結語|番外.{0,20}|附录.{0,20}|附錄.{0,20})")),
    (3, re.compile(rf"第\s*{_NUMBER}\s*[节節](?:[\s：:·].{{0,40}}|.{{0,20}})?|第\s*{_NUMBER}\s*[场場](?:[\s：:·].{{0,40}})?")),
    (1, re.compile(rf"(?:PART|BOOK|VOLUME)\s+(?:[IVXLC]+|\d+|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|(?:THE\s+)?{_ORDINAL})\b[.:]?.{{0,60}}|THE\s+{_ORDINAL}\s+(?:PART|BOOK|VOLUME)\b.{{0,40}}", re.IGNORECASE)),
    (2, re.compile(r"(?!SCENE\s(?!\s*[IVXLC\d]+\b))(?:CHAPTER|LETTER|CANTO|SCENE|ACT|LECTURE|STAVE|LESSON|SESSION|TALE|FABLE)\s+(?:[IVXLC]+|\d+|THE\s+\w+|[A-Z][a-z]+(?:[- ][A-Za-z]+)?)\b(?:(?!\s(?-i:[a-z]))[.:—–-]?\s?.{0,70})?", re.IGNORECASE)),
    (2, re.compile(r"(?:PREFACE|INTRODUCTION|PROLOGUE|EPILOGUE|FOREWORD|AFTERWORD|CONCLUSION|APPENDIX(?:\s\w+)?|GLOSSARY|INDEX)[.:]?", re.IGNORECASE)),
    (2, re.compile(rf"[\u4e00-\u9fff]{{1,10}}第{_NUMBER}[章篇卷]?")),
    (2, re.compile(r"[IVXLC]{1,7}\.\s+[A-Z][^a-z]{2,60}")),
    (2, re.compile(r"[一二三四五六七八九十百]{1,4}(?:、[^，。！？]{1,24})?|[（(][一二三四五六七八九十百]{1,4}[)）][^，。！？]{0,24}")),
    (2, re.compile(r"(?:[IVXLC]{1,7}|\d{1,3})\.?")),
)  # fmt: skip
_SURE = 6
"""How many of `_HEADINGS` from the start are headings wherever they stand alone on a line; the last need a series."""
_IN_SERIES = (len(_HEADINGS) - 4, len(_HEADINGS) - 3, len(_HEADINGS) - 2, len(_HEADINGS) - 1)
"""Titles that end in their number, as those of the classics do (学而第一), numerals with a title in capitals, Chinese
numerals, and bare numerals."""
_TITLES = {3, len(_HEADINGS) - 5}
"""Prefaces and the like: parts of a book that do not say that its chapters have names."""
_PARTS = 5
"""Which of them are parts, books and volumes."""
_BARE = re.compile(
    rf"(?:(?:CHAPTER|LETTER|CANTO|LECTURE|STAVE|PART|BOOK|VOLUME)\s+\S+(?:\s+\S+)?|[IVXLC]{{1,7}}|\d{{1,3}}|第\s*{_NUMBER}\s*[章回节節卷部])[.:]?",
    re.IGNORECASE,
)

_ACT = re.compile(rf"ACT\s|第\s*{_NUMBER}\s*幕", re.IGNORECASE)
_SCENE = re.compile(rf"SCENE\s|第\s*{_NUMBER}\s*[场場]", re.IGNORECASE)

_SMALL = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "that", "the", "to", "with"}
)
"""Words that titles write in small letters."""

_LONGEST = 80
_SERIES = 3
"""Titles of one kind that make a series."""
_LONGEST_CONTENTS = 15_000
"""Characters below “Contents” up to the next title, beyond which it is no list."""

_LISTED = 0.6
"""Share of the lines below “Contents” that are numbered titles, from which on a longer list is one, too."""

_MARKED = re.compile(r"(={1,5}|#{1,5})\s+(\S.{0,78}?)(?:\s+\1)?")
_RULE = re.compile(r"([=*~^\"#-])\1{2,}")
_LONG_RULE = 20
"""Signs of a rule above a title: shorter ones part paragraphs."""
_GAP = re.compile(r"\t+| {2,}")
_ANCHOR = re.compile(r"([*|<\[])([^\s*|]+)[*|>\]]")
"""A mark that other places of a text point to, beside a title."""
_DOTTED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})[.:]?\s+(?=[A-Z\u3400-\u9fff`\"])(?!.*[,;，；。]$).{2,76}")


_COUNTED = re.compile(
    r"(?:第\s*(?=\d{1,2}\s*章)|章\s*(?=\d)|chapter\s+)(\d{1,2})(?:\s*章)?(?:[\s.:：].{1,60})?", re.IGNORECASE
)
_APPENDIX = re.compile(r"(?:appendix|附\s*[录錄])\s*([A-Z])[.:：]?\s+\S.{1,60}", re.IGNORECASE)
_OF_APPENDIX = re.compile(r"([A-Z])((?:\.\d{1,2}){1,3})\.?\s+(?=\S)(?!.*[,;，；。]$).{2,76}")


def title_lines(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Line number to level and title. The list of contents at the front holds none."""
    for way in (_marked, _underlined, _numbered, _ruled):
        found = way(lines)
        if sum(bool(title) for _, title in found.values()) >= _SERIES:
            return _told_from_contents(found, lines)
    return _of_books(lines)


def joined_titles(lines: Sequence[str], titles: dict[int, tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Titles with what stands below their number: “CHAPTER I.” and “Down the Rabbit-Hole” are one title.

    Where most numbers have such a line; the lines that joined are given too, with an empty title.
    """
    bare = [at for at, (_, title) in titles.items() if _BARE.fullmatch(title)]
    named = {at: after for at in bare if (after := _name_below(lines, at)) and after not in titles}
    if len(named) < _SERIES or 2 * len(named) < len(bare):
        return titles
    out = dict(titles)
    for at, after in named.items():
        level, title = titles[at]
        out[at] = (level, f"{title} {lines[after]}")
        out[after] = (level, "")
    return out


def _name_below(lines: Sequence[str], at: int) -> int:
    """Number of the line that names the chapter whose number stands at a line; 0 for none."""
    after = at + 1
    if after < len(lines) and not lines[after]:
        after += 1
    if after >= len(lines) or not (line := lines[after]) or len(line) > _LONGEST - 20:
        return 0
    if ord(line[0]) > 0x2E7F:
        return after if len(line) <= 20 and not re.search(r"[，。！？：；“”…」]", line) else 0
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*", line) if word not in _SMALL]
    alone = after + 1 >= len(lines) or not lines[after + 1]
    titled = bool(words) and sum(word[0].isupper() for word in words) >= 0.75 * len(words)
    return after if alone and titled and not re.search(r"[\"“”,;:]$|[.?!]['\"”]$|^[\"“]", line) else 0


def _marked(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with signs before them, each kind of sign by its length."""
    found = {}
    for at, line in enumerate(lines):
        hit = (
            _MARKED.fullmatch(line)
            if line.startswith(("=", "#")) and _is_free(lines, at, after=line[0] == "#")
            else None
        )
        if hit:
            found[at] = (len(hit.group(1)), hit.group(2))
    hashes = [level for at, (level, _) in found.items() if lines[at][0] == "#"]
    if sum(level > 1 for level in hashes) < _SERIES:  # "# reboot" is what somebody types
        found = {at: one for at, one in found.items() if lines[at][0] != "#"}
    return found


def _underlined(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with a rule below; the kind of rule that comes first is the highest."""
    order: list[str] = []
    found = {}
    for at in range(len(lines) - 1):
        rule, line = _RULE.fullmatch(lines[at + 1]), lines[at]
        fits = rule and 2 < _width(line) <= _LONGEST and abs(len(rule.group()) - _width(line)) <= 2
        if not fits or not rule or not _is_free(lines, at, after=False) or _RULE.fullmatch(line):
            continue
        if rule.group(1) not in order:
            order.append(rule.group(1))
        found[at] = (1 + order.index(rule.group(1)), line)
        found[at + 1] = (0, "")
    return found


def _ruled(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with a long rule above and nothing or another one below; the kind of rule that comes first is the highest."""
    order: list[str] = []
    found = {}
    for at in range(1, len(lines)):
        rule = _RULE.fullmatch(lines[at - 1]) if lines[at] else None
        if not rule or len(rule.group()) < _LONG_RULE or (at > 1 and lines[at - 2]) or len(lines[at]) > _LONGEST:
            continue
        below = lines[at + 1] if at + 1 < len(lines) else ""
        title = _without_anchors(lines[at])
        if not title or _GAP.search(title) or title[-1] in ",;:，；：。" or (below and not _RULE.fullmatch(below)):
            continue
        if rule.group(1) not in order:
            order.append(rule.group(1))
        found[at] = (1 + order.index(rule.group(1)), title)
    return found


def _without_anchors(line: str) -> str:
    """A line without the marks beside its title; a number that is one stays before it."""
    fields = _GAP.split(line)
    kept = [one for one in fields if not all(_ANCHOR.fullmatch(word) for word in one.split())]
    number = _ANCHOR.fullmatch(fields[0])
    return f"{number[2]} {kept[0]}" if number and number[2][0].isdigit() and len(kept) == 1 else "\t".join(kept)


def _numbered(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles by their numbers, where sections (3.2) are numbered too: a list alone has one level.

    Lines that stand in a block of such lines are those of the contents.
    """
    found: dict[int, tuple[list[int], str]] = {}
    for at, line in enumerate(lines):
        hit = _DOTTED.fullmatch(line) if line[:1].isdigit() and _is_free(lines, at, after=True) else None
        named = None if hit or len(line) > _LONGEST or not _is_free(lines, at, after=True) else _COUNTED.fullmatch(line)
        if hit or named:
            found[at] = ([int(one) for one in (hit or named or [""])[1].split(".")], line)
    found = {at: one for at, one in found.items() if not _is_run(at, found, lines)}
    out = {at: (len(number), title) for at, (number, title) in _in_order(found).items()}
    inner = sum(level > 1 for level, _ in out.values())
    return {**out, **_appendices(lines, max(out))} if inner >= _SERIES and len(out) - inner >= 2 else {}


def _appendices(lines: Sequence[str], behind: int) -> dict[int, tuple[int, str]]:
    """Titles of appendices (A, A.1) behind the last chapter."""
    out: dict[int, tuple[int, str]] = {}
    letter = ""
    for at in range(behind + 1, len(lines)):
        line = lines[at]
        if len(line) > _LONGEST or not _is_free(lines, at, after=True):
            continue
        if opened := _APPENDIX.fullmatch(line):
            letter = opened.group(1).upper()
            out[at] = (1, line)
        elif (inner := _OF_APPENDIX.fullmatch(line)) and inner.group(1) == letter:
            out[at] = (1 + inner.group(2).count("."), line)
    return out


def _in_order(found: dict[int, tuple[list[int], str]]) -> dict[int, tuple[list[int], str]]:
    """Titles whose numbers go on: sections are those of the open chapter, items of lists open none."""
    worded = sum(not title[0].isdigit() for _, title in found.values()) >= _SERIES
    order = sorted(found)
    majors: list[int] = []  # of each title, the chapter of the next section
    for at in reversed(order):
        number = found[at][0]
        majors.append(number[0] if len(number) > 1 else majors[-1] if majors else 0)
    out = {}
    chapter = 0
    for at, major in zip(order, reversed(majors), strict=True):
        number, title = found[at]
        if len(number) > 1:
            fits = number[0] == chapter
        elif worded:
            fits = not title[0].isdigit()
        else:
            fits = (major == number[0] != chapter) or (number[0] == chapter + 1 and (major > number[0] or not major))
        if fits:
            chapter = number[0]
            out[at] = found[at]
    return out


def _is_run(at: int, found: dict[int, tuple[list[int], str]], lines: Sequence[str]) -> bool:
    """Whether a numbered line is followed by another one, and that by a third: contents, no text below."""
    following = [one for one in range(at + 1, min(len(lines), at + 6)) if lines[one]][:2]
    return len(following) == 2 and all(one in found for one in following)


def _is_free(lines: Sequence[str], at: int, *, after: bool) -> bool:
    """Whether nothing stands above a line, and with `after` nothing below."""
    above = at == 0 or not lines[at - 1] or lines[at - 1].startswith("[")
    return above and (not after or at + 1 == len(lines) or not lines[at + 1])


def _width(text: str) -> int:
    return sum(1 + (ord(char) > 0x2E7F) for char in text)


def _of_books(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    found: dict[int, tuple[int, int]] = {}  # line to (index of the pattern, level)
    listed: set[int] = set()  # lines that would be titles if they stood alone
    for at, line in enumerate(lines):
        if not line or len(line) > _LONGEST or line.endswith(("，", ",", "；", ";", "。", "？", "！")):
            continue
        alone = (at == 0 or not lines[at - 1]) and (at + 1 == len(lines) or not lines[at + 1])
        plain = line.strip("_* ")
        for index, (level, pattern) in enumerate(_HEADINGS):
            if pattern.fullmatch(plain):
                if index < _SURE - 1 or alone or _titled(lines, at):
                    found[at] = (index, level)
                else:
                    listed.add(at)
                break
    series = Counter(index for index, _ in found.values())
    named = sum(series[index] for index in range(_IN_SERIES[0]) if index not in _TITLES)
    kept = {
        at: (level, _single(lines[at].strip("_* ")))
        for at, (index, level) in found.items()
        if index not in _IN_SERIES or (series[index] >= _SERIES and named < _SERIES)
    }
    kept = _nested(kept, [at for at, (index, _) in found.items() if index == _PARTS])
    kept = joined_titles(lines, _scenes_below_acts(_without_running(kept)))
    return _without_contents(kept, listed, lines)


def _without_running(titles: dict[int, tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Titles without an act that is named again above each of its scenes."""
    out: dict[int, tuple[int, str]] = {}
    open_act = ""
    for at in sorted(titles):
        level, title = titles[at]
        act = _ACT.match(title) is not None
        out[at] = (0, "") if act and title == open_act else (level, title)
        open_act = title if act else open_act
    return out


def _scenes_below_acts(titles: dict[int, tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Titles of a play with its scenes, prologue and epilogue below its acts."""
    acts = {at for at, (_, title) in titles.items() if _ACT.match(title)}
    scenes = {at for at, (_, title) in titles.items() if _SCENE.match(title)}
    if len(acts) < 2 or not scenes:
        return titles
    return {at: (level + (at in scenes), title) for at, (level, title) in titles.items()}


def _nested(titles: dict[int, tuple[int, str]], parts: Sequence[int]) -> dict[int, tuple[int, str]]:
    """Titles with parts below books where a text has both, or books below parts: what comes first is above."""
    words = {at: re.sub(r"(?im)^.*?\b(part|book|volume)\b.*", r"\1", titles[at][1]).lower() for at in parts}
    order = list(dict.fromkeys(words[at] for at in sorted(words)))
    if len(order) < 2:
        return titles
    return {
        at: (1 + order.index(words[at]) if at in words else level + (level > 1) * (len(order) - 1), title)
        for at, (level, title) in titles.items()
    }


def _titled(lines: Sequence[str], at: int) -> bool:
    """Whether a heading stands after an empty line, its title perhaps on the next one."""
    return (at == 0 or not lines[at - 1]) and re.match(
        r"(?i)(?:chapter|letter|part|book|stave|session|lesson|lecture|canto|scene|act|tale)\b", lines[at]
    ) is not None


def _without_contents(
    titles: dict[int, tuple[int, str]], listed: set[int], lines: Sequence[str]
) -> dict[int, tuple[int, str]]:
    """Titles without those of a contents list: nothing stands below them, and they come again.

    The line that says “Contents” becomes a title, so that what is listed below it is told from the text.
    """
    order = [at for at in sorted(titles) if titles[at][1]]
    last = {_same(titles[at][1]): at for at in order}
    contents = set(_listed_again(titles, order, last, lines))
    for one, after in zip(order, [*order[1:], len(lines)], strict=False):
        below = [at for at in range(one + 1, after) if lines[at] and at not in titles]
        empty = all(at in listed for at in below)
        level = titles[after][0] if after in titles else 9
        if empty and level >= titles[one][0] and last[_same(titles[one][1])] > one:
            contents.add(one)
            contents.update(below)
    kept = {at: one for at, one in titles.items() if at not in contents}
    kept.update((at, (0, "")) for at in contents & listed)
    return _told_from_contents(kept, lines)


def _listed_again(
    titles: dict[int, tuple[int, str]], order: Sequence[int], last: dict[str, int], lines: Sequence[str]
) -> list[int]:
    """Titles below “Contents” that all come again behind them, whatever else the list says of each."""
    first = order[0] if order else 0
    at = next((at for at in range(len(lines[: first + _SERIES])) if CONTENTS.fullmatch(lines[at])), -1)
    below = [one for one in order if one > at]
    again = next((n for n, one in enumerate(below) if last[_same(titles[one][1])] == one), len(below))
    end = below[again] if again < len(below) else len(lines)
    fits = sum(len(line) for line in lines[at:end]) <= _LONGEST_CONTENTS
    return below[:again] if at >= 0 and again >= _SERIES and fits else []


def _told_from_contents(titles: dict[int, tuple[int, str]], lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with the line that says “Contents” before the first of them."""
    first = min((at for at, (_, title) in titles.items() if title), default=0)
    at = next((at for at in range(first) if CONTENTS.fullmatch(lines[at])), -1)
    held = [line for line in lines[at:first] if line]
    entries = sum(any(one.fullmatch(line) for one in (_DOTTED, _COUNTED, _OF_APPENDIX)) for line in held)
    if at < 0 or (sum(map(len, held)) > _LONGEST_CONTENTS and entries < _LISTED * len(held)):
        return titles
    return {**titles, at: (titles[first][0], lines[at])}


def _same(title: str) -> str:
    """What a title is counted by: its number where it has one (CHAPTER I), else its words."""
    low = re.sub(r"(?<![.…·\s])[.…·\s]++\d{1,4}$", "", title.lower())
    numbered = re.match(
        rf"(?:chapter|letter|canto|act|scene|stave|lecture|session|lesson|tale)\s+[\w-]+|第\s*{_NUMBER}\s*[章回节節]",
        low,
    )
    return re.sub(r"\W+", "", numbered.group() if numbered else low)


def _single(line: str) -> str:
    return re.sub(r"\s{2,}", " ", line)
