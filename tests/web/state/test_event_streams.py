"""The event stream: numbered, replayed, closed at the end, one poller however many listen."""

from __future__ import annotations

import asyncio
import re

import pytest
import sqlalchemy as sa

from quire.store.database import write
from quire.tasks.builds.job_events import JobEvents
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.web.state.event_streams import KEY_CHECK, EventStream, Streams
from tests.tasks.wikis import add_job

pytestmark = pytest.mark.anyio

LOG = ("log", {"level": "info", "msg": "你好\nworld"})


class Client:
    """An ASGI client of one stream that reads as it comes, and can go."""

    def __init__(self, streams, job_id, last=0, closing=None, is_valid=lambda: True):
        self.text = ""
        self.ended = False
        self.status = 0
        self._gone = asyncio.Event()
        stream = EventStream(streams, job_id, last, closing or asyncio.Event(), is_valid)
        self.task = asyncio.ensure_future(stream({}, self._receive, self._send))

    async def _receive(self):
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        else:
            self.text += message["body"].decode()
            self.ended = not message["more_body"]

    async def until(self, condition):
        async with asyncio.timeout(60):
            while not condition(self):
                await asyncio.sleep(0.01)

    async def leave(self):
        self._gone.set()
        await asyncio.wait_for(self.task, 60)

    @property
    def ids(self):
        return [int(found) for found in re.findall(r"^id: (\d+)$", self.text, re.MULTILINE)]


@pytest.fixture
def engine(site):
    return site.keys._engine


@pytest.fixture
def builds(engine, clock):
    return Builds(engine, clock)


@pytest.fixture
def streams(engine):
    return Streams(JobEvents(engine), poll=0.02, ping=0.15)


@pytest.fixture
def running(builds, engine, clock):
    """The id and claim of a job that runs."""
    job_id = add_job(engine, clock, owner="lin")
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    return job_id, claim


async def test_events_come_as_they_happen_and_the_end_closes(builds, streams, running):
    job_id, claim = running
    client = Client(streams, job_id)
    await client.until(lambda c: "retry: 3000\n\n" in c.text)
    builds.note(claim, [LOG] * 3, 1)
    await client.until(lambda c: c.ids == [1, 2, 3])
    assert 'data: {"level":"info","msg":"你好\\nworld"}\n\n' in client.text
    builds.end(claim, JobStatus.FAILED)
    await client.until(lambda c: c.ended)
    assert client.text.endswith('event: done\nid: 4\ndata: {"status":"failed"}\n\n')
    assert client.headers[b"content-type"].startswith(b"text/event-stream")
    await asyncio.wait_for(client.task, 5)
    assert streams.clients == 0


async def test_a_stream_ends_when_its_key_is_revoked(engine, running):
    """The stream looks at its key twice in the twenty seconds that it may live on."""
    assert 2 * KEY_CHECK <= 20
    valid = True
    client = Client(Streams(JobEvents(engine), poll=0.02, key_check=0.02), running[0], is_valid=lambda: valid)
    other = Client(Streams(JobEvents(engine), poll=0.02, key_check=0.02), running[0])
    await client.until(lambda c: "retry: 3000" in c.text)
    assert not client.ended
    valid = False
    await client.until(lambda c: c.ended)
    await asyncio.wait_for(client.task, 5)
    assert not other.ended
    await other.leave()


async def test_a_stream_outlives_an_outage_of_the_database(engine, running):
    def fails() -> bool:
        asked.append(1)
        raise sa.exc.OperationalError("SELECT", {}, Exception("database is locked"))

    asked: list[int] = []
    client = Client(Streams(JobEvents(engine), poll=0.02, key_check=0.01), running[0], is_valid=fails)
    await client.until(lambda _: len(asked) >= 3)
    assert not client.ended
    await client.leave()


async def test_silence_is_filled_with_comments(streams, running):
    client = Client(streams, running[0])
    await client.until(lambda c: c.text.count(": ping\n\n") >= 2)
    await client.leave()
    assert streams.clients == 0
    assert streams._watched == {}


