"""Names of persons in a Chinese book: surname and given name where they stand free like a name, and who speaks.

A name counts by what stands around it: a verb of speech or deed after it, a boundary or a rank before it. No name
has one character.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from quire.wiki.step_progress import Progress, no_progress, sub_progress
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_model_zh import Candidate, name_score
from quire.wiki.subjects.person_model_zh import is_role, person_evidence, person_score
from quire.wiki.subjects.speakers_zh import speakers, titled_surnames
from quire.wiki.subjects.substring_counts import SubstringCounts
from quire.wiki.tokenization import Segmenter, dictionary
from quire.wiki.tokenization import word_list as lexicon

__all__ = ["DOUBTFUL_SURNAMES", "TITLES", "TITLES_OF_WOMEN", "given_of", "person_names", "surname_of"]

TITLES = word_list("zh", "titles")
"""After a surname these name its bearer."""

DOUBTFUL_SURNAMES = frozenset("".join(word_list("zh", "doubtful_surnames")))
"""Surnames that are mostly other words."""

_SAID = "".join(word_list("zh", "after_names"))
_BEFORE = (
    "，。！？；：、“”「」『』\n与與和同被见見请請令命使遣教告谓謂问問引并幷及是遇杀殺斩斬擒救助唤喚叫拜给給跟对對向说"
    "說道"
)
_RANKED = "".join(word_list("zh", "rank_endings"))
"""Last characters of ranks and kinship, which stand before a name as an apposition: 后主刘禅, 太守陶谦."""

TITLES_OF_WOMEN = word_list("zh", "titles_of_women")
"""After a surname these name a woman of that family, somebody of her own."""

_NO_GIVEN = frozenset("".join(word_list("zh", "not_in_given_names")))
"""Characters that hardly ever stand in a given name, and often after a character that is also a surname."""

_NO_LAST = frozenset("".join(word_list("zh", "not_at_the_end_of_names")))
_RARE = -13.0
"""Log probability of a dictionary word below which it may be somebody's name as well: 甘宁 is a county, too."""

_FEWEST = 4
"""Times that a name stands in a book, at least."""

_LOOK = 20_000
"""Surnames between two words on how far it is."""

_DEEDS = 8
"""Different deeds after a word of the dictionary that make it a person's name."""

_SPEAKS = 4
"""Speeches, and different characters before it, of a name of the dictionary with characters that names do not have."""

_SPEECH = re.compile(
    r"(?:^|[，。！？；：、“”「」『』…—\s])([\u3400-\u9fff]{2,3}?)"
    r"(?:(?:大|冷|微|含|苦|赔|陪|忙|急|因|便|又|亦|乃|遂|正|方|早|也|都)?(?:笑|怒|惊|喜|泣|哭|叹|嘆|喝|叫|骂|罵|问|問"
    r"|答|奏|谢|謝|拜|厉声|高声)?)(?:着|而)?(?:曰|道|说|說)[：:，]?",
    re.MULTILINE,
)
_FEWEST_SPEECHES = 5
_RULER = re.compile(
    r"[文武明献獻灵靈少桓章和安顺順冲沖质質宣元成哀平光景惠怀懷愍炀煬高太中睿玄肃肅代德宪憲穆敬宣懿僖昭徽钦欽孝宁寧理"
    r"度恭神英仁真世圣聖][帝宗]|[先后後][主帝]"
)
"""Rulers by the names that history gives them."""

_NOBODY = re.compile(
    r".*(?:人|众|眾|者|官|兵|军|軍|士|卒|吏|使|校|军|臣|将|將|们|們|妇|婦|子|女|童|僧|妖|怪|婆|翁|叟|客|汉|漢|曹|辈"
    r"|等|右|二|三|四|五|六|位|个|個|家|娘|爷|爺|后|王|帝|相|师|師|公|说|話|话|声|聲|头|頭|上|下|毕|罷|罢|来|來|去|回"
    r"|言|答|时|時|前|后|後|起|出|之|又|且|知|见|看|听|想|笑|骂|问)"
    r"|[一二三四五六七八九十两几众眾诸諸各某此其那这這你我他她它谁誰左右旁又却卻正忽便因再也且只都已方遂乃].*"
)
"""What speaks and is nobody in particular: 众人, 使者, 左右, 那怪, 二将."""


_FEWEST_SAID = 2
"""Times that 曰, 道, 说 or 說 stands after a word that speaks, at least."""

