"""Headings of tables of goods in many languages."""

from __future__ import annotations

import pytest

from quire.invoice.item_headers import column_kind, find_headers, headings_in, split_runs, word_rows
from tests.invoice.pages import page


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Description", "name"), ("Item", "name"), ("Qty", "quantity"), ("Unit Price", "unit_price"), ("Amount", "amount"),
        ("VAT %", "tax_rate"), ("Tax Amount", "tax"), ("HSN/SAC", "code"), ("Hours", "quantity"), ("Line Total (GBP)", "amount"),
        ("Pos.", "number"), ("Artikelbezeichnung", "name"), ("Menge", "quantity"), ("Einzelpreis", "unit_price"),
        ("Gesamtpreis", "amount"), ("MwSt.", "tax_rate"), ("Désignation", "name"), ("P.U. HT", "unit_price"), ("Montant HT", "amount"),
        ("Cantidad", "quantity"), ("Importe", "amount"), ("Descrizione", "name"), ("Q.tà", "quantity"), ("Prezzo unitario", "unit_price"),
        ("Omschrijving", "name"), ("Aantal", "quantity"), ("Total TTC", "gross"), ("品名", "name"), ("数量", "quantity"), ("単価", "unit_price"),
        ("金額", "amount"), ("(£) Cost", "unit_price"), ("(EUR) Amount", "amount"), ("PU (FCFA)", "unit_price"),
        ("Art der Maßnahme", "name"), ("Sitzungssatz", "unit_price"), ("Invoice No.", ""), ("Fenwick & Sons", ""), ("2", ""),
    ],
)  # fmt: skip
def test_kinds_of_headings(text: str, kind: str) -> None:
    assert column_kind(text) == kind


@pytest.mark.parametrize(
    ("text", "count"), [("Description Qty Unit price Amount", 4), ("Quantity", 1), ("Kestrel Tools", 0)]
)
def test_headings_of_a_row_are_counted(text: str, count: int) -> None:
    assert headings_in(text) == count


def test_headings_that_a_reader_kept_together_are_parted() -> None:
    rows = word_rows(page((40, 40, "Description"), (300, 40, "Qty Unit Price Amount")))
    heads, after = find_headers(rows, 0)
    assert [h.kind for h in heads] == ["name", "quantity", "unit_price", "amount"]
    assert after == 1


def test_headings_of_two_lines_are_one() -> None:
    rows = word_rows(
        page(
            (40, 40, "Artikel"), (300, 40, "Positions-"), (300, 51, "betrag"), (200, 40, "Preis"), (200, 51, "je Stück")
        )
    )
    heads, after = find_headers(rows, 0)
    assert [(h.kind, after) for h in heads] == [("name", 2), ("unit_price", 2), ("amount", 2)]


@pytest.mark.parametrize(
    "texts",
    [("Invoice No.", "Date", "Amount"), ("Description", "Remarks"), ("Subtotal", "Tax", "Total"), ("Item", "1,234.00")],
)
def test_other_rows_are_no_headings(texts: tuple[str, ...]) -> None:
    rows = word_rows(page(*((40 + 150 * i, 40, text) for i, text in enumerate(texts))))
    assert find_headers(rows, 0)[0] == []


def test_runs_are_words_that_stand_together() -> None:
    (row,) = word_rows(page((40, 40, "Garden table"), (300, 40, "2 pcs")))
    assert [[w.text for w in run] for run in split_runs(row)] == [["Garden", "table"], ["2", "pcs"]]


def test_what_a_price_includes_is_no_column_of_its_own() -> None:
    rows = word_rows(page((40, 40, "Désignation"), (200, 40, "Qté"), (300, 40, "P.U. TTC"), (420, 40, "Total TTC")))
    assert [head.kind for head in find_headers(rows, 0)[0]] == ["name", "quantity", "unit_price", "amount"]


def test_headings_behind_an_unknown_one_of_their_line_are_found() -> None:
    rows = word_rows(page((40, 40, "Description Colour Qty Amount")))
    assert [head.kind for head in find_headers(rows, 0)[0]] == ["name", "other", "quantity", "amount"]
