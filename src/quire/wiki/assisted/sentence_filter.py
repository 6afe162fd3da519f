"""The first sieve: reads what a model wrote sentence by sentence and drops what is certainly not in the passages.

An answer is a list of ``{section, text, sources}``. A sentence falls alone when the rest stands; what falls is told in
words, for the repair, and by kind, for the rules that are learned from it. Whether a sentence is true, a second call
says (`sentence_verification`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from quire.llm.asker import Answer
from quire.wiki.citation_support import CitedPassages, Fault, find_faults, is_in_language
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_plan import Entry
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import fold, split
from quire.wiki.wiki_page import LINK

__all__ = ["SENTENCES", "Draft", "SentenceFilter"]

SENTENCES: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "section": {"type": "string"},
                    "text": {"type": "string"},
                    "sources": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["section", "text", "sources"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["sentences"],
    "additionalProperties": False,
}
"""Schema of an answer that is text. Sections and sources are no enumerations: one bad id costs its sentence, not the
answer."""

_MARK = re.compile(r"(?<!\s)\s*+\[\^?(p\d+)\]")
_ID = re.compile(r"\[?\^?(p\d+)\]?")
_SIZES = {"en": (15, 420), "zh": (6, 170)}
"""Characters of a sentence: below it is a fragment, above it nobody reads it (and a check of overlap means little)."""

_MOST_SOURCES = 4
_MOST_READ = 60
"""Sentences of an answer that are looked at: a page has 24 at most, the rest is a model that ran on."""

_FULL = re.compile(r"[\u3400-\u9fff]{2,3}")
"""A Chinese name of a family name of one character and a given name."""


@dataclass(slots=True)
class Draft:
    """What is left of an answer."""

    kept: list[CitedSentence] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    dropped: int = 0  # sentences
    refused: bool = False  # as a whole

    def refuse(self, kind: str, text: str) -> None:
        """What is left does not make a page."""
        self.refused = True
        self.faults.insert(0, Fault(kind, text))

    @property
    def told(self) -> list[str]:
        """The faults in words."""
        return list(dict.fromkeys(one.text for one in self.faults))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of faults, each once."""
        return tuple(dict.fromkeys(one.kind for one in self.faults))

    def cites(self) -> set[str]:
        """The ids that the kept sentences cite."""
        return {id_ for one in self.kept for id_ in one.cites}


