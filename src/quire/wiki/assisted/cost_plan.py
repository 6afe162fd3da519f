"""What a model will be asked for a book, and what that costs, before it is asked anything.

The book is read and planned by rules; then the prompts of the phases are made as they would be sent, and counted. How
much a model will answer is an estimate (`_WRITTEN`), and so are tokens (`typical_tokens`): a model that finds more
subjects than the rules writes more pages. Improving is told as the most that its rounds can ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.clock import SystemClock
from quire.llm.asker import ModelChoice, Prompt
from quire.llm.budget import Prices, typical_tokens
from quire.wiki.assisted.butler_edits import PER_ROUND, TOLD
from quire.wiki.assisted.chapter_digest import ChapterAuthor
from quire.wiki.assisted.chapter_reading import book_parts, most_subjects, reading_prompt
from quire.wiki.assisted.page_author import PageAuthor
from quire.wiki.assisted.page_writing import JUDGED
from quire.wiki.assisted.sentence_filter import Draft
from quire.wiki.assisted.sentence_verification import Unverified, verifying_prompt
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.phase_context import PhaseContext
from quire.wiki.wiki_folder import Wiki

__all__ = ["PlannedCalls", "plan_calls"]

_WRITTEN = 0.6
"""Share of the sentences and subjects that a prompt allows which a model writes."""

_SENTENCE = {"en": 28, "zh": 32}
"""Tokens of a written sentence."""

_ROW = 26
"""Tokens of an element of an answer besides its text: braces, field names, section, ids."""

_VERDICT = 20
_FINDINGS = 60


class PlannedCalls(NamedTuple):
    """Calls of one kind that a phase will make.

    Attributes:
        phase: "boot", "grow" or "butler".
        name: of the prompt: "boot", "grow", "grow.chapter", "verify", "review"; "butler" for a round's edits.
        model: that is asked.
        calls: how many.
        input: tokens in.
        output: tokens out.
        micros: millionths of a dollar.
        at_most: whether this is an upper bound instead of an estimate.
    """

    phase: str
    name: str
    model: str
    calls: int
    input: int
    output: int
    micros: int
    at_most: bool = False


class _Counter:
    """Adds calls up by phase and prompt."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.calls: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)

    def add(self, phase: str, prompt: Prompt, output: int) -> None:
        self.calls[phase, prompt.name].append((typical_tokens(prompt.system) + typical_tokens(prompt.user), output))

    def written(
        self, phase: str, prompt: Prompt, names: Sequence[str], evidence: dict[str, Passage], most: int
    ) -> None:
        """A prompt that asks for sentences, and the one that verifies them."""
        count = max(1, round(_WRITTEN * most))
        self.add(phase, prompt, count * (_SENTENCE[self.lang] + _ROW))
        ids = list(evidence)
        text = ("字" if self.lang == "zh" else "word ") * (_SENTENCE[self.lang] if self.lang == "zh" else 22)
        said = [CitedSentence("", f"{text}.", (ids[at % len(ids)],)) for at in range(count)]
        check = verifying_prompt(Unverified(names, Draft(kept=said), evidence), said, self.lang)
        self.add(phase, check, count * _VERDICT)


def plan_calls(wiki: Wiki, *, choice: ModelChoice, prices: Prices, rounds: int) -> list[PlannedCalls]:
    """The calls of all phases for a wiki that was read and planned by rules, in the order of the phases.

    Args:
        wiki: that wiki.
        choice: which model is asked for which prompt; its phase does not matter.
        prices: of the models.
        rounds: of improving; 0 (until nothing is gained) counts as one.

    Raises:
        BadRequest: Reading or Planning has not finished.
    """
    lang = wiki.config.get("LANG") or wiki.config.get("SOURCE_LANG") or ""
    work = PhaseContext(wiki, "grow", lang, SystemClock(), lambda _: None, lambda: False, lambda *_: None)
    book, plan = work.book(), work.plan()
    sentences = all_sentences(book.passages, book.lang)
    author = PageAuthor(book, plan, sentences, PageComposer(plan, book.passages, sentences, work.lang))
    digester = ChapterAuthor(book, plan, sentences)
    count = _Counter(book.lang)
    for part in book_parts(book):
        listed = _WRITTEN * most_subjects(part, book.lang)
        count.add("boot", reading_prompt(book, part), round(listed * (_SENTENCE[book.lang] + 2 * _ROW)))
    for entry in plan.entries:
        parts = [one for one in author.parts(entry) if one]
        for evidence in parts:
            asked = author.prompt(entry, evidence, parts=len(parts))
            most = author.most_sentences(evidence, len(parts))
            count.written("grow", asked, (entry.title, *entry.aliases), evidence, most)
    for chapter in plan.chapters:
        for group in digester.groups(chapter):
            count.written("grow", digester.prompt(chapter, group), (), group, len(group) + 1)
    out = [_sum(choice, prices, phase, name, found) for (phase, name), found in count.calls.items()]
    pages = count.calls["grow", "grow"]
    if pages:
        judged = pages[:JUDGED]
        out.append(_sum(choice, prices, "grow", "review", [(input_, _FINDINGS) for input_, _ in judged]))
        edits = _mean(pages), _mean(count.calls["grow", "verify"])
        round_ = [one for one in edits for _ in range(min(len(pages), PER_ROUND) + TOLD)]
        out.append(_sum(choice, prices, "butler", "butler", round_ * max(1, rounds))._replace(at_most=True))
    return out


def _sum(choice: ModelChoice, prices: Prices, phase: str, name: str, calls: Iterable[tuple[int, int]]) -> PlannedCalls:
    rows = [*calls]
    model = ModelChoice(choice.model, choice.models, phase).of(name)
    input_, output = sum(one for one, _ in rows), sum(one for _, one in rows)
    return PlannedCalls(phase, name, model, len(rows), input_, output, prices.of(model).micros(input_, output))


def _mean(calls: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(one for one, _ in calls) // len(calls), sum(one for _, one in calls) // len(calls)
