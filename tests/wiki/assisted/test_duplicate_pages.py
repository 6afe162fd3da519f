"""Pages about one thing are joined when a model says so and the book bears it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.wiki.phases import PHASES
from quire.wiki.review import review_wiki
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page, links
from tests.wiki import answering, books


def with_twin(folder: Path) -> Wiki:
    """A wiki with a page about what it calls the shaft by another name."""
    folder.mkdir(exist_ok=True)
    Wiki.create(folder / "w", books.files(folder)["manual.md"])
    for phase in PHASES[:3]:
        run_phase(folder / "w", phase, clock=FakeClock())
    wiki = Wiki.open(folder / "w")
    wiki.save(
        Page(
            "shafts-that-turn",
            "Turning shaft",
            "concept",
            "Every shaft needs two bearings, which hold the shaft and let it turn. [^p1]",
            aliases=("round bar",),
            summary="s",
        )
    )
    chapter = wiki.page("chapter-2-bearings")
    wiki.save(
        Page(
            chapter.id,
            chapter.title,
            chapter.type,
            f"[[shafts-that-turn|a shaft]]\n\n{chapter.body}",
            summary=chapter.summary,
        )
    )
    return wiki


WHY = "A shaft is a round bar that holds gears in line."


def tend(wiki: Wiki, same: object, why: str = WHY) -> list[str]:
    asked: list[str] = []

    def answer(call):
        if call.name == "butler.merge":
            asked.append(call.messages[1].text)
            said = same(call) if callable(same) else same
            return {"same": said, "why": why, "passage": "p1"}
        return {"sentences": []}

    with answering.asker(wiki.folder, "butler", answer) as model:
        run_phase(wiki.folder, "butler", rounds=1, clock=FakeClock(), model=model)
    return asked


def test_what_is_one_becomes_one(tmp_path: Path):
    wiki = with_twin(tmp_path)
    tend(wiki, lambda call: "Turning shaft" in [answering.value(call, f"{one} page") for one in ("First", "Second")])
    assert not wiki.has("shafts-that-turn")
    assert {"Turning shaft", "round bar"} <= set(wiki.page("shaft").aliases)
    assert "shaft" in {link.target for link in links(wiki.page("chapter-2-bearings").body)}
    assert review_wiki(wiki).links == 1.0
    assert "title" in {gene.kind for gene in wiki.house_rules()}


@pytest.mark.parametrize("same", [False, "true", None, 1])
def test_anything_but_a_yes_is_a_no(tmp_path: Path, same: object):
    wiki = with_twin(tmp_path)
    tend(wiki, same)
    assert wiki.has("shafts-that-turn")


@pytest.mark.parametrize(
    "why",
    [
        "",
        "They are the same.",
        "A shaft is one.",
        "A shaft is the round bar of Egyptian kings and priests.",
        "whale whale",
    ],
)
def test_a_yes_needs_a_reason_that_the_book_bears_out(tmp_path: Path, why: str):
    wiki = with_twin(tmp_path)
    tend(wiki, True, why)
    assert wiki.has("shafts-that-turn")


def test_a_pair_is_asked_for_once(tmp_path: Path):
    wiki = with_twin(tmp_path)
    assert tend(wiki, False)
    assert not tend(wiki, True)
    assert wiki.has("shafts-that-turn")
