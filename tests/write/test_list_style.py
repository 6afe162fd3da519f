"""Lists split into sublists that a format with automatic numbers can hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Item, List
from quire.write.list_style import MarkerKind, sublists


def listed(*markers: str, ordered: bool = False, start: int = 1) -> List:
    return List(tuple(Item(marker, ()) for marker in markers), (), ordered, start)


def test_a_jump_and_another_delimiter_begin_a_sublist() -> None:
    found = sublists(listed("1.", "2.", "5.", "6)", "•"))
    assert [(one.kind, one.start, one.stop, len(one.items)) for one in found] == [
        (MarkerKind.NUMBER, 1, ".", 2),
        (MarkerKind.NUMBER, 5, ".", 1),
        (MarkerKind.NUMBER, 6, ")", 1),
        (MarkerKind.DOT, 1, "", 1),
    ]


def test_markers_that_no_format_counts_stay_as_printed() -> None:
    assert [one.kind for one in sublists(listed("(a)", "一、", "①"))] == [MarkerKind.PRINTED]


def test_an_ordered_list_without_markers_counts_from_its_start() -> None:
    (found,) = sublists(listed("", "", ordered=True, start=4))
    assert (found.kind, found.start, found.bullet(1)) == (MarkerKind.NUMBER, 4, "5.")


def test_boxes_to_tick_are_task_items() -> None:
    (found,) = sublists(listed("☐", "☑"))
    assert [found.bullet(at) for at in (0, 1)] == ["- [ ]", "- [x]"]


@given(st.lists(st.sampled_from(["", "•", "1.", "2.", "3)", "(a)", "☑", "99."]), max_size=8), st.booleans())
def test_sublists_hold_every_item_once_in_order(markers: list[str], ordered: bool) -> None:
    block = listed(*markers, ordered=ordered)
    assert tuple(item for one in sublists(block) for item in one.items) == block.items
