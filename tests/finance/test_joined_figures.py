"""Recognised figures of two columns that were read as one."""

from __future__ import annotations

import pytest

from quire.finance.joined_figures import part_joined_figures
from quire.finance.text_pieces import MENDED, pieces_of, visual_rows
from quire.model.page import TextSource
from tests.finance.paper import Paper, width_of


def texts(joined: str, *, source: TextSource = TextSource.OCR, others: int = 2) -> list[str]:
    """The figures of a row that holds `joined`, below rows whose figures end where its parts do."""
    paper = Paper()
    start = 460 - width_of(joined, 9.0)
    for i in range(others):
        at = (start + width_of("47,802,388", 9.0), 460)
        paper.row(100 + 13 * i, "Reserves", "47,626,785", "259,574,669", at=at)
    paper.text(start, 160, joined)
    rows = visual_rows(pieces_of(paper.page(source=source, confidence=0.97 if source is TextSource.OCR else None)))
    return [piece.text for piece in part_joined_figures(rows)[-1]]


@pytest.mark.parametrize("joined", ["47,802,388,258,404,421", "47,802,388.258,404,421", "47,802,388258,404,421"])
def test_a_figure_over_two_columns_is_two(joined: str) -> None:
    assert texts(joined) == ["47,802,388", "258,404,421"]


def test_both_are_given_with_less_confidence() -> None:
    paper = Paper()
    for i in range(2):
        paper.row(100 + 13 * i, "Reserves", "47,626,785", "259,574,669", at=(400, 460))
    paper.text(460 - width_of("47,802,388,258,404,421", 9.0), 160, "47,802,388,258,404,421")
    rows = visual_rows(pieces_of(paper.page(source=TextSource.OCR, confidence=0.99)))
    assert {piece.confidence for piece in part_joined_figures(rows)[-1]} == {MENDED}


def test_a_long_figure_stays_where_no_column_ends_within_it() -> None:
    assert texts("47,802,388,258,404,421", others=1) == ["47,802,388,258,404,421"]


def test_a_text_layer_is_not_parted() -> None:
    assert texts("47,802,388,258,404,421", source=TextSource.NATIVE) == ["47,802,388,258,404,421"]
