"""What a sentence says about its subject, by its words: how the sentences of a page are grouped."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["ASPECTS", "about_person", "aspect_of", "definition_score", "heading"]

ASPECTS: dict[str, dict[str, str]] = {
    "what": {"en": "What it is", "zh": "概念"},
    "use": {"en": "What it is for", "zh": "用途"},
    "how": {"en": "How it works", "zh": "原理与做法"},
    "compare": {"en": "Compared with others", "zh": "联系与比较"},
    "care": {"en": "Limits and care", "zh": "限制与注意"},
    "example": {"en": "Examples", "zh": "例子"},
    "life": {"en": "In the story", "zh": "经历"},
    "with": {"en": "With others", "zh": "人物关系"},
    "said": {"en": "In their words", "zh": "言语"},
    "there": {"en": "What happens there", "zh": "相关事件"},
    "chapters": {"en": "In the chapters", "zh": "所在章节"},
    "related": {"en": "Related", "zh": "相关条目"},
    "subjects": {"en": "Subjects of this chapter", "zh": "本章条目"},
    "notes": {"en": "More from the book", "zh": "书中其他论述"},
}
"""Word of an aspect to its heading, in the order in which a page shows them."""

_CUES = {
    "en": (
        ("example", re.compile(r"\b(?:for example|for instance|such as|e\.g\.|as an example|consider|suppose|imagine|here’s|say we)\b", re.IGNORECASE)),
        ("compare", re.compile(r"\b(?:unlike|whereas|differ\w*|similar(?:ly)?|compared|in contrast|rather than|instead of|same as|on the other hand|equivalent|analog\w+)\b", re.IGNORECASE)),
        ("care", re.compile(r"\b(?:error\w*|cannot|can[’']t|must not|won[’']t|doesn[’']t|don[’']t|panic\w*|only if|never|careful|limit\w*|danger\w*|invalid|fail\w*|not (?:allowed|possible|valid)|problem\w*|drawback\w*|disadvantage\w*)\b", re.IGNORECASE)),
        ("use", re.compile(r"\b(?:used (?:to|for|in|as|when)|useful|lets?|allows?|enables?|helps?|so that|in order to|purpose|designed|want to|makes it (?:possible|easy|easier)|advantage\w*|benefit\w*)\b", re.IGNORECASE)),
        ("what", re.compile(r"\b(?:is|are|was|were) (?:an?|the|called|known|defined|one of|any|that)\b|\b(?:means?|refers? to|denotes?|consists? of)\b", re.IGNORECASE)),
    ),
    "zh": (
        ("example", re.compile(r"例如|比如|举例|譬如|假设|考虑")),
        ("compare", re.compile(r"不同于|相比|区别|类似|相似|相同|等价|而不是|相反|对比|优于|一样")),
        ("care", re.compile(r"不能|无法|错误|问题|注意|缺点|限制|困难|必须|避免|不应|失败|难以")),
        ("use", re.compile(r"用于|用来|可用|使得|允许|有助于|应用|目的|帮助|以便|为了|优点")),
        ("what", re.compile(r"是(?:一|指|由|用|对)|称为|叫做|定义为|即|指的是|表示|包括|由.{1,12}组成")),
    ),
}  # fmt: skip

_IS_EN = r"(?:\s\([^)]{1,40}\))?,?\s+(?:is|are|was|were|refers? to|means?|denotes?|consists? of|describes?|represents?|lets?|allows?|provides?|enables?|occurs?|happens?)\b"
_SO = "(?:[^：。”]{1,8}曰：“?)?(?:是故|且夫|夫|凡|故|盖)?(?:所谓|古之所谓)?"
"""Particles that open a sentence in classical Chinese, before what it defines: 夫兵者，…也."""
_IS_ZH = r"[”」*]?(?:（[^）]{1,60}）|\([^)]{1,60}\))?[”」*]?(?:是指|指的是|是一|是由|是用|是在|就是|即|指|被定义为|定义为|是|通常|由|可以)"

_CLASSICAL = re.compile(
    r"[也矣焉乎哉][，。；！？”’]|者，|曰|[之其](?![间一前后外内中上下和类他它次实])|(?<![从因进然])而(?![且是])|故|(?<![否规法])则"
)
_MODERN = re.compile(r"[的了是在们吗呢着过A-Za-z0-9$`]")


def heading(aspect: str, lang: str) -> str:
    """The heading of an aspect."""
    return ASPECTS[aspect][lang]


def aspect_of(sentence: str, lang: str) -> str:
    """The aspect of a technical sentence: example, compare, care, use, what, how when nothing tells; notes in classical Chinese."""
    if lang == "zh" and _CLASSICAL.search(sentence) and not _MODERN.search(sentence):
        return "notes"  # what the cues say is said with other words there
    for aspect, cue in _CUES[lang]:
        if cue.search(sentence):
            return aspect
    return "how"


def definition_score(sentence: str, name: str, lang: str) -> float:
    """How much a sentence looks like the definition of `name`, 0..6."""
    bare = sentence.replace("`", "").replace("*", "")
    quoted = re.escape(name)
    if lang == "zh":
        if re.match(rf"[“「*]?{quoted}{_IS_ZH}", bare):
            return 6.0 if re.match(rf"[“「*]?{quoted}.{{0,60}}?(?:是指|指的是|是一|定义为|就是)", bare) else 4.0
        if re.match(rf"[“「*]?{_SO}{quoted}(?:也)?(?:者，|者(?!之).{{1,6}}[也矣][，。；])", bare):
            return 6.0
        if re.search(rf"(?:谓之|之谓|[是此]谓|名曰|命曰|所谓){quoted}(?=[，。；也者])", bare):
            return 4.0
        if re.search(rf"(?:称为|叫做|称作|即为|所谓的?|被称为)[“「*]?{quoted}", bare):
            return 4.0
        return 1.0 if bare.startswith(name) else 0.0
    if re.match(
        rf"(?:An?|The|Every|Each|In \w+,(?: an?| the)?|Rust’s|Python’s)?\s*{quoted}(?:e?s)?{_IS_EN}",
        bare,
        re.IGNORECASE,
    ):
        return (
            6.0
            if re.match(
                rf".{{0,6}}{quoted}(?:e?s)?.{{0,40}}?\b(?:is|are) (?:an?|the|any|one|when|how|what|like)\b",
                bare,
                re.IGNORECASE,
            )
            else 4.0
        )
    if re.search(
        rf"\b(?:called|known as|termed|named|referred to as|defined as)\s+(?:an?\s+|the\s+)?[“\"]?{quoted}",
        bare,
        re.IGNORECASE,
    ):
        return 4.0
    return 1.0 if re.match(rf"(?:An?|The)?\s*{quoted}", bare, re.IGNORECASE) else 0.0


def about_person(text: str, names: Iterable[str], lang: str) -> float:
    """How much a sentence looks as if it brought somebody in, 0 or 3.5: what he was, his family and courtesy name."""
    for name in names:
        quoted = re.escape(name)
        if lang == "zh":
            if re.search(
                rf"{quoted}[，,]?(?:字|乃|者|，?[\u4e00-\u9fff]{{2,6}}人也|为人|身长|生得|是)|(?:姓.{{1,2}}名|名唤|名叫|乃是?){quoted[-4:]}|字{quoted}[，。；]|姓{quoted[:1]}，?名{quoted[1:]}[，。；]",
                text,
            ):
                return 3.5
        elif re.search(
            rf"\b{quoted}, (?:[a-z-]+, )*(?:and )?[a-z-]+,? and [a-z-]+,|\b{quoted}\s+(?:was|is|had been|had)\s+(?:an?|the|about|so|not|very|one)\b|\b{quoted},\s+(?:an?|the|who|whose|his|her)\b|(?:called|named)\s+{quoted}",
            text,
        ):
            return 3.5
    return 0.0
