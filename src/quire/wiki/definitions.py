"""Which sentence says what a thing is, and which one brings somebody in: judged by its words and their order."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["BROUGHT_IN", "about_person", "definition_score"]

_FULL, _SAYS, _WEAK, _BEGINS = 6.0, 4.0, 2.0, 1.0
"""What a sentence scores that gives the class of a thing (X is a Y), says what it does or is called, only tells
something of it, or no more than begins with its name."""

BROUGHT_IN = 5.0
"""What a sentence scores that tells somebody's family, origin or names: it brings him in, wherever it stands."""

_LOOKS = 2.0
"""The same for what somebody is or looks like."""

_NO_CLASS = r"(?:an?|the) (?:same|only|first|second|last|next|bit|little|lot|few|case|reason|way|problem|point|answer|result|default|right|wrong|other)\b"
"""What after "is" gives no class: "is a bit different", "is the same as"."""

_AGAIN = r"(?:also|still|again|therefore|thus|now|then|already|not|never|no longer|only|too|currently)\b"
"""Words after "is" that tell one more thing of what is known, or what it is not."""

_BE = r"(?:is|are|was|were)"
_JUST = r"(?:(?:simply|basically|essentially|just|really|actually|usually|often) |nothing (?:more|but|other) than )?"
_DOES = (
    r"(?:refers? to|means?|denotes?|consists? of|describes?|represents?|lets?|allows?|provides?|enables?|occurs?|happens?"
    r"|defines?|specif(?:y|ies)|stores?|holds?|contains?|returns?|evaluates? to|takes?|controls?|determines?)\b"
)
_IN_BRACKETS = r"(?:\s\([^)]{1,40}\))?,?"
_HEAD = r"(?P<head>An?|The|Every|Each|In \w+,(?: an?| the)?|[A-Z]\w+’s)?\s*"
_CLASSES = (
    r"(?:trait|type|method|macro|keyword|function|operator|attribute|module|struct|enum|command|crate|package|class|object"
    r"|option|variant|expression|statement|file|library|parameter|annotation|loop|block|syntax|interface|directive|clause|flag)"
)
"""Words behind the name of program text that say what kind it is of."""
_ACTS = r"\s+(?:[a-z]+ly\s+)?(?!is\b|was\b|does\b|has\b|always\b|files\b|calls\b)[a-z]+[a-z]s\b(?=\s+(?:\w|`))"
"""What such a thing does: "the loop keyword tells", "the push method adds"."""
_PASSIVE = r"\b(?:is|are|was|were|be|been|being|often|also|sometimes|usually|commonly|generally)\s+"
_NAMED = r"(?:called|known as|termed|named|referred to as|defined as)\s+"
_NAME_ENDS = r"(?:e?s)?[”\"’)]*(?=\s*(?:[,.;:()—–]|$)|\s+(?:that|which|who|and|or|is|are|in|for|when|where|because|since|to|by|on|if|with|of|from)\b)"

_SO = "(?:[^：。”]{1,8}曰：“?)?(?:是故|且夫|夫|凡|故|盖)?(?:所谓|古之所谓)?"
"""Particles that open a sentence in classical Chinese, before what it defines: 夫兵者，…也."""

_ALSO_ZH = r"[”」*]?(?:（[^）]{1,60}）|\([^)]{1,60}\))?[”」*]?"
"""Between a Chinese term and what is said of it: its English."""
_IS_ZH = r"(?:就?是指|指的是|就?是一|是由|是用|是在|由[^，。]{1,24}[组构]成|即|指|被?定义为|就?是)"
_CAN_ZH = r"(?:通常|由|可以|包含|包括)"
_CALLED_ZH = r"(?:被?称为|叫做|称作|即为|所谓的?|称之为)(?:一个|一种)?"
_ENDS_ZH = r"[”」*]?(?=[（(，。；、：,;:.)）\s]|$)"
_KIN = "子孙侄弟妹女兄姊姐后婿妻母父妾叔"
_END = "(?=[，。；：、！？”]|$)"


def definition_score(sentence: str, name: str, lang: str) -> float:
    """How much a sentence looks like the definition of `name`, 0..6; a question defines nothing."""
    bare = sentence.replace("`", "").replace("*", "")
    if bare.rstrip("”’」』\"')） ").endswith(("?", "？")):
        return 0.0
    return _zh(bare, re.escape(name)) if lang == "zh" else _en(bare, re.escape(name))


def about_person(text: str, names: Iterable[str], lang: str) -> float:
    """How much a sentence looks as if it brought somebody in, 0 to `BROUGHT_IN`: his family, origin and courtesy name."""
    told = _brought_zh if lang == "zh" else _brought_en
    return max((told(text, re.escape(name)) for name in names), default=0.0)


