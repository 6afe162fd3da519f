"""Roles of rows: the most probable sequence that a table can have."""

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.row_roles import CONTINUED, HEADER, OUTSIDE, START, most_probable, row_roles
from quire.layout.tables.unruled import find
from tests.layout.table_pages import BOLD, line, page, row, texts


def sure(role):
    """Probabilities of a row that is most likely in one role."""
    return [0.94 if other == role else 0.02 for other in range(4)]


def test_a_header_cannot_follow_the_body():
    chances = [sure(HEADER), sure(START), [0.0, 0.5, 0.4, 0.1], sure(START)]
    assert most_probable(chances)[0] == [HEADER, START, START, START]


def test_rows_before_and_after_are_outside():
    roles, mean = most_probable([sure(OUTSIDE), sure(HEADER), sure(START), sure(CONTINUED), sure(OUTSIDE)])
    assert roles == [OUTSIDE, HEADER, START, CONTINUED, OUTSIDE]
    assert -0.1 < mean < 0


def test_some_row_is_always_inside():
    assert START in most_probable([sure(OUTSIDE), sure(OUTSIDE)])[0]


def test_a_wrapped_label_continues_its_row_below_a_header_row():
    lines = [*row(100, ("Item", 72), ("2025", 300, "right"), ("2024", 380, "right"))]
    for number, label in enumerate(("Rent", "Fees", "Repairs", "Insurance")):
        baseline = 118 + 28 * number
        figures = ((f"{number + 1},250", 300, "right"), (f"{number + 3},975", 380, "right"))
        lines += row(baseline, (f"{label} of all the buildings and", 72), *figures)
        lines.append(line("of their grounds", 72, baseline + 11))
    rows = rows_of_pieces(enumerate(lines))
    roles, _ = row_roles(rows, (0, len(rows)), columns_of(rows), [], [])
    assert roles == [HEADER, *[START, CONTINUED] * 4]


def figures(start, *labels):
    return [
        ln
        for i, label in enumerate(labels)
        for ln in row(start + 14 * i, (label, 72), (f"{i + 1},234", 400, "right"), ("900", 480, "right"))
    ]


def found_on(lines):
    return find(page(lines), lines)


def test_a_note_below_the_last_figures_is_outside_but_not_a_sum_without_label():
    lines = [
        *row(86, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *figures(100, "Revenue", "Cost of sales", "Gross profit"),
        *row(142, ("4,321", 480, "right")),
        line("6 April 2023 and signed for the board", 72, 158),
    ]
    (table,) = found_on(lines)
    assert [one[-1] for one in texts(table)][-1] == "4,321"
