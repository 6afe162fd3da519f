"""What a chapter and a subject show beside their sentences: main subjects, the sentence of a section, an example."""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized

from quire.wiki import page_budget as budget
from quire.wiki.centrality import words_of
from quire.wiki.lead_choice import subject_of_heading
from quire.wiki.page_plan import ChapterPlan, Entry
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold, holds_quotation, is_caption, is_quotable, is_signpost
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = [
    "HeadedSections",
    "example_passage",
    "most_spoken_of",
    "only_said",
    "open_with_own_summary",
    "own_summary",
    "spread_over_sections",
    "sums_up",
    "tells_of_section",
]

_NAMES_TITLE, _DEFINES, _POINTS_ON = 1.0, 1.0, 1.0
"""What a sentence that tells of a section gains that has the words of its title, and that a page of a term begins with,
and loses that points elsewhere, asks, quotes or is a caption."""

_NARRATED, _KEPT = 0.5, 0.9
"""Share of a chapter's passages that are told by more than what somebody says, from which on the others may be left out
of its summary; and share of its text that is told all the same."""

_SUMS_UP = re.compile(
    r"(?:[\d.]+\s*)?(?:(?:chapter |section )?(?:summary|conclusions?|recap)|key (?:points|takeaways|ideas)|summing up"
    r"|wrap(?:ping)?[- ]up|in summary|(?:本[章节]|章末)?[总小][结結]|總結|结语|結語)[\s:：]*",
    re.IGNORECASE,
)
"""The heading of what an author says of a chapter at its end."""

_TELLING = r"\b(?:learn|discuss|introduc|cover|describ|explain|show|explor|look|present|focus|examin)"
_HERE = r"\bthis (?:chapter|section|part)\b"
_PROMISES = re.compile(
    rf"{_HERE}[^.]{{0,200}}{_TELLING}|{_TELLING}[^.]{{0,200}}{_HERE}"
    r"|(?:本[章节節]|[这這]一[章节節])[^。]{0,80}(?:介绍|讨论|学习|讲解|说明|探讨|阐述|介紹|討論|學習|講解|說明|探討|闡述)",
    re.IGNORECASE,
)
"""What an author says at its beginning that a chapter is about."""
_HERE_FIRST = re.compile(r"(?:in )?this (?:chapter|section|part)\b|在?(?:本[章节節]|[这這]一[章节節])", re.IGNORECASE)
_SAYS_MORE = {"en": 80, "zh": 25}

_ELSEWHERE = re.compile(
    r"\b(?:next|later|previous|earlier|following) (?:chapter|section|part)|\bchapters? \d|@sec|@ref"
    r"|[下上前后後]一?[章节節]",
    re.IGNORECASE,
)

_OPENING = {"en": 600, "zh": 220}
"""Characters of a chapter in its author's words, and sentences: of its summary, and of what its beginning promises."""
_OF_SUMMARY, _OF_PROMISES = 4, 2

_SUBJECTS = 12
"""Subjects that a chapter lists."""


class HeadedSections:
    """The pages of chapters and sections by the subjects of their headings."""

    def __init__(self, chapters: Sequence[ChapterPlan]) -> None:
        self._headed = {subject_of_heading(one.title): one for one in reversed(chapters)}

    def tell(self, term: Candidate) -> bool:
        """Whether a section has a term as its heading: its page, which gets the term's names, is the term's page."""
        heads = (form for name in term.names for form in (fold(name), f"{fold(name)}s"))
        section = next((self._headed[one] for one in heads if one in self._headed), None)
        if section is not None:
            section.names += [name for name in term.names if name not in {section.title, *section.names}]
        return section is not None


def spread_over_sections(
    inside: Sequence[Entry], section: Callable[[Entry], int], order: Mapping[str, int]
) -> list[Entry]:
    """The subjects of a chapter in their order, the first of each section before all others."""
    ranked = sorted(inside, key=lambda one: order.get(one.id, len(order)))
    first = {section(one): one.id for one in reversed(ranked)}
    return sorted(ranked, key=lambda one: one.id not in first.values())


def tells_of_section(sentence: Sentence, title: set[str], *, defines: bool) -> float:
    """What a sentence is worth as the one that tells of a section, by its words and those of the title."""
    shared = len(title & words_of(sentence.text, sentence.lang)) / max(1, len(title))
    astray = (
        is_signpost(sentence.text, sentence.lang)
        + sentence.text.endswith(("?", "？"))
        + holds_quotation(sentence.text)
        + is_caption(sentence.text)
    )
    return _NAMES_TITLE * shared + _DEFINES * defines - _POINTS_ON * astray


def sums_up(heading: str) -> bool:
    """Whether a heading is that of a chapter's summary by its author."""
    return _SUMS_UP.fullmatch(heading) is not None


