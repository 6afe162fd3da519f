from dataclasses import replace
from itertools import pairwise

import pytest

from quire.layout.tables import unruled as open_tables
from quire.layout.tables.ruled import _whole, find
from quire.layout.tables.sketches import Sketch
from quire.model.geometry import Box
from quire.model.page import Fill, Picture, PictureKind, Rule
from quire.model.table import Align
from tests.layout.table_pages import BOLD, PLAIN, across, cells, down, grid_rules, line, page, row, texts

XS, YS = [100, 200, 300, 400], [100, 120, 140, 160]


def lettered(ys=YS, xs=XS):
    return [line(f"r{r}c{c}", xs[c] + 5, ys[r] + 14) for r in range(len(ys) - 1) for c in range(len(xs) - 1)]


def found_on(lines, rules=(), fills=()):
    return find(page(lines, rules, fills), lines)


def test_a_page_without_rules_has_none():
    assert found_on(lettered()) == []


def test_a_grid_of_rules():
    (table,) = found_on(lettered(), grid_rules(XS, YS))
    assert texts(table) == [["r0c0", "r0c1", "r0c2"], ["r1c0", "r1c1", "r1c2"], ["r2c0", "r2c1", "r2c2"]]
    assert table.lines == frozenset(range(9))
    assert table.table.grid.ruled
    assert table.table.grid.widths == (100, 100, 100)
    assert table.table.places[0].box == (100, 100, 400, 160)


def test_broken_and_doubled_rules_are_one_border():
    rules = []
    for y in YS:
        rules += [across(y, 100, 199), across(y, 201, 300), across(y + 1.5, 300, 400)]
    rules += [down(x, y0, y1) for x in XS for y0, y1 in pairwise(YS)]
    (table,) = found_on(lettered(), rules)
    assert (table.table.grid.rows, table.table.grid.cols) == (3, 3)


def test_outer_borders_may_be_missing():
    rules = [across(y, 100, 400) for y in YS[1:-1]] + [down(x, 100, 160) for x in XS[1:-1]]
    (table,) = found_on(lettered(), rules)
    assert texts(table)[2] == ["r2c0", "r2c1", "r2c2"]


def test_a_missing_vertical_border_is_a_span():
    rules = [across(y, 100, 400) for y in YS]
    rules += [down(100, 100, 160), down(400, 100, 160), down(200, 120, 160), down(300, 120, 160)]
    lines = [line("one heading over all of the columns", 120, 114), *lettered()[3:]]
    (table,) = found_on(lines, rules)
    assert cells(table)[0] == (0, 0, 1, 3, "one heading over all of the columns")


def test_a_missing_horizontal_border_is_a_span_when_one_text_is_there():
    rules = [down(x, 100, 160) for x in XS]
    rules += [across(100, 100, 400), across(160, 100, 400), across(120, 200, 400), across(140, 200, 400)]
    lines = [line("group", 105, 134), *(ln for ln in lettered() if "c0" not in ln.text)]
    (table,) = found_on(lines, rules)
    assert (0, 0, 3, 1, "group") in cells(table)


def test_labels_beside_rows_stay_apart_where_their_column_has_no_rules():
    rules = [down(x, 100, 160) for x in XS]
    rules += [across(100, 100, 400), across(160, 100, 400), across(120, 200, 400), across(140, 200, 400)]
    (table,) = found_on(lettered(), rules)
    assert [r[0] for r in texts(table)] == ["r0c0", "r1c0", "r2c0"]


def test_lines_of_a_cell_are_joined():
    ys = [100, 140, 160]
    lines = [
        line("a cell with", 105, 112),
        line("two lines", 105, 126),
        line("x", 205, 114),
        line("y", 105, 154),
        line("z", 205, 154),
    ]
    (table,) = found_on(lines, grid_rules([100, 200, 300], ys))
    assert texts(table) == [["a cell with two lines", "x"], ["y", "z"]]


def test_chinese_lines_of_a_cell_are_joined_without_space():
    lines = [
        line("货币", 105, 112),
        line("资金", 105, 126),
        line("1", 145, 114),
        line("合计", 105, 154),
        line("2", 145, 154),
    ]
    (table,) = found_on(lines, grid_rules([100, 140, 180], [100, 140, 160]))
    assert texts(table)[0] == ["货币资金", "1"]


