"""Progress that is written seldom, and waiting that asks seldom."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy.exc import OperationalError

from quire.errors import Cancelled
from quire.tasks import task_events
from quire.tasks.task_events import ProgressWriter, Waiters


@pytest.fixture
def database(sqlite):
    return sqlite


def test_a_beat_writes_the_latest_progress_only(ledger, add):
    add("a")
    _, claim = ledger.claim("a", "w")
    beat = ProgressWriter(ledger, claim)
    for page in range(1, 100):
        beat.report(page, 100)
    assert ledger.find("a").pages_done == 0
    beat.beat()
    assert (ledger.find("a").pages_done, ledger.find("a").pages_total) == (99, 100)
    beat.beat()


def test_a_beat_notices_that_the_task_is_gone(ledger, add):
    add("a")
    beat = ProgressWriter(ledger, ledger.claim("a", "w")[1])
    ledger.delete("a", None)
    with pytest.raises(Cancelled):
        beat.beat()
    beat.report(1, 2)
    with pytest.raises(Cancelled):
        beat.beat()


def test_a_beat_survives_a_database_that_is_away(ledger, add, monkeypatch):
    add("a")
    beat = ProgressWriter(ledger, ledger.claim("a", "w")[1])

    def away(_):
        raise OperationalError("select", {}, Exception("away"))

    monkeypatch.setattr(ledger, "holds", away)
    beat.beat()


class Asked:
    """Counts the questions; answers what it was told has ended."""

    def __init__(self):
        self.count = 0
        self.over: set[str] = set()

    def __call__(self, ids):
        self.count += 1
        return self.over & set(ids)


@pytest.fixture
def asked(monkeypatch):
    monkeypatch.setattr(task_events, "POLL_SECONDS", 0.01)
    return Asked()


def test_many_who_wait_share_one_question(asked):
    waiters = Waiters(asked)

    async def main():
        waiting = [asyncio.create_task(waiters.wait(f"t{number}", 60)) for number in range(200)]
        while asked.count < 3:
            await asyncio.sleep(0)
        asked.over = {f"t{number}" for number in range(200)}
        questions = asked.count
        await asyncio.gather(*waiting)
        return questions

    assert asked.count - asyncio.run(main()) <= 2


def test_waiting_ends_with_the_time(asked):
    async def main():
        await Waiters(asked).wait("t", 0.5)

    asyncio.run(main())
    assert asked.count > 0


def test_nobody_asks_when_nobody_waits(asked):
    waiters = Waiters(asked)

    async def main():
        await waiters.wait("t", 0.03)
        while waiters._pollers:
            await asyncio.sleep(0)
        assert not waiters._waiting
        await waiters.wait("t", 0.03)

    asyncio.run(main())


def test_a_notice_from_a_thread_wakes_at_once(monkeypatch):
    monkeypatch.setattr(task_events, "POLL_SECONDS", 60)
    waiters = Waiters(lambda ids: set())

    async def main():
        waiting = asyncio.create_task(waiters.wait("t", 30))
        while not waiters._waiting:
            await asyncio.sleep(0)
        threading.Thread(target=waiters.notify, args=("t",)).start()
        async with asyncio.timeout(10):
            await waiting

    asyncio.run(main())
    waiters.notify("t")


def test_a_database_that_is_away_is_asked_again(asked):
    def away_once(ids):
        if asked(ids) or asked.count > 1:
            return {"t"}
        raise OperationalError("select", {}, Exception("away"))

    async def main():
        async with asyncio.timeout(10):
            await Waiters(away_once).wait("t", 9)

    asyncio.run(main())
    assert asked.count == 2
