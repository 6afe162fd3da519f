"""Text as search reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.search.query_tokens import (
    asked_name,
    best_snippet,
    display_text,
    index_terms,
    query_terms,
    snippet,
    token_weight,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("HashMap", ["hashmap", "hash", "map"]),
        ("should_panic", ["panic"]),
        ("The gears' teeth", ["gear", "teeth"]),
        ("噪声", ["噪", "声", "噪声"]),
        ("噪聲", ["噪", "声", "噪声"]),
        ("x86 处理", ["x", "86", "处", "理", "处理"]),
    ],
)
def test_tokens(text: str, terms: list[str]):
    assert index_terms(text) == terms


def test_words_that_only_ask_are_not_looked_for():
    assert query_terms("怎样避免混叠") == ["避", "免", "混", "叠", "避免", "免混", "混叠"]
    assert query_terms("how do I avoid backlash") == ["avoid", "backlash"]


def test_particles_are_looked_for_alone():
    assert query_terms("上") == ["上"]
    assert "上" not in query_terms("上海")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("What is a worm gear?", "wormgear"),
        ("who was Mr. Darcy", "mrdarcy"),
        ("What's a trait", "trait"),
        ("什么是混叠？", "混叠"),
        ("曹操是谁", "曹操"),
        ("什麼是混疊", "混叠"),
        ("混叠是什么意思", "混叠"),
        ("gear", "gear"),
        ("what is", "whatis"),
    ],
)
def test_the_name_that_a_question_asks_for(query: str, name: str):
    assert asked_name(query) == name


@given(st.text(max_size=300))
def test_any_text_is_a_query(text: str):
    assert len(query_terms(text)) <= 64
    assert isinstance(asked_name(text), str)
    assert len(snippet(text, dict.fromkeys(query_terms(text), 1.0))) <= 182


def test_pairs_that_stand_together_by_chance_count_half():
    assert [token_weight(one) for one in ("的图", "用几", "用户", "图像", "的", "gear")] == [
        0.5,
        0.5,
        1.0,
        1.0,
        1.0,
        1.0,
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("高度为$h$的**窗口**。 [^p3]", "高度为 h 的窗口。"),
        (r"then $$\operatorname*{argmax}_j \hat{y}_j$$ holds", "then argmax_jŷ_j holds"),
        ("It costs $5 and not $6.", "It costs $5 and not $6."),
        ("A [[gear|gear]] turns.\n\n[[a|A]] · [[b]]\n\n← [[c|C]] · ↑ [[d]]\n- [[e|E]] (12)", "A gear turns."),
        (r"\| `gear` and a\_b", "| gear and a_b"),
    ],
)
def test_results_show_no_markup(text: str, told: str):
    assert display_text(text) == told


@given(st.text(alphabet="$\\{}^_ a中[]|*`\n", max_size=80))
def test_any_text_can_be_shown(text: str):
    assert "\n" not in display_text(text)


def test_a_snippet_stands_where_most_of_the_words_do():
    text = "The gear is old. " + "Nothing is said here. " * 30 + "A gear and a shaft of bronze." + " More follows." * 30
    assert "gear and a shaft of bronze" in snippet(text, dict.fromkeys(index_terms("gear shaft bronze"), 1.0))


def test_a_snippet_shows_a_rare_word_rather_than_a_common_one_again_and_again():
    text = "gear " * 40 + "and " * 60 + "the bronze sleeve of a gear " + "end " * 60
    assert "bronze sleeve" in snippet(text, {"gear": 1.0, "bronz": 4.0})
    assert snippet(text, {"gear": 1.0}).startswith("gear")
    assert snippet(text, {"worm": 1.0}).startswith("gear")


@pytest.mark.parametrize(
    ("before", "sentence"), [("Oil cools. ", "A worm turns a gear"), ("油能冷却。", "蜗杆转动齿轮")]
)
def test_a_snippet_begins_with_a_sentence_that_begins_near(before: str, sentence: str):
    text = "and so on " * 60 + before + sentence + " end" * 60
    cut = snippet(text, dict.fromkeys(index_terms(sentence), 1.0))
    assert cut.startswith(f"…{sentence}")


def test_a_snippet_shows_what_stands_there_as_asked():
    text = f"The worm turns. The gear turns. {'Oil cools the shaft again and again. ' * 12}Here a worm of the gear is."
    assert "worm of the gear" in snippet(text, {"worm": 1.0, "gear": 1.0}, "Worm of the gear")
    answer = f"{'冷却的油流过。' * 40}三英战吕布之后，众将皆喜。"
    assert "三英战吕布" in best_snippet(["吕布大败，三人各自回营。", answer], {"吕布": 2.0, "三": 1.0}, "三英战吕布")