def test_a_line_that_crosses_a_border_is_cut_there():
    lines = [line("left right", 180, 114), *lettered()[2:]]
    (table,) = found_on(lines, grid_rules(XS, YS))
    assert texts(table)[0] == ["left", "right", "r0c2"]


def test_fills_that_tile_the_table_are_cells():
    fills = [Fill(XS[c], YS[r], XS[c + 1] - 1, YS[r + 1] - 1, 0xFFEEDD) for r in range(3) for c in range(3)]
    (table,) = found_on(lettered(), fills=fills)
    assert texts(table)[1] == ["r1c0", "r1c1", "r1c2"]


def test_a_shaded_column_is_no_grid():
    fills = [Fill(200, 90, 300, 170, 0xEEEEEE), Fill(100, 80, 400, 180, 0xF8F8F8)]
    assert found_on(lettered(), fills=fills) == []


def test_shading_of_single_lines_adds_no_rows():
    lines = [
        line("two lines", 105, 112),
        line("shaded apart", 105, 126),
        line("x", 205, 112),
        line("y", 105, 154),
        line("z", 205, 154),
    ]
    fills = [Fill(101, 102, 199, 115, 0xEEEEEE), Fill(101, 116, 199, 129, 0xEEEEEE)]
    (table,) = found_on(lines, grid_rules([100, 200, 300], [100, 140, 160]), fills)
    assert texts(table) == [["two lines shaded apart", "x"], ["y", "z"]]


def test_a_boxed_paragraph_is_no_table():
    lines = [line("some words of a boxed paragraph", 105, 114 + 12 * i) for i in range(4)]
    assert found_on(lines, grid_rules([100, 400], [100, 180])) == []


def test_a_page_frame_with_a_side_tab_is_no_table():
    lines = [line("words that run on over the whole page", 60, 100 + 12 * i) for i in range(30)]
    lines.append(line("tab", 545, 200))
    rules = [
        down(50, 50, 500),
        down(540, 50, 500),
        down(570, 50, 500),
        across(50, 50, 570),
        across(80, 50, 570),
        across(500, 50, 570),
    ]
    assert found_on(lines, rules) == []


def test_rows_of_figures_without_rules_between_are_split():
    lines = [*row(114, ("Country", 105), ("2001", 205))]
    for i, name in enumerate(["Austria", "Belgium", "Cyprus"]):
        lines += row(134 + 14 * i, (name, 105), (f"1{i}.5", 240, "right"))
    (table,) = found_on(lines, grid_rules([100, 200, 300], [100, 120, 180]))
    assert texts(table) == [["Country", "2001"], ["Austria", "10.5"], ["Belgium", "11.5"], ["Cyprus", "12.5"]]


def test_a_unit_line_above_is_no_heading():
    rules = grid_rules([100, 250, 350, 450], [120, 140, 160])
    lines = [
        *row(116, ("单位：元", 440, "right")),
        *row(134, ("Sales", 105), ("1,200", 340, "right"), ("1,100", 440, "right")),
        *row(154, ("Costs", 105), ("900", 340, "right"), ("800", 440, "right")),
    ]
    (table,) = found_on(lines, rules)
    assert len(texts(table)) == 2


def test_a_wrapped_text_over_rows_without_borders_is_one_cell():
    xs, ys = [100, 160, 300, 400], [100, 114, 128, 142]
    rules = [down(x, 100, 142) for x in xs] + [across(100, 100, 400), across(142, 100, 400)]
    rules += [across(y, 160, 400) for y in ys[1:-1]]
    lines = [line("连续排放入", 104, 111), line("城市污水处", 104, 125), line("理厂", 104, 139)]
    lines += [ln for y in (111, 125, 139) for ln in row(y, ("name", 165), ("12", 390, "right"))]
    (table,) = found_on(lines, rules)
    assert (0, 0, 3, 1, "连续排放入城市污水处理厂") in cells(table)


