"""Which columns a title stands over: those it touches, those of a rule or a cell, those it stands in the middle of."""

from quire.tables.column_gutters import Columns
from quire.tables.column_titles import Title, headings
from quire.tables.edges import Edge

EXTENTS = [(40.0, 180.0), (200.0, 250.0), (270.0, 320.0), (340.0, 390.0), (410.0, 460.0)]
COLUMNS = Columns([190.0, 260.0, 330.0, 400.0], EXTENTS, 0.0)
YEARS = ("2023", "2022", "2023", "2022")


def row(baseline, *titles):
    return [Title(text, x0, x1, baseline, baseline - 8, baseline + 2, 10.0) for text, x0, x1 in titles]


def centred(baseline, *titles):
    return row(baseline, *((text, x - 2.5 * len(text), x + 2.5 * len(text)) for text, x in titles))


def leaves(baseline=100, texts=YEARS):
    return row(baseline, *((text, x1 - 22, x1) for text, (_, x1) in zip(texts, EXTENTS[1:], strict=True)))


def found(rows, rules=(), upright=()):
    return [(head.text, head.first, head.last) for head in headings(rows, COLUMNS, rules, upright)[0]]


def test_a_title_for_each_column_stands_over_its_own():
    assert [head[1:] for head in found([leaves()])] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_titles_in_the_middle_of_as_many_columns_each():
    heads = found([row(86, ("Group", 245, 275), ("Company", 375, 425)), leaves()])
    assert heads[:2] == [("Group", 1, 2), ("Company", 3, 4)]


def test_titles_at_the_right_of_columns_whose_titles_come_again():
    heads = found([row(80, ("Group", 290, 320), ("Company", 415, 460)), leaves()])
    assert heads[:2] == [("Group", 1, 2), ("Company", 3, 4)]


def test_titles_at_the_left_of_the_first_of_their_columns():
    heads = found([row(86, ("2023", 228, 250), ("2022", 368, 390)), leaves(texts=("a", "b", "c", "d"))])
    assert heads[:2] == [("2023", 1, 2), ("2022", 3, 4)]


def test_the_only_title_in_the_middle_over_all_titles_spans_all_columns():
    assert found([row(86, ("Year ended 31 December", 280, 408)), leaves()])[0] == ("Year ended 31 December", 1, 4)


def test_a_rule_below_a_title_shows_its_columns():
    rows = [row(86, ("Restated", 200, 240), ("Other", 420, 450)), leaves(texts=("a", "b", "c", "d"))]
    assert ("Restated a", 1, 1) in found(rows)
    assert ("Restated", 1, 3) in found(rows, [Edge(88, 200, 390)])


def test_a_rule_that_runs_below_labels_is_the_border_of_a_row():
    rows = [row(86, ("Restated", 200, 240)), leaves(texts=("a", "b", "c", "d"))]
    assert ("Restated", 1, 1) in found(rows, [Edge(88, 40, 470)])


def test_upright_rules_around_a_title_show_its_columns():
    rows = [row(86, ("Restated", 270, 310)), leaves(texts=("a", "b", "c", "d"))]
    assert ("Restated", 2, 3) in found(rows, upright=[Edge(x, 70, 92) for x in (260, 400)])


def test_of_two_middles_as_near_a_title_of_several_columns_covers_more():
    rows = [row(86, ("Attributable to owners", 262, 324)), leaves(texts=("Capital", "Reserves", "Funds", "Total"))]
    wide = [row(86, ("Attributable to owners of the Company", 252, 396)), rows[1]]
    assert found(rows)[0][1:] == (2, 2)
    assert found(wide)[0][1:] == (1, 4)


def test_a_second_line_below_a_spanning_title_stands_over_the_same_columns():
    rows = [
        row(74, ("Three Months Ended", 215, 305), ("Six Months Ended", 360, 440)),
        row(86, ("June 30,", 240, 280), ("June 30,", 380, 420)),
        leaves(),
    ]
    assert found(rows)[:2] == [("Three Months Ended June 30,", 1, 2), ("Six Months Ended June 30,", 3, 4)]


def test_the_first_line_of_a_column_s_title_is_its_own():
    rows = [row(74, ("Accumulated", 270, 325)), row(86, ("Other", 285, 308)), leaves(texts=("a", "Loss", "c", "d"))]
    assert found(rows)[0] == ("Accumulated Other Loss", 2, 2)


def test_what_stands_over_a_column_above_no_title_takes():
    rows = [row(74, ("2023", 205, 245), ("2022", 275, 315), ("2021", 345, 385)), row(86, ("Restated", 275, 315))]
    assert ("2022 Restated", 2, 2) in found([*rows, leaves(110)])


def test_cells_of_two_and_three_lines_in_the_middle_of_their_cells():
    rows = [
        centred(100, ("Business-", 295)),
        centred(106, ("Governmental", 225)),
        centred(112, ("type", 295), ("Total", 365)),
        centred(118, ("activities", 225)),
        centred(124, ("activities", 295)),
    ]
    assert [head[0] for head in found(rows)] == ["Business- type activities", "Governmental activities", "Total"]


def test_a_title_over_several_stays_above_them():
    rows = [
        row(100, ("2023 and all of what was restated", 200, 390)),
        centred(112, ("Before", 225), ("Total", 365), ("Other", 435)),
        centred(118, ("items", 225)),
    ]
    assert found(rows)[0] == ("2023 and all of what was restated", 1, 3)
    assert ("Before items", 1, 1) in found(rows)
