"""The settings of the model as one JSON-able value, which the worker hands to the slot that asks.

It goes through the slot's own socket: the key stands on no command line, in no environment, no file and no database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from quire.llm.answer_cache import AnswerCache
from quire.llm.asker import Asker, ModelChoice
from quire.llm.budget import Budget, BudgetLimit, Price, Prices, Usage
from quire.llm.retry_policy import RetryPolicy

__all__ = ["ModelSettings"]


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model, where, at what price.

    Attributes:
        base_url: of the endpoint.
        model: its name.
        key: of the endpoint; in no text of this.
        models: other names, by phase.
        prices: dollars for a million tokens in and out, by model; "*" is every other.
        in_flight: calls at the same time.
        seconds: that one answer may take.
        budget_micros: that one wiki may cost, millionths of a dollar; 0 is no limit.
        butler_micros: that its butler may cost; None is no limit.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    models: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    in_flight: int = 4
    seconds: float = 180.0
    budget_micros: int = 0
    butler_micros: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The settings, key included, for a slot."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> ModelSettings:
        """What `to_json` gave."""
        prices = {model: (float(price[0]), float(price[1])) for model, price in row["prices"].items()}
        return cls(**(dict(row) | {"prices": prices}))

    def only(self, model: str) -> ModelSettings:
        """The same with one model for everything; "" changes nothing."""
        return replace(self, model=model, models={}) if model else self

    def asker(
        self,
        folder: Path,
        phase: str,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        report: Callable[[Usage], None] = lambda _: None,
        patience: RetryPolicy | None = None,
    ) -> Asker:
        """An asker over the network for one run of a phase over the wiki in `folder`; close it."""
        from quire.llm.chat_client import ChatClient
        from quire.llm.endpoint import Endpoint
        from quire.llm.request_dialect import Dialect

        answers = AnswerCache(folder, phase)
        noted = self._name()
        client = ChatClient(
            Endpoint(self.base_url, self.key, self.seconds),
            patience=patience,
            dialect=Dialect.read(answers.note(noted)),
            on_dialect=lambda found: answers.remember(noted, found.text()),
        )
        return Asker(
            client,
            choice=ModelChoice(self.model, self.models, phase),
            answers=answers,
            budget=Budget(self._caps(answers)),
            prices=Prices({model: Price(*price) for model, price in self.prices.items()}),
            in_flight=self.in_flight,
            should_stop=should_stop,
            report=report,
        )

    def _name(self) -> str:
        """Under which the way to ask this endpoint is remembered: a digest, because an address may hold a password."""
        return hashlib.blake2b(f"{self.base_url}\0{self.model}".encode(), digest_size=8).hexdigest()

    def _caps(self, answers: AnswerCache) -> Sequence[BudgetLimit]:
        """The wiki's budget, and the butler's for what it asks itself."""
        caps = []
        if self.budget_micros:
            caps.append(BudgetLimit(self.budget_micros, answers.spent().micros))
        if self.butler_micros is not None:
            caps.append(BudgetLimit(self.butler_micros, answers.spent("butler").micros))
        return caps
