"""Invoices in languages with spaces, by their print alone, in layouts of many kinds."""

from __future__ import annotations

import pytest

from quire.invoice.dates import dates_in
from quire.invoice.extract import read_invoice
from quire.invoice.invoice import Invoice
from tests.invoice import bills
from tests.invoice.pages import page

SEEDS = range(25)


def differences(bill: bills.Bill, found: Invoice) -> dict[str, tuple[str, object]]:
    """Key: (found, true); the rate only where it is printed."""
    wrong: dict[str, tuple[str, object]] = {}
    for key, true in bill.fields.items():
        said = found.text(key)
        if key == "tax_rate":
            if bill.parts["rate printed"] == "yes" and set(said.split(",")) != true:
                wrong[key] = (said, true)
        elif said != true:
            wrong[key] = (said, true)
    return wrong


@pytest.mark.parametrize("tongue", sorted(bills.TONGUES))
def test_bills_of_any_layout(tongue: str) -> None:
    made = {seed: bills.make(tongue, seed) for seed in SEEDS}
    wrong = {seed: differences(bill, read_invoice(bill.page)) for seed, bill in made.items()}
    assert sum(map(len, wrong.values())) <= 0.02 * sum(len(bill.fields) for bill in made.values()), wrong
    assert not any(key in ("total_amount", "invoice_date") for found in wrong.values() for key in found), wrong


@pytest.mark.parametrize("tongue", sorted(bills.TONGUES))
def test_values_are_printed(tongue: str) -> None:
    for seed in SEEDS:
        bill = bills.make(tongue, seed)
        print_ = "\n".join(line.text for line in bill.page.lines)
        for value in read_invoice(bill.page).fields.values():
            assert all(part in print_ for part in value.printed.split("\n")), (seed, value)


HEAD = ((40, 40, "Fenwick & Sons"), (40, 60, "INVOICE"), (40, 80, "Invoice No. 2024-17"), (300, 80, "Date 14/05/2024"))


