"""How much of a result is in doubt, for the queue of those that need a look: failed checks, uncertain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

LOW_CONFIDENCE = 0.8
"""Confidence below which a value or a block counts as doubtful; the viewer marks the same ones."""


def table_doubts(array: Iterable[Mapping[str, Any]]) -> tuple[int, int]:
    """Checks that fail and values in doubt, of an array of statements or invoices with details."""
    failed = low = 0
    for one in array:
        details = one["details"]
        failed += sum(not check["holds"] for check in details["checks"])
        cells = [cell for row in details.get("rows", ()) for cell in row["cells"] if cell and cell["box"]]
        placed = [field for field in one.get("fields", ()) if field.get("polygon")]
        low += sum(value["confidence"] < LOW_CONFIDENCE for value in (*cells, *placed))
    return failed, low


def page_doubts(index: Iterable[Mapping[str, Any]]) -> int:
    """Blocks in doubt, of the list of a document's pages."""
    return sum(page["doubtful"] for page in index)


def is_doubtful(block: Mapping[str, Any]) -> bool:
    """Whether a block of the viewer is in doubt; one that a person has corrected is not."""
    places = () if block.get("corrected") else block["places"]
    return any(place.get("confidence", 1.0) < LOW_CONFIDENCE for place in places)
