"""What counts as a bullet."""

from __future__ import annotations

import pytest

from quire.bullets import BOXES, BULLETS, DASHES, is_bullet
from quire.layout.text.list_markers import marker_of


@pytest.mark.parametrize("sign", BULLETS)
def test_what_begins_an_item_is_a_bullet_to_writers(sign: str) -> None:
    found = marker_of(f"{sign} An item")
    assert found is not None
    assert is_bullet(found.text)


def test_letters_numbers_and_words_are_none() -> None:
    assert not any(map(is_bullet, ("o", "1", "(a)", "", "--")))
    assert all(map(is_bullet, DASHES.replace("o", "")))
    assert is_bullet("\ue000")
    assert not set(BOXES) & set(DASHES)
