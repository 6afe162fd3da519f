"""Sides of fills as borders."""

from dataclasses import replace

from quire.model.geometry import Box
from quire.model.page import Fill, Picture, PictureKind
from quire.tables.edges import Edge, cell_edges, horizontal_edges, of_one_width, vertical_edges
from tests.layout.table_pages import across, line, page


def test_a_fill_as_high_as_the_page_is_no_cell():
    blank = page([])
    band = Fill(400.0, 0.0, 500.0, blank.height, 0x9BBB59)
    cell = Fill(100.0, 100.0, 200.0, 120.0, 0xEEEEEE)
    assert [edge.at for edge in vertical_edges(page([], fills=[band, cell]))] == [100.0, 200.0]


def test_cells_beside_a_taller_one_have_their_border():
    tall = Fill(60.0, 100.0, 100.0, 140.0, 0xEEEEEE)
    cells = [Fill(100.0, y, 300.0, y + 20.0, 0xEEEEEE) for y in (100.0, 120.0)]
    assert [edge.at for edge in horizontal_edges(page([], fills=[tall, *cells]))] == [100.0, 120.0, 140.0]


def test_a_rule_is_of_the_width_that_is_nearest_to_its_own():
    ends = ((72.0, 522.0), (67.5, 526.5), (68.5, 525.5))
    rules = [Edge(100.0 * i, lo, hi) for i, (lo, hi) in enumerate(ends)]
    assert of_one_width(rules, 60.0) == [rules[:1], rules[1:]]


def test_a_rule_that_is_alone_with_its_width_takes_none_from_the_others():
    alone, first, *others = [Edge(100.0 * i, lo, 511.0) for i, lo in enumerate((89.0, 85.0, 84.5, 85.0, 85.2))]
    assert of_one_width([alone, first, *others], 60.0) == [[alone, first, *others]]
    beyond = alone._replace(lo=90.0)
    assert of_one_width([beyond, first, *others], 60.0) == [[beyond], [first, *others]]


def test_white_grounds_and_margins_on_bare_paper_have_no_borders():
    ground = Fill(30.0, 30.0, 560.0, 800.0, 0xFFFFFF)
    margin = Fill(0.0, 800.0, 595.0, 842.0, 0xFFFFFF)
    cell = Fill(100.0, 100.0, 200.0, 120.0, 0xEEEEEE)
    assert [edge.at for edge in vertical_edges(page([], fills=[ground, cell, margin]))] == [100.0, 200.0]
    beside = Fill(200.0, 100.0, 300.0, 120.0, 0xFFFFFF)
    assert [edge.at for edge in vertical_edges(page([], fills=[cell, beside]))] == [100.0, 200.0, 300.0]


def test_white_grounds_of_words_have_no_borders_although_others_on_the_page_lie_beside_a_picture():
    logo = Picture("logo", 1, Box(440.0, 20.0, 590.0, 72.0), PictureKind.IMAGE, 150, 52)
    words = [Fill(100.0 + 60.0 * i, 300.0, 150.0 + 60.0 * i, 314.0, 0xFFFFFF) for i in range(4)]
    cell = Fill(430.0, 72.0, 520.0, 86.0, 0xFFFFFF)
    whole = replace(page([], fills=[*words, cell]), pictures=(logo,))
    assert [edge.at for edge in vertical_edges(whole)] == [430.0, 520.0]


def test_an_underline_reaches_over_the_white_at_the_sides_of_the_last_letter():
    link = line("选项道路", 100.0, 200.0)
    for more, borders in ((0.9, []), (4.0, [201.0])):
        shown = page([link], [across(201.0, link.x0, link.x1 + more)])
        assert [edge.at for edge in cell_edges(shown, shown.lines, horizontal_edges(shown))] == borders


def test_borders_that_are_kept_are_those_of_the_same_rules_and_fills():
    cell = Fill(100.0, 100.0, 200.0, 120.0, 0xEEEEEE)
    shaded = page([], [across(300.0, 60.0, 500.0)], fills=[cell])
    assert [edge.at for edge in horizontal_edges(shaded)] == [100.0, 120.0, 300.0]
    assert [edge.at for edge in horizontal_edges(shaded, fills=False)] == [300.0]
    assert [edge.at for edge in horizontal_edges(replace(shaded, fills=()))] == [300.0]
    assert [edge.at for edge in horizontal_edges(replace(shaded, rules=()))] == [100.0, 120.0]
    assert [edge.at for edge in vertical_edges(shaded)] == [100.0, 200.0]
    horizontal_edges(shaded).clear()
    assert [edge.at for edge in horizontal_edges(shaded)] == [100.0, 120.0, 300.0]
