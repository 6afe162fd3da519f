"""Persons and places of a Chinese story or history.

Persons are found and their names joined by learned evidence (`aliases_zh`), places in the dictionary, by what stands
before them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from quire.hanzi import simplified
from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.step_progress import Progress, no_progress, sub_progress, with_progress
from quire.wiki.subjects.aliases_zh import groups_of, sure_names
from quire.wiki.subjects.foreign_names_zh import foreign_persons, is_translated
from quire.wiki.subjects.name_evidence_zh import fewest_mentions, is_role
from quire.wiki.subjects.named_events import named_events
from quire.wiki.subjects.subject_candidates import Candidate, tell_doubts
from quire.wiki.tokenization import Segmenter, dictionary

__all__ = ["people"]

_DIRECTIONS = re.compile(r"[东西南北東中上下前后後]{1,2}[门門方边邊面]?|[山土大小水敌相]\w|四[海方]")
_AFTER_PLACE = re.compile(r"(?:在|到|至|往|入|出|離|离|回|攻|守|取|赴|奔|投|居|镇|過|过|据|屯|屯于|于|自|從|从)$")
_FORMS = 50
"""Mentions by which it is told how a book writes a name."""

_OFFERED = 40
"""Subjects that are offered of a short book, at least, and everybody whom it brings in: each may have a life there."""

_FEWEST_PLACE = 4
"""Mentions of a place, at least."""


def people(book: Book, sentences: Sequence[Sentence], most: int, tick: Progress = no_progress) -> list[Candidate]:
    """Persons, places and events with names, those that are named most first.

    The book is read in simplified characters, as the word lists have them; names are given back as it writes them.
    """
    written = "\n".join(one.text for one in sentences)
    text = simplified(written)
    if text == written or len(text) != len(written):
        return _people(book, sentences, written, most, tick)
    plain = [one._replace(text=part) for one, part in zip(sentences, _parts(text, sentences), strict=True)]
    found = _people(book, plain, text, most, tick)
    return [
        replace(
            one,
            title=_as_written(one.title, text, written),
            aliases=[_as_written(name, text, written) for name in one.aliases],
            perhaps=[_as_written(name, text, written) for name in one.perhaps],
        )
        for one in found
    ]


def _parts(text: str, sentences: Sequence[Sentence]) -> Iterator[str]:
    """The sentences of a text in other characters, each as long as it is."""
    at = 0
    for one in sentences:
        yield text[at : at + len(one.text)]
        at += len(one.text) + 1


def _as_written(name: str, text: str, written: str) -> str:
    """A name as the book mostly writes it, by its first mentions."""
    forms = Counter(written[hit.start() : hit.end()] for hit in islice(re.finditer(re.escape(name), text), _FORMS))
    return forms.most_common(1)[0][0] if forms else name


def _people(book: Book, sentences: Sequence[Sentence], text: str, most: int, tick: Progress) -> list[Candidate]:
    foreign: list[Candidate] = []
    if is_translated(text):
        foreign, names = foreign_persons(book, sentences)
        text = re.sub(names, "，", text)
    groups, near = groups_of(text, sub_progress(tick, 0.0, 0.4))
    introduced = sure_names(text)
    persons = [_person(group, fewest_mentions(text), introduced) for group in groups]
    tell_doubts((persons[one], persons[two]) for one, two in near)
    out = [*foreign, *(one for one in persons if one is not None)]
    taken = {name for one in out for name in one.names}
    segmenter = Segmenter(taken)
    counts: Counter[str] = Counter()
    placed: Counter[str] = Counter()
    for one in with_progress(sentences, sub_progress(tick, 0.5, 1.0)):
        words = segmenter.cut(one.text)
        for before, word in zip(["", *words], words, strict=False):
            if len(word) > 1:
                counts[word] += 1
                placed[word] += bool(_AFTER_PLACE.search(before))
    for word, count in sorted(counts.items()):
        if word not in taken and count >= _FEWEST_PLACE and _is_place(word, count, placed[word]):
            out.append(Candidate(word, PageType.PLACE, math.log1p(count) - 0.3, [], ["frequency"]))
    for name, count in named_events(text, "zh"):
        if name not in taken:
            out.append(Candidate(name, PageType.EVENT, math.log1p(count), [], ["frequency"]))
    out.sort(key=lambda one: (-one.score, one.title))
    kept = max(_OFFERED, most)
    return [one for at, one in enumerate(out) if at < kept or not introduced.isdisjoint(one.names)]


def _person(group: Sequence[tuple[str, int]], fewest: int, introduced: Container[str]) -> Candidate | None:
    """A person by the mentions of each name, the title first.

    None for few mentions of somebody whom the book does not bring in, and for a role alone (公子).
    """
    total = sum(count for _, count in group)
    few = total < fewest and not any(name in introduced for name, _ in group)
    if few or all(is_role(name) for name, _ in group):
        return None
    (title, _), *others = group
    return Candidate(title, PageType.PERSON, 0.5 + math.log1p(total), [name for name, _ in others], ["frequency"])


def _is_place(word: str, count: int, placed: int) -> bool:
    entry = dictionary().get(word)
    tagged = entry is not None and entry.tag.startswith("ns")
    return tagged and placed > 0.08 * count and not _DIRECTIONS.fullmatch(word)
