"""What most of a document's text looks like."""

from __future__ import annotations

from quire.layout.text.body_style import body_style_of
from quire.model.page import Style

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
    norm = body_style_of({PROSE: 5, CODE: 95})
    assert (norm.size, norm.font, norm.mono) == (9.0, "Mono", True)


def test_another_colour_sets_off_printed_text_but_not_recognised_text() -> None:
    norm = body_style_of({PROSE: 40})
    assert norm.sets_off(PROSE._replace(color=0xC00000))
    assert not norm.sets_off(PROSE)
    assert not norm.sets_off(PROSE._replace(font="", color=0xC00000))