_ACTS_WORD, _FEWEST_WORD = 0.65, 6
"""Acts for one mention, which have to be more, and mentions, at least, of a name that the dictionary has as another
word."""

_ACTS_DOUBTFUL = 1.05
"""Acts for one mention, which have to be more, of a name with a doubtful surname."""

_AGAINST, _CLEAR = -1.5, -0.8
"""Log odds of a name by the model below which the rules are wrong, and above which a name needs no rule."""
_PERSON = -1.6
"""Log odds of the model of persons above which a name is taken; what is missed costs readers more than a wrong page."""
_NO_NOUNS = ("v", "d", "c", "p", "u", "r", "m", "z", "f")
"""Parts of speech of which no name consists."""
_SHORT = 20_000
"""Characters of a text in which too little stands around a name for that model."""
_PART = 0.5
"""Share of the mentions beside one character of what is part of a longer word."""

_OF_TITLE = 0.3
"""Share of the mentions in which the next character makes a title of a given name: 王太 is mostly 王太守."""

_FEWEST_AFTER, _FEWEST_AHEAD = 3, 2
"""Different characters after a name, at least, and before one that never begins a clause."""

_ACTS_LIKELY, _FEWEST_LIKELY = 0.4, 8
"""Acts for one mention, which have to be more, and mentions, at least, of a name among many different characters."""


def person_names(text: str, given: Iterable[str] = (), tick: Progress = no_progress) -> Counter[str]:
    """Full names and single ones with their counts.

    Args:
        text: the book.
        given: names that are known otherwise (courtesy names); what only begins with one is no name of its own.
        tick: told how far it is.
    """
    tally = SubstringCounts(text)
    found, acted, after, ahead = _counted(text, tick)
    kept: Counter[str] = Counter()
    for name, count in found.items():
        rest = given_of(name)
        if surname_of(name) and rest in TITLES_OF_WOMEN:
            kept[name] = count if name[0] not in DOUBTFUL_SURNAMES else 0
        elif _is_likely(name, count, acted[name], after[name], ahead[name], tally, len(text)):
            kept[name] = count
    for name, count in _speakers(text, tally).items():
        kept.setdefault(name, count)
    for name, count in speakers(text, _surnames() - DOUBTFUL_SURNAMES, tally).items():
        if not surname_of(name) or given_of(name) not in TITLES:
            kept.setdefault(name, count)
    for name, count in titled_surnames(text, _surnames(), DOUBTFUL_SURNAMES).items():
        kept.setdefault(name, count)
    if len(text) > _SHORT:
        kept = _persons(text, kept, found, tally)
    whole = _without_parts(kept, {*given}, after)
    return Counter({name: count for name, count in whole.items() if not _is_titled(name, after.get(name, Counter()))})


def _persons(text: str, kept: Counter[str], found: Iterable[str], tally: SubstringCounts) -> Counter[str]:
    """What the model of persons takes, the names of the rules among it."""
    seen = person_evidence(text, {*kept, *found})
    out: Counter[str] = Counter()
    for name, one in seen.items():
        score = person_score(name, one, surname_of(name), tally, len(text), by_rules=name in kept)
        if score > _PERSON and (name in kept or not (is_role(name) or _is_predicate(name))):
            out[name] = one.count
    return out


def _is_predicate(name: str) -> bool:
    """Whether what speaks is made of verbs, adverbs, numerals and the like: 吩咐, 连忙上前, 一人."""
    parts = _words().cut(name)
    return all(_tag(one).startswith(_NO_NOUNS) for one in parts)


def _tag(word: str) -> str:
    entry = dictionary().get(word)
    return entry.tag if entry else "x"


@cache
def _words() -> Segmenter:
    return Segmenter(())


def surname_of(name: str) -> str:
    """The surname a name begins with; "" when it begins with none."""
    return name[:2] if name[:2] in _surnames() and len(name) > 2 else name[:1] if name[:1] in _surnames() else ""


def given_of(name: str) -> str:
    """The name without its surname."""
    return name[len(surname_of(name)) :]


@cache
def _surnames() -> frozenset[str]:
    found: set[str] = set()
    for line in lexicon("surnames.zh.txt"):
        found.update(line.split() if " " in line else line)
    return frozenset(found)


@cache
def _no_names() -> frozenset[str]:
    return frozenset(word for line in lexicon("no_names.zh.txt") for word in line.split())