def test_columns_without_rules_leave_the_table_to_alignment():
    lines = []
    for i in range(5):
        lines += row(
            114 + 14 * i, (f"name{i}", 105), (f"{i}2", 190, "right"), (f"other{i}", 260), (f"{i}3", 380, "right")
        )
    assert found_on(lines, grid_rules([100, 220, 400], [100, 180])) == []


def test_column_headings_inside_a_table_are_marked():
    xs, ys = [100, 200, 300, 400], [100, 120, 140, 160, 180, 200]
    rules = [across(y, 100, 400) for y in ys] + [down(100, 100, 200), down(400, 100, 200)]
    rules += [down(x, y0, y1) for x in (200, 300) for y0, y1 in ((100, 120), (140, 200))]
    lines = [
        *row(114, ("a", 105), ("1", 205), ("2", 305)),
        *row(134, ("a title over the whole of the table", 120)),
        *row(154, ("Name", 105), ("First", 205), ("Second", 305)),
        *row(174, ("b", 105), ("3", 205), ("4", 305)),
        *row(194, ("c", 105), ("5", 205), ("6", 305)),
    ]
    (table,) = found_on(lines, rules)
    assert [c.header for c in table.table.grid.cells if c.row == 2] == [True, True, True]
    assert not any(c.header for c in table.table.grid.cells if c.row == 3)
    assert xs[0] == 100


def test_a_ruled_row_with_a_broken_figure_is_one_row():
    ys = [100, 120, 140, 160, 200]
    lines = []
    for i, name in enumerate(["Austria", "Belgium", "Cyprus"]):
        lines += row(114 + 20 * i, (name, 105), (f"1{i},500.00", 245, "right"), (f"2{i},500.00", 295, "right"))
    lines += [*row(180, ("Total", 105), ("45,000.00", 245, "right"))]
    lines += [line("-", 295, 174, right=True), line("1,522,916", 295, 187, right=True)]
    (table,) = found_on(lines, grid_rules([100, 200, 250, 300], ys))
    assert texts(table)[-1] == ["Total", "45,000.00", "-1,522,916"]
    assert len(texts(table)) == 4


def test_stacked_figures_of_one_cell_are_no_rows():
    ys = [100, 120, 140, 160, 200]
    lines = []
    for i, name in enumerate(["Austria", "Belgium", "Cyprus"]):
        lines += row(114 + 20 * i, (name, 105), (f"1{i}.5", 245, "right"), (f"2{i}.5", 295, "right"))
    lines += [*row(180, ("Total", 105), ("31.5", 245, "right"))]
    lines += [line("61.5", 295, 174, right=True), line("62.5", 295, 187, right=True)]
    (table,) = found_on(lines, grid_rules([100, 200, 250, 300], ys))
    assert len(texts(table)) == 4


def test_full_rows_in_one_band_are_rows_though_others_are_ruled():
    ys = [100, 120, 140, 160, 190]
    lines = []
    for name, y in [("Austria", 114), ("Belgium", 134), ("Cyprus", 154), ("Denmark", 172), ("Estonia", 186)]:
        lines += row(y, (name, 105), ("11.5", 245, "right"), ("21.5", 295, "right"))
    (table,) = found_on(lines, grid_rules([100, 200, 250, 300], ys))
    assert [r[0] for r in texts(table)] == ["Austria", "Belgium", "Cyprus", "Denmark", "Estonia"]


def test_figures_broken_in_narrow_cells_make_no_rows():
    ys = [100, 150, 200, 250]
    lines = []
    for r, amount in enumerate(("30,000,000", "150,000,000", "785,920,000")):
        y = ys[r]
        lines += [line("Company one", 102, y + 20), line("and partners", 102, y + 32)]
        lines += [line(amount, 240, y + 20, right=True), line(".00", 240, y + 32, right=True)]
        lines += [line(f"trade {n} of goods", 250, y + 14 + 12 * n) for n in range(3)]
        lines += [line("100.00%", 390, y + 26, right=True)]
    (table,) = found_on(lines, grid_rules([100, 175, 245, 340, 400], ys))
    assert table.table.grid.rows == 3
    assert [row[1] for row in texts(table)] == ["30,000,000.00", "150,000,000.00", "785,920,000.00"]


