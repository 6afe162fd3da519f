"""Time as a seam: both clocks keep the same promises."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quire.clock import Clock, FakeClock, SystemClock


@pytest.mark.parametrize("clock", [SystemClock(), FakeClock()])
def test_moments_are_aware_and_time_never_goes_back(clock: Clock) -> None:
    first, second = clock.now(), clock.now()
    assert first.utcoffset() == timedelta(0)
    assert first <= second
    assert clock.monotonic() <= clock.monotonic()


def test_the_fake_moves_only_when_told() -> None:
    clock = FakeClock()
    moment, ticks = clock.now(), clock.monotonic()
    assert (clock.now(), clock.monotonic()) == (moment, ticks)
    clock.advance(1.5)
    assert clock.now() - moment == timedelta(seconds=1.5)
    assert clock.monotonic() - ticks == 1.5
