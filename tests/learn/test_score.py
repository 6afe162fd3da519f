"""Pairs of known and found tables."""

from learn.score import compare
from quire.model.block import Span
from quire.model.table import Cell, Grid
from tests.layout.table_pages import PLAIN


def grid(*texts):
    return Grid(len(texts), 1, tuple(Cell(row, 0, (Span(text, PLAIN),)) for row, text in enumerate(texts)))


def truth(*texts):
    return {"cells": [(row, 0, 1, 1, text) for row, text in enumerate(texts)]}


def test_a_missed_table_takes_no_table_from_another():
    missed, known = truth("same", "gone", "lost"), truth("same", "Rent", "Wages")
    found, other = grid("same", "Rent", "Wages"), grid("a heading")
    pairs = list(compare([other, found], {"tables": [missed, known]}))
    assert pairs == [(missed, None), (known, found), (None, other)]
