"""Tests of the fitted count of header rows."""

import json

import numpy as np

from learn.heading_count import JUDGED, Known, counted, weights
from quire.layout.tables.heading_count import BIAS, NAMES, WEIGHTS


def judged():
    return [Known(**one) for one in json.loads(JUDGED.read_text("utf-8"))]


def test_the_product_has_the_fitted_weights_or_better_ones():
    tables = judged()
    found = np.array([*WEIGHTS, BIAS])
    assert {len(row) for table in tables for row in table.rows} == {len(NAMES)}
    assert np.mean([counted(table, found) for table in tables]) > 0.95


def test_weights_of_one_half_of_the_owners_count_the_other_half():
    tables = judged()
    found = weights([table for table in tables if table.owner % 2])
    assert np.mean([counted(table, found) for table in tables if not table.owner % 2]) > 0.9
