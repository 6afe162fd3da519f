"""Words with one typing error."""

from __future__ import annotations

import pytest

from quire.wiki.search.spelling import near


@pytest.mark.parametrize("typed", ["borow", "borrrow", "borriw", "borrwo", "orrow"])
def test_one_error_leads_back(typed: str):
    assert "borrow" in near(typed)


def test_two_errors_do_not():
    assert "borrow" not in near("brow")
    assert "borrow" not in near("borrow")
