"""Whole lines: their order, their direction, spaced letters."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.read.making import SONG, page_of, text, texts


def test_lines_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 300, "below"), text(40, 100, "above"))
    assert texts(page) == ["below", "above"]


def test_spaced_letters_of_a_title_are_a_word(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "C O N T E N T S", size=14))) == ["CONTENTS"]


def test_spaced_words_of_a_title(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "A N N U A L   R E P O R T", size=14))
    assert texts(page) == ["ANNUAL REPORT"]


def test_an_alphabet_is_no_word(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "A B C D E F G H"))) == ["A B C D E F G H"]


def test_a_page_of_turned_text_is_turned(tmp_path: Path) -> None:
    def sideways(canvas: Canvas) -> None:
        canvas.translate(0, 595)
        canvas.rotate(-90)
        canvas.drawString(30, 380, "a wide table that was printed on its side")
        canvas.drawString(30, 360, "and goes on here with a second line of it")

    page = page_of(tmp_path, sideways)
    assert page.turned == 270
    assert (page.width, page.height) == (595.0, 420.0)
    assert [line.angle for line in page.lines] == [0, 0]
    assert {line.x0 for line in page.lines} == {30.0}
    assert sorted(line.baseline for line in page.lines) == [40.0, 60.0]


def test_kangxi_radicals_and_what_must_stay(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "（１）①²", SONG))
    assert texts(page) == ["（１）①²"] or texts(page) == ["（１）①"]
