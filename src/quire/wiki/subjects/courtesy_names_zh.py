"""Other names of persons in Chinese books: courtesy names (字), by-names (号, 小字, 绰号), ranks of one person.

Each is taken only where the book says whose it is, or where it stands beside one person in nearly all cases.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_evidence_zh import given_of, is_role, surname_of
from quire.wiki.tokenization import dictionary

__all__ = ["appositions", "by_names", "courtesy_names", "ranks", "rulers_names", "stated_courtesy_names"]

_TITLES = frozenset(word_list("zh", "titles"))
_HAN = r"[\u3400-\u9fff]"
_STYLE = re.compile(rf"字({_HAN}{{2}})(?=[，。；：、！？”之者])")
_HEADS = (
    re.compile(rf"姓({_HAN}{{1,2}})，?(?:单|双)?[名讳]({_HAN}{{1,2}})，?(?:表|取)?$"),
    re.compile(rf"(?:(?:^|[，。；：、“子女男侄者]|次|长|改)名|讳)({_HAN}{{1,2}})，?(?:表|取)?$"),
    re.compile(rf"({_HAN}{{2,6}})，?(?:表|取)?$"),
    re.compile(rf"(?:^|[，。；：！？“”\n])({_HAN})，?$"),
)
_RULED = re.compile(
    rf"(?:^|[。\s]|第[一二三四五六七八九十]{{1,3}})({_HAN}{{2,5}}?)，?(?:{_HAN}{{2,10}}人也?，)?"
    rf"(?:姓({_HAN}{{1,2}})，?)?讳({_HAN}{{1,2}})，",
    re.MULTILINE,
)
"""How a history opens the life of a ruler."""
_FURTHER = re.compile(
    rf"(?:[，：；。]|为因{_HAN}{{2,6}}，)*(?:道号|自号|别号|号|小字|乳名|小名|更名|化名|绰号|诨名|诨号|外号)(?:为|叫"
    rf"|曰)?[“「『]?({_HAN}{{2,5}}?)"
    r"(?P<rank>先生|居士|道人|上人|山人|真人)?(?=[，。；：！？”」』])"
)
_CALLED = re.compile(
    rf"(?:绰号|诨名|诨号|外号|小字|乳名|小名|道号|人称|(?:皆|都|尽)?(?:呼|称)(?:他|之)?(?:为|做"
    rf"|作))[“「『]?({_HAN}{{2,5}}?)(?=[，。；：！？”」』])"
)
_BORN = re.compile(rf"生({_HAN}{{1,2}})，(?:小字|乳名|小名)({_HAN}{{2}})(?=[，。；：！？])")
_SOMEBODY = re.compile(r"姓|有一|[生产產孕]")
"""Between a name and a by-name: somebody else may be meant, a child or a man who is brought in."""

_NAMED = re.compile(rf"(?:呼|称|唤)({_HAN}{{2,4}}?)[为做作][“「『]({_HAN}{{2,5}})[”」』]")
_INVESTED = re.compile(rf"(?:封|拜|赠)({_HAN}{{2,4}}?)为({_HAN}{{1,4}}侯)(?![之爵])")
_COMMON_RANKS = frozenset({"关内侯", "亭侯", "乡侯", "县侯", "列侯", "通侯", "诸侯"})
_APPOSED = re.compile(r"(?:侯|帝|主|皇叔|夫人|大王|郎君|公公|妈妈|姐姐|大师|禅师)")
_ANYBODY = frozenset("故旧舊吾汝人明圣聖新我此其老小大众眾二两兩三诸諸各其某为為是见見知言报報问問")
"""First characters of what is no rank of one person: 故主, 小夫人, 知魏主."""

_OPENING = re.compile(rf"(?<!{_HAN})({_HAN}{{4,10}})")
_SHORTEST_BY_NAME, _LONGEST_BY_NAME = 3, 4
_KNOWN_WORD = -13.0
"""Log probability of a word of the dictionary from which on it is no by-name."""
_APPOSED_SHARE = 0.15
"""Share of the mentions of a by-name that stand right before the name of its bearer, at least."""
_VERBAL = frozenset(
    "的了着在是有不与與也乃便又却已即只会要我你他她它这那什么没很就还给对们个些见说道问叫听向将把被同姓名"
)
"""Characters that no by-name has."""
_JOINING = frozenset("和跟同与與带帶从從到")
"""Characters at the end of what stands before a name and is no by-name: 王海和孙刚."""
_OPENERS = frozenset({"c", "p"})
"""Tags of the words that open a clause and no by-name: 因为陈雯雯."""

_CHANGED = re.compile(rf"(?=字({_HAN}{{2}})，?后(?:来)?改(?:名|字)?({_HAN}{{2}})[，。])")

_SURE = 0.9
_SENTENCE = re.compile(r"[。！？；\n“”]")
_FAMILY = 80
"""Characters before a given name in which its family is told."""

_NEAR = 300
"""Characters around a mention of one's given name in which the full name is looked for."""


