"""Whether the passages that a sentence cites carry it: judged by its words, numbers, names and quotations.

Overlap of words knows no truth; therefore numbers, names and negations have checks of their own. They cannot tell who
did what to whom: a second call checks the sentences of a model besides (`quire.wiki.assisted.sentence_verification`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from quire.wiki.numerals import numbers
from quire.wiki.prompt_injection import is_prompt_injection
from quire.wiki.sentence_split import fold, split
from quire.wiki.tokenization import HAN, STOP, stem, tokens

__all__ = ["CitedPassages", "Fault", "find_faults", "is_in_language", "is_literary"]

_SHARE = {"en": 0.5, "zh": 0.3}
"""Least share of a sentence's content words (en: stems, zh: pairs of characters) that stand in what it cites. Good
paraphrases of a technical book and a novel reach 0.5 to 1.0; a passage taken at random carries 0.25
of an English and 0.12 of a Chinese sentence in the upper tenth."""

_SHARE_VERIFIED = {"en": 0.3, "zh": 0.1}
"""The same where a second reader follows: low enough for free paraphrases, too high for another subject."""

_SINGLE, _BOTH, _PAIRS = 0.6, 0.9, 0.1
"""For a passage in the literary language, told in the modern one: least share of single characters, of these plus twice
that of pairs, and of pairs alone. Good ones keep 0.62 to 0.94 of the characters and 0.13 to 0.5 of the pairs; a
passage taken at random carries 0.38 and 0.07 in the upper tenth."""

_LITERARY = re.compile(r"[曰之乃遂矣焉耳汝吾其於哉]")
_OLD = 0.015
"""Least share of such characters in literary Chinese: modern prose rarely reaches half of it, a novel of the fourteenth
century 0.04."""

_SAMPLE = 64
"""Passages that tell how a book is written."""

_PLAIN_ZH = frozenset(
    "的了是在和与及或也都就而并把被将让使对于从向到给为以之其这那它他她们我你一个种些此该可能会要有上下中里后前时地得着过来去说"
)
"""Characters that any two Chinese texts share."""

_NEAR = 0.75
"""Share of the best clause's overlap from which on another clause of the book may be the one that is told."""

_TOLD = 0.4
"""Share of the words of a denying clause of the book that a sentence holds when it tells that clause."""

_HAN_SHARE, _STRAY_HAN = 0.4, 0.05
"""Least share of Han characters, among these and Latin words, in Chinese; most Han characters a word in English."""

_QUOTE = re.compile(r"“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|\"([^\"]+)\"")
_CODE = re.compile(r"`([^`\n]+)`")
_FORMULA = re.compile(r"\$[^$\n]+\$")
_CAPITAL = re.compile(r"(?<![.!?:“\"‘(\[] )(?<!^)(?<![\w.“\"‘(`])[A-Z][\w’'-]*[\w]")
_HONORIFIC = frozenset({"mr", "mrs", "ms", "miss", "dr", "sir", "lady", "lord", "the"})
_RESIDUE = re.compile(
    r"<\|.{0,500}?\|>|\{\{.{0,500}?\}\}|</?[a-z][\w-]{0,40}[ >]"  # marks of a chat, a template or HTML
    r"|\b(?:TO[D]O|TBD)\b|lorem ipsum|\bas an ai\b|language model|\bI(?:'m| am) sorry\b"
    r"|\b(?:the|these|this|provided|given|cited) (?:passages?|excerpts?|evidence|source text)\b"
    r"|\bpassage p?\d+|\bJSON\b(?=.{0,500}\bschema\b)"
    r"|作为(?:一个|一名)?(?:AI|人工智能|语言模型)"
    r"|(?:上述|所给|给定|提供的|引用的)(?:段落|原文|证据|文本)|段落 ?p\d+"
    r"|[\x00-\x08\x0b-\x1f\x7f\ufffd]",  # control characters
    re.IGNORECASE,
)
"""Words about the task instead of the book, and marks of prompts; what marks enclose is bounded to stay linear."""

