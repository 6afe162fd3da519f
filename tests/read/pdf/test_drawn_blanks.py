"""Blanks that are drawn and not written."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.read.making import SONG, Draw, both, page_of, text, texts


def rule(x0: float, x1: float, y: float, width: float = 0.5) -> Draw:
    """A horizontal rule `y` points below the top of the page."""

    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(width)
        canvas.line(x0, canvas._pagesize[1] - y, x1, canvas._pagesize[1] - y)

    return draw


def upright(x: float, y0: float, y1: float) -> Draw:
    """A vertical rule."""

    def draw(canvas: Canvas) -> None:
        canvas.line(x, canvas._pagesize[1] - y0, x, canvas._pagesize[1] - y1)

    return draw


def test_a_rule_in_a_gap_of_a_row_is_a_blank(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "The capital of France is"), rule(146, 206, 52), text(209, 50, "since 987."))
    assert texts(page) == ["The capital of France is ____________ since 987."]
    assert not page.rules


def test_blanks_between_full_width_commas(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        *(text(40, 50, "它们是", SONG), rule(70, 118, 53), text(114, 50, "、", SONG)),
        *(rule(125, 173, 53), text(174, 50, "。", SONG)),
    )
    assert texts(page) == ["它们是__________、__________。"]


def test_a_blank_goes_on_in_pieces_and_in_the_next_row(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        *(text(40, 50, "姓名:", SONG), rule(64, 90, 52), rule(90, 124, 52)),
        rule(40, 90, 72),
        text(92, 70, "."),
    )
    assert texts(page) == ["姓名:____________", "__________."]


def test_each_text_of_a_row_has_its_blank(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "Name"), rule(70, 150, 52), text(180, 50, "Class"), rule(210, 290, 52))
    assert texts(page) == ["Name ________________", "Class ________________"]


@pytest.mark.parametrize(
    "draw",
    [
        both(text(40, 50, "underlined text:"), text(115, 50, "like this"), rule(115, 152, 52)),
        both(text(40, 50, "Total:"), rule(70, 150, 52), upright(150, 40, 60)),  # of a table
        both(text(40, 50, "Total:"), rule(70, 150, 46)),  # in the middle of its height
        both(text(40, 50, "Title"), rule(66, 300, 52)),  # to the margin
        both(text(40, 50, "y ="), rule(60, 90, 52), text(60, 47, "a + b + c")),  # of a fraction
        both(text(40, 50, "x"), rule(46, 66, 52), text(47, 57.5, "MS", size=7), text(67, 50, "is")),  # a bar
        both(text(40, 50, "Total:"), rule(68, 78, 52)),  # too short
        both(text(40, 50, "9.10"), rule(63, 90, 52), text(140, 50, "9.90"), rule(163, 190, 52)),  # measures
    ],
)
def test_other_rules_stay_rules(draw: Draw, tmp_path: Path) -> None:
    page = page_of(tmp_path, draw)
    assert "_" not in "".join(texts(page))
    assert page.rules
