"""Prices, usage and the budget."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.llm.budget import Budget, BudgetLimit, Price, Prices, Usage, estimate, tokens_of, typical_tokens
from quire.llm.call import BudgetSpent, Call, Message


def test_a_price_is_rounded_up_to_whole_micros():
    assert Price(0.15, 0.6).micros(1_000_000, 1_000_000) == 750_000
    assert Price(0.15, 0.6).micros(1, 0) == 1
    assert Price(2.5, 10).micros(1000, 100) == 3500
    assert Usage(1, 2, 1_500_000).cost == 1.5


def test_a_model_without_a_price_costs_as_the_dearest():
    prices = Prices({"small": Price(1, 2), "large": Price(3, 1)})
    assert prices.of("small") == Price(1, 2)
    assert prices.of("other") == Price(3, 2)
    assert Prices({"small": Price(1, 2), "*": Price(0.5, 0.5)}).of("other") == Price(0.5, 0.5)
    assert Prices({}).of("any").micros(10**6, 10**6) == 0


@given(st.lists(st.tuples(st.integers(1, 100), st.floats(0, 1)), max_size=60), st.integers(0, 1000), st.integers(1, 16))
def test_calls_under_way_never_pass_the_limit(calls, limit, lanes):
    async def run() -> None:
        budget = Budget([BudgetLimit(limit)])
        waiting = iter(calls)
        turned_away = 0

        async def lane() -> None:
            nonlocal turned_away
            for most, share in waiting:
                try:
                    await budget.reserve(most)
                except BudgetSpent:
                    turned_away += 1
                    continue
                await asyncio.sleep(0)
                await budget.settle(most, Usage(micros=int(most * share), calls=1))
                assert budget.used.micros <= limit

        await asyncio.gather(*[lane() for _ in range(lanes)])
        assert budget.used.micros == budget.caps[0].spent <= limit
        assert budget.used.calls + turned_away == len(calls)
        assert budget.is_spent == (turned_away > 0)

    asyncio.run(run())


def test_a_call_waits_for_room_that_may_come():
    async def run() -> None:
        budget = Budget([BudgetLimit(100)])
        await budget.reserve(80)
        second = asyncio.ensure_future(budget.reserve(50))
        await asyncio.sleep(0)
        assert not second.done()
        await budget.settle(80, Usage(micros=20))
        await second
        third = asyncio.ensure_future(budget.reserve(80))
        await budget.settle(50, Usage(micros=50))
        with pytest.raises(BudgetSpent):
            await third

    asyncio.run(run())


@given(st.text(), st.text())
def test_an_estimate_is_no_less_than_a_token_for_two_bytes(system, user):
    call = Call("n", "m", (Message("system", system), Message("user", user)), {"type": "object"}, 50)
    body = len((system + user).encode("utf-8", "replace"))
    assert estimate(call, Price(1, 0)).micros >= body / 2
    assert estimate(call, Price(0, 1)).micros == 50
    assert tokens_of(json.dumps(system)) >= tokens_of("")


def test_typical_tokens_count_characters_by_script():
    assert typical_tokens("") == 0
    assert typical_tokens("four") == 1
    assert typical_tokens("fives") == 2
    assert typical_tokens("装订 book") == 2 + 2
