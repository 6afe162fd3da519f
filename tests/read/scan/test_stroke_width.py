"""How heavy letters are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.read.ocr_engine import FakeOcr, Pixels
from quire.read.scan.ink_mask import ink_mask
from quire.read.scan.scan_pipeline import recognise_page
from quire.read.scan.stroke_width import Strokes, bold_texts, strokes_of
from tests.read.scanning import CHINESE, DPI, ENGLISH, blank, page_and_picture, readings

SCALE = 2.0


def printed(thick: int, *, blur: int = 1, dark: int = 0) -> Pixels:
    """Letters of 40 pixels drawn with strokes of so many."""
    picture = blank(800, 100)
    for x in range(40, 480, 40):  # OpenCV's letters have strokes of one width: rings and bars
        cv2.circle(picture, (x, 50), 14, (dark, dark, dark), thick, cv2.LINE_AA)
        cv2.line(picture, (x + 20, 34), (x + 20, 66), (dark, dark, dark), thick, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (blur, blur), 0), np.uint8)


def measured(picture: Pixels, *, size: float = 40.0) -> Strokes | None:
    clear = ink_mask(picture, SCALE)
    return strokes_of("o|" * 11, picture, clear, (10, 20, 500, 75), size=size, baseline=66.0)


def known(picture: Pixels) -> Strokes:
    found = measured(picture)
    assert found is not None
    return found


def test_it_grows_with_the_strokes() -> None:
    thin, usual, thick = (known(printed(wide)) for wide in (2, 3, 5))
    assert thin.run < usual.run < thick.run
    assert thick.crossed > 1.4 * thin.crossed > thin.crossed > 0.0


@pytest.mark.parametrize(("blur", "dark"), [(3, 0), (1, 90), (3, 90)])
def test_blur_and_pale_ink_do_not_change_the_ink_of_a_stroke(blur: int, dark: int) -> None:
    changed, clean = known(printed(4, blur=blur, dark=dark)), known(printed(4))
    assert changed.crossed == pytest.approx(clean.crossed, rel=0.03)


def test_coloured_ink_is_measured_like_black() -> None:
    coloured = printed(4)
    coloured[:, :, 2] = 255  # blue on white
    assert tuple(known(coloured)) == pytest.approx(tuple(known(printed(4))), rel=0.05)


def test_what_cannot_be_judged_is_unknown() -> None:
    assert measured(blank(800, 100)) is None
    assert measured(printed(3), size=5.0) is None
    assert measured(printed(3, dark=220)) is None
    paper = blank(400, 100)
    assert strokes_of("a", paper, ink_mask(paper, SCALE), (10, 10, 11, 11), size=40.0, baseline=66.0) is None


def of(*weights: float) -> list[Strokes | None]:
    """Strokes of so many sizes; unknown ones of 0."""
    return [Strokes(weight, weight) if weight else None for weight in weights]


def test_bold_is_heavier_than_the_regular_text_of_its_script() -> None:
    texts = (
        ["regular text of a page that goes on"] * 3
        + ["A heading", "No", "黑体标题之中的一行"]
        + ["宋体正文一行共有二十个字宋体正文一行字"] * 4
    )
    weights = [0.06, 0.061, 0.059, 0.09, 0.07, 0.07] + [0.04] * 4
    sizes = [10.0] * len(texts)
    found = bold_texts(texts, of(*weights), sizes, range(len(texts)))
    assert found == [False, False, False, True, False, True] + [False] * 4
    assert bold_texts(["a few letters"], of(0.2), [10.0], [0]) == [False]
    assert bold_texts(["regular text of a page that goes on"] * 4, of(*[0.0] * 4), [10.0] * 4, range(4)) == [False] * 4


@pytest.mark.parametrize("sample", [ENGLISH, CHINESE])
def test_the_bold_lines_of_a_scan_are_those_of_its_text_layer(sample) -> None:
    page, picture = page_and_picture(sample, 3)
    pieces = readings(page, DPI)
    known = {reading.text: line for reading, line in zip(pieces, page.lines, strict=False)}
    places = [reading.polygon for reading in pieces]
    lines, *_ = recognise_page(picture, places, FakeOcr(lambda image: pieces), DPI / 72.0)
    right = wrong = 0
    for line in lines:
        true = known.get(line.text)
        if true and len(line.text) >= 8 and true.words[0].style.size >= 9.5:
            same = line.words[0].style.bold == true.words[0].style.bold
            right, wrong = right + same, wrong + (not same)
    assert right >= 3
    assert wrong == 0


def test_what_is_rather_heavy_is_bold_beside_what_certainly_is() -> None:
    texts = [
        "regular text of a page that goes on",
        "and more of it that is regular as well",
        "Description",
        "Exhibit",
        "12",
    ]
    weights = [0.05, 0.05, 0.085, 0.06, 0.06]
    assert bold_texts(texts, of(*weights), [10.0] * 5, [0, 1, 2, 2, 2]) == [False, False, True, True, False]
    assert bold_texts(texts, of(*weights), [10.0] * 5, [0, 1, 2, 3, 4]) == [False, False, True, False, False]


def test_larger_type_needs_less_to_be_bold() -> None:
    texts = ["regular text of a page that goes on"] * 3 + ["A heading between paragraphs"]
    strokes = of(0.08, 0.08, 0.08, 0.09)
    assert not any(bold_texts(texts, strokes, [10.0] * 4, range(4)))
    assert bold_texts(texts, strokes, [10.0] * 3 + [12.0], range(4)) == [False, False, False, True]


def test_small_type_is_compared_with_its_own() -> None:
    body, small = ["regular text of a page that goes on"] * 6, ["smaller type of notes, blurred more"] * 5
    weights = [0.08] * 6 + [0.11] * 5 + [0.18]
    sizes = [10.0] * 6 + [7.0] * 6
    found = bold_texts([*body, *small, "Note in bold type"], of(*weights), sizes, range(12))
    assert found == [False] * 11 + [True]
    few = bold_texts([*body, small[0]], of(*weights[:6], 0.11), sizes[:7], range(7))
    assert not any(few)
