"""Words of both languages: tokens, stems, common words, and Chinese segmentation with a frequency dictionary.

The Chinese dictionary is that of jieba (word, frequency, part of speech); only its file is read. Segmentation is
the path of the greatest probability through the words of the dictionary.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

__all__ = [
    "GENERIC",
    "STOP",
    "Segmenter",
    "dictionary",
    "is_generic_zh",
    "is_single_character_word",
    "singular",
    "stem",
    "tokens",
    "word_list",
]

HAN = re.compile(r"[\u3400-\u9fff]")
_TOKEN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*[A-Za-zÀ-ɏ]|[A-Za-zÀ-ɏ]")

_STOP_WORDS = """
    a about above across after again against all almost along already also although always am among an and
    another any anyone anything are aren't as at be because been before being below between both but by can
    can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else
    enough etc even ever every everyone everything few for from further get gets getting give given go goes
    going got had hadn't has hasn't have haven't having he her here hers herself him himself his how however i
    if in indeed instead into is isn't it it's its itself just keep last least less let let's like likewise
    made make makes making many may maybe me might mine more moreover most much must my myself neither never
    no nobody none nor not nothing now of off often on once one ones only onto or other others otherwise our
    ours ourselves out over own per perhaps please put quite rather really same say says see seem seems
    several shall she should shouldn't since so some someone something soon still such take than that that's
    the their theirs them themselves then there there's therefore these they they're this those though through
    thus till to together too toward towards under unless until up upon us use used uses using very via was
    wasn't we we'll we're we've well were weren't what what's when whenever where whereas whether which while
    who whole whom whose why will with within without won't would wouldn't yes yet you you'll you're you've
    your yours yourself thing things way ways lot lots kind kinds sort bit don doesn isn ll ve re said i'm
    i'll i've i'd he'd she'd we'd you'd they'd it'll he's she's who's two three four five six seven eight nine
    ten first second third next previous new old able
"""
STOP = frozenset(_STOP_WORDS.split())
"""English words that carry no subject."""


def word_list(name: str) -> tuple[str, ...]:
    """The lines of a word list that ships with the package, without empty ones and comments."""
    text = (files("quire.wiki") / "lexicon" / name).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def _generic() -> frozenset[str]:
    return frozenset(word_list("generic.en.txt")) | STOP


class _Generic:
    """English words that say nothing about a book's subject, read when first asked for."""

    def __contains__(self, word: object) -> bool:
        return word in _generic()


GENERIC = _Generic()


def tokens(text: str) -> list[str]:
    """English words in order, as written."""
    return _TOKEN.findall(text)


_ALWAYS_SINGULAR = "series species news lens means headquarters mathematics physics statistics"
_PLURAL_IN_ES = "alias status virus bus lens bias canvas atlas gas bonus corpus census plus chorus"
_SINGULARS = {word: word for word in _ALWAYS_SINGULAR.split()} | {f"{word}es": word for word in _PLURAL_IN_ES.split()}
"""Nouns in -s that are no plurals, and their plurals."""


_SHORTEST_PLURAL = 4
"""Letters of the shortest plural ("cats"); "-ies" stands for "-y" only in longer words ("ties")."""


@lru_cache(maxsize=100_000)
def singular(word: str) -> str:
    """A lower-case English noun without its plural ending."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word.endswith(("ss", "us", "is", "as", "'s", "’s")):
        return re.sub(r"['’]s$", "", word)
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return word[:-3] + "y"
    return word[:-2] if re.search(r"(?:ss|sh|ch|x|zz)es$", word) else word[:-1]


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """An English word's stem (Porter)."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer():  # type: ignore[no-untyped-def]  # noqa: ANN202 - of the untyped library
    import snowballstemmer

    return snowballstemmer.stemmer("porter")


class DictionaryEntry(NamedTuple):
    """A word of the dictionary."""

    weight: float  # log of its probability
    tag: str  # part of speech as jieba's: n noun, nr person, ns place, v verb ...


