"""Features of rows."""

from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.row_features import NAMES, row_features
from tests.layout.table_pages import row

LINES = [
    *row(100, ("Item", 72), ("2025", 300, "right")),
    *row(114, ("Rent", 72), ("1,250", 300, "right")),
    *row(128, ("of the", 72)),
    *row(142, ("Fees", 72), ("75", 300, "right")),
]


def features():
    rows = rows_of_pieces(enumerate(LINES))
    found = row_features(rows, (0, 4), columns_of(rows), [], [])
    return [dict(zip(NAMES, values, strict=True)) for values in found]


def test_each_row_has_all_features_and_the_trees_ask_for_no_others():
    assert len(features()) == 4
    assert max(stored_trees("row_roles.json").features) < len(NAMES)


def test_figures_years_and_free_columns_are_seen():
    head, first, wrapped, _ = features()
    assert (head["years"], head["amounts"], head["unlike"]) == (0.5, 0.0, 1.0)
    assert (first["amounts"], first["unlike"]) == (0.5, 0.0)
    assert (wrapped["filled"], wrapped["lower"], wrapped["first_above"]) == (0.5, 1.0, 1.0)


def test_steps_are_measured_in_row_heights():
    _, first, *_ = features()
    assert first["step_above"] == first["step_below"] > 1
