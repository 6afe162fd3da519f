"""Columns told by rules that are drawn cell by cell."""

from itertools import pairwise

from quire.layout.tables import unruled as open_tables
from quire.model.page import Line, Rule
from tests.layout.table_pages import cells, line, page

LEFT, EDGES = 70.0, (104.0, 300.0, 330.0, 360.0)


def ruled(y, edges=(LEFT, *EDGES)):
    """A rule as Word draws it: a piece for each cell, a dot at each corner."""
    out = []
    for a, b in pairwise(edges):
        out += [Rule(a, y, b - 0.12, y, 0.12, 0), Rule(b - 0.12, y, b, y, 0.12, 0)]
    return out[:-1]


def numbered(number, text, baseline):
    """A number and a text that the reader took for one line: no more than 11 points lie between."""
    a, b = line(number, 75, baseline), line(text, 75 + 5 * len(number) + 11, baseline)
    words = (*a.words, b.words[0]._replace(space=True), *b.words[1:])
    return Line(words, a.x0, a.y0, b.x1, a.y1, baseline)


def lines(gap=24):
    found = [line("No", 75, 100), line("What", 106, 100), line("A", 310, 100), line("B", 340, 100)]
    for i in range(4):
        y = 120 + gap * i
        found += [numbered(f"1.1.{i}", "Check that the doors are", y), line("x", 340, y)]
        found.append(line("closed at night", 106, y + 11))
    return found


def test_joints_part_a_number_from_the_text_behind_it():
    found = open_tables.find(page(lines(), ruled(106)), lines())
    assert len(found) == 1
    texts = [(r, c, t) for r, c, _, _, t in cells(found[0])]
    assert found[0].table.grid.cols == 4
    assert texts[:4] == [(0, 0, "No"), (0, 1, "What"), (0, 2, "A"), (0, 3, "B")]
    assert texts[4:7] == [(1, 0, "1.1.0"), (1, 1, "Check that the doors are closed at night"), (1, 3, "x")]


def test_a_rule_without_joints_tells_nothing():
    found = open_tables.find(page(lines(), [Rule(LEFT, 106, 360, 106, 0.5, 0)]), lines())
    assert all("1.1.0 Check" in t for f in found for *_, t in cells(f) if "1.1.0" in t)


def test_joints_of_merged_cells_are_not_the_columns():
    """Under a row of headings that span two columns each, the rule has a joint for two columns only."""
    rows = [[line(str(100 + i), x, 120 + 14 * i) for x in (180, 240, 300, 345)] for i in range(5)]
    flat = [line("Region", 75, 100), line("Women", 200, 100), line("Men", 315, 100)]
    for i, row in enumerate(rows):
        flat += [line("North", 75, 120 + 14 * i), *row]
    found = open_tables.find(page(flat, ruled(106, (70.0, 170.0, 290.0, 370.0))), flat)
    assert found[0].table.grid.cols == 5


def test_a_rule_with_joints_without_text_above_or_below():
    assert open_tables.find_certain(page([line("alone", 75, 100)], ruled(80)), [line("alone", 75, 100)]) == []
    far = [line("above", 75, 100), *(line("below", 75, 108 + n) for n in range(2)), line("outside", 400, 112)]
    assert open_tables.find_certain(page(far, ruled(106, (400.0, 420.0, 440.0, 460.0))), far) == []


def test_a_caption_above_the_head_rule_is_no_heading():
    flat = [line("Table 3", 80, 80), line("Steps of the check", 150, 80), *lines()]
    found = open_tables.find(page(flat, [*ruled(88), *ruled(106)]), flat)
    assert [t for r, _, _, _, t in cells(found[0]) if r == 0] == ["No", "What", "A", "B"]


def test_dots_at_corners_may_overlap_by_most_of_a_point():
    wide = [rule._replace(x1=rule.x1 + 0.7) for rule in ruled(106)]
    found = open_tables.find(page(lines(), wide), lines())
    assert found[0].table.grid.cols == 4


def test_a_title_over_the_labels_is_no_heading_of_several_columns():
    found = open_tables.find(page([line("Revisions of the text", 75, 86), *lines()], ruled(106)), [
        line("Revisions of the text", 75, 86), *lines()
    ])  # fmt: skip
    assert [t for _, _, _, _, t in cells(found[0])][:2] == ["No", "What"]
