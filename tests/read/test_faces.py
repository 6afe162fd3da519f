"""Styles from the names of fonts."""

from __future__ import annotations

import pytest

from quire.read.faces import Faces


@pytest.mark.parametrize(
    ("name", "bold"),
    [
        ("HelveticaNeueLTStd-Bd", True),
        ("ABCDEF+Univers-Bold", True),
        ("NimbusRomNo9L-Medi", True),
        ("Gotham-Medium", False),
        ("HelveticaNeueLTStd-Lt", False),
        ("Bdale", False),
    ],
)
def test_bold_names(name: str, bold: bool) -> None:
    assert Faces().make(name, 0, 0, 0, 100, 0, 0, 0).bold is bold
