from dataclasses import replace

import pytest

from quire.layout.tables import unruled
from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.unruled import find, find_across
from quire.model.page import Fill
from tests.layout.table_pages import BOLD, PLAIN, across, cells, line, page, row, texts

FIRST = 72


def found_on(lines, rules=(), fills=()):
    return find(page(lines, rules, fills), lines)


def statement(start=100):
    return [
        *row(start, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *row(start + 14, ("Revenue", FIRST), ("1,234", 400, "right"), ("1,101", 480, "right")),
        *row(start + 28, ("Cost of sales", FIRST), ("(900)", 400, "right"), ("(850)", 480, "right")),
        *row(start + 42, ("Gross profit", FIRST), ("334", 400, "right"), ("251", 480, "right")),
    ]


def prose(x, start, count, words="running words of some length that fill the column"):
    return [line(words, x, start + 12 * i) for i in range(count)]


def test_a_statement_with_periods():
    (table,) = found_on(statement())
    assert texts(table) == [
        ["", "2023", "2022"],
        ["Revenue", "1,234", "1,101"],
        ["Cost of sales", "(900)", "(850)"],
        ["Gross profit", "334", "251"],
    ]
    assert table.table.grid.header_rows == 1
    assert not table.table.grid.ruled


def test_paragraphs_around_stay_out():
    above, below = (
        prose(FIRST, 40, 4, "a sentence that runs over the whole width of the page " * 2),
        prose(FIRST, 180, 4, "and more of the same below it as pages have " * 2),
    )
    lines = [*above, *statement(), *below]
    (table,) = found_on(lines)
    assert table.lines == frozenset(range(4, 4 + len(statement())))


def test_currency_signs_stand_in_the_cell_of_their_figure():
    lines = [
        *row(100, ("2023", 400, "right"), ("2022", 480, "right")),
        *row(114, ("Cash", FIRST), ("$", 340), ("1,234", 400, "right"), ("$", 430), ("1,101", 480, "right")),
        *row(128, ("Debt", FIRST), ("(900", 400, "right"), (")", 402), ("850", 480, "right")),
        *row(142, ("Margin", FIRST), ("12", 400, "right"), ("%", 402), ("11", 480, "right"), ("%", 482)),
    ]
    (table,) = found_on(lines)
    assert texts(table)[1:] == [["Cash", "$ 1,234", "$ 1,101"], ["Debt", "(900)", "850"], ["Margin", "12%", "11%"]]


def test_a_column_may_hold_nothing_but_its_heading():
    lines = [
        *row(100, ("Date", FIRST), ("Version", 200), ("Notes", 300), style=BOLD),
        *row(128, ("May 5", FIRST), ("0", 200)),
    ]
    (table,) = found_on(lines, [across(y, 70, 440) for y in (86, 112, 140)])
    assert texts(table) == [["Date", "Version", "Notes"], ["May 5", "0", ""]]


def test_signs_behind_figures_stand_in_their_cells():
    lines = [
        *row(100, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD),
        *row(114, ("Rent", FIRST), ("1.234,00 €", 400, "right"), ("90,50 €", 480, "right")),
        *row(128, ("Water", FIRST), ("12,50 €", 400, "right"), ("11,00 €", 480, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[1:] == [["Rent", "1.234,00 €", "90,50 €"], ["Water", "12,50 €", "11,00 €"]]


def test_two_figures_of_one_line_are_two_cells():
    lines = [*row(100, ("Name", FIRST), ("a", 300), ("b", 340))]
    for i in range(3):
        lines += row(114 + 14 * i, (f"name{i}", FIRST), (f"1{i} 2{i}", 290))
    wide = [
        ln._replace(words=(ln.words[0], *(w._replace(x0=w.x0 + 8, x1=w.x1 + 8) for w in ln.words[1:]))) for ln in lines
    ]
    (table,) = found_on([ln._replace(x1=ln.words[-1].x1) for ln in wide])
    assert texts(table)[1] == ["name0", "10", "20"]


def test_a_heading_over_two_columns_spans_them():
    lines = [*row(86, ("Year ended", 390)), *statement()]
    (table,) = found_on(lines)
    assert (0, 1, 1, 2, "Year ended") in cells(table)
    assert table.table.grid.header_rows == 2


def test_a_rule_under_a_heading_shows_what_it_spans():
    lines = [*row(82, ("Group", 385)), *statement()]
    (table,) = found_on(lines, [across(85, 370, 482)])
    assert (0, 1, 1, 2, "Group") in cells(table)


def test_wrapped_headings_are_one_row():
    lines = [
        *row(88, ("Number of", 300), ("Share of", 400)),
        *row(100, ("shops", 305), ("all", 410)),
        *(
            ln
            for i in range(4)
            for ln in row(116 + 14 * i, (f"Town {i}", FIRST), (f"{i}1", 330, "right"), (f"{i}.5", 430, "right"))
        ),
    ]
    (table,) = found_on(lines)
    assert texts(table)[0] == ["", "Number of shops", "Share of all"]


def test_a_wrapped_label_goes_on_with_its_row():
    lines = [
        *row(100, ("2023", 400, "right"), ("2022", 480, "right")),
        *row(120, ("Cash and other things", FIRST), ("12", 400, "right"), ("11", 480, "right")),
        *row(140, ("Net cash provided by the operating activities of", FIRST)),
        *row(152, ("the group", FIRST + 8), ("334", 400, "right"), ("251", 480, "right")),
        *row(
            172,
            ("Net cash used in the investing activities, without", FIRST),
            ("33", 400, "right"),
            ("25", 480, "right"),
        ),
        *row(184, ("acquisitions", FIRST + 8)),
        *row(204, ("Total", FIRST), ("3", 400, "right"), ("2", 480, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[2] == ["Net cash provided by the operating activities of the group", "334", "251"]
    assert texts(table)[3] == ["Net cash used in the investing activities, without acquisitions", "33", "25"]


def test_a_heading_of_a_group_is_a_row():
    lines = statement()
    lines += [
        *row(156, ("Expenses:", FIRST)),
        *row(170, ("Staff", FIRST + 8), ("3", 400, "right"), ("2", 480, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[4] == ["Expenses:", "", ""]


def test_empty_cells_and_dashes():
    lines = [
        *row(100, ("a", 300), ("b", 380), ("c", 460)),
        *row(114, ("One", FIRST), ("12", 310, "right"), ("–", 390, "right"), ("3", 470, "right")),
        *row(128, ("Two", FIRST), ("3", 470, "right")),
        *row(142, ("Three", FIRST), ("5", 310, "right"), ("6", 390, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[1:] == [["One", "12", "–", "3"], ["Two", "", "", "3"], ["Three", "5", "6", ""]]


def test_rules_of_one_width_frame_a_table_of_texts():
    lines = [
        *row(100, ("Method", FIRST), ("Setting", 250)),
        *row(118, ("Base", FIRST), ("plain", 250)),
        *row(132, ("Large", FIRST), ("tuned", 250)),
    ]
    rules = [across(y, 70, 330) for y in (88, 105, 138)]
    (table,) = found_on(lines, rules)
    assert texts(table) == [["Method", "Setting"], ["Base", "plain"], ["Large", "tuned"]]
    assert table.table.grid.header_rows == 1


def test_a_text_table_with_wrapped_cells_and_a_bold_heading():
    lines = [*row(100, ("Exhibit", FIRST), ("Description", 150), style=BOLD)]
    for i in range(5):
        lines += row(
            124 + 40 * i, (f"10.{i}", FIRST), ("Agreement between the company and its bank, dated the tenth day", 150)
        )
        lines += row(136 + 40 * i, ("of May in the year before the last one", 150))
    (table,) = found_on(lines, [across(104, 70, 480)])
    assert len(texts(table)) == 6
    assert texts(table)[1][0] == "10.0"
    assert texts(table)[1][1].endswith("last one")


def test_text_in_two_columns_is_no_table():
    assert found_on([*prose(60, 100, 20), *prose(320, 100, 20)]) == []


def test_text_in_three_columns_is_no_table():
    short = "words in a narrow column"
    assert found_on([ln for x in (50, 230, 410) for ln in prose(x, 100, 20, short)]) == []


def test_a_list_is_no_table():
    lines = [ln for i in range(6) for ln in row(100 + 14 * i, (f"{i + 1}.", 72), ("something to do or to buy", 100))]
    assert found_on(lines) == []


def test_contents_with_leaders_are_no_table():
    lines = [
        ln
        for i in range(6)
        for ln in row(100 + 14 * i, ("Chapter of a book ............", 72), (str(9 * i + 3), 500, "right"))
    ]
    assert found_on(lines) == []


def test_contents_with_growing_page_numbers_are_no_table():
    names = ["Foreword", "People", "Places", "Things", "Notes"]
    lines = [ln for i, n in enumerate(names) for ln in row(100 + 14 * i, (n, 72), (str(11 * i + 3), 500, "right"))]
    assert found_on(lines) == []


def test_two_tables_apart_are_two():
    lines = [
        *statement(100),
        *prose(FIRST, 180, 4, "a sentence that runs over the whole width of the page " * 2),
        *statement(260),
    ]
    assert len(found_on(lines)) == 2


def test_a_line_of_headings_is_dealt_to_its_columns():
    head = line("Name Water Sugar Yeast", FIRST, 100, style=BOLD)
    places = [word.x0 for word in head.words]
    lines = [head]
    for i in range(4):
        lines += row(113 + 13 * i, *zip((f"{i}", f"{i} ml", f"{i} g", f"{i} kg"), places, strict=True))
    (table,) = found_on(lines)
    assert texts(table)[0] == ["Name", "Water", "Sugar", "Yeast"]


def test_pieces_that_hold_two_columns_are_cut():
    lines = [*row(100, ("Mineral", FIRST), ("Value", 200))]
    lines += [ln for i in range(4) for ln in row(114 + 14 * i, ("short", FIRST), (f"{i}0", 225, "right"))]
    lines += [line("a longer name 150", 72, 170)]
    last = lines[-1]
    words = [*last.words[:-1], last.words[-1]._replace(x0=210, x1=225)]
    lines[-1] = last._replace(words=tuple(words), x1=225)
    (table,) = found_on(lines)
    assert texts(table)[-1] == ["a longer name", "150"]


def test_a_caption_is_no_heading():
    lines = [line("Table 2. Contents of the shops", 330, 86), *statement()]
    (table,) = found_on(lines)
    assert "Table" not in str(texts(table)[0])


def test_axes_of_a_chart_are_no_table():
    lines = [
        *row(100, *((f"{i}", 100 + 30 * i) for i in range(10))),
        *row(114, *((f"{i}0", 100 + 30 * i) for i in range(10))),
    ]
    assert found_on(lines) == []


def test_check_marks_are_cells():
    lines = [*row(100, ("Requirement", FIRST), ("L1 L2 L3", 400))]
    for i in range(4):
        lines += row(
            114 + 14 * i,
            (f"1.{i} Verify that something holds", FIRST),
            ("✓", 403),
            ("✓", 415.8),
            ("✓" if i else "", 428.6),
        )
    (table,) = found_on(lines)
    assert texts(table)[1:3] == [
        ["1.0 Verify that something holds", "✓", "✓", ""],
        ["1.1 Verify that something holds", "✓", "✓", "✓"],
    ]


def test_figures_elsewhere_that_stand_apart_are_not():
    lines = [
        *row(100, ("Trade payables", FIRST), ("25,284", 400, "right")),
        *row(114, ("Bills payable", FIRST), ("1,653", 400, "right")),
        *row(156, ("Staff", FIRST), ("26,937", 360, "right")),
        *row(170, ("Rent", FIRST), ("12", 360, "right")),
    ]
    assert [len(texts(table)) for table in found_on(lines)] == [2, 2]


def test_the_same_without_a_heading_is_a_list():
    lines = []
    for n in range(4):
        top = 120 + 36 * n
        lines.append(line(f"({n})", FIRST, top))
        lines += [
            line("Amendment to an agreement, dated as of December 30, 2022, by and among", 130, top + 11 * k)
            for k in range(3)
        ]
    assert found_on(lines) == []


def test_white_cells_are_no_bars_of_a_chart():
    lines = statement()
    fills = [
        Fill(x0, 89 + 14 * n, x1, 103 + 14 * n, 0xFFFFFF)
        for n, ends in enumerate(((300, 340, 402, 420, 482), (300, 345, 402, 425, 482), (300, 350, 402, 430, 482)))
        for x0, x1 in ((72, ends[0]), (ends[1], ends[2]), (ends[3], ends[4]))
    ]
    (table,) = found_on(lines, fills=fills)
    assert len(texts(table)) == 4


def form(labels, x=FIRST):
    head = [*row(100, ("Added salt", x), ("Size of the flakes", x + 70), style=BOLD)]
    return [*head, *(line(text, x, 116 + 16 * i) for i, text in enumerate(labels))]


@pytest.mark.parametrize("subtitle", ["Version 1 of the third year", ""])
@pytest.mark.parametrize(("number", "count"), [(1, 0), (2, 1)])
def test_facts_on_a_cover_are_no_table(number, count, subtitle):
    lines = [line("REQUIREMENTS", 150, 200), *row(240, (subtitle, 180))]
    for i, (label, fact) in enumerate([("Author", "Ann Walker"), ("Date", "2024"), ("State", "draft")]):
        lines += row(400 + 20 * i, (label, 200), (fact, 330))
    assert len(find(replace(page(lines), number=number), lines)) == count


def test_a_text_alone_over_the_first_heading_is_the_title():
    head = row(100, ("Version", FIRST), ("Date", FIRST + 100), ("Pages", FIRST + 200), style=BOLD)
    body = [
        cell
        for i in range(4)
        for cell in row(
            114 + 14 * i, (f"Draft {i}", FIRST), (f"{i + 1} May", FIRST + 100), (f"{i * 7 + 12}", FIRST + 200)
        )
    ]
    title = line("History", FIRST, 84, style=BOLD)
    (table,) = found_on([title, *head, *body])
    assert texts(table)[0] == ["Version", "Date", "Pages"]
    assert table.table.grid.header_rows == 1


def test_texts_alone_set_larger_are_the_title():
    large = PLAIN._replace(size=16.0)
    lines = [line("Systems of the year", 80, 60, style=large), line("Group", 80, 84)]
    for i, (name, number) in enumerate([("Ada", "21,327"), ("Ben", "21,328"), ("Cleo", "21,427"), ("Dora", "9,120")]):
        lines += row(98 + 14 * i, (name, 80), (number, 200, "right"))
    (table,) = found_on(lines)
    assert "Systems of the year" not in [text for cells in texts(table) for text in cells]


def test_labels_without_rules_around_them_are_none():
    assert found_on(form(["K", "Na", "Check"])) == []


def test_the_gap_behind_a_sentence_or_a_marker_parts_no_cells():
    lines = []
    for i in range(4):
        start = line("This is the end of it.", FIRST, 100 + 12 * i)
        after = line("Then comes more", start.x1 + 9, 100 + 12 * i).words
        words = (*start.words, after[0]._replace(space=True), *after[1:])
        lines.append(start._replace(words=words, x1=words[-1].x1))
    assert found_on(lines) == []


def test_the_numbered_title_of_what_follows_stays_out():
    lines = [*statement(100), *row(158, ("34.", 50), ("Long-term payables", 80), style=BOLD)]
    (table,) = found_on(lines)
    assert texts(table)[-1] == ["Gross profit", "334", "251"]


@pytest.mark.xfail(reason="the trees join a label alone to the row below it", strict=True)
def test_entries_that_differ_in_their_number_only_are_rows():
    lines = statement(100)
    lines += [line("11 Northern bond", FIRST, 156)]
    lines += row(168, ("12 Northern bond", FIRST), ("3,788", 400, "right"), ("3,700", 480, "right"))
    lines += row(182, ("A longer label", FIRST), ("4,788", 400, "right"), ("4,700", 480, "right"))
    (table,) = found_on(lines)
    assert [r[0] for r in texts(table)][-3:] == ["11 Northern bond", "12 Northern bond", "A longer label"]


@pytest.mark.parametrize("place", [0.5, 1])
def test_labels_that_wrap_beside_figures_in_the_middle_or_at_the_foot(place):
    labels = (
        ("Net cash generated from", "operating activities before", "changes in working capital"),
        ("Purchases of property",),
        ("Proceeds from the disposal of", "shares of associates"),
        ("Dividends received from", "joint ventures"),
    )
    lines, y = row(100, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD), 118
    for n, label in enumerate(labels):
        at = y + place * 12 * (len(label) - 1)
        lines += [line(text, FIRST, y + 12 * i) for i, text in enumerate(label)]
        lines += row(at, (f"{n}1,234", 400, "right"), (f"{n}2,345", 480, "right"))
        y += 12 * len(label) + 7
    (table,) = found_on(lines)
    assert [r[0] for r in texts(table)[1:]] == [" ".join(label) for label in labels]
    assert all(all(r) for r in texts(table)[1:])


def test_a_title_beside_the_headings_does_not_part_them_from_labels_and_figures():
    lines = [line("Schedules", FIRST, 76), *row(96, ("2023", 400, "right"), ("2022", 480, "right"), style=BOLD)]
    for i, label in enumerate(("Schedule 1", "Share capital", "Authorised", "Equity")):
        lines.append(line(label, FIRST, 112 + 16 * i))
    for i in range(3):
        lines += row(
            176 + 16 * i, ("Shares of each kind", FIRST), (f"{i + 1},234", 400, "right"), ("1,101", 480, "right")
        )
    (table,) = found_on(lines)
    assert texts(table)[0][1:] == ["2023", "2022"]
    assert texts(table)[1:3] == [["Schedule 1", "", ""], ["Share capital", "", ""]]
    assert table.table.grid.header_rows == 1


def test_a_second_table_with_figures_in_line_keeps_its_own_headings():
    second = [line("As at June", 430, 180), *statement(194)]
    assert len(found_on([*statement(), *second])) == 2


def test_a_label_that_hangs_out_of_its_column_spans_none_that_it_does_not_reach():
    lines = [*statement(), line("Of which from customers abroad, restated for the new rules", FIRST, 156)]
    lines += row(170, ("Profit", FIRST), ("33", 400, "right"), ("25", 480, "right"))
    (table,) = found_on(lines)
    assert {cell.col_span for cell in table.table.grid.cells} == {1}


def menu(prices):
    lines = []
    for i, (dish, price) in enumerate(prices):
        dots = "." * (60 - len(dish) - len(price))
        lines.append(line(f"{dish} {dots} {price}", 480, 100 + 14 * i, right=True))
    return lines


def test_dots_that_lead_to_page_numbers_make_none():
    assert found_on(menu((("Scope", "2"), ("Terms of use", "18"), ("Annex", "107")))) == []


def levels(*, label):
    """Two headings over three columns each, their own headings, and the rule that leaves out the first column."""
    lines = row(100, ("2022", 208), ("2023", 388))
    lines += row(116, *((name, 150 + 60 * i) for i, name in enumerate(("One", "Two", "Six", "One", "Two", "Six"))))
    lines.append(line("Region", FIRST, label))
    for r, name in enumerate(("North", "South", "West")):
        lines += [line(name, FIRST, 134 + 16 * r)]
        lines += row(134 + 16 * r, *((f"{r},{i}11", 170 + 60 * i, "right") for i in range(6)))
    return lines, [across(90, 68, 480), across(104, 140, 480), across(121, 68, 480), across(176, 68, 480)]


FACTS = [("Country", "Norway"), ("County", "Viken"), ("Seat", "Lillehammer"), ("Mayor", "A. Holt"), ("Area", "Oppland")]


@pytest.mark.parametrize("boxed", [True, False])
def test_facts_in_a_shaded_box_are_a_table(boxed):
    lines = [one for n, (name, fact) in enumerate(FACTS) for one in row(100 + 14 * n, (name, FIRST), (fact, 140))]
    fills = [Fill(FIRST - 6, 84, 260, 170, 0xEEEEEE)] if boxed else []
    assert bool(found_on(lines, fills=fills)) is boxed


def test_numbered_lines_of_program_text_are_no_table_however_they_are_indented():
    mono = PLAIN._replace(font="Mono", mono=True)
    lines = []
    for n, (indent, text) in enumerate(
        ((0, "def one(x):"), (12, "y = x"), (12, "return"), (0, "}"), (12, "z = 1"), (12, "w"))
    ):
        lines += [line(f"{n + 5}", FIRST, 100 + 12 * n), line(text, 90 + indent, 100 + 12 * n, style=mono)]
    assert found_on(lines) == []


@pytest.mark.xfail(reason="the trees know few titles in italics", strict=True)
def test_a_title_in_italics_above_a_label_is_a_row_of_its_own():
    slanted = PLAIN._replace(italic=True)
    lines = row(100, ("Name", 80), ("Sign", 200), ("Macro", 300))
    for n, (title, names) in enumerate((("of light", ("lumen", "lux")), ("of magnets", ("weber", "tesla")))):
        base = 120 + 50 * n
        lines += [line(title, 80, base, style=slanted)]
        for k, name in enumerate(names, 1):
            lines += row(base + 13 * k, (name, 80), (name[:2], 200), (f"my{name}", 300))
    rules = [across(y, 75, 360) for y in (88, 106, 206)]
    (table,) = find(page(lines, rules), lines)
    assert [cells[0] for cells in texts(table)] == ["Name", "of light", "lumen", "lux", "of magnets", "weber", "tesla"]


SIGNS = [
    ("a", "Ordinary"),
    ("s", "Large"),
    ("p", "Opening"),
    ("9", "Binary"),
    ("q", "Closing"),
    ("r", "Upper"),
    ("t", "Low"),
]


def test_rows_of_texts_above_a_single_figure_are_no_headings_but_italic_ones_are():
    slanted = PLAIN._replace(italic=True)
    lines = row(100, ("Type", 80), ("Meaning", 180), ("Example", 300), style=slanted)
    for n, (sign, name) in enumerate(SIGNS):
        lines += row(114 + 14 * n, (f"{sign} or the like", 80), (name, 180), (sign, 300))
    (table,) = find(page(lines), lines)
    assert table.table.grid.header_rows == 1
    assert [cells[2] for cells in texts(table)] == ["Example", "a", "s", "p", "9", "q", "r", "t"]


@pytest.mark.parametrize("typescript", [True, False])
def test_fixed_pitch_tells_program_text_but_in_a_typescript(typescript):
    mono = PLAIN._replace(font="Mono", mono=True)
    lines = []
    for n, (sign, name) in enumerate(SIGNS):
        lines += row(100 + 12 * n, (f"{sign}{n}", 80), (name, 180), (f"{7 * n % 10},{n}11", 340, "right"), style=mono)
    assert bool(find(page(lines), lines, typescript=typescript)) is typescript


def test_items_of_a_list_with_figures_behind_tabs_are_none():
    names = ("Laboratory", "Quizzes", "Papers", "Midterm", "Finals")
    lines = [one for n, name in enumerate(names) for one in row(100 + 14 * n, (f"• {name}", 80), (f"{n + 1}0%", 240))]
    assert find(page(lines), lines) == []
    plain = [one for n, name in enumerate(names) for one in row(100 + 14 * n, (name, 80), (f"{n + 1}0%", 240))]
    assert len(find(page(plain), plain)) == 1


def test_items_with_figures_of_two_periods_are_rows():
    names = ("Term debt", "Reserves", "Impairment", "Other", "Sum")
    lines = [
        one
        for n, name in enumerate(names)
        for one in row(100 + 14 * n, (f"- {name}", 80), (f"{n + 1},327", 440, "right"), (f"{n + 1},325", 520, "right"))
    ]
    (table,) = find(page(lines), lines)
    assert texts(table)[0] == ["- Term debt", "1,327", "1,325"]


def _parted_at(lines, x):
    return {index: int(one.x0 >= x) for index, one in enumerate(lines)}


def test_a_table_whose_columns_would_be_columns_of_text_is_found_whole():
    lines = statement()
    (table,) = find_across(page(lines), lines, _parted_at(lines, 300))
    assert texts(table)[1] == ["Revenue", "1,234", "1,101"]


def test_columns_of_text_are_no_table_and_a_table_inside_one_column_is_not_cut():
    text = [*prose(FIRST, 100, 8), *prose(340, 100, 8)]
    assert find_across(page(text), text, _parted_at(text, 300)) == []
    lines = statement()
    assert find_across(page(lines), lines, dict.fromkeys(range(len(lines)), 0)) == []


def test_a_first_row_that_seems_to_go_on_is_a_row():
    """Nothing is above it: its cells would stand in no row, and no writer would show them."""
    written = [line("Duncan", 72, 100), line("1.0", 300, 100), line("Tjaart", 72, 114), line("1.1", 300, 114)]
    rows = rows_of_pieces(enumerate(written))
    sketch = unruled._sketch([], rows, [False, True], columns_of(rows), [])
    assert sorted({cell.row for cell in sketch.cells}) == [0, 1]
    assert len(sketch.ys) == 3


def test_two_headings_over_what_no_row_has_both_of_are_two_columns():
    lines = [
        *row(100, ("Shares", 300), ("Price", 380), ("Left to buy", 450), style=BOLD),
        *row(114, ("May", 72), ("3,115", 330, "right"), ("94.68", 400, "right")),
        *row(128, ("June", 72), ("4,004", 330, "right"), ("95.99", 400, "right")),
        *row(142, ("Total", 72), ("7,119", 330, "right"), ("56,353", 490, "right")),
    ]
    (table,) = found_on(lines)
    assert texts(table)[-1] == ["Total", "7,119", "", "56,353"]
