"""Tables whose rows are bands between rules, with texts that wrap."""

from __future__ import annotations

from itertools import pairwise

import pytest

from quire.layout.tables.grids import finish
from quire.layout.tables.ruled import find
from quire.layout.tables.ruled_rows import records
from quire.model.page import Rule
from quire.tables.edges import horizontal_edges
from tests.layout.table_pages import BOLD, PLAIN, across, cells, down, line, page, row, texts, width_of

X = (72, 140, 420)
TEXT = "A listed entity should have a program for new directors and"


def record(start, number, lines, reply):
    return [
        *row(start, (number, X[0]), (TEXT, X[1]), (reply, X[2])),
        *(
            line("provide opportunities to develop and maintain their skills", X[1], start + 12 * i)
            for i in range(1, lines)
        ),
    ]


def recommendations(head="Principle"):
    lines = [*row(100, (head, X[0]), ("Recommendation", X[1]), ("Comply", X[2]), style=BOLD)] if head else []
    lines += [*record(118, "2.1", 4, "Yes"), *record(172, "2.2", 2, "No"), *record(202, "2.3", 3, "Yes")]
    return lines, [across(y, 70, 460) for y in (106, 160, 190, 236)]


def found_on(lines, rules=()):
    return find(page(lines, rules), lines)


def test_each_band_is_a_row():
    (table,) = found_on(*recommendations())
    grid = texts(table)
    assert grid[0] == ["Principle", "Recommendation", "Comply"]
    assert [r[0] for r in grid[1:]] == ["2.1", "2.2", "2.3"]
    assert [r[2] for r in grid[1:]] == ["Yes", "No", "Yes"]
    assert grid[2][1] == TEXT + " provide opportunities to develop and maintain their skills"
    assert table.table.grid.header_rows == 1


def test_the_headings_may_stand_in_the_first_band():
    lines, rules = recommendations()
    (table,) = found_on(lines, [across(84, 70, 460), *rules])
    assert texts(table)[0] == ["Principle", "Recommendation", "Comply"]


def test_a_table_that_goes_on_from_the_page_before_has_no_headings():
    lines, rules = recommendations(head="")
    (table,) = found_on(lines, rules)
    assert [r[0] for r in texts(table)] == ["2.1", "2.2", "2.3"]


def test_texts_with_titles_at_their_side_are_no_table():
    lines, rules = recommendations(head="")
    assert found_on([ln for ln in lines if ln.x0 != X[2]], rules) == []


def test_a_band_that_holds_rows_of_figures_is_no_record():
    lines, rules = recommendations()
    lines += row(130, ("2.1.1", X[0]), ("42", X[2]))
    assert list(records(list(enumerate(lines)), horizontal_edges(page(lines, rules)))) == []


def test_text_that_sticks_out_of_the_rules_ends_the_table():
    lines, rules = recommendations()
    lines.append(line("A sentence that begins far to the left of all of the rules", 20, 184))
    assert found_on(lines, rules) == []


def test_the_sketch_knows_its_lines():
    lines, rules = recommendations()
    (sketch,) = records(list(enumerate(lines)), horizontal_edges(page(lines, rules)))
    assert sketch.used == set(range(len(lines)))
    assert finish(sketch, page(lines, rules)).table.places[0].box.y1 == 236


def box(y0, y1, x0=70, x1=460):
    return [down(x0, y0, y1), down(x1, y0, y1)]


def pros_and_cons(y, title="Table 6.2: the pros and cons of the functional structure of a firm"):
    """A frame with a title over both columns, headings, and a row whose cells hold several short lines each."""
    lines = [line(title, 74, y + 14, style=BOLD), *row(y + 32, ("Pros", 74), ("Cons", 280), style=BOLD)]
    for i, (left, right) in enumerate([("More skill.", "Blurred duties."), ("Scale.", "Slow"), ("Order.", "work.")]):
        lines += row(y + 50 + 12 * i, (left, 74), (right, 280))
    return lines, [across(y + at, 70, 460) for at in (0, 20, 38, 82)] + box(y, y + 82)


def test_a_framed_table_without_borders_between_its_columns():
    lines, rules = pros_and_cons(100)
    (table,) = found_on(lines, rules)
    assert cells(table)[0] == (0, 0, 1, 2, "Table 6.2: the pros and cons of the functional structure of a firm")
    assert texts(table)[1] == ["Pros", "Cons"]
    assert [" ".join(text.split()) for text in texts(table)[2]] == [
        "More skill. Scale. Order.",
        "Blurred duties. Slow work.",
    ]
    assert table.lines == frozenset(range(len(lines)))


