"""Labels of invoices are known by their parts, in wordings that no lexicon has."""

from __future__ import annotations

import pytest

from quire.invoice.label_kinds import is_of, kinds_of
from quire.invoice.parties import heads_buyer
from quire.invoice.party_headings import heads_party


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Facturé à", "buyer"),
        ("Factuurnummer:", "number"),
        ("Contact person", "contact"),
        ("Émise le", "date"),
        ("Verkäufer / Seller", "seller"),
    ],
)
def test_a_label_is_known(text: str, kind: str) -> None:
    found = kinds_of(text)
    assert max(found, key=lambda one: found[one]) == kind
    assert found[kind] > 0.5


@pytest.mark.parametrize("text", ["Kestrel Tools Ltd", "Sunniva Torsdal", "12 Harbour Way"])
def test_a_name_is_no_label(text: str) -> None:
    assert is_of(text) < 0.3


@pytest.mark.parametrize(
    "text", ["", "12.50", "Thank you for your order, which we have shipped to you this morning by mail"]
)
def test_prose_and_figures_are_no_label(text: str) -> None:
    assert is_of(text) < 0.5


@pytest.mark.parametrize("heading", ["Faturado para", "Klientens adresse", "Abgerechnet an", "Invoiced customer"])
def test_a_heading_that_no_lexicon_has_is_the_buyers(heading: str) -> None:
    assert heads_buyer(heading) is None
    assert heads_party(heading) is True


def test_a_name_heads_no_party() -> None:
    assert heads_party("Kestrel Tools Ltd") is None
