"""Headers and footers."""

from __future__ import annotations

import pytest

from quire.model.block import Furniture, Place, Role, Span
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.traversal import text_of
from quire.write.word.headers_footers import PageNumbering, header_part, page_headers, page_numberings

TEXT = Box(72, 72, 523, 770)


def piece(page: int, text: str, x0: float, x1: float, *, y: float = 30, role: Role = Role.HEADER) -> Furniture:
    return Furniture(role, (Span(text),), Place(page, Box(x0, y, x1, y + 10)))


def document(*pieces: Furniture, pages: int = 4) -> Document:
    return Document(tuple(PageInfo(n, 595, 842) for n in range(1, pages + 1)), (), pieces, page_count=pages)


def header(found: Document) -> list[list[str]]:
    return [[text_of(part) for part in band] for band in page_headers(found, found.pages, TEXT).default.header]


def test_pieces_stand_left_in_the_middle_and_right() -> None:
    row = [(n, x) for n in (1, 2, 3, 4) for x in (("a", 72, 100), ("b", 270, 320), ("c", 490, 523))]
    assert header(document(*(piece(n, *x) for n, x in row))) == [["a", "b", "c"]]


def test_a_piece_between_two_others_is_the_middle_one_wherever_it_stands() -> None:
    row = [(n, x) for n in (1, 2, 3, 4) for x in (("a", 72, 200), ("b", 340, 400), ("c", 440, 523))]
    assert header(document(*(piece(n, *x) for n, x in row))) == [["a", "b", "c"]]


@pytest.mark.parametrize("printed", ["Leaf {} of 4", "Halaman {} dari 4", "No. {}/4"])
def test_a_number_before_that_of_all_pages_is_one_in_a_footer_too(printed: str) -> None:
    found = document(*(piece(n, printed.format(n), 440, 523, y=800, role=Role.FOOTER) for n in (1, 2, 3, 4)))
    (line,) = page_headers(found, found.pages, TEXT).default.footer
    assert text_of(line.right) == printed.format("\x01").replace("4", "\x02")


@pytest.mark.parametrize(
    ("printed", "shown"), [("Page {} of 4", "Page \x01 of \x02"), ("- {} -", "- \x01 -"), ("{}/4", "\x01/\x02")]
)
def test_page_numbers_become_fields(printed: str, shown: str) -> None:
    found = document(*(piece(n, printed.format(n), 280, 310, y=800, role=Role.PAGE_NUMBER) for n in (1, 2, 3, 4)))
    assert page_headers(found, found.pages, TEXT).default.footer[0].middle[0].text == shown


def test_numberings_with_an_offset_and_outliers() -> None:
    texts = {1: "7", 2: "8", 3: "1999", 4: "10"}
    found = document(*(piece(n, text, 290, 300, y=800, role=Role.PAGE_NUMBER) for n, text in texts.items()))
    assert set(page_numberings(found).values()) == {PageNumbering("decimal", 6)}
    assert page_numberings(document()) == {}


def test_the_first_page_and_even_pages_may_differ() -> None:
    found = document(*(piece(n, "odd" if n % 2 else "even", 72, 100) for n in range(2, 8)), pages=7)
    run = page_headers(found, found.pages, TEXT)
    assert run.first is not None
    assert run.first.header == ()
    assert run.even is not None
    assert [text_of(side.header[0].left) for side in (run.default, run.even)] == ["odd", "even"]


def test_side_marks_are_no_headers() -> None:
    assert header(document(*(piece(n, "stamp", 5, 20, role=Role.MARGIN) for n in (1, 2, 3, 4)))) == []


def test_a_part_is_never_empty() -> None:
    assert b"<w:p>" in header_part("w:ftr", (), 400.0, lambda _: "")


def test_numbers_beside_running_titles() -> None:
    """Left-hand pages begin with it; numbers of chapters and years are none."""
    left = [piece(n, f"{n} The author", 72, 150) for n in (2, 4)]
    right = [piece(n, str(n), 510, 523, role=Role.PAGE_NUMBER) for n in (3,)]
    assert set(page_numberings(document(*left, *right)).values()) == {PageNumbering("decimal", 0)}
    assert page_numberings(document(*(piece(n, "2020 Report", 72, 150) for n in (1, 2, 3, 4)))) == {}
    assert page_numberings(document(*(piece(n, f"{n // 2} Methods", 72, 150) for n in (1, 2, 3, 4)))) == {}
    found = document(*left, *right)
    run = page_headers(found, found.pages, TEXT)
    assert run.even is not None
    assert text_of(run.even.header[0].left) == "\x01 The author"


def test_the_footer_of_a_page_that_ends_early() -> None:
    """Its page is as high as the others but says little: the number stands above the middle, below the text."""
    infos = tuple(PageInfo(n, 595, 842, margins=Box(72, 60, 523, 200)) for n in (1, 2, 3))
    numbers = tuple(piece(n, str(n), 290, 300, y=260, role=Role.PAGE_NUMBER) for n in (1, 2, 3))
    run = page_headers(Document(infos, (), numbers, page_count=3), infos, TEXT)
    assert (run.default.header, text_of(run.default.footer[0].middle)) == ((), "\x01")
