"""Scopes, roles and token buckets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.access.permissions import ROLE_SCOPES, Buckets, Rate, Role, Scope, parse_role, parse_scopes
from quire.clock import FakeClock
from quire.errors import BadRequest


def test_no_scopes_means_all_of_the_role():
    assert parse_scopes([], Role.USER) == ROLE_SCOPES[Role.USER]
    assert parse_scopes([""], Role.ADMIN) == frozenset(Scope)
    assert Scope.ADMIN not in ROLE_SCOPES[Role.USER]


def test_named_scopes():
    assert parse_scopes([" Parse ", "finance"], Role.USER) == {Scope.PARSE, Scope.FINANCE}


@pytest.mark.parametrize("words", [["parse", "everything"], ["admin"]])
def test_scopes_that_cannot_be(words):
    with pytest.raises(BadRequest):
        parse_scopes(words, Role.USER)


def test_a_role_that_is_none():
    with pytest.raises(BadRequest):
        parse_role("root")


@pytest.mark.parametrize(("limit", "burst"), [(60, 20), (3, 3), (1, 1), (0, 0), (1000, 333), (30, 20)])
def test_bursts_of_submissions(limit, burst):
    assert Rate.submissions(limit).burst == burst


def test_a_bucket_gives_its_burst_and_then_one_a_second():
    clock = FakeClock()
    buckets, rate = Buckets(clock), Rate.submissions(60)
    assert [buckets.take("a", rate).allowed for _ in range(21)] == [True] * 20 + [False]
    clock.advance(1)
    assert buckets.take("a", rate).allowed
    assert not buckets.take("a", rate).allowed
    clock.advance(3600)
    assert [buckets.take("a", rate).allowed for _ in range(21)] == [True] * 20 + [False]


def test_buckets_are_apart():
    buckets, rate = Buckets(FakeClock()), Rate.submissions(1)
    assert buckets.take("a", rate).allowed
    assert not buckets.take("a", rate).allowed
    assert buckets.take("b", rate).allowed
    assert buckets.take("a", Rate.reads(1)).allowed


def test_no_limit_takes_nothing_and_says_nothing():
    taken = Buckets(FakeClock()).take("a", Rate.reads(0))
    assert taken.allowed
    assert taken.headers == []


def test_the_headers_of_a_refusal():
    clock = FakeClock()
    buckets, rate = Buckets(clock), Rate.submissions(6)
    for _ in range(6):
        headers = dict(buckets.take("a", rate).headers)
    assert headers == {"RateLimit-Policy": '"submit";q=6;w=60;burst=6', "RateLimit": '"submit";r=0;t=60'}
    clock.advance(4)
    assert dict(buckets.take("a", rate).headers)["Retry-After"] == "6"


def test_the_memory_is_bounded():
    buckets, rate = Buckets(FakeClock(), kept=10), Rate.reads(5)
    for number in range(1000):
        buckets.take(str(number), rate)
    assert len(buckets._levels) == 10


@given(
    limit=st.integers(1, 500),
    pauses=st.lists(st.floats(0, 30, allow_nan=False), min_size=1, max_size=60),
)
def test_no_more_than_burst_and_rate_in_any_time(limit, pauses):
    clock = FakeClock()
    buckets, rate = Buckets(clock), Rate.submissions(limit)
    allowed, spent = 0, 0.0
    for pause in pauses:
        clock.advance(pause)
        spent += pause
        taken = buckets.take("a", rate)
        allowed += taken.allowed
        assert 0 <= taken.remaining <= rate.burst
        assert taken.allowed or taken.retry_after >= 1
        assert allowed <= rate.burst + spent * limit / 60 + 1e-6


@given(limit=st.integers(1, 500), count=st.integers(1, 600))
def test_waiting_as_told_is_enough(limit, count):
    clock = FakeClock()
    buckets, rate = Buckets(clock), Rate.submissions(limit)
    for _ in range(count):
        taken = buckets.take("a", rate)
        if not taken.allowed:
            clock.advance(taken.retry_after)
            assert buckets.take("a", rate).allowed
            return