def _en(bare: str, name: str) -> float:
    found = re.match(rf"{_HEAD}{name}(?:e?s)?{_IN_BRACKETS}\s+(?:(?P<be>{_BE})|{_DOES})\b\s*", bare, re.IGNORECASE)
    if found:
        return _said(found, bare[found.end() :], name)
    if re.match(rf"(?:The\s+)?{name}{_ACTS}", bare) and re.search(rf"\s{_CLASSES}$", name):
        return _SAYS
    article = r"(?:an?\s+|the\s+)?[“\"‘(]?"
    if re.search(rf"{_PASSIVE}{_NAMED}{article}{name}{_NAME_ENDS}", bare, re.IGNORECASE) or re.search(
        rf"\w,? {_NAMED}(?:an?\s+)?[“\"‘(]?{name}{_NAME_ENDS}", bare, re.IGNORECASE
    ):
        return _SAYS
    if re.search(rf"\b{name}s?\s\([A-Z][A-Za-z]{{1,6}}\)", bare, re.IGNORECASE):
        return _SAYS  # where an abbreviation is explained, what it is about is said
    begins = re.match(
        rf"(?:An?|The)?\s*{name}(?!,? (?:on the other hand|however|too|therefore|then)\b)", bare, re.IGNORECASE
    )
    return _BEGINS if begins else 0.0


def _said(found: re.Match[str], rest: str, name: str) -> float:
    """What it is worth that the name is followed by "is", or by a verb that tells what it does."""
    if not found["be"]:
        return _SAYS
    if re.match(_AGAIN, rest) or re.match(_NO_CLASS, rest):
        return _WEAK
    if re.match(rf"{_JUST}(?:an?|the|any|one|when|how|what|like)\b", rest):
        return _SAYS if (found["head"] or "").lower() in {"every", "each"} else _FULL
    return _WEAK if (found["head"] or "").lower() == "the" and name.isalpha() else _SAYS


def _zh(bare: str, name: str) -> float:
    if re.match(rf"[“「*]?{name}{_ALSO_ZH}{_IS_ZH}", bare):
        return _FULL if re.match(rf"[“「*]?{name}.{{0,60}}?(?:是指|指的是|是一|定义为|就是)", bare) else _SAYS
    if re.match(rf"[“「*]?{_SO}{name}(?:也)?(?:者，|者(?!之).{{1,6}}[也矣][，。；])", bare):
        return _FULL
    if re.search(rf"(?:谓之|之谓|[是此]谓|名曰|命曰|所谓){name}(?=[，。；也者])", bare):
        return _SAYS
    if re.search(rf"{_CALLED_ZH}[“「*]?{name}{_ENDS_ZH}", bare):
        return _SAYS
    if re.search(rf"[，；,;]\s*[“「*]?{name}{_ALSO_ZH}(?:是指|指的是|是一|定义为|就是)", bare):
        return _SAYS
    if re.match(rf"[“「*]?{name}{_ALSO_ZH}{_CAN_ZH}", bare):
        return _WEAK
    return _BEGINS if re.match(rf"{name}(?!的)", bare) else 0.0


def _brought_zh(text: str, name: str) -> float:
    full = rf"{name}[，,]?(?:字(?!迹)[^，。；]{{1,2}}[，。；：]|(?:[^，。；]{{2,6}}|乃[^，。；]{{2,8}})人也|(?:乃|是|者，)[^，。；]{{1,12}}之[{_KIN}]也?{_END})"
    named = rf"姓{name[:1]}，?名{name[1:]}{_END}|字{name}{_END}|姓.{{1,2}}，?名{name}{_END}|名唤{name}|名叫{name}"
    if re.search(f"{full}|{named}", text):
        return BROUGHT_IN
    looks = rf"{name}[，,]?(?:为人|身长|生得|是个|乃[^，。；]{{1,8}}之人)|乃是?[^，。；]{{0,10}}{name}也{_END}"
    return _LOOKS if re.search(looks, text) else 0.0


def _brought_en(text: str, name: str) -> float:
    relation = r"(?:eldest|youngest|elder|younger|second|third|only|son|daughter|wife|widow|sister|brother|father|mother|niece|nephew|aunt|uncle|heir|master|mistress|owner)"
    full = (
        rf"\b{name}\s+(?:was|is|had been)\s+(?:an?|one of|the {relation})\s|\b{name},\s+(?:an?|the {relation})\s"
        rf"|\b{name}, who (?:had been|was|is) |\b{name}, (?:[a-z-]+, )*(?:and )?[a-z-]+,? and [a-z-]+,|(?:called|named)\s+{name}\b"
    )
    if re.search(full, text):
        return 3.5
    return (
        _LOOKS
        if re.search(
            rf"\b{name}\s+(?:was|had been|had)\s+(?:the|about|very|one)\b|\b{name},\s+(?:the|who|whose)\b", text
        )
        else 0.0
    )
