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
from quire.wiki.words import Segmenter, dictionary, generic_zh, lexicon

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
    "夫人",
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
    "太太",
    "小姐",
    "姑娘",
    "奶奶",
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
_PLACE_TAIL = "州郡县城关山江河湖海国府寨营洞寺庙宫殿阁楼院村庄镇街巷岭谷津渡桥港湾岛京都原省市區区"
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
        if count >= 4 and _is_person(name, count, acted[name], after[name], ahead[name]):
            kept[name] = count
    return _without_parts(kept, found)


def _is_person(name: str, count: int, acted: int, after: Counter[str], ahead: Counter[str]) -> bool:
    entry = dictionary().get(name)
    if entry is not None and not entry.tag.startswith("nr"):
        return False
    given = name[len(_surname(name)) :]
    if not given or re.search(r"[曰道说的了着在是不有无之其而于以与人也者将军兵马等上下中大小此乃]", given):
        return False
    if max(after.values()) > 0.6 * count and after.most_common(1)[0][0] not in _SAID + "，。！？；：、“”\n":
        return False  # part of a longer word
    if max(ahead.values()) > 0.6 * count and ahead.most_common(1)[0][0] not in _BEFORE:
        return False
    known = entry is not None
    pieces = all(one in dictionary() for one in (name[1:],)) and len(name) == 3 and generic_zh(name[1:])
    share = acted / count
    if known:
        return share > 0.35
    return share > (1.1 if pieces else 0.75) and len(after) >= 3 and len(ahead) >= 2


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
    for full, found in sorted(styles.items(), key=lambda pair: (-names[pair[0]], pair[0])):
        style = found.most_common(1)[0][0]
        if style in owners or text.count(style) < 2:
            continue
        owners[style] = full
        surname = _surname(full)
        groups[full].append(style)
        whole = f"{surname}{style}"
        if surname and text.count(whole) >= 1:
            groups[full].append(whole)
            if whole in groups and whole != full:
                del groups[whole]
        if style in groups and style != full:
            del groups[style]
    _add_titles(text, groups, names)
    return [[one for one in group if len(one) > 1] for group in groups.values()]


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
        if not surname:
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
    if generic_zh(word) and not tagged:
        return False
    return (tagged and placed > 0.08 * count) or (
        word[-1] in _PLACE_TAIL
        and len(word) in {2, 3}
        and placed > 0.2 * count
        and (entry is None or entry.tag[0] == "n")
    )
