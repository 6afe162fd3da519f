"""Titles in plain text: the lines that head a chapter or section, and their levels.

Ways to mark them, tried in this order: light markup (“== Title”, a rule below the line), numbers (“3.2 Title”), a long
rule above the line, and the words of books (“Chapter I”, 第一回).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from quire.read.books.contents_list import CONTENTS

__all__ = ["joined_titles", "matter_lines", "title_lines"]

_NUMBER = "[0-9０-９〇零一二三四五六七八九十百千两○廿卅]+"
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last)"
_SCRIPT_START = 0x2E7F
"""Characters above are Chinese, Japanese or Korean and take two columns."""


def _any_of(*branches: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile("|".join(branches), flags)


_HEADINGS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, _any_of(rf"第\s*{_NUMBER}\s*[部卷篇編编集册冊](?:\s+.{{0,40}}|[：:·].{{0,40}})?")),
    (1, _any_of(rf"卷[之第]?{_NUMBER}(?:\s+.{{0,40}})?")),
    (
        2,
        _any_of(
            rf"(?:正文\s*)?第\s*{_NUMBER}\s*[章回讲講课課话話幕折](?:[\s：:·、.].{{0,60}}|.{{0,24}})?",
            rf"第\s*{_NUMBER}\s*[出齣](?:[\s：:·、.].{{0,40}})?",
        ),
    ),
    (
        2,
        _any_of(
            r"(?:序|序言|序章|序幕|前言|引言|引子|楔子|自序|后记|後記|尾声|尾聲|终章|終章|大结局|跋|结语|結語"
            r"|番外.{0,20}|附录.{0,20}|附錄.{0,20})"
        ),
    ),
    (
        3,
        _any_of(
            rf"第\s*{_NUMBER}\s*[节節](?:[\s：:·].{{0,40}}|.{{0,20}})?",
            rf"第\s*{_NUMBER}\s*[场場](?:[\s：:·].{{0,40}})?",
        ),
    ),
    (
        1,
        _any_of(
            r"(?:PART|BOOK|VOLUME)\s+"
            rf"(?:[IVXLC]+|\d+|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|(?:THE\s+)?{_ORDINAL})\b[.:]?.{{0,60}}",
            rf"THE\s+{_ORDINAL}\s+(?:PART|BOOK|VOLUME)\b.{{0,40}}",
            flags=re.IGNORECASE,
        ),
    ),
    (
        2,
        _any_of(
            r"(?!SCENE\s(?!\s*[IVXLC\d]+\b))"
            r"(?:CHAPTER|LETTER|CANTO|SCENE|ACT|LECTURE|STAVE|LESSON|SESSION|TALE|FABLE)\s+"
            r"(?:[IVXLC]+|\d+|THE\s+\w+|[A-Z][a-z]+(?:[- ][A-Za-z]+)?)\b(?:(?!\s(?-i:[a-z]))[.:—–-]?\s?.{0,70})?",
            flags=re.IGNORECASE,
        ),
    ),
    (
        2,
        _any_of(
            r"(?:PREFACE|INTRODUCTION|PROLOGUE|EPILOGUE|FOREWORD|AFTERWORD|CONCLUSION|APPENDIX(?:\s\w+)?|GLOSSARY|INDEX)"
            r"[.:]?",
            flags=re.IGNORECASE,
        ),
    ),
    (2, _any_of(rf"[\u4e00-\u9fff]{{1,10}}第{_NUMBER}[章篇卷]?")),
    (2, _any_of(r"[IVXLC]{1,7}\.\s+[A-Z][^a-z]{2,60}")),
    (
        2,
        _any_of(
            r"[一二三四五六七八九十百]{1,4}(?:、[^，。！？]{1,24})?",
            r"[（(][一二三四五六七八九十百]{1,4}[)）][^，。！？]{0,24}",
        ),
    ),
    (2, _any_of(r"(?:[IVXLC]{1,7}|\d{1,3})\.?")),
)
"""Level and pattern of each kind of heading of a book, the surest first."""

_SURE = 6
"""The first so many of `_HEADINGS` are headings wherever they are alone on a line; the last ones need a series."""
_IN_SERIES = (len(_HEADINGS) - 4, len(_HEADINGS) - 3, len(_HEADINGS) - 2, len(_HEADINGS) - 1)
"""Titles that end in their number, as those of the classics do (学而第一), numerals with a title in capitals, Chinese
numerals, and bare numerals."""
_TITLES = {3, len(_HEADINGS) - 5}
"""Prefaces and the like, which do not imply that the chapters have names."""
_PARTS = 5
"""The index of parts, books and volumes in `_HEADINGS`."""
_BARE = re.compile(
    r"(?:(?:CHAPTER|LETTER|CANTO|LECTURE|STAVE|PART|BOOK|VOLUME)\s+\S+(?:\s+\S+)?|[IVXLC]{1,7}|\d{1,3}"
    rf"|第\s*{_NUMBER}\s*[章回节節卷部])[.:]?",
    re.IGNORECASE,
)

_ACT = re.compile(rf"ACT\s|第\s*{_NUMBER}\s*幕", re.IGNORECASE)
_SCENE = re.compile(rf"SCENE\s|第\s*{_NUMBER}\s*[场場]", re.IGNORECASE)

_SMALL = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "that", "the", "to", "with"}
)
"""Words that titles write in small letters."""

_LONGEST = 80
"""Characters of a title."""
_LONGEST_NAME, _LONGEST_CJK_NAME = 60, 20
"""Characters of a chapter's name on the line below its number."""
_CAPITALISED = 0.75
"""Share of the words of such a name that begin with a capital letter."""
_NEARLY_ALL = 0.9
"""Share of the numbers of chapters with a short line of their own below, from which on these lines are names."""
_SERIES = 3
"""Titles of one kind that make a series."""
_PAIR = 2
"""Titles, the least number that can be compared."""
_RULE_TOLERANCE = 2
"""Columns by which a rule below a title may be longer or shorter than the title."""
_SHORTEST = 3
"""Columns of a title with a rule below."""
_LONGEST_CONTENTS = 15_000
"""Characters below “Contents” up to the next title; beyond, it is not a list."""

