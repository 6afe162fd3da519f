"""A model without a model, for tests: answers by rules, counts its calls, fails on the n-th."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quire.errors import QuireError
from quire.llm.answer_cache import AnswerCache
from quire.llm.asker import Asker, ModelChoice
from quire.llm.budget import Budget, BudgetLimit, Price, Prices, Usage
from quire.llm.call import Call, Reply

__all__ = ["ScriptedModel", "ScriptedRule", "scripted_asker"]

Text = str | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ScriptedRule:
    """When all messages together match the regular expression, the answer is this; `times` how often, None for ever."""

    match: str
    answer: Text | Callable[[Call], Text]
    times: int | None = None


@dataclass
class ScriptedModel:
    """Answers by the first rule that fits and has times left, else by "{}".

    Attributes:
        rules: in order.
        fails: the number of a call, 1 for the first, to what it raises.
        seconds: that each answer takes.
        calls: that were made, in order.
        most_at_once: how many were under way at the same time, at most.
    """

    rules: Sequence[ScriptedRule] = ()
    fails: Mapping[int, QuireError] = field(default_factory=dict)
    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)
    most_at_once: int = 0
    _now: int = 0

    async def complete(self, call: Call) -> Reply:
        """See `quire.llm.call.Model`; a token for every four characters."""
        self.calls.append(call)
        number = len(self.calls)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self._now -= 1
        if number in self.fails:
            raise self.fails[number]
        text = self._text(call)
        return Reply(text, 1 + sum(len(one.text) for one in call.messages) // 4, 1 + len(text) // 4)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _text(self, call: Call) -> str:
        seen = "\n".join(one.text for one in call.messages)
        for at, rule in enumerate(self.rules):
            if not re.search(rule.match, seen, re.DOTALL):
                continue
            if rule.times is not None:
                left = self._left.setdefault(at, rule.times)
                if left == 0:
                    continue
                self._left[at] = left - 1
            answer = rule.answer(call) if callable(rule.answer) else rule.answer
            return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        return "{}"

    def __post_init__(self) -> None:
        self._left: dict[int, int] = {}


def scripted_asker(  # noqa: PLR0913 - what an asker takes, keyword-only
    script: ScriptedModel,
    folder: Path,
    phase: str = "grow",
    *,
    limit: int | None = None,
    in_flight: int = 4,
    should_stop: Callable[[], bool] = lambda: False,
    report: Callable[[Usage], None] = lambda _: None,
) -> Asker:
    """An asker over a script; its answers are kept in `folder`. Close it, or use it as a context.

    Args:
        script: answers.
        folder: of the wiki.
        phase: that asks.
        limit: of the budget in micros, at one micro for a token; None is no limit.
        in_flight: calls at the same time.
        should_stop: ends the run.
        report: told what each call has used.
    """
    answers = AnswerCache(folder, phase)
    caps = [] if limit is None else [BudgetLimit(limit, answers.spent().micros)]
    return Asker(
        script,
        choice=ModelChoice("scripted", {}, phase),
        answers=answers,
        budget=Budget(caps),
        prices=Prices({"scripted": Price(1.0, 1.0)}),
        in_flight=in_flight,
        should_stop=should_stop,
        report=report,
    )
