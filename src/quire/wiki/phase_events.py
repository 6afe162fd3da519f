"""Events that a phase reports while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

__all__ = ["Event"]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a running phase; `data` is the JSON object of the event stream.

    phase ``{phase, status: started|ended|failed, duration_s?}``, token ``{phase, input, output, cost}``,
    review ``{scope, status: passed|failed}``, log ``{level: info|warning|error, msg}``.
    """

    kind: Literal["phase", "token", "review", "log"]
    data: Mapping[str, str | int | float]
