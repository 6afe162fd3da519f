"""Pages whose reading order is uncertain."""

from __future__ import annotations

from quire.layout.order.order_doubts import is_order_uncertain
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import BODY, block, prose


def paragraph(x: float, y: float, column: int = 0, rows: int = 3, width: int = 40) -> Draft:
    return Draft(1, rows_of(block(prose(rows * 8, width * 5)[:rows], x, y, BODY)), column=column, left=x, right=x + 220)


def test_a_column_from_top_to_bottom_is_certain() -> None:
    assert not is_order_uncertain([paragraph(72, 100 + 60 * n) for n in range(8)])


def test_two_columns_of_prose_are_certain() -> None:
    left = [paragraph(72, 100 + 60 * n) for n in range(6)]
    right = [paragraph(320, 130 + 70 * n, 1) for n in range(6)]
    assert not is_order_uncertain([*left, *right])


def test_paragraphs_side_by_side_on_the_same_heights_may_be_read_in_rows() -> None:
    left = [paragraph(72, 100 + 60 * n) for n in range(6)]
    right = [paragraph(320, 100 + 60 * n, 1) for n in range(6)]
    assert is_order_uncertain([*left, *right])


def test_labels_and_values_on_the_same_heights_are_certain() -> None:
    left = [paragraph(72, 100 + 60 * n, rows=1) for n in range(6)]
    right = [paragraph(320, 100 + 60 * n, 1, rows=1) for n in range(6)]
    assert not is_order_uncertain([*left, *right])


def test_jumps_up_inside_a_column_are_uncertain() -> None:
    drafts = [paragraph(72, 500), paragraph(72, 100), paragraph(72, 300), paragraph(72, 200)]
    assert is_order_uncertain(drafts)
    assert not is_order_uncertain([draft for draft in drafts if draft.box.y0 != drafts[3].box.y0])


def test_pictures_and_notes_do_not_count() -> None:
    drafts = [paragraph(72, 500), paragraph(72, 100), paragraph(72, 300), paragraph(72, 200)]
    for draft in drafts:
        draft.kind = Kind.NOTE
    assert not is_order_uncertain(drafts)