def test_shading_of_another_colour_inside_a_cell_is_a_border():
    fills = [Fill(100, 100, 400, 140, 0xD0E8F0), Fill(100, 100, 400, 120, 0x808080)]
    lines = [*row(114, ("Name", 105), ("Ann", 305)), *row(134, ("Town", 105), ("York", 305))]
    rules = [across(y, 100, 400) for y in (100, 140)] + [down(x, 100, 140) for x in (100, 300, 400)]
    (table,) = found_on(lines, rules, fills)
    assert texts(table) == [["Name", "Ann"], ["Town", "York"]]


def test_a_heading_that_begins_left_of_its_column_is_no_span():
    rules = [r for r in grid_rules(XS, YS) if r.horizontal or r.x0 in (100, 200, 400)]
    rules += [down(300, 120, 160)]
    lines = [*row(114, ("Mitosis", 205), ("Meiosis", 296)), *row(134, ("cells", 105), ("2", 210), ("4", 310))]
    lines += row(154, ("steps", 105), ("1", 210), ("2", 310))
    (table,) = found_on(lines, rules)
    assert texts(table)[0] == ["", "Mitosis", "Meiosis"]


def test_white_through_a_band_parts_rows_whose_cells_wrap():
    ys = [100, 120, 240]
    lines = [*row(114, ("Source", 105), ("Definition", 205), ("Examples", 305)), line("Stationary:", 105, 132)]
    for start, name in ((156, "Major"), (204, "Area")):
        lines += row(start, (name, 105), ("Emissions of", 205), ("Utilities and", 305))
        lines += [*row(start + 12, ("ten tons", 205), ("refineries", 305)), line("per year", 205, start + 24)]
    (table,) = found_on(lines, grid_rules(XS, ys))
    grid = texts(table)
    assert [r[0] for r in grid] == ["Source", "Stationary:", "Major", "Area"]
    assert grid[2][1:] == ["Emissions of ten tons per year", "Utilities and refineries"]


def test_paragraphs_of_one_cell_part_no_rows():
    ys = [100, 120, 240]
    lines = [*row(114, ("Risk", 105), ("Description", 205)), *row(134, ("Price", 105), ("Long-term", 205))]
    lines += [line("contracts", 205, 146), line("Limits and", 205, 170), line("controls", 205, 182)]
    (table,) = found_on(lines, grid_rules([100, 200, 300], ys))
    assert len(texts(table)) == 2


def test_one_row_whose_cells_stand_in_the_middle_is_one():
    lines = row(114, ("Meeting", 105), ("Share", 205), ("Decided", 305))
    lines += row(134, ("Annual general", 105), ("Report of the", 305))
    lines += [*row(140, ("61.94%", 205)), *row(146, ("meeting", 105), ("board (2023-30)", 305))]
    (table,) = found_on(lines, grid_rules(XS, [100, 120, 160]))
    assert texts(table)[1] == ["Annual general meeting", "61.94%", "Report of the board (2023-30)"]


def test_texts_between_borders_stand_at_their_side():
    """Dashes of one width tell by their place; wrapped headings by their edges, one line by the white beside it."""
    xs, ys = [100, 220, 300, 400], [100, 140, 160, 180, 200]
    heads = [*row(114, ("Left and", 105), ("a middle", 240), ("Answer", 303))]
    heads += row(128, ("wrapped", 105), ("one", 252.5))
    body = [cell for y in (154, 174, 194) for cell in row(y, ("name", 105), ("-", 257), ("- 1.0", 395, "right"))]
    (table,) = found_on([*heads, *body], grid_rules(xs, ys))
    aligns = {(cell.row, cell.col): cell.align.value for cell in table.table.grid.cells}
    assert [aligns[0, col] for col in range(3)] == ["left", "center", "left"]
    assert [aligns[2, col] for col in range(3)] == ["left", "center", "right"]


