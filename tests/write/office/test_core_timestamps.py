"""Times of documents."""

from __future__ import annotations

from quire.write.office.core_timestamps import utc_time


def test_times_are_in_utc_and_never_today() -> None:
    assert utc_time("2024-05-06T07:08:09+02:00").isoformat() == "2024-05-06T05:08:09"
    assert utc_time("2024-05-06").isoformat() == "2024-05-06T00:00:00"
    assert utc_time("").isoformat() == utc_time("yesterday").isoformat() == "2000-01-01T00:00:00"
