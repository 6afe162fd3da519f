"""Chinese tickets: each value by its label, in front of it, above it or by its place on the form."""

from __future__ import annotations

import pytest

from quire.invoice.recognise import recognise
from tests.invoice.pages import page
from tests.invoice.tickets import TICKETS


@pytest.mark.parametrize("kind", sorted(TICKETS))
@pytest.mark.parametrize("ocr", [False, True])
def test_tickets(kind: str, *, ocr: bool) -> None:
    ticket = TICKETS[kind]
    found = recognise(page(*ticket.places, width=ticket.width, ocr=ocr))
    assert {key: found.text(key) for key in ticket.fields} == ticket.fields
