"""The Improving phase (API: butler): rounds of edits to a finished wiki. An edit stays only if no measure falls.

Each round takes, by what it is expected to gain: passages that no page cites (their best sentence goes to the page
of its subject, or to the chapter's), subjects that nothing leads to (linked from the chapter that speaks of them),
pages that share a name (the smaller one is joined to the greater), links that lead nowhere (they become plain text).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace

from quire.wiki.aspects import aspect_heading
from quire.wiki.assisted.butler_edits import ButlerEditor
from quire.wiki.assisted.model_session import Model, ModelSession
from quire.wiki.house_rules import learn_rule
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_planner import all_sentences
from quire.wiki.page_types import LISTS, PageType
from quire.wiki.phase_context import PhaseContext
from quire.wiki.review import WikiMeasures, measure, review_wiki
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.sentence_split import fold, inside_speech, is_quotable, only_says, stands_alone
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page, citations, links

__all__ = ["ROUNDS", "run_improving"]

ROUNDS = 3
"""Default number of rounds; improving stops earlier when nothing is gained."""

_LEAST_GAIN = 0.0005
"""Coverage that a round has to gain, when nothing else was mended, for another one to follow."""

_SETTLED = "settled in"
"""With the number of a round: the unit that says that it found nothing more to gain."""

_PER_ROUND = 120
"""Pages that a round adds to: a round stays short, and its log readable."""

_PER_PAGE = 4
"""Sentences that a round adds to one page."""

_GOAL = 0.92
"""Coverage beyond which a wiki would copy its book; no more sentences are added."""

_COPIED = 0.55
"""Share of the book's characters that pages may hold."""

_CONTENT_SHARE = 0.8
"""Share of a page's characters that are text of the book; the rest is headings, links and citations."""

_FEW_EDITS = 3
"""Edits of a round below which another round is not worth it, if measures did not rise either."""

_ROUNDING = 1e-9
"""Difference of measures that is no change."""


def run_improving(work: PhaseContext, rounds: int, model: Model | None = None) -> tuple[int, float, bool]:
    """Rounds done, coverage gained, and whether the last round found nothing more to gain.

    `rounds` 0 goes on until a round gains nothing. A round after one that gained nothing says and reviews nothing
    when it changes nothing either: a log is for what happened.

    With a model each round begins with its edits (`quire.wiki.assisted.butler_edits`); the rules mend what is left.
    """
    wiki = work.wiki
    start = _found(wiki)
    before = start
    turn, settled = 0, False
    helper = ModelSession(model, work.say)
    tender = ButlerEditor(work, helper) if helper.there() else None
    first = sum(unit.startswith("round ") for unit in work.done)
    while not rounds or turn < rounds:
        name = f"round {first + turn + 1}"
        work.begin(name)
        work.progress(turn, rounds or turn + 1)
        written = tender.round(name) if tender else 0
        edits = written + _Round(work).run(_found(wiki) if written else before)
        after = _found(wiki)
        turn += 1
        work.finish(name)
        quiet = not edits and f"{_SETTLED} {first + turn - 1}" in work.done
        if not quiet:
            work.review("wiki", after.score, after.issues)
            work.say(f"Round {first + turn}: {edits} edits; coverage {before.coverage:.1%} to {after.coverage:.1%}.")
        gained = after.coverage - before.coverage
        before = after
        if not edits or (
            gained < _LEAST_GAIN and after.measures[1:] == start.measures[1:] and gained >= 0 and edits < _FEW_EDITS
        ):
            if not quiet:
                work.say("Another round would improve nothing.")
            work.finish(f"{_SETTLED} {first + turn}")
            settled = True
            break
    SearchIndex.build(wiki)
    work.progress(turn, turn)
    return turn, before.coverage - start.coverage, settled


def _found(wiki: Wiki) -> WikiMeasures:
    return review_wiki(wiki)


