"""Sentences of a passage: where they end, which stand on their own, what may be left out of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Sentence", "fold", "prose", "quotable", "split", "spoken", "stands_alone", "tidied"]

_CODE = re.compile(r"^```.*?^```[ \t]*$|^\$\$\n.*?\n\$\$$", re.MULTILINE | re.DOTALL)
_ABBREVIATION = re.compile(
    r"\b(Mr|Mrs|Ms|Dr|St|Rev|Col|Capt|Gen|Prof|Hon|Esq|vol|No|vs|etc|e\.g|i\.e|cf|viz|Fig|pp|[A-Z])\."
)
_END_EN = re.compile(r"(?<=[.!?])[\"”’)\]]*\s+(?=[A-Z0-9“\"‘(\[*`])|(?<=[.!?][\"”’)\]])\s+(?=[A-Z0-9“\"‘(\[*`])")
_END_ZH = re.compile(r"[^。！？]+(?:[。！？]+[”’」』）\"]*)?")
_ONE_DOT = "\u2024"  # stands for the full stop of an abbreviation while sentences are parted

_LEANING_EN = re.compile(
    r"(?:this|that|these|those|it|its|it’s|it's|they|their|them|he|she|his|her|him|here|there|then|thus|so|and|but|or|nor"
    r"|such|both|neither|instead|otherwise|also|however|therefore|moreover|furthermore|hence|yet|still|again|similarly"
    r"|likewise|next|finally|first|second|third|lastly|for example|for instance|in fact|in this|in that|in other words"
    r"|as a result|on the other hand|at this point|let’s|let's|now|again|another|the (?:former|latter|same|other|following|above"
    r"|previous|next|first|second|last|rest)|if (?:we|you) (?:run|try|look|compile)|note|recall|remember|see|figure|listing|table|we(?:’ve|’ll|'ve|'ll)?"
    r"|in (?:figure|listing|table|chapter|section|the (?:previous|next|last|following))|as (?:we|you|mentioned|noted|shown|discussed)"
    r"|what|who|why|how|which|whose|when it|where it|well|oh|yes|no|i|my|me|you|your)\b",
    re.IGNORECASE,
)
_LEANING_ZH = re.compile(
    r"(?:这|那|此|该|它|他|她|其|之后|然后|因此|所以|但|而|不过|然而|于是|例如|比如|同样|另外|此外|最后|首先|其次|接下来|下面|如下|如图|如上|上述|前者|后者"
    r"|我们|让我们|请|在本|本节|本章|回想|注意|现在|换句话说|也就是|另一方面|总之|同时|可见|以上|以下|前面|上面|操|玄德曰|曰|乃|遂|却|且|即|亦|又|便|只见|正|忽|次日|当下|于|吾|汝|某|你|我|您)"
)
_OPENING_EN = re.compile(
    r"^(?:however|therefore|moreover|furthermore|hence|thus|in fact|indeed|of course|for example|for instance|in other words"
    r"|as a result|on the other hand|similarly|likewise|finally|now|again|well|still|in addition|additionally|note that|recall that|remember that"
    r"|but|and|so|or|yet)[,:]?\s+(?=\S)",
    re.IGNORECASE,
)
_OPENING_ZH = re.compile(
    r"^(?:然而|不过|因此|所以|但是|但|而且|于是|例如|比如|此外|另外|同样|事实上|实际上|换句话说|也就是说|总之|注意|请注意)[，,：:]\s*"
)
_REFERENCE_EN = re.compile(
    r"\s*\((?:see|as in|cf\.?|compare)?\s*(?:Listings?|Figures?|Figs?\.?|Tables?|Chapters?|Sections?|page|pp?\.)\s[^()]{1,40}\)"
    r"|,? as (?:shown|seen|demonstrated|discussed|mentioned|described|noted|we saw|we discussed|you saw) (?:earlier |above |before )?in (?:the )?"
    r"(?:Listings?|Figures?|Tables?|Chapters?|Sections?)\s[\d.–-]+[a-z]?,?",
)
_REFERENCE_ZH = re.compile(
    r"（(?:见|参见|如|详见)[^（）]{1,30}）|，?如(?:图|表|式)\s*[\d.]*\s*所示"
    # what marks of a book's build system leave behind, when the number that they stand for is not in the text
    r"|^(?:正?如|在|从|由)\s+(?:中|中?所[示述])[，,]\s*|[，,]?\s*正?如\s+中?所[示述](?![，,])|(?<=[，,])在\s+中[，,]\s*"
)


_MARKS = re.compile(r"[“”「」『』\"]")
_OPENS = re.compile(r"[“「『\"]")


class Sentence(NamedTuple):
    """A sentence of the book with its place."""

    text: str
    passage: int  # position of its passage, 0-based
    at: int  # 0-based in its passage


def prose(text: str) -> str:
    """A passage without its program text."""
    return _CODE.sub("\n\n", text)


def split(text: str, lang: str) -> list[str]:
    """The sentences of a passage's prose, in order, each as it stands there."""
    out = []
    for part in re.split(r"\n+", prose(text)):
        if part.strip():
            out += _split_zh(part.strip()) if lang == "zh" else _split_en(part.strip())
    return [one for one in (text.strip() for text in out) if one]


