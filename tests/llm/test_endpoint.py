"""What an endpoint means by an error; how clients take it is tested with them."""

from __future__ import annotations

from types import SimpleNamespace

import openai
import pytest

from quire.errors import ModelRefused
from quire.llm.endpoint import Endpoint, EndpointFailure, endpoint_failure


def error(status: int, said: object = None, **headers: str) -> openai.APIStatusError:
    answer = SimpleNamespace(status_code=status, headers=headers, request=None)
    return openai.APIStatusError("no", response=answer, body=said)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503])
def test_trouble_that_may_pass(status: int):
    found = endpoint_failure(error(status, **{"retry-after": "3"}), "small")
    assert (found.status, found.after, found.is_complaint) == (status, 3.0, False)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_that_is_not_taken_is_a_complaint(status: int):
    found = endpoint_failure(error(status, {"message": "no temperature"}), "small")
    assert found.is_complaint
    assert "no temperature" in found.said


@pytest.mark.parametrize("status", [301, 307, 401, 402, 403, 404])
def test_a_refusal_says_why_and_nothing_that_the_endpoint_said(status: int):
    with pytest.raises(ModelRefused, match=str(status)) as found:
        endpoint_failure(error(status, "Incorrect API key provided: sk-1234"), "small")
    assert "sk-1234" not in str(found.value)


def test_the_name_of_an_unknown_model_is_told():
    with pytest.raises(ModelRefused, match="“large”"):
        endpoint_failure(error(404), "large")


def test_no_answer_is_no_complaint():
    assert not EndpointFailure(0, "no answer", "").is_complaint


def test_the_key_is_in_no_text():
    assert "sk-1234" not in repr(Endpoint("http://127.0.0.1", "sk-1234"))