def test_boxes_to_tick_below_each_other_are_one_cell():
    """Two drawn rows: the rest of one that a page's end broke, and one whose answers stand in lines of their own."""
    lines = row(114, ("Not applicable", 220))
    texts_ = ("A repository of open sources", "packages is kept and made", "to the organization.")
    lines += [line(text, 105, 134 + 12 * i) for i, text in enumerate(texts_)]
    lines += [line(f"❏ {text}", 245, 134 + 12 * i) for i, text in enumerate(("Yes", "Partly", "No", "Unknown"))]
    (table,) = found_on(lines, grid_rules([100, 240, 320, 400], [100, 120, 180]))
    assert len(texts(table)) == 2


def numbered(fills=()):
    """A checklist: headings, and clauses of different length at the left of the second column."""
    xs, ys = [100, 140, 200, 400], [100, 120, 140, 160, 180]
    rows = [
        ("No", "Clause", "Check"),
        ("a", "1.1 ff.", "Is it there?"),
        ("b", "1.12", "Is it known?"),
        ("c", "1.2", "Why?"),
    ]
    lines = [line(text, xs[c] + 5, ys[r] + 14) for r, one in enumerate(rows) for c, text in enumerate(one)]
    (table,) = found_on(lines, grid_rules(xs, ys), fills)
    return table.table.grid


def test_the_row_below_shaded_headings_is_none():
    fills = [Fill(x0, 100, x1, 120, 0xE7E6E6) for x0, x1 in ((100, 140), (140, 200), (200, 400))]
    assert numbered(fills).header_rows == 1


@pytest.mark.parametrize(
    ("bold", "rows", "count"),
    [
        (0, [["Title", "Plan"], ["Project", "Bridge"], ["Version", "1.0"], ["Price", "20"]], 1),  # properties
        (0, [["Byte", "0", "1", "2"], ["Text", "time", "time", "volts"]], 1),
        (0, [["Field", "Means", "Kind", "Size"], ["ID", "number", "Long", "-"], ["Name", "name", "Char", "50"]], 1),
        (1, [["File", "Source", "Range"], ["One", "observed", "daily"], ["Two", "4.5", "8.5"]], 1),
        (1, [["Field", "Kind", "Note"]], 1),  # its page ends below
    ],
)
def test_what_rows_of_a_drawn_grid_are_headings(bold, rows, count):
    xs, ys = [100 + 80 * c for c in range(len(rows[0]) + 1)], [100 + 20 * r for r in range(len(rows) + 1)]
    lines = [
        line(text, xs[c] + 5, ys[r] + 14, style=BOLD if r < bold else PLAIN)
        for r, one in enumerate(rows)
        for c, text in enumerate(one)
    ]
    (table,) = found_on(lines, grid_rules(xs, ys))
    assert table.table.grid.header_rows == count


def test_figures_of_different_length_at_one_left_edge_stand_there():
    assert {cell.align for cell in numbered().cells if cell.col == 1 and cell.row > 1} == {Align.LEFT}


def test_figures_broken_twice_make_no_rows():
    xs, ys = [100, 140, 180, 260], [100, 120, 165]
    lines = [*row(114, ("Kind", 103), ("Sum", 145), ("Paid", 185))]
    lines += [line("Loans", 103, 133), line("to staff", 103, 147)]
    lines += [line("26,452", 145, 133), line(",580.1", 145, 147), line("2", 170, 158), line("4,776,000.00", 185, 133)]
    (table,) = found_on(lines, grid_rules(xs, ys))
    assert texts(table)[1:] == [["Loans to staff", "26,452,580.12", "4,776,000.00"]]


def test_a_heading_of_two_lines_beside_headings_on_two_levels_is_one_cell():
    ys = [100, 114, 128, 148, 168, 188]
    rules = [across(y, 100, 400) for y in ys if y != 114] + [across(114, 200, 400)]
    rules += [*(down(x, 100, 188) for x in (100, 200, 400)), down(300, 114, 188)]
    lines = [line("Name of", 105, 111), line("Share in per cent", 250, 111), line("company", 105, 125)]
    lines += [line("direct", 205, 125), line("other", 305, 125)]
    for y, name in zip((142, 162, 182), ("Alder", "Birch", "Cedar"), strict=True):
        lines += row(y, (name, 105), ("51.00", 205), ("12.00", 305))
    (table,) = found_on(lines, rules)
    assert cells(table)[0][:4] == (0, 0, 2, 1)


