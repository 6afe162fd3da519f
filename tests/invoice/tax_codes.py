"""Invented tax ids with right check digits."""

from __future__ import annotations

import random
import re

from quire.invoice.check_digits import has_right_digits

_TRIES = 20_000
_KEPT = re.compile(r"^..|(?<=/)0001(?=-)|B01$")  # what a form says: a country, a head office, a first unit


def with_right_digits(code: str) -> str:
    """A code of the same form whose check digits are right; the code itself where its form does not tell them.

    Raises:
        ValueError: none was found.
    """
    if has_right_digits(code) is not False:
        return code
    dice = random.Random(code)
    kept = {at for match in _KEPT.finditer(code) for at in range(*match.span())}
    for _ in range(_TRIES):
        made = "".join(dice.choice("0123456789") if c.isdigit() and at not in kept else c for at, c in enumerate(code))
        if has_right_digits(made):
            return made
    raise ValueError(code)
