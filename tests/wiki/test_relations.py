"""Sentences that tell how somebody is related to others."""

from __future__ import annotations

import pytest

from quire.wiki.relations import tells_relation


@pytest.mark.parametrize(
    ("text", "name", "lang", "told"),
    [
        ("Helen was the wife of Arthur Fenwick.", "Helen", "en", True),
        ("Helen was the wife of Arthur Fenwick.", "Arthur Fenwick", "en", False),
        ("His sister Rose laughed at the letter.", "Rose", "en", True),
        ("Ellen, the old servant, opened the door.", "Ellen", "en", True),
        ("Tom’s cousin Ralph had gone to sea.", "Ralph", "en", True),
        ("As for their mother, Tom’s letter had come.", "Tom", "en", False),
        ("Tom looked at his brother.", "Tom", "en", False),
        ("Rose went to the mill with Ellen.", "Rose", "en", False),
        ("沈清之子沈安到了扬州。", "沈安", "zh", True),
        ("沈清同夫人郑氏上了船。", "郑氏", "zh", True),
        ("沈清之妻郑氏上了船。", "沈清", "zh", False),
        ("沈安领着众人上了船。", "沈安", "zh", False),
    ],
)
def test_kin_and_friends_of_a_person(text: str, name: str, lang: str, told: bool):
    assert tells_relation(text, [name], lang) is told
