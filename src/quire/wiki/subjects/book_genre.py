"""What kind of book it is: how it speaks decides how it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.wiki.book import Book
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.classical_subjects_zh import is_treatise
from quire.wiki.subjects.play_speakers import play_speakers

__all__ = ["genre_of"]

_SPEECH_EN = re.compile(
    r"[“\"][^“”\"]{2,}[,.!?—-]?[”\"]?\s*(?:said|cried|replied|asked|answered|exclaimed|returned|whispered|he|she|I)\b"
    r"|\b(?:said|cried|replied|asked|whispered)\b[^.]{0,40}[,:]?\s*[“\"]"
)
_SPEECH_ZH = re.compile(r"(?:曰|道|說|说|问|答|叫|喊|笑|喝)[:：,，]?\s*[“「『\"]")
_YEAR = re.compile(
    r"(?<![\d.])(?:1[0-9]{3}|20[0-2]\d)(?![\d.%])|[元一二三四五六七八九十百〇]{1,4}年|公元前?\d+年|\b\d{1,4} (?:B\.?C"
    r"|A\.?D)",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:king|queen|emperor|army|battle|war|troops|treaty|throne|empire|parliament|century|reign\w*|conquer\w*)\b"
    r"|[帝王]|皇|军|兵|战|朝廷|世纪|起义",
    re.IGNORECASE,
)

_TOLD_EN = re.compile(r"\b(?:[Hh]e|[Ss]he|him|[Hh]ers?|[Hh]is|himself|herself|I|me|[Mm]y|myself)\b")

_VERSE = 0.5
"""Share of a book in verse from which on it is a poem, or poems."""
_LINES = 3
"""Lines of a verse at least: an address has as many, but no book is full of them."""


_SHOWN = 0.08
"""Share of passages with program text or formulas beyond which a book is technical."""
_CODED = 60
"""Different short runs of program text beyond which a book is technical."""
_INDEXED, _INDEXED_YEARS = 60, 0.08
"""Entries of the index beyond which a book is technical, and share of sentences with a year below which that holds."""
_SPEECH = 0.06
"""Share of sentences with speech beyond which a book is fiction."""
_YEARS, _PAST_WITH_YEARS = 0.06, 0.12
"""Shares of sentences with a year, and with a word of history, beyond both of which a book is history."""
_PAST_ALONE = 0.35
"""Share of sentences with a word of history beyond which a book is history whatever its years."""
_TOLD = 0.35
"""Share of sentences that tell of one person (he, she, I) beyond which an English book is a story however its speech is
set off: 0.37 to 0.90 in 79 novels, with single quotes, dashes or none; 0.01 to 0.32 in treatises and manuals."""


def genre_of(book: Book, sentences: Sequence[Sentence]) -> str:
    """One of "technical", "fiction" and "history"."""
    texts = [one.text for one in sentences]
    if book.lang == "zh" and is_treatise("\n".join(texts)):
        return "technical"
    if book.lang == "en" and (_verse(book) > _VERSE or play_speakers(texts)):
        return "fiction"  # Chinese poems tell of few persons, and each of other things
    total = max(1, len(texts))
    speech = sum(bool((_SPEECH_ZH if book.lang == "zh" else _SPEECH_EN).search(text)) for text in texts) / total
    shown = sum("```" in one.text or "$$" in one.text for one in book.passages) / max(1, len(book.passages))
    years = sum(bool(_YEAR.search(text)) for text in texts) / total
    past = sum(bool(_PAST.search(text)) for text in texts) / total
    if shown > _SHOWN or len(book.coded) > _CODED or (len(book.index) > _INDEXED and years < _INDEXED_YEARS):
        return "technical"
    if speech > _SPEECH:
        return "fiction"
    if (years > _YEARS and past > _PAST_WITH_YEARS) or past > _PAST_ALONE:
        return "history"
    told = sum(bool(_TOLD_EN.search(text)) for text in texts) / total
    return "fiction" if book.lang == "en" and told > _TOLD else "technical"


def _verse(book: Book) -> float:
    """Share of the text that stands in passages whose lines end on purpose."""
    held = {one for one, shapes in book.shapes.items() if sum(len(shape.breaks) for shape in shapes) >= _LINES - 1}
    sizes = {one.id: len(one.text) for one in book.passages}
    return sum(sizes.get(one, 0) for one in held) / max(1, sum(sizes.values()))
