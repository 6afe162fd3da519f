"""Headings of statements with inner and outer columns of figures."""

from quire.layout.tables.unruled import find
from tests.layout.table_pages import BOLD, across, line, page, row

INNER, OUTER = (280, 420), (350, 490)


def statement(*, both=False):
    """Two amounts and their sum, twice, for each of two years."""
    lines = row(100, ("2023", OUTER[0], "right"), ("2022", OUTER[1], "right"), style=BOLD)
    y = 116
    for group in ("Stocks", "Debtors", "Cash"):
        for part in ("raw", "other"):
            lines.append(line(f"{group} {part}", 72, y))
            lines += row(y, *((f"{y},{i}01", x, "right") for i, x in enumerate(INNER)))
            if both:
                lines += row(y, *((f"{y},{i}44", x, "right") for i, x in enumerate(OUTER)))
            y += 14
        lines += row(y, *((f"{y},{i}22", x, "right") for i, x in enumerate(OUTER)))
        y += 14
    return lines


def headings(lines, rules=()):
    (table,) = find(page(lines, rules), lines)
    return [(cell.text, cell.col, cell.col_span) for cell in table.table.grid.cells if cell.header and cell.text]


def test_years_stand_over_single_amounts_and_sums():
    assert headings(statement()) == [("2023", 1, 2), ("2022", 3, 2)]


def test_columns_that_do_not_share_the_rows_keep_their_headings():
    assert headings(statement(both=True)) == [("2023", 2, 1), ("2022", 4, 1)]


def test_lines_of_a_heading_that_are_underlined_one_by_one_are_one_heading():
    lines = [line("Schedule", 180, 88, style=BOLD), line("(Note No.)", 180, 100, style=BOLD), *statement()]
    lines += [line(str(n), 195, 116 + 42 * n) for n in range(3)]
    under = [across(one.baseline + 1.5, one.x0, one.x1) for one in lines[:2]]
    assert headings(lines, under)[0][0] == "Schedule (Note No.)"
    assert headings(lines, [*under[:1], across(92, 170, 260)])[0][0] == "Schedule"