class SentenceFilter:
    """Reads answers about one book."""

    def __init__(self, entries: Sequence[Entry], lang: str, *, literary: bool | None = None) -> None:
        """An editor for one book.

        Args:
            entries: the pages that may be linked.
            lang: of the book and of what is written about it.
            literary: whether the book is Chinese of the literary kind; None judges each passage by itself.
        """
        self._literary = literary
        self._lang = lang
        self._linked = {fold(name) for one in entries for name in (one.id, one.title, *one.aliases)}
        self._names = MentionFinder(
            (one.id, one.type, [one.title, *one.aliases]) for one in entries if one.type in PROPER
        )
        self._givens = {
            one.id: [name[1:] for name in (one.title, *one.aliases) if _FULL.fullmatch(name)]
            for one in entries
            if one.type == PageType.PERSON
        }
        self._sources: dict[tuple[str, ...], CitedPassages] = {}

    def read(self, answer: Answer, evidence: Mapping[str, Passage], names: Sequence[str] = ()) -> Draft:
        """The sound sentences of an answer.

        Args:
            answer: of any shape.
            evidence: the passages that were shown, by id; nothing else may be cited.
            names: of the page's subject; they may stand where the passage has another word for it.
        """
        self._sources.clear()
        draft = Draft()
        seen: set[str] = set()
        rows = answer.get("sentences")
        for at, row in enumerate(rows[:_MOST_READ] if isinstance(rows, list) else (), 1):
            said, found = self._sentence(row, evidence, names)
            draft.faults += [Fault(one.kind, f"Sentence {at} {one.text}.") for one in found]
            if found or said is None:
                draft.dropped += 1
                continue
            for text in split(said.text, self._lang):
                if fold(text) and fold(text) not in seen:
                    seen.add(fold(text))
                    draft.kept.append(said._replace(text=text))
        return draft

    def _sentence(
        self, row: object, evidence: Mapping[str, Passage], names: Sequence[str]
    ) -> tuple[CitedSentence | None, list[Fault]]:
        if not isinstance(row, Mapping):
            return None, [Fault("form", "is no object")]
        raw, sources = str(row.get("text") or "").replace("\u200b", ""), row.get("sources")
        listed = [str(one) for one in sources] if isinstance(sources, list) else []
        ids = [
            *_MARK.findall(raw),
            *(found.group(1) for one in listed for found in [_ID.fullmatch(one.strip())] if found),
        ]
        text = " ".join(LINK.sub(lambda link: link.group(2) or link.group(1), _MARK.sub("", raw)).split())
        said = CitedSentence(str(row.get("section") or ""), text, tuple(dict.fromkeys(ids)))
        found = [*self._form(said), *self._cited(said, len(listed), evidence), *self._links(raw)]
        return said, found or self._carried(said, evidence, names)

    def _form(self, said: CitedSentence) -> Iterable[Fault]:
        least, most = _SIZES[self._lang]
        parts = split(said.text, self._lang)
        if any(not least <= len(fold(one)) <= most for one in parts) or not parts:
            yield Fault("length", f"is not between {least} and {most} letters long")
        elif not re.search(r"[.!?。！？…][”’」』）)\"]*$", said.text):
            yield Fault("length", "does not end like a sentence")
        if not is_in_language(said.text, self._lang):
            yield Fault("language", "is not in the language of the passages")
        if re.search(r"^\s*(?:[#>|]|[-*+]\s|\d+[.)]\s)|```|\]\(|!\[|\bhttps?:|\bwww\.", said.text):
            yield Fault("form", "is Markdown or an address instead of a plain sentence")

    @staticmethod
    def _cited(said: CitedSentence, listed: int, evidence: Mapping[str, Passage]) -> Iterable[Fault]:
        unknown = [one for one in said.cites if one not in evidence]
        if unknown or listed > len(said.cites):
            yield Fault("source", f"cites {', '.join(unknown[:3]) or 'something'}, which is no id of a passage given")
        elif not said.cites:
            yield Fault("uncited", "has no sources")
        elif len(said.cites) > _MOST_SOURCES:
            yield Fault("source", f"cites more than {_MOST_SOURCES} passages")

    def _links(self, raw: str) -> Iterable[Fault]:
        for link in LINK.finditer(raw):
            if fold(link.group(1)) not in self._linked:
                yield Fault("link", f"links to “{link.group(1)[:40]}”, which is not in the list of pages")
        if "[[" in LINK.sub("", raw) or "]]" in LINK.sub("", raw):
            yield Fault("link", "holds a torn link")

    def _given(self, source: CitedPassages) -> set[str]:
        """Pages of the persons whom a literary Chinese passage calls by the given name alone (卓 for 董卓)."""
        if not source.literary:
            return set()
        return {id_ for id_, given in self._givens.items() if any(name in source.text for name in given)}

    def _carried(self, said: CitedSentence, evidence: Mapping[str, Passage], names: Sequence[str]) -> list[Fault]:
        """Faults of a sentence of good form against its passages; each of its parts must hold by itself."""
        source = self._sources.get(said.cites)
        if source is None:
            source = self._sources[said.cites] = CitedPassages(
                [evidence[one].text for one in said.cites], self._lang, literary=self._literary
            )
        found = [
            fault for text in split(said.text, self._lang) for fault in find_faults(text, source, names, verified=True)
        ]
        own = {hit.page for name in names for hit in self._names.find(name)}
        there = {hit.page for hit in self._names.find(source.text)} | own
        there |= self._given(source)
        strange = [said.text[hit.start : hit.end] for hit in self._names.find(said.text) if hit.page not in there]
        return found + [Fault("name", f"names {one}, of whom the passages cited do not speak") for one in strange]
