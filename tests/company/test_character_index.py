"""The inverted index finds what a plain search finds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quire.company.character_index import Grams

texts = st.lists(st.text("甲乙丙丁ab\x00", max_size=8), max_size=12)


@given(texts, st.text("甲乙丙丁ab", min_size=1, max_size=2))
def test_one_or_two_characters_are_found_exactly(some, wanted):
    found = Grams.of(some).containing(wanted)
    assert found.tolist() == [number for number, text in enumerate(some) if wanted in text]


@given(texts, st.text("甲乙丙丁ab", min_size=3, max_size=5))
def test_of_longer_texts_none_is_missed(some, wanted):
    found = set(Grams.of(some).containing(wanted).tolist())
    assert found >= {number for number, text in enumerate(some) if wanted in text}


def test_what_shares_rare_grams_comes_first():
    index = Grams.of(["上海水仙有限公司", "上海火仙有限公司", "北京木器有限公司", "天津铁器有限公司"])
    assert index.like("上海水山有限公司", 2).ids[0] == 0
    assert len(index.like("龘龘", 3).ids) == 0


@given(texts)
def test_stored_arrays_make_the_same_index(some):
    index = Grams.of(some)
    again = Grams.from_arrays({name: np.array(array) for name, array in index.arrays.items()})
    for wanted in ("甲", "甲乙", "ab"):
        assert again.containing(wanted).tolist() == index.containing(wanted).tolist()


def test_an_empty_index_finds_nothing():
    index = Grams.of([])
    assert index.containing("甲").tolist() == []
    assert index.like("甲乙", 5).ids.tolist() == []
    assert index.containing("").tolist() == []


def test_lone_surrogates_and_astral_characters_do_no_harm():
    index = Grams.of(["𠮷野家", "普通"])
    assert index.containing("𠮷野").tolist() == [0]
    assert index.containing("\ud800").tolist() == []
