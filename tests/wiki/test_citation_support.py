"""Whether the passages that a sentence cites carry it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.citation_support import CitedPassages, find_faults, is_in_language

GEAR = (
    "A *worm gear* is a gear that is turned by a screw, so that one turn of the shaft moves one tooth. A worm gear "
    "cannot "
    "be driven backwards, unlike an ordinary gear. It has 1,500 teeth. “It never slips,” said Mr. Harding of Leeds. "
    "Call `turn(2)`."
)
MAO = "却说王茂，字伯远，青州人氏，第三次上山。王茂曰：“此山可守。”赵彪大怒，拔刀而起。时有一百二十人在山上。"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A screw turns the worm gear, and one turn of the shaft moves one tooth of it.", ""),
        ("The worm gear, which has 1500 teeth, is turned by a screw.", ""),
        ("Mr. Harding said of the worm gear: “It never slips.”", ""),
        ("The worm gear is turned with `turn(2)` by a screw.", ""),
        ("The worm gear has 1,600 teeth.", "number"),
        ("A worm gear can be driven backwards, unlike an ordinary gear.", "negation"),
        ("A worm gear can be driven backwards.", "negation"),
        ("The worm gear is not turned by a screw of the shaft.", "negation"),
        ("The gear was praised by Harding of Bristol and by Leeds.", "name"),
        ("Mr. Harding said of the gear: “It always slips.”", "quotation"),
        ("The worm gear is turned with `spin(2)`.", "quotation"),
        ("Hydraulic presses compress metal sheets under enormous loads.", "support"),
        ("The passages say that a worm gear is turned by a screw.", "residue"),
        ("As an AI I know that a worm gear is turned by a screw.", "residue"),
    ],
)
def test_english(text: str, kind: str):
    found = [one.kind for one in find_faults(text, CitedPassages([GEAR], "en"))]
    assert found == [kind] if kind else not found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("王茂是青州人，字伯远。", ""),
        ("王茂说此山可守。", ""),
        ("赵彪大怒，拔刀站起。", ""),
        ("当时有120人在山上。", ""),
        ("当时有一百三十人在山上。", "number"),
        ("王茂第二次上山。", "number"),
        ("王茂说此山不可守。", "negation"),
        ("王茂说：“此山难守。”", "quotation"),
        ("诸葛先生乘舟渡江，火烧连营。", "support"),
    ],
)
def test_chinese(text: str, kind: str):
    found = [one.kind for one in find_faults(text, CitedPassages([MAO], "zh"))]
    assert found == [kind] if kind else not found


def test_the_subject_may_be_named_where_the_passage_says_he():
    source = CitedPassages(["He was the master of Ashby Hall and had two sisters."], "en")
    assert not find_faults("Edmund Vane was the master of Ashby Hall.", source, ["Edmund Vane"])
    assert find_faults("The master of Ashby Hall was Edmund Vane.", source)


@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from(["en", "zh"]))
def test_any_text_can_be_judged(text: str, passage: str, lang: str):
    assert all(one.kind and one.text for one in find_faults(text, CitedPassages([passage], lang), ["name"]))


def test_languages():
    assert is_in_language("A plain sentence with `代码`.", "en")
    assert not is_in_language("这是中文。", "en")
    assert is_in_language("函数 `main` 用于启动程序。", "zh")
    assert not is_in_language("A plain sentence.", "zh")


def test_a_literary_passage_may_be_told_in_modern_words():
    old = (
        "操见玄德至，乃大喜曰：“吾得使君，如鱼得水矣。”遂设宴于后园，令张辽陪饮之。玄德辞谢，操不许，二人饮至三更方散。"
    )
    assert not find_faults(
        "曹操见玄德来到，十分高兴，在后园设宴，命张辽作陪饮酒。", CitedPassages([old.replace("操", "曹操", 1)], "zh")
    )
    modern = "会议在北京举行，代表们讨论了新的计划，并决定明年在上海设立办事处，由主任负责。"
    assert find_faults("代表们乘船前往广州，与商人商议合作。", CitedPassages([modern], "zh"))


def test_a_denial_counts_only_for_what_it_denies():
    source = CitedPassages(["Tuples have a fixed length: once declared, they cannot grow or shrink in size."], "en")
    assert not find_faults("Once a tuple has been declared, its length is fixed.", source)
    assert find_faults("Once declared, tuples grow in size and have a fixed length.", source)
