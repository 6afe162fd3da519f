"""Small pictures beside texts and in cells."""

from __future__ import annotations

import pytest

from quire.model.block import Block, Figure, Paragraph, Place, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.table import Cell, Grid
from quire.write.word.small_pictures import find_cell_pictures, with_picture_rows
from tests import documents as make


def picture(name: str, box: Box) -> Picture:
    return Picture(name, 1, box, PictureKind.IMAGE, 20, 20)


def text(top: float, *, height: float = 28.0, x0: float = 90.0) -> Paragraph:
    return Paragraph((Span(f"text at {top}", make.BODY),), (Place(1, Box(x0, top, 523, top + height)),))


def icon(top: float, *, x0: float = 72.0, side: float = 12.0) -> Picture:
    return picture(f"i{top}", Box(x0, top, x0 + side, top + side))


def document(*blocks: Block, signs: list[Picture]) -> Document:
    return Document((PageInfo(1, 595, 842, signs=tuple(signs)),), blocks)


def test_texts_with_an_icon_beside_each_are_rows() -> None:
    texts = [text(100), text(130), text(160)]
    found = with_picture_rows(
        document(make.paragraph("before"), *texts, make.paragraph("after"), signs=[icon(108), icon(138), icon(168)])
    )
    (_, table, _) = found.blocks
    assert isinstance(table, Table)
    assert (table.grid.rows, table.grid.cols, table.grid.framed) == (3, 2, False)
    assert [cell.text for cell in table.grid.cells] == ["", "text at 100", "", "text at 130", "", "text at 160"]
    assert [[one.name for one in some] for some in find_cell_pictures(found).pictures.values()] == [
        ["i108"],
        ["i138"],
        ["i168"],
    ]


@pytest.mark.parametrize(
    "signs",
    [
        [icon(108)],
        [icon(108), icon(138, x0=50.0)],
        [icon(112, side=5.0), icon(142, side=5.0)],
        [icon(108, x0=30.0, side=12.0), icon(138, x0=30.0)],
        [icon(108, x0=200.0), icon(138, x0=200.0)],
    ],
)
def test_one_icon_bullets_and_pictures_elsewhere_make_no_rows(signs: list[Picture]) -> None:
    one = document(text(100), text(130), signs=signs)
    assert with_picture_rows(one).blocks == one.blocks


def test_pictures_in_cells_are_the_cells() -> None:
    cells = tuple(
        Cell(row, col, box=Box(72 + 200 * col, 100 + 50 * row, 272 + 200 * col, 150 + 50 * row), page=1)
        for row in (0, 1)
        for col in (0, 1)
    )
    table = Table(Grid(2, 2, cells, ruled=True), (Place(1, Box(72, 100, 472, 200)),))
    inside = Figure(picture("photo", Box(280, 105, 360, 145)), (Place(1, Box(280, 105, 360, 145)),))
    outside = Figure(picture("large", Box(72, 300, 360, 400)), (Place(1, Box(72, 300, 360, 400)),))
    found = find_cell_pictures(document(table, inside, outside, signs=[icon(160, x0=80)]))
    assert found.figures == {1}
    assert {key: [one.name for one in some] for key, some in found.pictures.items()} == {
        (1, cells[1].box): ["photo"],
        (1, cells[2].box): ["i160"],
    }
    captioned = Figure(inside.picture, inside.places, (Span("Figure 1"),))
    assert find_cell_pictures(document(table, captioned, signs=[])).figures == frozenset()
