"""How much a sentence says of what its chapter is about."""

from __future__ import annotations

import pytest

from quire.wiki.centrality import sentence_centrality
from quire.wiki.sentence_split import Sentence


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("en", ["Worm gears turn slowly.", "Worm gears wear slowly.", "Elephants dislike thunder."]),
        ("zh", ["采样定理限制频率。", "采样定理说明频率。", "大象害怕打雷。"]),
    ],
)
def test_shared_words_and_named_subjects_weigh(lang: str, texts: list[str]):
    numbered = {at: Sentence(text, at, 0, lang) for at, text in enumerate(texts)}
    none = sentence_centrality(numbered, dict.fromkeys(numbered, 0))
    assert min(none[0], none[1]) > none[2]
    some = sentence_centrality(numbered, {0: 0, 1: 2, 2: 0})
    assert some[1] > none[1]
    assert (some[0], some[2]) == (none[0], none[2])
