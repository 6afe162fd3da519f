"""Captions above and below tables."""

from __future__ import annotations

import pytest

from quire.model.block import Block, Paragraph, Place, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.table import Grid
from quire.write.word.caption_spacing import caption_height, captions_below
from quire.write.word.source_flow import flow_steps
from tests import documents as make

AREA = Box(72, 72, 523, 770)
CAPTION = (Span("Table 1. Rivers of the north", make.BODY._replace(size=10.0)),)


def para(top: float, foot: float) -> Block:
    return Paragraph((Span("x", make.BODY),), (Place(1, Box(72, top, 523, foot)),))


def table(top: float, foot: float) -> Table:
    return Table(Grid(1, 1, ()), (Place(1, Box(72, top, 523, foot)),), CAPTION)


def found(*blocks: Block) -> list[bool]:
    document = Document((), blocks)
    under = captions_below(document, flow_steps(document, {1: AREA}), {1: AREA})
    return [id(block) in under for block in blocks if isinstance(block, Table)]


@pytest.mark.parametrize(
    ("above", "under", "is_below"), [(6, 30, True), (30, 6, False), (30, 30, False), (4, 4, False)]
)
def test_the_white_tells(above: float, under: float, *, is_below: bool) -> None:
    blocks = para(72, 200), table(200 + above, 300), para(300 + under, 400)
    assert found(*blocks) == [is_below]


def test_a_table_that_does_not_tell_does_as_the_others() -> None:
    blocks = (
        para(72, 90),
        table(94, 200),
        para(230, 240),
        table(244, 300),
        para(330, 340),
        table(370, 400),
        para(430, 440),
    )
    assert found(*blocks) == [True, True, True]


def test_lines_of_a_caption() -> None:
    one = caption_height(CAPTION, 400.0)
    assert one == pytest.approx(11.5)
    assert caption_height(CAPTION, 80.0) == pytest.approx(2 * one)
    assert caption_height((), 80.0) == 0.0
