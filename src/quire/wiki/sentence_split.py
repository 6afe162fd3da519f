"""Sentences of a passage: where they end, which stand on their own, what may be left out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quire.wiki.passage_language import language_of
from quire.wiki.prompt_injection import is_prompt_injection

__all__ = [
    "Sentence",
    "fold",
    "holds_quotation",
    "holds_speech",
    "inside_speech",
    "is_caption",
    "is_quotable",
    "is_signpost",
    "only_says",
    "prose",
    "split",
    "split_by_language",
    "stands_alone",
    "with_speech_marks",
    "without_connectives",
    "without_quotes",
]

_CODE = re.compile(r"^```.*?^```[ \t]*$|^\$\$\n.*?\n\$\$$", re.MULTILINE | re.DOTALL)
_ABBREVIATION = re.compile(
    r"\b(Mr|Mrs|Ms|Dr|St|Rev|Col|Capt|Gen|Prof|Hon|Esq|vol|No|vs?|etc|e\.g|i\.e|cf|viz|Fig|pp|[A-Z])\."
)
_END_EN = re.compile(r"(?<=[.!?])[\"”’')\]]*\s+(?=[A-Z0-9“\"‘'(\[*`])|(?<=[.!?][\"”’')\]])\s+(?=[A-Z0-9“\"‘'(\[*`])")
_END_ZH = re.compile(r"[^。！？]+(?:[。！？]+[”’」』）\"]*)?")
_POINT_ZH = re.compile(
    r"(?<=[\u4e00-\u9fff）)”」])[.．](?=\s|$)|(?<=[A-Za-z0-9}$`])[.．](?=\s+[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])．"
)
"""A full stop as books on mathematics and TeX write it in Chinese; not that behind a number which begins a line."""
_NUMBER = re.compile(r"[\dA-Za-z]{1,3}(?:\.\d+)*[.．]|[\u4e00-\u9fff][.．]")
"""A mark before an item: "2.", "三."."""
_ONE_DOT = "\u2024"  # stands for the full stop of an abbreviation while sentences are parted

_LEANING_EN = re.compile(
    r"(?:this|that|these|those|it|its|it’s|it's|they|their|them|he|she|his|her|him|here|there|then|thus|so|and|but|or"
    r"|nor"
    r"|such|both|neither|instead|otherwise|also|however|therefore|moreover|furthermore|hence|yet|still|again|similarly"
    r"|likewise|next|finally|first|second|third|lastly|for example|for instance|in fact|in this|in that|in other words"
    r"|as a result|on the other hand|at this point|let’s|let's|now|again|another|the (?:former|latter|same|other"
    r"|following|above"
    r"|previous|next|first|second|last|rest)|if (?:we|you) (?:run|try|look|compile)|note|recall|remember|see|figure"
    r"|listing|table|we(?:’ve|’ll|'ve|'ll)?"
    r"|in (?:figure|listing|table|chapter|section|the (?:previous|next|last|following))|as (?:we|you|mentioned|noted"
    r"|shown|discussed)"
    r"|what|who|why|how|which|whose|when it|where it|well|oh|yes|no|i|my|me|you|your)\b",
    re.IGNORECASE,
)
_LEANING_ZH = re.compile(
    r"(?:这|那|此|该|它|他|她|其|之后|然后|因此|所以|但|而|不过|然而|于是|例如|比如|同样|另外|此外|最后|首先|其次|接下来|下面|如下|如图|如上|上述|前者|后者"
    r"|我们|让我们|请|在本|本节|本章|回想|注意|现在|换句话说|也就是|另一方面|总之|同时|可见|以上|以下|前面|上面|操|玄德曰|曰|乃|遂|却|且|即|亦|又|便|只见|正|忽|次日|当下|于|吾|汝|某|你|我"
    r"|您|因为[它他她这那]|不然|否则|[第前后][一二三]?[个种]被?[称叫])"
)
_LABEL = re.compile(r"(?:Note|Tip|Warning|注|注意|提示)[:：]\s*")
"""The label of a box beside the text, whose sentences stand alone."""
_OPENING_EN = re.compile(
    r"^(?:however|therefore|moreover|furthermore|hence|thus|in fact|indeed|of course|for example|for instance"
    r"|in other words"
    r"|as a result|on the other hand|similarly|likewise|finally|now|again|well|still|in addition|additionally"
    r"|note that|recall that|remember that"
    r"|but|and|so|or|yet)[,:]?\s+(?=\S)",
    re.IGNORECASE,
)
_OPENING_ZH = re.compile(
    r"^(?:然而|不过|因此|所以|但是|但|而且|于是|例如|比如|此外|另外|同样|事实上|实际上|换句话说|也就是说|总之|注意|请注意)[，,：:]\s*"
)
_REFERENCE_EN = re.compile(
    r"(?<!\s)\s*\((?:see|as in|cf\.?|compare)?\s*(?:Listings?|Figures?|Figs?\.?|Tables?|Chapters?|Sections?|page"
    r"|pp?\.)\s[^()]{1,40}\)"
    r"|,? as (?:shown|seen|demonstrated|discussed|mentioned|described|noted|we saw|we discussed|you saw) (?:earlier "
    r"|above |before )?in (?:the )?"
    r"(?:Listings?|Figures?|Tables?|Chapters?|Sections?)\s[\d.–-]+[a-z]?,?",
)
_REFERENCE_ZH = re.compile(
    r"（(?:见|参见|如|详见)[^（）]{1,30}）|，?如(?:图|表|式)\s*[\d.]*\s*所示"
    # what marks of a book's build system leave behind, when the number that they stand for is not in the text
    r"|^(?:正?如|在|从|由)\s+(?:中|中?所[示述])[，,]\s*|[，,]?\s{0,40}正?如\s+中?所[示述](?![，,])|(?<=[，,])在\s+中[，,]\s*"
)


_SIGNPOST_EN = re.compile(
    r"\b(?:in|of|from|to|see|with|into) (?:the )?(?:previous |next |last |following |preceding |earlier "
    r"|above )?(?:Listings?|Figures?|Figs?\.?|Tables?|Examples?|Chapters?|Sections?|Exercises?|Appendix) [\dA-Z]"
    r"|\b(?:Listing|Figure|Fig\.|Table) \d|\b(?:this|the (?:next|previous|following|last|preceding|rest of (?:this"
    r"|the))) (?:chapter|section|book|tutorial|manual|part)\b"
    r"|\b(?:we|I)(?:[’']ll| will| shall|[’']ve| have)\b|\b(?:later|earlier|below|above) (?:in|on)\b"
    r"|[“\"][A-Z][^“”\"]{5,80}[”\"] (?:section|chapter)"
    r"|\b(?:described|discussed|explained|covered|mentioned|shown|introduced|seen) (?:below|above|later|earlier"
    r"|before)\b",
)
_SIGNPOST_ZH = re.compile(
    r"[本上下前后]一?[节章书]|[后前]续?(?:面|文|章节?|几[章节])|第\s*[\d一二三四五六七八九十]+\s*[章节]|[图表]\s*\d|[如见]下[图表]?(?:所示)?|(?:下面|上面|以下|以上|上述"
    r"|前述)的?|接下来"
    r"|我们(?:将|会|先|已经|刚|再|来看|首先|现在)|(?:之前|前面|稍后|随后)(?:介绍|讨论|提到|讲|说|看到|定义)|进一步讨论"
)

_NEXT_ZH = re.compile(r"[听聽看]下[回文]分[解剖說说]|下回(?:便|再)?(?:分解|交代)")
"""What ends the chapters of novels told by the instalment: 且听下回分解."""

_CITED_WORK = re.compile(r"\[(?:[MJDCNRSPG]|EB|OL|DB)(?:/OL)?\]\s?[.,．，]")
"""The kind of a cited work in a Chinese list of literature: “[M]. 机械工业出版社, 2014.”."""

_ENDS, _CLOSERS = ".!?。！？．…", '”’」』）)"]'
_NO_LETTERS = re.compile(r"[\W_]+")
_MARKS = re.compile(r"[“”「」『』]")
_QUOTES = re.compile(r"[“”「」『』]")
_TYPED = re.compile(
    r"(?P<term>`[^`]*`|(?<!\w)['‘][^'‘’\n]{0,60}[^\s'‘’.,!?;:—–-]['’](?!\w))"
    r"|(?P<opens>(?<![^\s(\[—–-])(?:[\"‘]|'(?!(?i:tis|twas|twere|twill|em|til|cause|bout|\d)\b))(?=[^\s.,;:!?)—–]))"
    r"|(?P<closes>\"|(?<=[.,!?;:…—–-])['’](?!\w))"
)
"""Typewriter's and single quotation marks by what they stand beside; neither those of program text and short quoted
words nor apostrophes."""
_CAPTION = re.compile(r"(?:Figure|Table|Listing|Photo)\b|[图表]\s?[\d:：]")
_OPENS = re.compile(r"[“「『]")
_SAID = re.compile(r"[“「『][^”」』]*[”」』]?|^[^“「『”」』]*[”」』]")
_TYPEWRITER = re.compile(r"[\"'‘]")


class Sentence(NamedTuple):
    """A sentence of the book with its place."""

    text: str
    passage: int  # position of its passage, 0-based
    at: int  # 0-based in its passage
    lang: str  # of its paragraph


def prose(text: str) -> str:
    """A passage without its program text."""
    return _CODE.sub("\n\n", text)


def split(text: str, lang: str) -> list[str]:
    """The sentences of a passage's prose, in order, each as it stands there; `lang` is the book's language."""
    return [one for one, _ in split_by_language(text, lang)]


def split_by_language(text: str, lang: str) -> Iterator[tuple[str, str]]:
    """The sentences of a passage's prose, each with the language of its paragraph, by which it is parted."""
    for part in re.split(r"\n+", prose(text)):
        if not (paragraph := part.strip()):
            continue
        own = language_of(paragraph, lang)
        for one in _split_zh(paragraph) if own == "zh" else _split_en(paragraph):
            if sentence := one.strip():
                yield sentence, own


