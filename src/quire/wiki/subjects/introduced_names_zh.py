"""Names by which a Chinese text brings somebody in: 王子服，莒之罗店人; 姓董，名闻; the life of 岑参 under his name.

A person of a tale or a life in classical Chinese is often named in full only once and called by one character from
there on (生, 参); that one sentence tells whose name it is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from quire.wiki.subjects.courtesy_names_zh import courtesy_names
from quire.wiki.subjects.name_evidence_zh import (
    DOUBTFUL_SURNAMES,
    NO_NAME,
    Pieces,
    given_name_score,
    is_role,
    is_short,
    surname_of,
    surnames,
    title_of,
)
from quire.wiki.tokenization import dictionary

__all__ = ["further_names", "introduced_names"]

_HAN = r"[\u3400-\u9fff]"
_START = r"(?:^|(?<=[。！？；：”」』\"]))"
_ORIGIN = re.compile(
    rf"{_START}({_HAN}{{2,4}})(?:者)?，(?:[名字号]{_HAN}{{1,3}}，)*({_HAN}{{1,7}})人也?(?=[，。；])",
    re.MULTILINE,
)
"""Somebody and where he is from."""
_NOT_FROM = re.compile(
    r"[有见无不为是与曰使令其吾我君这那的了]|.*[夫妇何圣主众家门道仙一二三四五数两小大先故美丽古良诗客世士他此某女男老贵贱愚中伊]$"
)
"""What stands before 人 and is no place: 其夫人, 此何人."""
_TITLED = re.compile(rf"^({_HAN}{{2,5}})$\n(?=({_HAN}{{1,4}}?)，)", re.MULTILINE)
"""A line that is a name, and how the one below begins."""
_ALONE = re.compile(rf"^({_HAN}{{2,4}})$", re.MULTILINE)
_FEWEST_IN_TALE = 3
"""Clauses that a name opens in the tale that it is the title of, at least."""
_OWN = re.compile(
    rf"姓({_HAN}{{1,2}})，?(?:单|双|小)?[名讳](?:一个|叫|唤|为)?({_HAN}{{1,2}}?)字?(?=[，。；：]|[字号表])"
)
_FURTHER = re.compile(rf"(?:，?(?:表|又|别|自)?[字号](?:曰|为|叫)?({_HAN}{{2,3}}))(?=[，。；])")
"""A further name right behind: 字善变, 号子成."""
_CALLED = re.compile(rf"(?:自号|(?<=[，。；又时因])号[为曰]?|自称|又称|[人世]称|谓之)({_HAN}{{2,5}}?)云?(?=[，。；])")
"""What somebody whose life is told calls himself or is called."""
_TEMPLE = re.compile(
    r"(?<![\u3400-\u9fff]祖)([高太世中睿玄肃代德顺宪穆敬宣懿僖昭仁英神哲徽钦孝光理度真成武]宗)(?!人|族|室|派)"
)
_FEWEST_RULER = 3
"""Times that a ruler's temple name stands in a text, at least."""
_RULER = re.compile(
    r"[秦晋齐鲁楚燕赵魏韩宋郑卫陈蔡吴越曹周梁]"
    r"([文武桓庄昭襄穆缪景平灵惠宣威成定哀悼简献孝怀顷康共恭厉幽懿釐僖闵湣隐烈敬元肃声安]{1,2}[公王侯])(?![子孙主爷])"
)
"""A ruler by his state and the name that he had after his death, which is group 1: 齐桓公."""
_FEWEST_ALONE, _WORST_OPENING = 2, -2.5
"""Times that a given name stands without its surname, at least, and how unlikely its characters may be."""
_LIFE = 1500
"""Characters of a life in which further names are told, at most."""
_COMMON = -14.0
"""Log probability of a word of the dictionary from which on it is none."""
_LONGEST = 2
"""Characters of a given name."""


def introduced_names(text: str) -> set[str]:
    """Full names of those whom the text brings in."""
    lives = dict(_lives(text))
    given = {*lives.values()}
    stated = {name for _, name, _, _ in courtesy_names(text) if surname_of(name) not in DOUBTFUL_SURNAMES}
    rulers = Counter(hit.group(1) for hit in _TEMPLE.finditer(text))
    rulers += Counter({name: _FEWEST_RULER if is_short(text) else text.count(name) for name in _state_rulers(text)})
    return {
        *lives,
        *({name for name in (*_origins(text), *stated) if _is_full_name(name)} - given),
        *(name for name, _ in (*_own_names(text), *_tales(text))),
        *_family_names(text),
        *(name for name, count in rulers.items() if count >= _FEWEST_RULER),
    }


