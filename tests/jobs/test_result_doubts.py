"""Sentences about what is in doubt in statements and invoices."""

from __future__ import annotations

from typing import Any

from quire.jobs.result_doubts import MOST_SENTENCES, with_doubts


def invoice(page: int, *messages: str, confidence: float = 1.0) -> dict[str, Any]:
    checks = [{"message": message, "holds": message == "fine"} for message in messages]
    field = {"polygon": [1], "confidence": confidence}
    return {"page": page, "fields": [field], "details": {"checks": checks}}


def test_failed_checks_are_named_with_their_pages_unless_said_already() -> None:
    array = [invoice(1, "fine", "no total"), invoice(2, "no date")]
    assert with_doubts(("page 2: no date",), array) == ("page 2: no date", "page 1: no total")


def test_a_statement_names_all_its_pages() -> None:
    statement = {"details": {"pages": [3, 4], "checks": [{"message": "no balance", "holds": False}], "rows": []}}
    assert with_doubts((), [statement]) == ("page 3, 4: no balance",)


def test_many_checks_are_counted_and_uncertain_values_too() -> None:
    array = [invoice(page, "no total", confidence=0.5) for page in range(1, MOST_SENTENCES + 3)]
    said = with_doubts((), array)
    assert said[MOST_SENTENCES:] == (
        "2 more checks do not hold",
        f"{MOST_SENTENCES + 2} values are uncertain: compare with the document.",
    )
