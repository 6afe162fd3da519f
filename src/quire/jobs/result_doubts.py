"""How much of a result is in doubt, for the queue of those that need a look: failed checks, uncertain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

LOW_CONFIDENCE = 0.8
"""Confidence below which a value or a block counts as doubtful; the viewer marks the same ones."""

MOST_SENTENCES = 5
"""Failed checks of a file that the command line names; the result has all."""


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


def with_doubts(warnings: tuple[str, ...], array: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The warnings about a file and what a person should look at in its statements or invoices: a few sentences.

    Args:
        warnings: What was said already.
        array: The statements or invoices with details.
    """
    messages = [
        f"page {', '.join(map(str, _pages(one)))}: {check['message']}"
        for one in array
        for check in one["details"]["checks"]
        if not check["holds"] and not any(check["message"].casefold() in said.casefold() for said in warnings)
    ]
    shown = list(dict.fromkeys(messages))
    if len(shown) > MOST_SENTENCES:
        shown[MOST_SENTENCES:] = [f"{len(shown) - MOST_SENTENCES} more checks do not hold"]
    low = table_doubts(array)[1]
    if low:
        shown.append(f"{low} {'values are' if low > 1 else 'value is'} uncertain: compare with the document.")
    return (*warnings, *shown)


def _pages(one: Mapping[str, Any]) -> Sequence[int]:
    return one["details"].get("pages") or [one["page"]]


def page_doubts(index: Iterable[Mapping[str, Any]]) -> int:
    """Blocks in doubt, of the list of a document's pages."""
    return sum(page["doubtful"] for page in index)


def is_doubtful(block: Mapping[str, Any]) -> bool:
    """Whether a block of the viewer is in doubt; one that a person has corrected is not."""
    places = () if block.get("corrected") else block["places"]
    return any(place.get("confidence", 1.0) < LOW_CONFIDENCE for place in places)
