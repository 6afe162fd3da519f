"""Which pages without text show figures, and which are scans."""

from __future__ import annotations

import pytest

from quire.model.geometry import Box
from quire.model.page import Line, Page, Picture, PictureKind, TextSource
from quire.read.scan.figure_pages import shows_figures

WIDTH, HEIGHT = 595.0, 842.0
TEXT = Page(1, WIDTH, HEIGHT, lines=(Line((), 50.0, 90.0, 400.0, 100.0, 98.0),))
SCAN = Page(1, WIDTH, HEIGHT, source=TextSource.NONE, needs_ocr=True)


def page(*sizes: tuple[float, float], kind: PictureKind = PictureKind.IMAGE) -> Page:
    """A page without text and with pictures of some widths and heights, shares of the page's."""
    pictures = tuple(
        Picture(f"p2-{i}", 2, Box(50.0, 50.0, 50.0 + wide * WIDTH, 50.0 + high * HEIGHT), kind, 0, 0)
        for i, (wide, high) in enumerate(sizes)
    )
    return Page(2, WIDTH, HEIGHT, pictures=pictures, source=TextSource.NONE, needs_ocr=True)


@pytest.mark.parametrize(
    "sizes",
    [
        [(0.7, 0.22), (0.7, 0.37)],  # a chart and a screenshot
        [(0.7, 0.78)],  # the screen of a telephone in its window
        [(0.3, 0.45), (0.3, 0.45)],  # two of them side by side
    ],
)
def test_pictures_between_pages_with_text_are_figures(sizes: list[tuple[float, float]]) -> None:
    assert shows_figures(page(*sizes), [TEXT])
    assert shows_figures(page(*sizes), [SCAN, TEXT])


@pytest.mark.parametrize(
    "sizes",
    [
        [(1.0, 1.0)],  # to the edges
        [(0.7, 0.7)],  # a sheet between the margins
        [(1.0, 0.3), (1.0, 0.35)],  # strips of a sheet
    ],
)
def test_sheets_are_scans(sizes: list[tuple[float, float]]) -> None:
    assert not shows_figures(page(*sizes), [TEXT])


def test_pictures_of_a_document_without_text_are_scans() -> None:
    assert not shows_figures(page((0.7, 0.22)), [])
    assert not shows_figures(page((0.7, 0.22)), [SCAN, SCAN])


def test_letters_drawn_as_shapes_are_recognised() -> None:
    assert not shows_figures(page((0.7, 0.3), kind=PictureKind.DRAWING), [TEXT])
    assert not shows_figures(SCAN, [TEXT])
