"""Fonts that are called fixed."""

from __future__ import annotations

from quire.read.pdf.font_pitch import with_true_pitch
from tests.layout.pages import MONO, line

WORDS = ["Open", "Source", "Computer", "Vision", "Library", "Model", "Boosting", "total"]


def set_in(widths: list[float]):
    made = line(" ".join(WORDS), 72, 100, MONO)
    words = [w._replace(x1=w.x0 + width * len(w.text)) for w, width in zip(made.words, widths, strict=True)]
    return (made._replace(words=tuple(words)),)


def test_a_font_whose_letters_are_of_several_widths_is_not_fixed():
    (found,) = with_true_pitch(set_in([5.5, 4.6, 5.0, 4.2, 3.9, 5.2, 4.3, 3.4]))
    assert not any(word.style.mono for word in found.words)
    assert found.text == " ".join(WORDS)


def test_a_fixed_font_stays_fixed_and_so_does_one_of_few_words():
    lines = set_in([6.0, 6.2, 6.0, 6.1, 5.8, 6.0, 6.2, 6.0])
    assert with_true_pitch(lines) is lines
    few = tuple([one._replace(words=one.words[:5]) for one in set_in([5.5, 4.6, 5.0, 4.2, 3.9, 5.2, 4.3, 3.4])])
    assert with_true_pitch(few) is few
