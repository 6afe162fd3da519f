"""Type of one width is told by where letters stand."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.fixed_pitch import fixed_pitch_pieces
from quire.read.scan.piece_lines import text_lines
from quire.read.scan.text_piece import TextPiece

SCALE = 200.0 / 72.0
PROGRAM = [
    "for (int i = 0; i < limit; i++) {",
    "    total += weights[i] * values[i];",
    "    if (total > ceiling) {",
    "        break;",
    "    }",
    "}",
]
PROSE = [
    "The quick brown fox jumps over the lazy dog while it",
    "is still filling little bottles with mild whimsical ink;",
    "Mr Williams will show how many women worked in mills.",
    "It is all",
]


def piece(text: str, font: str, baseline: float, *, left: float = 72.0, size: float = 10.0) -> TextPiece:
    """A piece as the engine gives it: letters known to eight of the pixels that it reads."""
    text, indent = text.strip(), (len(text) - len(text.lstrip())) * 0.6 * size
    x0, wide = left + indent, stringWidth(text, font, size)
    step = 8.0 / (42.0 * wide / (1.3 * size))
    middles = [
        (stringWidth(text[:i], font, size) + stringWidth(text[: i + 1], font, size)) / 2 for i in range(len(text))
    ]
    positions = tuple((int(x / wide / step) + 0.5) * step for x in middles)
    box = (x0 * SCALE, (baseline - 1.0 * size) * SCALE, (x0 + wide) * SCALE, (baseline + 0.3 * size) * SCALE)
    return TextPiece(
        Reading(text, rectangle(*box), 0.99, positions),
        box,
        x0,
        baseline - 0.7 * size,
        x0 + wide,
        baseline,
        size,
        baseline,
        0,
    )


def column(texts: list[str], font: str, top: float = 100.0) -> list[TextPiece]:
    return [piece(text, font, top + 12.0 * row) for row, text in enumerate(texts)]


@pytest.mark.parametrize("font", ["Courier", "Courier-Bold"])
def test_a_program_is_in_type_of_one_width_its_short_lines_too(font: str) -> None:
    assert all(fixed_pitch_pieces(column(PROGRAM, font), SCALE))


@pytest.mark.parametrize("font", ["Times-Roman", "Helvetica", "Times-Italic"])
def test_usual_type_is_not(font: str) -> None:
    assert not any(fixed_pitch_pieces(column(PROSE, font), SCALE))
    assert not any(fixed_pitch_pieces(column(PROGRAM, font), SCALE))


def test_a_program_among_prose_is_told_and_the_prose_left() -> None:
    page = [*column(PROSE, "Times-Roman"), *column(PROGRAM, "Courier", 160.0), *column(PROSE, "Times-Roman", 250.0)]
    assert fixed_pitch_pieces(page, SCALE) == [False] * len(PROSE) + [True] * len(PROGRAM) + [False] * len(PROSE)


def test_figures_and_chinese_are_wide_alike_and_tell_nothing() -> None:
    figures = column(["1234567890", "9876543210", "5555555555"], "Times-Roman")
    assert not any(fixed_pitch_pieces(figures, SCALE))
    chinese = TextPiece(
        Reading("合并资产负债表之一二三", rectangle(0, 0, 300, 30), 0.99), (0, 0, 300, 30), 0, 0, 110, 9, 10, 9, 0
    )
    assert fixed_pitch_pieces([chinese] * 3, SCALE) == [False] * 3


def test_latin_letters_of_chinese_fonts_are_no_program() -> None:
    narrow = column(PROGRAM[:3], "Courier")
    half = [one._replace(size=one.size * 1.2) for one in narrow]  # as far apart as half a square of the type
    chinese = TextPiece(
        Reading("说明文字一共十个字的", rectangle(0, 0, 300, 30), 0.99), (0, 0, 300, 30), 0, 0, 110, 9, 10, 9, 0
    )
    assert not any(fixed_pitch_pieces([*half, chinese], SCALE))
    assert any(fixed_pitch_pieces([*narrow, chinese], SCALE))


def test_a_line_of_a_typescript_is_typed_whatever_its_size() -> None:
    typed = column([*PROGRAM[:2], "the commanding officer of the town"], "Courier")
    typed[2] = typed[2]._replace(size=15.0)  # of worn type
    assert fixed_pitch_pieces(typed, SCALE) == [True] * 3
    assert fixed_pitch_pieces([typed[2], *column(PROSE, "Times-Roman", 200.0)], SCALE) == [False] * 5


def test_one_space_parts_no_typed_line() -> None:
    first, then = "whom the town depends upon,", "it is said"
    for mono, gap, count in ((True, 9.0, 1), (False, 9.0, 2), (True, 14.0, 2)):
        left = piece(first, "Courier", 100.0)
        right = piece(then, "Courier", 100.0, left=left.x1 + gap)
        made, *_ = text_lines([one._replace(mono=mono) for one in (left, right)], (), ())
        assert len(made) == count


def test_words_without_known_places_tell_nothing() -> None:
    unknown = [one._replace(reading=one.reading._replace(positions=())) for one in column(PROGRAM, "Courier")]
    assert not any(fixed_pitch_pieces(unknown, SCALE))
    assert fixed_pitch_pieces([], SCALE) == []


def test_lines_carry_it_in_their_style() -> None:
    program = [one._replace(mono=True) for one in column(PROGRAM, "Courier")]
    made, *_ = text_lines([*column(PROSE, "Times-Roman", 300.0), *program], (), ())
    assert [line.words[0].style.mono for line in made] == [True] * len(PROGRAM) + [False] * len(PROSE)
