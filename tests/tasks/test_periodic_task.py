"""Duties."""

from __future__ import annotations

import logging
import threading

import pytest
from sqlalchemy.exc import OperationalError

from quire.tasks.periodic_task import PeriodicTask


def test_a_duty_goes_on_whatever_a_turn_raises_and_says_once_that_the_database_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = OperationalError("select", {}, OSError("gone"))
    outcomes = iter([away, away, None, ValueError("odd"), away])
    done = threading.Event()

    def turn() -> None:
        outcome = next(outcomes, done)
        if outcome is done:
            done.set()
        elif isinstance(outcome, Exception):
            raise outcome

    duty = PeriodicTask("sweeping", turn, 0.001)
    with caplog.at_level(logging.WARNING):
        duty.start()
        assert done.wait(60)
        duty.close()
    assert duty.closing
    said = [record.getMessage() for record in caplog.records if record.name == "quire.tasks.periodic_task"]
    assert said == [
        "sweeping: the database is not available (OSError)",
        "sweeping: a turn failed",
        "sweeping: the database is not available (OSError)",
    ]


def test_a_duty_that_never_began_can_be_closed_twice() -> None:
    duty = PeriodicTask("idle", lambda: None, 0.001)
    duty.close()
    duty.close()
    assert duty.closing
