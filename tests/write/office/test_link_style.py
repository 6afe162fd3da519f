"""The colour of links."""

from __future__ import annotations

from quire.model.block import Table
from quire.model.table import Cell, Grid
from quire.write.office.link_style import link_color
from tests import documents as make

PURPLE = make.BODY._replace(color=0x663399)


def test_the_colour_of_most_links() -> None:
    blocks = [
        make.paragraph(make.span("long text of a link", PURPLE, "https://example.org")),
        make.paragraph(make.span("short", make.RED, "#p2"), make.span("no link at all, but long", make.BOLD)),
    ]
    assert link_color(blocks) == 0x663399
    assert link_color([make.paragraph("none")]) is None


def test_links_in_cells_count() -> None:
    cell = Cell(0, 0, (make.span("x", make.RED, "https://example.org"),))
    assert link_color([Table(Grid(1, 1, (cell,)), ())]) == 0xC00000
