"""The one mechanism by which workers hold rows, tried on the table of duties, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from quire.store.database import write
from quire.store.schema import duties as rows
from quire.tasks.claims import Claim, Claims

CLAIMS: Claims[str] = Claims(rows.c.name, rows.c.runner, rows.c.attempt, lock=1)


@pytest.fixture
def row(engine, clock):
    """`row("a")` makes a free row."""

    def row(name):
        with write(engine) as connection:
            connection.execute(sa.insert(rows).values(name=name, due=clock.now(), attempt=0))

    return row


def take(engine, name, worker):
    with CLAIMS.taking(engine) as connection:
        found = CLAIMS.take(connection, name, worker, values={})
    return None if found is None else Claim(name, worker, found["attempt"])


def test_one_of_many_takes_a_row(engine, row):
    row("a")
    with ThreadPoolExecutor(8) as pool:
        found = [one.result() for one in [pool.submit(take, engine, "a", f"w{number}") for number in range(8)]]
    (claim,) = [one for one in found if one]
    assert CLAIMS.all(engine) == [claim]
    assert CLAIMS.is_held(engine, claim)


def test_what_does_not_meet_its_conditions_is_not_taken(engine, row):
    row("a")
    with CLAIMS.taking(engine) as connection:
        assert CLAIMS.take(connection, "a", "w", rows.c.attempt > 5, values={}) is None
        assert CLAIMS.take(connection, "b", "w", values={}) is None


@pytest.mark.parametrize("second", ["w1", "w2"])
def test_an_old_claim_changes_nothing(engine, row, second):
    row("a")
    old = take(engine, "a", "w1")
    with write(engine) as connection:
        assert CLAIMS.let_go(connection, old)
        assert not CLAIMS.let_go(connection, old)
    new = take(engine, "a", second)
    assert (new.attempt, old.attempt) == (2, 1)
    with write(engine) as connection:
        assert not CLAIMS.change(connection, old, {"attempt": 99})
        assert not CLAIMS.let_go(connection, old)
    assert CLAIMS.is_held(engine, new)
    assert not CLAIMS.is_held(engine, old)


def test_what_is_lost(engine, row):
    for name in "abcd":
        row(name)
    gone, there, dropped, worked = (
        take(engine, name, worker) for name, worker in zip("abcd", ("gone", "there", "me", "me"), strict=True)
    )
    assert set(CLAIMS.lost(engine, lambda: {"there", "me"}, "me", {"d"})) == {gone, dropped}
    assert CLAIMS.is_held(engine, there)
    assert CLAIMS.is_held(engine, worked)


def test_who_signs_on_and_takes_while_one_looks_is_not_lost(engine, row):
    """The claims are read before the workers: a worker is there before its first claim."""
    row("a")

    def alive():
        take(engine, "a", "new")
        return set()

    assert CLAIMS.lost(engine, alive, "me", ()) == []
