"""The real engine on small pictures; slow to load, so there are few tests."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from rapidfuzz.distance import Indel

from quire.errors import Unavailable
from quire.read.ocr_engine import rectangle
from quire.read.scan import ocr_onnx
from quire.read.scan.ocr_onnx import OnnxOcr, engine
from tests.read.scanning import CHINESE, DPI, ENGLISH, blank, page_and_picture


@pytest.mark.parametrize("sample", [ENGLISH, CHINESE])
def test_lines_are_read_and_each_character_has_its_place(sample) -> None:
    page, picture = page_and_picture(sample, 4)
    unit = DPI / 72.0
    lines = sorted(page.lines, key=lambda line: len(line.text), reverse=True)[:4]
    places = [rectangle(*(side * unit for side in line.box)) for line in lines]
    for line, reading in zip(lines, engine(1).recognise(picture, places), strict=True):
        assert Indel.normalized_similarity(reading.text.replace(" ", ""), line.text.replace(" ", "")) > 0.95
        assert reading.confidence > 0.9
        assert len(reading.positions) == len(reading.text)
        assert list(reading.positions) == sorted(reading.positions)
        assert 0.0 < reading.positions[0] < reading.positions[-1] <= 1.0


def test_text_is_found_where_it_stands() -> None:
    page, picture = page_and_picture(ENGLISH, 1)
    unit = DPI / 72.0
    found = engine(1).find(picture)
    longest = max(page.lines, key=lambda line: len(line.text))
    x, y = (longest.x0 + longest.x1) / 2 * unit, (longest.y0 + longest.y1) / 2 * unit
    assert any(place[0][0] <= x <= place[2][0] and place[0][1] <= y <= place[2][1] for place in found)


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (64, 64), (2000, 4)])
def test_a_picture_without_text_has_none(size: tuple[int, int]) -> None:
    assert engine(1).read(blank(*size)) == []


def test_text_that_runs_down_is_read() -> None:
    page, picture = page_and_picture(ENGLISH, 3)
    line = max(page.lines, key=lambda line: len(line.text))
    unit = DPI / 72.0
    x0, y0, x1, y1 = (int(side * unit) for side in line.box)
    part = np.ascontiguousarray(np.rot90(picture[y0 : y1 + 1, x0 : x1 + 1], -1))  # turned clockwise
    (reading,) = engine(1).recognise(part, [rectangle(0, 0, part.shape[1], part.shape[0])])
    assert reading.text.replace(" ", "")[:20] == line.text.replace(" ", "")[:20]


def test_the_engine_is_made_once_for_a_number_of_threads() -> None:
    assert engine(1) is engine(1)
    assert engine(1) is not engine(2)


def test_models_that_are_not_there_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr_onnx, "find_spec", lambda name: None)
    with pytest.raises(Unavailable, match="not installed"):
        OnnxOcr(1).find(blank(100, 100))


@pytest.mark.parametrize("letter", "HJ7")
def test_a_lone_letter_is_no_line_that_runs_down(letter: str) -> None:
    picture = blank(120, 120)
    cv2.putText(picture, letter, (40, 80), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2)
    dark = np.argwhere(picture[:, :, 0] < 128)
    (y0, x0), (y1, x1) = dark.min(axis=0), dark.max(axis=0)
    (reading,) = engine(1).recognise(picture, [rectangle(x0 - 1, y0 - 6, x1 + 1, y1 + 6)])
    assert reading.text == letter


def test_several_threads_read_what_one_reads() -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    places = [rectangle(*(side * DPI / 72.0 for side in line.box)) for line in page.lines[:6]]
    assert engine(2).recognise(picture, places) == engine(1).recognise(picture, places)


def test_type_that_is_squeezed_is_shown_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    unit = DPI / 72.0
    line = max(page.lines, key=lambda line: len(line.text))
    x0, y0, x1, y1 = (round(side * unit) for side in line.box)
    part = np.ascontiguousarray(picture[y0 - 2 : y1 + 3, x0 - 4 : x1 + 5])
    slim = np.asarray(cv2.resize(part, (round(part.shape[1] * 0.4), part.shape[0]), interpolation=cv2.INTER_AREA))
    place = rectangle(0, 0, slim.shape[1], slim.shape[0])

    def likeness() -> float:
        (reading,) = engine(1).recognise(slim, [place])
        return Indel.normalized_similarity(reading.text.replace(" ", ""), line.text.replace(" ", ""))

    wider = likeness()
    monkeypatch.setattr(ocr_onnx, "_WIDER", ())
    assert wider > 0.9
    assert wider > likeness()


def test_each_character_has_its_rival_and_what_may_be_missing_behind_it() -> None:
    reader = OnnxOcr(1)
    reader.__dict__["_letters"] = ["", "1", "7", ",", " "]
    steps = np.zeros((5, 5), np.float32)
    steps[0, [1, 2]] = 0.6, 0.4  # a 1 that may be a 7
    steps[1, [0, 2]] = 0.9, 0.1
    steps[2, 2] = 1.0
    steps[3, [0, 3]] = 0.7, 0.3  # a comma that was not read
    steps[4, 1] = 1.0
    text, _, _, scores, rivals, kept = reader._decoded(steps, 40)
    assert text == "171"
    assert scores == pytest.approx((0.6, 1.0, 1.0))
    assert rivals == pytest.approx((0.4, 0.3, 0.0))
    assert kept[0] == (("1", pytest.approx(0.6)), ("7", pytest.approx(0.4)))
    assert kept[2:4] == ((("7", 1.0),), (("", pytest.approx(0.7)), (",", pytest.approx(0.3))))


def test_the_steps_of_a_sure_line_are_not_kept() -> None:
    reader = OnnxOcr(1)
    reader.__dict__["_letters"] = ["", "1", "7"]
    steps = np.zeros((3, 3), np.float32)
    steps[0, 1], steps[1, 0], steps[2, 2] = 0.995, 1.0, 0.999
    assert reader._decoded(steps, 24)[-1] == ()
