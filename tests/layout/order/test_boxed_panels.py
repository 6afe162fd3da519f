"""Boxes side by side, each with a text of its own."""

from __future__ import annotations

from quire.layout.order.boxed_panels import panel_rows
from quire.layout.pipeline import arrange
from quire.model.page import Fill, Rule
from tests.layout.pages import BOLD, META, line, page, style

WIDE, HIGH = 120.0, 60.0


def tile(x, y, number, words):
    return [line(number, x + 10, y + 24, style(20.0, bold=True)), line(words, x + 10, y + 44)]


def fill(x, y):
    return Fill(x, y, x + WIDE, y + HIGH, 0xE0E0FF)


def outline(x, y):
    x1, y1 = x + WIDE, y + HIGH
    return [
        Rule(x, y, x1, y, 0.5, 0),
        Rule(x, y1, x1, y1, 0.5, 0),
        Rule(x, y, x, y1, 0.5, 0),
        Rule(x1, y, x1, y1, 0.5, 0),
    ]


TILES = [(72.0 + 150 * n, 100.0 + 80 * m, f"{n}{m}%", f"share {n} of {m}") for m in range(2) for n in range(3)]


def found(shown):
    return [
        [[shown.lines[i].text for i in panel] for panel in row.panels] for row in panel_rows(shown, list(shown.lines))
    ]


def test_panels_are_found_by_rows():
    shown = page(*(tile(*one) for one in TILES), fills=[fill(x, y) for x, y, _, _ in TILES])
    texts = [[number, words] for _, _, number, words in TILES]
    assert found(shown) == [texts[:3], texts[3:]]
    drawn = page(*(tile(*one) for one in TILES), rules=[side for x, y, _, _ in TILES for side in outline(x, y)])
    assert found(drawn) == [texts[:3], texts[3:]]


def test_cells_that_touch_and_boxes_that_text_crosses_are_none():
    near = [(72.0 + (WIDE + 2) * n, 100.0, "1", "one") for n in range(3)]
    assert found(page(*(tile(*one) for one in near), fills=[fill(x, y) for x, y, _, _ in near])) == []
    over = line("A line that runs over all of the panels from one side to the other of them", 60, 140)
    assert found(page(*(tile(*one) for one in TILES[:3]), over, fills=[fill(x, y) for x, y, _, _ in TILES[:3]])) == []


def test_boxes_with_one_line_each_are_none():
    lines = [line("Name", x + 10, y + 30) for x, y, _, _ in TILES]
    assert found(page(lines, fills=[fill(x, y) for x, y, _, _ in TILES])) == []


def test_a_page_reads_panels_one_by_one_and_their_figures_are_no_headings():
    text = [
        line("The year in figures was a good one, as the table below shows to the reader.", 72, 300 + 12 * n)
        for n in range(4)
    ]
    shown = page(
        *(tile(*one) for one in TILES), text, line("Outlook", 72, 280, BOLD), fills=[fill(x, y) for x, y, _, _ in TILES]
    )
    document = arrange([shown], meta=META)
    texts = ["".join(span.text for span in block.spans) for block in document.blocks]
    assert texts[:12] == [part for _, _, number, words in TILES for part in (number, words)]
    assert {type(block).__name__ for block in document.blocks[:12]} == {"Paragraph"}
