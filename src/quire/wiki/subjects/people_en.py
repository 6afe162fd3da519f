"""Persons and places of an English story or history: capitalised names, told apart by the words around them.

Names of one person are joined by rules: given name and full name, short forms, a title with the family name when
only one person of the book can be meant by it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from quire.wiki.book import TITLE_PAGES, Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.alias_evidence_en import RANKS, TITLES_OF_MEN, TITLES_OF_WOMEN, NameForm
from quire.wiki.subjects.aliases_en import join_forms
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.named_events import named_events
from quire.wiki.subjects.person_model_en import PersonEvidence, person_odds
from quire.wiki.subjects.play_speakers import play_speakers
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import STOP

__all__ = ["LEAST_LIKELY", "name_forms", "people", "persons_and_places"]

_TITLES = frozenset((*TITLES_OF_MEN, *TITLES_OF_WOMEN, *RANKS))
_PLAIN = frozenset(word_list("en", "plain_titles"))
"""Titles after which another title is a family name."""

_ELIDED = re.compile(r"^[dl]['’](?=[A-ZÀ-Þ])")
_INNER = re.compile(r"(?<=[a-z,;] )(?:[dl]['’])?([A-ZÀ-Þ][a-zà-ÿ]+(?:['’-][A-ZÀ-Þ]?[a-zà-ÿ]{2,})*)")
"""A capitalised word that begins no sentence, without an elided article or particle: Avrigny of "d'Avrigny"."""
_FRENCH = re.compile(r"\bM\. (?:de |d['’])?[A-ZÀ-Þ][a-zà-ÿ]")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*")
_ALONE = 8
"""Times that each part of a word stands alone, at least, for each time of the whole, if its hyphen is a dash."""

_FEWEST_FRENCH = 10
"""Times that "M." stands before a name, at least, where it is a title and no initial."""
_LINKS = frozenset(word_list("en", "name_particles"))
_NAME = r"(?:[dl]['’])?[A-ZÀ-Þ][a-zà-ÿ]+(?:['’-][A-ZÀ-Þ]?[a-zà-ÿ]+)*|[A-Z]\."
_RUN = re.compile(rf"(?:(?:{_NAME})\.?(?:\s+(?:(?:de|von|van|la|le|du|da|di|of|of the)\s+(?={_NAME}))?)?)+")
_SAID = "(?:" + "|".join(word_list("en", "verbs_of_speaking")) + ")"
_ACTS = "(?:" + "|".join(word_list("en", "verbs_of_persons")) + ")"
_PLACED = re.compile(
    r"(?:^|\s)(?:in|at|to|from|near|of|into|towards?|through|around|leave|left|reach(?:ed)?|quit(?:ted)?|visit(?:ed)?|for)\s+$"
)
_DAYS = frozenset(word_list("en", "capitalised_words"))


_GROUNDS = frozenset(word_list("en", "place_endings"))
"""Words that end the names of places."""


_NAMED_OF = re.compile(r"\b[A-ZÀ-Þ][a-zà-ÿA-ZÀ-Þ'’-]{0,24} of (?:the )?[A-ZÀ-Þ][a-zà-ÿA-ZÀ-Þ'’-]{0,24}")
_FEWEST_OF = 3
"""Mentions of a name with "of", at least, unless a title is before it."""

_SAINTS = frozenset({"St", "Saint"})

_INSIDE = re.compile(r"\b(?:in|at|near|into|through|around)\s+$")
"""What people are in, of the prepositions of `_PLACED`."""

_CALLED = re.compile(r"[,“‘\"']\s*(?:my\s+)?(?:dear(?:est)?\s+)?$")

_SHORTEST, _LONGEST = 3, 5
"""Letters of a name without a full stop, at least, and words of a name without its title, at most."""

LEAST_LIKELY = -1.0
"""Log odds from which on a name is a person's. In the learning, names that a whole list of a book lacks count, and some
of them are ones (kings, horses): with books left out, this limit misses no more listed persons than 0 did without."""

_SAINT_NAMES = ("St. ", "Saint ")

_FEWEST_PLACE = 3
"""Mentions of a place, at least."""

_TITLED = re.compile(r"\b(?:Mr|Mrs|Miss|Ms|Dr|Aunt|Uncle|Captain|Colonel)\b\.? ([A-Z][a-z]+)\b(?! [A-Z])")
_SHORT_SPEAKER = re.compile(rf"\b{_SAID} ([A-Z][a-z]|[A-Z][a-z]+)\b(?=[,.;:]|\s[a-z])")
_FEWEST_TITLED, _FEWEST_SPEAKING = 3, 3
"""Mentions of a word that is elsewhere no name after a title, and speeches of a short name, at least."""


def people(book: Book, sentences: Sequence[Sentence], most: int) -> list[Candidate]:
    """Persons, places and events with names, those that are named most first."""
    persons, places = persons_and_places(name_forms(book, sentences))
    out = _with_speakers(join_forms(persons), play_speakers([one.text for one in sentences]))
    taken = {name for one in out for name in one.names}
    for form in places:
        if form.text not in taken:
            score = math.log1p(form.count)
            out.append(Candidate(form.text, PageType.PLACE, score, [], ["frequency"]))
    for name, count in named_events("\n".join(one.text for one in sentences), "en"):
        if name not in taken:
            out.append(Candidate(name, PageType.EVENT, math.log1p(count), [], ["frequency"]))
    out.sort(key=lambda one: (-one.score, one.title))
    return out[: max(most, 40)]


def _with_speakers(found: list[Candidate], speeches: Mapping[str, int]) -> list[Candidate]:
    """Persons with the names that stand before their speeches; who only speaks is a person, too."""
    owners = {name.casefold(): one for one in found for name in reversed(one.names)}
    for label, count in speeches.items():
        owner = owners.get(label.casefold())
        if owner is None:
            owner = Candidate(label.title().replace(" Of ", " of ").replace(" The ", " the "), PageType.PERSON, 0.0)
            found.append(owner)
        owner.score = max(owner.score, 1 + math.log1p(2 * count))
        owner.aliases.append(label)
    return found


def name_forms(book: Book, sentences: Sequence[Sentence]) -> list[NameForm]:
    """All written names with what stands around them."""
    lower: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    for one in sentences:
        lower.update(re.findall(r"\b[a-z][a-z'’-]+", one.text))
        inner.update(_INNER.findall(one.text))
    families = _families(sentences)
    french = sum(len(_FRENCH.findall(one.text)) for one in sentences) >= _FEWEST_FRENCH
    titles = _TITLES if french else _TITLES - {"M"}
    named = Counter(hit.group() for one in sentences for hit in _NAMED_OF.finditer(one.text))
    of_places = frozenset(name for name, count in named.items() if count >= _FEWEST_OF)
    forms: dict[tuple[str, ...], NameForm] = {}
    joined = _dashes(sentences)
    for number, one in enumerate(sentences):
        text = _WORD.sub(lambda hit: joined.get(hit[0], hit[0]), one.text) if "-" in one.text else one.text
        for run in _RUN.finditer(text):
            for title, words, start, end in _names(run, lower, inner, families, of_places, titles):
                key = (title, *words)
                form = forms.setdefault(key, NameForm(words, title))
                form.count += 1
                form.sentences.add(number)
                form.chapters.add(book.passages[one.passage].chapter)
                _look(form, text, start, end)
    front = {*TITLE_PAGES.values()} if len({one.chapter for one in book.passages}) > 1 else set[str]()
    found = (one for one in forms.values() if not one.chapters <= front)  # the author of the title page is nobody
    return sorted(found, key=lambda one: (-one.count, one.text))


def _dashes(sentences: Sequence[Sentence]) -> Mapping[str, str]:
    """Words with hyphens for dashes, between what the book mostly has by itself: “Miss Matty-could”."""
    words = Counter(word for one in sentences for word in _WORD.findall(one.text))
    out = {}
    for word in words:
        at = [hit.start() for hit in re.finditer("-", word)] if word[0].isupper() else []
        least = _ALONE * words[word]
        for place in at:
            if words[word[:place]] >= least and words[word[place + 1 :]] >= least:
                out[word] = f"{word[:place]}—{word[place + 1 :]}"
    return out


def _families(sentences: Sequence[Sentence]) -> frozenset[str]:
    """Names that look like other words, by what stands beside them.

    Family names that are months or languages follow titles (Mrs. March); given names of two letters or of common words
    follow verbs of speaking (Jo, Will).
    """
    titled = Counter(hit.group(1) for one in sentences for hit in _TITLED.finditer(one.text))
    speaking = Counter(hit.group(1) for one in sentences for hit in _SHORT_SPEAKER.finditer(one.text))
    return frozenset(
        [word for word, count in titled.items() if count >= _FEWEST_TITLED and word in _DAYS - _TITLES]
        + [word for word, count in speaking.items() if count >= _FEWEST_SPEAKING and word not in _DAYS]
    )


def _names(  # noqa: PLR0917 - what is known of the book's words
    run: re.Match[str],
    lower: Counter[str],
    inner: Counter[str],
    families: frozenset[str],
    of_places: frozenset[str],
    titles: frozenset[str],
) -> list[tuple[str, tuple[str, ...], int, int]]:
    """The names in a run of capitalised words: words that are no names cut off at its ends."""
    words = [
        (one.group(), run.start() + one.start(), run.start() + one.end()) for one in re.finditer(r"\S+", run.group())
    ]
    out = []
    group: list[tuple[str, int, int]] = []
    for word, start, _end in [*words, ("", 0, 0)]:
        bare = re.sub(r"['’]s?$", "", word.rstrip("."))
        ended = word.endswith(".") and bare not in titles and len(bare) > 1
        if bare in titles and group and group[-1][0] not in titles:
            out.append(group)  # "Meg Mr. Brooke": somebody else begins
            group = []
        if bare == "of" and group and group[-1][0] not in titles and not _is_of_place(run, group, of_places):
            out.append(group)  # "Grace of Amy": two are named
            group = []
            continue
        if bare and (
            bare in titles
            or (group and (bare in _LINKS or _follows(bare) or bare in families))
            or (bare in families and bare not in _DAYS)
            or _is_name(bare, lower, inner)
        ):
            group.append((bare, start, start + len(bare)))
            if not (ended or (word != bare and not word.endswith("."))):
                continue
        if group:
            out.append(group)
        group = []
    return [found for one in out if (found := _split_title(one, titles))]


def _is_of_place(run: re.Match[str], group: Sequence[tuple[str, int, int]], of_places: frozenset[str]) -> bool:
    """Whether a name with "of" is one that the book repeats: "Joan of Arc"."""
    hit = _NAMED_OF.match(run.string, group[-1][1])
    return hit is not None and hit.group() in of_places


def _follows(word: str) -> bool:
    """Whether a capitalised word right after a name or a title belongs to it: "Mrs. Long", "Lucas Lodge"."""
    return word not in _DAYS and word.lower() not in STOP and len(word) > 1


def _is_name(word: str, lower: Counter[str], inner: Counter[str]) -> bool:
    if word in _DAYS or word.lower() in STOP or (len(word) < _SHORTEST and not word.endswith(".")):
        return False
    word = _ELIDED.sub("", word)
    low = word.lower()
    return inner[word] > 0 and inner[word] >= 2 * lower[low]


def _split_title(
    group: list[tuple[str, int, int]], titles: frozenset[str]
) -> tuple[str, tuple[str, ...], int, int] | None:
    title = ""
    at = 0
    while at < len(group) and group[at][0] in titles:
        title = group[at][0]
        at += 1
    rest = group[at:]
    if title in _SAINTS and rest:  # "St. John Rivers", "Mr. St. John"
        rest = [
            (f"{title}. {rest[0][0]}" if title == "St" else f"{title} {rest[0][0]}", group[at - 1][1], rest[0][2]),
            *rest[1:],
        ]
        title = group[at - 2][0] if at > 1 else ""
    if not rest and at > 1 and group[at - 2][0] in _PLAIN:  # "Miss King", "Mr. Baron"
        return group[at - 2][0], (title,), group[at - 2][1], group[at - 1][2]
    while rest and rest[-1][0] in _LINKS | titles:
        rest = rest[:-1]
    while rest and rest[0][0] in _LINKS and not title:
        rest = rest[1:]
    if not rest or len(rest) > _LONGEST:
        return None
    return title, tuple(word for word, _, _ in rest), group[0][1], rest[-1][2]


def _look(form: NameForm, text: str, start: int, end: int) -> None:
    before, after = text[max(0, start - 24) : start], text[end : end + 40]
    if form.title:
        form.person += 1
        form.male += form.title in TITLES_OF_MEN
        form.female += form.title in TITLES_OF_WOMEN
    if re.match(rf"[,”’\"]?\s+(?:\w+ly\s+)?{_SAID}\b", after) or re.search(rf"\b{_SAID}\s+$", before):
        form.person += 2
        form.said += 1
    elif re.match(rf"\s+(?:\w+ly\s+)?{_ACTS}\b", after):
        form.person += 0.7
    form.called += _CALLED.search(before) is not None and after[:1] in {",", ".", "!", "?"}
    if re.match(r"['’]s\b", after):
        form.person += 0.4
    if re.match(r"[^.]{0,30}\b(?:he|his|him|himself)\b", after):
        form.male += 1
    if re.match(r"[^.]{0,30}\b(?:she|her|herself)\b", after):
        form.female += 1
    if _PLACED.search(before):
        inside = _INSIDE.search(before) is not None
        form.inside += inside
        form.behind += not inside
        form.place += 1 if not re.search(r"\b(?:to|of|from|for)\s+$", before) else 0.45
    if not form.title and re.search(r"\b[Tt]he\s+$", before):
        form.plural += 1


def persons_and_places(
    forms: Sequence[NameForm], odds: Callable[[Mapping[str, float]], float] = person_odds
) -> tuple[list[NameForm], list[NameForm]]:
    """Names parted.

    Args:
        forms: all names of the book.
        odds: of the evidence of a name, that it is a person's.
    """
    titled = {one.parts[-1] for one in forms if one.title}
    last: Counter[str] = Counter()
    for one in forms:
        last[one.parts[-1]] += one.count
    evidence = PersonEvidence(forms)
    persons, places = [], []
    for form in forms:
        if _is_plural(form, last) or form.plural > 0.5 * form.count:
            continue
        if form.parts[0].startswith(_SAINT_NAMES) and form.place >= 0.4 * form.count:
            places += [form] if form.count >= _FEWEST_PLACE else []
        elif odds(evidence.of(form)) > LEAST_LIKELY:
            persons.append(form)
        elif form.count >= _FEWEST_PLACE and (
            (form.parts[-1] in _GROUNDS and form.full)
            or (form.place >= 0.25 * form.count and form.parts[-1] not in titled)
        ):
            places.append(form)
    return persons, places


def _is_plural(form: NameForm, last_words: Mapping[str, int]) -> bool:
    """Whether it is a family, no person: "Miss Bennets", "the Lucases", of which one is named more often."""
    last = form.parts[-1]
    singles = {last.removesuffix("s"), last.removesuffix("es")} - {last}
    return any(last_words.get(one, 0) > last_words[last] for one in singles)
