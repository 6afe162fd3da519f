"""What a sentence says about its subject, by its words: how the sentences of a page are grouped."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from quire.wiki.page_types import PageType
from quire.wiki.relations import tells_relation
from quire.wiki.sentence_split import Sentence, with_speech_marks
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["ASPECTS", "aspect_heading", "aspect_of", "grouped", "story_aspect"]

ASPECTS: dict[str, dict[str, str]] = {
    "what": {"en": "What it is", "zh": "概念"},
    "use": {"en": "What it is for", "zh": "用途"},
    "how": {"en": "How it works", "zh": "原理与做法"},
    "compare": {"en": "Compared with others", "zh": "联系与比较"},
    "care": {"en": "Limits and care", "zh": "限制与注意"},
    "example": {"en": "Examples", "zh": "例子"},
    "with": {"en": "Relations", "zh": "人物关系"},
    "life": {"en": "In the story", "zh": "经历"},
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
        ("example", re.compile(r"\b(?:for example|for instance|such as|e\.g\.|as an example|consider|suppose|imagine"
                               r"|here’s|say we)\b", re.IGNORECASE)),
        ("compare", re.compile(r"\b(?:unlike|whereas|differ\w*|similar(?:ly)?|compared|in contrast|rather than"
                               r"|instead of|same as|on the other hand|equivalent|analog\w+)\b", re.IGNORECASE)),
        ("care", re.compile(r"\b(?:error\w*|cannot|can[’']t|must not|won[’']t|doesn[’']t|don[’']t|panic\w*|only if"
                            r"|never|careful|limit\w*|danger\w*|invalid|fail\w*|not (?:allowed|possible|valid)"
                            r"|problem\w*|drawback\w*|disadvantage\w*)\b", re.IGNORECASE)),
        ("use", re.compile(r"\b(?:used (?:to|for|in|as|when)|useful|lets?|allows?|enables?|helps?|so that|in order to"
                           r"|purpose|designed|want to|makes it (?:possible|easy|easier)"
                            r"|advantage\w*|benefit\w*)\b", re.IGNORECASE)),
        ("what", re.compile(r"\b(?:is|are|was|were) (?:an?|the|called|known|defined|one of|any|that)\b|\b(?:means?"
                            r"|refers? to|denotes?|consists? of)\b", re.IGNORECASE)),
    ),
    "zh": (
        ("example", re.compile(r"例如|比如|举例|譬如|假设|考虑")),
        ("compare", re.compile(r"不同于|相比|区别|类似|相似|相同|等价|而不是|相反|对比|优于|一样")),
        ("care", re.compile(r"不能|无法|错误|问题|注意|缺点|限制|困难|必须|避免|不应|失败|难以")),
        ("use", re.compile(r"用于|用来|可用|使得|允许|有助于|应用|目的|帮助|以便|为了|优点")),
        ("what", re.compile(r"是(?:一|指|由|用|对)|称为|叫做|定义为|即|指的是|表示|包括|由.{1,12}组成")),
    ),
}  # fmt: skip


_CLASSICAL = re.compile(
    r"[也矣焉乎哉][，。；！？”’]|者，|曰|[之其](?![间一前后外内中上下和类他它次实])|(?<![从因进然])而(?![且是])|故|(?<![否规法])则"
)
_MODERN = re.compile(r"[的了是在们吗呢着过A-Za-z0-9$`]")

_QUOTED = re.compile(r"(?:(?<![^“”])[^“”]++)?“([^”]{0,1000})”[^“]*+")
_MOSTLY = 0.5
"""Share of a sentence in quotation marks above which it is speech."""


def aspect_heading(aspect: str, lang: str) -> str:
    """The heading of an aspect."""
    return ASPECTS[aspect][lang]


def aspect_of(sentence: str, lang: str) -> str:
    """The aspect of a technical sentence: example, compare, care, use, what, else how; notes in classical Chinese."""
    if lang == "zh" and _CLASSICAL.search(sentence) and not _MODERN.search(sentence):
        return "notes"  # what the cues say is said with other words there
    for aspect, cue in _CUES[lang]:
        if cue.search(sentence):
            return aspect
    return "how"


def story_aspect(sentence: Sentence, one: Candidate) -> str:
    """The aspect of a sentence of a story: what happens in a place; kin, speech or deeds of somebody."""
    if one.type == PageType.PLACE:
        return "there"
    text = with_speech_marks(sentence.text)
    if "“" in text and len(_QUOTED.sub(r"\1", text)) > _MOSTLY * len(text):
        return "said"
    related = one.type == PageType.PERSON and tells_relation(sentence.text, one.names, sentence.lang)
    return "with" if related else "life"


def grouped(numbers: Sequence[int], aspect: Callable[[int], str]) -> dict[str, list[int]]:
    """Numbers of sentences by their aspects, these in the order in which a page shows them."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        groups[aspect(number)].append(number)
    return {one: groups[one] for one in ASPECTS if one in groups}
