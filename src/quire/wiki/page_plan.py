"""The plan of a wiki: which pages, and which sentences of the book each is made of. Plain data, kept as JSON."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from quire.wiki.page_types import PageType

__all__ = ["Appearance", "ChapterPlan", "Entry", "Plan", "SectionPlan"]


@dataclass(slots=True)
class Appearance:
    """Where the book names a subject, for the line that is composed of it."""

    chapters: int  # how many of the book's chapters
    first: int  # number in `Plan.chapters` of the part that names it first
    last: int
    beside: list[str]  # ids of the subjects that are named with it most
    passages: list[int]  # positions of passages that show it, and it with them
    kind: str = ""  # id of the page of what it is a kind of, by its name
    kind_said: int = -1  # number of the sentence that says what that is
    stands_for: str = ""  # the words of a term that is an abbreviation
    under: str = ""  # the heading under which a term is spoken of most
    part: int = -1  # number in `Plan.chapters` of the part with that heading


@dataclass(slots=True)
class Entry:
    """A subject page to be. Sentences are numbers in the book's list of all sentences."""

    id: str
    title: str
    type: str
    aliases: list[str]
    lead: list[int]
    aspects: dict[str, list[int]]  # word of the aspect to its sentences, in order
    related: list[str]
    chapters: list[int]  # where it is spoken of, most first
    code: int = -1  # position of the passage whose program text is its example
    mentions: list[int] = field(
        default_factory=list
    )  # of a person or place: sentences that name it in each of `chapters`
    introduced: bool = True  # the lead says what the subject is
    doubtful: bool = False  # it may say so, but just as well not; not introduced then
    appearance: Appearance | None = None  # None: the page tells nothing of it


@dataclass(slots=True)
class SectionPlan:
    """A section of a chapter page."""

    title: str
    sentences: list[int]
    page: str = ""  # id of the section's own page, where it has one


@dataclass(slots=True)
class ChapterPlan:
    """A chapter page to be."""

    id: str
    title: str
    first: int  # positions of its passages, [first, end)
    end: int
    type: str = PageType.CHAPTER  # or SECTION: a part of a chapter or section before it, with a page of its own
    parent: str = ""  # id of a section's chapter, or of a subsection's section
    depth: int = 1  # how many of a passage's headings stand above or are its own
    sections: list[SectionPlan] = field(default_factory=list)
    subjects: list[str] = field(default_factory=list)
    summary: list[int] = field(default_factory=list)  # sentences before its first section, where it begins with one
    names: list[str] = field(default_factory=list)  # of the term that is its heading and has no page of its own


@dataclass(slots=True)
class Plan:
    """Everything that grow writes."""

    entries: list[Entry]
    chapters: list[ChapterPlan]
    timeline: list[SectionPlan] = field(default_factory=list)  # of a story or a history: what happens, by chapter

    def living(self, ids: Container[str]) -> Plan:
        """The plan without the subjects that are no pages any more; `ids` are those of all pages."""
        kept = {one.id for one in self.entries if one.id in ids}
        return Plan(
            [_without(one, kept) for one in self.entries if one.id in kept],
            [replace(one, subjects=[id_ for id_ in one.subjects if id_ in kept]) for one in self.chapters],
            self.timeline,
        )

    def to_json(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Plan:
        """From what `to_json` gave.

        Raises:
            TypeError, KeyError: it is something else.
        """
        if not isinstance(data, dict):
            raise TypeError("no plan")
        chapters = [
            ChapterPlan(**{**one, "sections": [SectionPlan(**part) for part in one["sections"]]})
            for one in data["chapters"]
        ]
        timeline = [SectionPlan(**part) for part in data.get("timeline", ())]
        return cls([_entry(one) for one in data["entries"]], chapters, timeline)


def _entry(row: dict[str, Any]) -> Entry:
    shown = row.get("appearance")
    return Entry(**{**row, "appearance": Appearance(**shown) if shown else None})


def _without(entry: Entry, kept: Container[str]) -> Entry:
    """An entry that names no pages but those that are kept."""
    shown = entry.appearance
    return replace(
        entry,
        related=[one for one in entry.related if one in kept],
        appearance=shown
        and replace(
            shown,
            beside=[one for one in shown.beside if one in kept],
            kind=shown.kind if shown.kind in kept else "",
        ),
    )
