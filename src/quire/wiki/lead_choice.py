"""Which sentences a subject page begins with: the best definition that the book has, or an honest first mention."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from quire.wiki.definitions import (
    DEFINES,
    INTRODUCES,
    SCORES,
    clearest_kind,
    introduction_score,
    opening_score,
    place_score,
)
from quire.wiki.index_mining import is_glossary_heading
from quire.wiki.lead_model import MAY_SAY_WHAT, SAYS_WHAT, lead_odds, sentence_evidence, subject_evidence
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.relations import tells_relation
from quire.wiki.sentence_split import (
    Sentence,
    fold,
    holds_quotation,
    is_quotable,
    is_signpost,
    with_speech_marks,
    without_quotes,
)
from quire.wiki.stressed_phrases import StressedPhrases
from quire.wiki.subjects.own_headings import own_headings
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["LeadChoice", "points_elsewhere", "subject_of_heading"]

_BROUGHT, _IN_FULL = 2.0, 0.8
"""What the first sentence with a person or place counts for as its lead (the next half of it, and so on), and one with
the full name: a story brings somebody in when it first names him."""

_AT_FIRST, _SPEECH, _SAYS_LITTLE = 3.2, 2.5, 3.0
"""What somebody's lead gains at the beginning of the book (nothing at its end), and loses by speech and shortness."""

_LEANS = 4.0
"""What a sentence counts less as somebody's lead that needs the one before it."""

_DANGLES = 1.0
"""What a sentence counts less as a term's lead that gives the name to what is not shown."""

_POINTS_BACK = re.compile(
    r"(?:(?:This|These|Such|It|They)\b|我们?[将把]这|[将把]?这)[^,;:，；：]{0,60}?"
    r"(?:called|known as|termed|referred to as|称[为作之]|叫)"
)
"""What gives a name to what the sentences before it tell."""

_LISTED = 8.0
"""Log odds that a term's lead gains if a glossary of the book has it."""

_EARLY = 6
"""First mentions of a term that may be its lead though their words tell nothing of it."""

_HEAD_WORDS = re.compile(
    r"^什么是|^(?:(?:what (?:is|are)|introducing|introduction to)\s+)?(?:(?:the|an?)\s+)?|(?:简介|概述|介绍|是什么)$",
    re.IGNORECASE,
)
"""Words of a heading around the name of its subject."""

_IT_EN = re.compile(r"(?:It|They|This|These)(?= )")
_IT_ZH = re.compile(r"(?:它们?|这|其)(?=[是指])")
"""What stands for the subject of the sentence before."""

_NAMES_IT = re.compile(
    r"(?:The (?:[a-z]+ )?(?:technique|process|method|concept|phenomenon|approach|idea|practice"
    r"|pattern|result|style|mechanism"
    r"|term)"
    r" (?:is|are|was) (?:often |usually |also )?(?:called|known|termed|named|referred))"
)
"""What gives a name to what the sentence before tells."""

_RELATION = 4.0
"""`introduction_score` or `place_score` from which on a lead says who somebody or what a place is."""

_KIN = 5.5
"""What a sentence says of a person that tells whose kin, friend or servant that is."""

_LEAD_ALONE = 3
"""Sentences of a subject up to which its lead is one sentence."""

_OWN = 25
_NAME = re.compile(r"(?:(?<=[a-z,]\s)|(?<=[㐀-鿿，、\s]))[A-Z][A-Za-z]{2,}")
_MODIFIED = re.compile(r"((?:(?:An?|The|Each|Every)\s)?)([A-Z][A-Za-z]{2,})\s")
"""A name with a capital inside a sentence, and one at its beginning behind an article."""

_BRACKETS = re.compile(r"[（(][^（）()]*[）)]")
_MORE = 3
"""Letters and digits beside a name and brackets, up to which a sentence says nothing of it."""

_SPOKEN = ("“", "「", "『")
_SHORT = {"en": 45, "zh": 16}
"""Letters and digits below which a sentence says too little to begin a page."""
_BRIEF = {"en": 140, "zh": 60}
"""Letters and digits of a lead up to which the sentence behind it is shown, too, if its subject is a pronoun."""


