"""Which entries of an English book's index are persons and events: an index lists them beside the terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.named_events import is_event
from quire.wiki.subjects.people_en import name_forms, persons_and_places
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["with_types_of_names"]

_GIVEN = r"(?:[A-ZÀ-Þ][\w’'-]*\.?|de|von|van|la|le|du|da)"
_TURNED = re.compile(rf"[A-ZÀ-Þ][^\s,]+(?: [A-ZÀ-Þ][^\s,]+)?, (?P<given>{_GIVEN}(?:[ ,]+{_GIVEN}){{0,4}})")
"""“Hawthorne, Nathaniel”: a family name and given names or initials."""
_CAPITALISED = re.compile(r"[A-ZÀ-Þ]")


def with_types_of_names(found: Iterable[Candidate], book: Book, sentences: Sequence[Sentence]) -> list[Candidate]:
    """Candidates in which entries of the index that are names have the type of what they name."""
    persons = {one.text for one in persons_and_places(name_forms(book, sentences))[0]}
    small = {word for one in sentences for word in re.findall(r"\b[a-z]{3,}", one.text)}
    return [replace(one, type=_type_of(one, persons, small)) if "index" in one.reasons else one for one in found]


def _type_of(one: Candidate, persons: set[str], small: set[str]) -> str:
    if any(map(is_event, one.names)):
        return PageType.EVENT
    words = re.findall(r"[^\W\d_]{3,}", one.title)
    if not words or any(word.lower() in small for word in words if _CAPITALISED.match(word)):
        return one.type
    if not all(_CAPITALISED.match(word) for word in one.title.split() if len(word) > 3):
        return one.type
    turned = any(_TURNED.fullmatch(name) for name in one.aliases)
    return PageType.PERSON if turned or not persons.isdisjoint(one.names) else one.type
