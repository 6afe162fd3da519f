"""Which sentence says what a thing is, and which one brings somebody in: judged by its words and their order."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = [
    "DEFINES",
    "INTRODUCES",
    "SCORES",
    "clearest_kind",
    "definition_kind",
    "definition_score",
    "introduction_score",
    "opening_score",
    "opens_with_clause",
    "place_score",
]

_SUBJECT, _CLAUSE = 1.5, 1.5
"""What a lead gains that begins with the name, and loses that begins with a clause ("If ...", 因为……): a sentence that
comes to its subject at its end seldom says what that is."""

_BEGINS_CLAUSE = re.compile(
    r"[“\"‘']?(?:(?:If|When|While|Whether|Because|Since|Although|Though|After|Before|Until|Unless|Once|Where"
    r"|As(?! (?:we |you |already |was )?(?:have |had |just )?"
    r"(?:seen|saw|shown|mentioned|noted|discussed|described|explained|said)\b))\b"
    r"|如果|假如|因为|由于|虽然|尽管|当|对于|既然|即使|要是|只要|只有|除非)"
)

_OPENS_CLAUSE = re.compile(rf"(?:{_BEGINS_CLAUSE.pattern}|(?:In|For|With|By|From|On|At|To|Of|Like|Unlike|Under)\b)")
"""The same, or a phrase before the subject."""

_NUMBER = re.compile(
    r"^(?:第[〇零一二三四五六七八九十百千\d]+条(?:之[一二三四五六七八九十])?\s+|\([a-z\d]{1,3}\)\s|[\d.]{1,6}[.)]\s"
    r"|(?:Note|Tip|Warning|Aside|注|注意|提示|说明)[:：]\s*)"
)
"""The number of an article or item, or the label of a box, before what it says."""

_N = "\ue000"
"""Placeholder for the name in a judged text, so that each pattern is compiled once; from a private-use area."""

_FULL, _SAYS, _QUALITY, _WEAK, _BEGINS = 6.0, 4.0, 3.0, 2.0, 1.0
"""What a sentence scores that gives the class of a thing (X is a Y), says what it does or is called, gives a quality of
it, only tells something of it, or no more than begins with its name."""

SCORES = {
    "": 0.0,
    "begins": _BEGINS,
    **dict.fromkeys(("tells", "again", "one of its kind", "advice", "use", "setting"), _WEAK),
    "quality": _QUALITY,
    **dict.fromkeys(("each", "kind of", "does", "entry", "acts", "called", "shortened", "apposed", "or"), _SAYS),
    **dict.fromkeys(("stands for", "clause", "lived", "made to", "member", "with English", "is"), _SAYS),
    **dict.fromkeys(("class", "classical"), _FULL),
}
"""What a sentence says of a thing, as `definition_kind` names it, to its `definition_score`."""

DEFINES = 4.0
"""`definition_score` from which on a sentence says what a thing is, and does not only begin with it."""

INTRODUCES = 5.0
"""What a sentence scores that tells somebody's family, origin, names or place in life: it brings him in, wherever it
stands."""

_RELATED, _LOOKS = 4.0, 2.5
"""The same for whose friend or servant somebody is, and for what somebody looks like."""

_NO_CLASS = re.compile(
    r"(?:an?|the) (?:same|only|(?:first|second|last|next)(?!-)|bit|little|lot|few|case|reason|way(?! (?:of|to)\b)"
    r"|problem|point|answer|result|default|right|wrong|other|good deal|great deal"
    r"|(?:\w+ )?(?:minutes?|moment|instant|hour|day|week|month|year|while|time|mile))\b"
)
"""What after "is" gives no class: "is a bit different", "is the same as"."""

_AGAIN = re.compile(r"(?:also|still|again|therefore|thus|now|then|already|not|never|no longer|only|too|currently)\b")
"""Words after "is" that tell one more thing of what is known, or what it is not."""

_JUST = r"(?:(?:simply|basically|essentially|just|really|actually|usually|often) |nothing (?:more|but|other) than )?"
_A_CLASS = re.compile(rf"{_JUST}(?:an?|the|any|one|when|how|what|like)\b")
_BE = r"(?:is|are|was|were)"
_KIND_OF = re.compile(
    r"(?:(?:also|often|usually|commonly|sometimes) )?(?:used|called|known|defined(?! (?:in|on|at|under)\b)|concerned"
    r"|designed|meant|intended|composed|made (?:up )?of|responsible|in charge of|short for|similar to|located|based on"
    r"|related to|equal to|equivalent to|caused by|characteri[sz]ed by|produced by|given by"
    r"|(?:expressed|computed|calculated) as)\b"
)
"""What after "is" says what a thing is for or of, though it gives no class."""
_PLURAL_CLASS = re.compile(r"(?:(?!(?:in|of|on|to|by|for|from|with|as|at)\b)[a-z-]+ ){0,2}[a-z-]{2,}[^s\W]s\b")
"""What after "are" gives a class: "are programs", "are simple machines"."""
_DOES = (
    r"(?:refers? to|means?|denotes?|consists? of|describes?|represents?|lets?|allows?|provides?|enables?|occurs?|takes?"
    r"|happens?|relates? to|involves?|defines?|specif(?:y|ies)|stores?|holds?|contains?|returns?|evaluates? to"
    r"|controls?|determines?|configures?|connects?|manages?|identif(?:y|ies)|indicates?)\b"
)
_INSERTED_EN = re.compile(
    rf"(?P<name>(?:(?:An?|The)\s)?{_N}(?:e?s)?)(?:\s?[—–][^—–.]{{1,70}}[—–]\s?"
    r"|,\s(?:or|also|often|sometimes|commonly|formerly|short for|abbreviated)\s[^,.;:]{1,60},\s)"
)
"""What stands between a name and its verb: “X, or Y, is a ...”, “X—also known as Y—defines ...”."""
_DOTTED_EN = re.compile(rf"(?<![\w.-])(?:[A-Za-z][\w-]*\.)+(?={_N}(?![\w.\[(-]))")
"""What a name of program text belongs to: “observability.X defines ...”."""
_CODE_NAME = re.compile(r"[a-z][A-Z]|_|\w\.\w")
_CODE_CLASS_EN = re.compile(
    rf"(?<={_N})(?:\s(?:option|parameter|field|setting|property|attribute|annotation|flag|header|method|macro|keyword"
    r"|function|operator|command|directive|trait|type|struct|enum|class|module|crate|resource|middleware|plugin"
    r"|service|statement)){1,2}(?=\s[a-z]|,)"
)
"""What kind of thing a name of program text is, behind it: “the X option controls ...”."""
_IN_BRACKETS = r"(?:\s\([^)]{1,40}\))?(?:\sof\s(?:an?|the)\s[a-z]+)?,?"
"""Between a name and what is said of it: an abbreviation, whose it is (“the signature of a function is ...”)."""
_SETTING = r"(?:In|Like|Unlike|For|As|Within|With|At|On|Under|To)\s[^,.;:]{1,40},"
"""What a definition may begin with: “In the context of programming, a function is ...”, “Like a string, a list is”."""
_HEAD = rf"(?P<head>An?|The|Every|Each|{_SETTING}(?:\s(?:an?|the))?|[A-Z]\w+’s)?\s*"
_IS_EN = re.compile(rf"{_HEAD}{_N}(?:e?s)?{_IN_BRACKETS}\s+(?:(?P<be>{_BE})|{_DOES})\b\s*", re.IGNORECASE)
_CLASS_LAST = re.compile(
    r"\s(?:trait|type|method|macro|keyword|function|operator|attribute|module|struct|enum|command|crate|package|class|flag"
    r"|object|option|variant|expression|statement|file|library|parameter|annotation|loop|block|syntax|interface"
    r"|directive|clause)$"
)
"""Words behind the name of program text that say what kind it is of."""
_ACTING_EN = re.compile(
    rf"(?:The\s+)?{_N}\s+(?:[a-z]+ly\s+)?(?!is\b|was\b|does\b|has\b|always\b|files\b"
    rf"|calls\b)[a-z]+[a-z]s\b(?=\s+(?:\w|`))"
)
"""What such a thing does: "the loop keyword tells", "the push method adds"."""
_NAMED = r"(?:called|known as|termed|named|referred to as|defined as)\s+"
_NAME_ENDS = (
    r"(?:e?s)?[”\"’)]*(?=\s*(?:[,.;:()—–]|$)|\s-\s|\s+(?:that|which|who|and|or|is|are|in|for|when|where|because"
    r"|since|to|by|on|if|with|of|from)\b)"
)
_CALLED_EN = re.compile(
    rf"\b(?:is|are|was|were|be|been|being|often|also|sometimes|usually|commonly|generally|technically|formally|typically"
    rf"|simply|now)\s+{_NAMED}(?:an?\s+|the\s+)?[“\"‘(]?{_N}{_NAME_ENDS}",
    re.IGNORECASE,
)
_DEFINED_EN = re.compile(
    rf"\b(?:define[sd]?|describe[sd]?)\s(?:the\s)?(?:(?:concept|term|idea)\sof\s)?(?:an?\s)?[“\"‘]?{_N}[”\"’]?\sas\b",
    re.IGNORECASE,
)
_NAMED_EN = re.compile(
    rf"\w(?<!\ba)(?<!\ban)(?<!\bthe),? (?:(?:{_NAMED}(?:(?:an?|its|their|our)\s+)?|(?:known|referred to) as the\s+)"
    rf"[“\"‘(]?{_N}{_NAME_ENDS}|{_NAMED}the\s[“\"]{_N}(?:e?s)?,?[”\"](?!\s(?-i:[A-Z])))",
    re.IGNORECASE,
)
_CALL_EN = re.compile(
    rf"\b(?i:we|I)(?:[’']ll|\swill|\scan)?\s(?:call|term)\s(?:(?:this|that|these|it|them)(?:\s[a-z-]+){{0,3}}?"
    rf"|(?:(?!(?:on|with|in|to|for|from|by|and|when|at)\b)[\w-]+\s){{1,6}}?(?:an?|the))\s[“\"‘(]?{_N}{_NAME_ENDS}"
)
"""A name that the book gives: “we call each state a X”."""
_LONG_EN = re.compile(rf"(?:An?\s|The\s)?(?P<first>\w)(?:[\w–’-]*\s){{1,8}}\({_N}s?\)(?=\s{_BE}\s|\s{_DOES})")
"""The words of an abbreviation before it, where these are no name of it as they stand there."""
_SHORTENED_EN = re.compile(rf"(?<!\w){_N}s?\s\([A-Z][A-Za-z]{{1,6}}\)", re.IGNORECASE)
"""Where an abbreviation is explained, what it is about is said."""
_ENTRY_EN = re.compile(rf"{_N}(?:e?s)?{_IN_BRACKETS}\s?(?::|\s[–—-])\s+(?=[A-Z]|(?:[a-z-]+,?\s){{3}})")
"""An entry of a list of terms: the name, a colon, and what it is."""
_LOWER = re.compile(r"\b[a-z]{3,}")
"""What an entry's text has and the title of a book may lack ("X: A Very Short Introduction")."""
_APPOSED_EN = re.compile(
    rf"(?<!\w){_N}(?:e?s)?{_IN_BRACKETS}(?:,| [–—-]|—)\s*(?:which (?:is|are) |that is, |or )?"
    rf"(?:an?|the|any|one of the)\s(?!{_NO_CLASS.pattern})[a-z]"
    rf"|(?<!\w){_N}(?:e?s)?\s\((?:(?:i\.e\.|that is|which is|essentially|basically|or),?\s)?(?:an?|the)\s"
    rf"(?!{_NO_CLASS.pattern})[a-z]"
    rf"|(?<!\w){_N}(?:e?s)?\s?[—–]\s?(?:[a-z-]+\s){{0,2}}[a-z-]+\s(?:that|which|of|for)\s"
    rf"|(?<!\w){_N}(?:e?s)?,\s(?:[a-z-]+\s){{0,2}}[a-z-]{{3,}}s\s(?:that|which|who)\s"
    rf"|^(?:An?\s|The\s)?{_N}(?:e?s)?,\s(?:in which|where|whereby|wherein)\s"
    rf"|\ban?\s{_N}\s(?:that|which)\s(?!.{{0,80}}\b(?:called|known|referred)\b)|\bthe\s{_N},\swhich\s(?!(?:we|you|I|they|it|he|she|the|this|in)\b)",
    re.IGNORECASE,
)
_CLAUSE_EN = re.compile(
    rf"(?:[,;:—]|\b(?:that|where|and|but|because|or))\s+(?:an?\s|the\s)?{_N}(?:e?s)?{_IN_BRACKETS}\s+{_BE}\s+{_JUST}"
    rf"(?!{_NO_CLASS.pattern})(?:an?|the|any|one of the)\s|(?<!\w){_N}[,”\"]*\s(?:which|that)\s(?:means?"
    rf"|refers? to|denotes?|describes?|stands? for)\b",
    re.IGNORECASE,
)
"""The same inside a sentence: “one definition is that X is a Y”, “X, which means Y”."""
_MAY_BE_EN = re.compile(
    rf"{_HEAD}{_N}(?:e?s)?{_IN_BRACKETS}\s+(?:can|may|might|could)\s(?:also\s|best\s)?be\s(?:best\s)?(?:defined|described"
    r"|thought of|seen|understood|viewed|regarded|imagined)\sas\s",
    re.IGNORECASE,
)
_MADE_EN = re.compile(
    rf"(?:An?|The)?\s*{_N}(?:e?s)?{_IN_BRACKETS}\s+(?:is|are|was|were|has been|have been)\s+(?:[a-z]+ly\s)?"
    r"(?:created|established|founded|formed|set up|passed|enacted|designed|introduced|trained|intended|meant)\b"
    r"(?:\s[^\s,.;]+){0,6}?\s(?:to|as an?|for)\s",
    re.IGNORECASE,
)
"""What a thing was made for: “the X was created in 1914 to ...”."""
_MEMBER_EN = re.compile(
    rf"(?:One|Another|An?|The (?:most|best|main|first|only|second|third))\s[^,.;:]{{4,80}}?\s{_BE}\s(?:an?\s|the\s)?"
    rf"{_N}(?:e?s)?(?:\s\([^)]{{1,40}}\))?(?=[,.;:—–]|$|\s(?:that|which|who|in which)\b)"
)
"""The class before the name: “one well-known agency is the X”."""
_OR_EN = re.compile(
    rf"[a-z]{{3}},?\s(?:or|i\.e\.,?|that is,)\s(?:an?\s|the\s)?{_N}(?:e?s)?(?=[,;)]|\.$)", re.IGNORECASE
)
"""The name behind what it names: “unsolicited email, or X, is”."""
_LIVED_EN = re.compile(rf"(?<![a-z])[a-z]{{3,24}},?\s{_N}\s\((?:c\.\s?|born |b\.\s?)?\d{{3,4}}")
"""A person of history with an occupation and years: “the philosopher X (1806–1873)”."""
_STANDS_FOR_EN = re.compile(
    rf"\b(?:by|the (?:term|word|name|phrase|concept(?: of)?)) [“\"‘']?{_N}[”\"’']?,?\s(?:we mean|I mean|is meant"
    r"|is (?:often |usually |sometimes |commonly )?used"
    rf"|means?|refers?|describes?|denotes?|stands? for)|(?<!\w){_N} (?:is short|stands?) for\b",
    re.IGNORECASE,
)
_TELLS_EN = re.compile(
    rf"(?:An?|The)?\s*{_N}(?:e?s)?{_IN_BRACKETS}\s+(?:can|must|may|has|have|helps?|makes?|ensures?|gives?|uses?|works?|tells?"
    rf"|measures?|includes?|forms?|produces?|causes?|acts?|serves?|occurs?|requires?|supports?|begins?|ends?|needs?"
    rf"|runs?|creates?|shows?|affects?|depends?|differs?|belongs?|becomes?|remains?|deals?|performs?|generates?)\b",
    re.IGNORECASE,
)
"""What a thing does or has, told of it and not of another."""
_SETTING_EN = re.compile(
    rf"(?:In|Under|During|With|For|By|Through)\s(?:an?\s|the\s)?{_N}(?:e?s)?(?:\s[a-z]+)?,", re.IGNORECASE
)
"""What is so in or with a thing: “In the preliminary stage, people become aware of ...”."""
_BEGUN_EN = re.compile(rf"(?:An?|The)?\s*{_N}(?!,? (?:on the other hand|however|too|therefore|then)\b)", re.IGNORECASE)

