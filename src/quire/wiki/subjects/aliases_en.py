"""Written names of an English book joined to persons: a clustering by learned evidence.

Each pair of names has log odds that they are one person's: a logistic regression over the evidence of
`alias_evidence_en`, with the weights of `person_weights.json` (`make learn-persons`). Groups of names are joined, the
likeliest first, as long as what speaks for it outweighs what speaks against it over all pairs of the two groups.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from quire.wiki.page_types import PageType
from quire.wiki.subjects.alias_clustering import IN_DOUBT, joined, near_joins
from quire.wiki.subjects.alias_evidence_en import NameForm, Names, is_short, sex_of_given
from quire.wiki.subjects.person_model_en import alias_odds
from quire.wiki.subjects.subject_candidates import Candidate, tell_doubts

__all__ = ["join_forms"]

_WILLING = 0.5
"""Added to the log odds of a pair: chosen with books held out, where it parts less and joins little more."""

_AGAINST = -2.0
"""Log odds of two names that share no word and differ in sex, or always stand in one sentence."""

_NEVER = -20.0
"""Log odds of two names that cannot be one person's."""

_FEWEST = 2
"""Mentions of a person, at least: fewer make no page."""

_OFTEN = 3
"""Mentions of a name, at least, that others may be joined to."""

_SEVERAL = 2
_CLEARLY = 3
"""Bearers of a family name, at least, by which it is shared, and how many times as often as the next one it has to name
the first to be his."""

_CALLED = 4
"""More than how many times as often as the formal name a short one has to stand to be the title: the book speaks of Tom
Sawyer."""

_TITLE_COUNT = 2
"""Mentions of a full name, at least, that is the title of the page although its first word is no known given name."""


def join_forms(forms: Sequence[NameForm]) -> list[Candidate]:
    """Forms as persons."""
    found, near = _clustered(forms)
    groups = [[forms[at] for at in group] for group in found]
    kept = [one for one in _without_families(groups) if sum(form.count for form in one) >= _FEWEST]
    owned = {form.text for one in kept for form in one}
    persons = [_candidate(one, owned) for one in kept]
    owners = {form.key: person for group, person in zip(kept, persons, strict=True) for form in group}
    doubted = ((groups[one], groups[two]) for one, two in near if _may_be_one(groups[one], groups[two]))
    tell_doubts((owners.get(one[0].key), owners.get(two[0].key)) for one, two in doubted)
    return persons


def _may_be_one(left: Sequence[NameForm], right: Sequence[NameForm]) -> bool:
    """Whether two persons may be told as perhaps one: John Ashby and John Brown are not; a woman may have married."""
    names = [[form.parts for form in group if form.full] for group in (left, right)]
    families = [{parts[-1] for parts in one} for one in names]
    women = all(any(sex_of_given(parts[0]) < 0 for parts in one) for one in names)
    return not all(names) or women or bool(families[0] & families[1])


def _clustered(forms: Sequence[NameForm]) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """The names of each person, by their places, and which of these may be one, the likeliest first.

    Full names and names that stand often form the groups; other ones join a group or each other, but never bring two
    groups together.
    """
    names = Names(forms)
    odds = {
        pair: _NEVER if names.excluded(*pair) else _WILLING + alias_odds(values)
        for pair, values in names.pairs().items()
    }

    def other(one: int, two: int) -> float:
        return _AGAINST * names.against(one, two)

    often = joined([[at] for at, form in enumerate(forms) if form.full or form.count >= _OFTEN], odds, other)
    seldom = [[at] for at, form in enumerate(forms) if not form.full and form.count < _OFTEN]
    found = joined([*often, *seldom], odds, other, len(often))
    counts = [sum(forms[at].count for at in group) for group in found]
    near = near_joins(found, odds, other, IN_DOUBT)
    return found, [(one, two) for one, two in near if min(counts[one], counts[two]) >= _OFTEN]


def _without_families(groups: Sequence[list[NameForm]]) -> list[list[NameForm]]:
    """Groups without bare family names of several persons: they are whose they clearly are, or nobody's.

    Those that stand more often than the names of the family together are a person's own.
    """
    bearers: dict[str, Counter[int]] = defaultdict(Counter)
    for at, group in enumerate(groups):
        for form in group:
            if form.full or form.title:
                bearers[form.parts[-1]][at] += form.count
    out = [[*group] for group in groups]
    for at, group in enumerate(groups):
        word, count = group[0].key[-1], group[0].count
        family = bearers.get(word, Counter())
        if len(group) > 1 or group[0].key != ("", word) or len(family) < _SEVERAL or count > family.total():
            continue
        out[at] = []
        (first, most), (_, next_) = family.most_common(2)
        if most > _CLEARLY * next_:
            out[first].append(group[0])
    return [group for group in out if group]


def _candidate(forms: Sequence[NameForm], owned: set[str]) -> Candidate:
    """The full name is the title; without one the form that is used most, "Mr. Darcy" before "Darcy"."""
    ranked = sorted(forms, key=lambda one: (-one.count, one.text))
    full = [one for one in ranked if one.full and not one.title]
    formal = [one for one in full if not any(is_short(one.parts[0], other.parts[0]) for other in full)]
    if formal and full[0].count <= _CALLED * formal[0].count:  # "Elizabeth Bennet" before "Eliza Bennet"
        full.sort(key=lambda one: one not in formal)
    if formal and all(one.count < _TITLE_COUNT for one in formal):
        full = [one for one in full if sex_of_given(one.parts[0])]  # "Mithter Wemmick", "Leghorn Laurie"
    titled = [one for one in ranked if one.title and (one.full or one.count >= 0.3 * ranked[0].count)]
    best = (full or sorted(titled, key=lambda one: (not one.full, -one.count)) or ranked)[0]
    untitled = [name for one in ranked if one.title and one.full and (name := " ".join(one.words)) not in owned]
    names = list(dict.fromkeys([best.text, *(one.text for one in ranked), *untitled]))
    score = 1 + math.log1p(sum(one.count for one in ranked))
    return Candidate(names[0], PageType.PERSON, score, names[1:], ["frequency"])
