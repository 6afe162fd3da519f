"""The seller and the buyer among the names of a page, and whose the tax ids are."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest

from quire.invoice import seller_choice
from quire.invoice.extract import read_invoice
from quire.invoice.parties import NamesOnPage, account_holder, has_legal_form, labelled_seller, names_on
from quire.invoice.phrases import PagePhrases, page_phrases
from quire.invoice.seller_choice import name_candidates
from tests.invoice.pages import page

REST = (
    (20, 60, "Date: 14/02/2021"), (20, 90, "LAMP"), (200, 90, "21.00"), (20, 110, "TOTAL"), (200, 110, "21.00"),
    (20, 122, "CASH"), (200, 122, "21.00"), (20, 140, "THANK YOU"),
)  # fmt: skip


def test_the_name_is_without_its_number_in_the_register() -> None:
    lines = ((60, 20, "LUCKY STAR TRADING (519537-X)"), (60, 32, "12, JALAN MELATI"), (60, 44, "81750 MASAI"))
    assert read_invoice(page(*lines, *REST)).text("seller_name") == "LUCKY STAR TRADING"


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Marlow Electric.", "Marlow Electric"),
        ("Marlow Tools LLP.", "Marlow Tools LLP"),
        ("Marlow Foods Pvt. Ltd..", "Marlow Foods Pvt. Ltd."),
        ("Marlow Inc.", "Marlow Inc."),
        ("Marlow Tech S. de R.L.", "Marlow Tech S. de R.L."),
        ("Marlow & Co.", "Marlow & Co."),
    ],
)
def test_the_stop_of_a_sentence_is_no_part_of_a_name(printed: str, name: str) -> None:
    made = page((60, 20, printed), (60, 32, "12 High Street"), (60, 44, "81750 MASAI"), *REST)
    assert read_invoice(made).text("seller_name") == name


def test_what_a_clerk_wrote_over_a_name_is_no_line_of_it() -> None:
    lines = ((60, 20, "chan mei ling"), (60, 32, "Chez Marlow GIFTS"), (60, 44, "12 High Street"))
    names = [one.value for one in name_candidates(page_phrases(page(*lines, *REST)))]
    assert "Chez Marlow GIFTS" in names
    assert "chan mei ling Chez Marlow GIFTS" not in names


def test_a_name_below_pay_to_is_the_sellers() -> None:
    lines = ((40, 20, "Invoice"), (40, 90, "Pay To:"), (40, 104, "Marlow Pvt Ltd"), (300, 104, "Kestrel Inc."), *REST)
    labelled = labelled_seller(page_phrases(page(*lines)))
    assert labelled is not None
    assert labelled.value == "Marlow Pvt Ltd"


@pytest.mark.parametrize("owner", ["Inh. Petra Vogel", "Prop. J. Hartley", "Managed by Ellis Ward"])
def test_who_runs_a_shop_is_not_its_name(owner: str) -> None:
    lines = (
        (60, 20, "Gasthaus Zweirad Meier"),
        (60, 32, owner),
        (60, 44, "Am Markt 33"),
        (60, 56, "50667 Köln"),
        *REST,
    )
    names = [one.value for one in name_candidates(page_phrases(page(*lines)))]
    assert not any(owner.rsplit(maxsplit=1)[-1] in name for name in names)


def test_a_title_is_no_seller() -> None:
    lines = ((60, 10, "TAX INVOICE"), (60, 22, "SUNRISE BAKERY PTE LTD"), (60, 34, "12 High Street"))
    assert read_invoice(page(*lines, *REST)).text("seller_name") == "SUNRISE BAKERY PTE LTD"


def test_a_slogan_is_no_seller() -> None:
    lines = ((60, 10, "Hofmann"), (60, 22, "Für mich und dich."), (60, 34, "Seestrasse 12"), (60, 46, "6010 Kriens"))
    strip = page(*lines, *((x, y + 20, text) for x, y, text in REST), ocr=True, width=260.0)
    assert read_invoice(strip).text("seller_name") == "Hofmann"


FACTS = ((40, 160, "Invoice no.: AC-0057"), (40, 174, "Invoice date: 02.02.2026"))
SUMS = (
    (40, 300, "Workshop"), (400, 300, "100.00"), (340, 340, "Subtotal"), (460, 340, "100.00"), (340, 356, "VAT 20%"),
    (460, 356, "20.00"), (340, 372, "Total"), (460, 372, "120.00"),
)  # fmt: skip
LEFT = (
    (40, 62, "Alpen Solutions GmbH"),
    (40, 76, "Ring 3"),
    (40, 90, "81673 München"),
    (40, 104, "VAT ID: DE314159265"),
)
RIGHT = (
    (320, 62, "BlueRiver Sp. z o.o."), (320, 76, "ul. Nowa 10"), (320, 90, "00-590 Warszawa"),
    (320, 104, "VAT ID: PL5270103391"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"), [("Verkäufer / Seller", "Käufer / Buyer"), ("Предавач / Seller", "Buyer / Купец")]
)
def test_labels_in_two_languages_name_the_parties(one: str, other: str) -> None:
    found = read_invoice(page((40, 20, "Invoice"), (40, 48, one), (320, 48, other), *LEFT, *RIGHT, *FACTS, *SUMS))
    assert (found.text("seller_name"), found.text("buyer_name")) == ("Alpen Solutions GmbH", "BlueRiver Sp. z o.o.")
    assert (found.text("seller_tax_id"), found.text("buyer_tax_id")) == ("DE314159265", "PL5270103391")


def test_a_tax_id_is_read_with_its_parts_set_apart() -> None:
    places = (
        (40, 20, "Keukens NV"),
        (40, 34, "Molenstraat 88"),
        (40, 48, "8800 Roeselare"),
        (40, 62, "BE 0412.773.310"),
    )
    assert read_invoice(page(*places, (40, 130, "Invoice"), *FACTS, *SUMS)).text("seller_tax_id") == "BE0412773310"


def test_a_name_behind_its_label_belongs_to_the_heading_above() -> None:
    receiver = (
        (40, 200, "Datos del receptor"),
        (40, 214, "CUIT: 30-71234567-6"),
        (300, 214, "Razón social: Faro S.R.L."),
    )
    found = read_invoice(page((40, 20, "Factura"), *receiver, *FACTS, *SUMS))
    assert found.text("buyer_name") == "Faro S.R.L."


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Sucursal: Faro Systems S.L. ()", "Faro Systems S.L."),
        ("Faro Systems LLC Faro Systems LLC", "Faro Systems LLC"),
        ("New New Bakery Ltd", "New New Bakery Ltd"),
        ("Absender: Jutta Weiden • Musterweg 7 • 8010 Graz", "Jutta Weiden"),
    ],
)
def test_a_name_is_without_its_own_label_and_stands_once(printed: str, name: str) -> None:
    made = {one.value for one in name_candidates(page_phrases(page((40, 60, printed), (40, 74, "8 Park Lane"))))}
    assert name in made
    assert printed == name or printed not in made


def test_a_name_below_a_heading_is_without_a_label_of_its_own() -> None:
    parties = (
        (90, 90, "From"), (300, 90, "To"), (20, 104, "Company: Kestrel Tools Ltd"), (230, 104, "Client: Faro Systems LLC"),
    )  # fmt: skip
    found = read_invoice(page((40, 20, "Invoice"), *parties, *FACTS, *SUMS))
    assert found.text("seller_name") == "Kestrel Tools Ltd"


def test_a_buyer_stands_left_of_a_label_that_runs_leftwards() -> None:
    seller = ((400, 20, 'ירוק הפקות בע"מ'), (400, 34, "הטייסים 33 נס ציונה"), (400, 48, "עוסק מורשה: 514756428"))
    buyer = ((500, 90, "לכבוד:"), (420, 90, "אקו גורן"), (40, 90, "04/05/2014"), (400, 104, "דובנוב 20 תל אביב"))
    sums = (
        (400, 160, "חשבונית מס 104880"), (400, 300, "מנוי שנתי"), (40, 300, "204.00"), (400, 340, 'סה"כ:'),
        (40, 340, "204.00"), (400, 356, 'מע"מ: 18%'), (40, 356, "36.72"), (400, 372, 'סה"כ לתשלום'), (40, 372, "240.72"),
    )  # fmt: skip
    assert read_invoice(page(*seller, *buyer, *sums)).text("buyer_name") == "אקו גורן"


WORDS = ("Amber", "Birch", "Cedar", "Dogwood", "Elder", "Fern", "Gorse", "Hazel", "Iris", "Juniper")
NAMES = tuple((40, 20 + 12 * at, f"{one} {WORDS[(at + 3) % 10]} Works") for at, one in enumerate(WORDS))


def test_names_share_what_holds_for_their_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[PagePhrases] = []

    def counted(prints: PagePhrases) -> NamesOnPage:
        asked.append(prints)
        return names_on(prints)

    monkeypatch.setattr(seller_choice, "names_on", counted)
    prints = page_phrases(page(*NAMES))
    assert len(name_candidates(prints)) >= len(NAMES)
    assert asked == [prints]


def test_an_echo_is_compared_at_length_only_where_it_may_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[float] = []
    likeness = SequenceMatcher.ratio

    def counted(matcher: SequenceMatcher[str]) -> float:
        compared.append(likeness(matcher))
        return compared[-1]

    monkeypatch.setattr(SequenceMatcher, "ratio", counted)
    lines = (*NAMES[:6], (40, 92, "AMBER DOGWOOD WORKS LTD"))
    made = name_candidates(page_phrases(page(*lines)))
    assert len(compared) < len(made) * len(lines) / 2
    echoes = {one.value: one.signs["echo"] for one in made}
    name = "amber dogwood works"
    assert echoes["Amber Dogwood Works"] == likeness(SequenceMatcher(None, name, f"{name} ltd", autojunk=False))


def test_a_name_that_a_narrow_column_breaks_is_one_beside_other_columns() -> None:
    lines = [(40, 40, "Umber Logistics"), (240, 40, "Danfeld Foods"), (40, 52, "Park LLC"), (240, 52, "838 Oak Ave")]
    assert "Umber Logistics Park LLC" in {one.value for one in name_candidates(page_phrases(page(*lines)))}


def test_the_wider_gap_tells_two_columns_from_pieces_of_one_name() -> None:
    made = name_candidates(page_phrases(page((40, 40, "Kestrel Tools"), (400, 40, "Marlow Print"))))
    whole = next(one for one in made if one.value == "Kestrel Tools Marlow Print")
    assert whole.signs["gap"] == 1.0


def test_the_address_with_more_ways_to_reach_it_is_the_richer_one() -> None:
    left = [(40, 40 + 12 * at, text) for at, text in enumerate(("Kestrel Tools", "8 Park Lane", "1234 Bergen"))]
    right = [(300, 40 + 12 * at, text) for at, text in enumerate(("Marlow Print", "9 Quay Street", "5003 Oslo"))]
    contact = [(40, 76, "info@kestrel.example"), (40, 88, "Tel. +47 5550123")]
    made = {one.value: one.signs for one in name_candidates(page_phrases(page(*left, *right, *contact)))}
    assert (made["Kestrel Tools"]["richer"], made["Kestrel Tools"]["first_word"]) == (1.0, 1.0)
    assert (made["Marlow Print"]["poorer"], made["Marlow Print"]["first_word"]) == (1.0, 0.0)
    assert (made["Kestrel Tools"]["block_right"], made["Marlow Print"]["block_left"]) == (1.0, 1.0)


def test_labels_and_headings_of_columns_are_no_names() -> None:
    made = name_candidates(
        page_phrases(
            page((40, 40, "Billed to"), (40, 60, "Mara Quillfeather"), (40, 90, "Description"), (200, 90, "Qty"))
        )
    )
    assert {one.value for one in made} == {"Mara Quillfeather"}


def test_a_name_ends_before_the_next_label_on_its_line() -> None:
    line = "Customer Name: Tilda Design Ltd Customer Address: 8 Park Lane"
    made = {one.value: one.signs for one in name_candidates(page_phrases(page((40, 60, line))))}
    assert made["Tilda Design Ltd"]["hint_label"] == 1.0


def test_the_first_name_behind_a_label_is_none_of_its_streets() -> None:
    shown = [
        (40, 40, "Invoice"), (300, 60, "Customer address: 8 Park Lane"), (40, 66, "Customer name: Tilda Design Ltd"),
        (40, 90, "Total"), (200, 90, "$70.00"),
    ]  # fmt: skip
    assert read_invoice(page(*shown)).text("buyer_name") == "Tilda Design Ltd"


def test_a_buyer_whom_a_label_tells_is_sure_though_mail_and_phone_stand_under_its_name() -> None:
    seller = ((40, 20, "Kestrel Tools Ltd"), (40, 34, "12 High Street"))
    buyer = (
        (40, 90, "Bill To"), (40, 104, "Renzo Calabrix"), (40, 118, "billing@renzo.example"),
        (40, 132, "Phone: +353 1 5550100"),
    )  # fmt: skip
    found = read_invoice(page(*seller, *buyer, *FACTS, *SUMS))
    assert found.text("buyer_name") == "Renzo Calabrix"
    assert found.fields["buyer_name"].confidence > 0.9
    unlabelled = read_invoice(page(*seller, *buyer[1:], *FACTS, *SUMS))
    assert "buyer_name" not in unlabelled.fields or unlabelled.fields["buyer_name"].confidence <= 0.7


def test_a_label_that_no_lexicon_has_tells_the_buyer() -> None:
    lines = (
        (40, 20, "Invoice"), (40, 48, "Client facturé:"), (320, 48, "Projet concerné:"), (40, 62, "Nadja Wolkenstein"),
        (320, 62, "P-27152"),
    )  # fmt: skip
    assert read_invoice(page(*lines, *FACTS, *SUMS)).text("buyer_name") == "Nadja Wolkenstein"


def test_a_telephone_number_under_the_heading_of_a_buyer_is_no_name() -> None:
    facts = ((40, 120, "CLIENT"), (40, 134, "Delestrade Conseil EURL"), (40, 148, "Tél: 02 99 15 41 17"))
    lines = ((40, 20, "Atelier Courvoix SARL"), (40, 34, "Facture n° 2024-117"), (40, 48, "Date : 03/05/2024"))
    sums = ((300, 328, "Total TTC"), (450, 328, "120,00 €"))
    assert read_invoice(page(*lines, *facts, *sums)).text("buyer_name") == "Delestrade Conseil EURL"


def test_the_holder_of_the_account_stands_beside_its_label() -> None:
    prints = page_phrases(page((40, 300, "Nom du bénéficiaire"), (200, 300, "Maisonfort SARL"), (40, 320, "IBAN")))
    holder = account_holder(prints)
    assert holder is not None
    assert holder.value == "Maisonfort SARL"


@pytest.mark.parametrize("form", ["EURL", "SASU", "GbR", "Sp. j.", "ООО"])
def test_the_legal_forms_of_more_countries_are_known(form: str) -> None:
    assert has_legal_form(f"Courvoix {form}")


@pytest.mark.parametrize("text", ["KuDE de Factura Electrónica", "FACTURA ELECTRÓNICA", "Company Logo"])
def test_titles_of_electronic_bills_and_places_of_logos_are_no_names(text: str) -> None:
    made = page((40, 20, text), (40, 60, "Panadería La Espiga"), (40, 74, "Calle Olmo 14"), *REST)
    assert text not in {one.value for one in name_candidates(page_phrases(made))}


@pytest.mark.parametrize(("name", "end"), [("Kestrel UG", "(haftungsbeschränkt)"), ("Kestrel GmbH", "& Co. KG")])
def test_a_legal_form_that_breaks_is_told_whole(name: str, end: str) -> None:
    head = ((40, 20, name), (40, 34, end), (40, 60, f"{name} {end} | Lindenallee 5 | 50667 Köln"))
    to = ((40, 80, "Bäckerei Ostermann"), (40, 94, "Hauptstraße 101"), (40, 108, "50667 Köln"))
    facts = ((300, 80, "Rechnung Nr. 2607"), (300, 94, "Datum: 30.07.2023"))
    found = read_invoice(page(*head, *to, *facts, (40, 230, "Gesamtsumme"), (400, 230, "208,00 €")))
    assert found.text("seller_name") == f"{name} {end}"