_SO = "(?:[^：。”]{1,8}曰：“?)?(?:是故|且夫|夫|凡|故|盖)?(?:所谓|古之所谓)?"
"""Particles that open a sentence in classical Chinese, before what it defines: 夫兵者，…也."""

_ALSO = r"[”」*]?(?:\s?（[^）]{1,60}）|\s?\([^)]{1,60}\))?[”」*]?\s?"
"""Between a Chinese term and what is said of it: its English."""
_SO_CALLED = r"(?:(?:本[法书文章节条]|前款|这里|此处|我们)?所(?:称|谓|说)的?)?[“「*]?"
_IN_SHORT_ZH = "(?:简而言之|简单[来地]?[说讲]|顾名思义|通俗[来地]?[说讲]|本质上|其实|实际上|说白了)"
_IS_ZH = re.compile(
    rf"{_SO_CALLED}{_N}{_ALSO}[，,]?(?:{_IN_SHORT_ZH}[，,]?)?(?:就?是指|指的是|就?是一|是由|是用|是在|由[^，。]{{1,24}}[组构]成"
    rf"|可以?(?:[^，。]{{0,4}}地)?(?:理解|看|视|想象)[成为作做]"
    r"|即(?![将使便可])|指(?![定向令针示导标出明数引])|被?定义为|就?是(?!\s?[\d$]))"
)
_CLASS_ZH = re.compile(rf"[“「*]?{_N}.{{0,60}}?(?:是指|指的是|是一|定义为|就是)")
_OF_KIND_ZH = re.compile(rf"[“「*]?{_N}{_ALSO}是(?![否不因可])[^，。；]{{2,40}}的[^，。；的]{{1,14}}(?=[，。；])")
"""“X 是连接…的桥梁”: the class stands at the end."""
_WITH_ENGLISH_ZH = re.compile(rf"(?:^|[：是]|(?<![称作名])为)\s?[“「*]?{_N}[”」*]?\s?[（(][A-Za-z][^）)]{{2,60}}[）)]")
"""A term with its English, as where a book first speaks of it."""
_MEMBER_ZH = re.compile(
    r"^(?!如果|假如|当|若|因为|由于)[^，。；：]{1,26}(?:的|[最第一][^，。；：]{1,8})[^，。；：]{1,14}"
    rf"(?:就?是|叫|即|为)\s?[“「*]?{_N}[”」*]?(?=[，。；]|$)"
)
"""The class before the name: “Kubernetes 的最小调度单位是 X。”"""
_LONG_ZH = re.compile(rf"[^，。；：（）()]{{1,24}}[（(](?:[^（）()]{{1,60}}[\s，,])?(?={_N}[）)]\s?(?:是|指|用于|由))")
"""The words of an abbreviation before it: “Pod 中断预算（Pod Disruption Budget，简称 X）是……”."""
_APPOSED_ZH = re.compile(rf"(?:^|[，。；：、的是为叫用“「])\s?{_N}[”」*]?[（(](?:即|也就是|一[种类])(?!将)[^）)]{{3}}")
_CLASSICAL_ZH = re.compile(rf"[“「*]?{_SO}{_N}(?:也)?(?:者，|者(?!之).{{1,6}}[也矣][，。；])")
_SAID_OF_ZH = re.compile(rf"(?:谓之|之谓|[是此]谓|名曰|命曰|所谓){_N}(?=[，。；也者])")
_BEFORE_ZH = re.compile(
    r"(?:那么|所以|其实|例如|比如|一般来说|通常来说|具体来说|换句话说|(?:简单|通俗|严格|简而言之)[来地]?[说讲]?|顾名思义"
    r"|在[^，。]{1,24}[中里上下]|(?:在 ?)?[A-Za-z][\w .-]{1,24}[中里]?的)[，,\s]{0,2}"
)
"""What may stand before the subject of a definition: 在强化学习中，X是……; 顾名思义，X……; APISIX 的 X 是……."""
_CALLED_ZH = re.compile(
    rf"(?:被?称为|叫[做作]|称作|即为|所谓的?|称之为|[又也]称|简称|名为)(?:一个|一种)?[“「*]?{_N}[”」*]?(?=[（(，。；、：,;:.)）\s]|$)"
)
_CLAUSE_ZH = re.compile(rf"[，；,;]\s*(?:[其该]|这[种个些类])?[“「*]?{_N}{_ALSO}(?:是指|指的是|是一|定义为|就是)")
_ENTRY_ZH = re.compile(rf"[“「]?{_N}{_ALSO}\s*[：:](?!//|[“「])(?=.{{8}})")
_ADVICE_ZH = re.compile(
    rf"[“「*]?{_N}{_ALSO}\s*[：:]\s?(?:为[^，。]{{1,24}}(?:设置|配置|添加|启用)|根据|合理|定期|建议|避免|确保|启用|配置|设置|使用|采用|监控|检查|优先|不要|请)"
)
"""An entry that tells what to do with a thing, not what it is: 资源限制：为容器设置合适的限制。"""
_CAN_ZH = re.compile(
    rf"[“「*]?{_N}{_ALSO}(?:通常|由|提供|支持|实现了?|让|使|作为|旨在|致力于|定义了?|基于|可以|包含|包括|能够?|用于|用来|通过|负责|主要|属于|分为|具有|采用|表示|描述|允许|将|会|有)"
)
_USE_ZH = re.compile(
    rf"[“「*]?{_N}{_ALSO}(?:主要|通常|一般)?(?:用于|用来|旨在|负责|确保|保证|帮助|解决|表示|描述|声明|定义了?|指定|提供|允许|(?:可以|能够?)?[让使]|实现了?|将|通过[^。；]{{2,60}}[，来以])"
)
_QUALITY_ZH = re.compile(rf"[“「*]?{_N}{_ALSO}(?:其实|本质上|实际上)?[也只都就仅]?是(?![否不因可在如什为])")
_BEGUN_ZH = re.compile(rf"{_N}(?!的)")

