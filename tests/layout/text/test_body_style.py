"""What most of a document's text looks like."""

from __future__ import annotations

from quire.layout.text.body_style import body_style_of, count_pitches, usual_pitches
from quire.model.page import Style
from tests.layout.pages import block, line, prose, style

PROSE = Style("Serif", 11.0, bold=False, italic=False, mono=False, color=0)
CODE = Style("Mono", 9.0, bold=False, italic=False, mono=True, color=0)


def test_nothing_has_a_norm() -> None:
    assert body_style_of({}).size > 0


def test_sizes_within_half_a_point_count_together() -> None:
    large = PROSE._replace(size=14.0)
    near = PROSE._replace(size=11.2)
    assert body_style_of({PROSE: 40, near: 30, large: 60}).size == 11.0


def test_prose_among_much_program_text_is_the_norm() -> None:
    norm = body_style_of({PROSE: 20, CODE: 80})
    assert (norm.size, norm.font, norm.mono) == (11.0, "Serif", False)


def test_a_typescript_is_its_own_norm() -> None:
    heads = PROSE._replace(size=9.0)
    norm = body_style_of({heads: 5, CODE: 95})
    assert (norm.size, norm.font, norm.mono) == (9.0, "Mono", True)
    assert body_style_of({PROSE: 1, CODE: 99}).mono


def test_a_little_text_that_is_larger_than_a_program_is_prose_all_the_same() -> None:
    assert not body_style_of({PROSE: 5, CODE: 95}).mono


def test_recognised_typescripts_may_have_more_lines_that_do_not_show_their_pitch() -> None:
    norm = body_style_of({PROSE._replace(font=""): 18, CODE._replace(font=""): 82})
    assert norm.mono
    assert not body_style_of({PROSE: 18, CODE: 82}).mono


def test_another_colour_sets_off_printed_text_but_not_recognised_text() -> None:
    norm = body_style_of({PROSE: 40})
    assert norm.sets_off(PROSE._replace(color=0xC00000))
    assert not norm.sets_off(PROSE)
    assert not norm.sets_off(PROSE._replace(font="", color=0xC00000))


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
