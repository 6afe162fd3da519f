"""Tables side by side, each with its own headings."""

from quire.layout.tables.edges import Edge
from quire.layout.tables.side_by_side import groups
from quire.layout.tables.unruled import find
from tests.layout.table_pages import BOLD, across, line, page, row, texts

LEFT, RIGHT = (72, 130, 190), (260, 318, 378)
NAMES = ("Cork", "Lyon", "Porto", "Turin")


def tables(*, top=100.0):
    lines = []
    for xs in (LEFT, RIGHT):
        lines += row(top, *zip(("City", "Homes", "Area"), xs, strict=True), style=BOLD)
        for i, name in enumerate(NAMES, 1):
            lines += row(top + 16 * i, (name, xs[0]), (f"{i},4{i}2", xs[1] + 22), (f"{i * 7}.5", xs[2] + 22))
    return lines


def expected():
    return [["City", "Homes", "Area"], *([name, f"{i},4{i}2", f"{i * 7}.5"] for i, name in enumerate(NAMES, 1))]


def test_captions_side_by_side_part_tables():
    lines = [line("Table 1: North", LEFT[0], 80), line("Table 2: South", RIGHT[0], 80), *tables()]
    assert [texts(one) for one in find(page(lines), lines)] == [expected(), expected()]


def test_chinese_captions_part_tables():
    lines = [line("表 1 北区", LEFT[0], 80), line("表 2 南区", RIGHT[0], 80), *tables()]
    assert len(find(page(lines), lines)) == 2


def test_rules_that_end_between_tables_part_them():
    rules = [across(y, x0, x1) for y in (88, 104, 170) for x0, x1 in ((68, 230), (256, 420))]
    assert [texts(one) for one in find(page(tables(), rules), tables())] == [expected(), expected()]


def test_a_rule_over_both_joins_them():
    edges = [Edge(y, x0, x1) for y in (88, 104, 170) for x0, x1 in ((68, 230), (256, 420))]
    lines = tables()
    everything = list(range(len(lines)))
    assert len(groups(lines, everything, edges)) == 3 - 1
    assert groups(lines, everything, [*edges, Edge(104, 68, 420)]) == [everything]


def test_rules_of_figures_only_part_no_columns():
    lines = []
    for i, name in enumerate(NAMES):
        lines += row(100 + 16 * i, (name, 72), *((f"{i},4{i}2", x) for x in (190, 240, 330, 380)))
    everything = list(range(len(lines)))
    sums = [Edge(y, x0, x1) for y in (104, 155) for x0, x1 in ((185, 280), (325, 420))]
    assert groups(lines, everything, sums) == [everything]


def test_headings_like_captions_part_no_columns():
    lines = [line("Exhibit", LEFT[0], 84), line("Exhibit", RIGHT[0], 84), *tables()]
    everything = list(range(len(lines)))
    assert groups(lines, everything, []) == [everything]


def test_text_across_ends_the_parted_place():
    lines = [line("Table 1: North", LEFT[0], 80), line("Table 2: South", RIGHT[0], 80), *tables()]
    lines.append(line("A line of text that runs across the white between both of the tables above it.", 72, 200))
    below = tables(top=230)
    found = groups([*lines, *below], list(range(len(lines) + len(below))), [])
    assert [len(group) for group in found] == [1 + len(below), 16, 16]
