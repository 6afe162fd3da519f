"""How likely a sentence says what a thing is: all evidence weighed together by a learned model.

A logistic regression for each language, over sentences of books that we labelled by hand: the words of the sentence
(`definition_kind`), where the name stands in it, whether it stands alone, and where it stands in the book. The weights
stand in `subjects/lead_weights.json` (`make learn-leads`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from quire.wiki.definitions import SCORES, opens_with_clause
from quire.wiki.sentence_split import fold, holds_quotation, is_caption, is_signpost
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.lexicon import word_list

__all__ = ["MAY_SAY_WHAT", "SAYS_WHAT", "lead_odds", "sentence_evidence", "subject_evidence"]

SAYS_WHAT, MAY_SAY_WHAT = 0.4, -1.0
"""Log odds from which on a first sentence is shown as saying what its subject is, and from which on as one that may say
so: between them about half do (of English ones .51 of 132, of Chinese .44 of 78, books left out), below the second a
fifth of those that come first."""

_SHORT = {"en": 45, "zh": 16}
_LONG = {"en": 260, "zh": 100}
"""Letters and digits below which a sentence says too little to begin a page, and beyond which it says much else."""

_SETS_TASK = re.compile(
    r"(?:Describe|Explain|Evaluate|Identify|Discuss|Define|Compare|Analy[sz]e|List|Distinguish|Summari[sz]e|Outline|Consider"
    r"|Articulate|Recogni[sz]e|Apply|Assess|Calculate|Understand|Learn|Give|Name)\s[a-z]"
    r"|(?:了解|理解|掌握|学习|学会|描述|解释|说明|列出|识别|讨论|评估|熟悉|思考)(?!了)"
    r"|[^：:]{1,30}[：:]\s?(?:让我们|Let[’']s\s)"
)
"""What sets the reader a task: goals of a lesson, exercises; an entry that tells what comes now."""

_EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|examples? of|such as|e\.g\.)|例如|比如|譬如|举例|为例", re.IGNORECASE
)
_OPENS_EXAMPLE = re.compile(r"(?:For (?:example|instance)|例如|比如|譬如|举例|以.{1,12}为例|在[本这]个?例子?中)")
"""What a sentence begins with that tells of one case."""
_GENUS = re.compile(
    r"\b(?:an?|the|any|one|these|those)\s(?:[a-z-]+,?\s){0,4}(?:types?|kinds?|forms?|sorts?|class(?:es)?"
    r"|process(?:es)?|practices?|methods?"
    r"|techniques?|ways?|systems?|sets?|groups?|collections?|sequences?|series|studies|study|theory|theories"
    r"|ideas?|beliefs?|concepts?"
    r"|patterns?|tools?|librar(?:y|ies)|programs?|functions?|values?|objects?|components?|measures?"
    r"|measurements?|acts?|abilit(?:y|ies)"
    r"|states?|conditions?|parts?|members?|branch(?:es)?|fields?|approach(?:es)?|structures?|units?|amounts?"
    r"|numbers?|persons?"
    r"|people|organi[sz]ations?|institutions?|agreements?|documents?|rules?|features?|mechanisms?|services?"
    r"|formats?|languages?|files?"
    r"|data|places?|events?|relationships?|species|substances?|materials?|devices?)\b"
)
_JUDGES = re.compile(
    r"\b(?:is|are|was|were|be)\s(?:also\s)?(?:an?|the|one of the)?\s?"
    r"(?:very |most |more |quite |so |especially |particularly )?"
    r"(?:important|useful|valuable|invaluable|indispensable|integral|good|great|powerful|popular|common|best|worst|key|major|main|significant|essential"
    r"|crucial|convenient|helpful"
    r"|nice|necessary|possible|interesting|likely|easy|hard|difficult|better|worse|top|big|huge|well|enough"
    r"|needed|required|available"
    r"|central|critical|vital|ideal|perfect|typical|different|similar|true|clear|mix)\b"
    r"|很|非常|十分|重要|常见|常用|最[^大小终后先初]|强大|有用|方便|好处|优点|缺点|问题|关键|核心|必要|复杂|简单"
)
_SAYS_NOTHING = re.compile(
    r"\b(?:is|are)\s(?:an?|the|one\sof\sthe)\s(?:[a-z]+\s){0,3}?(?:way|thing|idea|concept|topic|place|choice|option|start)s?"
    r"(?:\sto\s[^,.]{1,40})?[.!]$"
    r"|是(?:一[个种门项件])?(?:非常|很|十分|相当|比较|较为|特别|极其|最)?[^，。；的]{0,6}的?(?:概念|东西|事情|问题|话题|选择|艺术)[。！]$"
)
"""A class that tells nothing: 是一个非常有意思的概念。"""
_PRAISES = re.compile(
    r"\b(?:is|are)\s(?:[a-z]+\s)?(?:an?|the|one\sof\sthe)\s(?:[a-z]+ly\s|very\s|most\s)?(?:important|useful|valuable|powerful|fundamental"
    r"|essential|key|crucial|critical|core|central|vital|great|good)\s(?:tool|concept|topic|aspect|skill|complement|consideration|issue|factor"
    r"|technique|step|idea)s?\s(?:in|of|to|for|when)\s[^,.;:]{1,60}[,.!]"
    r"|^(?!.{0,200}(?:用于|负责|是指|一[种个组类套])).{2,60}?是[^，。；]{1,60}的(?:核心|关键|重要|主要|有效|必要|最佳|基础(?=[。，]))"
    r"(?:能力|手段|环节|机制|保障|功能|技术|方式|方法|特性|部分|因素|问题|工具|基石|场景)?(?:之一)?[，。]"
)
"""Praise with a class that tells nothing: “is a very valuable tool in statistics.”, 是实现弹性伸缩的核心能力。"""
_WHICH = re.compile(r"\b(?:that|which|who|whose|whereby|where|when|in which)\b")
_OF_IT = re.compile(r"\b(?:that|which|who|whose)\b|[,;]\s(?:and|but|so)\b|;")
_OF_CLASS = frozenset({"class", "each", "entry"})
"""What begins a clause behind the class that a definition gives, and the kinds of definition that give one first."""
_DENIES = re.compile(r"\b(?:not|no|never|none|nothing)\b|n[’']t\b|不|没有|未|无法|并非")
_COMPARES = re.compile(
    r"\b(?:than|more|less|most|unlike|whereas|compared|rather|same|too|also|however|although|though|but|even)\b|也|还|更|相比|但|而且|反而"
)
_ENDS_KIND_ZH = re.compile(
    r"的(?:一种|一类|一个)?[^，。；的]{0,8}?(?:过程|方法|技术|机制|方式|工具|系统|函数|类型|结构|集合|数据|模型|算法|程序|服务|组件|对象|概念|行为|能力"
    r"|规则|协议|语言|格式|文件|接口|平台|框架|库|指令|命令|操作|特性|功能|单位|部分|关系|状态|问题|值|变量|指针|标准|权利|义务|合同|人|组织|任务)[，。；：]"
)
_ONE_KIND_ZH = re.compile(r"(?:是|为|即|指)(?:指|的是)?(?:一[种个类组套款项条段门]|由|用[来于]|在|对|将|把)")
_POINTS_HERE = re.compile(
    r"\b(?:this|our|the same) (?:case|situation|example|program|page|code|function|class|method|book)\b"
    r"|\b(?:here|above|below)\b"
    r"|上面|以上|如上|这里|本例|本页|上述|刚才|之前|此处"
)
_ENTRY_OF = re.compile(r"[`#“]*([^:：.。，]{2,40})[:：](?=.)")
"""An entry of a list, with what it is about as group 1."""
_BRACKETS = re.compile(r"\s?[（(][^（）()]*[）)]|^(?:An?|The)\s")
_OTHER_SUBJECT = re.compile(
    r"(?:(?:In|For|Within|As)\s[^,.;:]{1,40},\s)?(?:(?:An?|The|Each|Every|Any|One|This|These|Most|Many|Some|All|Such|Other|Our|Its"
    r"|Their|Both|[A-Z]\w{1,24}[’']s)\s)?((?:[\w’'/-]{1,24}\s){1,5}?)(?:is|are|was|were|refers?\sto|means?|denotes?|describes?|represents?"
    r"|provides?|allows?|lets?|enables?|can\sbe|consists?\sof)\s",
    re.IGNORECASE,
)
"""What a sentence says something of, as group 1."""
_OTHER_SUBJECT_ZH = re.compile(
    r"[“「*]?([^，。；：、（）()“”的和与或及在对将]{3,20}?)[”」*]?\s?(?:（[^）]{1,60}）)?\s?(?:是(?![否不因可])|指的?是?|用于|由)"
)
_HEAD_ENDS = re.compile(
    r"\b(?:of|in|on|for|to|with|from|that|which|who|and|or|as|at|by|not|will|can|may|must|should|would|could)\b"
)
_NO_HEAD = re.compile(r"\b(?:an?|the|this|these|we|you|it|they)\b")
"""What ends the head of a subject, and what is in none: it stands behind a verb."""
_CLASS_BEHIND = re.compile(
    r"\s(?:tool|library|program|language|framework|platform|protocol|algorithm|technique|method|pattern|statement|keyword|type|function"
    r"|operator|expression|command|trait|struct|object|option|package|process)s?$"
)
"""The kind of thing behind a name, which is the name's still: “the Clippy tool is”."""
_IDEA = re.compile(
    r"\b(?:idea|purpose|goal|aim|role|job)s? (?:of|behind) (?:an? |the )?$"
    r"|^[”」`]?(?:[（(][^）)]{1,40}[）)])?的?(?:一个)?(?:基本|核心|主要|设计)?(?:思想|思路|目的|本质|作用|职责|原理|目标|含义)(?:上|其实)*(?:就|便)?(?:是|在于)"
)
"""Before an English name, behind a Chinese one: what it is for, or does in short."""
_THE_THE = re.compile(
    r"(?:e?s)?[”\"`]? (?:is|are|was|were) the\b"
    r"(?!\s(?:[a-z-]+\s)?(?:numbers?|amounts?|sets?|ranges?|ratios?|sums?|averages?|distances?|rates?"
    r"|process(?:es)?|ability|acts?|parts?|study|practice|probability|difference|degree|length|time|collection"
    r"|sequence)\s(?:of|between|to|in which|at which|during which)\b)"
)
"""“The region is the window” tells of one case; “the prefix length is the number of bits ...” does not."""
_ONE_OF_ZH = re.compile(r"之一[，。]|[中里]的?最|[中里]的(?:一个)?概念")
_STOPS = (".", "!", "?", "。", "！", "？", "”", "）", ")")
_DEED = re.compile(r"\b(?:we|you|I|let’s)\b|我们|你|请|建议|注意|推荐", re.IGNORECASE)
_GOES_ON_EN = re.compile(r"(?:-|[’']s\s|\s(?=[a-z]+\b))")
_FUNCTION = re.compile(
    r"(?:an?|the|and|or|nor|but|is|are|was|were|be|been|has|have|had|can|may|might|must|will|would|could|should|does|do|did"
    r"|of|in|on|to|for|from|with|by|as|at|that|which|who|whose|when|where|if|because|so|than|then|into|not|also|about"
    r"|between|against|through|[a-z]+ly|[a-z]{2,}(?:ed|[^su]s))\b"
)
_STEMS = "|".join(word_list("en", "acting_stems"))
_ACTS_EN = re.compile(rf"(?:e?s)?\s(?:[a-z]+ly\s)?(?:{_STEMS})(?:e?s|ies|e|y)?\s(?!of\b)")
"""A verb of what things do behind a name."""
_ENDS_ZH = re.compile(r"[^㐀-鿿]|[是指为即的与和或及在由可会将能用有也又就都被把对所等则当称叫从到时来这那让使通主]|$")


