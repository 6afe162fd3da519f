"""Persons of books translated into Chinese: names spelled by sound, such as 伊丽莎白·班纳特.

Their characters are those of the dictionary's foreign names, their parts stand beside a dot or before a title. Names of
one person are joined as those of an English book are: given name and family name, title and family name.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

from quire.wiki.book import Book
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.alias_evidence_en import NameForm
from quire.wiki.subjects.aliases_en import join_forms
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_evidence_zh import NameEvidence, Pieces, form_of
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import dictionary

__all__ = ["foreign_persons", "is_translated"]

_HAN = r"[\u3400-\u9fff]"
_DOTS = "·•・．-"
_DOTTED = re.compile(rf"({_HAN}{{1,6}})[{_DOTS}](?={_HAN})")
_FEWEST_DOTTED = 8
"""Dots between names spelled by sound, at least, in a translated book."""

_SHORTEST, _LONGEST, _FEWEST = 2, 6, 3
"""Characters of a part of a name, and its mentions, at least."""
_SMOOTHED, _CHARACTERS = 0.3, 6000
"""What a character counts that no foreign name of the dictionary has, and how many characters such names may have."""
_RARE = 1e-6
"""Share of other words that each character has, at least."""
_SOUNDS, _TOLD_SOUNDS = 1.0, 0.0
"""Log odds for each character that a string is spelled by sound; of one that a dot or a title tells."""
_WORST = -4.0
"""The least that the beginning of a name sounds like one."""
_GOES_ON = 0.5
"""Share of its mentions before or after which one and the same character stands, from which on a string is a part of
a name."""
_ADDED = 1.0
"""Log odds for each character that is added to a name, at least, in a longer one."""
_PLACED, _OF_PLACES = "在到往去从离回赴", 0.25
"""What stands before places, and the share of mentions with it from which on a name is one."""
_LIKELY = -3.0
"""Log odds from which on a name spelled by sound is a person's: the model has seen few such names."""
_NEVER = frozenset("的了着们这那你我他她它是不在和与")
"""Characters that no name has."""
_NEXT = 30
"""Characters after a name in which a pronoun tells its bearer's sex."""


@cache
def _sounds() -> Mapping[str, float]:
    """How much likelier each character is in a foreign name than in other words, as log odds."""
    foreign: Counter[str] = Counter()
    other: dict[str, float] = defaultdict(float)
    for word, entry in dictionary().items():
        if entry.tag == "nrt" and len(word) > _SHORTEST:
            foreign.update(word)
        else:
            share = math.exp(entry.weight)
            for char in word:
                other[char] += share
    most, all_ = foreign.total() + _SMOOTHED * _CHARACTERS, sum(other.values())
    return {
        char: math.log((foreign[char] + _SMOOTHED) / most) - math.log(other[char] / all_ + _RARE)
        for char in foreign.keys() | other.keys()
    }


def _sound(name: str) -> float:
    """The mean over the characters of a string."""
    return sum(_sounds().get(char, 0.0) for char in name) / max(1, len(name))


@cache
def _titles() -> Mapping[str, str]:
    """Titles behind a name with the English ones that they stand for."""
    return dict(one.split("=") for one in word_list("zh", "foreign_titles"))


@cache
def _title_pattern() -> str:
    return "|".join(sorted(_titles(), key=lambda one: (-len(one), one)))


def is_translated(text: str) -> bool:
    """Whether a book has names of several parts that are spelled by sound."""
    found = (hit for hit in _DOTTED.finditer(text) if _told(hit.group(1), last=True))
    return sum(1 for hit in found if _told(text[hit.end() : hit.end() + _LONGEST])) >= _FEWEST_DOTTED


def _told(run: str, *, last: bool = False) -> str:
    """The part of a name at the beginning or the end of a run, next to a dot or a title."""
    step = -1 if last else 1
    size = 0
    for char in run[::step]:
        if not re.match(_HAN, char) or _sounds().get(char, 0.0) <= _TOLD_SOUNDS:
            break
        size += 1
    return (run[len(run) - size :] if last else run[:size]) if size <= _LONGEST else ""


def foreign_persons(book: Book, sentences: Sequence[Sentence]) -> tuple[list[Candidate], str]:
    """Persons with names spelled by sound, and a pattern of all such names, those of places too.

    Args:
        book: a translated one.
        sentences: of the book, in simplified characters.
    """
    text = "\n".join(one.text for one in sentences)
    parts = _parts(text)
    if not parts:
        return [], "(?!)"
    forms, written = _forms(book, sentences, parts, _dotted(text, parts))
    sure = {part for form in forms if form.title or form.full for part in form.parts}
    evidence = NameEvidence([], Pieces(text))
    persons = [form for form in forms if form.title or form.full or _is_person(form, sure, evidence, text)]
    found = join_forms(persons)
    for one in found:
        one.title, one.aliases = written(one.title), [*map(written, one.aliases)]
        one.perhaps = [*map(written, one.perhaps)]
    return found, rf"(?:{_any(parts)})(?:{_title_pattern()})?"


def _is_person(form: NameForm, sure: Collection[str], evidence: NameEvidence, text: str) -> bool:
    """Whether a name of one part is a person's and no place's."""
    name = form.parts[0]
    seen = form_of(name, text)
    if sum(seen.before[char] for char in _PLACED) > _OF_PLACES * seen.count:
        return False
    word = dictionary().get(name)
    placed = word is not None and word.tag.startswith("ns")
    odds = log_odds(learned_weights("person_weights_zh")["persons"], evidence.of(seen))
    return name in sure or (odds > _LIKELY and not placed)


