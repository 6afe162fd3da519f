"""Which text of a page counts, and which pages need recognition."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.model.page import TextSource
from quire.read import open_source
from quire.read.pdf import text_quality
from tests.read import making
from tests.read.making import Draw, page_of, text, texts


def test_white_text_on_paper_is_dropped_and_on_colour_kept(tmp_path: Path) -> None:
    def white(canvas: Canvas) -> None:
        canvas.setFillColorRGB(0, 0, 0.5)
        canvas.rect(30, 400, 200, 30, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(40, 410, "heading")
        canvas.drawString(40, 300, "secret")

    assert texts(page_of(tmp_path, text(40, 50, "seen"), white)) == ["seen", "heading"]


def test_white_text_on_an_image_is_kept(tmp_path: Path) -> None:
    def white(canvas: Canvas) -> None:
        canvas.drawImage(making.picture("RGB", (20, 20), (10, 60, 10)), 30, 400, 200, 30)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(40, 410, "heading")

    assert texts(page_of(tmp_path, white)) == ["heading"]


def hidden(words: str, *, image: tuple[float, float, float, float] | None) -> Draw:
    def draw(canvas: Canvas) -> None:
        if image:
            canvas.drawImage(making.picture("L", (40, 40), 220, corner=30), *image)
        item = canvas.beginText(40, 500)
        item.setTextRenderMode(3)
        item.textLine(words)
        canvas.drawText(item)

    return draw


def test_the_text_layer_of_a_scan_is_used(tmp_path: Path) -> None:
    page = page_of(tmp_path, hidden("recognised words", image=(0, 0, 420, 595)))
    assert texts(page) == ["recognised words"]
    assert (page.source, page.needs_ocr, page.pictures) == (TextSource.HIDDEN, False, ())


def test_invisible_text_without_a_picture_is_not_used(tmp_path: Path) -> None:
    page = page_of(tmp_path, hidden("keywords for search engines", image=None))
    assert (texts(page), page.source, page.needs_ocr) == ([], TextSource.NONE, False)


def test_a_scan_needs_recognition(tmp_path: Path) -> None:
    def scan(canvas: Canvas) -> None:
        canvas.drawImage(making.picture("L", (40, 40), 220, corner=30), 0, 0, 420, 595)

    page = page_of(tmp_path, scan)
    assert (page.lines, page.needs_ocr, page.source) == ((), True, TextSource.NONE)
    stamped = page_of(tmp_path, scan, text(380, 580, "Page 7"))
    assert (texts(stamped), stamped.needs_ocr) == (["Page 7"], True)


def test_an_empty_page_needs_nothing(tmp_path: Path) -> None:
    page = page_of(tmp_path, lambda canvas: None)
    assert (page.lines, page.needs_ocr, page.source) == ((), False, TextSource.NONE)


def test_text_as_curves_needs_recognition(tmp_path: Path) -> None:
    def curves(canvas: Canvas) -> None:
        for i in range(300):
            canvas.ellipse(30 + i % 30 * 12, 500 - i // 30 * 20, 36 + i % 30 * 12, 508 - i // 30 * 20, fill=1)

    assert page_of(tmp_path, curves).needs_ocr


@pytest.mark.parametrize(("letters", "wanted"), [(24, True), (9, False)])
def test_a_title_as_curves_on_a_page_without_text_needs_recognition(tmp_path: Path, letters: int, wanted: bool) -> None:
    def title(canvas: Canvas) -> None:
        for i in range(letters):
            canvas.ellipse(30 + i * 12, 500, 38 + i * 12, 514, fill=1)

    assert page_of(tmp_path, title).needs_ocr is wanted


def test_letters_drawn_among_text_are_counted_and_dots_are_not(tmp_path: Path) -> None:
    def drawn(canvas: Canvas, *widths: int) -> None:
        for i in range(12):
            path = canvas.beginPath()
            width = widths[i % len(widths)]
            path.moveTo(30 + i * 14, 400)
            for corner in range(6 + i % 4):
                path.curveTo(31 + i * 14, 402, 30 + i * 14 + width, 401, 30 + i * 14 + corner % 2 * width, 404 + corner)
            canvas.drawPath(path, stroke=0, fill=1)

    words = "We print the sum of what was drawn beside the words of the text. "
    formula = page_of(tmp_path, text(40, 50, words), lambda canvas: drawn(canvas, 5, 6, 7, 8))
    assert (formula.unknown, formula.needs_ocr) == (12, False)
    dots = page_of(
        tmp_path, text(40, 50, words), lambda canvas: [canvas.circle(30 + 14 * i, 400, 4, fill=1) for i in range(30)]
    )
    assert dots.unknown == 0


@pytest.mark.parametrize(
    ("words", "wanted"), [("www.example.org", True), ("A legend of the map and its signs. " * 6, False)]
)
def test_text_as_curves_with_some_words_needs_recognition(tmp_path: Path, words: str, wanted: bool) -> None:
    def poster(canvas: Canvas) -> None:
        for i in range(300):
            canvas.ellipse(30 + i % 30 * 12, 500 - i // 30 * 20, 36 + i % 30 * 12, 508 - i // 30 * 20, fill=1)
        for n in range(0, len(words), 70):
            canvas.drawString(40, 200 - n / 5, words[n : n + 70])

    page = page_of(tmp_path, poster)
    assert page.needs_ocr is wanted
    assert page.lines


def test_characters_that_mean_nothing_need_recognition(tmp_path: Path) -> None:
    content = b"BT /F3 20 Tf 10 100 Td <00030004000500060007000800090001> Tj ET"
    with open_source(making.raw(tmp_path / "a.pdf", content, objects=making.mapped_font())) as source:
        page = source.page(1)
    assert (page.lines, page.needs_ocr) == ((), True)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ((
            r"\node [draw, circle, minimum size=1.5em, right of=#3, label=175:$#4$, style=below, "
            r"rectangle] (#2) {} node {intersection of the lines}; \draw [->] (#1.east) -- (#2);"
        ), True),
        ((
            "Contents 1 Introduction . . . . . . . 3 1.1 Installation of "
            "the program . . . . . . . 4 1.2 Memory . . . . 5 Index . 6"
        ), True),
        ((
            "/wMk Y fiKT Qi v QtB/ E SQHfi QB bBM xQb 2x SQHH fikjh "
            "qwzzx vkqjx hhgkd zxwvq pqxkz wqjjx zkkqv ghgxw qqzkj vvxkw"
        ), False),
        ("!:hM.fl! .de;a.B! a:vRa:sua :a.Ba:( a.=:a:}y !a:h:ma .a:a.d !:tyEa.f", False),
    ],
)  # fmt: skip
def test_letters_known_by_their_codes_only_are_language_or_not(text: str, wanted: bool) -> None:
    assert text_quality.looks_like_language([text]) is wanted
