from quire.layout.tables.unruled import find
from tests.layout.table_pages import BOLD, across, line, page, row, texts


def found_on(lines, rules=()):
    return find(page(lines, rules), lines)


def figures(start, *labels):
    return [
        ln
        for i, label in enumerate(labels)
        for ln in row(start + 14 * i, (label, 72), (f"{i + 1},234", 400, "right"), ("900", 480, "right"))
    ]


def test_a_row_over_the_figures_below_other_headings_is_one():
    lines = [
        *row(86, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *row(100, ("Unaudited", 404, "right"), ("Unaudited", 484, "right")),
        *figures(114, "Revenue", "Cost of sales", "Gross profit"),
    ]
    (table,) = found_on(lines)
    assert table.table.grid.header_rows == 2


def test_a_unit_above_the_head_rule_belongs_to_the_table():
    lines = [
        line("Amount converted", 400, 74, style=BOLD),
        *row(90, ("Date", 72), ("GBP", 400, "right"), ("USD", 480, "right")),
        *figures(106, "16 April", "28 April", "19 October"),
    ]
    (table,) = found_on(lines, [across(80, 70, 482), across(95, 70, 482), across(150, 70, 482)])
    assert texts(table)[0] == ["", "Amount converted", ""]
    assert table.table.grid.header_rows == 2


def test_the_end_of_a_sentence_above_the_headings_is_none():
    lines = [
        line("equivalents:", 72, 86),
        *row(104, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *figures(118, "Revenue", "Cost of sales", "Gross profit"),
    ]
    (table,) = found_on(lines)
    assert texts(table)[0] == ["", "2023", "2022"]


def test_two_headings_over_what_no_row_has_both_of_are_two_columns():
    lines = [
        *row(100, ("Shares", 300), ("Price", 380), ("Left to buy", 450), style=BOLD),
        *row(114, ("May", 72), ("3,115", 330, "right"), ("94.68", 400, "right")),
        *row(128, ("June", 72), ("4,004", 330, "right"), ("95.99", 400, "right")),
        *row(142, ("Total", 72), ("7,119", 330, "right"), ("56,353", 490, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[-1] == ["Total", "7,119", "", "56,353"]


def test_headings_again_begin_another_table():
    head = [("2023", 400, "right"), ("2022", 480, "right")]
    lines = [
        *row(86, *head, style=BOLD),
        *figures(100, "Severance", "Other costs"),
        line("Costs by segment are as follows:", 90, 142),
        *row(158, *head, style=BOLD),
        *figures(172, "Americas", "Europe"),
    ]
    first, second = found_on(lines)
    assert [len(texts(first)), len(texts(second))] == [3, 3]
    assert texts(second)[0] == ["", "2023", "2022"]


def test_a_note_below_the_last_figures_is_outside_but_not_a_sum_without_label():
    lines = [
        *row(86, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *figures(100, "Revenue", "Cost of sales", "Gross profit"),
        *row(142, ("4,321", 480, "right")),
        line("6 April 2023 and signed for the board", 72, 158),
    ]
    (table,) = found_on(lines)
    assert [one[-1] for one in texts(table)][-1] == "4,321"


def test_a_title_in_the_middle_of_the_table_heads_no_column():
    lines = [
        line("(In thousands)", 243, 74),
        *row(86, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *figures(100, "Revenue", "Cost of sales", "Gross profit"),
    ]
    (table,) = found_on(lines)
    assert texts(table)[0] == ["", "2023", "2022"]
