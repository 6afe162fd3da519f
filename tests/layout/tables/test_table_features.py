"""Features of candidates."""

from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.table_features import NAMES, Around, Drawn, by_column, table_features
from tests.layout.table_pages import row

LINES = [one for i in range(4) for one in row(100 + 14 * i, ("Rent", 72), (f"{i},250", 300, "right"))]


def features():
    around = Around(-0.1, framed=False, above=28.0, below=0.0)
    rows = rows_of_pieces(enumerate(LINES))
    return dict(zip(NAMES, table_features([], rows, [True] * 4, columns_of(rows), Drawn([], []), around), strict=True))


def test_a_candidate_has_all_features_and_the_trees_ask_for_no_others():
    assert (features()["rows"], features()["columns"], features()["likely"]) == (4, 2, -0.1)
    assert max(stored_trees("table_score.json").features) < len(NAMES)


def test_types_alignment_and_repetition_are_seen():
    found = features()
    assert (found["amounts"], found["amount_columns"], found["aligned"], found["several"]) == (0.5, 0.5, 1.0, 1.0)
    assert found["alike"] == 1 - 5 / 8


def test_a_single_row_is_aligned_with_its_headings():
    around = Around(-0.1, framed=False, above=28.0, below=0.0)
    head = rows_of_pieces(enumerate(row(80, ("Time", 72), ("Topic", 200), ("Presenter", 330))))

    def aligned(places):
        body = rows_of_pieces(enumerate(row(96, *zip(("35 min", "Progress", "Ada; Ben"), places, strict=True))))
        values = table_features(head, body, [True], columns_of(body), Drawn([], []), around)
        return dict(zip(NAMES, values, strict=True))["aligned"]

    assert aligned((72, 200, 330)) == 1.0
    assert aligned((80, 210, 345)) < 1.0


def test_a_single_figure_is_aligned_with_its_heading():
    around = Around(-0.1, framed=False, above=28.0, below=0.0)
    lines = [*row(100, ("Cost", 72)), *row(114, ("At the end", 84), ("1,250", 300, "right"), ("1,180", 400, "right"))]
    rows = rows_of_pieces(enumerate(lines))
    columns = columns_of(rows)

    def aligned(places):
        head = rows_of_pieces(
            enumerate(row(80, *[(year, x, "right") for year, x in zip(("2016", "2015"), places, strict=True)]))
        )
        values = table_features(head, rows, [True, True], columns, Drawn([], []), around)
        return dict(zip(NAMES, values, strict=True))["aligned"]

    assert aligned((300, 400)) > aligned((280, 380))


def test_texts_over_several_columns_belong_to_none():
    rows = rows_of_pieces(enumerate([*LINES, *row(160, ("a text that reaches from the labels to the figures", 72))]))
    assert [len(column) for column in by_column(rows, columns_of(rows[:4]))] == [4, 4]


def test_lines_of_one_row_are_judged_together():
    around = Around(-0.1, framed=False, above=28.0, below=0.0)
    lines = [one for i in range(3) for one in row(100 + 40 * i, ("Rent", 72), ("of the", 300))]
    lines += [one for i in range(3) for one in row(112 + 40 * i, ("office", 300))]
    rows = rows_of_pieces(enumerate(lines))
    starts = [True, False] * 3
    found = dict(
        zip(NAMES, table_features([], rows, starts, columns_of(rows[::2]), Drawn([], []), around), strict=True)
    )
    assert (found["several"], found["rows_of_several"], found["level"], found["wrapped"]) == (0.5, 1.0, 1.0, 1.0)
