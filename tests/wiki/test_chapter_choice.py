"""What a chapter shows beside its sentences: what its author says of it."""

from __future__ import annotations

import pytest

from quire.wiki.chapter_choice import own_summary, sums_up
from quire.wiki.page_plan import ChapterPlan
from quire.wiki.page_planner import all_sentences, make_plan
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, stands_alone


@pytest.mark.parametrize(
    "heading", ["Summary", "4.7 Summary", "Chapter Summary", "Conclusions", "小结", "本章小结", "总结"]
)
def test_an_author_sums_a_chapter_up_under_such_headings(heading: str):
    assert sums_up(heading)
    assert not sums_up(f"{heading} of gears and 轮")


def own(summary: list[str], beginning: list[str], lang: str = "en") -> list[str]:
    texts = [*summary, *beginning]
    sentences = [Sentence(text, 0, at, lang) for at, text in enumerate(texts)]
    numbers = own_summary(
        range(len(summary)), range(len(summary), len(texts)), sentences, lambda at: stands_alone(texts[at], lang)
    )
    return [texts[number] for number in numbers]


GEARS = "Gears carry the force of the water to the stones of the mill."
PROMISE = "In this chapter we describe how the force of water reaches the stones of a mill."


def test_its_summary_is_told_as_it_stands_until_it_points_elsewhere():
    after = ["They lose some of it in the bearings of every wheel.", "The next chapter is on sails.", "Mills need oil."]
    assert own([GEARS, *after], [PROMISE]) == [GEARS, after[0]]


def test_a_summary_may_begin_with_what_was_learned():
    learned = "In this chapter you learned how gears carry the force of the water."
    assert own([learned, "They lose some of it in the bearings of every wheel."], []) == [
        learned,
        "They lose some of it in the bearings of every wheel.",
    ]
    assert (
        own(
            [
                "They lose some of it in the bearings of every wheel.",
                "These turn in the old mill every day of the week.",
                "Mills need oil.",
            ],
            [],
        )
        == []
    )


def test_without_one_its_beginning_promises_what_it_tells():
    assert own([], ["Water was always at hand.", PROMISE]) == [PROMISE]
    assert (
        own(
            [],
            [
                "We saw this chapter described.",
                "If you read this chapter, we explain gears, wheels and all the rest of it.",
            ],
        )
        == []
    )
    assert own([], ["磨坊里的水从来不缺。", "本章将介绍水的力量如何通过齿轮传到磨坊的每一块石磨上。"], "zh") == [
        "本章将介绍水的力量如何通过齿轮传到磨坊的每一块石磨上。"
    ]


def test_a_chapter_begins_with_its_summary_which_its_section_does_not_repeat():
    rows = [
        ((), "Every mill of the valley had a keeper in those years."),
        (("Wheels",), "The wheel of the old mill was made of oak and iron."),
        (("Sails",), "The sails of the new mill were mended in every spring."),
        (("Summary",), f"{GEARS} They lose some of it in the bearings of every wheel."),
    ]
    passages = [Passage(f"p{at}", "Mills", at, text, ("Mills", *above)) for at, (above, text) in enumerate(rows)]
    chapter = make_plan(passages, [ChapterPlan("mills", "Mills", 0, len(rows))], [], "en").chapters[0]
    texts = [one.text for one in all_sentences(passages, "en")]
    assert [texts[number] for number in chapter.summary] == [
        GEARS,
        "They lose some of it in the bearings of every wheel.",
    ]
    assert [one.title for one in chapter.sections] == ["", "Wheels", "Sails"]
