"""Rows of goods of bills in languages with spaces."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.invoice.belonging import join_pages
from quire.invoice.extract import read_invoice, read_invoices
from quire.invoice.invoice import Item
from quire.invoice.line_items import read_line_items
from tests.invoice import bills
from tests.invoice.pages import page

HEAD = ((40, 100, "Description"), (250, 100, "Qty"), (320, 100, "Unit price"), (420, 100, "VAT"), (500, 100, "Amount"))
SEEDS = range(15)


@pytest.mark.parametrize("tongue", sorted(bills.TONGUES))
def test_the_rows_of_any_bill_add_up(tongue: str) -> None:
    made = [bills.make(tongue, seed) for seed in SEEDS]
    wrong = []
    for bill in made:
        items = read_invoice(bill.page).items
        added = sum((Decimal(item.amount) for item in items if item.amount), Decimal(0))
        if not items or str(added) not in (bill.fields.get("amount"), bill.fields.get("total_amount")):
            wrong.append((bill.fields, items))
    assert not wrong


def test_a_table_is_read_cell_by_cell() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "£40.50"), (420, 120, "20%"), (500, 120, "£81.00"),
             (40, 132, "120 x 30 cm, oiled"), (40, 144, "Batch: 4711"),
             (40, 160, "Delivery"), (250, 160, "1"), (320, 160, "£9.90"), (420, 160, "5%"), (500, 160, "£9.90"),
             (320, 190, "Subtotal"), (500, 190, "£90.90"), (320, 204, "Total"), (500, 204, "£107.60"))
    )  # fmt: skip
    assert items == (
        Item(name="Oak shelf 120 x 30 cm, oiled", quantity="2", unit_price="40.50", amount="81.00", tax_rate="20%"),
        Item(name="Delivery", quantity="1", unit_price="9.90", amount="9.90", tax_rate="5%"),
    )


def test_goods_go_on_behind_the_sum_of_a_part() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "£40.50"), (420, 120, "20%"), (500, 120, "£81.00"),
             (320, 136, "Subtotal"), (500, 136, "£81.00"),
             (40, 152, "Lamp"), (250, 152, "3"), (320, 152, "£10.00"), (420, 152, "20%"), (500, 152, "£30.00"),
             (320, 180, "Subtotal"), (500, 180, "£111.00"), (320, 194, "Total"), (500, 194, "£133.20"))
    )  # fmt: skip
    assert [item.name for item in items] == ["Oak shelf", "Lamp"]


@pytest.mark.parametrize(
    ("positions", "x", "codes"),
    [
        (("1", "2"), 60, ["", ""]),
        (("1.", "2."), 52, ["", ""]),
        (("P4", "P17"), 62, ["P4", "P17"]),
        (("1", "7"), 46, None),  # a word of the name
    ],
)
def test_numbers_of_rows_without_a_heading_are_no_part_of_a_name(
    positions: tuple[str, str], x: float, codes: list[str] | None
) -> None:
    first, second = positions
    items = read_line_items(
        page(*HEAD, (40, 120, first), (x, 120, "Shelf"), (250, 120, "2"), (320, 120, "£40.50"), (500, 120, "£81.00"),
             (40, 136, second), (x, 136, "Lamp"), (250, 136, "3"), (320, 136, "£10.00"), (500, 136, "£30.00"),
             (320, 170, "Total"), (500, 170, "£111.00"))
    )  # fmt: skip
    names = ["Shelf", "Lamp"] if codes else [f"{first} Shelf", f"{second} Lamp"]
    assert [item.name for item in items] == names
    assert [item.spec for item in items] == (codes or ["", ""])


def test_decimal_commas_units_and_thousands() -> None:
    items = read_line_items(
        page((40, 100, "Pos."), (80, 100, "Bezeichnung"), (250, 100, "Menge"), (340, 100, "Einzelpreis"), (480, 100, "Betrag"),
             (40, 120, "1"), (80, 120, "Schrauben M4"), (250, 120, "1.000 Stk"), (340, 120, "0,0450"), (480, 120, "45,00"),
             (40, 136, "2"), (80, 136, "Montage"), (250, 136, "2,5 h"), (340, 136, "1.060,00"), (480, 136, "2.650,00"),
             (340, 160, "Nettobetrag"), (480, 160, "2.695,00"))
    )  # fmt: skip
    assert items == (
        Item(name="Schrauben M4", unit="Stk", quantity="1000", unit_price="0.0450", amount="45.00"),
        Item(name="Montage", unit="h", quantity="2.5", unit_price="1060.00", amount="2650.00"),
    )


def test_an_amount_on_the_second_line_of_its_item() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "40.50"), (40, 132, "Article: OS-2"), (500, 132, "81.00"),
             (40, 150, "Oak table"), (250, 150, "1"), (320, 150, "99.00"), (40, 162, "Article: OT-1"), (500, 162, "99.00"),
             (40, 190, "Total"), (500, 190, "180.00"))
    )  # fmt: skip
    assert [(i.name, i.quantity, i.amount) for i in items] == [("Oak shelf", "2", "81.00"), ("Oak table", "1", "99.00")]


def test_a_strip_of_sums_and_a_discount_below_the_goods_are_no_goods() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "40.50"), (500, 120, "81.00"),
             (40, 140, "Base imponible"), (250, 140, "IVA (21 %)"), (500, 140, "Total"),
             (40, 152, "EUR 81.00"), (250, 152, "EUR 17.01"), (500, 152, "EUR 98.01"))
    )  # fmt: skip
    assert [i.name for i in items] == ["Oak shelf"]


def test_a_page_that_goes_on_has_its_rows() -> None:
    found = read_invoice(
        page(
            *HEAD,
            (40, 120, "Oak shelf, invoice copy, VAT goods"),
            (250, 120, "2"),
            (320, 120, "40.50"),
            (500, 120, "81.00"),
        )
    )
    assert found.fields == {}
    assert [i.amount for i in found.items] == ["81.00"]


def test_a_text_has_no_goods() -> None:
    assert (
        read_line_items(page((40, 40, "Dear Sir or Madam,"), (40, 60, "we thank you for your letter of 4 May 2024.")))
        == ()
    )
    assert read_line_items(page()) == ()


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 500), st.integers(0, 800), st.text(alphabet="aZ19.,-€%:\u54c1(", min_size=1, max_size=20)
        ),
        max_size=25,
    )
)
def test_any_print_gives_items_of_printed_text(texts: list[tuple[int, int, str]]) -> None:
    assert all(isinstance(item, Item) for item in read_line_items(page(*HEAD, *texts)))


def test_texts_at_the_left_of_columns_under_headings_in_their_middle() -> None:
    items = read_line_items(
        page((68, 100, "Description"), (201, 100, "Qty"), (307, 100, "Unit Price"), (445, 100, "Amount"),
             (40, 120, "Annual oak maintenance"), (153, 120, "3"), (266, 120, "£148.14"), (400, 120, "£444.42"),
             (40, 136, "Logo"), (153, 136, "1"), (266, 136, "£366.22"), (400, 136, "£366.22"))
    )  # fmt: skip
    assert [(i.name, i.quantity, i.unit_price, i.amount) for i in items] == [
        ("Annual oak maintenance", "3", "148.14", "444.42"),
        ("Logo", "1", "366.22", "366.22"),
    ]


ROWS = (
    (40, 60, "Oak shelf"), (250, 60, "2"), (320, 60, "40.50"), (440, 60, "81.00"),
    (40, 76, "Delivery by van"), (250, 76, "3"), (320, 76, "1 009.90"), (440, 76, "3 029.70"),
)  # fmt: skip


def test_rows_that_multiply_need_no_headings() -> None:
    assert [(i.name, i.quantity, i.unit_price, i.amount) for i in read_line_items(page(*ROWS))] == [
        ("Oak shelf", "2", "40.50", "81.00"),
        ("Delivery by van", "3", "1009.90", "3029.70"),
    ]


def test_headings_that_are_not_known_are_told_by_rows_that_multiply() -> None:
    heads = ((40, 40, "Popis"), (250, 40, "Mnoz."), (320, 40, "Cena/MJ"), (440, 40, "Spolu"))
    items = read_line_items(page(*heads, *ROWS))
    assert [(i.name, i.quantity, i.unit_price) for i in items] == [
        ("Oak shelf", "2", "40.50"),
        ("Delivery by van", "3", "1009.90"),
    ]


def test_figures_that_do_not_multiply_are_no_goods() -> None:
    assert read_line_items(page((40, 60, "Oak shelf"), (250, 60, "2"), (320, 60, "40.50"), (440, 60, "90.00"))) == ()


def test_headings_in_two_languages() -> None:
    items = read_line_items(
        page((40, 40, "Nazwa (item)"), (200, 40, "Ilość (qty)"), (300, 40, "Cena (price)"), (440, 40, "Kwota / Amount"),
             (40, 60, "Oak shelf"), (200, 60, "2"), (300, 60, "40.50"), (440, 60, "80.00"))
    )  # fmt: skip
    assert [(i.name, i.quantity, i.unit_price, i.amount) for i in items] == [("Oak shelf", "2", "40.50", "80.00")]


def test_the_rows_of_a_page_without_its_head_are_those_of_the_bill() -> None:
    head = page((40, 20, "Kestrel Tools Ltd"), (400, 20, "Invoice"), (400, 40, "Invoice no.: AC-0057"), (400, 54, "Date: 02.02.2026"),
                *((x, y + 200, text) for x, y, text in ROWS))  # fmt: skip
    rest = replace(page(*ROWS), number=2)
    found = join_pages([*read_invoices(head), *read_invoices(rest)])
    assert [len(one.items) for one in found] == [2, 2]
    assert [len(one.items) for one in join_pages(read_invoices(rest))] == [0]


def test_groups_of_an_account_are_no_goods() -> None:
    account = ((40, 96, "DE02 1203 0000"), (250, 96, "0"), (320, 96, "51"))
    assert [i.name for i in read_line_items(page(*ROWS, *account))] == ["Oak shelf", "Delivery by van"]


def test_sums_below_their_names_are_no_part_of_the_last_row() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "RD$ 40.50"), (420, 120, "20%"), (500, 120, "81.00"),
             (40, 132, "Subtotal"), (40, 144, "81.00"), (40, 156, "VAT 20%"), (40, 168, "16.20"))
    )  # fmt: skip
    assert [(i.name, i.unit_price, i.amount) for i in items] == [("Oak shelf", "40.50", "81.00")]


def test_an_amount_that_no_label_names_ends_what_belongs_to_a_row() -> None:
    items = read_line_items(
        page(*HEAD, (40, 120, "Oak shelf"), (250, 120, "2"), (320, 120, "40.50"), (500, 120, "81.00"),
             (40, 132, "GBP 97.20"), (40, 144, "See the terms"))
    )  # fmt: skip
    assert [i.name for i in items] == ["Oak shelf"]


def test_what_stands_beside_a_table_at_its_left_is_no_part_of_a_name() -> None:
    head = [(200 + x, y, text) for x, y, text in ((0, 100, "Description"), (150, 100, "Qty"), (220, 100, "Amount"))]
    rows = [
        place
        for at, name in enumerate(("Oak shelf", "Lamp", "Chair"))
        for place in ((200, 120 + 20 * at, name), (350, 120 + 20 * at, "2"), (420, 120 + 20 * at, "£30.00"))
    ]
    beside = [(40, 120, "INVOICE NO"), (40, 132, "4711")]
    items = read_line_items(page(*head, *rows, *beside, (350, 200, "Total"), (420, 200, "£90.00")))
    assert [item.name for item in items] == ["Oak shelf", "Lamp", "Chair"]


@pytest.mark.parametrize(
    ("first", "name", "spec"), [("Logo design", "Logo design", "For the web"), ("A-17", "For the web", "A-17")]
)
def test_of_two_columns_of_names_the_first_has_codes_only_where_they_have_figures(
    first: str, name: str, spec: str
) -> None:
    items = read_line_items(
        page((40, 100, "Item"), (150, 100, "Description"), (280, 100, "Qty"), (340, 100, "Price"), (440, 100, "Amount"),
             (40, 120, first), (150, 120, "For the web"), (280, 120, "2"), (340, 120, "£30.00"), (440, 120, "£60.00"),
             (340, 160, "Total"), (440, 160, "£60.00"))
    )  # fmt: skip
    assert [(item.name, item.spec) for item in items] == [(name, spec)]


def test_of_amounts_by_rate_the_one_that_is_not_nought_is_the_rows() -> None:
    items = read_line_items(
        page((40, 100, "Descripción"), (200, 100, "Cantidad"), (300, 100, "Precio unitario"), (420, 100, "Total"),
             (500, 100, "5%"), (550, 100, "10%"),
             (40, 120, "Cemento gris"), (200, 120, "8"), (300, 120, "275.500"), (420, 120, "0"), (500, 120, "0"),
             (540, 120, "2.204.000"),
             (40, 140, "Harina"), (200, 140, "2"), (300, 140, "3.500"), (420, 140, "0"), (500, 140, "0"),
             (550, 140, "7.000"),
             (40, 170, "TOTAL:"), (540, 170, "2.211.000"))
    )  # fmt: skip
    assert [item.name for item in items] == ["Cemento gris", "Harina"]
    assert (items[0].quantity, items[0].unit_price, items[0].amount) == ("8", "275500", "2204000.00")


def test_the_price_of_a_row_is_no_total_where_a_later_page_has_one() -> None:
    head = ((40, 20, "Rechnung Nr.: 69/2024"), (40, 40, "Datum: 28.04.2023"))
    columns = ((40, 100, "Beschreibung"), (250, 100, "Menge"), (330, 100, "Einzelpreis"), (450, 100, "Gesamt"))
    rows = [
        place
        for at, price in enumerate(("90,00 €", "120,00 €", "62,50 €"))
        for place in ((40, 120 + 20 * at, "Beratung"), (250, 120 + 20 * at, "1"), (330, 120 + 20 * at, price))
    ]
    last = ((40, 120, "Fahrt"), (250, 120, "1"), (330, 120, "30,00 €"), (330, 150, "Gesamt"), (450, 150, "302,50 €"))
    pages = [page(*head, *columns, *rows), replace(page(*columns, *last), number=2)]
    found = join_pages([one for each in pages for one in read_invoices(each)])
    assert {one.text("total_amount") for one in found} - {""} == {"302.50"}


def test_a_table_without_headings_goes_on_in_the_columns_of_the_page_before() -> None:
    head = ((40, 100, "Pos."), (90, 100, "Beschreibung"), (450, 100, "Preis"))
    first = page(*head, (40, 120, "1."), (90, 120, "Anfahrt"), (450, 120, "20,00 €"))
    rows = ((40, 40, "2."), (90, 40, "Beratung vor Ort"), (450, 40, "80,00 €"))
    between = replace(page(*rows), number=2)
    last = page((40, 40, "3."), (90, 40, "Entwurf"), (450, 40, "50,00 €"), (380, 80, "Summe:"), (450, 80, "150,00 €"))
    assert [item.name for item in read_line_items(between, [first])] == ["Beratung vor Ort"]
    assert [(i.name, i.amount) for i in read_line_items(last, [first, between])] == [("Entwurf", "50.00")]
    assert read_line_items(between) == ()
    assert read_line_items(page((40, 40, "2."), (150, 40, "Beratung vor Ort"), (450, 40, "80,00 €")), [first]) == ()


def test_a_name_of_two_lines_stands_half_beside_its_figures() -> None:
    head = ((40, 100, "Beschreibung"), (180, 100, "Menge"), (240, 100, "Einzelpreis"), (330, 100, "Gesamtpreis"))
    goods = (("Heckenschnitt im Vorgarten", "5", "2,00 €", "10,00 €"), ("Anfahrt", "1", "4,00 €", "4,00 €"))
    rows = [
        place
        for at, (name, *figures) in enumerate(goods)
        for place in (
            (40, 120 + 30 * at, name),
            *((x, 126 + 30 * at, figure) for x, figure in zip((192, 240, 330), figures, strict=True)),
            (40, 133 + 30 * at, "Art.-Nr.: 6727"),
        )
    ]
    items = read_line_items(page(*head, *rows, (240, 200, "Gesamtbetrag"), (330, 200, "14,00 €")))
    assert [(i.name, i.quantity, i.amount) for i in items] == [
        ("Heckenschnitt im Vorgarten", "5", "10.00"),
        ("Anfahrt", "1", "4.00"),
    ]