def _counted(
    text: str, tick: Progress
) -> tuple[Counter[str], Counter[str], dict[str, Counter[str]], dict[str, Counter[str]]]:
    """Every surname with one or two characters after it, at least four times: count, acts, neighbours."""
    found = Counter(name for _, name, _ in _surnamed(text, sub_progress(tick, 0.0, 0.5)))
    found = Counter({name: count for name, count in found.items() if count >= _FEWEST})
    acted: Counter[str] = Counter()
    after: dict[str, Counter[str]] = {name: Counter() for name in found}
    ahead: dict[str, Counter[str]] = {name: Counter() for name in found}
    for left, name, right in _surnamed(text, sub_progress(tick, 0.5, 1.0)):
        if name in found:
            after[name][right] += 1
            ahead[name][left] += 1
            acted[name] += (right in _SAID) + (left in _BEFORE or left in _RANKED)
    return found, acted, after, ahead


@cache
def _a_surname() -> re.Pattern[str]:
    """Finds every place at which a surname begins; the group has one of two characters."""
    single = "".join(one for one in _surnames() if len(one) == 1)
    double = "|".join(sorted(one for one in _surnames() if len(one) == 2))
    return re.compile(f"(?=({double})|[{single}])")


def _surnamed(text: str, tick: Progress) -> Iterator[tuple[str, str, str]]:
    """Each surname with one or two characters after it, between its neighbours; a comma stands for a boundary."""
    within = -1  # the last character of a surname of two, which is none by itself: 公孙策 is no 孙策
    for number, hit in enumerate(_a_surname().finditer(text)):
        at = hit.start()
        if not number % _LOOK:
            tick(at / len(text))
        if at == within:
            continue
        within = at + 1 if hit.group(1) else within
        left = text[at - 1 : at]
        first = at + (2 if hit.group(1) else 1)
        for end in (first, first + 1):
            if not "\u3400" <= text[end : end + 1] <= "\u9fff":
                break
            right = text[end + 1 : end + 2]
            yield (
                left if "\u3400" <= left <= "\u9fff" else "，",
                text[at : end + 1],
                right if "\u3400" <= right <= "\u9fff" else "，",
            )


def _is_titled(name: str, after: Counter[str]) -> bool:
    """Whether the next character mostly makes a title of what seems to be a given name: 王太 is mostly 王太守."""
    given = given_of(name)
    longer = (one for one in TITLES if given and len(one) > len(given) and one.startswith(given))
    return any(after[one[len(given)]] > _OF_TITLE * after.total() for one in longer)


def _is_likely(  # noqa: PLR0913, PLR0917 - what is known of a name
    name: str,
    count: int,
    acted: int,
    after: Counter[str],
    ahead: Counter[str],
    tally: SubstringCounts,
    size: int,
) -> bool:
    """Whether a word is a name by the rules and not against the model, or clearly by the model."""
    surname, given = surname_of(name), given_of(name)
    entry = dictionary().get(name)
    named = entry is not None and entry.tag.startswith("nr")
    if not given or given in TITLES or name in _no_names():
        return False
    marks = {
        "doubtful surname": name[0] in DOUBTFUL_SURNAMES and len(surname) == 1,
        "not in names": not _NO_GIVEN.isdisjoint(given),
        "not at the end": given[-1] in _NO_LAST,
    }
    score = name_score(Candidate(surname, given, count, acted, after, ahead), tally, size, marks)
    if _is_person(name, count, acted, after, ahead, tally):
        return score > _AGAINST
    other = entry is not None and not named and entry.weight > _RARE
    part = max(_most(after), _most(ahead)) > _PART * count
    return score > _CLEAR and not other and not part and not any(marks.values())


