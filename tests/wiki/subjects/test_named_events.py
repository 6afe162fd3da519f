"""Events, dates, and sentences that tell what happened."""

from __future__ import annotations

import time

import pytest

from quire.wiki.subjects.named_events import couplet_of, date_of, event_score, named_events, reign_names


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("第三回 老渔翁夜渡寒江 小书生朝登古塔", ("老渔翁夜渡寒江", "小书生朝登古塔")),
        ("第十二回　访旧友雨中迷路　得新书灯下忘眠", ("访旧友雨中迷路", "得新书灯下忘眠")),
        ("第三章 数据 结构", None),
        ("第一回 老渔翁夜渡寒江 小书生登塔", None),
        ("Chapter I", None),
    ],
)
def test_verses_of_a_title(title: str, found: tuple[str, str] | None):
    assert couplet_of(title) == found


@pytest.mark.parametrize(
    ("text", "lang", "date"),
    [
        ("They were married on the 18th of November, 1811, at home.", "en", "18th of November, 1811"),
        ("On November 18th he came.", "en", "November 18th"),
        ("In 1485 the king fell.", "en", "1485"),
        ("She may come, and they may stay.", "en", ""),
        ("He counted 1485 sheep.", "en", ""),
        ("定安三年春正月，大雪。", "zh", "定安三年春正月"),
        ("数十三年之后，他回来了。", "zh", ""),
        ("1911年10月10日，起事。", "zh", "1911年10月10日"),
        ("秋八月，水大涨。", "zh", "秋八月"),
    ],
)
def test_dates(text: str, lang: str, date: str):
    assert date_of(text, lang, reign_names("改元定安。定安元年，大赦。")) == date


def test_a_deed_tells_more_than_talk_or_a_wish():
    assert event_score("At last the town surrendered, and the duke was killed in the battle.", "en") > 2
    assert event_score("He thought that the town would have surrendered if he had wished it.", "en") < 1.5
    assert event_score("沈清引兵大败敌军，斩其大将。", "zh") > event_score("沈清曰：“大败敌军，斩其大将。”", "zh") > 0
    assert event_score("The room was large and light.", "en") == event_score("山水甚美。", "zh") == 0


def test_events_with_names():
    text = "After the Battle of Fenmoor all was quiet. The Battle of Fenmoor ended the Salt War. Of the Salt War we know little. The War of words."
    assert named_events(text, "en") == [("Battle of Fenmoor", 2), ("Salt War", 2)]
    assert named_events("洛阳之战以后，人皆知洛阳之战。天下之战。", "zh") == [("洛阳之战", 2)]


def test_named_events_have_hyphens_and_endless_words_take_no_long_time():
    text = "The Franco-Prussian War and the Hundred-Years-War; the Second Anglo-Dutch War. " * 2
    assert {name for name, _ in named_events(text, "en")} == {
        "Franco-Prussian War",
        "Hundred-Years-War",
        "Second Anglo-Dutch War",
    }
    start = time.process_time()
    assert named_events("Ab-" * 20_000 + "x" + "Ab " * 20_000, "en") == []
    assert time.process_time() - start < 5
