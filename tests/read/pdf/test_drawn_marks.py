"""Small art in front of lines is their mark; points of charts, bars and dots before figures are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.jobs.conversion import convert
from quire.layout.text.drawn_markers import count_marks, marker_looks, with_markers
from quire.model.page import DRAWN, Page
from quire.read import open_source
from tests.read.making import Draw, both, lettered_font, page_of, pdf, raw, text

HIGH = 792.0
SIZE = (612.0, HIGH)


def disc(x: float, y: float, *, radius: float = 1.9, filled: bool = True) -> Draw:
    """A circle with its middle at a place, points from the top."""

    def draw(canvas: Canvas) -> None:
        canvas.circle(x, HIGH - y, radius, stroke=not filled, fill=filled)

    return draw


def square(x: float, y: float, side: float = 3.8) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.rect(x - side / 2, HIGH - y - side / 2, side, side, stroke=0, fill=1)

    return draw


def listed(mark, *places: tuple[float, float, str]) -> Draw:
    """Lines (left, baseline, words) with a mark in front of each."""
    parts = [text(x, y, words, "Helvetica", 12) for x, y, words in places]
    return both(*parts, *(mark(x - 10.0, y - 3.8) for x, y, _ in places))


def of(folder: Path, *draws: Draw) -> list[str]:
    return [line.text for line in marked(page_of(folder, both(*draws), size=SIZE)).lines]


def marked(page: Page) -> Page:
    """The page with the markers that it shows if it is a document by itself."""
    return with_markers(page, marker_looks([count_marks([page])]))


@pytest.mark.parametrize(("mark", "sign"), [(disc, "•"), (lambda x, y: disc(x, y, filled=False), "◦"), (square, "▪")])
def test_a_drawn_bullet_stands_before_its_line(mark, sign: str, tmp_path: Path) -> None:
    found = of(tmp_path, listed(mark, (90, 100, "First thing"), (90, 120, "Second thing")))
    assert found == [f"{sign} First thing", f"{sign} Second thing"]


def test_a_bullet_is_a_word_of_its_own(tmp_path: Path) -> None:
    page = marked(page_of(tmp_path, listed(disc, (90, 100, "First"), (90, 120, "Second")), size=SIZE))
    bullet, word = page.lines[0].words
    assert (bullet.style.font, bullet.space, word.space) == (DRAWN, False, True)
    assert page.lines[0].x0 == bullet.x0 < bullet.x1 < word.x0


def test_a_drawn_sign_behind_the_bullet_is_none(tmp_path: Path) -> None:
    signs = [both(square(104, 96 + 20 * at, 10.0), disc(104, 96 + 20 * at, radius=2.0 + at)) for at in range(2)]
    bullets = [disc(88, 96 + 20 * at) for at in range(2)]
    words = [text(115, 100 + 20 * at, "Some thing", "Helvetica", 12) for at in range(2)]
    assert of(tmp_path, *words, *bullets, *signs) == ["• Some thing"] * 2


def test_a_lone_mark_is_no_bullet_but_beside_a_list(tmp_path: Path) -> None:
    alone = listed(disc, (90, 100, "First thing"))
    assert of(tmp_path, alone) == ["First thing"]
    nested = listed(lambda x, y: disc(x, y, filled=False), (120, 140, "Inner thing"))
    assert of(tmp_path, listed(disc, (90, 100, "One"), (90, 120, "Two")), nested)[-1] == "◦ Inner thing"


@pytest.mark.parametrize(
    ("mark", "left", "words"),
    [
        (lambda x, y: disc(x, y, radius=7.0), 90, "Too large"),
        (lambda x, y: disc(x, y - 9.0), 90, "Too high"),
        (lambda x, y: disc(x - 60.0, y), 110, "Too far"),
        (disc, 90, "12,345"),
    ],
)
def test_other_marks_are_no_bullets(mark, left: float, words: str, tmp_path: Path) -> None:
    assert of(tmp_path, listed(mark, (left, 100, words), (left, 120, words))) == [words, words]


def test_a_mark_behind_words_is_no_bullet(tmp_path: Path) -> None:
    row = [text(40, y, "Before it", "Helvetica", 12) for y in (100, 120)]
    found = of(tmp_path, *row, listed(disc, (108, 100, "behind"), (108, 120, "behind")))
    assert not any("•" in line for line in found)


def test_drawn_bullets_make_nested_lists(tmp_path: Path) -> None:
    outer = listed(disc, (90, 100, "Outer one"), (90, 120, "Outer two"), (90, 180, "Outer three"))
    inner = listed(lambda x, y: disc(x, y, filled=False), (120, 140, "Inner one"), (120, 160, "Inner two"))
    path = pdf(tmp_path / "a.pdf", both(text(80, 60, "Words before the list"), outer, inner), size=SIZE)
    convert(path, tmp_path / "a.md", to="md")
    items = "- Outer one\n- Outer two\n  - Inner one\n  - Inner two\n- Outer three\n"
    assert items in (tmp_path / "a.md").read_text()


def test_bullets_of_writing_from_the_right_stand_at_the_right(tmp_path: Path) -> None:
    k = 0.55 * 1.9
    content = ""
    for y, codes in ((150.0, "AB"), (130.0, "BA")):
        for i, code in enumerate(codes):  # the first letter is the one at the right
            content += f"BT /F3 12 Tf {200 - 7.2 * (i + 1):.1f} {y} Td ({code}) Tj ET "
        x, m = 212.0, y + 3.8
        r = 1.9
        content += (
            f"{x + r} {m} m {x + r} {m + k} {x + k} {m + r} {x} {m + r} c {x - k} {m + r} {x - r} {m + k} {x - r} {m} c"
            f" {x - r} {m - k} {x - k} {m - r} {x} {m - r} c {x + k} {m - r} {x + r} {m - k} {x + r} {m} c f "
        )
    file = raw(tmp_path / "a.pdf", content.encode("latin-1"), objects=lettered_font("ש", "ל"))
    with open_source(file) as source:
        lines = marked(source.page(1)).lines
    assert {line.baseline: line.text for line in lines} == {50.0: "• של", 70.0: "• לש"}
    assert all(line.x1 > 212.0 for line in lines)


def path_of(*points: tuple[float, float], filled: bool = True):
    """A polygon at these places from the middle of a mark."""

    def at(x: float, y: float) -> Draw:
        def draw(canvas: Canvas) -> None:
            path = canvas.beginPath()
            path.moveTo(x + points[0][0], HIGH - y + points[0][1])
            for dx, dy in points[1:]:
                path.lineTo(x + dx, HIGH - y + dy)
            path.close()
            canvas.drawPath(path, stroke=not filled, fill=filled)

        return draw

    return at


ARROW = path_of((-3, -3), (3, 0), (-3, 3))
BOX = path_of((-3, -3), (3, -3), (3, 3), (-3, 3), filled=False)
LIST = ((90, 100, "First thing"), (90, 120, "Second thing"), (90, 140, "Third thing"))


@pytest.mark.parametrize(("mark", "sign"), [(ARROW, "•"), (BOX, "☐")])
def test_paths_that_are_often_in_front_of_lines_are_markers(mark, sign: str, tmp_path: Path) -> None:
    assert of(tmp_path, listed(mark, *LIST)) == [f"{sign} {words}" for _, _, words in LIST]


def test_pieces_that_touch_are_one_mark(tmp_path: Path) -> None:
    found = of(tmp_path, listed(lambda x, y: both(BOX(x, y), disc(x, y, radius=1.5)), *LIST))
    assert found == [f"☑ {words}" for _, _, words in LIST]


def test_art_that_stands_elsewhere_too_is_no_mark(tmp_path: Path) -> None:
    points = [ARROW(300.0 + 20 * n, 400.0 + 9 * n) for n in range(4)]
    assert of(tmp_path, listed(ARROW, *LIST), *points) == [words for _, _, words in LIST]


def test_a_bar_beside_text_is_no_mark(tmp_path: Path) -> None:
    bar = path_of((-1, -6), (1, -6), (1, 6), (-1, 6))
    assert of(tmp_path, listed(bar, *LIST)) == [words for _, _, words in LIST]
