"""`Asker`: how a phase asks the model, many calls at a time, each answered by one good object or by None.

    prompt ── on disk? ──yes──────────────────────────┐
       │no                                            ▼
    reserve in the budget ──▶ model ──▶ on disk ──▶ object that fits the schema and the caller's check?
       │no room                                       │yes ──▶ the object
       ▼                                              │no, first time ──▶ the same call with the faults told
    BudgetSpent                                       └no, second time ──▶ None

The calls run in a thread of their own, where all that is asynchronous stays; checks run in the caller's thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self, TypeVar

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.answer_cache import AnswerCache
from quire.llm.answer_parsing import read_object
from quire.llm.budget import Budget, Prices, Usage, estimate
from quire.llm.call import BudgetSpent, Call, Model, Reply, Stopped
from quire.llm.prompt import Prompt, cache_key
from quire.llm.repair_prompt import PromptAttempt

__all__ = [
    "Answer",
    "Asker",
    "BudgetSpent",
    "Check",
    "ModelRefused",
    "ModelUnavailable",
    "Prompt",
    "Stopped",
    "accept_any",
]

T = TypeVar("T")
Answer = Mapping[str, Any]  # what a model says is of any shape until its reader has looked
Check = Callable[[Answer], Sequence[str]]
"""Finds faults in an answer that fits its schema; each a short sentence that tells the model what to mend."""

MOST_LOST = 3
"""Times that a call is paid whose answer breaks off under way."""

TICK = 0.1
"""Seconds between two looks whether the run shall end."""

PATIENCE = 8.0
"""Seconds that calls under way may still take when the run shall end: they are paid, so their answers are worth
keeping."""


def accept_any(_: Answer) -> Sequence[str]:
    """No fault."""
    return ()


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model is asked for which prompt.

    Attributes:
        model: where nothing else is said.
        models: by the name of a prompt, by what stands before its first dot, or by the phase.
        phase: that asks.
    """

    model: str
    models: Mapping[str, str]
    phase: str

    def of(self, name: str) -> str:
        """The model for a prompt."""
        for wanted in (name, name.partition(".")[0], self.phase):
            if self.models.get(wanted):
                return self.models[wanted]
        return self.model


