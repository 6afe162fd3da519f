"""Names that stand once or twice in a short text."""

from __future__ import annotations

from quire.wiki.subjects.aliases_zh import groups_of
from quire.wiki.subjects.seldom_names_zh import seldom_forms, seldom_names

_TALE = (
    "長安有王生者，少孤，与友人李嘉祐同學。一日大雪，二人登高望遠，飲酒賦詩，忽有老翁扣門。"
    "翁曰：“吾姓氏不足道，但愿借宿。”王生納之。夜半，翁謂嘉祐曰：“子當為刺史。”"
).translate(str.maketrans("長學遠飲賦詩門納謂當為", "长学远饮赋诗门纳谓当为"))


def test_a_name_that_stands_once_is_found():
    text = f"{_TALE}后刘禹锡为序，与皇甫冉、郑常善，寄诗与白居易。时颜真卿为刺史，问于陆羽，羽曰善。"
    assert {"皇甫冉", "颜真卿"} <= seldom_names(text)
    assert {"皇甫冉", "颜真卿"} <= {name for group in groups_of(text)[0] for name, _ in group}


def test_pieces_of_words_are_no_names():
    assert seldom_names("他从东方来，在城门口等候，高兴地说方法很多，江水和白云都好看，一年四季常在。") <= {"高兴地"}


def test_a_long_text_has_none():
    assert seldom_names("后刘禹锡为序。" * 10_000) == frozenset()


def test_words_over_the_ends_of_a_string_are_seen():
    forms = {form.text: values for form, values in seldom_forms("他在江南方向。方向明来了。")}
    assert forms["江南方"]["word over its end"] > 0.5
    assert forms["方向明"]["word over its end"] == 0.0
    assert forms["江南方"]["parting"] < forms["方向明"]["parting"]
