"""Calls over the network, at an endpoint that behaves badly."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time

import pytest

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.call import Call, Message, Reply
from quire.llm.chat_client import ChatClient
from quire.llm.endpoint import Endpoint
from quire.llm.request_dialect import Dialect
from quire.llm.retry_policy import RetryPolicy
from tests.llm.endpoint import GOOD, SCHEMA, Act, endpoint, refused, said

QUICK = RetryPolicy(first=0.001, longest=0.01, away=0.0, least=4, most=6, chance=lambda: 1.0)
STEADY = RetryPolicy(first=0.001, longest=0.01, away=60.0, least=4, most=6, chance=lambda: 1.0)
CALL = Call("grow", "small", (Message("system", "You write."), Message("user", "About whales.")), SCHEMA, 100)
SECRET = "sk-not-to-be-seen"


def complete(url: str, *calls: Call, patience: RetryPolicy = QUICK, seconds: float = 60.0, **more) -> list[Reply]:
    async def talk() -> list[Reply]:
        client = ChatClient(Endpoint(url, SECRET, seconds), patience=patience, **more)
        try:
            return [await client.complete(call) for call in calls or (CALL,)]
        finally:
            await client.close()

    return asyncio.run(talk())


def test_an_answer_comes_back_with_its_tokens():
    with endpoint(said(GOOD)) as here:
        (reply,) = complete(here.url)
    assert (json.loads(reply.text), reply.input, reply.output, reply.fault) == (GOOD, 100, 10, "")
    request = here.requests[0]
    assert here.keys == {f"Bearer {SECRET}"}
    assert (request["model"], request["max_tokens"], request["temperature"]) == ("small", 100, 0)
    assert request["response_format"]["json_schema"] == {"name": "grow", "schema": SCHEMA, "strict": True}
    assert "tools" not in request
    assert "functions" not in request


@pytest.mark.parametrize(
    "trouble",
    [
        refused(429, "slow down", Retry_After="0"),
        refused(429, "slow down", Retry_After="Wed, 21 Oct 2026 07:28:00 GMT"),
        refused(408),
        refused(500),
        refused(503, retry_after_ms="2"),
        Act(502, b"<html>bad gateway</html>"),
        Act(close=True),
    ],
)
def test_passing_trouble_is_tried_again(trouble: Act):
    with endpoint([trouble, trouble, said(GOOD)]) as here:
        (reply,) = complete(here.url)
    assert json.loads(reply.text) == GOOD
    assert len(here.requests) == 3


def test_an_endpoint_that_never_answers_is_away():
    with endpoint(refused(503)) as here, pytest.raises(ModelUnavailable):
        complete(here.url)
    assert len(here.requests) == QUICK.least


def test_an_endpoint_that_is_not_there_is_away():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    with pytest.raises(ModelUnavailable):
        complete(url)


def test_one_call_that_always_fails_is_no_good_while_others_are_answered():
    with endpoint(lambda _, request: refused(500) if "bad" in str(request["messages"]) else said(GOOD)) as here:
        bad = Call("grow", "small", (Message("system", "s"), Message("user", "bad")), SCHEMA, 100)
        replies = complete(here.url, CALL, bad, CALL, patience=STEADY)
    assert [reply.final for reply in replies] == [False, True, False]
    assert (replies[1].input, replies[1].output) == (0, 0)
    assert "500" in replies[1].fault


def test_an_answer_that_is_late_is_tried_again():
    never = threading.Event()
    with endpoint([Act(wait=never), said(GOOD)]) as here:
        (reply,) = complete(here.url, seconds=1.0)
        never.set()
    assert json.loads(reply.text) == GOOD


@pytest.mark.parametrize("cut", [0, 1, 100])
def test_a_body_that_breaks_off_is_paid_and_said_to_be_lost(cut: int):
    act = said(GOOD)
    act.cut = cut
    with endpoint(act) as here:
        (reply,) = complete(here.url)
    assert reply.lost
    assert reply.input > 0
    assert len(here.requests) == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": 7}]}', b"<html>"])
def test_a_body_of_another_form_is_lost(body: bytes):
    with endpoint(Act(body=body)) as here:
        (reply,) = complete(here.url)
    assert reply.lost
    assert reply.text == ""


def test_a_body_without_end_is_given_up_while_it_arrives():
    with endpoint(said("whale " * 400_000)) as here:
        began = time.process_time()
        (reply,) = complete(here.url)
        assert time.process_time() - began < 20
    assert reply.text == ""
    assert "too long" in reply.fault
    assert 600_000 <= reply.output <= 700_000  # paid, though it was not read
    assert len(here.requests) == 1


@pytest.mark.parametrize("status", [401, 402, 403, 404, 301])
def test_a_refusal_is_clear_and_not_tried_again(status: int):
    act = refused(status, f"Incorrect API key provided: {SECRET}", Location="http://127.0.0.1:9/")
    with endpoint(act) as here, pytest.raises(ModelRefused, match=str(status)) as found:
        complete(here.url)
    assert len(here.requests) == 1
    assert SECRET not in str(found.value)
    assert SECRET not in repr(Endpoint(here.url, SECRET))


def test_an_account_without_money_is_a_refusal():
    with endpoint(refused(429, "You exceeded your quota", "insufficient_quota")) as here, pytest.raises(ModelRefused):
        complete(here.url)
    assert len(here.requests) == 1


def test_the_way_to_say_it_is_found_out_once():
    def picky(_: int, request: dict) -> Act:
        if "max_tokens" in request:
            return refused(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in request:
            return refused(400, "Unsupported value: 'temperature' does not support 0.")
        if request.get("response_format", {}).get("type") == "json_schema":
            return refused(400, "response_format json_schema is not supported")
        return said(GOOD)

    found: list[Dialect] = []
    with endpoint(picky) as here:
        replies = complete(here.url, CALL, CALL, on_dialect=found.append)
        assert [json.loads(reply.text) for reply in replies] == [GOOD, GOOD]
        assert len(here.requests) == 5
        assert found == [Dialect("json_object", "max_completion_tokens", warmth=False)]
        complete(here.url, dialect=Dialect.read(found[0].text()))
        assert len(here.requests) == 6


def test_an_endpoint_that_knows_no_form_is_asked_in_words():
    with endpoint(lambda _, r: refused(422, "extra fields") if "response_format" in r else said(GOOD)) as here:
        (reply,) = complete(here.url)
    assert json.loads(reply.text) == GOOD
    assert '"required":["title","pages"]' in here.requests[-1]["messages"][0]["content"]


def test_a_call_that_is_never_taken_is_no_good():
    with endpoint([said(GOOD), refused(400, "context length exceeded")]) as here:
        replies = complete(here.url, CALL, CALL)
    assert [reply.final for reply in replies] == [False, True]
    assert len(here.requests) == 2
    with endpoint(refused(400, "max_tokens max_completion_tokens temperature response_format")) as here:
        (reply,) = complete(here.url)
    assert reply.final
    assert len(here.requests) < 12


def test_refusals_and_cut_answers_are_faults():
    acts = [
        said(None, refusal="I cannot help with that."),
        said("{", finish="length"),
        said("", finish="content_filter"),
        said(""),
        said([{"type": "text", "text": "{}"}]),
    ]
    with endpoint(acts) as here:
        replies = complete(here.url, *[CALL] * len(acts))
    assert [reply.final for reply in replies] == [True, False, True, False, False]
    assert [bool(reply.fault) for reply in replies] == [True, True, True, True, False]
    assert "shorter" in replies[1].fault


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": "many"}, {"prompt_tokens": -1}, [], 7])
def test_tokens_are_estimated_where_the_endpoint_does_not_say(usage: object):
    with endpoint(said(GOOD, usage=usage)) as here:
        (reply,) = complete(here.url)
    assert reply.input == 5
    assert reply.output > 0


def test_all_calls_wait_when_the_endpoint_asks_for_it():
    times: list[float] = []

    def busy(number: int, _: dict) -> Act:
        times.append(time.monotonic())
        return refused(429, "wait", Retry_After="1") if number == 1 else said(GOOD)

    async def talk(url: str) -> None:
        client = ChatClient(Endpoint(url), patience=RetryPolicy(first=0.001, longest=0.4, chance=lambda: 1.0))
        await asyncio.gather(client.complete(CALL), _after(0.3, client.complete(CALL)))
        await client.close()

    with endpoint(busy) as here:
        asyncio.run(talk(here.url))
    assert min(times[1:]) - times[0] > 0.8


async def _after(seconds: float, work) -> None:
    await asyncio.sleep(seconds)
    await work