class LeadChoice:
    """The choice of leads over one book.

    Args:
        sentences: of the book.
        passages: of the book.
        good: by number of the sentence, whether it can be quoted.
        alone: by number of the sentence, whether it needs nothing before it.
        spoken: numbers of the sentences inside somebody's speech.
        stressed: the phrases that the book sets in italics or bold.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        passages: Sequence[Passage],
        *,
        good: Sequence[bool],
        alone: Sequence[bool],
        spoken: Collection[int],
        stressed: StressedPhrases | None = None,
    ) -> None:
        self._stressed = stressed or StressedPhrases({}, 0)
        self._sentences, self._size = sentences, max(1, len(passages))
        self._good, self._alone, self._spoken = good, alone, spoken
        self._evidence: dict[int, dict[str, float]] = {}  # of sentences, whatever they are asked for
        before: tuple[str, ...] = ()
        self._opening: set[int] = set()  # positions of passages that open a section
        for one in passages:
            if one.headings != before:
                self._opening.add(one.position)
            before = one.headings
        self._opened: dict[str, list[int]] = defaultdict(list)  # whole heading to the sentences that open its sections
        own = {*own_headings(passages)}  # “Summary” of every chapter is nobody's section
        ends = [one.headings[-1] if one.headings else "" for one in passages]
        self._heads = [subject_of_heading(end) if end in own else "" for end in ends]
        for number, sentence in enumerate(sentences):
            if not sentence.at and sentence.passage in self._opening and good[number] and self._heads[sentence.passage]:
                self._opened[self._heads[sentence.passage]].append(number)
        self._then = [
            (_IT_ZH if after.lang == "zh" else _IT_EN).match(after.text)
            if after.passage == one.passage and good[at] and good[at + 1] and alone[at]
            else None
            for at, (one, after) in enumerate(itertools.pairwise(sentences))
        ]  # of each sentence, what stands for its subject at the beginning of the next
        self._own = _own_names(sentences)
        self._glossary = {one.position for one in passages if any(map(is_glossary_heading, one.headings))}

    def lead(self, scores: Mapping[int, float], odds: Mapping[int, float], one: Candidate) -> list[int]:
        """The first sentences of a page: those that most likely say what a term is, or somebody's best early one.

        Args:
            scores: number of each sentence that names the subject to its worth for the page.
            odds: as `odds` gives them; empty for a subject with a proper name.
            one: the subject.
        """
        if not scores:
            return []
        proper = one.type in PROPER
        worth = odds or self._worths(scores, one)
        best = max(worth, key=lambda number: (worth[number] - _DANGLES * self._dangles(number, one), -number))
        if not proper and self._leans(best) and self._has_context(best) and not self._opens(best, one):
            return [best - 1, best]
        after = best + 1
        if not proper and (self._goes_on(best, one) or self._followed(best)):
            return [best, after]
        near = after in scores and self._sentences[after].passage == self._sentences[best].passage
        longer = near and len(scores) > _LEAD_ALONE and not self._listed(best, one)
        return [best, after] if longer and (proper or not points_elsewhere(self._sentences[after])) else [best]

    def quotable(self, numbers: Iterable[int], one: Candidate) -> list[int]:
        """Those of the sentences that name a subject of which its page may be made: those that can be quoted.

        A person named in none of these is told by those that only lack the other quotation mark of a longer speech.
        """
        named = [*numbers]
        good = [number for number in named if self._good[number]]
        if good or one.type != PageType.PERSON:
            return good
        held = ((number, self._sentences[number]) for number in named)
        return [number for number, sentence in held if is_quotable(without_quotes(sentence.text), sentence.lang)]

    def kinds(self, named: Iterable[int], one: Candidate) -> dict[int, str]:
        """The clearest `definition_kind` of each sentence that may open the page of a term, by its number.

        Args:
            named: numbers of the sentences that name it.
            one: the term.
        """
        out: dict[int, str] = {}
        for number in named:
            sentence = self._sentences[number]
            if self._good[number] or is_quotable(sentence.text, sentence.lang, ended=False):
                more = _says_more(sentence.text, one.names)
                kind = clearest_kind(self._bare(sentence, one), one.names, sentence.lang) if more else ""
                told = SCORES[kind] >= DEFINES and len(fold(sentence.text)) >= _SHORT[sentence.lang]
                if self._good[number] or told:
                    out[number] = kind
        opening = {number: self._sentences[number] for number in self._openings(one) if number not in out}
        return out | {at: clearest_kind(self._bare(found, one), one.names, found.lang) for at, found in opening.items()}

    def odds(self, kinds: Mapping[int, str], one: Candidate) -> dict[int, float]:
        """The log odds that a sentence says what a term is, of those that may be its lead.

        Args:
            kinds: as `kinds` gives them.
            one: the term.
        """
        return {
            number: lead_odds(evidence, self._sentences[number].lang) + _LISTED * self._listed(number, one)
            for number, evidence in self.evidence(kinds, one).items()
        }

    def evidence(
        self, kinds: Mapping[int, str], one: Candidate, wanted: Collection[int] | None = None
    ) -> dict[int, dict[str, float]]:
        """What speaks for and against each sentence that may be a term's lead as the one that says what it is.

        Args:
            kinds: as `kinds` gives them.
            one: the term.
            wanted: numbers of sentences to look at; None for all that may be its lead.
        """
        heads = {fold(name) for name in one.names}
        opening = {*self._openings(one)}
        out: dict[int, dict[str, float]] = {}
        for turn, number in enumerate(sorted(kinds)):
            kind = kinds[number]
            sentence = self._sentences[number]
            stress = self._stressed.stress(sentence.text, one.names)
            likely = SCORES[kind] or stress or turn < _EARLY or number in opening or self._goes_on(number, one)
            if not (likely if wanted is None else number in wanted):
                continue
            headed = self._heads[sentence.passage] in heads
            leans = self._leans(number) and number not in opening
            if number not in self._evidence:
                self._evidence[number] = sentence_evidence(sentence.text, sentence.lang)
            told = subject_evidence(self._bare(sentence, one), one.names, kind, sentence.lang)
            out[number] = (
                self._evidence[number]
                | told
                | {
                    "short": self._evidence[number]["short"] and not self._followed(number),
                    "leans": leans,
                    "dangles": leans and not self._has_context(number),
                    "called leaning": leans and kind == "called",
                    "goes on": self._goes_on(number, one),
                    "spoken": number in self._spoken or with_speech_marks(sentence.text).startswith(_SPOKEN),
                    "headed": headed,
                    "opens": number in opening,
                    "unnamed": number in opening and not kind and not self._names(number, one),
                    "stressed": stress,
                    "first": turn == 0,
                    "early": 1 / (1 + turn),
                }
            )
        return out

    def _bare(self, sentence: Sentence, one: Candidate) -> str:
        """A sentence without the name of what the book is about before a term: “The Rust compiler”, “Pod 策略”."""
        found = _MODIFIED.match(sentence.text)
        if found is None or found[2] not in self._own:
            return sentence.text
        rest = sentence.text[found.end() :]
        begins = any(
            rest.startswith(name)
            if name.isupper()
            else not rest[:1].isupper() and rest.lower().startswith(name.lower())
            for name in one.names
        )
        held = any(name.startswith(found[2]) for name in one.names)
        return found[1] + rest if begins and not held else sentence.text

    def _openings(self, one: Candidate) -> list[int]:
        """Numbers of the sentences that open a section of which a term is the whole heading."""
        return [number for name in one.names for number in self._opened.get(fold(name), ())]

    def _leans(self, number: int) -> bool:
        """Whether a sentence needs the one before it."""
        return not self._alone[number] or _NAMES_IT.match(self._sentences[number].text) is not None

    def _opens(self, number: int, one: Candidate) -> bool:
        return number in self._openings(one)

    def _names(self, number: int, one: Candidate) -> bool:
        text = self._sentences[number].text.lower()
        return any(name.lower() in text for name in one.names)

    def _goes_on(self, number: int, one: Candidate) -> bool:
        """Whether the sentence behind one says what its subject is: “It is a ...”, 它是一种……."""
        found = self._then[number] if number < len(self._then) else None
        if found is None:
            return False
        text, lang = found.string, self._sentences[number + 1].lang
        return SCORES[clearest_kind(f"{one.title}{text[found.end() :]}", [one.title], lang)] >= DEFINES

    def _followed(self, number: int) -> bool:
        """Whether a short sentence has one behind it that goes on about its subject: “It makes ...”."""
        then = self._then[number] if number < len(self._then) else None
        if then is None or then[0].startswith("Th") or then[0] == "这":
            return False
        return len(fold(self._sentences[number].text)) < _BRIEF[self._sentences[number].lang]

    def says_what(self, lead: Sequence[int], odds: Mapping[int, float], one: Candidate) -> bool:
        """Whether the first sentences of a page say what its subject is."""
        if one.type not in PROPER:
            return _best(lead, odds) >= SAYS_WHAT and not self._dangles(lead[0], one)
        return bool(lead) and self._about(lead[0], one) >= _RELATION

    def may_say_what(self, lead: Sequence[int], odds: Mapping[int, float], one: Candidate) -> bool:
        """Whether the first sentences of a term's page may or may not say what it is."""
        told = one.type not in PROPER and _best(lead, odds) >= MAY_SAY_WHAT
        return told and not self.says_what(lead, odds, one)

    def _has_context(self, number: int) -> bool:
        """Whether the sentence before one is what it leans on, and can be quoted with it."""
        before = number - 1
        return (
            before >= 0
            and self._sentences[before].passage == self._sentences[number].passage
            and self._good[before]
            and self._alone[before]
        )

    def _dangles(self, number: int, one: Candidate) -> bool:
        """Whether a sentence names what only sentences tell that are not shown: “This is called X”."""
        points = one.type not in PROPER and _POINTS_BACK.match(self._sentences[number].text) is not None
        return points and not (self._has_context(number) or self._opens(number, one))

    def _about(self, number: int, one: Candidate) -> float:
        """How much a sentence introduces a person, or says where a place is."""
        sentence = self._sentences[number]
        if one.type == PageType.PERSON:
            kin = _KIN * tells_relation(sentence.text, one.names, sentence.lang)
            return max(kin, introduction_score(sentence.text, one.names, sentence.lang))
        return place_score(sentence.text, one.names, sentence.lang) if one.type == PageType.PLACE else 0.0

    def _worths(self, scores: Mapping[int, float], one: Candidate) -> dict[int, float]:
        """What each sentence is worth as the beginning of a page on somebody or some place."""
        turns = {number: at for at, number in enumerate(sorted(scores))}
        return {number: scores[number] + self._worth(number, one, turns[number]) for number in scores}

    def _worth(self, number: int, one: Candidate, turn: int) -> float:
        """What the beginning of such a page gains by a sentence, beside its worth anywhere on it."""
        sentence = self._sentences[number]
        text = sentence.text
        about = self._about(number, one)
        value = opening_score(text, one.names) + _AT_FIRST * (1 - sentence.passage / self._size) + about
        value -= _SPEECH * (number in self._spoken or holds_quotation(text))
        value += _BROUGHT / (1 + turn) + _IN_FULL * (one.title in text)
        if not about and len(fold(text)) < _SHORT[sentence.lang]:
            value -= _SAYS_LITTLE
        leans = not self._alone[number] or with_speech_marks(text).startswith(_SPOKEN)
        return value - _LEANS * (leans and about < INTRODUCES)

    def _listed(self, number: int, one: Candidate) -> bool:
        """Whether a glossary of the book has a sentence for a subject: it begins with its name."""
        sentence = self._sentences[number]
        return sentence.passage in self._glossary and sentence.text.lower().startswith(
            tuple(name.lower() for name in one.names)
        )


def _own_names(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The names that one in `_OWN` sentences and more holds: of what the book is about."""
    found = Counter(name for one in sentences for name in set(_NAME.findall(one.text)))
    return frozenset(name for name, count in found.items() if count * _OWN >= len(sentences) and count > 1)


def _says_more(text: str, names: Sequence[str]) -> bool:
    """Whether a sentence has words beside a name and brackets: “eqSql(R column, String value)” has none."""
    bare = fold(_BRACKETS.sub("", text))
    return len(bare) > max((len(name) for name in map(fold, names) if name in bare), default=0) + _MORE


def _best(lead: Sequence[int], odds: Mapping[int, float]) -> float:
    """The log odds that the first sentences of a page say what its subject is."""
    return max((odds[number] for number in lead[:2] if number in odds), default=-math.inf)


def subject_of_heading(title: str) -> str:
    """Letters and digits of a heading without the words around its subject: “What is a slice”."""
    return fold(_HEAD_WORDS.sub("", title))


def points_elsewhere(sentence: Sentence) -> bool:
    """Whether a sentence only points to other places of the book."""
    return is_signpost(sentence.text, sentence.lang)