_FEWEST_BY_NAME = 2
"""Times that a by-name stands in the text, at least."""

_FEWEST_BEFORE, _FEWEST_RANK = 2, 4
"""Times that a rank stands right before names, and in the text at all, at least."""


def courtesy_names(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Every statement of a courtesy name: (place, full name or "", given name or "", courtesy name)."""
    for hit in _STYLE.finditer(text):
        left = text[max(0, hit.start() - 14) : hit.start()]
        for at, pattern in enumerate(_HEADS):
            head = pattern.search(left)
            if head and at == 0:
                yield hit.start(), head.group(1) + head.group(2), "", hit.group(1)
            elif head and at in {1, 3}:
                yield hit.start(), "", head.group(1), hit.group(1)
            elif head and surname_of(head.group(1)[-3:]) + surname_of(head.group(1)[-2:]):
                yield hit.start(), head.group(1), "", hit.group(1)
            else:
                continue
            break


def stated_courtesy_names(text: str, names: Mapping[str, int]) -> dict[str, list[str]]:
    """Full name to courtesy names and by-names that the book states; a name said of two persons is left out."""
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    by_given = _by_given(names)
    changed = _changed(text)
    for place, full, given, style in courtesy_names(text):
        bearer = _tail(full, names) if full else _bearer(by_given.get(given, ()), names, text, place)
        if not bearer:
            continue
        style_now = changed.get(style, style)
        owners[style_now][bearer] += 1
        owners[surname_of(bearer) + style_now][bearer] += (
            len(surname_of(bearer)) and surname_of(bearer) + style_now in text
        )
        further = _FURTHER.match(text, place + 1 + len(style))
        if further:
            owners[further.group(1)][bearer] += 1
            if further.group("rank"):
                owners[further.group(1) + further.group("rank")][bearer] += 1
    return _single(owners)


def rulers_names(text: str, names: Mapping[str, int]) -> dict[str, list[str]]:
    """Full name to what histories call a ruler whose name they tell: 先主姓刘，讳备; 文皇帝讳丕."""
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    by_given = _by_given(names)
    for hit in _RULED.finditer(text):
        called, family, given = hit.groups()
        whole = f"{family}{given}" if family else ""
        alike = by_given.get(given, ())
        only = alike[0] if len(alike) == 1 and not family else ""
        bearer = whole if whole in names else only or _bearer(alike, names, text, hit.end())
        if bearer:
            short = called.removesuffix("皇帝")
            forms = {called, f"{short[-1:]}帝", short[:2]} if short != called else {called}
            for form in forms:
                owners[form][bearer] += len(form) > 1
    return _single({name: found for name, found in owners.items() if text.count(name) >= _FEWEST_RANK})


def by_names(text: str, names: Mapping[str, int]) -> dict[str, list[str]]:
    """Full name to what people call its bearer, where one sentence names only him: 绰号花和尚, 呼孙策为“小霸王”."""
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    for hit in _NAMED.finditer(text):
        if hit.group(1) in names:
            owners[hit.group(2)][hit.group(1)] += 1
    for hit in _CALLED.finditer(text):
        before = _SENTENCE.split(text[max(0, hit.start() - 40) : hit.start()])[-1]
        named = {name for name in names if name in before}
        named = {one for one in named if not any(one != other and one in other for other in named)}
        if len(named) == 1 and hit.group(1) not in names and not _SOMEBODY.search(before):
            owners[hit.group(1)][named.pop()] += 1
    for hit in _BORN.finditer(text):
        bearer = _bearer(_by_given(names).get(hit.group(1), ()), names, text, hit.start())
        if bearer:
            owners[hit.group(2)][bearer] += 1
    for hit in _INVESTED.finditer(text):
        if hit.group(1) in names and hit.group(2) not in _COMMON_RANKS:
            owners[hit.group(2)][hit.group(1)] += 1
    return _single({name: found for name, found in owners.items() if text.count(name) >= _FEWEST_BY_NAME})


def ranks(text: str, groups: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Full name to ranks that stand right before it and before nobody else: 温侯吕布, 后主刘禅."""
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    bearer = {name: full for full, names in groups.items() for name in names if len(name) > 1}
    for hit in _APPOSED.finditer(text):
        after = (text[hit.end() : hit.end() + size] for size in (4, 3, 2))
        named = next((bearer[name] for name in after if name in bearer), "")
        left = re.search(rf"{_HAN}{{0,4}}$", text[max(0, hit.end() - 4) : hit.end()])
        run = left.group() if left and named else ""
        for size in range(2, len(run) + 1):
            owners[run[-size:]][named] += 1
    plain = {
        name
        for name, found in owners.items()
        if name in _TITLES
        or name[0] in _ANYBODY
        or found.total() < _FEWEST_BEFORE
        or text.count(name) < _FEWEST_RANK
        or _shared(name, owners)
    }
    shorter = {
        one
        for one in owners
        for other in owners
        if other.endswith(one) and other != one and owners[other].total() >= 0.7 * owners[one].total()
    }
    return _single({name: found for name, found in owners.items() if name not in plain | shorter}, sure=_SURE)


def appositions(text: str, groups: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Full name to what stands between the start of a clause and it, before it alone: 锦毛鼠白玉堂, 黑妖狐智化."""
    bearer = {name: full for full, names in groups.items() for name in names if len(name) > 1}
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    for hit in _OPENING.finditer(text):
        run = hit.group(1)
        for size in range(_SHORTEST_BY_NAME, min(_LONGEST_BY_NAME, len(run) - 2) + 1):
            ends = (run[size : size + length] for length in (4, 3, 2))
            named = next((bearer[one] for one in ends if one in bearer), "")
            if named:
                owners[run[:size]][named] += 1
                break
    plain = {
        name
        for name, found in owners.items()
        if name in bearer
        or found.total() < _FEWEST_BEFORE
        or text.count(name) < _FEWEST_RANK
        or found.total() < _APPOSED_SHARE * text.count(name)
        or _is_word(name)
        or is_role(name)
        or is_role(name[-2:])
        or not set(name).isdisjoint(_VERBAL)
        or name[-1] in _JOINING
        or ((entry := dictionary().get(name[:2])) is not None and entry.tag in _OPENERS)
    }
    return _single({name: found for name, found in owners.items() if name not in plain}, sure=_SURE)


def _is_word(name: str) -> bool:
    entry = dictionary().get(name)
    return entry is not None and not entry.tag.startswith("nr") and entry.weight > _KNOWN_WORD


def _shared(name: str, owners: Mapping[str, Counter[str]]) -> bool:
    """Whether the end of a rank is one of several persons: 魏主 in 知魏主."""
    ends = (owners[name[at:]] for at in range(1, len(name) - 1) if name[at:] in owners)
    return any(found.most_common(1)[0][1] < _SURE * found.total() for found in ends)


def _single(owners: Mapping[str, Counter[str]], sure: float = 0.75) -> dict[str, list[str]]:
    out: dict[str, list[str]] = defaultdict(list)
    for name, found in sorted(owners.items()):
        best, count = found.most_common(1)[0]
        if count and count >= sure * found.total() and name != best:
            out[best].append(name)
    return out


def _changed(text: str) -> dict[str, str]:
    """Courtesy names that were changed later, to those that are used ("字长生，后改云长")."""
    out: dict[str, str] = {}
    for hit in _CHANGED.finditer(text):
        out.setdefault(hit.group(1), hit.group(2))
    return out


def _tail(text: str, names: Mapping[str, int]) -> str:
    """The name at the end of a run: the longest that is known, else what begins with a surname."""
    for size in (4, 3, 2):
        if len(text) >= size and text[-size:] in names:
            return text[-size:]
    for size in (4, 3, 2):
        if len(text) == size and surname_of(text):
            return text
    return ""


def _by_given(names: Iterable[str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = defaultdict(list)
    for name in names:
        out[given_of(name) if surname_of(name) else name[1:]].append(name)
    return out


def _bearer(bearers: Iterable[str], names: Mapping[str, int], text: str, place: int) -> str:
    """Whose given name stands at a place: the bearer who is named nearest before it.

    Nobody named there: the one whose family is (长子名策), or the best known of them by far.
    """
    ranked = sorted(bearers, key=lambda one: (-names[one], one))
    if not ranked:
        return ""
    before = text[max(0, place - _NEAR) : place]
    near = {name: before.rfind(name) for name in ranked}
    best = max(ranked, key=lambda one: near[one])
    if near[best] >= 0:
        return best
    told = text[max(0, place - _FAMILY) : place]
    related = [name for name in ranked if surname_of(name) and surname_of(name) in told]
    return related[0] if len(related) == 1 or (related and names[related[0]] > 4 * names[related[1]]) else ""
