"""Figures that a narrow cell broke over two lines."""

from __future__ import annotations

import pytest

from quire.tables.broken_figures import is_cut_off, makes_whole


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("1,858,221,567.", "60"),
        ("12,345,", "678.90"),
        ("1,234,567,8", "90.12"),
        ("1,234,567", ".89"),
        ("(3,456,7", "89)"),
    ],
)
def test_a_figure_that_is_whole_only_with_the_line_below_was_cut(upper, lower):
    assert is_cut_off(upper, lower)


@pytest.mark.parametrize(
    ("upper", "lower"), [("1,234", "5,678"), ("1,234,567", "890"), ("2022", "2021"), ("Total", "60"), ("1,234.56", "7")]
)
def test_figures_below_each_other_are_two(upper, lower):
    assert not is_cut_off(upper, lower)


def test_decimals_that_may_go_on_make_a_figure_but_were_not_surely_cut():
    assert makes_whole("1,234.5", "6")
    assert not is_cut_off("1,234.5", "6")


def test_texts_of_absurd_length_are_no_figures():
    assert not makes_whole("1," + "234," * 50, "567")