def test_shaded_rows_with_open_rows_close_below_are_no_table_of_their_own():
    sketch = Sketch([72.0, 172.0, 272.0, 372.0], [88.0, 104.0, 120.0], [], set(range(6)), ruled=True)
    assert _whole([sketch], []) == [sketch]
    for step, kept in ((16, False), (40, True)):
        below = row(116 + step, ("Item", 80), ("1st", 180), ("2nd", 280))
        assert bool(_whole([sketch], list(enumerate(below, 6)))) is kept
    closed = replace(sketch, closed=True)
    below = row(132, ("Item", 80), ("1st", 180), ("2nd", 280))
    assert _whole([closed], list(enumerate(below, 6))) == [closed]


def test_a_shade_drawn_in_pieces_makes_no_rows():
    """Some word processors fill the padding of a cell, and then what is inside."""
    ys = [100, 132, 164]
    fills = [Fill(x0, y0, x1, y1, 0xE6E6E6) for x0, x1 in pairwise(XS) for y0, y1 in pairwise((100, 108, 124, 132))]
    (table,) = found_on([line(f"r{r}c{c}", XS[c] + 9, ys[r] + 19) for r in range(2) for c in range(3)],
                        grid_rules(XS, ys), fills)  # fmt: skip
    assert texts(table) == [["r0c0", "r0c1", "r0c2"], ["r1c0", "r1c1", "r1c2"]]


def test_the_fills_of_a_page_and_its_sheet_are_no_columns_of_a_table():
    sheet = [Fill(30, 100, 540, 700, 0xF8F9FA), Fill(60, 100, 500, 700, 0xFFFFFF)]
    head = [Fill(x0, 100, x1, 120, 0x1E40AF) for x0, x1 in pairwise(XS)]
    rules = [*(across(y, 100, 400) for y in YS[1:]), *(down(x, 120, 160) for x in XS)]
    (table,) = found_on(lettered(), rules, sheet + head)
    assert (table.table.grid.rows, table.table.grid.cols) == (3, 3)


def test_an_empty_row_that_rules_show_is_kept():
    fills = [Fill(100, 100, 400, 120, 0xE6E6E6)]
    (table,) = found_on([one for one in lettered() if one.baseline > 120], grid_rules(XS, YS), fills)
    assert table.table.grid.rows == 3


def test_a_drawn_grid_with_an_empty_column_is_a_table():
    lines = [line(f"step {r} of the check", 105, 114 + 20 * r) for r in range(6)]
    (table,) = found_on(lines, grid_rules([100, 300, 400], [100 + 20 * r for r in range(7)]))
    assert texts(table) == [[f"step {r} of the check", ""] for r in range(6)]


def test_a_grid_whose_sides_are_open_is_a_table():
    lines = [line(f"step {r} of the check", 105, 114 + 20 * r) for r in range(6)]
    rules = [*(across(100 + 20 * r, 100, 400) for r in range(7)), down(300, 100, 220)]
    (table,) = found_on(lines, rules)
    assert texts(table) == [[f"step {r} of the check", ""] for r in range(6)]


def test_axes_with_lines_to_their_ticks_are_no_table():
    lines = [
        line("f (x)", 105, 110),
        line("A", 225, 170),
        line("a", 172, 232),
        line("b", 262, 232),
        line("x", 330, 232),
    ]
    rules = [down(150, 90, 240), across(220, 100, 340), down(180, 140, 220), down(270, 120, 220)]
    assert found_on(lines, rules) == []


def test_the_lines_of_a_chart_are_no_table():
    lines = [line(str(10 * i), 85, 114 + 20 * i) for i in range(6)]
    rules = [across(110 + 20 * i, 100, 400) for i in range(6)] + [down(100 + 50 * i, 110, 210) for i in range(7)]
    assert found_on(lines, rules) == []