def test_taxes_of_two_rates_have_no_printed_sum() -> None:
    found = read_invoice(
        page(*HEAD, (40, 200, "Subtotal"), (300, 200, "300.00"), (40, 220, "VAT 20%"), (300, 220, "20.00"),
             (40, 240, "VAT 5%"), (300, 240, "10.00"), (40, 260, "Total"), (300, 260, "330.00"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("300.00", "", "330.00")
    assert found.text("tax_rate") == "20%,5%"


def test_a_fee_in_the_terms_is_no_total() -> None:
    terms = "Please pay within 30 days. Late payments attract a fee of £40.00."
    found = read_invoice(page(*HEAD, (40, 260, "Goods"), (300, 260, "£330.00"), (40, 400, terms)))
    assert found.text("total_amount") != "40.00"


def test_what_was_paid_before_is_not_taken_off() -> None:
    found = read_invoice(
        page(*HEAD, (40, 200, "Rechnungssumme ohne USt."), (300, 200, "624,90"), (40, 220, "Steuerbetrag"), (300, 220, "46,25"),
             (40, 240, "Brut tosumme"), (300, 240, "671,15"), (40, 260, "Erhaltene Anzahlungen"), (300, 260, "-201,00"),
             (40, 280, "Zahlbetrag"), (300, 280, "470,15"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("624.90", "46.25", "671.15")


def test_sums_below_their_headings_are_those_of_the_last_row() -> None:
    found = read_invoice(
        page(*HEAD, (40, 200, "Nettobetrag"), (200, 200, "MwSt-Betrag"), (350, 200, "Endbetrag"),
             (40, 214, "321,40"), (200, 214, "61,07"), (350, 214, "382,47"),
             (40, 228, "127,59"), (200, 228, "8,93"), (350, 228, "136,52"),
             (40, 242, "448,99"), (200, 242, "70,00"), (350, 242, "518,99"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("448.99", "70.00", "518.99")


def test_goods_with_codes_like_postcodes_are_no_address() -> None:
    found = read_invoice(
        page(*HEAD, (40, 120, "Pino Bluebird"), (40, 132, "Sesame Street 32"), (40, 144, "1025 RX Amsterdam"),
             (40, 200, "Office Home and Student"), (300, 200, "124.99"), (40, 212, "Port Replicator"), (300, 212, "159.99"),
             (40, 224, "Laptop GS60 2QE Ghost"), (300, 224, "1999.00"), (40, 260, "Total"), (300, 260, "2283.98"))
    )  # fmt: skip
    assert found.text("buyer_name") == "Pino Bluebird"


WHOLE = ((400.0, 300.0, "Total"), (500.0, 300.0, "120.00"))


@pytest.mark.parametrize(
    ("label", "title"), [("Vendu par", "Facture"), ("Vendido por", "Factura"), ("Venduto da", "Fattura"), ("Verkocht door", "Factuur"), ("Verkauft von", "Rechnung")]
)  # fmt: skip
def test_a_seller_behind_its_label_without_a_colon(label: str, title: str) -> None:
    found = read_invoice(
        page((40, 20, title), (40, 60, "Olga Beispiel"), (320, 80, f"{label} Nordwind Handel"), *WHOLE)
    )
    assert found.text("seller_name") == "Nordwind Handel"


@pytest.mark.parametrize("label", ["Dirección de facturación", "Indirizzo di fatturazione", "Adresse de facturation"])
def test_a_buyer_below_the_heading_of_an_address(label: str) -> None:
    found = read_invoice(
        page(
            (40, 20, "Nordwind S.A."),
            (40, 40, "Factura"),
            (40, 100, label),
            (40, 114, "Olga Beispiel"),
            (40, 128, "28013 Madrid"),
            *WHOLE,
        )
    )
    assert (found.text("buyer_name"), found.text("seller_name")) == ("Olga Beispiel", "Nordwind S.A.")


def test_a_guest_in_a_column_of_facts() -> None:
    facts = (
        ("Guest Name", "Olga Beispiel"),
        ("Room", "304"),
        ("Arrival", "05/03/2024"),
        ("Invoice No.", "771"),
        ("Invoice Date", "06/03/2024"),
    )
    places = [
        (x, 80.0 + 14 * n, text) for n, fact in enumerate(facts) for x, text in zip((40.0, 160.0), fact, strict=True)
    ]
    found = read_invoice(page((40, 20, "Harbour View Hotel Ltd"), (40, 40, "Guest Folio"), *places, *WHOLE))
    assert (found.text("buyer_name"), found.text("invoice_number"), found.text("invoice_date")) == (
        "Olga Beispiel",
        "771",
        "2024-03-06",
    )


@pytest.mark.parametrize(
    "title", ["NOTA DI CREDITO", "CREDITFACTUUR", "AVOIR", "Gutschrift", "Credit Note", "Factura rectificativa"]
)
def test_titles_of_credit_notes_are_no_sellers(title: str) -> None:
    found = read_invoice(
        page((40, 20, title), (40, 50, "Studio Marani"), (40, 80, "Totale fattura"), (300, 80, "-122,00 €"))
    )
    assert (found.text("invoice_type"), found.text("seller_name"), found.text("total_amount")) == (
        title,
        "Studio Marani",
        "-122.00",
    )


def test_a_receipt_of_a_restaurant() -> None:
    found = read_invoice(
        page((60, 20, "Corner Bistro"), (20, 50, "Check #: 4711"), (20, 64, "03/14/2024 7:42 PM"), (20, 80, "Margherita"), (150, 80, "12.00"), (20, 100, "Subtotal"), (150, 100, "12.00"),
             (20, 114, "Tax"), (150, 114, "1.07"), (20, 128, "Gratuity (18%)"), (150, 128, "2.16"), (20, 142, "TOTAL"), (150, 142, "$15.23"), width=220.0)
    )  # fmt: skip
    said = (
        found.text("invoice_number"),
        found.text("invoice_date"),
        found.text("seller_name"),
        found.text("tax_amount"),
        found.text("total_amount"),
    )
    assert said == ("4711", "2024-03-14", "Corner Bistro", "1.07", "15.23")


def test_a_number_and_a_date_that_a_narrow_cell_breaks() -> None:
    found = read_invoice(
        page((40, 20, "Rechnung"), (300, 50, "Rechnungsnummer"), (400, 50, "INV-PA-822195-"), (400, 61, "343"), (300, 80, "Rechnungsdatum"), (400, 80, "25. November"), (400, 91, "2018"), *WHOLE)
    )  # fmt: skip
    assert (found.text("invoice_number"), found.text("invoice_date")) == ("INV-PA-822195-343", "2018-11-25")


@pytest.mark.parametrize(
    "label", ["Includes GST 10%", "dont TVA 10%", "davon MwSt. 10%", "inkl. 10% MwSt.", "di cui IVA 10%"]
)
def test_the_tax_within_a_total(label: str) -> None:
    found = read_invoice(
        page(
            (40, 20, "Tax Invoice"),
            (40, 40, "Invoice No. 12"),
            (300, 100, "Total"),
            (500, 100, "110.00"),
            (300, 116, label),
            (500, 116, "10.00"),
        )
    )
    assert (found.text("tax_amount"), found.text("total_amount"), found.text("amount")) == ("10.00", "110.00", "")


def test_sums_in_a_strip_whose_headings_stand_left_and_whose_amounts_stand_in_the_middle() -> None:
    heads = ((40.0, "Subtotal"), (220.0, "VAT 20%"), (400.0, "Total £"))
    places = [(x, 200.0, text) for x, text in heads]
    places += [(x + 90, 214.0, text) for (x, _), text in zip(heads, ("6,812.29", "1,362.46", "8,174.75"), strict=True)]
    found = read_invoice(page(*HEAD, *places))
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == (
        "6812.29",
        "1362.46",
        "8174.75",
    )


def test_amount_tax_and_total_in_a_row_that_begins_with_words() -> None:
    found = read_invoice(
        page(
            *HEAD,
            (40, 200, "Dirham Seven Hundred Only"),
            (260, 200, "Total in : AED"),
            (360, 200, "720.15"),
            (430, 200, "36.01"),
            (500, 200, "756.16"),
        )
    )
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("720.15", "36.01", "756.16")


def test_a_last_row_without_words_that_adds_up_to_the_largest_sum_has_the_sums() -> None:
    found = read_invoice(
        page(
            (40, 20, "INVOICE I/00002"),
            (40, 40, "Apr 01, 2015"),
            *((60, 100, "Kajak"), (300, 100, "250.00"), (400, 100, "21.00"), (480, 100, "302.50")),
            *((60, 114, "Fins"), (300, 114, "200.00"), (400, 114, "21.00"), (480, 114, "242.00")),
            *(
                (40, 150, "TAX:"),
                (120, 150, "%"),
                (170, 150, "Base amount:"),
                (290, 150, "Tax amount:"),
                (386, 150, "Total:"),
            ),
            *((210, 164, "450.00"), (345, 164, "94.50"), (420, 164, "544.50"), (480, 164, "EUR")),
        )
    )
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("450.00", "94.50", "544.50")


def test_the_label_of_a_sum_ends_at_the_sum_before_it() -> None:
    found = read_invoice(
        page(
            *((40, 20, "FACTURA 0003-00000123"), (40, 40, "Fecha de emisión: 01/07/2026")),
            *((40, 100, "Diseño"), (200, 100, "4,00"), (300, 100, "$608.000,00"), (480, 100, "$735.680,00")),
            *((40, 114, "Hosting"), (200, 114, "1,00"), (300, 114, "$98.000,00"), (480, 114, "$118.580,00")),
            *((40, 150, "Importe otros tributos, percepciones:"), (240, 150, "$0,00")),
            *((340, 150, "Importe neto gravado:"), (480, 150, "$706.000,00")),
            *((340, 164, "IVA 21%:"), (480, 164, "$148.260,00")),
            *((340, 178, "Importe total:"), (480, 178, "$854.260,00")),
        )
    )
    assert (found.text("amount"), found.text("tax_amount")) == ("706000.00", "148260.00")
    assert found.text("invoice_date") == "2026-07-01"  # the day first, though $ is the sign of its money


def test_a_number_below_a_heading_that_names_the_date_too() -> None:
    found = read_invoice(
        page(
            (40, 20, "COMMERCIAL INVOICE"),
            (40, 60, "Shipper / Exporter"),
            (40, 74, "Oak Studio"),
            (300, 60, "Invoice No. and Date"),
            (300, 74, "CI-718852"),
            (300, 88, "November 26, 2021"),
            *WHOLE,
        )
    )
    said = (found.text("invoice_number"), found.text("invoice_date"), found.text("seller_name"))
    assert said == ("CI-718852", "2021-11-26", "Oak Studio")


def test_two_taxes_are_no_sum_of_tax() -> None:
    found = read_invoice(
        page(
            *HEAD,
            (300, 200, "Subtotal"),
            (500, 200, "$460.84"),
            (300, 214, "GST 5%"),
            (500, 214, "$23.04"),
            (300, 228, "QST 9.975%"),
            (500, 228, "$45.97"),
            (300, 242, "Total"),
            (500, 242, "$529.85"),
        )
    )
    assert (found.text("amount"), found.text("tax_amount"), found.text("tax_rate"), found.text("total_amount")) == (
        "460.84",
        "",
        "5%,9.975%",
        "529.85",
    )


@pytest.mark.parametrize("word", ["Herrn", "Frau", "Mr.", "Madame", "Spett.le"])
def test_a_line_before_the_name_of_an_addressee_is_no_name(word: str) -> None:
    places = (
        (340, 20, "Praxis Dr. Berg"),
        (340, 34, "Lindenallee 4"),
        (340, 48, "50667 Köln"),
        (340, 62, "Telefon 0221 445566"),
    )
    buyer = ((40, 100, word), (40, 111, "Olga Beispiel"), (40, 122, "Kaiserstraße 5"), (40, 133, "76133 Karlsruhe"))
    found = read_invoice(
        page(
            *places,
            *buyer,
            (40, 180, "Rechnung"),
            (300, 180, "Rechnungsnummer: 12/2024"),
            (40, 300, "Rechnungsbetrag: 137,95 €"),
        )
    )
    assert (found.text("buyer_name"), found.text("seller_name")) == ("Olga Beispiel", "Praxis Dr. Berg")


def test_a_receipt_of_an_italian_bar() -> None:
    found = read_invoice(page((60, 20, "Bar Stella"), (60, 34, "P.IVA IT09344035764"), (60, 50, "DOCUMENTO COMMERCIALE"), (20, 66, "Doc. N. 0972-91"), (20, 80, "19/07/2022 21:04"),
                           (20, 100, "2 Menu"), (150, 100, "88,36"), (20, 120, "TOTALE COMPLESSIVO"), (150, 120, "88,36 €"), (20, 140, "di cui IVA"), (150, 140, "8,03"), width=220.0))  # fmt: skip
    said = (
        found.text("invoice_number"),
        found.text("seller_name"),
        found.text("total_amount"),
        found.text("tax_amount"),
    )
    assert said == ("0972-91", "Bar Stella", "88.36", "8.03")


@pytest.mark.parametrize("word", ["Sconto 5%", "Descuento 5%", "Nachlass 5%"])
def test_a_discount_is_no_rate_of_tax(word: str) -> None:
    found = read_invoice(
        page(
            *HEAD,
            (300, 180, word),
            (500, 180, "-5.00"),
            (300, 200, "Net amount"),
            (500, 200, "100.00"),
            (300, 214, "IVA 22%"),
            (500, 214, "22.00"),
            (300, 228, "Total"),
            (500, 228, "122.00"),
        )
    )
    assert found.text("tax_rate") == "22%"


def test_letters_that_look_alike_in_recognised_names_and_numbers() -> None:
    places = ((40, 20, "Officine Bertazzo S.r.I."), (40, 60, "Invoice"), (40, 80, "Invoice No. Cl-157405"), *WHOLE)
    found = read_invoice(page(*places, ocr=True))
    assert (found.text("seller_name"), found.text("invoice_number")) == ("Officine Bertazzo S.r.l.", "CI-157405")
    assert read_invoice(page(*places)).text("invoice_number") == "Cl-157405"


@pytest.mark.parametrize(
    ("read", "name"),
    [("MARLOW SON BHD", "MARLOW SDN BHD"), ("Marlow S0n Bhd", "Marlow Sdn Bhd"), ("El 0livo Bar", "El Olivo Bar")],
)
def test_letters_that_a_legal_form_or_a_word_must_have(read: str, name: str) -> None:
    lines = (
        (60, 20, read), (60, 32, "12 High Street"), (60, 44, "81750 MASAI"), (20, 60, "Date: 26-06-2024"),
        (20, 90, "SUGAR 1KG"), (200, 90, "21.00"), (20, 110, "TOTAL"), (200, 110, "21.00"),
    )  # fmt: skip
    assert read_invoice(page(*lines, ocr=True, width=260)).text("seller_name") == name


@pytest.mark.parametrize("read", ["MARLOW TIC. LTD. STI.", "MARLOW TIC. LTD. $TI.", "MARLOW T1C. LTD.5T1."])
def test_the_turkish_legal_form_that_recognition_has_no_letters_for(read: str) -> None:
    lines = (
        (60, 20, read), (60, 32, "Bahariye Cad. 12"), (60, 44, "34710 KADIKOY/ISTANBUL"), (20, 60, "TARIH: 26-06-2024"),
        (20, 90, "SUGAR 1KG"), (200, 90, "21,00"), (20, 110, "TOPLAM"), (200, 110, "21,00"),
    )  # fmt: skip
    assert read_invoice(page(*lines, ocr=True, width=260)).text("seller_name").replace(" ", "") == "MARLOWTİC.LTD.ŞTİ."


def test_a_heading_that_says_without_above_the_name_of_a_tax_heads_no_taxes() -> None:
    lines = (
        (40, 20, "Kestrel AG"), (40, 40, "Rechnungsnr. A-1"), (40, 60, "Rechnungsdatum 7. Mai 2014"),
        (40, 90, "Beschreibung"), (300, 90, "Preis"), (440, 90, "Zeilenbetrag"), (300, 101, "Ohne"), (300, 112, "MwSt."),
        (40, 130, "Exchange"), (300, 130, "3,89"), (440, 130, "3,89"), (40, 145, "Backup"), (300, 145, "5,39"), (440, 145, "5,39"),
        (300, 170, "Total EUR"), (440, 170, "9,28"),
    )  # fmt: skip
    found = read_invoice(page(*lines))
    assert (found.text("tax_amount"), found.text("total_amount")) == ("", "9.28")


def test_sums_are_those_that_their_labels_name():
    """The goods add up to the net total too: 180 + 120; a sum that works is no proof."""
    head = ((40, 40, "Alder Ltd"), (40, 60, "INVOICE"), (40, 80, "Invoice no: 77"), (40, 100, "Date: 2024-03-02"))
    goods = (
        (40, 200, "Item"),
        (300, 200, "Amount"),
        (40, 214, "A"),
        (300, 214, "180"),
        (40, 228, "B"),
        (300, 228, "120"),
    )
    sums = ((200, 260, "Net total"), (300, 260, "300"), (200, 274, "VAT total"), (300, 274, "36"))
    found = read_invoice(page(*head, *goods, *sums, (200, 288, "Due payable"), (300, 288, "336")))
    assert [found.text(key) for key in ("amount", "tax_amount", "total_amount")] == ["300.00", "36.00", "336.00"]


def test_a_total_that_contains_its_tax():
    head = (
        (40, 40, "Alder Pty Ltd"),
        (40, 60, "Tax Invoice"),
        (40, 80, "Invoice no: 77"),
        (40, 100, "ABN: 64 734 638 589"),
    )
    sums = ((200, 260, "Total"), (420, 260, "$110.00"), (200, 274, "Total includes GST 10%"), (420, 274, "$10.00"))
    found = read_invoice(page(*head, *sums))
    assert (found.text("tax_amount"), found.text("total_amount"), found.text("currency")) == ("10.00", "110.00", "AUD")


def test_headings_of_a_narrow_table_that_stand_in_one_line():
    head = ((40, 40, "Alder Ltd"), (40, 60, "Rechnung"))
    found = read_invoice(page(*head, (40, 100, "Factuurnummer"), (140, 100, "Datum"), (40, 114, "A-77"), (140, 114, "03.05.2024"), (300, 300, "Totaal"), (400, 300, "9,00")))  # fmt: skip
    assert (found.text("invoice_number"), found.text("invoice_date")) == ("A-77", "2024-05-03")


def test_years_of_the_republic_of_china():
    assert [day.iso for day in dates_in("中華民國113年5月6日")] == ["2024-05-06"]
    assert [day.iso for day in dates_in("2024年5月6日")] == ["2024-05-06"]


def test_sums_without_known_names_are_proved_by_their_share() -> None:
    sums = ((300, 300, "Zwxy"), (450, 300, "100.00 EUR"), (300, 314, "Qrst 20 %"), (450, 314, "20.00 EUR"))
    total = ((300, 328, "Vbnm"), (450, 328, "120.00 EUR"))
    found = read_invoice(page((40, 40, "Invoice"), (300, 40, "Invoice number: A-1001"), *sums, *total))
    assert [found.text(key) for key in ("amount", "tax_amount", "total_amount")] == ["100.00", "20.00", "120.00"]
    assert found.text("tax_rate") == "20%"


def test_a_charge_for_service_before_the_total_is_no_tax() -> None:
    sums = ((300, 300, "Vbnm"), (450, 300, "295.00"), (300, 314, "Service charge 10%"), (450, 314, "29.50"))
    after = ((300, 328, "Zwxy"), (450, 328, "324.50"), (300, 342, "TOTAL"), (450, 342, "343.97"))
    found = read_invoice(page((40, 40, "Receipt"), (300, 40, "Bill No: A-1001"), *sums, *after))
    assert found.text("total_amount") == "343.97"


def test_a_second_id_of_the_same_form_is_the_buyers() -> None:
    seller = ((40, 40, "Alder Tools Ltd"), (40, 52, "1 High Street"), (40, 64, "VAT GB123456789"))
    other = ((300, 140, "Brixton Foods Ltd"), (300, 152, "2 Mill Road"), (300, 164, "VAT GB987654321"))
    found = read_invoice(page(*seller, (40, 100, "Invoice"), (40, 112, "Invoice number: A-1001"), *other))
    assert found.text("seller_tax_id") == "GB123456789"
    assert found.text("buyer_tax_id") == "GB987654321"


def test_a_rate_without_its_sign_is_the_share_of_the_tax_below_or_behind_its_name() -> None:
    sums = ((300, 300, "Net total"), (450, 300, "250.70"), (300, 328, "Total"), (450, 328, "275.77"))
    head = ((40, 40, "Invoice"), (300, 40, "Invoice number: A-1001"))
    column = ((40, 150, "Description"), (200, 150, "VAT"), (40, 164, "Labour"), (206, 164, "10"), (450, 164, "250.70"))
    named = ((300, 314, "VAT"), (450, 314, "25.07"))
    assert read_invoice(page(*head, *column, *sums, *named)).text("tax_rate") == "10%"
    brackets = ((300, 314, "T.V.A. (10)"), (450, 314, "25.07"))
    assert read_invoice(page(*head, *sums, *brackets)).text("tax_rate") == "10%"
    other = ((40, 150, "Description"), (200, 150, "VAT"), (40, 164, "Labour"), (206, 164, "12"), (450, 164, "250.70"))
    assert read_invoice(page(*head, *other, *sums, *named)).text("tax_rate") == ""


def test_an_albanian_invoice() -> None:
    found = read_invoice(
        page(
            (40, 40, "Fatura INV-53837"),
            (300, 40, "Data e faturës: 18.10.2024"),
            (300, 300, "Vlera pa TVSH"),
            (450, 300, "1712.88 €"),
            (300, 314, "Totali TVSH 18%"),
            (450, 314, "308.32 €"),
            (300, 328, "Totali"),
            (450, 328, "2021.20 €"),
        )
    )
    assert (found.text("invoice_number"), found.text("invoice_date")) == ("INV-53837", "2024-10-18")
    assert [found.text(key) for key in ("amount", "tax_amount", "total_amount")] == ["1712.88", "308.32", "2021.20"]