_KIN = "子孙侄弟妹女兄姊姐后婿妻母父妾叔"
_END = "(?=[，。；：、！？”]|$)"
_FULL_NAME_ZH = re.compile(
    rf"{_N}[，,]?(?:字(?!迹)[^，。；]{{1,2}}[，。；：]|(?:[^，。；]{{2,6}}|乃[^，。；]{{2,8}})人也|(?:乃|是"
    rf"|者，)[^，。；]{{1,12}}之[{_KIN}]也?{_END})"
    rf"|字{_N}{_END}|姓.{{1,2}}，?名{_N}{_END}|名唤{_N}|名叫{_N}"
)
_OFFICE_ZH = re.compile(
    rf"(?:太守|刺史|将军|将軍|都督|校尉|司马|司馬|主簿|谋士|部将|大将|副将|偏将|先锋|长史|从事|尚书|侍郎|丞相|司徒|太尉|知府|知县|总督|巡抚|御史"
    rf"|员外|道士|和尚|丫鬟|使女|家人|老仆|庄主|同乡|书童|夫人|小姐|公子|[其之][弟兄子女侄妻婿妹父母叔]|表[兄弟姐妹]){_N}(?!之)"
)
"""An office or a kinship right before the name."""
_LOOKS_ZH = re.compile(rf"{_N}[，,]?(?:为人|身长|生得|是个|乃[^，。；]{{1,8}}之人)|乃是?[^，。；]{{0,10}}{_N}也{_END}")
_RELATION = (
    r"(?:eldest|youngest|elder|younger|second|third|only|son|daughter|wife|husband|widow|sister|brother|father|mother"
    r"|niece|nephew|aunt|uncle|cousin|heir|master|mistress|owner)"
)
_OTHER = rf"(?:{_RELATION}|friend|companion|neighbou?r|servant|maid|housekeeper|governess|guardian|partner|clerk|pupil)"
_WHOSE = r"(?:[Hh]is|[Hh]er|[Tt]heir|[Mm]y|[Oo]ur|[Tt]he|\w’s)"
_ACTS = rf"(?<!\w)(?<!\bto )(?<!\bof )(?<!\bin )(?<!\bat )(?<!\bfrom )(?<!\band ){_N}"
"""The name as the subject of a verb."""
_FULL_NAME_EN = re.compile(
    rf"{_ACTS}\s+(?:was|is|had been)\s+(?:an?(?!\s(?:good|great) deal)|one of|the {_RELATION})\s"
    rf"(?!(?:\w+ )?(?:minutes?|moment|hour|day|week|month|year|while|time|mile|bit|little|few|lot)\b)"
    rf"|(?<!\w){_N},\s+(?:an?|the {_RELATION})\s(?!(?:moment|minute|little|few|instant)\b)"
    rf"|(?<!\w){_N},\s(?:the|{_WHOSE})\s(?!(?:moment|minute|instant|first|same)\b)(?:[\w’-]+\s){{0,3}}[a-z-]+(?:,|\sof\s)"
    rf"|(?<!\w){_N}, who (?:had been|was|is) (?:an?|the)\s|(?:called|named)\s+{_N}(?!\w)"
)
_OFFICE_EN = re.compile(  # “X was captain of the team”
    rf"(?<!\w){_N}(?:, who)?\s(?:was|is|had been|became)\s(?:(?:now|then|also|still)\s)?(?:the\s)?(?i:(?:[a-z]+[ -])?"
    r"(?:abbot|bishop|captain|chairman|chief|director|duke|earl|editor|emperor|founder|general|governor|head|keeper"
    r"|king|leader|lord|manager|mayor|member|minister|native|president|prince|prior|queen|rector|ruler|vicar))\sof\s"
)
_RELATED_EN = re.compile(
    rf"{_WHOSE}\s(?:[a-z-]+\s){{0,2}}{_OTHER}(?:\s{_N}(?!\w)|,\s{_N},)|(?<!\w){_N},?\s(?:was|is|had been)\s"
    rf"{_WHOSE}\s(?:[a-z-]+\s){{0,2}}{_OTHER}\b"
)
_LOOKS_EN = re.compile(
    rf"(?<!\w){_N}\s+(?:was|had been|had)\s+(?:the|about|very|one)\b|(?<!\w){_N},\s+the\b"
    rf"|(?<!\w){_N}, who (?:was|is|had been|lived|lives|kept|served) "
    rf"|(?<!\w){_N}, (?:[a-z-]+, )*(?:and )?[a-z-]+,? and [a-z-]+,"
    rf"|(?<!\w){_N}\s+(?:was|is)\s(?!\w+(?:ed|ing)\b)(?:[a-z-]+\s)?[a-z-]+(?:,|\sand)\s"
)
_SITE = (
    r"(?:village|town|city|river|hill|street|house|estate|island|county|country|kingdom|province|port|castle|parish|valley"
    r"|bay|cape|lake|mountains?|plain|inn|church|school|farm|hall|park|wood|forest|desert|coast|harbou?r|capital|district)"
)
_PLACED_EN = re.compile(
    rf"(?<!\w){_SITE} (?:of|called|named|known as) {_N}(?!\w)|{_ACTS},? (?:(?:is|was|lies|lay|stands|stood)"
    rf" (?:an?\s|the\s|in\s(?!an?\s)|on\s|at\s|near|between|about|situated|only|some)"
    rf"|(?:an?|the) (?:[a-z-]+ ){{0,3}}{_SITE}\b)"
)
_PLACED_ZH = re.compile(
    rf"{_N}(?:是|乃|在|位于|离|距|地处|原是|有[^，。]{{1,6}}里)|(?:地名|唤作|名曰|名叫|叫做|此处是|乃是){_N}"
)


