"""How paragraphs are set, as a wiki's folder keeps it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.block_style import PLAIN_STYLE, BlockStyle, count_letters, shifted, styles_from_json

shapes = st.builds(
    BlockStyle,
    st.integers(0, 9999),
    st.text(max_size=4),
    st.integers(0, 9),
    st.tuples(st.integers(1, 99)),
    st.tuples(st.text(max_size=9)),
)


@given(st.lists(shapes, max_size=4))
def test_shapes_come_back_from_json(made: list[BlockStyle]):
    assert styles_from_json(json.loads(json.dumps(made))) == tuple(made)


def test_what_is_no_shape_is_left_out():
    assert styles_from_json(None) == ()
    assert styles_from_json([[0, "•", 1], "•", [0, "•", "1", [], []], [3, "•", 1, ["x", 2], [None]]]) == (
        BlockStyle(3, "•", 1, (2,)),
    )


def test_a_place_alone_says_nothing():
    assert not BlockStyle(12).is_styled
    assert BlockStyle(12, "•", 1).is_styled
    assert not PLAIN_STYLE.is_styled


def test_shapes_move_with_their_text():
    assert shifted((BlockStyle(0, ">"), BlockStyle(4)), 10) == (BlockStyle(10, ">"), BlockStyle(14))


def test_letters_are_without_space():
    assert count_letters(" a b\n c") == 3
