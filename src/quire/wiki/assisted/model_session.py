"""A language model as the phases see it, and what becomes of a phase when it goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.asker import Answer, Prompt

__all__ = ["Check", "Model", "ModelSession"]

Check = Callable[[int, Answer], Sequence[str]]
"""Finds faults in the answer to the prompt of this index; each tells the model what to mend."""


class Model(Protocol):
    """Answers prompts with objects; `quire.llm.asker.Asker` is the one."""

    def ask_all(self, prompts: Iterable[Prompt], check: Check = ...) -> Iterator[tuple[int, Answer | None]]:
        """Each prompt's index and its answer without faults, or None, in the order in which they arrive.

        Raises:
            ModelAway, ModelRefused: no use to go on asking.
            Stopped: the run was asked to end, or its budget is spent.
        """


class ModelSession:
    """A model that may be missing or go away while a phase runs; the phase goes on by rules then.

    `Stopped` and `BudgetSpent` pass through: they end the run, which goes on later.
    """

    def __init__(self, model: Model | None, say: Callable[[str, str], None]) -> None:
        """`say` takes a line for the log and its level."""
        self._model = model
        self._say = say

    def there(self) -> bool:
        """Whether there is still somebody to ask."""
        return self._model is not None

    def leave(self, why: str) -> None:
        """Ask no more in this phase."""
        self._model = None
        self._say(f"The model is no longer used in this phase; the rules continue without it: {why}", "warning")

    def ask_all(self, prompts: Sequence[Prompt], check: Check) -> Iterator[tuple[int, Answer | None]]:
        """Every index exactly once; those that nobody answers last, with None."""
        left = dict.fromkeys(range(len(prompts)))
        if self._model is not None and prompts:
            try:
                for index, answer in self._model.ask_all(prompts, check):
                    del left[index]
                    yield index, answer
            except (ModelUnavailable, ModelRefused) as problem:
                self.leave(str(problem))
        for index in left:
            yield index, None
