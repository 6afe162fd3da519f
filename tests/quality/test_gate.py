"""The gate: what falls below a floor, and pages that fail."""

from __future__ import annotations

import tomllib
from pathlib import Path

from quality.gate import FLOORS, Case, Result, below, means, shipped, suggested
from quality.measures import MEASURES

CASE = Case("grid", Path("a.pdf"), Path("a.json"))
MOST = 12_000_000  # bytes of all pages: a clone stays small


def test_a_class_below_its_floor_is_named():
    assert below({"grid": {"teds": 0.9}}, {"grid": {"teds": 0.9}}) == []
    assert below({"grid": {"teds": 0.8999}}, {"grid": {"teds": 0.9}}) == ["grid: teds 0.8999 is below 0.9"]


def test_a_class_that_is_gone_has_fallen():
    assert len(below({}, {"grid": {"teds": 0.5, "order": 0.5}})) == 2


def test_a_page_that_fails_counts_as_nothing():
    assert means([Result(CASE, {"teds": 1.0}), Result(CASE, {}, "broken")]) == {"grid": {"teds": 0.5}}


def test_a_suggested_floor_is_rounded_down_and_never_lowered():
    text = suggested({"grid": {"teds": 0.98765, "order": 0.4}}, {"grid": {"order": 0.5}})
    assert tomllib.loads(text) == {"grid": {"teds": 0.98, "order": 0.5}}


def test_every_class_has_floors_and_pages_and_every_floor_a_class():
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    assert set(floors) == {case.group for case in shipped()}
    assert all(row and set(row) <= set(MEASURES) for row in floors.values())


def test_the_pages_are_small():
    assert sum(case.pdf.stat().st_size for case in shipped()) < MOST
    assert all(case.truth.is_file() for case in shipped())
