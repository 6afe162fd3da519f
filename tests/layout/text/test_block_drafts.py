"""Drafts of blocks."""

from __future__ import annotations

import pickle

from quire.layout.text.block_drafts import Draft, Kind, Marker
from quire.layout.text.text_rows import rows_of
from quire.model.geometry import Box
from tests.layout.pages import BOLD, block, line, prose


def test_a_draft_covers_its_rows_and_an_object_its_place() -> None:
    draft = Draft(1, rows_of(block(["short", "a longer row", "x"], 72, 100)))
    assert draft.box == Box(72, 92, 132, 126)
    assert Draft(1, place=Box(1, 2, 3, 4)).box == Box(1, 2, 3, 4)


def test_text_style_and_weight_are_those_of_its_rows() -> None:
    draft = Draft(1, rows_of([line("Bold and", 72, 100, BOLD), line("bold", 72, 112, BOLD)]))
    assert (draft.text, draft.style, draft.size, draft.bold) == ("Bold and bold", BOLD, 10.0, True)
    mixed = Draft(1, rows_of([line("Bold", 72, 100, BOLD), line("and not", 72, 112)]))
    assert not mixed.bold


def test_drafts_can_be_pickled() -> None:
    first = Draft(2, rows_of(block(prose(20, 200), 72, 100)), Kind.ITEM, marker=Marker("1.", 3, "decimal.", 1))
    first.continuations = [Draft(3, rows_of([line("more", 72, 80)]))]
    again = pickle.loads(pickle.dumps(first))
    assert (again.page, again.kind, again.marker, again.text) == (2, Kind.ITEM, first.marker, first.text)
    assert [part.text for part in again.continuations] == ["more"]
