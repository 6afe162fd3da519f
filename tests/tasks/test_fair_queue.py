"""Owners take turns, and nobody is forgotten."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from quire.tasks.builds.fair_queue import Waiting, order

T0 = datetime(2026, 1, 1, tzinfo=UTC)


def wait(number, owner, second=None):
    return Waiting(number, owner, T0 + timedelta(seconds=number if second is None else second))


def test_one_owners_jobs_go_in_their_order():
    jobs = [wait(3, "ann"), wait(1, "ann"), wait(2, "ann")]
    assert [job.job_id for job in order(jobs, {})] == [1, 2, 3]


def test_a_single_book_does_not_wait_for_fifty():
    jobs = [wait(number, "ann") for number in range(50)] + [wait(99, "bob")]
    assert next(job.job_id for job in order(jobs, {"ann": 2})) == 99


def test_owners_alternate():
    jobs = [wait(number, "ann") for number in range(3)] + [wait(number, "bob") for number in range(10, 13)]
    assert [job.owner for job in order(jobs, {})] == ["ann", "bob"] * 3


def test_who_was_served_longest_ago_is_next():
    jobs = [wait(1, "ann"), wait(2, "bob")]
    served = {"ann": T0 + timedelta(hours=2), "bob": T0 + timedelta(hours=1)}
    assert [job.owner for job in order(jobs, {}, served)] == ["bob", "ann"]
    assert next(job.owner for job in order([*jobs, wait(3, "cy")], {}, served)) == "cy"


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 50)), max_size=40),
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3)),
)
def test_everybody_is_there_once_and_shares_are_even(asked, running):
    jobs = [wait(number, owner, second) for number, (owner, second) in enumerate(asked)]
    found = order(jobs, running)
    assert sorted(job.job_id for job in found) == [job.job_id for job in jobs]
    had, left = Counter(running), Counter(job.owner for job in jobs)
    for job in found:
        assert had[job.owner] == min(had[owner] for owner in left if left[owner])
        had[job.owner] += 1
        left[job.owner] -= 1
    for owner in "abcd":
        mine = [job for job in found if job.owner == owner]
        assert mine == sorted(mine, key=lambda job: (job.queued, job.job_id))