def _is_person(  # noqa: PLR0911, PLR0917 - one kind of word that is no name after the other
    name: str, count: int, acted: int, after: Counter[str], ahead: Counter[str], tally: SubstringCounts
) -> bool:
    entry = dictionary().get(name)
    rest = given_of(name)
    known = entry is not None and entry.tag.startswith("nr")
    if not rest or rest in TITLES or name in _no_names():
        return False
    if rest[-1] in _NO_LAST or set(rest) & _NO_GIVEN:
        # the dictionary has many runs of words as names, and 宋江 and 吴用 too
        sure = known and name[0] not in DOUBTFUL_SURNAMES and after["曰"] + after["道"] + after["说"] >= _SPEAKS
        return sure and count >= _DEEDS and acted > 0.4 * count and len(ahead) >= _SPEAKS
    if entry is not None and not known and entry.weight > _RARE:
        return False
    if max(after.values()) > 0.6 * count and after.most_common(1)[0][0] not in _SAID + "，。！？；：、“”\n":
        return False  # part of a longer word
    if max(ahead.values()) > 0.6 * count and ahead.most_common(1)[0][0] not in _BEFORE + _RANKED:
        return False
    share = acted / count
    if known:
        return share > (0.6 if name[0] in DOUBTFUL_SURNAMES else 0.35)
    speaks = (
        after["曰"] + after["道"] + after["说"] + after["說"] >= _FEWEST_SAID
        or sum(one in _SAID for one in after) >= _DEEDS
    )
    if entry is not None:
        return share > _ACTS_WORD and count >= _FEWEST_WORD and speaks and name[0] not in DOUBTFUL_SURNAMES
    if name[0] in DOUBTFUL_SURNAMES and len(surname_of(name)) == 1:
        return share > _ACTS_DOUBTFUL and sum(after[char] for char in "曰道说，") > 0.3 * count and len(rest) == 2
    word = dictionary().get(name[1:])
    plain = len(name) == 3 and word is not None and not word.tag.startswith("nr")
    if (
        share > (0.95 if plain else 0.75)
        and len(after) >= _FEWEST_AFTER
        and (len(ahead) >= _FEWEST_AHEAD or "，" in ahead)
    ):
        return True
    spread = all(_most(one) < 0.25 * count for one in (after, ahead))
    likely = not plain and spread and speaks and count >= _FEWEST_LIKELY and share > _ACTS_LIKELY
    return likely and count > 0.1 * min(tally.count(rest), tally.count(surname_of(name)))


def _most(around: Counter[str]) -> int:
    """Count of the most frequent character that is no boundary."""
    return max((count for char, count in around.items() if "\u3400" <= char <= "\u9fff"), default=0)


def _speakers(text: str, tally: SubstringCounts) -> Counter[str]:
    """Who speaks often and bears no surname: 貂蝉, 宝玉, 悟空."""
    said: Counter[str] = Counter(hit.group(1) for hit in _SPEECH.finditer(text))
    out: Counter[str] = Counter()
    for name, count in said.items():
        if count < _FEWEST_SPEECHES or name in _no_names():
            continue
        if _RULER.fullmatch(name):
            out[name] = tally.count(name)
            continue
        if _NOBODY.fullmatch(name) or set(name) & _NO_GIVEN:
            continue
        entry = dictionary().get(name)
        named = entry is not None and entry.tag.startswith("nr")
        if entry is not None and not named and (entry.weight > _RARE or entry.tag[0] not in "nx"):
            continue
        if any(name.endswith(one) for one in TITLES) or name[-1] in _NO_LAST:
            continue
        whole = tally.count(name)
        if whole >= 2 * _FEWEST_SPEECHES - 2 and count >= 0.04 * whole:
            out[name] = whole
    return out


def _without_parts(kept: Counter[str], given: set[str], after: dict[str, Counter[str]]) -> Counter[str]:
    """Names without those that are mostly the beginning of a longer one, or a name and a verb, or a word and a name."""
    out = Counter(kept)
    short = {*kept, *given}
    for name in list(kept):
        longer = [other for other in kept if other != name and other.startswith(name)]
        for other in longer:
            if kept[other] >= 0.6 * kept[name]:
                out.pop(name, None)
            elif kept[other] < 0.3 * kept[name]:
                out.pop(other, None)
        if len(name) > 2 and name[:2] in given:
            out.pop(name, None)  # 云长交
        elif len(name) > 2 and name[1:] in short and name[0] in DOUBTFUL_SURNAMES:
            out.pop(name, None)  # 言周瑜
        elif name in out and _overlaps(name, short, after.get(name, Counter())):
            out.pop(name, None)  # 魏主曹[丕]
    return Counter({name: count for name, count in out.items() if count > 0})


def _overlaps(name: str, known: set[str], after: Counter[str]) -> bool:
    """Whether the end of a name is mostly the beginning of another."""
    total = sum(after.values())
    shared = sum(count for char, count in after.items() if name[-1] + char in known)
    return bool(total) and shared > 0.3 * total and len(name) > 2
