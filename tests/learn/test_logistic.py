"""The weights of a logistic regression."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from learn.logistic import fitted, matrix, newton, rounded, write


def test_cases_are_rows_in_the_order_of_the_names():
    assert matrix([{"b": 2.0}, {"a": 1.0, "c": 9.0}], ["a", "b"]).tolist() == [[0.0, 2.0, 1.0], [1.0, 0.0, 1.0]]


def test_without_evidence_the_bias_gives_the_share_that_is_right():
    right = np.array([1.0, 1.0, 1.0, 0.0])
    (bias,) = fitted(np.ones((4, 1)), right, np.ones(4), 1.0)
    assert 1 / (1 + math.exp(-bias)) == pytest.approx(0.75, abs=1e-4)


@pytest.mark.parametrize("scaled", [True, False])
def test_evidence_that_tells_weighs_and_noise_does_not(scaled: bool):
    draw = np.random.default_rng(3)
    rows = np.hstack([draw.normal(0, 4, (400, 2)), np.ones((400, 1))])
    right = (draw.random(400) < 1 / (1 + np.exp(-(rows[:, 0] - 1)))).astype(float)
    telling, noise, bias = fitted(rows, right, np.ones(400), 0.1, scaled=scaled)
    assert telling == pytest.approx(1.0, abs=0.25)
    assert abs(noise) < 0.15
    assert bias == pytest.approx(-1.0, abs=0.5)


def test_a_penalty_makes_weights_small():
    rows = matrix([{"a": 1.0}, {"a": 0.0}] * 20, ["a"])
    right = np.array([1.0, 0.0] * 20)
    loose, tight = (fitted(rows, right, np.ones(40), penalty)[0] for penalty in (0.1, 10.0))
    assert 0 < tight < loose / 2


def test_the_file_holds_what_it_was_learned_on(tmp_path: Path):
    write(tmp_path / "w.json", ["one"], rounded({"a": 0.12345}))
    assert json.loads((tmp_path / "w.json").read_text("utf-8")) == {"books": ["one"], "weights": {"a": 0.123}}


def test_weights_are_found_from_a_start_that_is_far_away():
    rng = np.random.default_rng(1)
    rows = np.hstack([rng.exponential(3.0, (400, 2)), np.ones((400, 1))])
    right = (rows[:, 0] - rows[:, 1] > rng.normal(0, 2, 400)).astype(float)
    weight, penalty = np.ones(400), np.array([0.5, 0.5, 1e-6])
    near = newton(rows, right, weight, penalty * 1e-9, np.zeros(3))
    far = newton(rows, right, weight, penalty * 1e-9, np.array([-9.0, 7.0, 5.0]))
    assert np.allclose(near, far, atol=1e-3)
