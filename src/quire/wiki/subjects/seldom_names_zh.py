"""Names that a short Chinese text has only once or twice: what little stands around them, weighed by learned weights.

What stands often shows by its neighbours that it is a name (`name_evidence_zh`); of a name that stands once there is
only its making, the two characters beside it, and whether the words around it can be parted there. Every string that
begins with a surname is looked at, with the weights of `seldom_name_weights_zh.json` (`make learn-seldom-names-zh`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.subjects.name_evidence_zh import (
    DOUBTFUL_SURNAMES,
    NEVER_NAMED,
    RANGE,
    RAREST,
    NameEvidence,
    NameForm,
    form_at,
    is_role,
    is_short,
    person_titles,
    surnames,
)
from quire.wiki.tokenization import dictionary

__all__ = ["LIKELY", "seldom_forms", "seldom_names"]

LIKELY = -0.5
"""Log odds from which on a string is a name."""
_HAN = re.compile(r"[\u3400-\u9fff]+")
_WINDOW = 4
"""Characters on either side within which words are parted."""
_LONGEST_WORD = 4
_UNKNOWN = -15.0
"""Log probability of a character that no word of the dictionary is."""
_LOOKED_AT = 5
"""Mentions of a string whose words are parted."""


@lru_cache(4)
def seldom_names(text: str) -> frozenset[str]:
    """Names of a short text that no better one overlaps wherever they stand; none of a long text."""
    if not is_short(text):
        return frozenset()
    weights = learned_weights("seldom_name_weights_zh")
    odds = ((log_odds(weights, values), form) for form, values in seldom_forms(text))
    likely = sorted(((value, form.text, form) for value, form in odds if value > LIKELY), reverse=True)
    taken: set[int] = set()
    out = set()
    for _, name, form in likely:
        free = [range(at, at + len(name)) for at in form.places if taken.isdisjoint(range(at, at + len(name)))]
        if free and not is_role(name):
            out.add(name)
            taken.update(*free)
    return frozenset(out)


def seldom_forms(text: str) -> Iterator[tuple[NameForm, dict[str, float]]]:
    """Every string that begins with a surname and may be a name, with its evidence."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, name in _candidates(text):
        places[name].append(at)
    forms = {name: form_at(name, text, found) for name, found in places.items()}
    evidence = NameEvidence.of_text(forms.values(), text)
    for form in forms.values():
        yield form, {**evidence.of(form), **_around(form, text)}


def _candidates(text: str) -> Iterator[tuple[int, str]]:
    """Surnames with one or two characters, and those with titles, each at its place."""
    known = surnames()
    titles = "|".join(sorted((one for one in person_titles() if len(one) > 1), key=lambda one: (-len(one), one)))
    for run in _HAN.finditer(text):
        for at in range(run.start(), run.end() - 1):
            sizes = {size + more for size in (1, 2) if text[at : at + size] in known for more in (1, 2)}
            found = (text[at : at + size] for size in sizes if at + size <= run.end())
            names = {name for name in found if NEVER_NAMED.isdisjoint(name)}
            for size in (1, 2):
                if text[at : at + size] in known and (title := re.match(titles, text[at + size : run.end()])):
                    names.add(text[at : at + size] + title.group())
            yield from ((at, name) for name in sorted(names))


def _around(form: NameForm, text: str) -> dict[str, float]:
    """Evidence of the making and of the places of a name, beside what every name has."""
    name, count, shape = form.text, form.count, form.shape
    ends = [(at, at + len(name)) for at in form.places]
    cost = sum(_parting(text, *one) for one in ends[:_LOOKED_AT]) / min(count, _LOOKED_AT)
    entry = dictionary().get(name)
    out = {
        "parting": cost,
        f"parting, {shape}": cost,
        "word over its start": sum(_as_word(text[max(0, at - 1) : at + 1]) for at, _ in ends) / count,
        "word over its end": sum(_as_word(text[end - 1 : end + 1]) for _, end in ends) / count,
        f"person word, {shape}": float(entry is not None and entry.tag.startswith("nr")),
        "doubtful surname": float(form.surname in DOUBTFUL_SURNAMES),
        "once": float(count == 1),
        f"ends with {name[-1]}": 1.0,
    }
    for side, chars in (("next", form.after), ("before it", form.before)):
        out |= {f"{side} {char}": part / count for char, part in chars.items()}
    return out


def _as_word(piece: str) -> float:
    """How frequent a word a piece is, from 0 to 1; 0 for a name and for no word."""
    entry = dictionary().get(piece)
    plain = len(piece) > 1 and entry is not None and not entry.tag.startswith("nr")
    return max(0.0, (entry.weight - RAREST) / RANGE) if plain and entry else 0.0


def _parting(text: str, start: int, end: int) -> float:
    """What it costs the words around a name, in tens of log probability, that it stands among them, which is below 0.

    The rest beside the name is parted into words, and the same with the name as its characters.
    """
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    left = next((one.group() for one in [*_HAN.finditer(before)][-1:] if one.end() == len(before)), "")
    right = found.group() if (found := _HAN.match(after)) else ""
    return (_best(left) + _best(right) - _best(left + text[start:end] + right)) / 10


@lru_cache(1 << 15)
def _best(run: str) -> float:
    """Log probability of the likeliest words of a run of characters, none of them a name."""
    words, best = dictionary(), [0.0]
    for end in range(1, len(run) + 1):
        entry = words.get(run[end - 1])
        top = best[end - 1] + (_UNKNOWN if entry is None else entry.weight)
        for start in range(max(0, end - _LONGEST_WORD), end - 1):
            entry = words.get(run[start:end])
            if entry is not None and not entry.tag.startswith("nr"):
                top = max(top, best[start] + entry.weight)
        best.append(top)
    return best[-1]
