"""How long is waited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.llm.retry_policy import RetryPolicy, retry_after


@given(st.integers(1, 10_000), st.one_of(st.none(), st.floats(0, 1e12)), st.floats(0, 1))
def test_a_wait_is_never_longer_than_the_cap(tries: int, asked: float | None, chance: float):
    patience = RetryPolicy(chance=lambda: chance)
    seconds = patience.wait(tries, asked)
    assert 0 < seconds <= 3 * patience.longest
    assert asked is None or seconds >= min(asked, 3 * patience.longest)


def test_waits_double():
    patience = RetryPolicy(first=1, longest=20, chance=lambda: 1.0)
    assert [patience.wait(tries, None) for tries in (1, 2, 3, 6, 7)] == [1, 2, 4, 20, 20]


def test_what_an_answer_asks_for():
    assert retry_after({"retry-after": "3"}) == 3
    assert retry_after({"retry-after-ms": "1500", "retry-after": "9"}) == 1.5
    for odd in ("", "soon", "-1", "inf", "nan", "Wed, 21 Oct 2026 07:28:00 GMT"):
        assert retry_after({"retry-after": odd}) is None
