"""Letters moved up or down in logos."""

from __future__ import annotations

from quire.layout.text.baseline_shifts import join_shifted_letters
from quire.model.page import Line
from tests.layout.pages import line, style


def logo(*, x: float = 100.0, y: float = 100.0) -> tuple[Line, Line]:
    """A line with the T and the X of TeX, and the E as a line of its own below it."""
    words = [line("uses", x - 40, y), line("T", x, y), line("X", x + 9.3, y), line("here", x + 20, y)]
    whole = words[0]._replace(
        words=tuple(one.words[0]._replace(space=index > 0) for index, one in enumerate(words)), x1=words[-1].x1
    )
    e = line("E", x + 4.3, y + 2.15)
    return whole, e


def test_a_lowered_letter_stands_between_its_neighbours() -> None:
    whole, e = logo()
    assert [one.text for one in join_shifted_letters([whole, e])] == ["uses TEX here"]


def test_letters_of_several_logos_in_one_line_of_their_own() -> None:
    first, e = logo()
    second, other = logo(x=200.0)
    words = (*first.words, second.words[0]._replace(space=True), *second.words[1:])
    whole = first._replace(words=words, x1=second.x1)
    pair = e._replace(words=(*e.words, *other.words), x1=other.x1)
    assert [one.text for one in join_shifted_letters([whole, pair])] == ["uses TEX here uses TEX here"]


def test_a_raised_capital_between_capitals_is_no_script() -> None:
    whole, e = logo()
    a = line("A", 98.0, 97.9, style(7.0, rise=1))
    raised = a.words[0]._replace(space=False)
    before = line("L", 94.0, 100.0).words[0]._replace(space=True)
    t = whole.words[1]._replace(space=False)
    words = (whole.words[0], before, raised, t, *whole.words[2:])
    assert join_shifted_letters([whole._replace(words=words), e])[0].text == "uses LATEX here"


def test_letters_that_touch_no_word_stay() -> None:
    whole, e = logo()
    away = e._replace(words=(e.words[0]._replace(x0=300.0, x1=307.0),), x0=300.0, x1=307.0)
    below = line("E", 104.3, 112.0)
    assert join_shifted_letters([whole, away, below]) == [whole, away, below]
