"""Confidence of values that were read from print."""

from __future__ import annotations

import pytest

from quire.invoice.confidence import Read, with_confidence
from quire.invoice.extract import read_invoice
from quire.invoice.field_choice import Candidate, Choice
from quire.invoice.invoice import Origin, Value
from quire.invoice.phrases import page_phrases
from tests.invoice.pages import page
from tests.invoice.world_bills import bills_of

HEAD = ((40, 40, "Alder Tools Ltd"), (40, 54, "1 High Street"), (40, 68, "London SW1A 1AA"), (40, 100, "Invoice"))
FACTS = ((300, 40, "Invoice number: A-1001"), (300, 54, "Invoice date: 3 May 2024"))
BUYER = ((40, 130, "Bill to:"), (40, 144, "Brixton Foods Ltd"), (40, 158, "2 Mill Road"))


def test_sums_that_add_up_under_their_labels_are_sure():
    sums = ((300, 300, "Subtotal"), (450, 300, "£100.00"), (300, 314, "VAT 20%"), (450, 314, "£20.00"))
    total = ((300, 328, "Total"), (450, 328, "£120.00"))
    found = read_invoice(page(*HEAD, *FACTS, *BUYER, *sums, *total))
    assert found.text("total_amount") == "120.00"
    assert all(found.fields[key].confidence > 0.9 for key in ("amount", "tax_amount", "total_amount", "invoice_number"))


def test_a_total_beside_larger_figures_without_names_is_in_doubt():
    sums = ((300, 300, "Zwxy"), (450, 300, "£100.00"), (300, 314, "Qrst"), (450, 314, "£920.00"))
    found = read_invoice(page(*HEAD, *FACTS, *sums, (300, 328, "Total items"), (450, 328, "£12.00")))
    assert "total_amount" not in found.fields or found.fields["total_amount"].confidence < 0.9


@pytest.mark.parametrize(
    ("rival", "surer"),
    [
        ("Alder Tools Wholesale", True),  # a common word
        ("Welcome to Alder Tools Ltd", True),  # the name with more words
        ("Fresh every day", False),  # a slogan
        ("Alder", False),  # the rest of the name may be a slogan
        ("Alder Foods Ltd", False),  # another company
        ("Brixton Foods Ltd Alder Tools Ltd", False),
    ],
)
def test_other_names_of_a_seller_do_not_make_it_less_sure(rival: str, surer: bool):
    assert (sure_of("Alder Tools Ltd", rival) > 0.9) is surer


def test_the_owner_of_a_brand_does_not_make_it_less_sure():
    assert sure_of("Alder Tools", "Zenith Foods GmbH") > 0.9


def sure_of(name: str, rival: str, share: float = 0.6, *, first: float = 1.0) -> float:
    """The confidence of a seller that was chosen with a probability before a rival with .35."""
    bill = page(*HEAD, *FACTS, *BUYER, (300, 328, "Total"), (450, 328, "£120.00"))
    prints = page_phrases(bill)
    phrase = next(p for p in prints.phrases if p.text == "Alder Tools Ltd")
    value = Value(name, name, Origin.TEXT, page=1, box=phrase.box)
    choice = Choice(Candidate(value.value, phrase, 0, 15, {"first_on_sheet": first}), share, ((rival, 0.35),))
    read = Read(prints, {"seller_name": value}, {"seller_name": choice})
    return with_confidence(read)["seller_name"].confidence


def test_made_bills_have_the_facts_that_they_print():
    made = bills_of(5, 41)
    assert len({bill.country for bill in made}) == 41
    for bill in made:
        assert bill.fields["seller_name"]
        assert bill.fields["invoice_number"] in bill.body
    assert [bill.body for bill in bills_of(5, 3)] == [bill.body for bill in made[:3]]


def test_a_bill_without_tax_is_no_less_sure_of_its_amount_for_being_the_total():
    sums = ((300, 300, "Subtotal"), (450, 300, "£100.00"), (300, 314, "Total"), (450, 314, "£100.00"))
    assert read_invoice(page(*HEAD, *FACTS, *BUYER, *sums)).fields["amount"].confidence > 0.8


def test_a_buyer_whom_a_label_tells_is_surer_than_one_whom_place_tells():
    labelled = read_invoice(page(*HEAD, *FACTS, *BUYER, (300, 328, "Total"), (450, 328, "£120.00")))
    sums = ((300, 328, "Total"), (450, 328, "£120.00"))
    bare = read_invoice(page(*HEAD, *FACTS, *BUYER[1:], *sums))
    assert labelled.fields["buyer_name"].confidence > 0.9
    assert bare.fields["buyer_name"].confidence < labelled.fields["buyer_name"].confidence
    person = [(x, y, text.replace("Brixton Foods Ltd", "Amelia Hartley")) for x, y, text in BUYER[1:]]
    formless = read_invoice(page(*HEAD, *FACTS, *person, *sums))
    assert "buyer_name" not in formless.fields or formless.fields["buyer_name"].confidence < 0.8


def test_a_name_with_a_legal_form_is_surer_than_another_with_the_same_odds():
    assert sure_of("Alder Tools Ltd", "Fresh every day", 0.45) > 0.8 > sure_of("Alder Tools", "Fresh every day", 0.45)
    assert sure_of("Alder Tools Ltd", "Fresh every day", 0.3) < 0.8


def test_a_seller_that_single_rules_would_not_choose_is_in_doubt():
    assert sure_of("Alder Tools", "Fresh every day", 0.9, first=0.0) < 0.8 < sure_of("Alder Tools", "Fresh", 0.9)


@pytest.mark.parametrize("field", ["amount", "tax_amount"])
def test_no_tax_on_a_page_that_prints_a_rate_is_in_doubt(field: str):
    bill = page(*HEAD, *FACTS, *BUYER, (300, 328, "Total"), (450, 328, "£120.00"))
    prints = page_phrases(bill)
    phrase = next(p for p in prints.phrases if p.text == "£120.00")
    value = Value("120.00", "£120.00", Origin.TEXT, page=1, box=phrase.box)

    def sure(**signs: float) -> float:
        choice = Choice(Candidate("120.00", phrase, 0, 7, {"net_same": 1.0, **signs}), 0.93, ())
        return with_confidence(Read(prints, {field: value}, {field: choice}))[field].confidence

    assert sure(zero=1.0, zero_rates=1.0) < 0.8 < sure()


def test_a_buyer_with_an_address_is_sure_of_itself_whoever_the_seller_is():
    bill = page(*HEAD, *FACTS, *BUYER, (300, 328, "Total"), (450, 328, "£120.00"))
    prints = page_phrases(bill)
    fields, chosen = {}, {}
    for key, name, share in (("seller_name", "Alder Tools Ltd", 0.25), ("buyer_name", "Brixton Foods Ltd", 0.7)):
        phrase = next(p for p in prints.phrases if p.text == name)
        fields[key] = Value(name, name, Origin.TEXT, page=1, box=phrase.box)
        chosen[key] = Choice(Candidate(name, phrase, 0, len(name), {"block": 1.0}), share, ())
    sure = with_confidence(Read(prints, fields, chosen))
    assert sure["seller_name"].confidence < 0.8 < sure["buyer_name"].confidence
