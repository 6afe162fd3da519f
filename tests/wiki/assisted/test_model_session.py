"""A model that goes away leaves the phase to the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.asker import Prompt, Stopped
from quire.wiki.assisted.model_session import ModelSession

PROMPTS = [Prompt("grow", "1", "s", str(at), {}) for at in range(5)]


class Flighty:
    """Answers some prompts out of order, then fails."""

    def __init__(self, error: Exception | None, answers: tuple[int, ...]) -> None:
        self.error, self.answers, self.asked = error, answers, 0

    def ask_all(self, prompts, check) -> Iterator[tuple[int, dict[str, int] | None]]:
        self.asked += 1
        for at in self.answers:
            yield at, {"at": at}
        if self.error:
            raise self.error


def none(_: int, __: object) -> list[str]:
    return []


@pytest.mark.parametrize("error", [ModelUnavailable("gone"), ModelRefused("no such key")])
def test_every_prompt_comes_back_once(error: Exception):
    said: list[tuple[str, str]] = []
    model = Flighty(error, (3, 0))
    helper = ModelSession(model, lambda *line: said.append(line))
    answers = list(helper.ask_all(PROMPTS, none))
    assert answers == [(3, {"at": 3}), (0, {"at": 0}), (1, None), (2, None), (4, None)]
    assert not helper.there()
    assert [level for _, level in said] == ["warning"]
    assert list(helper.ask_all(PROMPTS[:2], none)) == [(0, None), (1, None)]
    assert model.asked == 1


def test_a_stop_passes_through():
    helper = ModelSession(Flighty(Stopped(), (1,)), lambda *_: None)
    with pytest.raises(Stopped):
        list(helper.ask_all(PROMPTS, none))
    assert helper.there()


def test_no_model_answers_nothing():
    helper = ModelSession(None, lambda *_: None)
    assert not helper.there()
    assert list(helper.ask_all(PROMPTS, none)) == [(at, None) for at in range(5)]
