"""How likely a recognised line says a text."""

from __future__ import annotations

import math

import pytest

from quire.finance.line_likelihoods import best_path, digits_of, letters_of, log_likelihood
from quire.model.page import Steps

STEPS: Steps = ((("1", 0.6), ("7", 0.4)), (("", 0.9), ("1", 0.1)), (("7", 1.0),))


def test_all_ways_to_spread_a_text_over_the_steps_count() -> None:
    folded = digits_of(STEPS)
    assert math.exp(log_likelihood(folded, "17")) == pytest.approx(0.6 * (0.9 + 0.1), rel=0.01)
    assert math.exp(log_likelihood(folded, "77")) == pytest.approx(0.4 * 0.9, rel=0.01)
    assert math.exp(log_likelihood(folded, "717")) == pytest.approx(0.4 * 0.1, rel=0.01)


def test_a_character_that_no_step_names_is_unlikely() -> None:
    assert log_likelihood(digits_of(STEPS), "97") < log_likelihood(digits_of(STEPS), "77") - 7


def test_the_best_path_tells_where_each_character_stands() -> None:
    assert best_path(STEPS) == [("1", 0, 1), ("7", 2, 3)]


def test_letters_are_of_one_case_and_script_and_marks_are_none() -> None:
    steps: Steps = ((("負", 0.5), ("负", 0.3), ("，", 0.2)), (("A", 0.6), ("a", 0.4)))
    first, second = letters_of(steps)
    assert first == {"负": pytest.approx(0.8), "": pytest.approx(0.2)}
    assert second == {"a": pytest.approx(1.0)}
