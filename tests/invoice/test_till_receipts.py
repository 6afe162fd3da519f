"""Made receipts are told right by their own truth."""

from __future__ import annotations

from tests.invoice.till_receipts import draw, receipts_of


def test_a_seed_gives_the_same_receipts_and_held_words_are_kept_apart() -> None:
    made = receipts_of(3, 20)
    assert made == receipts_of(3, 20)
    assert {one.country for one in made} >= {"MY", "DE", "US", "ID"}
    assert not any("POPULAR CHOICE" in row.left for one in receipts_of(5, 200) for row in one.rows)


def test_a_receipt_shows_its_facts() -> None:
    for one in receipts_of(4, 40):
        text = "\n".join(f"{row.left} {row.right}" for row in one.rows)
        digits = one.fields["total_amount"].replace(".", "").removesuffix("00" if one.country == "ID" else "")
        assert digits in "".join(c for c in text if c.isdigit()), one
        assert all(part in text for part in one.fields["seller_name"].split()), one


def test_a_picture_is_a_strip() -> None:
    picture = draw(receipts_of(6, 1)[0], 1)
    assert picture.height > picture.width / 2
