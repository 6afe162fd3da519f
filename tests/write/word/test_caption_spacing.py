"""The room that captions take."""

from __future__ import annotations

import pytest

from quire.model.block import Span
from quire.write.word.caption_spacing import caption_height
from tests import documents as make

CAPTION = (Span("Table 1. Rivers of the north", make.BODY._replace(size=10.0)),)


def test_lines_of_a_caption() -> None:
    one = caption_height(CAPTION, 400.0)
    assert one == pytest.approx(11.5)
    assert caption_height(CAPTION, 80.0) == pytest.approx(2 * one)
    assert caption_height((), 80.0) == 0.0
