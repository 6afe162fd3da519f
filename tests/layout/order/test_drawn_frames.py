"""Boxes drawn around texts."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.model.page import Fill, Page, Rule
from tests.layout.pages import META, block, line, page, prose


def boxed(x0: float, x1: float, *ys: float, color: int = 0) -> list[Rule]:
    """The rules of boxes that stand one above the other."""
    level = [Rule(x0, y, x1, y, 1.0, color) for y in ys]
    return level + [Rule(x, ys[0], x, ys[-1], 1.0, color) for x in (x0, x1)]


def found(page_: Page) -> list[tuple[float, float, float, float]]:
    (info,) = arrange([page_], meta=META).pages
    return [tuple(frame.box) for frame in info.frames]


UPPER, LOWER = block(prose(60, 440), 80, 120), block(prose(60, 440), 80, 320)


def test_a_box_around_text_is_found_with_its_pen_and_ground() -> None:
    (info,) = arrange(
        [page(UPPER, rules=boxed(72, 532, 100, 300, color=0xFF0000), fills=[Fill(72, 100, 532, 300, 0xEEEEEE)])],
        meta=META,
    ).pages
    (frame,) = info.frames
    assert (frame.box, frame.ink, frame.stroke, frame.fill) == ((72, 100, 532, 300), 0xFF0000, 1.0, 0xEEEEEE)


def test_boxes_that_touch_are_found_one_by_one_and_with_an_empty_one() -> None:
    shown = page([*UPPER, *LOWER], rules=boxed(72, 532, 100, 300, 600, 700))
    assert found(shown) == [(72, 100, 532, 300), (72, 300, 532, 600), (72, 600, 532, 700)]


def test_rules_without_sides_white_boxes_and_boxes_that_cut_a_text_are_none() -> None:
    assert found(page(UPPER, rules=[Rule(72, y, 532, y, 1.0, 0) for y in (100, 300)])) == []
    assert found(page(UPPER, rules=boxed(72, 532, 100, 300, color=0xFFFFFF))) == []
    assert found(page(UPPER, rules=boxed(72, 532, 100, 150))) == []


def test_the_border_of_a_page_is_none() -> None:
    lines = block(prose(300, 420), 80, 80)
    assert found(page(lines, rules=boxed(72, 532, 20, 822))) == [(72, 20, 532, 822)]
    assert found(page(lines, rules=boxed(30, 565, 20, 822))) == []


def test_the_cells_of_a_table_are_its_own() -> None:
    texts = [line(text, x, 114 + 20 * n) for n in range(4) for text, x in ((f"Item {n}", 80), (f"some text {n}", 300))]
    rules = [*boxed(72, 532, 100, 120, 140, 160, 180), Rule(290, 100, 290, 180, 1.0, 0)]
    assert found(page(texts, rules=rules)) == []
