"""Pages that are one invoice, and pages that hold several."""

from __future__ import annotations

from dataclasses import replace

from quire.invoice.belonging import JOINED, join_pages
from quire.invoice.checks import DOUBTFUL, doubts
from quire.invoice.extract import read_invoices
from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from tests.invoice.pages import page


def made(number: int, *items: Item, lacking: tuple[str, ...] = (), **values: str) -> Invoice:
    checks = (Check("missing", "not found", holds=False, keys=lacking),) if lacking else ()
    return Invoice(number, {k: Value(v, v, Origin.TEXT) for k, v in values.items()}, items, checks)


def rules(invoice: Invoice) -> list[tuple[str, bool]]:
    return [(check.rule, check.holds) for check in invoice.checks]


def test_rows_alone_are_told_to_be_no_invoice():
    (one,) = join_pages([made(1, Item("A"))])
    assert rules(one) == [("nothing", False)]


def test_a_page_that_goes_on_lacks_nothing_and_is_named():
    head = {
        "invoice_number": "A-1",
        "invoice_date": "2024-05-03",
        "seller_name": "Alder",
        "buyer_name": "Birch",
        "currency": "EUR",
    }
    first = made(1, Item("A"), lacking=("total_amount",), **head)
    last = made(2, Item("B"), lacking=("invoice_number", "invoice_date", "seller_name"), total_amount="9.00")
    one, two = join_pages([first, last])
    assert rules(one) == rules(two) == [(JOINED, True)]
    assert one.checks[0].message == "pages 1, 2 are invoice A-1; its total stands on page 2"
    assert (one.fields, two.fields, two.items) == (first.fields, last.fields, last.items)


def test_a_guessed_seller_does_not_part_the_sums_from_the_page_with_the_parties():
    first = made(1, seller_name="Alder", buyer_name="Birch")
    guess = {"seller_name": Value("Order data", "Order data", Origin.TEXT, confidence=0.5)}
    last = Invoice(2, {**made(2, invoice_number="A-1", total_amount="9.00").fields, **guess})
    one, two = join_pages([first, last])
    assert rules(one) == rules(two) == [(JOINED, True)]
    assert "seller_name" not in two.fields


def test_what_no_page_has_is_missing_on_the_first():
    head = {"invoice_number": "A-1", "invoice_date": "2024-05-03", "buyer_name": "Birch"}
    last = made(2, lacking=("seller_name", "tax_amount"), total_amount="9.00")
    one, two = join_pages([made(1, lacking=("total_amount", "amount"), **head), last])
    assert rules(one) == [("missing", False), (JOINED, True)]
    assert set(one.checks[0].keys) == {"seller_name", "currency"}
    assert rules(two) == [(JOINED, True)]


def test_guesses_on_a_later_page_give_way_to_what_the_first_says_surely():
    first = made(1, invoice_number="A-1", invoice_date="2024-05-03", seller_name="Alder", total_amount="9.00")
    guess = {key: Value(key, key, Origin.TEXT, confidence=0.3) for key in ("seller_name", "buyer_name")}
    last = Invoice(2, {**made(2, total_amount="9.00").fields, **guess}, checks=tuple(doubts(guess)))
    one, two = join_pages([first, last])
    assert one.fields == first.fields
    assert set(two.fields) == {"total_amount", "buyer_name"}
    assert [(check.rule, check.keys) for check in two.checks] == [(DOUBTFUL, ("buyer_name",)), (JOINED, ())]


def test_another_seller_with_a_total_of_its_own_is_another_invoice():
    head = {"invoice_date": "2024-05-03", "total_amount": "9.00"}
    other = made(2, seller_name="Birch", **head)
    assert all(
        not one.checks for one in join_pages([made(1, invoice_number="A-1", seller_name="Alder", **head), other])
    )


