"""Names found by how they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company.company_names import CN, US, Name
from quire.company.pinyin_search import Readings
from quire.company.pinyin_syllables import readings

ENTRIES = (
    Name(CN, "", "1", "上海水仙股份有限公司", "上海水仙"),
    Name(US, "nyse", "SH", "Shanghai Petrochemical"),
    Name(CN, "", "2", "重庆银行股份有限公司", "重庆银行"),
    Name(CN, "", "3", "北京上海水务公司", "北上水务", ("西安a5公司",)),
    Name(CN, "", "4", "", ""),
)
READINGS = Readings.of(ENTRIES)


def found(query: str, index: Readings = READINGS) -> tuple[set[int], set[int], set[int]]:
    whole, beginning, inside = index.find(query)
    return {*whole.tolist()}, {*beginning.tolist()}, {*inside.tolist()}


@pytest.mark.parametrize("query", ["shanghaishuixian", "shsx", "shhshx", "shanghaisx", "shshuixian", "shanghshx"])
def test_whole_syllables_initials_and_mixtures(query):
    """A syllable is whole or its initial; ``shang`` and ``shangh`` are shang and shang h(ai)."""
    assert found(query)[0] == {0}


@pytest.mark.parametrize(
    ("query", "beginning", "inside"),
    [
        ("shanghai", {0}, {0, 3}),
        ("shangh", {0}, {0, 3}),
        ("sha", {0}, {0, 3}),
        ("hais", set(), {0, 3}),
        ("shui", set(), {0, 3}),
        ("ui", set(), set()),  # begins with no syllable
        ("shahai", set(), set()),  # sha is neither the syllable nor its initial
        ("chongqing", {2}, {2}),
        ("zhongqing", {2}, {2}),  # read character by character
        ("yinxing", set(), {2}),
        ("xiana5", set(), {3}),
        ("xaa5gs", set(), {3}),
        ("gongsishanghai", set(), set()),  # no query goes on from one name into the next
        ("z" * 300, set(), set()),
        ("", set(), set()),
    ],
)
def test_beginnings_and_parts(query, beginning, inside):
    assert found(query)[1:] == (beginning, inside)


def test_what_is_stored_is_the_same():
    again = Readings.from_arrays(READINGS.arrays)
    assert again.count == len(ENTRIES)
    for query in ("s", "shsx", "chongqing", "gongsi"):
        assert found(query, again) == found(query)


def test_nothing_has_no_readings():
    assert found("a", Readings.of(())) == (set(), set(), set())


@given(st.text("上海水仙重庆银行北京西安a5", min_size=1, max_size=6), st.data())
def test_every_mixture_of_whole_syllables_and_initials_finds_a_name(name, data):
    index = Readings.of([Name(CN, "", "1", "别的公司"), Name(CN, "", "2", name)])
    for reading in readings(name):
        query = "".join(one if data.draw(st.booleans()) else one[0] for one in reading)
        assert 1 in found(query, index)[0]
        assert 1 in found(query[:-1] or query, index)[1]