_NOT = {
    "en": re.compile(r"\b(?:not|never|no|none|nor|neither|without|cannot|nothing|nobody)\b|n[’']t\b", re.IGNORECASE),
    "zh": re.compile(r"不(?![同断斷仅僅但过過久妨管论論止只错錯])|没|沒|无|無|未|非(?!常)|勿|莫"),
}
_SOFT = {
    "en": re.compile(
        r"\b(?:unlike|fail\w*|refus\w*|lack\w*|instead|rather than|only|avoid\w*|prevent\w*|stop\w*|den(?:y|ie)\w*"
        r"|reject\w*"
        r"|forbid\w*|hardly|scarcely|seldom|rarely|few|little|un(?:able|known|likely|less|til|willing)|im(?:possible"
        r"|mutable)"
        r"|in(?:valid|capable|sufficient|correct|visible)|dis(?:agree|allow|like)\w*|\w{3,}less)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"难|難|免|避|拒|否|禁|失|缺|少|只|仅|僅|勿|莫|不|止"),
}
"""Words that carry a negation without being one: enough to allow it, too little to demand it."""


class Fault(NamedTuple):
    """A fault of a sentence or an answer: its kind, from which rules are learned, and the words for the repair."""

    kind: str
    text: str


class CitedPassages:
    """The passages that a sentence cites, prepared to be compared with."""

    def __init__(self, texts: Sequence[str], lang: str, *, literary: bool | None = None) -> None:
        """`literary` says what `is_literary` says of the whole book; None judges by these texts alone."""
        self.lang = lang
        self.text = "\n\n".join(texts)
        self.literary = is_literary(texts, lang) if literary is None else literary

    @cached_property
    def folded(self) -> str:
        """Letters and digits."""
        return fold(unicodedata.normalize("NFKC", self.text))

    @cached_property
    def marks(self) -> frozenset[str]:
        """What overlap is counted in."""
        return _marks(self.text, self.lang)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers, however they are written."""
        return frozenset(numbers(self.text))

    @cached_property
    def words(self) -> frozenset[str]:
        """Latin words in small letters, with their stems."""
        low = [one.lower().replace("’", "'").removesuffix("'s") for one in tokens(self.text)]
        return frozenset([*low, *map(stem, low), *re.findall(r"\w+", self.text.lower())])

    @cached_property
    def clauses(self) -> tuple[tuple[str, str, frozenset[str]], ...]:
        """Each clause with its sentence and its marks."""
        return tuple(
            (clause, one, _marks(clause, self.lang))
            for one in split(self.text, self.lang)
            for clause in _clauses(one, self.lang)
        )


def find_faults(text: str, source: CitedPassages, known: Iterable[str] = (), *, verified: bool = False) -> list[Fault]:
    """What the cited passages do not carry of a plain sentence; none when it is sound.

    Args:
        text: without citations and links.
        source: the cited passages.
        known: names that may stand without being in the passages: those of the page's own subject.
        verified: whether a second reader judges the meaning. Only what is certainly wrong is a fault then: numbers,
            names and quotations that the passages do not have, words about the task, hardly a word in common.
    """
    text, strange = _without_formulas(text, source)
    own = frozenset(word.lower() for name in known for word in re.findall(r"\w+", name))
    out = [
        *strange,
        *_residue(text),
        *_quotations(text, source),
        *_numbers(text, source),
        *_names(text, source, own),
        *_overlap(text, source, tuple(known), _SHARE_VERIFIED if verified else _SHARE),
    ]
    return out if out or verified else [*_negation(text, source)]


def is_literary(texts: Sequence[str], lang: str) -> bool:
    """Whether texts are Chinese of the literary kind, by a sample spread evenly over them."""
    if lang != "zh" or not texts:
        return False
    sample = "".join(texts[:: max(1, len(texts) // _SAMPLE)])
    return len(_LITERARY.findall(sample)) >= _OLD * len(sample)


def is_in_language(text: str, lang: str) -> bool:
    """Whether a text is in the language: Han characters for zh, next to none for en."""
    text = _CODE.sub("", text)
    han, words = len(HAN.findall(text)), len(tokens(text))
    return han >= _HAN_SHARE * (han + words) and han > 0 if lang == "zh" else han <= _STRAY_HAN * (words + 1)


def _without_formulas(text: str, source: CitedPassages) -> tuple[str, list[Fault]]:
    """A text without its formulas, and those that the source does not have."""
    strange = [
        Fault("quotation", f"the formula {found.group(0)[:60]} does not stand in the passages cited")
        for found in _FORMULA.finditer(text)
        if fold(unicodedata.normalize("NFKC", found.group(0))) not in source.folded
    ]
    return _FORMULA.sub(" ", text), strange


def _residue(text: str) -> Iterable[Fault]:
    found = _RESIDUE.search(text)
    if found:
        yield Fault("residue", f"speaks of the task itself (“{found.group(0)[:40]}”)")
    elif is_prompt_injection(text):
        yield Fault("residue", "repeats an order to a language model")


def _quotations(text: str, source: CitedPassages) -> Iterable[Fault]:
    for found in _QUOTE.finditer(text):
        inner = next(one for one in found.groups() if one)
        for part in re.split(r"……|…|\.\.\.|\[\.\.\.\]", inner):
            if fold(part) and fold(unicodedata.normalize("NFKC", part)) not in source.folded:
                yield Fault("quotation", f"the words “{part.strip()[:60]}” do not stand in the passages cited")
    for found in _CODE.finditer(text):
        bare = re.sub(r"\s+", "", found.group(1))
        if bare not in re.sub(r"\s+", "", source.text):
            yield Fault("quotation", f"`{found.group(1)[:60]}` does not stand in the passages cited")


def _numbers(text: str, source: CitedPassages) -> Iterable[Fault]:
    for one in dict.fromkeys(numbers(text)):
        if one not in source.numbers:
            yield Fault("number", f"the number {one} does not stand in the passages cited")


def _names(text: str, source: CitedPassages, own: frozenset[str]) -> Iterable[Fault]:
    bare = _QUOTE.sub(" ", _CODE.sub(" ", text))
    shown = tokens(bare) if source.lang == "zh" else _CAPITAL.findall(bare)
    for word in dict.fromkeys(shown):
        low = re.sub(r"['’]s?$", "", word).lower()
        parts = {low, *re.findall(r"\w+", low)}
        if len(low) < 2 or low in STOP or parts & _HONORIFIC or low in own or stem(low) in own:
            continue
        if not (low in source.words or stem(low) in source.words or fold(low) in source.folded):
            yield Fault("name", f"“{word}” does not stand in the passages cited")


def _overlap(text: str, source: CitedPassages, known: Sequence[str], least: Mapping[str, float]) -> Iterable[Fault]:
    mine = _marks(text, source.lang)
    free = frozenset().union(*(_marks(name, source.lang) for name in known)) - source.marks
    share = _share(mine - free, source.marks)
    if fold(text) in source.folded or share >= least[source.lang]:
        return
    if not (source.literary and _retold(text, share, source)):
        yield Fault("support", "says what the passages cited do not say")


def _retold(text: str, pairs: float, source: CitedPassages) -> bool:
    """Whether a Chinese sentence tells in modern words what a literary passage says."""
    mine = frozenset(HAN.findall(text)) - _PLAIN_ZH
    single = _share(mine, frozenset(source.text))
    return single >= _SINGLE and pairs >= _PAIRS and single + 2 * pairs >= _BOTH


def _negation(text: str, source: CitedPassages) -> Iterable[Fault]:
    """A "not" that came or went against the clauses of the book that are told."""
    lang = source.lang
    clauses = [(clause, _marks(clause, lang)) for clause in _clauses(text, lang)]
    if any(_NOT[lang].search(clause) and not _denial_there(clause, mine, source) for clause, mine in clauses):
        yield Fault("negation", "denies what the passages cited do not deny")
    plain = [mine for clause, mine in clauses if not _NOT[lang].search(clause) and not _SOFT[lang].search(clause)]
    whole = frozenset().union(*(mine for _, mine in clauses))
    said = frozenset().union(*plain)
    positive = frozenset().union(*(marks for clause, _, marks in source.clauses if not _NOT[lang].search(clause)))
    for clause, _, marks in source.clauses:
        first = _denied(clause, lang, 1) - positive
        if first & said and _share(marks, whole) >= _TOLD:
            yield Fault("negation", "leaves out a “not” of the passages cited")
            return


def _denial_there(clause: str, mine: frozenset[str], source: CitedPassages) -> bool:
    """Whether the source denies the same words, or denies something in the clauses that come nearest."""
    lang = source.lang
    denied = _denied(clause, lang, 3)
    if any(denied & _denied(one, lang, 3) for one, _, _ in source.clauses):
        return True
    shares = [_share(mine, marks) for _, _, marks in source.clauses]
    least = _NEAR * max(shares, default=0.0)
    near = [one for one, share in zip(source.clauses, shares, strict=True) if share >= least]
    return any(_NOT[lang].search(said) or _SOFT[lang].search(whole) for said, whole, _ in near)


def _clauses(text: str, lang: str) -> list[str]:
    return [one for one in re.split(r"[，。；：！？、]" if lang == "zh" else r"[,;:.!?—()]\s", text) if one.strip()]


def _denied(said: str, lang: str, most: int) -> frozenset[str]:
    """What a clause denies: the marks of the first `most` content words behind its negations."""
    out: set[str] = set()
    for found in _NOT[lang].finditer(said):
        after = said[found.end() :]
        if lang == "zh":
            out |= _marks(after[: most + 1], lang)
        else:
            out |= {stem(word.lower()) for word in [one for one in tokens(after) if one.lower() not in STOP][:most]}
    return frozenset(out)


def _share(mine: frozenset[str], source: frozenset[str]) -> float:
    return len(mine & source) / len(mine) if mine else 0.0


@lru_cache(maxsize=4096)
def _marks(text: str, lang: str) -> frozenset[str]:
    if lang == "zh":
        runs = re.findall(r"[\u3400-\u9fff]+", text)
        pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
        return frozenset([*pairs, *(stem(word.lower()) for word in tokens(text))])
    low = [word.lower().replace("’", "'").removesuffix("'s") for word in tokens(text)]
    return frozenset(stem(word) for word in low if len(word) > 2 and word not in STOP)
