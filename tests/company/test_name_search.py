"""Search: ranks, filters, pages, and errors that are forgiven."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.company.company_names import CN, US, Name, normal
from quire.company.lookup import Query, Register
from quire.company.pinyin_syllables import readings
from quire.errors import BadRequest

CHARACTERS = "江苏晨光样例科技山水云海天地人和新华东方南北金木火土机械电子食品医药环保能源"
CITIES = ("北京", "上海", "江苏", "深圳")


def many(count: int) -> list[Name]:
    """Companies with names as they are: a place, two to four characters of their own, a trade, a legal form."""
    rng = random.Random(7)
    made = []
    for number in range(count):
        own = "".join(rng.choice(CHARACTERS) for _ in range(rng.randint(2, 4)))
        city = rng.choice(CITIES)
        name = f"{city}{own}{rng.choice(('科技', '机械', '食品', '医药'))}股份有限公司"
        made.append(Name(CN, "", f"{830000 + number}", name, own, (), (("省份", city),)))
    return made


REGISTER = Register([
    *many(600),
    Name(US, "nyse", "BRX-B", "Brackish & Sons, Inc."),
    Name(US, "nyse", "BRX-A", "Brackish & Sons, Inc."),
    Name(US, "nasdaq", "EXMPL", "Example Corp"),
    Name(US, "nasdaq", "SONS", "Another Name Ltd"),
])  # fmt: skip


def found(text: str, **more) -> list[str]:
    return [hit.name.code for hit in REGISTER.search(Query(text, **more)).hits]


def test_two_characters_find_all_that_contain_them_and_nothing_else():
    for wanted in ("科技", "有限", "江苏", "机械"):
        expected = {one.code for one in REGISTER.entries if wanted in one.name + "\0" + one.short}
        page = REGISTER.search(Query(wanted, limit=1000))
        assert {hit.name.code for hit in page.hits} == expected
        assert page.total == len(expected)


def test_codes_and_beginnings_come_first():
    assert found("830007")[0] == "830007"
    assert found("83000", limit=10) == [f"83000{digit}" for digit in range(10)]
    entry = REGISTER.entries[3]
    ranks = [hit.rank for hit in REGISTER.search(Query(entry.name[:4], limit=50)).hits]
    assert ranks == sorted(ranks)
    assert found(entry.short, limit=10).index(entry.code) < 10


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("brackish", ["BRX-A", "BRX-B"]),
        ("BRX.B", ["BRX-B"]),
        ("sons", ["SONS", "BRX-A", "BRX-B"]),  # the ticker before a word of a name
        ("ample", ["EXMPL"]),
        ("exampel corp", ["EXMPL"]),
        ("brackihs", ["BRX-A", "BRX-B"]),
        ("zzzzzz", []),
        ("&&&", []),
    ],
)
def test_latin_names(text, codes):
    assert found(text, dataset=US) == codes


def test_what_is_there_letter_for_letter_comes_first():
    entries = [
        Name(CN, "", "1", "上海(集团)样例公司"),
        Name(CN, "", "2", "集团样例公司"),
        Name(CN, "", "3", "北京（上例）公司"),
        Name(CN, "", "4", "上例公司"),
    ]
    register = Register(entries)
    assert [hit.name.code for hit in register.search(Query("团样")).hits] == ["2", "1"]
    assert [hit.name.code for hit in register.search(Query("（上")).hits] == ["3", "1", "4"]
    assert [hit.name.code for hit in register.search(Query("上海集团")).hits] == ["1"]


def test_errors_are_forgiven_within_the_filter():
    assert found("exampel", dataset=US) == ["EXMPL"]
    entries = [Name(CN, "", "1", "样例公司"), Name(US, "nyse", "X", "样列公司")]
    page = Register(entries).search(Query("样列公司", dataset=CN))
    assert [hit.name.code for hit in page.hits] == ["1"]


def test_pinyin():
    entry = REGISTER.entries[11]
    syllables = readings(normal(entry.short))[0]
    for query in ("".join(syllables), " ".join(syllables), "".join(one[0] for one in syllables)):
        page = REGISTER.search(Query(query, limit=600))
        assert entry in [hit.name for hit in page.hits]
        assert {hit.rank for hit in page.hits} <= {4, 5, 9}


def test_one_wrong_character_is_forgiven():
    rng = random.Random(1)
    hits = 0
    for entry in REGISTER.entries[:300]:
        at = rng.randrange(len(entry.name))
        wrong = entry.name[:at] + rng.choice(CHARACTERS) + entry.name[at + 1 :]
        hits += entry.code in found(wrong, limit=10)
    assert hits >= 297


@pytest.mark.parametrize("change", ["left out", "twice", "swapped"])
def test_other_errors_are_forgiven_too(change):
    entry = REGISTER.entries[42]
    name = entry.name
    wrong = {
        "left out": name[:3] + name[4:],
        "twice": name[:3] + name[3] + name[3:],
        "swapped": name[:3] + name[4] + name[3] + name[5:],
    }[change]
    assert entry.code in found(wrong, limit=10)


def test_filters():
    page = REGISTER.search(Query("科技", facets=(("省份", "江苏"),), limit=1000))
    assert page.total
    assert {dict(hit.name.facets)["省份"] for hit in page.hits} == {"江苏"}
    assert found("", dataset=US, market="nasdaq") == ["EXMPL", "SONS"]
    assert found("", facets=(("省份", "月球"),)) == []


@pytest.mark.parametrize("text", ["", "科技", "晨光样例科技"])
def test_pages_by_cursor_are_the_whole_in_order(text):
    whole = found(text, limit=1000)
    gathered, cursor = [], ""
    while True:
        page = REGISTER.search(Query(text, limit=37, cursor=cursor))
        gathered += [hit.name.code for hit in page.hits]
        cursor = page.cursor
        if not cursor:
            break
    assert gathered == whole
    assert found(text, limit=10, offset=5) == whole[5:15]


def test_a_cursor_goes_on_in_a_changed_catalogue():
    page = REGISTER.search(Query("科技", limit=20))
    shown = [hit.name.code for hit in page.hits]
    rest = [one for one in REGISTER.entries if one.code not in shown[5:15]]
    following = Register(rest).search(Query("科技", limit=1000, cursor=page.cursor))
    assert [hit.name.code for hit in following.hits] == found("科技", limit=1000)[20:]


@pytest.mark.parametrize("cursor", ["x", "e30", "W10", "WzFd", "!!!!", "WyJhIiwxLDIsM10", "é"])
def test_a_cursor_that_is_none(cursor):
    with pytest.raises(BadRequest, match="cursor"):
        REGISTER.search(Query("科技", cursor=cursor))


@settings(max_examples=60)
@given(st.text(max_size=40))
def test_any_query_is_safe(text):
    page = REGISTER.search(Query(text, limit=10))
    assert len(page.hits) <= 10
    assert page.total >= len(page.hits)


def test_a_companys_share_comes_before_its_other_securities():
    entries = [
        Name(US, "nyse", code, name)
        for code, name in (
            ("AMB", "Jay Pea Mill Corp"),
            ("JPM", "Jay Pea Mill Corp"),
            ("JPM-PC", "Jay Pea Mill Corp"),
            ("ZZ", "Jay Pea Ltd"),
        )
    ]
    index = Register(entries)
    page = index.search(Query("jay pea", limit=2))
    assert [hit.name.code for hit in page.hits] == ["JPM", "ZZ"]
    assert {hit.rank for hit in page.hits} == {3}
    rest = index.search(Query("jay pea", limit=2, cursor=page.cursor))
    assert [hit.name.code for hit in rest.hits] == ["AMB", "JPM-PC"]


def test_traditional_characters_and_a_written_and():
    entries = [Name(CN, "", "430001", "北京中国环保科技股份有限公司", "国环"), Name(US, "nyse", "JJ", "JAY & JAY")]
    index = Register(entries)
    for text, code in (
        ("環保", "430001"),
        ("國環", "430001"),
        ("北京中國", "430001"),
        ("jay and jay", "JJ"),
        ("Jay & Jay", "JJ"),
    ):
        assert [hit.name.code for hit in index.search(Query(text)).hits] == [code], text
    assert index.search(Query("國環")).hits[0].rank == 0


def test_a_missing_letter_does_not_count_twice_at_the_beginning_of_a_name():
    entries = [Name(US, "nasdaq", "AA", "Microbot Medical Inc."), Name(US, "nasdaq", "MSFX", "Microsofx Corp")]
    found = Register(entries).search(Query("microsfx")).hits
    assert [hit.name.code for hit in found] == ["MSFX"]


WORDS = Register([
    Name(CN, "", "830001", "北京中兴通科技股份有限公司", "中兴通"),
    Name(CN, "", "830002", "北京大地科技股份有限公司", "大地科技"),
    Name(CN, "", "830003", "深圳中兴机械股份有限公司", "中兴机械", (), (("统一社会信用代码", "91110108MA00ABCD1X"),)),
    Name(US, "nasdaq", "AAPL", "Apple Inc.", "", (), (("cik", "0000320193"), ("lei", "HWUPKR0MPOU8FGXBT394"))),
    Name(US, "nyse", "BRX-A", "Brackish & Sons, Inc."),
])  # fmt: skip


def codes(text: str) -> list[str]:
    return [hit.name.code for hit in WORDS.search(Query(text)).hits]


@pytest.mark.parametrize("text", ["北京 中兴 科技", "科技　中兴　北京", "中兴 北京", "zhongxing beijing"])
def test_several_words_are_all_wanted_in_any_order(text: str):
    assert codes(text) == ["830001"]


def test_where_no_company_has_every_word_the_most_telling_come_first():
    assert codes("上海 机械 科技") == ["830003", "830001", "830002"]
    assert codes("sons apple") == ["AAPL", "BRX-A"]
    assert codes("没有 哪家") == []


@pytest.mark.parametrize("text", ["320193", "0000320193", "CIK0000320193", "cik 320193", "hwupkr0mpou8fgxbt394"])
def test_identifiers_find_their_company(text: str):
    assert codes(text)[0] == "AAPL"
    assert [one.code for one in WORDS.identified(text)] == ["AAPL"]


def test_a_credit_code_means_its_company():
    assert [one.code for one in WORDS.company("91110108ma00abcd1x")] == ["830003"]


@pytest.mark.parametrize("text", ["zhongxinjixie", "zhongxinhjixie", "zhngxingjixie", "zhongxingjixei", "zhongximgji"])
def test_pinyin_forgives_one_letter(text: str):
    assert codes(text) == ["830003"]
