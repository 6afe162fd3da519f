"""Which security of a company comes first."""

from __future__ import annotations

import pytest

from quire.company.company_names import CN, US, Name
from quire.company.primary_security import secondary


def listed(*codes: str, name: str = "Example Bank Corp", dataset: str = US) -> list[str]:
    """The codes that come first."""
    entries = [Name(dataset, "nyse" if dataset == US else "", code, name) for code in codes]
    return [code for code, other in zip(codes, secondary(entries).tolist(), strict=True) if not other]


@pytest.mark.parametrize(
    ("codes", "first"),
    [
        (["EBC"], ["EBC"]),
        (["AAA", "EBC", "EBC-PA"], ["EBC"]),  # the symbol that abbreviates the name
        (["EX-A", "EX-B"], ["EX-A"]),
        (["XX", "YYYY"], ["XX"]),
        (["EBCX", "EXB", "EBC"], ["EBC"]),
    ],
)
def test_the_first_of_several(codes, first):
    assert listed(*codes) == first


def test_other_names_and_chinese_namesakes_are_companies_of_their_own():
    entries = [Name(US, "nyse", "A", "One"), Name(US, "nyse", "B", "Two"), Name(US, "nyse", "C"), Name(US, "nyse", "D")]
    assert not secondary(entries).any()
    assert listed("400001", "400002", dataset=CN) == ["400001", "400002"]
