"""Which sentence says what a thing is, and which one brings somebody in."""

from __future__ import annotations

import pytest

from quire.wiki.definitions import INTRODUCES, definition_score, introduction_score, opening_score


@pytest.mark.parametrize(
    ("sentence", "name", "least"),
    [
        ("A plugin is nothing more than a script that is loaded by itself.", "plugin", 6),
        ("Ownership is a set of rules.", "ownership", 6),
        ("The push method adds a character to the end.", "push method", 4),
        ("This handover is called a move.", "move", 4),
        ("A rule of such a kind is also known as a lemma.", "lemma", 4),
        ("We define a struct named Guess that has one field.", "Guess", 4),
        ("A view defines a query under a name.", "view", 4),
        ("The main function is special.", "main function", 4),
        ("He oils the gear, a wheel with teeth, every night.", "gear", 4),
        ("By the term gear we mean such a wheel.", "gear", 4),
        ("gear: a wheel with teeth.", "gear", 4),
        ("Like a lever, a gear is a simple machine.", "gear", 4),
        ("It tells which application binary interface (ABI) is used.", "application binary interface", 4),
    ],
)
def test_a_sentence_that_says_what_a_thing_is_or_does(sentence: str, name: str, least: float) -> None:
    assert definition_score(sentence, name, "en") >= least


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Because we called the function with 5, the output has both.", "function"),
        ("The program is still small.", "program"),
        ("The process is a bit different here.", "process"),
        ("Output is the same as for the other command.", "output"),
        ("Threads are also only an option on some machines.", "thread"),
        ("It is called vector space by some.", "vector"),
        ("Is a plugin a script?", "plugin"),
        ("It is a named sequence of statements.", "sequence"),
    ],
)
def test_a_sentence_that_only_tells_one_thing_more_defines_nothing(sentence: str, name: str) -> None:
    assert definition_score(sentence, name, "en") < 4


@pytest.mark.parametrize(
    ("sentence", "name", "defines"),
    [
        ("回归（regression）是一类方法。", "回归", True),
        ("网络由八层组成：五个卷积层和三个全连接层。", "网络", True),
        ("每行数据称为样本（sample），也可以称为数据点。", "样本", True),
        ("文本被拆成词元列表，词元（token）是一种基本单位。", "词元", True),
        ("用来选择参数的程序被称为学习算法。", "学习", False),
        ("这个长度被称为数据的维数。", "数据", False),
        ("函数的形状是对称的。", "函数", False),
        ("自动微分可以用来学习参数吗？", "自动微分", False),
    ],
)
def test_chinese_definitions(sentence: str, name: str, defines: bool) -> None:
    assert (definition_score(sentence, name, "zh") >= 4) is defines


@pytest.mark.parametrize(
    ("sentence", "name", "brought"),
    [
        ("那人身长七尺，姓王名平，字子均。", "王平", True),
        ("众视之，乃天水人也，姓王，名平。", "王平", True),
        ("却说王平，字子均，乃王谦之子。", "王平", True),
        ("王平乃许领其事。", "王平", False),
        ("正走之间，乃王平引军来到。", "王平", False),
        ("前日来者，乃王平之计。", "王平", False),
    ],
)
def test_somebody_is_brought_in_by_his_names_family_and_origin(sentence: str, name: str, brought: bool) -> None:
    assert (introduction_score(sentence, [name], "zh") >= INTRODUCES) is brought


def test_what_somebody_was_brings_him_in_more_than_how_he_felt() -> None:
    known = introduction_score("Mr. Hill, who had been a clerk to their father, came in.", ["Mr. Hill"], "en")
    felt = introduction_score("Miss Hill was not so satisfied with this reply.", ["Miss Hill"], "en")
    assert known > felt


@pytest.mark.parametrize(
    ("text", "name", "lang", "score"),
    [
        ("Liquidity: The balance that can be sent across the channel.", "Liquidity", "en", 4.0),
        ("Liquidity: see above.", "Liquidity", "en", 1.0),
        ("偏差（bias）：描述的是预测值的期望与真实值之间的差距。", "偏差", "zh", 4.0),
        ("刘备：“吾弟必在此处。”", "刘备", "zh", 1.0),
    ],
)
def test_an_entry_of_a_list_defines_its_term(text: str, name: str, lang: str, score: float):
    assert definition_score(text, name, lang) == score


def test_a_lead_opens_with_its_subject_and_not_with_a_clause():
    assert opening_score("The governor closes a valve.", ["Governor"]) > opening_score(
        "It has a governor.", ["Governor"]
    )
    assert opening_score("If a governor fails, it stops.", ["Governor"]) < 0
    assert (
        opening_score("因为数据有关联，学习器不好学习。", ["数据"]) < 0 < opening_score("数据是观测的集合。", ["数据"])
    )
