"""What was used: added up by day, key, owner and service, inside the transaction that ends what it counts."""

from __future__ import annotations

import contextlib
from datetime import date

import pytest

from quire.clock import FakeClock
from quire.store.database import connect, write
from quire.store.usage_log import Amount, Consumer, UsageLog, UsageRow, count, count_for_wiki

MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)
LIN, WANG = Consumer("k1", "lin", "parse"), Consumer("k2", "wang", "wiki")


@pytest.fixture
def engine(database):
    engine = connect(database.fresh())
    yield engine
    engine.dispose()


def test_amounts_of_a_day_are_added_up(engine) -> None:
    log = UsageLog(engine, FakeClock())
    with write(engine) as connection:
        count(connection, MONDAY, LIN, Amount(documents=1, pages=3, cpu_ms=250))
        count(connection, MONDAY, LIN, Amount(documents=1, pages=2, cpu_ms=50))
        count(connection, TUESDAY, LIN, Amount(documents=1))
        count(connection, TUESDAY, WANG, Amount(tokens=12, cost_micros=7))
        count(connection, TUESDAY, WANG, Amount())  # nothing is no row
    everything = [
        UsageRow(TUESDAY, LIN, Amount(documents=1)),
        UsageRow(TUESDAY, WANG, Amount(tokens=12, cost_micros=7)),
        UsageRow(MONDAY, LIN, Amount(2, 5, 300)),
    ]
    assert log.since(MONDAY) == everything
    assert log.since(TUESDAY) == everything[:2]
    assert log.since(MONDAY, "lin") == [everything[0], everything[2]]
    assert Amount(1, 2, 3, 4, 5) + Amount(1, 1, 1, 1, 1) == Amount(2, 3, 4, 5, 6)


def test_what_is_rolled_back_was_not_used(engine) -> None:
    with contextlib.suppress(ZeroDivisionError), write(engine) as connection:
        count(connection, MONDAY, LIN, Amount(documents=1))
        raise ZeroDivisionError
    assert UsageLog(engine, FakeClock()).since(MONDAY) == []


def test_a_wiki_that_is_gone_counts_for_nobody(engine) -> None:
    with write(engine) as connection:
        count_for_wiki(connection, MONDAY, 4711, Amount(tokens=5))
    assert UsageLog(engine, FakeClock()).since(MONDAY) == []
