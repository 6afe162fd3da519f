"""What happens in a story or a history: events that have names, sentences that tell one, and when it was.

Classical Chinese novels name the events of each chapter in its title, a couplet of two verses (回目); histories and
modern books give some of them names of their own ("the Battle of Bosworth", 官渡之战).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from quire.wiki.sentence_split import with_speech_marks
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.tokenization import dictionary

__all__ = ["couplet_of", "date_of", "event_score", "is_event", "named_events", "reign_names"]

_MONTH = "|".join(word_list("en", "months"))
_DATE_EN = re.compile(
    rf"\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH}|May)(?:,?\s+\d{{4}})?"
    rf"|\b(?:{_MONTH}|May)\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?|\b(?:{_MONTH})\b(?:,?\s+\d{{4}})?"
    r"|(?<=\b[Ii]n )May\b(?:,?\s+\d{4})?|(?:Christmas|Easter|Michaelmas|Midsummer|Whitsun|New "
    r"Year)(?:['’]s)?(?:\s+(?:Day|Eve))?"
    r"|(?<=\b[Ii]n )(?:the year\s+)?(?:1\d{3}|20[0-2]\d)\b|\b\d{1,4}\s+(?:B\.?C|A\.?D)\b"
)
_NUMBER = "元一二三四五六七八九十廿〇零百"
_DATE_ZH = re.compile(
    rf"(?:公元前?)?\d{{3,4}}年(?:\d{{1,2}}月(?:\d{{1,2}}日)?)?|(?P<era>[\u3400-\u9fff]{{2}})[{_NUMBER}]{{1,3}}年"
    rf"(?:[春夏秋冬]?闰?[正腊{_NUMBER}]{{1,3}}月)?(?:[{_NUMBER}初]{{1,3}}日)?"
    rf"|[春夏秋冬][正腊{_NUMBER}]{{1,3}}月(?:[{_NUMBER}初]{{1,3}}日)?"
)
_ERA = re.compile(r"([\u3400-\u9fff]{2})元年")

_STRONG_EN = re.compile(
    r"\b(?:(?:was|were|been|be|is|are|got)\s+(?:\w+ly\s+)?(?:married|engaged to be married|killed|murdered|shot"
    r"|drowned|buried|born|crowned|captured|arrested (?:for|in|at|on)|imprisoned|wounded"
    r"|defeated|besieged|destroyed|burnt|burned|elected|appointed|hanged|beheaded|executed|wrecked|founded|signed"
    r"|fought)"
    r"|died|married|eloped|murdered|surrendered|invaded|conquered|abdicated|declared war|founded|besieged|mutinied"
    r"|rebelled|betrothed"
    r"|wedding|funeral|battle|siege|duel|execution|coronation|elopement|engagement|shipwreck|earthquake|rebellion"
    r"|treaty)\b"
)
_WEAK_EN = re.compile(
    r"\b(?:arrived|returned (?:to|from|home)|set (?:out|off|sail)|sailed|departed|quitted [A-Z]|left [A-Z]|fled"
    r"|escaped|proposed|discovered|attacked|landed|reached|moved to|removed to"
    r"|accepted|refused|broke out|took place|fell ill|recovered|ball|journey)\b"
)
_STRONG_ZH = re.compile(
    r"斩了?|斬了?|刺死|射死|杀了|杀死|殺了|殺死|被杀|被殺|自刎|自缢|身亡|身死|病死|病故|病逝|去世|逝世|而亡|而死|驾崩"
    r"|駕崩|崩于|薨|遇害|生擒|被擒|投降|归降|歸降|大败|大敗|大破|攻破|攻陷|攻占"
    r"|即位|登基|称帝|稱帝|改元|禅让|立[^，。]{1,8}为|封[^，。]{1,8}为|拜[^，。]{1,8}为|结义|結義|结为|成亲|成親|成婚"
    r"|结婚|結婚|嫁与|娶了|出生|诞生|生下|起兵|兴兵|興兵|出师|讨伐|討伐|会盟|大战|大戰|火烧|火燒|焚毁"
    r"|爆发|建立|成立|签订|起义|占领|陷落|灭亡"
)
_WEAK_ZH = re.compile(
    r"引兵|率兵|领兵|领军|提兵|进兵|退兵|屯兵|攻打|夺了|夺取|取了|逃往|奔往|投奔|来到|回到|赶到|到了|离开|出发|会合"
    r"|埋伏|劫寨|交战|搦战"
)
_SPEECH = re.compile(r"[“”「」『』]|曰：|道：")

_SUPPOSED = re.compile(
    r"\b(?:would|could|might|should|may|if|whether|never|not|hop(?:e|ed|ing)|wish(?:ed|ing)?)\b", re.IGNORECASE
)
"""What is wished, feared or denied did not happen."""

_KINDS_EN = "|".join(word_list("en", "kinds_of_events"))
_WORD = r"[A-Z][\w’'-]{1,60}+"
_PART = r"[A-Z][\w’']{1,60}+(?:-[a-z][\w’']{0,60}+){0,4}+"
"""A word, or what stands before a hyphen and a capital; bounded in length, because a search is quadratic in a word
without an end."""
_NAMED_EN = re.compile(
    rf"\b((?:{_KINDS_EN}) (?:of|at) (?:the )?{_WORD}(?: {_WORD})*)|\b((?:{_PART}[ -]){{1,4}}(?:War|Wars|Revolution"
    rf"|Rebellion|Rising|Massacre|Crusade|Mutiny|Plot))\b"
)
_KINDS_ZH = "|".join(word_list("zh", "kinds_of_events"))
_NAMED_ZH = re.compile(rf"([\u3400-\u9fff]{{2,3}})({_KINDS_ZH})")
_FEWEST = 2
"""Mentions of an event with a name of its own."""

_COUPLET = re.compile(r"^第.{1,6}[回章][\s　:：]*([\u3400-\u9fff]{5,9})[\s　，,；;]+([\u3400-\u9fff]{5,9})$")


def couplet_of(title: str) -> tuple[str, str] | None:
    """The two verses of a chapter's title, each the name of an event; None for another title."""
    found = _COUPLET.match(title.strip())
    return (found.group(1), found.group(2)) if found and len(found.group(1)) == len(found.group(2)) else None


