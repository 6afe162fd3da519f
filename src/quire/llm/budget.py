"""Prices, what was spent, and the budget that many calls under way cannot overspend.

Money is counted in millionths of a US dollar (micros), whole ones, rounded up. Before a call its highest possible
cost is reserved; when it has come back, what it did cost takes the reservation's place.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quire.llm.call import BudgetSpent, Call

__all__ = ["Budget", "BudgetLimit", "Price", "Prices", "Usage", "estimate", "tokens_of", "typical_tokens"]

BYTES_PER_TOKEN = 2
"""Of a text, at the least, so that a reservation is never too low: measured English has 4, Chinese 3 or more."""

OVERHEAD = 64
"""Tokens of a call beside its texts: roles, the form of the answer."""


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens, which is micros for one."""

    input: float
    output: float

    def micros(self, input: int, output: int) -> int:  # noqa: A002 - the field's word
        """What a call costs."""
        return math.ceil(round(self.input * input + self.output * output, 6))


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls have used: tokens in and out, micros, number of calls; `name` and `model` for a single call."""

    input: int = 0
    output: int = 0
    micros: int = 0
    calls: int = 0
    name: str = ""
    model: str = ""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.micros + other.micros,
            self.calls + other.calls,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            self.input - other.input,
            self.output - other.output,
            self.micros - other.micros,
            self.calls - other.calls,
        )

    @property
    def cost(self) -> float:
        """Dollars."""
        return self.micros / 1_000_000


class Prices:
    """Prices by model; an unknown model costs as much as the most expensive one, so no budget is exceeded."""

    def __init__(self, table: Mapping[str, Price]) -> None:
        self._table = dict(table)
        dearest = Price(
            max((one.input for one in table.values()), default=0.0),
            max((one.output for one in table.values()), default=0.0),
        )
        self._other = self._table.get("*", dearest)

    def of(self, model: str) -> Price:
        """The price of a model."""
        return self._table.get(model, self._other)


@dataclass(slots=True)
class BudgetLimit:
    """A limit and how much of it is spent, in micros."""

    limit: int
    spent: int = 0


@dataclass
class Budget:
    """What may still be spent, under every cap at once. For one event loop.

    Attributes:
        caps: the limits.
        used: in this run.
        is_spent: whether a call was turned away.
    """

    caps: Sequence[BudgetLimit] = ()
    used: Usage = field(default_factory=Usage)
    is_spent: bool = False
    _reserved: int = 0
    _change: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def reserve(self, micros: int) -> None:
        """Reserve the most that a call can cost; waits while calls under way may yet give room.

        Raises:
            BudgetSpent: there is no room, and none will come.
        """
        async with self._change:
            while not self._fits(micros):
                if not self._reserved:
                    self.is_spent = True
                    raise BudgetSpent
                await self._change.wait()
            self._reserved += micros

    async def settle(self, reserved: int, used: Usage) -> None:
        """Put what a call did cost in the place of its reservation."""
        async with self._change:
            self._reserved -= reserved
            self.used += used
            for cap in self.caps:
                cap.spent += used.micros
            self._change.notify_all()

    def _fits(self, micros: int) -> bool:
        return all(cap.spent + self._reserved + micros <= cap.limit for cap in self.caps)


def tokens_of(text: str) -> int:
    """Tokens of a text, rather too many than too few."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def typical_tokens(text: str) -> int:
    """Tokens of a text as models mostly count them: one for a Chinese character, one for four other characters."""
    han = sum("\u3400" <= char <= "\u9fff" for char in text)
    return han + -(-(len(text) - han) // 4)


def estimate(call: Call, price: Price) -> Usage:
    """The most that a call can use."""
    input_ = OVERHEAD + sum(tokens_of(one.text) for one in call.messages) + tokens_of(str(call.schema))
    return Usage(input_, call.most_tokens, price.micros(input_, call.most_tokens), 1, call.name, call.model)
