"""Places are shared by key, in turns."""

from __future__ import annotations

import asyncio

import pytest

from quire.errors import TooManyRequests
from quire.web.state.fair_turns import Turns

pytestmark = pytest.mark.anyio


def turns(**changes: int) -> Turns:
    return Turns(2, **{"held": 1, "waiting": 3, "waiting_together": 5, **changes})


async def settled(*tasks: asyncio.Task[int]) -> list[bool]:
    for _ in range(5):
        await asyncio.sleep(0)
    return [task.done() for task in tasks]


async def test_one_key_never_holds_every_place():
    shared = turns()
    first = await shared.take("a")
    second = asyncio.create_task(shared.take("a"))
    assert await settled(second) == [False]
    other = await asyncio.wait_for(shared.take("b"), 1)
    shared.give(first, "a")
    assert await asyncio.wait_for(second, 1) == first
    shared.give(other, "b")


async def test_keys_take_turns():
    shared = turns(waiting=9, waiting_together=99)
    first, second = await shared.take("a"), await shared.take("b")
    waiting = [asyncio.create_task(shared.take(key)) for key in "ccccd"]
    assert await settled(*waiting) == [False] * 5
    shared.give(first, "a")
    assert await settled(*waiting) == [True, False, False, False, False]
    shared.give(second, "b")
    assert await settled(*waiting) == [True, False, False, False, True]
    for task in waiting[1:4]:
        task.cancel()


async def test_the_queue_of_a_key_and_of_all_is_bounded():
    shared = turns()
    await shared.take("a")
    waiting = [asyncio.create_task(shared.take("a")) for _ in range(3)]
    await settled(*waiting)
    with pytest.raises(TooManyRequests):
        await shared.take("a")
    await shared.take("b")
    waiting += [asyncio.create_task(shared.take("b")) for _ in range(2)]
    await settled(*waiting)
    with pytest.raises(TooManyRequests):
        await shared.take("c")
    for task in waiting:
        task.cancel()


async def test_who_goes_loses_the_turn_and_no_place():
    shared = turns(held=2)
    first, second = await shared.take("a"), await shared.take("a")
    gone, came = asyncio.create_task(shared.take("b")), asyncio.create_task(shared.take("b"))
    await settled(gone, came)
    gone.cancel()
    await settled(gone)
    shared.give(first, "a")
    assert await asyncio.wait_for(came, 1) == first
    late = asyncio.create_task(shared.take("c"))
    await settled(late)
    shared.give(second, "a")
    late.cancel()  # the place is its own already, but it was not told
    await settled(late)
    assert await asyncio.wait_for(shared.take("d"), 1) == second
