"""Which columns a title stands over: those it touches, those of a rule or a cell, those it stands in the middle of."""

from quire.finance.spanning_titles import lowest_title_row, spans_of
from quire.finance.text_pieces import Piece
from quire.finance.value_columns import Span
from quire.model.page import Rule

COLUMNS = (Span(200, 250), Span(270, 320), Span(340, 390), Span(410, 460))
YEARS = ("2023", "2022", "2023", "2022")


def title(text, x0, x1, baseline):
    return Piece(text, x0, baseline - 8, x1, baseline + 2, baseline, 10.0, False, 1, 1.0, ())


def row(baseline, *titles):
    return [title(text, x0, x1, baseline) for text, x0, x1 in titles]


def leaves(baseline=100, texts=YEARS):
    return row(baseline, *((text, c.x1 - 22, c.x1) for text, c in zip(texts, COLUMNS, strict=True)))


def over(rows, rules=(), columns=COLUMNS):
    return {piece.text: list(cover) for piece, cover in spans_of(rows, columns, rules)}


def test_a_title_for_each_column_stands_over_its_own():
    assert [list(cover) for _, cover in spans_of([leaves()], COLUMNS, ())] == [[0], [1], [2], [3]]


def test_titles_in_the_middle_of_as_many_columns_each():
    rows = [row(86, ("Group", 245, 275), ("Company", 375, 425)), leaves()]
    assert over(rows)["Group"] == [0, 1]
    assert over(rows)["Company"] == [2, 3]


def test_the_only_title_in_the_middle_over_all_titles_spans_all_columns():
    assert over([row(86, ("Year ended 31 December", 280, 408)), leaves()])["Year ended 31 December"] == [0, 1, 2, 3]


def test_a_rule_below_a_title_shows_its_columns():
    rows = [row(86, ("Restated", 200, 240), ("Other", 420, 450)), leaves(texts=("a", "b", "c", "d"))]
    rule = Rule(200, 88, 390, 88, 0.5, 0)
    assert over(rows)["Restated"] == [0]
    assert over(rows, [rule])["Restated"] == [0, 1, 2]


def test_a_rule_that_runs_below_labels_is_the_border_of_a_row():
    rows = [row(86, ("Restated", 200, 240)), leaves(texts=("a", "b", "c", "d"))]
    assert over(rows, [Rule(40, 88, 390, 88, 0.5, 0)])["Restated"] == [0]


def test_upright_rules_around_a_title_show_its_columns():
    rows = [row(86, ("Restated", 270, 310)), leaves(texts=("a", "b", "c", "d"))]
    rules = [Rule(x, 70, x, 92, 0.5, 0) for x in (260, 400)]
    assert over(rows, rules)["Restated"] == [1, 2]


def test_what_belongs_to_owners_of_the_parent_ends_before_minorities():
    rows = [
        row(86, ("Attributable to owners of the parent", 220, 370)),
        leaves(texts=("Share capital", "Reserves", "Non-controlling interests", "Total equity")),
    ]
    assert over(rows)["Attributable to owners of the parent"] == [0, 1]


def test_a_second_line_below_a_spanning_title_stands_over_the_same_columns():
    rows = [
        row(74, ("Three Months Ended", 215, 305), ("Six Months Ended", 360, 440)),
        row(86, ("June 30,", 240, 280), ("June 30,", 380, 420)),
        leaves(),
    ]
    assert [list(cover) for piece, cover in spans_of(rows, COLUMNS, ()) if piece.text == "June 30,"] == [[0, 1], [2, 3]]


def test_the_lowest_row_with_a_title_for_each_column():
    rows = [leaves(80), row(90, ("x", 200, 210)), leaves(100)]
    assert lowest_title_row(rows, 4) is rows[2]
    assert lowest_title_row(rows[:2], 4) is rows[0]
    assert lowest_title_row(rows, 3) is None
    assert lowest_title_row([row(90, ("x", 200, 210))], 1) is None
