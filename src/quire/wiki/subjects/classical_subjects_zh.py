"""Subjects of a short text in classical Chinese: what it defines, lists, names and is asked about, and who speaks.

Classical Chinese has words of one character, and a text of a few thousand of them is too short to count in. But it says
what it speaks of by its particles: 势者，因利而制权也 (a definition), 一曰道 (a list), 是谓玄德 (a name), 问仁 (a
question).
Verb phrases (必取) are no subjects; who does something (善战者) is one only where the text keeps coming back to him.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_evidence_zh import surname_of
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import HAN, dictionary, is_generic_zh, is_single_character_word

__all__ = ["classical_subjects", "is_classical", "is_treatise", "speakers"]

_LONGEST = 60_000
"""Characters. Longer books repeat their terms often enough to be counted, and most of them tell a story."""

_PARTICLES = re.compile(r"[之者也曰矣其而则則乎焉於夫]")
_MODERN = re.compile(r"[的了们們这這吗嗎呢把她它]")
_TREATISE_LEAST, _CLASSICAL_LEAST, _MODERN_MOST = 0.1, 0.04, 0.006
"""Shares of all characters. The texts at hand: treatises .13 to .20 and 0; tales and lives .04 to .18 and 0; a novel in
plain old Chinese .05 and .004; younger ones below .05 and above .01."""

_H = r"[\u3400-\u9fff]"
_START = r"(?:^|[。；！？：“‘\n])(?:是故|且夫|今夫|故夫|夫|凡|故|盖|蓋|惟|唯)?(?:古之所谓|古之|所谓|所謂)?"
_DEFINED = re.compile(rf"{_START}({_H}{{1,4}}?)(?:也)?者，([^。；！？]*)", re.MULTILINE)
_EQUATED = re.compile(rf"(?:^|[。；，：“\n])({_H})者(?!之)({_H}{{1,6}}[也矣])(?=[，。；！？])", re.MULTILINE)
_LISTED = re.compile(rf"[一二三四五六七八九十]曰({_H}{{1,4}})(?=[，。；、])")
_NAMED = re.compile(
    rf"(?:之?谓之|之?謂之|[是此]谓|[是此]謂|之谓|之謂|名曰|命曰|名之曰|字之曰)({_H}{{1,5}})(?=[，。；！？”’]"
    rf"|也[，。；])"
)
_ASKED = re.compile(rf"问({_H}{{1,3}}?)(?:于{_H}{{1,4}})?(?=[，。；：”]|曰)")
_WAY = re.compile(rf"({_H}{{2,3}})之(?:道|法|术|術)(?=[，。；！？也者])")
_AGENT = re.compile(
    rf"(?:^|[，。；：！？“\n])(?:是故|是以|故|夫|凡|(?:古之)?所谓)?({_H}{{2,3}}者)(?=[，之])", re.MULTILINE
)
_OBJECT = re.compile(rf"(?<=[以于於为為有无無好尚贵貴曰])({_H})(?=[，。；！？”])")

_NO_WORD = frozenset("".join(word_list("zh", "not_alone")))
"""Characters that are no subject by themselves, whatever stands around them."""

_VERBAL = frozenset("".join(word_list("zh", "phrase_beginnings")))
"""Words of several characters that begin so are phrases: 不可胜, 必取, 能为."""

_WAYS = re.compile(rf"{_H}{{2,3}}之[道德门門术術法学學]")
_NUMBERED = re.compile(
    r"第[〇零一二三四五六七八九十百]+[章篇卷回]?$|^第[〇零一二三四五六七八九十百]+[章篇卷回]?\s*|[上下]篇?$"
)
_BROKEN = re.compile(r"[之者也曰矣其而则則乎焉夫兮哉]|^[于於以与與]|[于於以为為]$")
_SPEAKER = re.compile(
    rf"(?:^|[。！？；”\n])({_H}{{2,4}}?)(?:(?:问于{_H}{{1,4}}|问{_H}{{0,3}}|对|對|告之|谓{_H}{{1,4}})?曰"
    rf"|问{_H}{{0,3}}[。：])",
    re.MULTILINE,
)
_TITLED = re.compile(rf"{_H}{{1,3}}[子公王侯君]|子{_H}")
_NOBODY = re.compile(
    r"[或又故其对對亦一二三四五六七八九十乃是此诗詩书書易传傳语語谚諺古君童弟天孝父母小女]|.*[人之者问]"
)
_LEAST_ALONE, _LEAST_AGENT, _LEAST_COUNT, _LEAST_OBJECT, _OFTEN = 3, 4, 4, 2, 10
"""How often a word of one character stands alone, who does something is spoken of, a noun of two stands in the text,
a word stands as the object at the end of a clause; and how often a word stands that the dictionary has for no noun."""


_LONGEST_NAME = 3
"""Characters of a speaker's name, at most, that begins with a surname and has no title."""
_LEAST_NAMED = 2
"""Times that a speaker's name stands in the text, at least."""
_LEAST_MORE = 2
"""Times that a word of several characters stands in the text, at least."""
_SURE_MARKS, _SURE_COUNT = 4, 3
"""Points for its marks, and times that it stands in the text, either of which is enough for a word of several
characters that the dictionary does not have."""


def is_classical(text: str, particles: float = _CLASSICAL_LEAST) -> bool:
    """Whether a text is in classical Chinese: at least this share of it are its particles, and few are today's."""
    size = len(HAN.findall(text))
    return len(_PARTICLES.findall(text)) >= particles * size > 0 and len(_MODERN.findall(text)) <= _MODERN_MOST * size


