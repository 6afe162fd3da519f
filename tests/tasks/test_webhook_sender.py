"""Webhooks: what is sent, how it is signed, and what each answer leads to."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import hmac
import json
import threading

import pytest
from sqlalchemy.exc import OperationalError

from quire.errors import BadRequest
from quire.tasks.batches import Batches
from quire.tasks.webhook_deliveries import Deliveries, DeliveryState
from quire.tasks.webhook_sender import AT_ONCE, Sender, message, secret_of, signature
from tests.tasks.conftest import until
from tests.tasks.test_webhook_deliveries import URL, ended

__all__ = ["ended"]

SECRET = b"s" * 32


class Receiver:
    """Answers as it is told; keeps what it was sent."""

    def __init__(self) -> None:
        self.answer: int | Exception = 204
        self.got: list[tuple[str, bytes, dict[str, str]]] = []

    def __call__(self, url, body, headers):
        self.got.append((url, body, dict(headers)))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def receiver():
    return Receiver()


@pytest.fixture
def deliveries(engine, clock):
    return Deliveries(engine, clock)


@pytest.fixture
def sender(deliveries, ledger, receiver, clock):
    return Sender(deliveries, ledger.find, receiver, SECRET, clock, batches=Batches(ledger.engine, clock))


def send_all(sender, worker="w") -> int:
    """Send what is due, several at once, as a worker does; how many."""
    works = []
    while sender.room(len(works)) and (work := sender.take(worker)) is not None:
        works.append(work)
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return len(works)


def test_the_signature_is_the_one_of_the_specification():
    """The example of the Standard Webhooks specification."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == expected


def test_what_is_sent(sender, receiver, ended, ledger, clock):
    ended("a")
    assert send_all(sender) == 1
    ((url, body, headers),) = receiver.got
    said = json.loads(body)
    task = ledger.find("a")
    assert (url, said["type"]) == (URL, "task.failed")
    assert said["data"]["task_id"] == "a"
    assert said["data"]["error"] == task.error
    assert said["data"]["result"] == "/api/parse/result/a"
    key = base64.b64decode(secret_of(SECRET, "ann").removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"
    assert int(headers["webhook-timestamp"]) == int(clock.now().timestamp())


def test_the_duration_is_rounded_as_in_the_result(ended, ledger):
    ended("a")
    task = dataclasses.replace(ledger.find("a"), duration=0.8831658330000209)
    assert message(task)["data"]["duration"] == 0.883
    assert message(dataclasses.replace(task, duration=None))["data"]["duration"] is None


def test_owners_have_secrets_of_their_own():
    assert len({secret_of(SECRET, "ann"), secret_of(SECRET, "bob"), secret_of(b"t" * 32, "ann")}) == 3


@pytest.mark.parametrize(
    ("answer", "state", "error"),
    [
        (200, DeliveryState.DELIVERED, ""),
        (299, DeliveryState.DELIVERED, ""),
        (302, DeliveryState.WAITING, ""),
        (410, DeliveryState.FAILED, ""),
        (500, DeliveryState.WAITING, ""),
        (ConnectionRefusedError(), DeliveryState.WAITING, "No answer (ConnectionRefusedError)."),
        (BadRequest("This address is not allowed."), DeliveryState.WAITING, "This address is not allowed."),
    ],
)
def test_each_answer_leads_somewhere(sender, receiver, deliveries, ended, answer, state, error):
    ended("a")
    receiver.answer = answer
    send_all(sender)
    (one,) = deliveries.of("a")
    assert (one.state, one.log[-1].error) == (state, error)
    assert send_all(sender) == 0


def test_the_id_stays_over_the_attempts(sender, receiver, ended, clock):
    ended("a")
    receiver.answer = 503
    for _ in range(2):
        send_all(sender)
        clock.advance(86_400)
    first, second = receiver.got
    assert first[2]["webhook-id"] == second[2]["webhook-id"]
    assert first[2]["webhook-timestamp"] != second[2]["webhook-timestamp"]


@pytest.mark.parametrize("moment", ["find", "note"])
def test_a_message_is_sent_again_when_the_database_is_away(deliveries, receiver, ended, ledger, clock, moment):
    away = True

    class Away(Deliveries):
        def delivered(self, one, claim, attempt):
            if away and moment == "note":
                raise OperationalError("UPDATE", {}, OSError("disk I/O error"))
            super().delivered(one, claim, attempt)

    def find(task_id):
        if away and moment == "find":
            raise OperationalError("SELECT", {}, OSError("disk I/O error"))
        return ledger.find(task_id)

    sender = Sender(Away(ledger.engine, clock), find, receiver, SECRET, clock, batches=Batches(ledger.engine, clock))
    ended("a")
    assert send_all(sender) == 1
    (waiting,) = deliveries.of("a")
    assert (waiting.state, waiting.attempts) == (DeliveryState.WAITING, 0)
    away = False
    assert send_all(sender) == 0
    sender.take_back(lambda: {"w"}, "w", ())  # this worker does nothing about it any more
    assert send_all(sender) == 1
    (told,) = deliveries.of("a")
    assert (told.state, told.attempts) == (DeliveryState.DELIVERED, 1)


def test_one_that_hangs_does_not_hold_the_others_up(deliveries, ledger, ended, clock):
    go, sent = threading.Event(), []

    def post(url, body, headers):
        name = json.loads(body)["data"]["task_id"]
        if name == "t0":
            assert go.wait(60)
        sent.append(name)
        return 204

    for number in range(AT_ONCE):
        ended(f"t{number}")
    sender = Sender(deliveries, ledger.find, post, SECRET, clock, batches=Batches(ledger.engine, clock))
    turn = threading.Thread(target=send_all, args=(sender,))
    turn.start()
    until(lambda: len(sent) == AT_ONCE - 1)
    go.set()
    turn.join(60)
    assert sorted(sent) == [f"t{number}" for number in range(AT_ONCE)]
