"""Reading order."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from quire.layout.order.reading_order import ColumnRules, item_atom, line_atom, read_order
from quire.layout.order.separator_rules import Divider
from quire.layout.text.text_rows import Row
from quire.model.geometry import Box
from tests.layout.pages import block, line, prose, style


def texts(atoms):
    order = read_order(atoms)
    return [part.text if isinstance(part, Row) else part for column in order.columns for part in column.parts]


def shuffled(lines):
    atoms = [line_atom(one) for one in lines]
    random.Random(7).shuffle(atoms)
    return atoms


def test_one_column_is_read_from_top_to_bottom():
    lines = block(prose(80, 460), 72, 100)
    assert texts(shuffled(lines)) == [one.text for one in lines]


def test_two_columns_are_read_one_after_the_other_though_their_rows_align():
    left, right = block(prose(60, 220), 72, 100), block(prose(60, 220, start=20), 320, 100)
    assert texts(shuffled(left + right)) == [one.text for one in left + right]


def test_pictures_beside_text_are_no_columns_of_it():
    text = [line_atom(one) for one in block(prose(60, 220), 72, 100)]
    beside = Box(400, 90, 560, 400)
    columns = [
        read_order([*text, item_atom(beside, 0, picture=picture)]).regions[0].columns for picture in (False, True)
    ]
    assert columns == [2, 1]
    above = [line_atom(one) for one in block(prose(8, 220), 72, 60)]
    assert not any(one.y1 > 90 for one in above)
    pictures = [item_atom(box, at, picture=True) for at, box in enumerate((Box(72, 90, 300, 400), beside))]
    assert read_order(pictures).regions[0].columns == 2
    assert read_order([*above, *pictures]).regions[-1].columns == 1  # the second one is in the margin
    wide = [line_atom(one) for one in block(prose(16, 480), 72, 60)]
    assert read_order([*wide, *pictures]).regions[-1].columns == 2


def test_a_title_over_the_columns_comes_first_and_a_spanning_line_between_parts_them():
    title = line("A title that spans both of the columns below it here", 72, 80, style(18.0))
    upper = block(prose(40, 220), 72, 110) + block(prose(40, 220, start=9), 320, 110)
    wide = line("A line of text that runs over the whole width of the page and therefore parts the text", 72, 300)
    lower = block(prose(40, 220, start=3), 72, 330) + block(prose(40, 220, start=5), 320, 330)
    whole = [title, *upper, wide, *lower]
    assert texts(shuffled(whole)) == [one.text for one in whole]


def test_three_columns():
    columns = [block(prose(40, 140, start=7 * n), 60 + 170 * n, 100 + 3 * n) for n in range(3)]
    whole = [one for column in columns for one in column]
    assert texts(shuffled(whole)) == [one.text for one in whole]


def test_rows_of_short_cells_are_read_by_row():
    cells = [line(text, x, 100 + 14 * n) for n in range(5) for text, x in ((f"label {n}", 72), (f"{n}5.20", 300))]
    assert texts(shuffled(cells)) == [f"label {n} {n}5.20" for n in range(5)]


def test_bullets_stay_with_their_text():
    items = [
        piece
        for n in range(4)
        for piece in (line("•", 72, 100 + 12 * n), line(f"entry number {n} of the list", 90, 100 + 12 * n))
    ]
    assert texts(shuffled(items)) == [f"• entry number {n} of the list" for n in range(4)]


def test_a_table_between_columns_is_an_atom():
    left, right = block(prose(60, 220), 72, 100), block(prose(30, 220, start=20), 320, 100)
    table = item_atom(Box(320, 250, 540, 400), 5)
    assert texts([*shuffled(left + right), table]) == [*(one.text for one in left + right), 5]


def test_chinese_beside_english_is_two_columns():
    english = block(
        ["The directors are pleased", "to present the report of", "the group for the year", "that ended in March"],
        72,
        100,
    )
    chinese = block(
        ["董事欣然提呈本集團截至", "二零一六年三月止年度之", "報告及經審核綜合財務報", "表以供各位股東省覽用"], 320, 100
    )
    assert texts(shuffled(english + chinese)) == [one.text for one in english + chinese]


def test_regions_tell_the_number_of_columns():
    title = line("A title that spans both of the columns below it here", 72, 80, style(18.0))
    order = read_order(
        [line_atom(one) for one in [title, *block(prose(60, 220), 72, 110), *block(prose(60, 220), 320, 110)]]
    )
    assert [region.columns for region in order.regions] == [1, 2]
    assert order.regions[1].gap > 20


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(20, 500), st.floats(30, 760), st.integers(1, 9), st.sampled_from([7.0, 10.0, 16.0])),
        max_size=40,
    )
)
def test_every_line_is_in_exactly_one_column_and_the_order_is_deterministic(places):
    lines = [line(" ".join(["word"] * count), x, y, style(size)) for x, y, count, size in places]
    order = read_order([line_atom(one) for one in lines])
    found = [piece for column in order.columns for part in column.parts for piece in part.lines]
    assert sorted(found) == sorted(lines)
    again = read_order([line_atom(one) for one in lines])
    assert [[row.text for row in column.parts] for column in order.columns] == [
        [row.text for row in column.parts] for column in again.columns
    ]


def test_a_row_above_the_columns_that_leaves_another_gutter_free_does_not_spoil_them():
    legend = [
        line(text, x, 90, style(7.0)) for text, x in (("Will not", 198), ("Will terminate", 300), ("Unknown", 421))
    ]
    left, right = block(prose(50, 225), 94, 120), block(prose(50, 225, start=7), 329, 120)
    assert texts(shuffled([*legend, *left, *right])) == [
        "Will not Will terminate Unknown",
        *(one.text for one in left + right),
    ]


def answers(across):
    """Answers in two columns, counted across or down, below their question."""
    letters = "ABCD" if across else "ACBD"
    places = [(x, y) for y in (120, 138) for x in (90, 320)]
    lines = [line(f"({letter}) a few words of an answer", x, y) for letter, (x, y) in zip(letters, places, strict=True)]
    return [
        line("Which of these is the right answer to the question that stands here above them all?", 72, 100),
        *lines,
    ]


def test_a_column_that_begins_higher_begins_with_its_first_lines():
    title = line("The title of the page over both columns", 72, 60, style(18.0))
    left, right = block(prose(60, 220), 72, 84), block(prose(60, 220, start=20), 320, 112)
    order = read_order(shuffled([title, *left, *right]))
    assert [len(column.parts) for column in order.columns] == [1, len(left), len(right)]


def test_answers_of_which_one_is_set_otherwise_stay_on_their_row():
    row = [line("(A) one", 90, 120), line("(B) two", 200, 120, style(10.0, italic=True)), line("(C) three", 320, 120)]
    assert texts(shuffled(row)) == ["(A) one (B) two (C) three"]


def test_pictures_beside_each_other_are_read_from_left_to_right_whichever_begins_higher():
    left, right = item_atom(Box(126, 328.3, 295, 628), 1), item_atom(Box(319, 328.2, 488, 628), 2)
    captions = [line_atom(line("Figure 1 The start", 160, 645)), line_atom(line("Figure 2 The talk", 350, 645))]
    assert texts([right, left, *captions]) == [1, 2, "Figure 1 The start Figure 2 The talk"]


def divided(atoms, *dividers):
    order = read_order(atoms, ColumnRules(dividers=dividers))
    return [part.text for column in order.columns for part in column.parts if isinstance(part, Row)]


def test_columns_that_nearly_touch_are_parted_by_the_rule_between_them():
    left, right = block(prose(60, 220), 72, 100), block(prose(60, 220, start=20), 72 + 220 + 6, 102.5)
    end = max(one.x1 for one in left)
    atoms = shuffled([one._replace(x1=end) for one in left] + right)
    assert divided(atoms) != [one.text for one in left + right]
    assert divided(atoms, Divider(end + 3, 90, 400, sheet=False)) == [one.text for one in left + right]


def test_the_pages_of_a_sheet_are_read_one_after_the_other_though_most_of_them_is_blank():
    left = [line("1. Prove it.", 72, 100), line("2. Compute it.", 72, 300), line("3. Draw it.", 72, 500)]
    right = [line("4. Name it.", 400, 100), line("5. Show it.", 400, 300), line("6. End it.", 400, 520)]
    whole = [one.text for one in left + right]
    assert divided(shuffled(left + right)) != whole
    assert divided(shuffled(left + right), Divider(380, 80, 760, sheet=True)) == whole


def test_a_rule_beside_rows_of_cells_parts_no_columns():
    cells = [line(text, x, 100 + 14 * n) for n in range(5) for text, x in ((f"label {n}", 72), (f"{n}5.20", 300))]
    assert divided(shuffled(cells), Divider(250, 90, 160, sheet=False)) == divided(shuffled(cells))
