"""Text that cannot be seen on the rendered page is left out, and all other text is kept."""

from __future__ import annotations

from pathlib import Path

import pypdfium2.raw as lib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from quire.read import open_source
from quire.read.pdf import page_reader
from quire.read.pdf import pdf_source as pdf
from quire.read.pdf.visibility import SEEN, UNSEEN, Ink, TextPlace
from tests.read import making
from tests.read.making import Draw, both, page_of, text, texts

WHITE, BLACK, BLUE = (1, 1, 1), (0, 0, 0), (0.1, 0.2, 0.7)


def colored(words: str, x: float, y: float, color: tuple[float, float, float]) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(*color)
        canvas.drawString(x, y, words)

    return draw


def box(color: tuple[float, float, float], *sides: float, alpha: float = 1.0, round_by: float = 0.0) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setFillColorRGB(*color, alpha=alpha)
        canvas.roundRect(*sides, round_by, stroke=0, fill=1) if round_by else canvas.rect(*sides, stroke=0, fill=1)
        canvas.restoreState()

    return draw


def image(*sides: float, mask: list[int] | None = None) -> Draw:
    return lambda canvas: canvas.drawImage(making.picture("RGB", (30, 30), (200, 30, 30)), *sides, mask=mask)


def clipped(words: str, *sides: float) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(*sides)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.drawString(40, 400, words)
        canvas.restoreState()

    return draw


def in_form(inner: Draw) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("inner")
        inner(canvas)
        canvas.endForm()
        canvas.doForm("inner")

    return draw


def transparent(words: str) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setFillColorRGB(0, 0, 0, alpha=0)
        canvas.drawString(40, 400, words)
        canvas.restoreState()

    return draw


def outlines(letters: int, x: float = 40.3, width: float = 5.6) -> Draw:
    """Triangles as the outlines of letters, in one path, around what `transparent` draws."""

    def draw(canvas: Canvas) -> None:
        path = canvas.beginPath()
        for i in range(letters):
            left = x + i * width
            path.moveTo(left, 399.8)
            path.lineTo(left + width, 399.8)
            path.lineTo(left + width / 2, 408.6)
            path.close()
        canvas.drawPath(path, stroke=0, fill=1)

    return draw


