"""Building a wiki: the handler that runs a phase inside a slot, and what a worker must know to have it run."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from quire.errors import StorageUnavailable
from quire.llm.asker import Asker
from quire.llm.budget import Usage
from quire.llm.embedding_client import EmbeddingSettings
from quire.llm.model_config import ModelSettings
from quire.store.database import Condition
from quire.tasks.builds import event_journal as journals
from quire.tasks.builds.butler_table import ButlerConfig
from quire.tasks.builds.event_journal import Journal
from quire.tasks.builds.job_states import PHASES, Job, JobStatus
from quire.wiki.wiki_registry import WikiRegistry

HANDLER = "quire.jobs.wiki_task:run"

FULL = "There is no space left for the wiki. Free some space and start the job again: it continues where it stopped."
READ_ONLY = "The wiki folder cannot be written to. Fix this and start the job again: it continues where it stopped."

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})

_LEARNING = ("grow", "butler")
"""Phases behind which the vectors of passages are got: the wiki can be read then. The process that reads the book
knows no key."""


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """Run one phase over a wiki's folder; see `quire.tasks.builds.build_hooks` for the form of request and value.

    Raises:
        DocumentError: the book cannot be read.
        StorageUnavailable: there is no room for the wiki, or its folder cannot be written.
    """
    from quire.jobs.book_source import run_phase
    from quire.wiki.phases import ROUNDS
    from quire.wiki.text_fingerprint import sketch
    from quire.wiki.wiki_folder import Wiki

    folder, stop = Path(request["folder"]), Path(request["stop"])
    phase = str(request["phase"])
    with (
        _room(),
        contextlib.closing(Journal(Path(request["journal"]))) as journal,
        _asker(request, journal) as asker,
    ):
        outcome = run_phase(
            folder,
            phase,
            lang=request["lang"],
            model=asker,
            report=lambda event: journal.tell(event.kind, event.data),
            should_stop=stop.exists,
            rounds=int(request.get("rounds", ROUNDS)),
            progress=report,
        )
        if outcome.status == "done" and request.get("embedding"):
            _learn(request, journal)
    value: dict[str, Any] = {
        "status": "done" if outcome.status == "done" else "stopped",
        "pages": outcome.pages,
        "coverage": outcome.coverage,
        "gained": outcome.gained,
        "settled": outcome.settled,
    }
    if outcome.status != "done" and asker is not None and asker.is_spent:
        value["spent"] = True
    if phase == PHASES[0] and outcome.status == "done":
        value["sketch"] = sketch(passage.text for passage in Wiki.open(folder).passages())
    return value


class WikiBuildHooks:
    """How wikis are made: `quire.tasks.builds.build_hooks.BuildHooks` over a shelf.

    Args:
        shelf: the wikis.
        handler: runs a phase.
        model: settings of the language model; None is none.
        embedding: settings of the embedding model; None is none.
    """

    def __init__(
        self,
        shelf: WikiRegistry,
        *,
        handler: str = HANDLER,
        model: ModelSettings | None = None,
        embedding: EmbeddingSettings | None = None,
    ) -> None:
        self._shelf = shelf
        self._model = model
        self._embedding = embedding
        self.handler = handler
        self.network = model is not None or embedding is not None

    def folder(self, slug: str) -> Path:
        """The wiki's folder."""
        return self._shelf.folder(slug)

    def bring(self, slug: str) -> None:
        """Bring the local copy of the wiki's folder up to date."""
        self._shelf.local(self._shelf.find(slug))

    def save(self, slug: str, guard: Condition) -> bool:
        """Make the local copy the wiki's present state, if `guard` holds; whether it does."""
        return self._shelf.save(slug, guard)

    def request(self, slug: str, phase: str, orders: ButlerConfig | None) -> dict[str, Any]:
        """What the handler is asked."""
        model = self._model if phase != PHASES[0] else None  # what reads the book knows no key
        if model and orders:
            model = replace(model.only(orders.model), butler_micros=orders.max_cost_micros)
        return {
            "folder": str(self.folder(slug)),
            "lang": self._shelf.find(slug).lang,
            "model": model.to_json() if model else None,
            "embedding": self._embedding.to_json() if self._embedding and phase in _LEARNING else None,
        }

    def ended(self, job: Job, phase: str, value: Mapping[str, Any]) -> JobStatus | None:
        """After the book was read: take over the result of the same work when there is one."""
        if phase != PHASES[0] or not isinstance(value.get("sketch"), list):
            return None
        sketch = [int(one) for one in value["sketch"]]
        self._shelf.keep_sketch(job.wiki_id, sketch)
        twin = self._shelf.same_work(job.wiki_id, sketch)
        if twin is None:
            return None
        self._shelf.clone(job.wiki_id, twin)
        return JobStatus.READY


@contextlib.contextmanager
def _room() -> Iterator[None]:
    """Says of a disk that takes nothing more what it is: it is not the book that cannot be processed.

    Raises:
        StorageUnavailable: as `run`.
    """
    try:
        yield
    except OSError as problem:
        if problem.errno in _FULL:
            raise StorageUnavailable(FULL) from problem
        if problem.errno == errno.EROFS:
            raise StorageUnavailable(READ_ONLY) from problem
        raise


def _learn(request: Mapping[str, Any], journal: Journal) -> None:
    """Get the vectors of the passages, and tell what that uses; without them search goes by words."""
    from quire.jobs.passage_embeddings import embed_passages

    phase = str(request["phase"])
    lacking = embed_passages(
        Path(request["folder"]),
        EmbeddingSettings.from_json(request["embedding"]),
        phase,
        should_stop=Path(request["stop"]).exists,
        report=_biller(journal, phase),
    )
    if lacking:
        journal.tell(*journals.log_event(lacking, "warning"))


@contextlib.contextmanager
def _asker(request: Mapping[str, Any], journal: Journal) -> Iterator[Asker | None]:
    """What asks the model in this run, and tells what that uses; None when there is no model.

    What an earlier run has paid and could not tell, because it was killed, is told first.
    """
    if not request.get("model"):
        yield None
        return
    phase = str(request["phase"])
    tell = _biller(journal, phase)
    settings = ModelSettings.from_json(request["model"])
    folder = Path(request["folder"])
    with settings.asker(folder, phase, should_stop=Path(request["stop"]).exists, report=tell) as asker:
        untold = asker.spent(phase) - _told(Path(request["journal"]), phase)
        if untold.input > 0 or untold.output > 0 or untold.micros > 0:
            tell(Usage(max(0, untold.input), max(0, untold.output), max(0, untold.micros)))
        yield asker


def _biller(journal: Journal, phase: str) -> Callable[[Usage], None]:
    """What tells the journal what a call of a phase has used."""

    def tell(used: Usage) -> None:
        journal.tell("token", {"phase": phase, "input": used.input, "output": used.output, "cost": used.cost})

    return tell


def _told(path: Path, phase: str) -> Usage:
    """What the token events of a phase in a journal add up to."""
    total, start = Usage(), 0
    while (piece := journals.read(path, start)).end != start:
        start = piece.end
        for kind, data in piece.events:
            if kind == "token" and data["phase"] == phase:
                total += Usage(int(data["input"]), int(data["output"]), round(float(data["cost"]) * 1_000_000))
    return total
