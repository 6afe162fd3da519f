"""Pages of subjects that the whole book speaks of are written in parts."""

from __future__ import annotations

import json
from pathlib import Path

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.llm.call import Call
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.phases import PHASES
from quire.wiki.review import review_wiki, sentences_of
from quire.wiki.sentence_split import split
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations
from tests.wiki import answering

CHAPTERS = (
    "Mills",
    "Clocks",
    "Looms",
    "Cranes",
    "Presses",
    "Pumps",
    "Lathes",
    "Winches",
    "Ovens",
    "Barges",
    "Bells",
    "Kilns",
)
PARTS = ("axle", "belt", "crank", "drum", "hook", "lever", "pawl", "rope", "screw", "wheel")


def long_book() -> str:
    """Twelve chapters that all speak of the flywheel, in other words each; one of them of the governor."""
    out = ["# Machines\n"]
    for number, chapter in enumerate(CHAPTERS):
        out.append(f"## {chapter}\n")
        for at, part in enumerate(PARTS):
            said = [
                f"In the {chapter.lower()} of this kind a *flywheel* keeps the {part} turning when the drive fails.",
                f"The flywheel is a heavy disc, and the {part} that it carries needs {number + 2} hands of room.",
                f"Where the {part} is worn, the flywheel of the {chapter.lower()} runs {at + 3} turns before it stops.",
            ]
            out.append(" ".join(said) + "\n")
    out.append(
        "## Governors\n\nA *governor* is a pair of balls that rises with speed. The governor closes the valve of an engine.\n"
    )
    return "\n".join(out)


def answer(call: Call) -> object:
    """An honest answer, for the flywheel one sentence of each passage."""
    if call.name != "grow" or answering.value(call, "Subject of the page") != "Flywheel":
        return answering.good(call)
    firsts = {id_: split(text, "en")[0].replace("*", "") for id_, text in answering.passages(call).items()}
    rows = [
        {"section": "use" if at else "lead", "text": answering.reworded(text, "en"), "sources": [id_]}
        for at, (id_, text) in enumerate(firsts.items())
    ]
    return {"sentences": rows}


def test_a_subject_of_the_whole_book_is_written_from_all_its_chapters(tmp_path: Path):
    (tmp_path / "machines.md").write_text(long_book())
    Wiki.create(tmp_path / "w", tmp_path / "machines.md")
    for phase in PHASES[:2]:
        run_phase(tmp_path / "w", phase, clock=FakeClock())
    wiki = Wiki.open(tmp_path / "w")
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answer(call)))])
    with scripted_asker(script, wiki.folder, "grow") as model:
        assert run_phase(wiki.folder, "grow", clock=FakeClock(), model=model).status == "done"
    asked = [
        call
        for call in script.calls
        if call.name == "grow" and answering.value(call, "Subject of the page") == "Flywheel"
    ]
    assert 2 <= len(asked) <= 8
    page = wiki.page("flywheel")
    homes = {one.id: one.chapter for one in wiki.passages()}
    assert {homes[id_] for id_ in citations(page.body)} >= set(CHAPTERS)
    said = [text for text, _ in sentences_of(page.body)]
    assert len(said) == len(set(said))
    assert review_wiki(wiki).exact == 1.0


def test_a_part_that_fails_is_told_in_the_log_and_the_review(tmp_path: Path):
    (tmp_path / "machines.md").write_text(long_book())
    Wiki.create(tmp_path / "w", tmp_path / "machines.md")
    for phase in PHASES[:2]:
        run_phase(tmp_path / "w", phase, clock=FakeClock())
    wiki = Wiki.open(tmp_path / "w")

    def failing(call: Call) -> str:
        mine = call.name == "grow" and answering.value(call, "Subject of the page") == "Flywheel"
        last = mine and any("the kilns" in text for text in answering.passages(call).values())
        return json.dumps({"sentences": []} if last else answer(call))

    with scripted_asker(ScriptedModel([ScriptedRule("", failing)]), wiki.folder, "grow") as model:
        grown = run_phase(wiki.folder, "grow", clock=FakeClock(), model=model)
    assert grown.status == "done"
    issues = [one for one in review_wiki(wiki).issues if "parts of “Flywheel” could not be written" in one]
    assert len(issues) == 1
    assert issues[0].startswith("1 of ")
    assert any(issues[0] in one.issues for one in wiki.reviews() if one.scope == "wiki")
    assert any(f"warning {issues[0]}" in path.read_text() for path in wiki.folder.rglob("*.log"))
