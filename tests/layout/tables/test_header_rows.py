from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import Columns
from quire.layout.tables.header_rows import headings
from quire.tables.edges import Edge
from tests.layout.table_pages import BOLD, row

COLUMNS = Columns([200, 300, 400], [(72, 180), (240, 290), (340, 390), (440, 490)], 0.0)


def headed(*lines, rules=()):
    rows = rows_of_pieces(enumerate([ln for group in lines for ln in group]))
    found, tops = headings(rows, COLUMNS, rules)
    return [(cell.row, cell.col, cell.col + cell.col_span - 1, cell.text) for cell in found.values()], tops


def test_wrapped_lines_are_one_heading():
    found, tops = headed(row(88, ("Number", 250)), row(100, ("of shops", 245), ("Share", 350), ("Total", 450)))
    assert found == [(0, 1, 1, "Number of shops"), (0, 2, 2, "Share"), (0, 3, 3, "Total")]
    assert len(tops) == 1


def test_a_spanning_heading_stands_on_a_level_of_its_own():
    found, tops = headed(
        row(86, ("Years ended", 285)),
        row(100, ("2023", 290, "right"), ("2022", 390, "right"), ("Change", 490, "right")),
    )
    assert found[0] == (0, 1, 2, "Years ended")
    assert [h[0] for h in found[1:]] == [1, 1, 1]
    assert tops[0] < tops[1]


def test_a_wrapped_heading_beside_a_spanning_one_stays_whole():
    found, _ = headed(
        row(84, ("Common stock", 285)),
        row(92, ("Total", 460)),
        row(100, ("Shares", 250), ("Par", 350), ("equity", 455)),
        rules=[Edge(87, 240, 390)],
    )
    assert (0, 1, 2, "Common stock") in found
    assert (1, 3, 3, "Total equity") in found


def test_a_rule_between_parts_two_headings():
    found, tops = headed(row(86, ("Group", 250)), row(100, ("2023", 290, "right")), rules=[Edge(89, 240, 290)])
    assert [h[0] for h in found] == [0, 1]
    assert len(tops) == 2


def test_no_rows_are_no_header():
    assert headed() == ([], [])


def test_plain_headings_under_a_row_of_bold_ones_are_a_level_of_their_own():
    bold = row(88, ("Contour", 245), ("Contour", 345), ("Strip", 445), style=BOLD)
    found, tops = headed(bold, row(100, ("Slope", 245), ("Factor", 345), ("Width", 445)))
    assert [h[0] for h in found] == [0, 0, 0, 1, 1, 1]
    assert len(tops) == 2


def test_units_and_remarks_under_bold_headings_are_of_these():
    bold = row(88, ("2023", 250), ("2022", 350), ("2021", 450), style=BOLD)
    found, tops = headed(bold, row(100, ("HK$'000", 245), ("(restated)", 340), ("HK$'000", 445)))
    assert [h[3] for h in found] == ["2023 HK$'000", "2022 (restated)", "2021 HK$'000"]
    assert len(tops) == 1


def test_a_heading_in_the_middle_of_columns_whose_figures_stand_right_spans_them():
    columns = Columns([200, 300, 400, 500], [(72, 180), (270, 298), (370, 398), (470, 498), (570, 598)], 0.0)
    rows = rows_of_pieces(
        enumerate(
            row(86, ("Amounts", 283), ("Assets", 485))
            + row(
                100, *((year, x, "right") for year, x in zip(("2024", "2023") * 2, (298, 398, 498, 598), strict=True))
            )
        )
    )
    found, _ = headings(rows, columns, ())
    assert [(cell.col, cell.col_span) for cell in list(found.values())[:2]] == [(1, 2), (3, 2)]