def test_tables_of_one_width_below_each_other_are_two():
    first, above = pros_and_cons(100)
    second, below = pros_and_cons(240)
    between = [line("Text of the section between them", 72, 200), line("that goes on in a second line", 72, 214)]
    found = found_on([*first, *between, *second], [*above, *below])
    assert [table.table.grid.rows for table in found] == [3, 3]
    assert not any("section" in text or "goes on" in text for table in found for row in texts(table) for text in row)


def plain_rows(y, count):
    lines = [one for i in range(count) for one in row(y + 16 * i, (f"Item {i}", 72), ("12", 200), ("34", 300))]
    return lines, [across(y + 4 + 16 * i, 70, 460) for i in range(-1, count)]


def test_rules_below_part_of_the_rows_show_no_table_of_their_own():
    lines, rules = plain_rows(100, 5)
    (table,) = records(list(enumerate(lines)), horizontal_edges(page(lines, rules)))
    assert table.rows == 5
    more = [*lines, *row(180, ("Total", 72), ("24", 200), ("68", 300))]
    assert list(records(list(enumerate(more)), horizontal_edges(page(more, rules)))) == []


def test_rules_under_the_figures_alone_show_no_table_of_these():
    lines, rules = plain_rows(100, 5)
    short = [across(rule.y0, 180, 460) for rule in rules]
    assert list(records(list(enumerate(lines)), horizontal_edges(page(lines, short)))) == []


def test_lines_to_fill_in_that_end_at_the_margin_part_no_rows():
    lines = [line(text, 72, 118 + 24 * i) for i, text in enumerate(("Name", "Date of birth", "Home address"))]
    rules = [across(y, 70, 460) for y in (86, 106, 214)] + [across(y, 150, 460) for y in (120, 144, 168)]
    assert found_on(lines, rules) == []


def sections(*counts, titles=True):
    """Tables of one width between rules, each below a title and with the same headings."""
    lines, ys, at = [], [100.0], 100.0
    for number, count in enumerate(counts, 1):
        rows = [
            ("ID", "Title", "Result"),
            *((f"C{number}{i}", "It can be opened and closed", "") for i in range(count)),
        ]
        for title in [f"{number}. Part"] if titles else []:
            lines.append(line(title, X[0], at + 15, style=BOLD))
            ys.append(at := at + 20)
        for texts_of_row in rows:
            lines += row(at + 15, *zip(texts_of_row, X, strict=True))
            ys.append(at := at + 20)
    rules = [across(y, 70, 460) for y in ys] + [down(x, 100, at) for x in (70, 460)]
    return lines, rules


def test_a_caption_between_rules_parts_two_tables():
    lines, ys, at = [], [100.0], 100.0
    for number, (head, count) in enumerate((("Method", 3), ("Kind", 4)), 1):
        if number > 1:
            lines.append(line(f"Table {number} {head}s of tests", X[0], at + 15))
            ys.append(at := at + 20)
        for name in (head, *(f"Part {i} of {number}" for i in range(count))):
            lines += row(
                at + 15, (name, X[0]), ("What it shows", 200), ("Yes", X[2]), style=BOLD if name == head else PLAIN
            )
            ys.append(at := at + 20)
    tables = found_on(lines, [across(y, 70, 460) for y in ys])
    assert [texts(table)[0][0] for table in tables] == ["Method", "Kind"]
    assert [len(texts(table)) for table in tables] == [4, 5]


def test_a_caption_with_white_behind_its_number_is_not_cut_at_the_columns():
    lines, rules = [], []
    for top, title in ((100, "Table 5 sales of each day"), (180, "")):
        for n, cells_of_row in enumerate(
            (("Day", "Amount", "Kind"), ("1 July", "140.2", "leaves"), ("2 July", "143.0", "roots"))
        ):
            lines += row(top + 16 * n, *zip(cells_of_row, (80, 180, 280), strict=True))
        for n in range(4):
            rules += [across(top - 11 + 16 * n, x, x + 100) for x in (75, 175, 275)]
        if title:
            whole = line(title, 138, top + 58)
            words = [w._replace(x0=w.x0 + 8 * (n > 1), x1=w.x1 + 8 * (n > 1)) for n, w in enumerate(whole.words)]
            lines.append(whole._replace(words=tuple(words), x1=words[-1].x1))
    found = found_on(lines, rules)
    assert [[cells[0] for cells in texts(table)] for table in found] == [["Day", "1 July", "2 July"]] * 2


def test_headings_that_stand_again_without_a_title_go_on():
    (table,) = found_on(*sections(3, 2, titles=False))
    assert len(texts(table)) == 7


def test_the_title_above_headings_is_none():
    lines, rules = recommendations()
    lines.append(line("Report of the year", X[0], 84))
    (table,) = found_on(lines, rules)
    assert texts(table)[0] == ["Principle", "Recommendation", "Comply"]


FIELDS = (("Title", "A report on boards"), ("Author", "Ann Lee"), ("Number", "31501"), ("Course", "Systems"))
LEFT, RIGHT, STEP = 200, 420, 36


