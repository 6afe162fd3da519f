"""How sure it is that a candidate without borders is a table, in the logarithm of odds.

Two judges are added: boosted trees over `table_features.py`, and weighed evidence. The trees know what generated pages
show, the evidence knows less and is surprised less: on documents that neither had seen both together were right more
often than each alone (`learn/README.md`).
"""

from __future__ import annotations

from math import log

from quire.layout.tables.boosted_trees import Trees, stored_trees
from quire.layout.tables.table_features import NAMES

# Of each piece of evidence, in the order of `evidence`. Set by hand, then fitted, held near these, by
# `learn/table_weights.py`, and rounded; those of program text, of items, of numbers that grow as those of pages do,
# which no known table has, and of covers were set by hand with development documents in view.
WEIGHTS = (
    *(0.8, 1.0, 1.9, 2.4, 1.5, 1.6, 1.0, 2.0, 1.8, -4.8, -3.0, -7.3, -1.4, -1.9, -2.0, -5.0, -5.0, -5.0),
    *(-2.0, -2.15),
)

_CERTAIN = 0.999  # no probability is nearer to 1

_loaded: list[Trees] = []
_AT: dict[str, int] = {name: place for place, name in enumerate(NAMES)}


def certainty(features: list[float]) -> float:
    """How sure it is that features (`table_features.NAMES`) are those of a table: above 0 more for than against it."""
    return sum([weight * part for weight, part in zip(WEIGHTS, evidence(features), strict=True)])


def evidence(features: list[float]) -> list[float]:
    """What speaks for a table and against it: the trees, what is known to tell one, and 1 for candidates as such."""
    if not _loaded:
        _loaded.append(stored_trees("table_score.json"))
    chance = min(_CERTAIN, max(1 - _CERTAIN, _loaded[0].probabilities(features)[0]))

    def of(name: str) -> float:
        return features[_AT[name]]

    several, long_rules = of("rows_of_several"), of("long_rules") * of("starts")
    titled = of("head") > 0 and of("head_bold") == 1.0 and of("body_bold") < 0.25
    shaded = 0 < of("filled_body") < 1 or of("filled_head") > of("filled_body")
    return [
        log(chance / (1 - chance)),
        min(1.5, 3.0 * of("amounts")),
        min(0.6, 0.15 * (several * of("starts") + of("head") - 2)),
        min(0.6, 0.3 * (of("columns") - 2)),
        min(1.0, 0.4 * long_rules) or 0.3 * of("short_rules"),
        float(shaded),
        float(several == 1.0 and of("boxed") > 0),
        float(titled),
        of("aligned") - 0.7,
        of("cost"),
        min(1.0, max(0.0, (of("second_words") - 3.0) / 4.0)),
        of("crowded"),
        1 - several,
        of("colons"),
        of("answers"),
        of("program"),
        of("bulleted"),
        of("rising") * (of("columns") < 4 and of("head") == 0),
        of("cover"),
        1.0,
    ]
