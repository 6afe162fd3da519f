"""Which drawn marks begin items is decided over the document: often enough, at one offset, before text and not titles."""

from __future__ import annotations

from dataclasses import replace

from quire.layout.pipeline import arrange
from quire.layout.text.drawn_markers import count_marks, marker_looks, with_markers
from quire.model.block import List
from quire.model.geometry import Box
from quire.model.page import Mark, Page, Picture, PictureKind
from tests.layout.pages import META, line, page, style

ARROW = "arrow"


def mark(at: int, y: float, *, offset: int = 12, plain: bool = False, sign: str = "•") -> Mark:
    """A mark before a line at x = 72."""
    return Mark(at, Box(72.0 - offset, y - 6.0, 78.0 - offset, y), sign, ARROW, offset, plain)


def marked_page(*marks: tuple[float, int], bold: bool = False, plain: bool = False) -> Page:
    """Lines with marks (baseline, offset), and a wide line of text between them."""
    lines, found = [], []
    for y, offset in marks:
        found.append(mark(len(lines), y, offset=offset, plain=plain))
        lines += [line("A thing", 72, y, style(bold=bold)), line("some words of text that go on and on", 72, y + 12)]
    return replace(page(*lines), marks=tuple(found))


def texts(pages: list[Page]) -> list[str]:
    looks = marker_looks([count_marks([one]) for one in pages])  # each page a range of its own
    return [one.text for shown in pages for one in with_markers(shown, looks).lines if "thing" in one.text]


def test_a_mark_that_the_document_repeats_begins_items() -> None:
    pages = [marked_page((100, 12), (150, 12)), marked_page((100, 13))]
    assert texts(pages) == ["• A thing"] * 3
    assert texts(pages[:1]) == ["A thing"] * 2
    assert texts([marked_page((100, 12), (150, 20), (200, 30))]) == ["A thing"] * 3  # at no one offset


def test_two_plain_bullets_below_each_other_are_enough() -> None:
    assert texts([marked_page((100, 12), (150, 12), plain=True)]) == ["• A thing"] * 2
    assert texts([marked_page((100, 12), plain=True), marked_page((100, 12), plain=True)]) == ["A thing"] * 2


def test_marks_before_bold_lines_by_themselves_head_sections() -> None:
    assert texts([marked_page((100, 12), (150, 12), (200, 12), bold=True)]) == ["A thing"] * 3


def test_the_picture_of_a_marker_is_gone() -> None:
    shown = marked_page((100, 12), (150, 12), (200, 12))
    pictures = tuple(Picture(f"p1-{n}", 1, one.box, PictureKind.IMAGE, 9, 9) for n, one in enumerate(shown.marks, 1))
    other = Picture("p1-9", 1, Box(300, 300, 340, 340), PictureKind.IMAGE, 9, 9)
    shown = replace(shown, pictures=(*pictures, other))
    looks = marker_looks([count_marks([shown])])
    assert with_markers(shown, looks).pictures == (other,)


def test_a_document_shows_them_as_items() -> None:
    shown = marked_page((100, 12), (150, 12), (200, 12))
    blocks = arrange([shown], meta=META).blocks
    assert sum(len(block.items) for block in blocks if isinstance(block, List)) == 3


def test_marks_before_the_text_of_a_page_in_larger_type_than_the_others() -> None:
    words = ("A large thing to say", "on and on") * 2
    lines = [line(text, 72, 100 + 30 * at, style(16.0)) for at, text in enumerate(words)]
    large = replace(page(*lines), marks=(mark(0, 100, plain=True), mark(2, 160, plain=True)))
    small = marked_page(*[(100.0 + 40 * n, 30) for n in range(9)])
    assert texts([large, small])[:2] == ["• A large thing to say"] * 2
    usual = line("many words of usual text that fill the page " * 4, 72, 300)
    assert texts([replace(large, lines=(*lines, usual)), small])[:2] == ["A large thing to say"] * 2
