"""The log odds of the learned models."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.learned_model import learned_weights, log_odds


def test_unknown_evidence_counts_nothing():
    assert log_odds({"bias": -1.0, "a": 2.0}, {"a": 1.5, "b": 9.0}) == 2.0
    assert log_odds({"bias": -1.0, "a": 2.0}, {}) == -1.0


@pytest.mark.parametrize(
    "weights",
    [
        learned_weights("term_weights"),
        learned_weights("term_weights_zh"),
        *learned_weights("lead_weights").values(),
        *learned_weights("person_weights").values(),
    ],
)
def test_the_weights_of_each_model_have_a_bias(weights: dict[str, float]):
    assert "bias" in weights
    assert len(weights) > 5
