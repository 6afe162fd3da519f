"""Owners held out in turn."""

from __future__ import annotations

from typing import NamedTuple

from learn.tagged_documents import FOLDS, held_out


class _Document(NamedTuple):
    owner: str
    name: int


def test_each_document_is_left_out_once_with_all_of_its_owner() -> None:
    given = [_Document(f"owner-{at % 12}", at) for at in range(30)]
    parts = list(held_out(given))
    assert len(parts) == FOLDS
    assert sorted(one for _, left_out in parts for one in left_out) == sorted(given)
    for others, left_out in parts:
        assert {one.owner for one in others}.isdisjoint(one.owner for one in left_out)
        assert len(others) + len(left_out) == len(given)
