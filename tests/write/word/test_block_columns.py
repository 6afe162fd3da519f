"""Where blocks stand in their columns."""

from __future__ import annotations

import pytest

from quire.model.block import Paragraph, Place
from quire.model.geometry import Box
from quire.model.table import Align
from quire.write.word.block_columns import Columns
from tests import documents as make

COLUMNS = Columns({1: Box(72, 72, 522, 770)})


def place(x0: float, x1: float) -> Place:
    return Place(1, Box(x0, 100, x1, 112))


def test_the_second_of_two_columns() -> None:
    assert COLUMNS.column(place(310, 400), 215) == Box(307, 72, 522, 770)
    assert COLUMNS.column(place(80, 400), 450) == Box(72, 72, 522, 770)


@pytest.mark.parametrize(
    ("x0", "x1", "side"),
    [(72, 200, Align.LEFT), (247, 347, Align.CENTER), (400, 522, Align.RIGHT), (72, 522, Align.LEFT)],
)
def test_sides(x0: float, x1: float, side: Align) -> None:
    assert COLUMNS.side((place(x0, x1),), 450) is side


def test_left_indents() -> None:
    block = Paragraph((), (place(108, 522),))
    assert COLUMNS.left(block, 450, 10.5) == 36
    assert COLUMNS.left(Paragraph((), (place(93, 200),), indent=21.0), 450, 10.5) == 0
    assert COLUMNS.left(Paragraph((), (place(108, 522),), Align.CENTER), 450, 10.5) == 0
    assert COLUMNS.list_indent(make.listed(("•", Paragraph((), (place(90, 200),)))), 450) == 18
    assert COLUMNS.list_indent(make.listed(("•", Paragraph((), ()))), 450) is None


def test_short_texts_far_in() -> None:
    """An address at the right stands there; what would have no room in its column does not."""
    assert COLUMNS.left(Paragraph((), (place(392, 500),)), 450, 10.5) == 320
    assert COLUMNS.left(Paragraph((), (place(392, 580),)), 450, 10.5) == 0
    assert COLUMNS.left(Paragraph((), (Place(1, Box(392, 100, 500, 300)),)), 450, 10.5) == 0


def test_sides_and_distances_of_writing_from_the_right() -> None:
    assert COLUMNS.side((place(400, 522),), 450, leftward=True) is Align.LEFT
    assert COLUMNS.side((place(72, 200),), 450, leftward=True) is Align.RIGHT
    assert COLUMNS.offset((place(100, 502),), 450, leftward=True) == 20.0
    block = Paragraph((make.span("שלום"),), (place(100, 492),))
    assert COLUMNS.left(block, 450, 10.0) == 30.0


def test_what_stands_in_the_margins() -> None:
    assert COLUMNS.left_overhang((place(40, 300),), 450) == 32
    assert COLUMNS.left_overhang((place(2, 300),), 450) == 58  # the edge of the page stays white
    assert COLUMNS.left_overhang((place(80, 300),), 450) == COLUMNS.left_overhang((), 450) == 0
    assert COLUMNS.left_overhang((place(290, 500),), 215) == 0  # between two columns there is no margin
    assert COLUMNS.right_overhang((place(72, 550),), 450) == 28
    assert COLUMNS.right_overhang((place(72, 600),), 450) == 58
    assert COLUMNS.right_overhang((place(72, 500),), 450) == COLUMNS.right_overhang((), 450) == 0
    assert COLUMNS.right_overhang((place(72, 300),), 215) == 0
    assert COLUMNS.overhangs((place(40, 550), place(40, 550)), 450) == (32, 28)  # of the first page