def test_a_later_page_without_a_date_and_a_sure_number_goes_on():
    first = made(1, invoice_number="A-1", invoice_date="2024-05-03", seller_name="Alder", total_amount="9.00")
    guess = {"invoice_number": Value("2022", "2022", Origin.TEXT, confidence=0.3)}
    last = Invoice(2, {**made(2, seller_name="Details", total_amount="7.00").fields, **guess})
    assert [rules(one) for one in join_pages([first, last])] == [[(JOINED, True)]] * 2


def test_a_page_with_the_sums_belongs_to_the_parties_before_it_without_a_number():
    first = made(1, lacking=("invoice_number",), seller_name="Alder", buyer_name="Birch")
    pages = [first, made(2), made(3, lacking=("seller_name",), total_amount="9.00")]
    one, two, three = join_pages(pages)
    assert one.checks[-1].message == "pages 1, 2, 3 are one invoice; its total stands on page 3"
    assert (one.fields, two.fields, three.fields) == tuple(page.fields for page in pages)
    assert not set(one.checks[0].keys) & {"total_amount", "seller_name", "buyer_name"}
    letter = [replace(first, checks=()), made(2)]
    assert list(join_pages(letter)) == letter


HEAD = (
    (40, 20, "Marlow Print Ltd"), (40, 34, "14 Mill Lane"), (40, 48, "LS9 8SN Leeds"), (40, 120, "Alder Works Ltd"),
    (40, 134, "3 Dock Road"), (40, 148, "BS1 4QA Bristol"), (400, 120, "18 March 2024"),
)  # fmt: skip
SUM = ((40, 40, "Delivery"), (400, 40, "£20.00"), (340, 80, "Total :"), (400, 80, "£120.00"))


def test_parties_and_a_total_of_two_pages_make_the_invoice_that_neither_is_alone():
    pages = [read_invoices(page(*shown))[0] for shown in (HEAD, SUM)]
    assert not pages[0].fields
    assert not pages[1].fields
    one, two = join_pages([pages[0], replace(pages[1], page=2)])
    assert one.text("seller_name") == "Marlow Print Ltd"
    assert two.text("total_amount") == "120.00"
    assert not join_pages(pages[:1])[0].fields


def test_of_sums_that_stand_alone_the_surest_counts_and_none_beside_a_whole_page():
    first = made(1, invoice_number="A-1", invoice_date="2024-05-03", seller_name="Alder")
    loose = [
        Invoice(n, withheld={"total_amount": Value(v, v, Origin.TEXT, confidence=c)})
        for n, v, c in ((2, "3.00", 0.6), (3, "9.00", 0.9))
    ]
    assert [one.text("total_amount") for one in join_pages([first, *loose])] == ["", "", "9.00"]
    whole = made(4, total_amount="8.00")
    assert [one.text("total_amount") for one in join_pages([first, *loose, whole])] == ["", "", "", "8.00"]


def test_other_numbers_copies_and_chinese_forms_stand_alone():
    head = {"invoice_number": "A-1", "invoice_date": "2024-05-03", "seller_name": "Alder", "total_amount": "9.00"}
    other = made(2, **(head | {"invoice_number": "A-2"}))
    assert all(not one.checks for one in join_pages([made(1, **head), other]))
    assert all(not one.checks for one in join_pages([made(1, **head), made(2, **head)]))
    form = Invoice(1, made(1, **head).fields, checks=(Check("capitals", "", holds=True),))
    assert join_pages([form, made(2, total_amount="9.00")])[0].checks == form.checks


def bill(x: float, y: float, number: str, total: str) -> tuple[tuple[float, float, str], ...]:
    return (
        (x, y, f"Seller {number} Ltd"),
        (x, y + 16, "Invoice"),
        (x, y + 32, f"Invoice number: {number}"),
        (x, y + 46, "Invoice date: 3 May 2024"),
        (x, y + 70, f"Total: £{total}"),
    )


