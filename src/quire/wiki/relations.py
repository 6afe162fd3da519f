"""Sentences that tell how somebody is related to others: by blood, marriage, service, friendship."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from quire.wiki.subjects.lexicon import word_list

__all__ = ["tells_relation"]

_NAME = "\ue000"  # stands for the name that is asked for
_OWNER = r"(?:[Hh]is|[Hh]er|[Mm]y|[Tt]heir|[Oo]ur|[Yy]our|[Tt]he|an?|[A-Z][\w’'.-]{0,30}[’']s)"


def tells_relation(text: str, names: Iterable[str], lang: str) -> bool:
    """Whether a sentence tells that somebody with these names is another's kin, spouse, friend or servant."""
    pattern = _pattern(lang)
    return any(name in text and pattern.search(text.replace(name, _NAME)) is not None for name in names)


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    words = word_list("zh", "relations") if lang == "zh" else word_list("en", "relations")
    kin = "|".join(sorted(words, key=len, reverse=True))
    if lang == "zh":
        whose = r"(?:[其他她我你之同与和携]|的|这|那|有个?|娶了?|嫁[与给]?)"
        return re.compile(
            rf"{_NAME}[，,]?[是乃][^，。；！？]{{0,12}}?[之的](?:{kin})(?=[，。；！？”也])"
            rf"|{whose}(?:{kin})(?:叫做?|名叫|名唤|唤作|是)?{_NAME}(?![之的])"
            rf"|(?:嫁[与给]|娶了?|收养了?|许配|招赘){_NAME}|{_NAME}(?:嫁[与给]|娶了|与[^，。]{{2,6}}(?:成亲|结为|拜为|成婚))"
        )
    owned = rf"{_OWNER}\s(?:[a-z-]+\s){{0,2}}(?:{kin})\b"
    return re.compile(
        rf"{owned},?\s{_NAME}(?![’'])|{_NAME},?\s(?:(?:is|was|had\sbeen|became)\s)?{owned}"
        rf"|\b(?:married(?:\sto)?|engaged\sto|wedded|wed)\s{_NAME}|{_NAME}\s(?:had\s|was\s)?married\s"
    )
