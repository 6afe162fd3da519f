"""The fit of the weights that tell tables."""

from __future__ import annotations

import numpy as np

from learn.table_weights import fitted
from quire.layout.tables.table_score import WEIGHTS


def test_what_no_candidate_shows_keeps_its_weight_and_what_is_against_tables_loses():
    rows = np.zeros((8, len(WEIGHTS)))
    rows[:, -1] = 1.0
    rows[:4, 1] = 1.0
    found = fitted(rows, np.array([0.0] * 4 + [1.0] * 4), np.ones(8))
    assert found[1] < WEIGHTS[1] - 0.3
    assert found[2] == WEIGHTS[2]
