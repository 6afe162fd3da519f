"""How pages name each other in lists of links."""

from __future__ import annotations

import pytest

from quire.wiki.page_composition import link_to


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("欠拟合还是过拟合？", "欠拟合还是过拟合?"),
        ("记得备份您所有的数据！：第二步", "记得备份您所有的数据!：第二步"),
        ("一。二", "一.二"),
    ],
)
def test_no_chinese_sentence_ends_inside_a_link(title: str, shown: str):
    assert link_to("a", title, "zh") == f"[[a|{shown}]]"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Choo, Choo! Release Channels", "Choo, Choo: Release Channels"),
        ("What Is Ownership?", "What Is Ownership?"),
        ("9.5.1. Who is there?", "9.5.1 Who is there?"),
        ("Ch. 2: Rules vs. habits", "Ch 2: Rules vs. habits"),
        ("“Shall we?” Said the Miller", "“Shall we”: Said the Miller"),
        ("A [list] | of", "A (list) / of"),
    ],
)
def test_no_english_sentence_ends_inside_a_link(title: str, shown: str):
    assert link_to("a", title, "en") == f"[[a|{shown}]]"


def test_a_title_that_is_the_id_stands_alone():
    assert link_to("gears", "gears", "en") == "[[gears]]"
