"""The cases from which names that stand seldom are learned."""

from __future__ import annotations

from learn.seldom_names_zh import listed_cases, stretch_cases


def test_listed_names_are_right_and_the_others_stand_for_all():
    text = "后刘禹锡为序，与皇甫冉、郑常善，寄诗与白居易。"
    cases = listed_cases(text, {"刘禹锡", "皇甫冉"})
    assert sum(cases.right) == 2
    assert len(cases.right) == len(cases.evidence) == len(cases.weight)
    assert all("parting" in one for one in cases.evidence)


def test_a_long_book_tells_its_own_names():
    told = "刘禹锡道：“好。”众人看着刘禹锡，刘禹锡笑道：“走。”后来天色已晚，大家回家去了。" * 1700
    found = stretch_cases(told, "a book")
    assert len(found) == 2
    assert all(sum(one.right) >= 1 for one in found)
