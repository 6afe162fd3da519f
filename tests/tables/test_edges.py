"""Sides of fills as borders."""

from quire.model.page import Fill
from quire.tables.edges import vertical_edges
from tests.layout.table_pages import page


def test_a_fill_as_high_as_the_page_is_no_cell():
    blank = page([])
    band = Fill(400.0, 0.0, 500.0, blank.height, 0x9BBB59)
    cell = Fill(100.0, 100.0, 200.0, 120.0, 0xEEEEEE)
    assert [edge.at for edge in vertical_edges(page([], fills=[band, cell]))] == [100.0, 200.0]
