"""Times for the core properties of Office files."""

from __future__ import annotations

from datetime import UTC, datetime

# For a source without a date: the same document must always give the same bytes.
_NO_DATE = datetime(2000, 1, 1)  # noqa: DTZ001 - the libraries want times without a zone, in UTC


def utc_time(text: str) -> datetime:
    """An ISO 8601 time in UTC, without its zone; a fixed one when `text` is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return _NO_DATE
    return (found.astimezone(UTC) if found.tzinfo else found).replace(tzinfo=None)
