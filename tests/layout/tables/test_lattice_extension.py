"""Rows between rules of a table's width that no upright rule parts: headings above, labels of groups inside."""

from quire.layout.tables.ruled import find
from tests.layout.table_pages import across, cells, down, line, page, row, texts


def found_on(lines, rules):
    return find(page(lines, rules), lines)


def test_headings_between_rules_above_the_first_upright_rule_belong_to_the_table():
    lines = [*row(114, ("Kind", 105), ("Colour", 205)), *row(134, ("Rose", 105), ("red", 205))]
    lines += row(154, ("Lily", 105), ("white", 205))
    rules = [*(across(y, 100, 300) for y in (100, 120, 140, 160)), down(200, 120, 160)]
    (table,) = found_on(lines, rules)
    assert texts(table) == [["Kind", "Colour"], ["Rose", "red"], ["Lily", "white"]]


def test_labels_of_groups_stand_across_the_columns():
    rules = [across(y, 100, 300) for y in (100, 120, 140, 160, 180, 200)]
    rules += [down(200, 120, 140), down(200, 160, 200)]
    lines = [line("Flowers", 105, 114), *row(134, ("Rose", 105), ("red", 205)), line("Trees", 105, 154)]
    lines += [*row(174, ("Oak", 105), ("brown", 205)), *row(194, ("Birch", 105), ("white", 205))]
    (table,) = found_on(lines, rules)
    assert [r[0] for r in texts(table)] == ["Flowers", "Rose", "Trees", "Oak", "Birch"]
    assert (2, 0, 1, 2, "Trees") in cells(table)


def test_a_caption_between_two_tables_parts_them():
    rules = [across(y, 100, 300) for y in (100, 120, 140, 160, 180, 200)]
    rules += [down(200, 100, 140), down(200, 160, 200)]
    lines = [*row(114, ("Rose", 105), ("red", 205)), *row(134, ("Lily", 105), ("white", 205))]
    lines += [line("Table 2. Trees", 105, 154)]
    lines += [*row(174, ("Oak", 105), ("brown", 205)), *row(194, ("Birch", 105), ("white", 205))]
    assert [texts(table)[0][0] for table in found_on(lines, rules)] == ["Rose", "Oak"]


def test_headings_above_figures_stand_on_their_levels_though_rules_part_them():
    rules = [across(y, 100, 500) for y in (100, 114, 128, 142, 156)] + [down(200, 128, 156), down(350, 128, 156)]
    lines = [line("Half ended May", 315, 111), *row(125, ("2025", 345, "right"), ("2024", 495, "right"))]
    lines += row(139, ("Sales", 103), ("12", 345, "right"), ("14", 495, "right"))
    lines += row(153, ("Costs", 103), ("7", 345, "right"), ("9", 495, "right"))
    (table,) = found_on(lines, rules)
    assert [cell[1:] for cell in cells(table)[:3]] == [
        (1, 1, 2, "Half ended May"),
        (1, 1, 1, "2025"),
        (2, 1, 1, "2024"),
    ]