def _parts(text: str) -> set[str]:
    """Strings that are parts of names spelled by sound."""
    counts = {piece: count for piece, count in _often(text).items() if _sound(piece) > _SOUNDS}
    sizes = range(_SHORTEST, _LONGEST + 1)
    for hit in re.finditer(rf"(?<={_HAN})(?:[{_DOTS}](?={_HAN})|{_title_pattern()})", text):
        sides = [text[hit.start() - size : hit.start()] for size in sizes]
        if hit.group() in _DOTS:
            sides += [text[hit.end() : hit.end() + size] for size in sizes]
        counts.update((piece, text.count(piece)) for piece in sides if piece not in counts and _may_be_name(piece))
    words = dictionary()
    whole = {
        piece
        for piece, count in counts.items()
        if count >= _FEWEST
        and not _is_part(piece, count, text)
        and ((entry := words.get(piece)) is None or entry.tag.startswith(("nr", "ns")))
    }
    return {piece for piece in whole if not _is_name_and_more(piece, whole, counts)}


def _often(text: str) -> dict[str, int]:
    """Strings that may be names with their mentions: each goes on a string that may be one."""
    out: dict[str, int] = {}
    begins: Collection[str] = {char for char, sound in _sounds().items() if sound > _WORST}
    for size in range(_SHORTEST, _LONGEST + 1):
        found = (text[at : at + size] for at in range(len(text) - size + 1) if text[at : at + size - 1] in begins)
        level = {piece: count for piece, count in Counter(found).items() if count >= _FEWEST}
        begins = {piece for piece in level if _sound(piece) > _WORST}
        out |= {piece: level[piece] for piece in begins if _may_be_name(piece)}
    return out


def _may_be_name(piece: str) -> bool:
    return _sound(piece) > _TOLD_SOUNDS and _NEVER.isdisjoint(piece) and re.fullmatch(f"{_HAN}+", piece) is not None


def _dotted(text: str, parts: Collection[str]) -> set[str]:
    """Parts of names that stand beside dots, those too that stand nowhere else: 德 of 咖苔琳·德·包尔."""
    found: set[str] = set(parts)
    known = _any(parts)
    before, after = re.compile(rf"(?:{known})$"), re.compile(known)
    for hit in re.finditer(rf"(?<={_HAN})[{_DOTS}](?={_HAN})", text):
        left, right = text[max(0, hit.start() - _LONGEST - 1) : hit.start()], text[hit.end() : hit.end() + _LONGEST + 1]
        sides = (before.search(left), _told(left, last=True)), (after.match(right), _told(right))
        if all(whole or told for whole, told in sides):
            found.update(whole.group() if whole else told for whole, told in sides)
    return found


def _any(names: Collection[str]) -> str:
    """A pattern of names, the longest first."""
    return "|".join(sorted(names, key=lambda one: (-len(one), one)))


def _is_part(piece: str, count: int, text: str) -> bool:
    """Whether the same character mostly stands before or after a string, but for dots and titles."""
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    titled = re.compile(_title_pattern())
    at = text.find(piece)
    while at >= 0:
        end = at + len(piece)
        before[text[at - 1 : at]] += 1
        after["" if titled.match(text, end) else text[end : end + 1]] += 1
        at = text.find(piece, end)
    most = (max((n for char, n in one.items() if re.match(_HAN, char)), default=0) for one in (before, after))
    return max(most) >= _GOES_ON * count


def _is_name_and_more(piece: str, whole: Collection[str], counts: Mapping[str, int]) -> bool:
    """Whether a string is a more frequent name, or two, and characters that do not sound like one: 和伊丽莎白."""
    inner = [one for one in whole if one in piece and one != piece and counts[one] > counts[piece]]
    rest = re.sub(_any(inner), "", piece) if inner else ""
    return bool(inner) and _sound(rest) <= _ADDED


def _forms(
    book: Book, sentences: Sequence[Sentence], parts: Collection[str], dotted: Collection[str]
) -> tuple[list[NameForm], Callable[[str], str]]:
    """All written names as those of an English book, and what gives each as the book writes it."""
    side = _any(dotted)
    name = re.compile(rf"((?:(?:{side})[{_DOTS}])+(?:{side})|{_any(parts)})({_title_pattern()})?")
    forms: dict[tuple[str, ...], NameForm] = {}
    written: dict[str, Counter[str]] = defaultdict(Counter)
    for number, sentence in enumerate(sentences):
        text = sentence.text
        for hit in name.finditer(text):
            words = tuple(re.split(f"[{_DOTS}]", hit.group(1)))
            title = _titles()[hit.group(2)] if hit.group(2) else ""
            form = forms.setdefault((title, *words), NameForm(words, title))
            form.count += 1
            form.sentences.add(number)
            form.chapters.add(book.passages[sentence.passage].chapter)
            following = re.split("[。！？；]", text[hit.end() : hit.end() + _NEXT])[0]
            form.male += "他" in following
            form.female += "她" in following
            written[form.text][hit.group()] += 1
    most = {text: found.most_common(1)[0][0] for text, found in written.items()}
    return sorted(forms.values(), key=lambda form: (-form.count, form.text)), lambda text: most.get(
        text, text.replace(" ", "·")
    )
