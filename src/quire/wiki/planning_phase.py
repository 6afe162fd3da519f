"""The Planning phase (API: boot): the subjects of the book, their names joined, and the plan of the pages."""

from __future__ import annotations

from collections.abc import Sequence

from quire.wiki.assisted.chapter_reading import read_book, read_subjects
from quire.wiki.assisted.model_session import Model, ModelSession
from quire.wiki.assisted.subject_merge import evidence_of, merge_subjects
from quire.wiki.book import Book
from quire.wiki.chapter_pages import chapter_plans
from quire.wiki.house_rules import without_avoided_names
from quire.wiki.page_planner import all_sentences, make_plan
from quire.wiki.phase_context import PhaseContext
from quire.wiki.sentence_split import Sentence
from quire.wiki.step_progress import Progress, no_progress
from quire.wiki.subjects import classical_subjects_zh
from quire.wiki.subjects.bilingual_books import join_languages, split_by_language
from quire.wiki.subjects.book_genre import genre_of
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.timeline import add_timeline
from quire.wiki.wiki_findings import CANDIDATES

__all__ = ["candidates_of", "run_planning"]

_CHARS_PER_PAGE = {"en": 1800, "zh": 850}
"""Characters of the book for one subject page: about what the printed index of a technical book names."""

_CHARS_PER_TERM, _FEWEST_TERMS = 400, 10
"""The same of a treatise in classical Chinese, which says in ten characters what takes forty today; more pages would
repeat more than half of the text."""

_LEAST, _MOST = 24, 800

_OFFERED = 2
"""Times as many terms that are offered: those have a page of which the book says what they are (`page_worth.py`). A
printed index names the subjects of its book; there no more are offered."""


def run_planning(work: PhaseContext, model: Model | None = None) -> None:
    """Units: with a model each part of the book is read; then the candidates, then the plan."""
    book = work.book()
    helper = ModelSession(model, work.say)
    if helper.there() and "candidates" not in work.done:
        read_book(work, book, helper)
    sentences = all_sentences(book.passages, book.lang, work.step(0.0, 0.05))
    if work.begin("candidates"):
        mode, doubtful = genre_of(book, sentences)
        found = candidates_of(book, sentences, mode, work.step(0.05, 0.5))
        found = merge_subjects(found, read_subjects(work))
        work.wiki.save_work(CANDIDATES, [_row(one) for one in found])
        work.wiki.configure(MODE=mode, MODE_IN_DOUBT=str(doubtful).lower())
        work.say(f"A {mode} book with {len(found)} subjects.")
        work.finish("candidates")
    if work.begin("plan"):
        rows = work.wiki.load_work(CANDIDATES)
        found = [Candidate(**row) for row in rows] if isinstance(rows, list) else []
        found = without_avoided_names(work.wiki, found)
        chapters = chapter_plans(book, work.lang)
        step = work.step(0.5, 0.9)
        stressed = book.stress()
        plan = make_plan(book.passages, chapters, found, book.lang, sentences=sentences, stressed=stressed, tick=step)
        if work.wiki.config.get("MODE") in {"fiction", "history"}:
            add_timeline(plan, book.passages, sentences, book.lang, work.step(0.9, 1.0))
        if named := evidence_of(plan.entries, read_subjects(work)):
            work.wiki.save_work("evidence.json", named)
        work.save_plan(plan)
        work.say(f"Planned {len(plan.entries)} pages beside {len(plan.chapters)} chapters.")
        work.finish("plan")
    work.progress(1, 1)


def candidates_of(
    book: Book, sentences: Sequence[Sentence], mode: str, tick: Progress = no_progress
) -> list[Candidate]:
    """What the rules find, the most important first; each language of the book has its own rules."""
    return join_languages(
        _candidates(share, inside, mode, tick) for share, inside in split_by_language(book, sentences)
    )


def _candidates(book: Book, sentences: Sequence[Sentence], mode: str, tick: Progress) -> list[Candidate]:
    size = sum(len(one.text) for one in sentences)
    most = max(_LEAST, min(_MOST, size // _CHARS_PER_PAGE[book.lang]))
    if mode == "technical":
        return _terms(book, sentences, most if book.index else _OFFERED * most, tick)
    people = _people(book, sentences, most, tick)
    if mode == "history":
        taken = {name.lower() for one in people for name in one.names}
        left = max(most // 3, most - len(people))  # a treatise on war names few people
        people += [one for one in _terms(book, sentences, left, tick) if one.title.lower() not in taken]
    return people


def _terms(book: Book, sentences: Sequence[Sentence], most: int, tick: Progress) -> list[Candidate]:
    if book.lang == "zh":
        from quire.wiki.subjects import terms_zh

        if classical_subjects_zh.is_treatise("\n".join(one.text for one in sentences)):
            fitting = max(_FEWEST_TERMS, sum(len(one.text) for one in sentences) // _CHARS_PER_TERM)
            return [
                *classical_subjects_zh.classical_subjects(book, sentences, fitting),
                *classical_subjects_zh.speakers(sentences),
            ]
        return terms_zh.terms(book, sentences, most, tick)
    from quire.wiki.subjects import indexed_names, terms_en

    found = terms_en.terms(book, sentences, max(most, len(book.index)), tick)
    return indexed_names.with_types_of_names(found, book, sentences) if book.index else found


def _people(book: Book, sentences: Sequence[Sentence], most: int, tick: Progress) -> list[Candidate]:
    if book.lang == "zh":
        from quire.wiki.subjects import people_zh

        return people_zh.people(book, sentences, most, tick)
    from quire.wiki.subjects import people_en

    return people_en.people(book, sentences, most)


def _row(one: Candidate) -> dict[str, object]:
    return {
        "title": one.title,
        "type": one.type,
        "score": round(one.score, 4),
        "aliases": one.aliases,
        "reasons": one.reasons,
        "perhaps": one.perhaps,
    }