class Asker:
    """Asks a model for one run of a phase. Use it as a context, or call `close`.

    Args:
        model: answers.
        choice: which model is named in a call.
        answers: where answers are kept.
        budget: what may be spent.
        in_flight: calls that run at the same time.
        should_stop: asked all the while.
        report: told what each call has used, as soon as that is on disk; called in the calls' thread.
    """

    def __init__(  # noqa: PLR0913 - the parts of one run, keyword-only
        self,
        model: Model,
        *,
        choice: ModelChoice,
        answers: AnswerCache,
        budget: Budget,
        prices: Prices,
        in_flight: int = 4,
        should_stop: Callable[[], bool] = lambda: False,
        report: Callable[[Usage], None] = lambda _: None,
    ) -> None:
        self._model = model
        self._choice = choice
        self._answers = answers
        self._budget = budget
        self._prices = prices
        self._in_flight = max(1, in_flight)
        self._should_stop = should_stop
        self._report = report
        self._under_way: dict[str, asyncio.Future[Reply]] = {}
        self._failed: dict[str, Reply] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="asker", daemon=True)
        self._thread.start()
        self._open = True

    def ask(self, prompt: Prompt, check: Check = accept_any) -> Answer | None:
        """The object that the model answers: it fits the schema and `check` finds no fault in it.

        An answer with faults is repaired once, the faults being told; None when it is no good even then.

        Raises:
            BudgetSpent: what is left does not allow the call.
            ModelAway: the endpoint does not answer, after all retries.
            ModelRefused: it refuses the key or the model.
            Stopped: the run was asked to end.
        """
        return next(answer for _, answer in self.ask_all([prompt], lambda _, found: check(found)))

    def ask_all(
        self, prompts: Iterable[Prompt], check: Callable[[int, Answer], Sequence[str]] = lambda _, __: ()
    ) -> Iterator[tuple[int, Answer | None]]:
        """The answers to many prompts, as `ask` gives them, each with its prompt's index, in order of arrival.

        Args:
            prompts: taken one by one as there is room for another call.
            check: called with the prompt's index and the answer, in the caller's thread.

        Raises:
            BudgetSpent, ModelAway, ModelRefused, Stopped: as `ask`. Calls that were under way are answered before, or
            at
                least on disk.
        """
        waiting = (PromptAttempt(index, prompt) for index, prompt in enumerate(prompts))
        running: dict[Future[Reply], PromptAttempt] = {}
        ending: Exception | None = None
        try:
            while True:
                if self._should_stop():
                    raise Stopped
                while ending is None and len(running) < self._in_flight and (one := next(waiting, None)):
                    running[self._submit(self._reply(one))] = one
                if not running:
                    break
                for done in self._some(running):
                    tried = running.pop(done)
                    try:
                        answer, again = self._settle(tried, done.result(), check)
                    except (BudgetSpent, ModelUnavailable, ModelRefused) as problem:
                        ending = ending or problem
                        continue
                    if again is None:
                        yield tried.index, answer
                    elif ending is None:
                        running[self._submit(self._reply(again))] = again
        finally:
            self._give_up(running)
        if ending is not None:
            raise ending

    @property
    def usage(self) -> Usage:
        """What this run has used so far."""
        return self._budget.used

    @property
    def is_spent(self) -> bool:
        """Whether a call was turned away because the budget is spent."""
        return self._budget.is_spent

    def spent(self, phase: str = "") -> Usage:
        """What all runs have used for a phase, for all phases when none is named."""
        return self._answers.spent(phase)

    def close(self) -> None:
        """End the calls that are under way, and the thread; more than once is fine."""
        if not self._open:
            return
        self._open = False
        self._submit(self._end()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # In the caller's thread

    def _submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _some(self, running: Iterable[Future[Reply]]) -> list[Future[Reply]]:
        """Those that have ended, at least one.

        Raises:
            Stopped: the run was asked to end.
        """
        while True:
            if self._should_stop():
                raise Stopped
            done, _ = wait([*running], timeout=TICK, return_when=FIRST_COMPLETED)
            if done:
                return [*done]

    @staticmethod
    def _settle(
        tried: PromptAttempt, reply: Reply, check: Callable[[int, Answer], Sequence[str]]
    ) -> tuple[Answer | None, PromptAttempt | None]:
        """The answer, or what is to be tried next; neither when the answer is no good for the second time."""
        if reply.final:
            return None, None
        found, faults = read_object(reply.text, tried.prompt.schema)
        if reply.fault:
            faults = [reply.fault]
        elif found is not None and not faults:
            faults = [*check(tried.index, found)]
        if not faults:
            return found, None
        return None, None if tried.faults else tried.again(reply.text, faults)

    def _give_up(self, running: Iterable[Future[Reply]]) -> None:
        """Wait a while for calls that are paid already, then end them."""
        _, late = wait([*running], timeout=PATIENCE)
        for one in late:
            one.cancel()

    # In the calls' thread

    async def _reply(self, tried: PromptAttempt) -> Reply:
        """The answer to a try: from disk, from the same call that is under way, or from the model."""
        model = self._choice.of(tried.prompt.name)
        name = cache_key(tried.prompt, model, tried.more)
        kept = self._failed.get(name) or self._answers.find(name)
        if kept is not None:
            return kept
        if name in self._under_way:
            return await asyncio.shield(self._under_way[name])
        under_way = self._under_way[name] = asyncio.ensure_future(self._bought(name, tried.call(model)))
        under_way.add_done_callback(lambda _: self._under_way.pop(name, None))
        return await under_way

    async def _bought(self, name: str, call: Call) -> Reply:
        """The answer of the model, which is on disk."""
        for _ in range(MOST_LOST):
            reply = await self._paid(name, call)
            if not reply.lost:
                return reply
        self._failed[name] = reply = replace(reply, lost=False, final=True)
        return reply

    async def _paid(self, name: str, call: Call) -> Reply:
        """A reply of the model within the budget; an answer is on disk then."""
        price = self._prices.of(call.model)
        most = estimate(call, price)
        await self._budget.reserve(most.micros)
        used = Usage()
        sent = self._answers.begin(name, most)
        try:
            reply = await self._model.complete(call)
            if reply.input or reply.output:
                micros = price.micros(reply.input, reply.output)
                used = Usage(reply.input, reply.output, micros, 1, call.name, call.model)
            if not used.calls:
                self._failed[name] = reply  # nothing was paid: another run may try again
            elif reply.lost:
                self._answers.pay(used)
            else:
                self._answers.keep(name, reply, used)
        except asyncio.CancelledError:
            raise  # sent, and perhaps paid: the next run counts the most that it can have used
        except BaseException:
            self._answers.end(sent)
            raise
        else:
            self._answers.end(sent)
        finally:
            await self._budget.settle(most.micros, used)
        if used.calls:
            self._report(used)
        return reply

    async def _end(self) -> None:
        mine = asyncio.current_task()
        others = [one for one in asyncio.all_tasks() if one is not mine]
        for one in others:
            one.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._model.close()