def open_with_own_summary(
    chapter: ChapterPlan,
    numbers: Iterable[int],
    sentences: Sequence[Sentence],
    passages: Sequence[Passage],
    begins: Collection[int],
) -> None:
    """Let a chapter begin with what its author says of it, which its sections do not repeat.

    Args:
        chapter: the page to be.
        numbers: of its sentences.
        sentences: of the book.
        passages: of the book.
        begins: numbers of the sentences that can be quoted, and need nothing before them.
    """
    told: dict[tuple[str, ...], list[int]] = defaultdict(list)  # by the section, and what stands below it
    for number in numbers:
        told[passages[sentences[number].passage].headings[chapter.depth : chapter.depth + 2]].append(number)
    summary = next((told[one] for one in told if one and sums_up(one[0])), ())
    chapter.summary = own_summary(summary, told[()], sentences, begins.__contains__)
    for section in chapter.sections:
        section.sentences = [number for number in section.sentences if number not in chapter.summary]
    chapter.sections = [one for one in chapter.sections if one.sentences or one.page]


def own_summary(
    summary: Sequence[int], beginning: Iterable[int], sentences: Sequence[Sentence], begins: Callable[[int], bool]
) -> list[int]:
    """What the author says of a chapter: its summary at the end, else what its beginning says that it is about.

    Args:
        summary: numbers of the sentences of the chapter's summary.
        beginning: of those before its first section.
        sentences: of the book.
        begins: whether a sentence can be quoted, and needs nothing before it.
    """
    own = (one for one in summary[:2] if begins(one) or _HERE_FIRST.match(sentences[one].text))
    first = next(own, None)
    after = [] if first is None else summary[summary.index(first) :]
    told = _first(itertools.takewhile(lambda one: _tells(sentences[one]), after), sentences)
    promised = (
        one
        for one in beginning
        if _promises(sentences[one]) and (begins(one) or _HERE_FIRST.match(sentences[one].text))
    )
    return told or _first(promised, sentences)[:_OF_PROMISES]


def _promises(sentence: Sentence) -> bool:
    text = sentence.text
    says = len(text) >= _SAYS_MORE[sentence.lang] and _PROMISES.search(text) is not None
    return says and is_quotable(text, sentence.lang) and not (text.startswith("If ") or _ELSEWHERE.search(text))


def _tells(sentence: Sentence) -> bool:
    text = sentence.text
    return is_quotable(text, sentence.lang) and not (
        text.endswith(("?", "？", ":", "：")) or is_caption(text) or _ELSEWHERE.search(text)
    )


def _first(numbers: Iterable[int], sentences: Sequence[Sentence]) -> list[int]:
    """The first of the sentences that have room in a chapter's opening."""
    room, out = 1.0, list[int]()
    for number in itertools.islice(numbers, _OF_SUMMARY):
        room -= len(sentences[number].text) / _OPENING[sentences[number].lang]
        if room < 0:
            break
        out.append(number)
    return out


def example_passage(places: Iterable[int], passages: Sequence[Passage], one: Candidate) -> int:
    """The passage whose program text shows the subject: a short one, close to its definition."""
    if one.type in PROPER:
        return -1
    needle = one.aliases[0] if one.type == PageType.CODE and one.aliases else ""
    best, where = 0.0, -1
    for at in places:
        text = passages[at].text
        code = text.partition("```\n")[2].partition("\n```")[0]
        if not code or not budget.SHORTEST_CODE <= len(code) <= budget.LONGEST_CODE:
            continue
        headed = any(name.lower() in " ".join(passages[at].headings).lower() for name in one.names)
        value = 1.0 + 2 * headed + 2 * bool(needle and needle.strip("!") in code) - len(code) / budget.LONGEST_CODE
        if value > best and (headed or (needle and needle.strip("!") in code)):
            best, where = value, at
    return where


def only_said(said: Mapping[int, float], size: Mapping[int, int]) -> set[int]:
    """Passages that a chapter's summary leaves out: of their best sentences one learns only what somebody says.

    Args:
        said: passages with such a best sentence, to its worth.
        size: all passages of the chapter that could be told, to their characters.
    """
    if len(said) > (1 - _NARRATED) * len(size):
        return set()
    room = (1 - _KEPT) * sum(size.values())
    out = set()
    for place in sorted(said, key=lambda one: (said[one], one)):
        room -= size[place]
        if room < 0:
            break
        out.add(place)
    return out


def most_spoken_of(counts: Mapping[str, int], named: Mapping[str, Sized], known: Collection[str]) -> list[str]:
    """The subjects that a chapter speaks of more than others do.

    Args:
        counts: sentences of the chapter that name each page.
        named: all sentences that name it.
        known: pages that there are.
    """
    top = (one for one in counts if one in known)
    return sorted(top, key=lambda one: (-counts[one] / math.sqrt(len(named[one]) + 2), one))[:_SUBJECTS]