def lead_odds(evidence: Mapping[str, float], lang: str) -> float:
    """The log odds that a sentence with this evidence says what its subject is."""
    return log_odds(learned_weights("lead_weights")[lang], evidence)


def sentence_evidence(text: str, lang: str) -> dict[str, float]:
    """What the words of a sentence tell, whatever it is asked for."""
    size = len(fold(text))
    return {
        "judges": _JUDGES.search(text) is not None,
        "row": " | " in text,
        "says nothing": _SAYS_NOTHING.search(text) is not None,
        "praises": _PRAISES.search(text) is not None,
        "denies": _DENIES.search(text) is not None,
        "compares": _COMPARES.search(text) is not None,
        "points here": _POINTS_HERE.search(text) is not None,
        "unfinished": not text.endswith(_STOPS),
        "clause": opens_with_clause(text),
        "short": size < _SHORT[lang],
        "long": size > _LONG[lang],
        "signpost": is_signpost(text, lang),
        "task": _SETS_TASK.match(text) is not None,
        "asks": text.endswith(("?", "？")),
        "example": _EXAMPLE.search(text) is not None,
        "an example": _OPENS_EXAMPLE.match(text) is not None,
        "caption": is_caption(text),
        "deed": _DEED.search(text) is not None,
        "quotes": holds_quotation(text),
        "commas": min(4, len(re.findall(r"[,，、]", text))),
        "code": min(3, text.count("`") // 2),
    }


def subject_evidence(text: str, names: Sequence[str], kind: str, lang: str) -> dict[str, float]:
    """What a sentence tells of a subject by the place of its name and the words around it.

    Args:
        text: the sentence.
        names: of the subject.
        kind: the clearest `definition_kind` of the names.
        lang: of the sentence.
    """
    at, end = _place(text, names)
    before_all, entry = text[:at], _ENTRY_OF.match(text)
    headed = _BRACKETS.sub("", entry[1]) if entry else ""
    rest, before = text[end:], before_all.strip("“”\"‘’'`*（( ").lower()
    bare = rest.lstrip("”」*` ")
    english = lang == "en"
    told = {}
    if (
        kind in _OF_CLASS and english and (clause := _OF_IT.search(text, end))
    ):  # what the class does not do is what it is
        told["denies"] = _DENIES.search(text[: clause.start()]) is not None
    return told | {
        f"kind {kind}": 1.0,
        "defines": SCORES[kind],
        "place": at / max(1, len(text)),
        "begins": at <= len("“The "),
        "the": before == "the",
        "acts": english and _ACTS_EN.match(rest.lstrip('”"*`')) is not None,
        "called of clause": kind == "called" and opens_with_clause(text),
        "genus": (_GENUS.search(rest[:90]) if english else _ONE_KIND_ZH.match(bare)) is not None,
        "ends kind": not english and _ENDS_KIND_ZH.search(f"{rest}。") is not None,
        "which": _WHICH.search(rest) is not None,
        "name goes on": _goes_on(rest, lang),
        "in brackets": before_all.count("(") + before_all.count("（") > before_all.count(")") + before_all.count("）"),
        "other entry": bool(headed) and kind != "entry" and fold(headed) not in set(map(fold, names)),
        "other subject": _of_another(text, names, lang),
        "the the": english and before == "the" and _THE_THE.match(rest) is not None,
        "one of": not english and _ONE_OF_ZH.search(rest) is not None,
        "idea": _IDEA.search(before_all.lower() if english else rest) is not None,
    }


def _place(text: str, names: Sequence[str]) -> tuple[int, int]:
    """Where the name stands that comes first, [start, end); at the end where none is found as it is."""
    low = text.lower()
    found = [(at, at + len(name)) for name in names if (at := low.find(name.lower())) >= 0]
    return min(found, default=(len(text), len(text)))


def _of_another(text: str, names: Sequence[str], lang: str) -> bool:
    """Whether the subject of a sentence is a longer name that holds one of these: “immutable references are”."""
    found = (_OTHER_SUBJECT_ZH if lang == "zh" else _OTHER_SUBJECT).match(text.replace("`", "").replace("*", ""))
    if found is None:
        return False
    subject = found[1].lower().strip()
    wanted = [name.lower() for name in names]
    if lang == "en":
        subject = _HEAD_ENDS.split(subject, maxsplit=1)[0].strip()  # “the signature of a function”
        if _NO_HEAD.search(subject):
            return False
        words = f" {subject} "
        held = any(f" {name} " in words or f" {name}s " in words for name in wanted)
    else:
        held = any(name in subject for name in wanted)
    own = {fold(name).removesuffix("s") for name in wanted}
    return held and own.isdisjoint(fold(one).removesuffix("s") for one in (subject, _CLASS_BEHIND.sub("", subject)))


def _goes_on(rest: str, lang: str) -> bool:
    """Whether the name is only the beginning of another thing's."""
    if lang == "zh":
        return not _ENDS_ZH.match(rest.lstrip("”」*` "))
    found = _GOES_ON_EN.match(rest)
    return found is not None and not _FUNCTION.match(rest, found.end())