def test_a_drawn_grid_to_be_filled_in_is_a_table():
    lines = [line(text, 105, y + 14) for text, y in zip(("Load", "Denoise", "Save"), YS[:-1], strict=True)]
    (table,) = found_on(lines, grid_rules([100, 300, 500], YS))
    assert texts(table) == [["Load", ""], ["Denoise", ""], ["Save", ""]]


@pytest.mark.parametrize("closed", [True, False])
def test_lines_on_the_baselines_of_other_cells_are_one_cell_where_rules_enclose_it(closed):
    """As the state of a document on its cover, beside three rows of its data."""
    ys = [100, 113, 126, 139]
    lines = [line(text, 105, y + 10) for text, y in zip(("State:", "Draft", "Released"), ys[:-1], strict=True)]
    lines += [line(text, x, y + 10) for y in ys[:-1] for text, x in (("Number", 205), ("A-17", 305))]
    rules = [across(y, 100 if y in {100, 139} else 200, 400) for y in ys] + [down(x, 100, 139) for x in (100, 200, 300)]
    (table,) = found_on(lines, [*rules, down(400, 100, 139)] if closed else [*rules[:3], *rules[4:]])
    assert texts(table)[0][0].split() == (["State:", "Draft", "Released"] if closed else ["State:"])


def pictured(box, *, labels=("Group A", "Group B")):
    """A drawn grid of two rows with texts at the right, and a picture."""
    ys = [100, 250, 400]
    lines = [line(text, 305, y + 14) for text, y in zip(labels, ys, strict=False)]
    picture = Picture("p1-1", 1, Box(*box), PictureKind.DRAWING, 10, 10)
    shown = page(lines, grid_rules([100, 300, 500], ys))
    return find(replace(shown, pictures=(picture,)), lines)


def test_pictures_are_the_content_of_cells_of_a_drawn_grid():
    (table,) = pictured((105, 100, 295, 400))
    assert texts(table) == [["", "Group A"], ["", "Group B"]]


def test_pictures_alone_make_no_table():
    assert pictured((105, 100, 295, 400), labels=("Group A",)) == []


@pytest.mark.parametrize("box", [(105, 105, 160, 160), (100, 100, 500, 400)], ids=["small", "behind the texts"])
def test_a_small_picture_or_one_behind_texts_is_the_content_of_no_cell(box):
    assert pictured(box) == []


def test_signs_before_texts_make_no_columns():
    lines, ys = [], [100, 140, 180, 220]
    for y, name in zip(ys[:-1], ("Kim", "Lee", "Park"), strict=True):
        lines += [
            line(name, 105, y + 20),
            *(one for at in (14, 28) for one in row(y + at, ("⚫", 206), ("Tests", 228))),
        ]
    rules = [across(y, 100, 500) for y in ys] + [down(200, 100, 220)]
    (table,) = found_on(lines, rules)
    assert (table.table.grid.rows, table.table.grid.cols) == (3, 2)


def test_texts_on_tab_stops_in_the_cells_of_a_drawn_grid_make_no_columns():
    xs, ys = [60, 200, 500], [100 + 20 * i for i in range(8)]
    lines = [line(f"Person {i}", 65, y + 14) for i, y in enumerate(ys[:-1])]
    lines += [one for y in ys[:3] for one in row(y + 14, ("Name:", 205), ("Smith", 300))]
    lines += [line("Dates and places", 205, y + 14) for y in ys[3:-1]]
    rules = [rule for rule in grid_rules(xs, ys) if rule.y0 < rule.y1 or rule.y0 != ys[4]]
    rules += [across(ys[4], 60, 150)]  # one border is drawn in part: the grid is judged
    (table,) = found_on(lines, rules)
    assert table.table.grid.cols == 2


def test_a_single_drawn_row_is_a_table_however_much_its_cells_hold():
    rules = grid_rules([72, 172, 272, 472], [100, 350])
    lines = row(114, ("Constitution", 76), ("RAC", 176))
    lines += [line("Each institute has a committee of members", 276, 114 + 12 * n) for n in range(18)]
    (found,) = find(page(lines, rules), lines)
    assert [cell[:4] for cell in cells(found)] == [(0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1)]


