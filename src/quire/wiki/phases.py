"""The four phases of a wiki, in order; each goes on where it was interrupted.

    egg     read the book, number its passages, mine its outline, index and glossary; chapter pages and search
    boot    read every chapter for subjects, join their names, plan the pages
    grow    write the planned pages
    butler  improve in rounds: coverage, orphans, duplicates, weak pages; an edit stays only if no measure falls

Without a model everything is done by rules. With a model each step may be taken over by it; what it gives is
checked mechanically, and where it fails the page made by rules stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from quire.clock import Clock
from quire.errors import BadRequest
from quire.model.document import Document
from quire.wiki.passage import Passage

__all__ = ["PHASES", "Event", "Load", "Model", "Outcome", "run"]

PHASES = ("egg", "boot", "grow", "butler")
"""In the order in which they run."""

ROUNDS = 3
"""Rounds of the butler when nobody asks for another number; it stops earlier when nothing is gained."""

Load = Callable[[Path], Document]
"""Reads the book's file; `quire.jobs.books.load` is the one."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something to tell while a phase runs; `data` is the JSON object of the event stream.

    phase ``{phase, status: started|ended|failed, duration_s?}``, token ``{phase, input, output, cost}``,
    review ``{scope, status: passed|failed}``, log ``{level: info|warning|error, msg}``.
    """

    kind: Literal["phase", "token", "review", "log"]
    data: Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run of a phase ended."""

    phase: str
    status: Literal["done", "stopped"]  # stopped: `should_stop` said so; the next run goes on from there
    units: int  # pieces of work done in this run
    pages: int  # in the wiki now
    coverage: float  # share of the passages' characters that a page cites, 0..1
    rounds: int = 0  # of the butler in this run
    gained: float = 0.0  # coverage gained in this run


class Model(Protocol):
    """A language model, as the phases see it: each method may give None, then the rules do it."""

    def concepts(self, passages: Sequence[Passage], lang: str) -> Sequence[tuple[str, str, Sequence[str]]] | None:
        """Subjects named in a chunk as (name, type, aliases)."""

    def write(self, title: str, evidence: Sequence[Passage], titles: Sequence[str], lang: str) -> str | None:
        """The body of a page from its evidence; it may link only to `titles` and must cite each sentence."""


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

    A phase that is finished already does nothing and says so; the butler runs `rounds` more rounds.

    Args:
        folder: the wiki.
        phase: one of `PHASES`; those before it must have run.
        lang: "zh" or "en"; "" takes the wiki's own.
        model: writes in place of the rules where it can.
        report: called with each event, in order.
        should_stop: asked between units.
        rounds: of the butler; 0 goes on until nothing is gained.
        clock: tells the time for the pages; the system's when None.
        load: reads the book; only the egg phase needs it.
        progress: called with (units done, units in all).

    Raises:
        BadRequest: an unknown phase, or one whose predecessor has not ended.
        DocumentError: the book cannot be read.
    """
    if phase not in PHASES:
        raise BadRequest(f"Unknown phase “{phase}”. Choose one of {', '.join(PHASES)}.")
    raise BadRequest("No phase has been built yet.")
