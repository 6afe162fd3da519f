from quire.layout.tables.row_shades import shaded_rows, without_shades
from quire.layout.tables.ruled import find as find_ruled
from quire.layout.tables.unruled import find_certain
from quire.model.page import Fill, Rule
from tests.layout.table_pages import BOLD, line, page, row, texts

BLUE, WHITE = 0xCCEEFF, 0xFFFFFF


def statement(labels):
    rows = [
        row(100 + 14 * i, (label, 72), (f"{i + 1},234", 400, "right"), ("900", 480, "right")) for i, label in labels
    ]
    return [*row(86, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD), *(ln for one in rows for ln in one)]


def shade(baseline, color=BLUE, x0=70.0, x1=482.0):
    return Fill(x0, baseline - 10, x1, baseline + 4, color)


LABELS = list(enumerate(["Revenue", "Cost of sales", "Gross profit", "Taxes", "Net income"]))


def test_every_other_row_shaded_is_a_table_with_the_headings_on_white():
    lines = statement(LABELS)
    shown = page(lines, fills=[shade(100), shade(128), shade(156)])
    assert find_ruled(shown, lines) == []
    (table,) = find_certain(shown, lines)
    assert texts(table)[0] == ["", "2023", "2022"]
    assert table.table.grid.header_rows == 1
    assert len(texts(table)) == 6


def test_a_shade_may_be_drawn_cell_by_cell_with_narrow_cells_as_rules():
    lines = statement(LABELS)
    fills = [shade(y, x0=x0, x1=x1) for y in (100, 128, 156) for x0, x1 in ((70, 330), (332, 410), (412, 482))]
    rules = [Rule(331, y - 10, 331, y + 4, 1.5, BLUE) for y in (100, 128, 156)]
    shown = page(lines, rules, fills)
    (area,) = shaded_rows(shown, lines)
    assert len(area.fills) == 9
    left = without_shades(shown, [area])
    assert (left.fills, left.rules) == ((), ())


def test_rules_between_columns_make_shades_cells():
    lines = statement(LABELS)
    shown = page(lines, [Rule(331, 90, 331, 160, 0.5, 0)], [shade(100), shade(128), shade(156)])
    assert shaded_rows(shown, lines) == []


def test_shades_without_white_between_are_cells():
    lines = statement(LABELS)
    assert shaded_rows(page(lines, fills=[shade(y) for y in (100, 114, 128, 142, 156)]), lines) == []


def test_shades_behind_texts_without_figures_are_no_row_shades():
    lines = [line("A note about the year", 72, 100), line("Another one", 72, 128)]
    assert shaded_rows(page(lines, fills=[shade(100), shade(128)]), lines) == []


def test_white_fills_on_white_paper_are_no_borders():
    lines = statement(LABELS)
    fills = [shade(100 + 14 * i, WHITE, x0, x1) for i in range(5) for x0, x1 in ((70, 330), (330, 410), (410, 482))]
    assert find_ruled(page(lines, fills=fills), lines) == []
    assert find_ruled(page(lines, fills=[Fill(60, 70, 500, 180, BLUE), *fills]), lines)


def test_white_rules_on_shades_part_their_cells():
    lines = statement(LABELS)
    shades = [shade(100), shade(128), shade(156)]
    on_shades = [Rule(331, y - 10, 331, y + 4, 0.5, WHITE) for y in (100, 128, 156)]
    between = [Rule(331, y - 10, 331, y + 4, 0.5, WHITE) for y in (114, 142)]
    assert shaded_rows(page(lines, on_shades, shades), lines) == []
    assert shaded_rows(page(lines, between, shades), lines)
