"""One page from lines to drafts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.layout.page_layout import lay_out, page_info, page_state, style_widths
from quire.layout.text.block_drafts import Kind
from quire.layout.text.body_style import NO_PITCHES, body_style_of
from quire.model.geometry import Box
from quire.model.page import LineScore, Page, Picture, PictureKind, TextSource
from tests.layout.pages import BODY, RAISED, block, line, of, page, prose, style, word

NORMAL = body_style_of({BODY: 1000.0})


def laid_out(shown: Page, *, flow: bool = True):
    state = page_state(shown)
    lay_out(state, NORMAL, frozenset(), NO_PITCHES, flow=flow)
    return state


def test_overprints_are_dropped_and_drop_caps_joined() -> None:
    shadow = line("Printed twice", 72, 100)
    capital = line("T", 72, 222, style(40.0))
    text = [line("his report defines", 94, 200), line("regulatory burdens", 94, 212)]
    state = page_state(page(shadow, shadow._replace(x0=72.3), capital, text))
    assert [one.text for one in state.lines] == ["Printed twice", "This report defines", "regulatory burdens"]


def test_styles_are_weighed_by_their_width() -> None:
    state = page_state(page(line("wide words of the text", 72, 100), line("x", 72, 140, style(7.0))))
    weights = style_widths([state])
    assert weights[BODY] > 20 * weights[style(7.0)]


def test_notes_are_marked_on_their_page() -> None:
    marked = of([word("ends", 72, 100), word("here.", 95, 100, space=True), word("1", 120, 97, RAISED)])
    note = line("1 What the note says.", 72, 700, style(8.0))
    state = laid_out(page(marked, block(prose(200, 460), 72, 130), note))
    assert [draft.kind for draft in state.drafts] == [Kind.TEXT, Kind.TEXT, Kind.NOTE]


def test_white_above_is_that_in_the_column() -> None:
    state = laid_out(page(line("First.", 72, 100), line("Second.", 72, 160)))
    assert [draft.space_above for draft in state.drafts] == [60.0, 50.0]


def test_a_page_without_flow_has_a_backdrop() -> None:
    drawn = laid_out(page(line("A card", 72, 100)), flow=False)
    assert page_info(drawn, frozenset(), flow=False).backdrop is not None
    assert page_info(drawn, frozenset(), flow=True).backdrop is None


def test_a_page_says_that_most_of_its_text_is_labels_of_figures() -> None:
    drawing = Picture("p1-1", 1, Box(72, 100, 500, 500), PictureKind.DRAWING, 0, 0)
    labels = [line(f"Step {n} of the work", 80 + 30 * n, 120 + 50 * n) for n in range(7)]
    state = laid_out(page(labels, pictures=[drawing]))
    assert page_info(state, frozenset(), flow=True).text_in_figures
    state = laid_out(page([*labels, *block(prose(150, 460), 72, 520)], pictures=[drawing]))
    assert not page_info(state, frozenset(), flow=True).text_in_figures


def test_a_page_says_that_it_was_hard_to_read() -> None:
    scan = page(block(prose(200, 460), 72, 120))
    sure, weak = LineScore(0.9, 0.99, 0.0), LineScore(0.2, 0.95, 0.0)

    def told(hard: int) -> bool:
        scores = [weak if at < hard else sure for at in range(len(scan.lines))]
        read = replace(scan, confidences=tuple(0.98 for _ in scores), scores=tuple(scores))
        return page_info(laid_out(read), frozenset(), flow=True).uncertain_reading

    assert told(len(scan.lines))
    assert told(len(scan.lines) // 4)
    assert not told(0)


def test_a_page_whose_text_was_seen_but_not_read_was_hard_to_read() -> None:
    for lost in (0.0, 0.9):
        read = replace(page(line("Les Damnes de la terre", 72, 700)), source=TextSource.OCR, lost=lost)
        assert page_info(laid_out(read), frozenset(), flow=True).uncertain_reading is bool(lost)


@pytest.mark.parametrize(
    ("source", "text", "told"),
    [
        (TextSource.OCR, "il fut fi fage que fa fille fe foumit aux ufages", True),
        (TextSource.OCR, "il fut si sage que sa fille se soumit aux usages", False),
        (TextSource.NATIVE, "il fut fi fage que fa fille fe foumit aux ufages", False),
    ],
)
def test_a_page_says_that_its_long_s_was_read_as_f(source: TextSource, text: str, told: bool) -> None:
    lines = [line(text, 72, 100 + 14 * n) for n in range(8)]
    read = replace(page(lines), source=source)
    assert page_info(laid_out(read), frozenset(), flow=True).long_s is told


def test_lines_without_most_of_their_letters_were_hard_to_read() -> None:
    def told(text: str) -> bool:
        lines = [line(text, 72, 100 + 14 * n)._replace(x1=400.0) for n in range(8)]
        scores = tuple(LineScore(0.9, 0.99, 0.0) for _ in lines)
        read = replace(page(lines), confidences=tuple(0.98 for _ in lines), scores=scores)
        return page_info(laid_out(read), frozenset(), flow=True).uncertain_reading

    assert told("27 2026 . N 1 (")
    assert not told("as wide as usual type of a line is, with all of its letters")
