"""What speaks for and against two names of a Chinese book being those of one person.

Looked at are pairs of names that share a part (云长 and 关云长, 太乙 and 太乙真人), that the book states to be one
person's (字, 号, 绰号), or that stand one right before the other (锦毛鼠白玉堂): how the part is shared and with which
title, who else bears it and who of them was named last, whether the two stand in one sentence and where in the book
they stand. A surname with a title (蒋四爷) is compared with all names of each person of that surname together.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_evidence_zh import NameForm

__all__ = ["Names"]

_SENTENCE_ENDS = re.compile(r"[。！？\n“”「」『』]")
"""Quotes, too: who is told of outside is often spoken to inside."""
_WOMEN = frozenset("娘姐妈嫂婶婆妃后姑姨氏母女姥嬷奶妇")
_TITLES_OF_WOMEN = frozenset((*word_list("zh", "titles_of_women"), "夫人", "太太"))
_HONORIFICS = frozenset(word_list("zh", "honorifics"))
_BROTHERS = frozenset("大二三四五六七八九十老小")
_AND = frozenset("和与同、及跟并")
_NEAR = 3
"""Sentences around a name that are its neighbourhood."""
_SLICES = 40
_LOOKED_AT, _MOST_BEARERS = 150, 12
"""Mentions of a name, spread over the book, and bearers of what it shares, among whom it is told who was named last."""
_FEWEST_BEFORE = 2
"""Times that a name without a shared part stands right before another, at least."""
_WIDEST = 80
"""Names with one surname, at most, that are compared with each other: the most frequent ones."""


class Names:
    """The names of a book, ready to be compared."""

    def __init__(self, text: str, forms: Sequence[NameForm], stated: Mapping[tuple[str, str], str]) -> None:
        """Take the names.

        Args:
            text: the book.
            forms: the names.
            stated: pairs of names that the book says are one person's, with the kind of the statement.
        """
        self.forms = forms
        self._stated = stated
        self.given_later = {other for _, other in stated}
        self._ends = [hit.start() for hit in _SENTENCE_ENDS.finditer(text)]
        self._slice = max(1, len(text) // _SLICES)
        self.places, self._before, self._beside = _standing(text, forms)
        self.sentences = [{bisect_left(self._ends, at) for at in places} for places in self.places]
        self.slices = [Counter(at // self._slice for at in places) for places in self.places]
        self._around: dict[int, set[int]] = {}
        self._relations: dict[tuple[int, int], str] = {}
        self._bearers: dict[tuple[int, str], list[int]] = defaultdict(list)
        for one, two in self._candidates():
            if relation := _relation(forms[one], forms[two]) or self._said(one, two):
                self._relations[one, two] = relation
                self._bearers[one, relation].append(two)
        self._last: dict[tuple[int, str], dict[int, float]] = {}

    def counts(self) -> list[int]:
        """Mentions of each name that are no part of a longer name."""
        return [len(places) for places in self.places]

    def pairs(self) -> dict[tuple[int, int], dict[str, float]]:
        """Every pair worth a look, by the places of its names, with its evidence."""
        return {
            (min(one, two), max(one, two)): self._evidence(one, two, relation)
            for (one, two), relation in self._relations.items()
            if self.places[one] and self.places[two]
        }

    def bearers(self, groups: Sequence[Sequence[int]]) -> dict[tuple[int, int], dict[str, float]]:
        """Groups of surnames with titles and groups with full names, by number, and what speaks for one person."""
        titled = [at for at, group in enumerate(groups) if all(_is_titled(self.forms[one]) for one in group)]
        by_surname: dict[str, list[int]] = defaultdict(list)
        for at, group in enumerate(groups):
            for surname in {form.surname for form in map(self.forms.__getitem__, group) if _is_full(form)}:
                by_surname[surname].append(at)
        kept = {*titled, *(at for found in by_surname.values() for at in found)}
        seen = {at: _Seen(self, groups[at]) for at in kept}
        out: dict[tuple[int, int], dict[str, float]] = {}
        for at in titled:
            family = by_surname.get(self.forms[groups[at][0]].surname, [])
            total = sum(len(seen[one].places) for one in family)
            last = _last_named(seen[at].places, {one: seen[one].places for one in family})
            for one in family:
                out[at, one] = seen[at].against(seen[one]) | {
                    "share": len(seen[one].places) / total,
                    "only bearer": float(len(family) == 1),
                    "named last": last.get(one, 0.0),
                    "named last by most": float(last.get(one, 0.0) == max(last.values(), default=0.0) > 0),
                }
        return out

    def against(self, one: int, two: int) -> float:
        """What speaks against one person of two names that share nothing: from 0 to 2."""
        if not self.places[one] or not self.places[two]:
            return 0.0
        both = len(self.sentences[one] & self.sentences[two])
        least = min(len(self.places[one]), len(self.places[two]))
        return float(self._differ(one, two)) + min(1.0, both / least * 5)

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Pairs that may share a part, the shorter or rarer name first."""
        by_key: dict[str, list[int]] = defaultdict(list)
        for at, form in enumerate(self.forms):
            for key in _keys(form):
                by_key[key].append(at)
        seen: set[tuple[int, int]] = set()
        for places in by_key.values():
            widest = sorted(sorted(places, key=lambda at: -self.forms[at].count)[:_WIDEST])
            seen.update(combinations(widest, 2))
        number = {form.text: at for at, form in enumerate(self.forms)}
        said = ((number[one], number[two]) for one, two in self._stated if one in number and two in number)
        seen.update((min(pair), max(pair)) for pair in (*said, *self._before) if pair[0] != pair[1])
        for left, right in sorted(seen):
            yield (left, right) if _rank(self.forms[left]) <= _rank(self.forms[right]) else (right, left)

    def _said(self, one: int, two: int) -> str:
        left, right = self.forms[one].text, self.forms[two].text
        if (left, right) in self._stated or (right, left) in self._stated:
            return "stated"
        before = max(self._before[one, two], self._before[two, one])
        return "before the name" if before >= _FEWEST_BEFORE else ""

    def _evidence(self, one: int, two: int, relation: str) -> dict[str, float]:
        left, right = self.forms[one], self.forms[two]
        counts = len(self.places[one]), len(self.places[two])
        least = min(counts)
        right_before = self._before[one, two] + self._before[two, one]
        both = max(0, len(self.sentences[one] & self.sentences[two]) - right_before)
        bearers = self._bearers[one, relation]
        total = sum(len(self.places[at]) for at in bearers)
        stated = self._stated.get((left.text, right.text)) or self._stated.get((right.text, left.text))
        title = left.title or right.title
        values = {
            relation: 1.0,
            "other sex": float(self._differ(one, two)),
            "one sentence": min(1.0, both / least * 5),
            f"one sentence, {relation}": min(1.0, both / least * 5),
            "sentences together": math.log1p(both),
            "near": self._near(one, two) / least,
            "same parts": _cosine(self.slices[one], self.slices[two]),
            f"same parts, {relation}": _cosine(self.slices[one], self.slices[two]),
            "share": counts[1] / total if total else 0.0,
            f"share, {relation}": counts[1] / total if total else 0.0,
            f"no other bearer, {relation}": float(len(bearers) == 1),
            f"named last, {relation}": self._named_last(one, relation).get(two, 0.0),
            "named last": self._named_last(one, relation).get(two, 0.0),
            "rarer": math.log((counts[0] + 1) / (counts[1] + 1)),
            f"rarer, {relation}": math.log((counts[0] + 1) / (counts[1] + 1)),
            "often": math.log1p(least),
            "right before": min(1.0, right_before / least * 4),
            "right before, often": math.log1p(right_before),
            "beside with and": min(1.0, self._beside[min(one, two), max(one, two)] / least * 10),
        }
        if stated:
            values |= {"is stated": 1.0, f"stated, {stated}": 1.0}
        if title:
            values[f"{relation}, {_class(title)}"] = 1.0
        return values

    def _named_last(self, one: int, relation: str) -> dict[int, float]:
        """Share of the mentions of a name before which each bearer was the last one named."""
        key = one, relation
        if key not in self._last:
            self._last[key] = _last_named(self.places[one], {at: self.places[at] for at in self._bearers[key]})
        return self._last[key]

    def _near(self, one: int, two: int) -> int:
        """Sentences with the rarer name that the other one stands near but not in."""
        left, right = sorted((one, two), key=lambda at: len(self.places[at]))
        if right not in self._around:
            self._around[right] = {at + step for at in self.sentences[right] for step in range(-_NEAR, _NEAR + 1)}
        return len(self.sentences[left] & self._around[right] - self.sentences[right])

    def _differ(self, one: int, two: int) -> bool:
        """Whether one has a title of women and the other one of men."""
        return {_sex(self.forms[one]), _sex(self.forms[two])} == {"woman", "man"}