_NAMING = ("called", "known as", "termed", "named", "referred to", "defined as")
_INSIDE_EN = (
    ("called", _CALLED_EN, _NAMING),
    ("called", _DEFINED_EN, ("define", "describe")),
    ("called", _NAMED_EN, _NAMING),
    ("called", _CALL_EN, ("call", "term")),
    ("shortened", _SHORTENED_EN, (f"{_N} (", f"{_N}s (")),
    ("member", _MEMBER_EN, (" is ", " are ", " was ", " were ")),
    ("stands for", _STANDS_FOR_EN, ("mean", "refer", "describe", "denote", "stand", "used", "short for")),
    ("clause", _CLAUSE_EN, (" is ", " are ", " was ", " were ", "which", "that ")),
    ("lived", _LIVED_EN, (f"{_N} (",)),
    ("or", _OR_EN, (" or ", "i.e.", "that is,")),
)
"""Kinds of what English sentences say of a thing anywhere in them, the clearest first, each with words of which it has
one: to look for these first is faster."""

_KINDS_ZH = (
    ("advice", _ADVICE_ZH, False),
    ("classical", _CLASSICAL_ZH, False),
    ("kind of", _OF_KIND_ZH, False),
    ("with English", _WITH_ENGLISH_ZH, True),
    ("entry", _ENTRY_ZH, False),
    ("called", _SAID_OF_ZH, True),
    ("called", _CALLED_ZH, True),
    ("member", _MEMBER_ZH, True),
    ("clause", _CLAUSE_ZH, True),
    ("apposed", _APPOSED_ZH, True),
    ("use", _USE_ZH, False),
    ("quality", _QUALITY_ZH, False),
    ("tells", _CAN_ZH, False),
    ("begins", _BEGUN_ZH, False),
)
"""Kinds of what Chinese sentences say of a thing, the clearest first, and whether they are sought anywhere in them."""


