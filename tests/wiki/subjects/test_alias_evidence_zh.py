"""What two names of a Chinese book share, and where they stand."""

from __future__ import annotations

import re

import pytest

from quire.wiki.subjects.alias_evidence_zh import Names
from quire.wiki.subjects.name_evidence_zh import NameForm


def _names(text: str, *names: str, stated: dict[tuple[str, str], str] | None = None) -> Names:
    return Names(text, [NameForm(one, [hit.start() for hit in re.finditer(one, text)]) for one in names], stated or {})


@pytest.mark.parametrize(
    ("one", "two", "relation"),
    [
        ("云长", "关云长", "given name"),
        ("默吟先生", "钱默吟", "given name with a title"),
        ("太乙", "太乙真人", "beginning, title"),
        ("小崔", "小崔太太", "beginning, of a woman"),
        ("蒋爷", "蒋四爷", "surname with titles"),
    ],
)
def test_relations(one: str, two: str, relation: str):
    names = _names(f"{one}来了。{two}去了。{one}到了。", one, two)
    assert names.pairs()[0, 1][relation] == 1.0


def test_two_of_one_family_share_nothing():
    assert not _names("蒋平来了。蒋福去了。", "蒋平", "蒋福").pairs()


def test_a_mention_inside_a_longer_name_is_none():
    names = _names("关云长来了。云长去了。关云长笑。", "云长", "关云长")
    assert names.counts() == [1, 2]


def test_what_is_stated_or_stands_before_a_name_is_compared():
    stated = _names("花和尚来了。鲁达去了。", "鲁达", "花和尚", stated={("鲁达", "花和尚"): "by-name"}).pairs()
    assert stated[0, 1]["stated, by-name"] == 1.0
    before = _names("锦毛鼠白玉堂来了。锦毛鼠白玉堂道。锦毛鼠笑。", "白玉堂", "锦毛鼠").pairs()
    assert before[0, 1]["before the name"] == 1.0
    assert before[0, 1]["sentences together"] == 0.0


def test_a_surname_with_a_title_is_compared_with_all_names_of_a_person():
    text = "蒋平来了。泽长便去。蒋爷笑道。泽长又来。蒋爷也来。蒋福在家。"
    names = _names(text, "蒋平", "泽长", "蒋福", "蒋爷")
    found = names.bearers([[0, 1], [2], [3]])
    assert set(found) == {(2, 0), (2, 1)}
    assert found[2, 0]["named last"] == 1.0
    assert found[2, 0]["share"] == 0.75
    assert found[2, 1]["named last by most"] == 0.0
