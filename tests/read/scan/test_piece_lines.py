"""Recognised pieces to lines and words."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.model.page import Rule
from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.missed_ink import DotLeader
from quire.read.scan.piece_lines import text_lines, text_pieces
from quire.read.scan.text_piece import TextPiece
from tests.read.scanning import CHINESE, DPI, ENGLISH, blank, page_and_picture, readings

UNIT = DPI / 72.0


def piece(text: str, x0: float, x1: float, *, baseline: float = 100.0, size: float = 10.0) -> TextPiece:
    box = (x0, baseline - 0.75 * size, x1, baseline)
    return TextPiece(Reading(text, rectangle(*box), 0.9), box, *box, size, baseline, 0)


def texts(*found: TextPiece, leaders=(), rules=()) -> list[str]:
    return [line.text for line in text_lines(found, leaders, rules)[0]]


@pytest.mark.parametrize("sample", [ENGLISH, CHINESE])
def test_sizes_and_baselines_are_those_of_the_text(sample) -> None:
    page, picture = page_and_picture(sample, 4)
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    ink = np.where(grey < 160, 255, 0).astype(np.uint8)
    truth = {line.text: line for line in page.lines}
    sizes, levels = [], []
    for made in text_pieces(readings(page, DPI), picture, ink, UNIT):
        line = truth.get(made.reading.text)
        if line and len(line.text) > 5:
            sizes.append(made.size / line.words[0].style.size)
            levels.append((made.baseline - line.baseline) / line.words[0].style.size)
    assert len(sizes) >= 10
    assert 0.88 < float(np.median(sizes)) < 1.07
    assert float(np.quantile(np.abs(levels), 0.8)) < 0.12


def test_what_is_hardly_read_is_no_text() -> None:
    picture = blank(100, 30)
    faint = Reading("???", rectangle(0, 0, 90, 20), 0.3)
    assert text_pieces([faint], picture, np.zeros((30, 100), np.uint8), 1.0) == []


def test_text_that_was_found_twice_is_there_once() -> None:
    twice = [Reading("whole words", rectangle(0, 0, 90, 20), 0.9), Reading("words", rectangle(50, 1, 88, 19), 0.9)]
    assert [p.reading.text for p in text_pieces(twice, blank(100, 30), np.zeros((30, 100), np.uint8), 1.0)] == [
        "whole words"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [("一", "—"), ("O", "0"), ("1O5.20", "105.20"), ("3,00O", "3,000"), ("Oslo", "Oslo"), ("AO", "AO")],
)
def test_what_engines_confuse_is_mended(before: str, after: str) -> None:
    reading = Reading(before, rectangle(0, 0, 40, 20), 0.9)
    assert [p.reading.text for p in text_pieces([reading], blank(60, 30), np.zeros((30, 60), np.uint8), 1.0)] == [after]


def test_the_thin_nought_of_chinese_years_is_put_back() -> None:
    positions = tuple((i + 0.5) / 12 for i in (0, 2, 4, 5, 6, 7, 8, 9, 10, 11))
    reading = Reading("二三年四月一日至今天", rectangle(0, 0, 240, 24), 0.9, positions)
    (made,) = text_pieces([reading], blank(300, 40), np.zeros((40, 300), np.uint8), 1.0)
    assert made.reading.text == "二〇三〇年四月一日至今天"
    assert len(made.reading.positions) == 12


def test_neighbours_are_one_line_and_cells_are_not() -> None:
    assert texts(piece("some", 10, 30), piece("words", 34, 60), piece("other", 90, 110)) == ["some words", "other"]


def test_words_that_justification_drove_apart_are_one_line() -> None:
    words = [("Equivalent", 64.8, 113.4), ("resistance", 122.8, 170.3), ("between", 180.7, 219.6), ("B", 230.0, 235.4)]
    last = ("and", 245.2, 261.7)
    assert texts(*(piece(*word) for word in (*words, last))) == ["Equivalent resistance between B and"]
    bar = Rule(240.0, 90.0, 240.0, 105.0, 1.0, 0)
    assert texts(*(piece(*word) for word in (*words, last)), rules=[bar]) == ["Equivalent resistance between B", "and"]
    assert len(texts(*(piece(*word) for word in words[1:]))) == 3  # so few may be columns
    columns = [
        (text, 60.0 + 60.0 * i, 60.0 + 60.0 * i + wide)
        for i, (text, wide) in enumerate(
            [("Equivalent", 48.0), ("resistance", 46.0), ("between", 44.0), ("leads", 45.0)]
        )
    ]
    assert len(texts(*(piece(*cell) for cell in columns))) == 4  # evenly spaced columns


def test_a_rule_parts_what_stands_close() -> None:
    bar = Rule(32, 80, 32, 120, 0.5, 0)
    assert texts(piece("some", 10, 30), piece("words", 34, 60), rules=[bar]) == ["some", "words"]


def test_dots_lead_to_the_number() -> None:
    (line,) = texts(piece("Scope..", 10, 60), piece(".7", 200, 210), leaders=[DotLeader(0, 1, 9)])
    assert line == "Scope" + "." * 12 + " 7"


def test_lines_carry_their_confidence() -> None:
    one, two = piece("ab", 10, 20), piece("cdef", 22, 42)
    two = two._replace(reading=two.reading._replace(confidence=0.6))
    two = two._replace(reading=two.reading._replace(scores=(0.9, 0.5, 0.9, 0.9), rivals=(0.0, 0.4, 0.1, 0.0)))
    made, sure, scores, steps = text_lines([one, two], [], [])
    assert len(made) == 1
    assert scores == [(0.5, pytest.approx(0.7), 0.4)]
    assert sure == [pytest.approx(0.7)]
    assert made[0].words[0].style is made[0].words[1].style
    assert not made[0].words[0].style.bold
    assert steps == [()]


def test_a_line_has_the_steps_of_all_its_pieces() -> None:
    one, two = piece("ab", 10, 20), piece("cd", 22, 32)
    seen = ((("c", 0.6), ("e", 0.4)), (("d", 1.0),))
    two = two._replace(reading=two.reading._replace(steps=seen))
    *_, steps = text_lines([one, two], [], [])
    assert ["".join(char for char, _ in step) for step in steps[0] if step[0][0]] == ["a", "b", "ce", "d"]