async def test_a_replay_begins_after_the_last_event(builds, streams, running):
    job_id, claim = running
    builds.note(claim, [LOG] * 5, 1)
    client = Client(streams, job_id, last=3)
    await client.until(lambda c: c.ids == [4, 5])
    await client.leave()


async def test_a_long_story_comes_whole_and_in_order(builds, streams, running):
    job_id, claim = running
    for number in range(5):
        builds.note(claim, [LOG] * 333, number + 1)
    clients = [Client(streams, job_id, last=last) for last in (0, 1000, 1664)]
    builds.note(claim, [LOG] * 700, 10)
    builds.end(claim, JobStatus.READY)
    builds.complete(job_id)
    for client, last in zip(clients, (0, 1000, 1664), strict=True):
        await client.until(lambda c: c.ended)
        assert client.ids == [*range(last + 1, 2367)]


async def test_two_hundred_clients_ask_the_database_as_one(builds, streams, running, engine):
    job_id, claim = running
    clients = [Client(streams, job_id) for _ in range(200)]
    for client in clients:
        await client.until(lambda c: c.status == 200)
    await asyncio.sleep(0.2)
    asked = []
    sa.event.listen(engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    builds.note(claim, [LOG] * 20, 1)
    for client in clients:
        await client.until(lambda c: c.ids == [*range(1, 21)])
    # looks for news go on with the clock, but what is new is read once and not by each
    reads = [
        statement for statement in asked if statement.startswith("SELECT") and "quire_job_events.data" in statement
    ]
    assert 1 <= len(reads) < 60
    assert max(len(watched.window) for watched in streams._watched.values()) <= 200
    for client in clients:
        await client.leave()


async def test_a_job_that_is_deleted_ends_its_streams(builds, streams, running):
    client = Client(streams, running[0])
    await client.until(lambda c: c.status == 200)
    builds.delete(running[0], force=True)
    await client.until(lambda c: c.ended)
    await asyncio.wait_for(client.task, 5)


async def test_the_end_of_the_process_ends_streams(streams, running):
    closing = asyncio.Event()
    client = Client(streams, running[0], closing=closing)
    await client.until(lambda c: c.status == 200)
    closing.set()
    await asyncio.wait_for(client.task, 5)
    assert client.ended
    assert "done" not in client.text


async def test_too_many_streams_are_refused(monkeypatch, client, site, running):
    monkeypatch.setattr("quire.web.state.event_streams.MAX_CLIENTS", 0)
    assert (await client.get(f"/api/v1/jobs/{running[0]}/stream")).status_code == 503


async def test_over_http(client, nobody, secret, builds, running):
    job_id, claim = running
    builds.note(claim, [LOG], 1)
    builds.end(claim, JobStatus.FAILED)
    path = f"/api/v1/jobs/{job_id}/stream"
    whole = await client.get(path)
    assert whole.status_code == 200
    assert whole.text.startswith("retry: 3000\n\nevent: log\nid: 1\n")
    assert whole.headers["x-request-id"]
    assert (await client.get(path, headers={"last-event-id": "2"})).status_code == 204
    assert (await client.get(path, headers={"last-event-id": "1"})).text.count("id: ") == 1
    assert (await client.get(path, headers={"last-event-id": "77"})).text.count("id: ") == 2
    assert (await client.get(path, headers={"last-event-id": "x"})).text.count("id: ") == 2
    del nobody.headers["authorization"]
    assert (await nobody.get(path)).status_code == 401
    assert (await nobody.get(f"{path}?access_token={secret}")).status_code == 200
    assert (await nobody.get(f"/api/v1/jobs?access_token={secret}")).status_code == 401


async def test_a_paused_job_goes_on_in_the_same_story(builds, streams, running, engine):
    job_id, claim = running
    builds.pause(job_id)
    builds.let_go(claim)
    client = Client(streams, job_id)
    await client.until(lambda c: c.ended)
    builds.start(job_id)
    again = Client(streams, job_id, last=client.ids[-1])
    await again.until(lambda c: c.ids == [client.ids[-1] + 1])
    await again.leave()
    whole = Client(streams, job_id)
    await whole.until(lambda c: c.ids == [1, 2, 3])
    assert "event: done" not in whole.text
    await whole.leave()
    with write(engine):
        pass
