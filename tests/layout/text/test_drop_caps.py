"""Drop capitals."""

from __future__ import annotations

from quire.layout.text.drop_caps import join_drop_caps
from tests.layout.pages import line, style


def test_a_drop_capital_becomes_the_first_letter_of_its_line():
    capital = line("T", 72, 122, style(40.0))
    text = [line("his report defines", 94, 100), line("regulatory burdens", 94, 112), line("in the end", 72, 134)]
    result = join_drop_caps([capital, *text])
    assert [one.text for one in result] == ["This report defines", "regulatory burdens", "in the end"]
    assert result[0].x0 == 72


def test_a_large_letter_alone_is_left():
    lines = [line("A", 72, 122, style(40.0)), line("Title of a part", 72, 200)]
    assert join_drop_caps(lines) == lines
