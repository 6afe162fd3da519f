"""The logistic regressions of this package: their weights, as `learn.logistic` writes them, and what they say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

__all__ = ["learned_weights", "log_odds"]


@cache
def learned_weights(name: str) -> Mapping[str, Any]:
    """The weights of `NAME.json`: of evidence by name, or such tables by name."""
    text = resources.files("quire.wiki.subjects").joinpath(f"{name}.json").read_text("utf-8")
    return dict(json.loads(text)["weights"])


def log_odds(weights: Mapping[str, float], evidence: Mapping[str, float]) -> float:
    """The log odds for a case.

    Args:
        weights: of evidence by name, with the "bias".
        evidence: values by name; those that the model does not know count nothing, those left out are 0.
    """
    return weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in evidence.items())
