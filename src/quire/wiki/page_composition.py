"""Pages from a plan: the book's sentences with their citations, links to other pages, sections, related pages."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from quire.wiki.aspects import aspect_heading
from quire.wiki.cited_sentence import CitedSentence, PageSentence
from quire.wiki.composed_line import composed_line
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_plan import Entry, Plan
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, without_connectives
from quire.wiki.wiki_page import link_to, summary_of

__all__ = ["PageComposer", "escape_markdown"]

_INLINE = 10
"""Links inside the sentences of a page, with those at its end at most 20."""

_LEAST_LINKS = 6

_SPAN = re.compile(r"`[^`\n]+`|\$[^$\n]+\$")
"""Program text and formulas inside a sentence."""

_NEAR = 12
"""Passages between two sentences that can share a paragraph."""

_LONGEST_QUOTED = {"en": 260, "zh": 100}
"""Characters of a sentence that is quoted inside a line."""

_PARAGRAPH = 5
"""Sentences of a paragraph."""


class PageComposer:
    """Writes bodies; `titles` maps every page that exists to its title."""

    def __init__(self, plan: Plan, passages: Sequence[Passage], sentences: Sequence[Sentence], lang: str) -> None:
        self._plan = plan
        self._passages = passages
        self._by_id = {one.id: one for one in passages}
        self._sentences = sentences
        self._lang = lang
        terms = ((one.id, PageType.CONCEPT, [one.title, *one.names]) for one in plan.chapters if one.names)
        subjects = ((one.id, one.type, [one.title, *one.aliases]) for one in plan.entries)
        self._names = MentionFinder(itertools.chain(subjects, terms))
        self.titles = {one.id: one.title for one in plan.entries} | {one.id: one.title for one in plan.chapters}

    def subject(self, entry: Entry) -> tuple[str, str]:
        """Body and summary of a subject page."""
        linked: set[str] = {entry.id}
        lead = self._paragraph(entry.lead, linked, names=[entry.title, *entry.aliases])
        composed = composed_line(entry, self._plan, self._passages, self._lang, self.link, quote=self._quoted)
        known = entry.appearance and (entry.appearance.kind or entry.appearance.stands_for)
        told = entry.introduced or (entry.doubtful and not known)
        blocks = [one for one in ((lead, composed) if told else (composed, lead)) if one]
        for aspect, numbers in entry.aspects.items():
            blocks.append(f"## {aspect_heading(aspect, self._lang)}")
            blocks += self._paragraphs(numbers, linked)
        return self._subject(entry, blocks, linked)

    def written_subject(
        self, entry: Entry, sections: Mapping[str, Sequence[CitedSentence]], notes: Sequence[int] = ()
    ) -> tuple[str, str]:
        """Body and summary of a subject page whose sentences somebody wrote.

        Args:
            entry: the page.
            sections: word of the aspect to its sentences; "lead" is the first.
            notes: numbers of sentences of the book that are kept beside them.
        """
        linked: set[str] = {entry.id}
        blocks: list[str] = []
        for aspect, said in sections.items():
            if blocks:
                blocks.append(f"## {aspect_heading(aspect, self._lang)}")
            for at in range(0, len(said), _PARAGRAPH):
                names = () if blocks else (entry.title, *entry.aliases)
                blocks.append(self._paragraph(said[at : at + _PARAGRAPH], linked, names=names))
        if notes:
            blocks.append(f"## {aspect_heading('notes', self._lang)}")
            blocks += self._paragraphs(notes, linked)
        return self._subject(entry, blocks, linked)

    def _subject(self, entry: Entry, blocks: list[str], linked: set[str]) -> tuple[str, str]:
        """The blocks of a subject page with its example, chapters and related pages; and its summary."""
        if entry.code >= 0:
            blocks += self._example(entry, linked)
        inline = len(linked) - 1
        chapters = [self._plan.chapters[at] for at in entry.chapters]
        counts = [f" ({count})" for count in entry.mentions] or [""] * len(chapters)
        listed = (f"- {self.link(one.id)}{count}" for one, count in zip(chapters, counts, strict=True))
        blocks += [f"## {aspect_heading('chapters', self._lang)}", "\n".join(listed)]
        related = [one for one in entry.related if one not in linked or inline + len(chapters) < _LEAST_LINKS]
        if related:
            blocks += [f"## {aspect_heading('related', self._lang)}", self._listed(related)]
        body = "\n\n".join(blocks)
        return body, summary_of(blocks[0])

    def chapter(
        self, at: int, lead: Sequence[CitedSentence] = (), told: Sequence[Sequence[PageSentence]] | None = None
    ) -> tuple[str, str]:
        """Body and summary of a chapter page.

        Args:
            at: its number in the plan.
            lead: sentences that somebody wrote of the whole chapter.
            told: what each of its sections tells, in place of the plan's sentences.
        """
        plan = self._plan.chapters[at]
        linked: set[str] = {plan.id}
        opening: Sequence[PageSentence] = lead or plan.summary
        blocks: list[str] = [self._paragraph(opening, linked, most=40)] if opening else []
        if plan.parent:
            linked.add(plan.parent)
        for section, sentences in zip(plan.sections, told or [one.sentences for one in plan.sections], strict=True):
            if section.page:
                linked.add(section.page)
                blocks.append(f"## {self.link(section.page)}")
            elif section.title and blocks and sentences:
                blocks.append(f"## {_heading(section.title)}")
            blocks += self._paragraphs(sentences, linked, most=40)
        if plan.subjects:
            blocks += [f"## {aspect_heading('subjects', self._lang)}", self._listed(plan.subjects)]
        blocks.append(self._beside(at))
        summary = summary_of(next((one for one in blocks if not one.startswith("#")), ""))
        return "\n\n".join(one for one in blocks if one), summary

    def _beside(self, at: int) -> str:
        chapters = self._plan.chapters
        before = [f"← {self.link(chapters[at - 1].id)}"] if at else []
        after = [f"{self.link(chapters[at + 1].id)} →"] if at + 1 < len(chapters) else []
        above = [f"↑ {self.link(chapters[at].parent)}"] if chapters[at].parent else []
        return " · ".join(before + above + after)

    def _quoted(self, number: int) -> str:
        """A short sentence in quotation marks with its citation; empty where it is long."""
        sentence = self._sentences[number]
        if len(sentence.text) > _LONGEST_QUOTED[self._lang]:
            return ""
        return f"“{escape_markdown(sentence.text)}” [^{self._passages[sentence.passage].id}]"

    def _paragraphs(self, sentences: Sequence[PageSentence], linked: set[str], most: int = _INLINE) -> list[str]:
        """Sentences as paragraphs: a new one where the book's section changes, or after five."""
        out: list[str] = []
        group: list[PageSentence] = []
        for one in sentences:
            if group and (len(group) >= _PARAGRAPH or not self._near(group[-1], one)) and len(group) > 1:
                out.append(self._paragraph(group, linked, most=most))
                group = []
            group.append(one)
        return [*out, self._paragraph(group, linked, most=most)] if group else out

    def _near(self, one: PageSentence, other: PageSentence) -> bool:
        a, b = self._source(one), self._source(other)
        return a.headings == b.headings and abs(a.position - b.position) < _NEAR

    def _source(self, one: PageSentence) -> Passage:
        return self._passages[self._sentences[one].passage] if isinstance(one, int) else self._by_id[one.cites[0]]

    def _paragraph(
        self, sentences: Sequence[PageSentence], linked: set[str], *, most: int = _INLINE, names: Sequence[str] = ()
    ) -> str:
        """Sentences with links and citations; `names` are set in bold where they first stand in the first one."""
        glue = "" if self._lang == "zh" else " "
        return glue.join(self._one(one, linked, most, () if at else names) for at, one in enumerate(sentences))

    def _one(self, one: PageSentence, linked: set[str], most: int, names: Sequence[str]) -> str:
        if isinstance(one, int):
            return self.cited(one, linked, most, names)
        return self._shown(one.text, one.cites, linked, most, names)

    def paragraph(self, said: Sequence[CitedSentence], linked: set[str]) -> str:
        """Sentences that somebody wrote, with citations and links to pages that are not `linked` yet."""
        return self._paragraph(said, linked, most=40)

    def cited(self, number: int, linked: set[str], most: int, names: Sequence[str] = ()) -> str:
        """A sentence with links and its citation; `names` are set in bold where they first stand."""
        sentence = self._sentences[number]
        text = without_connectives(sentence.text, sentence.lang)
        return self._shown(text, [self._passages[sentence.passage].id], linked, most, names)

    def _shown(self, text: str, cites: Sequence[str], linked: set[str], most: int, names: Sequence[str]) -> str:
        out, at, bold = [], 0, bool(names)
        spans = [found.span() for found in _SPAN.finditer(text)]
        for hit in self._names.find(text):
            if any(start < hit.end and hit.start < end and (start, end) != hit[:2] for start, end in spans):
                continue  # a mark inside program text or a formula would break it
            if hit.page in linked and not (
                bold and text[hit.start : hit.end].lower() in {name.lower() for name in names}
            ):
                continue
            if re.search(r"[.!?][\"”’)\]]*\s+$", text[: hit.start]):
                continue  # a mark right behind a quotation that ends inside a sentence would look like a new one
            shown = text[hit.start : hit.end]
            if bold and hit.page in linked:
                out += [escape_markdown(text[at : hit.start]), f"**{escape_markdown(shown)}**"]
                bold = False
            elif hit.page not in linked and len(linked) <= most:
                linked.add(hit.page)
                out += [
                    escape_markdown(text[at : hit.start]),
                    escape_markdown(shown) if set(shown) & set("|[]") else f"[[{hit.page}|{escape_markdown(shown)}]]",
                ]
            else:
                continue
            at = hit.end
        out.append(escape_markdown(text[at:]))
        return f"{''.join(out)} {' '.join(f'[^{one}]' for one in cites)}"

    def _example(self, entry: Entry, linked: set[str]) -> list[str]:
        """The program text of a page, after the sentence before it in the book unless the page has that sentence."""
        text = self._passages[entry.code].text
        code = text.partition("```\n")[2].partition("\n```")[0]
        last = max((number for number, one in enumerate(self._sentences) if one.passage == entry.code), default=-1)
        said = {*entry.lead, *(number for found in entry.aspects.values() for number in found)}
        intro = self.cited(last, linked, _INLINE) if last >= 0 and last not in said else ""
        return [f"## {aspect_heading('example', self._lang)}", *([intro] if intro else []), f"```\n{code}\n```"]

    def _listed(self, ids: Sequence[str]) -> str:
        return (" · ").join(self.link(one) for one in ids)

    def link(self, id_: str) -> str:
        """A link to a page that shows its title."""
        return link_to(id_, self.titles[id_], self._lang)


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it stands; code between backticks and formulas stay."""
    parts = re.split(f"({_SPAN.pattern})", text)
    parts[::2] = [re.sub(r"([\\*_\[\]<>#~|`])", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [part.replace("[[", "[ [").replace("]]", "] ]") for part in parts[1::2]]
    return "".join(parts)


def _heading(title: str) -> str:
    return " ".join(title.replace("[[", "(").replace("]]", ")").split())