def inside_speech(sentences: Sequence[Sentence]) -> set[int]:
    """Numbers of the sentences that stand inside somebody's speech, which began before them.

    They have no quotation marks of their own, and read alone they would look like the narrator's.
    """
    out: set[int] = set()
    inside, passage = False, -1
    for number, one in enumerate(sentences):
        inside = inside and one.passage == passage
        passage = one.passage
        if inside and not _OPENS.match(with_speech_marks(one.text)):
            out.add(number)
        for mark in _MARKS.findall(with_speech_marks(one.text)):
            inside = mark in "“「『"
    return out


def is_quotable(sentence: str, lang: str, *, ended: bool = True) -> bool:
    """Whether a sentence is complete and readable: no torn quotation, list of symbols or prompt injection.

    Nor what only says that the next chapter will tell.

    Args:
        sentence: with its mark at the end.
        lang: of the sentence.
        ended: it needs that mark; an item of a list and what introduces an example may lack it.
    """
    size = len(fold(sentence))
    low, high = (8, 220) if lang == "zh" else (20, 520)
    if not low <= size <= high or (ended and sentence.rstrip(_CLOSERS)[-1:] not in _ENDS):
        return False
    letters = sum(map(str.isalpha, sentence))
    if (
        _CITED_WORK.search(sentence)
        or letters < 0.55 * len(sentence)
        or sentence.count("（") != sentence.count("）")
        or sentence.count("(") != sentence.count(")")
    ):
        return False
    marked = with_speech_marks(sentence)
    paired = all(marked.count(one) == marked.count(other) for one, other in ("“”", "「」", "『』", "《》", "[]"))
    return paired and not is_prompt_injection(sentence) and not (lang == "zh" and _NEXT_ZH.search(sentence))