def definition_score(sentence: str, name: str, lang: str) -> float:
    """How much a sentence looks like the definition of `name`, 0..6; a question defines nothing."""
    return SCORES[definition_kind(sentence, name, lang)]


def clearest_kind(sentence: str, names: Iterable[str], lang: str) -> str:
    """The `definition_kind` of the name of which a sentence says most."""
    return max((definition_kind(sentence, name, lang) for name in names), key=SCORES.__getitem__)


def definition_kind(sentence: str, name: str, lang: str) -> str:
    """What a sentence says of `name`, one of `SCORES`; empty where it only holds the name, or asks."""
    bare = _marked(_NUMBER.sub("", sentence.replace("`", "").replace("*", "")), name)
    if _CODE_NAME.search(name) or ("`" in sentence and f"`{name.lower()}`" in sentence.lower()):
        bare = _CODE_CLASS_EN.sub("", _DOTTED_EN.sub("", bare))
    if _N not in bare or bare.rstrip("”’」』\"')） ").endswith(("?", "？")):
        return ""
    return _zh(bare) if lang == "zh" else _en(bare, name)


def introduction_score(text: str, names: Iterable[str], lang: str) -> float:
    """How much a sentence introduces a person, 0 to `INTRODUCES`: by family, origin or courtesy name."""
    told = _brought_zh if lang == "zh" else _brought_en
    return max((told(text, name) for name in names), default=0.0)


