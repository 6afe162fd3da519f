"""What the text of a setting may be, value by value."""

from __future__ import annotations

import pytest

import quire.setting_values as to


def test_texts_become_values():
    assert to.whole(0, 10)(" 7 ") == 7
    assert to.decimal(0, 1)("0.5") == 0.5
    assert to.models("boot=small, grow=large") == (("boot", "small"), ("grow", "large"))
    assert to.prices("*=3/15") == (("*", 3.0, 15.0),)
    assert to.address("https://quire.example.org/") == "https://quire.example.org"
    assert to.hosts("A.internal., b") == {"a.internal", "b"}
    assert [to.switch(word) for word in ("1", "no", "")] == [True, False, False]


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        (to.whole(0, 10), "11", "a whole number from 0 to 10"),
        (to.whole(0, 10), "9" * 5000, "a whole number"),
        (to.decimal(0, 1), "nan", "a number from 0 to 1"),
        (to.folder, "\0", "the path of a folder"),
        (to.level, "loud", "debug, info"),
        (to.located("sqlite", "postgresql"), "mysql://a", "sqlite:// or postgresql://"),
        (to.one_of("on", "off"), "maybe", "on or off"),
        (to.hosts, "a b", "host names"),
        (to.switch, "2", "0 or 1"),
    ],
)
def test_what_is_refused_says_what_is_taken(read, text, sentence):
    with pytest.raises(ValueError, match=sentence):
        read(text)
