"""How sure it is that a candidate without borders is a table.

Two judges are added: boosted trees over `table_features.py`, and a sum of weights that were set by hand. The trees know
what generated pages show, the weights know less and are surprised less: on documents that neither had seen both
together were right more often than each alone (`learn/README.md`).
"""

from __future__ import annotations

from math import log

from quire.layout.tables.boosted_trees import Trees, stored_trees
from quire.layout.tables.table_features import NAMES

WEIGHT = 2.5  # of the sum of weights, to the logarithm of the trees' odds
ENOUGH = 1.0  # sum of weights that speaks neither for a table nor against it

_CERTAIN = 0.999  # no probability is nearer to 1

_loaded: list[Trees] = []
_AT: dict[str, int] = {name: place for place, name in enumerate(NAMES)}


def is_table(features: list[float]) -> bool:
    """Whether the features of a candidate (`table_features.NAMES`) are those of a table."""
    return certainty(features) > 0


def certainty(features: list[float]) -> float:
    """How sure it is that a candidate is a table: above 0 more for than against it."""
    if not _loaded:
        _loaded.append(stored_trees("table_score.json"))
    chance = min(_CERTAIN, max(1 - _CERTAIN, _loaded[0].probabilities(features)[0]))
    return log(chance / (1 - chance)) + WEIGHT * (weighed(features) - ENOUGH)


def weighed(features: list[float]) -> float:
    """The sum of weights of what is known to tell a table."""

    def of(name: str) -> float:
        return features[_AT[name]]

    several, long_rules = of("rows_of_several"), of("long_rules") * of("starts")
    titled = of("head") > 0 and of("head_bold") == 1.0 and of("body_bold") < 0.25
    shaded = 0 < of("filled_body") < 1 or of("filled_head") > of("filled_body")
    return (
        min(1.5, 3.0 * of("amounts"))
        + min(0.6, 0.15 * (several * of("starts") + of("head") - 2))
        + min(0.6, 0.3 * (of("columns") - 2))
        + (min(1.0, 0.4 * long_rules) or 0.3 * of("short_rules"))
        + 0.5 * shaded
        + 0.4 * (several == 1.0 and of("boxed") > 0)
        + 1.0 * titled
        + 0.8 * (of("aligned") - 0.7)
        - 2.0 * of("cost")
        - 1.2 * min(1.0, max(0.0, (of("second_words") - 3.0) / 4.0))
        - 3.0 * of("crowded")
        - 0.8 * (1 - several)
        - 0.8 * of("colons")
    )
