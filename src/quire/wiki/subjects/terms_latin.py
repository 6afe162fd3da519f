"""Names in Latin letters that a Chinese book is about: programs, formats, models, acronyms."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import GENERIC, HAN, STOP, singular

__all__ = ["latin_terms"]

_NAME = re.compile(
    r"(?<![A-Za-z0-9_./@\\$%~<=:-])[A-Za-z](?:[\w²+#](?<![\u2e80-\u9fff]))*(?:[-.][A-Za-z0-9]+){0,3}(?![A-Za-z0-9_/@\\"
    r"(=])"
)
"""A name that is no part of a path, an address, an option or a formula."""

_NOT_TEXT = re.compile(
    r"\$[^$]*\$|https?:\S+|\S{1,64}@\S+|“[A-Za-z][^”]{0,500}”|\"[A-Za-z][^\"]{0,500}\""
    r"|[（(][^（）()\u3400-\u9fff]*[)）]"
)
"""Formulas, addresses, quoted English, and English in brackets, which names the Chinese before it."""
_CODE = re.compile(r"`([^`\n]{2,30})`")
_CODED_NAME = re.compile(r"[A-Za-z][\w.+-]*[\w+]")

_MIXED = 0.25
"""Share of Chinese characters among the letters of a sentence from which on it is Chinese, and what is Latin in it a
name."""

_FEWEST, _FEWEST_SMALL = 3, 5
"""Sentences that name it: of a name with a capital letter, and of one in small letters, which has to be a heading's or
set as program text too."""

_LONGEST = 4  # words of a name
_MADE_UP = re.compile(r"foo|bar\b|baz|xyz|example", re.IGNORECASE)
"""Names that stand for any name."""

_VARIABLE = 1.4
"""Sentences with a word in small letters for one with it as program text, from which on it is more than a variable."""

_SHORT = 2
_FEWEST_SHORT = 8
"""Letters of the shortest names (IP), and sentences that these need: most pairs of letters are variables."""

_COMMON = 0.12
"""Share of the Chinese sentences beyond which a name says nothing: it is what the whole book is about."""


_LATIN_HEADING = 24
"""Characters of a heading that is not Chinese below which its names count."""

_FEWEST_HAN = 4
"""Chinese characters of a Chinese sentence, at least."""


_EVEN = 5.0
"""Evidence for a name in Latin letters that is worth as much as even odds of a Chinese phrase."""


def latin_terms(book: Book, sentences: Sequence[Sentence], taken: set[str]) -> list[Candidate]:
    """Candidates, the best first, without those that go by a name that is taken (in small letters)."""
    known = {_same(name) for name in taken}
    counts: Counter[str] = Counter()
    coded: Counter[str] = Counter()
    spread: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    total = 0
    for one in sentences:
        if not _is_chinese(one.text):
            continue
        total += 1
        for name, is_code in _names(one.text):
            key = name.lower()
            counts[key] += 1
            coded[key] += is_code
            forms[key][name] += 1
            spread[key].add(book.passages[one.passage].headings[:2])
    headed = Counter(
        name.lower()
        for title in dict.fromkeys(title for one in book.passages for title in one.headings)
        if _is_chinese(title) or len(title) < _LATIN_HEADING
        for name, _ in _names(title)
    )
    out = []
    for key, count in sorted(counts.items()):
        name = max(forms[key], key=lambda form: (forms[key][form], form))
        if (
            _same(key) in known
            or not _is_name(name, count, headed[key], coded[key])
            or count > max(20, _COMMON * total)
        ):
            continue
        value = math.log1p(count) + 1.2 * min(2, headed[key]) + 0.35 * math.log1p(len(spread[key]))
        score = (value - _EVEN) / 2
        kind = PageType.CODE if coded[key] > 0.6 * count else PageType.CONCEPT
        out.append(Candidate(name, kind, score, [], ["heading"] if headed[key] else ["frequency"]))
    return sorted(out, key=lambda one: (-one.score, one.title))


def _same(name: str) -> str:
    """What names are compared by: small letters, the last word without its plural."""
    first, mark, last = name.lower().rpartition(" ")
    return f"{first}{mark}{singular(last)}"


def _is_chinese(text: str) -> bool:
    han = len(HAN.findall(text))
    return han >= _FEWEST_HAN and han > _MIXED * sum(char.isalpha() for char in text)


def _names(text: str) -> set[tuple[str, bool]]:
    """The names of a sentence, each with whether it is set as program text."""
    codes = {one for one in _CODE.findall(text) if _CODED_NAME.fullmatch(one)}
    plain = _NOT_TEXT.sub(" ; ", _CODE.sub(" ; ", text))
    runs: list[list[re.Match[str]]] = []
    for one in _NAME.finditer(plain):
        if runs and plain[runs[-1][-1].end() : one.start()] == " ":
            runs[-1].append(one)
        else:
            runs.append([one])
    names = {" ".join(one.group().rstrip(".-") for one in run) for run in runs if len(run) == 1 or _is_title(run)}
    return {(one, True) for one in codes} | {(one, False) for one in names - codes}


def _is_title(run: Sequence[re.Match[str]]) -> bool:
    """Whether words side by side are one name: "Debian Policy Manual", and no piece of an English sentence."""
    return len(run) <= _LONGEST and all(len(one.group()) > 1 and one.group()[0].isupper() for one in run)


def _is_name(name: str, count: int, headed: int, coded: int) -> bool:
    if (
        len(name) < _SHORT
        or name.lower() in STOP
        or _MADE_UP.search(name)
        or name[-4:] in {".com", ".org", ".net", ".png", ".jpg", ".txt"}
    ):
        return False
    if len(name) == _SHORT:
        return name.isupper() and count >= _FEWEST_SHORT
    if name.islower():
        word = name in GENERIC or singular(name) in GENERIC or len(name) < _SHORT + 2
        spoken = coded and (count > _VARIABLE * coded or not name.isalpha())
        return not word and count >= _FEWEST_SMALL and bool(headed or spoken)
    return count >= _FEWEST and not (name.istitle() and name.lower() in GENERIC)