def opens_with_clause(text: str) -> bool:
    """Whether a sentence begins with a clause ("If ...", 因为……)."""
    return _BEGINS_CLAUSE.match(text) is not None


def place_score(text: str, names: Iterable[str], lang: str) -> float:
    """How much a sentence says what or where a place is, 0 to `INTRODUCES`."""
    pattern = _PLACED_ZH if lang == "zh" else _PLACED_EN
    return _RELATED * any(name in text and bool(pattern.search(text.replace(name, _N))) for name in names)


def opening_score(text: str, names: Iterable[str]) -> float:
    """What the beginning of a sentence adds to its worth as a lead: more with the name first, less with a clause."""
    opening = re.sub(r"^[“\"‘'`*]*(?:(?:The|An?) )?", "", _NUMBER.sub("", text)).lower()
    named = any(opening.startswith(name.lower()) for name in names)
    return _SUBJECT * named - _CLAUSE * bool(_BEGINS_CLAUSE.match(text))


def _marked(text: str, name: str) -> str:
    """A text with a mark in place of a name, in whatever case it is written."""
    low, wanted = text.lower(), name.lower()
    if wanted not in low:
        return text
    if len(low) != len(text) or not wanted:
        return text.replace(name, _N) if name else text
    out, start = [], 0
    while (at := low.find(wanted, start)) >= 0:
        out.append(text[start:at])
        start = at + len(wanted)
    return _N.join([*out, text[start:]])


