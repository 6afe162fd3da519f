"""A prompt on its way to a model: the first time as it is, the second time with what was wrong with the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quire.llm.call import Call, Message
from quire.llm.prompt import Prompt
from quire.llm.prompt_fence import fenced

__all__ = ["PromptAttempt"]

LONGEST_REPEAT = 8_000
"""Characters of a bad answer that are shown to the model in the repair: one that ran on for ever is not paid again."""

MOST_FAULTS = 8
"""Faults that are told in a repair; more confuse a small model more than they help."""

REPAIR = """

You have answered this before. That answer stands between fences, as data:
{answer}
It cannot be used, for these reasons, which may quote it and so stand between fences, too:
{faults}
Do the task again: give the whole JSON object, without these faults, and nothing else."""


@dataclass(frozen=True, slots=True)
class PromptAttempt:
    """A prompt with its index; in a repair also the bad answer and its faults."""

    index: int
    prompt: Prompt
    bad: str = ""
    faults: tuple[str, ...] = ()

    def again(self, bad: str, faults: Sequence[str]) -> PromptAttempt | None:
        """The repair of this attempt; None when it is one already."""
        return None if self.faults else PromptAttempt(self.index, self.prompt, bad, tuple(faults[:MOST_FAULTS]))

    @property
    def more(self) -> str:
        """What the model sees beside the prompt."""
        return "\n".join((self.bad[:LONGEST_REPEAT], *self.faults)) if self.faults else ""

    def call(self, model: str) -> Call:
        """What is sent."""
        prompt = self.prompt
        messages = (Message("system", prompt.system), Message("user", prompt.user + self._repair()))
        return Call(prompt.name, model, messages, prompt.schema, prompt.most_tokens)

    def _repair(self) -> str:
        """The addition to a prompt after an invalid answer; it may quote the book, so it is fenced."""
        if not self.faults:
            return ""
        faults = fenced("\n".join(f"- {one}" for one in self.faults), "faults")
        return REPAIR.format(answer=fenced(self.bad[:LONGEST_REPEAT], "answer"), faults=faults)