class _Seen:
    """Where the names of a group stand."""

    def __init__(self, names: Names, group: Sequence[int]) -> None:
        self.places = sorted(place for at in group for place in names.places[at])
        self.sentences = {at for one in group for at in names.sentences[one]}
        self.slices: Counter[int] = sum((names.slices[at] for at in group), Counter())
        self.near = {at + step for at in self.sentences for step in range(-_NEAR, _NEAR + 1)}
        self.titles = {names.forms[at].title for at in group} - {""}
        self.sexes = {_sex(names.forms[at]) for at in group} - {""}

    def against(self, other: _Seen) -> dict[str, float]:
        """What speaks for and against a title being another group's."""
        both = len(self.sentences & other.sentences)
        count, least = len(self.places), min(len(self.places), len(other.places))
        return {
            **{_class(title): 1.0 for title in self.titles},
            "other sex": float(self.sexes | other.sexes >= {"woman", "man"}),
            "one sentence": min(1.0, both / least * 5),
            "sentences together": math.log1p(both),
            "near": len(self.sentences & other.near - other.sentences) / count,
            "same parts": _cosine(self.slices, other.slices),
            "rarer": math.log((count + 1) / (len(other.places) + 1)),
            "often": math.log1p(least),
        }


def _last_named(places: Sequence[int], bearers: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Share of places before which each bearer was the last one named, of the most frequent bearers."""
    often = sorted(bearers, key=lambda at: (-len(bearers[at]), at))[:_MOST_BEARERS]
    looked_at = places[:: 1 + len(places) // _LOOKED_AT]
    found: Counter[int] = Counter()
    for place in looked_at:
        last = {at: bearers[at][rank - 1] for at in often if (rank := bisect_right(bearers[at], place))}
        if last:
            found[max(last, key=last.__getitem__)] += 1
    return {at: count / len(looked_at) for at, count in found.items()}


def _is_full(form: NameForm) -> bool:
    return form.shape.startswith("surname and")


def _is_titled(form: NameForm) -> bool:
    """Whether a name is a surname with a title, maybe with the number of a brother: 蒋爷, 蒋四爷."""
    return bool(form.title and form.surname) and _plain(form) == form.surname


def _standing(
    text: str, forms: Sequence[NameForm]
) -> tuple[list[list[int]], Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Where names stand that are no part of a longer one; which stand right before which; which beside an "and"."""
    spans = sorted((start, -len(form.text), at) for at, form in enumerate(forms) for start in form.places)
    places: list[list[int]] = [[] for _ in forms]
    before: Counter[tuple[int, int]] = Counter()
    beside: Counter[tuple[int, int]] = Counter()
    last, previous = 0, -1
    for start, size, at in spans:
        if start < last:
            continue
        places[at].append(start)
        if previous >= 0 and previous != at:
            if start == last:
                before[previous, at] += 1
            elif start == last + 1 and text[last] in _AND:
                beside[min(previous, at), max(previous, at)] += 1
        last, previous = start - size, at
    return places, before, beside


def _keys(form: NameForm) -> Iterator[str]:
    """What two names may share: a surname, a given name, what stands before a title, two characters."""
    if form.surname:
        yield f"surname {form.surname}"
    text = form.text
    yield from {text[at : at + 2] for at in range(len(text) - 1)}


def _rank(form: NameForm) -> tuple[int, int, int, str]:
    """Full names last, then longer ones, then those that stand more often."""
    return (_is_full(form), len(form.text), form.count, form.text)


def _relation(left: NameForm, right: NameForm) -> str:
    """How two names share a part; the right one is the fuller. Surnames with titles are left to `Names.bearers`."""
    if _is_full(right) and (found := _relation_to_full(left, right)):
        return found
    if _is_full(right) and _is_titled(left) and left.surname == right.surname:
        return ""
    if left.text in right.text:
        at = "beginning" if right.text.startswith(left.text) else "end" if right.text.endswith(left.text) else "inside"
        return f"{at}, {_class(right.title) if right.title else 'no title'}"
    if _is_titled(left) and _is_titled(right) and left.surname == right.surname:
        return "surname with titles"
    titled = left.title and right.title and _stem(left) == _stem(right) and len(_stem(left)) > 1
    return "name with titles" if titled else ""


def _relation_to_full(left: NameForm, right: NameForm) -> str:
    stem = _stem(left)
    if left.text == right.given and len(left.text) > 1:
        return "given name"
    if left.title and stem == right.given and len(stem) > 1:
        return "given name with a title"
    if left.title and stem == right.text:
        return "name with a title"
    begins = left.surname == right.surname and left.given and left.given[0] == right.given[0] and len(left.text) < 3
    return "beginning" if begins and not _is_titled(left) else ""


def _stem(form: NameForm) -> str:
    return form.text.removesuffix(form.title) if form.title else form.text


def _plain(form: NameForm) -> str:
    """What is left of a surname with a title without the number of a brother: 蒋 of 蒋四爷."""
    stem = _stem(form)
    return stem[:-1] if len(stem) > len(form.surname) and stem[-1] in _BROTHERS else stem


def _class(title: str) -> str:
    if title in _TITLES_OF_WOMEN or not _WOMEN.isdisjoint(title):
        return "of a woman"
    return "honorific" if title in _HONORIFICS else "title"


def _sex(form: NameForm) -> str:
    return "" if not form.title else "woman" if _class(form.title) == "of a woman" else "man"


def _cosine(one: Mapping[int, int], two: Mapping[int, int]) -> float:
    both = sum(count * two.get(at, 0) for at, count in one.items())
    size = math.sqrt(sum(count**2 for count in one.values()) * sum(count**2 for count in two.values()))
    return both / size if size else 0.0
