"""The model of persons in a Chinese book."""

from __future__ import annotations

from quire.wiki.subjects.person_model_zh import is_role, person_evidence, person_score
from quire.wiki.subjects.substring_counts import SubstringCounts

_TEXT = "".join(
    f"那日{place}，十三妹道：“{word}。”众人见十三妹{deed}，忙与十三妹{verb}。{place}的石青缎子挂着，便取石青缎子来看。"
    for place, word, deed, verb in zip(
        ["山前", "店中", "庙里", "路上", "庄外", "堂前"] * 3,
        ["好", "且慢", "去罢", "不必", "当真", "使得"] * 3,
        ["大怒", "走来", "不言", "提刀", "下马", "冷笑"] * 3,
        ["说话", "行礼", "讲明", "让座", "道谢", "作别"] * 3,
        strict=True,
    )
)


def _score(name: str, *, by_rules: bool = False) -> float:
    found = person_evidence(_TEXT, {"石青", "十三妹"})
    return person_score(
        name, found[name], "石" if name[0] == "石" else "", SubstringCounts(_TEXT), len(_TEXT), by_rules=by_rules
    )


def test_evidence_counts_mentions_speeches_and_neighbours():
    one = person_evidence(_TEXT, ())["十三妹"]
    assert one.count == 54
    assert one.speeches == 18
    assert one.before["见"] == 18
    assert one.before["，"] == 18


def test_who_speaks_and_is_spoken_to_is_a_person_and_a_thing_is_none():
    assert _score("十三妹") > -1 > -3 > _score("石青")


def test_what_the_rules_took_is_more_likely():
    assert _score("石青", by_rules=True) > _score("石青")


def test_roles_name_nobody():
    assert is_role("老爷")
    assert is_role("众人")
    assert not is_role("十三妹")


def test_rare_strings_are_no_candidates():
    assert person_evidence("张三道：“是。”", {"张三"}) == {}
