"""Whether an edit makes a wiki worse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.wiki.assisted.edit_metrics import EditMetrics
from quire.wiki.passage import Passage
from quire.wiki.wiki_page import Page

TEXTS = {
    "p1": "A gear is a wheel with teeth that turns another wheel by pressing on its teeth in a machine of iron, and a pair of gears"
    " changes the speed of a shaft, its torque and also the direction in which the whole machine is turning.",
    "p2": "A shaft is a round bar that holds gears in line and carries torque between them from the motor on.",
    "p3": "Grease keeps the bearings of a shaft cool.",
}
PASSAGES = {id_: Passage(id_, "c", at, text) for at, (id_, text) in enumerate(TEXTS.items())}


def page(id_: str, body: str, type_: str = "concept") -> Page:
    return Page(id_, id_.title(), type_, body, summary="s")


GEAR = page("gear", f"{TEXTS['p1']} [^p1]\n\n[[shaft|it]]")
SHAFT = page("shaft", f"{TEXTS['p2']} [^p2]\n\n[[gear]]")
HOME = page("one", f"{TEXTS['p1']} [^p1]\n\n[[gear]] · [[shaft]]", "chapter")


@pytest.fixture
def scales() -> EditMetrics:
    return EditMetrics([GEAR, SHAFT, HOME], PASSAGES)


@pytest.mark.parametrize(
    ("edit", "falls"),
    [
        (SHAFT, ()),
        (
            replace(
                SHAFT,
                body=f"A shaft, a round bar, holds gears in line and carries torque. [^p2] {TEXTS['p3']} [^p3]\n\n[[gear]]",
            ),
            (),
        ),
        (replace(SHAFT, body=SHAFT.body.replace(" [^p2]", "") + f"\n\n{TEXTS['p3']} [^p3]"), ("cited", "coverage")),
        (replace(SHAFT, body="Shafts were made of gold by ancient kings. [^p2]\n\n[[gear]]"), ("exact",)),
        (replace(SHAFT, body=f"{TEXTS['p3']} [^p3]\n\n[[gear]]"), ("coverage",)),
        (replace(SHAFT, body=f"{SHAFT.body}\n\n[[nowhere]]"), ("links",)),
        (replace(GEAR, body=GEAR.body.replace("[[shaft|it]]", "")), ()),  # the chapter still leads to it
        (replace(SHAFT, body=f"{TEXTS['p1']} [^p1] {TEXTS['p2']} [^p2]"), ("duplicates",)),
    ],
)
def test_one_page(scales: EditMetrics, edit: Page, falls: tuple[str, ...]):
    assert scales.worse(edit) == falls


def test_a_page_that_nothing_leads_to_any_more(scales: EditMetrics):
    alone = replace(HOME, body=f"{TEXTS['p1']} [^p1]\n\n[[gear]]")
    assert scales.worse(alone) == ()
    scales.take(alone)
    assert scales.worse(replace(GEAR, body=f"{TEXTS['p1']} [^p1]")) == ("orphans",)


def test_a_page_that_goes(scales: EditMetrics):
    assert "links" in scales.worse(gone="shaft")
    moved = [
        replace(GEAR, body=f"{TEXTS['p1']} [^p1] {TEXTS['p2']} [^p2]"),
        replace(HOME, body=f"{TEXTS['p1']} [^p1]\n\n[[gear]]"),
    ]
    assert scales.worse(*moved, gone="shaft") == ()
    scales.take(*moved, gone="shaft")
    assert set(scales.pages) == {"gear", "one"}
    assert scales.uncovered() == ["p3"]


def test_what_only_one_page_cites(scales: EditMetrics):
    assert scales.only_here(SHAFT) == {"p2"}
    assert scales.only_here(GEAR) == set()
