"""The ways in which a request is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.llm.call import Call, Message
from quire.llm.request_dialect import FORMS, Dialect
from tests.llm.endpoint import SCHEMA

CALL = Call("butler.merge", "small", (Message("system", "s"), Message("user", "u")), SCHEMA, 100)


@given(st.sampled_from(FORMS), st.sampled_from(["max_tokens", "max_completion_tokens"]), st.booleans())
def test_a_way_is_remembered(form, length, warmth):
    way = Dialect(form, length, warmth)
    assert Dialect.read(way.text()) == way
    body = way.body(CALL)
    assert body[length] == 100
    assert ("temperature" in body) == warmth
    assert ("response_format" in body) == (form != "words")


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '{"form": "x", "length": "max_tokens", "warmth": true}'])
def test_what_cannot_be_read_is_forgotten(text):
    assert Dialect.read(text) is None


def test_a_proven_way_is_left_only_for_a_named_reason():
    assert Dialect().after("context length exceeded", proven=True) is None
    assert Dialect().after("context length exceeded", proven=False) == Dialect("json_object")
    assert Dialect().after("unknown response_format", proven=True) == Dialect("json_object")
    assert Dialect("words").after("unknown response_format", proven=False) is None


def test_only_schemas_of_the_strict_kind_are_said_to_be():
    loose = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}, "b": {}}}
    call = Call("n", "m", CALL.messages, loose, 10)
    assert Dialect().body(call)["response_format"]["json_schema"]["strict"] is False
    whole = loose | {"required": ["a", "b"], "additionalProperties": False}
    assert Dialect().body(Call("n", "m", CALL.messages, whole, 10))["response_format"]["json_schema"]["strict"] is True
    assert Dialect().body(CALL)["response_format"]["json_schema"]["name"] == "butler_merge"
