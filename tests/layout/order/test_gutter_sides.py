"""White bands: between columns of text, or inside the rows of a table."""

from __future__ import annotations

from quire.layout.order.gutter_sides import Atom, is_gutter
from quire.layout.order.reading_order import line_atom
from tests.layout.pages import block, line, prose, style


def atoms(*lines):
    return sorted((line_atom(one) for one in lines), key=lambda atom: atom.y0)


def figures(bases, x=400):
    return [line(text, x, base) for base, text in bases]


LABELS = [line(f"Label of row {n}", 72, 100 + 14 * n) for n in range(4)]
TITLES = [line("A heading", 72, 60), line("More", 72, 74), line("A group", 72, 88), line("Another", 72, 156)]


def test_figures_belong_to_the_labels_on_their_baselines_though_headings_stand_beside_nothing():
    heads = figures([(40, "2016"), (52, "HK$'000"), (70, "Within one year")])
    right = heads + figures([(100, "1,234"), (114, "(15)"), (128, "–"), (142, "99"), (170, "1,318")])
    assert not is_gutter(atoms(*LABELS, *TITLES), atoms(*right))


def test_sums_set_out_to_the_right_belong_to_the_figures_they_sum_up():
    left = atoms(*LABELS, *TITLES, *figures([(100, "5"), (114, "6"), (128, "7")], 300))
    assert not is_gutter(left, atoms(*figures([(128, "18"), (142, "4"), (156, "22"), (170, "1")])))


def test_a_column_with_labels_of_its_own_is_a_column():
    own = [line(f"Part {n} 12", 400, 95 + 14 * n) for n in range(6)]
    assert is_gutter(atoms(*LABELS, *TITLES), atoms(*own))


def test_running_text_beside_figures_on_its_baselines_is_a_column():
    left = block(prose(120, 220), 72, 100)
    right = figures([(left[n].baseline, f"{n}7") for n in range(3)]) + figures(
        [(left[0].baseline - 30 - n, "4") for n in range(0, 40, 12)]
    )
    assert is_gutter(atoms(*left), atoms(*right))


def test_a_justified_row_in_pieces_is_a_row_of_text():
    left = block(prose(100, 180), 72, 100)
    words = [
        [("the", 310), ("words", 340), ("stand", 380), ("apart", 420), ("then", 460)],
        [("so", 310), ("wide", 335), ("it is", 370), ("set", 410), ("and so", 440)],
    ]
    right = [line(text, x, left[n].baseline) for n, row in enumerate(words) for text, x in row]
    right += block(prose(16, 180), 310, left[2].baseline)
    assert is_gutter(atoms(*left), atoms(*right))


def test_two_languages_side_by_side_are_columns_though_their_rows_and_markers_align():
    left = block(prose(40, 180), 100, 100)
    right = [line("该实体与本集团属同一集团", 360, row.baseline) for row in left]
    marks = [line("(i)", x, left[0].baseline) for x in (72, 330)]
    assert is_gutter(atoms(marks[0], *left), atoms(marks[1], *right))
    labels = [line("Company", 72, row.baseline) for row in left]
    assert not is_gutter(atoms(*labels), atoms(*right))


def test_figures_in_another_font_stand_a_little_below_their_labels():
    labels = [line(f"第{n}项长期股权投资", 72, 100 + 22 * n) for n in range(6)]
    right = figures([(102.2 + 22 * n, f"{n},234.50") for n in range(6)]) + figures(
        [(102.2 + 22 * n, f"{n},876.50") for n in range(6)], 480
    )
    assert not is_gutter(atoms(*labels), atoms(*right))


def test_columns_below_a_title_of_their_own_are_a_column_beside_another():
    left = atoms(*block(prose(60, 150), 72, 120), line("The first of the stories", 72, 100, style(14.0)))
    title = line("A longer title over two columns of text", 240, 100, style(14.0))
    right = [title, *block(prose(50, 130, start=7), 240, 120), *block(prose(50, 130, start=9), 385, 120)]
    assert is_gutter(left, atoms(*right))
    cells = [line(text, x, 120 + 12 * n) for n in range(6) for text, x in (("a cell of", 240), ("words here", 385))]
    assert not is_gutter(atoms(*(line("Label of a row", 72, 120 + 12 * n) for n in range(6))), atoms(title, *cells))


def test_small_type_shares_baselines_with_another_column_by_chance():
    """A listing of 5 points beside text of 7 points, as on slides: every second baseline is within 1.5 points."""
    code = style(5.0, font="CMTT8", mono=True)
    left = [line("some words that fill a line of this column", 6, 40 + 8 * n, style(7.0)) for n in range(12)]
    right = [line("plot(x, y)", 185, 41.2 + 6 * n, code) for n in range(16)]
    assert is_gutter(atoms(*left), atoms(*right))
    cells = [line("some words", 185, 40 + 8 * n, code) for n in range(12)]
    assert not is_gutter(atoms(*left), atoms(*cells))


def test_answers_that_count_from_side_to_side_are_rows():
    words = "it is independent of both points"

    def side(letters, x):
        return [line(f"{letter}) {words}", x, 100 + 14 * n) for n, letter in enumerate(letters)]

    assert not is_gutter(atoms(*side("ACE", 72)), atoms(*side("BD", 300)))
    assert is_gutter(atoms(*side("ABC", 72)), atoms(*side("DE", 300)))


def test_the_numbers_of_sections_at_the_margin_are_no_column():
    numbers = [line(text, 40, 100 + 60 * n) for n, text in enumerate(["7.1.3", "7.1.3.1", "7.1.3.1.2"])]
    beside = [line("Modes of operation", 90, one.baseline) for one in numbers]
    told = [row for one in numbers for row in block(prose(20, 300), 90, one.baseline + 14)]
    right = [*atoms(*beside, *told), Atom(90.0, 260.0, 400.0, 300.0, None, 0)]  # a figure below
    assert not is_gutter(atoms(*numbers), right)
    named = [line(one.text.replace(".", "x"), 40, one.baseline) for one in numbers]
    assert is_gutter(atoms(*named), right)
