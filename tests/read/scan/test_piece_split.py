"""Pieces of several cells, and pieces of one line."""

from __future__ import annotations

import numpy as np
import pytest

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.piece_split import is_one_line, split_into_cells

SIZE = 20.0


def drawn(words: list[tuple[str, float]]) -> tuple[Reading, np.ndarray]:
    """A reading of words, each with the blank (em) in front of it, and its ink; letters are half an em wide."""
    x, text, positions, spans = 10.0, "", [], []
    for word, gap in words:
        text += " " if text else ""
        positions += [x] if positions else []
        x += gap * SIZE
        start = x
        for letter in word:
            wide = SIZE if ord(letter) > 0x2E80 else SIZE / 2
            positions.append(x + wide / 2)
            x += wide
        spans.append((start, x))
        text += word
    ink = np.zeros((60, int(x) + 40), np.uint8)
    for start, end in spans:
        ink[20:40, int(start) : int(end)] = 255
    shares = tuple((position - 10.0) / (x - 10.0) for position in positions)
    return Reading(text, rectangle(10, 16, x, 44), 0.9, shares), ink


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ([("March", 0), ("31,", 0.3), ("2010", 0.3), ("March", 1.1), ("31,", 0.3)], ["March 31, 2010", "March 31,"]),
        ([("1,024", 0), ("2,048", 0.9)], ["1,024", "2,048"]),
        ([("1,024", 0), ("285", 0.3)], ["1,024 285"]),
        ([("one", 0), ("two", 0.3), ("three", 0.35)], ["one two three"]),
        ([("3.", 0), ("Scope", 1.4), ("of", 0.3), ("it", 0.3)], ["3. Scope of it"]),
        ([("（一）", 0), ("总则", 1.3)], ["（一） 总则"]),
        ([("合", 0), ("计", 1.2)], ["合 计"]),
        ([("营业收入，", 0), ("同比", 0.9)], ["营业收入， 同比"]),
        ([("资产", 0), ("期末余额", 1.6)], ["资产", "期末余额"]),
    ],
)
def test_blanks_part_cells(words, parts) -> None:
    reading, ink = drawn(words)
    found = split_into_cells(reading, ink, SIZE)
    assert [part.text for part in found] == parts
    assert all(len(part.positions) == len(part.text) for part in found)
    assert all(0.0 <= position <= 1.0 for part in found for position in part.positions)


def test_each_part_has_its_own_steps() -> None:
    reading, ink = drawn([("12", 0), ("34", 2.0)])
    middles = [round(position * 80) for position in reading.positions]
    steps = tuple(((dict(zip(middles, reading.text, strict=True)).get(at, ""), 0.9),) for at in range(81))
    parts = split_into_cells(reading._replace(steps=steps), ink, SIZE)
    assert [part.text for part in parts] == ["12", "34"]
    assert ["".join(step[0][0] for step in part.steps).strip() for part in parts] == ["12", "34"]


def test_without_places_of_characters_nothing_is_parted() -> None:
    reading, ink = drawn([("1,024", 0), ("2,048", 2.0)])
    assert split_into_cells(reading._replace(positions=()), ink, SIZE) == [reading._replace(positions=())]


@pytest.mark.parametrize(
    ("last", "text", "gap", "one"),
    [
        ("words", "more", 0.5, True),
        ("words", "more", 1.0, False),
        ("1.", "Scope", 2.0, True),
        ("(a)", "Cash", 2.0, True),
        ("1.", "234", 1.0, False),
        ("1,024", "2,048", 0.4, False),
        ("收入，", "同比", 1.1, True),
        ("Note", "1,024", 0.3, False),
    ],
)
def test_pieces_of_one_line(last: str, text: str, gap: float, *, one: bool) -> None:
    assert is_one_line(last, text, gap) is one


def test_amounts_that_were_read_as_one_word_are_parted_at_their_blank() -> None:
    reading, ink = drawn([("7,627,860", 0), ("6,466,805", 0.4)])
    at = reading.text.index(" ")
    joined = reading._replace(
        text=reading.text.replace(" ", ""), positions=reading.positions[:at] + reading.positions[at + 1 :]
    )
    assert [part.text for part in split_into_cells(joined, ink, SIZE)] == ["7,627,860", "6,466,805"]
    whole = joined._replace(text="7,627,860,466,805"[: len(joined.text)], positions=joined.positions[:17])
    assert len(split_into_cells(whole, ink, SIZE)) == 1
