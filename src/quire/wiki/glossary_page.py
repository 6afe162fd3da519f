"""The glossary of a technical book: its terms, each with the sentence of the book that says what it is."""

from __future__ import annotations

from collections.abc import Sequence

from quire.wiki.definitions import DEFINES, definition_score
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import Entry, Plan
from quire.wiki.page_types import TERMS, PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.wiki_page import Page, summary_of

__all__ = ["defined_terms", "glossary_page"]

_LEAST = 5
"""Terms with a definition that make a glossary; fewer are read faster on their own pages."""

_TITLE = {"en": "Glossary", "zh": "术语表"}


def defined_terms(plan: Plan, sentences: Sequence[Sentence], lang: str) -> list[tuple[Entry, list[int]]]:
    """The terms that the book defines, each with the numbers of the sentences that say what it is.

    English terms are in alphabetical order, Chinese ones in that of the book; none of a book that tells a story.
    """
    if plan.timeline:
        return []
    found = [
        (entry, numbers)
        for entry in plan.entries
        if entry.type in TERMS and entry.introduced and (numbers := _definition(entry, sentences))
    ]
    return sorted(found, key=lambda pair: pair[1] if lang == "zh" else pair[0].title.casefold())


def glossary_page(plan: Plan, composer: PageComposer, sentences: Sequence[Sentence], lang: str) -> Page | None:
    """The glossary as a page that lists: a heading with a link for each term, its cited sentence below it.

    None where the book defines too few terms.
    """
    terms = defined_terms(plan, sentences, lang)
    if len(terms) < _LEAST:
        return None
    blocks = []
    for entry, numbers in terms:
        names = [entry.title, *entry.aliases]
        told = [composer.cited(number, {entry.id}, most=0, names=names) for number in numbers]
        blocks += [f"## {composer.link(entry.id)}", " ".join(told)]
    return Page(_id(plan), _TITLE[lang], PageType.INDEX, "\n\n".join(blocks), summary=summary_of(blocks[1]))


def _definition(entry: Entry, sentences: Sequence[Sentence]) -> list[int]:
    """Numbers of the page's first sentences up to the one that defines it best, as that may lean on another one."""
    names = [entry.title, *entry.aliases]
    scores = {
        number: max(definition_score(sentences[number].text, name, sentences[number].lang) for name in names)
        for number in entry.lead
    }
    best = max(entry.lead, key=lambda number: scores[number], default=-1)
    return entry.lead[: entry.lead.index(best) + 1] if best >= 0 and scores[best] >= DEFINES else []


def _id(plan: Plan) -> str:
    taken = {one.id for one in plan.entries} | {one.id for one in plan.chapters}
    return next(name for name in ("glossary", "glossary-list", "glossary-of-the-book") if name not in taken)
