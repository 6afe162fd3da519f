"""The slot pool: as many tasks at once as slots, and what becomes of the others when it is closed."""

from __future__ import annotations

import asyncio
import threading

import pytest

from quire.tasks.slot_pool import SlotPool
from quire.tasks.slots import Caps
from tests.tasks.conftest import until


class FakeWork:
    """Each task runs until it is let go or stopped; a stopped one was not ended."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.begun = []
        self.cores = []
        self.let_go = threading.Event()

    def run(self, task_id, slot, stop, cores, *, again=False):
        self.cores.append(cores)
        self.begun.append(task_id)
        until(lambda: self.let_go.is_set() or stop.is_set())
        return not stop.is_set()


@pytest.fixture
def work(tmp_path):
    return FakeWork(tmp_path / "scratch" / "me")


@pytest.fixture
def pool(work):
    pool = SlotPool(work, 1, Caps(seconds=60, memory=400 << 20))
    yield pool
    pool.wind_down(0)
    pool.close()
    assert not work.scratch.exists()


async def settled(condition):
    """Let the loop turn until something holds."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


def test_tasks_take_turns(pool, work):
    async def main():
        doing = [asyncio.create_task(pool.do(name)) for name in "abc"]
        await settled(lambda: work.begun == ["a"])
        assert pool.in_hand() == {"a", "b", "c"}
        work.let_go.set()
        await asyncio.gather(*doing)

    asyncio.run(main())
    assert work.begun == ["a", "b", "c"]
    assert pool.in_hand() == set()


def test_stop_reaches_a_running_task_and_one_that_waits(pool, work):
    async def main():
        doing = {name: asyncio.create_task(pool.do(name)) for name in "ab"}
        await settled(lambda: work.begun == ["a"])
        pool.stop("a")
        pool.stop("nobody")
        await doing["a"]
        pool.stop("b")
        await doing["b"]

    asyncio.run(main())


def test_cancelling_stops_the_slot_before_it_returns(pool, work):
    async def main():
        doing = [asyncio.create_task(pool.do(name)) for name in "ab"]
        await settled(lambda: work.begun == ["a"])
        for task in doing:
            task.cancel()
        assert [type(end) for end in await asyncio.gather(*doing, return_exceptions=True)] == [
            asyncio.CancelledError,
            asyncio.CancelledError,
        ]

    asyncio.run(main())
    assert work.begun == ["a"]
    assert pool.in_hand() == set()


def test_a_closed_floor_ends_no_task_that_was_not_done(pool, work):
    """What runs is stopped, what waits is not begun; neither returns, or the engine would take it for done."""

    async def main():
        doing = [asyncio.create_task(pool.do(name)) for name in "ab"]
        await settled(lambda: work.begun == ["a"])
        await asyncio.to_thread(pool.wind_down, 0.05)
        await settled(lambda: pool._running == 0)
        last = pool._slots.submit(lambda slot: None)
        await asyncio.wrap_future(last)
        done, _ = await asyncio.wait(doing, timeout=0.1)
        assert not done
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    asyncio.run(main())
    assert work.begun == ["a"]


def test_winding_down_waits_for_what_ends_in_time(pool, work):
    async def main():
        doing = asyncio.create_task(pool.do("a"))
        await settled(lambda: work.begun == ["a"])
        closing = asyncio.create_task(asyncio.to_thread(pool.wind_down, 60))
        await settled(lambda: pool._closing)
        work.let_go.set()
        await doing
        await closing

    asyncio.run(main())


@pytest.mark.parametrize(("memory", "shares"), [(4096 << 20, [4, 2]), (300 << 20, [1, 1])])
def test_tasks_share_the_cores_as_far_as_their_memory_goes(work, memory, shares):
    pool = SlotPool(work, 2, Caps(seconds=60, memory=memory), cores=4)

    async def main():
        first = asyncio.create_task(pool.do("a"))
        await settled(lambda: work.begun == ["a"])
        second = asyncio.create_task(pool.do("b"))
        await settled(lambda: work.begun == ["a", "b"])
        work.let_go.set()
        await asyncio.gather(first, second)

    try:
        asyncio.run(main())
    finally:
        pool.wind_down(0)
        pool.close()
    assert work.cores == shares