def form(*, begin=lambda text: (LEFT + RIGHT - width_of(text)) / 2, gap=20, fields=FIELDS):
    """Each value where `begin` puts it, on a rule that begins `gap` points behind the longest label."""
    lines, rules = [], []
    for i, (label, value) in enumerate(fields):
        base = 300 + STEP * i
        lines.append(line(label, LEFT - gap, base, right=True))
        if value:
            text = value.replace(" ", "-")
            lines.append(line(text, begin(text), base))
        rules.append(across(base + 6, LEFT, RIGHT))
    return lines, rules


@pytest.mark.parametrize("begin", [lambda text: (LEFT + RIGHT - width_of(text)) / 2, lambda _: LEFT + 5])
def test_values_set_alike_on_blanks_of_one_width_are_cells(begin):
    (table,) = found_on(*form(begin=begin))
    assert texts(table) == [[label, value.replace(" ", "-")] for label, value in FIELDS]
    assert table.table.grid.header_rows == 0


def test_a_blank_may_be_empty():
    (table,) = found_on(*form(fields=(*FIELDS, ("Date", ""))))
    assert texts(table)[-1] == ["Date", ""]


def test_a_blank_right_behind_its_label_is_of_a_line_of_text():
    assert found_on(*form(gap=0)) == []


def test_values_anywhere_on_their_blanks_are_no_cells():
    places = iter((205, 240, 220, 290))
    assert found_on(*form(begin=lambda _: next(places))) == []


def test_two_values_are_no_evidence():
    assert found_on(*form(fields=(*FIELDS[:2], ("Date", ""), ("Place", "")))) == []


def test_text_behind_the_blanks_speaks_against_cells():
    lines, rules = form()
    lines += [line("of all", RIGHT + 20, 300 + STEP * i) for i in range(len(FIELDS))]
    assert found_on(lines, rules) == []


def drawn_by_cells(heights, edges=(70, 150, 400)):
    """Rules as browsers draw them: a border below each cell and one above the next, at one place."""
    return [Rule(a, y, b, y, 0.5, 0) for y in heights for _ in range(2) for a, b in pairwise(edges)]


def listed(*, first=100.0, step=25.0, below="Guests read the main page."):
    """Headings and three rows with borders between them only, and a paragraph further below."""
    rows = (("Who", "What"), ("Guest", "main page"), ("User", "goods, messages"), ("Chief", "users and goods"))
    lines = []
    for n, (who, what) in enumerate(rows):
        lines += row(first + n * step, (who, 78), (what, 158), style=PLAIN if n else BOLD)
    lines.append(line(below, 70, first + len(rows) * step + 12))
    return lines, [first + n * step - 16 for n in range(1, len(rows))]


def test_rows_above_the_first_border_and_below_the_last_are_of_the_cells_with_joints():
    lines, heights = listed()
    (table,) = found_on(lines, drawn_by_cells(heights))
    assert [cells[0] for cells in texts(table)] == ["Who", "Guest", "User", "Chief"]
    assert table.table.grid.header_rows == 1


def test_borders_without_joints_do_not_tell_the_last_row():
    lines, heights = listed()
    assert found_on(lines, [across(y, 70, 400) for y in heights]) == []


def test_a_line_below_a_title_is_no_border_of_the_cells_below_it():
    lines, heights = listed()
    rules = [across(60, 70, 400), *drawn_by_cells(heights)]
    (table,) = found_on([line("Roles", 70, 50, style=BOLD), *lines], rules)
    assert [cells[0] for cells in texts(table)] == ["Who", "Guest", "User", "Chief"]


def test_cells_in_the_middle_of_their_rows_are_no_rows_of_their_own():
    lines, heights = listed(step=40)
    lines += [line("and all that is", 158, 130), line("open to guests", 158, 150)]
    (table,) = found_on(lines, drawn_by_cells(heights))
    assert texts(table)[1] == ["Guest", "and all that is main page open to guests"]


@pytest.mark.parametrize("count", [2, 5])
def test_a_heading_of_several_lines_stands_above_the_first_rule(count):
    first = 100 + 12 * count
    lines = row(100, ("Number", X[0]), ("Result", 400), style=BOLD)
    lines += [line(f"Part{n}-", 200, 100 + 12 * n, style=BOLD) for n in range(count)]
    for n in range(4):
        lines += row(first + 12 + 24 * n, (f"{n + 1}.", X[0]), ("Opens the page", 200), ("Pass", 400))
    rules = drawn_by_cells([first - 4 + 24 * n for n in range(5)], (X[0] - 4, 190, 390, 480))
    (table,) = found_on(lines, rules)
    assert [cells[0] for cells in texts(table)] == ["Number", "1.", "2.", "3.", "4."]
