"""Forms of names joined to persons, and which of these may be one."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.alias_evidence_en import NameForm
from quire.wiki.subjects.aliases_en import join_forms


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((("John", "Ashby"), ("John", "Brown")), False),
        ((("Mary", "Ashby"), ("Mary", "Brown")), True),
    ],
)
def test_two_men_of_one_given_name_are_not_told_as_perhaps_one(names: tuple[tuple[str, ...], ...], told: bool):
    forms = [
        NameForm(words, "", count=20, sentences=set(range(100 * at, 100 * at + 20)), chapters={str(at)})
        for at, words in enumerate(names)
    ]
    assert any(one.perhaps for one in join_forms(forms)) is told