def test_invoices_below_and_beside_each_other_are_read_in_their_areas():
    print_ = page(*bill(40, 40, "A-11", "10.00"), *bill(320, 44, "A-12", "20.00"), *bill(40, 400, "A-13", "30.00"))
    found = read_invoices(print_)
    assert {(i.text("invoice_number"), i.text("total_amount"), i.text("seller_name")) for i in found} == {
        ("A-11", "10.00", "Seller A-11 Ltd"),
        ("A-12", "20.00", "Seller A-12 Ltd"),
        ("A-13", "30.00", "Seller A-13 Ltd"),
    }
    assert {i.page for i in found} == {print_.number}
    boxes = {i.text("invoice_number"): i.fields["total_amount"].box for i in found}
    assert boxes["A-13"] is not None
    assert boxes["A-13"].y0 > 400


def test_sums_of_an_earlier_page_give_way_to_surer_ones_of_a_later_page():
    head = {"invoice_number": "A-1", "invoice_date": "2024-05-03", "seller_name": "Alder"}
    first = sure_of(made(1, Item("A"), total_amount="3.00", amount="9.00", **head), 0.6)
    last = sure_of(made(2, Item("B"), amount="9.00", tax_amount="1.80", total_amount="10.80"), 0.99)
    one, two = join_pages([first, last])
    assert (one.text("total_amount"), one.text("amount")) == ("", "9.00")
    assert two.fields == last.fields
    unsure = sure_of(made(2, Item("B"), total_amount="10.80"), 0.4)
    assert join_pages([first, unsure])[0].text("total_amount") == "3.00"


def test_a_weak_total_is_in_doubt_where_other_pages_have_none():
    head = made(1, invoice_number="A-1", seller_name="Alder")
    weak, sure = (sure_of(made(2, total_amount="9.00"), share) for share in (0.85, 0.95))
    assert join_pages([head, weak])[1].fields["total_amount"].confidence < 0.8
    assert join_pages([head, sure])[1].fields["total_amount"].confidence == 0.95
    assert join_pages([weak])[0].fields["total_amount"].confidence == 0.85


def test_a_sure_head_makes_an_invoice_of_pages_without_sums():
    said = {"invoice_number": "A-1", "invoice_date": "2024-05-03", "seller_name": "Alder", "buyer_name": "Birch"}
    head = made(1, **said)
    withheld = replace(head, fields={}, withheld=head.fields)
    one, two = join_pages([withheld, made(2, Item("A"))])
    assert one.fields == head.fields
    assert (JOINED, True) in rules(two)
    unsure = {key: replace(value, confidence=0.6) for key, value in head.fields.items()}
    assert not join_pages([replace(withheld, withheld=unsure), made(2, Item("A"))])[0].fields


def test_a_page_with_the_same_number_goes_on_whatever_its_names():
    head = made(1, Item("A"), invoice_number="A-1", seller_name="Alder", buyer_name="Birch")
    first = replace(head, fields={}, items=(), withheld=head.fields, withheld_items=head.items)
    one, two = join_pages([first, made(2, invoice_number="A-1", seller_name="Birch", total_amount="9.00")])
    assert (one.text("seller_name"), one.text("buyer_name"), one.items) == ("Alder", "Birch", head.items)
    assert (JOINED, True) in rules(two)


def sure_of(invoice: Invoice, sums: float) -> Invoice:
    """An invoice with the confidence of its sums."""
    fields = {
        key: replace(value, confidence=sums) if key.endswith("amount") else value
        for key, value in invoice.fields.items()
    }
    return replace(invoice, fields=fields)


def test_a_number_that_is_only_referred_to_parts_nothing():
    print_ = page(*bill(40, 40, "A-11", "10.00"), (40, 300, "Corrects invoice number: A-07"))
    assert [i.text("invoice_number") for i in read_invoices(print_)] == ["A-11"]


def test_rows_that_make_a_sum_with_those_of_the_page_before_belong_to_it():
    sums = {"seller_name": "Alder", "invoice_date": "2024-05-03", "total_amount": "30.00"}
    first = made(1, Item("A", amount="10.00"), **sums)
    assert rules(join_pages([first, made(2, Item("B", amount="20.00"), **sums)])[1]) == [(JOINED, True)]
    assert not join_pages([first, made(2, Item("B", amount="21.00"), **sums)])[1].checks
