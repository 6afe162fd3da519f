"""Made receipts of shops are told right by their own truth, and drawn in every look."""

from __future__ import annotations

import numpy as np
import pytest

from tests.invoice.shop_receipts import LOOKS, draw, receipts_of


def test_a_seed_gives_the_same_receipts_and_held_words_are_kept_apart() -> None:
    made = receipts_of(3, 24)
    assert made == receipts_of(3, 24)
    assert {receipt.country for receipt, _ in made} >= {"CH", "MY", "CN", "TW", "US"}
    shown = "".join(row.left for receipt, _ in receipts_of(5, 120) for row in receipt.rows)
    assert "Lantern House" not in shown


def test_the_names_of_the_truth_are_printed() -> None:
    for receipt, names in receipts_of(4, 48):
        shown = " ".join(row.left for row in receipt.rows)
        assert names
        assert all(name in shown for name in names), receipt


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_leaves_ink_on_paper(look: str) -> None:
    grey = np.asarray(draw(receipts_of(6, 12)[10][0], look, 1))
    assert grey.std() > 10
