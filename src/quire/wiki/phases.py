"""The four phases of a wiki, in order; each continues where it was interrupted.

    egg     Reading: number the book's passages, mine its outline, index and glossary; chapter pages and search
    boot    Planning: find the subjects of every chapter, merge their names, plan the pages
    grow    Writing: write the planned pages
    butler  Improving, in rounds: coverage, orphans, duplicates, weak pages; an edit stays only if no measure falls

The API and the files use the words on the left, people read those on the right (`LABELS`).

Without a model everything is done by rules. With a model, each step may use it; its answers are checked mechanically,
and where they fail the page made by rules stays. A model that stops answering is not asked again in that phase, which
continues by rules; a spent budget ends the run, and the next run continues there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from quire.clock import Clock, SystemClock
from quire.errors import BadRequest
from quire.llm.asker import BudgetSpent
from quire.wiki.assisted.model_session import Model
from quire.wiki.improving_phase import ROUNDS, run_improving
from quire.wiki.phase_context import PhaseContext, Stopped
from quire.wiki.phase_events import Event
from quire.wiki.planning_phase import run_planning
from quire.wiki.reading_phase import Load, run_reading
from quire.wiki.review import review_wiki
from quire.wiki.wiki_folder import Wiki
from quire.wiki.writing_phase import run_writing

__all__ = ["LABELS", "PHASES", "ROUNDS", "Event", "Load", "Model", "Outcome", "run"]

FINISHED = "*"
"""The unit that marks a phase as finished."""

PHASES = ("egg", "boot", "grow", "butler")
"""In the order in which they run."""

LABELS: Mapping[str, Mapping[str, str]] = {
    "egg": {"en": "Reading", "zh": "阅读"},
    "boot": {"en": "Planning", "zh": "规划"},
    "grow": {"en": "Writing", "zh": "撰写"},
    "butler": {"en": "Improving", "zh": "完善"},
}
"""What people read for a phase, by language."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run of a phase ended."""

    phase: str
    status: Literal["done", "stopped", "spent"]  # stopped: `should_stop` said so; spent: the model's budget; both go on
    units: int  # pieces of work done in this run
    pages: int  # in the wiki now
    coverage: float  # share of the passages' characters that a page cites, 0..1
    rounds: int = 0  # of improving in this run
    gained: float = 0.0  # coverage gained in this run
    settled: bool = False  # improving found nothing more to gain


def run(  # noqa: PLR0913 - one phase, all of it keyword-only
    folder: Path,
    phase: str,
    *,
    lang: str = "",
    model: Model | None = None,
    report: Callable[[Event], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    rounds: int = ROUNDS,
    clock: Clock | None = None,
    load: Load | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Outcome:
    """Run one phase over the wiki in `folder` (made by `Wiki.create`), from its last finished unit on.

    A finished phase does nothing and says so; improving runs `rounds` more rounds.

    Args:
        folder: the wiki.
        phase: one of `PHASES`; those before it must have run.
        lang: "zh" or "en"; "" takes the wiki's own.
        model: writes in place of the rules where it can.
        report: called with each event, in order.
        should_stop: asked between units.
        rounds: of improving; 0 continues until nothing is gained.
        clock: tells the time for the pages; the system's when None.
        load: reads the book; only Reading needs it.
        progress: called with (units done, units in all).

    Raises:
        BadRequest: an unknown phase, or one whose predecessor has not finished.
        DocumentError: the book cannot be read.
    """
    if phase not in PHASES:
        raise BadRequest(f"Unknown phase “{phase}”. Choose one of {', '.join(PHASES)}.")
    wiki = Wiki.open(folder)
    _check_order(wiki, phase)
    clock = clock or SystemClock()
    _settle_language(wiki, lang)
    work = PhaseContext(wiki, phase, _language(wiki), clock, report, should_stop, progress, done=wiki.done_units(phase))
    started = clock.monotonic()
    report(Event("phase", {"phase": phase, "status": "started"}))
    try:
        turns = _run(work, load, rounds, model)
    except BudgetSpent:
        work.say("The budget for the model is spent; raise it and start again to continue from here.", "warning")
        return _outcome(work, "spent", 0, 0.0)
    except Stopped:
        work.say("Stopped; the next run continues from here.")
        return _outcome(work, "stopped", 0, 0.0)
    except BaseException:
        report(Event("phase", {"phase": phase, "status": "failed"}))
        raise
    if phase != "butler" and FINISHED not in work.done:
        wiki.mark_done(phase, FINISHED)
    report(Event("phase", {"phase": phase, "status": "ended", "duration_s": round(clock.monotonic() - started, 3)}))
    return _outcome(work, "done", *turns)


def _run(work: PhaseContext, load: Load | None, rounds: int, model: Model | None) -> tuple[int, float, bool]:
    """Rounds and gain of improving and whether it settled; zero for the others."""
    if FINISHED in work.done:
        work.say(f"{LABELS[work.phase]['en']} was finished before.")
        return 0, 0.0, False
    match work.phase:
        case "egg":
            run_reading(work, load)
        case "boot":
            run_planning(work, model)
        case "grow":
            run_writing(work, model)
        case _:
            return run_improving(work, rounds, model)
    return 0, 0.0, False


def _check_order(wiki: Wiki, phase: str) -> None:
    before = PHASES[: PHASES.index(phase)]
    if before and FINISHED not in wiki.done_units(before[-1]):
        raise BadRequest(f"{LABELS[before[-1]]['en']} has to finish before {LABELS[phase]['en']} starts.")


def _settle_language(wiki: Wiki, lang: str) -> None:
    if lang in {"zh", "en"} and wiki.config.get("LANG") != lang:
        wiki.configure(LANG=lang)


def _language(wiki: Wiki) -> str:
    """The language of the wiki's own words; "" until the book is read, when nobody said one."""
    config = wiki.config
    return config.get("LANG") or config.get("SOURCE_LANG") or ""


def _outcome(
    work: PhaseContext,
    status: Literal["done", "stopped", "spent"],
    rounds: int,
    gained: float,
    settled: bool = False,  # noqa: FBT001, FBT002 - fields in their order
) -> Outcome:
    found = review_wiki(work.wiki)
    return Outcome(work.phase, status, work.units, found.pages, found.coverage, rounds, gained, settled)