class _Round:
    def __init__(self, work: PhaseContext) -> None:
        self._work = work
        self._wiki = work.wiki
        self._pages = {page.id: page for page in work.wiki.pages()}
        self._passages = {one.id: one for one in work.wiki.passages()}
        self._edits = 0

    def run(self, before: WikiMeasures) -> int:
        """Number of edits that were kept."""
        if before.links < 1:
            self._mend_links()
        if before.unique < 1:
            self._join_twins()
        if before.reached < 1:
            self._adopt()
        if before.coverage < _GOAL:
            self._cover()
        return self._edits

    def _try(self, *pages: Page, gone: str = "") -> bool:
        """Make an edit if no measure falls."""
        trial = {**self._pages, **{page.id: page for page in pages}}
        trial.pop(gone, None)
        old, new = self._local(self._pages, pages, gone), self._local(trial, pages, gone)
        if any(b < a - _ROUNDING for a, b in zip(old, new, strict=True)):
            return False
        self._pages = trial
        for page in pages:
            self._work.save(page)
        if gone:
            self._wiki.remove(gone)
        self._edits += 1
        return True

    def _local(self, state: dict[str, Page], pages: tuple[Page, ...], gone: str) -> tuple[float, ...]:
        """The measures of the pages that an edit touches, against all ids."""
        touched = [state[one] for one in [*(page.id for page in pages), gone] if one in state]
        found = measure(touched, self._passages)
        whole = sum(link.target in state for page in touched for link in links(page.body))
        return (found.cited, found.exact, float(whole == sum(len(links(page.body)) for page in touched)))

    def _mend_links(self) -> None:
        for page in list(self._pages.values()):
            broken = [link for link in links(page.body) if link.target not in self._pages]
            if not broken:
                continue
            body = page.body
            for link in broken:
                shown = re.compile(rf"\[\[{re.escape(link.target)}(?:#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]")
                body = shown.sub(lambda found: found.group(1) or found.group(0).strip("[]"), body)
            self._try(replace(page, body=body))

    def _join_twins(self) -> None:
        owners: dict[str, list[Page]] = defaultdict(list)
        for page in self._pages.values():
            if page.subject:
                for name in dict.fromkeys(fold(one) for one in page.names):
                    owners[name].append(page)
        for name, same in sorted(owners.items()):
            alive = [one for one in same if one.id in self._pages]
            if len(alive) < 2:
                continue
            keep = max(alive, key=lambda one: (len(citations(one.body)), one.id))
            for other in alive:
                if other.id != keep.id:
                    self._join(self._pages[keep.id], self._pages[other.id], name)

    def _join(self, keep: Page, other: Page, name: str) -> None:
        """Take the other page's name away where it is only an alias; join the pages where it is the title."""
        if fold(other.title) != name:
            aliases = tuple(one for one in other.aliases if fold(one) != name)
            self._try(replace(other, aliases=aliases))
        elif fold(keep.title) != name:
            self._try(replace(keep, aliases=tuple(one for one in keep.aliases if fold(one) != name)))
        else:
            merged = replace(
                keep, aliases=tuple(dict.fromkeys((*keep.aliases, *(one for one in other.names if one != keep.title))))
            )
            moved = [
                replace(page, body=re.sub(rf"\[\[{re.escape(other.id)}(?=[\]|#])", f"[[{keep.id}", page.body))
                for page in self._pages.values()
                if page.id not in {other.id, keep.id} and f"[[{other.id}" in page.body
            ]
            if self._try(merged, *moved, gone=other.id):
                learn_rule(
                    self._wiki,
                    "title",
                    other.title,
                    name="one page a subject",
                    text=f"“{other.title}” is “{keep.title}”.",
                    phase="butler",
                )

    def _adopt(self) -> None:
        reached = {
            link.target
            for page in self._pages.values()
            if page.type not in LISTS
            for link in links(page.body)
            if link.target != page.id
        }
        chapters = [page for page in self._pages.values() if page.type == PageType.CHAPTER]
        by_passage = {one: page for page in chapters for one in citations(page.body)}
        for page in list(self._pages.values()):
            if not page.subject or page.id in reached:
                continue
            home = next(
                (by_passage[one] for one in citations(page.body) if one in by_passage),
                chapters[0] if chapters else None,
            )
            if home:
                current = self._pages[home.id]
                self._try(replace(current, body=f"{current.body.rstrip()}\n\n[[{page.id}|{page.title}]]"))

    def _cover(self) -> None:
        """The best sentence of each passage that no page cites goes where a reader would look for it."""
        plan, book = self._work.plan(), self._work.book()
        sentences = all_sentences(book.passages, book.lang)
        composer = PageComposer(plan, book.passages, sentences, self._work.lang)
        alive = [one for one in plan.entries if one.id in self._pages]
        names = MentionFinder((one.id, one.type, [one.title, *one.aliases]) for one in alive)
        cited = {one for page in self._pages.values() for one in citations(page.body)}
        room = (
            _COPIED * sum(len(one.text) for one in book.passages)
            - sum(len(page.body) for page in self._pages.values()) * _CONTENT_SHARE
        )
        best: dict[int, int] = {}
        spoken = inside_speech(sentences)
        for number, one in enumerate(sentences):
            told = number not in spoken and not only_says(one.text)
            if told and book.passages[one.passage].id not in cited and is_quotable(one.text, one.lang):
                held = best.get(one.passage)
                other = sentences[held] if held is not None else None
                if other is None or stands_alone(one.text, one.lang) > stands_alone(other.text, other.lang):
                    best[one.passage] = number
        chapter_of = {at: one.id for one in plan.chapters for at in range(one.first, one.end)}  # the innermost is last
        added: dict[str, list[int]] = defaultdict(list)
        for place, number in sorted(best.items()):
            room -= len(sentences[number].text)
            if room < 0:
                break
            found = Counter(hit.page for hit in names.find(sentences[number].text))
            home = next((one for one, _ in found.most_common() if len(added[one]) < _PER_PAGE), chapter_of[place])
            added[home].append(number)
        for id_ in sorted(added, key=lambda one: (-len(added[one]), one))[:_PER_ROUND]:
            if added[id_] and id_ in self._pages:
                self._add(self._pages[id_], added[id_], composer)

    def _add(self, page: Page, numbers: list[int], composer: PageComposer) -> None:
        linked = {page.id, *(link.target for link in links(page.body))}
        glue = "" if self._work.lang == "zh" else " "
        text = glue.join(composer.cited(number, linked, most=0) for number in numbers)
        title = f"## {aspect_heading('notes', self._work.lang)}"
        ends = [f"\n\n## {aspect_heading(one, self._work.lang)}" for one in ("chapters", "subjects", "related")]
        at = min((place for end in ends if (place := page.body.find(end)) >= 0), default=len(page.body))
        head, tail = page.body[:at], page.body[at:]
        body = f"{head}\n\n{text}{tail}" if title in head else f"{head}\n\n{title}\n\n{text}{tail}"
        self._try(replace(page, body=body))