def spoken(sentences: Sequence[Sentence]) -> set[int]:
    """Numbers of the sentences that stand inside somebody's speech, which began before them.

    They have no quotation marks of their own, and read alone they would look like the narrator's.
    """
    out: set[int] = set()
    inside, passage = False, -1
    for number, one in enumerate(sentences):
        inside = inside and one.passage == passage
        passage = one.passage
        if inside and not _OPENS.match(one.text):
            out.add(number)
        for mark in _MARKS.findall(one.text):
            inside = mark in "“「『" if mark != '"' else not inside
    return out


def quotable(sentence: str, lang: str) -> bool:
    """Whether a sentence is complete and of a length to be read: no torn quotation, no list of symbols."""
    size = len(fold(sentence))
    low, high = (8, 220) if lang == "zh" else (20, 520)
    if not low <= size <= high or not re.search(r"[.!?。！？…][”’」』）)\"\]]*$", sentence):
        return False
    letters = sum(char.isalpha() for char in sentence)
    if (
        letters < 0.55 * len(sentence)
        or sentence.count("（") != sentence.count("）")
        or sentence.count("(") != sentence.count(")")
    ):
        return False
    return all(sentence.count(one) == sentence.count(other) for one, other in ("“”", "「」", "『』", "《》", "[]"))


def stands_alone(sentence: str, lang: str) -> bool:
    """Whether a sentence needs nothing before it: no pronoun, connective or reference at its beginning."""
    start = sentence.lstrip("“\"‘'(（「*_")
    return not (_LEANING_ZH if lang == "zh" else _LEANING_EN).match(start)


def tidied(sentence: str, lang: str) -> str:
    """A sentence without an opening connective and references to figures and chapters.

    Words are only left out, never changed; the first letter becomes a capital.
    """
    if lang == "zh":
        return _REFERENCE_ZH.sub("", _OPENING_ZH.sub("", sentence))
    text = _REFERENCE_EN.sub("", _OPENING_EN.sub("", sentence))
    return text[:1].upper() + text[1:] if not text.startswith("`") else text


def fold(text: str) -> str:
    """Letters and digits only, in lower case."""
    return "".join(char for char in text.lower() if char.isalnum())


def _split_en(text: str) -> list[str]:
    masked = _ABBREVIATION.sub(lambda m: m.group(0).replace(".", _ONE_DOT), text)
    out, start = [], 0
    for end in _END_EN.finditer(masked):
        stop = end.start() + len(end.group(0).rstrip())
        out.append(text[start:stop])
        start = end.end()
    return [*out, text[start:]]


def _split_zh(text: str) -> list[str]:
    return _END_ZH.findall(text)
