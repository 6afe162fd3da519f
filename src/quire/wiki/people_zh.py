"""Persons and places of a Chinese story or history.

Persons are found by their surname and what stands around it, and in the dictionary; a courtesy name (字) is joined
to its bearer where the book says it, with the surname before it too. No name has one character; one of two
characters counts only when the book uses it as a name.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

from quire.wiki.book import Book
from quire.wiki.candidates import Candidate
from quire.wiki.sentences import Sentence
from quire.wiki.words import Segmenter, dictionary, lexicon

__all__ = ["people"]

_SAID = "曰道說说问問答笑怒叫喝骂罵哭叹嘆喊谓謂令命引率领領见見闻聞听聽知欲乃亦遂大来來至入出回归歸往奔走死降拜谢謝起坐拔提挺拍纵縱飞飛斩斬杀殺败敗追想看站点點摇搖低抬望把将將便却卻又也忙急心自身手"
_BEFORE = "，。！？；：、“”「」『』\n与與和同被见見请請令命使遣教告谓謂问問引并幷及是遇杀殺斩斬擒救助唤喚叫拜给給跟对對向说說道"
_STYLED = re.compile(
    r"(?:姓(?P<family>[\u3400-\u9fff]{1,2})，?名(?P<given>[\u3400-\u9fff]{1,2})|(?P<full>[\u3400-\u9fff]{1,4}))，?(?:表)?字(?P<style>[\u3400-\u9fff]{2})(?=[，。；：、！？之者])"
)
_TITLES = (
    "皇叔",
    "丞相",
    "太师",
    "将军",
    "先生",
    "太守",
    "公子",
    "员外",
    "郎",
    "公",
    "侯",
    "道长",
    "师父",
    "大人",
    "老爷",
    "长老",
    "行者",
    "大王",
    "头领",
    "都头",
    "教头",
    "提辖",
    "都督",
    "军师",
    "老师",
    "医生",
    "司徒",
    "校长",
    "主任",
    "队长",
    "经理",
    "教授",
)
_WOMEN = ("夫人", "太太", "小姐", "姑娘", "奶奶", "氏")
"""After a surname these name a woman of that family, somebody of her own."""

_NO_GIVEN = frozenset(
    "曰道说說的了着在是不有无無之其而于於以与與人也者将將军軍兵马馬等上下中大小此乃问問见見听聽从從自言足可欲必因到用闻聞谓謂皆既他她它何便杀殺赶未叫笑扶推押入出来來去回"
    "引领領率令命教被把为為使则則又再亦都却已即遂只如若所能会會要吾我你汝彼主帝后公王这這那么什没很就还還给給对對时時候里裡个個们們些样樣得想看"
)
"""Characters that hardly ever stand in a given name, and often after a character that is also a surname."""

_DOUBTFUL = frozenset(
    "何公权權后後余任从從方尚须須言安高齐齊弓文于於和同时時都能应應路连連左边邊顾顧闻聞幸莫屈施谢謝谈談冷祖宗红紅明那有别万向连常平成关包解计相和国广又游查年福经应云水"
)
"""Surnames that are mostly other words."""

_DIRECTIONS = re.compile(r"[东西南北東中上下前后後]{1,2}[门門方边邊面]?|[山土大小水敌相]\w|四[海方]")
_AFTER_PLACE = re.compile(r"(?:在|到|至|往|入|出|離|离|回|攻|守|取|赴|奔|投|居|镇|過|过|据|屯|屯于|于|自|從|从)$")


def people(book: Book, sentences: Sequence[Sentence], most: int) -> list[Candidate]:
    """Persons and places, those that are named most first."""
    text = "\n".join(one.text for one in sentences)
    names = _names(text)
    joined = _joined(text, names)
    segmenter = Segmenter([name for one in joined for name in one])
    counts: Counter[str] = Counter()
    spread: dict[str, set[str]] = defaultdict(set)
    placed: Counter[str] = Counter()
    for one in sentences:
        words = segmenter.cut(one.text)
        for before, word in zip(["", *words], words, strict=False):
            if len(word) > 1:
                counts[word] += 1
                spread[word].add(book.passages[one.passage].chapter)
                placed[word] += bool(_AFTER_PLACE.search(before))
    out = _persons(joined, counts)
    taken = {name for one in out for name in one.names}
    for word, count in sorted(counts.items()):
        if word not in taken and count >= 4 and _is_place(word, count, placed[word]):
            out.append(Candidate(word, "place", math.log1p(count) - 0.3, [], ["frequency"]))
    out.sort(key=lambda one: (-one.score, one.title))
    return out[: max(40, most)]


@cache
def _surnames() -> frozenset[str]:
    found: set[str] = set()
    for line in lexicon("surnames.zh.txt"):
        found.update(line.split() if " " in line else line)
    return frozenset(found)


@cache
def _no_names() -> frozenset[str]:
    return frozenset(word for line in lexicon("no_names.zh.txt") for word in line.split())


def _surname(name: str) -> str:
    """The surname a name begins with; "" when it begins with none."""
    return name[:2] if name[:2] in _surnames() and len(name) > 2 else name[:1] if name[:1] in _surnames() else ""


def _names(text: str) -> Counter[str]:
    """Full names with their counts: a surname and one or two characters that stand free like a name."""
    found: Counter[str] = Counter()
    acted: Counter[str] = Counter()
    after: dict[str, Counter[str]] = defaultdict(Counter)
    ahead: dict[str, Counter[str]] = defaultdict(Counter)
    surnames = _surnames()
    for run in re.finditer(r"[\u3400-\u9fff]+", text):
        piece = run.group()
        for at in range(len(piece)):
            long = 2 if piece[at : at + 2] in surnames else 1 if piece[at] in surnames else 0
            if not long:
                continue
            left = piece[at - 1] if at else "，"
            for size in (1, 2):
                name = piece[at : at + long + size]
                if len(name) < long + size:
                    break
                right = piece[at + long + size] if at + long + size < len(piece) else "，"
                found[name] += 1
                after[name][right] += 1
                ahead[name][left] += 1
                acted[name] += (right in _SAID) + (left in _BEFORE)
    kept: Counter[str] = Counter()
    for name, count in found.items():
        if count >= 4 and _surname(name) and name[len(_surname(name)) :] in _WOMEN:
            kept[name] = count if name[0] not in _DOUBTFUL else 0
        elif count >= 4 and _is_person(name, count, acted[name], after[name], ahead[name]):
            kept[name] = count
    return _without_parts(kept, found)


def _is_person(name: str, count: int, acted: int, after: Counter[str], ahead: Counter[str]) -> bool:
    entry = dictionary().get(name)
    if entry is not None and not entry.tag.startswith("nr"):
        return False
    given = name[len(_surname(name)) :]
    if not given or given in _TITLES or name in _no_names() or (entry is None and set(given) & _NO_GIVEN):
        return False
    if max(after.values()) > 0.6 * count and after.most_common(1)[0][0] not in _SAID + "，。！？；：、“”\n":
        return False  # part of a longer word
    if max(ahead.values()) > 0.6 * count and ahead.most_common(1)[0][0] not in _BEFORE:
        return False
    share = acted / count
    if entry is not None:
        return share > (0.6 if name[0] in _DOUBTFUL else 0.35)
    if name[0] in _DOUBTFUL and len(_surname(name)) == 1:
        return share > 1.05 and sum(after[char] for char in "曰道说，") > 0.3 * count and len(given) == 2
    word = dictionary().get(name[1:])
    plain = len(name) == 3 and word is not None and not word.tag.startswith("nr")
    return share > (0.95 if plain else 0.75) and len(after) >= 3 and (len(ahead) >= 2 or "，" in ahead)


def _without_parts(kept: Counter[str], found: Counter[str]) -> Counter[str]:
    """Names without those that are mostly the beginning of a longer one, or a longer one that is a name and a verb."""
    out = Counter(kept)
    for name in list(kept):
        longer = [other for other in kept if other != name and other.startswith(name)]
        for other in longer:
            if kept[other] >= 0.6 * kept[name]:
                out.pop(name, None)
            elif kept[other] < 0.3 * kept[name]:
                out.pop(other, None)
    return Counter({name: count for name, count in out.items() if count > 0 and found[name]})


def _joined(text: str, names: Counter[str]) -> list[list[str]]:
    """Groups of names, the full name first: with the courtesy name where the book states it, and titles."""
    styles: dict[str, Counter[str]] = defaultdict(Counter)
    for hit in _STYLED.finditer(text):
        full = (
            f"{hit.group('family')}{hit.group('given')}"
            if hit.group("family")
            else _known_tail(hit.group("full"), names)
        )
        if full:
            styles[full][hit.group("style")] += 1
    owners: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for name in sorted({*names, *styles}, key=lambda one: (-names[one], one)):
        groups[name] = [name]
    _add_styled(text, groups, names)
    for full, found in sorted(styles.items(), key=lambda pair: (-names[pair[0]], pair[0])):
        style = _present(text, full, found.most_common(1)[0][0])
        if style in owners or text.count(style) < 2:
            continue
        owners[style] = full
        surname = _surname(full)
        groups[full].append(style)
        whole = f"{surname}{style}"
        if surname and text.count(whole) >= 1:
            groups[full].append(whole)
            groups.pop(whole if whole != full else "", None)
        if style in groups and style != full:
            groups[full] += [name for name in groups[style] if name not in groups[full]]
            del groups[style]
    _add_titles(text, groups, names)
    return [[one for one in group if len(one) > 1] for group in groups.values()]


def _present(text: str, full: str, style: str) -> str:
    """The courtesy name that is used: one that was changed later gives way ("字长生，后改云长")."""
    changed = re.search(rf"字{style}，?后(?:来)?改(?:名|字)?([\u3400-\u9fff]{{2}})[，。]", text)
    return changed.group(1) if changed and full else style


def _add_styled(text: str, groups: dict[str, list[str]], names: Counter[str]) -> None:
    """A name of two characters that also stands after a surname is a courtesy name: 云长 and 关云长 are one."""
    for name in [
        one for one in groups if len(one) == 3 and len(_surname(one)) == 1 and one[0] not in _DOUBTFUL - set("关")
    ]:
        style = name[1:]
        if style in groups and names[style] >= 3 and text.count(name) >= 3 and name in groups:
            groups[style] = [name, *groups[style]]
            del groups[name]


def _known_tail(text: str, names: Counter[str]) -> str:
    """The name at the end of a run before 字: the longest that is known, else what begins with a surname."""
    for size in (4, 3, 2):
        if len(text) >= size and text[-size:] in names:
            return text[-size:]
    for size in (4, 3, 2):
        if len(text) == size and _surname(text):
            return text
    return ""


def _add_titles(text: str, groups: dict[str, list[str]], names: Counter[str]) -> None:
    """A surname with a title belongs to the person of that surname who is meant in nearly all cases."""
    by_surname: dict[str, list[str]] = defaultdict(list)
    for name in groups:
        by_surname[_surname(name)].append(name)
    for surname, bearers in by_surname.items():
        if not surname or surname in _DOUBTFUL - set("关"):
            continue
        bearers.sort(key=lambda one: -names[one])
        for title in _TITLES:
            whole = surname + title
            if text.count(whole) < 3 or whole in groups:
                continue
            weights = _near(text, whole, bearers[:8], groups)
            total = sum(weights.values())
            if total and weights.most_common(1)[0][1] > 0.6 * total:
                groups[weights.most_common(1)[0][0]].append(whole)


def _near(text: str, whole: str, bearers: Sequence[str], groups: dict[str, list[str]]) -> Counter[str]:
    """How often each bearer of the surname is named around a title."""
    weights: Counter[str] = Counter()
    for hit in list(re.finditer(re.escape(whole), text))[:200]:
        around = text[max(0, hit.start() - 300) : hit.end() + 300]
        for one in bearers:
            weights[one] += any(name in around for name in groups[one])
    return weights


def _persons(joined: list[list[str]], counts: Counter[str]) -> list[Candidate]:
    out = []
    seen: set[str] = set()
    for group in joined:
        names = [name for name in dict.fromkeys(group) if name not in seen]
        total = sum(counts[name] for name in names)
        if not names or total < 4 or names[0] != group[0]:
            continue
        seen.update(names)
        out.append(Candidate(names[0], "person", 0.5 + math.log1p(total), names[1:], ["frequency"]))
    return out


def _is_place(word: str, count: int, placed: int) -> bool:
    entry = dictionary().get(word)
    tagged = entry is not None and entry.tag.startswith("ns")
    return tagged and placed > 0.08 * count and not _DIRECTIONS.fullmatch(word)
