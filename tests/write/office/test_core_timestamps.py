"""Times of documents."""

from __future__ import annotations

from quire.write.office.core_timestamps import moment


def test_times_are_in_utc_and_never_today() -> None:
    assert moment("2024-05-06T07:08:09+02:00").isoformat() == "2024-05-06T05:08:09"
    assert moment("2024-05-06").isoformat() == "2024-05-06T00:00:00"
    assert moment("").isoformat() == moment("yesterday").isoformat() == "2000-01-01T00:00:00"