def test_a_complete_grid_wins_where_that_with_the_shade_that_touches_it_is_refused():
    title, shade = line("5.2 Risk mitigation", 105, 92), Fill(94, 80, 406, 99, 0xCCDDEE)
    justified = [line(text, x + at, y + 14) for y in YS[:-1] for x in XS[:-1] for text, at in (("due", 5), ("to", 80))]
    (table,) = found_on([title, *justified], grid_rules(XS, YS), [shade])
    assert texts(table) == [["due to"] * 3] * 3


def test_a_grid_of_one_row_above_open_rows_of_its_columns_is_their_head():
    head = row(115, ("Number", 75), ("Description", 145), ("Alternatives", 365), style=BOLD)
    body = [("1", "Operating system", "Any other"), ("2", "Web server", "Jetty"), ("3", "Database", "None")]
    below = [cell for i, (n, a, b) in enumerate(body) for cell in row(145 + 20 * i, (n, 75), (a, 145), (b, 365))]
    rules = grid_rules((70, 140, 360, 500), (100, 122))
    assert [len(texts(t)) for t in find(page(head, rules), head)] == [1]
    assert find(page([*head, *below], rules), [*head, *below]) == []
    (table,) = open_tables.find(page([*head, *below], rules), [*head, *below])
    assert texts(table)[0] == ["Number", "Description", "Alternatives"]
    assert table.table.grid.header_rows == 1


def upright_only(*, white=0.0, ys=(126, 145, 164)):
    """A table as LaTeX sets it: level rules around the headings and below, upright ones drawn row by row."""
    level = [Rule(70, y, 370, y, 0.5, 0) for y in (100, 122, 164 + white)]
    bands = [(100 + white, 122 - white), *pairwise(ys)]
    upright = [Rule(x, a, x, b, 0.4, 0) for x in (170, 270) for a, b in bands]
    rows = [("Name", "Place", "Use"), ("baker", "first street", "bread and rolls"), ("smith", "at the lake", "of iron")]
    lines = [line(text, 75 + 100 * c, (115, 138, 157)[r]) for r, own in enumerate(rows) for c, text in enumerate(own)]
    return lines, [*level, *upright]


@pytest.mark.parametrize("white", [0.0, 3.5])
def test_joints_of_upright_rules_show_rows_and_white_at_level_ones_parts_no_table(white):
    lines, rules = upright_only(white=white)
    (table,) = find(page(lines, rules), lines)
    assert texts(table) == [
        ["Name", "Place", "Use"],
        ["baker", "first street", "bread and rolls"],
        ["smith", "at the lake", "of iron"],
    ]


def test_joints_of_upright_rules_above_padding_show_no_rows():
    lines, rules = upright_only(ys=(122, 128, 164))
    assert all(len(texts(t)) < 4 for t in find(page(lines, rules), lines))


def headed(*titles, xs=(100, 144, 234, 300)):
    """A grid whose first row is drawn without borders between columns, its texts in the middle of theirs in one line."""
    rules = [across(y, xs[0], xs[-1]) for y in YS]
    rules += [down(x, YS[0] if x in {xs[0], xs[-1]} else YS[1], YS[-1]) for x in xs]
    words = []
    for title, (left, right) in zip(titles, pairwise(xs), strict=False):
        words += line(title, (left + right - line(title, 0, 0).x1) / 2, YS[0] + 14).words
    whole = line("x", 0, YS[0] + 14)._replace(words=tuple(words), x0=words[0].x0, x1=words[-1].x1)
    body = [line(f"r{r}c{c}", xs[c] + 5, YS[r] + 14) for r in (1, 2) for c in range(3)]
    (table,) = found_on([whole, *body], rules)
    return cells(table)[: len(titles)]


def test_headings_in_the_middle_of_their_columns_are_cells_without_borders():
    apart = headed("Issue #", "What is the issue", "Date")
    assert apart == [(0, 0, 1, 1, "Issue #"), (0, 1, 1, 1, "What is the issue"), (0, 2, 1, 1, "Date")]


def test_a_title_over_columns_without_borders_is_one_cell():
    assert headed("Issues that were found in")[0][:4] == (0, 0, 1, 3)
