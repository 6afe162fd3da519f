"""Line pitches inside the paragraphs of a document."""

from __future__ import annotations

from quire.layout.text.line_pitches import count_pitches, usual_pitches
from tests.layout.pages import block, line, prose, style

OPEN = [
    "the survey established a profile of the",
    "firms that were interviewed while the",
    "size of a firm was told by",
]


def test_rows_whose_sentence_runs_on_tell_the_pitch() -> None:
    assert usual_pitches(count_pitches([block(OPEN, 72, 100, pitch=1.9, to=300)] * 2)) == {10.0: 1.9}


def test_rows_behind_a_stop_a_short_row_or_before_a_capital_tell_nothing() -> None:
    ended = [line("It ends here.", 72, 100, to=300), line("and goes on", 72, 119, to=300)]
    short = [line("a short row", 72, 100), line("and a longer one below it", 72, 119, to=300)]
    begun = [line("a full row", 72, 100, to=300), line("The next", 72, 119, to=300)]
    assert not count_pitches([ended, short, begun] * 4)


def test_the_largest_pitch_that_is_usual_counts_for_each_size() -> None:
    solid, wide = block(OPEN, 72, 100, pitch=1.2, to=300), block(OPEN, 72, 100, pitch=1.9, to=300)
    large = block(OPEN, 72, 100, style(14.0), pitch=1.5, to=300)
    assert usual_pitches(count_pitches([solid] * 4 + [wide] * 2 + [large] * 2)) == {10.0: 1.9, 14.0: 1.5}
    assert usual_pitches(count_pitches([solid] * 20 + [wide] * 2)) == {10.0: 1.2}


def test_too_few_rows_tell_nothing() -> None:
    assert usual_pitches(count_pitches([block(prose(20, 200), 72, 100)[:2]])) == {}
