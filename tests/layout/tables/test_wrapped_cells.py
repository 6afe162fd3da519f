"""Tables of texts that wrap, of several columns or of short labels beside texts, without rules."""

import pytest

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.unruled import find_certain
from quire.layout.tables.wrapped_cells import by_white, may_hold, may_label, middled
from quire.model.page import Line, Style
from tests.layout.table_pages import BOLD, PLAIN, line, page, row, texts

X = (72, 170, 330)
HEAD = ("Stage", "Explanation", "Benefit")
ROWS = (
    (
        ("Creation",),
        ("Select a document type to run", "the creation of the project"),
        ("The person in charge moves", "quickly to the end"),
    ),
    (
        ("Labelling",),
        ("Provides functions for the raw", "data, the viewer and the", "management"),
        ("Manage the data from live", "service"),
    ),
    (
        ("Training", "and tuning"),
        ("Monitoring of all endpoints",),
        ("Useful information about the", "pack at a glance"),
    ),
    (("Evaluation",), ("Boards that compare the models", "with each other"), ("View the model in numbers",)),
)


def table(*, gap, head=True, start=100, rows=ROWS):
    lines, y = [], start
    if head:
        lines += row(y, *zip(HEAD, X, strict=True), style=BOLD)
        y += 12 + gap
    for cells in rows:
        for x, cell in zip(X, cells, strict=True):
            lines += [line(text, x, y + 12 * i) for i, text in enumerate(cell)]
        y += 12 * max(map(len, cells)) + gap
    return lines


def found_on(lines):
    return find_certain(page(lines), lines)


def joined(rows=ROWS):
    return [[" ".join(cell) for cell in cells] for cells in rows]


@pytest.mark.parametrize("gap", [6, 14])
def test_rows_are_told_by_white(gap):
    (found,) = found_on(table(gap=gap))
    assert texts(found) == [list(HEAD), *joined()]


def test_many_rows_need_no_headings():
    rows = ROWS * 2
    (found,) = found_on(table(gap=8, head=False, rows=rows))
    assert texts(found) == joined(rows)


def test_a_few_rows_without_headings_are_text_side_by_side():
    assert found_on(table(gap=8, head=False)) == []


def test_cells_in_the_middle_of_their_row():
    lines = table(gap=10)
    y = next(ln.baseline for ln in lines if ln.text == "Labelling")
    lines = [line(ln.text, ln.x0, y + 12) if ln.text == "Labelling" else ln for ln in lines]
    (found,) = found_on(lines)
    assert texts(found)[2][0] == "Labelling"


