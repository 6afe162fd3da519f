"""Tables in print style: a head rule, a middle rule and a foot rule of one width, and no other."""

from quire.layout.tables.rule_frames import cut_in_frames
from quire.layout.tables.ruled import find as find_ruled
from quire.layout.tables.unruled import find
from tests.layout.table_pages import PLAIN, across, down, line, page, row, texts

RULES = [across(y, 72, 320) for y in (88, 106, 160)]


def narrow():
    """A column of numbers, a little more than a space before the labels."""
    head = row(100, ("No", 74), ("Name", 96), ("Size", 260))
    labels = ("long label of words", "label", "another label")
    body = [line(f"{n} {label}", 78, 106 + 13 * n) for n, label in enumerate(labels, 1)]
    wide = []
    for one in body:
        first, *rest = one.words
        moved = [w._replace(x0=w.x0 + 10, x1=w.x1 + 10) for w in rest]
        wide.append(one._replace(words=(first, *moved), x1=one.x1 + 10))
    return [*head, *wide, *(line("12", 265, 106 + 13 * n) for n in (1, 2, 3))]


def test_white_through_all_rows_below_two_headings_parts_columns():
    lines = narrow()
    (one, two) = cut_in_frames(page(lines, RULES), lines)[3:5]
    assert (one.text, two.text) == ("1", "long label of words")


def test_lines_of_a_grid_and_of_two_rules_stay_whole():
    lines = narrow()
    assert cut_in_frames(page(lines, [*RULES, down(90, 88, 160)]), lines) == lines
    assert cut_in_frames(page(lines, RULES[:2]), lines) == lines


def wrapped():
    rows = [("Mill", "grinds the grain that carts bring here"), ("Barn", "keeps hay and the two carts dry all of")]
    lines = row(100, ("Place", 74), ("What it does there", 150))
    for n, (label, text) in enumerate(rows):
        lines += [*row(120 + 24 * n, (label, 74), (text, 150)), line("the winter", 150, 132 + 24 * n)]
    return lines, [across(y, 72, 350) for y in (88, 106, 162)]


def test_what_wraps_between_the_rules_stays_in_its_cell():
    lines, rules = wrapped()
    (table,) = find(page(lines, rules), lines)
    assert [cells[0] for cells in texts(table)] == ["Place", "Mill", "Barn"]


def test_rows_that_fill_all_columns_do_not_wrap():
    names = ("Indian crow of towns", "Srilankan crow here", "Burmese crow of hills", "Cabbage of gardens")
    lines = row(100, ("Vernacular name", 74), ("Scientific name", 200))
    for n, name in enumerate(names):
        lines += row(119 + 12 * n, (name, 74), (f"Corvus splendens of {name.split()[0]}", 200))
    (table,) = find(page(lines, [across(y, 72, 400) for y in (88, 106, 160)]), lines)
    assert [cells[0] for cells in texts(table)[1:]] == list(names)


def grouped():
    lines = row(100, ("Model", 74), ("Mean", 120), ("FT", 200), ("VR", 250))
    for n, model in enumerate(("Gem", "Dis")):
        top = 120 + 30 * n
        lines += row(top, ("Micro", 120), ("76.6", 200), ("72.9", 250))
        lines += row(top + 12, ("Macro", 120), ("77.0", 200), ("72.4", 250))
        lines += [line(model, 74, top + 6)]
    return lines, [across(y, 72, 275) for y in (88, 106, 137, 167)]


def test_a_label_half_way_between_two_rows_is_of_the_upper_one():
    lines, rules = grouped()
    (table,) = find(page(lines, rules), lines)
    assert [cells[:2] for cells in texts(table)[1:]] == [
        ["Gem", "Micro"],
        ["", "Macro"],
        ["Dis", "Micro"],
        ["", "Macro"],
    ]


def test_bands_of_figures_below_each_other_are_several_rows():
    lines, rules = grouped()
    assert find_ruled(page(lines, rules), lines) == []


def test_tables_side_by_side_are_two():
    lines, rules = [], []
    for left in (72, 320):
        lines += row(100, ("Order", left), ("Mean", left + 80), ("Up", left + 150))
        for n in range(4):
            lines += row(120 + 12 * n, (str(n), left), (f"0.99{n}", left + 80), ("yes", left + 150))
        rules += [across(y, left - 2, left + 180) for y in (88, 106, 162)]
    found = find(page(lines, rules), lines)
    assert [table.table.grid.cols for table in found] == [3, 3]


def test_shaded_lines_of_a_program_are_no_rows():
    mono = PLAIN._replace(mono=True)
    lines = []
    for n in range(4):
        lines += [
            line("//", 74, 100 + 14 * n, style=mono),
            line("int kept = call(name);", 120, 100 + 14 * n, style=mono),
        ]
    assert find_ruled(page(lines, [across(90 + 14 * n, 72, 400) for n in range(5)]), lines) == []