def without_quotes(sentence: str) -> str:
    """A sentence without its quotation marks: one of a longer speech has half of a pair."""
    return _QUOTES.sub("", with_speech_marks(sentence))


def with_speech_marks(text: str) -> str:
    """A text of the same length in which whatever marks speech is “ or ”: many books set \" or single marks."""
    if not _TYPEWRITER.search(text):
        return text
    return _TYPED.sub(lambda found: found[0] if found["term"] else "“" if found["opens"] else "”", text)


def stands_alone(sentence: str, lang: str) -> bool:
    """Whether a sentence needs nothing before it: no pronoun, connective or reference at its beginning."""
    start = _LABEL.sub("", sentence.lstrip("“\"‘'(（「*_"))
    return not (_LEANING_ZH if lang == "zh" else _LEANING_EN).match(start)


def is_signpost(sentence: str, lang: str) -> bool:
    """Whether a sentence speaks of the book itself: its chapters, listings and figures, what will be shown or was."""
    return (_SIGNPOST_ZH if lang == "zh" else _SIGNPOST_EN).search(sentence) is not None


def is_caption(sentence: str) -> bool:
    """Whether a sentence is the caption of a figure, a table or a listing."""
    return _CAPTION.match(sentence) is not None


def holds_quotation(sentence: str) -> bool:
    """Whether a sentence quotes somebody or something."""
    return _QUOTES.search(with_speech_marks(sentence)) is not None


def holds_speech(sentence: str) -> bool:
    """Whether a sentence begins with a quotation, or one ends in it."""
    marked = with_speech_marks(sentence)
    return _OPENS.match(marked) is not None or "”" in marked


def only_says(sentence: str) -> bool:
    """Whether a sentence begins with what somebody says, or is mostly that."""
    marked = with_speech_marks(sentence)
    return _OPENS.match(marked) is not None or 2 * sum(map(len, _SAID.findall(marked))) > len(marked)


def without_connectives(sentence: str, lang: str) -> str:
    """A sentence without an opening connective and references to figures and chapters.

    Words are only left out, never changed; the first letter becomes a capital.
    """
    if lang == "zh":
        return _REFERENCE_ZH.sub("", _OPENING_ZH.sub("", sentence))
    text = _REFERENCE_EN.sub("", _OPENING_EN.sub("", sentence))
    return text[:1].upper() + text[1:] if not text.startswith("`") else text


def fold(text: str) -> str:
    """Letters and digits only, in lower case."""
    return _NO_LETTERS.sub("", text.lower())


def _split_en(text: str) -> list[str]:
    masked = _ABBREVIATION.sub(lambda m: m.group(0).replace(".", _ONE_DOT), text)
    out, start = [], 0
    for end in _END_EN.finditer(masked):
        stop = end.start() + len(end.group(0).rstrip())
        out.append(text[start:stop])
        start = end.end()
    return [*out, text[start:]]


def _split_zh(text: str) -> list[str]:
    out = []
    for one in _END_ZH.findall(text):
        start = 0
        for end in _POINT_ZH.finditer(one):
            if not _NUMBER.fullmatch(one[start : end.end()].strip()):
                out.append(one[start : end.end()])
                start = end.end()
        out.append(one[start:])
    return out
