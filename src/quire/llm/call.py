"""A call as it goes to a model and comes back, and what a model is to the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

__all__ = ["BudgetSpent", "Call", "Message", "Model", "Reply", "Stopped"]


class Stopped(Exception):
    """The run was asked to end; everything so far is on disk."""


class BudgetSpent(Stopped):
    """What the next call may cost is more than is left; everything so far is on disk."""


class Message(NamedTuple):
    """One message of a conversation; role is "system", "user" or "assistant"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """What one request holds: the model's name, the messages, the schema of the answer and its most tokens."""

    name: str
    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, object]
    most_tokens: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: of the answer; "" when there is none.
        input, output: tokens that are paid, also when the answer is no good; estimated where the endpoint does not say.
        fault: why there is no whole answer, in words for the log; "" when there is one.
        final: whether asking again, even otherwise, would be of no use.
        lost: the answer broke off under way; it is paid, and the same call may succeed.
    """

    text: str
    input: int
    output: int
    fault: str = ""
    final: bool = False
    lost: bool = False


class Model(Protocol):
    """What answers calls: `quire.llm.chat_client.ChatClient`, or `quire.llm.scripted_model.ScriptedModel` in tests."""

    async def complete(self, call: Call) -> Reply:
        """The answer to one call.

        Raises:
            ModelAway: the endpoint does not answer, after all retries.
            ModelRefused: it refuses the key or the model.
        """

    async def close(self) -> None:
        """Let go of connections."""
