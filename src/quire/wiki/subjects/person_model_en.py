"""How likely a capitalised name of an English story is a person's, and how likely two names are one person's.

Two logistic regressions with the weights of `person_weights.json`, learned on novels (`make learn-persons`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from quire.wiki.subjects.alias_evidence_en import NameForm, sex_of_given, short_forms
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.term_model import frequency_en

__all__ = ["PersonEvidence", "alias_odds", "person_odds"]

_GROUNDS = frozenset(word_list("en", "place_endings"))
_COMMON = 4.0
"""Zipf level from which on a word is a common one."""


class PersonEvidence:
    """What tells a person's name from other names, with all names of the book at hand."""

    def __init__(self, forms: Iterable[NameForm]) -> None:
        self._titled: Counter[str] = Counter()
        self._given: Counter[str] = Counter()
        self._last: Counter[str] = Counter()
        self._alone: Counter[str] = Counter()
        for form in forms:
            if form.title:
                self._titled[form.parts[-1]] += form.count
            elif form.full:
                self._last[form.parts[-1]] += form.count
            else:
                self._alone[form.parts[0]] += form.count
            if form.full and form.parts[-1] not in _GROUNDS:
                self._given[form.parts[0]] += form.count
                for short in short_forms(form.parts[0].lower()):
                    self._given[short.capitalize()] += form.count

    def of(self, form: NameForm) -> dict[str, float]:
        """The evidence of one name."""
        first, last, count = form.parts[0], form.parts[-1], form.count
        shape = "titled" if form.title else "full" if form.full else "bare"
        rates = {
            "acts": form.person,
            "place": form.place,
            "article": form.plural,
            "called": form.called,
            "said": form.said,
            "inside": form.inside,
            "behind": form.behind,
        }
        return {
            shape: 1.0,
            f"often, {shape}": math.log(count),
            **{f"{name}, {shape}": value / count for name, value in rates.items()},
            # a rate over many mentions tells more
            **{f"{name} often, {shape}": value / count * math.log(count) for name, value in rates.items()},
            f"spoke, {shape}": math.log1p(form.said),
            f"one sex, {shape}": abs(form.male - form.female) / (form.male + form.female + 1),
            f"pronouns, {shape}": (form.male + form.female) / count,
            "family bears titles": math.log1p(self._titled[last] - count * bool(form.title)),
            "first word bears titles": math.log1p(self._titled[first]) if form.full else 0.0,
            "first word stands alone": math.log1p(self._alone[first]) if form.full else 0.0,
            "last word stands alone": math.log1p(self._alone[last]) if form.full else 0.0,
            "given name of the book": 0.0 if form.full else math.log1p(self._given[first]),
            "family name of the book": 0.0 if form.full else math.log1p(self._last[last]),
            "known given name": float(sex_of_given(first) != 0),
            "ends as a place": float(last in _GROUNDS),
            "particle": float("of" in form.words),
            "common word": max(0.0, min(frequency_en(word.lower()) for word in form.parts) - _COMMON),
        }


def person_odds(values: Mapping[str, float]) -> float:
    """The log odds that a name is a person's."""
    return log_odds(learned_weights("person_weights")["persons"], values)


def alias_odds(values: Mapping[str, float]) -> float:
    """The log odds that two names are one person's."""
    return log_odds(learned_weights("person_weights")["aliases"], values)