@cache
def dictionary() -> dict[str, DictionaryEntry]:
    """The Chinese dictionary by word."""
    found: dict[str, tuple[int, str]] = {}
    total = 0
    for line in (files("jieba") / "dict.txt").read_text(encoding="utf-8").splitlines():
        word, count, tag = line.split(" ")
        found[word] = (int(count), tag)
        total += int(count)
    log_total = math.log(total)
    return {word: DictionaryEntry(math.log(max(count, 1)) - log_total, tag) for word, (count, tag) in found.items()}


@cache
def _longest() -> dict[str, int]:
    """The first two characters of each word to the length of the longest one with them."""
    longest: dict[str, int] = {}
    for word in dictionary():
        size = min(len(word), 8)
        if size > longest.get(word[:2], 1):
            longest[word[:2]] = size
    return longest


_GENERIC_WEIGHT = math.log(1 / 12_000)
"""Log probability from which on a Chinese word says nothing about a book by itself."""


def is_generic_zh(word: str) -> bool:
    """Whether a Chinese word is so common that it says nothing about a book by itself (1 in 12,000 words and more)."""
    entry = dictionary().get(word)
    return entry is not None and entry.weight > _GENERIC_WEIGHT


_FREE = frozenset("之者也曰矣其而则則乎焉於于夫以为為所与與及且若如故此是不无無未莫勿毋必可皆亦乃即有能得")
_WORDY = -13.5
"""Log probability of a word of two characters from which on its characters do not stand alone."""


def is_single_character_word(text: str, at: int) -> bool:
    """Whether a Chinese character is a word of its own: with none of its neighbours it is one of the dictionary's."""
    for start in (at - 1, at):
        pair = text[start : start + 2] if start >= 0 else ""
        other = pair.replace(text[at], "", 1)
        if len(pair) < 2 or other in _FREE or not HAN.match(other or text[at]):
            continue
        entry = dictionary().get(pair)
        if entry is not None and entry.weight > _WORDY:
            return False
    return True


_FURTHER = -9.0
"""Log probability of a further word: that of a usual one."""


class Segmenter:
    """Chinese text to words, with further words that count as one."""

    def __init__(self, extra: Iterable[str] = ()) -> None:
        words = dictionary()
        self._extra = frozenset(word for word in extra if len(word) > 1)
        self._floor = min(-16.0, *(words[word].weight for word in ("的", "曰") if word in words)) - 1.0
        self._longest = _longest()
        self._own: dict[str, int] = {}  # the same of the further words
        for word in self._extra:
            self._own[word[:2]] = max(self._own.get(word[:2], 0), len(word))

    def cut(self, text: str) -> list[str]:
        """The words of a text in order; runs of Latin letters and digits are words, other characters too."""
        out: list[str] = []
        for run in re.findall(r"[\u3400-\u9fff]+|[A-Za-z0-9_+#.-]+|\S", text):
            if HAN.match(run):
                out += self._run(run)
            else:
                out.append(run)
        return out

    def _run(self, run: str) -> list[str]:
        words, extra, longest, own, floor = dictionary(), self._extra, self._longest, self._own, self._floor
        size = len(run)
        best = [0.0] * (size + 1)
        step = [1] * (size + 1)
        for at in range(size - 1, -1, -1):
            word = words.get(run[at])
            top = (floor if word is None else word.weight) + best[at + 1]
            length = 1
            pair = run[at : at + 2]
            for end in range(at + 2, min(at + max(longest.get(pair, 1), own.get(pair, 1)), size) + 1):
                piece = run[at:end]
                if piece in extra:
                    score = _FURTHER + best[end]
                elif word := words.get(piece):
                    score = word.weight + best[end]
                else:
                    continue
                if score > top:
                    top, length = score, end - at
            best[at], step[at] = top, length
        out, at = [], 0
        while at < size:
            out.append(run[at : at + step[at]])
            at += step[at]
        return out