SEEN_TEXT = text(40, 550, "seen")
HIDDEN: dict[str, Draw] = {
    "white on paper": colored("secret", 40, 400, WHITE),
    "pale on paper": colored("secret", 40, 400, (0.97, 0.97, 0.97)),
    "white on a white box": both(box(WHITE, 30, 390, 200, 30), colored("secret", 40, 400, WHITE)),
    "blue on blue": both(box(BLUE, 30, 390, 200, 30), colored("secret", 40, 400, BLUE)),
    "under a box": both(colored("secret", 40, 400, BLACK), box(BLACK, 30, 390, 200, 30)),
    "under a white round box": both(colored("secret", 40, 400, BLACK), box(WHITE, 30, 390, 200, 30, round_by=6)),
    "under an image": both(colored("secret", 40, 400, BLACK), image(30, 390, 200, 30)),
    "outside its clip path": clipped("secret", 300, 10, 50, 50),
    "outside the page": colored("secret", -300, 400, BLACK),
    "in a form, under a box": in_form(both(colored("secret", 40, 400, BLACK), box(BLACK, 30, 390, 200, 30))),
    "transparent": transparent("secret"),
    "transparent on a box": both(box((0.8, 0.8, 1), 30, 390, 200, 30), transparent("secret")),
    "transparent, letters drawn elsewhere": both(outlines(6, x=80), transparent("secret")),
    "in a form, white": in_form(colored("secret", 40, 400, WHITE)),
}
VISIBLE: dict[str, Draw] = {
    "white on blue": both(box(BLUE, 30, 390, 200, 30), colored("shown", 40, 400, WHITE)),
    "black on a box in a black one": both(
        box(BLACK, 20, 380, 220, 50), box(WHITE, 30, 390, 200, 30), colored("shown", 40, 400, BLACK)
    ),
    "under a transparent box": both(colored("shown", 40, 400, BLACK), box((1, 1, 0), 30, 390, 200, 30, alpha=0.3)),
    "under the hole of an image": both(
        colored("shown", 40, 400, BLACK), image(30, 390, 200, 30, mask=[190, 210, 20, 40, 20, 40])
    ),
    "on a box": both(box(BLACK, 30, 390, 200, 30), colored("shown", 40, 400, WHITE)),
    "light grey": colored("shown", 40, 400, (0.8, 0.8, 0.8)),
    "inside its clip path": clipped("shown", 30, 390, 200, 30),
    "transparent over its outlines": both(outlines(6), transparent("shown")),
    "beside a box painted later": both(colored("shown", 40, 400, BLACK), box(BLACK, 200, 390, 100, 30)),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_cannot_be_seen_is_left_out_and_counted(tmp_path: Path, name: str) -> None:
    page = page_of(tmp_path, SEEN_TEXT, HIDDEN[name])
    assert texts(page) == ["seen"]
    assert page.hidden == (0 if name == "outside the page" else len("secret"))


@pytest.mark.parametrize("name", VISIBLE)
def test_what_can_be_seen_is_kept(tmp_path: Path, name: str) -> None:
    page = page_of(tmp_path, SEEN_TEXT, VISIBLE[name])
    assert sorted(texts(page)) == ["seen", "shown"]
    assert page.hidden == 0


def test_hidden_text_is_read_on_demand(tmp_path: Path) -> None:
    path = making.pdf(tmp_path / "a.pdf", both(SEEN_TEXT, HIDDEN["under a box"]))
    with open_source(path, hidden=True) as source:
        page = source.page(1)
    assert (texts(page), page.hidden) == (["seen", "secret"], 0)


def test_only_the_covered_words_of_a_line_are_left_out(tmp_path: Path) -> None:
    def redacted(canvas: Canvas) -> None:
        canvas.setFont("Courier", 10)  # 6 points a letter
        canvas.drawString(40, 400, "Paid 9000 euros to Smith today")
        canvas.rect(40 + 5 * 6, 396, 4 * 6, 14, fill=1)
        canvas.rect(40 + 19 * 6, 396, 5 * 6, 14, fill=1)

    page = page_of(tmp_path, redacted)
    assert " ".join(" ".join(texts(page)).split()) == "Paid euros to today"
    assert page.hidden == 9


def test_text_without_ink_of_its_own_is_kept(tmp_path: Path) -> None:
    """A font that the renderer cannot draw proves nothing."""
    page = page_of(
        tmp_path, both(colored("\u00a0", 40, 400, BLACK), box(BLACK, 30, 390, 200, 30)), text(40, 300, "seen")
    )
    assert "seen" in texts(page)


def test_ordinary_pages_are_not_rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    def table(canvas: Canvas) -> None:
        for row in range(10):
            canvas.setFillColorRGB(0.9, 0.9, 0.9 + row / 100)
            canvas.rect(40, 500 - 20 * row, 300, 18, stroke=0, fill=1)
            canvas.setFillColorRGB(0, 0, 0)
            canvas.drawString(44, 505 - 20 * row, f"Row {row}")

    monkeypatch.setattr(pdf, "rendered_ink", refuse)
    assert len(page_of(tmp_path, table, image(40, 100, 60, 60)).lines) == 10


@pytest.mark.skipif(pdf._read_page() is page_reader.python_page_reader, reason="the accelerator is not built")
@given(
    parts=st.lists(
        st.tuples(st.sampled_from(sorted(HIDDEN) + sorted(VISIBLE)), st.integers(0, 5), st.integers(0, 9)),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_both_readers_see_the_same(tmp_path: Path, parts: list[tuple[str, int, int]]) -> None:
    def moved(name: str, column: int, row: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.translate(column * 37, -row * 31)
            (HIDDEN.get(name) or VISIBLE[name])(canvas)
            canvas.restoreState()

        return draw

    plain = [part for part in parts if not part[0].startswith("in a form")]  # a form's name may be drawn once
    path = making.pdf(tmp_path / "a.pdf", both(SEEN_TEXT, *(moved(*part) for part in plain)))
    pages = []
    for reader in (None, page_reader.python_page_reader(lib)):
        with pdf.PdfSource(path, read_page=reader) as source:
            pages.append(source.page(1))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("pixels", "unseen"),
    [(b"\0\0\0\0", False), (b"\2\2\2\2", True), (b"\2\2\1\2", False), (b"\0\0\2\0", True), (b"\1\0\0\0", False)],
)
def test_a_glyph_is_unseen_where_it_has_ink_and_none_is_seen(pixels: bytes, unseen: bool) -> None:
    assert {SEEN, UNSEEN} == {1, 2}
    place = TextPlace(None, clip=(0, 0, 10, 10), suspect=True)
    assert Ink((2, 2, pixels), 10.0, 10.0).is_unseen(place, (0, 0, 10, 10)) is unseen


def test_a_glyph_outside_its_clip_path_is_unseen() -> None:
    place = TextPlace(None, clip=(0.0, 0.0, 4.0, 10.0), cut=True)
    assert Ink(None, 10.0, 10.0).is_unseen(place, (5.0, 0.0, 9.0, 10.0))
    assert not Ink(None, 10.0, 10.0).is_unseen(place, (1.0, 0.0, 3.0, 10.0))
