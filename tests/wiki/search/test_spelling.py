"""Words with one typing error."""

from __future__ import annotations

import pytest

from quire.wiki.search.spelling import one_edit_away


@pytest.mark.parametrize("typed", ["borow", "borrrow", "borriw", "borrwo", "orrow"])
def test_one_error_leads_back(typed: str):
    assert "borrow" in one_edit_away(typed)


def test_two_errors_do_not():
    assert "borrow" not in one_edit_away("brow")
    assert "borrow" not in one_edit_away("borrow")
