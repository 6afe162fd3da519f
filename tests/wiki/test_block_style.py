"""How paragraphs are set, as a wiki's folder keeps it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.block_style import PLAIN, Shape, letters, moved, parsed

shapes = st.builds(
    Shape,
    st.integers(0, 9999),
    st.text(max_size=4),
    st.integers(0, 9),
    st.tuples(st.integers(1, 99)),
    st.tuples(st.text(max_size=9)),
)


@given(st.lists(shapes, max_size=4))
def test_shapes_come_back_from_json(made: list[Shape]):
    assert parsed(json.loads(json.dumps(made))) == tuple(made)


def test_what_is_no_shape_is_left_out():
    assert parsed(None) == ()
    assert parsed([[0, "•", 1], "•", [0, "•", "1", [], []], [3, "•", 1, ["x", 2], [None]]]) == (Shape(3, "•", 1, (2,)),)


def test_a_place_alone_says_nothing():
    assert not Shape(12).told
    assert Shape(12, "•", 1).told
    assert not PLAIN.told


def test_shapes_move_with_their_text():
    assert moved((Shape(0, ">"), Shape(4)), 10) == (Shape(10, ">"), Shape(14))


def test_letters_are_without_space():
    assert letters(" a b\n c") == 3
