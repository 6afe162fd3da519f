"""The choice of one candidate: probabilities over all of a page, and none of them."""

from __future__ import annotations

import pytest

from quire.invoice.field_choice import LEAST, Candidate, choose
from quire.invoice.phrases import Phrase
from quire.model.geometry import Box

PHRASE = Phrase("120.00", Box(0, 0, 10, 10), 10.0, 1.0, 0)
STRONG = {"bias": 1.0, "payable": 1.0, "best": 1.0, "largest": 1.0, "adds": 1.0, "adds_named": 1.0, "last": 1.0}


def made(value: str, **signs: float) -> Candidate:
    return Candidate(value, PHRASE, 0, 6, dict(signs))


def test_the_candidate_with_the_most_evidence_is_chosen_and_the_others_are_told() -> None:
    chosen = choose("sums", [made("20.00", bias=1.0, tax=1.0), made("120.00", **STRONG)])
    assert chosen
    assert chosen.chosen.value == "120.00"
    assert chosen.probability > 0.8
    assert [value for value, _ in chosen.others] == ["20.00"]


def test_probabilities_with_that_of_none_are_at_most_one() -> None:
    chosen = choose("sums", [made("1.00", **STRONG), made("2.00", **STRONG)])
    assert chosen
    assert chosen.probability == pytest.approx(chosen.others[0][1], abs=1e-4)
    assert chosen.probability + chosen.others[0][1] <= 1.0


def test_places_of_one_value_share_their_evidence() -> None:
    alone = choose("sums", [made("1.00", **STRONG), made("2.00", **STRONG)])
    twice = choose("sums", [made("1.00", **STRONG), made("2.00", **STRONG), made("2.00", **STRONG)])
    assert alone
    assert twice
    assert twice.chosen.value == "2.00"
    assert twice.probability > alone.probability


def test_weak_candidates_are_no_answer() -> None:
    assert choose("sums", [made("9.00", bias=1.0, change=1.0, negative=1.0, larger=1.0)]) is None
    assert choose("sums", []) is None
    assert 0 < LEAST < 0.5