def _en(bare: str, name: str) -> str:
    if (long := _LONG_EN.match(bare)) and long["first"].lower() == name[:1].lower():
        bare = f"{_N}{bare[long.end() :]}"
    if _MADE_EN.match(bare):
        return "made to"
    found = _IS_EN.match(bare)
    if not found and _INSERTED_EN.match(bare):
        found = _IS_EN.match(_INSERTED_EN.sub(r"\g<name> ", bare, count=1))
    if found:
        return _said(found, found.string[found.end() :], name)
    if (entry := _ENTRY_EN.match(bare)) and _LOWER.search(bare, entry.end()):
        return "entry"
    if _ACTING_EN.match(bare) and _CLASS_LAST.search(name):
        return "acts"
    low = bare.lower()
    return next(
        (kind for kind, pattern, words in _INSIDE_EN if any(one in low for one in words) and pattern.search(bare)),
        "",
    ) or _told_en(bare)


def _told_en(bare: str) -> str:
    """What a sentence tells that has no mark of a definition."""
    if _apposed(bare):
        return "apposed"
    if _MAY_BE_EN.match(bare):
        return "kind of"
    if _TELLS_EN.match(bare):
        return "tells"
    if _SETTING_EN.match(bare):
        return "setting"
    return "begins" if _BEGUN_EN.match(bare) else ""