_LISTED = 0.6
"""Share of the lines below “Contents” that are numbered titles, in a longer list."""

_MARKED = re.compile(r"(={1,5}|#{1,5})\s+(\S.{0,78}?)(?:\s+\1)?")
_RULE = re.compile(r"([=*~^\"#-])\1{2,}")
_LONG_RULE = 20
"""Characters of a rule above a title: shorter ones separate paragraphs."""
_GAP = re.compile(r"\t+| {2,}")
_ANCHOR = re.compile(r"([*|<\[])([^\s*|]+)[*|>\]]")
"""An anchor beside a title, to which other places of the text refer."""
_DOTTED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})[.:]?\s+(?=[A-Z\u3400-\u9fff`\"])(?!.{0,75}[,;，；。]$).{2,76}")


_COUNTED = re.compile(
    r"(?:第\s*(?=\d{1,2}\s*章)|章\s*(?=\d)|chapter\s+)(\d{1,2})(?:\s*章)?(?:[\s.:：].{1,60})?", re.IGNORECASE
)
_APPENDIX = re.compile(r"(?:appendix|附\s*[录錄])\s*([A-Z])[.:：]?\s+\S.{1,60}", re.IGNORECASE)
_OF_APPENDIX = re.compile(r"([A-Z])((?:\.\d{1,2}){1,3})\.?\s+(?=\S)(?!.{0,75}[,;，；。]$).{2,76}")


_MATTER = re.compile(
    r"(?:the\s)?(?:\w+[’']s?\s|general\s)?(?:preface|foreword|introduction|prologue|epilogue|afterword|conclusion"
    r"|appendix|appendices|glossary|bibliography)(?:\sto\sth(?:e|is)\s(?:\w+\s){0,2}(?:book|reader|edition))?"
    r"(?:[:.]\s.{1,60})?[.:]?"
    r"|about the authors?|further reading"
    r"|(?:[译譯作著编編]者|推荐|推薦)?(?:自?序|序言|[前引导導]言|导读|導讀|[后後][记記]|尾[声聲]|跋|[结結][语語]|附[录錄])",
    re.IGNORECASE,
)
"""How the parts of a book before and behind its chapters are called."""


def matter_lines(lines: Sequence[str]) -> set[int]:
    """Lines that stand alone, and once, with the name of a preface, an appendix or the like."""
    found: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if line and len(line) <= _LONGEST and _MATTER.fullmatch(line) and _is_free(lines, at, after=True):
            found.setdefault(line.lower().rstrip(".:"), []).append(at)
    return {places[0] for places in found.values() if len(places) == 1}


def title_lines(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Line number to level and title, of a text without its list of contents."""
    for way in (_marked, _underlined, _numbered, _ruled):
        found = way(lines)
        if sum(bool(title) for _, title in found.values()) >= _SERIES:
            return _with_contents_line(found, lines)
    return _of_books(lines)


def joined_titles(lines: Sequence[str], titles: dict[int, tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Titles joined with the names below their numbers: “CHAPTER I.” and “Down the Rabbit-Hole” are one title.

    Only if most numbers have such a line, nearly all where it may be written like a sentence; the joined lines are
    included with an empty title.
    """
    bare = [at for at, (_, title) in titles.items() if _BARE.fullmatch(title)]
    named, short = (
        {at: after for at in bare if (after := _name_below(lines, at, titled=titled)) and after not in titles}
        for titled in (True, False)
    )
    distinct = {lines[after] for after in (short | named).values()}
    named = short | named if len(distinct) >= _NEARLY_ALL * len(bare) else named
    if len(named) < _SERIES or 2 * len(named) < len(bare):
        return titles
    out = dict(titles)
    for at, after in named.items():
        level, title = titles[at]
        out[at] = (level, f"{title} {lines[after]}")
        out[after] = (level, "")
    return out


def _name_below(lines: Sequence[str], at: int, *, titled: bool) -> int:
    """The line with the name of the chapter whose number is on line `at`; 0 for none.

    `titled`: it is written like a title, not merely a short line alone.
    """
    after = at + 1
    if after < len(lines) and not lines[after]:
        after += 1
    if after >= len(lines) or not (line := lines[after]) or len(line) > _LONGEST_NAME:
        return 0
    if ord(line[0]) > _SCRIPT_START:
        return after if len(line) <= _LONGEST_CJK_NAME and not re.search(r"[，。！？：；“”…」]", line) else 0
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*", line) if word not in _SMALL]
    alone = after + 1 >= len(lines) or not lines[after + 1]
    is_name = not titled or sum(word[0].isupper() for word in words) >= _CAPITALISED * len(words)
    return after if alone and words and is_name and not re.search(r"[\"“”,;:]$|[.?!]['\"”]$|^[\"“]", line) else 0


def _marked(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with markup signs before them; the length of the signs is the level."""
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
    if sum(level > 1 for level in hashes) < _SERIES:  # "# reboot" is a shell command
        found = {at: one for at, one in found.items() if lines[at][0] != "#"}
    return found


def _underlined(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with a rule below, or between two like rules; the first kind is the highest level."""
    order: list[str] = []
    found = {}
    for at in range(len(lines) - 1):
        rule, line = _RULE.fullmatch(lines[at + 1]), lines[at]
        fits = (
            rule and _SHORTEST <= _width(line) <= _LONGEST and abs(len(rule.group()) - _width(line)) <= _RULE_TOLERANCE
        )
        between = at > 0 and lines[at - 1] == lines[at + 1]
        if not fits or not rule or not _is_free(lines, at - between, after=False) or _RULE.fullmatch(line):
            continue
        kind = rule.group(1) * (1 + between)
        if kind not in order:
            order.append(kind)
        found[at] = (1 + order.index(kind), line)
        found |= dict.fromkeys((at - 1, at + 1) if between else (at + 1,), (0, ""))
    return found


def _ruled(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with a long rule above and nothing or another rule below; the first kind of rule is the highest level."""
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
    """A line without the anchors beside its title; an anchor that is a number stays before it."""
    fields = _GAP.split(line)
    kept = [one for one in fields if not all(_ANCHOR.fullmatch(word) for word in one.split())]
    number = _ANCHOR.fullmatch(fields[0])
    return f"{number[2]} {kept[0]}" if number and number[2][0].isdigit() and len(kept) == 1 else "\t".join(kept)


def _numbered(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles by their numbers, if sections (3.2) are numbered, too: a list has one level only.

    Numbered lines in a block belong to the contents.
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
    return {**out, **_appendices(lines, max(out))} if inner >= _SERIES and len(out) - inner >= _PAIR else {}


def _appendices(lines: Sequence[str], behind: int) -> dict[int, tuple[int, str]]:
    """Titles of appendices (A, A.1) after the last chapter."""
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
    """Titles with consecutive numbers: sections belong to the open chapter; list items open none."""
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
    """Whether a numbered line is followed by two more: contents, without text below."""
    following = [one for one in range(at + 1, min(len(lines), at + 6)) if lines[one]][:_PAIR]
    return len(following) == _PAIR and all(one in found for one in following)


def _is_free(lines: Sequence[str], at: int, *, after: bool) -> bool:
    """Whether the line above is empty, and with `after` also the line below."""
    above = at == 0 or not lines[at - 1] or lines[at - 1].startswith("[")
    return above and (not after or at + 1 == len(lines) or not lines[at + 1])


def _width(text: str) -> int:
    return sum(1 + (ord(char) > _SCRIPT_START) for char in text)


def _of_books(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    found: dict[int, tuple[int, int]] = {}  # line to (index of the pattern, level)
    for at, line in enumerate(lines):
        if not line or len(line) > _LONGEST or line.endswith(("，", ",", "；", ";", "。", "？", "！")):
            continue
        alone = (at == 0 or not lines[at - 1]) and (at + 1 == len(lines) or not lines[at + 1])
        plain = line.strip("_* ")
        for index, (level, pattern) in enumerate(_HEADINGS):
            if pattern.fullmatch(plain):
                if index < _SURE - 1 or alone or _titled(lines, at):
                    found[at] = (index, level)
                break
    series = Counter(index for index, _ in found.values())
    named = sum(series[index] for index in range(_IN_SERIES[0]) if index not in _TITLES)
    kept = {
        at: (level, _single(lines[at].strip("_* ")))
        for at, (index, level) in found.items()
        if index not in _IN_SERIES or (series[index] >= _SERIES and named < _SERIES)
    }
    kept = _nested(kept, [at for at, (index, _) in found.items() if index == _PARTS])
    return _with_contents_line(joined_titles(lines, _scenes_below_acts(_without_running(kept))), lines)


def _without_running(titles: dict[int, tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Titles without the repetition of an act above each of its scenes."""
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
    if len(acts) < _PAIR or not scenes:
        return titles
    return {at: (level + (at in scenes), title) for at, (level, title) in titles.items()}


def _nested(titles: dict[int, tuple[int, str]], parts: Sequence[int]) -> dict[int, tuple[int, str]]:
    """Titles with parts below books if a text has both, or books below parts: the first kind is above."""
    words = {at: re.sub(r"(?im)^.*?\b(part|book|volume)\b.*", r"\1", titles[at][1]).lower() for at in parts}
    order = list(dict.fromkeys(words[at] for at in sorted(words)))
    if len(order) < _PAIR:
        return titles
    return {
        at: (1 + order.index(words[at]) if at in words else level + (level > 1) * (len(order) - 1), title)
        for at, (level, title) in titles.items()
    }


def _titled(lines: Sequence[str], at: int) -> bool:
    """Whether a heading follows an empty line; its title may be on the next one."""
    return (at == 0 or not lines[at - 1]) and re.match(
        r"(?i)(?:chapter|letter|part|book|stave|session|lesson|lecture|canto|scene|act|tale)\b", lines[at]
    ) is not None


def _with_contents_line(titles: dict[int, tuple[int, str]], lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Titles with the line “Contents” before the first of them."""
    first = min((at for at, (_, title) in titles.items() if title), default=0)
    at = next((at for at in range(first) if CONTENTS.fullmatch(lines[at])), -1)
    held = [line for line in lines[at:first] if line]
    entries = sum(any(one.fullmatch(line) for one in (_DOTTED, _COUNTED, _OF_APPENDIX)) for line in held)
    if at < 0 or (sum(map(len, held)) > _LONGEST_CONTENTS and entries < _LISTED * len(held)):
        return titles
    return {**titles, at: (titles[first][0], lines[at])}


def _single(line: str) -> str:
    return re.sub(r"\s{2,}", " ", line)