def test_three_columns_of_running_text_are_no_table():
    words = "running words of some length that fill"
    lines = [line(words, x, 100 + 12 * i) for i in range(20) for x in (60, 230, 400) if (i + x // 10) % 7]
    assert found_on(lines) == []


def test_the_same_text_in_two_languages_is_no_table():
    rows = [
        (
            (f"({n})",),
            ("One entity is an associate of", "the other entity"),
            ("一间实体为另一实体之联营公司", "或合营公司"),
        )
        for n in "abcde"
    ]
    assert found_on(table(gap=8, head=False, rows=rows)) == []


def test_a_paragraph_below_ends_the_table():
    lines = table(gap=8)
    last = max(ln.baseline for ln in lines)
    lines.append(line("A paragraph that runs over the whole width of the page and over all the columns", 72, last + 20))
    (found,) = found_on(lines)
    assert texts(found)[-1] == joined()[-1]


def test_pages_of_text_are_told_at_once():
    assert not may_hold([line("words of a line", 72, 100 + 12 * i) for i in range(50)])
    assert not may_hold([])


def set_in(place, *, gap=8, start=100, head=BOLD, ys=None):
    """The table with the cells in the middle (0.5) or at the foot (1) of their rows."""
    lines, y = row(start, *zip(HEAD, X, strict=True), style=head), start + 12 + gap
    for cells in ROWS:
        high = max(map(len, cells))
        for x, cell in zip(X, cells, strict=True):
            top = y + place * 12 * (high - len(cell))
            lines += [line(text, x, top + 12 * i) for i, text in enumerate(cell)]
        y += 12 * high + gap
    return lines


@pytest.mark.parametrize("place", [0.5, 1])
def test_cells_in_the_middle_or_at_the_foot_of_their_rows(place):
    (found,) = found_on(set_in(place))
    assert texts(found) == [list(HEAD), *joined()]


def test_numbers_close_beside_their_texts_stand_in_a_column_of_their_own():
    lines = [ln for ln in set_in(0) if ln.x0 != X[0]]
    heads = [
        "No. Stage",
        *(f"{n} {name}" for n, name in enumerate(("Creation", "Labelling", "Training", "Testing"), 1)),
    ]
    tops = sorted({ln.baseline for ln in lines if ln.x0 == X[1] and ln.text[0].isupper()})
    for text, top in zip(heads, tops, strict=True):
        mark, name = text.split()
        words = (*line(mark, X[0], top).words, line(name, 94, top).words[0]._replace(space=True))
        lines.append(Line(words, X[0], top - 8, words[-1].x1, top + 2, top))
    (found,) = found_on(lines)
    assert [r[:2] for r in texts(found)] == [text.split() for text in heads]


# --- white between rows ---------------------------------------------------------------------

LEFT, RIGHT = 72, 300


def visual_rows(*places):
    """Visual rows of texts at (x, baseline)."""
    return rows_of_pieces(enumerate(line("some words here", x, y) for x, y in places))


def column_of(piece):
    return int(piece.x0 >= RIGHT)


WRAPPED = visual_rows(*((LEFT, y) for y in (100, 112, 124, 144, 156)), (RIGHT, 112), (RIGHT, 150))


def test_bands_end_where_white_goes_through_all_columns():
    assert [len(band) for band in by_white(WRAPPED, column_of, 10)] == [3, 3]
    even = visual_rows(*((LEFT, 100 + 12 * n) for n in range(4)), *((RIGHT, 100 + 12 * n) for n in range(4)))
    assert [len(band) for band in by_white(even, column_of, 10)] == [4]
    alone = visual_rows((LEFT, 100))
    assert by_white(alone, column_of, 10) == [alone]


# --- labels beside texts --------------------------------------------------------------------

LABEL, TEXT = 72, 180
FULL = "every device that holds data is listed with its place and its"  # as long as the column is wide
TERMS = (
    ("Availability", (FULL, "owner in the register.")),
    ("Latency", ("Measured at the edge.",)),
    ("Audit trail", (FULL, FULL, "keeper.")),
    ("Backup", ("Kept for a year.",)),
    ("Access rights", (FULL, "date.")),
)


def labels_table(terms=TERMS, *, gap=4.0, start=100.0, style=PLAIN, at=TEXT):
    lines, y = [], start
    for label, cell in terms:
        lines.append(line(label, LABEL, y, style=style))
        lines += [line(text, at, y + 12 * i) for i, text in enumerate(cell)]
        y += 12 * len(cell) + gap
    return lines


def terms_joined(terms=TERMS):
    return [[label, " ".join(cell)] for label, cell in terms]


def test_bold_headings_over_both_columns_are_taken():
    lines = [*row(100, ("No.", LABEL), ("Description", 260), style=BOLD), *labels_table(start=116)]
    (found,) = found_on(lines)
    assert texts(found) == [["No.", "Description"], *terms_joined()]
    assert found.table.grid.header_rows == 1


def test_numbers_are_labels_below_headings_only():
    numbered = tuple((f"10.{i}", cell) for i, (_, cell) in enumerate(TERMS, 1))
    heads = row(100, ("Exhibit", LABEL), ("Description", 260), style=BOLD)
    assert found_on(labels_table(numbered)) == []
    (found,) = found_on([*heads, *labels_table(numbered, start=116)])
    assert texts(found)[1:] == terms_joined(numbered)


def test_a_label_wraps_beside_its_text():
    terms = (("Principal place of", (FULL, "owner in the register.")), *TERMS)
    lines = labels_table(terms)
    lines.append(line("business", LABEL, 112))
    (found,) = found_on(lines)
    assert texts(found)[0] == ["Principal place of business", " ".join(terms[0][1])]


def test_columns_of_text_that_flow_on_are_no_table():
    left = [line("Samples from the plot", LABEL, 100 + 12 * i) for i in range(12)]
    right = [line(FULL, TEXT, 100 + 12 * i) for i in range(12)]
    assert found_on([*left, *right]) == []
    beside = [line("A note in the margin", LABEL, 100 + 36 * i) for i in range(5)]
    assert found_on([*beside, *(line(FULL, TEXT, 88 + 12 * i) for i in range(18))]) == []


def test_sections_of_several_paragraphs_are_no_table():
    cell = (FULL, "It ends here.", FULL, "It ends there.", FULL, "It ends.")
    terms = tuple((name, cell) for name in ("Scope", "Terms", "Duties", "Costs"))
    assert found_on(labels_table(terms, gap=14)) == []


@pytest.mark.parametrize(
    "labels", ["Q A Q A Q", "John Mary John Mary John", "1. 2. 3. 4. 5.", "[Abc01] [Bcd02] [Cde03] [Def04] [Efg05]"]
)
def test_speakers_markers_and_references_are_no_labels(labels):
    terms = tuple((label, cell) for label, (_, cell) in zip(labels.split(), TERMS, strict=True))
    assert found_on(labels_table(terms)) == []


def test_programs_are_no_table():
    mono = Style("Mono", 10.0, bold=False, italic=False, mono=True, color=0)
    lines = [one._replace(words=tuple(w._replace(style=mono) for w in one.words)) for one in labels_table()]
    assert found_on(lines) == []
    assert found_on(labels_table(tuple((name, tuple(f"= {t}" for t in cell)) for name, cell in TERMS))) == []


def test_a_caption_ends_the_table():
    lines = [*labels_table(), line("Table 2: Terms", LABEL, 250), line("as used here", TEXT, 250)]
    (found,) = found_on(lines)
    assert texts(found) == terms_joined()


def test_most_pages_hold_no_labels():
    assert not may_label([line(FULL, LABEL, 100 + 12 * i) for i in range(30)])
    assert may_label(labels_table())


def test_labels_that_wrap_are_told_by_white_that_is_the_same_between_all_rows():
    rows = (("Scrubbing", "Write"), ("Person",), ("Select", "Lot"), ("Account",), ("Cover", "Ending"), ("Useful",))
    lines, y = [], 100.0
    for label in rows:
        lines += [line(text, LABEL, y + 12 * i) for i, text in enumerate(label)]
        lines += [line(text, TEXT, y + 12 * i) for i, text in enumerate((FULL, "owner in the register."))]
        y += 29
    (found,) = found_on(lines)
    assert texts(found) == [[" ".join(label), f"{FULL} owner in the register."] for label in rows]


def around_middles(rows, x=(72, 100, 226), start=100.0, step=42.0, style=PLAIN):
    """Rows of cells whose lines stand around one middle."""
    return [
        line(text, left, start + step * n + 12 * (i - (len(cell) - 1) / 2), style=style)
        for n, cells in enumerate(rows)
        for left, cell in zip(x, cells, strict=True)
        for i, text in enumerate(cell)
    ]


RISKS = (
    (("R1",), ("Data include texts that", "are not fit for use"), ("Filter", "by hand", "and by rule")),
    (
        ("R2",),
        ("A model learns nothing",),
        ("Try again", "with more"),
    ),
)


def test_cells_around_one_middle_below_bold_headings_are_rows_however_far_apart():
    head = around_middles([(("No",), ("What may happen",), ("What", "to do"))], style=BOLD)
    lines = [*head, *around_middles(RISKS, start=142)]
    (found,) = found_on(lines)
    assert [cells[0] for cells in texts(found)] == ["No", "R1", "R2"]
    assert texts(found)[1][1:] == ["Data include texts that are not fit for use", "Filter by hand and by rule"]
    assert found.table.grid.header_rows == 1


def test_cells_that_begin_together_have_no_middle_in_common():
    head = around_middles([(("No",), ("What may happen",), ("What", "to do"))], style=BOLD)
    body = [line(t, x, 142 + 42 * n + 12 * i) for n, cells in enumerate(RISKS) for x, c in zip((72, 100, 226), cells, strict=True)
            for i, t in enumerate(c)]  # fmt: skip
    assert list(middled(rows_of_pieces(enumerate([*head, *body])))) == []


def test_rows_of_figures_below_a_bold_heading_are_not_one_row_of_cells():
    lines = row(100, ("Age", 72), ("Number", 170), ("Rate", 330), style=BOLD)
    lines.append(line("Women", 72, 130))
    for n in range(6):
        lines += row(142 + 12 * n, (f"{n}5 to {n}9", 72), (f"{n}47", 170), (f"2{n}.8", 330))
    assert list(middled(rows_of_pieces(enumerate(lines)))) == []