def is_treatise(text: str) -> bool:
    """Whether a text is short and in classical Chinese, as treatises are written."""
    return len(HAN.findall(text)) <= _LONGEST and is_classical(text, _TREATISE_LEAST)


def classical_subjects(book: Book, sentences: Sequence[Sentence], most: int) -> list[Candidate]:
    """At most `most` candidates, the best first; persons who speak are not among them."""
    text = "\n".join(one.text for one in sentences)
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    for heading in dict.fromkeys(title for one in book.passages for title in one.headings):
        reasons[_NUMBERED.sub("", heading).strip()]["heading"] += 1
    for name, sign in _signs(text):
        reasons[name][sign] += 1
    agents = Counter(hit.group(1) for hit in _AGENT.finditer(text))
    for name, count in agents.items():
        if count >= _LEAST_AGENT and not _BROKEN.search(name[:-1]) and name[0] not in "故夫凡":
            reasons[name]["recurs"] = count
    for name, count in _frequent(text):
        reasons[name]["frequency"] = count
    out = []
    persons = {one.title for one in speakers(sentences)}
    for name, why in sorted(reasons.items()):
        if not name or name in persons:
            continue
        score = _score(name, why, text)
        if score > 0:
            out.append(Candidate(name, PageType.CONCEPT, score, [], sorted(why)))
    out.sort(key=lambda one: (-one.score, one.title))
    return out[:most]


def speakers(sentences: Sequence[Sentence]) -> list[Candidate]:
    """Persons who say or ask something twice and bear a name of a person: 子贡, 曾子, 齐景公."""
    text = "\n".join(one.text for one in sentences)
    counts = Counter(hit.group(1) for hit in _SPEAKER.finditer(text))
    out = []
    for name, count in sorted(counts.items()):
        named = _TITLED.fullmatch(name) or (len(name) <= _LONGEST_NAME and surname_of(name))
        if named and not _NOBODY.match(name) and text.count(name) >= _LEAST_NAMED:
            out.append(Candidate(name, PageType.PERSON, 1.0 + math.log1p(count + text.count(name)), [], ["speaks"]))
    return [one for one in out if not any(one.title in other.title and one is not other for other in out)]


def _signs(text: str) -> Iterator[tuple[str, str]]:
    """Every name that the text sets before its reader, with what says so."""
    for pattern in (_DEFINED, _EQUATED):
        for hit in pattern.finditer(text):
            if hit.group(2).rstrip("”’").endswith(("也", "矣")) or len(hit.group(1)) == 1:
                yield hit.group(1), "defined"
    for pattern, why in ((_LISTED, "listed"), (_NAMED, "named"), (_ASKED, "asked"), (_WAY, "way"), (_OBJECT, "object")):
        for hit in pattern.finditer(text):
            yield hit.group(1), why


def _frequent(text: str) -> Iterator[tuple[str, int]]:
    """Nouns of two characters that the text keeps using: 君子, 诸侯."""
    runs = re.findall(rf"{_H}+", text)
    pairs = Counter(run[at : at + 2] for run in runs for at in range(len(run) - 1))
    for pair, count in pairs.items():
        if count >= _LEAST_COUNT and _is_noun(pair) and not _BROKEN.search(pair):
            yield pair, count


def _score(name: str, why: Counter[str], text: str) -> float:
    """How sure it is that a name is a subject; 0 for none."""
    marks = 3.0 * min(2, why["defined"]) + 2.5 * min(2, why["listed"]) + 2.0 * min(3, why["named"] + why["asked"])
    return _of_one(name, why, text, marks) if len(name) == 1 else _of_more(name, why, text, marks)


def _of_one(name: str, why: Counter[str], text: str, marks: float) -> float:
    """Of a word of one character, which is to stand alone three times."""
    count = sum(is_single_character_word(text, at) for at, char in enumerate(text) if char == name)
    said = why["defined"] or why["listed"] or why["asked"]
    often = count >= _OFTEN and why["object"] and not _is_verb(name)
    used = often or (_is_noun(name) and (why["object"] >= _LEAST_OBJECT or why["named"]))
    if name in _NO_WORD or count < _LEAST_ALONE or not (said or used):
        return 0.0
    return marks + 0.5 * min(4, why["object"]) + math.log1p(count)


def _of_more(name: str, why: Counter[str], text: str, marks: float) -> float:
    count = text.count(name)
    if why["recurs"]:
        return math.log1p(count)
    if (_BROKEN.search(name) and not _WAYS.fullmatch(name)) or name[0] in _VERBAL:
        return 0.0
    marks += 2.0 * bool(why["heading"])
    sure = marks >= _SURE_MARKS or count >= _SURE_COUNT or name in dictionary()
    if count < _LEAST_MORE or not sure or not (marks or why["frequency"] or why["way"]):
        return 0.0
    return marks + 1.0 * bool(why["way"]) + math.log1p(count) - (1.0 if is_generic_zh(name) and not marks else 0.0)


def _is_verb(word: str) -> bool:
    entry = dictionary().get(word)
    return entry is not None and entry.tag.startswith(("v", "a", "d"))


def _is_noun(word: str) -> bool:
    entry = dictionary().get(word)
    return entry is not None and entry.tag.startswith(("n", "an", "s", "t"))
