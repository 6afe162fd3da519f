"""Names of a Chinese story or history joined to persons: a clustering by learned evidence.

Every candidate of `name_evidence_zh` has log odds of being somebody's name, every pair of names of `alias_evidence_zh`
of being one person's: two logistic regressions with the weights of `person_weights_zh.json` (`make learn-persons-zh`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from quire.wiki.step_progress import Progress, no_progress
from quire.wiki.subjects.alias_clustering import IN_DOUBT, joined, near_joins
from quire.wiki.subjects.alias_evidence_zh import Names
from quire.wiki.subjects.courtesy_names_zh import (
    appositions,
    by_names,
    courtesy_names,
    ranks,
    rulers_names,
    stated_courtesy_names,
)
from quire.wiki.subjects.introduced_names_zh import further_names, introduced_names
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.name_evidence_zh import (
    DOUBTFUL_SURNAMES,
    NameEvidence,
    NameForm,
    is_short,
    name_forms,
    person_titles,
    surnames,
)
from quire.wiki.subjects.seldom_names_zh import seldom_names
from quire.wiki.tokenization import dictionary

__all__ = ["groups_of", "is_likely", "joined_names", "names_of", "ranked", "scored_forms", "sure_names", "with_titles"]

_LIKELY = -1.0
"""Log odds from which on a candidate is a name: what is missed costs readers more than a wrong page."""
_FAMILY = 1.0
"""What a candidate gains that is no other word and has a surname, or a title behind two characters."""
_SHORT, _LITTLE_SEEN = 20_000, 2.0
"""Characters of a text in which little stands around a name, and what each candidate gains there."""
_SPEECHES = 2
"""Speeches of a full name, at most, each of which gains one in a text that names many persons only once or twice."""
_GIVEN = -3.0
"""Log odds from which on the given name of a full name is a name by itself."""
_ONLY_BEARER = 3.0
"""What a surname with a title gains in a short text where one person alone has that surname: 姜生, 姜秀才."""
_AGAINST = -2.0
"""Log odds of two names that share nothing and differ in sex, or always stand in one sentence."""
_FEWEST_BEFORE = 2
"""Times that a surname stands before a known given name, at least."""


def groups_of(text: str, tick: Progress = no_progress) -> tuple[list[list[tuple[str, int]]], list[tuple[int, int]]]:
    """The names of each person with their mentions, the fullest first, and which persons, by number, may be one.

    Args:
        text: the book in simplified characters.
        tick: told how far it is.
    """
    weights = learned_weights("person_weights_zh")
    forms, evidence = scored_forms(text, tick)
    sure = sure_names(text)
    gain = _LITTLE_SEEN if len(text) < _SHORT else 0.0
    speaks = is_short(text)
    odds = {
        form.text: log_odds(weights["persons"], values) + gain + speaks * _said(form)
        for form, values in zip(forms, evidence, strict=True)
    }
    kept = [form for form in forms if form.text in sure or is_likely(form, odds[form.text])]
    given = {form.text.removeprefix(form.surname) for form in kept if form.shape.startswith("surname and")}
    kept = [form for form in forms if form in kept or (form.text in given and _may_stand_alone(form, odds[form.text]))]
    names = names_of(text, kept)
    pairs = _pair_odds(names, weights["aliases"])
    titles = dict(weights["titles"])
    titles["only bearer"] = titles.get("only bearer", 0.0) + _ONLY_BEARER * speaks
    groups = with_titles(names, _joined(names, pairs), titles)
    own = {form.text for form in kept} | names.given_later
    groups = [
        group for group in groups if any(not names.forms[at].title or names.forms[at].text in own for at in group)
    ]
    return ranked(names, groups), near_joins(groups, pairs, _against(names), IN_DOUBT)


def sure_names(text: str) -> set[str]:
    """Names that need not stand often: of whom the text brings in, and those that a short one has once or twice."""
    return introduced_names(text) | seldom_names(text)


def _said(form: NameForm) -> int:
    """What a full name gains by its first speeches."""
    return min(_SPEECHES, form.speeches) if form.shape.startswith("surname and") else 0


def is_likely(form: NameForm, odds: float) -> bool:
    """Whether a candidate is taken for a name."""
    entry = dictionary().get(form.text)
    family = form.shape.startswith("surname") and form.surname not in DOUBTFUL_SURNAMES
    titled = form.shape == "titled surname" or (form.title != "" and len(form.text) > len(form.title) + 1)
    plain = entry is None or entry.tag.startswith("nr")
    return odds + _FAMILY * (plain and (family or titled)) > _LIKELY


def _may_stand_alone(form: NameForm, odds: float) -> bool:
    """Whether a given name whose full name the book has is a name by itself, too."""
    entry = dictionary().get(form.text)
    return len(form.text) > 1 and odds > _GIVEN and (entry is None or entry.tag.startswith("nr"))


def joined_names(names: Names, weights: Mapping[str, float]) -> list[list[int]]:
    """The names of each person, by the weights of their pairs; surnames with titles are still apart."""
    return _joined(names, _pair_odds(names, weights))


def _pair_odds(names: Names, weights: Mapping[str, float]) -> dict[tuple[int, int], float]:
    return {pair: log_odds(weights, values) for pair, values in names.pairs().items()}


def _joined(names: Names, odds: Mapping[tuple[int, int], float]) -> list[list[int]]:
    return joined([[at] for at, count in enumerate(names.counts()) if count], odds, _against(names))


def _against(names: Names) -> Callable[[int, int], float]:
    return lambda one, two: _AGAINST * names.against(one, two)


def with_titles(names: Names, groups: Sequence[list[int]], weights: Mapping[str, float]) -> list[list[int]]:
    """Groups with the surnames with titles of their bearers, each of which is the likeliest bearer's."""
    best: dict[int, tuple[float, int]] = {}
    for (titled, bearer), values in names.bearers(groups).items():
        odds = log_odds(weights, values)
        if odds > 0:
            best[titled] = max(best.get(titled, (0.0, -1)), (odds, bearer))
    out = {at: [*group] for at, group in enumerate(groups)}
    for titled, (_, bearer) in best.items():
        out[bearer] += out.pop(titled)
    return [*out.values()]


