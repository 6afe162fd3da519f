"""Splits a book in two languages, applies each language's subject rules, and merges the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.wiki.book import Book
from quire.wiki.passage_language import LANGUAGES
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import HAN, singular

__all__ = ["LanguagePart", "join_languages", "split_by_language"]

_PART = 0.25
"""Share of a book's sentences in another language, by characters, from which on it has subjects in that one, too. Below
it
are chapters that nobody has translated yet: their sentences stand on the pages of chapters and of subjects that they
name, and readers find few pages that are not in the language of the book."""

LanguagePart = tuple[Book, list[Sentence]]
"""What a book has in one language, the book's `lang` being that one; positions of passages are those of the whole
book."""


def split_by_language(book: Book, sentences: Sequence[Sentence]) -> list[LanguagePart]:
    """The book by language, its main one first; the whole book where it has but one."""
    sizes: Counter[str] = Counter()
    for one in sentences:
        sizes[one.lang] += len(one.text)
    others = [lang for lang in LANGUAGES if lang != book.lang and sizes[lang] > _PART * sizes.total()]
    if not others:
        return [(book, list(sentences))]
    return [(_within(book, lang), [one for one in sentences if one.lang == lang]) for lang in (book.lang, *others)]


def join_languages(found: Iterable[Sequence[Candidate]]) -> list[Candidate]:
    """The candidates of all languages, the best first; one that goes by the name of another is that one."""
    owners: set[str] = set()
    out: list[Candidate] = []
    for part in found:
        mine = [one for one in part if _key(one.title) not in owners]
        for one in mine:
            one.aliases = [name for name in one.aliases if _key(name) not in owners]
        owners.update(_key(name) for one in mine for name in one.names)
        out += mine
    return sorted(out, key=lambda one: -one.score)


def _key(name: str) -> str:
    return " ".join(singular(word) for word in name.lower().split())


def _within(book: Book, lang: str) -> Book:
    """The book with the headings, entries and marked words of one language."""

    def mine(text: str) -> bool:
        return (HAN.search(text) is not None) == (lang == "zh")

    return replace(
        book,
        lang=lang,
        passages=tuple(one._replace(headings=tuple(filter(mine, one.headings))) for one in book.passages),
        index=tuple(one for one in book.index if mine(one[0])),
        glossary=tuple(one for one in book.glossary if mine(one[0])),
        emphasised=Counter({text: count for text, count in book.emphasised.items() if mine(text)}),
    )
