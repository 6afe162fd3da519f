"""The model of the tests."""

from __future__ import annotations

import asyncio

import pytest

from quire.errors import ModelUnavailable
from quire.llm.call import Call, Message
from quire.llm.scripted_model import ScriptedModel, ScriptedRule

CALL = Call("grow", "m", (Message("system", "s"), Message("user", "About whales.")), {}, 10)


def test_the_first_rule_that_fits_and_has_times_left_answers():
    script = ScriptedModel(
        [
            ScriptedRule("whale", {"a": 1}, times=1),
            ScriptedRule("whale", lambda call: call.name),
            ScriptedRule("x", "y"),
        ]
    )
    texts = [asyncio.run(script.complete(CALL)).text for _ in range(3)]
    assert texts == ['{"a": 1}', "grow", "grow"]
    assert asyncio.run(ScriptedModel().complete(CALL)).text == "{}"
    assert len(script.calls) == 3


def test_it_fails_on_the_call_that_is_named():
    script = ScriptedModel(fails={2: ModelUnavailable()})
    asyncio.run(script.complete(CALL))
    with pytest.raises(ModelUnavailable):
        asyncio.run(script.complete(CALL))
    asyncio.run(script.complete(CALL))
    asyncio.run(script.close())