def reign_names(text: str) -> frozenset[str]:
    """Names of reigns by which a Chinese book counts years: what stands before 元年."""
    return frozenset(_ERA.findall(text))


def date_of(sentence: str, lang: str, reigns: Collection[str] = ()) -> str:
    """The date that a sentence tells, as it is written; "" for none.

    Args:
        sentence: of the book.
        lang: "zh" or "en".
        reigns: what `eras` found; years are counted by no other name.
    """
    for hit in (_DATE_ZH if lang == "zh" else _DATE_EN).finditer(sentence):
        era = hit.groupdict().get("era")
        if not era or era in reigns:
            return hit.group().strip()
    return ""


def event_score(sentence: str, lang: str) -> float:
    """How much a sentence tells something that happened, 0..4; speech and what is only supposed tell less."""
    strong, weak = (_STRONG_ZH, _WEAK_ZH) if lang == "zh" else (_STRONG_EN, _WEAK_EN)
    value = 1.5 * min(2, len(strong.findall(sentence))) + 0.5 * min(2, len(weak.findall(sentence)))
    if lang == "en" and _SUPPOSED.search(sentence):
        value *= 0.6
    return value * (0.3 if _SPEECH.search(with_speech_marks(sentence)) else 1.0)


def named_events(text: str, lang: str) -> list[tuple[str, int]]:
    """Events with names of their own and how often they are named, the most frequent first."""
    found: Counter[str] = Counter()
    if lang == "zh":
        for hit in _NAMED_ZH.finditer(text):
            place = next((hit.group(1)[at:] for at in (0, 1) if _is_place(hit.group(1)[at:])), "")
            if place:
                found[place + hit.group(2)] += 1
    else:
        for hit in _NAMED_EN.finditer(text):
            name = re.sub(
                r"^(?:The|This|That|A|An|In|At|Of|After|Before|During|Since|Until|And|But|When|His|Her|Their|Our) ",
                "",
                hit.group(1) or hit.group(2),
            )
            if " " in name or "-" in name:
                found[name] += 1
    return sorted(
        ((name, count) for name, count in found.items() if count >= _FEWEST), key=lambda one: (-one[1], one[0])
    )


def is_event(name: str) -> bool:
    """Whether an English name is one of an event: “Battle of Vittoria”, also where its kind is written small."""
    return _NAMED_EN.fullmatch(name[:1].upper() + name[1:]) is not None


def _is_place(word: str) -> bool:
    entry = dictionary().get(word)
    return len(word) > 1 and entry is not None and entry.tag.startswith("ns")
