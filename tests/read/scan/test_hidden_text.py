"""Whether somebody else's recognition is worth keeping."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from quire.model.page import Page, TextSource
from quire.read.ocr_engine import FakeOcr
from quire.read.scan.hidden_text import is_unreliable
from tests.read.scanning import DPI, ENGLISH, page_and_picture, readings


def garbled(page: Page, step: int) -> Page:
    """The page with every `step`-th letter of its layer wrong."""
    lines = []
    count = itertools.count(1)
    for line in page.lines:
        words = tuple(
            word._replace(text="".join("j" if next(count) % step == 0 else c for c in word.text)) for word in line.words
        )
        lines.append(line._replace(words=words))
    return replace(page, lines=tuple(lines), source=TextSource.HIDDEN)


@pytest.mark.parametrize(("step", "poor"), [(1000, False), (30, False), (5, True), (2, True)])
def test_a_layer_is_as_good_as_it_agrees_with_the_picture(step: int, *, poor: bool) -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    engine = FakeOcr(lambda image: readings(page, DPI))
    assert is_unreliable(garbled(page, step), picture, engine) is poor


def test_a_layer_that_leaves_most_out_is_poor() -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    engine = FakeOcr(lambda image: readings(page, DPI))
    assert is_unreliable(replace(page, lines=page.lines[:2]), picture, engine)


def test_an_engine_that_is_not_sure_says_nothing() -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    unsure = [reading._replace(confidence=0.7) for reading in readings(page, DPI)]
    assert not is_unreliable(garbled(page, 2), picture, FakeOcr(lambda image: unsure))