def ranked(names: Names, groups: Sequence[Sequence[int]]) -> list[list[tuple[str, int]]]:
    """The names of each person with their mentions: full names first, given names and courtesy names behind them."""
    counts = names.counts()
    out = []
    for group in groups:
        found = [names.forms[at] for at in group]
        full = {one.text for one in found if one.surname and not one.title and one.text not in names.given_later}
        parts = {one for one in full if any(other != one and other.endswith(one) for other in full)}
        mentions = {names.forms[at].text: counts[at] for at in group}
        first = full - parts
        out.append(sorted(mentions.items(), key=lambda one: (one[0] not in first, -one[1], one[0])))
    return out


def scored_forms(text: str, tick: Progress = no_progress) -> tuple[list[NameForm], list[dict[str, float]]]:
    """Every string that may be a name, with its evidence."""
    sure = sure_names(text)
    known = {style for _, _, _, style in courtesy_names(text)} | {
        other for others in further_names(text).values() for other in others
    }
    forms, pieces = name_forms(text, known | sure, sure, tick)
    evidence = NameEvidence(forms, pieces)
    return forms, [evidence.of(form) for form in forms]


def names_of(text: str, forms: Sequence[NameForm]) -> Names:
    """The names of a book, with those that it states to be somebody's and with surnames before known given names."""
    stated = _stated(text, forms)
    known = {form.text: form for form in forms}
    further = {name for pair in stated for name in pair}
    fewest = _FEWEST_BEFORE - is_short(text)
    for form in forms:
        if form.shape == "bare 2":
            further |= {
                f"{char}{form.text}"
                for char, count in form.before.items()
                if count >= fewest and char in surnames() and char not in DOUBTFUL_SURNAMES
            }
    further |= _titled_surnames(text, forms)
    for name in sorted(further - known.keys()):
        places = [hit.start() for hit in re.finditer(re.escape(name), text)]
        if len(name) > 1:
            known[name] = NameForm(name, places)
    return Names(text, [*known.values()], stated)


def _titled_surnames(text: str, forms: Iterable[NameForm]) -> set[str]:
    """Surnames of full names with titles: of those that stand too seldom only what a bearer is found for stays."""
    family = {form.surname for form in forms if form.shape.startswith("surname and")} - DOUBTFUL_SURNAMES
    if not family:
        return set()
    titles = "|".join(sorted((title for title in person_titles() if len(title) > 1), key=lambda one: (-len(one), one)))
    found = re.finditer(rf"(?:{'|'.join(sorted(family))})[老大二三四五六七八九小]?(?:{titles})", text)
    return {hit.group() for hit in found}


def _stated(text: str, forms: Iterable[NameForm]) -> dict[tuple[str, str], str]:
    """Pairs of names that the book says are one person's, with the kind of the statement."""
    counts = {form.text: form.count for form in forms}
    full = {form.text: form.count for form in forms if form.surname and not form.title}
    out: dict[tuple[str, str], str] = {}
    for kind, found in (
        ("courtesy name", stated_courtesy_names(text, full)),
        ("courtesy name", further_names(text)),
        ("ruler", rulers_names(text, full)),
        ("by-name", by_names(text, counts)),
        ("rank", ranks(text, {name: [name] for name in counts})),
        ("before the name", appositions(text, {name: [name] for name in counts})),
    ):
        for bearer, others in found.items():
            for other in others:
                out.setdefault((bearer, other), kind)
    return out
