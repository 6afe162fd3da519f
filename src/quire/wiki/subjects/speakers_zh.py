"""Who speaks and acts in a Chinese story under a name that no surname begins: 行者, 袭人, 鸳鸯, 祥子, 太白金星.

Words of the dictionary are among them, so a name has to do what only names do: open clauses, speak, be spoken to, and
stand without “that” and “a”.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.substring_counts import SubstringCounts
from quire.wiki.tokenization import dictionary
from quire.wiki.tokenization import word_list as lexicon

__all__ = ["speakers", "titled_surnames"]

_VERBS = r"(?:曰|道|说|說|问|問|笑|叹|嘆|喝|叫|骂|罵|喊|答|奏|哭|怒)"
_MANNER = r"(?:大|冷|微|含|苦|赔|陪|忙|急|因|便|又|亦|乃|遂|正|方|早|也|都|却|卻|只|就|才|连忙|慌忙)"
_CLAUSE = r"(?:^|(?<=[，。！？；：、“”「」『』…—\s]))"
_SAYS = re.compile(rf"{_CLAUSE}([\u3400-\u9fff]{{2,4}}?){_MANNER}?{_VERBS}{{1,2}}着?[：:，“]", re.MULTILINE)
_TO = "".join(word_list("zh", "before_persons"))
_THAT = "".join(word_list("zh", "demonstratives"))
_NUMBERS = "".join(word_list("zh", "numerals"))
_COUNTED = re.compile(
    rf"[{_THAT}几各某此其每有无無是].*|[一二三四五六七八九十两兩].?[人将將位子个個僧女妖怪魔仙官贼賊兄弟姐妹爷爺臣王鬼友客老少军軍兵].?|.*[们們]"
)
"""Somebody who is counted or pointed at: 二将, 那怪, 众人."""
_FEWEST, _SHARE = 4, 0.03
"""Speeches of a name in a text, at least, and of all its mentions."""
_OFTEN = 20_000
"""Characters of a text for one speech more: who speaks in a short text may speak four times, in a novel more."""
_MOST_NEEDED = 12
_SHORT = 60_000
"""Characters of a text in which not everybody is spoken to."""
_KNOWN = 2
"""The same of a word that the dictionary has as a name."""
_THAT_SHARE, _CLAUSE_SHARE, _TO_SHARE, _SAID_SHARE = 0.3, 0.2, 0.015, 0.7
"""Of a name's mentions so many stand at most after “that”, at least at the start of a clause and after a verb or
preposition with a person; who does nothing but speak is an adverb (低声道)."""
_WORDS = ("n", "q", "t", "l", "j", "i", "b", "z", "x", "a")
"""Parts of speech of words that people are called by too; verbs and adverbs are not."""
_NOT_IN = frozenset("".join(word_list("zh", "not_in_names")))
_VERBAL = "".join(word_list("zh", "manner_characters"))
_RANKS = frozenset("大二三四五六七八九十老小")
"""Between a surname and a title: which of the brothers or sisters it is (马二先生, 王六老爷)."""
_TITLES = word_list("zh", "spoken_titles")
"""What names somebody whom the text calls by nothing else: 曹先生, 刘四爷, 吴妈."""


def speakers(text: str, surnames: frozenset[str], tally: SubstringCounts | None = None) -> Counter[str]:
    """Who speaks often under a name, with the count of all mentions.

    Args:
        text: the book.
        surnames: those after which a word is a given name (林黛玉).
        tally: of the text, when there is one already.
    """
    tally = tally or SubstringCounts(text)
    said = Counter(hit.group(1) for hit in _SAYS.finditer(text))
    needed = min(_MOST_NEEDED, _FEWEST + len(text) // _OFTEN)
    roles = _roles()
    out: Counter[str] = Counter()
    for name, count in said.items():
        if (
            count < _KNOWN
            or name in roles
            or name[-2:] in roles
            or set(name) & _NOT_IN
            or _COUNTED.fullmatch(name)
            or (count < needed and not (len(name) == 2 and _is_given(name, text, surnames)))
        ):
            continue
        entry = dictionary().get(name)
        if entry is not None and not entry.tag.startswith(_WORDS):
            continue
        whole = tally.count(name)
        if _SHARE * whole <= count <= _SAID_SHARE * whole and _behaves(name, whole, text):
            out[name] = whole
    return Counter({name: count for name, count in out.items() if not _is_longer(name, out)})


def _is_given(name: str, text: str, surnames: frozenset[str]) -> bool:
    """Whether a word is a name in the dictionary (宝玉), or stands after one surname, too (林黛玉)."""
    entry = dictionary().get(name)
    if entry is not None and entry.tag.startswith("nr"):
        return True
    before = Counter(text[hit.start() - 1 : hit.start()] for hit in re.finditer(re.escape(name), text))
    return name[-1] not in _VERBAL and any(before[surname] >= _KNOWN for surname in surnames if len(surname) == 1)


def titled_surnames(text: str, surnames: frozenset[str], doubtful: frozenset[str] = frozenset()) -> Counter[str]:
    """Surnames with a title that name somebody by themselves, with their counts.

    Of those that are mostly other words (`doubtful`), only with a rank between (余大先生).
    """
    found: Counter[str] = Counter()
    for hit in re.finditer("|".join(sorted(_TITLES, key=len, reverse=True)), text):
        start = hit.start() - (text[hit.start() - 1 : hit.start()] in _RANKS)
        before = text[max(0, start - 1) : start]
        sure = before in surnames and (start < hit.start() or before not in doubtful)
        if sure and (start < 2 or text[start - 2] not in _THAT + _NUMBERS):
            found[text[start - 1 : hit.end()]] += 1
    return Counter({name: count for name, count in found.items() if count >= _FEWEST and _behaves(name, count, text)})


def _behaves(name: str, whole: int, text: str) -> bool:
    """Whether a word stands where names stand."""
    before = Counter(text[hit.start() - 1 : hit.start()] or "\n" for hit in re.finditer(re.escape(name), text))
    opened = sum(count for char, count in before.items() if not "\u3400" <= char <= "\u9fff")
    return (
        sum(before[char] for char in _THAT) < _THAT_SHARE * whole
        and opened > _CLAUSE_SHARE * whole
        and (len(text) <= _SHORT or sum(before[char] for char in _TO) >= max(2, _TO_SHARE * whole))
    )


def _is_longer(name: str, found: Counter[str]) -> bool:
    """Whether a name is another with a verb or particle at its end (行者忙劝)."""
    return any(name != other and name.startswith(other) and found[name] < 0.3 * count for other, count in found.items())


@cache
def _roles() -> frozenset[str]:
    return frozenset(word for line in lexicon("roles.zh.txt") for word in line.split())