def further_names(text: str) -> dict[str, list[str]]:
    """Full name to the given name by which a life goes on, and to the names that are told right behind the full one."""
    out: dict[str, list[str]] = {}
    for name, other in (
        *_lives(text),
        *_told_in_lives(text),
        *_tales(text),
        *_own_names(text),
        *_family_names(text).items(),
        *_state_rulers(text).items(),
    ):
        if len(other) > 1 and other != name and other not in out.setdefault(name, []):
            out[name].append(other)
    return out


def _origins(text: str) -> Iterator[str]:
    return (hit.group(1) for hit in _ORIGIN.finditer(text) if not _NOT_FROM.match(hit.group(2)))


def _lives(text: str) -> Iterator[tuple[str, str]]:
    return ((name, begins) for _, name, begins in _life_starts(text))


def _life_starts(text: str) -> Iterator[tuple[int, str, str]]:
    """Where the text of each life begins behind its subject, the subject's name and what it begins with."""
    for hit in _TITLED.finditer(text):
        name, begins = hit.groups()
        whole = begins == name and _is_full_name(name)
        given = surname_of(name) and name == surname_of(name) + begins
        titled = len(begins) > 1 and title_of(name) and name == begins + title_of(name)
        if whole or given or titled:
            yield hit.end() + 1 + len(begins), name, begins


def _tales(text: str) -> Iterator[tuple[str, str]]:
    """Titles of tales that are the name of somebody in them, each with what he is called there."""
    titles = [*_ALONE.finditer(text)]
    ends = [*(hit.start() for hit in titles[1:]), len(text)]
    for hit, end in zip(titles, ends, strict=False):
        name = hit.group(1)
        word = dictionary().get(name)
        if (word is not None and word.weight > _COMMON) or is_role(name):
            continue
        tail = name[len(surname_of(name)) :]
        for called in dict.fromkeys((name, tail)):
            opens = re.compile(rf"(?<!{_HAN}){called}")
            if len(called) > 1 and sum(1 for _ in opens.finditer(text, hit.end(), end)) >= _FEWEST_IN_TALE:
                yield name, called


def _told_in_lives(text: str) -> Iterator[tuple[str, str]]:
    """Names that a life tells of its subject."""
    lives = [*_life_starts(text)]
    ends = [*(start for start, _, _ in lives[1:]), len(text)]
    for (start, name, _), end in zip(lives, ends, strict=False):
        further = _FURTHER.match(text, start)
        if further:
            yield name, further.group(1)
        for called in _CALLED.finditer(text, start, min(end, start + _LIFE)):
            if not is_role(called.group(1)):
                yield name, called.group(1)


def _own_names(text: str) -> Iterator[tuple[str, str]]:
    for hit in _OWN.finditer(text):
        name = hit.group(1) + hit.group(2)
        if surname_of(name) == hit.group(1):
            yield name, ""
            further = _FURTHER.match(text, hit.end())
            if further:
                yield name, further.group(1)


def _state_rulers(text: str) -> dict[str, str]:
    """Rulers with their states, and what each is called without where no other state has one who is called so."""
    found = {hit.group(): hit.group(1) for hit in _RULER.finditer(text)}
    states = Counter(found.values())
    return {name: called if states[called] == 1 else "" for name, called in found.items()}


def _is_full_name(name: str) -> bool:
    """Whether a string is made as a surname with a given name, or with what names its bearer, and is no other word."""
    surname, word = surname_of(name), dictionary().get(name)
    other = word is not None and not word.tag.startswith("nr") and word.weight > _COMMON
    given = name[len(surname) :]
    made = 0 < len(given) <= _LONGEST or (surname not in DOUBTFUL_SURNAMES and bool(title_of(name)))
    return bool(surname) and made and not other and not is_role(name) and given != "姓"


def _family_names(text: str) -> dict[str, str]:
    """Full names of a short text with the given name, where only that surname stands before it, and it stands alone.

    The given name is no word, opens a clause, and its characters are those of names, or it stands twice with the
    surname and once so at the start of a clause: 夏揖山, 揖山.
    """
    if not is_short(text):
        return {}
    sure = "".join(one for one in surnames() - DOUBTFUL_SURNAMES if len(one) == 1)
    before: dict[str, Counter[str]] = defaultdict(Counter)
    for hit in re.finditer(rf"(?=([{sure}])({_HAN}{{2}}))", text):
        before[hit.group(2)][hit.group(1)] += 1
    pieces = Pieces(text)
    out = {}
    for given, found in before.items():
        alone = pieces.count(given) - found.total()
        word = dictionary().get(given)
        if len(found) > 1 or alone < _FEWEST_ALONE or (word is not None and not word.tag.startswith("nr")):
            continue
        surname, count = found.most_common(1)[0]
        if not NO_NAME.isdisjoint(given) or not re.search(rf"(?<!{_HAN}){given}", text):
            continue
        opens = count > 1 and re.search(rf"(?<!{_HAN}){surname}{given}", text)
        if given_name_score(given, pieces) > (_WORST_OPENING if opens else 0):
            out[surname + given] = given
    return out
