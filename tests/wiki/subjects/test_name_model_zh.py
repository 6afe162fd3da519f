"""The model of Chinese names."""

from __future__ import annotations

from collections import Counter

import pytest

from quire.wiki.subjects.name_model_zh import Candidate, name_score
from quire.wiki.subjects.substring_counts import SubstringCounts

_TEXT = "陆逊率兵而还，众人皆喜。马匹都在营中，不可胜数。" * 40
_MARKS = {"doubtful surname": False, "not in names": False, "not at the end": False}


def _score(surname: str, given: str, acts: int, after: str, before: str, **marks: bool) -> float:
    one = Candidate(surname, given, 40, acts, Counter(after), Counter(before))
    return name_score(one, SubstringCounts(_TEXT), len(_TEXT), _MARKS | marks)


def test_a_name_stands_among_many_characters_and_acts() -> None:
    name = _score("陆", "逊", 30, "，率乃至与为领进退曰", "，，军与遣使以将督令")
    part = _score("马", "匹", 2, "都都都都都都都都都都", "，之之之之之之之之之")
    assert name > -1 > part
    assert name - part > 3


@pytest.mark.parametrize("mark", ["doubtful surname", "not in names", "not at the end"])
def test_what_hardly_stands_in_names_counts_against(mark: str) -> None:
    around = ("，率乃至与为领进退曰", "，，军与遣使以将督令")
    assert _score("陆", "逊", 30, *around, **{mark: True}) < _score("陆", "逊", 30, *around)
