"""Tables of texts that wrap, below headings that a rule parts from them."""

from quire.layout.tables.unruled import find, find_certain
from tests.layout.table_pages import across, line, page, row, texts

LONG = (
    "the first line of a text that wraps in its column",
    "and goes on to the edge of its column, the second",
    "up to its end",
)


def described(*, top=100.0, heads=("Option", "Meaning"), labels=("draft", "final")):
    """Headings, and below them labels with texts of three lines."""
    lines = row(top, (heads[0], 80), (heads[1], 200)) if heads else []
    base = top + 20
    for label in labels:
        lines += [line(label, 80, base), *(line(text, 200, base + 12 * n) for n, text in enumerate(LONG))]
        base += 36
    return lines, base


def test_texts_between_rules_below_headings_are_cells():
    lines, end = described()
    (table,) = find_certain(page(lines, [across(88, 75, 480), across(106, 75, 480), across(end - 6, 75, 480)]), lines)
    assert [cells[0] for cells in texts(table)] == ["Option", "draft", "final"]
    assert table.table.grid.header_rows == 1


def test_columns_of_text_below_a_running_head_are_no_table():
    lines = row(60, ("Chapter one", 80), ("of the report", 300))
    for n in range(24):
        lines += [line("words that fill the column to its right edge", 80, 90 + 12 * n)]
        lines += [line("others that fill the column to its right edge", 320, 90 + 12 * n)]
    rules = [across(48, 75, 540), across(66, 75, 540), across(400, 75, 540)]
    assert find_certain(page(lines, rules), lines) == []


def test_texts_between_rules_without_headings_are_none():
    lines, end = described(heads=())
    assert (
        find_certain(page(lines, [across(88, 75, 480), across(106, 75, 480), across(end - 6, 75, 480)]), lines[:-1])
        == []
    )


ENTRIES = (
    ("No.", "File", "Use"),
    ("1", "style.py", "colours"),
    ("2", "process.py", "counts"),
    ("3", "model.py", "trees"),
)


def three_rules(entries, *, gap):
    """A table of three rules whose numbers and names stand in one line each, with white between them."""
    lines = []
    for n, (number, name, use) in enumerate(entries):
        words = line(f"{number} {name}", 80, 100 + 16 * n).words
        shift = 95 + gap - words[1].x0
        moved = words[1]._replace(x0=words[1].x0 + shift, x1=words[1].x1 + shift)
        first = line(number, 80, 100 + 16 * n)
        lines += [first._replace(words=(words[0], moved), x1=moved.x1), line(use, 260, 100 + 16 * n)]
    end = 100 + 16 * len(entries) - 8
    return lines, [across(88, 75, 400), across(104, 75, 400), across(end, 75, 400)]


def test_white_that_goes_through_all_texts_of_a_column_between_rules_parts_it():
    lines, rules = three_rules(ENTRIES, gap=12)
    (table,) = find(page(lines, rules), lines)
    assert texts(table) == [list(row) for row in ENTRIES]


def test_white_in_two_texts_of_a_column_is_chance():
    lines, rules = three_rules(ENTRIES[:2], gap=12)
    assert all(table.table.grid.cols < 3 for table in find(page(lines, rules), lines))


def spread(text, baseline, *starts):
    """A line whose words begin at these places."""
    whole = line(text, starts[0], baseline)
    words = [w._replace(x0=x, x1=w.x1 - w.x0 + x) for w, x in zip(whole.words, starts, strict=True)]
    return whole._replace(words=tuple(words), x1=words[-1].x1)


def columns(start, *rows_of_texts):
    return [
        cell
        for n, cells in enumerate(rows_of_texts)
        for cell in row(start + 16 * n, *zip(cells, (80, 180, 280, 360), strict=False))
    ]


def test_the_rest_of_a_table_above_the_caption_of_the_next_is_a_table_of_its_own():
    rest = (("question", "varchar(255)", "YES", "asked"), ("answer", "varchar(255)", "YES", "given"))
    lines = columns(60, *rest, ("avatar", "varchar(255)", "YES", "URL"))
    lines += [line("(2) Courses", 100, 116), line("Table 1.3 Courses", 180, 132), *columns(150, *ENTRIES)]
    rules = [across(48, 74, 420), across(98, 75, 420), across(138, 76, 419), across(154, 76, 419), across(210, 75, 420)]
    first, second = find(page(lines, rules), lines)
    assert texts(first)[:2] == [list(cells) for cells in rest]
    assert texts(second) == [list(cells) for cells in ENTRIES]


def test_a_table_between_rules_is_as_wide_as_they_are():
    lines, rules = three_rules(ENTRIES, gap=12)
    (table,) = find(page(lines, rules), lines)
    box = table.table.places[0].box
    assert (box.x0, box.x1) == (75, 400)


def test_headings_whose_spaces_are_as_wide_as_those_of_a_line_stand_over_one_figure_each():
    names, figures = ("Accuracy", "Precision", "Recall", "Score"), ("0.742", "0.51", "0.78", "0.62")
    starts, places = [80.0], []
    for name, figure in zip(names, figures, strict=True):
        width = line(name, 0, 0).x1
        places.append(starts[-1] + (width - line(figure, 0, 0).x1) / 2)
        starts.append(starts[-1] + width + 12)
    lines = [spread(" ".join(names), 100, *starts[:-1]), *row(120, *zip(figures, places, strict=True))]
    (table,) = find(page(lines, [across(88, 75, 320), across(106, 75, 320), across(126, 75, 320)]), lines)
    assert texts(table) == [list(names), list(figures)]


FACTORS = (
    ("Rate k", "[0.5, 0.7]", "high", ("what is saved", "goes into the", "orders")),
    ("Price e", "x[0.7, 1.3]", "none", ("the best place", "is inside the", "bounds and", "moves little")),
    ("Loss L", "x[0.8, 1.2]", "low", ("higher prices", "make up for it")),
    ("Most Q", "x[1.2, 2.0]", "none", ("the best place", "is not at the", "bound")),
)


def test_rows_between_rules_that_are_as_far_apart_as_the_lines_of_their_cells():
    lines = row(100, ("Factor", 80), ("Range", 160), ("Effect", 240), ("Why", 320))
    base = 124.0
    for factor, span, effect, why in FACTORS:
        lines += row(base, (factor, 80), (span, 160), (effect, 240))
        lines += [line(text, 320, base + 20 * n) for n, text in enumerate(why)]
        base += 20 * len(why)
    rules = [across(84, 75, 400), across(108, 75, 400), across(base - 12, 75, 400)]
    (table,) = find(page(lines, rules), lines)
    assert texts(table) == [
        ["Factor", "Range", "Effect", "Why"], *[[*cells[:3], " ".join(cells[3])] for cells in FACTORS]
    ]  # fmt: skip
    assert table.table.grid.header_rows == 1