def _apposed(bare: str) -> bool:
    """Whether the name has an apposition; the comma that ends an opening clause makes none."""
    found = _APPOSED_EN.search(bare)
    return found is not None and not (_OPENS_CLAUSE.match(bare) and "," not in bare[: found.start()])


def _said(found: re.Match[str], rest: str, name: str) -> str:
    """What is told where the name is followed by "is", or by a verb that tells what it does."""
    head = (found["head"] or "").lower()
    if not found["be"]:
        return "does"
    if _AGAIN.match(rest) or _NO_CLASS.match(rest):
        return "again"
    if _A_CLASS.match(rest):
        return "each" if head in {"every", "each"} else "class"
    if _KIND_OF.match(rest) or (found["be"].lower() in {"are", "were"} and _PLURAL_CLASS.match(rest)):
        return "kind of"
    return "one of its kind" if head == "the" and name.isalpha() else "quality"


def _zh(bare: str) -> str:
    if not bare.startswith(_N) and (found := _BEFORE_ZH.match(bare)) and bare.startswith(_N, found.end()):
        bare = bare[found.end() :]
    if found := _LONG_ZH.match(bare):
        bare = _N + bare[found.end() + 2 :]
    if _IS_ZH.match(bare) and not _ADVICE_ZH.match(bare):
        return "class" if _CLASS_ZH.match(bare) else "is"
    return next((kind for kind, pattern, find in _KINDS_ZH if (pattern.search if find else pattern.match)(bare)), "")


def _brought_zh(text: str, name: str) -> float:
    if f"名{name[1:]}" in text and re.search(rf"姓{re.escape(name[:1])}，?名{re.escape(name[1:])}{_END}", text):
        return INTRODUCES
    marked = text.replace(name, _N) if name in text else ""
    if _FULL_NAME_ZH.search(marked):
        return INTRODUCES
    if _OFFICE_ZH.search(marked):
        return _RELATED
    return _LOOKS if _LOOKS_ZH.search(marked) else 0.0


def _brought_en(text: str, name: str) -> float:
    marked = text.replace(name, _N) if name in text else ""
    if _FULL_NAME_EN.search(marked) or _OFFICE_EN.search(marked):
        return INTRODUCES
    if _RELATED_EN.search(marked):
        return _RELATED
    return _LOOKS if _LOOKS_EN.search(marked) else 0.0
